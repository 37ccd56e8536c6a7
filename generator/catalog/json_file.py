"""JSON with the place of every value, as the YAML reader gives it.

Python's own scanner reads texts and numbers; what stands around them is read here, for the standard library
gives no places.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from generator.catalog.paths import read_text
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import (
    MAX_DEPTH,
    MAX_VALUES,
    Marked,
    MarkedDict,
    MarkedList,
    bounded_decimal,
    bounded_whole,
)

SomeMarked = TypeVar("SomeMarked", MarkedDict, MarkedList)

_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.+-])")
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}
_NEARLY = {
    **dict.fromkeys(("True", "TRUE"), "true"),
    **dict.fromkeys(("False", "FALSE"), "false"),
    **dict.fromkeys(("None", "Null", "NULL", "nil", "undefined"), "null"),
}
"""Words of other languages."""


def read_json(path: Path, problems: Problems, shown: str) -> Marked | None:
    """The mapping or list in the JSON file at ``path``; None if the file cannot be used at all.

    ``shown`` is the file's name in messages. A key that is given twice and a number that is too large are
    reported and left out, and the rest is returned.
    """
    with problems.reporting(Place(shown)):
        return parse_json(read_text(path, shown), shown, problems)
    return None


def parse_json(text: str, file: str, problems: Problems) -> Marked:
    """The mapping or list in ``text``; raises InputError, with the place, where it is not JSON."""
    parser = _Parser(text, file, problems)
    value = parser.document()
    if not isinstance(value, MarkedDict | MarkedList):
        raise InputError(f"expected keys and values or a list, got {quote(value)}", place=Place(file, 1, 1))
    return value


def parse_values(text: str | bytes) -> Any:
    """The plain value of JSON that a page sent or a database keeps, where nobody looks for lines.

    Raises InputError for what is no JSON: also for numbers that are none, and for keys that are given twice.
    """
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite, object_pairs_hook=_once)
    except RecursionError:
        raise InputError("the values are nested too deep") from None
    except ValueError:
        # Of a number with thousands of digits, too.
        raise InputError("that is no JSON") from None


def _finite(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise InputError(f"{quote(word)} is not a usable number")
    return number


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(f"the key {quote(twice)} is given twice")
    return values


class _Parser:
    def __init__(self, text: str, file: str, problems: Problems) -> None:
        self._text = text
        self._file = file
        self._problems = problems
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._count = 0

    def document(self) -> object:
        begin = self._skip(0)
        if begin == len(self._text):
            raise InputError("the file is empty", place=Place(self._file))
        value, end = self._value(begin, 1)
        end = self._skip(end)
        if end < len(self._text):
            raise self._wrong(end, "the file goes on behind its last bracket", "remove what is too much")
        return value

    def _skip(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        assert found is not None
        return found.end()

    def _value(self, at: int, depth: int) -> tuple[object, int]:
        """The value that begins at ``at``, and where it ends."""
        self._count += 1
        if self._count > MAX_VALUES:
            raise self._wrong(at, f"the file holds more than {MAX_VALUES:,} values")
        first = self._text[at : at + 1]
        if first == '"':
            return self._string(at)
        if first in ("{", "["):
            if depth > MAX_DEPTH:
                raise self._wrong(at, f"values are nested more than {MAX_DEPTH} deep")
            return self._mapping(at, depth) if first == "{" else self._list(at, depth)
        found = _NUMBER.match(self._text, at)
        if found is not None:
            return self._number(found), found.end()
        return self._word(at)

    def _mapping(self, at: int, depth: int) -> tuple[MarkedDict, int]:
        mapping, marks, begin = self._begun(MarkedDict(), at)
        at = self._skip(at + 1)
        while self._text[at : at + 1] != "}":
            if self._text[at : at + 1] != '"':
                raise self._no_key(at, begin)
            key, end = self._string(at)
            colon = self._skip(end)
            if self._text[colon : colon + 1] != ":":
                raise self._wrong(colon, f"a colon is missing behind the key {quote(key)}")
            start = self._skip(colon + 1)
            value, end = self._value(start, depth + 1)
            if key in mapping:
                place = mapping.place_of_key(key)
                hint = f"first in line {place.line}, column {place.column}"
                self._report(at, f"the key `{key}` is given twice", hint)
            elif not key:
                self._report(at, "a key is missing before the colon", None)
            else:
                mapping[key] = value
                marks += (*self._position(at), *self._position(start))
            at = self._next(end, "}", begin)
        return mapping, at + 1

    def _list(self, at: int, depth: int) -> tuple[MarkedList, int]:
        items, marks, begin = self._begun(MarkedList(), at)
        at = self._skip(at + 1)
        while self._text[at : at + 1] != "]":
            value, end = self._value(at, depth + 1)
            items.append(value)
            marks += self._position(at)
            at = self._next(end, "]", begin)
        return items, at + 1

    def _begun(self, holder: SomeMarked, at: int) -> tuple[SomeMarked, list[int], int]:
        """A mapping or list with its own place; places of what is in it are to be added to the list."""
        holder._file, holder._marks = self._file, [*self._position(at)]
        return holder, holder._marks, at

    def _next(self, end: int, bracket: str, begin: int) -> int:
        """Where the next item begins, or where the bracket is closed."""
        at = self._skip(end)
        here = self._text[at : at + 1]
        if here == bracket:
            return at
        if here == ",":
            after = self._skip(at + 1)
            if self._text[after : after + 1] == bracket:
                raise self._wrong(at, f"nothing follows this comma but `{bracket}`", "remove the comma")
            if after < len(self._text):
                return after
        opened = self._text[begin]
        if here and here not in ",]}":
            raise self._wrong(at, "a comma is missing before this", f"or the `{opened}` above is not closed")
        if here in "]}" and here:
            raise self._wrong(
                at, f"`{here}` closes a bracket that is not open", f"`{opened}` is closed by `{bracket}`"
            )
        raise self._wrong(begin, f"the `{opened}` is not closed")

    def _no_key(self, at: int, begin: int) -> InputError:
        here = self._text[at : at + 1]
        if not here:
            return self._wrong(begin, "the `{` is not closed")
        if here in ",]:":
            return self._wrong(at, "a key is missing here")
        return self._wrong(at, "a key goes in double quotes", _comment(self._text, at))

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self._text, at + 1, True)
        except JSONDecodeError as error:
            raise self._bad_text(error, at) from None
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise self._wrong(at, "the text has half of a character: a `\\ud…` escape without its partner")
        return text, end

    def _bad_text(self, error: JSONDecodeError, at: int) -> InputError:
        if "Unterminated" in error.msg:
            return self._wrong(at, "the quotes are not closed")
        if "control character" in error.msg:
            message = "a text ends in the line that it begins in"
            return self._wrong(error.pos, message, "write `\\n` for a line break")
        return self._wrong(error.pos, "this is not a JSON escape", "write `\\\\` for a backslash")

    def _number(self, found: re.Match[str]) -> object:
        written = found.group()
        try:
            is_whole = written.lstrip("-").isdigit()
            number = bounded_whole(written, 10) if is_whole else bounded_decimal(written)
        except InputError as error:
            self._report(found.start(), error.message, error.hint, error.code)
            return None
        return int(number) if number % 1 == 0 else number

    def _word(self, at: int) -> tuple[object, int]:
        found = _WORD.match(self._text, at)
        if found is None:
            raise self._wrong(
                at, "a value is missing here" if at < len(self._text) else "the file ends too early"
            )
        word = found.group()
        if word in _WORDS:
            return _WORDS[word], found.end()
        hint = _comment(self._text, at)
        if word in _NEARLY:
            hint = f"did you mean `{_NEARLY[word]}`?"
        elif word.lstrip("+-").casefold() in ("nan", "infinity", "inf"):
            hint = "write a number, or `null` for none"
        elif word[0] in "0123456789+-.":
            hint = "a number is written `12`, `-3` or `0.5`; anything else goes in double quotes"
        raise self._wrong(at, f"{quote(word)} is not a JSON value", hint or "put text in double quotes")

    def _position(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._lines, at)
        return line, at - self._lines[line - 1] + 1

    def _report(self, at: int, message: str, hint: str | None, code: str | None = None) -> None:
        if self._problems.too_many:
            raise self._wrong(at, "the rest was not read: there are too many problems above")
        self._problems.error(message, Place(self._file, *self._position(at)), hint=hint, code=code)

    def _wrong(self, at: int, message: str, hint: str | None = None) -> InputError:
        return InputError(message, place=Place(self._file, *self._position(at)), hint=hint)


def _comment(text: str, at: int) -> str | None:
    return "JSON has no comments" if text.startswith(("//", "/*", "#"), at) else None
