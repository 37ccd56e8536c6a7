"""A fingerprint of what a face prints: two faces with the same one can't be told apart on paper.

Names are resolved: a colour counts as its red, green and blue, a letter and an icon as their outlines,
a picture as its file's content. So a theme's colour touches the cards that use it, and only those.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.layout.canvas import Drawable, Stroke
from generator.layout.colour import Colour, Paint
from generator.layout.faces import Face
from generator.layout.fonts import FontFile, Glyph
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.icons import Icon, glyph_outline
from generator.layout.pictures import Picture
from generator.layout.text.block import Span, TextBlock


@dataclass(slots=True)
class Fingerprints:
    """An ink that writes down what it is asked to paint, to a thousandth of a millimetre."""

    written: list[str] = field(default_factory=list)
    faces: dict[Face, str] = field(default_factory=dict)
    leaves: dict[Drawable, str] = field(default_factory=dict)
    icons: dict[int, tuple[Icon, str]] = field(default_factory=dict)
    """By identity, as comparing outlines takes longer than writing them; the icon is kept alive."""
    glyphs: dict[tuple[FontFile, int], str] = field(default_factory=dict)

    def of(self, face: Face) -> str:
        """The face's fingerprint, in hex."""
        found = self.faces.get(face)
        if found is None:
            found = self.faces[face] = _short(self._drawn(face.root))
        return found

    def element(self, element: Drawable) -> None:
        if not element.LEAF:
            element.paint(self)
            return
        found = self.leaves.get(element)
        if found is None:
            found = self.leaves[element] = self._drawn(element)
        if found:
            self.written.append(found)

    def stamp(self, element: Drawable) -> None:
        element.compose(self)

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        if outline.segments and (fill is not None or stroke is not None):
            self.written.append(f"shape {_path(outline)} {fill} {stroke} {even_odd}")

    def picture(self, picture: Picture, box: Box) -> None:
        self.written.append(f"picture {picture.digest} {_numbers(box)}")

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        known = self.icons.get(id(icon))
        if known is None:
            known = self.icons[id(icon)] = (icon, _short(_path(icon.outline)))
        self.written.append(f"icon {known[1]} {_placed(matrix)} {fill}")

    def text(self, block: TextBlock) -> None:
        self.written.extend(self._span(span) for span in block.spans)
        for placed in block.icons:
            self.icon(placed.icon, placed.matrix, placed.fill)

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        moved = None if matrix is None else _placed(matrix)
        clipped = None if clip is None else _path(clip)
        self.written.append(f"group {moved} {clipped} {opacity} {apart and opacity < 1}")

    def close_group(self) -> None:
        self.written.append("end")

    def _drawn(self, element: Drawable) -> str:
        outside, self.written = self.written, []
        element.paint(self)
        drawn, self.written = "\n".join(self.written), outside
        return drawn

    def _span(self, span: Span) -> str:
        glyphs = [self._glyph(span.font, glyph) for piece in span.pieces for glyph in piece.glyphs]
        place = _numbers((span.x, span.baseline, span.size, span.tracking, span.gap))
        return f"text {place} {span.fill} {' '.join(glyphs)}"

    def _glyph(self, font: FontFile, glyph: Glyph) -> str:
        found = self.glyphs.get((font, glyph.index))
        if found is None:
            drawn = f"{font.face.upem} {_path(glyph_outline(font.font, glyph.index))}"
            found = self.glyphs[font, glyph.index] = _short(drawn)
        return f"{found} {_numbers((glyph.advance, glyph.x_offset, glyph.y_offset))}"


def _path(outline: Outline) -> str:
    return " ".join(f"{kind} {_numbers(values)}" for kind, values in outline.segments)


def _numbers(values: Iterable[float]) -> str:
    # Adding zero makes no difference between -0 and 0.
    return " ".join([f"{round(value, 3) + 0.0:.8g}" for value in values])


def _placed(matrix: Matrix) -> str:
    return " ".join([f"{round(value, 6) + 0.0:.8g}" for value in matrix])


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
