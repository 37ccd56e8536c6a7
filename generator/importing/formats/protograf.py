"""protograf: Python scripts for decks of cards, read as data."""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product

from generator.catalog.paths import PICTURE_SUFFIXES, folder_inside
from generator.catalog.problems import InputError, Place
from generator.catalog.sizes import COMPONENT_SIZES
from generator.catalog.wording import code as as_code
from generator.catalog.wording import quote
from generator.importing.drawing import Code, Value
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, NewGame
from generator.importing.script import (
    UNKNOWN,
    Attributes,
    Each,
    Hole,
    Mixed,
    Options,
    ScriptCards,
    ScriptTable,
    calculated,
    ground,
    joined,
    numbers_of,
    own_table,
    plain_text,
    script_text,
    styled,
    take_table,
    type_size,
)

_POINT = 25.4 / 72
_UNITS = {"cm": 10.0, "mm": 1.0, "inch": 25.4, "inches": 25.4, "in": 25.4, "points": _POINT, "pt": _POINT}
_SIZES = {"miniamerican": "mini-us", "minieuropean": "mini-euro"}
"""Sizes of cards that are called otherwise here."""
_ASCENT = 0.83
"""From the top of a text to its first baseline, in sizes of the type."""
_ALIGN = {"centre": "center", "center": "center", "c": "center", "right": "right", "r": "right"} | {
    **{"left": "left", "l": "left", "justify": "justify", "j": "justify"}
}
_VALIGN = {"centre": "middle", "center": "middle", "c": "middle", "bottom": "bottom", "b": "bottom"}
_HOLE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_NAMES = re.compile(r"[A-Za-z_]\w*")
_SILENT = {"Save", "PageBreak", "print", "feedback", "Footer", "Header"}
_UNIMPORTANT = {"common", "css", "dotted", "stroke_ends", "name", "fill", "width", "height", "label_size"}
_EXPRESSION = (
    *(ast.Expression, ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Load, ast.boolop),
    *(ast.Not, ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.List, ast.Tuple),
)
"""What layouts understand as Python does, for blank cells too; no `<` and `>`."""
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_LARGEST_EXPRESSION = 100
_ADD, _LEFT_OUT = "draw it in the layout", "what is drawn there is left out; add it to the layout"


@dataclass(frozen=True, slots=True)
class _Shape:
    call: ast.Call
    options: Mapping[str, object]
    when: str | None = None


@dataclass(slots=True)
class _Deck:
    """A deck, with the data that were read before it."""

    call: ast.Call | None = None
    settings: dict[str, object] = field(default_factory=dict)
    file: tuple[str, str | int | None, Place] | None = None
    rows: tuple[list[str], list[list[object]]] | None = None
    images: Each | None = None
    cards: ScriptCards | None = None


