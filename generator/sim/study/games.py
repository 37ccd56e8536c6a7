"""The games of a study as columns of numbers, from which all its figures are worked out.

The games of a deal share their cards, so the deal is the unit of every figure: a thousand deals of two games
are a thousand observations, and not two thousand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.rules import Game
from generator.sim.endings import Side, found_winners, share_points, sides_of
from generator.sim.statistics.claims import Quantity
from generator.sim.statistics.comparisons import deal_means
from generator.sim.study.plan import Plan
from generator.sim.study.store import Store
from generator.sim.study.study_file import column_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Whole deals of a plan's games, in the order of their numbers."""

    plan: Plan
    columns: Mapping[str, NDArray[np.int64]]
    """By ``column_names``."""
    reasons: Mapping[int, str]
    """What the numbers in the column ``reason`` stand for."""
    digest: str
    """Of all games that are stored: the same where the same games were played."""
    won: NDArray[np.int64]
    """A row for each game, with 1 for each seat that won."""
    sides: tuple[Side, ...]
    """The seats that win and lose together; each by itself where they don't."""
    points: NDArray[np.float64]
    """Of each game and seat: 1/k where its side is one of k that won, else 0."""
    winning: NDArray[np.int64]

    @property
    def number(self) -> int:
        return len(self.won)

    @property
    def deals(self) -> int:
        return self.number // self.plan.seats

    @property
    def decisions(self) -> NDArray[np.int64]:
        """Of each game, of all seats together."""
        return self.by_seat("decisions").sum(axis=1)  # type: ignore[no-any-return]

    def by_seat(self, name: str) -> NDArray[np.int64]:
        """A row for each game, with the value of each seat."""
        import numpy as np

        return np.stack([self.columns[f"{name}_{seat}"] for seat in range(self.plan.seats)], axis=1)

    def by_deal(self, values: ArrayLike) -> NDArray[np.float64]:
        """The mean of each deal, from one value a game."""
        return deal_means(values, self.plan.seats)

    def of_sides(self, sides: tuple[Side, ...]) -> Games:
        """The same games where other games have shown other sides."""
        points, winning = share_points(self.won, sides)
        return replace(self, points=points, winning=winning, sides=sides)

    def seats_of(self, contestant: int) -> NDArray[np.int64]:
        """The contestant's seat in each game."""
        import numpy as np

        return (contestant + np.arange(self.number)) % self.plan.seats

    def subject(self) -> NDArray[np.float64]:
        """Of each deal the share of wins of contestant 0, who sits in every seat once."""
        return self.of_contestant(0)

    def of_contestant(self, contestant: int) -> NDArray[np.float64]:
        import numpy as np

        return self.by_deal(self.points[np.arange(self.number), self.seats_of(contestant)])

    def each(self, quantity: Quantity) -> NDArray[np.float64]:
        """Of each deal the value of what is measured; of ``first-player`` the whole share of wins.

        The seat that was asked first counts a fair share in a game that all lose, in which nobody is asked,
        or without another side.
        """
        import numpy as np

        games = np.arange(self.number)
        values: ArrayLike
        if quantity.kind == "length":
            values = self.columns["turns"]
        elif quantity.kind == "draws":
            # Players against the game, or one alone, have nobody to draw with: they lose.
            values = (self.winning != 1) & (len(self.sides) > 1)
        elif quantity.kind == "cut-short":
            values = self.columns["cut_short"]
        elif quantity.kind == "seat":
            values = self.points[:, int(quantity.name)]
        elif quantity.kind == "first-player":
            first = self.columns["first"]
            is_fair = (first < 0) | (self.winning == 0) | (len(self.sides) == 1)
            values = np.where(is_fair, 1 / len(self.sides), self.points[games, np.maximum(first, 0)])
        else:
            contestants = [
                number
                for number, one in enumerate(self.plan.contestants)
                if quantity.name == (one.bot if quantity.kind == "bot" else one.deck and one.deck.name)
            ]
            values = np.mean([self.points[games, self.seats_of(one)] for one in contestants], axis=0)
        return self.by_deal(values)


def read_games(store: Store, game: Game | None = None, most: int | None = None) -> Games:
    """The games of a study, or the first of them, up to the last whole deal.

    By ``game`` it is known which sides its rules declare. Raises InputError where the study can't be read.
    """
    import numpy as np

    plan = store.plan
    names = column_names(plan.seats)
    table = np.array(store.columns(names), dtype=np.int64).reshape(len(names), -1)
    number = min(table.shape[1], table.shape[1] if most is None else most)
    columns = dict(zip(names, table[:, : number - number % plan.seats], strict=True))
    won = np.stack([columns[f"won_{seat}"] for seat in range(plan.seats)], axis=1)
    sides = sides_of(found_winners(won), plan.seats, game)
    points, winning = share_points(won, sides)
    return Games(plan, columns, store.reasons(), store.digest(), won, sides, points, winning)
