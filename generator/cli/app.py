"""The ``gatepress`` command; its sub-commands are the modules of :mod:`generator.cli.commands`."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.cli.discovery import CommandGroup

app = typer.Typer(
    name="gatepress",
    cls=CommandGroup,
    no_args_is_help=True,
    add_completion=False,
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