class _Script:
    def __init__(self, source: Source) -> None:
        self.source, self.game = source, NewGame(source)
        self.lines = source.text.split("\n")
        self.known: dict[str, object] = {}
        self.font: dict[str, object] = {}
        self.unit = _UNITS["cm"]
        self.deck = _Deck()
        self.has_decks = False

    def place(self, node: ast.expr | ast.stmt | ast.keyword) -> Place:
        # Python counts bytes.
        before = self.lines[node.lineno - 1].encode()[: node.col_offset]
        return self.source.place(node.lineno, len(before.decode("utf-8", "ignore")) + 1)

    def note(self, message: str, node: ast.expr | ast.stmt, hint: str | None = None) -> None:
        self.source.note(message, self.place(node), hint)

    def run(self, one: ast.stmt) -> None:
        if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name):
            if isinstance(one.value, ast.Call) and _name(one.value) in ("Deck", "CounterSheet"):
                self._command(one.value)
            self.known[one.targets[0].id] = self.value(one.value)
        elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
            self._command(one.value)
        elif isinstance(one, ast.For | ast.While):
            self.note("a loop is not run", one, _LEFT_OUT)
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            self.note("custom code is not run", one, _LEFT_OUT)
        elif not isinstance(one, ast.Import | ast.ImportFrom | ast.Pass | ast.Expr):
            self.note("this is not understood", one, _LEFT_OUT)

    def _command(self, call: ast.Call) -> None:
        name, options = _name(call), self._options(call)
        if name == "Create":
            self.unit = _UNITS.get(plain_text(options.get("units", "cm")), self.unit)
        elif name == "Data":
            self._read_data(call, options)
        elif name in ("Deck", "CounterSheet"):
            self._end_deck()
            inch = 25.4 / self.unit
            self.deck.call = call
            self.deck.settings = ({"width": inch, "height": inch} if name == "CounterSheet" else {}) | options
        elif name in ("Card", "CardBack", "Counter", "CounterBack"):
            self._card(call, behind=name.endswith("Back"))
        elif name == "Font":
            given = self.value(call.args[0]) if call.args else options.pop("name", "")
            self.font = {"font_name": given} | {f"font_{key}": one for key, one in options.items()}
        elif name not in _SILENT:
            self.note(f"{as_code(name)} is not taken over" if name else "this call is not run", call, _ADD)

    def _options(self, call: ast.Call) -> dict[str, object]:
        found = {one.arg: self.value(one.value) for one in call.keywords if one.arg}
        common = found.get("common")
        return common | found if isinstance(common, dict) else found

    # Values

    def value(self, node: ast.expr) -> object:
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str | int | float | None) else UNKNOWN
        if isinstance(node, ast.Name):
            # Colours and sizes of paper are names without quotes.
            return self.known.get(node.id, node.id)
        if isinstance(node, ast.List | ast.Tuple):
            return Each(tuple(map(self.value, node.elts)))
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            return {plain_text(self.value(key)): self.value(one) for key, one in pairs if key}
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            given = self.value(node.operand)
            return -given if isinstance(given, int | float) else UNKNOWN
        if isinstance(node, ast.BinOp):
            left, right = self.value(node.left), self.value(node.right)
            if isinstance(left, int | float) and isinstance(right, int | float):
                return calculated(_OPERATORS.get(type(node.op), ""), left, right)
            return (
                joined([left, right])
                if isinstance(node.op, ast.Add) and isinstance(left, str | Mixed)
                else UNKNOWN
            )
        return self._called(node) if isinstance(node, ast.Call) else UNKNOWN

    def _called(self, call: ast.Call) -> object:
        name = _name(call)
        if name == "T" and call.args:
            return self.template(self.value(call.args[0]), call)
        if name == "S" and len(call.args) > 1:
            return self._chosen(call)
        if name == "Common":
            return self._options(call)
        if name == "group":
            return [shape for one in call.args for shape in self._shapes(one)]
        if name == "Matrix":
            return self._matrix(self._options(call))
        if name not in _SHAPES and name not in ("text", "image", "line"):
            return UNKNOWN
        options = (self.font if name == "text" else {}) | self._options(call)
        options |= _css(options.get("style"))
        if call.args:
            options["source" if name == "image" else "text"] = self.value(call.args[0])
        return [_Shape(call, options)]

    def template(self, text: object, node: ast.expr) -> object:
        """A text with fields of the cards in it; None, which is noted, for one with more than that."""
        if not isinstance(text, str):
            return UNKNOWN
        parts, end = list[str | Hole](), 0
        for found in _HOLE.finditer(text):
            hole = _hole(found[1].strip())
            if hole is None:
                self.note(f"{quote(found.group())} is more than a field", node, "write it into the layout")
                return None
            parts += [text[end : found.start()], hole]
            end = found.end()
        return joined([*parts, text[end:]])

    def _chosen(self, call: ast.Call) -> list[_Shape]:
        """Shapes that are drawn where a condition is true."""
        text = self.value(call.args[0])
        found = _HOLE.fullmatch(text.strip()) if isinstance(text, str) else None
        hole = _hole(found[1].strip()) if found else None
        if hole is None:
            message = "the condition is not understood; its shapes are drawn on all cards"
            self.note(message, call, "write `{% if %}` around them in the layout")
        shapes = [shape for one in call.args[1:] for shape in self._shapes(one)]
        return [replace(one, when=hole.code) for one in shapes] if hole else shapes

    def _shapes(self, node: ast.expr) -> list[_Shape]:
        found = self.value(node)
        if not isinstance(found, list):
            self.note("this is not a known shape", node, _ADD)
        return found if isinstance(found, list) else []

    # Data

    def _matrix(self, options: Mapping[str, object]) -> object:
        labels, data = options.get("labels"), options.get("data")
        if not isinstance(labels, Each) or not isinstance(data, Each):
            return UNKNOWN
        values = [one.values if isinstance(one, Each) else (one,) for one in data.values]
        return Each((labels, *(Each(row) for row in islice(product(*values), MAX_CARDS + 1))))

    def _read_data(self, call: ast.Call, options: Mapping[str, object]) -> None:
        self._end_deck()
        name, images = options.get("filename"), options.get("images")
        rows = next((options[key] for key in ("data_list", "matrix", "source") if key in options), None)
        sheet = options.get("sheetname", options.get("sheet"))
        if isinstance(name, str):
            self.deck.file = (name, sheet if isinstance(sheet, str | int) else None, self.place(call))
        elif isinstance(images, str):
            self.deck.images = self._images(images, plain_text(options.get("images_filter")), call)
        else:
            self.deck.rows = _rows_of(rows) if isinstance(rows, Each) else None
            if self.deck.rows is None:
                self.note("these data are not available", call, "save them as a CSV file next to the script")
        for key in options.keys() & {"filters", "extra", "randoms", "cells"}:
            self.note(f"{as_code(key)} of `Data` is not taken over", call, "change the table")

    def _images(self, name: str, wanted: str, call: ast.Call) -> Each | None:
        endings = tuple(one.strip().lower() for one in wanted.split(",") if one.strip()) or PICTURE_SUFFIXES
        folder = name.strip().rstrip("/")
        try:
            inside = folder_inside(self.source.path.parent, folder)
            found = sorted(one.name for one in islice(inside.iterdir(), MAX_CARDS))
        except (InputError, OSError):
            found = []
        if not found:
            self.note(f"there are no pictures in {quote(name)} beside the file", call)
        return Each(tuple(f"{folder}/{one}" for one in found if one.lower().endswith(tuple(endings)))) or None

    # Decks and cards

    def cards(self) -> ScriptCards:
        """The cards of the deck: made when the first is drawn on, for all data stand before that."""
        deck = self.deck
        if deck.cards is None:
            copies = deck.settings.get("copy", deck.settings.get("copies"))
            heading, count = copies if isinstance(copies, str) else None, deck.settings.get("cards", 9)
            table: ScriptTable | None = None
            if deck.rows:
                table = own_table(self.game, *deck.rows, self._deck_place(), heading)
            elif deck.file:
                table = take_table(self.game, deck.file[0], deck.file[2], heading, deck.file[1])
            elif deck.images:
                count = len(deck.images.values)
            deck.cards = ScriptCards(self.game, count if isinstance(count, int) else 9, table)
            if "fill" in deck.settings or "bleed_fill" in deck.settings:
                settings = deck.settings
                fill = settings.get("fill") or settings.get("bleed_fill")
                options = Options(deck.cards, "Deck", {"fill": fill}, lambda _: self._deck_place())
                ground(deck.cards, options.colour("fill", "white"))
        return deck.cards

    def _deck_place(self) -> Place:
        return self.place(self.deck.call) if self.deck.call else self.source.place()

    def _card(self, call: ast.Call, *, behind: bool) -> None:
        cards = self.cards()
        numbers = self._numbers(call.args[0], cards.count) if call.args else None
        when = None if numbers is None else cards.only(numbers, self.place(call))
        for shape in (one for node in call.args[1:] for one in self._shapes(node)):
            _Painter(self, cards, shape, [when, shape.when], behind=behind).paint()

    def _numbers(self, node: ast.expr, count: int) -> list[int] | None:
        """The numbers of cards that are meant; None for all."""
        given = self.value(node)
        if given in ("*", "all", "ALL"):
            return None
        text = ",".join(map(plain_text, given.values)) if isinstance(given, Each) else plain_text(given)
        found = numbers_of(text, count)
        if found is None:
            message = "which cards are meant is not understood; all of them have it"
            self.note(message, node, "write `{% if %}` around it in the layout")
        return found

    def side(self, name: str) -> float:
        """A side of the cards in mm."""
        settings = self.deck.settings
        named = plain_text(settings.get("card_size")).lower()
        size = COMPONENT_SIZES.get(_SIZES.get(named, named), COMPONENT_SIZES["poker"])
        given, radius = settings.get(name), settings.get("radius")
        if settings.get("frame") in ("circle", "hexagon"):
            is_radius = isinstance(radius, int | float) and radius > 0
            given = 2 * radius if is_radius else 50.8 / self.unit  # type: ignore[operator]
        return (
            given * self.unit
            if isinstance(given, int | float) and given > 0
            else (size.height if name == "height" else size.width)
        )

    def finish(self) -> ImportedGame:
        if self.deck.call:
            self.cards()
        self._end_deck()
        if not self.has_decks:
            raise self.source.error("the script has no `Deck()`, and other things are not imported")
        return self.game.finished()

    def _end_deck(self) -> None:
        """Finishes the deck that something was drawn on."""
        deck, more = self.deck, dict[str, object]()
        if deck.call is None or deck.cards is None:
            return
        cards, width, height = self.cards(), self.side("width"), self.side("height")
        frame, rounding = plain_text(deck.settings.get("frame")), deck.settings.get("rounding")
        if frame == "circle":
            more = {"kind": "tokens", "shape": "circle"}
        elif frame == "hexagon":
            self.note("cards with six corners become rectangles", deck.call, "`shape: hex` is for tokens")
        elif isinstance(rounding, int | float) and 0 < rounding * self.unit < min(width, height) / 2:
            more = {"corner": round(rounding * self.unit, 3)}
        for key in deck.settings.keys() & {"mask", "zones"}:
            self.note(f"{as_code(key)} of `Deck` is not taken over", deck.call)
        fills = bool(deck.settings.keys() & {"fill", "bleed_fill"})
        cards.finish(width, height, self.place(deck.call), bleed=None if fills else 0.0, **more)
        self.deck, self.has_decks = _Deck(), True


