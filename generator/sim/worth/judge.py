"""What a judge of positions is."""

from __future__ import annotations

from generator.rules import Position, Result, State

WIN = 1000.0
"""The worth of a game that is won alone; a lost one has as much below nothing. Any position of a game that
goes on lies well between."""


class Judge:
    """Says how good positions of one game are."""

    def settle(self, state: State, asked: Position, seat: int) -> State:
        """Plays what is under way to a point that can be judged, in the plainest way; by default nothing.

        A choice made of several small moves is only worth something once it has had its effect: an attack
        that nobody has answered yet is neither good nor bad. ``state`` may be changed; ``asked`` is the
        position before the move that is tried out, ``seat`` the one that tries it.
        """
        del asked, seat
        return state

    def worth(self, position: Position, seat: int) -> float:
        """How good the position is for the seat; higher is better, between -``WIN`` and ``WIN``."""
        raise NotImplementedError

    def outlook(self, position: Position, seat: int) -> str:
        """What speaks for or against the position, in words; by default nothing."""
        del position, seat
        return ""


def worth_of_result(result: Result, seat: int) -> float:
    """The worth of a game that has ended: a shared win counts for less, and defeat as a loss."""
    if seat not in result.winners:
        return -WIN
    rivals = len(result.scores) - 1
    beaten = len(result.scores) - len(result.winners)
    return WIN * beaten / rivals if rivals else WIN
