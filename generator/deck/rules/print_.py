"""A card's picture, icons and letters are there to be printed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.deck.rules.file import words_of
from generator.deck.rules.rule import Case, Finding, Rule


def _check(case: Case) -> Iterator[Finding]:
    for problem in case.unprintable:
        # No rule of the game's says how a card looks, so even what can't be printed at all may be legal.
        words = words_of(problem) + ("; it can't be printed" if problem.severity == "error" else "")
        yield Finding(words, severity="warning", place=problem.place, card=problem.card)


RULE = Rule("print", lambda _: "Every card can be printed as it is.", _check)
