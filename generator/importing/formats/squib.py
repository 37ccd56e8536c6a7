"""Squib: ``deck.rb``, whose calls are read as data, with its layouts in YAML and tables beside it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.catalog.paths import read_bytes, read_text
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import code as as_code
from generator.catalog.wording import quote
from generator.importing.drawing import Code, Value
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import Component, NewGame
from generator.importing.ruby import Assignment, Block, Call, Many, Node, Plain, Ruby, Statement, Sum, Table, Text, Unread
from generator.importing.script import (
    Each,
    Hole,
    Mixed,
    ScriptCards,
    ScriptTable,
    known_colour,
    mapped,
    plain_text,
    styled,
    take_table,
)

_MM, _POKER = 25.4, (825.0, 1125.0)
_BLEED = 3.0
_LENGTH = re.compile(r"\s*([-+]?\d*\.?\d+)\s*(in|pt|cm|mm|deg|c|cells?)?\s*$")
_SHORTHAND = re.compile(r"(middle|center|deck)(?:\s*([-+/])\s*(.+))?$")
_OPERATOR = re.compile(r"([-+*/])=\s*(.+)")
_FONT = re.compile(r"^(.*?)((?:[\s,]+(?:weight=\w+|style=\w+|[A-Za-z-]+))*?)[\s,]*(\d+(?:\.\d+)?)?$")
_STYLES = {"bold", "italic", "oblique", "light", "medium", "semibold", "semi-bold", "heavy", "black", "regular"}
_GRADIENT = re.compile(r"\(([^()]*)\)\s*\(([^()]*)\)\s*(.+)")
_SHAPES = ("background", "rect", "circle", "ellipse", "line", "triangle", "polygon", "star", "curve", "text", "png", "svg")
_OUTPUT = {"save", "save_png", "save_pdf", "save_sheet", "save_json", "showcase", "hand"}
_SILENT = {"hint", "safe_zone", "cut_zone", "require", "require_relative", "puts", "print", "p", "pp", "srand"} | {
    *("enable_build", "disable_build", "enable_build_globally", "disable_build_globally", "print_system_fonts"),
    *("configure",),
}
_NO_LOSS = {"hint", "range", "layout", "ellipsize", "wrap", "stroke_strategy", "placeholder", "force_id", "spacing", "join"}
_CHANGES: Mapping[str, tuple[Callable[[str], str], str]] = {
    "upcase": (str.upper, "upper"),
    "downcase": (str.lower, "lower"),
    "capitalize": (str.capitalize, "capitalize"),
    "strip": (str.strip, "trim"),
    "to_s": (str, "string"),
}
_EDIT = "set it in the layout"


class _Unknown:
    """A value that only running the script would tell."""


_UNKNOWN = _Unknown()


@dataclass(slots=True)
class _Frame:
    """Columns by their names: a table's, or those of a hash of lists."""

    table: ScriptTable | None = None
    columns: Mapping[str, object] = field(default_factory=dict)

    def column(self, name: str) -> object:
        if self.table:
            return self.table.hole(name) or _UNKNOWN
        return self.columns.get(name, _UNKNOWN)

    def size(self) -> object:
        if self.table:
            return len(self.table.rows)
        return max((len(one.values) for one in self.columns.values() if isinstance(one, Each)), default=_UNKNOWN)


@dataclass(slots=True)
class _Shape:
    """A call that draws, with its arguments as far as they are known."""

    name: str
    at: int
    options: dict[str, object]
    places: Mapping[str, int]
    block: Block | None


@dataclass(slots=True)
class _Deck:
    width: float
    height: float
    count: object
    dpi: float
    layouts: dict[str, dict[str, object]]
    shapes: list[_Shape] = field(default_factory=list)
    trim: float | None = None
    zone: float | None = None
    font: object = "Arial 36"
    table: ScriptTable | None = None


