"""How a part of game.yaml declares its keys: one table, to check the part by and to make its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from types import EllipsisType, MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, overload

from generator.catalog.paths import relative_name
from generator.catalog.problems import UNKNOWN_KEY, InputError, Place, Problem, Problems
from generator.catalog.suggest import NO_VOCABULARY, Vocabulary, did_you_mean, translated, vocabulary
from generator.catalog.units import parse_length
from generator.catalog.wording import code, join_words, quote
from generator.catalog.yaml_reader import MarkedDict, place_of_step

Value = TypeVar("Value")
Step = TypeVar("Step", str, int)
Schema = dict[str, object]


class ValidationErrors(Exception):  # noqa: N818 - it carries several
    """Raised for a list or mapping, with all that does not fit inside; fields are named from there."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(*map(str, problems))
        self.problems = problems


class Kind(NamedTuple, Generic[Value]):
    """A type of value: its parser, which raises InputError or ValidationErrors, and its JSON Schema."""

    parse: Callable[[object], Value]
    schema: Schema


class Key(Generic[Value]):
    """A key that a part of game.yaml may have. Asked of a part that was read, it gives the key's value."""

    __slots__ = ("default", "doc", "kind", "name")

    name: str

    def __init__(self, kind: Kind[Value], default: Value | EllipsisType, doc: str) -> None:
        self.kind = kind
        self.default = default
        """The value if the key is not given; ``...``: it must be given."""
        self.doc = doc

    def __set_name__(self, part: type[Part], name: str) -> None:
        self.name = name.rstrip("_")  # `from_` is the key `from`, which Python has a meaning for

    @overload
    def __get__(self, part: None, kind: type[Part]) -> Key[Value]: ...

    @overload
    def __get__(self, part: Part, kind: type[Part]) -> Value: ...

    def __get__(self, part: Part | None, kind: type[Part]) -> Key[Value] | Value:
        if part is None:
            return self
        value: Value = part._values.get(self.name, self.default)
        return value

    @property
    def required(self) -> bool:
        return self.default is ...

    @property
    def schema(self) -> Schema:
        default: Schema = {} if self.required or self.default is None else {"default": self.default}
        return {"description": self.doc, **self.kind.schema, **default}


def optional(kind: Kind[Value], doc: str) -> Key[Value | None]:
    """A key that may be missing or say nothing; its value is None then."""

    def parse(value: object) -> Value | None:
        return None if value is None else kind.parse(value)

    return Key(Kind(parse, {"anyOf": [kind.schema, {"type": "null"}]}), None, doc)


class Part:
    """A mapping in game.yaml; each kind of part is a subclass that declares the keys."""

    __slots__ = ("_values",)

    KEYS: ClassVar[Mapping[str, Key[Any]]]
    FOREIGN: ClassVar[Vocabulary] = NO_VOCABULARY
    """Words for its own keys that others use, beside :data:`FOREIGN_KEYS`."""

    def __init_subclass__(cls) -> None:
        cls.KEYS = {key.name: key for key in vars(cls).values() if isinstance(key, Key)}

    def __init__(self, values: Mapping[str, Any]) -> None:
        """``values`` are parsed; keys that are not required may be left out."""
        self._values = values


SomePart = TypeVar("SomePart", bound=Part)
NO_STAND_INS: Mapping[str, object] = MappingProxyType({})


def check_part(
    part: type[SomePart],
    given: MarkedDict,
    problems: Problems,
    at: tuple[str, ...] = (),
    *,
    place: Place | None = None,
    stand_ins: Mapping[str, object] = NO_STAND_INS,
    needless: Sequence[str] = (),
    whole: type[Part] | None = None,
    is_open: bool = False,
) -> tuple[SomePart, bool]:
    """The mapping ``given``, which is at ``at`` in game.yaml, and whether it is sound.

    All that does not fit is reported. The work then goes on without the wrong keys, and with the
    ``stand_ins`` for required ones, to find the problems further on in the same run. ``place``: where it is
    used, if it stands elsewhere under another name. ``needless`` are
    required keys that may be missing from this mapping. ``whole`` is the file as a whole, in which a key may
    belong elsewhere. ``is_open``: other keys are left to whoever asks.
    """
    values, found = _read_keys(part, given, needless)
    if is_open:
        found = [problem for problem in found if problem.subject not in given]
    for problem in found:
        path = (*at, *problem.field.split(".")) if problem.field else at
        hint = problem.hint
        # `component` at the top level is a slip for `components`, though a box has such a key.
        is_slip = not path and f"{problem.subject}s" in part.KEYS
        if whole is not None and problem.code == UNKNOWN_KEY and problem.subject and not is_slip:
            hint = where_key_belongs(problem.subject, whole, path) or hint
        where = problem.place or place or given.place
        problems.extend([problem._replace(field=".".join(path) or None, place=where, hint=hint)])
    return part({**stand_ins, **values}), not found


