"""Decks: reading, judging, building, counting and sampling them."""
