"""Exact odds against counting every possible draw; intervals against values worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import factorial, isclose

import pytest

from generator.catalog.problems import Problems
from generator.deck.hands import odds
from generator.deck.hands.odds import at_least, exactly
from generator.deck.hands.report import (
    HandsReport,
    HandsRequest,
    cards_to_draw,
    draw_rule,
    openings,
    sample_hands,
)
from generator.deck.model import Entry

from .deck_files import LIMITS, deck_of_kinds

KINDS = ["M1 S4 A6 S2 M5", "M6 M6 M6 S4 A1 A5", "A3x2 M4x3 S5", "S6 S5 A4", "M4x4 ?2", "S3", "M1 M2"]


def report_of(kinds: str, turns: int) -> HandsReport:
    deck = deck_of_kinds(kinds)
    cards = cards_to_draw(deck, Problems())
    assert cards is not None
    return sample_hands(deck, cards, LIMITS, openings(LIMITS), HandsRequest(100, 0, turns, 1))


@pytest.mark.parametrize("cards", range(8))
def test_chances_of_some_and_of_none(cards: int) -> None:
    for wanted in range(cards + 1):
        for drawn in range(cards + 1):
            hands = list(combinations(range(cards), drawn))
            without = sum(not any(card < wanted for card in hand) for hand in hands)
            assert exactly(0, wanted, cards, drawn) == Fraction(without, len(hands))
            assert at_least(1, wanted, cards, drawn) == 1 - Fraction(without, len(hands))
            assert exactly(0, wanted, cards, cards + 3) == (wanted == 0)


@pytest.mark.parametrize("kinds", KINDS)
def test_every_odd_against_every_shuffle(kinds: str) -> None:
    """Both openings and all turns, beyond the end of the deck too."""
    turns = 4
    report = report_of(kinds, turns)
    cards = [entry for entry in deck_of_kinds(kinds).entries for _ in range(entry.copies)]
    for player in report.players:
        exact = {(odd.what, odd.turn, odd.name): odd.exact for odd in player.odds}
        hand = player.opening.hand
        for turn in range(1, turns + 1):
            seen = hand + turn - 1
            for name in LIMITS.classes:
                assert exact.pop(("class", turn, name)) == averaged(
                    cards, lambda shuffle, n=seen, c=name: any(card.class_name == c for card in shuffle[:n])
                )
            assert exact.pop(("points", turn, None)) == averaged(
                cards, lambda shuffle, n=seen: sum(card.power or 0 for card in shuffle[:n])
            )
        playable = averaged(
            cards,
            lambda shuffle, n=hand: any((card.power or 0) <= len(shuffle[:n]) for card in shuffle[:n]),
        )
        assert exact.pop(("playable", 1, None)) == playable
        assert exact.pop(("dead", 1, None)) == 1 - playable
        assert exact == {}


def averaged(cards: Sequence[Entry], of: Callable[[tuple[Entry, ...]], int]) -> Fraction:
    return Fraction(sum(of(shuffle) for shuffle in permutations(cards)), factorial(len(cards)))


def test_a_deck_as_small_as_a_hand_allows_no_more_power_than_it_has_cards() -> None:
    """Two cards in hand pay for two points, whoever begins."""
    for player in report_of("S3 A3", 1).players:
        assert player.strongest == 2
        assert [odd.exact for odd in player.odds if odd.what == "dead"] == [1]


def test_an_empty_deck_gives_empty_hands() -> None:
    deck = deck_of_kinds("")
    request = HandsRequest(100, 2, 3, 1)
    report = sample_hands(deck, (), LIMITS, openings(LIMITS), request)
    for player in report.players:
        assert {odd.exact for odd in player.odds if odd.what != "dead"} == {0}
        assert all(odd.verdict == "inside" for odd in player.odds)


def test_the_rule_names_both_hands() -> None:
    first, other = openings(LIMITS)
    assert "3 for the first player and 4 for any other player" in draw_rule([first, other])
    assert "first turn: 4 for any other player." in draw_rule([other])


@pytest.mark.parametrize(
    ("hits", "samples", "low", "high"),
    [(0, 10, 0, 0.277533), (10, 10, 0.722467, 1), (5, 10, 0.236593, 0.763407), (1, 1000, 0.000177, 0.005642)],
)
def test_wilson_s_interval(hits: int, samples: int, low: float, high: float) -> None:
    found = odds.estimate_share(hits, samples)
    assert found.value == hits / samples
    assert isclose(found.low, low, abs_tol=1e-6)
    assert isclose(found.high, high, abs_tol=1e-6)


def test_the_interval_of_a_mean() -> None:
    """Of 1 to 5: the variance is 2.5, the error of the mean its root over 5."""
    found = odds.estimate_mean(15, 55, 5, 1, 5)
    assert found.value == 3
    assert isclose(found.high - 3, 1.959964 * (2.5 / 5) ** 0.5, abs_tol=1e-6)
    assert isclose(3 - found.low, found.high - 3)


def test_so_many_or_more() -> None:
    """Three of five cards, two of them wanted: both with any of the others are 3 of 10 hands, none is 1."""
    assert at_least(2, 2, 5, 3) == Fraction(3, 10)
    assert at_least(1, 2, 5, 3) == Fraction(9, 10)
    assert at_least(0, 2, 5, 3) == 1
    assert at_least(3, 2, 5, 3) == 0
    assert at_least(2, 2, 5, 9) == 1


def test_an_exact_value_is_contradicted_only_where_it_is_no_chance() -> None:
    """Few hits of something rare are chance, though they lie many standard errors out."""
    verdicts = [
        odds.estimate_share(hits, 10_000).verdict(Fraction(share))
        for hits, share in ((9212, "0.9166"), (9250, "0.9166"), (9212, "0.8709"), (3, "0.00002"), (1, "0"))
    ]
    assert verdicts == ["inside", "outside", "contradicted", "outside", "contradicted"]
    mean = odds.estimate_mean(40_000, 160_600, 10_000, -2, 10, scale=2)
    assert [mean.verdict(Fraction(value)) for value in ("2", "2.01", "2.2")] == [
        "inside",
        "outside",
        "contradicted",
    ]
