"""``gatepress play``: a game at the terminal, against bots, among bots, or from a file of moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli import completion
from generator.cli.options import MAX_RECORDED_SEED, MAX_SEATS, Settings, Variants

EXAMPLES = (
    "gatepress play battle-gate --deck my-deck.yaml",
    "gatepress play strongholds --seats 4 --opponent random",
    "gatepress play battle-gate --variant even-start",
    "gatepress play hold-the-line --log game.json",
    "gatepress play --replay game.json",
)


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game with rules, or its folder; a file may give it. [the one in this folder]",
            autocompletion=completion.game,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", min=0, max=MAX_SEATS - 1, help="Your seat, or the seat whose view is shown. [0]"
        ),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            metavar="BOT",
            help="A bot: greedy, random, my_bot.py:Bot, greedy+STRATEGY; once for all, or for each. [greedy]",
            autocompletion=completion.bot,
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=1, max=MAX_SEATS, help="Number of players. [the game's minimum]"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=MAX_RECORDED_SEED,
            help="The same seed deals the same cards. [1 without a person]",
        ),
    ] = None,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            "--deck",
            metavar="FILE|NAME",
            help="Your deck; repeated, a deck for each seat in turn. The other seats play the game's own.",
            autocompletion=completion.deck,
        ),
    ] = None,
    settings: Settings = None,
    variants: Variants = None,
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Start from a position, or resume a record."),
    ] = None,
    moves: Annotated[
        Path | None, typer.Option("--moves", metavar="FILE", help="Play the moves in a file, one per line.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch a game between bots.")] = False,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="LOG", help="Show a recorded game, move by move.")
    ] = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write the record of the game when it ends.")
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the end position and result as JSON; not with a person."),
    ] = False,
) -> None:
    """Play a game at the terminal against bots, watch bots play, or play the moves in a file."""
    from generator.cli.play.run import PlayRequest, run
    from generator.cli.report import stop_with

    request = PlayRequest(
        game,
        seat,
        tuple(opponent or ()),
        seats,
        seed,
        tuple(deck or ()),
        tuple(settings or ()),
        tuple(variants or ()),
        start,
        moves,
        watch,
        replay,
        log,
        as_json,
    )
    request.refuse_contradictions()
    problems = Problems()
    if not run(request, problems):
        stop_with(problems)
