"""YAML with the place of every value: PyYAML's C parser, and a builder of our own.

A bare word stands for what the YAML 1.2 core schema says, less its traps: only ``true`` and ``false`` are yes
and no, so ``no``, ``on``, ``1:30`` and dates stay text; a number with leading zeros (``007``) stays text too,
as whoever writes it means the zeros.

The builder works on parse events, so that nothing is made of a document before it has been checked:
duplicate keys, tags, merge keys and alias loops are refused, and size and depth are bounded while reading.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol

from yaml import (
    AliasEvent,
    CBaseLoader,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    MarkedYAMLError,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    YAMLError,
)
from yaml.error import Mark

from generator.catalog.paths import file_inside, read_text, shown_path
from generator.catalog.problems import NUMBER_TOO_LARGE, InputError, Place, Problems
from generator.catalog.wording import quote

MAX_VALUES = 1_000_000
"""Of one file; a reader of anything larger would only run out of memory."""
MAX_DEPTH = 100
"""Of lists and mappings inside each other."""
_MANY = 50
"""Keys of a mapping from which on their places are found by an index."""


class _Marked:
    """What mappings and lists read from YAML have in common: they know where all that is in them stands."""

    __slots__ = ()

    _file: str
    _marks: list[int]
    """Line and column of the whole, then of what is in it, in its order: of each key and value, or item."""
    _aliases: list[Alias]
    """Where values are repeated by an alias; missing where none is."""
    _changed: dict[str | int, Place]
    """The places of values that were changed after reading; missing where none was."""

    @property
    def place(self) -> Place:
        return Place(self._file, self._marks[0], self._marks[1])

    def change(self, step: str | int, value: object, place: Place) -> None:
        """Gives a key or index that is there another value, and so all aliases of it, as an edit would."""
        self[step] = value  # type: ignore[index]  # both kinds have it
        # The slots are those of either kind.
        self._changed = {**getattr(self, "_changed", {}), step: place}  # type: ignore[misc]
        for alias in getattr(self, "_aliases", ()):
            if alias.step == step:
                alias.holder.change(alias.other, value, place)

    def move(self, file: str) -> None:
        """Makes a file as a whole the place of all that is in it."""
        self._file = file  # type: ignore[misc]
        self._marks = [0] * len(self._marks)  # type: ignore[misc]

    def _at(self, step: str | int, number: int) -> Place:
        changed: dict[str | int, Place] = getattr(self, "_changed", {})
        return changed.get(step) or Place(self._file, self._marks[number], self._marks[number + 1])


class MarkedDict(dict[str, object], _Marked):
    """A mapping read from YAML that knows the place of its keys and values."""

    __slots__ = ("_aliases", "_changed", "_file", "_marks", "_numbers")

    _numbers: dict[str, int]
    """The numbers of its keys, counted from 0; made when a place is asked for in a mapping of many."""

    def place_of(self, key: str) -> Place:
        """Where the value of ``key`` stands; the mapping's own place if it has no such key."""
        number = self._number(key)
        return self.place if number is None else self._at(key, 4 + 4 * number)

    def place_of_key(self, key: str) -> Place:
        """Where ``key`` itself stands; the mapping's own place if it has no such key."""
        number = self._number(key)
        return self.place if number is None else self._at(key, 2 + 4 * number)

    def renamed(self, names: Mapping[str, str]) -> MarkedDict:
        """The values under other keys: under each that is given, what stands under the one behind it."""
        made = MarkedDict({new: self[old] for new, old in names.items()})
        places = [place for old in names.values() for place in (self.place_of_key(old), self.place_of(old))]
        made._file = self._file
        made._marks = [*self._marks[:2], *(number for place in places for number in place[1:3])]
        return made

    def _number(self, key: str) -> int | None:
        if len(self) > _MANY:
            if not hasattr(self, "_numbers"):
                self._numbers = {known: number for number, known in enumerate(self)}
            return self._numbers.get(key)
        # Asked only for messages, so a search costs less than an index for each mapping.
        return next((number for number, known in enumerate(self) if known == key), None)


