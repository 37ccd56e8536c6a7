"""Sample hands of a deck, drawn from a seed, and their odds."""
