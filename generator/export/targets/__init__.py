"""The export targets: a module for each, found by its name, which says what it writes in its ``TARGET``."""
