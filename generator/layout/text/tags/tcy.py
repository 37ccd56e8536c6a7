"""A few letters side by side in a column (tate-chu-yoko)."""

from __future__ import annotations

from generator.catalog.problems import InputError
from generator.layout.text.vertical import MOST_TOGETHER, side_by_side
from generator.layout.text.words import Atom, Row, Style, WordMaker, centred, expect, letters_in, with_effects
from generator.layout.xml import Node


def read(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    """A few letters side by side in a column (tate-chu-yoko); in a line that is what letters do anyway."""
    expect(node)
    given = letters_in(node.children)
    text = given.strip()
    if len(text) > MOST_TOGETHER or not all(isinstance(child, str) for child in node.children):
        raise InputError(
            f"<tcy> holds no more than {MOST_TOGETHER} letters, and no tags",
            hint="longer words are turned with their column; leave <tcy> out",
        )
    if not style.is_vertical or not text:
        maker.read(node.children, style, size, row)
        return
    style = row.next_style(style, len(given))
    runs, side = side_by_side(maker.fonts, text, style.family, bold=style.bold, italic=style.italic)
    maker.missing = maker.missing or any(run.missing for run in runs)
    own = style._replace(tracking=0.0)
    if side > 1:
        share = (style.effects.share if style.effects else 1.0) / side
        own = with_effects(centred(own._replace(scale=style.scale / side), style.scale), share=share)
    own = maker.measured(own).style
    row.add_whole([Atom(own, run.width * own.scale, run) for run in runs], text)
