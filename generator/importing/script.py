"""What scripts show on their cards: values that differ by card, and what is drawn on some of them only."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from operator import add, mul, sub, truediv
from pathlib import Path

from generator.catalog.card_tables import LIKE_COPIES
from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.paths import MIB, PICTURE_SUFFIXES, read_bytes, relative_name, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.rows import read_rows, read_table
from generator.catalog.tables import Reading
from generator.catalog.wording import code as as_code
from generator.catalog.wording import name_id, quote, spoken
from generator.importing.drawing import (
    Code,
    Drawing,
    Value,
    cleaned,
    field,
    literal,
    number,
    quoted,
    variable,
)
from generator.importing.importer import Source
from generator.importing.new_game import MAX_CARDS, Component, NewGame

EDIT = "set it in the layout"
"""What to do about what is not taken over."""
BLEED = 3.0
"""How far a ground goes beyond the trim where the script does not say."""
_SERIFS = ("serif", "times", "georgia", "garamond", "palatino", "cambria", "book antiqua", "baskerville")
_SANS = ("sans", "arial", "helvetica", "verdana", "tahoma", "calibri", "segoe", "dejavu", "mono", "courier")
_SHOWN = 5
"""Names that a message lists."""
_HEX = re.compile(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_SMALLEST, _SMALL, _SHEET = 5.0, 12.0, (200.0, 287.0)
"""Sides in mm: of the smallest card, of one without room for a safe zone, and of what an A4 sheet holds."""
Attributes = Mapping[str, Value]
_SIGNS: Mapping[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul, "/": truediv}
_LARGEST = 1e9
_FROM_TO = re.compile(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?")
_ONE = re.compile(r'\w+|card\["\w+"\]|\(".*"\)|"(?:[^"\\]|\\.)*"|\[.*\]\[number - 1\]')
_MAX_LAYOUT, _MAX_CELLS = 900_000, 1_000_000
"""Letters of a layout, and values of all cards together."""
_TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class Hole:
    """A value that Jinja finds for each card."""

    code: str
    heading: str = ""
    """The column, if it is that and nothing more."""
    table: ScriptTable | None = None


@dataclass(frozen=True, slots=True)
class Mixed:
    """Text with holes in it."""

    parts: tuple[str | Hole, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """A value for each card, in their order."""

    values: tuple[object, ...]


class Unknown:
    """A value that only running the script would tell."""


UNKNOWN = Unknown()


def mapped(value: object, change: Callable[[object], object]) -> object:
    """The value with a change, or each of the values."""
    return Each(tuple(map(change, value.values))) if isinstance(value, Each) else change(value)


def plain_text(value: object) -> str:
    """A value as it is printed."""
    if value is None:
        return ""
    return number(value) if isinstance(value, float) else str(value)


def joined(parts: Sequence[object]) -> object:
    """Values as one text."""
    if any(not isinstance(part, str | int | float | Hole | Mixed | Each | None) for part in parts):
        return UNKNOWN
    sizes = [len(part.values) for part in parts if isinstance(part, Each)]
    if sizes:
        rows = ([one.values[n] if isinstance(one, Each) else one for one in parts] for n in range(min(sizes)))
        return Each(tuple(joined(row) for row in rows))
    found: list[str | Hole] = []
    for part in parts:
        found += (
            part.parts if isinstance(part, Mixed) else [part if isinstance(part, Hole) else plain_text(part)]
        )
    if all(isinstance(part, str) for part in found):
        return "".join(map(str, found))
    parts_ = tuple(part for part in found if part)
    return parts_[0] if len(parts_) == 1 else Mixed(parts_)


def calculated(sign: str, left: float, right: float) -> float | Unknown:
    """What comes of two numbers."""
    try:
        result = _SIGNS[sign](left, right)
    except (KeyError, ArithmeticError):
        return UNKNOWN
    return result if abs(result) < _LARGEST else UNKNOWN


def known_colour(text: str) -> str | None:
    """A colour as layouts write it, ``none`` for an invisible one; None for a name that nobody knows."""
    from generator.layout.colour import css_colours

    plain = re.sub(r"[\s_]+", "", text.lower())
    if plain in ("none", "transparent", "empty"):
        return "none"
    if plain in css_colours():
        return plain
    digits = _HEX.fullmatch(plain)
    if digits is None:
        return None
    invisible = len(digits[1]) in (4, 8) and set(digits[1][-(len(digits[1]) // 4) :]) == {"0"}
    return "none" if invisible else f"#{digits[1]}"


@dataclass(frozen=True, slots=True)
class ScriptTable:
    """The cards' values by their columns: a file next to the script, or a list in it."""

    file: str
    headings: Sequence[str]
    rows: Sequence[Mapping[str, object]]
    source: Mapping[str, object]
    """What game.yaml says of the cards."""
    has_copies: bool

    def hole(self, name: str) -> Hole | None:
        """The column of that name, or of one that differs in capitals, blanks and the like."""
        found = name if name in self.headings else next(filter(_same(name), self.headings), None)
        return None if found is None else Hole(variable(found), found, self)


