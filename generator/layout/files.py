"""Finds the files that games, layouts and cards name: themes, templates, pictures, fonts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from generator.catalog.figure_words import FOLDER as FIGURES
from generator.catalog.models import Game
from generator.catalog.paths import (
    file_inside,
    in_other_case,
    is_there,
    relative_name,
    shown_path,
    where_to_put,
)
from generator.catalog.problems import MISSING_FILE, InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote

SUBFOLDERS = ("", "art", "fonts")
MAX_SUGGESTED = 2000


def find_file(folders: Sequence[Path], name: str) -> Path:
    """The file called ``name`` in one of the folders, or in the ``art/`` or ``fonts/`` inside it.

    Raises :class:`InputError` where there is none, or where the path leaves the folders.
    """
    relative_name(name)
    for folder in folders:
        for subfolder in SUBFOLDERS:
            inside = f"{subfolder}/{name}" if subfolder else name
            if is_there(f"{folder}/{inside}"):
                return file_inside(folder, inside)
    places = (folder / subfolder for folder in folders for subfolder in SUBFOLDERS)
    raise InputError(
        f"no file named {quote(name)} in " + " or ".join(shown_path(folder) or "." for folder in folders),
        hint=in_other_case(places, name)
        or did_you_mean(name, _names(folders))
        or where_to_put(folders[0], name),
        code=MISSING_FILE,
    )


class FoundFiles(dict[str, Path]):
    """Where each file is that was asked for. Each is looked for once: a thousand cards show the same few."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.missing: dict[str, InputError] = {}
        """Those that are not there, and what is reported of them."""

    def find(self, name: str) -> Path:
        """The file of a name. Raises :class:`InputError`."""
        if name in self.missing:
            raise self.missing[name].with_traceback(None)
        if name not in self:
            try:
                self[name] = find_file(self.folders, name)
            except InputError as error:
                if error.code == MISSING_FILE:
                    self.missing[name] = error
                raise
        return self[name]


def file_folders(game: Game, beside: Path | None = None) -> list[Path]:
    """Where files are looked for; what a card of a player's deck names, first ``beside`` the deck."""
    folders = [game.folder, *game.layout_folders]
    return folders if beside is None else [beside, *folders]


def figure_kits(folders: Sequence[Path]) -> list[Path]:
    """The folders in them that have parts of figures."""
    kits = (folder / inside / FIGURES for folder in folders for inside in SUBFOLDERS)
    return [kit for kit in kits if kit.is_dir()]


def icon_folders(game: Game) -> list[Path]:
    return [folder / "icons" for folder in file_folders(game)]


ICON_SUFFIXES = (".svg", ".png", ".jpg", ".jpeg")
"""Of the files that are icons. Of two with one name in a folder that with the earlier suffix is the icon."""


def own_icons(folders: Sequence[Path]) -> list[Path]:
    """The files in these folders that are a game's own icons, in the order in which they are looked for."""
    return [path for path in _found_icons(folders) if path.is_file()]


def own_icons_by_name(folders: Sequence[Path]) -> dict[str, Path]:
    """The file of each of a game's own icons.

    What is no file is among them too: a layout that shows it has the fault reported.
    """
    found: dict[str, Path] = {}
    for path in _found_icons(folders):
        found.setdefault(path.stem, path)
    return found


def _found_icons(folders: Sequence[Path]) -> list[Path]:
    return [path for folder in folders if folder.is_dir() for path in _icons_in(folder)]


def _icons_in(folder: Path) -> list[Path]:
    found = [path for path in folder.iterdir() if path.suffix.lower() in ICON_SUFFIXES and not path.is_dir()]
    return sorted(found, key=lambda path: (ICON_SUFFIXES.index(path.suffix.lower()), path.name))


def find_theme(game: Game) -> Path | None:
    """The game's theme file, if it names one. Raises :class:`InputError` where the file does not exist."""
    return None if game.theme is None else find_file([*game.layout_folders, game.folder], game.theme)


def find_template(folders: Sequence[Path], name: str) -> Path | None:
    """The template file of that name in the first folder that has it."""
    located = locate_template(folders, name)
    return None if located is None else located[0] / located[1]


def locate_template(folders: Sequence[Path], name: str) -> tuple[Path, str] | None:
    """The first folder that has a template of that name, and its path inside; None for one that leaves it."""
    steps = [step for step in name.split("/") if step not in ("", ".")]
    if any(step == os.pardir or os.sep in step or (os.altsep or os.sep) in step for step in steps):
        return None
    inside = "/".join(steps)
    return next(((folder, inside) for folder in folders if _is_file(folder / inside)), None)


def _is_file(path: Path) -> bool:
    return is_there(path) and path.is_file()


def _names(folders: Sequence[Path]) -> list[str]:
    names: set[str] = set()
    for folder in folders:
        for subfolder in SUBFOLDERS:
            if (folder / subfolder).is_dir():
                names.update(path.name for path in (folder / subfolder).iterdir() if path.is_file())
    return sorted(names)[:MAX_SUGGESTED]
