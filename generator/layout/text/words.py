"""Inline markup as a row of words that can't be broken, measured once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from generator.catalog.plugins import find_plugin
from generator.catalog.problems import InputError, StandInError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.units import POINT
from generator.catalog.words import Direction
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
from generator.layout.text.breaks import (
    HYPHENATION,
    OBJECT,
    PARAGRAPH_END,
    SOFT_HYPHEN,
    ZERO_WIDTH_SPACE,
    has_rtl,
    is_breaking,
    is_ideographic,
    pieces,
)
from generator.layout.xml import Node

SPACES = re.compile(r"[ \t\r\n]+")
# A line may end behind a hyphen or dash that stands inside a word.
BREAK_BEHIND = re.compile(r"(?<=[^\W\d_][-–—/])(?=\w)|(?<=—)(?=\w)")
TAGS = "generator.layout.text.tags"
"""The package of the tags that few texts have."""
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
    level: int = 0
    """Of embedding: at odd ones it runs from right to left (UAX 9)."""
    is_vertical: bool = False
    """Whether its lines are turned to columns, in which letters of the East stand upright."""

    @property
    def cap_height(self) -> float:
        """Of its family, in sizes."""
        return self.family.file(bold=False, italic=False).cap_height


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
    hyphen: tuple[Atom, ...] = ()
    """What is added to it where a line ends behind it."""
    opens: bool = False
    """Whether a justified line may open up in front of it, although no space stands there."""
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
    direction: Direction = "ltr"
    """Which way the lines of the game's language run."""
    language: str | None = None
    """The BCP 47 tag of the language that words are hyphenated in, where it is said."""
    styles: dict[Style, Measured] = field(default_factory=dict)
    missing: bool = False
    """Whether any text so far has a character that no font has."""
    has_effects: bool = False
    """Whether any style so far has effects."""
    has_hyphens: bool = False
    """Whether any word so far may be parted with a hyphen."""
    has_levels: bool = False
    """Whether any text so far runs from right to left."""
    plain: Sequence[Node | str] = ()
    """The content that was looked at last and has nothing that runs from right to left."""
    stand_ins: list[tuple[Node, StandInError]] = field(default_factory=list)
    """Icons that are missing, for whoever asked for words to report."""

    def is_rtl(self, content: Sequence[Node | str], direction: str = "auto") -> bool:
        """Whether inline content runs from right to left; ``auto``: as its first letter with a direction."""
        if direction != "auto":
            return direction == "rtl"
        is_rtl = self.direction == "rtl"
        if not (is_rtl or _has_rtl(content)):
            self.plain = content
            return False
        # Few texts need any of this.
        from generator.layout.text.bidi import first_strong

        found = first_strong(letters_in(content))
        return is_rtl if found is None else found == 1

    def language_of(self, asked: str) -> str | None:
        """The language to hyphenate in that an attribute asks for.

        Raises :class:`MissingExtraError` where one is named and nothing is installed to do so.
        """
        if asked == "auto":
            return self.language
        if asked == "none":
            return None
        from generator.catalog.extras import require

        require(HYPHENATION, "hyphenation")
        return asked

    def words(
        self, content: Sequence[Node | str], style: Style, size: float, *, is_rtl: bool | None = None
    ) -> list[Word]:
        """The words of inline content, in the order in which they are read.

        ``is_rtl``: whether its paragraphs run from right to left; None: as :meth:`is_rtl` finds. Raises
        :class:`InputError` for tags that text can't hold.
        """
        if is_rtl is None:
            is_rtl = self.is_rtl(content)
        row = Row(self)
        if is_rtl or (content is not self.plain and _has_rtl(content)):
            from generator.layout.text.bidi import levels

            row.levels = levels(letters_in(content), int(is_rtl))
            self.has_levels = True
        self.read(content, style, size, row)
        row.close()
        return row.words

    def read(self, content: Iterable[Node | str], style: Style, size: float, row: Row) -> None:
        """Adds inline content to a row of words."""
        for part in content:
            if isinstance(part, str):
                if row.levels is None:
                    row.add_text(part, self.measured(style))
                else:
                    for text, level in row.by_level(part):
                        row.add_text(text, self.measured(style._replace(level=level)))
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

    def hyphen(self, style: Style) -> tuple[Atom, ...]:
        """What stands at the end of a line behind the first half of a word."""
        self.has_hyphens = True
        return self.atoms("-", self.measured(style))

    def spaced_words(self, text: str, measured: Measured) -> tuple[Word, ...]:
        """A text without spaces as words with a space in front; it may be broken behind a hyphen."""
        found = measured.words.get(text)
        if found is None:
            row = Row(self, space=measured.space, space_style=measured.style)
            row.add_unspaced(text, measured)
            row.close()
            found = measured.words[text] = tuple(row.words)
        return found

    def _shape(self, text: str, style: Style) -> tuple[Atom, ...]:
        is_rtl = style.level % 2 == 1
        if style.is_vertical:
            from generator.layout.text.vertical import column_runs

            runs = tuple(
                column_runs(
                    self.fonts, text, style.family, bold=style.bold, italic=style.italic, is_rtl=is_rtl
                )
            )
        else:
            runs = self.fonts.runs(text, style.family, bold=style.bold, italic=style.italic, is_rtl=is_rtl)
        if style.effects is not None and style.effects.small_capitals:
            atoms = tuple(self._small_capitals(runs, style, style.effects))
        else:
            atoms = tuple([_atom(run, style) for run in runs])
        if any(run.font.tables.is_painted for run in runs):
            atoms = tuple([part for atom in atoms for part in self._with_emoji(atom)])
        self.missing = self.missing or any(run.missing for run in runs)
        return atoms

    def _with_emoji(self, atom: Atom) -> Iterator[Atom]:
        """What a font has in colours stands in the line as icons do."""
        if not isinstance(atom.content, Shaped) or not atom.content.font.tables.is_painted:
            yield atom
            return
        # Few fonts have glyphs in colours.
        from generator.layout.colour_glyphs import with_emoji

        style, tone = atom.style, atom.style.fill if self.fonts.one_tone else None
        scale = style.scale * ICON_SIZE
        for part in with_emoji(atom.content, tone, is_rtl=style.level % 2 == 1):
            if isinstance(part, Shaped):
                yield _atom(part, style)
            else:
                width = scale * part.frame.width / part.frame.height
                yield Atom(self.measured(style._replace(scale=scale)).style, width, part)

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
class Row:
    """Words so far, and the word that is still open."""

    maker: WordMaker
    words: list[Word] = field(default_factory=list)
    open: list[Atom] = field(default_factory=list)
    space: float = 0.0
    space_style: Style | None = None
    breaks: int = 0
    opens: bool = False
    levels: Sequence[int] | None = None
    """Of every letter of the content, where not all runs from left to right."""
    at: int = 0
    """How many of these letters are read."""

    def by_level(self, text: str) -> Iterator[tuple[str, int]]:
        """The next letters, in stretches of one level."""
        assert self.levels is not None
        own = self.levels[self.at : self.at + len(text)]
        self.at += len(text)
        start = 0
        for level, group in groupby(own):
            end = start + len(list(group))
            yield text[start:end], level
            start = end

    def next_style(self, style: Style, letters: int) -> Style:
        """The style of what stands for so many letters of the content."""
        if self.levels is None:
            return style
        self.at += letters
        return style._replace(level=self.levels[self.at - letters]) if letters else style

    def add_icon(self, icon: Icon, width: float, style: Style) -> None:
        style = self.next_style(style, 1)
        self.open.append(Atom(self.maker.measured(style).style, width, icon))

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
        if (not text.isascii() and is_breaking(text)) or (self.open and self._ends_breaking()):
            self._add_breaking(text, measured)
            return
        for number, part in enumerate(BREAK_BEHIND.split(text)):
            if number:
                self.close()
            self.open.extend(self.maker.atoms(part, measured))

    def add_whole(self, atoms: Sequence[Atom], text: str, above: float = 0.0) -> None:
        """Adds what stands for letters and can't be broken, with what it needs ``above`` its line."""
        if self.open and (is_breaking(text[:1]) or self._ends_breaking()):
            before = self._text()
            if not pieces(before, text)[0]:
                self.close()
                self.opens = is_ideographic(before[-1] + text[0])
        self.open += atoms
        self.above = max(self.above, above)

    def _text(self) -> str:
        """The letters of the open word."""
        return "".join(map(_text_of, self.open))

    def _ends_breaking(self) -> bool:
        return is_breaking(_text_of(self.open[-1])[-1:])

    def _add_breaking(self, text: str, measured: Measured) -> None:
        """Adds text of a script that does not go by spaces."""
        before = self._text()
        last = before[-1:]
        for number, piece in enumerate(pieces(before, text)):
            if number or not piece:
                self.close(self.maker.hyphen(measured.style) if last == SOFT_HYPHEN else ())
                self.opens = is_ideographic(last)
            if piece:
                self.opens = self.opens or bool(number and is_ideographic(piece[0]))
                self.open.extend(self.maker.atoms(_visible(piece), measured) if _visible(piece) else ())
                last = piece[-1]

    def add_break(self) -> None:
        self.close()
        self.breaks += 1
        self.at += 1

    def close(self, hyphen: tuple[Atom, ...] = ()) -> None:
        if not self.open:
            return
        width = sum([atom.width for atom in self.open])
        scales = [atom.style.scale for atom in self.open if not isinstance(atom.content, Icon)]
        atoms = tuple(self.open)
        self.words.append(
            Word(
                atoms,
                width,
                max(scales, default=1.0),
                self.space,
                self.space_style,
                self.breaks,
                hyphen,
                self.opens,
                self.above,
            )
        )
        self.open = []
        self.space, self.space_style, self.breaks, self.opens, self.above = 0.0, None, 0, False, 0.0

    def _expect_space(self, measured: Measured) -> None:
        self.space, self.space_style = measured.space, measured.style


