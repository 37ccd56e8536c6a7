"""The legal moves as a numbered list to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.rules import State, View
from generator.rules.terminal import Display

if TYPE_CHECKING:
    from rich.console import RenderableType

_MOST_ROWS = 9
"""Choices that stand under each other before a second column is begun, if there is room."""
_GAP = 3
"""Spaces between two columns of choices."""


class Choices:
    """What a player may choose from, by number or in notation."""

    def __init__(self, state: State, display: Display, view: View) -> None:
        self.moves = tuple(state.text(move) for move in state.legal())
        self._display = display
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

        labels = [self._label(number) for number in range(len(self.moves))]
        words = [self._words(number) for number in range(len(self.moves))]
        widest = labels[0].cell_len + max(said.cell_len for said in words)
        wanted = -(-len(words) // _MOST_ROWS)
        columns = max(1, min(wanted, (width + 1) // (widest + _GAP)))
        rows = -(-len(words) // columns)
        grid = Grid.grid()
        for column in range(columns):
            # Words that are too long for the screen go on under themselves, not under the number.
            grid.add_column(no_wrap=True)
            grid.add_column()
            if column < columns - 1:
                grid.add_column(width=_GAP)
        for row in range(rows):
            across = [at for at in range(row, rows * columns, rows) if at < len(words)]
            parts = [part for at in across for part in (labels[at], words[at], Text())]
            grid.add_row(*parts[: 3 * columns - 1])
        yield grid

    def _label(self, number: int) -> Text:
        """The number and the notation, as wide for each choice."""
        from rich.text import Text

        notation = max(map(len, self.moves))
        return Text.assemble((f"{number + 1:>3}", "bold cyan"), f"  {self.moves[number]:<{notation}}  ")

    def _words(self, number: int) -> Text:
        from rich.text import Text

        move = self.moves[number]
        said = self._display.say(move, self._view)
        return Text("" if said == move else said, "dim")


if TYPE_CHECKING:
    from rich.text import Text
