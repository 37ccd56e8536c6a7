"""Finds the commands: a module of a package is a command, a package inside it a group of commands.

A command is imported when it is called for, or listed: the start stays quick, however many there are.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command


class CommandGroup(TyperGroup):
    """A group whose commands are the modules of ``package``."""

    package: ClassVar[str] = "generator.cli.commands"

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = _Commands(self.package)  # type: ignore[assignment]


class _Commands(Mapping[str, Any]):
    """Commands by name; ``print_`` is called ``print``."""

    def __init__(self, package: str) -> None:
        prefix = f"{package}."
        modules = pkgutil.iter_modules(import_module(package).__path__, prefix)
        named = {module.name.removeprefix(prefix).rstrip("_").replace("_", "-"): module for module in modules}
        self._modules = dict(sorted(named.items()))

    def __getitem__(self, name: str) -> Any:
        found = self._modules[name]
        module = import_module(found.name)
        return _group(name, module) if found.ispkg else _command(name, module)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def _command(name: str, module: ModuleType) -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name)(module.command)
    return get_command(app)


def _group(name: str, module: ModuleType) -> TyperGroup:
    kind: type[TyperGroup] = type("Group", (CommandGroup,), {"package": module.__name__})
    return kind(name=name, help=module.__doc__, no_args_is_help=True, rich_markup_mode=None)
