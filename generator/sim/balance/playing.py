"""Plays the arms of a balance study, one after the other, into a folder of studies or into none.

Every arm is a study of its own, ``FOLDER/ARM/study.db``, which ``gatepress replay`` reads; a run that was
stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problem
from generator.rules import Game
from generator.sim.balance.arms import Arm
from generator.sim.balance.shares import (
    Columns,
    MatchFigures,
    columns_of,
    figures_of,
    share_at_all_times,
    share_of_deals,
)
from generator.sim.balance.trace import Tracer, Tracing
from generator.sim.statistics.claims import StoppingRule
from generator.sim.statistics.sequential import sequence_for
from generator.sim.study.plan import Plan
from generator.sim.study.play import Table
from generator.sim.study.store import Store
from generator.sim.study.workers import Crew, play_study

FIRST_LOOK = 50
"""Deals after which a study that may stop early looks for the first time."""
TRACED_DEALS = 100
"""Deals of a match whose games are traced. They are the first ones, so that games can be added to a study."""
ESTIMATED_EVERY = 2
"""Every so many-th of them is one in which it is estimated who will win."""
LOOKS = 1.25
"""Deals at a look, as a multiple of those at the look before."""
_STOPS = ("seats", "players", "setups", "bots")
"""Measures whose arms may stop early: their figures are intervals that are valid at all times. The others
correct p values for there being many, which are valid for a number of games that was fixed beforehand."""


@dataclass(frozen=True, slots=True)
class FirstDeals:
    """Traces the first deals of a match, and no more however many games are added to it."""

    deals: int = TRACED_DEALS
    tracing: Tracing = field(default_factory=lambda: Tracing(every=1, estimated=ESTIMATED_EVERY))

    def open(self, table: Table) -> Tracer:
        """The observer of a batch of games."""
        return _FirstDeals(table, self.tracing, self.deals)


class _FirstDeals(Tracer):
    def __init__(self, table: Table, tracing: Tracing, deals: int) -> None:
        super().__init__(table, tracing)
        self._plan = table.plan
        self._deals = deals

    def wants(self, number: int) -> bool:
        return self._plan.deal(number) < self._deals


class ArmFailed(Exception):  # noqa: N818 - it is what happened
    """Raised where a game of an arm could not be played; the games before it are kept."""

    def __init__(self, arm: Arm, problem: Problem) -> None:
        super().__init__(arm, problem)
        self.arm = arm
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Played:
    """An arm that was played."""

    figures: MatchFigures
    stopped: bool
    """Whether it ended before its last game because its intervals were narrow enough."""


@dataclass(frozen=True, slots=True)
class Player:
    """Plays arms of one game."""

    database: Database
    game: Game
    crew: Crew
    folder: Path | None
    """Where studies are kept; None for nowhere."""
    rule: StoppingRule | None
    """When an arm may end before its last game."""

    def play(self, arms: Sequence[Arm], done: Callable[[int], None]) -> Iterator[Played]:
        """Plays the arms in their order; ``done`` is told of games as they are stored.

        Arms whose plans are the same are played once. Raises ArmFailed, and InputError where a study file or
        the workers fail.
        """
        known: dict[Plan, Played] = {}
        for arm in arms:
            before = known.get(arm.plan)
            if before is None:
                before = known[arm.plan] = self._play(arm, done)
            yield replace(before, figures=replace(before.figures, arm=arm))

    def _play(self, arm: Arm, done: Callable[[int], None]) -> Played:
        rule = self._rule_of(arm)
        table = Table(arm.plan, self.database, self.game)
        folder = None if self.folder is None else self.folder / arm.name
        with Store.begin(folder, arm.plan, table.versions, self.folder) as store:
            done(store.count())
            if rule is None:
                self._play_up_to(arm, store, arm.plan.games, done)
                return Played(figures_of(arm, store, self.game, share_of_deals), stopped=False)
            for games in looks(arm.plan):
                if games < store.count():
                    continue
                self._play_up_to(arm, store, games, done)
                if is_narrow(columns_of(store, self.game), rule, is_mirror=arm.is_mirror):
                    break
            done(arm.plan.games - store.count())
            figures = figures_of(arm, store, self.game, share_at_all_times(rule.width))
            return Played(figures, stopped=figures.games < arm.plan.games)

    def _play_up_to(self, arm: Arm, store: Store, games: int, done: Callable[[int], None]) -> None:
        """Plays the games below a number that are missing."""
        plan = replace(arm.plan, games=games)
        store.plan = plan
        table = Table(plan, self.database, self.game)
        failure = play_study(store, table, self.crew, done, FirstDeals() if arm.is_traced else None)
        if failure is not None:
            raise ArmFailed(arm, failure.problem)

    def _rule_of(self, arm: Arm) -> StoppingRule | None:
        """The rule by which the arm may stop; None where it plays all its games."""
        if self.rule is None or arm.measure not in _STOPS:
            return None
        quantity = self.rule.quantity
        if quantity is None:
            return self.rule
        if quantity.kind == "bot":
            return self.rule if quantity.name in (arm.subject, arm.against) and not arm.is_mirror else None
        return self.rule if arm.is_mirror else None


def looks(plan: Plan) -> Iterator[int]:
    """After how many games a study that may stop early looks: the same whoever plays and however often."""
    most = plan.games // plan.seats
    deals = FIRST_LOOK
    while deals < most:
        yield deals * plan.seats
        deals = round(deals * LOOKS)
    yield plan.games


def is_narrow(columns: Columns, rule: StoppingRule, *, is_mirror: bool) -> bool:
    """Whether the intervals that a rule is about are narrower than it wants, and stay valid for all that."""
    import numpy as np

    quantity = rule.quantity
    seats = range(columns.plan.seats)
    if quantity is None and is_mirror:
        values = [columns.by_deal(columns.points[:, seat]) for seat in seats]
    elif quantity is None or quantity.kind == "bot":
        values = [columns.subject()]
    elif quantity.kind == "seat":
        values = [columns.by_deal(columns.points[:, seat]) for seat in seats if str(seat) == quantity.name]
    elif quantity.kind == "first-player":
        first = columns.first_player()
        values = [] if first is None else [first]
    else:
        games = columns.winning != 1 if quantity.kind == "draws" else columns.cut_short
        values = [columns.by_deal(games.astype(np.float64))]
    return all(sequence_for(rule.width).update(value).width < rule.width for value in values)