FOREIGN_KEYS = vocabulary(
    {
        # Of a game or a component
        "designer": "author",
        "title": "name label",
        "kind": "type",
        "front": "template layout face",
        "size": "dimensions format width height cardsize trim fontsize",
        "form": "format",
        "text": "file",
        "cards": "data csv deckfile linkmulti file",
        "licence": "license spdx",
        "licences": "licenses",
        "fields": "columns schema properties",
        "defaults": "default",
        "safe": "safezone",
        # Of a field, as JSON Schema and SQL have them
        "of": "enum values options choices",
        "min": "minimum minlength minitems",
        "max": "maximum maxlength maxitems",
        "help": "description",
        "source": "url description",
        "required": "notnull",
    }
)
"""Keys of other tools (Squib, nanDECK, JSON Schema, SQL), for every part that has ours."""


def where_key_belongs(name: str, whole: type[Part], path: Sequence[str] = ()) -> str | None:
    """The hint for a key that the part at ``path`` does not have, but others have; None if none has."""
    here = _pattern(path)
    found = _paths_by_key(whole).get(name)  # type: ignore[arg-type]  # any class can be hashed
    if not found:
        return None
    nearest = max(_shared(here, other) for other in found)
    there = [_described(other, here) for other in found if _shared(here, other) == nearest]
    return f"it belongs {join_words(there)}"


def _pattern(path: Sequence[str]) -> tuple[str, ...]:
    """The path with a star for each name of the user's choice: of a component, of a field."""
    before = ("", *path)
    return tuple(
        "*" if outer in ("components", "fields") else step for outer, step in zip(before, path, strict=False)
    )


@cache
def _paths_by_key(whole: type[Part]) -> Mapping[str, Mapping[tuple[str, ...], None]]:
    """The paths of all mappings that have a key, by the key."""
    found: dict[str, dict[tuple[str, ...], None]] = {}
    for name, path in _keys_in(part_schema(whole), ()):
        found.setdefault(name, {})[path] = None
    return found


