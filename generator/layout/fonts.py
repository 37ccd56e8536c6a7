"""Font files, their families and the shaping of words with HarfBuzz."""

from __future__ import annotations

import json
import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import uharfbuzz as hb

from generator.catalog.paths import MIB, read_bytes
from generator.catalog.problems import InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote

WEIGHTS: Mapping[str, tuple[str, str]] = {
    "extralight": ("ExtraLight", "Semibold"),
    "light": ("Light", "Semibold"),
    "regular": ("Regular", "Bold"),
    "semibold": ("Semibold", "Black"),
    "bold": ("Bold", "Black"),
    "black": ("Black", "Black"),
}
"""A weight's file, and the file of its ``<b>``."""

ICON_FONTS = Path(__file__).parent / "icon_fonts"

FONT_PACKAGE = "fontpkg_"
"""How the folders of packages begin that bring a font, with its files in a folder below."""
LINING = {"lnum": True}
"""Figures as high as capitals, for fonts of packages: a 1 of a game is not to be taken for an I."""

# Unknown characters have no advance of their own worth measuring; the box drawn for them does.
MISSING_GLYPH = 0
FILLERS = "\u115f\u1160\u3164\uffa0"
"""Letters of Hangul that nobody sees."""


class Glyph(NamedTuple):
    """One glyph of a shaped word; lengths in thousandths of the font size."""

    glyph_id: int
    advance: float
    natural: float
    """The advance that the font file gives; the difference to ``advance`` is kerning."""
    x_offset: float
    y_offset: float
    text: str
    """The characters it stands for; empty for the later glyphs of a cluster."""


@dataclass(frozen=True, slots=True, eq=False)
class Shaped:
    """A run of text in one font, shaped. ``width`` as a fraction of the font size."""

    font: FontFile = field(repr=False)
    text: str
    width: float
    glyphs: tuple[Glyph, ...] = field(repr=False)
    missing: str
    """The characters that the font has no glyph for."""


# The file

MAX_FONT = 32 * MIB
"""Bytes. The largest fonts, of Chinese and Japanese, have some 20 MiB."""
MAX_NAME = 63
"""Characters of a PostScript name (OpenType specification, table name)."""
OTHER_KINDS: Mapping[bytes, tuple[str, str]] = {
    b"wOFF": ("is packed for the web", "convert it to .ttf"),
    b"wOF2": ("is packed for the web", "convert it to .ttf"),
}
"""By how they begin: fonts that are neither TrueType nor OpenType files, and what helps."""
BEGINNINGS = (b"\0\1\0\0", b"true", b"OTTO")
COLLECTION = b"ttcf"
"""How a file begins that holds several fonts."""
MAX_FACES = 256
METRICS = ("head", "hhea", "hmtx", "maxp")
OUTLINES: Mapping[str, tuple[str, ...]] = {"glyf": ("loca", "glyf"), "CFF ": ("CFF ",)}
"""The tables of TrueType's outlines, and of PostScript's (OpenType specification, "Font tables")."""
PAINTED = ("COLR", "SVG ", "sbix", "CBDT")
"""The tables of glyphs in colours."""
SHAPING_TABLES = ("cmap", "GSUB", "GPOS")
"""What else is read of it."""
HEAD_MAGIC = 0x5F0F3CF5
SMALLEST_EM, LARGEST_EM = 16, 16384
"""Units per em that a font may have (OpenType specification, table head)."""
DAMAGED = "download or export it again"


