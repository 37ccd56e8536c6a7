"""A match that is played: how it is set up, taken back, advised on, recorded, read from a file and replayed."""