def _same(name: str) -> Callable[[str], bool]:
    return lambda other: _key(other) == _key(name)


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


def take_table(
    game: NewGame,
    name: str,
    place: Place,
    copies: str | None = None,
    sheet: str | int | None = None,
    delimiter: str | None = None,
) -> ScriptTable | None:
    """Takes the table along; None, which is noted, if it isn't there.

    ``copies``: the column that says how many there are of each card. Raises :class:`InputError` for a table
    that can't be read.
    """
    path = game.beside(name)
    if path is None or path.suffix.lower() not in _TABLES:
        hint = "put it into the game's folder, and name it under `cards:` in game.yaml"
        what = "there is no table {} beside the file" if path is None else "{} is no CSV, XLSX or YAML file"
        game.source.note(what.format(quote(name)), place, hint=hint)
        return None
    problems = Problems()
    rows, headings = _read(path, problems, Reading(sheet=sheet, delimiter=delimiter))
    if problems.has_errors:
        fault = next(problem for problem in problems if problem.severity == "error")
        raise InputError(fault.message, place=fault.place, hint=fault.hint)
    if len(rows) > MAX_CARDS:
        raise game.source.error(f"the table {quote(name)} has more than {MAX_CARDS:,} rows", place)
    suffix = path.suffix.lower().replace(".txt", ".csv")
    own = game.write(game.new_name(path.stem, "cards", suffix=suffix), read_bytes(path, place))
    settings = {"sheet": sheet, "delimiter": "tab" if delimiter == "\t" else delimiter}
    return _table(game, place, own, headings, rows, copies, settings)


def _read(path: Path, problems: Problems, reading: Reading) -> tuple[list[Mapping[str, object]], list[str]]:
    """The rows and headings of a table, or of a list in YAML."""
    if path.suffix.lower() in (".yml", ".yaml"):
        found = read_rows(path, problems)
        rows = [row for row in found.rows if isinstance(row, Mapping)] if found else []
        return list(rows), list(dict.fromkeys(key for row in rows for key in row))
    table = read_table(path, problems, shown_path(path), reading)
    return (list(table.rows), list(table.header)) if table else ([], [])


def own_table(
    game: NewGame, headings: Sequence[str], rows: Sequence[Sequence[object]], place: Place, copies: str | None
) -> ScriptTable:
    """A table out of a list in the script."""
    own = game.table("cards", headings, rows)
    values = [
        {key: value for key, value in zip(headings, row, strict=False) if value is not None} for row in rows
    ]
    return _table(game, place, own, headings, values, copies, {})


def _table(
    game: NewGame,
    place: Place,
    file: str,
    headings: Sequence[str],
    rows: Sequence[Mapping[str, object]],
    copies: str | None,
    settings: Mapping[str, object],
) -> ScriptTable:
    heading = None if copies is None else next(filter(_same(copies), headings), None)
    columns = {} if heading is None or heading.lower() in COPIES_WORDS else {"copies": heading}
    # A column of such a name says nothing of the kind in the script.
    columns |= {one: one for one in headings if one != heading and _looks_like_copies(one)}
    own = next((one for one in headings if one.lower() in COPIES_WORDS and heading is None), None)
    if own is not None:
        hint = f"rename {quote(own)} in the table if it says something else"
        game.source.note(f"the column {quote(own)} says how many copies there are here", place, hint)
    source = {"from": file, **settings, "columns": columns or None}
    given = {key: value for key, value in source.items() if value is not None}
    return ScriptTable(file, headings, rows, given, heading is not None)


def _looks_like_copies(heading: str) -> bool:
    plain = re.sub(r"[\s._-]+", "", heading.casefold())
    return plain in LIKE_COPIES and heading.lower() not in COPIES_WORDS


