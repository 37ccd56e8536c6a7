"""``icons``: the glossary of icons."""

from __future__ import annotations

from dataclasses import replace

from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.layout.geometry import Box, Matrix
from generator.layout.icons import Icon
from generator.layout.text.block import PlacedIcon, TextBlock
from generator.press.rulebook.blocks import Block, read_mapping
from generator.press.rulebook.pages import Piece, TextDrawing, kept_together, spaced
from generator.press.rulebook.setting import Typesetter

ICON = 1.9
"""How large the icon stands, in sizes of the body."""


def render(setter: Typesetter, block: Block) -> list[Piece]:
    """Each icon with its text; an entry stays in one piece."""
    look = setter.look
    given = read_mapping(setter, block)
    side = ICON * look.em
    indent = side + 0.7 * look.em
    found: list[Piece] = []
    for name, text in given.items():
        place = given.place_of_key(name)
        try:
            if not isinstance(text, str):
                raise InputError(f"expected a text for {name}, got {quote(text)}")
            icon = setter.renderer.scope.theme.icons.icon(name)
        except InputError as error:
            setter.problems.extend([error.at(place, field="icons")])
            continue
        row = setter.row(setter.content(text, place), look.text(), look.size, place)
        lines = setter.lines(row, look.size, block.width - indent, place, x=block.x + indent)
        if not lines:
            continue
        top = (look.line - side) / 2 if len(lines) == 1 else 0.1 * look.em
        drawing = TextDrawing(block.x, top, _large(icon, side, setter))
        lines[0] = replace(lines[0], drawings=(drawing, *lines[0].drawings))
        if len(lines) == 1:
            lines[0] = replace(lines[0], height=max(look.line, side), pad=max(0.0, (side - look.line) / 2))
        found += spaced(kept_together(lines), (0.35 if found else 0.55) * look.em)
    return found


def _large(icon: Icon, side: float, setter: Typesetter) -> TextBlock:
    unit = side / icon.frame.height
    matrix = Matrix(unit, 0, 0, unit, -icon.frame.x * unit, -icon.frame.y * unit)
    placed = PlacedIcon(icon, matrix, setter.look.accent)
    return TextBlock((), (placed,), setter.look.size, Box(0, 0, side, side))
