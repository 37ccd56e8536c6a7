"""An arm of a study that tries other numbers: its games on the deals that all arms share, and what they show.

The deals follow from the study's seed alone, so that game number k is dealt from the same seed in every arm.
What differs between two arms is then what the numbers do, and little of it the luck of the cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from generator.catalog.problems import Problem, Problems
from generator.sim.statistics.claims import Quantity
from generator.sim.statistics.intervals import Interval, bounded_mean, mean_interval
from generator.sim.study.games import Games, read_games
from generator.sim.study.plan import Plan
from generator.sim.study.store import Store, folder_name
from generator.sim.study.table import Table, open_table
from generator.sim.study.workers import Crew, play_study


class ArmFailed(Exception):  # noqa: N818 - it is what happened
    """Raised where a game of an arm could not be played; carries the problem."""

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


def plan_with(plan: Plan, settings: tuple[Setting, ...]) -> Plan:
    changes = [*plan.changes, *(str(one) for one in settings if not one.is_option)]
    options = {**dict(plan.options), **{one.path: one.value for one in settings if one.is_option}}
    return replace(plan, changes=tuple(changes), options=tuple(options.items()))


def open_arm(plan: Plan, problems: Problems) -> Table | None:
    """The plan's game with its changes; None, reported in ``problems``, where it can't be played."""
    from generator.rules.loading import BadDatabase

    try:
        return open_table(plan)
    except BadDatabase as bad:
        problems.extend(bad.problems.found)
        return None


def arm_folder(out: Path | None, word: str, settings: tuple[Setting, ...]) -> Path | None:
    """Where the games of an arm are kept, ``OUT/sweep-as-it-is``; None for nowhere."""
    said = "-".join(map(str, settings)) or "as-it-is"
    return None if out is None else out / folder_name(f"{word}-{said}")


def play_arm(
    table: Table,
    crew: Crew,
    done: Callable[[int], None],
    settings: tuple[Setting, ...] = (),
    folder: Path | None = None,
) -> Games:
    """Plays all games of an arm, as an OpenArm does. Raises ArmFailed, and InputError where the workers or a
    study file fail."""
    with OpenArm(table, settings, folder) as arm:
        arm.play(table.plan.games, crew, done)
        games = arm.games()
    assert games is not None
    return games


class OpenArm:
    """An arm whose games are played some at a time. Close it in the end."""

    def __init__(self, table: Table, settings: tuple[Setting, ...] = (), folder: Path | None = None) -> None:
        """``settings`` are what it is called by where a game can't be played. ``folder``: where its games are
        kept, those that are there are not played again; None for nowhere."""
        self.settings = settings
        self._table = table
        self._folder = folder
        self._opened: Store | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def open(self) -> Store:
        """Its games. Raises InputError where those that are kept are of another study."""
        if self._opened is None:
            # Only now: files of hundreds of arms would be open at once.
            table, folder = self._table, self._folder
            below = None if folder is None else folder.parent
            self._opened = Store.begin(folder, table.plan, table.versions, below)
        return self._opened

    def play(self, games: int, crew: Crew, done: Callable[[int], None]) -> None:
        """Plays what is missing of the first games; ``done`` is called with those that were kept, too.

        Raises ArmFailed, and InputError where workers or a study file fail.
        """
        whole = self._table
        plan = replace(whole.plan, games=games)
        kept = self.open().count() if self._opened is None else 0
        self.open().plan = plan
        if kept:
            # Who looks now sees the first games only, as many as of the other arms.
            done(kept)
        failure = play_study(self.open(), Table(plan, whole.database, whole.game), crew, done)
        if failure is not None:
            words = [", ".join(map(str, self.settings))] if self.settings else []
            message = ": ".join([*words, failure.problem.message])
            raise ArmFailed(failure.problem._replace(message=message))

    def games(self) -> Games | None:
        """The games of the first deals that are all played; None where they are too few to tell anything."""
        missing, whole = self.open().missing(), self._table.plan
        played = missing[0].start if missing else self.open().plan.games
        # A single deal has no spread.
        return read_games(self.open(), most=played) if played >= min(2 * whole.seats, whole.games) else None


def measure(games: Games, quantity: Quantity) -> Interval:
    values = games.each(quantity)
    if quantity.kind == "length":
        return mean_interval(values)
    share = bounded_mean(values)
    return share.scaled(1.0, -1.0 / len(games.sides)) if quantity.kind == "first-player" else share
