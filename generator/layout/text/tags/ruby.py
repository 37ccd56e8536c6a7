"""Letters with their reading over or beside them, as in Japanese (furigana)."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.problems import InputError
from generator.layout.text.tags.rt import EXAMPLE
from generator.layout.text.words import (
    LINE,
    Atom,
    Row,
    Ruby,
    Style,
    Word,
    WordMaker,
    expect,
    letters_in,
    with_effects,
)
from generator.layout.xml import Node

READING_SIZE = 0.5
"""How large a reading is, in sizes of the text around it."""


def read(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
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
