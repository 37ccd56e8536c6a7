"""The numbers of Battle Gate, as its card database gives them, and the kinds of cards that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MINION = "minion"
SOLDIER = "soldier"
ASSASSIN = "assassin"


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the rules leave to the database."""

    title: str
    seats: tuple[int, ...]
    """How many may play, ascending."""
    classes: tuple[str, ...]
    """The three classes, in the order in which their cards are listed."""
    weakest: int
    strongest: int
    """Bounds on a card's power."""
    most: int
    """Cards in the largest deck."""
    first_hand: int
    """Cards that the first player draws on their first turn …"""
    other_hand: int
    """… and everyone else on theirs."""
    max_turns: int
    """Turns of all players together after which the engine stops."""
    decks: Mapping[str, tuple[str, ...]]
    """The decks that come with the game, their cards as kinds."""


class Kinds:
    """Class and power are all that the rules see of a card: its kind, a number from 0.

    A set of kinds is a whole number too, with one bit for each kind; the sets that the rules speak of are
    here, and ``Pile.among`` says which of a set lie in a pile.
    """

    __slots__ = (
        "all",
        "assassins",
        "assassins_up_to",
        "attackers",
        "blockers",
        "class_of",
        "classes",
        "count",
        "names",
        "number",
        "power",
        "up_to",
    )

    count: int
    names: list[str]
    """In notation: ``S4``."""
    number: dict[str, int]
    """The kind of a name."""
    power: list[int]
    classes: dict[str, int]
    """The number of each class."""
    class_of: list[int]
    """The class of a kind."""
    all: int
    attackers: int
    """The set of kinds that may attack: soldiers and assassins."""
    blockers: int
    """The set of kinds that may defend: soldiers and minions."""
    assassins: int
    up_to: list[int]
    """For each number of points the set of kinds that cost no more."""

    assassins_up_to: list[int]
    """The same of assassins alone."""

    def __init__(self, numbers: Numbers) -> None:
        powers = range(numbers.weakest, numbers.strongest + 1)
        self.names = [f"{name[0].upper()}{power}" for name in numbers.classes for power in powers]
        self.number = {name: kind for kind, name in enumerate(self.names)}
        self.power = [power for _ in numbers.classes for power in powers]
        self.classes = {name: index for index, name in enumerate(numbers.classes)}
        self.class_of = [self.classes[name] for name in numbers.classes for _ in powers]
        self.count = len(self.names)
        self.all = (1 << self.count) - 1
        self.assassins = self.of_class(ASSASSIN)
        self.attackers = self.of_class(SOLDIER) | self.assassins
        self.blockers = self.of_class(SOLDIER) | self.of_class(MINION)
        # Nobody ever has more points to play than cards to hold.
        self.up_to = [self._costing_at_most(points) for points in range(numbers.most + 1)]
        self.assassins_up_to = [kinds & self.assassins for kinds in self.up_to]

    def of_class(self, name: str) -> int:
        """The set of kinds of a class."""
        return sum(1 << kind for kind in range(self.count) if self.class_of[kind] == self.classes[name])

    def is_in(self, kind: int, kinds: int) -> bool:
        """Whether a set has this kind."""
        return bool(kinds >> kind & 1)

    def of(self, words: tuple[str, ...]) -> list[int]:
        """Cards in notation as their kinds."""
        return [self.number[word] for word in words]

    def words(self, cards: list[int]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.names[kind] for kind in cards]

    def _costing_at_most(self, points: int) -> int:
        return sum(1 << kind for kind in range(self.count) if self.power[kind] <= points)
