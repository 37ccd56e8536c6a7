"""Players of flesh and of silicon, and the games between them."""
