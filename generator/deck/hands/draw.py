"""The draw rule that sample hands and their odds go by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.deck.format import DeckFormat

Player = Literal["first", "other"]


@dataclass(frozen=True, slots=True)
class Opening:
    """How many cards a player draws on their own first turn, as the first player or another one."""

    player: Player
    hand: int

    def drawn_by(self, turn: int) -> int:
        """Cards drawn up to and with the player's own turn ``turn``, from a deck that has as many."""
        return self.hand + turn - 1


def openings(limits: DeckFormat) -> tuple[Opening, Opening]:
    """The first player's, and everyone else's."""
    return Opening("first", limits.first_hand), Opening("other", limits.other_hand)


def in_words(chosen: Sequence[Opening]) -> str:
    """The rule as a reader of odds has to know it."""
    who = {"first": "the first player", "other": "any other player"}
    hands = " and ".join(f"{opening.hand} for {who[opening.player]}" for opening in chosen)
    return (
        f"Cards drawn on a player's own first turn: {hands}. On each later turn one card, the most that"
        " may be drawn with no soldiers in play. A player may also draw fewer on later turns."
        " Nothing is played and nothing goes back. An empty deck gives no more cards."
    )
