"""Strongholds: all draw from one deck, in which no card is there twice; ranks are counted, and all troops."""

from __future__ import annotations

from collections.abc import Sequence

from generator.rules import Game, State
from generator.rules.evaluation import Deal

_ACE, _JOKER = "A", "*"
_RANKS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class SharedDeck(Deal):
    def deck(self, state: State, seat: int) -> Sequence[str]:
        del seat
        position = state.to_dict()
        hands = [card for given in position["seats"] for card in given["hand"]]
        return sorted([*hands, *position["pile"]], key=_order)

    def kinds(self, card: str) -> Sequence[str]:
        if card.startswith(_JOKER):
            return ("joker",)
        return ("ace",) if card.startswith(_ACE) else ("troop", _RANKS[int(card[:-1]) - 1])


def _order(card: str) -> tuple[bool, bool, int, str]:
    """Troops by number and suit, then aces, then jokers."""
    is_joker, is_ace = card.startswith(_JOKER), card.startswith(_ACE)
    return is_joker, is_ace, 0 if is_joker or is_ace else int(card[:-1]), card


def open_deal(game: Game) -> Deal:
    """The one deck of this game."""
    del game
    return SharedDeck()
