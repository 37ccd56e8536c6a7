"""Who wins together, by pairs or all, what that makes of wins and draws, and the words for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from generator.catalog.wording import join_words
from generator.rules import Game, Result
from generator.rules.protocol import Sides

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SEAT = "seat "

Winners = tuple[int, ...]
"""The seats that won a game, ascending."""
Side = tuple[int, ...]
"""Seats that win and lose together, ascending; where each plays for itself, one."""


def sides_of(found: Collection[Winners], seats: int, game: Game | None = None) -> tuple[Side, ...]:
    """The sides that the rules of the game declare; where they don't, or it is not at hand, by the winners of
    all games.

    By these a seat that never won is by itself. Where nobody ever lost, all are one side only if all can
    lose, by the rules: else these were draws.
    """
    if game is not None and (declared := game.sides(seats)):
        return declared
    all_can_lose = game is not None and game.all_can_lose
    has_lost = any(len(winners) < seats for winners in found)
    alike: dict[object, list[int]] = {}
    for seat in range(seats):
        won = frozenset(winners for winners in found if seat in winners)
        alike.setdefault(won if won and (has_lost or all_can_lose) else seat, []).append(seat)
    return tuple(map(tuple, alike.values()))


def wins_together(sides: Collection[Side]) -> bool:
    return any(len(side) > 1 for side in sides)


def winning_sides(winners: Winners, sides: Collection[Side]) -> int:
    """How many sides won a game: each has its part of the win, and all seats of a side have it whole."""
    return sum(side[0] in winners for side in sides)


def found_winners(won: NDArray[np.int64]) -> frozenset[Winners]:
    """The winners that there were. ``won``: a row for each game, with 1 for each seat that won."""
    import numpy as np

    seats = range(won.shape[1])
    # One number a game is sorted many times faster than a row.
    masks = won @ np.array([1 << seat for seat in seats], dtype=np.int64)
    return frozenset(tuple(seat for seat in seats if int(mask) >> seat & 1) for mask in np.unique(masks))


def share_points(
    won: NDArray[np.int64], sides: Sequence[Side]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Of each game and seat 1/k of the win where k sides share it, and how many sides won."""
    winning = won[:, [side[0] for side in sides]].sum(axis=1)
    return won / winning.clip(1)[:, None], winning


def describe_winners(names: Sequence[str], seats: int, sides: int = 1) -> str:
    """Who won a game of so many sides: ``won together by seats 0 and 2``, ``all win`` or ``nobody wins``."""
    if not names:
        return "nobody wins"
    if len(names) == 1:
        return f"won by {names[0]}"
    if len(names) == seats:
        return "all win" if sides == 1 else "a draw of all"
    if all(name.startswith(_SEAT) for name in names):
        return f"won together by seats {join_words([name.removeprefix(_SEAT) for name in names], 'and')}"
    return f"won together by {join_words(names, 'and')}"


def is_shared(result: Result, *, all_can_lose: bool, sides: Sides = ()) -> bool:
    """Whether sides that are not one share the win, as far as a single game shows.

    ``all_can_lose``: whether the rules may let all seats lose, and so have sides if anything does.
    ``sides``: those that the rules declare; then there is no doubt.
    """
    if sides:
        return winning_sides(result.winners, sides) > 1
    if len(result.winners) < 2:
        return False
    if result.cut_short:
        return True
    if _are_pairs(result):
        return False
    is_tie = _has_points(result) and len({result.scores[seat] for seat in result.winners}) == 1
    # Where all have the same points it may be a tie or not.
    return not all_can_lose or (is_tie and len(result.winners) < len(result.scores))


def describe_result(names: Sequence[str], result: Result, *, all_can_lose: bool, sides: Sides = ()) -> str:
    """That several seats won a game."""
    listed = join_words(names, "and")
    if is_shared(result, all_can_lose=all_can_lose, sides=sides):
        return f"the win is shared by {listed}"
    if len(names) == len(result.scores) and _has_points(result):
        return f"{listed} win"
    return describe_winners(names, len(result.scores))


def _has_points(result: Result) -> bool:
    return not set(result.scores) <= {0, 1}


def _are_pairs(result: Result) -> bool:
    """Whether the others have the same points too, and are as many as those who won."""
    scores, winners = result.scores, result.winners
    sides = [
        {scores[seat] for seat in range(len(scores)) if (seat in winners) is won} for won in (True, False)
    ]
    return (
        _has_points(result) and 2 * len(winners) == len(scores) and all(len(points) == 1 for points in sides)
    )
