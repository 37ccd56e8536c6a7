"""``gatepress import``: a game folder out of another tool's project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, name_id, pluralize, quote
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.new_folder import print_next, print_written
from generator.cli.options import AsJson
from generator.cli.print_problems import print_all, problems_as_dict, stop_with
from generator.importing.importer import find_importer, importer_names
from generator.importing.starting import import_game

EXAMPLES = (
    "gatepress import deck.rb",
    "gatepress import harbour.cmp my-harbour",
    "gatepress import spells.json --from rpg-cards",
    "gatepress import --list",
)


def command(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The other tool's file.")] = None,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to make. Default: the file's name.")
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help=f"The file's format, if it is not recognised: {', '.join(importer_names())}.",
            autocompletion=completion.one_of(importer_names()),
        ),
    ] = None,
    list_: Annotated[
        bool, typer.Option("--list", help="List the formats and what is imported from each.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a game folder from another tool's project, and list by line what was not understood."""
    if list_:
        _list(as_json=as_json)
        return
    if file is None:
        raise typer.BadParameter("say which file; --list says what is understood", param_hint="FILE")
    if format_name is not None and format_name not in importer_names():
        hint = did_you_mean(format_name, importer_names()) or f"there are {listed(importer_names())}"
        raise typer.BadParameter(f"there is no format {quote(format_name)}; {hint}", param_hint="--from")
    folder = folder or Path(name_id(file.stem, "game"))
    problems = Problems()
    begun = None
    with problems.reporting():
        begun = import_game(folder, file, format_name, problems)
    if begun is None or problems.has_errors:
        stop_with(problems)
    name, files = begun.format_name, begun.files
    problems.extend(begun.game.findings)
    if as_json:
        paths = [(folder / path).as_posix() for path in files]
        print_json(
            {"format": name, "folder": folder.as_posix(), "files": paths, **problems_as_dict(problems)}
        )
        return
    print_written(folder, files)
    if problems:
        print_all(problems)
    found = pluralize(len(problems), "thing")
    print(f"{find_importer(name).title}: " + (f"{found} not understood" if problems else "all understood"))
    print_next(folder, ["build"])


def _list(*, as_json: bool) -> None:
    importers = {name: find_importer(name) for name in importer_names()}
    if as_json:
        rows = [
            {"format": name, "title": one.title, "endings": list(one.suffixes), "says": one.says}
            for name, one in importers.items()
        ]
        print_json({"formats": rows})
        return
    width = max(map(len, importers))
    for name, one in importers.items():
        print(f"{name:<{width}}  {one.title} ({', '.join(one.suffixes)}): {one.says}")
