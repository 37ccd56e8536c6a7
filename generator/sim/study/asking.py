"""Which games a study is asked to play, in the words of the command line and of forms: the plan of these."""

from __future__ import annotations

from typing import NamedTuple

from generator.catalog.changes import variant_changes
from generator.catalog.problems import Problems
from generator.rules import RulesError
from generator.rules.own_rules import author_at_work
from generator.sim.matches.setup import DECKS, LoadedGame, SeatDeck, SetupRequest, begin_new, chosen_setup
from generator.sim.study.options import reading_option
from generator.sim.study.plan import (
    ChosenDeck,
    Plan,
    check_bots,
    contestants_of,
    place_of_game,
    players_of,
    seats_of,
)


class Asked(NamedTuple):
    """Which games are to be played, as somebody has written it."""

    games: int
    bots: str
    """Names with commas between them."""
    players: int | None
    decks: tuple[str, ...]
    settings: tuple[str, ...]
    """Options of the game."""
    seed: int
    changes: tuple[str, ...] = ()
    """Of its card database, which was loaded with them."""


def plan_asked(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan | None:
    """The plan of what is asked; None, reported in ``problems``, if a deck can't be read, or rules of a
    user's own go wrong.

    Raises WrongOptionError.
    """
    from generator.catalog.extras import require

    # Before a game is played: what the games come to could not be worked out.
    require("studies", "evaluating results")
    try:
        with author_at_work(loaded.game):
            return _plan_of(asked, loaded, problems)
    except RulesError as error:
        problems.extend([error.problem()])
        return None


def _plan_of(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan | None:
    game = loaded.game
    bots = [name.strip() for name in asked.bots.split(",")]
    with reading_option("bots"):
        players = players_of(bots, asked.players)
    setup = chosen_setup(loaded, SetupRequest(players, 0, asked.decks, asked.settings), problems)
    if setup is None:
        return None
    with reading_option("bots"):
        check_bots(bots, game, asked.seed)
    with reading_option(""):
        seats = seats_of(game, begin_new(loaded, setup).state)
    chosen = [chosen_deck(deck) for deck in setup.decks]
    with reading_option("bots"):
        contestants = contestants_of(bots, seats, chosen)
    options = {name: value for name, value in setup.options.items() if name not in ("seed", "seats", DECKS)}
    return Plan(
        game.name,
        place_of_game(loaded.database),
        contestants,
        asked.games,
        asked.seed,
        tuple(options.items()),
        (*variant_changes(loaded.variants), *asked.changes),
    )


def chosen_deck(deck: SeatDeck) -> ChosenDeck:
    """A deck as plans have it."""
    return ChosenDeck(
        deck.names.deck,
        deck.cards if isinstance(deck.cards, str) else tuple(deck.cards),
        tuple((kind, tuple(names)) for kind, names in deck.names.cards.items()),
    )
