"""Games cut down until they can be solved exactly: what they are worth, and how well the bots play."""
