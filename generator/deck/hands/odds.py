"""Exact odds of drawing without putting back: the hypergeometric distribution, as fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb


def none_of(wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that none of the ``wanted`` ones among ``cards`` is drawn."""
    drawn = min(drawn, cards)
    return Fraction(comb(cards - wanted, drawn), comb(cards, drawn))


def at_least_one_of(wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that one or more of the ``wanted`` ones among ``cards`` are drawn."""
    return 1 - none_of(wanted, cards, drawn)


def expected_points(points: int, cards: int, drawn: int) -> Fraction:
    """What the drawn cards cost together on average, where all ``cards`` cost ``points``."""
    return Fraction(min(drawn, cards) * points, cards) if cards else Fraction(0)


def at_least(count: int, wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that ``count`` or more of the ``wanted`` ones among ``cards`` are drawn."""
    drawn = min(drawn, cards)
    ways = sum(
        comb(wanted, held) * comb(cards - wanted, drawn - held)
        for held in range(count, min(wanted, drawn) + 1)
    )
    return Fraction(ways, comb(cards, drawn))
