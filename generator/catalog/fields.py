"""Declared fields: what a card's value must be, and what becomes of it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.catalog.figure_words import read_figure
from generator.catalog.game_file import FieldFile
from generator.catalog.paths import (
    PICTURE_SUFFIXES,
    file_inside,
    in_other_case,
    is_there,
    names_picture,
    relative_name,
    split_part,
    where_to_put,
)
from generator.catalog.problems import (
    BAD_PICTURE,
    MISSING_FILE,
    NUMBER_TOO_LARGE,
    PRINTED_INSTEAD,
    InputError,
)
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MAX_NUMBER

Convert = Callable[[object], object]

ART_FOLDER = "art"
_MAX_SUGGESTED = 2000
"""Files that are looked through for the one that was meant."""
_MAX_LISTED = 12
"""Values of a choice that a message lists."""

_YES, _NO = ("yes", "true", "y", "1"), ("no", "false", "n", "0")
_WHOLE = re.compile(r"[-+]?[0-9]{1,16}")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]{1,16}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")
_WITH_COMMA = re.compile(r"[-+]?[0-9]{1,16},[0-9]{1,30}")
_HEX_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


class Field(NamedTuple):
    """A declared field, ready to convert values. ``convert`` raises InputError."""

    name: str
    type: str
    convert: Convert
    required: bool
    default: object


def compile_field(name: str, declared: FieldFile, game_folder: Path) -> Field:
    """The field ``name`` as declared in game.yaml; InputError if the declaration contradicts itself."""
    if declared.of and declared.type != "choice":
        raise InputError(f"`of` goes with `type: choice`, not with `{declared.type}`")
    if declared.type == "choice" and not declared.of:
        raise InputError("a choice needs `of`, the list of its values")
    low, high = declared.min, declared.max
    if (low is not None or high is not None) and declared.type not in _BOUNDED:
        raise InputError(f"`min` and `max` do not go with `{declared.type}`")
    if low is not None and high is not None and low > high:
        raise InputError(f"`min` {low:g} is more than `max` {high:g}")
    convert = _converter(declared, game_folder)
    default = declared.default
    if default is not None:
        try:
            default = convert(default)
        except InputError as error:
            # A missing picture is reported by the layouts that show it.
            if error.code != MISSING_FILE:
                raise InputError(f"the default does not fit: {error.message}", hint=error.hint) from None
    return Field(name, declared.type, convert, declared.required, default)


def whole(value: object) -> int:
    """A whole number from an int, a float without a fraction, or digits; raises InputError."""
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(_checked(int(value), value))
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value % 1 == 0:
        return int(_checked(value, value))
    hint = "a whole number has no comma" if _has_comma(value) else None
    raise InputError(f"expected a whole number, got {quote(value)}", hint=hint)


def _checked(number: float, given: object) -> float:
    if abs(number) > MAX_NUMBER:
        raise InputError(f"the number {quote(given)} is too large", code=NUMBER_TOO_LARGE)
    return number


def text(value: object) -> str:
    """Text from text, a number or true/false; raises InputError for lists and mappings."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return quote(value)
    if isinstance(value, (int, float)):
        return str(value)
    raise InputError(f"expected text, got {quote(value)}")


