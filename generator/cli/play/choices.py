"""The legal moves as a numbered list to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.cli.screens.tables.table import Table
from generator.rules import State, View

if TYPE_CHECKING:
    from rich.console import RenderableType

_MOST_ROWS = 9
"""Choices that stand under each other before a second column is begun, if there is room."""


class Choices:
    """What a player may choose from, by number or in notation."""

    def __init__(self, state: State, table: Table, view: View) -> None:
        self.moves = tuple(state.text(move) for move in state.legal())
        self._table = table
        self._view = view

    def __len__(self) -> int:
        return len(self.moves)

    def written(self, answer: str) -> str:
        """The move that an answer stands for, in notation: one of the numbers, or it is notation itself."""
        words = " ".join(answer.lower().split()) if answer.isascii() else answer
        if words.isdigit() and len(words) < 9 and 1 <= int(words) <= len(self.moves):
            return self.moves[int(words) - 1]
        by_lower_case = {move.lower(): move for move in self.moves}
        return by_lower_case.get(words, answer)

    def drawn(self, width: int) -> Iterator[RenderableType]:
        """The list, in as many columns as it needs and the screen has room for."""
        from rich.table import Table as Grid
        from rich.text import Text

        cells = [self._cell(number) for number in range(len(self.moves))]
        widest = max(cell.cell_len for cell in cells)
        wanted = -(-len(cells) // _MOST_ROWS)
        columns = max(1, min(wanted, (width + 1) // (widest + 3)))
        rows = -(-len(cells) // columns)
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for _ in range(columns):
            grid.add_column()
        for row in range(rows):
            across = range(row, rows * columns, rows)
            grid.add_row(*(cells[at] if at < len(cells) else Text() for at in across))
        yield grid

    def _cell(self, number: int) -> Text:
        from rich.text import Text

        move = self.moves[number]
        said = self._table.say(move, self._view)
        notation = max(map(len, self.moves))
        words = "" if said == move else f"  {said}"
        return Text.assemble((f"{number + 1:>3}", "bold cyan"), f"  {move:<{notation}}", (words, "dim"))


if TYPE_CHECKING:
    from rich.text import Text
