"""Every deck that is built is legal and meets every part of its request, for requests of all sorts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.deck.building.builder import build
from generator.deck.building.conflicts import Impossible
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
from generator.deck.check import judge
from generator.deck.format import DeckFormat
from generator.deck.write import DeckRow

from ..deck_files import LIMITS as BATTLE_GATE
from ..deck_files import Row, deck
from .random_requests import kinds_of, random_pool, random_request

ANIMALS = DeckFormat(60, 8, 40, 2, 9, ("cat", "dog", "owl", "toad"), 3, 4)


def check(
    rows: Sequence[DeckRow] | Impossible,
    limits: DeckFormat,
    request: DeckRequest,
    pool: Pool | None,
    copies: int = 4,
) -> None:
    """The deck is legal, as the checker says and as counted here, and the request is met."""
    assert not isinstance(rows, Impossible), rows
    verdict = judge(deck([Row(row.name, row.class_name, row.power, row.copies) for row in rows]), limits)
    assert verdict.legal, verdict.violations
    cards = sum(row.copies for row in rows)
    points = sum(row.copies * row.power for row in rows)
    assert points == limits.points
    assert limits.min_cards <= cards <= limits.max_cards
    assert request.cards is None or request.cards.low <= cards <= request.cards.high
    if request.mean is not None:
        assert near(Fraction(points), cards, request.mean, each=request.mean.low)
    for name, amount in request.classes:
        part = sum(row.copies for row in rows if row.class_name == name)
        if isinstance(amount, Span):
            assert amount.low <= part <= amount.high
        else:
            assert near(Fraction(part), cards, amount, each=Fraction(1))
    for number, span in enumerate(request.powers, start=limits.min_power):
        of_power = sum(row.copies for row in rows if row.power == number)
        assert span is None or span.low <= of_power <= span.high
    for kind, minimum in request.kinds:
        assert sum(row.copies for row in rows if (row.class_name, row.power) == kind[:2]) >= minimum
    for one in request.characters:
        named = [row for row in rows if row.name == one.character.name]
        assert sum(row.copies for row in named) >= one.minimum
    check_characters(rows, pool, request, copies)


def near(part: Fraction, cards: int, wanted: Ratio, each: Fraction) -> bool:
    """A range is met exactly, a single ratio with less than one card too many or too few."""
    if wanted.low == wanted.high:
        return abs(part - cards * wanted.low) < each
    return cards * wanted.low <= part <= cards * wanted.high


def check_characters(rows: Sequence[DeckRow], pool: Pool | None, request: DeckRequest, copies: int) -> None:
    used = Counter({(row.name, row.class_name, row.power): 0 for row in rows})
    assert len(used) == len(rows), "a character stands in one row"
    assert all(row.copies >= 1 for row in rows)
    if pool is None:
        guests = {part.character.name for part in request.characters}
        assert all(row.copies <= copies for row in rows if row.name not in guests)
        assert len({row.name for row in rows}) == len(rows)
        return
    have = Counter[tuple[str, str, int]]()
    for character in pool.characters:
        have[character.name, *character.kind[:2]] += character.copies
    for row in rows:
        assert row.copies <= have[row.name, row.class_name, row.power]


def a_legal_deck(chance: random.Random, limits: DeckFormat) -> Counter[Kind]:
    """A legal deck drawn card by card."""
    kinds = kinds_of(limits)
    while True:
        weights = [chance.random() ** 2 / kind.power ** chance.choice([0, 1, 2]) for kind in kinds]
        found: Counter[Kind] = Counter()
        left = limits.points
        while left >= limits.min_power:
            kind = chance.choices(kinds, weights)[0]
            kind = kind if kind.power <= left else Kind(kind.class_name, limits.min_power)
            found[kind] += 1
            left -= kind.power
        if not left and limits.min_cards <= found.total() <= limits.max_cards:
            return found


def request_of(
    chance: random.Random, limits: DeckFormat, found: Counter[Kind], pool: Pool | None
) -> DeckRequest:
    """A request that this deck meets."""
    cards = found.total()

    def span(number: int) -> Span:
        if chance.random() < 0.5:
            return Span(number, number)
        return Span(max(0, number - chance.randint(0, 3)), number + chance.randint(0, 3))

    def ratio(value: Fraction) -> Ratio:
        if chance.random() < 0.5:
            return Ratio(value, value)
        return Ratio(
            value * Fraction(chance.randint(80, 100), 100), value * Fraction(chance.randint(100, 120), 100)
        )

    def maybe() -> bool:
        return chance.random() < 0.4

    of_class = {
        name: sum(n for kind, n in found.items() if kind.class_name == name) for name in limits.classes
    }
    of_power = [
        sum(n for kind, n in found.items() if kind.power == power)
        for power in range(limits.min_power, limits.max_power + 1)
    ]
    return DeckRequest(
        cards=span(cards) if maybe() else None,
        classes=tuple(
            (name, span(number) if maybe() else ratio(Fraction(number, cards)))
            for name, number in of_class.items()
            if maybe()
        ),
        mean=ratio(Fraction(limits.points, cards)) if maybe() else None,
        shape=chance.choice([None, "low", "even", "high"]),
        powers=tuple(span(number) if maybe() else None for number in of_power) if maybe() else (),
        kinds=tuple(
            KindMinimum(kind, chance.randint(1, n)) for kind, n in found.items() if chance.random() < 0.1
        ),
        characters=tuple(
            CharacterMinimum(one, chance.randint(1, one.copies), False)
            for one in (pool.characters if pool is not None else ())
            if one.name.startswith("Nobody") and chance.random() < 0.15
        ),
    )


def pool_around(chance: random.Random, found: Counter[Kind]) -> Pool:
    """A pool that has these cards, as characters called Nobody, and others."""
    characters = []
    for kind, cards in found.items():
        left = cards
        while left:
            some = chance.randint(1, min(4, left))
            characters.append(Character(f"Nobody {len(characters)}", kind, some))
            left -= some
    others = random_pool(chance, BATTLE_GATE, chance.randint(0, 30)).characters
    return Pool((*characters, *others))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_whatever_a_deck_can_meet_is_built(part: int) -> None:
    """Requests taken from decks drawn at random: 500 of them."""
    for number in range(part, 500, 4):
        chance = random.Random(number)
        limits = ANIMALS if number % 5 == 0 else BATTLE_GATE
        found = a_legal_deck(chance, limits)
        pool = pool_around(chance, found) if limits is BATTLE_GATE and chance.random() < 0.5 else None
        request = request_of(chance, limits, found, pool)
        check(build(limits, request, pool, 4, number), limits, request, pool)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    number=st.integers(0, 10**9),
    seed=st.integers(0, 10**18),
    copies=st.integers(1, 9),
    points=st.integers(30, 300),
)
def test_what_is_built_is_legal(number: int, seed: int, copies: int, points: int) -> None:
    """Any request, with any budget: a legal deck that meets it, or at least one contradiction."""
    limits = BATTLE_GATE.with_points(points)
    chance = random.Random(number)
    pool = random_pool(chance, limits, chance.randint(5, 120)) if number % 3 == 0 else None
    request = random_request(chance, limits, pool, few=True)
    found = build(limits, request, pool, copies, seed)
    if isinstance(found, Impossible):
        assert found.conflicts
        assert found.nearest is not None
        if not found.nearest.missing:
            nearer = found.nearest.request
            check(build(limits, nearer, pool, copies, seed), limits, nearer, pool, copies)
    else:
        check(found, limits, request, pool, copies)
