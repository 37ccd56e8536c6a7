"""Changes in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.catalog.sizes import Size
from generator.export.changes import Change, Difference

LONGEST = 28
"""Letters of a value that is shown whole; of a longer one, what differs."""
CONTEXT = 1
"""Words shown on either side of what differs."""


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
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > LONGEST:
        shown_old, shown_new = excerpts(old, new)
        return Phrase(field.name, f"“{shown_old}” → “{shown_new}”")
    # Values that would read the same are told apart by their quotes.
    quoted = type(old) is not type(new) and str(old) == str(new)
    return Phrase(field.name, f"{_value(old, quoted)} → {_value(new, quoted)}")


def excerpts(old: str, new: str) -> tuple[str, str]:
    """The words that differ between two texts, with a word around them where there is one."""
    olds, news = old.split(), new.split()
    most = min(len(olds), len(news))
    start = next((i for i in range(most) if olds[i] != news[i]), most)
    most -= start
    end = next((i for i in range(most) if olds[-1 - i] != news[-1 - i]), most)
    return _cut(olds, start, end), _cut(news, start, end)


def _cut(words: Sequence[str], start: int, end: int) -> str:
    first, last = max(0, start - CONTEXT), min(len(words), len(words) - end + CONTEXT)
    return _shortened(
        ("… " if first else "") + " ".join(words[first:last]) + (" …" if last < len(words) else "")
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 2 * LONGEST else text[: 2 * LONGEST - 2].rstrip(" …") + " …"


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
        return _shortened(", ".join(_value(item, False) for item in value) or "nothing")
    if isinstance(value, str) and (quoted or not value.strip()):
        return f"“{value}”"
    return _shortened(" ".join(str(value).split()))


def _size(size: Size) -> str:
    return f"{size.width:g} × {size.height:g} mm"
