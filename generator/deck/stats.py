"""What a deck is made of, in numbers, and what changed from one to another.

Decks need not be legal, nor their powers be numbers.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from generator.catalog.wording import quote
from generator.deck.limits import DeckFields, DeckFormat, json_key
from generator.deck.model import Deck, Entry, class_as_given, countable_power, kind_in


@dataclass(frozen=True, slots=True)
class ClassShare:
    """The cards of one class: the game's classes, then others as the file has them, ``""`` for none."""

    name: str
    known: bool
    cards: int
    points: int


@dataclass(frozen=True, slots=True)
class PowerCount:
    """How many cards have one power, or whatever the game calls what a card costs."""

    power: int
    legal: bool
    by_class: Mapping[str, int]
    """Only classes that have such a card, in the order of :attr:`Stats.classes`."""

    @property
    def cards(self) -> int:
        return sum(self.by_class.values())


@dataclass(frozen=True, slots=True)
class Stats:
    deck: Deck
    limits: DeckFormat
    cards: int
    points: int
    without_power: int
    """Cards whose power can't be counted: they count as cards, not in points, curve and average."""
    classes: tuple[ClassShare, ...]
    curve: tuple[PowerCount, ...]
    """Every legal power, whether the deck has it or not, and what else the deck has."""
    kinds: tuple[tuple[str, int], ...]
    """Cards of each kind that the deck has, by class and power."""

    @property
    def average(self) -> Fraction | None:
        """The power of its cards on average; None if none has a number."""
        counted = self.cards - self.without_power
        return Fraction(self.points, counted) if counted else None


def stats_of(deck: Deck, limits: DeckFormat) -> Stats:
    counts: Counter[_Kind] = Counter()
    for entry in deck.entries:
        counts[_Kind(class_as_given(entry), countable_power(entry))] += entry.copies
    place = {name: number for number, name in enumerate(_class_names(deck.entries, limits))}
    kinds = sorted(counts, key=lambda kind: (place[kind.class_name], kind.power is None, kind.power or 0))
    return Stats(
        deck,
        limits,
        deck.size,
        sum(counts[kind] * (kind.power or 0) for kind in kinds),
        sum(counts[kind] for kind in kinds if kind.power is None),
        tuple(_classes(place, counts, limits)),
        tuple(_curve(kinds, counts, limits)),
        tuple(_named(kinds, counts, limits)),
    )


class _Kind(NamedTuple):
    class_name: str
    power: int | None


def _class_names(entries: Iterable[Entry], limits: DeckFormat) -> list[str]:
    """The game's classes, others in the deck's order, and last none."""
    found = dict.fromkeys([*limits.classes, *(class_as_given(entry) for entry in entries)])
    blank = [""] if "" in found else []
    return [name for name in found if name] + blank


def _classes(names: Iterable[str], counts: Mapping[_Kind, int], limits: DeckFormat) -> Iterator[ClassShare]:
    cards, points = Counter[str](), Counter[str]()
    for kind, copies in counts.items():
        cards[kind.class_name] += copies
        points[kind.class_name] += copies * (kind.power or 0)
    for name in names:
        yield ClassShare(name, name in limits.classes, cards[name], points[name])


def _curve(kinds: Iterable[_Kind], counts: Mapping[_Kind, int], limits: DeckFormat) -> Iterator[PowerCount]:
    powers = () if limits.fields.budget is None else limits.powers
    by_power: dict[int, dict[str, int]] = {power: {} for power in powers}
    for kind in kinds:
        if kind.power is not None and limits.fields.budget is not None:
            by_power.setdefault(kind.power, {})[kind.class_name] = counts[kind]
    for power in sorted(by_power):
        yield PowerCount(power, limits.min_power <= power <= limits.max_power, by_power[power])


def _named(
    kinds: Iterable[_Kind], counts: Mapping[_Kind, int], limits: DeckFormat
) -> Iterator[tuple[str, int]]:
    """Kinds by their short names; unknown classes share one."""
    if limits.fields == (None, None):
        return
    named: Counter[str] = Counter()
    for kind in kinds:
        named[kind_in(limits, kind.class_name, kind.power)] += counts[kind]
    yield from named.items()


def to_dict(stats: Stats) -> dict[str, object]:
    """The statistics as JSON-ready values; ``docs/hands.md`` says what each key means.

    Keys that say "class" or "power" are called by the game's own fields; what a format lacks is left out.
    """
    budget, group = stats.limits.fields
    values: dict[str, object] = {"deck": stats.deck.name, "cards": stats.cards}
    if budget is not None:
        values["points"] = stats.points
        values[f"average_{budget}"] = None if stats.average is None else float(stats.average)
        values[f"without_{budget}"] = stats.without_power
    if group is not None:
        values["classes"] = [_share_dict(share, group, budget) for share in stats.classes]
    if budget is not None:
        values["curve"] = [_count_dict(count, budget, group) for count in stats.curve]
    values["kinds"] = dict(stats.kinds)
    return values


def _share_dict(share: ClassShare, group: str, budget: str | None) -> dict[str, object]:
    values: dict[str, object] = {
        json_key(group, "known", "cards", "points"): share.name or None,
        "known": share.known,
        "cards": share.cards,
    }
    return values if budget is None else {**values, "points": share.points}


def _count_dict(count: PowerCount, budget: str, group: str | None) -> dict[str, object]:
    values: dict[str, object] = {
        json_key(budget, "legal", "cards", "classes"): count.power,
        "legal": count.legal,
        "cards": count.cards,
    }
    if group is None:
        return values
    key = json_key(group, "cards")
    classes = [{key: name or None, "cards": cards} for name, cards in count.by_class.items()]
    return {**values, "classes": classes}


# Two decks compared: the cards that are new, gone or changed


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


def comparison_dict(comparison: Comparison) -> dict[str, object]:
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
