"""A card has exactly one of the classes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.deck.model import Entry
from generator.deck.rules.rule import Case, Finding, Rule

_WORD = re.compile(r"\w+")


def _check(case: Case) -> Iterator[Finding]:
    entries = case.entries
    if case.lacks_column("class") and any(entry.given_class is None for entry in entries):
        yield Finding("there is no column `class`")
        entries = [entry for entry in entries if entry.given_class is not None]
    for entry in entries:
        if entry.class_name not in case.format.classes:
            yield Finding(_fault(entry, case.format.classes), entry, "class")


def _fault(entry: Entry, classes: tuple[str, ...]) -> str:
    given = entry.given_class
    if given is None or given == "":
        return "the class is missing"
    named = _named(given)
    if len(named) > 1 and any(word in classes for word in named):
        return f"{len(named)} classes, {join_words(named, 'and')}, where a card has one"
    if isinstance(given, str):
        hint = did_you_mean(given, classes)
        return f"there is no class {quote(given)}" + (f"; {hint}" if hint else "")
    return f"the class is {quote(given)}, not a word"


def _named(given: object) -> tuple[str, ...]:
    """The words of the class as it is given, each once."""
    texts = given if isinstance(given, list) else [given]
    words = [word for text in texts if isinstance(text, str) for word in _WORD.findall(text[:200].lower())]
    return tuple(dict.fromkeys(word for word in words if word not in ("and", "or")))


RULE = Rule("class", lambda limits: f"A card has one class: {join_words(limits.classes)}.", _check)
