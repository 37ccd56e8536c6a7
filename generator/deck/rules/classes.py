"""It is wise to have every class in a deck."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.wording import join_words
from generator.deck.rules.rule import Case, Finding, Rule


def _check(case: Case) -> Iterator[Finding]:
    classes = case.format.classes
    found = {entry.class_name for entry in case.entries}
    # A misspelt class may well be the one that is missing.
    if not case.is_whole or not found or not found <= set(classes):
        return
    for missing in (name for name in classes if name not in found):
        yield Finding(f"no {missing} in the deck", severity="warning")


RULE = Rule(
    "classes",
    lambda limits: f"A deck does best with cards of every class: {join_words(limits.classes, 'and')}.",
    _check,
)
