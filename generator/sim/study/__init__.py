"""Matches in great numbers: what is played, by how many workers, and where the results are kept."""
