"""Checking parts of game.yaml against their models, and telling in plain words what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from generator.catalog.models import REFUSED, ComponentFile, FieldFile, GameFile, GameHead, PressFile
from generator.catalog.problems import Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import shown
from generator.catalog.yaml_reader import MarkedDict, MarkedList

Model = TypeVar("Model", bound=BaseModel)
_Loc = tuple[int | str, ...]

_EXPECTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "keys and values",
    "model_type": "keys and values",
    "model_attributes_type": "keys and values",
}


@dataclass(frozen=True, slots=True)
class Checked(Generic[Model]):
    """A part of game.yaml. If it is not ``sound``, keys with problems have been left out of ``part``."""

    part: Model
    sound: bool


def check_part(
    model: type[Model],
    given: MarkedDict,
    root: MarkedDict,
    at: tuple[str, ...],
    stand_ins: Mapping[str, Any],
    problems: Problems,
) -> Checked[Model]:
    """The mapping ``given``, which is at ``at`` in game.yaml (``root``), as a ``model``.

    All that does not fit is reported. The work then goes on without the wrong keys, and with the
    ``stand_ins`` for required ones, to find the problems further on in the same run.
    """
    known = model.model_fields
    own = {key: value for key, value in given.items() if at or key != "components"}
    try:
        return Checked(model.model_validate(own), True)
    except ValidationError as error:
        found = error.errors(include_url=False)
    problems.extend(_explain(details, (*at, *details["loc"]), root) for details in found)
    broken = {details["loc"][0] for details in found}
    usable = {key: value for key, value in own.items() if key in known and key not in broken}
    return Checked(model.model_validate({**stand_ins, **usable}), False)


def _explain(details: ErrorDetails, loc: _Loc, root: MarkedDict) -> Problem:
    kind = details["type"]
    parent = ".".join(str(part) for part in loc[:-1]) or None
    if kind == "missing":
        return Problem(f"`{loc[-1]}` is missing", _place(root, loc[:-1]), field=parent)
    if kind == "extra_forbidden":
        hint = did_you_mean(str(loc[-1]), _known_keys(loc[:-1]))
        return Problem(f"unknown key `{loc[-1]}`", _key_place(root, loc), field=parent, hint=hint)
    message, hint = _wording(details)
    return Problem(message, _place(root, loc), field=".".join(str(part) for part in loc), hint=hint)


def _wording(details: ErrorDetails) -> tuple[str, str | None]:
    kind, given, context = details["type"], details["input"], details.get("ctx", {})
    if kind == REFUSED:
        return str(context["text"]), context["hint"] or None
    if kind == "literal_error":
        words = str(context["expected"]).replace("'", "").replace(" or ", ", ").split(", ")
        hint = did_you_mean(given, words) if isinstance(given, str) else None
        return f"expected one of {', '.join(words)}; got {shown(given)}", hint
    if kind in ("greater_than_equal", "less_than_equal"):
        side, bound = ("least", context["ge"]) if kind.startswith("greater") else ("most", context["le"])
        return f"expected at {side} {bound}, got {shown(given)}", None
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, got {shown(given)}", None
    return f"this cannot be used: {details['msg'].removeprefix('Input should be ')}", None


def _known_keys(loc: _Loc) -> list[str]:
    """The keys that the mapping at ``loc`` in game.yaml may have."""
    models: dict[int, type[BaseModel]] = {0: GameFile, 2: ComponentFile, 3: PressFile, 4: FieldFile}
    return list(models.get(len(loc), GameHead).model_fields)


def _place(root: MarkedDict, loc: _Loc) -> Place:
    """The place of the value at ``loc``, or of the nearest one around it."""
    value: object = root
    place = root.place
    for part in loc:
        step = _step(value, part)
        if step is None:
            break
        place, value = step
    return place


def _step(value: object, part: int | str) -> tuple[Place, object] | None:
    """The place and value of ``part`` in the mapping or list ``value``, if it has it."""
    if isinstance(value, MarkedDict) and isinstance(part, str) and part in value:
        return value.place_of(part), value[part]
    if isinstance(value, MarkedList) and isinstance(part, int):
        return value.place_of(part), value[part]
    return None


def _key_place(root: MarkedDict, loc: _Loc) -> Place:
    value: object = root
    for part in loc[:-1]:
        value = value[part] if isinstance(value, MarkedDict) and isinstance(part, str) else None
    return value.place_of_key(str(loc[-1])) if isinstance(value, MarkedDict) else _place(root, loc)