class ScriptCards:
    """The cards of a component, and what is drawn on them."""

    def __init__(self, game: NewGame, count: int, table: ScriptTable | None = None) -> None:
        self.game, self.table = game, table
        self.count = len(table.rows) if table else max(1, min(count, MAX_CARDS))
        self.front, self.back = Drawing(), Drawing()
        self._columns: dict[str, tuple[object, ...]] = {}
        self._letters = 0

    def draw(
        self,
        conditions: Iterable[str | None],
        tag: str,
        attributes: Attributes,
        text: Code | None = None,
        *,
        behind: bool = False,
    ) -> None:
        """Adds an element, on those cards that the conditions are true of. ``behind``: on their backs."""
        self._letters += len(text or "") + sum(len(str(value)) + 20 for value in attributes.values())
        if self._letters > _MAX_LAYOUT:
            raise self.game.source.error("more is drawn on the cards than a layout can hold")
        drawing = self.back if behind else self.front
        given = [one for one in dict.fromkeys(conditions) if one]
        with ExitStack() as stack:
            if given:
                said = given if len(given) == 1 else [f"({one})" if " or " in one else one for one in given]
                stack.enter_context(drawing.when(" and ".join(said)))
            drawing.add(tag, text, **attributes)

    def code(self, value: object, name: str = "text", *filters: str) -> Code:
        """What prints a value. ``name``: of the field that it becomes if it differs by card."""
        if isinstance(value, Hole):
            return _printed(value.code, filters)
        if isinstance(value, Mixed):
            if not filters:
                return Code("".join(self.code(part) for part in value.parts))
            parts = [_whole(part.code) if isinstance(part, Hole) else quoted(part) for part in value.parts]
            return _printed(f"({' ~ '.join(parts)})", filters)
        if isinstance(value, Each):
            values = [cleaned(plain_text(one)) for one in value.values]
            values = [*values, *[""] * (self.count - len(values))][: self.count]
            if len(set(values)) == 1:
                return self.code(values[0], name, *filters)
            if self.table:
                return _printed(f"[{', '.join(map(quoted, values))}][number - 1]", filters)
            return field(self._column(name, tuple(values)), *filters)
        text = cleaned(plain_text(value))
        return _printed(quoted(text), filters) if filters and text else literal(text)

    def _column(self, name: str, values: tuple[object, ...]) -> str:
        """The field of the cards that has the values."""
        # Cards are called by their first text.
        own, count = "name" if name == "text" and "name" not in self._columns else spoken(name), 1
        own = f"{own}_" if own in ("id", "copies", "number", "card", "extends", "prototype") else own
        while self._columns.setdefault(own if count == 1 else f"{own}_{count}", values) != values:
            count += 1
        if len(self._columns) * self.count > _MAX_CELLS:
            raise self.game.source.error("the cards have more values of their own than can be kept")
        return own if count == 1 else f"{own}_{count}"

    def only(self, numbers: Iterable[int], place: Place) -> str | None:
        """The condition that is true of the cards of these numbers, counted from 1; None for all."""
        found = sorted({one for one in numbers if 1 <= one <= self.count})
        if len(found) == self.count:
            return None
        if self.table and self.table.has_copies:
            hint = "here a card has one number, however many copies: look at `{% if %}` in the layout"
            self.game.source.note("numbers of cards count each copy there", place, hint=hint)
        if not found:
            return "false"
        if found[-1] - found[0] == len(found) - 1 and len(found) > 1:
            return f"{found[0]} <= number <= {found[-1]}"
        return f"number == {found[0]}" if len(found) == 1 else f"number in {found}"

    def picture(self, value: object, place: Place) -> tuple[Code, str | None] | None:
        """What shows a picture, and when; its files are taken along. None where there is none to show."""
        if isinstance(value, str) and value.strip():
            return literal(self.game.picture(value, place)), None
        if isinstance(value, Each):
            names = [plain_text(one).strip() for one in value.values][: self.count]
            if not any(names):
                return None
            shown = Each(tuple(self.game.picture(one, place) if one else "" for one in names))
            code = self.code(shown, "picture")
            return code, None if all(names) and len(names) == self.count else code[3:-3]
        if isinstance(value, Hole | Mixed) and self.table:
            parts = (value,) if isinstance(value, Hole) else value.parts
            names = [_of_row(parts, row) for row in self.table.rows]
            if not all(map(_may_be_picture, filter(None, names))):
                return self.picture(Each(tuple(names)), place)
            self._take_pictures(names, place)
            return self.code(value), " and ".join(part.code for part in parts if isinstance(part, Hole))
        return None

    def _take_pictures(self, names: Iterable[str], place: Place) -> None:
        """Takes along all pictures that a column names; those that are not there are noted together."""
        missing: list[str] = []
        for name in filter(None, dict.fromkeys(names)):
            if self.game.beside(name):
                self.game.picture(name, place)
            else:
                missing.append(name)
        if missing:
            listed = ", ".join(quote(name) for name in missing[:_SHOWN])
            more = f" and {len(missing) - _SHOWN:,} more" if len(missing) > _SHOWN else ""
            message = f"pictures that the table names are not beside the file: {listed}{more}"
            self.game.source.note(message, place, hint="put them into art/ of the game")

    def colour(
        self,
        value: object,
        convert: Callable[[object], str],
        default: str,
        name: str = "colour",
        *,
        is_text: bool = False,
    ) -> Code:
        """What prints a colour, which ``convert`` makes of a value in the script; letters have one always."""
        none = "transparent" if is_text else "none"
        if isinstance(value, Hole | Mixed) and self.table:
            parts = (value,) if isinstance(value, Hole) else value.parts
            given = [_of_row(parts, row) for row in self.table.rows]
            is_plain = all(one == (known_colour(one) or "") != "none" for one in given)
            if isinstance(value, Hole) and is_plain:
                # A blank cell is not a colour.
                return self.code(Hole(f"{value.code} or {quoted(default)}"))
            value = Each(tuple(one or default for one in given))
        return self.code(mapped(value, lambda one: none if (made := convert(one)) == "none" else made), name)

    def icon(self, name: str, place: Place) -> str | None:
        """Takes a picture along as an icon, and returns its name; None, which is noted, if it isn't there."""
        path = self.game.beside(name)
        if path is None or path.suffix.lower() not in (".svg", ".png", ".jpg", ".jpeg"):
            hint = "put it into icons/ of the game"
            self.game.source.note(f"there is no icon {quote(name)} beside the file", place, hint=hint)
            return None
        own = name_id(path.stem, "icon")
        self.game.write(f"icons/{own}{path.suffix.lower()}", read_bytes(path, place))
        return own

    def role(self, family: str, place: Place) -> str | None:
        """The font role for a family; None for the common one."""
        from generator.layout.font_packages import installed

        plain = family.strip().lower()
        own = name_id(plain, "font")
        if plain and own in installed():
            self.game.fonts[own] = own
            return own
        serif = any(word in plain for word in _SERIFS) and "sans" not in plain
        if serif:
            self.game.fonts["serif"] = "source-serif"
        elif plain and not any(word in plain for word in _SANS):
            hint = "put its file into fonts/ of the game, and name it in layouts/theme.yaml"
            self.game.source.note(f"the font {quote(family.strip())} is not available", place, hint=hint)
        return "serif" if serif else None

    def finish(
        self, width: float, height: float, place: Place, *, bleed: float | None = None, **more: object
    ) -> None:
        """Adds the component; sizes are in mm. ``bleed``: where it is another than is common."""
        game, name = self.game, self.game.source.path.stem
        if min(width, height) < _SMALLEST:
            message = f"cards of {number(width)} × {number(height)} mm are too small to be cut, and left out"
            game.source.note(message, place)
            return
        size = game.size(width, height, place)
        if min(width, height) < _SMALL:
            more["safe"] = 0
        if max(width, height) > _SHEET[1] or min(width, height) > _SHEET[0]:
            more["kind"] = "board"
        if bleed is not None:
            more["bleed"] = round(bleed, 3)
        back = game.layout(f"{name}-back", self.back) if self.back else None
        front = game.layout(name, self.front)
        game.add(Component(name, size, self._cards(name), front, back, more))

    def _cards(self, name: str) -> object:
        """Writes the cards, and returns what game.yaml says of them."""
        if self.table:
            return self.table.source if len(self.table.source) > 1 else self.table.file
        if not self._columns:
            return self.game.cards(name, [{"name": self.game.title, "copies": self.count}])
        rows = zip(*self._columns.values(), strict=True)
        return self.game.cards(name, [dict(zip(self._columns, row, strict=True)) for row in rows])


