"""Finds plugins: the modules of a package, each by its name.

A registry of the house (elements, checks, commands, bots, games …) is a package in which every module is one
entry, so that a new entry is a new file. ``print_`` is called ``print``, ``hold_the_line`` ``hold-the-line``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType


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


def load_plugins(package: str) -> list[ModuleType]:
    """All modules of the package, imported, in the order of their names."""
    return [import_module(module) for module in plugin_modules(package).values()]
