"""Looks for numbers with which a game does what is asked, and checks those it found on deals of their own.

Every trial plays the same deals (common random numbers), so that trials differ by their numbers and little by
luck; and the sampler is seeded, so that the same seed gives the same answer. But the luck of these deals is
in all trials alike, and whoever picks the best of many picks luck too. So the best few play again, on other
and more deals, and what the best of these does is measured on deals that nothing was chosen by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from math import inf, isfinite, prod
from pathlib import Path
from typing import Any

from generator.catalog.changes import look_up, parse_change
from generator.catalog.extras import require
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import code, quote
from generator.rules import Game
from generator.sim.endings import Winners, found_winners, sides_of
from generator.sim.statistics.claims import Assertion, Verdict, judge, parse_assertion, parse_target
from generator.sim.statistics.intervals import Interval
from generator.sim.study.games import Games
from generator.sim.study.plan import Plan
from generator.sim.study.store import check_folder
from generator.sim.study.workers import Crew
from generator.sim.sweeps.arms import (
    ArmFailed,
    OpenArm,
    Setting,
    arm_folder,
    measure,
    open_arm,
    plan_with,
    play_arm,
)

_RANGE = re.compile(r"([+-]?\d+(?:\.\d+)?)\.\.([+-]?\d+(?:\.\d+)?)", re.ASCII)
MAX_DECIMALS = 6
CHECKED = 4
"""So many times as many games as in a trial are played on other deals, unless somebody says how many."""
FINALISTS = 4
"""How many of the best trials play again."""
_FRESH_SEEDS = 2**62
TRIAL, FINAL, CHECK = "trial", "final", "check"
"""What the names of folders begin with in which games are kept."""


@dataclass(frozen=True, slots=True)
class Free:
    """A number that may be changed, from ``low`` to ``high`` in steps of one in the last decimal."""

    path: str
    low: int
    high: int
    """Both in units of the last decimal."""
    decimals: int

    @property
    def count(self) -> int:
        return self.high - self.low + 1

    def value(self, number: int) -> str:
        return f"{number / 10**self.decimals:.{self.decimals}f}" if self.decimals else str(number)

    def number(self, value: object) -> int | None:
        """The number of a value in the database; None where it is none of the range."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            return None
        number = round(value * 10**self.decimals)
        is_in = self.low <= number <= self.high
        return number if is_in and abs(number / 10**self.decimals - value) < 1e-9 else None


def parse_free(text: str) -> Free:
    """Reads ``PATH=lo..hi``: whole numbers, or with decimals in steps of the last one. Raises InputError."""
    change = parse_change(text)
    found = _RANGE.fullmatch(change.value)
    if found is None:
        hint = f"write for example `{change.path}=3..7`, or `{change.path}=0.5..2.0` for steps of 0.1"
        raise InputError(f"{quote(change.value)} is not a range", hint=hint)
    decimals = max(len(end.partition(".")[2]) for end in found.groups())
    if decimals > MAX_DECIMALS:
        raise InputError(f"a range has at most {MAX_DECIMALS} decimals, got {quote(change.value)}")
    low, high = (round(float(end) * 10**decimals) for end in found.groups())
    if low >= high:
        raise InputError(
            f"the range {change.value} is empty", hint="write the smaller number first, then `..`"
        )
    return Free(change.path, low, high, decimals)


def parse_goal(text: str) -> Assertion:
    """Reads a target, ``seat0=0.5±0.03``, or a band, ``draws<0.1``, as a band to be in. Raises InputError."""
    if not re.search(r"[<>]|\bin\b", text):
        return parse_target(text)
    return parse_assertion(text)


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure is to be, what it is, and whether the games bear it out."""

    goal: Assertion
    found: Interval

    @property
    def verdict(self) -> Verdict:
        return judge(self.found, self.goal)

    @property
    def miss(self) -> float:
        """How far the figure is from where it should be: 1 at the end of a band, 0 in its middle.

        Of a band that is open to one side: 0 inside, and 1 at a tenth of its end's distance from 0 outside.
        """
        low, high, value = self.goal.low, self.goal.high, self.found.value
        if low > -inf and high < inf:
            return abs(value - (low + high) / 2) / max((high - low) / 2, 1e-9)
        end = high if high < inf else low
        beyond = value - high if high < inf else low - value
        return max(0.0, beyond) / max(abs(end) / 10, 0.01)

    def to_dict(self) -> dict[str, object]:
        return {"target": self.goal.text, "found": self.found.to_dict(), "verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class Trial:
    """Numbers that were tried, and what they did on the deals of the trials."""

    settings: tuple[Setting, ...]
    goals: tuple[Goal, ...]
    loss: float
    """The squares of what the goals are missed by, added up; infinite for numbers that can't be played."""
    is_own: bool
    problem: str = ""

    def to_dict(self) -> dict[str, object]:
        return {
            "set": {one.path: one.value for one in self.settings},
            "own": self.is_own,
            "loss": self.loss if isfinite(self.loss) else None,
            "goals": [goal.to_dict() for goal in self.goals],
            **({"problem": self.problem} if self.problem else {}),
        }


