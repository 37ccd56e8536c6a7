"""Lines in colour where a person looks at a terminal, plain everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from generator.catalog.lines import Line, Style

_LOOKS: Mapping[Style, str] = {
    "plain": "",
    "head": "bold",
    "good": "bold green",
    "bad": "bold red",
    "warning": "yellow",
    "quiet": "dim",
}


def print_lines(lines: Iterable[Line]) -> None:
    """Prints the lines on standard output."""
    if not sys.stdout.isatty():
        for line in lines:
            print("".join(piece.text for piece in line).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for line in lines:
        pieces = [(piece.text, _LOOKS[piece.style]) for piece in line]
        console.print(Text.assemble(*pieces), soft_wrap=True)
