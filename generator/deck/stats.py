"""What a deck is made of, in numbers. The deck need not be legal, nor its powers be numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from generator.deck.limits import DeckFormat, json_key
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
