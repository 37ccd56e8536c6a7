"""What each effect word of the card database does.

An action first does its effect, then its card goes where the database says it lasts, then beaten units
withdraw. A card that strengthens or weakens does so by lying there: its ``change`` counts as long as it does.
"""

# Every effect is told the same, and each uses what it needs of it.
# ruff: noqa: ARG002

from __future__ import annotations

from dataclasses import dataclass

from generator.games.hold_the_gates.numbers import Unit as Card
from generator.games.hold_the_gates.table import Side, Table, Unit


class Effect:
    """The effect of one kind of card; by itself it does nothing."""

    __slots__ = ("amount", "ranks")

    def __init__(self, card: Card) -> None:
        self.amount: int = card.amount
        self.ranks: int = card.ranks

    def change(self) -> int:
        """What the card adds to strength wherever it lies."""
        return 0

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        """Does at once what the action says. ``target`` is the unit that it names."""


class Strengthen(Effect):
    """More strength for the unit that the card lies beside, or at the gates for all own units."""

    def change(self) -> int:
        return self.amount


class Weaken(Effect):
    """Less strength for the unit that the card lies beside."""

    def change(self) -> int:
        return -self.amount


class Hit(Effect):
    """Damage on the unit that is named."""

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        if target is not None:
            target.damage += self.amount


class HitFront(Effect):
    """Damage on the enemy unit at the gates."""

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        if enemy.field:
            enemy.field[0].damage += self.amount


class HitRanks(Effect):
    """Damage on each of the first few enemy units."""

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        for unit in enemy.field[: self.ranks]:
            unit.damage += self.amount


class HitAll(Effect):
    """Damage on each enemy unit."""

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        for unit in enemy.field:
            unit.damage += self.amount


class Mend(Effect):
    """Damage comes off the settlement, as much as lies there."""

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        table.damage -= min(self.amount, table.damage)


class DriveOff(Effect):
    """The enemy unit farthest from the gates withdraws."""

    def happen(self, table: Table, enemy: Side, target: Unit | None) -> None:
        if enemy.field:
            table.withdraw(enemy, enemy.field[-1])


@dataclass(frozen=True, slots=True)
class Meaning:
    """An effect word: what it does, and what the database has to say for it."""

    effect: type[Effect]
    amount: bool = True
    """Whether a card says how much."""
    ranks: bool = False
    """Whether a card says how many units."""
    names_unit: bool = False
    """Whether the word needs a ``target``."""
    lasts: str | None = None
    """Where its card has to lie to do anything."""


MEANINGS: dict[str, Meaning] = {
    "strengthen": Meaning(Strengthen, names_unit=True, lasts="unit"),
    "strengthen-all": Meaning(Strengthen, lasts="gates"),
    "weaken": Meaning(Weaken, names_unit=True, lasts="unit"),
    "hit": Meaning(Hit, names_unit=True),
    "hit-front": Meaning(HitFront),
    "hit-ranks": Meaning(HitRanks, ranks=True),
    "hit-all": Meaning(HitAll),
    "mend": Meaning(Mend),
    "drive-off": Meaning(DriveOff, amount=False),
}
"""The words that a card's ``effect`` may be."""


def effect_of(card: Card) -> Effect:
    """The effect of a kind of card, with its amount."""
    return MEANINGS[card.effect].effect(card)
