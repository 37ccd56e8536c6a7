"""Text boxes: inline markup into words, words into lines, lines into a box."""
