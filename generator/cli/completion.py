"""What the shell offers at the Tab key: names that a person need not remember, and files that fit.

Each function gets what was typed of a word and returns the words that begin so. Whatever goes wrong, nothing
is offered: an error would end up in the line that is being typed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.catalog.bundle import GAME_FILE, bundled_games, bundled_root, docs_topics
from generator.catalog.paths import CARD_LIST_SUFFIXES


def one_of(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Completes words from a list."""
    known = tuple(words)

    def complete(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return complete


def game(incomplete: str) -> list[str]:
    """The bundled games, and folders with a game in them."""
    folders = _paths(incomplete, lambda path: (path / GAME_FILE).is_file())
    return [*one_of(bundled_games())(incomplete), *folders]


def game_or_archive(incomplete: str) -> list[str]:
    """For what prints: archives may have a game in them."""
    return [*game(incomplete), *_paths(incomplete, lambda path: path.suffix.lower() == ".zip")]


def deck(incomplete: str) -> list[str]:
    """The bundled decks, and files that may be decks."""
    from generator.catalog.wording import slug

    own = bundled_root().glob("cards/*/decks/*.yaml")
    files = _paths(incomplete, lambda path: path.suffix.lower() in CARD_LIST_SUFFIXES and path.is_file())
    return [*one_of(sorted(slug(path.stem) for path in own))(incomplete), *files]


def options_file(incomplete: str) -> list[str]:
    """Files that may hold options."""
    return _paths(incomplete, lambda path: path.suffix.lower() in (".yaml", ".yml", ".json"))


def deck_or_game(incomplete: str) -> list[str]:
    """For `hands`, which takes either."""
    return [*deck(incomplete), *game(incomplete)]


def bot(incomplete: str) -> list[str]:
    """The bots, by name."""
    from generator.sim.bots import bot_names

    return one_of(bot_names())(incomplete)


def paper(incomplete: str) -> list[str]:
    """The papers that have a name."""
    from generator.catalog.sizes import PAPERS

    return one_of(PAPERS)(incomplete)


def language(incomplete: str) -> list[str]:
    """The languages that bundled games are translated into, and the game in this folder."""
    from generator.catalog.translation_file import languages_of

    folders = [Path(), *(bundled_root() / "cards" / name for name in bundled_games())]
    return one_of(sorted({found for folder in folders for found in languages_of(folder)}))(incomplete)


def variant(incomplete: str) -> list[str]:
    """The variants of the bundled games, and of the game in this folder."""
    from generator.catalog.problems import Problems
    from generator.catalog.yaml_reader import read_mapping

    found: set[str] = set()
    for folder in (Path(), *(bundled_root() / "cards" / name for name in bundled_games())):
        game = read_mapping(folder / GAME_FILE, Problems())
        variants = None if game is None else game.get("variants")
        found.update(variants if isinstance(variants, dict) else ())
    return one_of(sorted(found))(incomplete)


def label_sheet(incomplete: str) -> list[str]:
    """The label sheets that come along, and files that may be one."""
    from generator.catalog.label_sheets import is_file_name, sheet_names

    files = _paths(incomplete, lambda path: is_file_name(path.name) and path.is_file())
    return [*one_of(sheet_names())(incomplete), *files]


def target(incomplete: str) -> list[str]:
    """What a game can be exported to."""
    from generator.export.target import target_names

    return one_of(target_names())(incomplete)


def printer(incomplete: str) -> list[str]:
    """The printers that are saved, and what asks for none."""
    from generator.catalog.paths import printers_file
    from generator.catalog.press_settings import NO_PRINTER
    from generator.catalog.printers import read_printers
    from generator.catalog.problems import Problems

    file = printers_file()
    saved = () if file is None else read_printers(file, Problems()).printers
    return one_of([*(printer.name for printer in saved), NO_PRINTER])(incomplete)


def checking_target(incomplete: str) -> list[str]:
    """What a game can be checked for."""
    from generator.export.target import checking_target_names

    return one_of(checking_target_names())(incomplete)


def topic(incomplete: str) -> list[str]:
    """The pages of the documentation."""
    return one_of(docs_topics())(incomplete)


def _paths(incomplete: str, fits: Callable[[Path], bool]) -> list[str]:
    """Paths that begin so, as they are being typed; hidden ones only where the dot is."""
    folder, name = os.path.split(incomplete)
    typed = incomplete[: len(incomplete) - len(name)]
    try:
        found = sorted(Path(folder or ".").iterdir())
        return [
            f"{typed}{path.name}"
            for path in found
            if path.name.startswith(name) and (name or not path.name.startswith(".")) and fits(path)
        ]
    except (OSError, ValueError):
        return []
