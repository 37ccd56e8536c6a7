"""Icons: outlines from the bundled icon fonts, and a game's own, which are outlines or pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import uharfbuzz as hb

from generator.catalog.paths import file_inside
from generator.catalog.problems import (
    BAD_PICTURE,
    CONSEQUENCE,
    MISSING_FILE,
    MISSING_ICON,
    PRINTED_INSTEAD,
    InputError,
    StandInError,
)
from generator.catalog.suggest import did_you_mean, near_name
from generator.catalog.wording import join_words, quote
from generator.layout.files import ICON_SUFFIXES, own_icons_by_name
from generator.layout.fonts import ICON_FONTS
from generator.layout.geometry import Box, Matrix, Outline, Segment, around, raise_quadratic, rectangle

if TYPE_CHECKING:
    from generator.layout.icon_sets import IconSet
    from generator.layout.pictures import Picture
    from generator.layout.svg import VectorShape

PACKS: Mapping[str, str] = {
    "mdi6": "Material Design Icons 6, Apache-2.0",
    "fa6s": "Font Awesome 6 Free Solid, CC-BY-4.0 and OFL-1.1",
    "fa6": "Font Awesome 6 Free Regular, CC-BY-4.0 and OFL-1.1",
    "fa6b": "Font Awesome 6 Free Brands, CC-BY-4.0 and OFL-1.1",
    "ph": "Phosphor Icons, MIT",
    "ri": "Remix Icon, Apache-2.0",
}
"""A pack's prefix, by which its files are called too, and its licence for the colophon."""
_TEXTS = (".yaml", ".yml", ".json", ".j2", ".md", ".csv", ".tsv")


ALL_NAMES = "`gatepress docs layout` says where all names are shown"


def _in_other_pack(name: str) -> str | None:
    """The hint for an icon that only another pack has."""
    prefix = next((pack for pack in PACKS if name in open_pack(pack).characters), None)
    return prefix and f"did you mean `{prefix}.{name}`?"


class Icon(NamedTuple):
    """An icon's outline, y down.

    ``frame`` is the square that the designer drew it in: an icon set in a line of text is as large
    as its frame.
    """

    name: str
    outline: Outline
    """What it fills; of an icon of lines, or of a picture, the box around it."""
    frame: Box
    shapes: tuple[VectorShape, ...] = ()
    """What it is drawn of, if that is more than one outline that is filled; their colour does not matter."""
    picture: Picture | None = None
    """What is drawn instead, in colours of its own."""
    is_missing: bool = False
    """Whether there is no such icon, and a marked box is drawn instead."""
    font: Path | None = None
    """Of an emoji the font that it is taken from; its name is then what it stands for in the text."""
    words: str = ""
    """What is read aloud for it, where the theme says so."""

    def ink(self) -> Box:
        """The box around all that is drawn."""
        return _ink_of(self.outline, self.shapes)

    def placed(self, matrix: Matrix) -> Box:
        """Where its frame lies; ``matrix`` moves and scales, and may turn it a quarter to the left."""
        x, y, width, height = self.frame
        if matrix.b:
            return Box(*matrix.apply(x + width, y), height * matrix.c, -width * matrix.b)
        return Box(*matrix.apply(x, y), width * matrix.a, height * matrix.d)


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
                hint=_in_other_pack(name) or near_name(name, self.characters) or ALL_NAMES,
                code=MISSING_ICON,
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
            code=MISSING_ICON,
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


def glyph_outline(font: hb.Font, glyph: int) -> Outline:
    """A glyph as it is drawn, in the font's units, y down."""
    segments: list[Segment] = []
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, drawn: drawn.append(("M", (x, -y))))
    funcs.set_line_to_func(lambda x, y, drawn: drawn.append(("L", (x, -y))))
    funcs.set_quadratic_to_func(_quadratic)
    funcs.set_cubic_to_func(
        lambda x1, y1, x2, y2, x, y, drawn: drawn.append(("C", (x1, -y1, x2, -y2, x, -y)))
    )
    funcs.set_close_path_func(lambda drawn: drawn.append(("Z", ())))
    font.draw_glyph(glyph, funcs, segments)
    return Outline(tuple(segments))


