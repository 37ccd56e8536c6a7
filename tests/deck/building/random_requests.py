"""Requests at random, small formats, and every deck of a small format: what the builder is compared with.

``pieces`` says what each part of a request means on its own, straight from the documentation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from generator.deck.building.request import (
    Character,
    CharacterMinimum,
    DeckRequest,
    Kind,
    KindMinimum,
    Pool,
    Ratio,
    Span,
)
from generator.deck.format import DeckFormat

SMALL = DeckFormat(9, 3, 9, 1, 3, ("minion", "soldier", "assassin"), 3, 4)
PAIR = DeckFormat(12, 4, 12, 1, 3, ("minion", "soldier"), 3, 4)
TINY = DeckFormat(20, 4, 20, 1, 5, ("knight",), 3, 4)
NARROW = DeckFormat(15, 6, 9, 2, 3, ("cat", "dog"), 3, 4)

Counts = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def kinds_of(limits: DeckFormat) -> list[Kind]:
    powers = range(limits.min_power, limits.max_power + 1)
    return [Kind(name, power) for name in limits.classes for power in powers]


class Decks:
    """Every deck of at most so many cards, by its cards of each kind."""

    def __init__(self, limits: DeckFormat, most: int) -> None:
        self.limits = limits
        self.kinds = kinds_of(limits)
        self.counts = np.array(list(_splits(most, len(self.kinds))), dtype=np.int64)[1:]
        self.cards = self.counts.sum(axis=1)
        self.points = self.counts @ np.array([kind.power for kind in self.kinds])

    def of_class(self, name: str) -> Counts:
        chosen = [number for number, kind in enumerate(self.kinds) if kind.class_name == name]
        return np.asarray(self.counts[:, chosen].sum(axis=1))

    def of_power(self, power: int) -> Counts:
        chosen = [number for number, kind in enumerate(self.kinds) if kind.power == power]
        return np.asarray(self.counts[:, chosen].sum(axis=1))

    def of_kind(self, kind: Kind) -> Counts:
        return np.asarray(self.counts[:, self.kinds.index(kind)])


def _splits(most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All rows of so many whole numbers that come to at most ``most``, nothing first."""
    if parts == 0:
        yield ()
        return
    for first in range(most + 1):
        for rest in _splits(most - first, parts - 1):
            yield (first, *rest)


class Piece(NamedTuple):
    """One part of a request, or a limit of the format, or the pool, and the decks that meet it."""

    what: str
    mask: Mask


def pieces(decks: Decks, request: DeckRequest, pool: Pool | None) -> list[Piece]:
    """Every limit and every part of the request by itself, in the order of the builder's constraints."""
    limits = decks.limits
    found = [
        Piece("cards rule", _in(decks.cards, Span(limits.min_cards, limits.max_cards))),
        Piece("points rule", decks.points == limits.points),
    ]
    if request.cards is not None:
        found.append(Piece("cards", _in(decks.cards, request.cards)))
    if request.mean is not None:
        found.append(Piece("mean", _mean(decks, request.mean)))
    for name, amount in request.classes:
        cards = decks.of_class(name)
        mask = _share(cards, decks.cards, amount) if isinstance(amount, Ratio) else _in(cards, amount)
        found.append(Piece(name, mask))
    if request.powers:
        mask = np.ones(len(decks.cards), dtype=bool)
        for number, span in enumerate(request.powers):
            if span is not None:
                mask &= _in(decks.of_power(limits.min_power + number), span)
        found.append(Piece("curve", mask))
    found += [Piece(f"{part.kind}", decks.of_kind(part.kind) >= part.minimum) for part in request.kinds]
    found += [
        Piece(part.character.name, decks.of_kind(part.character.kind) >= part.minimum)
        for part in request.characters
    ]
    if pool is not None:
        room = pool.room()
        mask = np.ones(len(decks.cards), dtype=bool)
        for kind in decks.kinds:
            mask &= decks.of_kind(kind) <= room[kind]
        found.append(Piece("pool", mask))
    return found


def _in(counts: Counts, span: Span) -> Mask:
    return np.asarray((counts >= span.low) & (counts <= span.high))


def _share(part: Counts, cards: Counts, share: Ratio) -> Mask:
    """A range exactly; a single share with less than one card too many or too few."""
    low, high = (Fraction(end) for end in share)
    if low == high:
        return np.asarray(abs(part * low.denominator - cards * low.numerator) < low.denominator)
    enough = part * low.denominator >= cards * low.numerator
    return np.asarray(enough & (part * high.denominator <= cards * high.numerator))


def _mean(decks: Decks, mean: Ratio) -> Mask:
    """A range exactly; a single mean with less than one card too many or too few."""
    low, high = mean
    if low == high:
        return np.asarray(abs(decks.cards * low.numerator - decks.points * low.denominator) < low.numerator)
    enough = decks.points * low.denominator >= decks.cards * low.numerator
    return np.asarray(enough & (decks.points * high.denominator <= decks.cards * high.numerator))


