"""A sweep: a game played with every combination of the values that are asked for, on the same deals.

Each arm is compared, deal by deal, with the game as its database has it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from io import StringIO
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

from generator.catalog.changes import parse_change
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import code
from generator.rules import Game
from generator.sim.endings import Side, found_winners, sides_of
from generator.sim.statistics.claims import Quantity
from generator.sim.statistics.comparisons import PairedDifference, holm, paired_difference
from generator.sim.statistics.intervals import LEVEL, Interval
from generator.sim.study.games import Games
from generator.sim.study.plan import Plan
from generator.sim.study.store import check_folder
from generator.sim.study.table import Table
from generator.sim.study.workers import Crew
from generator.sim.sweeps.arms import OpenArm, Setting, arm_folder, measure, open_arm, plan_with

MAX_ARMS = 400
KEPT = "sweep"
"""What the names of folders begin with in which games of arms are kept."""
CSV_HOLDS = b",own,seat0_share,seat0_low,"
"""What a table that a sweep has written is known by; it is in its first line."""
_CLOSING = {"[": "]", "{": "}", '"': '"', "'": "'"}


@dataclass(frozen=True, slots=True)
class Axis:
    """A number, and the values that are tried of it."""

    path: str
    values: tuple[str, ...]
    is_option: bool = False

    def settings(self) -> tuple[Setting, ...]:
        return tuple(Setting(self.path, value, self.is_option) for value in self.values)


def parse_axis(text: str, game: Game) -> Axis:
    """Reads ``PATH=v1,v2,…``; a path that is the name of an option of the game means that.

    Commas inside of brackets and quotes belong to the value. Raises InputError.
    """
    change = parse_change(text)
    values = tuple(_parts(change.value))
    if "" in values:
        raise InputError(
            f"a value is missing in {code(text)}", hint=f"write for example `{change.path}=3,4,5`"
        )
    twice = next((value for value in values if values.count(value) > 1), None)
    if twice is not None:
        raise InputError(f"the value {code(twice)} is there twice, in {code(text)}")
    options = {option.name: option for option in game.options}
    if change.path in options:
        for value in values:
            options[change.path].read(value)
    return Axis(change.path, values, change.path in options)


def _parts(text: str) -> Iterator[str]:
    """A list's values, which commas part."""
    closing: list[str] = []
    part = ""
    for letter in text:
        if closing and letter == closing[-1]:
            closing.pop()
        elif letter in _CLOSING and not (closing and closing[-1] in "\"'"):
            closing.append(_CLOSING[letter])
        if letter == "," and not closing:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()


@dataclass(frozen=True, slots=True)
class ArmResult:
    settings: tuple[Setting, ...]
    """Empty for the database as it is."""
    is_own: bool
    """Whether these are the database's own numbers."""
    seats: tuple[Interval, ...]
    """Each seat's share of wins; the unit is the deal."""
    differences: tuple[PairedDifference, ...]
    """By how much each seat wins more than with the database's own numbers, deal by deal; empty for these."""
    p_values: tuple[float, ...]
    """Those of the differences, corrected by Holm's method for there being so many."""
    first_player: Interval
    draws: Interval
    cut_short: Interval
    turns: Interval
    """0 in a game that counts none."""
    decisions: float
    digest: str
    games: int

    def label(self) -> str:
        return ", ".join(map(str, self.settings)) or "as it is"

    def differs(self, seat: int, level: float = LEVEL) -> bool:
        """Whether the seat's share is another than with the database's own numbers, all arms considered."""
        return bool(self.p_values) and self.p_values[seat] < 1 - level

    def to_dict(self) -> dict[str, object]:
        return {
            "set": {one.path: one.value for one in self.settings},
            "own": self.is_own,
            "seats": [share.to_dict() for share in self.seats],
            "differences": [
                {**one.to_dict(), "holm": p_value}
                for one, p_value in zip(self.differences, self.p_values, strict=True)
            ],
            **{
                name: getattr(self, name).to_dict()
                for name in ("first_player", "draws", "cut_short", "turns")
            },
            "decisions": self.decisions,
            "digest": self.digest,
        }


