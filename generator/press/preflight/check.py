"""Checks a game as it would be printed: every face is laid out and inspected, nothing is painted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.catalog.models import Game
from generator.catalog.paths import PICTURE_SUFFIXES, shown_path, split_part
from generator.catalog.problems import Place, Problem, Problems
from generator.layout.faces import FaceRenderer
from generator.layout.files import ICON_SUFFIXES
from generator.press.inks import SCREEN
from generator.press.job import PrintContext, PrintJob, Progress
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer


def check_game(
    game: Game, jobs: Sequence[PrintJob], problems: Problems, progress: Progress, *, whole: bool
) -> None:
    """Adds everything that is wrong with these jobs, all of one game.

    ``whole``: the jobs are all there are, so that what none of them uses is used by nothing.
    """
    with Rasterizer(draft=True) as rasterizer:
        preflight = Preflight.of(rasterizer)
        context = PrintContext(FaceRenderer.of(game, problems), preflight, problems, progress, SCREEN)
        for job in jobs:
            job.check(context)
    # A card that could not be laid out can't show its picture either.
    if whole and not problems.has_errors:
        problems.extend(unused_files(game, used_files(context.renderer)))


class Kind(NamedTuple):
    """What lies in a folder, and who would use it."""

    noun: str
    suffixes: tuple[str, ...]
    user: str


KINDS: Mapping[str, Kind] = {
    "art": Kind("picture", PICTURE_SUFFIXES, "card shows"),
    "icons": Kind("icon", ICON_SUFFIXES, "card shows"),
    "fonts": Kind("font", (".ttf", ".otf", ".ttc", ".otc"), "theme names"),
}
"""The folders of a game that hold files of one kind."""
SHARED = "shared"
"""What the layout folder of several games is called."""


def used_files(renderer: FaceRenderer) -> set[Path]:
    """The files that a game's theme and faces need; complete once ``renderer`` has laid out all faces."""
    files = (renderer.theme_files, renderer.card_files, renderer.theme.icons.used)
    return {path for found in files for path in found.values()}


def unused_files(game: Game, used: Collection[Path]) -> list[Problem]:
    """Tells of pictures, icons and fonts in the game's own folders that are not among ``used``."""
    real = {path.resolve() for path in used}
    shelved = _named_by_shelved_cards(game)
    found = {
        path: kind
        for folder in _own_folders(game)
        for name, kind in KINDS.items()
        for path in _files(folder / name, kind.suffixes)
        if path.resolve() not in real and path.name not in shelved
    }
    return [
        Problem(
            f"no {kind.user} this {kind.noun}",
            Place(shown_path(path)),
            "warning",
            hint="use it, or take it out of the game's folder",
        )
        for path, kind in found.items()
    ]


def _own_folders(game: Game) -> list[Path]:
    """The game's folders, without those whose layouts several games share."""
    return [game.folder, *(folder for folder in game.layout_folders if folder.name != SHARED)]


def _files(folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in suffixes and not path.name.startswith(".") and path.is_file()
    )


def _named_by_shelved_cards(game: Game) -> set[str]:
    """File names in the fields of cards with 0 copies: their art waits for them."""
    shelved = [card for component in game.components for cards in component.sets for card in cards.cards]
    values = [value for card in shelved if not card.copies for value in card.values.values()]
    return {split_part(value)[0].rpartition("/")[2] for value in values if isinstance(value, str)}
