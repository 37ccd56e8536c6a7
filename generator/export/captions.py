"""The words beside the pictures of a comparison, set into columns."""

from __future__ import annotations

from collections.abc import Mapping

from generator.export.changes import Comparison, Kind
from generator.export.drawing import GREY, INK, Column, Piece
from generator.export.rows import Row
from generator.export.words import Phrase, field_phrase
from generator.layout.colour import Colour
from generator.layout.text.words import WordMaker

COLOURS: Mapping[Kind, Colour] = {
    "changed": Colour(0.68, 0.40, 0.0),
    "added": Colour(0.08, 0.43, 0.24),
    "removed": Colour(0.70, 0.14, 0.14),
}
"""Dark enough for small print; the word itself stands beside them."""
TITLE, NAME, LABEL, BODY, SMALL = 20.0, 11.0, 10.0, 8.5, 7.0
"""Sizes of type, in points."""
SEPARATOR = " · "
MAX_PHRASES = 16
LONGEST_NAME = 120


def caption(row: Row, words: WordMaker, width: float, height: float, note: str = "") -> Column:
    """What happened to a card. ``height`` is what there is on a page: the list is cut to fit."""
    shown = min(len(row.phrases), MAX_PHRASES)
    column = _caption(row, words, width, shown, note)
    while column.height > height and shown:
        shown //= 2
        column = _caption(row, words, width, shown, note)
    return column


def _caption(row: Row, words: WordMaker, width: float, shown: int, note: str) -> Column:
    column = Column(words, width)
    column.add([Piece(row.kind, COLOURS[row.kind], bold=True), Piece(f" · {row.where}", GREY)], SMALL)
    column.add([Piece(_cut(row.name), bold=True)], NAME, 0.6)
    if row.note != row.name:
        column.add([Piece(row.note, GREY)], SMALL, 0.5)
    for number, phrase in enumerate(row.phrases[:shown]):
        column.add(_pieces(phrase), BODY, 0.8 if number else 2.0)
    if shown < len(row.phrases):
        column.add([Piece(f"and {len(row.phrases) - shown} more", GREY)], BODY, 0.8)
    column.add([Piece(note, GREY)], SMALL, 2.0)
    return column


def line(row: Row, words: WordMaker, width: float) -> Column:
    """The same in as few lines as it takes, for a card that looks as before."""
    told = ", ".join(str(phrase) for phrase in row.phrases[:MAX_PHRASES])
    column = Column(words, width)
    column.add(
        [
            Piece(row.kind, COLOURS[row.kind], bold=True),
            Piece(f" · {row.where} ·", GREY),
            Piece(f" {_cut(row.name)}", bold=True),
            Piece(f" {told}"),
        ],
        BODY,
    )
    return column


def head(comparison: Comparison, words: WordMaker, width: float, height: float) -> Column:
    """The first page's head: what is compared, and what has come of it, in so much height."""
    shown = min(len(comparison.game), MAX_PHRASES)
    column = _head(comparison, words, width, shown)
    while column.height > height and shown:
        shown //= 2
        column = _head(comparison, words, width, shown)
    return column


def _head(comparison: Comparison, words: WordMaker, width: float, shown: int) -> Column:
    old, new = comparison.old.label, comparison.new.label
    column = Column(words, width)
    column.add([Piece(_cut(comparison.new.game.title), bold=True)], TITLE)
    labels = [
        Piece("before", GREY),
        Piece(f" {_cut(old)}", bold=True),
        Piece(", after", GREY),
        Piece(f" {_cut(new)}", bold=True),
    ]
    column.add(labels, LABEL, 1.0)
    column.add(_counts(comparison), LABEL, 0.8)
    for field in comparison.game[:shown]:
        column.add([Piece("the game’s", GREY), *_pieces(field_phrase(field), " ")], BODY, 0.8)
    return column


def running_head(comparison: Comparison, words: WordMaker, width: float) -> Column:
    """The line on top of the other pages."""
    old, new = _cut(comparison.old.label, 40), _cut(comparison.new.label, 40)
    column = Column(words, width)
    column.add([Piece(f"before {old}, after {new}", GREY)], SMALL)
    return column


def not_in(label: str, words: WordMaker, width: float) -> Column:
    """What stands in the place of a card that a version does not have."""
    column = Column(words, width)
    column.add([Piece(f"not in {_cut(label, 40)}", GREY)], SMALL, align="center")
    return column


def _counts(comparison: Comparison) -> list[Piece]:
    counts = [(kind, comparison.count(kind)) for kind in COLOURS]
    told = [Piece(f"{count} {kind}", COLOURS[kind], bold=True) for kind, count in counts if count]
    parts = [*told, Piece(f"{comparison.as_before} as before", GREY)]
    return [parts[0], *(part._replace(text=f"{SEPARATOR}{part.text}") for part in parts[1:])]


def _pieces(phrase: Phrase, before: str = "") -> list[Piece]:
    return [Piece(f"{before}{_cut(phrase.what, 60)}", INK, bold=True), Piece(f" {phrase.how}")]


def _cut(text: str, longest: int = LONGEST_NAME) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