@dataclass(frozen=True, slots=True)
class SweepResult:
    """All arms in the order of the grid; where none has the database's own numbers, these come first."""

    plan: Plan
    axes: tuple[Axis, ...]
    arms: tuple[ArmResult, ...]
    sides: tuple[Side, ...]
    """The seats that win and lose together, as all games show; each by itself where they don't."""

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.plan.game,
            "plan": self.plan.to_dict(),
            "axes": [{"path": axis.path, "values": list(axis.values)} for axis in self.axes],
            "deals": self.plan.games // self.plan.seats,
            "sides": [list(side) for side in self.sides],
            "arms": [arm.to_dict() for arm in self.arms],
        }

    def to_csv(self) -> str:
        seats = range(self.plan.seats)
        table = StringIO()
        writer = csv.writer(table, lineterminator="\n")
        parts = ("share", "low", "high")
        names = [f"seat{seat}_{part}" for seat in seats for part in parts]
        names += [f"seat{seat}_{part}" for seat in seats for part in ("difference", "from", "to", "holm")]
        writer.writerow([*(axis.path for axis in self.axes), "own", *names, "draws", "cut_short", "turns"])
        for arm in self.arms:
            values = {one.path: one.value for one in arm.settings}
            row: list[object] = [*(values.get(axis.path, "") for axis in self.axes), int(arm.is_own)]
            for share in arm.seats:
                row += [share.value, share.low, share.high]
            for one, p_value in zip(arm.differences, arm.p_values, strict=True):
                row += [one.difference.value, one.difference.low, one.difference.high, p_value]
            row += [""] * (0 if arm.differences else 4 * len(seats))
            writer.writerow([*row, arm.draws.value, arm.cut_short.value, arm.turns.value])
        return table.getvalue()


Look = Callable[[Callable[[], SweepResult | None]], None]
"""Called whenever games were played, with what puts together what they show so far; None: nothing yet."""
FIRST_ROUND, GROWTH = 24, 4
"""Games of each arm before any has more, and by how much each round is larger than all before it."""


def rounds(plan: Plan) -> Iterator[int]:
    """How many games all arms have after each round."""
    games = -(-FIRST_ROUND // plan.seats) * plan.seats
    while games < plan.games:
        yield games
        games *= GROWTH
    yield plan.games


class _Played(NamedTuple):
    settings: tuple[Setting, ...]
    is_own: bool
    """Whether these are the database's own numbers."""
    games: Games


class Sweep:
    """The arms of a sweep, opened: every value has been checked before the first game is played."""

    def __init__(self, plan: Plan, axes: Sequence[Axis], problems: Problems) -> None:
        """What is wrong with a value is added to ``problems``, all of it.

        Raises InputError for too many arms, and for a path that is given twice.
        """
        paths = [axis.path for axis in axes]
        twice = next((path for path in paths if paths.count(path) > 1), None)
        if twice is not None:
            raise InputError(f"{code(twice)} is given twice", hint="write all values behind one `--set`")
        count = prod(len(axis.values) for axis in axes)
        if count > MAX_ARMS:
            raise InputError(f"these are {count:,} combinations; at most {MAX_ARMS} are played")
        self.plan = plan
        self.axes = tuple(axes)
        self._own: Table | None = open_arm(plan, problems)
        self._arms: list[tuple[tuple[Setting, ...], Table]] = []
        if self._own is None:
            return
        self._check_values(problems)
        if problems.has_errors:
            return
        for settings in product(*(axis.settings() for axis in axes)):
            table = open_arm(plan_with(plan, settings), problems)
            if table is not None:
                self._arms.append((settings, table))

    def _check_values(self, problems: Problems) -> None:
        """Each value by itself, so that what is wrong with it is reported once, not for every combination."""
        if len(self.axes) < 2:
            return
        for axis in self.axes:
            for setting in axis.settings():
                open_arm(plan_with(self.plan, (setting,)), problems)

    @property
    def games(self) -> int:
        """How many games are played in all: the database's own numbers are played once."""
        return (1 + sum(not self._is_own(table) for _, table in self._arms)) * self.plan.games

    def _is_own(self, table: Table) -> bool:
        """Whether an arm's numbers are those that the database has anyway."""
        own = self._own
        assert own is not None
        if table.versions.cards != own.versions.cards:
            return False
        return _options(table) == _options(own)

    def play(
        self,
        crew: Crew,
        done: Callable[[int], None],
        look: Look | None = None,
        out: Path | None = None,
    ) -> SweepResult:
        """Plays all arms. Raises ArmFailed where a game can't be played, InputError where workers fail.

        With ``look``, all arms are played some games at a time, so that they can be compared early. ``out``:
        the folder that their games are kept in, and gone on with.
        """
        assert self._own is not None
        check_folder(out, "sweep", [KEPT])
        with ExitStack() as stack:
            own = stack.enter_context(OpenArm(self._own, (), arm_folder(out, KEPT, ())))
            arms = [
                own
                if self._is_own(table)
                else stack.enter_context(OpenArm(table, settings, arm_folder(out, KEPT, settings)))
                for settings, table in self._arms
            ]
            known: dict[OpenArm, Games] = {}

            def result() -> SweepResult | None:
                if own not in known:
                    return None
                played = zip((settings for settings, _ in self._arms), arms, strict=True)
                return self._result(
                    [_Played(settings, arm is own, known[arm]) for settings, arm in played if arm in known],
                    known[own],
                )

            def read(arm: OpenArm) -> SweepResult | None:
                if (found := arm.games()) is not None:
                    known[arm] = found
                return result()

            for games in [self.plan.games] if look is None else rounds(self.plan):
                # The database's own numbers first, for all others are compared with them.
                for arm in dict.fromkeys([own, *arms]):

                    def count(played: int, arm: OpenArm = arm) -> None:
                        if look is not None:
                            look(partial(read, arm))
                        done(played)

                    arm.play(games, crew, count)
                    if (found := arm.games()) is not None:
                        known[arm] = found
                    if games == self.plan.games:
                        arm.close()
            last = result()
        assert last is not None
        return last

    def _result(self, arms: Sequence[_Played], own: Games) -> SweepResult:
        """What arms show beside the database's own numbers."""
        assert self._own is not None
        everything = [own, *(one.games for one in arms)]
        found = {winners for games in everything for winners in found_winners(games.won)}
        sides = sides_of(found, self.plan.seats, self._own.game)
        own = own.of_sides(sides)
        played = [one._replace(games=one.games.of_sides(sides)) for one in arms]
        if not any(one.is_own for one in played):
            played.insert(0, _Played((), True, own))
        compared = [() if one.is_own else _differences(one.games, own) for one in played]
        results = [
            _result(*one, differences, p_values)
            for one, differences, p_values in zip(played, compared, _corrected(compared, sides), strict=True)
        ]
        return SweepResult(self.plan, self.axes, tuple(results), sides)


def _options(table: Table) -> dict[str, object]:
    """The value of every option that an arm is played with."""
    given = dict(table.plan.options)
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in table.game.options
    }


