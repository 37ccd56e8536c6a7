"""One file for each kind of finding; what they look at is a recorded scene."""