class Tables:
    """The tables of a TrueType or OpenType file, all within the file.

    ``face``: which font of a collection, from 0. Raises :class:`InputError` for what is damaged.
    """

    def __init__(self, name: str, data: bytes, face: int | None = None) -> None:
        self._name = name
        self._is_collected = data[:4] == COLLECTION
        begin = self._beginning_of(face, data) if self._is_collected else 0
        kind = data[begin : begin + 4]
        if kind not in BEGINNINGS:
            what, hint = OTHER_KINDS.get(
                kind, ("is not a TrueType or OpenType font", "fonts are .ttf or .otf files with outlines")
            )
            raise InputError(f"{name} {what}", hint=hint)
        self.checksums: dict[str, int] = {}
        self.parts = self._read_directory(data, begin)
        self._require_all()

    def _beginning_of(self, face: int | None, data: bytes) -> int:
        count = collected(data)
        if face is None:
            names = (f"{self._name}#{n} ({title})" for n, title in enumerate(face_names(data), start=1))
            raise InputError(
                f"{self._name} is a collection of {count} fonts", hint=f"name one of them: {listed(names)}"
            )
        if not 0 <= face < count or len(data) < 12 + 4 * count:
            raise self._damaged("its list of fonts makes no sense")
        return int(struct.unpack_from(">I", data, 12 + 4 * face)[0])

    def _read_directory(self, data: bytes, begin: int) -> Mapping[str, memoryview]:
        count, begin = int.from_bytes(data[begin + 4 : begin + 6], "big"), begin + 12
        parts: dict[str, memoryview] = {}
        if len(data) < begin + 16 * count:
            raise self._no_font("it ends in its table directory")
        for tag, checksum, start, length in struct.iter_unpack(">4sIII", data[begin : begin + 16 * count]):
            name = tag.decode("latin-1")
            if not (name.isascii() and name.isprintable()) or name in parts:
                raise self._no_font("its table directory makes no sense")
            if start + length > len(data):
                raise self._damaged(f"it ends before the end of its table {name.strip()}")
            parts[name] = memoryview(data)[start : start + length]
            self.checksums[name] = checksum
        return parts

    def _require_all(self) -> None:
        kind = next((kind for kind in OUTLINES if kind in self.parts), None)
        self.is_painted = any(tag in self.parts for tag in PAINTED)
        self.draws = kind is not None
        if kind is None and (not self.is_painted or "CFF2" in self.parts):
            what = "variable PostScript outlines" if "CFF2" in self.parts else "no outlines"
            raise InputError(f"{self._name} has {what}", hint="fonts are .ttf or .otf files with outlines")
        self.is_postscript = kind == "CFF "
        self.printed = (*METRICS, *(OUTLINES[kind] if kind else ()))
        missing = next((tag for tag in (*self.printed, "cmap") if tag not in self.parts), None)
        if missing:
            raise self._damaged(f"its table {missing} is missing")
        magic, em, long_offsets = (self._number("head", at, size) for at, size in ((12, 4), (18, 2), (50, 2)))
        self.glyphs, measured = self._number("maxp", 4, 2), self._number("hhea", 34, 2)
        if magic != HEAD_MAGIC or not SMALLEST_EM <= em <= LARGEST_EM or long_offsets > 1:
            raise self._damaged("its table head makes no sense")
        self._offset = struct.Struct(">I" if long_offsets else ">H")
        self._unit = 1 if long_offsets else 2
        if not self.glyphs:
            raise self._damaged("it has no glyphs")
        if kind == "glyf" and len(self.parts["loca"]) < (self.glyphs + 1) * self._offset.size:
            raise self._damaged("its table loca is too short for its glyphs")
        if not 0 < measured <= self.glyphs or len(self.parts["hmtx"]) < 4 * measured:
            raise self._damaged("its table hmtx is too short for its glyphs")

    def _number(self, tag: str, at: int, size: int) -> int:
        if len(self.parts[tag]) < at + size:
            raise self._damaged(f"its table {tag} is too short")
        return int.from_bytes(self.parts[tag][at : at + size], "big")

    def contours(self, glyph: int) -> int:
        """How many closed lines a glyph of TrueType has: 0 for a blank, -1 for one that is made of others.

        Raises :class:`ValueError` where its outline lies outside the table.
        """
        if not self.draws:
            return 0
        size = self._offset.size
        start, end = (
            self._offset.unpack_from(self.parts["loca"], (glyph + side) * size)[0] * self._unit
            for side in (0, 1)
        )
        if start == end:
            return 0
        if not start + 10 <= end <= len(self.parts["glyf"]):
            raise ValueError
        return int(struct.unpack_from(">h", self.parts["glyf"], start)[0])

    @property
    def has_outlines(self) -> bool:
        """Whether any glyph is more than a blank."""
        if self.is_postscript or not self.draws:
            return self.draws
        offsets, size = self.parts["loca"], self._offset.size
        return bytes(offsets) != bytes(offsets[:size]) * (len(offsets) // size)

    def changed(self) -> list[str]:
        """The tables that are not as their checksums say, of those that are read.

        Fonts that print well may have some, so this is nothing to refuse them for.
        """
        names = [name for name in (*self.printed, *SHAPING_TABLES) if name in self.parts]
        if self._is_collected:
            # Whoever puts fonts together leaves the checksum of head as it was (OpenType, table head).
            names.remove("head")
        return [name for name in names if _checksum(name, self.parts[name]) != self.checksums[name]]

    def _no_font(self, reason: str) -> InputError:
        return InputError(f"{self._name} is not a TrueType or OpenType font: {reason}", hint=DAMAGED)

    def _damaged(self, reason: str) -> InputError:
        return InputError(f"the font {self._name} is damaged: {reason}", hint=DAMAGED)


def collected(data: bytes) -> int:
    """How many fonts a collection says that it holds; few, or it is damaged (OpenType, "Collections")."""
    return min(int.from_bytes(data[8:12], "big"), MAX_FACES)


def face_names(data: bytes, kind: hb.OTNameIdPredefined = hb.OTNameIdPredefined.FULL_NAME) -> list[str]:
    """What the fonts of a collection are called."""
    blob = hb.Blob(data)
    return [_named(hb.Face(blob, face), kind) for face in range(collected(data))]


def face_number(path: Path, wanted: str) -> int:
    """Which font of a collection is meant by a name, or by a number from 1. Raises :class:`InputError`."""
    data = _read_font(path)
    if data[:4] != COLLECTION:
        raise InputError(f"{path.name} is one font, not a collection", hint=f"write `{path.name}`")
    names = face_names(data)
    if wanted.isdecimal() and 0 < int(wanted) <= len(names):
        return int(wanted) - 1
    postscript = face_names(data, hb.OTNameIdPredefined.POSTSCRIPT_NAME)
    for face, called in enumerate(zip(names, postscript, strict=True)):
        if wanted.casefold() in map(str.casefold, called):
            return face
    known = listed(f"{number} ({name})" for number, name in enumerate(names, start=1))
    raise InputError(f"no font {quote(wanted)} in the collection {path.name}", hint=f"there are {known}")


def _named(face: hb.Face, kind: hb.OTNameIdPredefined) -> str:
    try:
        return face.get_name(kind) or ""
    except UnicodeDecodeError:
        return ""


def _checksum(name: str, table: memoryview) -> int:
    """The sum of a table's 32-bit words (OpenType specification, "Calculating checksums")."""
    data = bytes(table)
    if name == "head":
        # The sum of the whole file stands here, and counts as 0.
        data = data[:8] + bytes(4) + data[12:]
    words = array("I", data.ljust(-(-len(data) // 4) * 4, b"\0"))
    if sys.byteorder == "little":
        words.byteswap()
    return sum(words) & 0xFFFFFFFF


def has_capital(letter: str) -> bool:
    """Whether it is a small letter that has a capital."""
    return letter.islower() and letter.upper() != letter


class Index(NamedTuple):
    """Superscript or subscript: its size, and how far it is raised, in sizes of the text around it."""

    size: float
    rise: float


class RuleMetrics(NamedTuple):
    """A line along the letters, in sizes: its upper edge above the baseline."""

    top: float
    thickness: float


@dataclass(slots=True, eq=False)
class FontFile:
    """A font file opened for shaping. Metrics as fractions of the font size."""

    is_upright: ClassVar[bool] = False
    """Whether its letters stand upright in columns that run down."""

    path: Path
    tables: Tables
    face: hb.Face
    font: hb.Font
    name: str
    ascent: float
    descent: float
    cap_height: float
    words: dict[str, Shaped] = field(default_factory=dict, repr=False)
    reversed_words: dict[str, Shaped] = field(default_factory=dict, repr=False)
    """Those that were shaped from right to left."""
    sound: set[int] = field(default_factory=set, repr=False)
    """Glyphs whose outlines were found right."""
    features: Mapping[str, bool] = field(default_factory=dict, repr=False)
    """OpenType features that all its texts are set with."""
    signs: Mapping[int, str] = field(default_factory=dict, repr=False)
    """Of an icon font: the characters that it stands in for, and where it has them. No others are used."""

    def has(self, character: str) -> bool:
        if self.signs:
            return ord(character) in self.signs
        return self.font.get_nominal_glyph(ord(character)) is not None

    def shape(self, text: str, *, is_rtl: bool = False) -> Shaped:
        """``text`` with kerning and ligatures, its glyphs from left to right; each is shaped once.

        Raises :class:`InputError` where the outline of one of its glyphs is damaged.
        """
        words = self.reversed_words if is_rtl else self.words
        known = words.get(text)
        if known is None:
            known = words[text] = self._shape(text, is_rtl=is_rtl)
        return known

    def featured(self, text: str, feature: str) -> Shaped:
        """``text`` with one more OpenType feature."""
        return self._shape(text, {feature: True})

    def small_capitals(self, text: str) -> Shaped | None:
        """``text`` in the font's own small capitals; None if it lacks one of them."""
        shaped = self.featured(text, "smcp")
        plain = {glyph.glyph_id for glyph in self.shape(text).glyphs}
        if any(glyph.glyph_id in plain and any(map(has_capital, glyph.text)) for glyph in shaped.glyphs):
            return None
        return shaped

    def index(self, *, above: bool) -> Index:
        """How the font wants superscript, or else subscript; standard figures where it makes no sense."""
        tags = hb.OTMetricsTag
        if above:
            size = self._metric(tags.SUPERSCRIPT_EM_Y_SIZE, 0.4, 0.9, 0.6)
            return Index(size, self._metric(tags.SUPERSCRIPT_EM_Y_OFFSET, 0.1, 0.8, 0.35))
        size = self._metric(tags.SUBSCRIPT_EM_Y_SIZE, 0.4, 0.9, 0.6)
        return Index(size, -self._metric(tags.SUBSCRIPT_EM_Y_OFFSET, 0.02, 0.5, 0.12))

    def rule(self, *, through: bool) -> RuleMetrics:
        """Where the font wants a line through its letters, or under them."""
        tags = hb.OTMetricsTag
        if through:
            thickness = self._metric(tags.STRIKEOUT_SIZE, 0.01, 0.2, 0.05)
            return RuleMetrics(self._metric(tags.STRIKEOUT_OFFSET, 0.1, 0.6, 0.3), thickness)
        thickness = self._metric(tags.UNDERLINE_SIZE, 0.01, 0.2, 0.05)
        return RuleMetrics(self._metric(tags.UNDERLINE_OFFSET, -0.4, -0.02, -0.08), thickness)

    def _metric(self, tag: hb.OTMetricsTag, lowest: float, highest: float, standard: float) -> float:
        """A metric in sizes; ``standard`` where the font has none, or one that makes no sense."""
        value = (self.font.get_metric_position(tag) or 0) / self.face.upem
        return value if lowest <= value <= highest else standard

    def _shape(self, text: str, features: dict[str, bool] | None = None, *, is_rtl: bool = False) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text.translate(self.signs) if self.signs else text)
        buffer.guess_segment_properties()
        buffer.direction = "ttb" if self.is_upright else "rtl" if is_rtl else "ltr"
        hb.shape(self.font, buffer, {**self.features, **(features or {})})
        infos = [(info.codepoint, info.cluster) for info in buffer.glyph_infos]
        # A font without a space has no glyph at all for what is never seen.
        positions = buffer.glyph_positions or ()
        clusters = sorted({cluster for _, cluster in infos})
        ends = dict(zip(clusters, [*clusters[1:], len(text)], strict=False))
        seen: set[int] = set()
        glyphs = []
        for (index, cluster), lengths in zip(infos, self._lengths(infos, positions), strict=True):
            own = "" if cluster in seen else text[cluster : ends[cluster]]
            seen.add(cluster)
            glyphs.append(Glyph(index, *lengths, own))
        for glyph in glyphs:
            if glyph.glyph_id not in self.sound:
                self._require_sound(glyph)
        width = sum(glyph.advance for glyph in glyphs) / 1000
        lacking = dict.fromkeys(text[at : ends[at]] for index, at in infos if index == MISSING_GLYPH)
        missing = "".join(map(self._lacked, lacking))
        return Shaped(self, text, width, tuple(glyphs), missing)

    def _lacked(self, cluster: str) -> str:
        """Which letters of a cluster with a missing glyph are to blame: it may be a mark on a letter."""
        return "".join(letter for letter in cluster if not self.has(letter)) or cluster

    def _lengths(
        self, infos: Sequence[tuple[int, int]], positions: Sequence[hb.GlyphPosition]
    ) -> list[tuple[float, float, float, float]]:
        """Of each glyph its advance, natural advance and offsets."""
        scale, natural = 1000 / self.face.upem, self.font.get_glyph_h_advance
        return [
            (at.x_advance * scale, natural(index) * scale, at.x_offset * scale, at.y_offset * scale)
            for (index, _), at in zip(infos, positions, strict=True)
        ]

    def _require_sound(self, glyph: Glyph) -> None:
        """HarfBuzz draws nothing where an outline is damaged or empty; printed, the letter would be gone."""
        shown = repr(glyph.text) if glyph.text else "a letter"
        try:
            index = glyph.glyph_id
            # Of PostScript's outlines HarfBuzz alone knows whether there is anything to draw.
            is_postscript = self.tables.is_postscript
            contours = int(self._draws(index)) if is_postscript else self.tables.contours(index)
            # Some fonts draw a space as a single point.
            if contours and not glyph.text.isspace() and not self._draws(index):
                raise ValueError
        except (ValueError, struct.error):
            raise InputError(
                f"the font {self.path.name} is damaged: the outline of {shown} can't be drawn", hint=DAMAGED
            ) from None
        if not contours and self._should_be_seen(glyph):
            raise InputError(
                f"the font {self.path.name} has an empty glyph for {shown}", hint="give the text another font"
            )
        self.sound.add(glyph.glyph_id)

    def _should_be_seen(self, glyph: Glyph) -> bool:
        """Whether it is a letter or digit by itself; in ligatures fonts put blanks beside the drawing."""
        is_seen = len(glyph.text) == 1 and glyph.text.isalnum() and glyph.text not in FILLERS
        return is_seen and self.font.get_nominal_glyph(ord(glyph.text)) == glyph.glyph_id

    def _draws(self, glyph: int) -> bool:
        begun: list[bool] = []
        self.font.draw_glyph(glyph, _noting_begin(), begun)
        return bool(begun)

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A font file with these glyphs under the numbers they have; for PostScript, its CFF table.

        Raises :class:`InputError`.
        """
        wanted = hb.SubsetInput()
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update(glyphs)
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
            int.from_bytes(tag.encode(), "big") for tag in self.tables.parts if tag not in self.tables.printed
        )
        flags = hb.SubsetFlags
        wanted.flags = flags.RETAIN_GIDS | flags.NO_HINTING | flags.NOTDEF_OUTLINE
        try:
            subset = hb.subset(self.face, wanted)
            if not self.tables.is_postscript:
                return bytes(subset.blob.data)
            # Few fonts have outlines of this kind.
            from generator.layout.cff import by_glyph

            return by_glyph(bytes(subset.reference_table("CFF ").data))
        except (RuntimeError, hb.HarfBuzzError, ValueError, IndexError):
            raise InputError(
                f"the font {self.path.name} is damaged: no glyphs can be taken out of it", hint=DAMAGED
            ) from None


@cache
def _noting_begin() -> Any:
    """Draws nothing, and adds to the list that it is given for each line that is begun."""
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda _x, _y, begun: begun.append(True))
    return funcs


def _read_font(path: Path) -> bytes:
    try:
        data = read_bytes(path, None, MAX_FONT)
    except InputError as error:
        raise InputError(f"the font {path.name} can't be opened: {error.message}") from None
    if not data:
        raise InputError(f"the font {path.name} is empty", hint=DAMAGED)
    return data


@cache
def open_font(path: Path, weight: int | None = None, number: int | None = None) -> FontFile:
    """Opens a font file once for the whole run; a variable one as it is at a weight.

    ``number``: which font of a collection, from 0. Raises :class:`InputError` for what can't be read or is no
    font, is damaged, or has no letters.
    """
    data = _read_font(path)
    tables = Tables(path.name, data, number)
    face = hb.Face(hb.Blob(data), number or 0)
    name = _ascii_name(face, path)
    if weight is not None:
        face = _cut(face, path.name, weight)
        tables = Tables(path.name, bytes(face.blob.data))
        name = f"{path.stem.partition('[')[0]}-{weight}"
    font = hb.Font(face)
    extents = font.get_font_extents("ltr")
    upem = face.upem
    signs = _signs(path.stem) if path.parent == ICON_FONTS else {}
    cap = font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT) or 0.7 * upem
    return FontFile(
        path,
        tables,
        face,
        font,
        name,
        extents.ascender / upem,
        -extents.descender / upem,
        cap / upem,
        features=LINING if path.parent.parent.name.startswith(FONT_PACKAGE) else {},
        signs=signs,
    )


def _cut(face: hb.Face, name: str, weight: int) -> hb.Face:
    """A variable font at a weight, and as it is by default in all else."""
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    try:
        wanted.pin_all_axes_to_default(face)
        wanted.pin_axis_location(face, "wght", weight)
        return hb.subset(face, wanted)
    except (RuntimeError, hb.HarfBuzzError, ValueError):
        raise InputError(f"the font {name} is damaged: it has no weights", hint=DAMAGED) from None


def _signs(pack: str) -> Mapping[int, str]:
    """The characters that an icon font stands in for, each with the one under which it has the picture."""
    named = json.loads((ICON_FONTS / "signs.json").read_text("utf-8"))[pack]
    codes = json.loads((ICON_FONTS / f"{pack}.json").read_text("utf-8"))
    return {ord(sign): chr(int(codes[name], 16)) for sign, name in named.items()}


def _ascii_name(face: hb.Face, path: Path) -> str:
    name = _named(face, hb.OTNameIdPredefined.POSTSCRIPT_NAME) or path.stem
    return "".join(c for c in name if c.isascii() and (c.isalnum() or c == "-"))[:MAX_NAME] or "Font"


def open_own_font(path: Path, number: int | None = None, *, lends: bool = False) -> FontFile:
    """Opens a font that comes with a game. Raises :class:`InputError` also where it is of no use.

    ``lends``: whether it is only asked for what other fonts lack.
    """
    font = open_font(path) if number is None else open_font(path, None, number)
    if lends and not font.tables.draws:
        return font
    if not font.tables.draws:
        raise InputError(
            f"the font {path.name} has pictures only", hint="name it as a `fallback` of a font with letters"
        )
    font.subset([MISSING_GLYPH])
    if not any(glyph != MISSING_GLYPH for glyph in map(font.font.get_nominal_glyph, font.face.unicodes)):
        raise InputError(f"the font {path.name} has no letters", hint="its table cmap names no glyph")
    if not font.tables.has_outlines:
        raise InputError(f"the font {path.name} has no letters", hint="none of its glyphs has an outline")
    return font


class Family(NamedTuple):
    """The four files of a font role."""

    regular: Path
    bold: Path
    italic: Path
    bold_italic: Path
    place: Place | None = None
    """Where a theme names them; None: they come with packages."""
    cuts: tuple[int, int] | None = None
    """Of variable files: the weights of plain and of bold letters."""
    faces: tuple[int | None, ...] = ()
    """Of collections: which font of each file."""
    fallback: tuple[Family, ...] = ()
    """The families that the theme names for letters that this one lacks."""

    @property
    def files(self) -> tuple[Path, ...]:
        return self.regular, self.bold, self.italic, self.bold_italic

    def file(self, *, bold: bool, italic: bool) -> FontFile:
        if bold:
            path = self.bold_italic if italic else self.bold
        else:
            path = self.italic if italic else self.regular
        number = self.faces[bold + 2 * italic] if self.faces else None
        if number is not None:
            return open_font(path, None, number)
        return open_font(path, self.cuts[bold]) if self.cuts else open_font(path)


@cache
def package_folder(package: str) -> Path:
    """Where an installed package lies, without running its code."""
    from importlib.util import find_spec

    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise InputError(f"the package {package} is not installed", hint="install gatepress again")
    return Path(spec.origin).parent


BUILT_IN: Mapping[str, tuple[str, str]] = {
    "source-sans": ("font_source_sans_pro", "SourceSansPro"),
    "source-serif": ("font_source_serif_pro", "SourceSerifPro"),
}


@cache
def built_in_family(text: str) -> Family:
    """``"source-sans"`` or ``"source-serif"``, with a weight behind it if wanted (``"source-serif black"``).

    Raises :class:`InputError` for another family or weight.
    """
    name, _, weight = text.strip().partition(" ")
    weight = weight.strip() or "regular"
    if name not in BUILT_IN:
        raise InputError(
            f"no font {text.strip()!r}",
            hint=did_you_mean(name, BUILT_IN)
            or "there are source-sans and source-serif; other fonts are given by file",
        )
    if weight not in WEIGHTS:
        raise InputError(
            f"no weight {weight!r} of {name}", hint=did_you_mean(weight, WEIGHTS) or ", ".join(WEIGHTS)
        )
    package, stem = BUILT_IN[name]
    folder = package_folder(package) / "files"
    styles = [*WEIGHTS[weight], *("It" if style == "Regular" else f"{style}It" for style in WEIGHTS[weight])]
    regular, bold, italic, bold_italic = (folder / f"{stem}-{style}.ttf" for style in styles)
    return Family(regular, bold, italic, bold_italic)


SIGNS = tuple(
    Family(file, file, file, file)
    for file in (ICON_FONTS / f"{pack}.ttf" for pack in ("mdi6", "fa6s", "fa6"))
)
"""Suits, dice, chessmen and other common signs, for texts whose fonts have none."""


class FontBook(NamedTuple):
    """A theme's font roles, and the fonts asked in turn for a character that a role lacks."""

    roles: Mapping[str, Family]
    fallback: Sequence[Family]
    installed: Callable[[str, str, Family], Sequence[Family]] = lambda _script, _letters, _family: ()
    """The families of packages that have any of these letters of a script, looking like a family."""
    like: Callable[[Family, Family], Family] = lambda other, _family: other
    """A family as light or heavy as another one, where a package has it so."""
    one_tone: bool = False
    """Whether emoji are drawn in the colour of the text."""

    @property
    def families(self) -> list[Family]:
        """All that the theme names."""
        return [family for role in self.roles.values() for family in (role, *role.fallback)]

    def role(self, name: str) -> Family:
        family = self.roles.get(name)
        if family is None:
            raise InputError(
                f"no font role {name!r} in the theme",
                hint=did_you_mean(name, self.roles) or "the roles are " + ", ".join(self.roles),
            )
        return family

    def runs(
        self, text: str, family: Family, *, bold: bool, italic: bool, is_rtl: bool = False
    ) -> tuple[Shaped, ...]:
        """``text`` shaped, in logical order; what the family lacks is taken from others.

        Raises :class:`InputError`, with the font's place in the theme, where it has a damaged glyph for one.
        """
        shaped = _shaped(text, family, bold=bold, italic=italic, is_rtl=is_rtl)
        if not shaped.missing:
            return (shaped,)
        # Few texts have letters that their font lacks.
        from generator.layout.scripts import EMOJI_CODE, LOOSE, Lender, stretches

        def lender(other: Family, *, is_named: bool = True) -> Lender[Family]:
            return Lender(other, partial(other.file, bold=bold, italic=italic), is_named)

        def named(script: str) -> Iterable[Lender[Family]]:
            others = self.fallback
            if script not in LOOSE and script != EMOJI_CODE:
                others = [self.like(other, family) for other in others]
            return map(lender, (*family.fallback, *others, *SIGNS))

        def installed(script: str, letters: str) -> Iterable[Lender[Family]]:
            return (lender(other, is_named=False) for other in self.installed(script, letters, family))

        found = stretches(text, lender(family), named, installed)
        return tuple(
            _shaped(stretch, chosen, bold=bold, italic=italic, is_rtl=is_rtl) for chosen, stretch in found
        )

    def lacking(self, text: str, family: Family) -> str:
        """Those of its letters that no font has. Raises :class:`InputError` as :meth:`runs` does."""
        runs = self.runs(text, family, bold=False, italic=False)
        return "".join(sorted({letter for run in runs for letter in run.missing}))


def _shaped(text: str, family: Family, *, bold: bool, italic: bool, is_rtl: bool) -> Shaped:
    try:
        return family.file(bold=bold, italic=italic).shape(text, is_rtl=is_rtl)
    except InputError as error:
        raise InputError(error.message, place=family.place, hint=error.hint) from None
