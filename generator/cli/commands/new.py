"""``gatepress new``: the folder of a game to begin with."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from generator.catalog.bundle import GAME_FILE
from generator.catalog.paths import CARD_LIST_SUFFIXES, read_bytes
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.rows import read_rows
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, listed, quote, title_case
from generator.catalog.writing import Finished, put_in_place, reason_of, staging
from generator.catalog.yaml_reader import resolve
from generator.cli import completion
from generator.cli.new_folder import in_order, print_next, print_written, refuse_taken
from generator.cli.print_problems import stop_with
from generator.cli.table_layout import Column, columns_of, icons_for, lay_out

EXAMPLES = (
    "gatepress new my-game",
    "gatepress new my-board hex-board",
    "gatepress new heroes from-spreadsheet heroes.xlsx",
    "gatepress new my-card-game --rules",
)

STARTERS = Path(__file__).resolve().parent.parent / "starters"
"""A folder for each template: a whole game, in whose game.yaml the title is yet to come."""
DEFAULT_STARTER = "cards"
WITH_RULES = "card-game"
"""The template that is played, too."""
FROM_SPREADSHEET = "from-spreadsheet"
RPG_CARDS = "cards.json"
WITH_FILE: Mapping[str, Sequence[str]] = {
    FROM_SPREADSHEET: CARD_LIST_SUFFIXES,
    "rpg-cards": (".json",),
}
"""Templates that take a file of the user's own, and how its name ends."""
TITLE, CARDS, LAYOUT = "@title@", "@cards@", "@layout@"
"""What is filled in."""


def starters() -> tuple[str, ...]:
    """The names of all templates, sorted."""
    return tuple(sorted(folder.name for folder in STARTERS.iterdir() if (folder / GAME_FILE).is_file()))


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE",
            help=f"What to begin with: {', '.join(starters())}.",
            autocompletion=completion.one_of(starters()),
        ),
    ] = DEFAULT_STARTER,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Your cards: a table for from-spreadsheet, rpg-cards' JSON for rpg-cards."
        ),
    ] = None,
    rules: Annotated[
        bool,
        typer.Option("--rules", help=f"Cards that are played, too, by rules in a file: {WITH_RULES}."),
    ] = False,
) -> None:
    """Make a folder with a game to begin with: it builds at once, and its files say what to change."""
    if rules and template == DEFAULT_STARTER:
        template = WITH_RULES
    if template not in starters():
        hint = did_you_mean(template, starters()) or f"there are {listed(starters())}"
        raise typer.BadParameter(f"there is no template {quote(template)}; {hint}", param_hint="TEMPLATE")
    if rules and template != WITH_RULES:
        raise typer.BadParameter(
            f"`{template}` has no rules to begin with, `{WITH_RULES}` has: leave `{template}` out",
            param_hint="--rules",
        )
    _refuse_file(template, file)
    problems = Problems()
    try:
        refuse_taken(folder)
        table = None if file is None else _read(file, problems)
        if problems.has_errors:
            stop_with(problems)
        with staging(folder) as stage:
            files = _write(stage, folder, template, table)
            finished = [Finished(stage / name, folder / name) for name in files]
            put_in_place(finished, folder, problems)
    except InputError as error:
        problems.add(error)
    except OSError as error:
        problems.error(f"can't write to {folder.as_posix()}: {reason_of(error)}")
    if problems.has_errors:
        stop_with(problems)
    print_written(folder, files)
    print_next(folder, ("play", "rules check", "build") if template == WITH_RULES else ("build",))


def _refuse_file(template: str, file: Path | None) -> None:
    """Raises BadParameter where a file is missing or of no use."""
    if file is None and template == FROM_SPREADSHEET:
        raise typer.BadParameter(
            f"`{FROM_SPREADSHEET}` needs the table; write for example heroes.xlsx", param_hint="FILE"
        )
    if file is not None and template not in WITH_FILE:
        raise typer.BadParameter(
            f"`{template}` takes no file; {join_words([f'`{name}`' for name in WITH_FILE])} does",
            param_hint="FILE",
        )
    if file is not None and file.suffix.lower() not in WITH_FILE[template]:
        endings = join_words(WITH_FILE[template])
        raise typer.BadParameter(
            f"`{template}` takes a file that ends in {endings}, got {quote(file.name)}", param_hint="FILE"
        )


class UsersFile(NamedTuple):
    """A file of the user's own cards, read."""

    name: str
    content: bytes
    columns: Sequence[Column]


def _read(file: Path, problems: Problems) -> UsersFile:
    """The user's file, with what is wrong reported. Raises :class:`InputError` where it can't be read."""
    content = read_bytes(file, Place(file.as_posix()))
    read = read_rows(file, problems)
    if read is None:
        return UsersFile(file.name, content, ())
    if not read.rows:
        raise InputError("there are no cards in it", place=Place(file.as_posix()))
    rows = [row for row in read.rows if isinstance(row, Mapping)]
    return UsersFile(file.name, content, columns_of(rows, list(read.table.header) if read.table else ()))


def _write(stage: Path, folder: Path, template: str, table: UsersFile | None) -> list[Path]:
    """Writes the game's files into the stage; their paths inside it, game.yaml first."""
    starter = STARTERS / template
    shutil.copytree(starter, stage, dirs_exist_ok=True)
    title = title_case(folder.absolute().resolve().name) or "My Game"
    _fill_in(stage / GAME_FILE, TITLE, _quoted(title))
    names = [path.relative_to(starter) for path in starter.rglob("*") if path.is_file()]
    if table is not None and template == FROM_SPREADSHEET:
        layout = lay_out(table.columns)
        columns = f", columns: {{ name: {_quoted(layout.name_column)} }}" if layout.name_column else ""
        given = f"{{ from: {_quoted(table.name)}{columns} }}" if columns else _quoted(table.name)
        _fill_in(stage / GAME_FILE, CARDS, given)
        _fill_in(stage / "layouts" / "card.xml.j2", LAYOUT, layout.elements)
        names.append(Path(table.name))
        for name, drawing in icons_for(table.columns).items():
            (stage / "icons").mkdir(exist_ok=True)
            (stage / "icons" / name).write_text(drawing, "utf-8", newline="\n")
            names.append(Path("icons", name))
    if table is not None:
        (stage / (table.name if template == FROM_SPREADSHEET else RPG_CARDS)).write_bytes(table.content)
    return in_order(names)


def _quoted(text: str) -> str:
    """Text as YAML has it, in quotes if it needs any."""
    is_plain = re.fullmatch(r"[A-Za-z][\w .-]*[\w]", text) and resolve(text) == text
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _fill_in(path: Path, blank: str, text: str) -> None:
    path.write_text(path.read_text("utf-8").replace(blank, text), "utf-8", newline="\n")
