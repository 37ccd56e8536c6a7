"""Kinds of cards, as players write them: a class's letter and what a card costs, ``M1`` … ``A6``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.catalog.wording import quote
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.model import Entry

UNKNOWN = "?"
"""Stands for a class that the game does not have, and for a power that can't be counted."""


def class_marks(classes: Sequence[str]) -> dict[str, str]:
    """Each class's mark: its first letter, or as many as distinguish it from the other classes."""
    return {name: _mark(name, [other for other in classes if other != name]) for name in classes}


def _mark(name: str, others: Sequence[str]) -> str:
    for length in range(1, len(name)):
        if not any(other.startswith(name[:length]) for other in others):
            return name[:length].upper()
    return name.upper()


def class_as_given(entry: Entry) -> str:
    """The entry's class, blank for none; what is no word as a file has it: ``5``, ``[minion, soldier]``."""
    given = entry.given_class
    if entry.class_name or given is None or isinstance(given, str):
        return entry.class_name
    return f"[{', '.join(map(_as_given, given))}]" if isinstance(given, list) else _as_given(given)


def _as_given(value: object) -> str:
    return value.strip().lower() if isinstance(value, str) else quote(value)


def countable_power(entry: Entry) -> int | None:
    """The entry's power, legal or not; None if it is no whole number, or beyond all reason."""
    return None if entry.power is None or abs(entry.power) > MAX_COUNT else entry.power


def kind_in(limits: DeckFormat, class_name: str, power: int | None) -> str:
    """The kind's short name in a format, which may have no classes or no costs: ``S4``, ``S``, ``4``."""
    budget, group = limits.fields
    mark = class_marks(limits.classes).get(class_name, UNKNOWN) if group is not None else ""
    return mark + ("" if budget is None else UNKNOWN if power is None else str(power))


def kind_name(class_name: str, power: int | None, marks: Mapping[str, str]) -> str:
    """The kind's short name, for example ``S4``; ``?4`` for a class that the game does not have."""
    return marks.get(class_name, UNKNOWN) + (UNKNOWN if power is None else str(power))
