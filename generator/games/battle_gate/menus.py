"""The options of each decision, made once and looked up afterwards by the kinds of cards that are at hand."""

from __future__ import annotations

from typing import Final

from generator.games.battle_gate.moves import DONE, PASS, Moves

ONLY_DONE: Final = (DONE,)
ONLY_PASS: Final = (PASS,)
MAX_KNOWN: Final = 1000
"""Bounds the memory of lists that are kept; what is asked for again is soon made again."""


class Menu:
    """What may be done with each kind of card in one situation.

    The options of the lower and of the upper half of the kinds are kept apart: there are few sets of each.
    """

    __slots__ = ("_closing", "_half", "_low", "_low_kinds", "_moves", "_upper")

    _low: list[tuple[int, ...] | None]
    _upper: list[tuple[int, ...] | None]
    """For each set of kinds in the half its moves; None as long as nobody asked."""

    def __init__(self, moves: list[tuple[int, ...]], closing: tuple[int, ...]) -> None:
        """``moves``: for each kind those with it, ascending; ``closing``: what is always there, and first."""
        self._moves = moves
        self._closing = closing
        self._half = len(moves) // 2
        self._low_kinds = (1 << self._half) - 1
        self._low = [None] * (1 << self._half)
        self._upper = [None] * (1 << len(moves) - self._half)

    def options(self, kinds: int) -> tuple[int, ...]:
        """The moves with a set of kinds, ascending."""
        low = self._low[kinds & self._low_kinds]
        if low is None:
            low = self._make_low(kinds & self._low_kinds)
        upper = self._upper[kinds >> self._half]
        if upper is None:
            upper = self._make_upper(kinds >> self._half)
        return low + upper

    def _make_low(self, kinds: int) -> tuple[int, ...]:
        made = self._closing + _joined(self._moves[: self._half], kinds)
        self._low[kinds] = made
        return made

    def _make_upper(self, kinds: int) -> tuple[int, ...]:
        made = _joined(self._moves[self._half :], kinds)
        self._upper[kinds] = made
        return made


def _joined(moves: list[tuple[int, ...]], kinds: int) -> tuple[int, ...]:
    """The moves with a set of kinds, of which the first has the lowest bit."""
    return tuple([move for kind, with_it in enumerate(moves) if kinds >> kind & 1 for move in with_it])


class AimedMenus:
    """The menus of cards that are sent somewhere: one for each choice of goals, seats or attacks."""

    __slots__ = ("_closing", "_known", "_rows")

    def __init__(self, rows: list[list[int]], closing: tuple[int, ...]) -> None:
        """``rows``: the move for each kind and goal."""
        self._rows = rows
        self._closing = closing
        self._known: dict[tuple[int, ...], Menu] = {}

    def towards(self, goals: tuple[int, ...]) -> Menu:
        """The menu for these goals, which are ascending."""
        menu = self._known.get(goals)
        if menu is None:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            menu = Menu([tuple([row[goal] for goal in goals]) for row in self._rows], self._closing)
            self._known[goals] = menu
        return menu


class Menus:
    """All menus of the game."""

    __slots__ = ("attack", "block", "boost", "discard", "draw", "field", "recover")

    draw: list[tuple[int, ...]]
    """The draws of up to so many cards."""

    def __init__(self, moves: Moves) -> None:
        self.draw = [tuple(moves.draw[: most + 1]) for most in range(len(moves.draw))]
        self.field = Menu([(move,) for move in moves.field], ONLY_DONE)
        self.attack = AimedMenus(moves.attack, ONLY_DONE)
        self.block = AimedMenus(moves.block, ONLY_DONE)
        self.boost = AimedMenus(moves.boost, ONLY_PASS)
        self.discard = Menu([(move,) for move in moves.discard], ())
        self.recover = Menu([(move,) for move in moves.recover], ONLY_DONE)
