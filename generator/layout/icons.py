"""Icons as outlines: from the icon fonts that come along, or from a game's own SVG files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb

from generator.catalog.paths import file_inside, is_there, read_bytes
from generator.catalog.problems import CONSEQUENCE, InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.layout.files import own_icons
from generator.layout.fonts import ICON_FONTS
from generator.layout.geometry import Box, Outline, Segment, raise_quadratic

PACKS: Mapping[str, str] = {
    "mdi6": "Material Design Icons 6, Apache-2.0",
    "fa6s": "Font Awesome 6 Free Solid, CC-BY-4.0 and OFL-1.1",
    "fa6": "Font Awesome 6 Free Regular, CC-BY-4.0 and OFL-1.1",
    "fa6b": "Font Awesome 6 Free Brands, CC-BY-4.0 and OFL-1.1",
    "ph": "Phosphor Icons, MIT",
    "ri": "Remix Icon, Apache-2.0",
}
"""A pack's prefix, by which its files are called too, and its licence for the colophon."""

MAX_SVG_BYTES = 256 * 1024


class Icon(NamedTuple):
    """An icon's outline, y down.

    ``frame`` is the square that the designer drew it in: an icon set in a line of text is as large
    as its frame. ``outline.box()`` is the ink alone.
    """

    name: str
    outline: Outline
    frame: Box


class IconPack(NamedTuple):
    """An icon font with the names of its glyphs."""

    prefix: str
    font: hb.Font
    upem: int
    ascent: float
    characters: Mapping[str, int]

    def icon(self, name: str) -> Icon:
        code = self.characters.get(name)
        glyph = None if code is None else self.font.get_nominal_glyph(code)
        if glyph is None:
            raise InputError(
                f"no icon {quote(name)} in the pack {self.prefix}",
                hint=did_you_mean(name, self.characters) or "docs/layout.md says where all names are shown",
            )
        side = float(max(self.upem, self.font.get_glyph_h_advance(glyph)))
        advance = float(self.font.get_glyph_h_advance(glyph)) or side
        return Icon(
            f"{self.prefix}.{name}", glyph_outline(self.font, glyph), Box(0, -self.ascent, advance, side)
        )


@cache
def open_pack(prefix: str) -> IconPack:
    """Opens an icon font once for the whole run. Raises :class:`InputError` for an unknown prefix."""
    if prefix not in PACKS:
        raise InputError(
            f"no icon pack {quote(prefix)}",
            hint=did_you_mean(prefix, PACKS) or "the packs are " + ", ".join(PACKS),
        )
    characters = json.loads((ICON_FONTS / f"{prefix}.json").read_text("utf-8"))
    face = hb.Face(hb.Blob.from_file_path(str(ICON_FONTS / f"{prefix}.ttf")))
    font = hb.Font(face)
    return IconPack(
        prefix,
        font,
        face.upem,
        float(font.get_font_extents("ltr").ascender),
        {name: int(code, 16) for name, code in characters.items()},
    )


@dataclass(slots=True)
class _Pen:
    """Takes down a glyph's outline with y turned down."""

    segments: list[Segment] = field(default_factory=list)
    at: tuple[float, float] = (0.0, 0.0)

    def move(self, x: float, y: float) -> None:
        self.segments.append(("M", (x, -y)))
        self.at = (x, -y)

    def line(self, x: float, y: float) -> None:
        self.segments.append(("L", (x, -y)))
        self.at = (x, -y)

    def quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        self.segments.append(("C", raise_quadratic(self.at, (x1, -y1), (x, -y))))
        self.at = (x, -y)

    def cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.segments.append(("C", (x1, -y1, x2, -y2, x, -y)))
        self.at = (x, -y)

    def close(self) -> None:
        self.segments.append(("Z", ()))


def glyph_outline(font: hb.Font, glyph: int) -> Outline:
    """A glyph as it is drawn, in the font's units, y down."""
    pen = _Pen()
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, pen: pen.move(x, y))
    funcs.set_line_to_func(lambda x, y, pen: pen.line(x, y))
    funcs.set_quadratic_to_func(lambda x1, y1, x, y, pen: pen.quadratic(x1, y1, x, y))
    funcs.set_cubic_to_func(lambda x1, y1, x2, y2, x, y, pen: pen.cubic(x1, y1, x2, y2, x, y))
    funcs.set_close_path_func(lambda pen: pen.close())
    font.draw_glyph(glyph, funcs, pen)
    return Outline(tuple(pen.segments))


@dataclass(slots=True)
class IconBook:
    """Finds icons by name: first among the game's own files, then in the packs.

    A bare name (``sword``) is looked for in ``folders`` and then in the default pack;
    a name with a prefix (``ph.sword-fill``) only in that pack.
    """

    default_pack: str
    folders: Sequence[Path]
    known: dict[str, Icon] = field(default_factory=dict)

    def icon(self, name: str) -> Icon:
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = self._find(name)
        return found

    def _find(self, name: str) -> Icon:
        prefix, dot, rest = name.partition(".")
        if dot and prefix in PACKS:
            return open_pack(prefix).icon(rest)
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
            raise InputError(
                f"no icon {quote(name)}", hint="an icon's name is made of letters, digits and hyphens"
            )
        for folder in self.folders:
            path = folder / f"{name}.svg"
            if is_there(path):
                return read_svg_icon(file_inside(folder, path.name))
        if dot:
            return open_pack(prefix).icon(rest)
        own = [path.stem for path in own_icons(self.folders)]
        if self.default_pack not in PACKS:
            raise InputError("the theme's icon pack is unknown", code=CONSEQUENCE)
        try:
            return open_pack(self.default_pack).icon(name)
        except InputError as error:
            raise InputError(error.message, hint=did_you_mean(name, own) or error.hint) from None


def read_svg_icon(path: Path) -> Icon:
    """An SVG file whose drawing is ``<path d>`` elements only, filled as one. Raises :class:`InputError`."""
    from xml.etree.ElementTree import ParseError, fromstring

    from generator.layout.svg_file import read_view_box

    if path.stat().st_size > MAX_SVG_BYTES:
        raise InputError(f"the icon {path.name} is over 256 kB", hint="an icon is a simple path")
    try:
        text = read_bytes(path, None).decode("utf-8", "replace")
    except InputError as error:
        raise InputError(f"the icon {path.name} can't be read: {error.message}") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(f"the icon {path.name} declares a document type", hint="remove the <!DOCTYPE> line")
    try:
        root = fromstring(text)
    except ParseError as error:
        raise InputError(f"the icon {path.name} is not well-formed SVG: {error}") from None
    paths = [element.get("d", "") for element in root.iter() if element.tag.rpartition("}")[2] == "path"]
    if not any(paths):
        raise InputError(f"the icon {path.name} has no path", hint="turn its shapes into one path")
    outline = _joined(path.name, paths)
    frame = read_view_box(root.get("viewBox", ""), f"the icon {path.name}", "0 0 24 24") or outline.box()
    if frame.width <= 0 or frame.height <= 0:
        raise InputError(
            f"the icon {path.name} has no size", hint="give its <svg> a viewBox such as 0 0 24 24"
        )
    return Icon(path.stem, outline, frame)


def _joined(name: str, paths: Sequence[str]) -> Outline:
    """The path data of an icon as one outline."""
    from generator.layout.path_data import read_path

    try:
        return Outline(tuple(segment for data in paths for segment in read_path(data).segments))
    except InputError as error:
        raise InputError(f"in the icon {name}, {error.message}", hint=error.hint) from None
