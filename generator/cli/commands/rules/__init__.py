"""Rules: whether the games keep to them, and their secrets to themselves."""
