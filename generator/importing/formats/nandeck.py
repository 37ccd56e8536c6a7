"""nanDECK: scripts with a directive in each line, with the tables and pictures beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.problems import Place
from generator.catalog.wording import code as as_code
from generator.catalog.wording import quote
from generator.importing.drawing import Code, Value, quoted
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, NewGame
from generator.importing.script import (
    EDIT,
    Attributes,
    Each,
    Hole,
    ScriptCards,
    ScriptTable,
    calculated,
    ground,
    joined,
    known_colour,
    numbers_of,
    plain_text,
    script_text,
    styled,
    take_table,
    type_size,
)

_UNITS = {"CM": 10.0, "MM": 1.0, "INCH": 25.4}
_PIXEL = 25.4 / 300
_CARD = (6.0, 9.0)
_TEXTS = ("TEXT", "TEXTFONT", "HTMLTEXT")
_DRAWN = {*_TEXTS, "RECTANGLE", "ROUNDRECT", "ELLIPSE", "CIRCLE", "LINE", "TRIANGLE", "IMAGE", "ICONS"}
_SILENT = {
    *("PAGE", "DPI", "BORDER", "MARGINS", "GAP", "OVERSAMPLE", "IMAGEFILTER", "FONTALIAS", "DISPLAY", "SAVE"),
    *(
        "SAVEPDF",
        "SAVEPAGES",
        "SAVETTS",
        "PRINT",
        "EDGE",
        "LINKTRIM",
        "LINKUNI",
        "LINKSEP",
        "ZOOM",
        "TEXTLIMIT",
    ),
    *("CARDS", "UNIT", "DOWNLOAD"),
}
_BLOCKS = {"IF": ("a condition", "ENDIF"), "FOR": ("a loop", "NEXT"), "MACRO": ("a macro", "END")}
_LINE = re.compile(r"\s*(?:\[([^\]=]+)\]|([A-Za-z]\w*))\s*(?:=\s*(.*))?$")
_LABEL = re.compile(r"\[([^\[\]\"]+)\]")
_ALL = re.compile(r"1\s*-\s*\{\s*\(\s*\[?([^\]){}(]+?)\]?\s*\)\s*\}")
_EQUAL = re.compile(r"\{\s*\[?([\w ]+?)\]?\s*=\s*([^={}]+?)\s*\}")
_NUMBER = re.compile(r"\s*(?:(\d+\.?\d*|\.\d+)(%?)|(.))")
_ALIGN = {"center": "center", "right": "right", "justify": "justify", "": "center"}
_VALIGN = {"": "middle", "center": "middle", "wwcenter": "middle", "bottom": "bottom", "wwbottom": "bottom"}
_WRAPPED = ("wordwrap", "charwrap", "wwtop", "wwcenter", "wwbottom")
_DEEPEST = 20
_LONGEST = 10_000
_ADD, _LEFT_OUT = "draw it in the layout", "what is drawn there is left out; add it to the layout"


@dataclass(frozen=True, slots=True)
class _Line:
    """A directive with its parameters; of a label, ``[name]``, the whole value."""

    name: str
    text: str
    place: Place


class _Script:
    def __init__(self, source: Source) -> None:
        self.source, self.game = source, NewGame(source)
        self.labels: dict[str, str] = {}
        self.unit = _UNITS["CM"]
        self.size = _CARD
        self.table: ScriptTable | None = None

    def lines(self) -> Iterator[_Line]:
        """The directives and labels; a line that ends with a backslash goes on in the next."""
        begun, first = "", 0
        for at, line in enumerate(script_text(self.source).split("\n"), 1):
            if not begun and line.lstrip()[:1] in (";", "'", ""):
                continue
            first = first if begun else at
            begun += line.rstrip()
            if begun.endswith("\\"):
                begun = begun[:-1]
                continue
            self._require_closed(begun, first)
            found, place = _LINE.match(begun), self.source.place(first, len(begun) - len(begun.lstrip()) + 1)
            begun = ""
            if found is None:
                self.source.note("this is not a directive", place)
            else:
                name = f"[{found[1].strip().lower()}]" if found[1] else found[2].upper()
                yield _Line(name, (found[3] or "").strip(), place)

    def _require_closed(self, line: str, at: int) -> None:
        """Raises :class:`InputError` for a string or bracket that never ends."""
        opened: list[tuple[str, int]] = []
        for column, letter in enumerate(line, 1):
            closes = opened and {'"': '"', "[": "]", "{": "}", "(": ")"}[opened[-1][0]] == letter
            if closes:
                opened.pop()
            elif letter == '"' or (letter in "[{(" and not (opened and opened[-1][0] == '"')):
                opened.append((letter, column))
            if len(opened) > _DEEPEST:
                raise self.source.error("this is nested too deeply", self.source.place(at, column))
        for letter, column in reversed(opened):
            # A text without quotes may have a parenthesis that is nothing more.
            if letter != "(":
                message = f"the `{letter}` that begins here never ends"
                raise self.source.error(message, self.source.place(at, column))

    def read(self) -> ImportedGame:
        lines = list(self.lines())
        if not any(line.name in _DRAWN or line.name in ("CARDSIZE", "LINK") for line in lines):
            raise self.source.error(
                "no line draws a card", hint="such lines begin with `TEXT =`, `IMAGE =` …"
            )
        drawn = list(self._settled(lines))
        painter = _Painter(self, ScriptCards(self.game, self._count(drawn, lines), self.table))
        for line in drawn:
            painter.draw(line)
        place = next((line.place for line in lines if line.name == "CARDSIZE"), self.source.place())
        width, height = (side * self.unit for side in self.size)
        painter.cards.finish(width, height, place, bleed=None if painter.covers else 0.0)
        return self.game.finished()

    def _settled(self, lines: Sequence[_Line]) -> Iterator[_Line]:
        """Takes in what holds for all cards; the lines that draw are left."""
        until, copies = "", None
        for line in lines:
            if until:
                until = "" if line.name.startswith(until) else until
            elif line.name in _BLOCKS:
                what, until = _BLOCKS[line.name]
                self.source.note(f"{what} is not run", line.place, _LEFT_OUT)
            elif line.name.startswith("["):
                self.labels[line.name[1:-1]] = line.text
            elif line.name == "CARDSIZE":
                sides = [self.number(one, None) for one in self.parameters(line)]
                if len(sides) < 2 or not all(one and one > 0 for one in sides[:2]):
                    raise self.source.error("the size of the cards is not understood", line.place)
                self.size = (sides[0] or 0.0, sides[1] or 0.0)
            elif line.name == "LINKMULTI":
                copies = line.text.strip('" ')
            elif line.name == "LINK":
                name = (self.parameters(line) or [""])[0].strip('" ')
                self.table = take_table(self.game, name, line.place, copies)
            elif line.name in _DRAWN or line.name in ("FONT", "ICON"):
                yield line
            elif line.name == "UNIT":
                self.unit = _UNITS.get(line.text.strip('" ').upper(), self.unit)
            elif line.name not in _SILENT:
                self.source.note(f"{as_code(line.name)} is not taken over", line.place, _ADD)

    def _count(self, drawn: Sequence[_Line], lines: Sequence[_Line]) -> int:
        """How many cards there are, where no table says it."""
        count = max(
            (int(one.text) for one in lines if one.name == "CARDS" and one.text.isdecimal()),
            default=0,
        )
        for line in drawn if not count else ():
            text = (self.parameters(line) or [""])[0] if line.name in _DRAWN else ""
            ends = [int(found.group()) for found in re.finditer(r"\d{1,5}", _ALL.sub("", text))]
            every = [len(self.sequence(found[1])) for found in _ALL.finditer(text)]
            count = max(count, *ends, *every, 1)
        return min(count, MAX_CARDS)

    # Values

    def sequence(self, label: str) -> list[str]:
        return [one.strip().strip('"') for one in self.labels.get(label.strip().lower(), "").split("|")]

    def parameters(self, line: _Line) -> list[str]:
        """What stands between commas, with labels of one value put in their places."""
        text, before = line.text, ""
        for _ in range(_DEEPEST):
            if len(text) > _LONGEST:
                raise self.source.error("with its labels the line is too long to be read", line.place)
            if text == before:
                break
            before, text = text, _LABEL.sub(self._replaced, text)
        parts, depth, quotes = [""], 0, False
        for letter in text:
            quotes ^= letter == '"'
            depth += 0 if quotes else (letter in "[{(") - (letter in "]})")
            if letter == "," and not quotes and depth <= 0:
                parts.append("")
            else:
                parts[-1] += letter
        return [one.strip() for one in parts]

    def _replaced(self, found: re.Match[str]) -> str:
        value = self.labels.get(found[1].strip().lower())
        is_one = value is not None and "|" not in value
        return value.strip('"')[:_LONGEST] if value is not None and is_one else found.group()

    def number(self, text: str, axis: int | None) -> float | None:
        """A number in the script's unit, which may be a sum and have percentages of a side of the card."""
        tokens: list[float | str] = []
        for found in _NUMBER.finditer(text.strip().strip('"')):
            share = self.size[axis] / 100 if axis is not None and found[2] else 1.0
            tokens += [float(found[1]) * share] if found[1] else [found[3]] if found[3] not in "[]{} " else []
        value, rest = _sum(tokens[:100]) if tokens else (None, [])
        return None if rest else value