def _text_of(atom: Atom) -> str:
    content = atom.content
    if isinstance(content, Ruby):
        return "".join(_text_of(inner) for word in content.base for inner in word.atoms)
    return content.text if isinstance(content, Shaped) else OBJECT


def _visible(piece: str) -> str:
    return piece.replace(SOFT_HYPHEN, "").replace(ZERO_WIDTH_SPACE, "")


def _has_rtl(content: Iterable[Node | str]) -> bool:
    for part in content:
        if isinstance(part, str):
            if not part.isascii() and has_rtl(part):
                return True
        elif part.children and _has_rtl(part.children):
            return True
    return False


def letters_in(content: Iterable[Node | str]) -> str:
    """Inline content without its tags; something stands in for each icon and each forced break."""
    return "".join(
        part if isinstance(part, str) else _STANDS_IN.get(part.tag) or letters_in(part.children)
        for part in content
    )


_STANDS_IN = {"icon": OBJECT, "br": PARAGRAPH_END}

InlineReader = Callable[[WordMaker, Node, Style, float, Row], None]


def expect(node: Node, *allowed: str) -> None:
    for name in node.attributes:
        if name not in allowed:
            raise InputError(
                f"<{node.tag}> has no attribute `{name}` inside a text",
                hint=did_you_mean(name, allowed) or None,
            )


