"""Tiny fonts, and packages that bring them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable

from generator.layout import font_packages
from generator.layout.caches import clear_caches

SIDE = 600
DRAGON = "\U0001f409"


def _square(side: int = SIDE) -> Any:
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((side, 0))
    pen.lineTo((side, side))
    pen.lineTo((0, side))
    pen.closePath()
    return pen.glyph()


def own_font(letters: str, name: str = "Own", more: Callable[[FontBuilder], None] | None = None) -> bytes:
    """A font with a square for each letter."""
    builder = FontBuilder(1000, isTTF=True)
    glyphs = [f"u{ord(letter):X}" for letter in letters]
    order = [".notdef", "part", *glyphs]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(dict(zip(map(ord, letters), glyphs, strict=True)))
    builder.setupGlyf(dict.fromkeys(order, _square()))
    builder.setupHorizontalMetrics(dict.fromkeys(order, (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "fullName": name, "psName": name})
    builder.setupOS2()
    builder.setupPost()
    if more is not None:
        more(builder)
    written = BytesIO()
    builder.save(written)
    return written.getvalue()


def layered(letter: str) -> Callable[[FontBuilder], None]:
    """A red square for a letter (table COLR)."""

    def more(builder: FontBuilder) -> None:
        builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
        builder.setupCOLR({f"u{ord(letter):X}": [("part", 0)]})

    return more


def endless(letter: str) -> Callable[[FontBuilder], None]:
    """A glyph that is made of itself (table COLR)."""

    def more(builder: FontBuilder) -> None:
        name = f"u{ord(letter):X}"
        builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
        itself = {"Format": 11, "Glyph": name}
        builder.setupCOLR({name: {"Format": 1, "Layers": [itself, itself, itself, itself]}})

    return more


def vectors(letter: str, drawing: str) -> Callable[[FontBuilder], None]:
    """A glyph in SVG (table SVG)."""

    def more(builder: FontBuilder) -> None:
        glyph = builder.font.getGlyphID(f"u{ord(letter):X}")
        table = builder.font["SVG "] = newTable("SVG ")
        table.docList = [(drawing.replace("GLYPH", f"glyph{glyph}"), glyph, glyph)]

    return more


def pixels(letter: str, png: bytes) -> Callable[[FontBuilder], None]:
    """A glyph as a PNG (table sbix)."""

    def more(builder: FontBuilder) -> None:
        from fontTools.ttLib.tables.sbixGlyph import Glyph
        from fontTools.ttLib.tables.sbixStrike import Strike

        name, strike = f"u{ord(letter):X}", Strike(ppem=32, resolution=72)
        strike.glyphs[name] = Glyph(glyphName=name, graphicType="png ", imageData=png)
        table = builder.font["sbix"] = newTable("sbix")
        table.version, table.flags, table.numStrikes, table.strikes = 1, 1, 1, {32: strike}

    return more


def collection(*fonts: bytes) -> bytes:
    """Several fonts in one file."""
    whole = TTCollection()
    whole.fonts = [TTFont(BytesIO(font)) for font in fonts]
    written = BytesIO()
    whole.save(written)
    return written.getvalue()


def font_package(folder: Path, name: str, fonts: Mapping[int, bytes]) -> None:
    """A package ``fontpkg-NAME`` with a file for each weight."""
    inside = folder / f"fontpkg_{name.replace('-', '_')}"
    (inside / "files").mkdir(parents=True)
    (inside / "__init__.py").touch()
    files = []
    for weight, data in fonts.items():
        (inside / "files" / f"{name}-{weight}.ttf").write_bytes(data)
        files.append(
            {"path": f"files/{name}-{weight}.ttf", "style": "normal", "weight": weight, "variable": False}
        )
    listing = {"family": name.title(), "license": "OFL-1.1", "axes": [], "files": files}
    (inside / "metadata.json").write_text(json.dumps(listing))


def forget_packages() -> None:
    """What is installed is looked for again, and files of one path are read again."""
    clear_caches()
    for known in (
        font_packages.find_package,
        font_packages.package_of,
        font_packages._unlisted,
        font_packages._having,
        font_packages.raw_font,
    ):
        known.cache_clear()
