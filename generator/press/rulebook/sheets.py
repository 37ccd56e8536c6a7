"""Pages on sheets of paper: one to a side, or in pairs that are folded into a booklet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.sizes import Size
from generator.layout.geometry import Box

PAPER_THICKNESS = 0.1
"""Millimetres: office paper of 80 g/m²."""
PER_SHEET = 4


class Laid(NamedTuple):
    """A page (from 0) and its top left corner on the sheet, in mm."""

    page: int
    x: float
    y: float


class Side(NamedTuple):
    """One side of a sheet."""

    pages: tuple[Laid, ...]
    trim: Box
    """Around all its pages."""
    fold: float | None
    """Where the sheet is folded, in mm from its left edge."""


def single_pages(count: int, page: Size, paper: Size) -> list[Side]:
    """One page in the middle of each side."""
    x, y = (paper.width - page.width) / 2, (paper.height - page.height) / 2
    return [Side((Laid(number, x, y),), Box(x, y, page.width, page.height), None) for number in range(count)]


def folded(count: int, page: Size, paper: Size) -> list[Side]:
    """Pairs of pages; printed on both sides, laid into one another and folded, they are in order."""
    middle, y = paper.width / 2, (paper.height - page.height) / 2
    trim = Box(middle - page.width, y, 2 * page.width, page.height)
    sides = []
    for sheet, pair in enumerate_pairs(count):
        inwards = creep(sheet)
        places = ((pair[0], middle - page.width + inwards), (pair[1], middle - inwards))
        laid = tuple(Laid(number - 1, x, y) for number, x in places if number <= count)
        sides.append(Side(laid, trim, middle))
    return sides


def enumerate_pairs(count: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each side of each sheet, the outermost first: the sheet's number and its two pages, from 1."""
    total = -(-count // PER_SHEET) * PER_SHEET
    for sheet in range(total // PER_SHEET):
        yield sheet, (total - 2 * sheet, 2 * sheet + 1)
        yield sheet, (2 * sheet + 2, total - 2 * sheet - 1)


def creep(sheet: int) -> float:
    """How far the pages of a sheet lie nearer to the fold than those of the outermost one, in mm.

    Each sheet runs around the fold of those inside it: half a circle of the paper's thickness.
    """
    return sheet * PAPER_THICKNESS * math.pi / 2


def first_sides(sides: Sequence[Side]) -> dict[int, int]:
    """The number of the side that each page is on."""
    return {laid.page: number for number, side in enumerate(sides) for laid in side.pages}
