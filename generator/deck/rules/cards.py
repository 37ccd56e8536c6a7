"""A deck has neither too few cards nor too many."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.wording import pluralize
from generator.deck.format import MOST, DeckFormat
from generator.deck.rules.rule import Case, Finding, Rule


def _sentence(limits: DeckFormat) -> str:
    if limits.fewest == limits.most:
        return f"A deck has exactly {pluralize(limits.most, 'card')}."
    return f"A deck has {limits.fewest:,} to {pluralize(limits.most, 'card')}."


def _check(case: Case) -> Iterator[Finding]:
    if not case.is_whole:
        return
    size, limits = case.deck.size, case.format
    if size < limits.fewest:
        yield Finding(f"{pluralize(size, 'card')}, {limits.fewest - size:,} too few")
    if size > limits.most:
        unseen = "" if len(case.deck.entries) <= MOST else f"; the first {MOST:,} are looked at one by one"
        yield Finding(f"{pluralize(size, 'card')}, {size - limits.most:,} too many{unseen}")


RULE = Rule("cards", _sentence, _check)
