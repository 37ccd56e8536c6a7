"""``gatepress hands``: sample hands and their exact odds, in three ways.

- of a deck, by the rules of the game that judges it (:func:`print_hands`),
- of every seat of a game that has rules, as its engine deals them (:func:`print_openings`),
- of any list of cards, whose game needs no rules (:mod:`generator.cli.card_hands`).
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.bundle import GAME_FILE, bundled_games, find_game
from generator.catalog.game_file import FORMAT
from generator.catalog.lines import readable
from generator.catalog.models import Game
from generator.catalog.paths import CARD_LIST_SUFFIXES, is_there
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.cli import card_hands, completion
from generator.cli.card_hands import (
    DEALS,
    MAX_DRAWN,
    MAX_TURNS,
    SHUFFLES,
    TURNS,
    CardOptions,
    Sampling,
    as_many_samples,
    print_card_hands,
)
from generator.cli.console import print_json
from generator.cli.decks import DEFAULT_GAME, HERE, FormatFile, GameName, Points, Rules
from generator.cli.options import Settings, Variants, given_options, load_games, usable
from generator.cli.print_problems import print_problems, progress_bar, stop_with
from generator.deck.files import load_deck, own_decks
from generator.sim.study.options import MAX_SEATS, MAX_SEED

EXAMPLES = (
    "gatepress hands my-deck.yaml --first --turns 3",
    "gatepress hands strongholds --players 4",
    "gatepress hands my-game --hand 7 --group 'lands: type=land' --mulligan 'lands<2'",
)


@dataclass(frozen=True, slots=True)
class DeckOptions:
    """What is asked of a deck alone."""

    first: Annotated[bool, typer.Option("--first", help="Deck: only as the first player.")] = False
    second: Annotated[bool, typer.Option("--second", help="Deck: only as any other player.")] = False
    game: GameName = DEFAULT_GAME
    points: Points = None
    format_file: FormatFile = None


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What is asked of a game alone."""

    copies: Annotated[
        int | None,
        typer.Option(
            "--copies",
            metavar="NUMBER",
            min=1,
            max=MAX_DRAWN,
            help="Game: odds of one card of a kind, up to this many. [1]",
        ),
    ] = None
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="NUMBER",
            min=1,
            max=MAX_SEATS,
            help="Game: number of players. [the game's minimum]",
        ),
    ] = None
    settings: Settings = ()
    variants: Variants = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Whose hands, and what is asked of them."""

    name: Annotated[
        str,
        typer.Argument(
            metavar="DECK or GAME",
            help="A deck file, the name of a game's deck, or a game with rules, by name or folder."
            " With --hand, --group or another option of Cards: any game.",
            autocompletion=completion.deck_or_game,
        ),
    ]
    of_deck: DeckOptions
    of_game: GameOptions
    decks: Annotated[
        tuple[str, ...],
        typer.Option(
            "--deck",
            metavar="FILE|NAME",
            help="Game: a deck for each seat in turn; may be repeated. Cards: the deck to draw from."
            " [each card as often as it has copies]",
            autocompletion=completion.deck,
        ),
    ] = ()
    of_cards: CardOptions
    sampling: Sampling


def command(request: Request) -> None:
    """Show sample opening hands of a deck or of each seat of a game, with exact and simulated odds.

    A game's own hands are dealt by its rules: of a game with a rules.py, that program is run.
    """
    name, decks = request.name, request.decks
    # In the folder of a game with decks that game is meant, without being named.
    of_deck = [
        option
        for option in given_options(request.of_deck)
        if option != "--game" or request.of_deck.game != HERE
    ]
    of_game = [*given_options(request.of_game)]
    chosen_by = next(given_options(request.of_cards), None)
    if chosen_by is not None:
        _refuse([*of_deck, *of_game], f"this does not go with {chosen_by}, which is for the cards of a game")
        _refuse_deck(name, chosen_by)
        print_card_hands(name, decks, request.of_cards, request.sampling)
    elif is_game(name, request.of_deck.game):
        turns = [] if request.sampling.turns is None else ["--turns"]
        _refuse([*turns, *of_deck], f"this is for the hands of a deck, and {name} is a game")
        print_openings(name, decks, request.of_game, request.sampling)
    else:
        why = f"this is for the openings of a game, and {name.strip() or quote(name)} is not a game"
        _refuse([*of_game, *(["--deck"] if decks else [])], why)
        if request.sampling.turns == 0:
            raise typer.BadParameter(f"0 is not in the range 1<=x<={MAX_TURNS}.", param_hint="'--turns'")
        print_hands(name, request.of_deck, request.sampling)


def _refuse(options: Sequence[str], why: str) -> None:
    """Raises BadParameter for the first option that was given: it would be without effect."""
    if options:
        raise typer.BadParameter(why, param_hint=options[0])


def _refuse_deck(name: str, option: str) -> None:
    """Raises BadParameter where the name is a deck's: its options say what is drawn from it."""
    try:
        find_game(name)
    except InputError:
        message = f"this is for the cards of a game, and {name} is a deck"
        if name in _names_of_decks(DEFAULT_GAME):
            hint = f"; write {DEFAULT_GAME} --deck {name}"
            raise typer.BadParameter(message + hint, param_hint=option) from None
        if Path(name).suffix.lower() in CARD_LIST_SUFFIXES and is_there(Path(name)):
            raise typer.BadParameter(message, param_hint=option) from None


