"""One player: stronghold and hand, and what has been chosen in this turn."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

NOBODY: Final = -1
"""Stands for a general or a target that is not chosen yet."""


class Player:
    """Rows of cards are tuples: they are replaced, never changed, so that copies of a state share them."""

    __slots__ = (
        "attackers",
        "defence",
        "general",
        "hand",
        "missing",
        "out",
        "royals",
        "target",
        "troops",
    )

    royals: tuple[int, ...]
    """All that live, also one in the field, in the order in which they are listed."""
    hand: tuple[int, ...]
    """Ascending: troops, then aces, then jokers."""
    out: bool
    general: int
    target: int
    troops: tuple[int, ...]
    """What was sent with the general, ascending."""
    missing: int
    """How many more troops may be sent with the general."""
    attackers: tuple[int, ...]
    """The seats whose generals attack this stronghold; from the reveal on."""
    defence: tuple[int, ...]
    """The moves by which cards were laid and troops were pitted in this defence."""

    def sit_down(self) -> None:
        """A place at the table, without royals and cards."""
        self.royals = ()
        self.hand = ()
        self.out = False
        self.clear_turn()

    def clear_turn(self) -> None:
        """Nothing is chosen yet."""
        self.general = NOBODY
        self.target = NOBODY
        self.troops = ()
        self.missing = 0
        self.attackers = ()
        self.defence = ()

    def troops_in_hand(self, first_royal: int) -> tuple[int, ...]:
        """The cards of the hand that may be sent; cards below ``first_royal`` are troops."""
        return self.hand[: bisect_left(self.hand, first_royal)]

    def take_up(self, cards: list[int]) -> None:
        """Cards come into the hand."""
        self.hand = tuple(sorted([*self.hand, *cards]))

    def lay_down(self, card: int) -> None:
        """A card leaves the hand, which has it."""
        at = self.hand.index(card)
        self.hand = self.hand[:at] + self.hand[at + 1 :]

    def send(self, card: int) -> None:
        """A troop of the hand goes with the general."""
        self.lay_down(card)
        self.troops = tuple(sorted((*self.troops, card)))

    def lose(self, royal: int) -> None:
        """A royal is killed."""
        self.royals = tuple([other for other in self.royals if other != royal])

    def home(self) -> tuple[int, ...]:
        """The royals that are not in the field."""
        return tuple([royal for royal in self.royals if royal != self.general])

    def clone(self) -> Player:
        copy = Player()
        copy.royals = self.royals
        copy.hand = self.hand
        copy.out = self.out
        copy.general = self.general
        copy.target = self.target
        copy.troops = self.troops
        copy.missing = self.missing
        copy.attackers = self.attackers
        copy.defence = self.defence
        return copy
