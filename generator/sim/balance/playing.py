"""Plays the arms of a balance study, one after the other, and works out what the games of each come to.

Every arm is a study of its own, ``FOLDER/ARM/study.db``, which ``gatepress replay`` reads; a run that was
stopped goes on where it was. Without a folder nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.models import Game as Database
from generator.rules import Game
from generator.sim.balance.arms import Arm
from generator.sim.balance.card_figures import CardReport, measure_cards
from generator.sim.balance.figures import GameFigures, measure_games
from generator.sim.balance.trace import Tracing, collect_traces
from generator.sim.endings import Side, Winners, wins_together
from generator.sim.statistics.claims import Quantity, StoppingRule
from generator.sim.statistics.intervals import (
    AT_EVERY_LOOK,
    LEVEL,
    Interval,
    bounded_mean,
    simultaneous_level,
)
from generator.sim.study.games import Games, read_games
from generator.sim.study.plan import Plan
from generator.sim.study.store import Store
from generator.sim.study.table import Failure, Table
from generator.sim.study.workers import Crew, play_study
from generator.sim.sweeps.arms import ArmFailed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST_LOOK = 50
"""Deals after which a study that may stop early looks for the first time."""
LOOKS = 1.25
"""Deals at a look, as a multiple of those at the look before."""
_STOPS = ("seats", "players", "setups", "bots")
"""Measures whose arms may stop early: their figures are intervals that are valid at every look. The others
correct p values for there being many, which are valid for a number of games that was fixed beforehand."""

Share = Callable[["NDArray[np.float64]"], Interval]
"""The mean of shares from 0 to 1, one a deal, with its interval."""


@dataclass(frozen=True, slots=True)
class MatchFigures:
    arm: Arm
    games: int
    deals: int
    seats: tuple[Interval, ...]
    first_player: Interval | None
    """The share of wins, beyond a fair one, of the seat that decides first; None where nobody decides."""
    asked_first: tuple[int, ...]
    """By seat, in how many games it had the first turn or, where a game knows none, decided first."""
    subject: Interval
    """The share of wins of the arm's subject, contestant 0."""
    others: Interval
    """Those that are not like it; of a mirror match ``subject``."""
    sides: tuple[Side, ...]
    """The seats that win and lose together; each by itself where they don't."""
    fair: float
    """The share of wins of each of so many equals: 1/n, less by the games that all lost. Where the subject is
    in every seat of sides of unlike sizes, that of a seat."""
    draws: Interval
    """The share of games that not a single side won: shared wins, and games that all lose."""
    lost_by_all: int
    together: tuple[tuple[Winners, Interval], ...]
    """The shares of games by their winners, where seats win together; none where each plays for itself."""
    cut_short: Interval
    """The share of games that the engine's limit on turns ended, and not the rules."""
    length: Interval
    """The mean number of turns, or of decisions in a game that counts no turns."""
    course: GameFigures
    """How the games went: length, choice, margins, endings, and of those that were traced their course."""
    cards: CardReport | None
    """What became of cards; None where no game was traced."""
    digest: str
    """Over the results of all games, as of ``gatepress simulate``."""
    by_deal: NDArray[np.float64] = field(repr=False, compare=False)
    """The subject's share of wins in each deal."""
    beyond: NDArray[np.float64] = field(repr=False, compare=False)
    """In each deal by how much that is more than a fair share."""

    @property
    def first_apart(self) -> Interval | None:
        """``first_player``; None too where the same seat always decides first, and where all are one side."""
        is_known = max(self.asked_first) < self.games and not self.all_are_one_side
        return self.first_player if is_known else None

    @property
    def all_are_one_side(self) -> bool:
        """Whether the seats play together against the game, or one alone does."""
        return len(self.sides) == 1

    def to_dict(self) -> dict[str, object]:
        """As JSON values; ``docs/balance.md`` describes each key."""
        arm = self.arm
        return {
            "arm": arm.name,
            "measure": arm.measure,
            "subject": arm.subject,
            "against": arm.against or None,
            "contestants": [str(contestant) for contestant in arm.plan.contestants],
            "options": dict(arm.plan.options),
            "games": self.games,
            "deals": self.deals,
            "games_asked": arm.plan.games,
            "seats": [interval.to_dict() for interval in self.seats],
            "first_player": None if self.first_player is None else self.first_player.to_dict(),
            "asked_first": list(self.asked_first),
            "fair": self.fair,
            "subject_share": None if arm.is_mirror else self.subject.to_dict(),
            "sides": [list(side) for side in self.sides],
            "draws": self.draws.to_dict(),
            "lost_by_all": self.lost_by_all,
            "cut_short": self.cut_short.to_dict(),
            "length": self.length.to_dict(),
            "course": self.course.to_dict(),
            "cards": None if self.cards is None else self.cards.to_dict(),
            "digest": self.digest,
        }


def share_of_deals(values: NDArray[np.float64]) -> Interval:
    """The mean of shares, one a deal, where the number of deals was fixed beforehand."""
    return bounded_mean(values)


def share_at_every_look(plan: Plan) -> Share:
    """The same where the study may stop at any of its looks: all its intervals hold at once (Bonferroni)."""
    level = simultaneous_level(sum(1 for _ in looks(plan)))
    return lambda values: replace(bounded_mean(values, level=level), level=LEVEL, method=AT_EVERY_LOOK)


def _together(games: Games, share: Share) -> Iterator[tuple[Winners, Interval]]:
    import numpy as np

    if not wins_together(games.sides):
        return
    has_won = games.points > 0
    rows = [(tuple(map(int, np.flatnonzero(row))), row) for row in np.unique(has_won, axis=0)]
    for winners, row in sorted(rows, key=lambda one: (not one[0], one[0])):
        yield winners, share(games.by_deal((has_won == row).all(axis=1)))


