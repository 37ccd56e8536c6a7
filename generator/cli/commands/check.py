"""``gatepress check``: reports every problem of a game and writes nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.catalog.game_file import FORMAT
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.catalog.translation_file import FOLDER, languages_of, read_translation
from generator.catalog.wording import clipped, listed, pluralize
from generator.catalog.writing import reason_of
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import Games, Lang, Only, load_games
from generator.cli.print_problems import how_many, print_all, problems_as_dict, progress_bar
from generator.press.job import Progress
from generator.press.planning import plan_jobs
from generator.press.preflight.check import check_game
from generator.press.request import PrintRequest, chosen_decks, report_unmatched
from generator.press.rulebook.job import plan_book
from generator.press.translated import check_printed_words, in_language

if TYPE_CHECKING:
    from generator.export.colour_blind import VisionSheets
    from generator.export.target import Target

OUTPUT = "output"
EXAMPLES = (
    "gatepress check my-game",
    "gatepress check my-game --vision",
    "gatepress check my-game --only decks --strict",
    "gatepress check my-game --lang de",
    "gatepress check my-game --for tgc",
)


@dataclass(frozen=True, slots=True)
class Request:
    """What is checked, and by what."""

    games: Games = ()
    only: Only = ()
    lang: Lang = None
    targets: Annotated[
        tuple[str, ...],
        typer.Option(
            "--for",
            metavar="TARGET",
            help="Also check it against what an export target accepts; may be repeated.",
            autocompletion=completion.checking_target,
        ),
    ] = ()
    vision: Annotated[
        bool,
        typer.Option(
            "--vision",
            help="Also check it for colour-blind players: sheets to compare, and colours that look alike.",
        ),
    ] = False
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder for the sheets of --vision.", show_default="output"),
    ] = None
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 1 for warnings too.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print the problems as JSON.")] = False


def command(request: Request) -> None:
    """Report everything that would go wrong in print or be hard to read at the table.

    Writes nothing except the sheets of --vision.
    """
    if request.out is not None and not request.vision:
        raise typer.BadParameter("it is the folder for the sheets of --vision", param_hint="--out")
    targets = _targets(request.targets)
    problems = Problems()
    loaded = load_games(request.games, problems, request.lang)
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        report_unmatched(loaded, request.only, (), problems)
    # Any paper will do: what is checked lies on the cards.
    printed = PrintRequest(paper("a4"), only=request.only)
    for game in loaded:
        if decks := chosen_decks(game, printed.only):
            # Only some games have decks to be judged.
            from generator.deck.check import legality_notes

            legality_notes(game, decks, problems)
        if FORMAT in game.file and game.is_whole:
            _check_format(game, problems)
        if game.variants and game.is_whole:
            _check_variants(game, problems)
    # Whoever names a language asks about that alone.
    translations = [] if request.lang else [one for game in loaded for one in _translations(game, problems)]
    planned = [(game, plan_jobs(game, printed)) for game in (*loaded, *(game for game, _ in translations))]
    cards = sum(job.count for _, jobs in planned for job in jobs)
    with progress_bar(cards, hidden=request.as_json) as progress:
        for game in loaded:
            _check_printed(game, printed, problems, progress, whole=not request.only)
            if game.licences:
                _check_licences(game, problems)
        for game, found in translations:
            _check_printed(game, printed, found, progress, whole=False)
            problems.extend(in_language(found, game.language, problems))
    _check_for(targets, loaded, printed, problems)
    out = request.out or Path(OUTPUT)
    written = _look(loaded, request.only, out, problems) if request.vision else None
    _report(problems, written, as_json=request.as_json)
    if problems.has_errors or (request.strict and problems):
        raise typer.Exit(1)


def _translations(game: Game, problems: Problems) -> Iterator[tuple[Game, Problems]]:
    """The game in each language that it is translated into, and what is wrong with that translation."""
    # Of what can't be read of a game its translations can't be judged.
    if not game.is_whole or not (game.folder / FOLDER).is_dir():
        return
    from generator.catalog.load import load_game

    for language in languages_of(game.folder, problems):
        found = Problems()
        translated = load_game(game.folder, found, language=language)
        if translated is None or not translated.is_translated:
            problems.extend(found)
        else:
            yield translated, found


def _check_printed(
    game: Game, request: PrintRequest, problems: Problems, progress: Progress, *, whole: bool
) -> None:
    """Lays out all that is printed of a game, in the language that it was read in."""
    # A rulebook flows otherwise on another paper, so it is checked on the two that most people have.
    papers = [request, request._replace(paper=paper("letter"))]
    books = [book for one in papers if (book := plan_book(game, one)) is not None]
    check_game(game, [*plan_jobs(game, request), *books], problems, progress, whole=whole)
    if game.is_translated and not request.only:
        source = read_translation(game.folder, game.title, game.language, Problems())
        if source is not None:
            check_printed_words(game, source, problems)


def _targets(names: Sequence[str]) -> list[Target[Any]]:
    """The targets of these names, each once. Raises BadParameter for one that does not check anything."""
    if not names:
        return []
    # Few runs ask for one.
    from generator.catalog.suggest import did_you_mean
    from generator.export.target import checking_target_names, find_target, target_names

    checking, known = checking_target_names(), target_names()
    for name in names:
        if name not in checking:
            if name in known:
                message = f"{name} takes any game; {listed(checking)} check theirs"
            else:
                hint = did_you_mean(name, checking) or f"there are {listed(checking)}"
                message = f"there is not a target {clipped(name)}; {hint}"
            raise typer.BadParameter(message, param_hint="--for")
    return [find_target(name) for name in dict.fromkeys(names)]


def _check_for(
    targets: Sequence[Target[Any]], games: Sequence[Game], request: PrintRequest, problems: Problems
) -> None:
    """Reports what the targets can't take. A game that can't be printed has to be mended first."""
    if not targets or problems.has_errors:
        return
    from tempfile import TemporaryDirectory

    from generator.export.run import check_game_for

    def progress(cards: int) -> None:
        """The cards were counted when they were checked by themselves."""
        del cards

    try:
        for target in targets:
            for game in games:
                with TemporaryDirectory() as folder:
                    check_game_for(target, game, request, target.options(), Path(folder), problems, progress)
    except OSError as error:
        problems.error(f"can't write to a temporary folder: {reason_of(error)}")


def _check_format(game: Game, problems: Problems) -> None:
    """Reports what is wrong with what the game says of decks."""
    # Only some games say anything.
    from generator.deck.format import read_format

    read_format(game, problems)


def _check_licences(game: Game, problems: Problems) -> None:
    """Reports what is missing in what the game says of its pictures, fonts and icons."""
    # Only some games say anything.
    from generator.export.licences import check_entries

    check_entries(game, problems)


def _check_variants(game: Game, problems: Problems) -> None:
    """Reports what is wrong with the game as a variant has it."""
    from generator.catalog.changes import check_variants
    from generator.catalog.load import load_game

    check_variants(game.variants, partial(load_game, game.folder), problems)


def _look(games: Sequence[Game], only: Sequence[str], out: Path, problems: Problems) -> list[VisionSheets]:
    """Looks at the cards with other eyes; where something is wrong, nobody does."""
    # It needs numpy and a renderer.
    from generator.export.colour_blind import write_vision

    return [] if problems.has_errors else write_vision(games, only, out, problems)


def _report(problems: Problems, written: Sequence[VisionSheets] | None, *, as_json: bool) -> None:
    """The problems are what was asked for: they go to standard output. ``written``: None if nothing was."""
    if as_json:
        files = [{"path": str(one.path), "pages": one.pages, "cards": one.cards} for one in written or ()]
        print_json(problems_as_dict(problems) | ({} if written is None else {"files": files}))
        return
    for sheets in written or ():
        print(f"{sheets.path}  {pluralize(sheets.pages, 'page')}, {pluralize(sheets.cards, 'card')}")
    if problems:
        print_all(problems, file=sys.stdout)
    else:
        print(how_many(problems))
