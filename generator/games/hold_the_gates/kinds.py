"""What the engine looks up of a kind of card, by the kind's number."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.hold_the_gates.numbers import Numbers

NOWHERE = 0
BESIDE_UNIT = 1
AT_GATES = 2
PLACES: dict[str | None, int] = {None: NOWHERE, "unit": BESIDE_UNIT, "gates": AT_GATES}
"""Where a played action lies to the end of the turn, by the database's word."""

NOBODY = 0
OWN = 1
ENEMY = 2
TARGETS: dict[str | None, int] = {None: NOBODY, "own": OWN, "enemy": ENEMY}
"""Whose unit an action names, by the database's word."""


class Kinds:
    """One list for each thing to know; a kind's number is its place in the list of units."""

    __slots__ = ("change", "ids", "lasts", "number_of", "owner", "ranged", "strength", "target", "tiers")

    def __init__(self, numbers: Numbers, change: Sequence[int]) -> None:
        units = numbers.units
        self.ids: list[str] = [unit.id for unit in units]
        self.number_of: dict[str, int] = {unit.id: kind for kind, unit in enumerate(units)}
        self.owner: list[int] = [unit.side for unit in units]
        self.strength: list[int] = [unit.strength for unit in units]
        self.ranged: list[int] = [unit.ranged for unit in units]
        self.target: list[int] = [TARGETS[unit.target] for unit in units]
        self.lasts: list[int] = [PLACES[unit.lasts] for unit in units]
        self.change: list[int] = list(change)
        """What the card adds to the strength of the unit, or of all units, that it lies with."""
        self.tiers: list[list[int]] = [
            [kind for kind, unit in enumerate(units) for _ in range(unit.copies) if unit.tier == tier]
            for tier in range(numbers.last_tier + 1)
        ]
        """The cards that join the attacker at each tier; those of tier 0 are the defender's."""
