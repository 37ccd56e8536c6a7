"""Finds plugins: the modules of a package, each by its name.

A registry of the house (elements, checks, commands, bots, games …) is a package in which every module is one
entry, so that a new entry is a new file. ``print_`` is called ``print``, ``hold_the_line`` ``hold-the-line``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

BEFORE_OWN_CODE: ContextVar[Callable[[], None] | None] = ContextVar("before own code", default=None)
"""What a command does before code of a user's own first runs: rules of a game, or a bot."""


@cache
def plugin_modules(package: str) -> dict[str, str]:
    """The full names of the package's modules by the names of the plugins, sorted. None is imported."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec is not None else None
    if folders is None:
        return {}
    names = sorted(module.name for module in iter_modules(folders) if not module.name.startswith("_"))
    return {name.rstrip("_").replace("_", "-"): f"{package}.{name}" for name in names}


def find_plugin(package: str, name: str) -> ModuleType | None:
    """The module of that name, imported; None if the package has none."""
    module = plugin_modules(package).get(name)
    return None if module is None else import_module(module)


def find_tagged(package: str, tag: str) -> type[Any] | None:
    """The class in the package's module of that name that has it for its ``TAG``; None if there is none."""
    module = find_plugin(package, tag)
    if module is None:
        return None
    own = [thing for thing in vars(module).values() if getattr(thing, "__module__", None) == module.__name__]
    found = [thing for thing in own if isinstance(thing, type) and vars(thing).get("TAG") == tag]
    assert len(found) == 1, f"{module.__name__} holds one class with the tag {tag}"
    return found[0]


def load_plugins(package: str) -> list[ModuleType]:
    """All modules of the package, imported, in the order of their names."""
    return [import_module(module) for module in plugin_modules(package).values()]
