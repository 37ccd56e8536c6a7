"""Places inside positions: where two differ, and what lies hidden where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Path = tuple[str | int, ...]


class Hidden(NamedTuple):
    """A list of a position that a view replaces by its length."""

    path: Path
    items: list[Any]


def hidden_lists(position: Any, view: Any, path: Path = ()) -> Iterator[Hidden]:
    """The lists that the view shows only the length of."""
    if isinstance(position, Mapping) and isinstance(view, Mapping):
        for key in position:
            if key in view:
                yield from hidden_lists(position[key], view[key], (*path, key))
    elif isinstance(position, list) and isinstance(view, list) and len(position) == len(view):
        for index, (inside, seen) in enumerate(zip(position, view, strict=True)):
            yield from hidden_lists(inside, seen, (*path, index))
    elif isinstance(position, list) and isinstance(view, int):
        yield Hidden(path, position)


def at_path(position: Any, path: Path) -> Any:
    """What lies at a place; None where there is no such place."""
    for step in path:
        try:
            position = position[step]
        except (KeyError, IndexError, TypeError):
            return None
    return position


def first_difference(one: Any, other: Any, path: Path = ()) -> str:
    """The first place where two JSON values differ: ``seats[1].hand is ["S4"] or ["M1"]``."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{written((*path, key))} is there or not"
            if one[key] != other[key]:
                return first_difference(one[key], other[key], (*path, key))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, (inside, seen) in enumerate(zip(one, other, strict=True)):
            if inside != seen:
                return first_difference(inside, seen, (*path, index))
    return f"{written(path)} is {_short(one)} or {_short(other)}"


def written(path: Path) -> str:
    """A place in words: ``seats[1].hand``."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return steps.lstrip(".") or "it"


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 80 else f"{words[:79]}…"
