"""Results of games as columns of numbers: what workers hand over, and what the study file takes."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

from generator.catalog.problems import Problem
from generator.rules.errors import plain_text
from generator.sim.study.play import GameFailed, Observing, Played, Table

OLDEST, NEW = 2, 1
"""Up to which generation the garbage collector looks at objects."""
SHORT = 0.2
"""Seconds of a batch that is too short for looking at all objects."""
_COLUMNS = {
    "number": "q",
    "first": "b",
    "cut_short": "b",
    "turns": "i",
    "legal_sum": "q",
    "legal_most": "i",
    "forced": "i",
    "reason": "i",
}
_SEAT_COLUMNS = {"won": "b", "score": "i", "decisions": "i"}


def column_names(seats: int) -> tuple[str, ...]:
    """The columns of a game of so many seats, in their order; ``reason`` is the last."""
    names = [name for name in _COLUMNS if name != "reason"]
    names += [f"{name}_{seat}" for name in _SEAT_COLUMNS for seat in range(seats)]
    return (*names, "reason")


@dataclass(frozen=True, slots=True)
class Failure:
    """The game that a batch ends before, because it could not be played."""

    number: int
    problem: Problem


@dataclass(slots=True)
class Batch:
    """Games that were played, one after the other, as columns; it can be pickled at little cost."""

    seats: int
    columns: dict[str, array[int]] = field(default_factory=dict)
    """By name, those of ``column_names``; each as long as there are games."""
    reasons: dict[str, int] = field(default_factory=dict)
    """The reasons for results, each with its number in the column ``reason``."""
    notes: str | None = None
    """What an observer noted of these games."""
    failure: Failure | None = None
    seconds: float = 0.0
    """How long it took to play."""

    def __post_init__(self) -> None:
        if not self.columns:
            codes = _COLUMNS | _SEAT_COLUMNS
            names = column_names(self.seats)
            self.columns = {name: array(codes[name.rstrip("_0123456789")]) for name in names}

    def __len__(self) -> int:
        return len(self.columns["number"])

    def add(self, played: Played) -> None:
        """Adds a game."""
        result = played.result
        values = [
            played.number,
            played.first,
            result.cut_short,
            played.turns,
            played.legal_sum,
            played.legal_most,
            played.forced,
            *(seat in result.winners for seat in range(self.seats)),
            *result.scores,
            *played.decisions,
            self.reasons.setdefault(plain_text(result.reason), len(self.reasons)),
        ]
        for column, value in zip(self.columns.values(), values, strict=True):
            column.append(value)

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The games, each as its values in the order of ``column_names``."""
        return zip(*self.columns.values(), strict=True)


def play_numbers(
    table: Table, numbers: range, move_limit: float, observing: Observing | None = None
) -> Batch:
    """Plays the games of these numbers, up to the first that fails; ``observing`` takes notes of them."""
    began = perf_counter()
    batch = Batch(table.plan.seats)
    observer = None if observing is None else observing.open(table)
    try:
        with table.watched(numbers[0], move_limit):
            for number in numbers:
                is_watched = observer is not None and observer.wants(number)
                batch.add(table.play(number, observer if is_watched else None))
    except GameFailed as failed:
        batch.failure = Failure(failed.number, failed.problem)
    if observer is not None:
        batch.notes = observer.notes()
    batch.seconds = perf_counter() - began
    if not gc.isenabled():
        # The command line runs without a garbage collector; objects in circles would add up here. Looking at
        # all objects takes longer than a few games, so that after a short batch only new ones are looked at.
        gc.collect(OLDEST if batch.seconds >= SHORT else NEW)
    return batch
