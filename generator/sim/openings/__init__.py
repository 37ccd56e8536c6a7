"""What each seat of a game begins with: sampled from real starts, beside the exact odds."""
