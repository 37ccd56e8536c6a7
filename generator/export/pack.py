"""What of a game goes into an archive: the files that it is printed from, each with its place there.

Only what is used is packed: what game.yaml and the cards name, the layouts behind them, and whatever these
speak of. Nothing hidden, nothing from outside of the game's folders, and no file that looks like a key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.catalog.archive import MAX_ENTRIES, MAX_ENTRY, MAX_TOTAL, entry_path, same_place
from generator.catalog.bundle import GAME_FILE, bundled_root
from generator.catalog.models import Game
from generator.catalog.paths import MIB, names_picture, shown_path, split_part
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import quote
from generator.layout.faces import FaceRenderer
from generator.layout.files import SUBFOLDERS, find_template, find_theme, icon_folders, own_icons

FIGURES, LANGUAGES = "figures", "i18n"
TEXTS = (".j2", ".md", ".xml", ".yaml", ".yml")
"""The endings of files that others speak of by name."""
RULES = "rules.py"
LICENCE_FILE = re.compile(r"(?:licen[cs]e|copying|notice|ofl)\b.*", re.IGNORECASE)
PRIVATE = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----")
KEYS = (".pem", ".key", ".p12", ".pfx", ".kdbx", ".env")
"""Endings of what is no part of a game."""
MAX_LISTED_FILES = 20_000
MAX_PATH = 300
"""Letters: what is longer names no file."""


class Packed(NamedTuple):
    """A file and its place in the archive, below the folder that holds all of it."""

    file: Path
    path: PurePosixPath


@dataclass(frozen=True, slots=True)
class Contents:
    """What of a game is packed, and what of its folders is not."""

    files: tuple[Packed, ...]
    left_out: tuple[Path, ...]


class _Root(NamedTuple):
    """A folder of the game, and its place in the archive."""

    folder: Path
    place: PurePosixPath
    is_own: bool
    """Whether it is of this game alone; what is unused in a folder that games share is nobody's mistake."""


def contents_of(game: Game, renderer: FaceRenderer, problems: Problems) -> Contents:
    """The files that a game is printed from. ``renderer`` has laid out all of its faces.

    ``problems`` has the files that can't be packed.
    """
    roots = _roots(game)
    everything = {path: root for root in reversed(roots) for path in _files_below(root.folder)}
    used = {path for path in _known(game, renderer) if path in everything}
    missing = [path for path in _known(game, renderer) if path not in everything]
    used |= _spoken_of(used, everything)
    packed: dict[PurePosixPath, Path] = {}
    for path in sorted(used, key=lambda path: (roots.index(everything[path]), path)):
        root = everything[path]
        packed.setdefault(root.place / path.relative_to(root.folder).as_posix(), path)
    for path in missing:
        problems.error("a hidden file, or one outside of the game's folders, is not packed", _at(path))
    files = tuple(Packed(path, place) for place, path in sorted(packed.items()))
    check_files(files, problems)
    left = sorted(path for path, root in everything.items() if root.is_own and path not in used)
    return Contents(files, tuple(left))


def _roots(game: Game) -> list[_Root]:
    """The game's folders in the order in which its layouts are looked for."""
    shared = PurePosixPath("layouts", "shared")
    roots = [_Root(game.folder, PurePosixPath("cards", game.id), True)]
    for folder in game.layout_folders:
        if folder.is_relative_to(game.folder):
            continue
        is_shared = folder.name == "shared"
        roots.append(_Root(folder, shared if is_shared else PurePosixPath("layouts", game.id), not is_shared))
    return roots


def _files_below(folder: Path) -> Iterator[Path]:
    """The files in a folder that are not hidden and that lie in it, links followed."""
    real = folder.resolve()
    for path in islice(sorted(folder.rglob("*")), MAX_LISTED_FILES):
        inside = path.relative_to(folder)
        if any(step.startswith((".", "~$")) or step == "__pycache__" for step in inside.parts):
            continue
        if path.is_file() and path.resolve().is_relative_to(real):
            yield path


def _known(game: Game, renderer: FaceRenderer) -> Iterator[Path]:
    """The files of which it is known that they are used."""
    yield game.folder / GAME_FILE
    yield from _named_in_game_file(game)
    yield from (cards.file for component in game.components for cards in component.sets if cards.file)
    theme = find_theme(game)
    if theme is not None:
        yield theme
    yield from renderer.theme_files.values()
    yield from renderer.card_files.values()
    yield from (found.beside for found in renderer.theme.icons.sets.values() if found.beside.is_file())
    yield from own_icons(icon_folders(game))
    yield from _templates(game, renderer)
    yield from _pictures_of_cards(game)
    yield from _beside(game)


