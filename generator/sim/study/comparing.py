"""Two runs of studies side by side: what their matches have in common, each figure with its difference.

Where both have dealt the same cards, deals are compared one by one, which leaves their luck out. Otherwise
the two are independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.wording import join_words
from generator.sim.endings import found_winners, sides_of
from generator.sim.statistics.claims import Quantity
from generator.sim.statistics.comparisons import holm, p_value_of
from generator.sim.statistics.intervals import (
    LEVEL,
    Interval,
    bounded_difference,
    bounded_mean,
    mean_interval,
)
from generator.sim.study.games import Games, read_games
from generator.sim.study.plan import Plan, differences
from generator.sim.study.store import STUDY_FILE, Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_MATCHES = 400


class Figure(NamedTuple):
    """One figure of a match in two runs."""

    name: str
    first: Interval
    second: Interval
    difference: Interval
    """By how much the second is more."""
    p_value: float
    """Of no difference, corrected for all figures that are compared (Holm)."""
    is_share: bool

    @property
    def differs(self) -> bool:
        return self.p_value < 1 - LEVEL


class Match(NamedTuple):
    """A match that both runs have played."""

    name: str
    games: tuple[int, int]
    same_deals: int
    """How many deals were compared one by one; 0 where the runs have dealt other cards."""
    figures: tuple[Figure, ...]


class Compared(NamedTuple):
    """Two runs of a game."""

    game: str
    differences: tuple[str, ...]
    """In what their plans and versions differ, in words."""
    matches: tuple[Match, ...]
    left_out: tuple[str, ...]
    """Matches that only one of them has played."""


class _Run(NamedTuple):
    plan: Plan
    games: Games


def matches_in(folder: Path) -> dict[str, Path]:
    """The study files of a run by the names of its matches; of a single one that has no name, ``match``."""
    found = {
        "match": folder / STUDY_FILE,
        **{file.parent.name: file for file in folder.glob(f"*/{STUDY_FILE}")},
    }
    there = {name: file for name, file in sorted(found.items()) if file.is_file() and not file.is_symlink()}
    return dict(list(there.items())[:MAX_MATCHES])


def compare(first: Path, second: Path) -> Compared:
    """Compares what two folders keep. Raises InputError where they have nothing in common."""
    one, two = matches_in(first), matches_in(second)
    for folder, found in ((first, one), (second, two)):
        if not found:
            raise InputError(f"no games are kept in {folder.name}")
    common = [name for name in one if name in two]
    if not common and len(one) == len(two) == 1:
        common, two = list(one), dict(zip(one, two.values(), strict=True))
    if not common:
        raise InputError(
            "the two have no match in common",
            hint=f"one has {join_words(list(one)[:3], 'and')}, the other {join_words(list(two)[:3], 'and')}",
        )
    words: dict[str, None] = {}
    matches: list[Match] = []
    plan: Plan | None = None
    for name in common:
        with Store.open(one[name]) as before, Store.open(two[name]) as after:
            plan = before.plan
            _check(before, after)
            words |= dict.fromkeys(_in_words(before, after))
            matches += _match(name, before, after)
    assert plan is not None
    if not matches:
        raise InputError("too few games were played to be compared", hint="a match needs two deals")
    left_out = [name for name in {**one, **two} if name not in common]
    return Compared(plan.game, tuple(words), _corrected(matches), tuple(sorted(left_out)))


def _check(before: Store, after: Store) -> None:
    if before.plan.game != after.plan.game:
        raise InputError(f"one is a study of {before.plan.game}, the other of {after.plan.game}")
    for store in (before, after):
        store.check()


def _in_words(before: Store, after: Store) -> Iterator[str]:
    """In what they differ, but for the changes of each match that its name says."""
    yield from differences(before.plan, after.plan)
    yield from before.versions.differences(after.versions)


def _match(name: str, before: Store, after: Store) -> Iterator[Match]:
    if before.plan.seats != after.plan.seats:
        return
    runs = [_read(store) for store in (before, after)]
    one, two = (run for run in runs if run is not None) if None not in runs else (None, None)
    if one is None or two is None:
        return
    sides = sides_of(found_winners(one.games.won) | found_winners(two.games.won), one.plan.seats, None)
    one, two = (run._replace(games=run.games.of_sides(sides)) for run in (one, two))
    same = min(one.games.deals, two.games.deals) if one.plan.seed == two.plan.seed else 0
    figures = tuple(_figures(one, two, same))
    yield Match(name, (one.games.number, two.games.number), same, figures)


def _read(store: Store) -> _Run | None:
    """The games of the first deals that are all played; None where they are too few."""
    missing, plan = store.missing(), store.plan
    played = missing[0].start if missing else plan.games
    return _Run(plan, read_games(store, most=played)) if played >= 2 * plan.seats else None


def _figures(one: _Run, two: _Run, same: int) -> Iterator[Figure]:
    subject, *others = one.plan.contestants
    if any(other != subject for other in others):
        yield _figure(f"{subject} wins", one.games.subject(), two.games.subject(), same)
    for side in one.games.sides:
        seats = join_words([str(seat) for seat in side], "and")
        words = f"seat {seats} wins" if len(side) == 1 else f"seats {seats} win"
        yield _of(Quantity("seat", str(side[0])), words, one, two, same)
    if len(one.games.sides) > 1:
        yield _of(Quantity("draws"), "draws", one, two, same)
    if any(run.games.columns["turns"].any() for run in (one, two)):
        yield _of(Quantity("length"), "turns", one, two, same, is_share=False)
    else:
        before, after = (run.games.by_deal(run.games.decisions) for run in (one, two))
        yield _figure("decisions", before, after, same, is_share=False)


def _of(quantity: Quantity, name: str, one: _Run, two: _Run, same: int, *, is_share: bool = True) -> Figure:
    return _figure(name, one.games.each(quantity), two.games.each(quantity), same, is_share=is_share)


def _figure(
    name: str, one: NDArray[np.float64], two: NDArray[np.float64], same: int, *, is_share: bool = True
) -> Figure:
    mean = bounded_mean if is_share else mean_interval
    first, second = mean(one), mean(two)
    if same:
        apart = two[:same] - one[:same]
        difference = bounded_difference(apart, 1.0) if is_share else mean_interval(apart)
        return Figure(name, first, second, difference, p_value_of(apart), is_share)
    return Figure(name, first, second, independent(first, second), _welch(one, two), is_share)


def independent(first: Interval, second: Interval) -> Interval:
    """By how much the second is more than the first, of two that have nothing to do with each other.

    Each side's error by itself, added up squared (Newcombe 1998; Zou and Donner 2008).
    """
    value = second.value - first.value
    below = sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    above = sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    n, level = min(first.n, second.n), first.level
    return Interval(value, value - below, value + above, n, level, "square and add")


def _welch(one: NDArray[np.float64], two: NDArray[np.float64]) -> float:
    import numpy as np

    if np.ptp(one) == np.ptp(two) == 0:
        return float(one[0] == two[0])
    from scipy import stats

    return float(stats.ttest_ind(one, two, equal_var=False).pvalue)


def _corrected(matches: Sequence[Match]) -> tuple[Match, ...]:
    """The same with p values of all figures together."""
    left = iter(holm([figure.p_value for match in matches for figure in match.figures]))
    return tuple(
        match._replace(figures=tuple(figure._replace(p_value=next(left)) for figure in match.figures))
        for match in matches
    )


def changed_cards(first: Mapping[str, str], second: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """What is another in the second of two databases: its path, what it was and is; empty for nothing."""
    paths = [path for path in {**first, **second} if first.get(path) != second.get(path)]
    return [(path, first.get(path, ""), second.get(path, "")) for path in paths]
