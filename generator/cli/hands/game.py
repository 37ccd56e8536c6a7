"""What each seat of a game begins with, and its odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from generator.catalog.bundle import GAME_FILE, bundled_games, find_game
from generator.catalog.paths import CARD_LIST_SUFFIXES
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.cli.decks import print_problems, stop_with
from generator.cli.games import load_games
from generator.deck.files import deck_component


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What the command line asks of a game."""

    game: str
    seats: int | None
    decks: Sequence[str]
    settings: Sequence[str]
    samples: int
    show: int
    seed: int
    copies: int
    as_json: bool


def is_game(name: str, deck_game: str) -> bool:
    """Whether the name stands for a game, and not for a deck.

    A file is a deck, but for a game.yaml. A name of one of ``deck_game``'s decks is that deck, unless it is a
    folder here that holds a game. A name of nothing is a deck's, unless it looks like a game's.
    """
    path = Path(name)
    is_list = path.suffix.lower() in CARD_LIST_SUFFIXES and path.name != GAME_FILE
    if not name.strip() or "\0" in name or is_list:
        return False
    try:
        folder = find_game(name)
    except InputError:
        looks_like_deck = did_you_mean(name, _names_of_decks(deck_game)) is not None
        return not looks_like_deck and did_you_mean(name, bundled_games()) is not None
    return folder == path or path.name == GAME_FILE or name not in _names_of_decks(deck_game)


def _names_of_decks(game_name: str) -> set[str]:
    try:
        return {deck.id for game in load_games([game_name], Problems()) for deck in deck_component(game).sets}
    except InputError:
        return set()


def tell_openings(request: GameRequest) -> None:
    """Prints the openings and odds, or what is wrong with the game, and then ends the run.

    Raises BadParameter for wrong usage.
    """
    from generator.cli.play.opening import load_rules
    from generator.cli.play.wishes import Wishes as Start
    from generator.cli.play.wishes import setup_of
    from generator.cli.progress import progress_bar
    from generator.rules.positions import LAST_SEED
    from generator.sim.openings.as_json import to_dict
    from generator.sim.openings.report import Wishes, sample_openings

    if request.seed + request.samples - 1 > LAST_SEED:
        raise typer.BadParameter(f"the last of the seeds would be beyond {LAST_SEED}", param_hint="--seed")
    problems = Problems()
    played = load_rules(request.game, problems)
    start = Start(request.seats, request.seed, request.decks, request.settings)
    setup = None if played is None else setup_of(played, start, problems)
    if played is None or setup is None:
        stop_with(problems)
    if problems:
        print_problems(problems)
    del setup["seed"]
    wishes = Wishes(request.samples, request.show, request.seed, request.copies)
    try:
        with progress_bar(request.samples, hidden=False, doing="dealing", noun="games") as begun:
            report = sample_openings(played.game, setup, wishes, begun)
    except InputError as error:
        raise typer.BadParameter(error.message + (f"; {error.hint}" if error.hint else "")) from None
    if request.as_json:
        import json

        print(json.dumps(to_dict(report), indent=2, ensure_ascii=False))
    else:
        from generator.cli.screens.openings import show_openings

        show_openings(report)
