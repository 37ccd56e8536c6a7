"""Talking with a person at the terminal, a line at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from generator.cli.screens.console import console, show

if TYPE_CHECKING:
    from rich.console import RenderableType


class Left(Exception):  # noqa: N818 - it is what happened
    """Raised when the person at the keyboard leaves: the input has ended, or they said so."""


class Terminal:
    """The screen and the keyboard."""

    @property
    def width(self) -> int:
        """Columns to draw in."""
        return console().width

    def say(self, line: str, style: str = "") -> None:
        """Prints a line, broken between words where it is too long."""
        from rich.text import Text

        self.show([Text(line, style)])

    def show(self, parts: Iterable[RenderableType], *, space: bool = False) -> None:
        """Prints the parts one under the other; ``space``: with an empty line above and below."""
        from rich.console import Group

        gap = [""] if space else []
        # As a group, so that a table is fitted into the width: words may be broken into lines.
        show(console(), [Group(*gap, *parts, *gap)])

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Prints words and what they mean, in two columns."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for word, meaning in rows:
            grid.add_row(f"  {word}", meaning)
        self.show([grid])

    def ask(self, prompt: str) -> str:
        """The person's answer, without spaces around it. Raises Left at the end of the input."""
        with suppress(ImportError):
            # Where there is a line editor, its import gives the keys and the lines before to `input`.
            import readline  # noqa: F401
        try:
            answer = input(prompt).strip()
        except UnicodeDecodeError:
            return "?"
        except EOFError:
            print()
            raise Left from None
        if not sys.stdin.isatty():
            # Where nobody types, the answer is printed, so that the text reads as at a terminal.
            print(answer)
        return answer
