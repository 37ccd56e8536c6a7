"""``credits``: who made the game, and the fonts and icons that it is printed with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from generator.catalog.models import Game
from generator.catalog.wording import as_sentence
from generator.layout.font_packages import package_of
from generator.layout.fonts import BUILT_IN, package_folder
from generator.layout.icons import PACKS
from generator.layout.theme import Theme
from generator.press.rulebook.blocks import Block
from generator.press.rulebook.pages import Piece, spaced, without_orphans
from generator.press.rulebook.setting import NOTE, Content, Typesetter

FONT_NAMES = {"source-sans": "Source Sans Pro", "source-serif": "Source Serif Pro"}
FONT_LICENCE = "SIL Open Font License 1.1, Adobe"
PACK_NAME = re.compile(rf"\b({'|'.join(PACKS)})\.[a-z0-9]")
TEXTS = (".yaml", ".yml", ".json", ".j2", ".md", ".csv", ".tsv")


def render(setter: Typesetter, block: Block) -> list[Piece]:
    look, game = setter.look, setter.database.game
    lines: list[Content] = [setter.content(line, block.place) for line in _of_the_game(game)]
    lines += [setter.content(line, block.place) for line in block.content.splitlines() if line.strip()]
    lines += [[line] for line in _colophon(game, setter.renderer.theme)]
    size = NOTE * look.size
    pieces: list[Piece] = []
    for line in lines:
        row = setter.row(line, look.text(fill=look.quiet), size, block.place)
        set_ = setter.lines(row, size, block.width, block.place, x=block.x)
        pieces += spaced(without_orphans(set_), (0.22 if pieces else 0.6) * look.em)
    return pieces


def _of_the_game(game: Game) -> Iterator[str]:
    """The designer is named once, however the credits call the same person."""
    year = f", {game.year}" if game.year else ""
    by = f" by {game.designer}" if game.designer else ""
    yield f"{as_sentence(f'**{game.title}**{by}{year}')} Version {game.version}."
    if game.source:
        yield as_sentence(f"After {game.source}")
    yield from (as_sentence(line) for line in game.credits)


def _colophon(game: Game, theme: Theme) -> Iterator[str]:
    fonts = ", ".join(_fonts(theme))
    yield f"Set in {fonts}."
    packs = [PACKS[name] for name in PACKS if name in _packs(game, theme)]
    if packs:
        yield "Icons: " + "; ".join(packs) + "."


def _fonts(theme: Theme) -> Iterator[str]:
    """By licence; files of the game's own, of which nothing is known, by their names."""
    files = {family.regular for family in theme.fonts.roles.values()}
    folders = {name: package_folder(package) for name, (package, _) in BUILT_IN.items()}
    by_licence: dict[str, set[str]] = {}
    own: set[str] = set()
    for file in files:
        name = next((name for name, folder in folders.items() if file.is_relative_to(folder)), None)
        package = package_of(file)
        if name:
            by_licence.setdefault(FONT_LICENCE, set()).add(FONT_NAMES[name])
        elif package:
            by_licence.setdefault(package.licence, set()).add(package.family)
        else:
            own.add(file.stem)
    for licence, names in sorted(by_licence.items()):
        *most, last = sorted(names)
        yield f"{', '.join(most)}{' and ' if most else ''}{last} ({licence})"
    yield from sorted(own)


def _packs(game: Game, theme: Theme) -> set[str]:
    """The icon packs that anything of the game names, and the one for bare names."""
    found = {theme.icons.default_pack}
    for folder in (game.folder, *game.layout_folders):
        for path in _texts(folder):
            found.update(PACK_NAME.findall(path.read_text("utf-8", errors="ignore")))
    return found


def _texts(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in TEXTS and path.is_file()]
