"""Who plays a study, from the names of bots: one for all seats, or one for each."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError
from generator.catalog.wording import pluralize
from generator.rules import Game, State
from generator.sim.study.plan import ChosenDeck, Contestant, Plan, place_of_game


def seats_of(game: Game, state: State) -> int:
    """How many play."""
    seats = state.to_dict().get("seats")
    if isinstance(seats, list):
        return len(seats)
    return game.seats[0] if len(game.seats) == 1 else len(game.opening(state))


def players_of(bots: Sequence[str], players: int | None) -> int | None:
    """How many players bots ask for; None where the game decides. Raises InputError where they differ."""
    if len(bots) < 2:
        return players
    if players not in (None, len(bots)):
        raise InputError(f"there are {pluralize(len(bots), 'bot')} and {pluralize(players or 0, 'player')}")
    return len(bots)


def check_bots(bots: Sequence[str], game: Game, seed: int) -> None:
    """Raises InputError for a bot that can't play the game."""
    from generator.sim.bots import make_bot

    for number, name in enumerate(dict.fromkeys(bots)):
        make_bot(name, game, seed, number)


def contestants_of(
    bots: Sequence[str], seats: int, decks: Sequence[ChosenDeck] = ()
) -> tuple[Contestant, ...]:
    """A contestant for each seat. Raises InputError where bots are too few or too many."""
    names = list(bots) * seats if len(bots) == 1 else bots
    if len(names) != seats:
        hint = "name one bot for all, or one for each"
        raise InputError(f"there are {pluralize(seats, 'seat')}", hint=hint)
    return tuple(Contestant(bot, decks[at] if decks else None) for at, bot in enumerate(names))


def whole_deals(games: int, seats: int) -> int:
    """The number of games of whole deals that hold so many."""
    return -(-games // seats) * seats


def plan_of_bots(
    database: Database, game: Game, bots: Sequence[str], players: int | None, games: int, seed: int
) -> Plan:
    """The plan of games between bots, in whole deals, with the game's usual options and its own decks.

    Raises InputError.
    """
    players = players_of(bots, players)
    check_bots(bots, game, seed)
    start = {"seed": 0} if players is None else {"seed": 0, "seats": players}
    seats = seats_of(game, game.start(**start))
    contestants = contestants_of(bots, seats)
    return Plan(game.name, place_of_game(database), contestants, whole_deals(games, seats), seed)
