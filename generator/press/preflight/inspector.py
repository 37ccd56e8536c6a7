"""Inspects laid out faces: everything that would print, but should not be printed like this.

A canvas that draws nothing takes down what is drawn, and where; the findings look at that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from generator.catalog.models import Card, Component
from generator.catalog.plugins import load_plugins
from generator.catalog.problems import Problem
from generator.layout.canvas import Drawable
from generator.layout.colour import Colour, Paint, Stroke
from generator.layout.elements.base import Element
from generator.layout.faces import Face
from generator.layout.geometry import Box, Matrix, Outline, rectangle
from generator.layout.text.block import TextBlock
from generator.press.preflight.findings import seams, undrawable
from generator.press.preflight.geometry import Area, Flat, Frame, common, flatten
from generator.press.preflight.scene import (
    IconMark,
    Layer,
    Mark,
    PlacedPicture,
    PlacedText,
    Scene,
    Seam,
    Shape,
    Thumbnails,
)
from generator.press.rasterizer import Rasterizer

if TYPE_CHECKING:
    from generator.layout.icons import Icon
    from generator.layout.pictures import Picture

ICON = "icon"
"""The tag of the element that the safe zone treats apart; a card without icons needs none of its code."""
BEYOND = 0.5
"""Millimetres beyond the trim from which ink is meant as bleed."""
MAX_KEPT = 20_000
"""Of each kind of thing that is kept for the next card; a bound on memory, not on a game's size."""


class Drawn(NamedTuple):
    """What a leaf draws in a frame: the same on every card."""

    marks: tuple[Mark, ...]
    icons: tuple[IconMark, ...]
    pictures: tuple[PlacedPicture, ...]
    texts: tuple[tuple[Element, Frame, TextBlock], ...]


@dataclass(slots=True)
class Memory:
    """What is worked out once for elements that stand on many cards. Things are distinguished by identity."""

    root: Frame = field(default_factory=Frame)
    frames: dict[tuple[Frame, Matrix | None, Outline | None, float], Frame] = field(default_factory=dict)
    flats: dict[int, tuple[Outline, Flat | None]] = field(default_factory=dict)
    leaves: dict[tuple[Drawable, Frame, bool], Drawn] = field(default_factory=dict)
    thumbnails: Thumbnails = field(default_factory=Thumbnails)

    def flat(self, outline: Outline) -> Flat | None:
        """The outline in straight lines. The outline is kept, so that its identity stays its own."""
        known = self.flats.get(id(outline))
        if known is None:
            _make_room(self.flats)
            known = self.flats[id(outline)] = (outline, flatten(outline))
        return known[1]

    def frame(self, outer: Frame, matrix: Matrix | None, clip: Outline | None, opacity: float) -> Frame:
        key = (outer, matrix, clip, opacity)
        known = self.frames.get(key)
        if known is None:
            _make_room(self.frames)
            flat = None if clip is None else self.flat(clip)
            known = outer.inside(matrix, flat, opacity)
            if clip is not None and flat is None:
                known = Frame(known.matrix, known.clips, known.opacity, None)
            self.frames[key] = known
        return known


def _leaves(box: Box, trim: Box) -> bool:
    return box.x < trim.x or box.y < trim.y or box.right > trim.right or box.bottom > trim.bottom


def _make_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= MAX_KEPT:
        kept.clear()


