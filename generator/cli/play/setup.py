"""What the command line asks for: how a new game begins, who sits where, and the game of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import typer

from generator.catalog.bundle import GAME_FILE
from generator.catalog.problems import Problems
from generator.catalog.wording import name_id, pluralize
from generator.cli.options import usable, wrong_usage
from generator.rules import Game, State
from generator.rules.loading import playable_games
from generator.rules.own_rules import has_own_rules
from generator.sim.bots import Bot, make_bot
from generator.sim.matches.match import ADVISER
from generator.sim.matches.setup import LoadedGame, Setup, SetupRequest, chosen_setup
from generator.sim.study.plan import seats_of

UNATTENDED_SEED = 1
"""Of games without a person: they are the same in each run."""


def playable_here() -> str | None:
    """The id of the game in the current folder, by which records name it; None if none is played here."""
    here = Path.cwd()
    name = name_id(here.name, "game")
    is_playable = has_own_rules(here) or name in playable_games()
    return name if (here / GAME_FILE).is_file() and is_playable else None


def setup_of(loaded: LoadedGame, request: SetupRequest, problems: Problems) -> Setup | None:
    """As :func:`chosen_setup`. Raises BadParameter: wrong usage."""
    with wrong_usage():
        return chosen_setup(loaded, request, problems)


def bots_for(game: Game, state: State, person: int | None, names: Sequence[str], seed: int) -> dict[int, Bot]:
    """A bot for every seat but the person's; the usual one without names. Raises BadParameter."""
    seats = [seat for seat in range(seats_of(game, state)) if seat != person]
    if names and not seats:
        raise typer.BadParameter("you play alone: there is no seat for a bot", param_hint="--opponent")
    names = names or (ADVISER,)
    if len(names) not in (1, len(seats)):
        are = "is" if len(seats) == 1 else "are"
        message = f"there {are} {pluralize(len(seats), 'seat')} for bots; name one for all, or one for each"
        raise typer.BadParameter(message, param_hint="--opponent")
    chosen = list(names) * len(seats) if len(names) == 1 else names
    return {
        seat: usable(partial(make_bot, name, game, seed, seat), "--opponent")
        for seat, name in zip(seats, chosen, strict=True)
    }


def check_seat(game: Game, state: State, seat: int | None) -> None:
    """Raises BadParameter for a seat that the game does not have."""
    seats = seats_of(game, state)
    if seat is not None and seat >= seats:
        message = f"there are seats 0 to {seats - 1} in this game, got {seat}"
        raise typer.BadParameter(message, param_hint="--seat")
