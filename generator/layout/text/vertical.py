"""Text in columns from right to left: lines that are turned, in which letters of the East stand upright.

The lines of such a text are set as all others are, in a box as wide as a column is long, and the whole is
turned a quarter to the right. Letters that stand upright are turned back, each by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from itertools import groupby
from typing import ClassVar, NamedTuple

import uharfbuzz as hb

from generator.catalog.units import POINT
from generator.layout.colour import LinearGradient
from generator.layout.fonts import Family, FontBook, FontFile, Glyph, Shaped
from generator.layout.geometry import Matrix
from generator.layout.text.block import Blend, Finish, PlacedIcon, Shadow, Span, TextBlock

UPRIGHT_RANGES = """
a7 a9 ae b1 bc-be d7 f7 2ea-2eb 1100-11ff 1401-167f 18b0-18ff 2016 2020-2021 2030-2031 203b-203c 2042
2047-2049 2051 2065 20dd-20e0 20e2-20e4 2100-2101 2103-2109 210f 2113-2114 2116-2117 211e-2123 2125 2127
2129 212e 2135-213f 2145-214a 214c-214d 214f-2189 218c-218f 221e 2234-2235 2300-2307 230c-231f 2324-2328
232b 237d-239a 23be-23cd 23cf 23d1-23db 23e2-2422 2424-24ff 25a0-2619 2620-2767 2776-2793 2b12-2b2f
2b50-2b59 2b97 2bb8-2bd1 2bd3-2beb 2bf0-2bff 2e50-2e51 2e80-3007 3012-3013 3020-302f 3031-309f 30a1-30fb
30fd-a4cf a960-a97f ac00-d7ff e000-faff fe10-fe1f fe30-fe48 fe50-fe57 fe5f-fe62 fe67-fe6f ff01-ff07
ff0a-ff0c ff0e-ff19 ff1f-ff3a ff3c ff3e ff40-ff5a ffe0-ffe2 ffe4-ffe7 fff0-fff8 fffc-fffd 10980-1099f
11580-115ff 11a00-11abf 13000-1467f 16fe0-1b2ff 1cf00-1d1ff 1d2e0-1d37f 1d800-1daaf 1f000-1f7ff 1f900-1faff
20000-3fffd f0000-10fffd
"""
"""Letters that stand upright in columns: those whose Vertical_Orientation is U or Tu (UAX 50, Unicode 15)."""
TURNING = (
    "\u2329\u232a\u3008-\u3011\u3014-\u301f\u3030\u30a0\u30fc\ufe59-\ufe5e\uff08\uff09\uff1a\uff1b"
    "\uff3b\uff3d\uff3f\uff5b-\uff60\uffe3"
)
"""Brackets and dashes that are upright where a font has a form of them for columns, or else turned (Tr)."""
MOST_TOGETHER = 4
"""Letters that may stand side by side in the square of one."""
NARROW = {2: "hwid", 3: "twid", 4: "qwid"}
"""The features by which so many letters fill a square, where a font has them."""


@cache
def _orientations() -> re.Pattern[str]:
    spans = ["-".join(f"\\U{end:0>8}" for end in given.split("-")) for given in UPRIGHT_RANGES.split()]
    return re.compile(f"(?P<upright>[{''.join(spans)}])|(?P<turning>[{TURNING}])")


# Letters that stand upright


@dataclass(slots=True, eq=False)
class UprightFont(FontFile):
    """A font whose letters stand upright one below the other.

    Its glyphs are measured as if the column were a line that runs to the right: their advance and first
    offset are down the column, the other offset is to the right, from the middle of the column.
    """

    is_upright: ClassVar[bool] = True

    def _lengths(
        self, infos: Sequence[tuple[int, int]], positions: Sequence[hb.GlyphPosition]
    ) -> list[tuple[float, float, float, float]]:
        return [self._length(index, at) for (index, _), at in zip(infos, positions, strict=True)]

    def _length(self, index: int, position: hb.GlyphPosition) -> tuple[float, float, float, float]:
        scale = 1000 / self.face.upem
        down, right = -position.y_offset * scale, position.x_offset * scale
        if index == self.font.get_nominal_glyph(0x20):
            # A space is as wide as it is between words that are turned.
            advance = self.font.get_glyph_h_advance(index) * scale
            return advance, advance, down, right
        if self.has_metrics:
            return -position.y_advance * scale, -self.font.get_glyph_v_advance(index) * scale, down, right
        advance, _, up = self.measures(index)
        return advance, advance, up, right

    @property
    def has_metrics(self) -> bool:
        """Whether it says how it is set in columns."""
        return "vmtx" in self.tables.parts

    def measures(self, index: int) -> tuple[float, float, float]:
        """A glyph's own advance, and how far its origin lies left of and below where the advance begins."""
        scale = 1000 / self.face.upem
        right, up = self.font.get_glyph_v_origin(index)
        if self.has_metrics:
            advance = -self.font.get_glyph_v_advance(index) * scale
            return round(advance, 2), round(right * scale, 2), round(up * scale, 2)
        # The middle of its capitals is that of its square.
        return 1000.0, round(right * scale, 2), round(500 * (1 + self.cap_height), 2)

    def turns(self, letter: str) -> bool:
        """Whether it has a form of a letter for columns."""
        return bool(self.shape(letter).glyphs[0].glyph_id != self.font.get_nominal_glyph(ord(letter)))


