"""What the command line asks for: how a new game begins, who sits where, and the game of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import typer

from generator.catalog.bundle import GAME_FILE
from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, name_id, pluralize, quote
from generator.cli.options import usable
from generator.rules import Game, State
from generator.rules.loading import playable_games
from generator.rules.own_rules import has_own_rules
from generator.sim.bots import Bot, make_bot
from generator.sim.matches.match import ADVISER
from generator.sim.matches.setup import DECKS, LoadedGame, SeatDeck, Setup, bundled_decks, read_decks
from generator.sim.study.plan import seats_of

UNATTENDED_SEED = 1
"""Of games without a person: they are the same in each run."""


def playable_here() -> str | None:
    """The id of the game in the current folder, by which records name it; None if none is played here."""
    here = Path.cwd()
    name = name_id(here.name, "game")
    is_playable = has_own_rules(here) or name in playable_games()
    return name if (here / GAME_FILE).is_file() and is_playable else None


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """How a new game is to begin, as the command line has it."""

    seats: int | None
    seed: int
    decks: Sequence[str]
    settings: Sequence[str]
    """``name=value``."""
    seat: int = 0
    """Whose deck it is where only one is given."""


def setup_of(loaded: LoadedGame, request: SetupRequest, problems: Problems) -> Setup | None:
    """How the game begins; None, with an error in ``problems``, where a deck can't be read.

    Raises BadParameter: wrong usage.
    """
    game = loaded.game
    options: dict[str, Any] = {"seed": request.seed, **_settings(game, request.settings)}
    seats = request.seats
    if seats is None and len(request.decks) in game.seats:
        seats = len(request.decks)
    if seats is not None:
        options["seats"] = seats
    if not request.decks:
        return Setup(options)
    if DECKS not in {option.name for option in game.options}:
        raise typer.BadParameter(f"{game.title} is not played with decks", param_hint="--deck")
    given = read_decks(loaded, request.decks, problems)
    if given is None:
        return None
    decks = _seated(given, bundled_decks(loaded), seats or game.seats[0], request.seat)
    return Setup({**options, DECKS: [deck.cards for deck in decks]}, decks)


def _seated(given: Sequence[SeatDeck], bundled: Sequence[SeatDeck], seats: int, seat: int) -> list[SeatDeck]:
    """The deck of each seat: those that are given from seat 0 on, a single one at ``seat``.

    All other seats get bundled ones by turns, those that nobody plays yet. More decks than seats stay as they
    are: the game refuses them.
    """
    free = [deck for deck in bundled if deck.names not in [other.names for other in given]] or bundled
    others = list(islice(cycle(free), max(0, seats - len(given))))
    if len(given) == 1 and seat < seats:
        return [*others[:seat], *given, *others[seat:]]
    return [*given, *others]


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
            message = f"{game.title} has no option {quote(name)}; {hint}"
            raise typer.BadParameter(message, param_hint="--set")
        if name in settings:
            raise typer.BadParameter(f"{name} is given twice", param_hint="--set")
        # Read here only so that a wrong value is reported as one; the game, and the record, take the word.
        usable(partial(known[name].read, value), "--set")
        settings[name] = value
    return settings


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