def random_request(
    chance: random.Random, limits: DeckFormat, pool: Pool | None, few: bool = False
) -> DeckRequest:
    """A request for some things; ``few`` makes contradictions rarer."""
    often = 0.25 if few else 0.4
    most = limits.max_cards if limits.max_cards < 30 else limits.max_cards // 2

    def maybe() -> bool:
        return chance.random() < often

    return DeckRequest(
        cards=_span(chance, limits.min_cards - (not few), most) if maybe() else None,
        classes=tuple((name, _amount(chance, most)) for name in limits.classes if maybe()),
        mean=_random_mean(chance, limits) if maybe() else None,
        shape=chance.choice([None, None, "low", "even", "high"]),
        powers=_curve(chance, limits) if chance.random() < often / 2 else (),
        kinds=tuple(
            KindMinimum(kind, chance.randint(1, 3))
            for kind in kinds_of(limits)
            if chance.random() < often / 9
        ),
        characters=_characters(chance, pool) if pool is not None and maybe() else (),
    )


def _span(chance: random.Random, low: int, high: int) -> Span:
    first, last = sorted((chance.randint(low, high), chance.randint(low, high)))
    return Span(first, first if chance.random() < 0.4 else last)


def _amount(chance: random.Random, most: int) -> Span | Ratio:
    if chance.random() < 0.5:
        return _span(chance, 0, most // 2)
    first, last = sorted(Fraction(chance.randint(0, 100), 100) for _ in range(2))
    return Ratio(first, first if chance.random() < 0.5 else last)


def _random_mean(chance: random.Random, limits: DeckFormat) -> Ratio:
    first, last = sorted(
        Fraction(chance.randint(10 * limits.min_power, 10 * limits.max_power), 10) for _ in range(2)
    )
    return Ratio(first, first if chance.random() < 0.5 else last)


def _curve(chance: random.Random, limits: DeckFormat) -> tuple[Span | None, ...]:
    powers = limits.max_power - limits.min_power + 1
    each = limits.points // powers // 2 + 1
    return tuple(None if chance.random() < 0.4 else _span(chance, 0, each) for _ in range(powers))


def random_pool(chance: random.Random, limits: DeckFormat, size: int) -> Pool:
    kinds = kinds_of(limits)
    found = (
        Character(f"Someone {number}", chance.choice(kinds), chance.randint(1, 3)) for number in range(size)
    )
    return Pool(tuple(found))


def _characters(chance: random.Random, pool: Pool) -> tuple[CharacterMinimum, ...]:
    """At most one of each kind, so that a brute count of kinds says all there is to say."""
    chosen = chance.sample(pool.characters, min(2, len(pool.characters)))
    if len({character.kind for character in chosen}) < len(chosen):
        chosen = chosen[:1]
    return tuple(CharacterMinimum(one, chance.randint(1, one.copies), False) for one in chosen)


def missed_cards(decks: Decks, request: DeckRequest) -> Counts:
    """By how many cards each deck misses the request in total. The decks have to spend all points."""
    missed = np.zeros(len(decks.cards), dtype=np.int64)
    if request.cards is not None:
        missed += _off(decks.cards, request.cards)
    if request.mean is not None:
        few, many = (decks.limits.points / end if end else Fraction(10**6) for end in reversed(request.mean))
        if request.mean.is_exact:
            missed += _off(decks.cards, Span(math.floor(few), math.ceil(few)))
        else:
            missed += np.maximum(math.ceil(few) - decks.cards, 0)
            missed += np.maximum(decks.cards - math.floor(many), 0)
    for name, amount in request.classes:
        part = decks.of_class(name)
        if isinstance(amount, Ratio):
            low, high = (Fraction(end) for end in amount)
            few_cards = -(-decks.cards * low.numerator // low.denominator)
            many_cards = decks.cards * high.numerator // high.denominator
            if amount.is_exact:
                few_cards, many_cards = many_cards, few_cards
            missed += np.maximum(few_cards - part, 0) + np.maximum(part - many_cards, 0)
        else:
            missed += _off(part, amount)
    for number, span in enumerate(request.powers):
        if span is not None:
            missed += _off(decks.of_power(decks.limits.min_power + number), span)
    for kind, minimum in request.kinds:
        missed += np.maximum(minimum - decks.of_kind(kind), 0)
    for one in request.characters:
        missed += np.maximum(one.minimum - decks.of_kind(one.character.kind), 0)
    return missed


def _off(counts: Counts, span: Span) -> Counts:
    return np.asarray(np.maximum(span.low - counts, 0) + np.maximum(counts - span.high, 0))
