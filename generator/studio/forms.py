"""Forms of the studio: fields as pages show them, how what was filled in is read, and how it is refused.

A field is declared as a :class:`~generator.catalog.press_settings.Setting`, from which follow how
``fields.html.j2`` shows it and how :func:`read_values` reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from generator.catalog.json_file import parse_values
from generator.catalog.keys import Kind, simple
from generator.catalog.press_settings import Setting, key_of
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, pluralize, quote

MAX_LETTERS = 400
"""Of a value."""
MAX_NAMES = 200
"""In a list."""
_HALF = re.compile(rb"\\u[dD]|\xed")
"""How half of a character begins, in a pair or alone. One alone reaches no file: it is left out."""
CONFLICT = 409
"""The status of what can't be done now."""


class Refused(Exception):  # noqa: N818 - it is what happened
    """Raised for what a page has asked for and can't have, with all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem], message: str = "", status: int = 422) -> None:
        self.problems = tuple(problems)
        self.message = message or "; ".join(map(_in_words, self.problems[:3]))
        self.status = status
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.problems, self.message, self.status)


def conflict(message: str) -> Refused:
    """The refusal of what can't be done now, though it could be at another time."""
    return Refused([Problem(message)], status=CONFLICT)


def refusal_of(error: Exception) -> Refused:
    """The refusal that an error of the house stands for."""
    from generator.rules import BadDatabase, RulesError

    if isinstance(error, Refused):
        return error
    if isinstance(error, InputError):
        return Refused([error.at(None)])
    if isinstance(error, BadDatabase):
        return Refused(error.problems, "the game can’t be played")
    if isinstance(error, RulesError):
        return Refused([error.problem()], status=CONFLICT)
    return conflict(str(error))


def refuse_errors(problems: Problems, doing: str = "") -> None:
    """Raises :class:`Refused` where there are errors; ``doing``: what came to nothing by them."""
    if problems.has_errors:
        found = problems.merged()
        counted = f": {pluralize(problems.count('error'), 'error')}"
        raise Refused(found, f"{doing}{counted}" if doing else "")


def _in_words(problem: Problem) -> str:
    if problem.place:
        return str(problem)
    return f"{problem.message}; {problem.hint}" if problem.hint else problem.message


# How a form is read


def read_object(body: bytes) -> dict[str, Any]:
    """The keys and values that a page has sent. Raises :class:`Refused` for what is no JSON object."""
    try:
        values = parse_values(body or b"{}")
    except InputError as error:
        raise Refused([], f"the request is not JSON: {error.message}", 400) from None
    if not isinstance(values, dict):
        raise Refused([], "the request is not a JSON object", 400)
    if _HALF.search(body):
        found: dict[str, Any] = json.loads(json.dumps(values, ensure_ascii=False).encode(errors="ignore"))
        return found
    return values


def read_values(
    given: Mapping[str, Any], fields: Mapping[str, Setting], problems: Problems
) -> dict[str, Any]:
    """What was filled in, by field; those that are empty are left out."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            hint = did_you_mean(name, fields)
            problems.error(f"a form has no field {quote(name)}", field=clipped(name), hint=hint)
            continue
        with problems.reporting(field=key_of(name)):
            filled = value.strip() if isinstance(value, str) else value
            if isinstance(filled, str) and len(filled) > MAX_LETTERS:
                raise InputError(f"more than {MAX_LETTERS} letters")
            if filled not in ("", None, []):
                values[name] = fields[name].kind.parse(filled)
    return values


def read_form(given: Mapping[str, Any], fields: Mapping[str, Setting]) -> dict[str, Any]:
    """The same. Raises :class:`Refused` with all that is wrong."""
    problems = Problems()
    values = read_values(given, fields, problems)
    refuse_form(problems)
    return values


def refuse_form(problems: Problems) -> None:
    """Raises :class:`Refused` where a form has errors, each of which is shown at its field."""
    if problems.has_errors:
        found = problems.merged()
        raise Refused(found, f"{pluralize(len(found), 'problem')} in the form" if len(found) > 1 else "")


# Kinds of values


def _parse_text(value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"expected text, got {quote(value)}")
    return value


def _parse_names(value: object) -> tuple[str, ...]:
    is_list = isinstance(value, list) and len(value) <= MAX_NAMES
    if not isinstance(value, list) or not is_list or not all(isinstance(name, str) for name in value):
        raise InputError(f"expected a list of {MAX_NAMES} names at most")
    return tuple(name.strip() for name in value)


def _parse_full_names(value: object) -> tuple[str, ...]:
    names = _parse_names(value)
    if not all(names):
        raise InputError("a name is empty; leave it out")
    return names


TEXT: Kind[str] = simple(_parse_text, type="string")
LOOSE_NAMES: Kind[tuple[str, ...]] = simple(_parse_names, type="array", items={"type": "string"})
"""Some of them may be empty."""
NAMES: Kind[tuple[str, ...]] = simple(_parse_full_names, type="array", items={"type": "string"})


def text_of(parse: Callable[[str], Any]) -> Kind[Any]:
    return simple(lambda value: parse(_parse_text(value)), type="string")


# How a form is shown

Shape = Literal["text", "number", "choice", "tick", "ticks", "lines"]


class Field(NamedTuple):
    """A field as pages show it."""

    name: str
    label: str
    help: str = ""
    """What is in backticks is code."""
    usual: str = ""
    """What is taken where nothing is filled in."""
    shape: Shape = "text"
    choices: Sequence[tuple[str, str]] = ()
    """Each value with its label; of a text: proposals."""
    value: Any = ""
    """What it is filled in with at first; of ticks, those that are set."""
    least: int | None = None
    most: int | None = None
    wrong: str = ""
    """What is wrong with it from the beginning."""

    @property
    def key(self) -> str:
        """By which problems name it."""
        return key_of(self.name)


def label_of(name: str) -> str:
    """What the field of an option is called."""
    return name.replace("_", " ").capitalize()


def field_of(name: str, setting: Setting, usual: str = "", words: Sequence[str] = (), **more: Any) -> Field:
    """The field of a setting. ``usual``: what is said of a choice that is not made."""
    schema: Mapping[str, Any] = setting.kind.schema
    field = Field(name, label_of(name), setting.help, setting.default_help)
    words = words or setting.words
    likely = f"{setting.help} Usually {setting.default_help}." if setting.default_help else setting.help
    if setting.is_flag:
        field = field._replace(shape="tick")
    elif words:
        choices = [("", usual), *((word, word) for word in words)]
        field = field._replace(shape="choice", choices=choices, help=likely)
    elif schema.get("type") == "integer":
        field = field._replace(shape="number", least=schema["minimum"], most=schema["maximum"])
        if not setting.default_help.isdigit():
            field = field._replace(usual="", help=likely)
    return field._replace(**more)
