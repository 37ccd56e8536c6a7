"""Small decks and boards in the manner of other tools' samples: a folder for each, made new for this."""
