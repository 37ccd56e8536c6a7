"""A game that is played move by move: how it is set up, taken back, recorded, and read from a file."""
