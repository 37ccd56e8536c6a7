"""Other numbers: the same deals played with changed databases, and a search for numbers that fit."""