class Options:
    """The named arguments of a call that draws, asked for one by one; the others are noted in the end."""

    def __init__(
        self, cards: ScriptCards, call: str, values: Mapping[str, object], place: Callable[[str], Place]
    ) -> None:
        self.cards, self.call, self._values, self.place = cards, call, values, place
        self._asked: set[str] = set()

    def note(self, name: str, message: str, hint: str = EDIT) -> None:
        self.cards.game.source.note(message, self.place(name), hint)

    def get(self, name: str, default: object = None, *, kinds: tuple[type, ...] = ()) -> object:
        """A value; one that is not known, or of none of the ``kinds``, is noted, and the default taken."""
        self._asked.add(name)
        value = self._values.get(name, default)
        is_known = not isinstance(value, Unknown | Mapping | ScriptTable | list)
        if is_known and (not kinds or value is None or isinstance(value, kinds)):
            return value
        what = "it is left out" if default is UNKNOWN else "its default is taken"
        self.note(name, f"{as_code(name)} of {as_code(self.call)} is computed; {what}")
        return default

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def length(self, name: str, default: object, to_mm: Callable[[object], float | None]) -> Value:
        """A length in mm."""

        def converted(one: object) -> object:
            length = to_mm(one)
            if length is None:
                self.note(name, f"{quote(plain_text(one))} is not a known length")
                length = to_mm(default)
            return float(length or 0)

        found = mapped(self.get(name, default, kinds=(int, float, str, Each)), converted)
        return found if isinstance(found, float) else self.cards.code(found, name)

    def colour(self, name: str, default: str, *, is_text: bool = False) -> Code:
        """A colour as layouts write it; one that is not known is black, and noted."""

        def converted(one: object) -> str:
            colour = known_colour(plain_text(one)) if one is not None else "none"
            if colour is None:
                self.note(name, f"the colour {quote(plain_text(one))} is not known; black is taken")
            return colour or "black"

        return self.cards.colour(self.get(name, default), converted, default, name, is_text=is_text)

    def word(self, name: str, words: Mapping[str, str]) -> str | None:
        """What one of the words means here; None for any other."""
        return words.get(plain_text(self.get(name)).strip().lower())

    def number(self, name: str, default: float) -> float:
        value = self.get(name, default, kinds=(int, float))
        return float(value) if isinstance(value, int | float) and abs(value) < _LARGEST else default

    def leave(self) -> None:
        """Nothing more is asked for, and nothing to be noted."""
        self._asked |= self._values.keys()

    def finish(self, unimportant: Collection[str]) -> None:
        """Notes what nobody asked for."""
        for name in self._values.keys() - self._asked - set(unimportant):
            self.note(name, f"{as_code(name)} of {as_code(self.call)} is not taken over")


