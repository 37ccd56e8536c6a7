"""``icons``: the glossary of icons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from generator.catalog.problems import InputError, Place
from generator.catalog.wording import quote
from generator.layout.icons import Icon
from generator.press.pdf.structure import Tag
from generator.press.reading import said_for
from generator.press.rulebook.blocks import Block, read_mapping
from generator.press.rulebook.pages import (
    Piece,
    Tagged,
    TextDrawing,
    kept_together,
    pieces_tagged,
    spaced,
)
from generator.press.rulebook.setting import Typesetter, set_icon

ICON = 1.9
"""How large the icon stands, in sizes of the body."""
MAX_WIDE = 3.0
"""How many times as wide as high a picture stands at most; a wider one is made smaller."""


class Entry(NamedTuple):
    """An icon and what it means."""

    icon: Icon
    text: str
    place: Place


def render(setter: Typesetter, block: Block) -> list[Piece]:
    """Each icon with its text; an entry stays in one piece."""
    look = setter.look
    entries = list(_entries(setter, block))
    side = ICON * look.em
    # Pictures may be wider than high; all texts begin at one edge.
    shares = [entry.icon.frame.width / entry.icon.frame.height for entry in entries if entry.icon.picture]
    wide = side * min(max([1.0, *shares]), MAX_WIDE)
    indent = wide + 0.7 * look.em
    found: list[Piece] = []
    whole = Tag("L", block.tag)
    for icon, text, place in entries:
        content, width = setter.content(text, place), block.width - indent
        lines = setter.lines(content, look.text(), look.size, width, place, x=block.x + indent)
        if not lines:
            continue
        top = (look.line - side) / 2 if len(lines) == 1 else 0.1 * look.em
        drawn = set_icon(icon, wide if icon.picture else side, side, look.accent)
        setter.inspect_icons(drawn, place)
        left = block.x + (0.0 if icon.picture else (wide - side) / 2)
        entry = whole.inside("LI")
        label, body = entry.inside("Lbl"), entry.inside("LBody")
        figure = label.inside("Figure", alt=said_for(icon))
        lines = pieces_tagged(lines, body)
        shown = Tagged(figure, TextDrawing(left, top, drawn))
        lines[0] = replace(lines[0], drawings=(shown, *lines[0].drawings))
        if len(lines) == 1:
            lines[0] = replace(lines[0], height=max(look.line, side), pad=max(0.0, (side - look.line) / 2))
        found += spaced(kept_together(lines), (0.35 if found else 0.55) * look.em)
    return found


def _entries(setter: Typesetter, block: Block) -> Iterator[Entry]:
    given = read_mapping(setter, block)
    for name, text in given.items():
        place = given.place_of_key(name)
        try:
            if not isinstance(text, str):
                raise InputError(f"expected a text for {name}, got {quote(text)}")
            yield Entry(setter.icon(name, place, "icons"), text, place)
        except InputError as error:
            setter.problems.add(error, place, field="icons")
