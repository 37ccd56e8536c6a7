"""What the seats of a game go for, as OpenSpiel counts it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.rules.protocol import Result


@dataclass(frozen=True, slots=True)
class Winning:
    """To win is worth 1, shared by those who win together; the others pay for it in equal parts.

    Of two seats the winner has 1, the loser -1, and a draw is 0 for both. The sum is 0, but where all lose:
    then each has what a loser has.
    """

    zero_sum: bool = True
    """Whether nobody can lose together with all others."""

    def bounds(self, seats: int) -> tuple[float, float]:
        """The least and the most that a seat may end with."""
        return -1.0 / (seats - 1), 1.0

    def of(self, result: Result) -> list[float]:
        """What each seat ends with."""
        seats, winners = len(result.scores), len(result.winners)
        lost = -1.0 / (seats - 1)
        if not winners:
            return [lost] * seats
        won = (seats / winners - 1) / (seats - 1)
        return [won if seat in result.winners else lost for seat in range(seats)]


@dataclass(frozen=True, slots=True)
class Points:
    """The game's own points, which must lie between two bounds."""

    least: float
    most: float
    zero_sum: bool = False
    """Whether all seats' points together are 0 in every game."""

    def bounds(self, seats: int) -> tuple[float, float]:
        """The least and the most that a seat may end with."""
        del seats
        return self.least, self.most

    def of(self, result: Result) -> list[float]:
        """What each seat ends with."""
        return [float(score) for score in result.scores]


Utility = Winning | Points
