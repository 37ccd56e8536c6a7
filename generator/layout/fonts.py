"""Font files, their families and the shaping of words with HarfBuzz."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean

WEIGHTS: Mapping[str, tuple[str, str]] = {
    "extralight": ("ExtraLight", "Semibold"),
    "light": ("Light", "Semibold"),
    "regular": ("Regular", "Bold"),
    "semibold": ("Semibold", "Black"),
    "bold": ("Bold", "Black"),
    "black": ("Black", "Black"),
}
"""A weight's file, and the file of its ``<b>``."""

# Unknown characters have no advance of their own worth measuring; the box drawn for them does.
MISSING_GLYPH = 0
INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]")
"""Joiners and variation selectors: a font that lacks them lacks nothing to be seen."""


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


@dataclass(slots=True, eq=False)
class FontFile:
    """A TrueType or OpenType file opened for shaping. Metrics as fractions of the font size."""

    path: Path
    face: hb.Face
    font: hb.Font
    name: str
    ascent: float
    descent: float
    cap_height: float
    words: dict[str, Shaped] = field(default_factory=dict, repr=False)

    def has(self, character: str) -> bool:
        return self.font.get_nominal_glyph(ord(character)) is not None

    def shape(self, text: str) -> Shaped:
        """``text`` with kerning and ligatures; each distinct text is shaped once."""
        known = self.words.get(text)
        if known is None:
            known = self.words[text] = self._shape(text)
        return known

    def _shape(self, text: str) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self.font, buffer, None)
        scale = 1000 / self.face.upem
        infos = [(info.codepoint, info.cluster) for info in buffer.glyph_infos]
        positions = buffer.glyph_positions
        clusters = sorted({cluster for _, cluster in infos})
        ends = dict(zip(clusters, [*clusters[1:], len(text)], strict=True))
        told: set[int] = set()
        glyphs = []
        for (index, cluster), position in zip(infos, positions, strict=True):
            own = "" if cluster in told else text[cluster : ends[cluster]]
            told.add(cluster)
            glyphs.append(
                Glyph(
                    index,
                    position.x_advance * scale,
                    self.font.get_glyph_h_advance(index) * scale,
                    position.x_offset * scale,
                    position.y_offset * scale,
                    own,
                )
            )
        width = sum(glyph.advance for glyph in glyphs) / 1000
        missing = "".join(glyph.text for glyph in glyphs if glyph.glyph_id == MISSING_GLYPH)
        return Shaped(self, text, width, tuple(glyphs), missing)


@cache
def open_font(path: Path) -> FontFile:
    """Opens a font file once for the whole run. Raises :class:`InputError` for what is no font."""
    try:
        face = hb.Face(hb.Blob.from_file_path(str(path)))
    except (OSError, hb.HarfBuzzError):
        raise InputError(f"the font file {path.name} can't be opened") from None
    if not face.glyph_count or "glyf" not in face.table_tags:
        raise InputError(f"{path.name} is not a TrueType font", hint="fonts are .ttf files with outlines")
    font = hb.Font(face)
    extents = font.get_font_extents("ltr")
    upem = face.upem
    cap = font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT) or 0.7 * upem
    name = face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or path.stem
    ascii_name = "".join(c for c in name if c.isalnum() or c == "-") or "Font"
    return FontFile(
        path, face, font, ascii_name, extents.ascender / upem, -extents.descender / upem, cap / upem
    )


class Family(NamedTuple):
    """The four files of a font role."""

    regular: Path
    bold: Path
    italic: Path
    bold_italic: Path

    def file(self, *, bold: bool, italic: bool) -> FontFile:
        if bold:
            return open_font(self.bold_italic if italic else self.bold)
        return open_font(self.italic if italic else self.regular)


@cache
def package_folder(package: str) -> Path:
    """Where an installed package lies, without running its code."""
    from importlib.util import find_spec

    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise InputError(f"the package {package} is not installed", hint="install gatepress again")
    return Path(spec.origin).parent


def _source_file(package: str, stem: str, style: str) -> Path:
    return package_folder(package) / "files" / f"{stem}-{style}.ttf"


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
            f"no font {name!r}",
            hint=did_you_mean(name, BUILT_IN)
            or "there are source-sans and source-serif; other fonts are given by file",
        )
    if weight not in WEIGHTS:
        raise InputError(
            f"no weight {weight!r} of {name}", hint=did_you_mean(weight, WEIGHTS) or ", ".join(WEIGHTS)
        )
    package, stem = BUILT_IN[name]
    plain, heavy = WEIGHTS[weight]

    def file(style: str, *, italic: bool) -> Path:
        if italic:
            style = "It" if style == "Regular" else style + "It"
        return _source_file(package, stem, style)

    return Family(
        file(plain, italic=False),
        file(heavy, italic=False),
        file(plain, italic=True),
        file(heavy, italic=True),
    )


class FontBook(NamedTuple):
    """A theme's font roles, and the fonts asked in turn for a character that a role lacks."""

    roles: Mapping[str, Family]
    fallback: Sequence[Family]

    def role(self, name: str) -> Family:
        family = self.roles.get(name)
        if family is None:
            raise InputError(
                f"no font role {name!r} in the theme",
                hint=did_you_mean(name, self.roles) or "the roles are " + ", ".join(self.roles),
            )
        return family

    def runs(self, text: str, family: Family, *, bold: bool, italic: bool) -> tuple[Shaped, ...]:
        """``text`` shaped, each stretch in the first font that has its characters."""
        first = family.file(bold=bold, italic=italic)
        shaped = first.shape(text)
        if not shaped.missing:
            return (shaped,)
        text = INVISIBLE.sub("", text)
        others = [fallback.file(bold=bold, italic=italic) for fallback in self.fallback]
        return tuple(font.shape(stretch) for font, stretch in _stretches(text, first, others))


def _stretches(text: str, first: FontFile, others: Iterable[FontFile]) -> list[tuple[FontFile, str]]:
    chain = [first, *others]
    found: list[tuple[FontFile, str]] = []
    for character in text:
        font = next((font for font in chain if font.has(character)), first)
        if found and found[-1][0] is font:
            found[-1] = (font, found[-1][1] + character)
        else:
            found.append((font, character))
    return found
