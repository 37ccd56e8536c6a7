"""Squib: ``deck.rb``, whose calls are read as data, with its layouts in YAML and tables beside it."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

from generator.catalog.paths import MIB, read_bytes, read_text, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import code as as_code
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict, parse_yaml
from generator.importing.drawing import Value, quoted
from generator.importing.formats._ruby import (
    Assignment,
    Block,
    Call,
    Many,
    Node,
    Plain,
    Ruby,
    Statement,
    Sum,
    Table,
    Text,
    Unread,
)
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, NewGame
from generator.importing.script import (
    BLEED,
    EDIT,
    UNKNOWN,
    Each,
    Hole,
    Mixed,
    Options,
    ScriptCards,
    ScriptTable,
    Unknown,
    calculated,
    ground,
    joined,
    mapped,
    own_table,
    plain_text,
    script_text,
    styled,
    take_table,
    type_size,
)

_POKER = (825.0, 1125.0)
_CELL = 37.5
_LENGTH = re.compile(r"\s*([-+]?\d*\.?\d+)\s*(in|pt|cm|mm|deg|c|cells?)?\s*")
_SHORTHAND = re.compile(r"\s*(middle|center|deck)\s*(?:([-+/])\s*(.+))?")
_OPERATOR = re.compile(r"\s*([-+*/])=\s*(.+)")
_STYLES = {"bold", "italic", "oblique", "light", "medium", "semibold", "heavy", "black", "regular"}
_SHAPES: Mapping[str, tuple[str, Mapping[str, tuple[str, object]]]] = {
    "rect": (
        "rect",
        {"x": ("x", 0), "y": ("y", 0), "width": ("width", "deck"), "height": ("height", "deck")},
    ),
    "circle": ("circle", {"cx": ("x", 0), "cy": ("y", 0), "r": ("radius", 100)}),
    "ellipse": ("ellipse", {}),
    "line": ("line", {key: (key, 100 if key[1] == "1" else 150) for key in ("x1", "y1", "x2", "y2")}),
    "triangle": ("polygon", {}),
    "polygon": ("ngon", {"cx": ("x", 0), "cy": ("y", 0), "r": ("radius", 0)}),
    "star": (
        "star",
        {"cx": ("x", 0), "cy": ("y", 0), "r": ("outer_radius", 0), "inner": ("inner_radius", 0)},
    ),
}
"""The element of each shape; for its lengths, the option and its default."""
_DRAWN = {*_SHAPES, "background", "text", "png", "svg", "curve", "grid"}
_OUTPUT = {"save", "save_png", "save_pdf", "save_sheet", "showcase", "hand"}
_SILENT = {"hint", "safe_zone", "require", "require_relative", "puts", "print", "p", "pp", "configure"}
_UNIMPORTANT = {
    "hint",
    "ellipsize",
    "wrap",
    "stroke_strategy",
    "placeholder",
    "spacing",
    "dash",
    "layout",
    "range",
}
_LEFT_OUT = "what is drawn there is left out; add it to the layout"
_FONT = "Arial 12"
_ROUNDS, _DEEPEST = 1000, 50
"""Rounds of all loops together, and layouts of which one extends the other."""


@dataclass(slots=True)
class _Shape:
    """A call that draws, with its arguments as far as they are known."""

    call: Call
    options: dict[str, object]
    font: object


@dataclass(slots=True)
class _Deck:
    width: float
    height: float
    dpi: float
    layouts: dict[str, dict[str, object]] = field(default_factory=dict)
    shapes: list[_Shape] = field(default_factory=list)
    trim: float | None = None
    font: object = _FONT


class _Script:
    def __init__(self, source: Source) -> None:
        self.source, self.ruby = source, Ruby(script_text(source), source.shown)
        self.game = NewGame(source)
        self.known: dict[str, object] = {}
        self.rounds = 0
        self.has_decks = False
        self.deck = _Deck(*_POKER, 300.0)

    def note(self, message: str, at: int, hint: str | None = None) -> None:
        self.source.note(message, self.ruby.place(at), hint)

    def run(self, statements: Sequence[Statement], *, in_deck: bool = False) -> None:
        for one in statements:
            if isinstance(one, Unread):
                self.note(one.what, one.at, _LEFT_OUT if one.is_lost else "write `{% if %}` in the layout")
            elif isinstance(one, Assignment) and _is_deck(one.value):
                self.known[one.name] = UNKNOWN
                self._new_deck(one.value)
            elif isinstance(one, Assignment):
                self.known[one.name] = self.value(one.value)
            elif isinstance(one, Call):
                self._command(one, in_deck=in_deck)

    def _command(self, call: Call, *, in_deck: bool) -> None:
        if _is_deck(call):
            self._new_deck(call)
        elif call.name in ("build", "group") and call.block:
            self.run(call.block.body, in_deck=in_deck)
        elif call.block and (rounds := self._rounds(call)):
            self._unroll(rounds, call.block, in_deck=in_deck)
        elif call.name in _SILENT or call.name.startswith(("enable_", "disable_", "print_")):
            return
        elif (in_deck and call.receiver is None) or call.name in _OUTPUT:
            self._in_deck(call, self.deck)
        else:
            self._pass_over(call)

    def _pass_over(self, call: Call) -> None:
        what = "a loop" if call.block else as_code(call.name)
        self.note(f"{what} is not run", call.at, _LEFT_OUT)

    def _rounds(self, call: Call) -> Sequence[object]:
        """What a loop goes through, if the script says it in so many words; empty where it does not."""
        owner = self.value(call.receiver) if call.receiver else UNKNOWN
        if call.name == "times" and isinstance(owner, int):
            return range(min(owner, _ROUNDS + 1))
        if call.name == "each" and isinstance(owner, tuple):
            return range(owner[0], min(owner[1], owner[0] + _ROUNDS) + 1)
        is_loop = call.name in ("each", "each_with_index") and isinstance(owner, Each)
        values = owner.values if is_loop and isinstance(owner, Each) else ()
        return () if any(isinstance(one, Unknown) for one in values) else values

    def _unroll(self, rounds: Sequence[object], block: Block, *, in_deck: bool) -> None:
        for number, one in enumerate(rounds):
            self.rounds += 1
            if self.rounds > _ROUNDS:
                raise self.source.error("the script has too many rounds of loops")
            self.known |= dict(zip(block.names, (one, number), strict=False))
            self.run(block.body, in_deck=in_deck)

    def _in_deck(self, call: Call, deck: _Deck) -> None:
        options = {key: self.value(node) for key, node in call.named.items()}
        for given in map(self.value, call.args):
            options |= given if isinstance(given, dict) else {}
        if call.name in _DRAWN:
            deck.shapes.append(_Shape(call, options, deck.font))
        elif call.name in _OUTPUT:
            deck.trim = self.pixels(options["trim"]) if "trim" in options else deck.trim
        elif call.name == "cut_zone":
            deck.trim = deck.trim or self.pixels(options.get("margin", "0.125in"))
        elif call.name == "use_layout":
            self._load_layouts(options.get("file"), call.at)
        elif call.name == "set":
            font = options.get("font", deck.font)
            deck.font = _FONT if font == "default" else font
        elif call.name not in ("csv", "xlsx", "yaml"):
            self._pass_over(call)

    # Values

    def value(self, node: Node) -> object:
        if isinstance(node, Plain):
            return node.value
        if isinstance(node, Many):
            return Each(tuple(map(self.value, node.items)))
        if isinstance(node, Table):
            return {key: self.value(item) for key, item in node.entries.items()}
        if isinstance(node, Text):
            return joined([self.value(part) for part in node.parts])
        return self._sum(node) if isinstance(node, Sum) else self._called(node)

    def _sum(self, node: Sum) -> object:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(left, int) and isinstance(right, int) and node.sign.startswith("."):
            return left, right - (node.sign == "...")
        if isinstance(left, int | float) and isinstance(right, int | float):
            found = calculated(node.sign, left, right)
            whole = isinstance(left, int) and isinstance(right, int) and not isinstance(found, Unknown)
            return math.floor(found) if whole else found  # type: ignore[arg-type]
        return joined([left, right]) if node.sign == "+" and isinstance(left, str | Mixed) else UNKNOWN

    def _called(self, call: Call) -> object:
        args = [self.value(node) for node in call.args]
        if call.receiver is None or (isinstance(call.receiver, Call) and call.receiver.name == "Squib"):
            if call.name in ("csv", "xlsx", "yaml"):
                return self._table(call)
            if call.name in ("inches", "cm", "mm") and len(args) == 1 and isinstance(args[0], int | float):
                return f"{args[0]}{call.name[:2]}"
            return self.known.get(call.name, UNKNOWN)
        owner = self.value(call.receiver)
        name = args[0] if call.name == "[]" and len(args) == 1 else call.name
        if call.name in ("size", "length", "count", "nrows"):
            return _size(owner)
        if call.name in ("map", "collect") and isinstance(owner, Each | Hole):
            return self._mapped(owner, call.block)
        if isinstance(owner, ScriptTable):
            return owner.hole(name) or UNKNOWN if isinstance(name, str) else UNKNOWN
        if isinstance(owner, dict):
            return owner.get(name, UNKNOWN)
        if isinstance(owner, Each) and isinstance(name, int):
            return owner.values[name] if -len(owner.values) <= name < len(owner.values) else None
        return owner if call.name in ("to_s", "to_sym", "to_a", "strip") else UNKNOWN

    def _mapped(self, owner: Each | Hole, block: Block | None) -> object:
        """What a block makes of each value, where it is one text or value."""
        body = block.body[0] if block and len(block.body) == len(block.names) == 1 else None
        if block is None or body is None or isinstance(body, Assignment | Unread):
            return UNKNOWN
        before, results = dict(self.known), list[object]()
        for one in owner.values if isinstance(owner, Each) else (owner,):
            self.known[block.names[0]] = one
            results.append(self.value(body))
        self.known = before
        if any(isinstance(one, Unknown) for one in results):
            return UNKNOWN
        return Each(tuple(results)) if isinstance(owner, Each) else results[0]

    def _table(self, call: Call) -> object:
        options = {key: self.value(node) for key, node in call.named.items()}
        place, copies = self.ruby.place(call.at), plain_text(options.get("explode", "qty"))
        data, name = options.get("data"), options.get("file", f"deck.{call.name}")
        if isinstance(data, str):
            with suppress(csv.Error, ValueError):
                head, *rows = csv.reader([line for line in data.splitlines() if line.strip()])
                return own_table(self.game, [one.strip() for one in head], rows, place, copies)
        if not isinstance(name, str):
            return UNKNOWN
        if call.block:
            message = "what the block does with the table's cells is not run"
            self.note(message, call.at, "change the table, or the layout")
        sheet, delimiter = options.get("sheet", 0), options.get("col_sep")
        if not isinstance(sheet, str):
            sheet = sheet + 1 if isinstance(sheet, int) and sheet > 0 else None
        own = delimiter if isinstance(delimiter, str) else None
        return take_table(self.game, name, place, copies, sheet, own) or UNKNOWN

    def pixels(self, value: object) -> float | None:
        """A length in pixels, or an angle in radians; None if it is none."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        found = _LENGTH.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            return None
        inch = self.deck.dpi
        units = {"in": inch, "pt": inch / 72, "cm": inch / 2.54, "mm": inch / 25.4, "deg": math.pi / 180}
        return float(found[1]) * (units.get(found[2], _CELL) if found[2] else 1.0)

    # Decks and layouts

    def _new_deck(self, call: Call) -> None:
        options = {key: self.value(node) for key, node in call.named.items()}
        self.has_decks, dpi = True, options.get("dpi")
        self.deck = _Deck(*_POKER, float(dpi) if isinstance(dpi, int | float) and dpi > 0 else 300.0)
        for name in ("width", "height"):
            size = self.pixels(options.get(name, getattr(self.deck, name)))
            if size is None or size <= 0:
                message = f"{as_code(name)} of the deck is computed"
                self.note(message, call.named[name].at, "set `size:` in game.yaml")
            else:
                setattr(self.deck, name, size)
        self._load_layouts(options.get("layout"), call.at)
        self.run(call.block.body if call.block else (), in_deck=True)
        count = options.get("cards", 1)
        _Painter(self, count if isinstance(count, int) else None, call).finish()

    def _load_layouts(self, files: object, at: int) -> None:
        for name in files.values if isinstance(files, Each) else () if files is None else (files,):
            path = self.game.beside(name) if isinstance(name, str) else None
            if path is None:
                hint = "if it is one of Squib's own, copy it there, and import again"
                self.note(f"there is no layout {quote(plain_text(name))} next to the script", at, hint)
                continue
            problems = Problems()
            text = _plain_yaml(read_text(path, shown_path(path)))
            read = parse_yaml(text, shown_path(path), problems) if text.strip() else MarkedDict()
            for fault in filter(lambda problem: problem.severity == "error", problems):
                raise InputError(fault.message, place=fault.place, hint=fault.hint)
            named = read if isinstance(read, MarkedDict) else MarkedDict()
            raw = self.deck.layouts | {key: dict(one) for key, one in named.items() if isinstance(one, dict)}
            done: dict[str, dict[str, object]] = {}
            self.deck.layouts = {key: self._extended(raw, key, done, at) for key in raw}

    def _extended(
        self,
        raw: Mapping[str, dict[str, object]],
        key: str,
        done: dict[str, dict[str, object]],
        at: int,
        depth: int = 0,
    ) -> dict[str, object]:
        """A layout with what it takes from those that it extends."""
        if key in done:
            return done[key]
        if depth > _DEEPEST:
            raise self.source.error(f"the layout {quote(key)} extends too many others", self.ruby.place(at))
        # One that extends itself finds nothing there.
        merged = done[key] = {}
        parents = raw[key].get("extends")
        for parent in parents if isinstance(parents, list) else [parents]:
            if parent in raw:
                merged |= self._extended(raw, str(parent), done, at, depth + 1)
        for name, value in raw[key].items():
            found = _OPERATOR.fullmatch(value) if isinstance(value, str) else None
            merged[name] = self._changed(merged.get(name), found) if found else value
        merged.pop("extends", None)
        return merged

    def _changed(self, before: object, found: re.Match[str]) -> object:
        """What ``+= 5mm`` makes of a length."""
        pixels, by = self.pixels(before), self.pixels(found[2])
        return UNKNOWN if pixels is None or by is None else calculated(found[1], pixels, by)


