"""A card has a name that its name box can hold."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

from generator.catalog.wording import pluralize
from generator.deck.rules.rule import Case, Finding, Rule

LONGEST = 60
"""Letters that still can be read in the name box."""


def _check(case: Case) -> Iterator[Finding]:
    entries = case.entries
    if case.lacks_column("name") and any(not entry.name for entry in entries):
        yield Finding("there is no column `name`")
        entries = [entry for entry in entries if entry.name]
    for entry in entries:
        if not any(map(_is_seen, entry.name)):
            yield Finding("the name is blank", entry, "name")
        elif len(entry.name) > LONGEST:
            message = (
                f"the name has {pluralize(len(entry.name), 'letter')}, its box has room for some {LONGEST}"
            )
            yield Finding(message, entry, "name", "warning")


def _is_seen(letter: str) -> bool:
    """Neither space nor control: a name of nothing else looks blank on the card."""
    return category(letter)[0] not in "ZC"


RULE = Rule("name", lambda _: "Every card has a name, short enough for its name box.", _check)
