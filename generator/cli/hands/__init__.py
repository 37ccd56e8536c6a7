"""What ``gatepress hands`` does: for a deck, and for a game."""