def _quantities_of_seats(plan: Plan) -> list[Quantity]:
    return [Quantity("seat", str(seat)) for seat in range(plan.seats)]


def _differences(games: Games, own: Games) -> tuple[PairedDifference, ...]:
    """Deal by deal; of an arm that is under way, those that it has."""
    return tuple(
        paired_difference(arm, other[: len(arm)])
        for quantity in _quantities_of_seats(games.plan)
        for arm, other in [(games.each(quantity), own.each(quantity))]
    )


def telling_sides(sides: Sequence[Side]) -> Sequence[Side]:
    """Those that say all: of two sides the second wins what the first does not, but for draws."""
    return sides[:1] if len(sides) == 2 else sides


def _corrected(
    compared: Sequence[tuple[PairedDifference, ...]], sides: Sequence[Side]
) -> list[tuple[float, ...]]:
    """Holm's p values of all differences together, one for each seat."""
    telling = telling_sides(sides)
    # Which of the values is a seat's.
    own = {seat: at for at, side in enumerate(telling) for seat in side}
    values = [differences[side[0]].p_value for differences in compared if differences for side in telling]
    left = iter(holm(values))
    found = []
    for differences in compared:
        mine = [next(left) for _ in telling] if differences else []
        found.append(tuple(mine[own.get(seat, 0)] for seat in range(len(differences))))
    return found


def _result(
    settings: tuple[Setting, ...],
    is_own: bool,
    games: Games,
    differences: tuple[PairedDifference, ...],
    p_values: tuple[float, ...],
) -> ArmResult:
    return ArmResult(
        settings,
        is_own,
        tuple(measure(games, quantity) for quantity in _quantities_of_seats(games.plan)),
        differences,
        p_values,
        measure(games, Quantity("first-player")),
        measure(games, Quantity("draws")),
        measure(games, Quantity("cut-short")),
        measure(games, Quantity("length")),
        float(games.decisions.mean()),
        games.digest,
        games.number,
    )
