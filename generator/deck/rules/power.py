"""A card's power is a whole number within bounds."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.wording import quote
from generator.deck.format import DeckFormat
from generator.deck.model import Entry
from generator.deck.rules.rule import Case, Finding, Rule


def _check(case: Case) -> Iterator[Finding]:
    entries = case.entries
    if case.lacks_column("power") and any(entry.given_power is None for entry in entries):
        yield Finding("there is no column `power`")
        entries = [entry for entry in entries if entry.given_power is not None]
    for entry in entries:
        fault = _fault(entry, case.format)
        if fault:
            yield Finding(fault, entry, "power")


def _fault(entry: Entry, limits: DeckFormat) -> str | None:
    given = entry.given_power
    if entry.power is not None:
        if entry.power < limits.weakest:
            return f"power {quote(entry.power)} is less than {limits.weakest}"
        if entry.power > limits.strongest:
            return f"power {quote(entry.power)} is more than {limits.strongest}"
        return None
    if given is None or given == "":
        return "the power is missing"
    if isinstance(given, float):
        return f"power {quote(given)} is not a whole number"
    return f"the power is {quote(given)}, not a number"


RULE = Rule(
    "power",
    lambda limits: f"A card's power is a whole number from {limits.weakest} to {limits.strongest}.",
    _check,
)
