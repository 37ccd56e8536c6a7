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


def class_words(limits: DeckFormat, name: str) -> tuple[str, str]:
    """One card of a class, and several: ``minion`` and ``minions``, or ``card of type ally`` and so on.

    Values of the game's own cards may be in any language, or adjectives: they have no plural.
    """
    if not limits.has_pool:
        return name, f"{name}s"
    of = f"of {limits.fields.group} {name}"
    return f"card {of}", f"cards {of}"


def kind_words(limits: DeckFormat, class_name: str, power: int) -> tuple[str, str]:
    """One card of a kind, and several: ``minion of power 3``, ``cards of type ally and cost 3``."""
    budget, group = limits.fields
    if group is None:
        return f"card of {budget} {power}", f"cards of {budget} {power}"
    one, many = class_words(limits, class_name)
    and_cost = "" if budget is None else f" {'and' if limits.has_pool else 'of'} {budget} {power}"
    return one + and_cost, many + and_cost


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
