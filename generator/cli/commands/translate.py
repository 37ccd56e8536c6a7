"""``gatepress translate``: begins a translation of a game, or brings it up to date with the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.languages import language_name, parse_language
from generator.catalog.models import Game
from generator.catalog.paths import read_text, shown_path
from generator.catalog.problems import InputError, Problems
from generator.catalog.translation_file import (
    FOLDER,
    SUFFIX,
    TranslationSource,
    parse_translation,
    translation_path,
)
from generator.catalog.wording import pluralize, quote
from generator.catalog.words import Words
from generator.catalog.writing import make_folder, refuse_link, write_file
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import AsJson, load_games, usable
from generator.cli.print_problems import progress_bar, stop_with

if TYPE_CHECKING:
    from generator.catalog.translation_update import Update

EXAMPLES = (
    "gatepress translate my-game de",
    "gatepress translate my-game pt-BR --json",
)


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game's name or folder.", autocompletion=completion.game)
    ],
    language: Annotated[str, typer.Argument(metavar="LANGUAGE", help="Its code: de, fr, pt-BR …")],
    as_json: AsJson = False,
) -> None:
    """Write GAME/i18n/LANGUAGE.yaml with every text to translate, and keep what is already translated."""
    tag = usable(lambda: parse_language(language), "LANGUAGE")
    problems = Problems()
    games = load_games([game], problems)
    if problems.has_errors or not games:
        stop_with(problems)
    original = games[0]
    if tag == original.language:
        raise typer.BadParameter(
            f"{quote(tag)} is the language that the game is written in; a game in another one says so by "
            "`language:` in game.yaml",
            param_hint="LANGUAGE",
        )
    try:
        refuse_link(original.folder / FOLDER / f"{tag}{SUFFIX}", original.folder)
        path = translation_path(original.folder, tag)
        source = _source(path, tag, problems)
        if problems.has_errors:
            stop_with(problems)
        done = _updated(original, tag, source, path, problems, is_quiet=as_json)
        if problems.has_errors:
            stop_with(problems)
        make_folder(path.parent)
        write_file(path, done.text.encode(), original.folder)
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    except OSError as error:
        problems.error(f"can't write {shown_path(original.folder / FOLDER)}: {error.strerror or error}")
        stop_with(problems)
    counts = {"texts": done.texts, "missing": done.missing, "stale": done.stale, "unused": done.unused}
    if as_json:
        print_json({"file": shown_path(path), "language": tag, **counts})
        return
    print(f"wrote {shown_path(path)}: {pluralize(done.texts, 'text')} in {language_name(tag)}")
    print(f"{done.missing:,} to translate, {done.stale:,} stale, {done.unused:,} unused")


def _source(path: Path, tag: str, problems: Problems) -> TranslationSource | None:
    return parse_translation(path, tag, problems) if path.exists() else None


def _updated(
    game: Game, tag: str, source: TranslationSource | None, path: Path, problems: Problems, *, is_quiet: bool
) -> Update:
    from generator.catalog.translation_update import head_of, new_head, updated
    from generator.catalog.translations import translated
    from generator.press.translated import printed_words

    if source is None:
        shown = replace(game, words=Words(tag, is_translation=True), language=tag, is_translated=True)
    else:
        shown = translated(game, source)
    steps = sum(len(cards.cards) for component in game.components for cards in component.sets)
    found = Problems()
    with progress_bar(steps, hidden=is_quiet) as progress:
        words = printed_words(shown, found, progress)
    # A text that does not fit is the translator's to mend; what can't be laid out at all has words unknown.
    problems.extend(problem for problem in found.found if problem.severity == "error" and source is None)
    name = book_name(game, tag)
    file = name if name is not None and (game.folder / name).is_file() else None
    head = head_of(read_text(path, shown_path(path))) if source is not None else ""
    return updated(game, tag, source, words.asked, words.possible, file, head or new_head(game, tag))


def book_name(game: Game, tag: str) -> str | None:
    """What the rulebook in a language is called unless the translation says otherwise: ``rulebook.de.md``."""
    if game.rulebook is None:
        return None
    stem, dot, suffix = game.rulebook.text.rpartition(".")
    return f"{stem}.{tag}.{suffix}" if dot else f"{suffix}.{tag}"
