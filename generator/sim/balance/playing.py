"""Plays the arms of a balance study, one after the other, into a folder of studies or into none.

Every arm is a study of its own, ``FOLDER/ARM/study.db``, which ``gatepress replay`` reads; a run that was
stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problem
from generator.rules import Game
from generator.sim.balance.arms import Arm
from generator.sim.balance.shares import MatchFigures, figures_of, share_at_all_times, share_of_deals
from generator.sim.balance.trace import Tracing
from generator.sim.statistics.claims import Quantity, StoppingRule
from generator.sim.statistics.sequential import sequence_for
from generator.sim.study.games import Games, read_games
from generator.sim.study.plan import Plan
from generator.sim.study.store import Store
from generator.sim.study.table import Table
from generator.sim.study.workers import Crew, play_study

FIRST_LOOK = 50
"""Deals after which a study that may stop early looks for the first time."""
LOOKS = 1.25
"""Deals at a look, as a multiple of those at the look before."""
_STOPS = ("seats", "players", "setups", "bots")
"""Measures whose arms may stop early: their figures are intervals that are valid at all times. The others
correct p values for there being many, which are valid for a number of games that was fixed beforehand."""


class ArmFailed(Exception):  # noqa: N818 - it is what happened
    """Raised where a game of an arm could not be played; the games before it are kept."""

    def __init__(self, arm: Arm, problem: Problem) -> None:
        super().__init__(arm, problem)
        self.arm = arm
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Played:
    figures: MatchFigures
    stopped: bool
    """Whether it ended before its last game because its intervals were narrow enough."""


@dataclass(frozen=True, slots=True)
class Player:
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
                if is_narrow(read_games(store, self.game), rule, is_mirror=arm.is_mirror):
                    break
            done(arm.plan.games - store.count())
            figures = figures_of(arm, store, self.game, share_at_all_times(rule.width))
            return Played(figures, stopped=figures.games < arm.plan.games)

    def _play_up_to(self, arm: Arm, store: Store, games: int, done: Callable[[int], None]) -> None:
        plan = replace(arm.plan, games=games)
        store.plan = plan
        table = Table(plan, self.database, self.game)
        failure = play_study(store, table, self.crew, done, Tracing() if arm.is_traced else None)
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


def is_narrow(games: Games, rule: StoppingRule, *, is_mirror: bool) -> bool:
    """Whether the intervals that a rule is about are narrower than it wants, and stay valid for all that."""
    quantity = rule.quantity
    if quantity is None and is_mirror:
        values = [games.each(Quantity("seat", str(seat))) for seat in range(games.plan.seats)]
    elif quantity is None or quantity.kind == "bot":
        values = [games.subject()]
    elif quantity.kind == "first-player" and (games.columns["first"] < 0).all():
        return True
    else:
        values = [games.each(quantity)]
    return all(sequence_for(rule.width).update(value).width < rule.width for value in values)
