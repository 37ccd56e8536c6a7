"""What a balance study measures: in games, of their cards, and what becomes of a game without a card."""
