"""Contradictions in small formats, held against every deck there is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from generator.deck.building.builder import build
from generator.deck.building.conflicts import Impossible
from generator.deck.building.constraints import Constraint, FormatConstraint, RequestConstraint, task_of
from generator.deck.building.request import DeckRequest, Pool
from generator.deck.format import DeckFormat

from .random_requests import (
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
    random_request,
)

CASES = [(SMALL, 9, 50), (PAIR, 12, 50), (TINY, 20, 30), (NARROW, 16, 30)]
"""A format, the cards of the largest deck that is looked at, and how many request are tried."""


@cache
def all_decks(limits: DeckFormat, most: int) -> Decks:
    return Decks(limits, most)


def exists(parts: Sequence[Piece]) -> bool:
    return bool(in_all(parts).any())


def drawn(limits: DeckFormat, number: int) -> tuple[DeckRequest, Pool | None]:
    chance = random.Random(number)
    pool = random_pool(chance, limits, chance.randint(3, 14)) if chance.random() < 0.5 else None
    return random_request(chance, limits, pool), pool


@pytest.mark.slow
@pytest.mark.parametrize(("limits", "most", "tries"), CASES)
def test_a_deck_is_built_exactly_where_there_is_one(limits: DeckFormat, most: int, tries: int) -> None:
    decks = all_decks(limits, most)
    built = refused = 0
    for number in range(tries):
        request, pool = drawn(limits, number)
        parts = pieces(decks, request, pool)
        found = build(limits, request, pool, 4, number)
        if isinstance(found, Impossible):
            refused += 1
            assert not exists(parts), request
            check_conflicts(found, parts, limits, request, pool)
            check_nearest(found, decks, limits, request, pool)
        else:
            built += 1
            assert exists(parts), request
    assert built > tries / 10
    assert refused > tries / 4


def check_conflicts(
    found: Impossible, parts: Sequence[Piece], limits: DeckFormat, request: DeckRequest, pool: Pool | None
) -> None:
    """Each set contradicts itself, and none of it can be left out; no request stands in two."""
    assert found.conflicts
    keys = [key(constraint) for constraint in task_of(limits, request, pool).constraints]
    piece = dict(zip(keys, parts, strict=True))
    left = dict(piece)
    for conflict in found.conflicts:
        core = [piece[key(constraint)] for constraint in conflict.constraints]
        assert not exists(core), conflict
        for part in core:
            rest = [other for other in core if other is not part]
            # Without either rule a deck may need more cards than are looked at here.
            if any(other.what.endswith("rule") for other in rest):
                assert exists(rest), (conflict, part.what)
        requests: list[Constraint] = [
            constraint for constraint in conflict.constraints if isinstance(constraint, RequestConstraint)
        ]
        for constraint in requests or conflict.constraints:
            if not isinstance(constraint, FormatConstraint):
                assert left.pop(key(constraint)), "no request stands in two contradictions"
    assert exists(list(left.values())), "every contradiction is told"


def key(constraint: Constraint) -> tuple[type[Constraint], str]:
    return type(constraint), constraint.words


def check_nearest(
    found: Impossible, decks: Decks, limits: DeckFormat, request: DeckRequest, pool: Pool | None
) -> None:
    """The proposals make a deck, and none changes fewer cards than the nearest."""
    assert found.nearest is not None
    allowed = in_all(pieces(decks, DeckRequest(), pool))
    assert bool(allowed.any()) == (not found.nearest.missing), "the pool needs more cards only if it must"
    if found.nearest.missing:
        assert found.others == ()
        return
    missed = missed_cards(decks, request)
    for proposal in (found.nearest, *found.others):
        possible = in_all(pieces(decks, proposal.request, pool))
        assert possible.any(), proposal
        assert not isinstance(build(limits, proposal.request, pool, 4, 1), Impossible)
        if proposal is found.nearest:
            assert missed[possible].min() == missed[allowed].min()
        else:
            assert len(proposal.changes) == 1


def in_all(parts: Sequence[Piece]) -> Mask:
    mask = parts[0].mask.copy()
    for part in parts[1:]:
        mask &= part.mask
    return mask
