"""``gatepress hands``: sample opening hands of a deck, or of every seat of a game, and their exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.bundle import GAME_FILE, bundled_games, find_game
from generator.catalog.lines import readable
from generator.catalog.models import Game
from generator.catalog.paths import CARD_LIST_SUFFIXES, is_there
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.decks import DEFAULT_GAME, FormatFile, GameName, Points, load_deck, load_judge
from generator.cli.options import MAX_SEATS, MAX_SEED, Settings, load_games, usable
from generator.cli.report import print_problems, stop_with
from generator.deck.files import deck_component
from generator.deck.format import DeckFormat
from generator.deck.hands.draw import Player, openings

EXAMPLES = (
    "gatepress hands my-deck.yaml --first --turns 3",
    "gatepress hands strongholds --seats 4",
)

MAX_SAMPLES = 10_000_000
DECK_SAMPLES = 100_000
GAME_SAMPLES = 10_000
MAX_SHOWN = 1_000
MAX_TURNS = 100
TURNS = 4
MAX_DRAWN = 200
"""Cards that a player is followed through."""


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DECK or GAME",
            help="A deck file, the name of a game's deck, or a game with rules, by name or folder.",
            autocompletion=completion.deck_or_game,
        ),
    ],
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            min=100,
            max=MAX_SAMPLES,
            help=f"How many shuffles or games to draw from. [{DECK_SAMPLES}; for a game {GAME_SAMPLES}]",
        ),
    ] = None,
    show: Annotated[
        int, typer.Option("--show", min=0, max=MAX_SHOWN, help="How many of them to print card by card.")
    ] = 3,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            min=1,
            max=MAX_TURNS,
            help=f"Deck: how many of a player's turns to simulate. [{TURNS}]",
        ),
    ] = None,
    first: Annotated[bool, typer.Option("--first", help="Deck: only as the first player.")] = False,
    second: Annotated[bool, typer.Option("--second", help="Deck: only as any other player.")] = False,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed gives the same hands.")
    ] = 1,
    game: GameName = DEFAULT_GAME,
    points: Points = None,
    format_file: FormatFile = None,
    copies: Annotated[
        int | None,
        typer.Option(
            "--copies", min=1, max=MAX_DRAWN, help="Game: odds of one card of a kind, up to this many. [1]"
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=1, max=MAX_SEATS, help="Game: number of players. [the game's minimum]"),
    ] = None,
    decks: Annotated[
        list[str] | None,
        typer.Option(
            "--deck",
            metavar="FILE|NAME",
            help="Game: a deck for each seat in turn; may be repeated.",
            autocompletion=completion.deck,
        ),
    ] = None,
    settings: Settings = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print hands and odds as JSON.")] = False,
) -> None:
    """Show sample opening hands of a deck or of each seat of a game, with exact and simulated odds."""
    if is_game(name, game):
        for_decks = {
            "--turns": turns,
            "--first": first,
            "--second": second,
            "--game": game != DEFAULT_GAME,
            "--points": points,
            "--format": format_file,
        }
        _refuse(for_decks, f"this is for the hands of a deck, and {name} is a game")
        print_openings(
            GameOptions(
                name,
                seats,
                decks or (),
                settings or (),
                samples or GAME_SAMPLES,
                show,
                seed,
                copies or 1,
                as_json,
            )
        )
        return
    for_games = {"--copies": copies, "--seats": seats, "--deck": decks, "--set": settings}
    _refuse(for_games, f"this is for the openings of a game, and {name} is not a game")
    print_hands(
        DeckOptions(
            name,
            game,
            points,
            format_file,
            _players(first=first, second=second),
            samples or DECK_SAMPLES,
            show,
            turns or TURNS,
            seed,
            as_json,
        )
    )


def _players(*, first: bool, second: bool) -> tuple[Player, ...]:
    """Whose hands: both players' if neither or both are asked for."""
    if first == second:
        return ("first", "other")
    return ("first",) if first else ("other",)


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Raises BadParameter for the first option that was given: it would be without effect."""
    for option, value in options.items():
        if value:
            raise typer.BadParameter(why, param_hint=option)


@dataclass(frozen=True, slots=True)
class DeckOptions:
    """What the command line asks of a deck."""

    deck: str
    game: str
    points: int | None
    format_file: Path | None
    players: tuple[Player, ...]
    samples: int
    show: int
    turns: int
    seed: int
    as_json: bool


def print_hands(request: DeckOptions) -> None:
    """Prints the hands and odds, or what is wrong with the deck, and then ends the run."""
    from generator.deck.hands.draw import cards_to_draw
    from generator.deck.hands.report import HandsRequest, sample_hands, to_dict

    problems = Problems()
    judge = load_judge(request.game, request.points, request.format_file, problems)
    if judge is not None and _is_unknown(request.deck, judge.game):
        problems.extend([_unknown_name(request.deck, judge.game)])
        stop_with(problems)
    loaded = None if judge is None else load_deck(judge.game, request.deck, problems)
    cards = None if loaded is None else cards_to_draw(loaded, problems)
    if judge is None or loaded is None or cards is None:
        stop_with(problems)
    _check_reach(judge.format, len(cards), request.turns)
    chosen = [opening for opening in openings(judge.format) if opening.player in request.players]
    samples = HandsRequest(request.samples, request.show, request.turns, request.seed)
    report = sample_hands(loaded, cards, judge.format, chosen, samples)
    if request.as_json:
        print_json(to_dict(report))
    else:
        from generator.cli.screens.hands import show_hands

        show_hands(report)


def _is_unknown(name: str, deck_game: Game) -> bool:
    """Whether the name is no deck, game or file, and nothing like a deck's either."""
    if Path(name).suffix.lower() in CARD_LIST_SUFFIXES or not name.strip() or "\0" in name:
        return False
    decks = _decks_of(deck_game)
    if is_there(Path(name)) or name in decks or did_you_mean(name, decks):
        return False
    try:
        find_game(name)
    except InputError:
        return True
    return False


