"""What is printed on standard output: in colour on a terminal, plain text everywhere else."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from generator.catalog.lines import Line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

STYLES: Mapping[str, str] = {
    "plain": "",
    "head": "bold",
    "good": "bold green",
    "bad": "bold red",
    "warning": "yellow",
    "quiet": "dim",
}
"""What the names of styles look like, those of :mod:`generator.catalog.lines`: whatever is printed on
``console()`` is styled by them."""
WIDEST = 100
"""Columns; longer lines are hard to follow, and a file has no width of its own."""
_NO_BOUND = 100_000


def console() -> Console:
    """The console on standard output; what it can't show comes out as ``?`` rather than ending the run."""
    from rich.console import Console
    from rich.theme import Theme

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    out = Console(markup=False, highlight=False, emoji=False, theme=Theme(STYLES))
    out.width = min(WIDEST, out.width) if out.is_terminal else WIDEST
    return out


def show(out: Console, parts: Iterable[RenderableType]) -> None:
    """Prints the parts one under the other, in a file without spaces at the ends of lines.

    A table is as wide as its numbers are: a number that is cut short is a wrong one.
    """
    from rich.table import Table

    parts = list(parts)
    out.width = max(out.width, *(_widest(out, part) for part in parts if isinstance(part, Table)), 0)
    if out.is_terminal:
        out.print(*parts, sep="\n")
        return
    with out.capture() as captured:
        out.print(*parts, sep="\n")
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _widest(out: Console, table: Table) -> int:
    from rich.measure import Measurement

    return Measurement.get(out, out.options.update(max_width=_NO_BOUND), table).maximum


def plain_table() -> Table:
    """A table without lines."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="head")


def print_lines(lines: Iterable[Line]) -> None:
    """Prints lines in pieces, none of them broken, and without rich where nobody looks."""
    if not sys.stdout.isatty():
        for line in lines:
            print("".join(piece.text for piece in line).rstrip())
        return
    from rich.text import Text

    out = console()
    for line in lines:
        out.print(Text.assemble(*((piece.text, piece.style) for piece in line)), soft_wrap=True)
