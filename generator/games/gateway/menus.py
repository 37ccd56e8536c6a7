"""The options of each decision, made once and looked up afterwards by what there is to choose from."""

from __future__ import annotations

from typing import Final

from generator.games.gateway.moves import NO_MOVE

MAX_KNOWN: Final = 5000
"""Bounds the memory of lists that are kept; what is asked for again is soon made again."""
HALF: Final = 24
"""Lists are kept apart for the first so many kinds and for the others: there are fewer of each."""
FIRST_HALF: Final = (1 << HALF) - 1


class Menu:
    """What may be done with each of some things: kinds of cards, stacks, districts.

    Sets of things are whole numbers with one binary digit for each, as ``Pile.kinds`` has them.
    """

    __slots__ = ("_low", "_moves", "_upper")

    _low: dict[int, tuple[int, ...]]
    _upper: dict[int, tuple[int, ...]]

    def __init__(self, moves: list[int], closing: tuple[int, ...]) -> None:
        """``moves``: the move with each thing, ascending; ``closing``: what is always there, and first."""
        self._moves = moves
        self._low = {0: closing}
        self._upper = {0: ()}

    def options(self, things: int) -> tuple[int, ...]:
        """The moves with a set of things, ascending."""
        low = self._low.get(things & FIRST_HALF)
        if low is None:
            low = self._make_low(things & FIRST_HALF)
        if things <= FIRST_HALF:
            return low
        upper = self._upper.get(things >> HALF)
        if upper is None:
            upper = self._make_upper(things >> HALF)
        return low + upper

    def _make_low(self, things: int) -> tuple[int, ...]:
        if len(self._low) >= MAX_KNOWN:
            self._low = {0: self._low[0]}
        made = self._low[0] + _joined(self._moves[:HALF], things)
        self._low[things] = made
        return made

    def _make_upper(self, things: int) -> tuple[int, ...]:
        if len(self._upper) >= MAX_KNOWN:
            self._upper = {0: ()}
        made = _joined(self._moves[HALF:], things)
        self._upper[things] = made
        return made


def _joined(moves: list[int], things: int) -> tuple[int, ...]:
    """The moves with a set of things, of which the first has the lowest digit."""
    return tuple([move for at, move in enumerate(moves) if things >> at & 1 and move != NO_MOVE])
