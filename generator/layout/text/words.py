"""Inline markup as a row of words that can't be broken, measured once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.units import POINT
from generator.layout.attributes import (
    LETTER_FILL,
    OPTIONAL_COLOUR,
    OUTLINE_WIDTH,
    SHADOW,
    SIGNED_POINTS,
    Scope,
    parse_points,
)
from generator.layout.colour import Colour, Paint
from generator.layout.fonts import Family, FontBook, Shaped, has_capital
from generator.layout.icons import Icon
from generator.layout.text.block import Blend, Shadow
from generator.layout.xml import Node

SPACES = re.compile(r"[ \t\r\n]+")
# A line may end behind a hyphen or dash that stands inside a word.
BREAK_BEHIND = re.compile(r"(?<=[^\W\d_][-–—/])(?=\w)|(?<=—)(?=\w)")
ICON_SIZE = 1.1
"""How large an icon stands in a line, in sizes of the text around it."""
STROKE_WIDTH = 0.25
"""How wide an outline is, in mm, where only its colour is given."""
SMALL_CAPITAL = 0.8
"""Size of a small capital that is made of a capital, in sizes of the text around it."""
LINE = 1.0
"""Height of a single line in sizes: what its capitals are centred in."""
SMALLEST_INDEX = 0.2
"""Indices of indices of indices become no smaller, in sizes of the text."""


class Effects(NamedTuple):
    """What a stretch of text has beyond its font, size and colour; lengths in sizes of the text box."""

    stroke: Colour | None = None
    stroke_width: float | None = None
    shadows: tuple[Shadow, ...] = ()
    blend: Blend | None = None
    rise: float = 0.0
    """How far it stands above the baseline."""
    share: float = 1.0
    """Its size in those of the text that it belongs to."""
    small_capitals: bool = False
    underlined: Style | None = None
    struck: Style | None = None
    """The style that the line under or through it goes with, where there is one."""

    @classmethod
    def of(
        cls, fill: Paint, stroke: Colour | None, width: float, shadows: tuple[Shadow, ...], size: float
    ) -> Effects | None:
        """Those of a whole text of ``size`` points, from lengths in mm; None if it has none."""
        if isinstance(fill, Colour) and stroke is None and not shadows and width == STROKE_WIDTH:
            return None
        blend = None if isinstance(fill, Colour) else Blend(fill, is_whole=True)
        return cls(stroke, width / (size * POINT), _in_sizes(shadows, size), blend)


def _in_sizes(shadows: Iterable[Shadow], size: float) -> tuple[Shadow, ...]:
    unit = size * POINT
    return tuple([Shadow(shadow.dx / unit, shadow.dy / unit, shadow.colour) for shadow in shadows])


def plain_colour(fill: Paint) -> Colour:
    """A colour that stands for a gradient where one has to do."""
    return fill if isinstance(fill, Colour) else fill.stops[len(fill.stops) // 2].colour


class Style(NamedTuple):
    """How a stretch of text looks. ``scale`` in sizes of the text box, ``tracking`` likewise."""

    family: Family
    bold: bool
    italic: bool
    scale: float
    fill: Colour
    tracking: float
    effects: Effects | None = None
    is_vertical: bool = False
    """Whether its lines are turned to columns, in which letters of the East stand upright."""


class Atom(NamedTuple):
    """A shaped stretch, an icon or a ruby inside a word. ``width`` in sizes of the text box."""

    style: Style
    width: float
    content: Shaped | Icon | Ruby


class Ruby(NamedTuple):
    """Letters with their reading above them; each row with how far it is moved in, in sizes."""

    base: tuple[Word, ...]
    indent: float
    reading: tuple[Word, ...]
    reading_indent: float

    @property
    def rows(self) -> tuple[tuple[tuple[Word, ...], float], ...]:
        return (self.base, self.indent), (self.reading, self.reading_indent)


class Word(NamedTuple):
    """What stays together on a line. Widths in sizes of the text box."""

    atoms: tuple[Atom, ...]
    width: float
    scale: float
    """The largest text in it, in sizes of the text box."""
    space: float
    """The space in front of it, where it does not begin a line; 0 where no space stands."""
    space_style: Style | None
    breaks: int
    """Forced line breaks in front of it."""
    above: float = 0.0
    """What it needs above its line for readings, in sizes of the text box."""


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
    has_effects: bool = False
    """Whether any style so far has effects."""

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
            self.has_effects = self.has_effects or style.effects is not None
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
        if style.is_vertical:
            from generator.layout.text.vertical import column_runs

            runs = tuple(column_runs(self.fonts, text, style.family, bold=style.bold, italic=style.italic))
        else:
            runs = self.fonts.runs(text, style.family, bold=style.bold, italic=style.italic)
        if style.effects is not None and style.effects.small_capitals:
            atoms = tuple(self._small_capitals(runs, style, style.effects))
        else:
            atoms = tuple([_atom(run, style) for run in runs])
        self.missing = self.missing or any(run.missing for run in runs)
        return atoms

    def _small_capitals(self, runs: Iterable[Shaped], style: Style, effects: Effects) -> Iterator[Atom]:
        """The font's own, or smaller capitals where it has none."""
        for run in runs:
            own = run.font.small_capitals(run.text)
            if own is not None:
                yield _atom(own, style)
                continue
            smaller = effects._replace(share=effects.share * SMALL_CAPITAL)
            small = style._replace(scale=style.scale * SMALL_CAPITAL, effects=smaller)
            for is_small, letters in groupby(run.text, has_capital):
                text = "".join(letters)
                if is_small:
                    yield _atom(run.font.shape(text.upper()), self.measured(small).style)
                else:
                    yield _atom(run.font.shape(text), style)


