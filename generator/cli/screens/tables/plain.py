"""A table for any game: the view's keys and values, one under the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from generator.catalog.lines import readable
from generator.cli.screens.tables.table import Table
from generator.rules import View

if TYPE_CHECKING:
    from rich.console import RenderableType

_NOT_SHOWN = ("game", "seat", "asked")
_LONGEST = 2000


class PlainTable(Table):
    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        del width
        for line in _lines({key: value for key, value in view.items() if key not in _NOT_SHOWN}, "  "):
            yield Text(line)


def _lines(value: object, indent: str) -> Iterator[str]:
    """A mapping's keys each on a line; values that hold more below, further in."""
    listing = enumerate(value) if isinstance(value, list) else ()
    pairs = value.items() if isinstance(value, Mapping) else listing
    for key, inner in pairs:
        if _is_short(inner):
            yield f"{indent}{_words(key)}: {_short(inner)}"
        else:
            yield f"{indent}{_words(key)}:"
            yield from _lines(inner, f"{indent}  ")


def _is_short(value: object) -> bool:
    if isinstance(value, list):
        return all(not isinstance(item, list | Mapping) for item in value)
    return not isinstance(value, Mapping)


def _short(value: object) -> str:
    if isinstance(value, list):
        return readable(" ".join(map(str, value)), _LONGEST) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else readable(str(value), _LONGEST)


def _words(key: object) -> str:
    return readable(str(key)).replace("_", " ")
