"""How the spaces of a grid are called, and where hexagons lie: the same on the sheet and in rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.catalog.wording import slug

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHIFTS = ("even", "odd")
MAX_RADIUS = 50

Place = tuple[int, int]
"""Column and row, from 0; of hexagons around one in the middle, axial coordinates."""


def letters(number: int) -> str:
    """``A`` for 1, ``Z`` for 26, ``AA`` for 27, as in spreadsheets."""
    index, text = number - 1, ""
    while index >= 0:
        text = LETTERS[index % 26] + text
        index = index // 26 - 1
    return text


LABELS: Mapping[str, Callable[[int, int, int], str]] = {
    "A1": lambda column, row, _: f"{letters(column + 1)}{row + 1}",
    "1A": lambda column, row, _: f"{row + 1}{letters(column + 1)}",
    "0101": lambda column, row, _: f"{column + 1:02}{row + 1:02}",
    "1.1": lambda column, row, _: f"{column + 1}.{row + 1}",
    "1": lambda _column, _row, number: str(number),
    "A": lambda _column, _row, number: letters(number) if number > 0 else str(number),
    "none": lambda _column, _row, _number: "",
}
"""How a space is called, by an example of it; the numbers are those of column, row and space."""


def space_name(label: object) -> str:
    """A space as it is called in moves, by how it is printed."""
    text = str(label).lower()
    return text if text.replace(".", "").isalnum() and text.isascii() else slug(text)


def rows_of(columns: int, rows: int) -> list[Place]:
    """All places of a grid, row by row."""
    return [(column, row) for row in range(rows) for column in range(columns)]


def hexagon(rings: int) -> Iterator[Place]:
    """The axial coordinates of all hexagons within so many steps of the middle, row by row."""
    for row in range(-rings, rings + 1):
        for column in range(max(-rings, -row - rings), min(rings, -row + rings) + 1):
            yield column, row


def in_lines(places: Sequence[Place], flat: bool) -> list[Place]:
    """Column and row from 0: the place of flat hexagons in their column, of pointed ones in their row."""
    firsts: dict[int, int] = {}
    for column, row in places:
        line, at = (column, row) if flat else (row, column)
        firsts[line] = min(at, firsts.get(line, at))
    least = min(firsts)
    if flat:
        return [(column - least, row - firsts[column]) for column, row in places]
    return [(column - firsts[row], row - least) for column, row in places]


def axial(column: int, row: int, flat: bool, even: bool) -> Place:
    """The axial coordinates of a hexagon in columns and rows; see https://www.redblobgames.com/grids/hexagons.

    ``even``: whether the even columns (of pointed ones, rows) are shifted, or the odd ones.
    """
    parity = 0 if even else 1
    if flat:
        return column, row - (column - (column + parity) % 2) // 2
    return column - (row - (row + parity) % 2) // 2, row
