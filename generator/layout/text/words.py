"""Inline markup as a row of words that can't be broken, measured once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from generator.catalog.problems import Refused
from generator.catalog.suggest import did_you_mean
from generator.layout.attributes import Scope
from generator.layout.colour import Colour, parse_colour
from generator.layout.fonts import Family, FontBook, Shaped
from generator.layout.icons import Icon
from generator.layout.xml import Node

SPACES = re.compile(r"[ \t\r\n]+")
# A line may end behind a hyphen or dash that stands inside a word.
BREAK_BEHIND = re.compile(r"(?<=[^\W\d_][-–—/])(?=\w)|(?<=—)(?=\w)")
ICON_SIZE = 1.1
"""How large an icon stands in a line, in sizes of the text around it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of text looks. ``scale`` in sizes of the text box, ``tracking`` likewise."""

    family: Family
    bold: bool
    italic: bool
    scale: float
    fill: Colour
    tracking: float


@dataclass(frozen=True, slots=True)
class Atom:
    """A shaped stretch or an icon inside a word. ``width`` in sizes of the text box."""

    style: Style
    width: float
    content: Shaped | Icon


@dataclass(frozen=True, slots=True)
class Word:
    """What stays together on a line. Widths in sizes of the text box."""

    atoms: tuple[Atom, ...]
    width: float
    space: float
    """The space in front of it, where it does not begin a line."""
    breaks: int = 0
    """Forced line breaks in front of it."""


@dataclass(slots=True)
class WordMaker:
    """Turns a text element's content into words. One serves a whole build: it keeps what it measured."""

    fonts: FontBook
    scope: Scope
    known: dict[Style, dict[str, tuple[Atom, ...]]] = field(default_factory=dict)

    def words(self, content: Iterable[Node | str], style: Style, size: float) -> list[Word]:
        """The words of inline content. Raises :class:`Refused` for tags that text can't hold."""
        row = _Row(self)
        self._read(content, style, size, row)
        row.close()
        return row.words

    def _read(self, content: Iterable[Node | str], style: Style, size: float, row: _Row) -> None:
        for part in content:
            if isinstance(part, str):
                row.add_text(part, style)
            else:
                reader = INLINE.get(part.tag)
                if reader is None:
                    raise Refused(
                        f"<{part.tag}> can't stand inside a text",
                        hint=did_you_mean(part.tag, INLINE) or "there are " + ", ".join(INLINE),
                    )
                reader(self, part, style, size, row)

    def atoms(self, text: str, style: Style) -> tuple[Atom, ...]:
        """``text`` shaped in a style; each distinct text is measured once."""
        known = self.known.setdefault(style, {})
        found = known.get(text)
        if found is None:
            found = known[text] = self._shape(text, style)
        return found

    def _shape(self, text: str, style: Style) -> tuple[Atom, ...]:
        runs = self.fonts.runs(text, style.family, bold=style.bold, italic=style.italic)
        return tuple(Atom(style, run.width * style.scale + style.tracking * len(run.glyphs), run) for run in runs)

    def space(self, style: Style) -> float:
        return sum(atom.width for atom in self.atoms(" ", style))


@dataclass(slots=True)
class _Row:
    """Words so far, and the word that is still open."""

    maker: WordMaker
    words: list[Word] = field(default_factory=list)
    open: list[Atom] = field(default_factory=list)
    space: float = 0.0
    breaks: int = 0

    def add_text(self, text: str, style: Style) -> None:
        space = self.maker.space(style)
        known = self.maker.known[style]
        for index, piece in enumerate(SPACES.split(text)):
            if index:
                self.close()
                self.space = space
            if not piece:
                continue
            atoms = known.get(piece)
            if atoms is None:
                self._add_broken(piece, style)
            else:
                self.open.extend(atoms)

    def _add_broken(self, text: str, style: Style) -> None:
        """Text that may be broken inside, behind a hyphen or a dash."""
        for number, part in enumerate(BREAK_BEHIND.split(text)):
            if number:
                self.close()
            self.open.extend(self.maker.atoms(part, style))

    def add_break(self) -> None:
        self.close()
        self.breaks += 1

    def close(self) -> None:
        if not self.open:
            return
        width = sum(atom.width for atom in self.open)
        self.words.append(Word(tuple(self.open), width, self.space, self.breaks))
        self.open = []
        self.space, self.breaks = 0.0, 0


InlineReader = Callable[[WordMaker, Node, Style, float, _Row], None]


def _expect(node: Node, *allowed: str) -> None:
    for name in node.attributes:
        if name not in allowed:
            raise Refused(
                f"<{node.tag}> has no attribute `{name}` inside a text",
                hint=did_you_mean(name, allowed) or None,
            )


def _bold(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node)
    maker._read(node.children, replace(style, bold=True), size, row)


def _italic(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node)
    maker._read(node.children, replace(style, italic=True), size, row)


def _break(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    del maker, style, size
    _expect(node)
    row.add_break()


def _span(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node, "fill", "size", "font")
    maker._read(node.children, _changed(maker, node, style, size), size, row)


def _changed(maker: WordMaker, node: Node, style: Style, size: float) -> Style:
    if "fill" in node.attributes:
        style = replace(style, fill=parse_colour(node.attributes["fill"], maker.scope.palette))
    if "size" in node.attributes:
        style = replace(style, scale=_points(node.attributes["size"]) / size)
    if "font" in node.attributes:
        style = replace(style, family=maker.fonts.role(node.attributes["font"]))
    return style


def _points(text: str) -> float:
    try:
        value = float(text.removesuffix("pt"))
    except ValueError:
        value = 0
    if not 0 < value <= 2000:
        raise Refused(f"size: expected a size in points, got {text!r}")
    return value


def _icon(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node, "name", "fill", "size")
    if "name" not in node.attributes:
        raise Refused("<icon> needs the attribute `name`")
    style = _changed(maker, node, style, size)
    icon = maker.scope.theme.icons.icon(node.attributes["name"])
    scale = style.scale * (1.0 if "size" in node.attributes else ICON_SIZE)
    width = scale * icon.frame.width / icon.frame.height
    row.open.append(Atom(replace(style, scale=scale), width, icon))


INLINE: Mapping[str, InlineReader] = {"b": _bold, "i": _italic, "br": _break, "icon": _icon, "span": _span}