def yes_no(value: object) -> bool:
    """A truth from true/false, yes/no, y/n or 1/0; raises InputError."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, (str, int)) else ""
    if word not in (*_YES, *_NO):
        raise InputError(f"expected yes or no, got {quote(value)}")
    return word in _YES


def _number(value: object) -> float:
    if isinstance(value, str) and _DECIMAL.fullmatch(value.strip()):
        return _checked(float(value) if "." in value else int(value), value)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        return _checked(value, value)
    raise InputError(f"expected a number, got {quote(value)}", hint=_comma_hint(value))


def _has_comma(value: object) -> bool:
    """Whether it is a number as spreadsheets of many countries write it, such as ``1,5``."""
    return isinstance(value, str) and _WITH_COMMA.fullmatch(value.strip()) is not None


def _comma_hint(value: object) -> str | None:
    if not _has_comma(value):
        return None
    before, after = str(value).strip().split(",")
    meant = f"`{before}.{after}`"
    # With three digits behind it, the comma may as well part the thousands.
    return f"write {meant} or `{before}{after}`" if len(after) == 3 else f"write {meant}"


def _list(value: object) -> list[object]:
    """A list as it is; a single value is a list of one."""
    if isinstance(value, list):
        return value
    if isinstance(value, Mapping):
        raise InputError("expected a list, got a mapping")
    return [value]


def _colour(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(
            f"expected a colour, got {quote(value)}", hint="write for example `#8a2be2` in quotes"
        )
    if value.startswith("#") and not _HEX_COLOUR.fullmatch(value):
        raise InputError(
            f"expected a colour, got {quote(value)}", hint="`#` is followed by 3, 4, 6 or 8 hex digits"
        )
    return value


def _any(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"expected a value, got {quote(value)}")
    return value


_CONVERT: Mapping[str, Convert] = {
    "text": text,
    "whole": whole,
    "number": _number,
    "yes-no": yes_no,
    "list": _list,
    "colour": _colour,
    "figure": read_figure,
    "any": _any,
}


def _converter(declared: FieldFile, game_folder: Path) -> Convert:
    if declared.type == "choice":
        return _choice(declared.of or [])
    if declared.type == "image":
        return _image(game_folder)
    convert = _CONVERT[declared.type]
    if declared.min is None and declared.max is None:
        return convert
    return _bounded(convert, declared.min, declared.max, *_BOUNDED[declared.type])


def _value_itself(value: object) -> float:
    assert isinstance(value, (int, float))
    return value


def _length(value: object) -> float:
    assert isinstance(value, (str, list))
    return len(value)


_BOUNDED: Mapping[str, tuple[Callable[[object], float], str]] = {
    "whole": (_value_itself, ""),
    "number": (_value_itself, ""),
    "text": (_length, "letter"),
    "list": (_length, "item"),
}
"""What ``min`` and ``max`` are compared with, and what is counted."""


def _bounded(
    convert: Convert, low: float | None, high: float | None, measure: Callable[[object], float], unit: str
) -> Convert:
    def convert_within(value: object) -> object:
        converted = convert(value)
        amount = measure(converted)
        if low is not None and amount < low:
            raise InputError(f"expected at least {_amount(low, unit)}, got {amount:g}")
        if high is not None and amount > high:
            raise InputError(f"expected at most {_amount(high, unit)}, got {amount:g}")
        return converted

    return convert_within


def _amount(number: float, unit: str) -> str:
    return f"{number:g} {unit}{'' if number == 1 else 's'}" if unit else f"{number:g}"


def _choice(of: list[str]) -> Convert:
    known = {choice: choice for choice in of}
    listed = ", ".join(of[:_MAX_LISTED]) + (", …" if len(of) > _MAX_LISTED else "")

    def convert(value: object) -> object:
        chosen = known.get(quote(value) if isinstance(value, bool) else str(value).strip())
        if chosen is None:
            hint = did_you_mean(value, of) if isinstance(value, str) else None
            raise InputError(f"expected one of {listed}; got {quote(value)}", hint=hint)
        return chosen

    return convert


def _image(game_folder: Path) -> Convert:
    checked: dict[str, InputError | None] = {}

    def convert(value: object) -> object:
        name = text(value)
        if not names_picture(name):
            return name  # an icon's name or anything else the layout makes a picture of
        if name not in checked:
            checked[name] = _missing_image(game_folder, *split_part(name))
        refused = checked[name]
        if refused is not None:
            raise refused
        return name

    return convert


def _missing_image(game_folder: Path, name: str, part: str) -> InputError | None:
    """Whether there is such a part is seen where the picture is read."""
    try:
        file_inside(game_folder, name)
    except InputError as error:
        try:
            file_inside(game_folder, f"{ART_FOLDER}/{name}")
        except InputError:
            error.code = error.code or BAD_PICTURE
            if _is_missing(game_folder, name):
                error.code, error.subject = MISSING_FILE, f"{name}#{part}" if part else name
                error.message += f"; {PRINTED_INSTEAD}"
                folders = (game_folder, game_folder / ART_FOLDER)
                near = in_other_case(folders, name) or did_you_mean(name, _pictures(game_folder))
                error.hint = near or where_to_put(game_folder, name)
            return error
    return None


def _is_missing(game_folder: Path, name: str) -> bool:
    """Whether there is nothing of that name; a folder, or what may not be read, is something."""
    try:
        relative_name(name)
    except InputError:
        return False
    return not any(is_there(game_folder / folder / name) for folder in ("", ART_FOLDER))


def _pictures(game_folder: Path) -> list[str]:
    """The pictures that a card may have meant."""
    files = islice((game_folder / ART_FOLDER).rglob("*"), _MAX_SUGGESTED)
    names = [path.relative_to(game_folder / ART_FOLDER).as_posix() for path in files]
    return sorted(name for name in names if name.lower().endswith(PICTURE_SUFFIXES))
