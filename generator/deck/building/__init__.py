"""Building decks: from a player's wishes to a legal deck, or to why there is none."""
