"""Text as lines that can flow from column to column, in the fonts, colours and sizes of the game's theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.units import POINT
from generator.layout.builder import Builder
from generator.layout.colour import Colour
from generator.layout.elements.base import Element, Extent
from generator.layout.elements.g import Group
from generator.layout.faces import FaceRenderer, Side
from generator.layout.fonts import Family
from generator.layout.geometry import Box, Matrix
from generator.layout.icons import Icon
from generator.layout.markup import ICON
from generator.layout.text.block import PlacedIcon, TextBlock
from generator.layout.text.fit import TextBox, fit, no_font_has
from generator.layout.text.lines import broken, hyphenated, wrap
from generator.layout.text.words import Style, Word, WordMaker
from generator.layout.theme import Theme
from generator.layout.xml import Node
from generator.press.preflight.inspector import Preflight
from generator.press.preflight.scene import contrast
from generator.press.rulebook.manuscript import Database, Manuscript
from generator.press.rulebook.pages import Area, Piece, TextDrawing

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

WHITE = Colour(1, 1, 1)
NEARLY_BLACK = Colour(0.12, 0.11, 0.1)
MIN_CONTRAST = 3.0
"""Of headings on the page, and of the numerals on their discs: large type."""
LEADING = 1.3
NOTE = 0.86
"""Size of captions and footers in sizes of the body text."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colours, fonts and the body's size in points."""

    ink: Colour
    accent: Colour
    paper: Colour
    tint: Colour
    """The ground of boxes and of every second row."""
    rule: Colour
    quiet: Colour
    """Captions and page numbers."""
    title: Family
    heading: Family
    body: Family
    size: float
    low_ink: bool

    def text(self, *, bold: bool = False, italic: bool = False, fill: Colour | None = None) -> Style:
        return Style(self.body, bold, italic, 1.0, fill or self.ink, 0.0)

    def headline(self, family: Family, fill: Colour) -> Style:
        return Style(family, False, False, 1.0, fill, 0.0)

    @property
    def em(self) -> float:
        """The body's size in mm."""
        return self.size * POINT

    @property
    def line(self) -> float:
        """The distance of the body's lines in mm."""
        return LEADING * self.em

    @property
    def palette(self) -> Mapping[str, Colour]:
        """The names that diagrams use for the rulebook's colours."""
        return {
            "rulebook-ink": self.ink,
            "rulebook-accent": self.accent,
            "rulebook-paper": self.paper,
            "rulebook-tint": self.tint,
        }


