"""Opening hands and the turns after them: drawn from a seed, and their odds."""
