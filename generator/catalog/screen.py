"""What a terminal shows: tables, rows of cards, a marker on its track, and parts that stand apart.

All tables of Gatepress are made here, those of games and those of commands. Importing this imports rich.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from rich.console import Console, RenderableType
from rich.containers import Lines
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable

Cell: TypeAlias = str | Text
Cells: TypeAlias = Iterable[Cell]


class Column(NamedTuple):
    """A column of a table: what stands over it, and how it takes its room."""

    header: str = ""
    justify: Literal["left", "right"] = "left"
    no_wrap: bool = False
    style: str = ""
    ratio: int | None = None
    """Its share of the room that the others leave."""
    width: int | None = None
    min_width: int | None = None
    max_width: int | None = None
    overflow: Literal["ellipsis", "fold"] = "ellipsis"


class Styled(NamedTuple):
    """A row of a table that looks different from the others."""

    style: str
    cells: Cells


def labels(*headers: str) -> list[Column | str]:
    """Columns whose lines are not broken."""
    return [Column(header, no_wrap=True) for header in headers]


def numbers(*headers: str) -> list[Column | str]:
    """Columns whose cells end under each other, and are not broken."""
    return [Column(header, "right", no_wrap=True) for header in headers]


def table_of(
    columns: Iterable[Column | str], rows: Iterable[Cells | Styled], title: str = "", *, gap: int = 2
) -> Table:
    """A table without rules; one without any headings has no row for them. A row without cells is empty.

    ``gap``: the spaces between columns.
    """
    made = [Column(column) if isinstance(column, str) else column for column in columns]
    table = Table(
        title=Text(title, "bold") if title else None,
        title_justify="left",
        header_style="bold",
        show_header=any(column.header for column in made),
        box=None,
        pad_edge=False,
        padding=(0, gap, 0, 0),
    )
    # All words as text: a name in brackets is no markup.
    for column in made:
        table.add_column(**(column._asdict() | {"header": Text(column.header)}))
    for row in rows:
        style, cells = row if isinstance(row, Styled) else (None, row)
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells), style=style)
    return table


def named_rows(headings: Sequence[str], rows: Iterable[Cells | Styled]) -> Table:
    """A table of numbers, off the margin, whose rows their first cell names."""
    name, *others = headings
    moved = (
        Styled(row.style, _off_margin(row.cells)) if isinstance(row, Styled) else _off_margin(row)
        for row in rows
    )
    return table_of([*labels(f"  {name}"), *numbers(*others)], moved)


def _off_margin(cells: Cells) -> list[Cell]:
    return [Text("  ") + cell if at == 0 else cell for at, cell in enumerate(cells)]


def headed(title: str, rest: str = "") -> Text:
    """A heading: what it is of, and what else is to be known at once."""
    return Text.assemble((readable(title), "head"), rest)


class Listed(Text):
    """Rows of cards, each row on a line of its own: longer ones go on below, broken between two cards and
    inside of one only where it is too long for a line of its own."""

    def __init__(self, *rows: Cells, between: str = ", ") -> None:
        self._rows = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
        self._mark, self._gap = between.rstrip(), between[len(between.rstrip()) :]
        whole = Text("\n").join([Text(between).join(row) for row in self._rows])
        super().__init__(whole.plain, spans=whole.spans)

    def wrap(self, console: Console, width: int, **options: Any) -> Lines:
        lines = Lines()
        for row in self._rows:
            line = Text()
            for number, cell in enumerate(row):
                card = Text.assemble(cell, self._mark if number < len(row) - 1 else "")
                longer = Text.assemble(line, self._gap, card) if line else card
                if line and longer.cell_len > width:
                    lines.extend(line.wrap(console, width, **options))
                    longer = card
                line = longer
            lines.extend(line.wrap(console, width, **options))
        return lines


def track(stops: Iterable[tuple[str, str]], at: int, beyond: tuple[str, str] = ("X", "bold red")) -> Text:
    """Stops in a row, of which a marker has one in its brackets: ``r-[Y]-g``.

    ``stops``: the words of each, and how it looks under the marker; ``beyond``: the same of what comes where
    the marker has left them at either end.
    """
    stops = list(stops)
    drawn = [Text(word, "dim") for word, _ in stops]
    word, style = stops[at] if 0 <= at < len(stops) else beyond
    marked = Text(f"[{word.upper()}]", style)
    if 0 <= at < len(stops):
        drawn[at] = marked
    else:
        drawn.insert(0 if at < 0 else len(stops), marked)
    return Text("-").join(drawn)


def apart(*groups: Iterable[RenderableType]) -> Iterator[RenderableType]:
    """The groups that are not empty, one under the other, with an empty line between them."""
    is_first = True
    for group in map(list, groups):
        if group:
            yield from group if is_first else ["", *group]
            is_first = False


def one_by_one(reports: Iterable[Iterable[RenderableType]]) -> Iterator[RenderableType]:
    """Whole reports, one under the other, with two empty lines between them."""
    for number, report in enumerate(reports):
        yield from ["", "", *report] if number else report


def between(groups: Iterable[Sequence[Cells | Styled]]) -> Iterator[Cells | Styled]:
    """The rows of the groups that have any, with an empty row between the groups."""
    for number, group in enumerate(filter(None, groups)):
        yield from [(), *group] if number else group