def _quadratic(x1: float, y1: float, x: float, y: float, drawn: list[Segment]) -> None:
    *_, x0, y0 = drawn[-1][1]
    drawn.append(("C", raise_quadratic((x0, y0), (x1, -y1), (x, -y))))


@dataclass(slots=True)
class IconBook:
    """Finds icons by name: first among the game's own files, then in packs and sets.

    A bare name (``sword``) is looked for in ``folders`` and then in what the theme names, in its order;
    a name with a prefix (``ph.sword-fill``) only in that pack or set; ``sheet#sword`` is a part of an SVG.
    """

    packs: Sequence[str | IconSet]
    """What the theme names; of a file that was not found its name."""
    folders: Sequence[Path]
    known: dict[str, Icon | InputError] = field(default_factory=dict)
    used: dict[str, Path] = field(default_factory=dict)
    """The game's own files among those asked for, by the icons' names."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What is read aloud for icons, by the names that cards and layouts use."""
    own: dict[str, Path] | None = None
    """All of the game's own, by name."""

    @property
    def sets(self) -> Mapping[Path, IconSet]:
        """The files of icon sets that the theme names."""
        return {pack.path: pack for pack in self.packs if not isinstance(pack, str)}

    def icon(self, name: str) -> Icon:
        """Raises :class:`StandInError` for one that is missing, and :class:`InputError` for a broken one."""
        found = self.known.get(name)
        if found is None:
            try:
                found = self._find(name)._replace(words=self.words.get(name, ""))
            except InputError as error:
                found = error
                if error.code == MISSING_ICON:
                    found = StandInError(error, _missing_icon(name), f"; {PRINTED_INSTEAD}")
            self.known[name] = found
        # Whoever catches an error adds to it what it is about.
        if isinstance(found, StandInError):
            raise StandInError(found, found.value)
        if isinstance(found, InputError):
            raise InputError(found.message, place=found.place, hint=found.hint, code=found.code)
        return found

    def _find(self, name: str) -> Icon:
        prefix, dot, rest = name.partition(".")
        if dot and prefix in PACKS:
            return open_pack(prefix).icon(rest)
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*(#[^#/]+)?", name):
            raise InputError(
                f"no icon {quote(name)}", hint="an icon's name is made of letters, digits and hyphens"
            )
        if self.own is None:
            self.own = own_icons_by_name(self.folders)
        file, _, part = name.partition("#")
        path = self.own.get(file)
        if path is not None:
            self.used[name] = path
            return _own_icon(file_inside(path.parent, path.name), part, name)
        stem, _, suffix = name.rpartition(".")
        if stem in self.own and f".{suffix.lower()}" in ICON_SUFFIXES:
            hint = f"an icon goes without its ending: `{stem}`"
            raise InputError(f"no icon {quote(name)}", hint=hint, code=MISSING_ICON)
        if not dot:
            return self._in_packs(name, self.packs)
        named = [pack for pack in self.sets.values() if pack.name == prefix]
        lost = [pack for pack in self.packs if isinstance(pack, str) and pack not in PACKS]
        return self._in_packs(rest, named or lost) if named or lost else open_pack(prefix).icon(rest)

    def _in_packs(self, name: str, packs: Sequence[str | IconSet]) -> Icon:
        hints = [near_name(name, self.own or ())]
        for pack in packs:
            if not isinstance(pack, str):
                picture = pack.picture(name)
                if picture is not None:
                    whole = f"{pack.name}#{name}"
                    self.used[whole] = pack.path
                    return icon_of(picture, whole)
                hints.append(pack.hint(name))
            elif pack in PACKS:
                characters = open_pack(pack).characters
                if name in characters:
                    return open_pack(pack).icon(name)
                hints.append(near_name(name, characters))
            else:
                raise InputError(f"the theme's icons {quote(pack)} are unknown", code=CONSEQUENCE)
        named = [f"the pack {pack}" if isinstance(pack, str) else pack.path.name for pack in packs]
        hints.insert(1, _in_other_pack(name))
        hint = next(filter(None, hints), ALL_NAMES)
        raise InputError(f"no icon {quote(name)} in {join_words(named, 'or')}", hint=hint, code=MISSING_ICON)


def _missing_icon(name: str) -> Icon:
    return open_pack("mdi6").icon("help-box-outline")._replace(name=name, is_missing=True)


def _own_icon(path: Path, part: str, name: str) -> Icon:
    """A PNG, JPEG or SVG file as an icon, or a part of an SVG. Raises :class:`InputError`."""
    from generator.layout.pictures import read_picture, read_picture_part

    try:
        return icon_of(read_picture_part(path, part) if part else read_picture(path), name)
    except InputError as error:
        error.code = MISSING_ICON if error.code == MISSING_FILE else error.code or BAD_PICTURE
        raise


def icon_of(picture: Picture, name: str) -> Icon:
    """A picture as an icon. Raises :class:`InputError` for one that draws nothing.

    An SVG without a colour of its own is an outline, and takes the colour that the layout asks for. Where not
    all of it is drawn, a :class:`StandInError` has it.
    """
    icon = _outlined(picture) if picture.format == "svg" else None
    if icon is None:
        # What is wrong with pictures is reported where they are printed.
        frame = Box(0, 0, picture.width, picture.height)
        return Icon(name, rectangle(frame), frame, picture=picture)
    flaw = picture.flaw()
    if flaw is not None:
        raise StandInError(flaw, icon._replace(name=name))
    return icon._replace(name=name)


def _outlined(picture: Picture) -> Icon | None:
    """Plain black SVG art as an outline; None for art with colours, or with more than outlines."""
    from generator.layout.svg import read_drawing

    drawing = read_drawing(picture)
    if drawing is None:
        return None
    if not any(map(_draws, drawing.shapes)):
        raise InputError(
            f"the picture {picture.name} draws nothing",
            hint="its shapes need a size, and a fill or stroke",
        )
    if not drawing.is_black:
        return None
    shapes, name = drawing.shapes, picture.path.stem
    first = shapes[0]
    if len(shapes) == 1 and first.stroke is None and not first.even_odd and first.opacity == 1:
        return Icon(name, first.outline, drawing.box)
    if any(shape.stroke is not None for shape in shapes):
        return Icon(name, rectangle(_ink(shapes)), drawing.box, shapes)
    segments = tuple(segment for shape in shapes for segment in shape.outline.segments)
    return Icon(name, Outline(segments), drawing.box, shapes)


def _draws(shape: VectorShape) -> bool:
    """Whether its path leads anywhere."""
    return any(command not in ("M", "Z") for command, _ in shape.outline.segments)


@lru_cache(maxsize=512)
def _ink_of(outline: Outline, shapes: tuple[VectorShape, ...]) -> Box:
    # Cards show the same few icons, some of them of thousands of points.
    return _ink(shapes) if shapes else outline.box()


def _ink(shapes: Sequence[VectorShape]) -> Box:
    boxes = [shape.outline.box().grown(shape.stroke.width / 2 if shape.stroke else 0) for shape in shapes]
    return around([corner for box in boxes for corner in ((box.x, box.y), (box.right, box.bottom))])


def packs_named_in(folders: Iterable[Path]) -> set[str]:
    """The icon packs that any text in the folders names; files of icons name none, and are large."""
    named = re.compile(rf"\b({'|'.join(PACKS)})\.[a-z0-9]")
    texts = (
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in _TEXTS and "icons" not in path.relative_to(folder).parts and path.is_file()
    )
    return {name for path in texts for name in named.findall(path.read_text("utf-8", errors="ignore"))}
