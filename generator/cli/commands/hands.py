"""``gatepress hands``: sample hands and their exact odds, in three ways.

- of a deck, by the rules of the game that judges it (:func:`print_hands`),
- of every seat of a game that has rules, as its engine deals them (:func:`print_openings`),
- of any list of cards, whose game needs no rules (:mod:`generator.cli.card_hands`).
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
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
from generator.cli.card_hands import MAX_DRAWN, CardOptions, as_many_samples, print_card_hands
from generator.cli.console import print_json
from generator.cli.decks import DEFAULT_GAME, HERE, FormatFile, GameName, Points, load_judge
from generator.cli.options import MAX_SEATS, MAX_SEED, Settings, Variants, load_games, usable
from generator.cli.report import print_problems, progress_bar, stop_with
from generator.deck.files import load_deck, own_decks
from generator.deck.hands.draw import Player, openings
from generator.deck.limits import DeckFormat

EXAMPLES = (
    "gatepress hands my-deck.yaml --first --turns 3",
    "gatepress hands strongholds --seats 4",
    "gatepress hands my-game --hand 7 --group 'lands: type=land' --mulligan 'lands<2'",
)

MAX_SAMPLES = 10_000_000
DECK_SAMPLES = 100_000
GAME_SAMPLES = 10_000
MAX_SHOWN = 1_000
MAX_TURNS = 100
TURNS = 4


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DECK or GAME",
            help="A deck file, the name of a game's deck, or a game with rules, by name or folder."
            " With --hand, --group or another option of Cards: any game.",
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
            min=0,
            max=MAX_TURNS,
            help=f"Deck: how many of a player's turns to simulate. Cards: turns after the opening hand."
            f" [{TURNS}]",
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
            help="Game: a deck for each seat in turn; may be repeated. Cards: the deck to draw from."
            " [each card as often as it has copies]",
            autocompletion=completion.deck,
        ),
    ] = None,
    settings: Settings = None,
    variants: Variants = None,
    component: card_hands.ComponentName = None,
    hand: card_hands.Hand = None,
    draw: card_hands.Draw = None,
    groups: card_hands.Groups = None,
    at_least: card_hands.AtLeast = None,
    at_most: card_hands.AtMost = None,
    exactly: card_hands.Exactly = None,
    values: card_hands.Values = None,
    mulligan: card_hands.MulliganRule = None,
    mulligans: card_hands.Mulligans = None,
    mulligan_to: card_hands.MulliganTo = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print hands and odds as JSON.")] = False,
) -> None:
    """Show sample opening hands of a deck or of each seat of a game, with exact and simulated odds.

    A game's own hands are dealt by its rules: of a game with a rules.py, that program is run.
    """
    for_decks = {
        "--first": first,
        "--second": second,
        "--game": game not in (DEFAULT_GAME, HERE),
        "--points": points,
        "--format": format_file,
    }
    for_games = {"--copies": copies, "--seats": seats, "--set": settings, "--variant": variants}
    for_cards = {
        "--component": component,
        "--hand": hand,
        "--draw": draw,
        "--group": groups,
        "--at-least": at_least,
        "--at-most": at_most,
        "--exactly": exactly,
        "--value": values,
        "--mulligan": mulligan,
        "--mulligans": mulligans,
        "--mulligan-to": mulligan_to,
    }
    chosen_by = next((option for option, value in for_cards.items() if value is not None), None)
    if chosen_by is not None:
        why = f"this does not go with {chosen_by}, which is for the cards of a game"
        _refuse({**for_decks, **for_games}, why)
        _refuse_deck(name, chosen_by)
        print_card_hands(
            CardOptions(
                name,
                component,
                decks or (),
                card_hands.HAND if hand is None else hand,
                1 if draw is None else draw,
                TURNS if turns is None else turns,
                groups or (),
                at_least or (),
                at_most or (),
                exactly or (),
                values or (),
                mulligan,
                mulligans,
                mulligan_to,
                samples or DECK_SAMPLES,
                show,
                seed,
                as_json,
            )
        )
        return
    if is_game(name, game):
        why = f"this is for the hands of a deck, and {name} is a game"
        _refuse({"--turns": turns is not None, **for_decks}, why)
        print_openings(
            GameOptions(
                name,
                seats,
                decks or (),
                settings or (),
                variants or (),
                samples or GAME_SAMPLES,
                show,
                seed,
                copies or 1,
                as_json,
            )
        )
        return
    why = f"this is for the openings of a game, and {name.strip() or quote(name)} is not a game"
    _refuse({**for_games, "--deck": decks}, why)
    if turns == 0:
        raise typer.BadParameter(f"0 is not in the range 1<=x<={MAX_TURNS}.", param_hint="'--turns'")
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
    if judge is not None and not judge.format.first_hand:
        hint = "write for example `draw: {first: 5, others: 5, later: 1}` under `format`"
        message = f"hands of {quote(request.deck)}: the format does not say how many cards are drawn"
        problems.error(message, judge.game.place_of(FORMAT), field=FORMAT, hint=hint)
    loaded = None if judge is None else load_deck(judge.game, request.deck, problems)
    cards = None if loaded is None else cards_to_draw(loaded, problems)
    if judge is None or loaded is None or cards is None or problems.has_errors:
        stop_with(problems)
    _check_reach(judge.format, len(cards), request.turns)
    chosen = [opening for opening in openings(judge.format) if opening.player in (*request.players, "any")]
    draws = min(len(cards), max(opening.drawn_by(request.turns) for opening in chosen))
    samples = as_many_samples(request.samples, draws, 1, problems)
    asked = HandsRequest(samples, request.show, request.turns, request.seed)
    with progress_bar(samples, hidden=request.as_json, doing="drawing", noun="hands") as progress:
        report = sample_hands(loaded, cards, judge.format, chosen, asked, progress)
    if problems:
        print_problems(problems)
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


def _with_other_way(problem: Problem, name: str) -> Problem:
    """A game without rules can still have its cards drawn."""
    from generator.rules.loading import NO_RULES

    if problem.code != NO_RULES:
        return problem
    way = f"`gatepress hands {shlex.quote(name)} --hand {card_hands.HAND}` draws from its cards without rules"
    return problem._replace(hint=f"{problem.hint}; {way}")


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What the command line asks of a game."""

    game: str
    seats: int | None
    decks: Sequence[str]
    settings: Sequence[str]
    variants: Sequence[str]
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
        return list(own_decks(game))
    except InputError:
        return []


def print_openings(request: GameOptions) -> None:
    """Prints the openings and odds, or what is wrong with the game, and then ends the run.

    Raises BadParameter for wrong usage.
    """
    from generator.cli.play.setup import SetupRequest, setup_of
    from generator.rules import RulesError
    from generator.rules.own_rules import author_at_work, check_opening, check_state
    from generator.sim.openings import OpeningsRequest, sample_openings, to_dict
    from generator.sim.play.setup import load_rules

    if request.seed + request.samples - 1 > MAX_SEED:
        raise typer.BadParameter(f"the last of the seeds would be beyond {MAX_SEED}", param_hint="--seed")
    problems = Problems()
    loaded = load_rules(request.game, problems, variants=request.variants)
    if loaded is None:
        problems.replace_since(0, [_with_other_way(problem, request.game) for problem in problems.found])
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
            first = usable(lambda: loaded.game.start(seed=request.seed, **options))
            check_state(loaded.game, first)
            check_opening(loaded.game, first)
            with progress_bar(
                request.samples, hidden=request.as_json, doing="dealing", noun="games"
            ) as begun:
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
