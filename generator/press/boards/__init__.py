"""Boards: printed whole where they fit, else in tiles."""
