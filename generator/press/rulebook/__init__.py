"""Rulebooks: Markdown with the game's numbers, flowed into pages."""
