"""The parts of a stack: one file for each, called as its tag. A new file here is a new part."""

from __future__ import annotations

from functools import cache

from generator.catalog.plugins import find_tagged, plugin_modules
from generator.layout.flow.part import Part


@cache
def part_tags() -> tuple[str, ...]:
    """The tags of all parts, and of what stands inside them, sorted. None is imported."""
    return tuple(plugin_modules(__name__))


@cache
def find_part(tag: str) -> type[Part] | None:
    """The part of that tag, imported when the first layout uses it; None if there is none."""
    return find_tagged(__name__, tag)
