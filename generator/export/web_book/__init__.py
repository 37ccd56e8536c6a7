"""The rulebook as a web page, made of the pieces that the printed one is made of."""
