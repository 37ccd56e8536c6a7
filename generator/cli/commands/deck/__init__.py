"""Decks: check, build, compare and print them."""

EXAMPLES = ("gatepress deck new", "gatepress deck check my-deck.yaml", "gatepress deck print my-deck.yaml")
