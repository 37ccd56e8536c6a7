"""Changes in words."""

from __future__ import annotations

from typing import NamedTuple

from generator.catalog.sizes import Size
from generator.catalog.wording import MAX_WHOLE, excerpts, shortened
from generator.export.changes import Change, Difference


class Phrase(NamedTuple):
    """Something that changed, and how: ``power`` and ``5 → 6``."""

    what: str
    how: str

    def __str__(self) -> str:
        return f"{self.what} {self.how}".strip()


def phrases(change: Change) -> list[Phrase]:
    """What happened to a card, the fields first."""
    found = [field_phrase(field) for field in change.fields]
    before, now = change.copies
    if change.kind == "changed" and before != now:
        found.append(Phrase("copies", f"{before} → {now}"))
    elif change.kind != "changed" and max(before, now) > 1:
        found.append(Phrase("", f"{max(before, now)} copies"))
    if change.moved:
        old, new = change.moved
        found.append(Phrase("moved", f"from {old.cards.name} to {new.cards.name}"))
    if change.resized:
        old, new = change.resized
        found.append(Phrase("size", f"{_size(old.component.size)} → {_size(new.component.size)}"))
    return [*found, *_looks(change)]


def field_phrase(field: Difference) -> Phrase:
    old, new = field.old, field.new
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > MAX_WHOLE:
        shown_old, shown_new = excerpts(old, new)
        return Phrase(field.name, f"“{shown_old}” → “{shown_new}”")
    # Values that would read the same are told apart by their quotes.
    quoted = type(old) is not type(new) and str(old) == str(new)
    return Phrase(field.name, f"{_value(old, quoted)} → {_value(new, quoted)}")


def _looks(change: Change) -> list[Phrase]:
    """What no field tells: sides that look different all the same, or the same all the same."""
    if change.kind != "changed":
        return []
    if not change.looks:
        return [Phrase("", "looks the same")] if change.fields else []
    if change.repainted:
        return [Phrase("picture", f"{', '.join(change.repainted)} is another")]
    if change.resized or (change.fields and change.looks == ("front",)):
        return []
    if change.fields:
        only = len(change.looks) == 1
        return [Phrase("", "only the back looks different" if only else "the back looks different too")]
    verb = "looks" if len(change.looks) == 1 else "look"
    return [Phrase(" and ".join(change.looks), f"{verb} different though no field changed")]


def _value(value: object, quoted: bool) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return shortened(", ".join(_value(item, False) for item in value) or "nothing")
    if isinstance(value, str) and (quoted or not value.strip()):
        return f"“{value}”"
    return shortened(" ".join(str(value).split()))


def _size(size: Size) -> str:
    return f"{size.width:g} × {size.height:g} mm"
