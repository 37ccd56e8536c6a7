"""Contradictions in small formats, held against every deck there is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from generator.deck.building.builder import Impossible, build
from generator.deck.building.demanding import task_of
from generator.deck.building.demands import Demand, Rule
from generator.deck.building.pool import Pool
from generator.deck.building.wishes import Wishes
from generator.deck.format import DeckFormat

from .random_wishes import (
    NARROW,
    PAIR,
    SMALL,
    TINY,
    Decks,
    Mask,
    Piece,
    missed_cards,
    pieces,
    random_pool,
    random_wishes,
)

CASES = [(SMALL, 9, 50), (PAIR, 12, 50), (TINY, 20, 30), (NARROW, 16, 30)]
"""A format, the cards of the largest deck that is looked at, and how many wishes are tried."""


@cache
def all_decks(limits: DeckFormat, most: int) -> Decks:
    return Decks(limits, most)


def exists(parts: Sequence[Piece]) -> bool:
    return bool(in_all(parts).any())


def drawn(limits: DeckFormat, number: int) -> tuple[Wishes, Pool | None]:
    chance = random.Random(number)
    pool = random_pool(chance, limits, chance.randint(3, 14)) if chance.random() < 0.5 else None
    return random_wishes(chance, limits, pool), pool


@pytest.mark.parametrize(("limits", "most", "tries"), CASES)
def test_a_deck_is_built_exactly_where_there_is_one(limits: DeckFormat, most: int, tries: int) -> None:
    decks = all_decks(limits, most)
    built = refused = 0
    for number in range(tries):
        wishes, pool = drawn(limits, number)
        parts = pieces(decks, wishes, pool)
        found = build(limits, wishes, pool, 4, number)
        if isinstance(found, Impossible):
            refused += 1
            assert not exists(parts), wishes
            check_conflicts(found, parts, limits, wishes, pool)
            check_nearest(found, decks, limits, wishes, pool)
        else:
            built += 1
            assert exists(parts), wishes
    assert built > tries / 10
    assert refused > tries / 4


def check_conflicts(
    found: Impossible, parts: Sequence[Piece], limits: DeckFormat, wishes: Wishes, pool: Pool | None
) -> None:
    """Each set contradicts itself, and none of it can be left out; no wish stands in two."""
    assert found.conflicts
    keys = [key(demand) for demand in task_of(limits, wishes, pool).demands]
    piece = dict(zip(keys, parts, strict=True))
    left = dict(piece)
    for conflict in found.conflicts:
        core = [piece[key(demand)] for demand in conflict.demands]
        assert not exists(core), conflict
        for part in core:
            rest = [other for other in core if other is not part]
            # Without either rule a deck may need more cards than are looked at here.
            if any(other.what.endswith("rule") for other in rest):
                assert exists(rest), (conflict, part.what)
        wishes_in_it = [demand for demand in conflict.demands if demand.is_wish]
        for demand in wishes_in_it or conflict.demands:
            if not isinstance(demand, Rule):
                assert left.pop(key(demand)), "no wish stands in two contradictions"
    assert exists(list(left.values())), "every contradiction is told"


def key(demand: Demand) -> tuple[type[Demand], str]:
    return type(demand), demand.words


def check_nearest(
    found: Impossible, decks: Decks, limits: DeckFormat, wishes: Wishes, pool: Pool | None
) -> None:
    """The proposals make a deck, and none changes fewer cards than the nearest."""
    assert found.nearest is not None
    allowed = in_all(pieces(decks, Wishes(), pool))
    assert bool(allowed.any()) == (not found.nearest.missing), "the pool needs more cards only if it must"
    if found.nearest.missing:
        assert found.others == ()
        return
    missed = missed_cards(decks, wishes)
    for proposal in (found.nearest, *found.others):
        possible = in_all(pieces(decks, proposal.wishes, pool))
        assert possible.any(), proposal
        assert not isinstance(build(limits, proposal.wishes, pool, 4, 1), Impossible)
        if proposal is found.nearest:
            assert missed[possible].min() == missed[allowed].min()
        else:
            assert len(proposal.changes) == 1


def in_all(parts: Sequence[Piece]) -> Mask:
    mask = parts[0].mask.copy()
    for part in parts[1:]:
        mask &= part.mask
    return mask
