"""What flows down a `<stack>`: parts, each below the one before, that are set at a width and a scale."""
