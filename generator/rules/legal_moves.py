"""A cache of legal moves: each tuple is built once and looked up afterwards.

In most decisions the legal moves depend only on which things are available: kinds of cards, stacks,
districts. A set of things is a bit mask, a whole number with one bit for each thing, like ``Pile.kinds``.
"""

from __future__ import annotations

from typing import Final

MAX_KEPT: Final = 5000
"""The cache is cleared at this size, to bound its memory; what is needed again is soon rebuilt."""


class LegalMoves:
    """The legal moves for any set of things, where each thing has its moves.

    The lower and the upper half of the things are cached separately, since there are few sets of each half.
    For this, all moves with the upper half must come after those with the lower. Where they do not, or where
    few different sets occur, ``halves`` is False, and whole sets are cached.
    """

    __slots__ = ("_half", "_low", "_low_things", "_moves", "_upper")

    _low: dict[int, tuple[int, ...]]
    _upper: dict[int, tuple[int, ...]]

    def __init__(
        self, moves: list[tuple[int, ...]], closing: tuple[int, ...] = (), halves: bool = True
    ) -> None:
        """``moves``: the moves with each thing; ``closing``: moves that are always legal, and come first."""
        self._moves = moves
        self._half = (len(moves) + 1) // 2 if halves else len(moves)
        self._low_things = (1 << self._half) - 1
        self._low = {0: closing}
        self._upper = {0: ()}

    def among(self, things: int) -> tuple[int, ...]:
        """The moves with any of the things in the set, ascending."""
        try:
            low = self._low[things & self._low_things]
        except KeyError:
            low = self._make_low(things & self._low_things)
        if things <= self._low_things:
            return low
        try:
            return low + self._upper[things >> self._half]
        except KeyError:
            return low + self._make_upper(things >> self._half)

    def _make_low(self, things: int) -> tuple[int, ...]:
        if len(self._low) >= MAX_KEPT:
            self._low = {0: self._low[0]}
        made = self._low[0] + _joined(self._moves[: self._half], things)
        self._low[things] = made
        return made

    def _make_upper(self, things: int) -> tuple[int, ...]:
        if len(self._upper) >= MAX_KEPT:
            self._upper = {0: ()}
        made = _joined(self._moves[self._half :], things)
        self._upper[things] = made
        return made


class TargetedMoves:
    """The legal moves that combine a thing and a target: a seat, an attack, a card."""

    __slots__ = ("_closing", "_kept", "_rows")

    _kept: dict[tuple[int, ...], LegalMoves]

    def __init__(self, rows: list[list[int]], closing: tuple[int, ...] = ()) -> None:
        """``rows``: the move for each thing and target."""
        self._rows = rows
        self._closing = closing
        self._kept = {}

    def towards(self, targets: tuple[int, ...]) -> LegalMoves:
        """The legal moves towards these targets, which are ascending."""
        moves = self._kept.get(targets)
        if moves is None:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            moves = LegalMoves(
                [tuple([row[target] for target in targets]) for row in self._rows], self._closing
            )
            self._kept[targets] = moves
        return moves


def _joined(moves: list[tuple[int, ...]], things: int) -> tuple[int, ...]:
    """The moves with any of the things in the set, ascending; the first thing is the lowest bit."""
    return tuple(sorted([move for at, with_it in enumerate(moves) if things >> at & 1 for move in with_it]))
