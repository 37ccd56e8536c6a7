"""Inline markup as a row of words that can't be broken, measured once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.layout.attributes import Scope, parse_points
from generator.layout.colour import Colour, parse_colour
from generator.layout.fonts import Family, FontBook, Shaped
from generator.layout.icons import Icon
from generator.layout.xml import Node

SPACES = re.compile(r"[ \t\r\n]+")
# A line may end behind a hyphen or dash that stands inside a word.
BREAK_BEHIND = re.compile(r"(?<=[^\W\d_][-–—/])(?=\w)|(?<=—)(?=\w)")
ICON_SIZE = 1.1
"""How large an icon stands in a line, in sizes of the text around it."""


class Style(NamedTuple):
    """How a stretch of text looks. ``scale`` in sizes of the text box, ``tracking`` likewise."""

    family: Family
    bold: bool
    italic: bool
    scale: float
    fill: Colour
    tracking: float


class Atom(NamedTuple):
    """A shaped stretch or an icon inside a word. ``width`` in sizes of the text box."""

    style: Style
    width: float
    content: Shaped | Icon


class Word(NamedTuple):
    """What stays together on a line. Widths in sizes of the text box."""

    atoms: tuple[Atom, ...]
    width: float
    scale: float
    """The largest text in it, in sizes of the text box."""
    space: float
    """The space in front of it, where it does not begin a line; 0 where no space stands."""
    space_style: Style | None
    breaks: int = 0
    """Forced line breaks in front of it."""


@dataclass(slots=True)
class Measured:
    """What was measured in one style. ``style`` is the one object that stands for all equal ones."""

    style: Style
    space: float = 0.0
    atoms: dict[str, tuple[Atom, ...]] = field(default_factory=dict)
    words: dict[str, tuple[Word, ...]] = field(default_factory=dict)
    """Words with a space of this style in front; a hyphenated one is several."""


@dataclass(slots=True)
class WordMaker:
    """Turns a text element's content into words. One serves a whole build: it keeps what it measured."""

    fonts: FontBook
    scope: Scope
    styles: dict[Style, Measured] = field(default_factory=dict)
    missing: bool = False
    """Whether any text so far has a character that no font has."""

    def words(self, content: Iterable[Node | str], style: Style, size: float) -> list[Word]:
        """The words of inline content. Raises :class:`InputError` for tags that text can't hold."""
        row = _Row(self)
        self.read(content, style, size, row)
        row.close()
        return row.words

    def read(self, content: Iterable[Node | str], style: Style, size: float, row: _Row) -> None:
        """Adds inline content to a row of words."""
        for part in content:
            if isinstance(part, str):
                row.add_text(part, self.measured(style))
                continue
            reader = INLINE.get(part.tag)
            if reader is None:
                raise InputError(
                    f"<{part.tag}> is not allowed inside a text",
                    hint=did_you_mean(part.tag, INLINE, FOREIGN_INLINE) or "there are " + ", ".join(INLINE),
                )
            reader(self, part, style, size, row)

    def measured(self, style: Style) -> Measured:
        found = self.styles.get(style)
        if found is None:
            found = self.styles[style] = Measured(style)
            found.space = sum(atom.width for atom in self.atoms(" ", found))
        return found

    def atoms(self, text: str, measured: Measured) -> tuple[Atom, ...]:
        """``text`` shaped in a style; each distinct text is measured once."""
        found = measured.atoms.get(text)
        if found is None:
            found = measured.atoms[text] = self._shape(text, measured.style)
        return found

    def spaced_words(self, text: str, measured: Measured) -> tuple[Word, ...]:
        """A text without spaces as words with a space in front; it may be broken behind a hyphen."""
        found = measured.words.get(text)
        if found is None:
            row = _Row(self, space=measured.space, space_style=measured.style)
            row.add_unspaced(text, measured)
            row.close()
            found = measured.words[text] = tuple(row.words)
        return found

    def _shape(self, text: str, style: Style) -> tuple[Atom, ...]:
        runs = self.fonts.runs(text, style.family, bold=style.bold, italic=style.italic)
        self.missing = self.missing or any(run.missing for run in runs)
        scale, tracking = style.scale, style.tracking
        return tuple(Atom(style, run.width * scale + tracking * len(run.glyphs), run) for run in runs)


