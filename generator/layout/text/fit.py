"""Words into lines, and lines into a box: wrap, shrink, align."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.layout.fonts import FontFile, Shaped
from generator.layout.geometry import Box, Matrix
from generator.layout.icons import Icon
from generator.layout.text.block import PlacedIcon, Span, TextBlock
from generator.layout.text.words import Atom, Style, Word, WordMaker

POINT = 25.4 / 72
STEP = 0.25
"""Text shrinks in steps of this many points."""
LINE = 1.0
"""Height of a single line in sizes: what its capitals are centred in."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """What a text element asks for; lengths in mm, sizes in points."""

    x: float
    y: float
    width: float
    height: float | None
    size: float
    min_size: float
    leading: float | None
    """Distance of baselines in points at full size; None: 1.2 sizes."""
    align: str
    valign: str
    wrap: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Words side by side. Width in sizes; ``last`` ends a paragraph."""

    words: Sequence[Word]
    width: float
    scale: float
    """The largest text in it, in sizes of the text box."""
    last: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text in its box, and what did not go well."""

    block: TextBlock
    too_high: float
    """How far the lines reach beyond the box's height, in mm; 0 if they fit."""
    too_wide: float
    """How far the widest line reaches beyond the box's width, in mm; 0 if it fits."""
    missing: str
    """Characters that no font has."""


def fit(words: Sequence[Word], box: TextBox, cap_height: float, maker: WordMaker) -> Fitted:
    """Sets words into a box, at the largest size of quarter-point steps at which they fit.

    ``cap_height`` of the box's font, in sizes: a single line is centred by its capitals.
    At the smallest size a word that is wider than the box is broken; what is still too high is
    drawn all the same, so that no letter is lost, and told in the result.
    """
    size = _best_size(words, box)
    if size <= box.min_size and box.wrap:
        words = list(_broken(words, _limit(box, size), maker))
    lines = wrap(words, _limit(box, size))
    height = _height(lines, box, size)
    block = _place(lines, box, size, height, cap_height)
    widest = max((line.width for line in lines), default=0.0) * size * POINT
    return Fitted(
        block,
        _beyond(height, box.height),
        _beyond(widest, box.width),
        "".join(sorted({char for word in words for atom in word.atoms for char in _missing(atom)})),
    )


def _missing(atom: Atom) -> str:
    return atom.content.missing if isinstance(atom.content, Shaped) else ""


def _beyond(needed: float, given: float | None) -> float:
    # A hundredth of a millimetre is rounding, not overflow.
    if given is None or needed <= given + 0.01:
        return 0.0
    return needed - given


def _limit(box: TextBox, size: float) -> float | None:
    """The box's width in sizes of its text; None: no wrapping."""
    return box.width / (size * POINT) if box.wrap and size > 0 else None


def _best_size(words: Sequence[Word], box: TextBox) -> float:
    if box.size <= box.min_size or _fits(words, box, box.size):
        return box.size
    low, high = 0, round((box.size - box.min_size) / STEP)
    # Text that fits at one size fits at all smaller ones (nearly always), so halving finds the largest.
    while low + 1 < high:
        middle = (low + high) // 2
        if _fits(words, box, box.size - middle * STEP):
            high = middle
        else:
            low = middle
    return max(box.size - high * STEP, box.min_size)


def _fits(words: Sequence[Word], box: TextBox, size: float) -> bool:
    lines = wrap(words, _limit(box, size))
    if _beyond(max((line.width for line in lines), default=0.0) * size * POINT, box.width):
        return False
    return not _beyond(_height(lines, box, size), box.height)


def wrap(words: Sequence[Word], limit: float | None) -> list[Line]:
    """Greedy lines no wider than ``limit`` (in sizes), where words allow it."""
    lines: list[Line] = []
    start, width = 0, 0.0
    for index, word in enumerate(words):
        if index > start:
            wider = width + word.space + word.width
            if word.breaks or (limit is not None and wider > limit + 1e-6):
                lines.append(_line(words[start:index], width, last=bool(word.breaks)))
                lines.extend(Line((), 0.0, 1.0, True) for _ in range(word.breaks - 1))
                start, width = index, word.width
            else:
                width = wider
        else:
            lines.extend(Line((), 0.0, 1.0, True) for _ in range(word.breaks))
            width = word.width
    if words:
        lines.append(_line(words[start:], width, last=True))
    return lines


def _line(words: Sequence[Word], width: float, *, last: bool) -> Line:
    scale = max(
        (atom.style.scale for word in words for atom in word.atoms if not isinstance(atom.content, Icon)),
        default=1.0,
    )
    return Line(words, width, scale, last)


def _leading(box: TextBox, size: float) -> float:
    """Distance of baselines in mm."""
    if box.leading is None:
        return 1.2 * size * POINT
    return box.leading / box.size * size * POINT