def _name(call: ast.Call) -> str | None:
    return call.func.id if isinstance(call.func, ast.Name) else None


def _css(style: object) -> dict[str, object]:
    """What a style says of a text, as its own options do."""
    found = dict(re.findall(r"([\w-]+)\s*:\s*([^;]+)", plain_text(style)))
    size = re.match(r"\d+\.?\d*", found.get("font-size", ""))
    given = {
        "stroke": found.get("color"),
        "align": found.get("text-align"),
        "font_name": found.get("font-family"),
    }
    given |= {"font_size": float(size[0]) if size else None}
    return {key: value for key, value in given.items() if value}


def _hole(text: str) -> Hole | None:
    """What stands between braces, if it is of a kind that layouts understand."""
    if text == "sequence":
        return Hole("number")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = list(ast.walk(ast.parse(text, mode="eval")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if len(nodes) > _LARGEST_EXPRESSION or not all(isinstance(node, _EXPRESSION) for node in nodes):
        return None
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return (
        Hole(" ".join(text.split()), text if names == {text} else "")
        if all(map(_NAMES.fullmatch, names))
        else None
    )


def _rows_of(data: Each) -> tuple[list[str], list[list[object]]] | None:
    """The headings and rows of a list of lists, or of dictionaries."""
    rows = data.values
    if rows and all(isinstance(one, dict) for one in rows):
        headings = list(dict.fromkeys(key for one in rows if isinstance(one, dict) for key in one))
        return headings, [[one.get(key) for key in headings] for one in rows if isinstance(one, dict)]
    lists = [[None if one is UNKNOWN else one for one in row.values] for row in rows if isinstance(row, Each)]
    return (
        ([plain_text(one) for one in lists[0]], lists[1:])
        if len(lists) > 1 and len(lists) == len(rows)
        else None
    )


_SHAPES: Mapping[str, tuple[str, str | None]] = {
    "rectangle": ("rect", None),
    "square": ("rect", "side"),
    "circle": ("circle", "diameter"),
    "ellipse": ("ellipse", None),
    "hexagon": ("ngon", "side"),
}
"""The element of each shape, and what both of its sides are; None: they are its width and height."""


class _Painter:
    """Draws a shape into a layout."""

    def __init__(
        self, script: _Script, cards: ScriptCards, shape: _Shape, when: list[str | None], *, behind: bool
    ) -> None:
        self.script, self.cards, self.call = script, cards, shape.call
        self.when, self.behind = when, behind
        places: dict[str | None, ast.expr] = {one.arg: one.value for one in self.call.keywords}
        places |= dict.fromkeys(("text", "source"), self.call.args[0]) if self.call.args else {}
        name = str(_name(self.call))
        self.options = Options(
            cards, name, shape.options, lambda option: script.place(places.get(option, self.call))
        )

    def paint(self) -> None:
        name = self.options.call
        painters = {"text": self._text, "image": self._image, "line": self._line}
        painters.get(name, self._shape)()
        self.options.finish(_UNIMPORTANT)

    def _draw(self, tag: str, attributes: Attributes, text: Code | None = None) -> None:
        self.cards.draw(self.when, tag, attributes, text, behind=self.behind)

    def _mm(self, name: str, default: float) -> float:
        return self.options.number(name, default) * self.script.unit

    def _corner(self, width: float = 0, height: float = 0) -> tuple[float, float]:
        """The top left corner of a box, which its centre may say."""
        x, y = (
            self._mm(f"c{name}", 0) - side / 2 if self.options.has(f"c{name}") else self._mm(name, 1)
            for name, side in (("x", width), ("y", height))
        )
        return x, y

    def _turn(self, x: float, y: float) -> str | None:
        angle = self.options.number("rotation", 0)
        return f"rotate({-angle:g} {x:.2f} {y:.2f})" if angle else None

    def _edge(self, stroke: str) -> dict[str, Value]:
        thickness = min(max(self.options.number("stroke_width", 0.1), 0), 500) * _POINT
        dash = "1 1" if self.options.get("dashed") else None
        return {"stroke": stroke, "stroke_width": thickness, "stroke_dasharray": dash}

    def _line(self) -> None:
        (x, y), options = self._corner(), self.options
        angle, length = math.radians(options.number("angle", 0)), self._mm("length", 1)
        x2 = self._mm("x1", 0) if options.has("x1") else x + length * math.cos(angle)
        y2 = self._mm("y1", 0) if options.has("y1") else y - length * math.sin(angle)
        edge = self._edge(options.colour("stroke", "black"))
        self._draw("line", {"x1": x, "y1": y, "x2": x2, "y2": y2, **edge})

    def _shape(self) -> None:
        options, (tag, side) = self.options, _SHAPES[self.options.call]
        both = next((name for name in ("fill_stroke", "stroke_fill") if options.has(name)), None)
        fill, stroke = options.colour(both or "fill", "white"), options.colour(both or "stroke", "black")
        sides = (side, side) if side else ("width", "height")
        width, height = (max(self._mm(name, 1), 0.0) for name in sides)
        if options.has("radius"):
            width = height = 2 * max(self._mm("radius", 0.5), 0.0)
        if tag == "ngon":
            # A hexagon that lies on its side, as high as it is said to be.
            height = (
                self._mm("height", 1)
                if options.has("height")
                else height * math.sqrt(3) / (1 + options.has("radius"))
            )
            width = height * 2 / math.sqrt(3)
        x, y = self._corner(width, height)
        cx, cy = x + width / 2, y + height / 2
        shown: dict[str, Value] = {"cx": cx, "cy": cy}
        if tag == "rect":
            rounded = 0.05 * min(width, height) if options.get("rounded") else 0.0
            rx = max(self._mm("rounding", 0), rounded) or None
            shown = {"x": x, "y": y, "width": width, "height": height, "rx": rx}
        elif tag == "ngon":
            shown |= {"r": width / 2, "rotate": 30.0}
        else:
            shown |= {"rx": width / 2, "ry": height / 2} if tag == "ellipse" else {"r": width / 2}
        seen = options.number("transparency", 100)
        shown |= {"fill": fill, **self._edge(stroke), "opacity": seen / 100 if 1 < seen < 100 else None}
        self._draw(tag, shown | {"transform": self._turn(cx, cy)})
        if options.has("label"):
            box: dict[str, Value] = {"x": cx - 100, "y": cy - 20, "width": 200.0, "height": 40.0}
            box |= {
                "size": type_size(options.number("label_size", 12)),
                "fill": options.colour("label_stroke", "black", is_text=True),
            }
            box |= {"align": "center", "valign": "middle", "wrap": "none"}
            self._draw("text", box, self.cards.code(self._words("label")))

    def _words(self, name: str) -> object:
        """A text, in which braces hold fields as in `T()`."""
        value = self.options.get(name, UNKNOWN)
        return self.script.template(value, self.call) if isinstance(value, str) and "{{" in value else value

    def _text(self) -> None:
        options, value, size = (
            self.options,
            self._words("text"),
            type_size(self.options.number("font_size", 12)),
        )
        if value is UNKNOWN or value is None:
            options.leave()
            return
        is_html = bool(options.get("html") or options.get("style"))
        align, valign = options.word("align", _ALIGN) or "center", options.word("valign", _VALIGN)
        (x, y), whole = self._corner(), self.script.side("width")
        width, height = (max(self._mm(name, 1), 1.0) for name in ("width", "height"))
        shown: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "valign": valign}
        if not is_html and not options.get("wrap"):
            # A line that begins, ends or has its middle at a place.
            reach = max(min(x, whole - x), 5.0)
            lines = {"center": (x - reach, 2 * reach), "right": (0.0, max(x, 5.0))}
            left, width = lines.get(align, (x, max(whole - x, 5.0)))
            top = y - (_ASCENT - (0.5 if valign == "middle" else 0)) * size * _POINT
            shown = {"x": left, "y": top, "width": width, "wrap": "none", "transform": self._turn(x, y)}
        else:
            shown["transform"] = self._turn(x + width / 2, y + height / 2)
        family = plain_text(options.get("font_name", "Helvetica"))
        shown |= {"font": self.cards.role(family, options.place("font_name")), "size": size}
        shown |= {"align": align if align != "left" else None}
        shown["fill"] = options.colour("stroke", "black", is_text=True)
        style = plain_text(options.get("font_style")).lower()
        if is_html:
            parts = value.parts if isinstance(value, Mixed) else (value,)
            value = joined([re.sub(r"\s+", " ", one) if isinstance(one, str) else one for one in parts])
        text = self.cards.code(value, "text", *(["html"] if is_html else []))
        self._draw("text", shown, styled(text, bold="bold" in style, italic="italic" in style))

    def _image(self) -> None:
        value = self.options.get("source", UNKNOWN)
        value = self.script.deck.images if value == "*" else value
        shown = self.cards.picture(value, self.options.place("source"))
        if shown is None:
            self.options.leave()
            return
        width, height = (max(self._mm(name, 1), 0.0) for name in ("width", "height"))
        x, y = self._corner(width, height)
        self.when.append(shown[1])
        box: dict[str, Value] = {"href": shown[0], "x": x, "y": y, "width": width, "height": height}
        self._draw("image", box | {"transform": self._turn(x + width / 2, y + height / 2)})


def read(source: Source) -> ImportedGame:
    script = _Script(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            statements = ast.parse(script_text(source)).body
    except SyntaxError as error:
        place = source.place(error.lineno or 1, max(error.offset or 1, 1))
        raise source.error(f"the script is no Python: {error.msg}", place) from None
    except (ValueError, RecursionError, MemoryError):
        raise source.error("the script is nested too deeply to be read", source.place(1)) from None
    for one in statements:
        try:
            script.run(one)
        except RecursionError:
            raise source.error("this is nested too deeply to be read", script.place(one)) from None
    return script.finish()


IMPORTER = Importer(
    title="protograf",
    says="scripts for cards: decks, data, texts, shapes and pictures",
    suffixes=(".py",),
    recognizes=lambda source: b"protograf" in source.data or b"pyprototypr" in source.data,
    read=read,
)