@dataclass(slots=True)
class _Row:
    """Words so far, and the word that is still open."""

    maker: WordMaker
    words: list[Word] = field(default_factory=list)
    open: list[Atom] = field(default_factory=list)
    space: float = 0.0
    space_style: Style | None = None
    breaks: int = 0

    def add_text(self, text: str, measured: Measured) -> None:
        first, *others = SPACES.split(text)
        if first:
            self.add_unspaced(first, measured)
        if not others:
            return
        last = others.pop()
        for piece in others:
            self.close()
            if self.breaks:
                self._expect_space(measured)
                self.add_unspaced(piece, measured)
            else:
                self.words.extend(measured.words.get(piece) or self.maker.spaced_words(piece, measured))
        self.close()
        self._expect_space(measured)
        if last:
            self.add_unspaced(last, measured)

    def add_unspaced(self, text: str, measured: Measured) -> None:
        """Adds to the open word; text may be broken behind a hyphen or a dash inside it."""
        for number, part in enumerate(BREAK_BEHIND.split(text)):
            if number:
                self.close()
            self.open.extend(self.maker.atoms(part, measured))

    def add_break(self) -> None:
        self.close()
        self.breaks += 1

    def close(self) -> None:
        if not self.open:
            return
        width = sum([atom.width for atom in self.open])
        scales = [atom.style.scale for atom in self.open if isinstance(atom.content, Shaped)]
        atoms = tuple(self.open)
        self.words.append(
            Word(atoms, width, max(scales, default=1.0), self.space, self.space_style, self.breaks)
        )
        self.open = []
        self.space, self.space_style, self.breaks = 0.0, None, 0

    def _expect_space(self, measured: Measured) -> None:
        self.space, self.space_style = measured.space, measured.style


InlineReader = Callable[[WordMaker, Node, Style, float, _Row], None]


def _expect(node: Node, *allowed: str) -> None:
    for name in node.attributes:
        if name not in allowed:
            raise InputError(
                f"<{node.tag}> has no attribute `{name}` inside a text",
                hint=did_you_mean(name, allowed) or None,
            )


def _bold(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node)
    maker.read(node.children, style._replace(bold=True), size, row)


def _italic(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node)
    maker.read(node.children, style._replace(italic=True), size, row)


def _break(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    del maker, style, size
    _expect(node)
    row.add_break()


def _span(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node, "fill", "size", "font")
    maker.read(node.children, _changed(maker, node, style, size), size, row)


def _changed(maker: WordMaker, node: Node, style: Style, size: float) -> Style:
    if "fill" in node.attributes:
        style = style._replace(fill=parse_colour(node.attributes["fill"], maker.scope.palette))
    if "size" in node.attributes:
        style = style._replace(scale=parse_points(node.attributes["size"]) / size)
    if "font" in node.attributes:
        style = style._replace(family=maker.fonts.role(node.attributes["font"]))
    return style


def _icon(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node, "name", "fill", "size")
    if "name" not in node.attributes:
        raise InputError("<icon> needs the attribute `name`")
    style = _changed(maker, node, style, size)
    name = node.attributes["name"]
    try:
        icon = maker.scope.theme.icons.icon(name)
    except InputError as error:
        error.subject = name
        raise
    scale = style.scale * (1.0 if "size" in node.attributes else ICON_SIZE)
    width = scale * icon.frame.width / icon.frame.height
    row.open.append(Atom(maker.measured(style._replace(scale=scale)).style, width, icon))


FOREIGN_INLINE = {
    "strong": "b",
    "bold": "b",
    "em": "i",
    "italic": "i",
    "tspan": "span",
    "font": "span",
    "color": "span",
    "colour": "span",
    "img": "icon",
    "image": "icon",
    "p": "br",
    "newline": "br",
}
"""Tags of HTML and SVG inside texts, and ours."""
INLINE: Mapping[str, InlineReader] = {"b": _bold, "i": _italic, "br": _break, "icon": _icon, "span": _span}
