"""``gatepress new``: the folder of a game to begin with."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.bundle import GAME_FILE
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote, title_case
from generator.catalog.writing import Finished, put_in_place, reason_of, staging
from generator.cli import completion
from generator.cli.report import stop_with

EXAMPLES = (
    "gatepress new my-game",
    "gatepress new my-board hex-board",
    "gatepress new heroes from-spreadsheet heroes.xlsx",
)

STARTERS = Path(__file__).resolve().parent.parent / "starters"
"""A folder for each template: a whole game, in whose game.yaml the title is yet to come."""
DEFAULT_STARTER = "cards"
TITLE = "@title@"
IGNORED = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".git"})
"""What a folder may hold and still count as empty."""


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
) -> None:
    """Make a folder with a game to begin with: it builds at once, and its files say what to change."""
    if template not in starters():
        hint = did_you_mean(template, starters()) or f"there are {listed(starters())}"
        raise typer.BadParameter(f"there is no template {quote(template)}; {hint}", param_hint="TEMPLATE")
    problems = Problems()
    try:
        _refuse_taken(folder)
        with staging(folder) as stage:
            files = _write(stage, folder, template)
            finished = [Finished(stage / name, folder / name) for name in files]
            put_in_place(finished, folder, problems)
    except InputError as error:
        problems.extend([error.at(None)])
    except OSError as error:
        problems.error(f"can't write to {folder.as_posix()}: {reason_of(error)}")
    if problems.has_errors:
        stop_with(problems)
    _tell(folder, files)


def _refuse_taken(folder: Path) -> None:
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


def _write(stage: Path, folder: Path, template: str) -> list[Path]:
    """Writes the game's files into the stage; their paths inside it, game.yaml first."""
    shutil.copytree(STARTERS / template, stage, dirs_exist_ok=True)
    game_file = stage / GAME_FILE
    title = title_case(folder.absolute().resolve().name) or "My Game"
    written = game_file.read_text("utf-8").replace(TITLE, json.dumps(title, ensure_ascii=False))
    game_file.write_text(written, "utf-8", newline="\n")
    names = [
        path.relative_to(STARTERS / template) for path in (STARTERS / template).rglob("*") if path.is_file()
    ]
    return sorted(names, key=lambda name: (name.name != GAME_FILE, len(name.parts), name))


def _tell(folder: Path, files: list[Path]) -> None:
    for name in files:
        print(f"wrote {(folder / name).as_posix()}")
    if folder.resolve() == Path.cwd():
        print("next: gatepress build")
    else:
        print(f"next: gatepress build {shlex.quote(folder.as_posix())}")
