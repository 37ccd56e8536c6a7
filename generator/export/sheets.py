"""Cards in a grid on one picture, as virtual tables want them: how many, how large, and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.units import INCH
from generator.export.faces import Camera, CardCopy, FaceList, PrintedFace

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_COLUMNS, MAX_ROWS = 10, 7
MAX_SLOTS = MAX_COLUMNS * MAX_ROWS
"""More cards on a picture no virtual table takes."""
EMPTY = (255, 255, 255)
"""The colour of slots without a card."""


class Grid(NamedTuple):
    """The slots of a sheet; ``cell_width`` and ``cell_height`` in pixels."""

    columns: int
    rows: int
    cell_width: int
    cell_height: int

    @property
    def slots(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> int:
        return self.columns * self.cell_width

    @property
    def height(self) -> int:
        return self.rows * self.cell_height


def pixels(width: float, height: float, dpi: int, widest: int, highest: int) -> tuple[int, int]:
    """A picture of so many mm in pixels; at a lower resolution where it would be too wide or too high."""
    across, down = width / INCH * dpi, height / INCH * dpi
    scale = min(1.0, widest / across, highest / down)
    return min(widest, max(1, round(across * scale))), min(highest, max(1, round(down * scale)))


def choose_grid(cards: int, width: float, height: float, dpi: int, most: int) -> Grid:
    """The grid for so many cards (mm) in which they are largest, and of those the one that wastes least.

    No card has more than ``dpi``, no side of the sheet more than ``most`` pixels.
    """
    grids = [
        Grid(columns, rows, *pixels(width, height, dpi, most // columns, most // rows))
        for columns, rows in product(range(1, MAX_COLUMNS + 1), range(1, MAX_ROWS + 1))
        if columns * rows >= cards
    ]
    return min(grids, key=lambda grid: (-grid.cell_height, grid.slots, abs(grid.width - grid.height)))


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Cards that share a picture. ``number`` counts the sheets of a list from 1."""

    number: int
    grid: Grid
    slots: tuple[CardCopy, ...]
    """Row by row from the top left. Copies that look alike on both sides have one slot."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card of the deck is shown: on which sheet, and in which of its slots (from 0)."""

    sheet: int
    slot: int


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """The sheets of a list, and where each card of its deck is shown, in the order of the deck."""

    sheets: tuple[CardSheet, ...]
    places: tuple[CardPlace, ...]


def plan_sheets(faces: FaceList, dpi: int, most: int, per_sheet: int = MAX_SLOTS) -> SheetPlan:
    """As few sheets as hold all looks of a list's cards, each with about as many of them."""
    common = faces.common_back()
    looks: dict[tuple[str, str], CardCopy] = {}
    keys = []
    for copy in faces.copies:
        back = "" if copy.back is None or common is not None else copy.back.look
        keys.append((copy.front.look, back))
        looks.setdefault(keys[-1], copy)
    count = ceil(len(looks) / per_sheet)
    each = ceil(len(looks) / count)
    shown = list(looks.items())
    sheets: list[CardSheet] = []
    found: dict[tuple[str, str], CardPlace] = {}
    for number, start in enumerate(range(0, len(shown), each), 1):
        part = shown[start : start + each]
        grid = choose_grid(len(part), faces.trim.width, faces.trim.height, dpi, most)
        sheets.append(CardSheet(number, grid, tuple(copy for _, copy in part)))
        found |= {key: CardPlace(number, slot) for slot, (key, _) in enumerate(part)}
    return SheetPlan(tuple(sheets), tuple(found[key] for key in keys))


def draw_sheet(faces: FaceList, grid: Grid, shown: Sequence[PrintedFace | None], shots: Camera) -> Image:
    """The picture of a sheet, with a face in each of the first slots; what is None stays empty."""
    from PIL import Image

    picture = Image.new("RGB", (grid.width, grid.height), EMPTY)
    for slot, face in enumerate(shown):
        if face is not None:
            row, column = divmod(slot, grid.columns)
            cell = shots.face(faces, face, faces.trim, grid.cell_width, grid.cell_height)
            picture.paste(cell, (column * grid.cell_width, row * grid.cell_height))
    return picture


def card_numbers(faces: FaceList) -> Mapping[str, int]:
    """The number of each card in its whole list, from 1, by id."""
    return {card.id: number for number, card in enumerate(faces.cards.cards, 1)}


def in_rows(sizes: Sequence[tuple[float, float]], width: float, gap: float) -> Iterator[tuple[float, float]]:
    """The middles of things of these sizes that lie in rows, no wider than ``width`` unless one thing is.

    The first row begins at y = 0, the others follow below it, each as high as the highest thing in it. All
    are centred on x = 0.
    """
    rows: list[list[tuple[float, float]]] = [[]]
    for size in sizes:
        used = sum(one[0] + gap for one in rows[-1])
        if rows[-1] and used + size[0] > width:
            rows.append([])
        rows[-1].append(size)
    y = 0.0
    for row in rows:
        x = -(sum(one[0] for one in row) + gap * (len(row) - 1)) / 2
        height = max((one[1] for one in row), default=0.0)
        for across, _ in row:
            yield x + across / 2, y + height / 2
            x += across + gap
        y += height + gap