def figures_of(
    arm: Arm, store: Store, game: Game, share: Share = share_of_deals, most: int | None = None
) -> MatchFigures:
    """What the stored games of an arm come to, or the first of them; there is a whole deal at least."""
    import numpy as np

    games = read_games(store, game, most)
    seats, sides, first = games.plan.seats, games.sides, games.columns["first"]
    # Of each deal the share of wins of contestant 0, and that of a side, or a seat where it has been in all,
    # that is like all others: 1/n, less in a deal with games that all lost.
    by_deal = games.subject()
    alike = [side[0] for side in sides] if arm.is_mirror else list(range(seats))
    fair = games.by_deal(games.points[:, alike].mean(axis=1))
    subject, *more = arm.plan.contestants
    unlike = [
        games.of_contestant(at) for at, one in enumerate(more, 1) if one != subject and not arm.is_mirror
    ]
    traces = collect_traces(store.notes())
    course = measure_games(games, game, traces)
    return MatchFigures(
        arm,
        games.number,
        games.deals,
        tuple(share(games.each(Quantity("seat", str(seat)))) for seat in range(seats)),
        None
        if (first < 0).all()
        else share(games.each(Quantity("first-player"))).scaled(1.0, -1 / len(sides)),
        tuple(int((first == seat).sum()) for seat in range(seats)),
        share(by_deal),
        share(np.mean(unlike, axis=0) if unlike else by_deal),
        sides,
        float(fair.mean()),
        share(games.each(Quantity("draws"))),
        int((games.winning == 0).sum()),
        tuple(_together(games, share)),
        share(games.each(Quantity("cut-short"))),
        (course.length.turns or course.length.decisions).mean,
        course,
        None if traces is None else measure_cards(traces),
        games.digest,
        by_deal,
        by_deal - fair,
    )


# Playing


@dataclass(frozen=True, slots=True)
class Played:
    figures: MatchFigures
    stopped: bool
    """Whether it ended before its last game because its intervals were narrow enough."""


Look = Callable[[Callable[[], Played | None]], None]
"""Called whenever games of an arm were stored, with what puts together what they show so far; None: nothing
yet."""


@dataclass(frozen=True, slots=True)
class Player:
    database: Database
    game: Game
    crew: Crew
    folder: Path | None
    """Where studies are kept; None for nowhere."""
    rule: StoppingRule | None
    """When an arm may end before its last game."""
    look: Look | None = None

    def play(self, arms: Sequence[Arm], done: Callable[[int], None]) -> Iterator[Played]:
        """Plays the arms in their order; ``done`` is called as games are stored.

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
            done = self._looking(arm, store, done)
            done(store.count())
            if rule is None:
                self._play_up_to(arm, store, arm.plan.games, done)
                return Played(figures_of(arm, store, self.game, share_of_deals), stopped=False)
            share = share_at_every_look(arm.plan)
            for games in looks(arm.plan):
                if games < store.count():
                    continue
                self._play_up_to(arm, store, games, done)
                if is_narrow(read_games(store, self.game), rule, share, is_mirror=arm.is_mirror):
                    break
            done(arm.plan.games - store.count())
            figures = figures_of(arm, store, self.game, share)
            return Played(figures, stopped=figures.games < arm.plan.games)

    def _looking(self, arm: Arm, store: Store, done: Callable[[int], None]) -> Callable[[int], None]:
        if self.look is None:
            return done
        look = self.look

        def looking(count: int) -> None:
            look(partial(self._so_far, arm, store))
            done(count)

        return looking

    def _so_far(self, arm: Arm, store: Store) -> Played | None:
        """What the first deals show that are all played; a single one has no spread."""
        missing, plan = store.missing(), store.plan
        games = missing[0].start if missing else plan.games
        if games < min(2 * plan.seats, plan.games):
            return None
        return Played(figures_of(arm, store, self.game, most=games), stopped=False)

    def _play_up_to(self, arm: Arm, store: Store, games: int, done: Callable[[int], None]) -> None:
        plan = replace(arm.plan, games=games)
        store.plan = plan
        table = Table(plan, self.database, self.game)
        tracing = Tracing() if arm.is_traced else None
        failure = play_study(store, table, self.crew, done, tracing)
        if failure is None and tracing is not None and not plan.is_timed:
            failure = self._look_again(store, table, tracing)
        if failure is not None:
            problem = failure.problem
            raise ArmFailed(problem._replace(message=f"{arm.name}: {problem.message}"))

    def _look_again(self, store: Store, table: Table, tracing: Tracing) -> Failure | None:
        """Plays again what is to be traced, where games were kept that nobody looked into."""
        plan = table.plan
        games = min(plan.games, tracing.deals * plan.seats)
        known = collect_traces(store.notes())
        if known is not None and known.games >= games:
            return None
        first = Table(replace(plan, games=games), table.database, table.game)
        with Store.begin(None, first.plan, first.versions) as again:
            failure = play_study(again, first, self.crew, lambda _: None, tracing)
            if failure is None:
                store.keep_notes(again)
            return failure

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


def is_narrow(games: Games, rule: StoppingRule, share: Share, *, is_mirror: bool) -> bool:
    """Whether the intervals that a rule is about are narrower than it wants."""
    quantity = rule.quantity
    if quantity is None and is_mirror:
        values = [games.each(Quantity("seat", str(seat))) for seat in range(games.plan.seats)]
    elif quantity is None or quantity.kind == "bot":
        values = [games.subject()]
    elif quantity.kind == "first-player" and (games.columns["first"] < 0).all():
        return True
    else:
        values = [games.each(quantity)]
    return all(share(value).width < rule.width for value in values)