class MarkedList(list[object], _Marked):
    """A list read from YAML that knows the place of its items."""

    __slots__ = ("_aliases", "_changed", "_file", "_marks")

    def place_of(self, index: int) -> Place:
        """Where item ``index`` (from 0) stands; the list's own place if it has none."""
        return self._at(index, 2 + 2 * index) if 0 <= index < len(self) else self.place


Marked = MarkedDict | MarkedList


class Alias(NamedTuple):
    """A value that is repeated elsewhere: ``&max 6``, and ``*max`` in another place."""

    step: str | int
    """The key or index of the value."""
    holder: Marked
    """What has it again."""
    other: str | int
    """The key or index there."""


def placed_in(file: str, values: Mapping[str, object]) -> MarkedDict:
    """A mapping that stands for a file: that as a whole is the place of all in it."""
    made = MarkedDict(values)
    made._file, made._marks = file, [0] * (2 + 4 * len(values))
    return made


def place_of_step(holder: object, step: str | int) -> Place | None:
    """Where the value at a key or index stands; None in what was not read from YAML."""
    if isinstance(holder, MarkedDict):
        return holder.place_of(str(step))
    return holder.place_of(int(step)) if isinstance(holder, MarkedList) else None


def place_in(given: MarkedDict, path: Sequence[str | int]) -> Place:
    """Where the value at ``path`` stands, or the nearest around it that is there."""
    place = given.place
    value: Any = given
    for step in path:
        has_key = isinstance(value, MarkedDict) and isinstance(step, str) and step in value
        if not has_key and not (
            isinstance(value, MarkedList) and isinstance(step, int) and step < len(value)
        ):
            break
        place, value = value.place_of(step), value[step]
    return place


def read_yaml(
    path: Path, problems: Problems, shown: str | None = None, *, inside: Path | None = None
) -> Marked | None:
    """The mapping or list in the YAML file at ``path``; None if the file cannot be used at all.

    ``shown`` is the file's name in messages. ``inside``: the folder that no link may lead out of.
    A duplicate key, a tag or a merge key is reported and left out,
    and the rest is returned, so that all problems of a file are found in one run: ask
    ``problems.has_errors`` before using the result for more than finding problems.
    """
    name = shown if shown is not None else shown_path(path)
    with problems.reporting(Place(name)):
        if inside is not None and path.is_symlink():
            file_inside(inside, path.relative_to(inside).as_posix())
        return parse_yaml(read_text(path, name), name, problems)
    return None


def read_mapping(
    path: Path, problems: Problems, *, inside: Path | None = None, hint: str | None = None
) -> MarkedDict | None:
    """The same of a file that must hold keys and values; ``hint``: how one with a list should begin."""
    read = read_yaml(path, problems, inside=inside)
    if isinstance(read, MarkedList):
        problems.error("expected keys and values, got a list", read.place, hint=hint)
    return read if isinstance(read, MarkedDict) else None


def parse_yaml(text: str, file: str, problems: Problems) -> Marked:
    """The mapping or list in ``text``; raises InputError where :func:`read_yaml` returns None."""
    builder = _Builder(file, problems)
    try:
        builder.run(CBaseLoader(text))
    except YAMLError as error:
        raise _explain(error, text, file) from None
    if not isinstance(builder.root, MarkedDict | MarkedList):
        if builder.root is None:
            raise InputError("the file is empty", place=Place(file))
        raise InputError(
            f"expected keys and values or a list, got {quote(builder.root)}",
            place=Place(file, *builder.root_at),
        )
    return builder.root


class _Mark(Protocol):
    """A place in the text, counted from 0."""

    line: int
    column: int


class _Event(Protocol):
    """What is used of the C parser's events; which of it an event has depends on its kind."""

    start_mark: _Mark
    anchor: Any
    tag: Any
    value: Any
    implicit: Any