class _Script:
    def __init__(self, source: Source) -> None:
        self.source, self.ruby = source, Ruby(source.text, source.shown)
        self.game = NewGame(source)
        self.known: dict[str, object] = {}
        self.deck: _Deck | None = None

    def note(self, message: str, at: int, hint: str | None = None) -> None:
        self.source.note(message, self.ruby.place(at), hint)

    def run(self, statements: Sequence[Statement]) -> None:
        for one in statements:
            if isinstance(one, Unread):
                self.note(one.what, one.at, "what is drawn there is left out; add it to the layout")
            elif isinstance(one, Assignment):
                self.known[one.name] = self.value(one.value)
            elif isinstance(one, Call):
                self._command(one)

    def _command(self, call: Call) -> None:
        receiver = call.receiver
        if call.name == "new" and isinstance(receiver, Call) and receiver.name == "Deck":
            return self._new_deck(call)
        if receiver is None and call.name in ("build", "build_groups"):
            return self.run(call.block.body if call.block else ())
        if call.name in _SILENT or call.name.startswith(("@", "$")) and call.block is None:
            if call.name == "cut_zone" and self.deck:
                self.deck.zone = self._pixels(self._options(call)[0].get("margin", "0.125in"))
            return None
        on_deck = receiver is None or (isinstance(receiver, Call) and receiver.name in ("deck", "self"))
        if on_deck and self.deck and call.name in (*_SHAPES, *_OUTPUT, "use_layout", "set", "grid"):
            return self._draw(call, self.deck)
        if call.name in ("csv", "xlsx", "yaml"):
            return None
        if call.block is not None:
            return self.note("a loop is not run", call.at, "what is drawn there is left out; add it to the layout")
        return self.note(f"{as_code(call.name)} is not run", call.at)

    def _draw(self, call: Call, deck: _Deck) -> None:
        options, places = self._options(call)
        if call.name in _OUTPUT:
            if "trim" in options:
                deck.trim = self._pixels(options["trim"])
        elif call.name == "use_layout":
            self._load_layouts(options.get("file"), call.at, deck)
        elif call.name == "set":
            deck.font = options.get("font", deck.font)
            deck.font = "Arial 36" if deck.font == "default" else deck.font
        elif call.name == "grid":
            self.note("a grid is not taken over", call.at, "draw it with a loop in the layout")
        else:
            if call.name == "text":
                options.setdefault("font", _Default(deck.font))
            deck.shapes.append(_Shape(call.name, call.at, options, places, call.block))

    def _options(self, call: Call) -> tuple[dict[str, object], dict[str, int]]:
        found = {key: self.value(node) for key, node in call.named.items()}
        places = {key: node.at for key, node in call.named.items()}
        for node in call.args:
            given = self.value(node)
            if isinstance(given, dict):
                found |= given
        return found, places

    # Values

    def value(self, node: Node) -> object:
        if isinstance(node, Plain):
            return node.value
        if isinstance(node, Many):
            return Each(tuple(self.value(item) for item in node.items))
        if isinstance(node, Table):
            return {key: self.value(item) for key, item in node.entries.items()}
        if isinstance(node, Text):
            return _joined([self.value(part) for part in node.parts])
        if isinstance(node, Sum):
            return self._sum(node)
        return self._call(node)

    def _sum(self, node: Sum) -> object:
        left, right = self.value(node.left), self.value(node.right)
        if node.sign.startswith("."):
            if isinstance(left, int) and isinstance(right, int):
                return range(left, right + (node.sign == "..")) if left >= 0 <= right else (left, right)
            return _UNKNOWN
        if isinstance(left, int | float) and isinstance(right, int | float):
            return _calculated(node.sign, left, right)
        if node.sign == "+" and isinstance(left, str | Hole | Mixed):
            return _joined([left, right])
        return _UNKNOWN

    def _call(self, call: Call) -> object:
        if call.receiver is None or (isinstance(call.receiver, Call) and call.receiver.name == "Squib"):
            if call.name in ("csv", "xlsx"):
                return self._frame(call)
            if call.name in self.known and call.receiver is None and not call.args:
                return self.known[call.name]
            units = {"inches": "in", "cm": "cm", "mm": "mm", "points": "pt", "cells": "c"}
            if call.name in units and len(call.args) == 1:
                amount = self.value(call.args[0])
                return f"{amount}{units[call.name]}" if isinstance(amount, int | float) else _UNKNOWN
            return _UNKNOWN
        owner = self.value(call.receiver)
        key = self.value(call.args[0]) if len(call.args) == 1 else None
        if isinstance(owner, dict):
            if call.name == "[]" and isinstance(key, str):
                return owner.get(key, _UNKNOWN)
            owner = _Frame(columns=owner)
        if call.name in ("size", "length", "count", "nrows"):
            if isinstance(owner, Hole) and self._table:
                return len(self._table.rows)
            size = len(owner.values) if isinstance(owner, Each) else None
            return owner.size() if isinstance(owner, _Frame) else size if size is not None else _UNKNOWN
        if isinstance(owner, _Frame):
            return owner.column(key if call.name == "[]" and isinstance(key, str) else call.name)
        if isinstance(owner, Each) and call.name == "[]" and isinstance(key, int):
            return owner.values[key] if -len(owner.values) <= key < len(owner.values) else None
        if call.name in ("map", "collect") and isinstance(owner, Each | Hole):
            return self._mapped(owner, call.block)
        change = _CHANGES.get(call.name)
        if change and isinstance(owner, str | Hole):
            return change[0](owner) if isinstance(owner, str) else Hole(f"{owner.code}|{change[1]}", owner.heading)
        return owner if call.name in ("to_sym", "to_a", "flatten", "dup") else _UNKNOWN

    def _mapped(self, owner: Each | Hole, block: Block | None) -> object:
        """What a block makes of each value, where it is one text or value."""
        body = block.body[0] if block and len(block.body) == len(block.names) == 1 else None
        if block is None or body is None or isinstance(body, Assignment | Unread):
            return _UNKNOWN
        before = dict(self.known)
        results = []
        for one in owner.values if isinstance(owner, Each) else (owner,):
            self.known[block.names[0]] = one
            results.append(self.value(body))
        self.known = before
        if any(isinstance(one, _Unknown) for one in results):
            return _UNKNOWN
        return Each(tuple(results)) if isinstance(owner, Each) else results[0]

    _table: ScriptTable | None = None
    """The table that was read last."""

    def _frame(self, call: Call) -> object:
        options, _ = self._options(call)
        name = options.get("file", "deck.csv" if call.name == "csv" else "deck.xlsx")
        place = self.ruby.place(call.at)
        if isinstance(options.get("data"), str) or not isinstance(name, str):
            self.note("a table inside the script is not taken over", call.at, "save it as a CSV file beside it")
            return _UNKNOWN
        if call.block:
            hint = "change the table itself, or the layout"
            self.note("what the block makes of the table's cells is not run", call.at, hint)
        sheet, delimiter = options.get("sheet", 0), options.get("col_sep")
        read = take_table(
            self.game,
            name,
            place,
            copies=plain_text(options.get("explode", "qty")),
            sheet=sheet + 1 if isinstance(sheet, int) and sheet > 0 else sheet if isinstance(sheet, str) else None,
            delimiter=delimiter if isinstance(delimiter, str) else None,
        )
        self._table = read or self._table
        return _Frame(read) if read else _UNKNOWN

    # Decks

    def _new_deck(self, call: Call) -> None:
        options, places = self._options(call)
        dpi = options.get("dpi", 300)
        dpi = float(dpi) if isinstance(dpi, int | float) and dpi > 0 else 300.0
        deck = self.deck = _Deck(*_POKER, options.get("cards", 1), dpi, {})
        for name in ("width", "height"):
            size = self._pixels(options.get(name, getattr(deck, name)))
            if size is None or size <= 0:
                self.note(f"{as_code(name)} of the deck is computed", places.get(name, call.at), "set `size:` in game.yaml")
            else:
                setattr(deck, name, size)
        self._load_layouts(options.get("layout"), places.get("layout", call.at), deck)
        body = call.block.body if call.block else ()
        self.run(body)
        deck.table = self._table
        if isinstance(deck.count, _Unknown) and deck.table is None:
            self.note("the number of cards is computed", places.get("cards", call.at), "set it in the list of cards")
        _Painter(self, deck, self.ruby.place(call.at)).finish()
        self.deck = None

    def _pixels(self, value: object) -> float | None:
        """A length in pixels, or an angle in radians; None if it is none."""
        if isinstance(value, bool) or self.deck is None:
            return None
        if isinstance(value, int | float):
            return float(value)
        found = _LENGTH.match(value) if isinstance(value, str) else None
        if found is None:
            return None
        scale = {"in": self.deck.dpi, "pt": self.deck.dpi / 72, "cm": self.deck.dpi / 2.54, "mm": self.deck.dpi / _MM}
        return float(found[1]) * (scale | {"": 1, "deg": math.pi / 180}).get(found[2] or "", 37.5)

    def _load_layouts(self, files: object, at: int, deck: _Deck) -> None:
        from generator.catalog.yaml_reader import MarkedDict, parse_yaml

        for name in files.values if isinstance(files, Each) else () if files is None else (files,):
            path = self.game.beside(name) if isinstance(name, str) else None
            if path is None:
                hint = "copy it there if it is one of Squib's own, and import again"
                self.note(f"there is no layout {quote(plain_text(name))} beside the script", at, hint)
                continue
            problems = Problems()
            # Symbols are words, too.
            text = read_text(path, path.name).replace("!ruby/symbol ", "")
            read = parse_yaml(text, path.name, problems) if text.strip() else MarkedDict()
            if problems.has_errors or not isinstance(read, MarkedDict):
                fault = next(iter(problems), None)
                message = fault.message if fault else "expected layouts by their names"
                raise InputError(message, place=fault.place if fault else Place(path.name))
            raw = {key: dict(one) for key, one in read.items() if isinstance(one, dict)}
            deck.layouts |= {key: self._extended(raw | deck.layouts | raw, key, (), at) for key in raw}

    def _extended(self, raw: Mapping[str, dict[str, object]], key: str, seen: tuple[str, ...], at: int) -> dict[str, object]:
        """A layout with what it takes from those that it extends."""
        own = raw[key]
        if "extends" not in own:
            return own
        if key in seen or len(seen) > 20:
            self.note(f"the layout {quote(key)} extends itself", at)
            return own
        parents = own["extends"]
        merged: dict[str, object] = {}
        for parent in parents if isinstance(parents, list) else [parents]:
            if parent in raw:
                merged |= self._extended(raw, str(parent), (*seen, key), at)
        for name, value in own.items():
            found = _OPERATOR.match(value.strip()) if isinstance(value, str) else None
            if found:
                by, before = self._pixels(found[2]), self._pixels(merged.get(name))
                value = _UNKNOWN if by is None or before is None else _calculated(found[1], before, by)
            merged[name] = value
        return {name: value for name, value in merged.items() if name != "extends"}