@dataclass(slots=True)
class RecordingCanvas:
    """Takes down one face as a scene."""

    scene: Scene
    memory: Memory
    frame: Frame
    layers: list[Layer] = field(default_factory=lambda: [Layer()])
    outer: list[tuple[Frame, bool]] = field(default_factory=list)
    """What holds around each open group, and whether it is a layer of its own."""
    current: list[Element] = field(default_factory=list)
    """The element that is being drawn, and those around it."""

    def element(self, element: Drawable) -> None:
        self._draw(element, stamped=False)

    def stamp(self, element: Drawable) -> None:
        self._draw(element, stamped=True)

    def _draw(self, element: Drawable, *, stamped: bool) -> None:
        assert isinstance(element, Element)
        if not element.LEAF:
            self.current.append(element)
            if stamped:
                element.compose(self)
            else:
                element.paint(self)
            self.current.pop()
            return
        key = (element, self.frame, stamped)
        drawn = self.memory.leaves.get(key)
        if drawn is None:
            _make_room(self.memory.leaves)
            drawn = self.memory.leaves[key] = self._leaf(element, stamped)
        self.layers[-1].marks.extend(drawn.marks)
        if drawn.icons:
            self.scene.icons.extend(drawn.icons)
        if drawn.pictures:
            self.scene.pictures.extend(drawn.pictures)
        for text in drawn.texts:
            self._add_text(*text)

    def _leaf(self, element: Element, stamped: bool) -> Drawn:
        """What a leaf draws, recorded apart."""
        apart = RecordingCanvas(Scene(self.scene.component), self.memory, self.frame)
        apart.current.append(element)
        if stamped:
            element.compose(apart)
        else:
            element.paint(apart)
        scene = apart.scene
        texts = tuple((words.element, words.frame, words.block) for words in scene.texts)
        return Drawn(tuple(apart.layers[0].marks), tuple(scene.icons), tuple(scene.pictures), texts)

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        if fill is not None or stroke is not None:
            self._add_shape(outline, self.frame.matrix, fill, stroke, even_odd)

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        if icon.picture is not None:
            self.picture(icon.picture, icon.placed(matrix))
            return
        moved = matrix.then(self.frame.matrix)
        if not icon.shapes:
            self._add_shape(icon.outline, moved, fill, None, even_odd=False)
        for shape in icon.shapes:
            own = None if shape.fill is None else fill
            line = None if shape.stroke is None else shape.stroke._replace(paint=fill)
            self._add_shape(shape.outline, moved, own, line, even_odd=shape.even_odd)

    def picture(self, picture: Picture, box: Box) -> None:
        flat = flatten(rectangle(box))
        if flat is None or box.width <= 0 or box.height <= 0:
            return
        area = Area(flat, self.frame.matrix)
        seen = self._seen(area.box)
        if seen is not None:
            mark = PlacedPicture(picture, area, self.frame, seen, self.current[-1], self.memory.thumbnails)
            self.layers[-1].marks.append(mark)
            self.scene.pictures.append(mark)
            if self.current[-1].TAG == ICON:
                self.scene.icons.append(IconMark(self.current[-1], self.frame, area, 0.0))

    def placeholder(self, box: Box, name: TextBlock) -> None:
        """Nothing to judge: it was reported, and will not stay."""

    def text(self, block: TextBlock) -> None:
        self._add_text(self.current[-1], self.frame, block)

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        apart = apart and opacity < 1
        self.outer.append((self.frame, apart))
        if apart:
            self.layers.append(Layer(opacity))
        self.frame = self.memory.frame(self.frame, matrix, clip, 1 if apart else opacity)

    def close_group(self) -> None:
        self.frame, apart = self.outer.pop()
        if apart:
            layer = self.layers.pop()
            if layer.marks:
                layer.enclose()
                self.layers[-1].marks.append(layer)

    def _add_text(self, element: Element, frame: Frame, block: TextBlock) -> None:
        if frame.shown is None or not (block.spans or block.icons):
            return
        if all(layer.opacity for layer in self.layers):
            beneath = tuple([(layer, len(layer.marks)) for layer in self.layers])
            around = self.current[-2] if len(self.current) > 1 else None
            self.scene.texts.append(PlacedText(element, frame, block, beneath, around))
            if block.icons:
                self._add_pictures(element, frame, block)

    def _add_pictures(self, element: Element, frame: Frame, block: TextBlock) -> None:
        """Those in the lines of a text, which are no background of its letters."""
        for placed in block.icons:
            flat = flatten(rectangle(placed.icon.placed(placed.matrix)))
            if placed.icon.picture is None or flat is None:
                continue
            area = Area(flat, frame.matrix)
            thumbnails = self.memory.thumbnails
            mark = PlacedPicture(placed.icon.picture, area, frame, area.box, element, thumbnails)
            self.scene.pictures.append(mark)

    def _add_shape(
        self, outline: Outline, matrix: Matrix, fill: Paint | None, stroke: Stroke | None, even_odd: bool
    ) -> None:
        flat = self.memory.flat(outline)
        if flat is None or not self.frame.opacity:
            return
        area = Area(flat, matrix, even_odd)
        reach = _reach(stroke, matrix)
        seen = self._seen(area.box.grown(reach))
        if seen is None:
            return
        self.layers[-1].marks.append(Shape(area, fill, stroke, reach, self.frame, seen, self.current[-1]))
        if self.current[-1].TAG == ICON:
            self.scene.icons.append(IconMark(self.current[-1], self.frame, area, reach))

    def _seen(self, box: Box) -> Box | None:
        """What the clips leave of a box. A line without thickness has a box without width."""
        if self.frame.shown is None or not self.frame.clips:
            return box if self.frame.shown else None
        return common(box, self.frame.shown)


