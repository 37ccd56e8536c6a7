"""The contact sheet: every front of a game in small, to look at them all at once."""
