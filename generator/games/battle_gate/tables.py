"""Everything that is the same in every state of a game: kinds, moves, menus and who sits where."""

from __future__ import annotations

from generator.games.battle_gate.menus import Menu, Menus
from generator.games.battle_gate.moves import Moves, Words
from generator.games.battle_gate.numbers import ASSASSIN, MINION, SOLDIER, Kinds, Numbers
from generator.games.battle_gate.table import Idle


class Tables:
    """Made once for a game from its numbers, and shared by all of its states."""

    __slots__ = (
        "around",
        "assassins",
        "assaults",
        "card",
        "class_of",
        "first_hand",
        "kinds",
        "menus",
        "minions",
        "moves",
        "nobody",
        "number",
        "numbers",
        "other_hand",
        "power",
        "soldiers",
        "words",
    )

    card: list[int]
    """The kind of card that a move is about."""
    number: list[int]
    """The seat or attack that a move is directed at, or how many cards it draws."""
    power: list[int]
    """The power of a kind."""
    class_of: list[int]
    """The class of a kind."""
    soldiers: int
    """The number of each class."""
    assassins: int
    minions: int
    first_hand: int
    other_hand: int
    around: dict[int, list[tuple[int, ...]]]
    """By the number of seats and a seat: the others in turn order, from the left neighbour."""

    assaults: dict[int, list[Menu]]
    """By the number of seats for each seat: whom it may attack with what, as long as all are in."""
    nobody: Idle
    """No cards for a combat."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.kinds = Kinds(numbers)
        self.moves = Moves(self.kinds, numbers)
        self.menus = Menus(self.moves)
        self.words = Words(self.moves, self.kinds)
        self.card = self.moves.card
        self.number = self.moves.number
        self.power = self.kinds.power
        self.class_of = self.kinds.class_of
        self.soldiers = self.kinds.classes[SOLDIER]
        self.assassins = self.kinds.classes[ASSASSIN]
        self.minions = self.kinds.classes[MINION]
        self.first_hand = numbers.first_hand
        self.other_hand = numbers.other_hand
        self.around = {
            seats: [_from_left(seat, seats) for seat in range(seats)]
            for seats in range(2, numbers.seats[-1] + 1)
        }
        self.assaults = {
            seats: [self.menus.attack.towards(tuple(sorted(others))) for others in around]
            for seats, around in self.around.items()
        }
        self.nobody = Idle([0] * self.kinds.count, 0)


def _from_left(seat: int, seats: int) -> tuple[int, ...]:
    return tuple([(seat + step) % seats for step in range(1, seats)])
