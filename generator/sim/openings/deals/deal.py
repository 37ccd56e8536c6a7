"""What a seat's first hand is drawn from, where each seat has a deck."""

from __future__ import annotations

from collections.abc import Sequence

from generator.rules import State


class Deal:
    """Says from which cards a hand is drawn, and which of them are counted together."""

    def deck(self, state: State, seat: int) -> Sequence[str]:
        """All cards that the seat's first hand could have been drawn from, in a game just begun."""
        unseen = state.view(0)["unseen"]
        # At the beginning another seat has seen none of them.
        cards: list[str] = state.view((seat + 1) % len(unseen))["unseen"][seat]
        return cards

    def kinds(self, card: str) -> Sequence[str]:
        """Under which names a card is counted; by default under its own."""
        return (card,)