class _Frame:
    """A mapping or list that is being filled."""

    __slots__ = ("anchor", "before", "deepest", "dropped", "key", "key_column", "key_line", "marks", "value")

    def __init__(self, value: Marked, marks: list[int], anchor: str | None, before: int, depth: int) -> None:
        self.value = value
        self.marks = marks
        self.anchor = anchor
        self.before = before
        """How many values the document had before this one."""
        self.deepest = depth
        """The depth of the deepest value inside."""
        self.key: str | None = None
        self.key_line = 0
        self.key_column = 0
        self.dropped = False
        """Whether the pair at hand was refused and is only read over."""

    @property
    def step(self) -> str | int | None:
        """The key or index of the value that comes next."""
        return self.key if type(self.value) is MarkedDict else len(self.value)


class _Anchored:
    __slots__ = ("count", "height", "home", "step", "value")

    def __init__(self, value: object, count: int, height: int, frame: _Frame | None) -> None:
        self.value = value
        self.count = count
        self.height = height
        # What the value stands in, and its key or index there; None where it is refused, or all there is.
        self.home = None if frame is None or frame.dropped else frame.value
        self.step = None if frame is None else frame.step


class _Builder:
    def __init__(self, file: str, problems: Problems) -> None:
        self.root: object = None
        self.root_at = (0, 0)
        self._file = file
        self._problems = problems
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored | None] = {}
        """None while the anchored value is still being read."""
        self._names: dict[str, str] = {}
        """Each key once, for a thousand cards repeat the same few."""
        self._count = 0
        self._documents = 0

    def run(self, parser: Any) -> None:
        get_event = parser.get_event
        while True:
            event: _Event = get_event()
            kind: type = type(event)
            if kind is ScalarEvent:
                self._scalar(event)
            elif kind is MappingStartEvent:
                self._start(event, MarkedDict())
            elif kind is SequenceStartEvent:
                self._start(event, MarkedList())
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._end()
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    self._refuse(
                        event, "a file holds one YAML document, this is a second one", "remove the `---`"
                    )
            elif kind is StreamEndEvent:
                return

    def _scalar(self, event: _Event) -> None:
        mark = event.start_mark
        line, column = mark.line + 1, mark.column + 1
        text: str = event.value
        frame = self._stack[-1] if self._stack else None
        plain = event.implicit[0]
        if event.tag is not None:
            self._tag(event)
        if frame is not None and frame.key is None and type(frame.value) is MarkedDict:
            self._key(frame, text, plain, line, column)
            return
        value: object = text
        if plain and event.tag is None:
            try:
                value = resolve(text)
            except InputError as error:
                self._problems.add(error, Place(self._file, line, column))
        self._count += 1
        if self._count > MAX_VALUES:
            self._too_many(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, 0, frame)
        self._put(frame, value, line, column)

    def _key(self, frame: _Frame, text: str, plain: bool, line: int, column: int) -> None:
        frame.key = self._names.setdefault(text, text)
        frame.key_line = line
        frame.key_column = column
        value = frame.value
        if text in value:
            assert isinstance(value, MarkedDict)
            first = value.place_of_key(text)
            self._drop(
                frame,
                f"the key `{text}` is given twice",
                f"first in line {first.line}, column {first.column}",
            )
        elif plain and text == "<<":
            self._drop(frame, "the merge key `<<` is not supported", "use `extends` or `defaults` instead")
        elif not text:
            self._drop(frame, "a key is missing before the colon", None)

    def _drop(self, frame: _Frame, message: str, hint: str | None) -> None:
        frame.dropped = True
        if self._problems.too_many:
            place = Place(self._file, frame.key_line, frame.key_column)
            raise InputError("the rest was not read: there are too many problems above", place=place)
        self._problems.error(message, Place(self._file, frame.key_line, frame.key_column), hint=hint)

    def _put(self, frame: _Frame | None, value: object, line: int, column: int) -> None:
        if frame is None:
            self.root = value
            self.root_at = (line, column)
            return
        holder = frame.value
        if type(holder) is MarkedList:
            holder.append(value)
            frame.marks += (line, column)
            return
        assert isinstance(holder, MarkedDict)
        assert frame.key is not None
        if frame.dropped:
            frame.dropped = False
        else:
            holder[frame.key] = value
            frame.marks += (frame.key_line, frame.key_column, line, column)
        frame.key = None

    def _start(self, event: _Event, value: Marked) -> None:
        mark = event.start_mark
        marks = [mark.line + 1, mark.column + 1]
        value._file = self._file
        value._marks = marks
        if event.tag is not None:
            self._tag(event)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.key is None and type(frame.value) is MarkedDict:
            self._refuse(
                event,
                "a key must be text, not a list or a mapping",
                "put text that begins with `{` or `[` in quotes",
            )
        if len(self._stack) >= MAX_DEPTH:
            self._too_deep(event)
        self._count += 1
        if self._count > MAX_VALUES:
            self._too_many(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._stack.append(_Frame(value, marks, event.anchor, self._count - 1, len(self._stack) + 1))

    def _end(self) -> None:
        frame = self._stack.pop()
        depth = len(self._stack)
        outer = self._stack[-1] if self._stack else None
        if frame.anchor is not None:
            self._anchors[frame.anchor] = _Anchored(
                frame.value, self._count - frame.before, frame.deepest - depth, outer
            )
        if outer is not None and outer.deepest < frame.deepest:
            outer.deepest = frame.deepest
        self._put(outer, frame.value, frame.marks[0], frame.marks[1])

    def _alias(self, event: _Event) -> None:
        name = event.anchor
        if name not in self._anchors:
            self._refuse(
                event, f"nothing is marked `&{name}` above", "put text that begins with `*` in quotes"
            )
        anchored = self._anchors[name]
        if anchored is None:
            self._refuse(event, f"`*{name}` is inside the value it repeats", None)
        frame = self._stack[-1]  # the parser allows no alias outside of a list or mapping but at the top
        if frame.key is None and type(frame.value) is MarkedDict:
            self._refuse(event, "a key must be text, not an alias", None)
        self._count += anchored.count
        if self._count > MAX_VALUES:
            self._too_many(event)
        depth = len(self._stack) + anchored.height
        if depth > MAX_DEPTH:
            self._too_deep(event)
        frame.deepest = max(frame.deepest, depth)
        if anchored.home is not None and not frame.dropped:
            assert anchored.step is not None
            assert frame.step is not None
            alias = Alias(anchored.step, frame.value, frame.step)
            anchored.home._aliases = [*getattr(anchored.home, "_aliases", ()), alias]
        mark = event.start_mark
        self._put(frame, anchored.value, mark.line + 1, mark.column + 1)

    def _tag(self, event: _Event) -> None:
        if self._problems.too_many:
            self._refuse(event, "the rest was not read: there are too many problems above", None)
        tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
        hint = "put the text in quotes if the `!` belongs to it"
        self._problems.error(f"the tag `{tag}` is not allowed", self._place(event), hint=hint)

    def _too_many(self, event: _Event) -> NoReturn:
        self._refuse(
            event,
            f"the file holds more than {MAX_VALUES:,} values",
            "aliases count as often as they are used",
        )

    def _too_deep(self, event: _Event) -> NoReturn:
        self._refuse(event, f"values are nested more than {MAX_DEPTH} deep", None)

    def _refuse(self, event: _Event, message: str, hint: str | None) -> NoReturn:
        raise InputError(message, place=self._place(event), hint=hint)

    def _place(self, event: _Event) -> Place:
        return Place(self._file, event.start_mark.line + 1, event.start_mark.column + 1)


# What a bare word stands for

_WORDS: dict[str, object] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
}
_MAY_BE_NUMBER = frozenset("0123456789+-.")
_MAY_BE_WORD = frozenset("tTfFnN~")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_DECIMAL = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_CELL_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+")
_MAX_DIGITS = 60
"""Letters of a whole number that are converted at all."""
MAX_NUMBER = 10**15
"""Larger amounts are not numbers of a game; beyond about 9e15 a float no longer holds each whole number."""


