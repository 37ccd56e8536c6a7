"""protograf: Python scripts for decks of cards, read as data."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

from generator.catalog.paths import PICTURE_SUFFIXES, folder_inside
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import code as as_code
from generator.catalog.wording import quote
from generator.importing.drawing import Value
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, NewGame
from generator.importing.script import (
    BLEED,
    UNKNOWN,
    Each,
    Hole,
    Mixed,
    ScriptCards,
    ScriptTable,
    Unknown,
    calculated,
    joined,
    known_colour,
    mapped,
    own_table,
    plain_text,
    styled,
    take_table,
)

_UNITS = {"cm": 10.0, "mm": 1.0, "inch": 25.4, "inches": 25.4, "in": 25.4, "points": 25.4 / 72, "pt": 25.4 / 72}
_POINT = 25.4 / 72
_SIZES: Mapping[str, tuple[float, float]] = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "business": (50.8, 88.9),
    "mini": (44.45, 63.5),
    "miniamerican": (41.0, 63.0),
    "minieuropean": (44.0, 68.0),
    "skat": (59.0, 91.0),
}
_CENTRED = ("centre", "center", "c")
_HOLE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_SILENT = {"Save", "PageBreak", "print", "feedback", "Footer", "Header", "Blueprint", "Create"}
_KEPT = {"common", "name", "debug", "html", "wrap", "style", "stroke_ends", "dotted", "css", "transform"}
_PLAIN = (ast.Expression, ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Load, ast.cmpop, ast.boolop)
_MORE = (ast.Not, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.IfExp, ast.List, ast.Tuple)
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_DEEPEST = 100
_EDIT = "set it in the layout"


@dataclass(slots=True)
class _Shape:
    name: str
    node: ast.Call
    options: dict[str, object]
    when: str | None = None


class _Script:
    def __init__(self, source: Source) -> None:
        self.source, self.game = source, NewGame(source)
        self.known: dict[str, object] = {}
        self.unit = _UNITS["cm"]
        self.data: ScriptTable | None = None
        self.pending: tuple[list[str], list[list[object]]] | None = None
        """A table in the script, until the deck says which column has the copies."""
        self.images: Each | None = None
        self.deck: ast.Call | None = None
        self.settings: dict[str, object] = {}
        self.cards: ScriptCards | None = None
        self.font: dict[str, object] = {}

    def place(self, node: ast.expr | ast.stmt) -> Place:
        return self.source.place(node.lineno, node.col_offset + 1)

    def note(self, message: str, node: ast.expr | ast.stmt, hint: str | None = None) -> None:
        self.source.note(message, self.place(node), hint)

    def run(self, statements: Sequence[ast.stmt]) -> None:
        for one in statements:
            if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name):
                self.known[one.targets[0].id] = self.value(one.value)
                if isinstance(one.value, ast.Call) and _name(one.value) in ("Deck", "CounterSheet"):
                    self._command(one.value)
            elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
                self._command(one.value)
            elif isinstance(one, ast.Import | ast.ImportFrom | ast.Pass):
                continue
            elif not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                hint = "what is drawn there is left out; add it to the layout"
                self.note("code of one's own is not run" if _is_code(one) else "this is not understood", one, hint)

    def _command(self, call: ast.Call) -> None:
        name, options = _name(call), self._options(call)
        if name == "Create":
            self.unit = _UNITS.get(plain_text(options.get("units", "cm")), self.unit)
        elif name == "Data":
            self._read_data(call, options)
        elif name in ("Deck", "CounterSheet"):
            self.finish()
            self.deck, self.settings = call, options
            if name == "CounterSheet":
                self.settings = {"width": 25.4 / self.unit, "height": 25.4 / self.unit, **options}
        elif name in ("Card", "CardBack", "Counter", "CounterBack"):
            self._card(call)
        elif name == "Font":
            given = self.value(call.args[0]) if call.args else options.get("name", "")
            self.font = {"font_name": given} | {f"font_{key}": one for key, one in options.items() if key != "name"}
        elif name not in _SILENT:
            self.note(f"{as_code(name or 'this')} is not taken over", call, "draw it in the layout")

    def _options(self, call: ast.Call) -> dict[str, object]:
        found = {one.arg: self.value(one.value) for one in call.keywords if one.arg}
        common = found.get("common")
        return {**common, **found} if isinstance(common, dict) else found

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
            return {plain_text(self.value(key)): self.value(one) for key, one in zip(node.keys, node.values, strict=True) if key}
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            given = self.value(node.operand)
            return -given if isinstance(given, int | float) else UNKNOWN
        if isinstance(node, ast.BinOp):
            left, right = self.value(node.left), self.value(node.right)
            if isinstance(left, int | float) and isinstance(right, int | float):
                return calculated(_OPERATORS.get(type(node.op), ""), left, right)
            return joined([left, right]) if isinstance(node.op, ast.Add) and isinstance(left, str | Mixed) else UNKNOWN
        if isinstance(node, ast.JoinedStr):
            return joined([self.value(one.value if isinstance(one, ast.FormattedValue) else one) for one in node.values])
        return self._called(node) if isinstance(node, ast.Call) else UNKNOWN

    def _called(self, call: ast.Call) -> object:
        name = _name(call)
        if name == "T" and call.args:
            return self._template(self.value(call.args[0]), call)
        if name == "S" and len(call.args) > 1:
            return self._chosen(call)
        if name == "Common":
            return self._options(call)
        if name == "group":
            return [shape for one in call.args for shape in self._shapes(one)]
        if name == "Matrix":
            return self._matrix(self._options(call))
        if name in ("split", "steps", "letters") or not name or not name[0].islower():
            return UNKNOWN
        options = self._options(call)
        if call.args:
            options.setdefault("source" if name == "image" else "text", self.value(call.args[0]))
        return [_Shape(name, call, {**self.font, **options})]

    def _template(self, text: object, node: ast.expr) -> object:
        """A text with fields of the cards in it."""
        if not isinstance(text, str):
            return UNKNOWN
        parts: list[str | Hole] = []
        end = 0
        for found in _HOLE.finditer(text):
            hole = self._hole(found[1].strip())
            if hole is None:
                self.note(f"{quote(found.group())} is more than a field", node, _EDIT)
                return UNKNOWN
            parts += [text[end : found.start()], hole]
            end = found.end()
        return joined([*parts, text[end:]])

    def _hole(self, text: str) -> Hole | None:
        """What stands between braces, if it is of the kind that layouts know: fields, values and signs."""
        if text == "sequence":
            return Hole("number")
        try:
            tree = ast.parse(text, mode="eval")
            nodes = list(ast.walk(tree))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        if len(nodes) > _DEEPEST or not all(isinstance(node, (*_PLAIN, *_MORE)) for node in nodes):
            return None
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        if not all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in names):
            return None
        return Hole(text, text if names == {text} else "")

    def _chosen(self, call: ast.Call) -> object:
        """Shapes that are drawn where a condition is true."""
        text = self.value(call.args[0])
        found = _HOLE.fullmatch(text.strip()) if isinstance(text, str) else None
        hole = self._hole(found[1].strip()) if found else None
        if hole is None:
            self.note("the condition is not understood; its shapes are drawn on all cards", call, "write `{% if %}` around them")
        shapes = [shape for one in call.args[1:] for shape in self._shapes(one)]
        return [_Shape(one.name, one.node, one.options, hole.code if hole else one.when) for one in shapes]

    def _shapes(self, node: ast.expr) -> list[_Shape]:
        found = self.value(node)
        if isinstance(found, list):
            return found
        self.note("this is no shape that is known", node, "draw it in the layout")
        return []

    # Data

    def _matrix(self, options: Mapping[str, object]) -> object:
        labels, data = options.get("labels"), options.get("data")
        if not isinstance(labels, Each) or not isinstance(data, Each):
            return UNKNOWN
        values = [one.values if isinstance(one, Each) else (one,) for one in data.values]
        return Each((labels, *(Each(row) for row in islice(product(*values), MAX_CARDS + 1))))

    def _read_data(self, call: ast.Call, options: Mapping[str, object]) -> None:
        name, images = options.get("filename"), options.get("images")
        rows = next((options[key] for key in ("data_list", "matrix", "source") if key in options), None)
        if isinstance(name, str):
            sheet = options.get("sheetname", options.get("sheet"))
            self.pending = None
            self.settings["data"] = (name, sheet if isinstance(sheet, str | int) else None, self.place(call))
        elif isinstance(images, str):
            self.images = self._images(images, plain_text(options.get("images_filter", "")), call)
        elif isinstance(rows, Each) and rows.values:
            self.pending = _rows_of(rows)
        if self.pending is None and self.images is None and not isinstance(name, str):
            self.note("these data are not at hand", call, "save them as a CSV file beside the script")
        for key in ("filters", "extra", "randoms"):
            if key in options:
                self.note(f"{as_code(key)} of `Data` is not taken over", call, "change the table")

    def _images(self, name: str, wanted: str, call: ast.Call) -> Each | None:
        endings = [one.strip().lower() for one in wanted.split(",") if one.strip()] or PICTURE_SUFFIXES
        try:
            folder = folder_inside(self.source.path.parent, name.strip().rstrip("/"))
            found = sorted(one.name for one in islice(folder.iterdir(), MAX_CARDS) if Path(one).suffix.lower() in endings)
        except (InputError, OSError):
            found = []
        if not found:
            self.note(f"there are no pictures in {quote(name)} beside the file", call)
            return None
        return Each(tuple(f"{name.strip().rstrip('/')}/{one}" for one in found))

    # Decks and cards

    def _begin(self) -> ScriptCards:
        """The cards of the deck; made when the first is drawn on, for data may stand behind the deck."""
        if self.cards is None:
            copies = self.settings.get("copy", self.settings.get("copies"))
            heading = copies if isinstance(copies, str) else None
            table, count = None, self.settings.get("cards", 9)
            if self.pending:
                table = own_table(self.game, *self.pending, heading)
            elif self._data:
                name, sheet, place = self._data
                table = take_table(self.game, name, place, heading, sheet)
            elif self.images:
                count = len(self.images.values)
            self.cards = ScriptCards(self.game, count if isinstance(count, int) else 9, table)
            for key in ("mask", "zones", "gutter"):
                if key in self.settings and self.deck:
                    self.note(f"{as_code(key)} of `Deck` is not taken over", self.deck)
        return self.cards

    _data: tuple[str, str | int | None, Place] | None = None

    def _card(self, call: ast.Call) -> None:
        cards, name = self._begin(), _name(call)
        if not call.args:
            return
        numbers = self._numbers(self.value(call.args[0]), call.args[0], cards.count)
        when = None if numbers is None else cards.only(numbers, self.place(call))
        for shape in (one for node in call.args[1:] for one in self._shapes(node)):
            _Painter(self, cards, shape, when, behind=str(name).endswith("Back")).paint()

    def _numbers(self, given: object, node: ast.expr, count: int) -> list[int] | None:
        """The numbers of cards that are meant; None for all."""
        if given in ("*", "all", "ALL"):
            return None
        values = given.values if isinstance(given, Each) else plain_text(given).split(",")
        found: list[int] = []
        for one in values:
            ends = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", plain_text(one))
            if ends is None:
                self.note("which cards are meant is not understood; all of them have it", node, "write `{% if %}` around it")
                return None
            found += range(int(ends[1]), min(int(ends[2] or ends[1]), count) + 1)
        return found

    def side(self, name: str, default: float) -> float:
        """A side of the cards in mm."""
        given = self.settings.get(name)
        size = _SIZES.get(plain_text(self.settings.get("card_size")).lower(), _SIZES["poker"])
        if isinstance(given, int | float) and given > 0:
            return float(given) * self.unit
        return default or size[name == "height"]

    @property
    def width(self) -> float:
        radius = self.settings.get("radius")
        return self.side("width", 2 * float(radius) * self.unit if isinstance(radius, int | float) else 0.0)

    @property
    def height(self) -> float:
        radius = self.settings.get("radius")
        return self.side("height", 2 * float(radius) * self.unit if isinstance(radius, int | float) else 0.0)

    def finish(self) -> None:
        """Ends the deck, if there is one."""
        if self.deck is None:
            self.cards = None
            return
        cards, more = self._begin(), dict[str, object]()
        frame, rounding = plain_text(self.settings.get("frame")), self.settings.get("rounding")
        if frame == "circle":
            more = {"kind": "tokens", "shape": "circle"}
        elif frame == "hexagon":
            self.note("cards with six corners are taken for rectangles", self.deck, "see docs/tokens.md for `shape: hex`")
        elif isinstance(rounding, int | float) and 0 < rounding * self.unit < min(self.width, self.height) / 2:
            more = {"corner": round(rounding * self.unit, 3)}
        cards.finish(self.width, self.height, self.place(self.deck), bleed=None if "fill" in self.settings else 0.0, **more)
        self.deck = self.cards = self.pending = self._data = self.images = None


class _Painter:
    """Draws a shape into a layout."""

    def __init__(self, script: _Script, cards: ScriptCards, shape: _Shape, when: str | None, *, behind: bool) -> None:
        self.script, self.cards, self.shape, self.behind = script, cards, shape, behind
        self.when = [when, shape.when]
        self.used = set(_KEPT)
