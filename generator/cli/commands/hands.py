"""``gatepress hands``: sample opening hands of a deck, or of every seat of a game, and their exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from generator.cli.decks import DEFAULT_GAME, FormatFile, GameName, Points
from generator.cli.hands.deck import MAX_DRAWN, DeckRequest, tell_hands
from generator.cli.hands.game import GameRequest, is_game, tell_openings
from generator.cli.options import Settings
from generator.deck.hands.draw import Player

MAX_SAMPLES = 10_000_000
DECK_SAMPLES = 100_000
GAME_SAMPLES = 10_000
MAX_SHOWN = 1_000
MAX_TURNS = 100
TURNS = 4
MAX_SEATS = 16
LAST_SEED = 2**63 - 1


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DECK or GAME",
            help="A deck file, the name of a game's deck, or a game with rules, by name or folder.",
        ),
    ],
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            min=100,
            max=MAX_SAMPLES,
            help=f"How many shuffles or games to draw from. [{DECK_SAMPLES}; of a game {GAME_SAMPLES}]",
        ),
    ] = None,
    show: Annotated[
        int, typer.Option("--show", min=0, max=MAX_SHOWN, help="How many of them to print card by card.")
    ] = 3,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns", min=1, max=MAX_TURNS, help=f"Deck: how many of a player's own turns. [{TURNS}]"
        ),
    ] = None,
    first: Annotated[bool, typer.Option("--first", help="Deck: only as the first player.")] = False,
    second: Annotated[bool, typer.Option("--second", help="Deck: only as any other player.")] = False,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=LAST_SEED, help="The same seed gives the same hands.")
    ] = 1,
    game: GameName = DEFAULT_GAME,
    points: Points = None,
    format_file: FormatFile = None,
    copies: Annotated[
        int | None,
        typer.Option(
            "--copies", min=1, max=MAX_DRAWN, help="Game: odds of one card of a kind up to so many. [1]"
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=1, max=MAX_SEATS, help="Game: how many play. [the game's fewest]"),
    ] = None,
    decks: Annotated[
        list[str] | None,
        typer.Option(
            "--deck", metavar="FILE|NAME", help="Game: a deck for each seat in turn; may be given again."
        ),
    ] = None,
    settings: Settings = None,
    as_json: Annotated[bool, typer.Option("--json", help="Hands and odds as JSON.")] = False,
) -> None:
    """Sample opening hands of a deck or of each seat of a game, with exact and simulated odds."""
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
        tell_openings(
            GameRequest(
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
    _refuse(for_games, f"this is for the openings of a game, and {name} is none")
    tell_hands(
        DeckRequest(
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
