"""A reading, which is at home in a <ruby> alone."""

from __future__ import annotations

from generator.catalog.problems import InputError
from generator.layout.text.words import Row, Style, WordMaker
from generator.layout.xml import Node

EXAMPLE = "write <ruby>漢字<rt>かんじ</rt></ruby>"


def read(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    """A reading without letters."""
    del maker, style, size, row
    raise InputError(f"<{node.tag}> stands only inside a <ruby>", hint=EXAMPLE)
