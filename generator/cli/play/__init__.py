"""Playing at the terminal: a game under way, the person at the keyboard, and games without one."""
