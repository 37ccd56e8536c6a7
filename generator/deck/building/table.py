"""The columns of a deck's program: how many cards of each kind, class, power and named character."""

from __future__ import annotations

from generator.deck.building.program import Program, Row
from generator.deck.building.wishes import Kind, Wishes
from generator.deck.format import MOST, DeckFormat


class Table:
    """Cells (kinds) with their sums along both edges, and the characters that are wished for by name.

    With whole sums the cells come out whole by themselves, for then they are a flow through a network.
    """

    def __init__(self, limits: DeckFormat, wishes: Wishes) -> None:
        powers = range(limits.weakest, limits.strongest + 1)
        self.program = program = Program()
        self.cards = program.column(MOST)
        self.classes = {name: program.column(MOST) for name in limits.classes}
        self.powers = {power: program.column(MOST) for power in powers}
        wished = {wish.kind for wish in wishes.kinds}
        kinds = [Kind(name, power) for name in limits.classes for power in powers]
        self.kinds = {kind: program.column(MOST, whole=kind in wished) for kind in kinds}
        self.characters = {
            wish.character.role: program.column(wish.least if wish.is_guest else MOST)
            for wish in wishes.characters
        }
        self._add_sums()

    def rest(self, kind: Kind) -> dict[int, int]:
        """The terms of a kind's cards that are not of a character wished for by name."""
        named = (column for (_, other), column in self.characters.items() if other == kind)
        return {self.kinds[kind]: 1} | dict.fromkeys(named, -1)

    @property
    def points(self) -> dict[int, int]:
        """The terms of what the cards cost."""
        return {column: power for power, column in self.powers.items()}

    def _add_sums(self) -> None:
        rows = self.program.rows
        for kind in dict.fromkeys(kind for _, kind in self.characters):
            rows.append(Row(self.rest(kind), 0, None))
        # No cards are no deck.
        rows.append(Row({self.cards: 1}, 1, None))
        rows.append(Row({self.cards: -1} | dict.fromkeys(self.classes.values(), 1), 0, 0))
        for name, total in self.classes.items():
            cells = [self.kinds[Kind(name, power)] for power in self.powers]
            rows.append(Row({total: -1} | dict.fromkeys(cells, 1), 0, 0))
        for power, total in self.powers.items():
            cells = [self.kinds[Kind(name, power)] for name in self.classes]
            rows.append(Row({total: -1} | dict.fromkeys(cells, 1), 0, 0))
