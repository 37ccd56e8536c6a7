"""A module for each kind of fenced block, found by its name: ``render`` makes what is printed of it."""
