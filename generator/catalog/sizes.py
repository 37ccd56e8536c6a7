"""The sizes that cards, tokens and sheets of paper come in, by name or as users write them.

Trim sizes are those of the print-on-demand houses (The Game Crafter, MakePlayingCards, DriveThruCards)
and of the sleeve makers; two houses that use one name for two sizes get two names here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import checked_side, parse_length, parse_sides
from generator.catalog.wording import quote

STOCK = 0.32
"""Thickness of a usual playing card."""
BOX_ROOM = 1.0
"""By how much a box is wider, higher and deeper than its cards, so that they slide."""
BOX_WALL = 0.3
"""Thickness of the card that a box is folded from, of 250 g/m²."""


class Size(NamedTuple):
    """Width and height in mm, and the name it is known by."""

    name: str
    width: float
    height: float

    def turned(self, orientation: str) -> Size:
        """The same size ``portrait`` (upright) or ``landscape`` (lying)."""
        short, long = sorted((self.width, self.height))
        width, height = (long, short) if orientation == "landscape" else (short, long)
        return Size(f"{self.name} {orientation}", width, height)


def _by_name(rows: Iterable[tuple[str, float, float]]) -> Mapping[str, Size]:
    return MappingProxyType({name: Size(name, width, height) for name, width, height in rows})


COMPONENT_SIZES: Mapping[str, Size] = _by_name(
    [
        ("poker", 63.5, 88.9),
        ("euro-poker", 63.0, 88.0),
        ("bridge", 57.15, 88.9),
        ("us-game", 56.0, 87.0),
        ("mint-tin", 52.0, 87.0),
        ("euro", 59.0, 92.0),
        ("japanese", 59.0, 86.0),
        ("mini", 44.45, 63.5),
        ("mini-us", 41.0, 63.0),
        ("mini-euro", 44.0, 68.0),
        ("micro", 31.75, 44.45),
        ("domino", 44.45, 88.9),
        ("tarot", 69.85, 120.65),
        ("french-tarot", 61.0, 112.0),
        ("square-small", 63.5, 63.5),
        ("square-euro", 70.0, 70.0),
        ("square", 88.9, 88.9),
        ("jumbo", 88.9, 139.7),
        ("jumbo-mpc", 88.9, 127.0),
        ("large", 88.9, 146.0),
        ("oversize", 87.9, 126.0),
        ("business", 50.8, 88.9),
        ("business-euro", 85.0, 55.0),
        ("credit", 85.6, 54.0),
        # Hexagons lie flat side up; the figures are the box around them.
        ("hex-card", 95.25, 82.55),
        ("hex-mini", 31.8, 27.4),
        ("hex-small", 50.8, 44.5),
        ("hex-medium", 63.5, 55.9),
        ("hex-large", 95.3, 82.6),
        # Round and square tokens share their box.
        ("token-small", 12.7, 12.7),
        ("token-medium", 19.05, 19.05),
        ("token-large", 25.4, 25.4),
        ("token-extra-large", 31.75, 31.75),
        ("tile-small", 50.8, 50.8),
        ("tile-medium", 63.5, 63.5),
        ("tile-large", 88.9, 88.9),
        ("standee-small", 12.7, 28.6),
        ("standee-medium", 19.0, 42.5),
        ("standee-large", 25.4, 57.2),
    ]
)
"""Trim sizes by name."""

PAPERS: Mapping[str, Size] = _by_name(
    [
        ("a4", 210.0, 297.0),
        ("a5", 148.0, 210.0),
        ("a3", 297.0, 420.0),
        ("a3+", 329.0, 483.0),
        ("a2", 420.0, 594.0),
        ("a1", 594.0, 841.0),
        ("a0", 841.0, 1189.0),
        ("b5", 176.0, 250.0),
        ("b4", 250.0, 353.0),
        ("b3", 353.0, 500.0),
        ("b2", 500.0, 707.0),
        ("b1", 707.0, 1000.0),
        ("sra3", 320.0, 450.0),
        ("sra2", 450.0, 640.0),
        ("letter", 215.9, 279.4),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
        ("ledger", 431.8, 279.4),
        ("super-b", 330.2, 482.6),
        ("ansi-c", 431.8, 558.8),
        ("ansi-d", 558.8, 863.6),
        ("ansi-e", 863.6, 1117.6),
        ("arch-a", 228.6, 304.8),
        ("arch-b", 304.8, 457.2),
        ("arch-c", 457.2, 609.6),
        ("arch-d", 609.6, 914.4),
        ("arch-e", 914.4, 1219.2),
    ]
)
"""Sheets of paper by name, upright but for the ledger."""


def parse_size(value: object) -> Size:
    """A size in mm from ``poker``, ``poker landscape``, ``63.5 x 88.9 mm`` or ``[63.5, 88.9]``.

    Raises InputError for unknown names and for sides that are not longer than 0 or over 2000 mm.
    """
    if isinstance(value, str):
        sides = parse_sides(value)
        return sides_as_size(*sides) if sides else component_size(value)
    if isinstance(value, list | tuple) and len(value) == 2:
        width, height = (checked_side(parse_length(side), quote(side)) for side in value)
        return sides_as_size(width, height)
    raise InputError(
        f"expected a size, got {quote(value)}", hint="write for example `poker` or `63.5 x 88.9 mm`"
    )


def component_size(name: str) -> Size:
    """The trim size called ``name`` in any case: a component's, or a paper's for boards and sheets.

    ``poker landscape`` lays it on its side. Raises InputError with a suggestion.
    """
    return _named(name, {**COMPONENT_SIZES, **PAPERS}, "size")


def paper(text: str) -> Size:
    """The sheet called ``a4``, ``A4 landscape``, or given as ``210 x 297 mm``. Raises InputError."""
    sides = parse_sides(text)
    return sides_as_size(*sides) if sides else _named(text, PAPERS, "paper")


def sides_as_size(width: float, height: float) -> Size:
    """A size nobody has a name for."""
    return Size(f"{width:g} x {height:g} mm", width, height)


def _named(text: str, known: Mapping[str, Size], what: str) -> Size:
    words = text.casefold().replace("_", "-").split()
    turn = words.pop() if len(words) > 1 and words[-1] in ("landscape", "portrait") else None
    name = "-".join(words)
    size = known.get(name)
    if size is None:
        hint = did_you_mean(name, known) or f"write a name such as `{next(iter(known))}`, or `63.5 x 88.9 mm`"
        raise InputError(f"unknown {what} {quote(text)}", hint=hint)
    return size.turned(turn) if turn else size
