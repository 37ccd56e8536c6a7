"""A first deck to change: a sample made from the format's numbers, one change short of legal.

Where a format asks for more than numbers, the sample is a legal deck.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from generator.catalog.wording import join_words, pluralize
from generator.deck.limits import DeckFormat
from generator.deck.rules import rules_of
from generator.deck.write import DeckRow, card_as_yaml, in_yaml, pool_cards_as_yaml

_CHARACTERS = (
    ("Gate Mouse", "Small enough to slip under the door, proud enough to use the handle."),
    ("Lamplighter", "Knows every dark corner of the castle, and is working through the list."),
    ("Bread Thief", "Always leaves money on the counter. Never quite enough of it."),
    ("Retired Archer", "Cannot see the target any more. Hits it out of habit."),
    ("Toll Troll", "One coin a head. Visitors with two heads are asked to be honest."),
    ("Clockwork Bear", "Winds itself up. The others have learned not to help."),
    ("Moat Pike", "Bit a king once, and has been dining out on it ever since."),
    ("The Landlord", "Owns both sides of the wall, and the rent is due."),
)
_EXPLAINED = (
    ("name", "the line at the top of the card; cards may share a name"),
    ("class", "{classes}"),
    ("power", "a whole number from {min_power} to {max_power}, and what the card costs"),
    ("copies", "how many of this card are in the deck; 1 if you leave it out"),
    ("text", "one or two short sentences for the card; may be left out"),
    ("art", "a picture, by an icon's name such as `mdi6.sword-cross`; may be left out"),
)

_REACH = 3
"""How far the powers of the sample lie from the average: then it has no more than eight cards to read."""
_STEPS = (1, 2)
"""How far a pair of cards is moved apart at once."""


class Sample(NamedTuple):
    """A deck that is legal as soon as the row numbered ``short`` has one copy more; None: it is legal."""

    rows: tuple[DeckRow, ...]
    short: int | None

    @property
    def short_row(self) -> DeckRow:
        assert self.short is not None, "the sample is legal"
        return self.rows[self.short]

    @property
    def cards(self) -> int:
        return sum(row.copies for row in self.rows)

    @property
    def points(self) -> int:
        return sum(row.copies * row.power for row in self.rows)


def sample_deck(limits: DeckFormat, *, with_text: bool) -> Sample:
    """A small deck of all powers near the average, for any format that allows a deck at all."""
    classes = cycle(limits.classes)
    rows = []
    for number, (power, copies) in enumerate(sorted(_powers(limits).items())):
        name, text = _CHARACTERS[number] if number < len(_CHARACTERS) else (f"Stranger {number + 1}", None)
        rows.append(DeckRow(name, next(classes), power, copies, text if with_text else None))
    short = max(range(len(rows)), key=lambda number: rows[number].copies)
    rows[short] = rows[short]._replace(copies=rows[short].copies - 1)
    return Sample(tuple(rows), short)


def is_by_numbers(limits: DeckFormat) -> bool:
    """Whether a sample follows from the numbers alone: exactly so many points, and nothing else is asked."""
    asks_more = limits.has_pool or limits.quotas or limits.copies is not None or limits.allow
    has_numbers = limits.points is not None and limits.exactly and limits.min_power > 0
    return has_numbers and bool(limits.classes) and not asks_more


def _powers(limits: DeckFormat) -> Counter[int]:
    """How many cards of each power a legal deck may have: as even as the sum allows."""
    points = limits.points or 0
    min_cards = max(limits.min_cards, math.ceil(points / limits.max_power))
    max_cards = min(limits.max_cards, points // max(limits.min_power, 1))
    wanted = round(2 * points / (limits.min_power + limits.max_power))
    size = min(max(wanted, min_cards), max_cards)
    middle, larger = divmod(points, size)
    counts = Counter({middle: size - larger, middle + 1: larger})
    lowest = max(limits.min_power, middle - _REACH)
    highest = min(limits.max_power, middle + 1 + _REACH)
    # One card up and one card down by as much leave the sum as it is.
    while True:
        power, count = counts.most_common(1)[0]
        room = [step for step in _STEPS if lowest <= power - step and power + step <= highest]
        step = next((s for s in room if max(counts[power - s], counts[power + s]) + 1 < count - 1), None)
        if step is None:
            return +counts
        counts[power] -= 2
        counts[power - step] += 1
        counts[power + step] += 1


def template(game: str, deck: str, name: str, limits: DeckFormat, sample: Sample) -> str:
    """The sample as a YAML file that explains itself; ``deck`` is how it is named on the command line."""
    cards = _pool_deck if limits.has_pool else _deck
    return "\n".join([*_head(game, deck, limits), *cards(name, limits, sample)])


def _head(game: str, deck: str, limits: DeckFormat) -> list[str]:
    rules = [rule.sentence(limits) for rule in rules_of(limits) if rule.id != "file"]
    return [
        f"# A deck for {game}.",
        "#",
        *(f"# {sentence}" for sentence in rules),
        "#",
        f"# See whether it is legal:  gatepress deck check {deck}",
        f"# Print it:                 gatepress deck print {deck}",
        "",
    ]


def _deck(name: str, limits: DeckFormat, sample: Sample) -> list[str]:
    lines = [
        "# What the deck is called, and what it is about. Both may be left out.",
        f"name: {in_yaml(name)}",
        "text: Everybody who was near the gate when the horn blew.",
        "",
        "# A card has",
        *_explained(limits),
        "cards:",
    ]
    for number, row in enumerate(sample.rows):
        if number == sample.short:
            lines += [f"  # {line}" for line in _proposal(limits, sample)]
        lines += [card_as_yaml(row, limits.fields)]
    return lines


def _explained(limits: DeckFormat) -> Iterator[str]:
    budget, group = limits.fields
    known = {"class": group, "power": budget}
    numbers = {
        "classes": join_words(limits.kind_classes),
        "min_power": limits.min_power,
        "max_power": limits.max_power,
    }
    for key, words in _EXPLAINED:
        called = known.get(key, key)
        if called is not None:
            yield f"#   {called:<7} {words.format(**numbers)}"


def _pool_deck(name: str, limits: DeckFormat, sample: Sample) -> list[str]:
    return [
        "# What the deck is called, and what it is about. Both may be left out.",
        f"name: {in_yaml(name)}",
        "text: A first deck to change.",
        "",
        "# A card of the game by its id, and how many copies of it are in the deck.",
        "cards:",
        pool_cards_as_yaml(sample.rows, limits.fields),
    ]


def _proposal(limits: DeckFormat, sample: Sample) -> list[str]:
    row, missing = sample.short_row, (limits.points or 0) - sample.points
    return [
        f"This deck has {pluralize(sample.points, 'point')}, {missing:,} too few.",
        f"Write `copies: {row.copies + 1}` here, and it is legal.",
    ]
