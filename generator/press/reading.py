"""What is read aloud where something is seen: the words of texts, faces and pictures, icons as words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from generator.catalog.units import POINT
from generator.layout.elements.base import Element
from generator.layout.icons import PACKS
from generator.layout.text.block import PlacedIcon, Span, TextBlock

if TYPE_CHECKING:
    from generator.layout.canvas import Drawable
    from generator.layout.colour import Colour, Paint, Stroke
    from generator.layout.elements.card import Card as Root
    from generator.layout.geometry import Box, Matrix, Outline
    from generator.layout.icons import Icon
    from generator.layout.pictures import Picture

SPACES = re.compile(r"\s+")
BLANK_NAMES = re.compile(r"[-_.\s]+")
STYLE = re.compile(r" (?:fill|bold|outline|line|duotone|thin|light)$")
"""How packs end the names of icons that they have in several styles."""
SIGN = re.compile(
    r"(?:alpha|letter|number|numeric)(?: (?:circle|square))?"
    r" ([a-z]|\d+(?: plus)?|zero|one|two|three|four|five|six|seven|eight|nine)"
    r"(?: (?:box|circle|square))?(?: multiple)?"
)
"""Names that packs give to a letter or a number, and to the frame around it: only the sign itself is read."""
BULLET = re.compile(
    r"(?:caret|chevron|arrow|play|menu)(?: fat)?(?: right)?|circle(?: (?:small|medium))?"
    r"|dot|dot outline|bullet|square|diamond|triangle|asterisk"
)
"""Icons of packs that mark an entry of a list where they begin a line."""
BEFORE_POINT = re.compile(r" ([.,;:!?)\]])")
"""A space that parts an icon's words from a full stop."""
MARKUP = re.compile(r"\{([A-Za-z][\w.#-]*)\}|</?[A-Za-z][^<>]*>|\*+(?=\S)|(?<=\S)\*+")
CLOSE = 0.35
"""Of the type's size: what stands less apart in height is on one line."""
MIDDLE = 0.85
"""How far down an icon a line's baseline runs, in its height: its middle is at that of the capitals."""


class Said(NamedTuple):
    """A text of a face: its element's id, and its words; lines end where their author ended them."""

    id: str
    words: str


def icon_words(name: str) -> str:
    """An icon's name as words: ``hand fist`` of ``ph.hand-fist-fill``, ``wolf`` of ``sprites#wolf``.

    A letter or number in a frame is read as it is: ``C`` of ``mdi6.alpha-c-circle``.
    """
    prefix, _, rest = name.rpartition("#")[2].partition(".")
    is_own = not rest or prefix not in PACKS
    words = BLANK_NAMES.sub(" ", name if is_own else rest).strip()
    if is_own:
        return words
    words = STYLE.sub("", words)
    sign = SIGN.fullmatch(words)
    if sign is None:
        return words
    return sign[1].upper() if len(sign[1]) == 1 else sign[1]


def said_for(icon: Icon) -> str:
    """What is read aloud for an icon: the theme's words, or its name as words."""
    return icon.words or icon_words(icon.name)


def one_line(text: str) -> str:
    """A text with single spaces, and none in front of a full stop."""
    return BEFORE_POINT.sub(r"\1", " ".join(text.split()))


def names_itself(name: str, text: str) -> bool:
    """Whether a text begins with the words of the icon in front of it, which then says nothing more."""
    return re.match(rf"{re.escape(name.strip())}(?!\w)", text.lstrip(), re.IGNORECASE) is not None


def plain_words(text: str, words: Mapping[str, str] | None = None) -> str:
    """A text without its inline markup, in which icons are named; its lines stay lines.

    ``words``: what is read aloud for some of them.
    """
    known = words or {}

    def read(markup: re.Match[str]) -> str:
        name = markup[1]
        if not name:
            return ""
        # Without a prefix it is one of the usual pack, as on the face, where it stands apart from letters.
        is_bare = "." not in name and "#" not in name
        return f" {known.get(name) or icon_words(f'{next(iter(PACKS))}.{name}' if is_bare else name)} "

    lines = (one_line(line) for line in MARKUP.sub(read, text).splitlines())
    return "\n".join(filter(None, lines))


def in_order(block: TextBlock) -> list[Span | PlacedIcon]:
    """The spans and icons of a line, in the order in which they are read."""
    return _as_read(sorted(chain(block.spans, block.icons), key=_left))


def _as_read(line: list[M]) -> list[M]:
    """What stands from left to right, in the order in which it is read."""
    levels = [mark.level for mark in line]
    if not any(levels):
        return line
    from generator.layout.text.bidi import logical

    return logical(line, levels)


def _left(mark: Span | PlacedIcon) -> float:
    return mark.x if isinstance(mark, Span) else mark.icon.placed(mark.matrix).x


def words_on(root: Element) -> list[Said]:
    """The texts that a laid-out face or picture shows, in the order in which its layout draws them."""
    canvas = _Reader()
    canvas.element(root)
    return canvas.found


def picture_words(root: Root, say: Callable[..., str]) -> str:
    """What a picture in the layout language shows: what it says itself, or the texts on it."""
    if root.alt is not None:
        return root.alt
    texts = [SPACES.sub(" ", said.words) for said in words_on(root)]
    return say("Picture: {words}", words=", ".join(texts)) if texts else say("Picture")


class _Mark(NamedTuple):
    """A stretch of a line."""

    x: float
    right: float
    y: float
    size: float
    words: str
    icon: Icon | None = None
    level: int = 0


