"""Counting what sampled hands hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.deck.hands.sampling import Block
from generator.deck.model import Entry


@dataclass(slots=True)
class Tally:
    """What was counted when a number of cards had been drawn."""

    playable: int = 0
    """Samples with a card of no more power than there are cards in hand."""
    with_class: tuple[int, ...] = ()
    """Samples with a card of each class."""
    points: int = 0
    squares: int = 0
    """The points in hand over all samples, and their squares."""


def count(
    blocks: Iterable[Block], cards: Sequence[Entry], classes: Sequence[str], drawn: Collection[int]
) -> dict[int, Tally]:
    """Counts at each of the numbers ``drawn`` of cards; blocks reach as far as the highest or the deck."""
    powers = np.array([card.power for card in cards], np.int32)
    codes = np.array([_code(card.class_name, classes) for card in cards], np.int16)
    tallies = {number: Tally(with_class=(0,) * len(classes)) for number in drawn}
    for block in blocks:
        _count_block(powers[block], codes[block], len(classes), tallies)
    return tallies


def _code(class_name: str, classes: Sequence[str]) -> int:
    return classes.index(class_name) if class_name in classes else -1


def _count_block(
    powers: NDArray[np.int32], codes: NDArray[np.int16], classes: int, tallies: dict[int, Tally]
) -> None:
    samples = powers.shape[1]
    lightest = np.full(samples, np.iinfo(np.int32).max, np.int32)
    points = np.zeros(samples, np.int64)
    seen = np.zeros((classes, samples), np.bool_)
    for number, (power, code) in enumerate(zip(powers, codes, strict=True), 1):
        np.minimum(lightest, power, out=lightest)
        points += power
        for index in range(classes):
            seen[index] |= code == index
        if number in tallies:
            _add(tallies[number], lightest <= number, seen, points)


def _add(
    tally: Tally, playable: NDArray[np.bool_], seen: NDArray[np.bool_], points: NDArray[np.int64]
) -> None:
    tally.playable += int(np.count_nonzero(playable))
    found = np.count_nonzero(seen, axis=1)
    tally.with_class = tuple(old + int(new) for old, new in zip(tally.with_class, found, strict=True))
    tally.points += int(points.sum())
    tally.squares += int(np.dot(points, points))