def _unknown_name(name: str, deck_game: Game) -> Problem:
    decks, games = listed(_decks_of(deck_game)), listed(bundled_games())
    here = [f"the decks here are {decks}"] if decks else []
    hint = "; ".join([*here, f"the games are {games}"])
    return Problem(f"no deck, game or file named {quote(name)}", hint=hint)


def _check_reach(limits: DeckFormat, cards: int, turns: int) -> None:
    """Raises BadParameter where house rules and turns together draw more cards than can be followed."""
    drawn = max(opening.drawn_by(turns) for opening in openings(limits))
    if min(drawn, cards) > MAX_DRAWN:
        message = f"a player has drawn {drawn:,} cards by turn {turns}; hands are followed up to {MAX_DRAWN}"
        raise typer.BadParameter(message, param_hint="--turns")


@dataclass(frozen=True, slots=True)
class GameOptions:
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


def _names_of_decks(game_name: str) -> list[str]:
    return [name for game in load_games([game_name], Problems()) for name in _decks_of(game)]


def _decks_of(game: Game) -> list[str]:
    """The names of a game's own decks; none for a game without decks."""
    try:
        return [deck.id for deck in deck_component(game).sets]
    except InputError:
        return []


def print_openings(request: GameOptions) -> None:
    """Prints the openings and odds, or what is wrong with the game, and then ends the run.

    Raises BadParameter for wrong usage.
    """
    from generator.cli.play.setup import SetupRequest, load_rules, setup_of
    from generator.cli.report import progress_bar
    from generator.rules import RulesError
    from generator.rules.own_rules import author_at_work
    from generator.sim.openings import OpeningsRequest, sample_openings, to_dict

    if request.seed + request.samples - 1 > MAX_SEED:
        raise typer.BadParameter(f"the last of the seeds would be beyond {MAX_SEED}", param_hint="--seed")
    problems = Problems()
    loaded = load_rules(request.game, problems)
    if loaded is None:
        stop_with(problems)
    try:
        with author_at_work(loaded.game):
            asked = SetupRequest(request.seats, request.seed, request.decks, request.settings)
            setup = setup_of(loaded, asked, problems)
            if setup is None:
                stop_with(problems)
            if problems:
                print_problems(problems)
            options = {name: value for name, value in setup.options.items() if name != "seed"}
            samples = OpeningsRequest(request.samples, request.show, request.seed, request.copies)
            with progress_bar(request.samples, hidden=False, doing="dealing", noun="games") as begun:
                report = usable(lambda: sample_openings(loaded.game, options, samples, begun))
    except RulesError as error:
        problems.extend([error.problem()])
        stop_with(problems)
    if request.as_json:
        print_json(to_dict(report))
    else:
        from generator.cli.screens.hands import show_openings

        for seat, deck in enumerate(setup.decks):
            print(f"seat {seat} plays {readable(deck.names.deck)}")
        show_openings(report)