def _keys_in(schema: object, path: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The keys of all mappings in a JSON Schema, each with the path of its mapping."""
    if not isinstance(schema, Mapping):
        return
    properties = schema.get("properties", {})
    yield from ((name, path) for name, inner in properties.items() if inner is not False)
    for key, inner in properties.items():
        yield from _keys_in(inner, (*path, key))
    for inner in (*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")):
        yield from _keys_in(inner, (*path, "*"))
    for inner in schema.get("anyOf", ()):
        yield from _keys_in(inner, path)


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many steps two paths have in common."""
    pairs = zip(one, other, strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _described(there: tuple[str, ...], here: tuple[str, ...]) -> str:
    """The place of a mapping in words, as seen from another one: ``under `press` ``."""
    if not there:
        return "to the game itself, at the top level of game.yaml"
    *outer, last = there
    if last == "*":
        return "to a component" if outer == ["components"] else f"to one of the `{outer[-1]}`"
    is_near = here[: len(outer)] == tuple(outer) or "*" not in outer
    return f"under `{last}`" if is_near else f"under `{last}` of a component"


def simple(parse: Callable[[object], Value], **schema: object) -> Kind[Value]:
    """A kind of single value; ``schema`` are the words of its JSON Schema."""
    return Kind(parse, schema)


def one_of(*words: str, foreign: Vocabulary = NO_VOCABULARY) -> Kind[str]:
    """A kind that takes one of a few words; ``foreign``: what others call them."""

    def parse(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        hint = did_you_mean(value, words, foreign) if isinstance(value, str) else None
        raise InputError(f"expected one of {', '.join(words)}; got {quote(value)}", hint=hint)

    return Kind(parse, {"enum": list(words)})


def _text(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise InputError(f"expected text, got {quote(value)}")


def _file_name(value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"expected a file name, got {quote(value)}")
    return relative_name(value)


def _true_or_false(value: object) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"expected true or false, got {quote(value)}")
    return value


TEXT: Kind[str] = simple(_text, type=["string", "number"])
FILE_NAME: Kind[str] = simple(_file_name, type="string")
TRUE_OR_FALSE: Kind[bool] = simple(_true_or_false, type="boolean")


def whole_number(least: int, most: int | None = None) -> Kind[int]:
    """A whole number within bounds."""
    # A comma makes long numbers readable; a year or 2400 dpi has none.
    end = f"{most:,}" if most is not None and most > 9999 else str(most)
    bounds = f"of {least} or more" if most is None else f"from {least} to {end}"

    def parse(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= (most or value):
            return value
        raise InputError(f"expected a whole number {bounds}, got {quote(value)}")

    return simple(parse, type="integer", minimum=least, **({} if most is None else {"maximum": most}))


LENGTH: Kind[float] = simple(
    parse_length, anyOf=[{"type": "number", "minimum": 0}, {"type": "string"}], examples=["3 mm"]
)


def list_of(kind: Kind[Value]) -> Kind[list[Value]]:
    def parse(value: object) -> list[Value]:
        if not isinstance(value, list):
            raise InputError(f"expected a list, got {quote(value)}")
        return list(_parse_all(kind, enumerate(value), value).values())

    return Kind(parse, {"type": "array", "items": kind.schema})


def one_or_more(kind: Kind[Value], meant: str | None = None) -> Kind[list[Value]]:
    """A value, or a list of values, each of which counts once.

    ``meant``: what is to be written instead of an empty list; None: that will do, too.
    """
    several = list_of(kind)

    def parse(value: object) -> list[Value]:
        values = several.parse(value) if isinstance(value, list) else [kind.parse(value)]
        if not values and meant is not None:
            raise InputError("the list is empty", hint=meant)
        return list(dict.fromkeys(values))

    least = {} if meant is None else {"minItems": 1}
    return Kind(parse, {"anyOf": [kind.schema, {**several.schema, **least}]})


def mapping_of(kind: Kind[Value]) -> Kind[dict[str, Value]]:
    """A kind of mapping with keys of the user's choice."""

    def parse(value: object) -> dict[str, Value]:
        given = _mapping(value)
        return _parse_all(kind, given.items(), given)

    return Kind(parse, {"type": "object", "additionalProperties": kind.schema})


ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
"""What the user's own names are that are part of paths, options and other names."""


def by_id(kind: Kind[Value], noun: str, hint: str, example: object) -> Kind[dict[str, Value]]:
    """A kind of mapping whose keys are ids; ``noun``: what they are the names of."""
    several = mapping_of(kind)

    def parse(value: object) -> dict[str, Value]:
        values = several.parse(value)
        for name in values:
            if not re.fullmatch(ID, name):
                raise InputError(f"{noun} has a-z, 0-9 and hyphens only, got {quote(name)}", hint=hint)
        return values

    schema = {"type": "object", "patternProperties": {ID: kind.schema}, "additionalProperties": False}
    return Kind(parse, {**schema, "examples": [example]})


def part_of(part: type[SomePart]) -> Kind[SomePart]:
    def parse(value: object) -> SomePart:
        values, found = _read_keys(part, _mapping(value))
        if found:
            raise ValidationErrors(found)
        return part(values)

    return Kind(parse, part_schema(part))


def part_schema(part: type[Part]) -> Schema:
    """The JSON Schema of a part; its description is the class's docstring."""
    return {
        "description": part.__doc__,
        "type": "object",
        "properties": {name: key.schema for name, key in part.KEYS.items()},
        "required": [name for name, key in part.KEYS.items() if key.required],
        "additionalProperties": False,
    }


def readable_keys(part: type[Part], given: object) -> dict[str, object]:
    """The values of those keys of a part that can be read."""
    return _read_keys(part, given)[0] if isinstance(given, dict) else {}


def _read_keys(
    part: type[Part], given: Mapping[str, object], needless: Sequence[str] = ()
) -> tuple[dict[str, object], list[Problem]]:
    """The parsed values of the keys that fit, and all that does not."""
    values: dict[str, object] = {}
    found: list[Problem] = []
    for name, key in part.KEYS.items():
        if name in given:
            try:
                values[name] = key.kind.parse(given[name])
            except (InputError, ValidationErrors) as error:
                found += _problems_at(name, given, error)
        elif key.required and name not in needless:
            found.append(Problem(f"{code(name)} is missing"))
    for name in given:
        if name not in part.KEYS:
            place = given.place_of_key(name) if isinstance(given, MarkedDict) else None
            unknown = Problem(f"unknown key {code(name)}", place, subject=name)
            hint = translated(name, part.KEYS, {**FOREIGN_KEYS, **part.FOREIGN})
            if hint is None:
                hint = did_you_mean(name, part.KEYS)
                unknown = unknown._replace(code=UNKNOWN_KEY)
            found.append(unknown._replace(hint=hint))
    return values, found


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise InputError(f"expected keys and values, got {quote(value)}")
    return value


def _parse_all(kind: Kind[Value], given: Iterable[tuple[Step, object]], holder: object) -> dict[Step, Value]:
    values: dict[Step, Value] = {}
    found: list[Problem] = []
    for step, value in given:
        try:
            values[step] = kind.parse(value)
        except (InputError, ValidationErrors) as error:
            found += _problems_at(step, holder, error)
    if found:
        raise ValidationErrors(found)
    return values


def _problems_at(step: str | int, holder: object, error: InputError | ValidationErrors) -> list[Problem]:
    """What is wrong with the value at ``step`` in the mapping or list ``holder``, as fields of that."""
    place = place_of_step(holder, step)
    if isinstance(error, InputError):
        return [error.at(place, field=str(step))]
    return [
        inner._replace(
            field=f"{step}.{inner.field}" if inner.field else str(step), place=inner.place or place
        )
        for inner in error.problems
    ]