def _is_deck(node: Node) -> TypeGuard[Call]:
    owner = node.receiver if isinstance(node, Call) and node.name == "new" else None
    return isinstance(owner, Call) and owner.name == "Deck"


def _plain_yaml(text: str) -> str:
    """Layouts without Ruby's symbols, and with Squib's ``extends`` for YAML's own ``<<``."""
    entries = {found[2]: found[1] for found in re.finditer(r"^(\S+):\s*&(\w+)", text, re.MULTILINE)}

    def extends(found: re.Match[str]) -> str:
        return f"extends: {entries.get(found[1], found[1])}"

    return re.sub(r"<<:\s*\*(\w+)", extends, text.replace("!ruby/symbol ", ""))


def _size(owner: object) -> object:
    if isinstance(owner, dict):
        return max((len(one.values) for one in owner.values() if isinstance(one, Each)), default=UNKNOWN)
    if isinstance(owner, Each):
        return len(owner.values)
    table = owner.table if isinstance(owner, Hole) else owner
    return len(table.rows) if isinstance(table, ScriptTable) else UNKNOWN


class _Painter:
    """Draws the shapes of a deck into a layout."""

    def __init__(self, script: _Script, count: int | None, call: Call) -> None:
        self.script, self.deck, self.place = script, script.deck, script.ruby.place(call.at)
        deck = self.deck
        if deck.trim is None and (deck.width, deck.height, deck.dpi) == (*_POKER, 300.0):
            deck.trim = deck.dpi / 8
            message = "825 × 1125 pixels are taken for poker cards with 1/8 in of bleed around"
            script.source.note(message, self.place, "`trim:` at `save_pdf` or `save_sheet` says it otherwise")
        self.trim = min(deck.trim or 0.0, deck.width / 3, deck.height / 3)
        self.scale = 25.4 / deck.dpi
        values = [value for shape in deck.shapes for value in shape.options.values()]
        parts = [part for one in values for part in (one.parts if isinstance(one, Mixed) else (one,))]
        table = next((one.table for one in parts if isinstance(one, Hole) and one.table), None)
        if count is None and table is None:
            at = call.named["cards"].at
            script.note("the number of cards is computed", at, "set it in the list of cards")
        self.cards = ScriptCards(script.game, count or 1, table)

    def finish(self) -> None:
        for shape in self.deck.shapes:
            for options, when in self._by_layout(shape):
                self._paint(shape, options, when)
        width, height = ((side - 2 * self.trim) * self.scale for side in (self.deck.width, self.deck.height))
        grounds = any(shape.call.name == "background" for shape in self.deck.shapes)
        bleed = None if grounds and not self.trim else min(self.trim * self.scale, 10.0)
        self.cards.finish(width, height, self.place, bleed=bleed)

    def _at(self, shape: _Shape, name: str) -> Place:
        return self.script.ruby.place(shape.call.named.get(name, shape.call).at)

    def _by_layout(self, shape: _Shape) -> Iterator[tuple[dict[str, object], list[str | None]]]:
        """The options with those of each layout that cards have, and the condition for these cards."""
        layout, only = shape.options.get("layout"), self._range(shape)
        if isinstance(layout, Each):
            for name in dict.fromkeys(layout.values):
                numbers = [n for n, one in enumerate(layout.values, 1) if one == name]
                yield self._with(shape, name), [only, self.cards.only(numbers, self.place)]
        elif isinstance(layout, Hole) and layout.table:
            for name in dict.fromkeys(plain_text(row.get(layout.heading)) for row in layout.table.rows):
                if name in self.deck.layouts:
                    yield self._with(shape, name), [only, f"{layout.code} == {quoted(name)}"]
        else:
            yield self._with(shape, layout), [only]

    def _with(self, shape: _Shape, layout: object) -> dict[str, object]:
        below = self.deck.layouts.get(layout) if isinstance(layout, str) else None
        if layout is not None and below is None:
            message = f"there is no layout {quote(plain_text(layout))}"
            self.script.source.note(message, self._at(shape, "layout"), EDIT)
        return {"font": shape.font, **(below or {}), **shape.options}

    def _range(self, shape: _Shape) -> str | None:
        given, count = shape.options.get("range", "all"), self.cards.count
        if given == "all":
            return None
        numbers: Sequence[object] = given.values if isinstance(given, Each) else (given,)
        if isinstance(given, tuple):
            first, last = (one + count if one < 0 else one for one in given)
            numbers = range(max(first, 0), min(last, MAX_CARDS) + 1)
        if not all(isinstance(one, int) for one in numbers):
            message = "which cards it is drawn on is computed; all of them have it"
            self.script.source.note(
                message, self._at(shape, "range"), "write `{% if %}` around it in the layout"
            )
            return None
        places = [one + count if one < 0 else one for one in numbers if isinstance(one, int)]
        return self.cards.only([one + 1 for one in places], self.place)

    # Shapes

    def _paint(self, shape: _Shape, values: Mapping[str, object], when: list[str | None]) -> None:
        name = shape.call.name
        options = Options(self.cards, name, values, lambda option: self._at(shape, option))
        if name in _SHAPES:
            self._shape(name, options, when)
        elif name == "background":
            beyond = self.trim * self.scale or BLEED
            ground(self.cards, options.colour("color", "black"), when, beyond)
        elif name == "text":
            self._text(options, when, shape.call.block)
        elif name in ("png", "svg"):
            self._image(options, when)
        else:
            options.leave()
            self.script.note(f"{as_code(name)} is not taken over", shape.call.at, "draw it in the layout")
        # A layout may hold what is for others.
        options.finish(_UNIMPORTANT | (values.keys() - shape.options.keys()))

    def _length(self, options: Options, name: str, default: object = 0) -> Value:
        """A length in mm; places count from the trim."""
        whole = self.deck.height if name.startswith(("y", "height")) else self.deck.width
        is_place = name[0] in "xy" and "radius" not in name

        def to_mm(value: object) -> float | None:
            found = _SHORTHAND.fullmatch(value) if isinstance(value, str) else None
            pixels: object = self.script.pixels(value)
            if found:
                pixels = whole if found[1] == "deck" else whole / 2
                by = self.script.pixels(found[3]) if found[2] else None
                pixels = calculated(found[2], pixels, by) if by is not None else pixels
            if not isinstance(pixels, int | float):
                return None
            return (pixels - self.trim if is_place else max(pixels, 0)) * self.scale

        return options.length(name, default, to_mm)

    def _turn(self, options: Options, x: Value, y: Value) -> str | None:
        angle = math.degrees(self.script.pixels(options.get("angle", 0)) or 0.0)
        is_known = angle and isinstance(x, float) and isinstance(y, float)
        return f"rotate({angle:.2f} {x:.2f} {y:.2f})" if is_known else None

    def _shape(self, name: str, options: Options, when: list[str | None]) -> None:
        tag, lengths = _SHAPES[name]
        shown = {key: self._length(options, option, default) for key, (option, default) in lengths.items()}
        if name == "rect":
            rx = self._length(options, "radius" if options.has("radius") else "x_radius")
            options.get("y_radius")
            shown |= {"rx": rx or None, "transform": self._turn(options, shown["x"], shown["y"])}
        elif name == "triangle":
            corners = [
                self._length(options, f"{axis}{n}", 100 + 50 * (n > 1)) for n in (1, 2, 3) for axis in "xy"
            ]
            shown["points"] = " ".join(f"{one:.2f}" if isinstance(one, float) else "0" for one in corners)
        elif name == "ellipse":
            for corner, side, centre, radius in (("x", "width", "cx", "rx"), ("y", "height", "cy", "ry")):
                at, size = self._length(options, corner), self._length(options, side, "deck")
                half = size / 2 if isinstance(size, float) else 1.0
                shown |= {centre: at + half if isinstance(at, float) else half, radius: half}
        elif name in ("polygon", "star"):
            # Here the first corner is at the right, there at the top.
            angle = 90 + math.degrees(self.script.pixels(options.get("angle", 0)) or 0.0)
            corners_ = str(int(min(max(options.number("n", 5), 3), 1000)))
            shown |= {"rotate": round(angle, 2), "sides" if name == "polygon" else "points": corners_}
        dashes = re.findall(r"[\d.]+\s*[a-z]*", plain_text(options.get("dash")))
        dash = list(map(self.script.pixels, dashes))
        looks: dict[str, Value] = {
            "fill": options.colour("fill_color", "none"),
            "stroke": options.colour("stroke_color", "black"),
            "stroke_width": self._length(options, "stroke_width", 2),
            "stroke_dasharray": " ".join(f"{one * self.scale:.2f}" for one in dash if one) or None,
            "stroke_linecap": options.word("cap", {"round": "round", "square": "square"}),
        }
        if tag == "line":
            del looks["fill"]
        self.cards.draw(when, tag, shown | looks)

    def _text(self, options: Options, when: list[str | None], block: Block | None) -> None:
        value = options.get("str", UNKNOWN)
        if value is UNKNOWN:
            options.leave()
            return
        filters = self._embedded(block)
        if options.get("markup", False) is True:
            filters = [*filters, "html"]
        elif filters:
            filters = [*filters, "rich"]
        family, styles, size = self._font(options)
        x, y = self._length(options, "x"), self._length(options, "y")
        has_width = options.get("width", "auto") != "auto"
        rest = (self.deck.width - self.trim) * self.scale - (x if isinstance(x, float) else 0.0)
        height = self._length(options, "height") if options.get("height", "auto") != "auto" else None
        outline = self._length(options, "stroke_width")
        edge = options.colour("stroke_color", "black")
        justify = options.get("justify", False) is True
        align = options.word("align", {"center": "center", "right": "right"})
        valign = options.word("valign", {"middle": "middle", "bottom": "bottom"})
        shown: dict[str, Value] = {
            "x": x,
            "y": y,
            "width": self._length(options, "width", "deck") if has_width else max(rest, 5.0),
            "height": height,
            "font": self.cards.role(family, options.place("font")),
            "size": size,
            "align": "justify" if justify else align,
            "valign": valign if height is not None else None,
            "wrap": None if has_width else "none",
            "fill": options.colour("color", "black", is_text=True),
            "stroke": edge if outline else None,
            "stroke_width": outline or None,
            "transform": self._turn(options, x, y),
        }
        bold = bool(styles & {"bold", "heavy", "black", "weight=700", "weight=900"})
        text = self.cards.code(value, "text", *filters)
        italic = bool(styles & {"italic", "oblique", "style=italic", "style=oblique"})
        self.cards.draw(when, "text", shown, styled(text, bold=bold, italic=italic))

    def _font(self, options: Options) -> tuple[str, set[str], Value]:
        """The family, the words of its style, and the size in points."""
        words, size = plain_text(options.get("font")).replace(",", " , ").split(), options.get("font_size")
        if words and re.fullmatch(r"\d+(\.\d+)?", words[-1]):
            size = float(words.pop()) if size is None else size
        styles: set[str] = set()
        while words and (words[-1].lower() in _STYLES or "=" in words[-1]):
            styles.add(words.pop().lower())

        def bounded(one: object) -> object:
            return type_size(float(one) if isinstance(one, int | float) else None)

        found = mapped(size, bounded)
        shown = found if isinstance(found, float) else self.cards.code(found, "font_size")
        return " ".join(words).split(" , ")[0].strip(" ,"), styles, shown

    def _embedded(self, block: Block | None) -> list[str]:
        """The filters that put icons in the place of their keys."""
        filters: list[str] = []
        for call in block.body if block else ():
            named = call.named if isinstance(call, Call) and call.name in ("svg", "png") else {}
            key, file = (
                self.script.value(named[name]) if name in named else None for name in ("key", "file")
            )
            if not isinstance(key, str) or not isinstance(file, str):
                self.script.note("this icon of a text is not understood", call.at, EDIT)
            elif icon := self.cards.icon(file, self.script.ruby.place(call.at)):
                filters.append(f"replace({quoted(key)}, {quoted('{' + icon + '}')})")
        return filters

    def _image(self, options: Options, when: list[str | None]) -> None:
        value = options.get("file" if options.has("file") else "data", UNKNOWN)
        shown = self.cards.picture(value, options.place("file"))
        if shown is None:
            options.leave()
            return
        x, y = self._length(options, "x"), self._length(options, "y")
        first = _first(value)
        native = _native_size(self.script.game.beside(first)) if first else None
        box: dict[str, Value] = {}
        for name in ("width", "height"):
            given = options.get(name, "native")
            box[name] = None if given in ("native", "scale") else self._length(options, name)
            if given == "native" and native is not None:
                box[name] = native[name == "height"] * self.scale
        more: dict[str, Value] = {"fit": "fill"}
        if None in box.values():
            # To scale: as large as fits between its corner and the edges of the card.
            more = {"fit": "contain", "focus_x": 0.0, "focus_y": 0.0}
            for name, corner, whole in (("width", x, self.deck.width), ("height", y, self.deck.height)):
                rest = (whole - self.trim) * self.scale - (corner if isinstance(corner, float) else 0.0)
                box[name] = max(rest, 1.0) if box[name] is None else box[name]
        alpha = options.number("alpha", 1.0)
        more |= {"opacity": alpha if 0 <= alpha < 1 else None, "transform": self._turn(options, x, y)}
        self.cards.draw([*when, shown[1]], "image", {"href": shown[0], "x": x, "y": y} | box | more)


