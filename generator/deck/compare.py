"""Two decks compared: the cards that are new, gone or changed, matched by name."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.catalog.wording import quote
from generator.deck.limits import DeckFields, DeckFormat, json_key
from generator.deck.model import Deck, Entry, class_as_given, countable_power
from generator.deck.stats import Stats, stats_of

Aspect = Literal["class", "power", "copies", "text", "art"]
"""What may change about a card of one name."""

ASPECTS: tuple[Aspect, ...] = ("class", "power", "copies", "text", "art")


class CharacterLine(NamedTuple):
    """What a deck says of a character; entries that say the same are one line."""

    name: str
    class_name: str
    power: int | str | None
    """What can't be counted as the file has it."""
    text: str | None
    art: str | None
    copies: int

    def value(self, aspect: Aspect) -> int | str | None:
        value: int | str | None = getattr(self, "class_name" if aspect == "class" else aspect)
        return value


class Change(NamedTuple):
    """A card that both decks have, differently."""

    before: CharacterLine
    after: CharacterLine

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        return tuple(aspect for aspect in ASPECTS if self.before.value(aspect) != self.after.value(aspect))


@dataclass(frozen=True, slots=True)
class Comparison:
    before: Stats
    after: Stats
    added: tuple[CharacterLine, ...]
    removed: tuple[CharacterLine, ...]
    changed: tuple[Change, ...]

    @property
    def same(self) -> bool:
        return not (self.added or self.removed or self.changed)


def compare(before: Deck, after: Deck, limits: DeckFormat) -> Comparison:
    old, new = _lines(before.entries), _lines(after.entries)
    pairs, removed, added = _matched(old, new)
    position = {line: number for number, line in enumerate(old)}
    changes = [Change(*pair) for pair in sorted(pairs, key=lambda pair: position[pair[0]])]
    return Comparison(
        stats_of(before, limits),
        stats_of(after, limits),
        tuple(added),
        tuple(removed),
        tuple(change for change in changes if change.aspects),
    )


def _lines(entries: Sequence[Entry]) -> list[CharacterLine]:
    copies: Counter[CharacterLine] = Counter()
    for entry in entries:
        copies[_line(entry)] += entry.copies
    return [line._replace(copies=number) for line, number in copies.items()]


def _line(entry: Entry) -> CharacterLine:
    counted = countable_power(entry)
    power = _as_text(entry.given_power) if counted is None else counted
    text, art = (_as_text(entry.card.values.get(field)) for field in ("text", "art"))
    return CharacterLine(entry.name, class_as_given(entry), power, text, art, 0)


def _as_text(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else quote(value)


def _matched(
    old: list[CharacterLine], new: list[CharacterLine]
) -> tuple[list[tuple[CharacterLine, CharacterLine]], list[CharacterLine], list[CharacterLine]]:
    """Pairs of one character before and after, and what is left over on either side.

    Cards may share a name: the more of name, class, power, text and art two have in common, the sooner.
    """
    pairs: list[tuple[CharacterLine, CharacterLine]] = []
    for common in range(5, 0, -1):
        waiting: dict[tuple[object, ...], deque[CharacterLine]] = {}
        for line in new:
            waiting.setdefault(line[:common], deque()).append(line)
        alone = []
        for line in old:
            partners = waiting.get(line[:common])
            if partners:
                pairs.append((line, partners.popleft()))
            else:
                alone.append(line)
        taken = {partner for _, partner in pairs}
        old, new = alone, [line for line in new if line not in taken]
    return pairs, old, new


def to_dict(comparison: Comparison) -> dict[str, object]:
    """The comparison as JSON-ready values; ``docs/hands.md`` says what each key means."""
    fields = comparison.before.limits.fields
    return {
        "before": _totals(comparison.before),
        "after": _totals(comparison.after),
        "same": comparison.same,
        "added": [_line_dict(line, fields) for line in comparison.added],
        "removed": [_line_dict(line, fields) for line in comparison.removed],
        "changed": [
            {
                "name": change.after.name,
                "changed": [aspect_name(aspect, fields) for aspect in change.aspects],
                "before": _line_dict(change.before, fields),
                "after": _line_dict(change.after, fields),
            }
            for change in comparison.changed
        ],
    }


def _totals(stats: Stats) -> dict[str, object]:
    values: dict[str, object] = {"deck": stats.deck.name, "cards": stats.cards}
    if stats.limits.fields.budget is not None:
        values["points"] = stats.points
    if stats.limits.fields.group is not None:
        values["classes"] = {share.name: share.cards for share in stats.classes if share.name}
    return values


def aspect_name(aspect: Aspect, fields: DeckFields) -> str:
    """What the game calls it."""
    own = {"class": fields.group, "power": fields.budget}
    return own.get(aspect) or aspect


_LINE_KEYS = ("name", "copies", "text", "art")


def _line_dict(line: CharacterLine, fields: DeckFields) -> dict[str, object]:
    values: dict[str, object] = {"name": line.name}
    if fields.group is not None:
        values[json_key(fields.group, *_LINE_KEYS)] = line.class_name or None
    if fields.budget is not None:
        values[json_key(fields.budget, *_LINE_KEYS)] = line.power
    return {**values, "copies": line.copies, "text": line.text, "art": line.art}
