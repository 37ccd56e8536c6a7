"""The games: one package for each, called like the folder of its card database."""