def look_of(theme: Theme, size: float, *, low_ink: bool) -> Look:
    """The look of the game whose theme this is; what the theme does not name is chosen to go with it."""
    colours = {name: colour for name, colour in theme.palette.items() if colour is not None}
    paper = WHITE if low_ink else colours.get("rulebook-paper", WHITE)
    ink = colours.get("rulebook-ink") or _readable(colours.get("ink"), paper, 7.0) or NEARLY_BLACK
    accent = colours.get("rulebook-accent") or _readable(colours.get("accent"), paper, MIN_CONTRAST) or ink
    fonts = theme.fonts.roles
    return Look(
        ink,
        accent,
        paper,
        WHITE if low_ink else colours.get("rulebook-tint") or mixed(paper, accent, 0.1),
        mixed(paper, accent, 0.45),
        mixed(ink, paper, 0.22),
        fonts.get("rulebook-title", fonts["title"]),
        fonts.get("rulebook-heading", fonts["title"]),
        fonts["body"],
        size,
        low_ink,
    )


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with so much of ``other`` in it."""
    return Colour.of(a + share * (b - a) for a, b in zip(one[:4], other[:4], strict=True))


def _readable(colour: Colour | None, paper: Colour, minimum: float) -> Colour | None:
    return colour if colour is not None and contrast(colour, paper) >= minimum else None


Content = list[Node | str]
TAGS = {"strong_open": "b", "em_open": "i"}


def content_of(tokens: Sequence[Token]) -> Content:
    """What a text element would hold. Raises :class:`InputError` for what can't stand in a line."""
    outermost: Content = []
    open_: list[Content] = [outermost]
    links: list[str] = []
    for token in tokens:
        if token.type in TAGS:
            node = _node(TAGS[token.type])
            open_[-1].append(node)
            open_.append(node.children)
        elif token.type in ("strong_close", "em_close"):
            open_.pop()
        elif token.type == "link_open":
            links.append(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            _add_address(links.pop(), open_[-1])
        else:
            open_[-1].extend(_piece(token))
    return outermost


def _node(tag: str, **attributes: str) -> Node:
    return Node(tag, attributes, "", [])


def _piece(token: Token) -> Content:
    if token.type in ("text", "text_special", "html_inline"):
        return with_icons(token.content)
    if token.type == "softbreak":
        return [" "]
    if token.type == "hardbreak":
        return [_node("br")]
    if token.type == "code_inline":
        node = _node("b")
        node.children.append(token.content)
        return [node]
    if token.type == "image":
        raise InputError(
            "a picture can't be part of a line of text", hint="put it into a ```diagram with <image href=…>"
        )
    raise InputError(f"a rulebook can't show {token.type.replace('_', ' ')}")


def with_icons(text: str) -> Content:
    """Text whose ``{name}`` are icons."""
    pieces = ICON.split(text)
    content: Content = []
    for index, piece in enumerate(pieces):
        if index % 2:
            content.append(_node("icon", name=piece))
        elif piece:
            content.append(piece)
    return content


def _add_address(address: str, content: Content) -> None:
    """Nobody can follow a link on paper: its address stands behind it, unless it is its text."""
    shown = address.removeprefix("mailto:").removeprefix("https://").removeprefix("http://").rstrip("/")
    last = content[-1] if content else ""
    if shown and not (isinstance(last, str) and shown in last):
        content.append(f" ({shown})")


def set_icon(icon: Icon, width: float, height: float, fill: Colour) -> TextBlock:
    """An icon by itself, as high as that. A picture stands in the middle, less high if it is too wide."""
    frame = icon.frame
    unit, x, y = height / frame.height, 0.0, 0.0
    if icon.picture is not None:
        unit = min(unit, width / frame.width)
        x, y = (width - frame.width * unit) / 2, (height - frame.height * unit) / 2
    matrix = Matrix(unit, 0, 0, unit, x - frame.x * unit, y - frame.y * unit)
    return TextBlock((), (PlacedIcon(icon, matrix, fill),), height / POINT, Box(0, 0, width, height))


def _element_at(place: Place) -> Element:
    """What findings speak of where no element of a layout is."""
    return Group(
        place=place,
        clip=None,
        id="",
        transform=None,
        opacity=1.0,
        clip_path="",
        display="inline",
        x=0.0,
        y=0.0,
        width=None,
        height=None,
        children=(),
        whole=Extent(),
    )


NO_WIDTH = 1.0
"""The narrowest measure in mm; what is narrower breaks every letter."""


@dataclass(slots=True)
class Typesetter:
    """Sets text; what it needs to know of the book and the game."""

    renderer: FaceRenderer
    preflight: Preflight
    database: Database
    manuscript: Manuscript
    look: Look
    words: WordMaker
    builder: Builder
    area: Area
    problems: Problems
    markdown: MarkdownIt = field(init=False)
    """Given when the text is set, for a text that was set before needs none."""
    digests: list[str] = field(default_factory=list)
    """Of the faces that are drawn in place."""
    drawn: dict[tuple[str, Side], str] = field(default_factory=dict)
    """What is read instead of each card that is pictured, by its full name and side."""
    inspected: set[str] = field(default_factory=set)
    """Digests of the pictures in lines."""
    frames: int = 0
    """Boxes so far."""

    @property
    def is_rtl(self) -> bool:
        """Whether the book's language is written from right to left: its pages are mirrored when painted."""
        return self.words.direction == "rtl"

    def row(self, content: Content, style: Style, size: float, place: Place) -> list[Word]:
        """Content as words; letters that no font has are reported."""
        try:
            row = self.words.words(content, style, size, is_rtl=self.is_rtl or None)
        except InputError as error:
            self.problems.add(error, place)
            return []
        # Icons are a little larger than letters; lines keep their distance all the same.
        return [word._replace(scale=1.0) for word in row]

    def content(self, text: str, place: Place) -> Content:
        """A line of Markdown from inside a block."""
        tokens = self.markdown.parseInline(text)[0].children or []
        try:
            return content_of(tokens)
        except InputError as error:
            self.problems.add(error, place)
            return []

    def lines(
        self,
        content: Content,
        style: Style,
        size: float,
        width: float,
        place: Place,
        *,
        align: str = "left",
        x: float = 0.0,
        leading: float = LEADING,
    ) -> list[Piece]:
        """Each line a piece of the height of its leading."""
        high = leading * size * POINT
        top = (high - size * POINT) / 2
        blocks = self.blocks(self.row(content, style, size, place), size, width, place, align=align)
        return [Piece(high, (TextDrawing(x, top, block),), place=place) for block in blocks]

    def blocks(
        self, row: Sequence[Word], size: float, width: float, place: Place, *, align: str = "left"
    ) -> list[TextBlock]:
        """The lines of a row of words, each by itself; a word wider than a line is cut."""
        measure = max(width, NO_WIDTH) / (size * POINT)
        found: list[TextBlock] = []
        for line in wrap(list(self._narrowed(row, measure)), measure):
            words = [
                word._replace(breaks=0) if not number else word for number, word in enumerate(line.words)
            ]
            if not words:
                found.append(TextBlock((), (), size, Box(0, 0, 0, 0)))
                continue
            box = TextBox(0, 0, max(width, NO_WIDTH), None, size, size, None, align, "top", False)
            font = words[0].atoms[0].style.family.file(bold=False, italic=False)
            fitted = fit(words, box, font.cap_height, self.words)
            self.report_missing(fitted.missing, place)
            self.inspect_icons(fitted.block, place)
            found.append(fitted.block)
        return found

    def _narrowed(self, row: Sequence[Word], measure: float) -> Iterable[Word]:
        """The words, those wider than a line in pieces, with hyphens where the language has rules."""
        if self.words.language and any(word.width > measure for word in row):
            row = list(hyphenated(row, self.words, self.words.language))
        return broken(row, measure, self.words)

    def inspect_icons(self, block: TextBlock, place: Place) -> None:
        """Tells what is wrong with the pictures in a line, each of them once."""
        new = {picture.digest for picture in block.pictures()} - self.inspected if block.icons else set[str]()
        parts = self.database.game.components
        if new and parts:
            self.inspected |= new
            self.problems.extend(self.preflight.text(parts[0], _element_at(place), block))

    def natural_width(self, row: Sequence[Word], size: float) -> float:
        """How wide the words are in lines that only break where they must."""
        return max([line.width for line in wrap(row, None)], default=0.0) * size * POINT

    def report_missing(self, missing: str, place: Place) -> None:
        if missing:
            self.problems.extend([no_font_has(missing, place)])