def _sum(tokens: list[float | str], depth: int = 0) -> tuple[float | None, list[float | str]]:
    """What numbers with ``+``, ``-``, ``*``, ``/`` and parentheses between come to, and the words behind."""
    value, tokens = _product(tokens, depth)
    while value is not None and tokens and tokens[0] in ("+", "-"):
        right, rest = _product(tokens[1:], depth)
        found = None if right is None else calculated(str(tokens[0]), value, right)
        value, tokens = found if isinstance(found, float) else None, rest
    return value, tokens


def _product(tokens: list[float | str], depth: int) -> tuple[float | None, list[float | str]]:
    value, tokens = _factor(tokens, depth)
    while value is not None and tokens and tokens[0] in ("*", "/"):
        right, rest = _factor(tokens[1:], depth)
        found = None if right is None else calculated(str(tokens[0]), value, right)
        value, tokens = found if isinstance(found, float) else None, rest
    return value, tokens


def _factor(tokens: list[float | str], depth: int) -> tuple[float | None, list[float | str]]:
    if not tokens or depth > _DEEPEST:
        return None, tokens
    if tokens[0] == "-":
        value, rest = _factor(tokens[1:], depth + 1)
        return None if value is None else -value, rest
    if tokens[0] == "(":
        value, rest = _sum(tokens[1:], depth + 1)
        return (value, rest[1:]) if rest and rest[0] == ")" else (None, rest)
    return (tokens[0], tokens[1:]) if isinstance(tokens[0], float) else (None, tokens)


