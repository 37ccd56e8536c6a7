"""Building decks: from what a player asks for to a legal deck, or to why there is none."""