def _height(lines: Sequence[Line], box: TextBox, size: float) -> float:
    if not lines:
        return 0.0
    leading = _leading(box, size)
    return lines[0].scale * LINE * size * POINT + sum(leading * max(line.scale, 1.0) for line in lines[1:])


def _broken(words: Sequence[Word], limit: float | None, maker: WordMaker) -> Iterator[Word]:
    """Words cut into pieces where they are wider than a line."""
    for word in words:
        if limit is None or word.width <= limit:
            yield word
        else:
            yield from _cut(word, limit, maker)


def _cut(word: Word, limit: float, maker: WordMaker) -> Iterator[Word]:
    atoms: list[Atom] = []
    width, space, breaks = 0.0, word.space, word.breaks
    for atom in word.atoms:
        for part in _letters(atom, maker):
            if atoms and width + part.width > limit:
                yield Word(tuple(atoms), width, space, breaks)
                atoms, width, space, breaks = [], 0.0, 0.0, 0
            atoms.append(part)
            width += part.width
    yield Word(tuple(atoms), width, space, breaks)


def _letters(atom: Atom, maker: WordMaker) -> Iterator[Atom]:
    if isinstance(atom.content, Icon):
        yield atom
        return
    for letter in atom.content.text:
        yield from maker.atoms(letter, atom.style)


@dataclass(slots=True)
class _Pen:
    """Where the next piece of a line goes, and the span that is growing."""

    x: float
    baseline: float
    size: float
    cap_height: float
    spans: list[Span]
    icons: list[PlacedIcon]
    gap: float
    style: Style | None = None
    font: FontFile | None = None
    start: float = 0.0
    pieces: list[Shaped] | None = None

    def put(self, atom: Atom) -> None:
        content = atom.content
        if isinstance(content, Icon):
            self.flush()
            self._put_icon(content, atom.style)
        else:
            if self.pieces is None or atom.style is not self.style or content.font is not self.font:
                self.flush()
                self.style, self.font, self.start, self.pieces = atom.style, content.font, self.x, []
            self.pieces.append(content)
        self.x += atom.width * self.size * POINT

    def put_space(self, width: float) -> None:
        """A space belongs to the text before it, so that copied text keeps its words apart."""
        if self.pieces is not None and self.font is not None:
            space = self.font.shape(" ")
            # Another style's space has another width: then the next word starts a span of its own.
            same = self.style is not None and abs(space.width * self.style.scale + self.style.tracking - width) < 1e-9
            self.pieces.append(space)
            if not same:
                self.flush()
        self.x += (width * self.size + self.gap) * POINT

    def flush(self) -> None:
        if self.pieces and self.style is not None and self.font is not None:
            size = self.size * self.style.scale
            self.spans.append(
                Span(
                    self.start,
                    self.baseline,
                    self.font,
                    size,
                    self.style.fill,
                    self.style.tracking * self.size,
                    tuple(self.pieces),
                    self.gap / size * 1000,
                )
            )
        self.pieces = None

    def _put_icon(self, icon: Icon, style: Style) -> None:
        """Centres the icon's frame on the middle of the capitals."""
        unit = style.scale * self.size * POINT / icon.frame.height
        middle = self.baseline - self.cap_height / 2 * self.size * POINT
        top = middle - icon.frame.height / 2 * unit
        matrix = Matrix(unit, 0, 0, unit, self.x - icon.frame.x * unit, top - icon.frame.y * unit)
        self.icons.append(PlacedIcon(icon, matrix, style.fill))


def _place(
    lines: Sequence[Line], box: TextBox, size: float, height: float, cap_height: float
) -> TextBlock:
    top = box.y
    if box.height is not None:
        top += {"top": 0.0, "middle": 0.5, "bottom": 1.0}[box.valign] * (box.height - height)
    leading = _leading(box, size)
    spans: list[Span] = []
    icons: list[PlacedIcon] = []
    baseline = top
    for number, line in enumerate(lines):
        if number:
            baseline += leading * max(line.scale, 1.0)
        else:
            baseline += line.scale * (LINE + cap_height) / 2 * size * POINT
        free = box.width / POINT - line.width * size
        gaps = sum(1 for word in line.words[1:] if word.space)
        stretch = free / gaps if box.align == "justify" and gaps and not line.last and free > 0 else 0.0
        shift = {"center": 0.5, "right": 1.0}.get(box.align, 0.0) * free
        pen = _Pen(box.x + shift * POINT, baseline, size, cap_height, spans, icons, stretch)
        for position, word in enumerate(line.words):
            if position and word.space:
                pen.put_space(word.space)
            for atom in word.atoms:
                pen.put(atom)
        pen.flush()
    widest = max((line.width for line in lines), default=0.0) * size * POINT
    left = box.x + {"center": 0.5, "right": 1.0}.get(box.align, 0.0) * (box.width - widest)
    return TextBlock(tuple(spans), tuple(icons), size, Box(left, top, widest, height))


