"""A game on the page: what lies on the table, who sits at it, and what each of them may see."""
