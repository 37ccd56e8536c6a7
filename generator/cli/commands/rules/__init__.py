"""Rules: check that games follow them and keep hidden cards hidden."""
