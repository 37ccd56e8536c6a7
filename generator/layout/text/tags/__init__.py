"""Tags inside texts that few texts have: one file for each, called as its tag, loaded where it is used.

Each has ``read(maker, node, style, size, row)``, which adds what the tag holds to a row of words.
"""
