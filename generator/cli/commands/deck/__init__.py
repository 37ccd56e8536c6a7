"""Decks: check, build, compare and print them."""