@lru_cache(maxsize=64)
def upright(font: FontFile) -> UprightFont:
    """The font, for letters that stand upright."""
    given = {each.name: getattr(font, each.name) for each in fields(font)}
    return UprightFont(**given | {"words": {}})


def column_runs(
    fonts: FontBook, text: str, family: Family, *, bold: bool, italic: bool, is_rtl: bool = False
) -> Iterator[Shaped]:
    """A text shaped for a column: letters of the East upright, others to be turned with the line."""
    for kind, letters in groupby(_with_kinds(text), lambda letter: letter.kind):
        stretch = "".join(letter.text for letter in letters)
        for run in fonts.runs(stretch, family, bold=bold, italic=italic, is_rtl=is_rtl):
            if kind == "upright":
                yield upright(run.font).shape(run.text)
            elif kind == "turning":
                for letter in run.text:
                    yield (upright(run.font) if upright(run.font).turns(letter) else run.font).shape(letter)
            else:
                yield run


class _Letter(NamedTuple):
    text: str
    kind: str | None


def _with_kinds(text: str) -> Iterator[_Letter]:
    """Each letter with how it stands in a column; marks over letters stand as these do."""
    pattern, kind = _orientations(), None
    for number, letter in enumerate(text):
        if not number or not (unicodedata.category(letter).startswith("M") or letter == "\u200d"):
            found = pattern.match(letter)
            kind = found.lastgroup if found else None
        yield _Letter(letter, kind)


def side_by_side(
    fonts: FontBook, text: str, family: Family, *, bold: bool, italic: bool
) -> tuple[list[Shaped], float]:
    """A few letters upright in one square of a column, and the side of that square, in sizes."""
    runs = list(fonts.runs(text, family, bold=bold, italic=italic))
    if len(runs) == 1 and runs[0].width > 1 and len(text) in NARROW:
        runs = [runs[0].font.featured(text, NARROW[len(text)])]
    wide = sum(run.width for run in runs)
    side, right = max(wide, 1.0), -500 * wide
    found = []
    for run in runs:
        down = 500 * (side + run.font.cap_height)
        glyphs = []
        for glyph in run.glyphs:
            offsets = down - glyph.y_offset, right + glyph.x_offset
            glyphs.append(Glyph(glyph.glyph_id, 0.0, 0.0, *offsets, glyph.text))
            right += glyph.advance
        if run is runs[-1] and glyphs:
            glyphs[-1] = glyphs[-1]._replace(advance=1000 * side)
        width = side if run is runs[-1] else 0.0
        found.append(Shaped(upright(run.font), run.text, width, tuple(glyphs), run.missing))
    return found, side


# Lines that are turned


def in_columns(block: TextBlock, cap_height: float) -> TextBlock:
    """Lines to be turned, with letters and icons upright in their middle, and shadows as asked for."""
    spans = tuple([_central(span, cap_height) if span.font.is_upright else span for span in block.spans])
    icons = tuple([_upright_icon(placed) for placed in block.icons])
    if not block.is_finished:
        return block._replace(spans=spans, icons=icons)
    return block._replace(
        spans=tuple([span._replace(finish=_turned_back(span.finish)) for span in spans]),
        icons=tuple([icon._replace(finish=_turned_back(icon.finish)) for icon in icons]),
        rules=tuple([rule._replace(finish=_turned_back(rule.finish)) for rule in block.rules]),
    )


def _central(span: Span, cap_height: float) -> Span:
    """Upright letters are measured from the middle of the column, which is that of the capitals."""
    return span._replace(baseline=span.baseline - cap_height / 2 * span.size * POINT)


def _upright_icon(placed: PlacedIcon) -> PlacedIcon:
    """An icon turned back, as wide as it is high in a line."""
    box = placed.icon.placed(placed.matrix)
    share = box.height / box.width
    away = Matrix(e=-box.x - box.width / 2, f=-box.y - box.height / 2)
    turn = Matrix(0, -share, share, 0, box.x + box.height * share / 2, box.y + box.height / 2)
    return placed._replace(matrix=placed.matrix.then(away).then(turn))


def _turned_back(finish: Finish | None) -> Finish | None:
    """Shadows and gradients that lie as they would if nothing were turned."""
    if finish is None:
        return None
    shadows = tuple([Shadow(shadow.dy, -shadow.dx, shadow.colour) for shadow in finish.shadows])
    return finish._replace(shadows=shadows, blend=finish.blend and _turned_blend(finish.blend))


def _turned_blend(blend: Blend) -> Blend:
    gradient = blend.gradient
    if isinstance(gradient, LinearGradient):
        return blend._replace(gradient=gradient._replace(angle=gradient.angle - 90))
    return blend._replace(gradient=gradient._replace(cx=gradient.cy, cy=1 - gradient.cx))
