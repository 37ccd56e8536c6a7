"""A version of a game laid out for comparison, and the fingerprint of what each of its faces prints.

Two faces with one fingerprint can't be told apart on paper. Names are resolved: a colour counts as its red,
green and blue, a letter and an icon as their outlines, a picture as its file's content. So a theme's colour
touches the cards that use it, and only those.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.problems import Problems
from generator.layout.canvas import Drawable
from generator.layout.colour import Colour, Paint, Stroke
from generator.layout.faces import Face, FaceRenderer, Side
from generator.layout.fonts import FontFile, Glyph
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.icons import Icon, glyph_outline
from generator.layout.pictures import Picture
from generator.layout.text.block import Span, TextBlock
from generator.layout.text.words import WordMaker
from generator.press.card_text import card_name
from generator.press.request import chosen_cards, chosen_sets


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

    def placeholder(self, box: Box, name: TextBlock) -> None:
        self.written.append(f"placeholder {_numbers(box)}")
        self.text(name)

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        if icon.picture is not None:
            self.picture(icon.picture, icon.placed(matrix))
            return
        known = self.icons.get(id(icon))
        if known is None:
            drawn = [
                f"{_path(shape.outline)} {shape.fill is None} {shape.stroke} {shape.even_odd} {shape.opacity}"
                for shape in icon.shapes
            ]
            known = self.icons[id(icon)] = (icon, _short("\n".join(drawn) or _path(icon.outline)))
        self.written.append(f"icon {known[1]} {_placed(matrix)} {fill}")

    def text(self, block: TextBlock) -> None:
        self.written.extend(self._span(span) for span in block.spans)
        for placed in block.icons:
            self.icon(placed.icon, placed.matrix, placed.fill)
        self.written.extend(f"rule {_numbers(rule.box)} {rule.fill}" for rule in block.rules)
        if block.is_finished:
            self.written.extend(f"finish {mark.finish}" for mark in block.marks)

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
        found = self.glyphs.get((font, glyph.glyph_id))
        if found is None:
            drawn = f"{font.face.upem} {_path(glyph_outline(font.font, glyph.glyph_id))}"
            found = self.glyphs[font, glyph.glyph_id] = _short(drawn)
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


MAX_COMPARED = 100
"""Copies of a card with numbers of their own that are compared."""


class Key(NamedTuple):
    """What stays when a card changes. An id counts for all lists of its component."""

    component: str
    card: str


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card, laid out. ``faces`` are those of its first copy.

    ``prints`` holds each side's fingerprint; for copies that look different, the fingerprint of each.
    """

    component: Component
    cards: CardSet
    card: Card
    faces: Mapping[Side, Face]
    prints: Mapping[Side, tuple[str, ...]]

    @property
    def key(self) -> Key:
        return Key(self.component.id, self.card.id)

    @property
    def name(self) -> str:
        return card_name(self.card)


@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """A game as it is or was; ``label`` is what the reader calls it."""

    label: str
    game: Game
    cards: Mapping[Key, Laid]
    words: WordMaker


def lay_out(label: str, game: Game, problems: Problems, progress: Callable[[int], None]) -> Version:
    """Lays out every card of a game that is printed at all; what is wrong goes into ``problems``."""
    renderer = FaceRenderer.of(game, problems)
    cards = {laid.key: laid for laid in _laid(renderer, progress)}
    return Version(label, game, cards, renderer.words)


def count_cards(game: Game) -> int:
    return sum(len(chosen_cards(cards, ())) for _, cards in chosen_sets(game, ()))


def _laid(renderer: FaceRenderer, progress: Callable[[int], None]) -> Iterator[Laid]:
    fingerprints = Fingerprints()
    for component, cards in chosen_sets(renderer.game, ()):
        sides: tuple[Side, ...] = ("front",) if component.back is None else ("front", "back")
        for number, card, _ in chosen_cards(cards, ()):
            found: dict[Side, list[Face]] = {side: [] for side in sides}
            for copy in renderer.looks(component, cards, sides, min(card.copies, MAX_COMPARED)):
                for side, laid_out in found.items():
                    face = renderer.face(component, cards, card, side, number, copy)
                    laid_out.extend([] if face is None else [face])
            faces = {side: laid_out[0] for side, laid_out in found.items() if laid_out}
            prints = {side: tuple(map(fingerprints.of, laid_out)) for side, laid_out in found.items()}
            yield Laid(component, cards, card, faces, prints)
            progress(1)