def resolve(text: str) -> object:
    """The value of a plain (unquoted) YAML scalar. Raises InputError for numbers beyond 1e15."""
    if not text:
        return None
    first = text[0]
    if first in _MAY_BE_NUMBER:
        return _number(text)
    return _WORDS.get(text, text) if first in _MAY_BE_WORD else text


def resolve_cell(text: str) -> object:
    """The value of a table's cell: a whole or decimal number, ``true``/``false``, or the text itself."""
    if text[:1] in _MAY_BE_NUMBER:
        if _WHOLE.fullmatch(text):
            return bounded_whole(text, 10)
        return bounded_decimal(text) if _CELL_DECIMAL.fullmatch(text) else text
    lowered = text.lower() if len(text) <= 5 else ""
    return lowered == "true" if lowered in ("true", "false") else text


def _number(text: str) -> object:
    if _WHOLE.fullmatch(text):
        return bounded_whole(text, 10)
    if _BASED.fullmatch(text):
        return bounded_whole(text, 0)
    if _DECIMAL.fullmatch(text):
        return bounded_decimal(text)
    return _WORDS.get(text, text)


def bounded_whole(text: str, base: int) -> int:
    """The whole number that digits are. Raises InputError for one beyond 1e15."""
    # Decimal digits are counted first: Python refuses to convert thousands of them, and takes long.
    number = int(text, base) if len(text) <= _MAX_DIGITS else MAX_NUMBER + 1
    if abs(number) > MAX_NUMBER:
        raise _too_large(text)
    return number