def _atom(run: Shaped, style: Style) -> Atom:
    return Atom(style, run.width * style.scale + style.tracking * len(run.glyphs), run)


@dataclass(slots=True)
class _Row:
    """Words so far, and the word that is still open."""

    maker: WordMaker
    words: list[Word] = field(default_factory=list)
    open: list[Atom] = field(default_factory=list)
    space: float = 0.0
    space_style: Style | None = None
    breaks: int = 0
    above: float = 0.0

    def add_text(self, text: str, measured: Measured) -> None:
        first, *others = SPACES.split(text)
        if first:
            self.add_unspaced(first, measured)
        if not others:
            return
        last = others.pop()
        for piece in others:
            if self.open:
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
            Word(
                atoms, width, max(scales, default=1.0), self.space, self.space_style, self.breaks, self.above
            )
        )
        self.open = []
        self.space, self.space_style, self.breaks, self.above = 0.0, None, 0, 0.0

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


def _styled(change: Callable[[Style], Style]) -> InlineReader:
    """Reads a tag whose content differs in style alone."""

    def read(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
        _expect(node)
        maker.read(node.children, change(style), size, row)

    return read


def _break(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    del maker, style, size
    _expect(node)
    row.add_break()


def _index(style: Style, *, above: bool) -> Style:
    """Superscript or subscript of a text, raised and set smaller as its font wants it."""
    index = style.family.file(bold=style.bold, italic=style.italic).index(above=above)
    effects = style.effects or Effects()
    share = effects.share * index.size if style.scale * index.size > SMALLEST_INDEX else effects.share
    return _with(
        style._replace(scale=style.scale * share / effects.share),
        rise=effects.rise + index.rise * style.scale,
        share=share,
    )


def _with(style: Style, **changes: Any) -> Style:
    return style._replace(effects=(style.effects or Effects())._replace(**changes))


def _span(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    _expect(node, "fill", "size", "font", "stroke", "stroke-width", "shadow", "letter-spacing")
    changed = _changed(maker, node, style, size)
    if style.is_vertical and changed.scale != style.scale:
        changed = _centred(changed, style.scale)
    maker.read(node.children, changed, size, row)


def _centred(style: Style, around: float) -> Style:
    """Larger or smaller letters of a column, with the middle of their capitals where it is around them."""
    rise = (around - style.scale) / 2 * _capitals(style)
    return _with(style, rise=rise + (style.effects.rise if style.effects else 0.0))


def _capitals(style: Style) -> float:
    return style.family.file(bold=False, italic=False).cap_height


def _changed(maker: WordMaker, node: Node, style: Style, size: float) -> Style:
    given, scope = node.attributes, maker.scope
    if "fill" in given:
        style = _filled(style, LETTER_FILL.parse(given["fill"], scope))
    if "size" in given:
        style = style._replace(scale=parse_points(given["size"]) / size)
        style = style if style.effects is None else _with(style, share=1.0)
    if "font" in given:
        style = style._replace(family=maker.fonts.role(given["font"]))
    if "letter-spacing" in given:
        style = style._replace(tracking=SIGNED_POINTS.parse(given["letter-spacing"], scope) / size)
    if "stroke" in given or "stroke-width" in given:
        style = _outlined(style, given.get("stroke"), given.get("stroke-width"), size, scope)
    if "shadow" in given:
        style = _with(style, shadows=_in_sizes(SHADOW.parse(given["shadow"], scope), size))
    return style


def _outlined(style: Style, colour: str | None, width: str | None, size: float, scope: Scope) -> Style:
    if colour is not None:
        style = _with(style, stroke=OPTIONAL_COLOUR.parse(colour, scope))
    if width is not None or style.effects is None or style.effects.stroke_width is None:
        wide = STROKE_WIDTH if width is None else OUTLINE_WIDTH.parse(width, scope)
        style = _with(style, stroke_width=wide / (size * POINT))
    return style


def _filled(style: Style, fill: Paint) -> Style:
    style = style._replace(fill=plain_colour(fill))
    if isinstance(fill, Colour) and (style.effects is None or style.effects.blend is None):
        return style
    return _with(style, blend=None if isinstance(fill, Colour) else Blend(fill))


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
    shape = icon.frame.width / icon.frame.height
    # In a column it is as wide as it is high in a line.
    width = scale / shape if style.is_vertical else scale * shape
    row.open.append(Atom(maker.measured(style._replace(scale=scale)).style, width, icon))


def _tcy(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    """A few letters side by side in a column (tate-chu-yoko); in a line that is what letters do anyway."""
    from generator.layout.text.vertical import MOST_TOGETHER, side_by_side

    _expect(node)
    text = "".join(child for child in node.children if isinstance(child, str)).strip()
    if len(text) > MOST_TOGETHER or not all(isinstance(child, str) for child in node.children):
        raise InputError(
            f"<tcy> holds no more than {MOST_TOGETHER} letters, and no tags",
            hint="longer words are turned with their column; leave <tcy> out",
        )
    if not style.is_vertical or not text:
        maker.read([text], style, size, row)
        return
    runs, side = side_by_side(maker.fonts, text, style.family, bold=style.bold, italic=style.italic)
    maker.missing = maker.missing or any(run.missing for run in runs)
    own = style._replace(tracking=0.0)
    if side > 1:
        share = (style.effects.share if style.effects else 1.0) / side
        own = _with(_centred(own._replace(scale=style.scale / side), style.scale), share=share)
    own = maker.measured(own).style
    row.open += [Atom(own, run.width * own.scale, run) for run in runs]


READING_SIZE = 0.5
"""How large the reading of a ruby is, in sizes of the text around it."""


def _ruby(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    """Letters, each time with their reading behind them."""
    _expect(node)
    base: list[Node | str] = []
    for child in node.children:
        if isinstance(child, str) or child.tag not in ("rt", "rp"):
            base.append(child)
        elif child.tag == "rt":
            _add_ruby(maker, base, child, style, size, row)
            base = []
    if any(not isinstance(child, str) or child.strip() for child in base) or not node.children:
        raise InputError(
            "a <ruby> has no reading" if node.children else "a <ruby> is empty",
            hint="write <ruby>漢字<rt>かんじ</rt></ruby>",
        )


def _add_ruby(
    maker: WordMaker, base: list[Node | str], node: Node, style: Style, size: float, row: _Row
) -> None:
    _expect(node)
    letters = _unbroken(maker, base, style, size)
    if not letters:
        raise InputError(
            "an <rt> has no letters in front of it", hint="write <ruby>漢字<rt>かんじ</rt></ruby>"
        )
    largest = max(word.scale for word in letters)
    scale, capitals = style.scale * READING_SIZE, _capitals(style)
    # The capitals of both stand in the middle of their lines, which lie close to each other.
    rise = (largest * (LINE + capitals) + scale * (LINE - capitals)) / 2
    own = _with(style._replace(scale=scale, tracking=0.0), share=READING_SIZE)
    own = _with(own, rise=rise + (style.effects.rise if style.effects else 0.0))
    reading = _unbroken(maker, node.children, own, size)
    wide, reading_wide = _width(letters), _width(reading)
    width = max(wide, reading_wide)
    ruby = Ruby(letters, (width - wide) / 2, reading, (width - reading_wide) / 2)
    row.open.append(Atom(style, width, ruby))
    row.above = max(row.above, scale if reading else 0.0)


def _unbroken(maker: WordMaker, content: Iterable[Node | str], style: Style, size: float) -> tuple[Word, ...]:
    """The words of what stands on one line."""
    content = list(content)
    inner = {child.tag for child in content if not isinstance(child, str)}
    if inner & {"ruby", "br"}:
        raise InputError(f"<{'ruby' if 'ruby' in inner else 'br'}> can't stand inside a <ruby>")
    return tuple(maker.words(content, style, size))


def _width(words: Sequence[Word]) -> float:
    return sum(word.width for word in words) + sum(word.space for word in words[1:])


def _reading(maker: WordMaker, node: Node, style: Style, size: float, row: _Row) -> None:
    del maker, style, size, row
    raise InputError(
        f"<{node.tag}> stands only inside a <ruby>", hint="write <ruby>漢字<rt>かんじ</rt></ruby>"
    )


FOREIGN_INLINE = vocabulary(
    {
        "b": "strong bold",
        "i": "em italic",
        "u": "ins underline",
        "s": "del strike",
        "sc": "smallcaps",
        "sup": "superscript",
        "sub": "subscript",
        "span": "tspan font color",
        "icon": "img image",
        "br": "p newline",
        "ruby": "rb furigana",
        "tcy": "tatechuyoko combine",
    }
)
"""Tags of HTML and SVG inside texts, and ours."""
INLINE: Mapping[str, InlineReader] = {
    "b": _styled(lambda style: style._replace(bold=True)),
    "i": _styled(lambda style: style._replace(italic=True)),
    "u": _styled(lambda style: _with(style, underlined=style)),
    "s": _styled(lambda style: _with(style, struck=style)),
    "sub": _styled(lambda style: _index(style, above=False)),
    "sup": _styled(lambda style: _index(style, above=True)),
    "sc": _styled(lambda style: _with(style, small_capitals=True)),
    "br": _break,
    "icon": _icon,
    "span": _span,
    "ruby": _ruby,
    "rt": _reading,
    "rp": _reading,
    "tcy": _tcy,
}
