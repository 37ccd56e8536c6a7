"""The views of the studio: a module for each, which says what it answers to in its ``VIEW``."""