def print_hands(name: str, request: DeckOptions, sampling: Sampling) -> None:
    """Prints the hands and odds, or what is wrong with the deck, and then ends the run."""
    from generator.deck.hands.report import HandsRequest, cards_to_draw, openings, sample_hands, to_dict

    problems = Problems()
    judge = Rules(request.points, request.format_file, request.game).judge(problems)
    if _is_unknown(name, judge.game):
        problems.extend([_unknown_name(name, judge.game)])
        stop_with(problems)
    if not judge.format.first_hand:
        hint = "write for example `draw: {first: 5, others: 5, later: 1}` under `format`"
        message = f"hands of {quote(name)}: the format does not say how many cards are drawn"
        problems.error(message, judge.game.place_of(FORMAT), field=FORMAT, hint=hint)
    loaded = load_deck(judge.game, name, problems)
    cards = None if loaded is None else cards_to_draw(loaded, problems)
    if loaded is None or cards is None or problems.has_errors:
        stop_with(problems)
    turns = sampling.turns or TURNS
    drawn = max(opening.drawn_by(turns) for opening in openings(judge.format))
    if min(drawn, len(cards)) > MAX_DRAWN:
        message = f"a player has drawn {drawn:,} cards by turn {turns}; hands are followed up to {MAX_DRAWN}"
        raise typer.BadParameter(message, param_hint="--turns")
    # Both players' hands if neither or both are asked for.
    wanted = {"first": request.first or not request.second, "other": request.second or not request.first}
    chosen = [opening for opening in openings(judge.format) if wanted.get(opening.player, True)]
    draws = min(len(cards), max(opening.drawn_by(turns) for opening in chosen))
    samples = as_many_samples(sampling.samples or SHUFFLES, draws, 1, problems)
    asked = HandsRequest(samples, sampling.show, turns, sampling.seed)
    with progress_bar(samples, hidden=sampling.as_json, doing="drawing", noun="hands") as progress:
        report = sample_hands(loaded, cards, judge.format, chosen, asked, progress)
    if problems:
        print_problems(problems)
    if sampling.as_json:
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


def _with_other_way(problem: Problem, name: str) -> Problem:
    """A game without rules can still have its cards drawn."""
    from generator.rules.loading import NO_RULES

    if problem.code != NO_RULES:
        return problem
    way = f"`gatepress hands {shlex.quote(name)} --hand {card_hands.HAND}` draws from its cards without rules"
    return problem._replace(hint=f"{problem.hint}; {way}")


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
        return list(own_decks(game))
    except InputError:
        return []


def print_openings(name: str, decks: Sequence[str], request: GameOptions, sampling: Sampling) -> None:
    """Prints the openings and odds, or what is wrong with the game, and then ends the run.

    Raises BadParameter for wrong usage.
    """
    from generator.cli.play.setup import setup_of
    from generator.rules import RulesError
    from generator.rules.own_rules import author_at_work, check_opening, check_state
    from generator.sim.matches.setup import SetupRequest, load_rules
    from generator.sim.openings import OpeningsRequest, sample_openings, to_dict

    deals = sampling.samples or DEALS
    if sampling.seed + deals - 1 > MAX_SEED:
        raise typer.BadParameter(f"the last of the seeds would be beyond {MAX_SEED}", param_hint="--seed")
    problems = Problems()
    loaded = load_rules(name, problems, variants=request.variants)
    if loaded is None:
        problems.replace_since(0, [_with_other_way(problem, name) for problem in problems.found])
        stop_with(problems)
    try:
        with author_at_work(loaded.game):
            asked = SetupRequest(request.players, sampling.seed, decks, request.settings)
            setup = setup_of(loaded, asked, problems)
            if setup is None:
                stop_with(problems)
            if problems:
                print_problems(problems)
            options = {name: value for name, value in setup.options.items() if name != "seed"}
            samples = OpeningsRequest(deals, sampling.show, sampling.seed, request.copies or 1)
            first = usable(lambda: loaded.game.start(seed=sampling.seed, **options))
            check_state(loaded.game, first)
            check_opening(loaded.game, first)
            with progress_bar(deals, hidden=sampling.as_json, doing="dealing", noun="games") as begun:
                report = usable(lambda: sample_openings(loaded.game, options, samples, begun))
    except RulesError as error:
        problems.extend([error.problem()])
        stop_with(problems)
    if sampling.as_json:
        print_json(to_dict(report))
    else:
        from generator.cli.screens.hands import show_openings

        for seat, deck in enumerate(setup.decks):
            print(f"seat {seat} plays {readable(deck.names.deck)}")
        show_openings(report)