@dataclass(frozen=True, slots=True)
class Tuned:
    plan: Plan
    """Of every trial."""
    check: Plan
    """Of the fresh games."""
    trials: tuple[Trial, ...]
    """All that were played, in their order."""
    finals: tuple[Trial, ...]
    is_complete: bool
    """Whether all combinations of the free numbers were tried."""
    best: Trial
    before: tuple[Goal, ...]
    """What the database's own numbers do on the fresh deals."""
    after: tuple[Goal, ...]
    """What the best numbers do there."""

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.plan.game,
            "plan": self.plan.to_dict(),
            "check_plan": self.check.to_dict(),
            "complete": self.is_complete,
            "trials": [trial.to_dict() for trial in self.trials],
            "finals": [trial.to_dict() for trial in self.finals],
            "best": self.best.to_dict(),
            "before": [goal.to_dict() for goal in self.before],
            "after": [goal.to_dict() for goal in self.after],
        }


class Tuning:
    """A search for numbers; all that the command line says has been checked before the first game."""

    def __init__(
        self,
        plan: Plan,
        database: Database,
        free: Sequence[Free],
        goals: Sequence[Assertion],
        check_games: int,
        problems: Problems,
        out: Path | None = None,
    ) -> None:
        """What is wrong with a free number is added to ``problems``. ``out``: the folder that all games are
        kept in, and gone on with.

        Raises InputError for one that is given twice.
        """
        paths = [one.path for one in free]
        twice = next((path for path in paths if paths.count(path) > 1), None)
        if twice is not None:
            raise InputError(f"{code(twice)} is given twice")
        self.plan = plan
        self.check = replace(plan, games=check_games, seed=_fresh_seed("check", plan.seed))
        self._finals = replace(plan, games=check_games, seed=_fresh_seed("finals", plan.seed))
        self._free = tuple(free)
        self._goals = tuple(goals)
        self._out = out
        self._played: dict[tuple[int, ...], Trial] = {}
        self._found: set[Winners] = set()
        self._own = self._own_numbers(database, problems)

    def _own_numbers(self, database: Database, problems: Problems) -> tuple[int, ...] | None:
        """The database's own numbers; None where one of them is outside of its range."""
        numbers = []
        for one in self._free:
            place = Place(f"--free {one.path}={one.value(one.low)}..{one.value(one.high)}")
            try:
                value = look_up(database, one.path).value
            except InputError as error:
                problems.add(error, place)
                continue
            if isinstance(value, bool) or not isinstance(value, int | float):
                problems.error(f"{code(one.path)} is {quote(value)}, and no number", place)
            for name in database.chosen:
                if one.path in database.variants[name].changes:
                    problems.error(f"the variant {quote(name)} sets {code(one.path)}", place)
            numbers.append(one.number(value))
        own = [number for number in numbers if number is not None]
        return tuple(own) if len(own) == len(self._free) else None

    @property
    def tried(self) -> tuple[Trial, ...]:
        """The combinations that were tried so far, in their order."""
        return tuple(self._played.values())

    @property
    def combinations(self) -> int:
        return prod(one.count for one in self._free)

    def games(self, trials: int) -> int:
        """How many games are played at most."""
        tried = min(trials, self.combinations)
        return tried * self.plan.games + (min(tried, FINALISTS) + 2) * self.check.games

    def run(self, trials: int, crew: Crew, done: Callable[[int], None]) -> Tuned:
        """Tries at most so many combinations, all of them where there are no more.

        Raises ArmFailed where a game can't be played, and InputError where none of the numbers can be played,
        workers or a study file fail, or optuna is not installed.
        """
        check_folder(self._out, "tune", (TRIAL, FINAL, CHECK))
        if self._out is not None and (own := open_arm(self.plan, Problems())) is not None:
            # Games of another plan are refused before any is played, whichever numbers are tried first.
            with OpenArm(own, (), arm_folder(self._out, TRIAL, ())) as arm:
                arm.open()
        is_complete = self.combinations <= trials
        if is_complete:
            for numbers in product(*(range(one.low, one.high + 1) for one in self._free)):
                self._try(numbers, crew, done)
        else:
            self._sample(trials, crew, done)
        tried = self.tried
        ranked = sorted(tried, key=_rank)
        if not isfinite(ranked[0].loss):
            raise InputError("none of the numbers that were tried can be played", hint=ranked[0].problem)
        finalists = [trial for trial in ranked[:FINALISTS] if isfinite(trial.loss)]
        finals = []
        for one in finalists:
            goals = self._goals_on(self._finals, FINAL, one.settings, crew, done)
            finals.append(_trial(one.settings, goals, is_own=one.is_own))
        finals.sort(key=_rank)
        best = finals[0]
        before = self._goals_on(self.check, CHECK, (), crew, done)
        after = before if best.is_own else self._goals_on(self.check, CHECK, best.settings, crew, done)
        return Tuned(self.plan, self.check, tried, tuple(finals), is_complete, best, before, after)

    def _sample(self, trials: int, crew: Crew, done: Callable[[int], None]) -> None:
        """Tries what optuna's sampler asks for, the database's own numbers first."""
        study = _study(self.plan.seed)
        if self._own is not None:
            study.enqueue_trial({one.path: number for one, number in zip(self._free, self._own, strict=True)})
        asked = 0
        # The sampler may ask for what was tried: that costs nothing, and it learns from it all the same.
        while len(self._played) < trials and asked < 20 * trials:
            asked += 1
            trial = study.ask()
            numbers = tuple(trial.suggest_int(one.path, one.low, one.high) for one in self._free)
            found = self._played.get(numbers) or self._try(numbers, crew, done)
            study.tell(trial, min(found.loss, 1e9))

    def _try(self, numbers: tuple[int, ...], crew: Crew, done: Callable[[int], None]) -> Trial:
        settings = tuple(
            Setting(one.path, one.value(number)) for one, number in zip(self._free, numbers, strict=True)
        )
        is_own = numbers == self._own
        problems = Problems()
        table = open_arm(self.plan if is_own else plan_with(self.plan, settings), problems)
        trial = Trial(settings, (), inf, is_own)
        played = 0

        def count(games: int) -> None:
            nonlocal played
            played += games
            done(games)

        try:
            if table is not None:
                folder = arm_folder(self._out, TRIAL, () if is_own else settings)
                games = play_arm(table, crew, count, settings, folder)
                trial = _trial(settings, self._goals_of(games, table.game), is_own=is_own)
            else:
                trial = replace(trial, problem=str(next(iter(problems))))
        except ArmFailed as failed:
            # Rules of a designer's own need not say which numbers they can do with: a hand may be larger
            # than the deck.
            trial = replace(trial, problem=str(failed.problem))
        done(self.plan.games - played)
        self._played[numbers] = trial
        return trial

    def _goals_on(
        self,
        plan: Plan,
        word: str,
        settings: tuple[Setting, ...],
        crew: Crew,
        done: Callable[[int], None],
    ) -> tuple[Goal, ...]:
        """What numbers do on the deals of another plan, which are kept by that word.

        Raises ArmFailed where games that were played since have done damage.
        """
        problems = Problems()
        table = open_arm(plan_with(plan, settings), problems)
        if table is None:
            raise ArmFailed(next(iter(problems)))
        games = play_arm(table, crew, done, settings, arm_folder(self._out, word, settings))
        return self._goals_of(games, table.game)

    def _goals_of(self, games: Games, game: Game) -> tuple[Goal, ...]:
        # A side is known by the games of all trials: in one alone nobody may have lost.
        self._found |= found_winners(games.won)
        games = games.of_sides(sides_of(self._found, self.plan.seats, game))
        return tuple(Goal(goal, measure(games, goal.quantity)) for goal in self._goals)


def _trial(settings: tuple[Setting, ...], goals: tuple[Goal, ...], *, is_own: bool) -> Trial:
    return Trial(settings, goals, sum(goal.miss**2 for goal in goals), is_own)


def _rank(trial: Trial) -> tuple[float, bool]:
    """By what is missed; of trials that miss as much, the one that changes nothing."""
    return trial.loss, not trial.is_own


def _fresh_seed(use: str, seed: int) -> int:
    """A seed for deals that no trial has seen; it follows from theirs."""
    digest = sha256(f"gatepress {use} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % _FRESH_SEEDS


def _study(seed: int) -> Any:
    require("tune", "searching", "free so few numbers that all can be tried")
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))
