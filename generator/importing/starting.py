"""The folder of a new game: from a template, from a table of cards, or from another tool's file."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from generator.catalog.bundle import GAME_FILE
from generator.catalog.card_tables import TableReader
from generator.catalog.load import load_game
from generator.catalog.paths import (
    CARD_LIST_SUFFIXES,
    TABLE_SUFFIXES,
    read_bytes,
    relative_name,
    shown_as,
    shown_path,
)
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.rows import read_rows
from generator.catalog.tables import Reading
from generator.catalog.wording import listed, quote, title_case
from generator.catalog.writing import Finished, put_in_place, reason_of, staging
from generator.catalog.yaml_reader import resolve
from generator.importing.importer import ImportedGame, Source, find_importer, recognize
from generator.importing.table_layout import Column, columns_of, icons_for, lay_out

STARTERS = Path(__file__).parent / "starters"
"""A folder for each template: a whole game, in whose game.yaml the title is yet to come."""
FROM_SPREADSHEET = "from-spreadsheet"
RPG_CARDS = "cards.json"
WITH_FILE: Mapping[str, Sequence[str]] = {
    FROM_SPREADSHEET: CARD_LIST_SUFFIXES,
    "rpg-cards": (".json",),
}
"""Templates that take a file of the user's own, and how its name ends."""
TITLE, CARDS, LAYOUT = "@title@", "@cards@", "@layout@"
"""What is filled in."""
IGNORED = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".git"})
"""What a folder may hold and still count as empty."""


def starters() -> tuple[str, ...]:
    """The names of all templates, sorted."""
    return tuple(sorted(folder.name for folder in STARTERS.iterdir() if (folder / GAME_FILE).is_file()))


def describe_starter(template: str) -> str:
    """What it is, in a sentence: what its game.yaml begins with."""
    lines = (STARTERS / template / GAME_FILE).read_text("utf-8").splitlines()
    words = []
    for line in lines:
        text = line.removeprefix("#").strip()
        if not line.startswith("#") or not text:
            break
        words.append(text)
    return " ".join(words).partition(". ")[0].rstrip(".") + "."


def begin_game(
    folder: Path, template: str, file: Path | None, problems: Problems, *, title: str | None = None
) -> list[Path]:
    """Makes a folder from a template; the paths of its files, game.yaml first.

    Args:
        folder: The folder to make. Nothing is written unless it is new or empty.
        template: One of :func:`starters`.
        file: The user's own cards, for a template of ``WITH_FILE``.
        problems: Gets what is wrong with the file; then nothing is written.
        title: What the game is called; the folder's name by default.

    Raises:
        InputError: If the folder is taken or can't be written, or the file can't be read.
    """
    refuse_taken(folder)
    table = None if file is None else _read(file, problems)
    if problems.has_errors:
        return []
    with _writing(folder), staging(folder) as stage:
        files = _write_starter(stage, title or title_case(folder.absolute().resolve().name), template, table)
        put_in_place([Finished(stage / name, folder / name) for name in files], folder, problems)
    return files


class Begun(NamedTuple):
    """A game that was made from another tool's file."""

    format_name: str
    files: list[Path]
    """Their paths inside the folder, game.yaml first."""
    game: ImportedGame


def import_game(folder: Path, file: Path, format_name: str | None, problems: Problems) -> Begun:
    """Makes a folder from another tool's file; with errors in ``problems`` nothing was written.

    ``format_name``: the importer's name; None: it is recognized. Raises InputError as :func:`begin_game`.
    """
    refuse_taken(folder)
    source = Source(file)
    name = format_name or recognize(source)
    game = find_importer(name).read(source)
    with _writing(folder), staging(folder) as stage:
        files = _write_imported(stage, game)
        _check(stage, folder, problems)
        if not problems.has_errors:
            put_in_place([Finished(stage / path, folder / path) for path in files], folder, problems)
    return Begun(name, files, game)


def refuse_taken(folder: Path) -> None:
    """Raises :class:`InputError` where something is in the folder, or is no folder."""
    if not folder.exists() and not folder.is_symlink():
        return
    if not folder.is_dir():
        raise InputError(f"{quote(folder.as_posix())} is a file", hint="choose another name")
    found = sorted(path.name for path in folder.iterdir() if path.name not in IGNORED)
    if found:
        raise InputError(
            f"the folder {quote(folder.as_posix())} is not empty, there is {listed(found)} in it",
            hint="choose a new folder, so that nothing is written over",
        )


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"can't write to {folder.as_posix()}: {reason_of(error)}") from None


def _in_order(files: Iterable[Path]) -> list[Path]:
    """The paths of a game's files, game.yaml first."""
    return sorted(files, key=lambda name: (name.name != GAME_FILE, len(name.parts), name))


# From a template


class UsersFile(NamedTuple):
    """A file of the user's own cards, read."""

    name: str
    content: bytes
    columns: Sequence[Column]


def _read(file: Path, problems: Problems) -> UsersFile:
    """The user's file, with what is wrong reported. Raises :class:`InputError` where it can't be read."""
    content = read_bytes(file, Place(file.as_posix()))
    rows: Sequence[object] | None = None
    headings: Sequence[str] | None = None
    if file.suffix.lower() in TABLE_SUFFIXES:
        # As the build reads it, so that what it takes as copies is nothing to be shown on the cards. All else
        # is shown, so a fault in any column is reported.
        reader = TableReader({}, problems, is_strict=False, has_rules=True)
        cards = reader.read(file, shown_path(file), Reading())
        if cards is not None:
            rows, headings = cards.table.rows, cards.headings
    else:
        read = read_rows(file, problems)
        rows = None if read is None else read.rows
    if rows is None:
        return UsersFile(file.name, content, ())
    if not rows:
        raise InputError("there are no cards in it", place=Place(file.as_posix()))
    columns = columns_of([row for row in rows if isinstance(row, Mapping)], headings or ())
    return UsersFile(
        file.name, content, [one for one in columns if headings is None or one.heading in headings]
    )


def _write_starter(stage: Path, title: str, template: str, table: UsersFile | None) -> list[Path]:
    """Writes the game's files into the stage; their paths inside it, game.yaml first."""
    starter = STARTERS / template
    shutil.copytree(starter, stage, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    _fill_in(stage / GAME_FILE, TITLE, _quoted(title or "My Game"))
    files = [path.relative_to(starter) for path in starter.rglob("*") if path.is_file()]
    names = [name for name in files if "__pycache__" not in name.parts]
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
    return _in_order(names)


def _quoted(text: str) -> str:
    """Text as YAML has it, in quotes if it needs any."""
    is_plain = re.fullmatch(r"[A-Za-z][\w .-]*[\w]", text) and resolve(text) == text
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _fill_in(path: Path, blank: str, text: str) -> None:
    path.write_text(path.read_text("utf-8").replace(blank, text), "utf-8", newline="\n")


# From another tool's file


def _write_imported(stage: Path, game: ImportedGame) -> list[Path]:
    """Writes the game's files into the stage; their paths inside it, game.yaml first."""
    for path, content in game.files.items():
        file = stage / relative_name(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, file)
        else:
            file.write_bytes(content.encode() if isinstance(content, str) else content)
    return _in_order(map(Path, game.files))


def _check(stage: Path, folder: Path, problems: Problems) -> None:
    """Reports what is wrong with the game that was made: it is not written then."""
    found = Problems()
    with shown_as(stage, folder.as_posix()):
        load_game(stage, found)
    problems.extend(problem for problem in found.found if problem.severity == "error")
