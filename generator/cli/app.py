"""The ``gatepress`` command; its sub-commands are the modules of :mod:`generator.cli.commands`.

Each module there is a command, with a function ``command`` and ``EXAMPLES``, the command lines that its help
shows; each package inside is a group of commands. A command is imported only when it is run or listed, so
that starting stays fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from generator.catalog.plugins import find_plugin, plugin_modules

EXAMPLES = (
    "gatepress build battle-gate",
    "gatepress play battle-gate",
    "gatepress deck new",
    "gatepress docs",
)
_NO_LIMIT = 1000
"""Letters of a summary in the list of commands: none is that long."""


def _examples(lines: Iterable[str]) -> str:
    """What stands at the end of a help; click leaves the lines behind ``\\b`` as they are."""
    return "\n".join(["Examples:", "", "\b", *(f"  {line}" for line in lines)])


class CommandGroup(TyperGroup):
    """A group whose commands are the modules of ``package``.

    It overrides ``list_commands`` and ``get_command``, as click's documentation describes for commands that
    are loaded lazily.
    """

    package: ClassVar[str] = "generator.cli.commands"

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, sorted."""
        del ctx
        return list(plugin_modules(self.package))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; None if there is none."""
        names = self.list_commands(ctx)
        # For an unknown name typer suggests similar commands, so all of them must be loaded.
        for name in [cmd_name] if cmd_name in names else names:
            if name not in self.commands:
                self.add_command(_load_command(self.package, name), name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands, each with its whole summary: click cuts off what is longer than a line."""
        rows = [
            (name, self.get_command(ctx, name).get_short_help_str(_NO_LIMIT))
            for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _load_command(package: str, name: str) -> Any:
    module = find_plugin(package, name)
    assert module is not None
    if hasattr(module, "__path__"):
        return get_command(_group(module))
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name, epilog=_examples(module.EXAMPLES))(module.command)
    return get_command(app)


def _group(module: ModuleType) -> typer.Typer:
    """The group of the commands in a package; its help is the docstring of the package."""
    kind = type("Group", (CommandGroup,), {"package": module.__name__})
    app = typer.Typer(
        cls=kind,
        help=module.__doc__,
        epilog=_examples(module.EXAMPLES),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
    )
    app.callback()(_nothing)
    return app


def _nothing() -> None:
    """A group does nothing itself."""


app = typer.Typer(
    name="gatepress",
    cls=CommandGroup,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=_examples(EXAMPLES),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="From a YAML card database to print-ready sheets.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from generator import __version__

        typer.echo(f"gatepress {__version__}")
        raise typer.Exit


@app.callback()
def gatepress(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """From a YAML card database to print-ready sheets."""
    del version
