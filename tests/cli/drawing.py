"""Tables at the terminal, drawn from a script."""

from __future__ import annotations

import io
from typing import Any

from games import bundled_game

from generator.rules import State, View, load
from generator.rules.terminal import Display, display_for


def drawn(table: Display, view: View, width: int = 80) -> str:
    """The table as plain text, without spaces at the ends of lines."""
    from rich.console import Console

    out = Console(file=io.StringIO(), width=width, color_system=None)
    out.print(*table.draw(view, width), sep="\n")
    assert isinstance(out.file, io.StringIO)
    return "\n".join(line.rstrip() for line in out.file.getvalue().splitlines())


def table_of(game: str) -> Display:
    return display_for(load(game), bundled_game(game))


def state_of(game: str, **position: Any) -> State:
    return load(game).from_dict({"game": game, **position})


def screen_words(table: Display, view: View, width: int = 80) -> str:
    """The table's words with single spaces between them, wherever lines are broken."""
    return " ".join(drawn(table, view, width).split())