class _Painter:
    """Draws the directives, in their order, into a layout."""

    covers = False
    """Whether something fills the cards up to the trim."""

    def __init__(self, script: _Script, cards: ScriptCards) -> None:
        self.script, self.cards = script, cards
        self.font = ["Arial", "12", "", "#000000"]
        self.icons: dict[str, str] = {}
        self.line = _Line("", "", script.source.place())
        self.given: list[str] = []
        self.numbers: Sequence[int] = ()
        self.when: str | None = None

    def note(self, message: str, hint: str | None = EDIT) -> None:
        self.script.source.note(message, self.line.place, hint)

    def draw(self, line: _Line) -> None:
        self.line, self.given = line, self.script.parameters(line)
        if line.name == "FONT":
            self.font = [one.strip('"') for one in (*self.given, "", "", "", "")][:4]
        elif line.name == "ICON":
            *_, key, file = ("", *(one.strip('"') for one in self.given))
            if icon := self.cards.icon(file, line.place):
                self.icons[key] = icon
        else:
            self._range(self._text(0))
            painters = {
                "LINE": self._line,
                "TRIANGLE": self._triangle,
                "IMAGE": self._image,
                "ICONS": self._icons,
            }
            painters.get(line.name, self._write if "TEXT" in line.name else self._box)()

    # Parameters

    def _text(self, index: int) -> str:
        return self.given[index].strip().strip('"').strip() if index < len(self.given) else ""

    def _length(self, index: int, axis: int) -> float:
        """A length in mm."""
        found = self.script.number(self._text(index), axis)
        if found is None and self._text(index):
            self.note(f"{quote(self._text(index))} is computed; 0 is taken")
        return (found or 0.0) * self.script.unit

    def _range(self, text: str) -> None:
        """Finds the cards that it is drawn on."""
        self.numbers, self.when = range(1, self.cards.count + 1), None
        equal = _EQUAL.fullmatch(text)
        hole = self.script.table.hole(equal[1]) if equal and self.script.table else None
        if equal and hole:
            self.when = f"{hole.code} == {quoted(equal[2].strip(chr(39)))}"
            return
        if not text or _ALL.fullmatch(text):
            return
        numbers = numbers_of(text, self.cards.count)
        if numbers is None:
            self.note(f"the range {quote(text)} is not understood; all cards have it")
        else:
            self.numbers, self.when = numbers, self.cards.only(numbers, self.line.place)

    def _value(self, text: str) -> object:
        """A text with labels in it: columns of the table, and sequences, which go round in the range."""
        text, parts, end = text.replace("\\13\\", "\n"), list[object](), 0
        for found in _LABEL.finditer(text):
            label = found[1].strip()
            value: Each | Hole | None = self.script.table.hole(label) if self.script.table else None
            if label.lower() in self.script.labels:
                values, among = [""] * self.cards.count, self.script.sequence(label)
                for nth, card in enumerate(one for one in self.numbers if one <= self.cards.count):
                    values[card - 1] = among[nth % len(among)]
                value = Each(tuple(values))
            if value is None:
                self.note(f"there is no label or column {quote(label)}")
            parts += [text[end : found.start()], value or ""]
            end = found.end()
        return joined([*parts, text[end:]]) if parts else text

    def _colour(self, text: str, default: str, *, is_text: bool = False) -> Code:
        def converted(one: object) -> str:
            written = plain_text(one).strip()
            shades = re.fullmatch(r"(#\w{6})(#\w{6})(?:@(\d{1,3}))?", written)
            if shades:
                return f"linear({shades[3] or 0}, {shades[1]}, {shades[2]})"
            found = known_colour(written) if written else default
            if found is None:
                self.note(f"the colour {quote(written)} is not known; black is taken")
            return found or "black"

        return self.cards.colour(self._value(text), converted, default, is_text=is_text)

    def _looks(self, index: int) -> dict[str, Value]:
        """One colour fills; of two, the first is that of the edge."""
        edge, inside = self._colour(self._text(index), "black"), self._text(index + 1)
        thickness = self._length(index + 2, 0) or _PIXEL
        if not inside:
            return {"fill": edge}
        return {"fill": self._colour(inside, "none"), "stroke": edge, "stroke_width": max(thickness, 0)}

    def _put(self, tag: str, attributes: Attributes, text: Code | None = None) -> None:
        self.cards.draw([self.when], tag, attributes, text)

    def _sides(self, index: int) -> tuple[float, float, float, float]:
        """Left, top, width and height; one that is negative goes the other way."""
        x, y, width, height = (self._length(index + n, n % 2) for n in range(4))
        return min(x, x + width), min(y, y + height), abs(width), abs(height)

    def _extra(self, angle: int, alpha: int, box: Sequence[float]) -> dict[str, Value]:
        """The box of a text or picture, how it is turned around its middle, and how much is seen of it."""
        x, y, width, height = box
        turn = self.script.number(self._text(angle), None) or 0.0
        seen = self.script.number(self._text(alpha), None)
        return {
            **{"x": x, "y": y, "width": width, "height": height},
            "transform": f"rotate({-turn:g} {x + width / 2:.2f} {y + height / 2:.2f})" if turn else None,
            "opacity": seen / 100 if seen is not None and 0 <= seen < 100 else None,
        }

    # Shapes, texts and pictures

    def _box(self) -> None:
        x, y, width, height = self._sides(1)
        looks = self._looks(5)
        whole = [side * self.script.unit - _PIXEL for side in self.script.size]
        box: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height}
        if self.line.name in ("ELLIPSE", "CIRCLE"):
            self._put(
                "ellipse",
                {"cx": x + width / 2, "cy": y + height / 2, "rx": width / 2, "ry": height / 2} | looks,
            )
        elif self.line.name == "ROUNDRECT":
            across, down = (max(self.script.number(self._text(at), None) or 10.0, 0.0) for at in (8, 9))
            corner = {"rx": width * min(across / 200, 0.5), "ry": height * min(down / 200, 0.5)}
            self._put("rect", box | corner | looks)
        elif x <= 0 and y <= 0 and x + width >= whole[0] and y + height >= whole[1] and len(looks) == 1:
            self.covers = True
            ground(self.cards, str(looks["fill"]), [self.when])
        else:
            self._put("rect", box | looks)

    def _line(self) -> None:
        ends: dict[str, Value] = {
            key: self._length(n, (n + 1) % 2) for n, key in enumerate(("x1", "y1", "x2", "y2"), 1)
        }
        width = max(self._length(6, 0), 0) or _PIXEL
        self._put("line", ends | {"stroke": self._colour(self._text(5), "black"), "stroke_width": width})

    def _triangle(self) -> None:
        points = " ".join(f"{self._length(n, 0):.2f},{self._length(n + 1, 1):.2f}" for n in (1, 3, 5))
        self._put("polygon", {"points": points, **self._looks(7)})

    def _write(self) -> None:
        is_html = self.line.name == "HTMLTEXT"
        family, size, flags, colour = self.font
        if self.line.name == "TEXTFONT":
            family, size, flags, colour = (self._text(n) for n in (10, 11, 12, 13))
        across, down = ("left", "wwtop") if is_html else (self._text(6).lower(), self._text(7).lower())
        icons = [(key, icon) for key, icon in self.icons.items() if len(key) > 1]
        filters = [f"replace({quoted(key)}, {quoted('{' + icon + '}')})" for key, icon in icons]
        filters += ["html"] if is_html else ["rich"] if filters else []
        text = self.cards.code(self._value(self._text(1)), "text", *filters)
        fill, flags = self._colour(colour, "black", is_text=True), flags.upper()
        shown: dict[str, Value] = {
            "font": self.cards.role(family, self.line.place),
            "size": type_size(self.script.number(size, None)),
            "align": _ALIGN.get(across),
            "valign": _VALIGN.get(down),
            "wrap": None if down in _WRAPPED else "none",
            "fill": fill,
        }
        box = self._extra(6 if is_html else 8, 7 if is_html else 9, self._sides(2))
        self._put(
            "text", box | shown, styled(text, bold="B" in flags, italic="I" in flags, underline="U" in flags)
        )

    def _image(self) -> None:
        shown = self.cards.picture(self._value(self._text(1)), self.line.place)
        if shown:
            fit = None if "P" in self._text(7).upper() else "fill"
            box = {"href": shown[0], **self._extra(6, 8, self._sides(2)), "fit": fit}
            self.cards.draw([self.when, shown[1]], "image", box)

    def _icons(self) -> None:
        """A row of icons: a letter of the text for each."""
        known = ", ".join(f"{quoted(key)}: {quoted(icon)}" for key, icon in self.icons.items())
        value = self.cards.code(self._value(self._text(1)), "icons")
        letters = value[3:-3] if value.startswith("{{ ") and value.count("{{") == 1 else quoted(value)
        icon = f'<icon name="{{{{ {{{known}}}[sign] }}}}"/>'
        row = Code(f"{{% for sign in {letters} if sign in {{{known}}} %}}{icon}{{% endfor %}}")
        box = self._sides(2)
        # An icon is 1.1 times as high as the text that it stands in.
        size = max(self._length(7, 1) or self._length(6, 0) or box[3], 0.2) * 72 / 25.4 / 1.1
        align, valign = _ALIGN.get(self._text(10).lower()), _VALIGN.get(self._text(11).lower())
        shown: dict[str, Value] = {"align": align, "valign": valign, "size": min(size, 2000)}
        self._put("text", self._extra(8, 12, box) | shown, row)


def _recognizes(source: Source) -> bool:
    names = re.findall(rb"^\s*([A-Za-z]+)\s*=", source.data[:100_000], re.MULTILINE)
    known = {one.encode() for one in (*_DRAWN, "CARDSIZE", "LINK", "FONT")}
    return any(name.upper() in known for name in names)


def read(source: Source) -> ImportedGame:
    return _Script(source).read()


IMPORTER = Importer(
    title="nanDECK",
    says="scripts: labels, sequences, ranges, texts, shapes and pictures, with their table",
    suffixes=(".txt", ".nde"),
    recognizes=_recognizes,
    read=read,
)
