"""What lies on the table: units with their damage and the cards beside them, piles, the settlement."""

from __future__ import annotations

from generator.games.hold_the_gates.kinds import Kinds
from generator.rules.protocol import State
from generator.rules.shuffler import Shuffler


class Unit:
    """A deployed unit."""

    __slots__ = ("beside", "damage", "kind", "strength")

    def __init__(self, kind: int, strength: int, damage: int = 0, beside: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.strength = strength
        """Combat strength with all effects. A unit that it leaves with less than 1 withdraws at once."""
        self.damage = damage
        self.beside = beside
        """The continuing cards that lie beside it, whosever they are."""

    def beaten(self) -> bool:
        """Whether its damage reaches its strength, so that it withdraws."""
        return self.damage >= self.strength

    def clone(self) -> Unit:
        return Unit(self.kind, self.strength, self.damage, self.beside)


class Side:
    """A player's cards and units."""

    __slots__ = ("bonus", "deck", "discard", "field", "gates", "hand", "held")

    deck: list[int]
    """Its top is the end of the list."""
    hand: list[int]
    held: int
    """The set of kinds in hand."""
    discard: list[int]
    field: list[Unit]
    """The front unit, the one at the gates, comes first."""
    gates: list[int]
    """Continuing cards that count for all units of this side."""
    bonus: int
    """What they add to each unit's strength."""

    def draw(self, count: int, shuffler: Shuffler) -> None:
        """Draws a new hand. A deck that runs out takes its shuffled discards; the hand may stay short."""
        drawn = self._from_deck(count)
        if len(drawn) < count and self.discard:
            self.shuffle_discards(shuffler)
            drawn += self._from_deck(count - len(drawn))
        self.set_hand(drawn)

    def _from_deck(self, count: int) -> list[int]:
        drawn = self.deck[-count:]
        del self.deck[-count:]
        return drawn

    def set_hand(self, cards: list[int]) -> None:
        self.hand = cards
        held = 0
        for kind in cards:
            held |= 1 << kind
        self.held = held

    def take(self, kind: int) -> None:
        """Takes a card out of the hand."""
        self.hand.remove(kind)
        if kind not in self.hand:
            self.held &= ~(1 << kind)

    def shuffle_discards(self, shuffler: Shuffler) -> None:
        """The discards, and what is left of the deck, become the new deck."""
        # Sorted first: the same cards give the same deck, in whatever order they were discarded.
        deck = sorted(self.deck + self.discard)
        shuffler.shuffle(deck)
        self.deck = deck
        self.discard = []

    def deploy(self, kind: int, strength: int) -> None:
        """A unit joins the end of the line."""
        self.field.append(Unit(kind, strength + self.bonus))

    def lay_at_gates(self, kind: int, change: int) -> None:
        """A continuing card counts for all units, those to come too."""
        self.gates.append(kind)
        self.bonus += change
        for unit in self.field:
            unit.strength += change

    def clear_gates(self) -> None:
        self.discard += self.gates
        self.gates = []
        self.bonus = 0

    def clone(self) -> Side:
        copy = Side()
        copy.deck = self.deck[:]
        copy.hand = self.hand[:]
        copy.held = self.held
        copy.discard = self.discard[:]
        copy.field = [unit.clone() for unit in self.field]
        copy.gates = self.gates[:]
        copy.bonus = self.bonus
        return copy


def empty_side() -> Side:
    """A player without any card."""
    side = Side()
    side.deck = []
    side.hand = []
    side.held = 0
    side.discard = []
    side.field = []
    side.gates = []
    side.bonus = 0
    return side


class Table(State):
    """The whole table. What is done with it stands in ``play``."""

    __slots__ = (
        "attacker",
        "damage",
        "defender",
        "kinds",
        "settlement",
        "shuffler",
        "tier",
        "turn",
    )

    kinds: Kinds
    attacker: Side
    defender: Side
    settlement: int
    """Its number in the list of settlements."""
    damage: int
    """On the settlement."""
    turn: int
    tier: int
    shuffler: Shuffler

    def side(self, seat: int) -> Side:
        return self.defender if seat else self.attacker

    def withdraw(self, side: Side, unit: Unit) -> None:
        """A unit leaves the field: it and the cards beside it go to their owners' piles."""
        side.field.remove(unit)
        side.discard.append(unit.kind)
        for kind in unit.beside:
            self.side(self.kinds.owner[kind]).discard.append(kind)

    def withdraw_beaten(self) -> None:
        """Every unit of both sides whose damage reaches its strength withdraws."""
        for side in (self.attacker, self.defender):
            for unit in side.field[:]:
                if unit.damage >= unit.strength:
                    self.withdraw(side, unit)

    def lay_beside(self, unit: Unit, kind: int) -> None:
        """A continuing card counts for one unit."""
        unit.beside += (kind,)
        unit.strength += self.kinds.change[kind]