M = TypeVar("M", Span | PlacedIcon, _Mark)


def words_of(block: TextBlock, width: float) -> str:
    """The words of a text that was set ``width`` mm wide; a line that ended early ends a line."""
    lines = _lines([*_of_spans(block.spans), *map(_of_icon, block.icons)])
    said = _said(lines[0], begins=True) if lines else ""
    for before, line in pairwise(lines):
        words = _said(line, begins=False)
        per_letter = _extent(line) / max(1, len(words))
        room = width - _extent(before)
        # Words with a no-break space between them come to the next line together.
        first = "".join(mark.words for mark in line).lstrip(" ").partition(" ")[0]
        has_room = room > (len(first) + 1.5) * per_letter
        begins_sentence = said.endswith((".", "!", "?")) and _is_ornament(line)
        if has_room or begins_sentence or _is_bullet(line):
            said += "\n" + _said(line, begins=True)
        else:
            said += ("" if said.endswith(("-", "–", "—", "/")) else " ") + words
    return said.strip()


def _extent(line: Sequence[_Mark]) -> float:
    return max(mark.right for mark in line) - min(mark.x for mark in line)


def _lines(marks: Sequence[_Mark]) -> list[list[_Mark]]:
    """The stretches by line, as they are read; indices belong to the line that they stand at."""
    lines: list[list[_Mark]] = []
    largest = max((mark.size for mark in marks), default=0.0)
    for mark in sorted(marks, key=lambda mark: (mark.y, mark.x)):
        if lines and mark.y - lines[-1][0].y < CLOSE * largest:
            lines[-1].append(mark)
        else:
            lines.append([mark])
    return [_trimmed(_as_read(sorted(line, key=lambda mark: mark.x))) for line in lines]


def _trimmed(line: list[_Mark]) -> list[_Mark]:
    """A line without the spaces that only indent it."""
    first = next((number for number, mark in enumerate(line) if mark.words.strip()), 0)
    return line[first:]


def _said(line: Sequence[_Mark], *, begins: bool) -> str:
    """A line's words; ``begins``: whether it begins a line of its author's."""
    if begins and _is_bullet(line):
        return f"- {_joined(line[1:])}"
    return _joined(line[1:] if begins and _is_ornament(line) else line)


def _joined(line: Sequence[_Mark]) -> str:
    return one_line("".join(mark.words for mark in line))


def _is_bullet(line: Sequence[_Mark]) -> bool:
    icon = line[0].icon
    return _is_of_pack(icon) and len(line) > 1 and BULLET.fullmatch(line[0].words.strip()) is not None


def _is_ornament(line: Sequence[_Mark]) -> bool:
    """Whether the icon that begins a line says nothing that the words behind it do not say.

    They name it, or it is a pack's and stands in front of a sentence, which is whole without it.
    """
    icon, rest = line[0].icon, _joined(line[1:])
    if icon is None or not rest:
        return False
    return names_itself(line[0].words, rest) or (_is_of_pack(icon) and rest[0].isupper())


def _is_of_pack(icon: Icon | None) -> bool:
    return icon is not None and icon.name.partition(".")[0] in PACKS


def _of_spans(spans: Iterable[Span]) -> list[_Mark]:
    """Each span; readings stand in brackets behind their letters."""
    marks: list[_Mark] = []
    for is_reading, group in groupby(spans, lambda span: span.is_reading):
        if is_reading and marks:
            reading = "".join(_of_span(span).words for span in group)
            marks[-1] = marks[-1]._replace(words=f"{marks[-1].words}({reading})")
        else:
            marks += map(_of_span, group)
    return marks


def _of_span(span: Span) -> _Mark:
    unit = span.size * POINT
    # Letters that stand upright in columns are placed by their middle.
    down = span.font.cap_height / 2 * unit if span.font.is_upright else 0.0
    return _Mark(span.x, span.x + span.width, span.baseline + down, unit, span.words, level=span.level)


def _of_icon(placed: PlacedIcon) -> _Mark:
    icon = placed.icon
    box = icon.placed(placed.matrix)
    return _Mark(
        box.x,
        box.right,
        box.y + box.height * MIDDLE,
        box.height,
        f" {said_for(icon)} ",
        icon,
        placed.level,
    )


@dataclass(slots=True)
class _Reader:
    """A canvas that draws nothing, and takes down the words."""

    found: list[Said] = field(default_factory=list)
    current: list[Element] = field(default_factory=list)

    def element(self, element: Drawable) -> None:
        assert isinstance(element, Element)
        self.current.append(element)
        element.paint(self)
        self.current.pop()

    def stamp(self, element: Drawable) -> None:
        assert isinstance(element, Element)
        self.current.append(element)
        element.compose(self)
        self.current.pop()

    def text(self, block: TextBlock) -> None:
        element = self.current[-1]
        is_vertical = getattr(element, "writing", "horizontal") == "vertical"
        width = getattr(element, "height" if is_vertical else "width", None)
        words = words_of(block, width if isinstance(width, float) else block.ink.width)
        if words:
            self.found.append(Said(element.id, words))

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        """A shape says nothing."""

    def picture(self, picture: Picture, box: Box) -> None:
        """Nor does a picture."""

    def placeholder(self, box: Box, name: TextBlock) -> None:
        """Nor does what stands in for one."""

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        """Nor does an icon that stands by itself: what it means, a field says."""

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        """Where words stand does not matter."""

    def close_group(self) -> None:
        """Likewise."""
