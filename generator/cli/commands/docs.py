"""``gatepress docs``: the documentation and the schemas that come with Gatepress."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.bundle import docs_folder, docs_topics, topic_name
from generator.catalog.lines import Piece
from generator.catalog.paths import read_text
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.cli import completion
from generator.cli.console import print_lines
from generator.cli.print_problems import stop_with

EXAMPLES = (
    "gatepress docs",
    "gatepress docs game-files",
    "gatepress docs schema/game --path",
)


def command(
    topic: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", help="What to read. [a list]", autocompletion=completion.topic),
    ] = None,
    path: Annotated[
        bool,
        typer.Option("--path", help="Print where the file is, or the folder with all files and pictures."),
    ] = False,
) -> None:
    """Read the documentation that comes with Gatepress, or list its topics."""
    problems = Problems()
    known = docs_topics()
    if not known:
        problems.error(f"the documentation is missing: there is nothing in {docs_folder()}")
        stop_with(problems)
    file = None if topic is None else _find(topic, known)
    if path:
        print(file or docs_folder())
        return
    try:
        if file is None:
            _list(known)
        else:
            _show(_text(file))
    except InputError as error:
        problems.add(error)
        stop_with(problems)


def _find(topic: str, known: Mapping[str, Path]) -> Path:
    """The file of a topic, which may be written like the file. Raises BadParameter: wrong usage."""
    written = topic_name(Path(topic.removeprefix("docs/")))
    places = ("", "schema/", "schema/positions/")
    name = next((name for place in places if (name := f"{place}{written}") in known), written)
    if name not in known:
        hint = did_you_mean(name, known) or "`gatepress docs` lists them all"
        raise typer.BadParameter(f"there is no topic {quote(topic)}; {hint}", param_hint="TOPIC")
    return known[name]


def _show(text: str) -> None:
    """At a terminal page by page."""
    if sys.stdout.isatty():
        from pydoc import pager

        pager(text)
    else:
        print(text, end="")


def _list(known: Mapping[str, Path]) -> None:
    width = max(map(len, known))
    print_lines((Piece(f"{name:<{width}}  ", "head"), Piece(_title(file))) for name, file in known.items())
    print("\n`gatepress docs TOPIC` shows one; all files, with their pictures, are in")
    print(docs_folder())


def _title(file: Path) -> str:
    """A page's heading, a schema's title."""
    text = _text(file)
    return str(json.loads(text)["title"]) if file.suffix == ".json" else text.partition("\n")[0].lstrip("# ")


def _text(file: Path) -> str:
    return read_text(file, file.as_posix())
