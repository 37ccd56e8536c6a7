"""The layout vocabulary: one file for each element, called as its tag. A new file here is a new element.

Its docstring is what the documentation says of it.
"""

from __future__ import annotations

from functools import cache

from generator.catalog.plugins import find_tagged, plugin_modules
from generator.layout.elements.base import Element

SHARED = "base"
"""The file that is no element, but what all of them have in common."""


@cache
def element_tags() -> tuple[str, ...]:
    """The tags of all elements, sorted. None is imported."""
    return tuple(tag for tag in plugin_modules(__name__) if tag != SHARED)


@cache
def find_element(tag: str) -> type[Element] | None:
    """The element of that tag, imported when the first layout uses it; None if there is none."""
    if tag not in element_tags():
        return None
    return find_tagged(__name__, tag)
