"""One module for each check or family of checks; whatever stands here is made."""