def _of_row(parts: Iterable[str | Hole], row: Mapping[str, object]) -> str:
    """What a text is in a row of the table; empty where a cell of it is blank."""
    words = [part if isinstance(part, str) else plain_text(row.get(part.heading)) for part in parts]
    return "".join(words).strip() if all(words) else ""


def _may_be_picture(name: str) -> bool:
    with suppress(InputError):
        return relative_name(name).lower().endswith(PICTURE_SUFFIXES)
    return False


def _printed(code: str, filters: Sequence[str]) -> Code:
    return Code("{{ " + "|".join((_whole(code), *filters)) + " }}" if filters else f"{{{{ {code} }}}}")


def _whole(code: str) -> str:
    """Code that stays one in front of a filter and between signs."""
    return code if _ONE.fullmatch(code) else f"({code})"


def script_text(source: Source) -> str:
    """The text of a script. Raises :class:`InputError`, for one that nobody wrote by hand too."""
    if len(source.data) > MIB:
        raise source.error("scripts of more than 1 MiB are not read")
    return source.text


def numbers_of(text: str, last: int) -> list[int] | None:
    """The numbers that ``1-5, 8`` means, up to the last there is; None for what is no such list."""
    found: list[int] = []
    for one in text.split(","):
        ends = _FROM_TO.fullmatch(one)
        if ends is None:
            return None
        found += range(int(ends[1]), min(int(ends[2] or ends[1]), last) + 1)
    return found


def type_size(points: float | None) -> float:
    """A size of type that layouts have."""
    return min(max(points or 12.0, 0.5), 2000.0)


def ground(cards: ScriptCards, fill: str, when: Iterable[str | None] = (), beyond: float = BLEED) -> None:
    """Fills all of the cards, and the bleed around them."""
    side = f"100% + {2 * beyond:g}"
    cards.draw(when, "rect", {"x": -beyond, "y": -beyond, "width": side, "height": side, "fill": Code(fill)})


def styled(text: Code, *, bold: bool = False, italic: bool = False, underline: bool = False) -> Code:
    """Text in a style."""
    for tag, wanted in (("u", underline), ("i", italic), ("b", bold)):
        text = Code(f"<{tag}>{text}</{tag}>") if wanted else text
    return text