def _named_in_game_file(game: Game) -> Iterator[Path]:
    """Whatever it says that is the path of a file: tables, label sheets, the rulebook."""
    names = [text for text in _strings(game.file) if not Path(text).is_absolute()]
    if game.rulebook is not None:
        names.append(game.rulebook.text)
    yield from (game.folder / name for name in names if _is_file_in(game.folder, name))


def _is_file_in(folder: Path, name: str) -> bool:
    """Whether a text is the path of a file in a folder."""
    try:
        return len(name) < MAX_PATH and ".." not in Path(name).parts and (folder / name).is_file()
    except (OSError, ValueError):
        return False


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _strings(inner)


def _templates(game: Game, renderer: FaceRenderer) -> Iterator[Path]:
    named = {name for component in game.components for name in (component.front, component.back) if name}
    for name in sorted(named | {name for template in named for name in renderer.templates.behind(template)}):
        found = find_template(game.layout_folders, name)
        if found is not None:
            yield found


def _pictures_of_cards(game: Game) -> Iterator[Path]:
    """Of cards with no copies too: their pictures are looked for when the game is read."""
    values = {
        split_part(value)[0]
        for component in game.components
        for cards in component.sets
        for card in cards.cards
        for value in card.values.values()
        if isinstance(value, str) and names_picture(value)
    }
    for name in sorted(values):
        folders = (game.folder / folder for folder in SUBFOLDERS)
        yield from islice((folder / name for folder in folders if _is_file_in(folder, name)), 1)


def _beside(game: Game) -> Iterator[Path]:
    """What nothing names and that belongs to the game: translations, rules of its own, and licences."""
    yield from sorted((game.folder / LANGUAGES).glob("*.yaml"))
    if game.rulebook is not None:
        stem = PurePosixPath(game.rulebook.text).stem
        yield from sorted(game.folder.glob(f"{stem}.*.md"))
    if (game.folder / RULES).is_file():
        yield from sorted(game.folder.glob("*.py"))
    for folder in (game.folder, *game.layout_folders):
        if folder.is_relative_to(bundled_root() / "layouts" / "shared"):
            continue
        for subfolder in (*SUBFOLDERS, "icons"):
            files = sorted((folder / subfolder).glob("*")) if (folder / subfolder).is_dir() else []
            yield from (path for path in files if LICENCE_FILE.fullmatch(path.name) and path.is_file())


def _spoken_of(used: Iterable[Path], everything: Mapping[Path, _Root]) -> set[Path]:
    """The texts whose names stand in those that are used, and in those in turn: macros, parts of a book.

    What a figure is made of is known exactly.
    """
    open_ = {
        path
        for path, root in everything.items()
        if path.name.endswith(TEXTS) and FIGURES not in path.relative_to(root.folder).parts
    } - set(used)
    found: set[Path] = set()
    waiting = [path for path in used if path.name.endswith(TEXTS)]
    while waiting and open_:
        text = _text(waiting.pop())
        named = {path for path in open_ if path.name in text}
        found |= named
        open_ -= named
        waiting += named
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="ignore") if path.stat().st_size <= MAX_ENTRY else ""
    except OSError:
        return ""


def check_files(files: Sequence[Packed], problems: Problems) -> None:
    """Reports the files that nobody could unpack, or that nobody should be given."""
    if len(files) > MAX_ENTRIES:
        raise InputError(f"more than {MAX_ENTRIES:,} files would be in the archive")
    total, names = 0, dict[str, Packed]()
    for packed in files:
        size = packed.file.stat().st_size
        total += size
        try:
            os.fspath(packed.path).encode("utf-8")
            entry_path(str(packed.path))
            other = names.setdefault(same_place(packed.path), packed)
            if other is not packed:
                raise InputError(f"would be one file with {quote(other.file.name)} on many systems")
            if size > MAX_ENTRY:
                raise InputError(f"is larger than {MAX_ENTRY // MIB} MiB")
            _refuse_key(packed.file)
        except UnicodeEncodeError:
            problems.error("the file's name is not UTF-8, so it can't be packed", _at(packed.file))
        except InputError as error:
            message = f"the file {quote(packed.file.name)} {error.message}, so it can't be packed"
            problems.error(message, _at(packed.file), hint=error.hint)
    if total > MAX_TOTAL:
        raise InputError(f"the archive would be larger than {MAX_TOTAL // MIB} MiB")


def _refuse_key(file: Path) -> None:
    is_key = file.suffix.lower() in KEYS
    if not is_key:
        with file.open("rb") as opened:
            is_key = PRIVATE.search(opened.read(MIB)) is not None
    if is_key:
        raise InputError("looks like a secret key", hint="take it out of the game's folder")


def _at(path: Path) -> Place:
    return Place(shown_path(path))
