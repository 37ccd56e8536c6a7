"""The layout vocabulary: one file for each element, found by its tag."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from generator.catalog.plugins import load_plugins
from generator.layout.elements.base import Element


@cache
def elements() -> Mapping[str, type[Element]]:
    """Every element class of this folder by its tag. A new file here is a new element."""
    found = {}
    for module in load_plugins(__name__):
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Element) and "TAG" in vars(thing):
                found[thing.TAG] = thing
    return found
