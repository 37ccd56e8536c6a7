"""What comes with Gatepress: games and their documentation. Finding a game by name or folder."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path

from generator.catalog.paths import ARCHIVE_SUFFIXES, CARD_LIST_SUFFIXES
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote

GAME_FILE = "game.yaml"


@cache
def bundled_root() -> Path:
    """The folder with ``cards/``, ``layouts/`` and ``docs/``: a checkout's root, or the wheel's bundle."""
    package = Path(__file__).resolve().parent.parent
    checkout = package.parent
    if (checkout / "cards").is_dir() and (checkout / "layouts").is_dir():
        return checkout
    return package / "bundle"


def bundled_games() -> tuple[str, ...]:
    """The names of the bundled games, sorted."""
    cards = bundled_root() / "cards"
    if not cards.is_dir():
        return ()
    return tuple(sorted(folder.name for folder in cards.iterdir() if (folder / GAME_FILE).is_file()))


MAX_DEPTH, MAX_ENTRIES = 3, 2000
"""How deep below a folder, and among how many files and folders, games are looked for."""


def _games_below(folder: Path) -> str | None:
    """The hint for a folder that is no game, but has games in it, or in folders in it."""
    found: list[Path] = []
    waiting, left = [(folder, 0)], MAX_ENTRIES
    while waiting and left > 0:
        inner, depth = waiting.pop(0)
        try:
            entries = sorted(islice(inner.iterdir(), left))
        except OSError:
            continue
        left -= len(entries)
        for entry in entries:
            if entry.name.startswith(".") or not entry.is_dir():
                continue
            if (entry / GAME_FILE).is_file():
                found.append(entry)
            elif depth + 1 < MAX_DEPTH:
                waiting.append((entry, depth + 1))
    if not found:
        return None
    games = "the game below it is" if len(found) == 1 else "the games below it are"
    return f"{games} {listed((path.as_posix() for path in found), longest=MAX_PATH)}"


MAX_PATH = 200
"""Letters of the path of a game."""


def docs_folder() -> Path:
    """The folder with the pages of the documentation, their pictures, and the JSON Schemas."""
    return bundled_root() / "docs"


def docs_topics() -> dict[str, Path]:
    """The pages by their names, then the schemas: ``press``, ``schema/game``."""
    folder = docs_folder()
    files = [*sorted(folder.glob("*.md")), *sorted((folder / "schema").rglob("*.json"))]
    return {topic_name(file.relative_to(folder)): file for file in files}


def topic_name(file: Path) -> str:
    """What a file of the documentation is called as a topic; also for a path from the user."""
    return file.as_posix().removesuffix(file.suffix).removesuffix(".schema")


def game_here() -> Path:
    """The folder that the command was given in, which is a game. Raises InputError where it is none."""
    try:
        return find_game(".")
    except InputError as error:
        bundled = f"or one of {', '.join(bundled_games())}" if bundled_games() else ""
        hints = [error.hint, f"name a game's folder, {bundled}".rstrip(", ")]
        raise InputError(
            f"no game is named, and there is no {GAME_FILE} in this folder",
            hint="; ".join(hint for hint in hints if hint),
        ) from None


def find_game(name_or_path: str, *, unpack: bool = False) -> Path:
    """The folder of a bundled game's name, of a folder's path, or of a path to a game.yaml.

    A folder that exists and holds a game goes before a bundled game of that name. ``unpack``: an archive with
    a game in it does as well; without, whoever plays it is asked to unpack it. Raises InputError.
    """
    if not name_or_path or "\0" in name_or_path:
        raise InputError(f"expected a game's name or folder, got {quote(name_or_path)}")
    path = Path(name_or_path)
    try:
        if path.name == GAME_FILE and path.is_file():
            return path.parent
        if (path / GAME_FILE).is_file():
            return path
        is_folder = path.is_dir()
        is_archive = path.name.lower().endswith(ARCHIVE_SUFFIXES) and path.is_file()
    except OSError as error:
        raise InputError(
            f"the folder {quote(name_or_path)} cannot be read: {error.strerror or error}"
        ) from None
    if is_archive:
        return _in_archive(path, unpack=unpack)
    games = bundled_games()
    if name_or_path in games:
        return bundled_root() / "cards" / name_or_path
    if is_folder:
        hint = f"rename game.yml to {GAME_FILE}" if (path / "game.yml").is_file() else _games_below(path)
        raise InputError(f"the folder {quote(name_or_path)} has no {GAME_FILE}", hint=hint)
    if path.suffix.lower() in CARD_LIST_SUFFIXES and path.is_file():
        hint = "a deck is judged by `gatepress deck check` and printed by `gatepress deck print`"
        raise InputError(f"{quote(name_or_path)} is a file, not a game", hint=hint)
    hint = did_you_mean(name_or_path, games)
    if hint is None:
        listed = f"the games here are {', '.join(games)}; " if games else ""
        hint = f"{listed}a folder with a {GAME_FILE} is a game too"
    raise InputError(f"no game or folder named {quote(name_or_path)}", hint=hint)


def find_bundled_game(name: str) -> Path | None:
    """The folder of the game of that name that comes along; None if there is none.

    By it files name games: a folder that a file names is somebody else's choice, and may hold code.
    """
    return bundled_root() / "cards" / name if name in bundled_games() else None


def _in_archive(path: Path, *, unpack: bool) -> Path:
    if not unpack:
        raise InputError(
            f"{quote(path.as_posix())} is an archive, and this may run code that is in it",
            hint="look at what it holds, unpack it, and name the folder",
        )
    # Hardly any run opens one.
    from generator.catalog.archive import unpacked_game

    return unpacked_game(path, GAME_FILE)
