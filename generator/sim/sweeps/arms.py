"""An arm of a study that tries other numbers: its games on the deals that all arms share, and what they show.

The deals follow from the study's seed alone, so that game number k is dealt from the same seed in every arm.
What differs between two arms is then what the numbers do, and little of it the luck of the cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from generator.catalog.problems import Problem, Problems
from generator.sim.endings import Side, found_winners, share_points, sides_of
from generator.sim.statistics.claims import Quantity
from generator.sim.statistics.comparisons import deal_means, first_player_advantage, mean_of_deals
from generator.sim.statistics.intervals import LEVEL, Interval, mean_interval
from generator.sim.study.plan import Plan
from generator.sim.study.play import Table, open_table
from generator.sim.study.store import Store
from generator.sim.study.workers import Crew, play_study

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ArmFailed(Exception):  # noqa: N818 - it is what happened
    """Raised where a game of an arm could not be played; carries what is told."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Setting:
    """A value of a number that is tried: of the game's options, or of its card database."""

    path: str
    value: str
    is_option: bool = False

    def __str__(self) -> str:
        return f"{self.path}={self.value}"


@dataclass(frozen=True, slots=True, eq=False)
class ArmGames:
    """The games of an arm as columns, by number."""

    plan: Plan
    won: NDArray[np.int64]
    """A row for each game, with 1 for each seat that won."""
    points: NDArray[np.float64]
    """The same with the points of every seat: 1 for a win, 1/k where k sides share it."""
    winning: NDArray[np.int64]
    """How many sides won."""
    sides: tuple[Side, ...]
    first: NDArray[np.int64]
    """Who had the first turn; -1 where nobody was asked."""
    cut_short: NDArray[np.int64]
    turns: NDArray[np.int64]
    decisions: NDArray[np.int64]
    digest: str
    """Of the study: the same where the same games were played."""

    def by_deal(self, seat: int) -> NDArray[np.float64]:
        """A seat's mean points in every deal."""
        return deal_means(self.points[:, seat], self.plan.seats)

    def of_sides(self, sides: tuple[Side, ...]) -> ArmGames:
        """The same games where other games have shown other sides."""
        if sides == self.sides:
            return self
        points, winning = share_points(self.won, sides)
        return replace(self, points=points, winning=winning, sides=sides)


def plan_with(plan: Plan, settings: tuple[Setting, ...]) -> Plan:
    """The plan with other numbers."""
    changes = [*plan.changes, *(str(one) for one in settings if not one.is_option)]
    options = {**dict(plan.options), **{one.path: one.value for one in settings if one.is_option}}
    return replace(plan, changes=tuple(changes), options=tuple(options.items()))


def open_arm(plan: Plan, problems: Problems) -> Table | None:
    """The plan's game with its changes; None, told in ``problems``, where it can't be played."""
    from generator.rules.loading import BadDatabase

    try:
        return open_table(plan)
    except BadDatabase as bad:
        problems.extend(bad.problems.found)
        return None


def play_arm(
    table: Table, crew: Crew, done: Callable[[int], None], settings: tuple[Setting, ...] = ()
) -> ArmGames:
    """Plays all games of an arm; ``settings`` are what it is called by where one can't be played.

    Raises ArmFailed, and InputError where the workers fail.
    """
    with OpenArm(table, settings) as arm:
        arm.play(table.plan.games, crew, done)
        games = arm.games()
    assert games is not None
    return games


class OpenArm:
    """An arm whose games are played some at a time. Close it in the end."""

    def __init__(self, table: Table, settings: tuple[Setting, ...] = ()) -> None:
        """``settings`` are what it is called by where a game can't be played."""
        self.settings = settings
        self._table = table
        self._store = Store.begin(None, table.plan, table.versions)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    def play(self, games: int, crew: Crew, done: Callable[[int], None]) -> None:
        """Plays what is missing of the first games. Raises ArmFailed, and InputError where workers fail."""
        whole = self._table
        plan = replace(whole.plan, games=games)
        self._store.plan = plan
        failure = play_study(self._store, Table(plan, whole.database, whole.game), crew, done)
        if failure is not None:
            words = [", ".join(map(str, self.settings))] if self.settings else []
            told = ": ".join([*words, failure.problem.message])
            raise ArmFailed(failure.problem._replace(message=told))

    def games(self) -> ArmGames | None:
        """The games of the first deals that are all played; None where they are too few to tell anything."""
        missing, whole = self._store.missing(), self._table.plan
        played = missing[0].start if missing else self._store.plan.games
        # A single deal has no spread.
        is_enough = played >= min(2 * whole.seats, whole.games)
        return _games(self._store, whole, played // whole.seats * whole.seats) if is_enough else None


def _games(store: Store, plan: Plan, games: int) -> ArmGames:
    """The first games of a study."""
    import numpy as np

    seats = range(plan.seats)
    names = ["first", "cut_short", "turns", *(f"won_{seat}" for seat in seats)]
    names += [f"decisions_{seat}" for seat in seats]
    columns = np.array(store.columns(names), dtype=np.int64).reshape(len(names), -1)[:, :games]
    digest = store.digest()
    won, decisions = columns[3 : 3 + plan.seats].T, columns[3 + plan.seats :]
    sides = sides_of(found_winners(won), plan.seats)
    points, winning = share_points(won, sides)
    first, cut_short, turns = columns[:3]
    return ArmGames(plan, won, points, winning, sides, first, cut_short, turns, decisions.sum(axis=0), digest)


def measure(games: ArmGames, quantity: Quantity, level: float = LEVEL) -> Interval:
    """What an arm's games show of a quantity; the deal is the unit wherever it is a share."""
    import numpy as np

    plan = games.plan
    if quantity.kind == "length":
        return mean_interval(deal_means(games.turns, plan.seats), level)
    if quantity.kind == "first-player":
        at = np.arange(len(games.first))
        fair = np.full(len(at), 1 / len(games.sides))
        is_told = (games.first >= 0) & (len(games.sides) > 1)
        first = np.where(is_told, games.points[at, np.maximum(games.first, 0)], fair)
        return first_player_advantage(first, plan.seats, len(games.sides), level)
    if quantity.kind == "draws":
        values = (games.winning != 1).astype(float)
    elif quantity.kind == "cut-short":
        values = games.cut_short.astype(float)
    elif quantity.kind == "seat":
        values = games.points[:, int(quantity.name)]
    else:
        values = _contestants_points(games, quantity)
    return mean_of_deals(deal_means(values, plan.seats), 0.0, 1.0, level)


def _contestants_points(games: ArmGames, quantity: Quantity) -> NDArray[np.float64]:
    """The mean points of the contestants that are a bot or play a deck, game by game."""
    import numpy as np

    plan = games.plan
    numbers = np.arange(len(games.points))
    chosen = [
        number
        for number, one in enumerate(plan.contestants)
        if quantity.name == (one.bot if quantity.kind == "bot" else one.deck and one.deck.name)
    ]
    each = [games.points[numbers, (number + numbers) % plan.seats] for number in chosen]
    return np.mean(each, axis=0)  # type: ignore[no-any-return]