def _styled(change: Callable[[Style], Style]) -> InlineReader:
    """Reads a tag whose content differs in style alone."""

    def read(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
        expect(node)
        maker.read(node.children, change(style), size, row)

    return read


def _break(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    del maker, style, size
    expect(node)
    row.add_break()


def _index(style: Style, *, above: bool) -> Style:
    """Superscript or subscript of a text, raised and set smaller as its font wants it."""
    index = style.family.file(bold=style.bold, italic=style.italic).index(above=above)
    effects = style.effects or Effects()
    share = effects.share * index.size if style.scale * index.size > SMALLEST_INDEX else effects.share
    return with_effects(
        style._replace(scale=style.scale * share / effects.share),
        rise=effects.rise + index.rise * style.scale,
        share=share,
    )


def with_effects(style: Style, **changes: Any) -> Style:
    return style._replace(effects=(style.effects or Effects())._replace(**changes))


def _span(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    expect(node, "fill", "size", "font", "stroke", "stroke-width", "shadow", "letter-spacing")
    changed = _changed(maker, node, style, size)
    if style.is_vertical and changed.scale != style.scale:
        changed = centred(changed, style.scale)
    maker.read(node.children, changed, size, row)


def centred(style: Style, around: float) -> Style:
    """Larger or smaller letters of a column, with the middle of their capitals where it is around them."""
    rise = (around - style.scale) / 2 * style.cap_height
    return with_effects(style, rise=rise + (style.effects.rise if style.effects else 0.0))


def _changed(maker: WordMaker, node: Node, style: Style, size: float) -> Style:
    given, scope = node.attributes, maker.scope
    if "fill" in given:
        style = _filled(style, LETTER_FILL.parse(given["fill"], scope))
    if "size" in given:
        style = style._replace(scale=parse_points(given["size"]) / size)
        style = style if style.effects is None else with_effects(style, share=1.0)
    if "font" in given:
        style = style._replace(family=maker.fonts.role(given["font"]))
    if "letter-spacing" in given:
        style = style._replace(tracking=SIGNED_POINTS.parse(given["letter-spacing"], scope) / size)
    if "stroke" in given or "stroke-width" in given:
        style = _outlined(style, given.get("stroke"), given.get("stroke-width"), size, scope)
    if "shadow" in given:
        style = with_effects(style, shadows=_in_sizes(SHADOW.parse(given["shadow"], scope), size))
    return style


def _outlined(style: Style, colour: str | None, width: str | None, size: float, scope: Scope) -> Style:
    if colour is not None:
        style = with_effects(style, stroke=OPTIONAL_COLOUR.parse(colour, scope))
    if width is not None or style.effects is None or style.effects.stroke_width is None:
        wide = STROKE_WIDTH if width is None else OUTLINE_WIDTH.parse(width, scope)
        style = with_effects(style, stroke_width=wide / (size * POINT))
    return style


def _filled(style: Style, fill: Paint) -> Style:
    style = style._replace(fill=plain_colour(fill))
    if isinstance(fill, Colour) and (style.effects is None or style.effects.blend is None):
        return style
    return with_effects(style, blend=None if isinstance(fill, Colour) else Blend(fill))


def _icon(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
    expect(node, "name", "fill", "size")
    if "name" not in node.attributes:
        raise InputError("<icon> needs the attribute `name`")
    style = _changed(maker, node, style, size)
    name = node.attributes["name"]
    try:
        icon = maker.scope.theme.icons.icon(name)
    except StandInError as error:
        error.subject = name
        maker.stand_ins.append((node, error))
        icon = error.value
    except InputError as error:
        error.subject = name
        raise
    scale = style.scale * (1.0 if "size" in node.attributes else ICON_SIZE)
    shape = icon.frame.width / icon.frame.height
    # In a column it is as wide as it is high in a line.
    width = scale / shape if style.is_vertical else scale * shape
    row.add_icon(icon, width, style._replace(scale=scale))


def _registered(tag: str) -> InlineReader:
    """Reads a tag that few texts have: what reads it is loaded then."""

    def read(maker: WordMaker, node: Node, style: Style, size: float, row: Row) -> None:
        module = find_plugin(TAGS, tag)
        assert module is not None
        module.read(maker, node, style, size, row)

    return read


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
    "u": _styled(lambda style: with_effects(style, underlined=style)),
    "s": _styled(lambda style: with_effects(style, struck=style)),
    "sub": _styled(lambda style: _index(style, above=False)),
    "sup": _styled(lambda style: _index(style, above=True)),
    "sc": _styled(lambda style: with_effects(style, small_capitals=True)),
    "br": _break,
    "icon": _icon,
    "span": _span,
    **{tag: _registered(tag) for tag in ("ruby", "rt", "rp", "tcy")},
}