def bounded_decimal(text: str) -> float:
    """The decimal number; the same."""
    number = float(text)
    if abs(number) > MAX_NUMBER:
        raise _too_large(text)
    return number


def _too_large(text: str) -> InputError:
    message = f"the number {quote(text)} is too large"
    return InputError(message, hint="put it in quotes if it is text", code=NUMBER_TOO_LARGE)


# Syntax errors

_FLOW = {"]": "[", "}": "{"}


def _explain(error: YAMLError, text: str, file: str) -> InputError:
    """A syntax error in ``text`` in a card maker's words.

    libyaml gives no codes, so its wording is the only clue; other wording is passed on.
    """
    if not isinstance(error, MarkedYAMLError):
        return _syntax_error(f"this is not YAML: {error}", file, None, None)
    problem = error.problem or ""
    mark = error.problem_mark or error.context_mark
    opened = error.context_mark or mark
    character = _character_at(text, mark)
    if character == "\t" or "tab character" in problem:
        return _syntax_error("YAML does not allow tabs for indentation", file, mark, "use spaces instead")
    if "expected ',' or" in problem:
        bracket = _FLOW.get(problem.rstrip("'")[-1:], "[")
        return _syntax_error(f"the `{bracket}` is not closed, or a comma is missing", file, opened, None)
    if "end of stream" in problem and "quoted" in (error.context or ""):
        return _syntax_error("the quotes are not closed", file, opened, None)
    if "cannot start any token" in problem:
        message = f"text cannot begin with `{character}`"
        return _syntax_error(message, file, mark, "put the text in quotes")
    message, hint = next(
        (words for part, words in _MEANINGS.items() if part in problem),
        (f"this is not YAML: {problem or error}", None),
    )
    return _syntax_error(message, file, mark, hint)


_UNFIT = ("this does not fit the lines above", "check the indentation, colons and quotes here and just above")
_MEANINGS: Mapping[str, tuple[str, str | None]] = {
    "mapping values are not allowed": (
        "a colon is not allowed here",
        "put the text in quotes if the colon belongs to it; otherwise check the indentation",
    ),
    "expected node content": ("a value is missing here, or a bracket is not closed", None),
    "unknown escape character": (
        "a backslash in double quotes needs a letter that YAML knows after it",
        "use single quotes, or write `\\\\` for a backslash",
    ),
    "did not find expected": _UNFIT,
    "could not find expected": _UNFIT,
}
"""What is wrong, and a hint, by words of libyaml; the first that it says counts."""


def _syntax_error(message: str, file: str, mark: Mark | None, hint: str | None) -> InputError:
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
    return InputError(message, place=place, hint=hint)


def _character_at(text: str, mark: Mark | None) -> str:
    if mark is None:
        return ""
    lines = text.split("\n")
    line = lines[mark.line] if mark.line < len(lines) else ""
    return line[mark.column : mark.column + 1]
