"""Groups of cards whose colours fall together for some eyes.

A group is what has the same value in a field of few values: a class, a side, a colour. What nearly all of
its cards have in common, point by point, is what marks it. Where two groups are marked by colours that differ
for most eyes, and nearly nothing of that difference is left for others, those can't tell them apart: an icon,
a letter or a pattern that all cards of a group have would be left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.card_words import CARD_WORDS
from generator.catalog.models import Card
from generator.catalog.problems import Problem, Problems
from generator.catalog.wording import quote
from generator.layout.colour_vision import SIGHTS, Sight, difference, lab, seen

if TYPE_CHECKING:
    from generator.layout.colour_vision import Pixels

MOST_VALUES = 12
"""A field with more tells no groups apart."""
LONGEST_VALUE = 40
"""Letters; what is longer is no name of a group."""
ALIKE = 10.0
"""How far a point of a card may be from its group's median (CIE76): what differs more belongs to the card."""
MOST = 0.9
"""The share of a group's cards that must be alike at a point: the others are exceptions, such as blanks."""
APART = 20.0
"""CIEDE2000 from which on colours are distinct in normal sight."""
TOGETHER = 10.0
"""CIEDE2000 below which colours fall together."""
MARKED = 0.01
"""The share of a face that must differ by colour for this to be what tells groups apart."""
LEFT, LEFT_OF_ONE = 0.004, 0.03
"""The share that is enough to tell them apart: an icon of 4 mm on a card; and where a group has but one card,
of which nobody knows what belongs to the group."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card and how it looks; ``like``: only what is equal in it is compared."""

    card: Card
    like: tuple[object, ...]
    pixels: Pixels


class Pair(NamedTuple):
    """Two groups that fall together. Colours are red, green and blue from 0 to 255."""

    field: str
    values: tuple[str, str]
    colours: tuple[tuple[int, int, int], tuple[int, int, int]]
    normal: float
    """CIEDE2000 of the colours in normal sight."""
    distances: Mapping[str, float]
    """And for each kind of sight in which they fall together."""
    card: Card
    """One of the second group."""

    def problem(self) -> Problem:
        one, other = (
            f"{quote(value)} ({_hex(colour)})"
            for value, colour in zip(self.values, self.colours, strict=True)
        )
        eyes = ", ".join(f"{name} {distance:.1f}" for name, distance in self.distances.items())
        return Problem(
            f"{one} and {other} fall together for some eyes: a difference (CIEDE2000) of {eyes}, "
            f"and {self.normal:.1f} in normal sight",
            self.card.place_of(self.field),
            "warning",
            self.card.id,
            self.field,
            hint="mark them by an icon, a letter, a pattern or a lighter and a darker colour as well",
        )


def report_groups(shown: Sequence[Shown], problems: Problems) -> None:
    """Warns of each pair of groups that fall together, once."""
    pools: dict[tuple[object, ...], list[Shown]] = {}
    for one in shown:
        pools.setdefault(one.like, []).append(one)
    for pool in pools.values():
        known: set[object] = set()
        for pair in pairs_together(pool):
            key = frozenset(pair.colours)
            if key not in known:
                known.add(key)
                problems.extend([pair.problem()])


def pairs_together(pool: Sequence[Shown]) -> Iterator[Pair]:
    """The pairs in all fields, those of the fields with the fewest values first."""
    known: set[frozenset[frozenset[int]]] = set()
    for name, members in sorted(_fields(pool).items(), key=lambda entry: len(entry[1])):
        partition = frozenset(frozenset(map(id, cards)) for cards in members.values())
        if partition in known:
            continue
        known.add(partition)
        groups = [_Group(value, cards) for value, cards in members.items()]
        for one, other in combinations(groups, 2):
            pair = _pair(name, one, other)
            if pair is not None:
                yield pair


def _fields(pool: Sequence[Shown]) -> dict[str, dict[str, list[Shown]]]:
    """The fields that may tell groups apart, with the cards of each value."""
    found: dict[str, dict[str, list[Shown]]] = {}
    for name in dict.fromkeys(name for one in pool for name in one.card.values if name not in CARD_WORDS):
        members: dict[str, list[Shown]] = {}
        for one in pool:
            value = one.card.values.get(name)
            if isinstance(value, str | int) and len(str(value)) <= LONGEST_VALUE:
                members.setdefault(str(value), []).append(one)
        if 2 <= len(members) <= MOST_VALUES:
            found[name] = members
    # Of cards that have classes, their names and whatever else only one of them has tell no classes apart.
    classes = {name: members for name, members in found.items() if min(map(len, members.values())) > 1}
    return classes or found


@dataclass(slots=True)
class _Group:
    """Cards with one value of a field."""

    value: str
    cards: Sequence[Shown]
    middle: Pixels = field(init=False)
    """The median of its cards."""
    is_common: Pixels = field(init=False)
    """Where its cards are alike."""
    looks: dict[str, Pixels] = field(init=False)
    """Its median in L*a*b*, by kind of sight; "" is the normal one."""

    def __post_init__(self) -> None:
        import numpy

        pixels = numpy.stack([one.pixels for one in self.cards])
        self.middle = numpy.median(pixels, axis=0).round().astype(numpy.uint8)
        look = lab(self.middle)
        alike = [numpy.linalg.norm(lab(one.pixels) - look, axis=-1) < ALIKE for one in self.cards]
        self.is_common = numpy.mean(alike, axis=0) >= MOST
        self.looks = {"": look}

    def look(self, sight: Sight) -> Pixels:
        if sight.name not in self.looks:
            self.looks[sight.name] = lab(seen(self.middle, sight))
        return self.looks[sight.name]


def _pair(name: str, one: _Group, other: _Group) -> Pair | None:
    normal = difference(one.looks[""], other.looks[""])
    marks = one.is_common & other.is_common & (normal >= APART)
    if marks.mean() < MARKED:
        return None
    has_single = min(len(one.cards), len(other.cards)) == 1
    enough = (LEFT_OF_ONE if has_single else LEFT) * marks.size
    together = [
        sight
        for sight in SIGHTS.values()
        if (difference(one.look(sight)[marks], other.look(sight)[marks]) >= TOGETHER).sum() < enough
    ]
    if not together:
        return None
    colours = _main_colours(one.middle[marks], other.middle[marks])
    distances = {sight.name: _distance(colours, sight) for sight in together}
    if max(distances.values()) >= TOGETHER:
        return None
    values = (one.value, other.value)
    return Pair(name, values, colours, _distance(colours, None), distances, other.cards[0].card)


def _main_colours(one: Pixels, other: Pixels) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """The two colours that meet at most points: the middle of those that are nearly alike."""
    import numpy

    both = numpy.concatenate([one, other], axis=1)
    coarse = (both // 32).astype(numpy.int64) @ (8 ** numpy.arange(6))
    values, counts = numpy.unique(coarse, return_counts=True)
    chosen = numpy.median(both[coarse == values[counts.argmax()]], axis=0).round().astype(int)
    red, green, blue, red2, green2, blue2 = (int(part) for part in chosen)
    return (red, green, blue), (red2, green2, blue2)


def _distance(colours: tuple[tuple[int, int, int], tuple[int, int, int]], sight: Sight | None) -> float:
    import numpy

    both = numpy.array(colours, dtype=numpy.uint8)
    looks = lab(both if sight is None else seen(both, sight))
    return float(difference(looks[0], looks[1]))


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
