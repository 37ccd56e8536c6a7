"""What the command line asks of a game: players, seed, decks, options, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import typer

from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.cli.options import usable
from generator.cli.play.decks import DECKS, read_decks
from generator.cli.play.opening import Played
from generator.rules import Game, State
from generator.sim.bots import Bot, make_bot

UNATTENDED_SEED = 1


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a new game is to begin, as the command line has it."""

    seats: int | None
    seed: int
    decks: Sequence[str]
    settings: Sequence[str]
    """``name=value``."""


def setup_of(played: Played, wishes: Wishes, problems: Problems) -> dict[str, Any] | None:
    """The arguments of ``Game.start``; None, told in ``problems``, where a deck can't be read.

    Raises BadParameter: wrong usage.
    """
    setup: dict[str, Any] = {"seed": wishes.seed}
    setup.update(_settings(played.game, wishes.settings))
    if wishes.decks:
        if DECKS not in {option.name for option in played.game.options}:
            raise typer.BadParameter(f"{played.game.title} is not played with decks", param_hint="--deck")
        decks = read_decks(played, wishes.decks, problems)
        if decks is None:
            return None
        setup[DECKS] = decks
    seats = wishes.seats
    if seats is None and len(wishes.decks) in played.game.seats:
        seats = len(wishes.decks)
    if seats is not None:
        setup["seats"] = seats
    return setup


def _settings(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    known = {option.name: option for option in game.options}
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"expected name=value, got {quote(text)}", param_hint="--set")
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"its options are {join_words(sorted(known), 'and')}" if known else "it has none"
            )
            told = f"{game.title} has no option {quote(name)}; {hint}"
            raise typer.BadParameter(told, param_hint="--set")
        if name in settings:
            raise typer.BadParameter(f"{name} is given twice", param_hint="--set")
        # Read here only so that a wrong value is told as one; the game, and the record, take the word.
        usable(partial(known[name].read, value), "--set")
        settings[name] = value
    return settings


def bots_for(game: Game, state: State, person: int | None, names: Sequence[str], seed: int) -> dict[int, Bot]:
    """A bot for every seat but the person's. Raises BadParameter: wrong usage."""
    seats = [seat for seat in range(seats_of(game, state)) if seat != person]
    if len(names) not in (1, len(seats)):
        are = "is" if len(seats) == 1 else "are"
        told = f"there {are} {pluralize(len(seats), 'seat')} for bots; name one for all, or one for each"
        raise typer.BadParameter(told, param_hint="--opponent")
    chosen = list(names) * len(seats) if len(names) == 1 else names
    return {
        seat: usable(partial(make_bot, name, game, seed, seat), "--opponent")
        for seat, name in zip(seats, chosen, strict=True)
    }


def check_seat(game: Game, state: State, seat: int | None) -> None:
    """Raises BadParameter for a seat that the game does not have."""
    seats = seats_of(game, state)
    if seat is not None and seat >= seats:
        told = f"there are seats 0 to {seats - 1} in this game, got {seat}"
        raise typer.BadParameter(told, param_hint="--seat")


def seats_of(game: Game, state: State) -> int:
    """How many play."""
    seats = state.to_dict().get("seats")
    return len(seats) if isinstance(seats, list) else game.seats[0]
