"""Sampled hands: the same everywhere, true to the deck, and as likely as the exact odds say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.deck.hands import sampling
from generator.deck.hands.card_hands import Odd
from generator.deck.hands.report import HandsRequest, openings, sample_hands
from generator.deck.hands.sampling import Block, shuffles

from .deck_files import LIMITS, deck_of_kinds


def table(cards: int, draws: int, samples: int, seed: int, at_once: int = 8192) -> Block:
    blocks = list(shuffles(cards, draws, samples, seed, at_once))
    return np.concatenate(blocks, axis=1)


def test_a_seed_gives_these_hands_on_every_machine() -> None:
    assert table(40, 7, 5, seed=1).T.tolist() == [
        [20, 13, 36, 11, 5, 15, 24],
        [38, 15, 18, 25, 13, 27, 36],
        [5, 39, 11, 36, 8, 12, 21],
        [37, 31, 29, 32, 34, 18, 20],
        [12, 11, 9, 30, 15, 26, 25],
    ]
    many = table(100, 12, 50_000, seed=2026).astype("<u2").tobytes()
    assert sha256(many).hexdigest() == "4e2dace11e8f15ce8b34b726d7067a7ed82db4eaa5873ecff42491cfb9bd022f"


@settings(deadline=None)
@given(
    cards=st.integers(1, 30),
    draws=st.integers(0, 35),
    samples=st.integers(1, 40),
    at_once=st.integers(1, 50),
    seed=st.integers(0, 2**63 - 1),
)
def test_hands_are_drawn_without_putting_back_however_they_are_cut(
    cards: int, draws: int, samples: int, at_once: int, seed: int
) -> None:
    whole = table(cards, draws, samples, seed)
    assert whole.shape == (min(cards, draws), samples)
    for hand in whole.T.tolist():
        assert len(set(hand)) == len(hand)
        assert all(0 <= card < cards for card in hand)
    assert (table(cards, draws, samples, seed, at_once) == whole).all()
    assert (table(cards, draws, samples + 9, seed)[:, :samples] == whole).all()
    assert (table(cards, draws + 2, samples, seed)[: min(cards, draws)] == whole).all()


def test_another_seed_gives_other_hands() -> None:
    tables = {table(40, 7, 20, seed).tobytes() for seed in range(50)}
    assert len(tables) == 50


def test_every_order_of_a_small_deck_is_as_likely() -> None:
    """Chi-squared over the 120 orders of five cards: 119 on average, and 15.4 is its deviation."""
    samples = 240_000
    found = Counter(map(bytes, table(5, 5, samples, seed=4).T.astype(np.uint8)))
    assert len(found) == 120
    expected = samples / 120
    squared = sum((count - expected) ** 2 / expected for count in found.values())
    assert 119 - 5 * 15.4 < squared < 119 + 5 * 15.4


def test_a_large_deck_is_drawn_to_its_ends() -> None:
    drawn = table(10_000, 100, 20_000, seed=5)
    assert (drawn.min(), drawn.max()) == (0, 9_999)
    error = 10_000 / sqrt(12 * drawn.size)
    assert abs(drawn.mean() - 4999.5) < 5 * error


@settings(deadline=None)
@given(
    kinds=st.lists(st.sampled_from(["M1", "M2x3", "S3", "S6x2", "A4", "A1x5", "?9"]), max_size=12),
    turns=st.integers(1, 9),
    seed=st.integers(0, 1000),
)
def test_a_hand_holds_only_cards_of_the_deck(kinds: list[str], turns: int, seed: int) -> None:
    deck = deck_of_kinds(" ".join(kinds))
    cards = tuple(entry for entry in deck.entries for _ in range(entry.copies))
    report = sample_hands(deck, cards, LIMITS, openings(LIMITS), HandsRequest(100, 4, turns, seed))
    held = Counter(entry.name for entry in cards)
    for player in report.players:
        for hand in player.hands:
            drawn = [card.name for turn in hand.turns for card in turn]
            assert Counter(drawn) <= held
            assert len(drawn) == min(len(cards), player.opening.hand + turns - 1)
            assert len(hand.turns[0]) == min(len(cards), player.opening.hand)
            assert all(len(turn) <= 1 for turn in hand.turns[1:])
    if report.players[0].hands:
        # Both draw from one shuffle, so the first cards are the same.
        one, other = (player.hands[0].turns for player in report.players)
        assert other[0][: len(one[0])] == one[0]


class Agreement(NamedTuple):
    inside: float
    """The share of odds whose interval holds the exact value."""
    worst: float
    """The largest distance of a simulated from an exact share, in standard errors."""


def agreement(decks: int = 400, samples: int = 2_000) -> Agreement:
    """Over random decks, legal and not. Odds of 0 and 1 are left out: they can't but agree."""
    found = [odd for seed in range(decks) for odd in odds_of_a_random_deck(seed, samples)]
    shares = [odd for odd in found if odd.what != "points"]
    return Agreement(
        sum(odd.verdict == "inside" for odd in found) / len(found),
        max(abs(odd.simulated.value - odd.exact) / standard_error(odd, samples) for odd in shares),
    )


def standard_error(odd: Odd, samples: int) -> float:
    return sqrt(odd.exact * (1 - odd.exact) / samples)


def odds_of_a_random_deck(seed: int, samples: int) -> Iterator[Odd]:
    made = random.Random(seed)
    kinds = " ".join(
        f"{made.choice('MSA')}{made.randint(1, 6)}x{made.randint(1, 3)}" for _ in range(made.randint(3, 40))
    )
    deck = deck_of_kinds(kinds)
    cards = tuple(entry for entry in deck.entries for _ in range(entry.copies))
    report = sample_hands(deck, cards, LIMITS, openings(LIMITS), HandsRequest(samples, 0, 4, seed))
    for player in report.players:
        whole = len(cards) <= player.opening.drawn_by(4)
        # A chance of less than one sample in all is either not seen or seen far too often.
        least = 1 / samples
        yield from (
            odd
            for odd in player.odds
            if (least < odd.exact < 1 - least if odd.what != "points" else not whole)
        )


@pytest.mark.slow
def test_simulated_odds_agree_with_exact_ones_over_many_decks() -> None:
    found = agreement()
    assert 0.94 <= found.inside <= 0.96
    assert found.worst < 5


@pytest.mark.parametrize("bias", ["never the last card", "put back"])
def test_a_bias_would_be_found(bias: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def biased(cards: int, draws: int, samples: int, seed: int, **_: int) -> Iterator[Block]:
        if bias == "never the last card":
            yield from shuffles(max(cards - 1, min(draws, cards)), draws, samples, seed)
        else:
            single = [table(cards, 1, max(samples, 1), seed + 7 * draw) for draw in range(min(draws, cards))]
            yield np.concatenate(single)

    monkeypatch.setattr(sampling, "shuffles", biased)
    found = agreement(decks=100)
    assert found.inside < 0.9
    assert found.worst > 5