def _first(value: object) -> str | None:
    """The picture of the first card that has one: they are mostly of one size."""
    if isinstance(value, Hole) and value.table:
        value = Each(tuple(row.get(value.heading) for row in value.table.rows))
    names = value.values if isinstance(value, Each) else (value,)
    return next((name for name in names if isinstance(name, str) and name), None)


def _native_size(path: Path | None) -> tuple[float, float] | None:
    """The width and height of a PNG file in pixels."""
    head = read_bytes(path, Place(path.name), 25 * MIB)[:24] if path else b""
    if len(head) < 24 or not head.startswith(b"\x89PNG"):
        return None
    return float(int.from_bytes(head[16:20])) or 1.0, float(int.from_bytes(head[20:24])) or 1.0


def read(source: Source) -> ImportedGame:
    script = _Script(source)
    script.run(script.ruby.statements)
    if not script.has_decks:
        hint = "decks are read that begin with `Squib::Deck.new`, outside custom code"
        raise source.error("there is no deck in the script", hint=hint)
    return script.game.finished()


IMPORTER = Importer(
    title="Squib",
    says="deck.rb: its shapes, texts and pictures, layouts in YAML, tables and lists",
    suffixes=(".rb",),
    recognizes=lambda source: b"Squib" in source.data,
    read=read,
)
