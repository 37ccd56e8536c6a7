"""``credits``: who made the game, its pictures, and the fonts and icons that it is printed with."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.licences import licence_name
from generator.catalog.models import Game
from generator.catalog.paths import PICTURE_SUFFIXES
from generator.catalog.problems import Problems
from generator.catalog.wording import as_sentence, join_words
from generator.layout.faces import FaceRenderer
from generator.layout.font_packages import package_of
from generator.layout.fonts import BUILT_IN, package_folder
from generator.layout.icons import PACKS, packs_named_in
from generator.layout.theme import Theme
from generator.press.ledger import BUILT_IN_FONTS, credit_lines, draw_up
from generator.press.pdf.structure import Tag
from generator.press.rulebook.blocks import Block
from generator.press.rulebook.pages import Piece, pieces_tagged, spaced, without_orphans
from generator.press.rulebook.setting import NOTE, Content, Typesetter


def render(setter: Typesetter, block: Block) -> list[Piece]:
    look, game = setter.look, setter.database.game
    lines: list[Content] = [setter.content(line, block.place) for line in _of_the_game(game)]
    lines += [setter.content(line, block.place) for line in block.content.splitlines() if line.strip()]
    lines += [[line] for line in _makers(game, setter.renderer)]
    lines += [[line] for line in _colophon(game, setter.renderer.theme, setter.problems)]
    size = NOTE * look.size
    pieces: list[Piece] = []
    for line in lines:
        set_ = setter.lines(line, look.text(fill=look.quiet), size, block.width, block.place, x=block.x)
        set_ = pieces_tagged(set_, Tag("P", block.tag))
        pieces += spaced(without_orphans(set_), (0.22 if pieces else 0.6) * look.em)
    return pieces


def _of_the_game(game: Game) -> Iterator[str]:
    """The designer is named once, however the credits call the same person."""
    title = f"**{game.title}**"
    if game.designer:
        title = game.say("{title} by {designer}", title=title, designer=game.designer)
    year = f", {game.year}" if game.year else ""
    yield f"{as_sentence(f'{title}{year}')} {game.say('Version {version}.', version=game.version)}"
    if game.source:
        yield as_sentence(game.say("After {source}", source=game.source))
    if game.licence:
        yield as_sentence(game.say("Rules and texts: {licence}", licence=licence_name(game.licence)))
    yield from (as_sentence(line) for line in game.credits)


def _makers(game: Game, renderer: FaceRenderer) -> list[str]:
    """Who made what the cards and the pages before this block show, as far as game.yaml says it."""
    if not game.licences:
        return []
    shown = [path for path in renderer.card_files.values() if path.suffix.lower() in PICTURE_SUFFIXES]
    # What is wrong with the cards is reported where they are printed.
    return credit_lines(draw_up(game, FaceRenderer.of(game, Problems()), in_rulebook=shown))


def _colophon(game: Game, theme: Theme, problems: Problems) -> Iterator[str]:
    fonts = ", ".join(_fonts(game, theme))
    yield game.say("Set in {fonts}.", fonts=fonts)
    named = packs_named_in((game.folder, *game.layout_folders)).union(theme.icons.packs)
    packs = [PACKS[name] for name in PACKS if name in named]
    packs += [icon_set.info(problems).line for icon_set in theme.icons.sets.values()]
    if packs:
        yield game.say("Icons: {packs}.", packs="; ".join(packs))


def _fonts(game: Game, theme: Theme) -> Iterator[str]:
    """By licence; files of the game's own, of which nothing is known, by their names."""
    files = {family.regular for family in theme.fonts.families}
    folders = {name: package_folder(package) for name, (package, _) in BUILT_IN.items()}
    by_licence: dict[str, set[str]] = {}
    own: set[str] = set()
    for file in files:
        name = next((name for name, folder in folders.items() if file.is_relative_to(folder)), None)
        package = package_of(file)
        if name:
            font = BUILT_IN_FONTS[name]
            licence = f"{licence_name(font.licence)}, {font.by}"
            by_licence.setdefault(licence, set()).add(font.title)
        elif package:
            by_licence.setdefault(package.licence, set()).add(package.family)
        else:
            own.add(file.stem)
    for licence, names in sorted(by_licence.items()):
        yield f"{join_words(sorted(names), game.say('and'))} ({licence})"
    yield from sorted(own)
