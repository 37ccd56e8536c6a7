"""Tags of texts of the East: readings over letters, and letters side by side in columns."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.problems import InputError
from generator.layout.text.vertical import MOST_TOGETHER, side_by_side
from generator.layout.text.words import (
    LINE,
    Atom,
    Row,
    Ruby,
    Style,
    Word,
    WordMaker,
    centred,
    expect,
    letters_in,
    with_effects,
)
from generator.layout.xml import Node

READING_SIZE = 0.5
"""How large a reading is, in sizes of the text around it."""
EXAMPLE = "write <ruby>漢字<rt>かんじ</rt></ruby>"


def read_square(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
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


def read_ruby(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    """Letters, each time with their reading behind them."""
    expect(node)
    style = row.next_style(style, len(letters_in(node.children)))
    base: list[Node | str] = []
    for child in node.children:
        if isinstance(child, str) or child.tag not in ("rt", "rp"):
            base.append(child)
        elif child.tag == "rt":
            _add_ruby(maker, base, child, style, size, row)
            base = []
    if any(not isinstance(child, str) or child.strip() for child in base) or not node.children:
        raise InputError(f"a <ruby> {'has no reading' if node.children else 'is empty'}", hint=EXAMPLE)


def _add_ruby(
    maker: WordMaker, base: list[Node | str], node: Node, style: Style, size: float, row: Row
) -> None:
    expect(node)
    letters = _unbroken(maker, base, style, size)
    if not letters:
        raise InputError("an <rt> has no letters in front of it", hint=EXAMPLE)
    largest = max(word.scale for word in letters)
    scale, capitals = style.scale * READING_SIZE, style.cap_height
    # The capitals of both stand in the middle of their lines, which lie close to each other.
    rise = (largest * (LINE + capitals) + scale * (LINE - capitals)) / 2
    own = with_effects(style._replace(scale=scale, tracking=0.0), share=READING_SIZE)
    own = with_effects(own, rise=rise + (style.effects.rise if style.effects else 0.0))
    reading = _unbroken(maker, node.children, own, size)
    wide, reading_wide = _width(letters), _width(reading)
    width = max(wide, reading_wide)
    ruby = Ruby(letters, (width - wide) / 2, reading, (width - reading_wide) / 2)
    row.add_whole(
        [Atom(maker.measured(style).style, width, ruby)], letters_in(base), scale if reading else 0.0
    )


def _unbroken(maker: WordMaker, content: Sequence[Node | str], style: Style, size: float) -> tuple[Word, ...]:
    """The words of what stands on one line."""
    waiting = list(content)
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, str):
            continue
        if inner.tag in ("ruby", "br"):
            raise InputError(f"<{inner.tag}> can't stand inside a <ruby>")
        waiting += inner.children
    return tuple(maker.words(content, style, size))


def _width(words: Sequence[Word]) -> float:
    return sum([word.width for word in words]) + sum([word.space for word in words[1:]])


def refuse(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    """A reading without letters."""
    del maker, style, size, row
    raise InputError(f"<{node.tag}> stands only inside a <ruby>", hint=EXAMPLE)
