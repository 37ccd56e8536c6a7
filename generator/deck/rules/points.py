"""A deck spends all its points and no more."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import Severity
from generator.catalog.wording import pluralize
from generator.deck.rules.rule import Case, Finding, Rule


def _check(case: Case) -> Iterator[Finding]:
    if not case.is_whole:
        return
    deck, limits = case.deck, case.format
    unknown = sum(entry.copies for entry in deck.entries if entry.power is None)
    over = deck.points + unknown * limits.weakest - limits.points
    unspent = limits.points - deck.points - unknown * limits.strongest
    if over > 0:
        yield Finding(_words(deck.points, unknown, over, "over"))
    elif unspent > 0:
        severity: Severity = "warning" if case.allow_unspent else "error"
        yield Finding(_words(deck.points, unknown, unspent, "unspent"), severity=severity)


def _words(points: int, unknown: int, off: int, which: str) -> str:
    """What is certain, whatever the powers that can't be counted were meant to be."""
    if not unknown:
        return f"{pluralize(points, 'point')}, {off:,} {which}"
    cards = f"the {pluralize(unknown, 'card')} whose power can't be counted"
    return f"at least {pluralize(off, 'point')} {which}: {points:,} without {cards}"


RULE = Rule(
    "points",
    lambda limits: f"A deck spends exactly {pluralize(limits.points, 'point')}. A card costs its power.",
    _check,
)
