"""The end of the game: who has lost by where the fronts stand."""

from __future__ import annotations

from generator.catalog.wording import pluralize
from generator.rules.protocol import Result, one_winner


def losers(fronts: list[int], reach: int) -> list[int]:
    """The seats that have lost: by a gap, a lane pushed past their red line, or by a rout, all lanes on it.

    ``reach`` is the distance from the start to either red line.
    """
    lost = []
    if min(fronts) < -reach or max(fronts) == -reach:
        lost.append(0)
    if max(fronts) > reach or min(fronts) == reach:
        lost.append(1)
    return lost


def ending(fronts: list[int], reach: int, max_rounds: int) -> Result:
    """How a game that is over ended: if nobody lost, the engine's limit of rounds ended it."""
    lost = losers(fronts, reach)
    if len(lost) == 1:
        winner = 1 - lost[0]
        return Result(one_winner(2, (winner,)), (winner,), _why(fronts, reach, lost[0]))
    if lost:
        return Result((1, 1), (0, 1), "a draw: both lines were broken in the same step")
    return Result((1, 1), (0, 1), f"a draw: {pluralize(max_rounds, 'round')} are over", cut_short=True)


def _why(fronts: list[int], reach: int, loser: int) -> str:
    toward = 1 if loser else -1
    gaps = [lane for lane, front in enumerate(fronts) if front * toward > reach]
    if gaps:
        return f"seat {1 - loser} wins by a gap: lane {gaps[0]} is pushed past seat {loser}'s red line"
    return f"seat {1 - loser} wins by a rout: all {len(fronts)} lanes stand on seat {loser}'s red line"