@dataclass(frozen=True, slots=True)
class _Default:
    """A value that holds where a layout has none."""

    value: object


def _calculated(sign: str, left: float, right: float) -> object:
    try:
        found = {"+": left + right, "-": left - right, "*": left * right}.get(sign)
        found = left / right if found is None else found
        return int(found) if isinstance(left, int) and isinstance(right, int) else found
    except (ZeroDivisionError, OverflowError):
        return _UNKNOWN


def _joined(parts: Sequence[object]) -> object:
    """Values as one text."""
    if any(not isinstance(part, str | int | float | Hole | Mixed | Each | None) for part in parts):
        return _UNKNOWN
    sizes = [len(part.values) for part in parts if isinstance(part, Each)]
    if sizes:
        rows = [[part.values[n] if isinstance(part, Each) else part for part in parts] for n in range(min(sizes))]
        return Each(tuple(_joined(row) for row in rows))
    found: list[str | Hole] = []
    for part in parts:
        found += part.parts if isinstance(part, Mixed) else [part if isinstance(part, Hole) else plain_text(part)]
    if all(isinstance(part, str) for part in found):
        return "".join(map(str, found))
    return Mixed(tuple(part for part in found if part))


class _Painter:
    """Draws the shapes of a deck into a layout."""

    def __init__(self, script: _Script, deck: _Deck, place: Place) -> None:
        self.script, self.deck, self.place = script, deck, place
        trim = deck.trim if deck.trim is not None else deck.zone
        if trim is None and (deck.width, deck.height) == _POKER and deck.dpi == 300:
            trim = deck.dpi / 8
            message = "825 × 1125 pixels are taken for poker cards with 1/8 in of bleed around"
            script.source.note(message, place, "a `trim:` at `save_pdf` or `save_sheet` says it otherwise")
        self.scale = _MM / deck.dpi
        self.trim = min(trim or 0.0, deck.width / 3, deck.height / 3)
        count = deck.count if isinstance(deck.count, int) else 1
        self.cards = ScriptCards(script.game, count, deck.table)
        self.options: dict[str, object] = {}
        self.used: set[str] = set()
        self.shape = _Shape("", 0, {}, {}, None)

    def finish(self) -> None:
        for shape in self.deck.shapes:
            for options, when in self._by_layout(shape):
                self.shape, self.options, self.used = shape, options, set()
                self._paint(when)
        deck, scale = self.deck, self.scale
        game = self.script.game
        size = game.size((deck.width - 2 * self.trim) * scale, (deck.height - 2 * self.trim) * scale, self.place)
        bleeds = any(shape.name == "background" for shape in deck.shapes)
        more = {} if bleeds and not self.trim else {"bleed": round(min(self.trim * scale, 10.0), 3)}
        name = game.source.path.stem
        front = game.layout(name, self.cards.drawing)
        game.add(Component(name, size, self.cards.cards(name), front, more=more))

    # Options

    def _by_layout(self, shape: _Shape) -> Iterator[tuple[dict[str, object], list[str | None]]]:
        """The options with those of the layout, for each layout that the cards have, and the cards' condition."""
        layout, layouts = shape.options.get("layout"), self.deck.layouts
        range_ = self._range(shape)
        if isinstance(layout, Each):
            for name in dict.fromkeys(layout.values):
                numbers = [n for n, one in enumerate(layout.values, 1) if one == name]
                yield self._with(shape, name), [range_, self.cards.only(numbers, self.place)]
        elif isinstance(layout, Hole) and self.deck.table:
            found = dict.fromkeys(plain_text(row.get(layout.heading)) for row in self.deck.table.rows)
            for name in (one for one in found if one in layouts):
                yield self._with(shape, name), [range_, f'{layout.code} == "{name}"']
        else:
            yield self._with(shape, layout), [range_]

    def _with(self, shape: _Shape, layout: object) -> dict[str, object]:
        below = self.deck.layouts.get(layout) if isinstance(layout, str) else None
        if layout is not None and below is None:
            place = shape.places.get("layout", shape.at)
            self.script.note(f"there is no layout {quote(plain_text(layout))}", place, _EDIT)
        merged = {**(below or {}), **{k: v for k, v in shape.options.items() if not isinstance(v, _Default)}}
        defaults = {k: v.value for k, v in shape.options.items() if isinstance(v, _Default)}
        return defaults | merged

    def _range(self, shape: _Shape) -> str | None:
        given, count = shape.options.get("range", "all"), self.cards.count
        if given in ("all", "ALL"):
            return None
        if isinstance(given, tuple):
            first, last = (one % count if one < 0 else one for one in given)
            given = range(first, last + 1)
        numbers = given.values if isinstance(given, Each) else given if isinstance(given, range) else (given,)
        if not all(isinstance(one, int) for one in numbers) or len(numbers) > 10_000:
            place = shape.places.get("range", shape.at)
            self.script.note("which cards it is drawn on is computed; all of them have it", place, "write `{% if %}` around it")
            return None
        return self.cards.only((int(one) % count + 1 for one in numbers if one < count), self.place)

    def _get(self, name: str, default: object = None) -> object:
        self.used.add(name)
        value = self.options.get(name, default)
        if not isinstance(value, _Unknown | dict | _Frame):
            return value
        place = self.shape.places.get(name, self.shape.at)
        if name in ("str", "file"):
            self.script.note(f"{as_code(name)} of {as_code(self.shape.name)} is computed; it is left out", place, "add it to the layout")
            return _UNKNOWN
        self.script.note(f"{as_code(name)} of {as_code(self.shape.name)} is computed; its default is taken", place, _EDIT)
        return default

    def _length(self, name: str, default: object = 0, *, origin: bool = False) -> Value:
        """A length in mm. ``origin``: of a place, which is counted from the trim."""
        value, down = self._get(name, default), name.startswith(("y", "height", "cy"))

        def converted(one: object) -> object:
            pixels = self._side(one, self.deck.height if down else self.deck.width)
            if pixels is None:
                place = self.shape.places.get(name, self.shape.at)
                self.script.note(f"{quote(plain_text(one))} is no length that is known", place, _EDIT)
                pixels = self._side(default, self.deck.width) or 0.0
            return (pixels - (self.trim if origin else 0)) * self.scale

        found = mapped(value, converted)
        return found if isinstance(found, float) else self.cards.code(found, name)

    def _side(self, value: object, whole: float) -> float | None:
        found = _SHORTHAND.match(value.strip()) if isinstance(value, str) else None
        if not found:
            return self.script._pixels(value)
        base = whole if found[1] == "deck" else whole / 2
        if not found[2]:
            return base
        by = self.script._pixels(found[3])
        result = _calculated(found[2], base, by) if by is not None else None
        return result if isinstance(result, float) else None

    def _colour(self, name: str, default: str) -> Value:
        value = self._get(name, default)

        def converted(one: object) -> object:
            text = plain_text(one).strip()
            found = known_colour(text) or (f"#{text[1:9:2]}" if re.fullmatch("#[0-9a-f]{12}", text) else None)
            found = found or self._gradient(text)
            if found is None:
                place = self.shape.places.get(name, self.shape.at)
                self.script.note(f"the colour {quote(text)} has no name in CSS; black is taken", place, _EDIT)
            return found or "black"

        if isinstance(value, Hole | Mixed):
            return self.cards.code(value)
        found = mapped(value, converted)
        return self.cards.code(found, name)

    @staticmethod
    def _gradient(text: str) -> str | None:
        found = _GRADIENT.match(text)
        stops = [stop.rpartition("@") for stop in found[3].split()] if found else []
        colours = [known_colour(stop[0]) for stop in stops]
        ends = [[float(n) for n in re.findall(r"-?\d+\.?\d*", found[n])] for n in (1, 2)] if found else []
        if not found or not all(colours) or not all(re.fullmatch(r"\d*\.?\d+", stop[2]) for stop in stops) or len(stops) < 2:
            return None
        listed = ", ".join(f"{colour} {float(stop[2]):.0%}" for colour, stop in zip(colours, stops, strict=True))
        if len(ends[0]) == 3:
            return f"radial({listed})"
        if len(ends[0]) < 2 or len(ends[1]) < 2:
            return None
        return f"linear({math.degrees(math.atan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0])):.0f}, {listed})"

    # Shapes

    def _paint(self, when: list[str | None]) -> None:
        method: Callable[[list[str | None]], None] = getattr(self, f"_{self.shape.name}")
        method(when)
        for name in self.options.keys() - self.used - _NO_LOSS:
            # A layout may hold what is for others.
            if name in self.shape.options:
                what = f"{as_code(name)} of {as_code(self.shape.name)} is not taken over"
                self.script.note(what, self.shape.places.get(name, self.shape.at), _EDIT)

    def _put(self, when: Sequence[str | None], tag: str, text: str | None = None, **attributes: Value) -> None:
        self.cards.draw(when, tag, text, **attributes)

    def _looks(self) -> dict[str, Value]:
        """The line around a shape and what fills it."""
        stroke, width = self._colour("stroke_color", "black"), self._length("stroke_width", 2.0)
        dashes = [self.script._pixels(one) for one in re.findall(r"[\d.]+\s*[a-z]*", plain_text(self._get("dash", "")))]
        dash = " ".join(f"{one * self.scale:.2f}" for one in dashes if one)
        looks = {"fill": self._colour("fill_color", "none"), "stroke": stroke, "stroke_width": width}
        return looks | {"stroke_dasharray": dash or None, "stroke_linecap": self._word("cap", None, ("round", "square"))}

    def _word(self, name: str, default: str | None, words: Sequence[str]) -> str | None:
        value = self._get(name, default)
        plain = plain_text(value).strip().lower()
        return plain if plain in words else default

    def _turned(self, x: Value, y: Value) -> str | None:
        angle = self.script._pixels(self._get("angle", 0))
        if not angle or not isinstance(x, float) or not isinstance(y, float):
            return None
        return f"rotate({math.degrees(angle):.2f} {x:.2f} {y:.2f})"

    def _box(self) -> dict[str, Value]:
        x, y = self._length("x", 0, origin=True), self._length("y", 0, origin=True)
        box = {"x": x, "y": y, "width": self._length("width", "deck"), "height": self._length("height", "deck")}
        return box | {"transform": self._turned(x, y)}

    def _background(self, when: list[str | None]) -> None:
        beyond = self.trim * self.scale if self.trim else _BLEED
        whole = {"width": f"100% + {2 * beyond:g}", "height": f"100% + {2 * beyond:g}"}
        self._put(when, "rect", x=-beyond, y=-beyond, **whole, fill=self._colour("color", "black"))

    def _rect(self, when: list[str | None]) -> None:
        box = self._box()
        rx = self._length("radius", self._get("x_radius", 0))
        self.used.add("y_radius")
        self._put(when, "rect", **box, rx=rx if rx != 0.0 else None, **self._looks())

    def _circle(self, when: list[str | None]) -> None:
        centre = {"cx": self._length("x", 0, origin=True), "cy": self._length("y", 0, origin=True)}
        self._put(when, "circle", **centre, r=self._length("radius", 100), **self._looks())

    def _ellipse(self, when: list[str | None]) -> None:
        box = self._box()
        with_sizes = [box[name] for name in ("x", "y", "width", "height")]
        if not all(isinstance(one, float) for one in with_sizes):
            return self.script.note("an ellipse that differs by card is left out", self.shape.at, "add it to the layout")
        x, y, width, height = (one for one in with_sizes if isinstance(one, float))
        places = {"cx": x + width / 2, "cy": y + height / 2, "rx": width / 2, "ry": height / 2}
        self._put(when, "ellipse", **places, transform=box["transform"], **self._looks())

    def _line(self, when: list[str | None]) -> None:
        ends = {name: self._length(name, default, origin=True) for name, default in zip(("x1", "y1", "x2", "y2"), (100, 100, 150, 150), strict=True)}
        looks = self._looks()
        del looks["fill"]
        self._put(when, "line", **ends, **looks)

    def _points(self, names: str, defaults: Sequence[int]) -> list[str]:
        found = [self._length(name, default, origin=True) for name, default in zip(names.split(), defaults, strict=True)]
        return [f"{one:.2f}" if isinstance(one, float) else str(one) for one in found]

    def _triangle(self, when: list[str | None]) -> None:
        found = self._points("x1 y1 x2 y2 x3 y3", (100, 100, 150, 150, 100, 150))
        points = " ".join(f"{x},{y}" for x, y in zip(found[::2], found[1::2], strict=True))
        self._put(when, "polygon", points=Code(points), **self._looks())

    def _curve(self, when: list[str | None]) -> None:
        found = self._points("x1 y1 cx1 cy1 cx2 cy2 x2 y2", (0, 0, 0, 50, 50, 0, 50, 50))
        self._put(when, "path", d=Code("M{} {} C{} {} {} {} {} {}".format(*found)), **self._looks())

    def _polygon(self, when: list[str | None], tag: str = "ngon") -> None:
        centre = {"cx": self._length("x", 0, origin=True), "cy": self._length("y", 0, origin=True)}
        sides, angle = self._get("n", 5), self.script._pixels(self._get("angle", 0)) or 0.0
        sides = sides if isinstance(sides, int) and 3 <= sides <= 1000 else 5
        # Here the first corner is at the right, there at the top.
        turn = {"rotate": round(90 + math.degrees(angle), 2)}
        if tag == "ngon":
            self._put(when, tag, **centre, r=self._length("radius", 0), sides=str(sides), **turn, **self._looks())
        else:
            radii = {"r": self._length("outer_radius", 0), "inner": self._length("inner_radius", 0)}
            self._put(when, tag, **centre, **radii, points=str(sides), **turn, **self._looks())

    def _star(self, when: list[str | None]) -> None:
        self._polygon(when, "star")

    def _text(self, when: list[str | None]) -> None:
        filters = self._embedded()
        value = self._get("str", "Hello, World!")
        if isinstance(value, _Unknown):
            return
        if self._get("markup", False):
            filters = [*filters[:-1], "html"]
        family, styles, size = self._font()
        x, y = self._length("x", 0, origin=True), self._length("y", 0, origin=True)
        has_width = self._get("width", "auto") not in ("auto", None)
        rest = (self.deck.width - self.trim) * self.scale - (x if isinstance(x, float) else 0.0)
        width = self._length("width", 0) if has_width else max(rest, 5.0)
        height = self._length("height", 0) if self._get("height", "auto") not in ("auto", None) else None
        align = "justify" if self._get("justify", False) is True else self._word("align", "left", ("center", "right"))
        text = styled(
            self.cards.code(value, "name" if "name" not in self.cards._columns else "text", *filters),
            bold=any(style in styles for style in ("bold", "heavy", "black", "weight=900", "weight=700")),
            italic="italic" in styles or "oblique" in styles or "style=italic" in styles or "style=oblique" in styles,
        )
        outline = self._length("stroke_width", 0)
        looks: dict[str, Value] = {"fill": self._colour("color", "black")}
        looks |= {"stroke": self._colour("stroke_color", "black"), "stroke_width": outline} if outline else {}
        self.used |= {"stroke_color", "dash", "cap"}
        valign = self._word("valign", None, ("middle", "bottom")) if height is not None else None
        self.used |= {"valign", "align"}
        self._put(
            when,
            "text",
            text,
            **{"x": x, "y": y, "width": width, "height": height, "font": self.cards.role(family, self._place("font"))},
            **{"size": size, "align": align if align != "left" else None, "valign": valign},
            **{"wrap": None if has_width else "none", "transform": self._turned(x, y)},
            **looks,
        )

    def _place(self, name: str) -> Place:
        return self.script.ruby.place(self.shape.places.get(name, self.shape.at))

    def _font(self) -> tuple[str, set[str], Value]:
        """The family, the words of its style, and the size in points."""
        words = plain_text(self._get("font", "Arial 36")).replace(",", " , ").split()
        size = self._get("font_size", None)
        if words and re.fullmatch(r"\d+(\.\d+)?", words[-1]):
            size = float(words.pop()) if size is None else size
        styles: set[str] = set()
        while words and (words[-1].lower() in _STYLES or "=" in words[-1]):
            styles.add(words.pop().lower())
        family = " ".join(words).split(" , ")[0].strip(" ,")

        def bounded(one: object) -> object:
            return min(max(float(one), 0.5), 2000.0) if isinstance(one, int | float) else 36.0

        found = mapped(size, bounded)
        return family, styles, found if isinstance(found, float) else self.cards.code(found, "font_size")

    def _embedded(self) -> list[str]:
        """The filters that put icons in the place of their keys."""
        filters, block = list[str](), self.shape.block
        for call in block.body if block else ():
            if not isinstance(call, Call) or call.name not in ("svg", "png"):
                self.script.note("only icons are taken out of a text's block", call.at)
                continue
            key, file = (self.script.value(call.named[name]) if name in call.named else None for name in ("key", "file"))
            icon = self.cards.icon(file, self.script.ruby.place(call.at)) if isinstance(file, str) else None
            if isinstance(key, str) and key and icon:
                filters.append(f"replace({_quoted(key)}, {_quoted('{' + icon + '}')})")
            elif not isinstance(file, str):
                self.script.note("an icon whose file is computed is left out", call.at)
        return [*filters, "rich"] if filters else []

    def _png(self, when: list[str | None]) -> None:
        value = self._get("file", None)
        shown = None if isinstance(value, _Unknown) else self.cards.picture(value, self._place("file"))
        if shown is None:
            return
        x, y = self._length("x", 0, origin=True), self._length("y", 0, origin=True)
        sides = {name: self._get(name, "native") for name in ("width", "height")}
        box = {name: None if given in ("native", "scale") else self._length(name, 0) for name, given in sides.items()}
        native = _native_size(self.script.game.beside(value)) if isinstance(value, str) else None
        fit, focus = "fill", dict[str, Value]()
        if native is not None:
            for name, other in (("width", "height"), ("height", "width")):
                own, ratio = native[name == "height"], native[name == "height"] / native[name == "width"]
                if sides[name] == "native":
                    box[name] = own * self.scale
                elif box[name] is None:
                    length = box[other]
                    box[name] = length * ratio if isinstance(length, float) else None
        if None in box.values():
            # As large as fits between its corner and the edges of the card.
            fit, focus = "contain", {"focus_x": 0.0, "focus_y": 0.0}
            for name, corner, whole in (("width", x, self.deck.width), ("height", y, self.deck.height)):
                rest = (whole - self.trim) * self.scale - (corner if isinstance(corner, float) else 0.0)
                box[name] = max(rest, 1.0) if box[name] is None else box[name]
        alpha = self._get("alpha", 1.0)
        opacity = float(alpha) if isinstance(alpha, int | float) and 0 <= alpha < 1 else None
        code, there = shown
        more = {"fit": fit, **focus, "opacity": opacity, "transform": self._turned(x, y)}
        self._put([*when, there], "image", href=code, x=x, y=y, **box, **more)

    def _svg(self, when: list[str | None]) -> None:
        self._png(when)


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _native_size(path: Path | None) -> tuple[float, float] | None:
    """The width and height of a PNG or SVG file in pixels, as Squib sees them."""
    if path is None:
        return None
    head = read_bytes(path, Place(path.name), 25 << 20)[:4000]
    if head.startswith(b"\x89PNG") and len(head) > 24:
        width, height = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
        return (float(width), float(height)) if width and height else None
    tag = re.search(rb"<svg\b[^>]*>", head)
    sizes = [re.search(rb"\s" + name + rb"""=["']\s*([\d.]+)(?:px)?\s*["']""", tag[0]) for name in (b"width", b"height")] if tag else []
    box = re.search(rb"""viewBox=["']\s*\S+\s+\S+\s+([\d.]+)\s+([\d.]+)""", tag[0]) if tag else None
    found = [one[1] for one in sizes if one] if all(sizes) else [box[1], box[2]] if box else []
    try:
        numbers = [float(one) for one in found]
    except ValueError:
        return None
    return (numbers[0], numbers[1]) if len(numbers) == 2 and min(numbers) > 0 else None


def _looks_like_squib(source: Source) -> bool:
    return b"Squib" in source.data


def read(source: Source) -> ImportedGame:
    script = _Script(source)
    script.run(script.ruby.statements)
    return script.game.finished()


IMPORTER = Importer(
    title="Squib",
    says="deck.rb: its shapes, texts and pictures, layouts in YAML, tables and lists",
    suffixes=(".rb",),
    recognizes=_looks_like_squib,
    read=read,
)
