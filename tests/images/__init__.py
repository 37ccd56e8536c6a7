"""Expected pages of the bundled games, as small pictures."""