def _reach(stroke: Stroke | None, matrix: Matrix) -> float:
    """How far a stroke goes beyond its outline on the card, in mm."""
    if stroke is None:
        return 0.0
    return stroke.width / 2 * max(abs(matrix.a) + abs(matrix.c), abs(matrix.b) + abs(matrix.d))


FINDINGS = "generator.press.preflight.findings"
"""A module for each; its ``find`` yields what is wrong in a scene."""
MAX_FACES = 4096
"""Faces whose findings are kept for the next card that looks alike."""


class Inspected(NamedTuple):
    """What was found out about a face."""

    problems: tuple[Problem, ...]
    bleeds: bool
    """Whether it draws ink beyond its trim."""


class Finding(Protocol):
    """What the findings' modules are, too."""

    def find(self, scene: Scene, /) -> Iterable[Problem]:
        """What is wrong in a scene."""


@dataclass(slots=True)
class Preflight:
    """Keeps, within bounds, what it works out of faces and elements that stand on many cards.

    One for each game and run: faces and elements are distinguished by identity.
    """

    memory: Memory = field(default_factory=Memory)
    findings: Sequence[ModuleType | Finding] = field(default_factory=lambda: load_plugins(FINDINGS))
    known: dict[Face, Inspected] = field(default_factory=dict)
    bleeding: set[str] = field(default_factory=set)
    """The components that were seen to draw ink beyond their trim."""

    @classmethod
    def of(cls, rasterizer: Rasterizer) -> Preflight:
        """One that draws SVG art by this rasterizer."""
        return cls(Memory(thumbnails=Thumbnails(rasterizer)))

    @classmethod
    def of_art(cls, rasterizer: Rasterizer) -> Preflight:
        """The same, but it only reports SVG art that can't be drawn."""
        return cls(Memory(thumbnails=Thumbnails(rasterizer)), (undrawable,))

    @property
    def rasterizer(self) -> Rasterizer:
        return self.memory.thumbnails.rasterizer

    def face(self, component: Component, face: Face, card: Card) -> list[Problem]:
        """All findings of a face, as those of a card that shows it."""
        found = self.known.get(face)
        if found is None:
            if len(self.known) >= MAX_FACES:
                self.known.clear()
            found = self.known[face] = self._inspect(component, face)
        if found.bleeds:
            self.bleeding.add(component.id)
        return [problem._replace(card=card.id) for problem in found.problems]

    def take_over(self, before: Preflight, faces: Iterable[Face]) -> None:
        """Goes on with what another one knows of these faces, unless that is for now: an error's art."""
        known = ((face, before.known.get(face)) for face in faces)
        self.known.update(
            (face, found)
            for face, found in known
            if found is not None and all(problem.severity != "error" for problem in found.problems)
        )

    def parted(self, component: Component, face: Face, card: Card, places: Sequence[Seam]) -> list[Problem]:
        """What the seams of a face that is printed in tiles run through."""
        scene = self._scene(component, face)
        scene.seams = places
        return [problem._replace(card=card.id) for problem in seams.find(scene)]

    def text(self, component: Component, element: Element, block: TextBlock) -> list[Problem]:
        """The findings about pictures in the lines of a text that stands on no card."""
        scene = Scene(component)
        canvas = RecordingCanvas(scene, self.memory, self.memory.root, current=[element])
        canvas.text(block)
        scene.texts.clear()
        return [problem for finding in self.findings for problem in finding.find(scene)]

    def _inspect(self, component: Component, face: Face) -> Inspected:
        scene = self._scene(component, face)
        size = component.size
        trim = Box(0, 0, size.width, size.height).grown(BEYOND)
        bleeds = any(_leaves(mark.box, trim) for mark in scene.marks)
        return Inspected(
            tuple([problem for finding in self.findings for problem in finding.find(scene)]), bleeds
        )

    def _scene(self, component: Component, face: Face) -> Scene:
        scene = Scene(component, face.side)
        canvas = RecordingCanvas(scene, self.memory, self.memory.root)
        canvas.element(face.root)
        scene.marks = canvas.layers[0].marks
        return scene
