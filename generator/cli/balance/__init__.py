"""The report of a balance study: what it says of seats, decks and bots, and of the games themselves."""
