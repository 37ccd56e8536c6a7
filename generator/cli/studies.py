"""What the commands that play many games have in common: their options, and the plan that these ask for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.catalog.changes import variant_changes
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import pluralize
from generator.cli import completion
from generator.cli.options import usable
from generator.cli.print_problems import stop_with
from generator.sim.study.options import BALANCE, SWEEP

if TYPE_CHECKING:
    from generator.catalog.press_settings import Setting
    from generator.sim.matches.setup import LoadedGame, SeatDeck
    from generator.sim.study.plan import ChosenDeck, Plan

PlayedGame = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="A game with rules, by name or folder. [the one in this folder]",
        autocompletion=completion.game,
    ),
]


def study_option(name: str, setting: Setting, **more: Any) -> Any:
    """The option of a command for what studies are asked for."""
    schema: Mapping[str, Any] = setting.kind.schema
    usual = f" [{setting.default_help}]" if setting.default_help else ""
    bounds = {"min": schema.get("minimum"), "max": schema.get("maximum")}
    words = f"{setting.help}{usual}"
    return typer.Option(f"--{name}", help=words, **{**bounds, **more})


def bots_option(setting: Setting) -> Any:
    """The option that names bots."""
    return study_option("bots", setting, metavar="BOT,…", autocompletion=completion.bot)


Bots = Annotated[str, bots_option(SWEEP["bots"])]
Players = Annotated[int | None, study_option("players", SWEEP["players"])]
ContestantDecks = Annotated[
    tuple[str, ...],
    typer.Option(
        "--deck",
        metavar="FILE|NAME",
        help="A deck for each contestant in turn, which goes with it from seat to seat.",
        autocompletion=completion.deck,
    ),
]
OptionsAndChanges = Annotated[
    tuple[str, ...],
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="An option of the game, or a change to its database: rules.hand=6; may be repeated.",
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Keep all games there; rerun to resume.")
]
ResultsAsJson = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]
Seed = Annotated[int, study_option("seed", BALANCE["seed"])]
PlayerCount = Annotated[int | None, study_option("players", BALANCE["players"])]
Workers = Annotated[int, study_option("workers", SWEEP["workers"])]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:PORT."),
]


MAX_MOVE_LIMIT = 86_400


def _number(value: float) -> float:
    """Click takes "not a number" for one within any range."""
    if isnan(value):
        raise typer.BadParameter("expected a number of seconds, got nan")
    return value


MoveLimit = Annotated[
    float,
    typer.Option(
        "--move-limit",
        min=0.1,
        max=MAX_MOVE_LIMIT,
        callback=_number,
        help="Seconds that a bot may take for a move.",
    ),
]


def check_workers(workers: int, scheduler: str | None) -> None:
    """Raises BadParameter where both a cluster and processes of this machine are asked for."""
    if scheduler is not None and workers > 1:
        raise typer.BadParameter("the cluster has workers of its own", param_hint="--workers")


def report_kept(done: int, total: int, out: Path | None) -> None:
    """What is left of a run that ended early, and how to go on."""
    games = f"{done:,} of {pluralize(total, 'game')}"
    if out is None:
        message = f"{games} were played and nothing is kept; with --out they would be"
    else:
        message = f"{games} are kept in {shown_path(out)}; the same command goes on from there"
    print(message, file=sys.stderr)


@contextmanager
def reporting_kept(
    total: int, out: Path | None, progress: Callable[[int], None]
) -> Iterator[Callable[[int], None]]:
    """Gives what counts games as they are played; says what is left of a run that ends early."""
    played = 0

    def done(games: int) -> None:
        nonlocal played
        played += games
        progress(games)

    try:
        yield done
    except InputError:
        raise
    except BaseException:
        report_kept(played, total, out)
        raise


def options_and_changes(settings: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The settings that are options of the game, and those that change its card database, ``rules.hand=6``:
    their path has a dot, a slash or a bracket, and no option's name has."""
    changes = tuple(text for text in settings if any(mark in text.partition("=")[0] for mark in "./["))
    return tuple(text for text in settings if text not in changes), changes


@dataclass(frozen=True, slots=True)
class Asked:
    """Which games are to be played, as the command line has it."""

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


def plan_of(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan | None:
    """The plan of what is asked; None, reported in ``problems``, if a deck can't be read, or rules of a
    user's own go wrong.

    Raises BadParameter: wrong usage.
    """
    from generator.catalog.extras import require
    from generator.rules import RulesError
    from generator.rules.own_rules import author_at_work

    # Before a game is played: what the games come to could not be worked out.
    require("studies", "evaluating results")

    try:
        with author_at_work(loaded.game):
            return _plan_of(asked, loaded, problems)
    except RulesError as error:
        problems.extend([error.problem()])
        return None


def _plan_of(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan | None:
    from generator.cli.play.setup import SetupRequest, setup_of
    from generator.sim.matches.setup import DECKS, begin_new
    from generator.sim.study.plan import Plan, check_bots, contestants_of, place_of_game, players_of, seats_of

    game = loaded.game
    bots = [name.strip() for name in asked.bots.split(",")]
    players = usable(partial(players_of, bots, asked.players), "--bots")
    setup = setup_of(loaded, SetupRequest(players, 0, asked.decks, asked.settings), problems)
    if setup is None:
        return None
    usable(partial(check_bots, bots, game, asked.seed), "--bots")
    seats = seats_of(game, usable(partial(begin_new, loaded, setup)).state)
    chosen = [chosen_deck(deck) for deck in setup.decks]
    contestants = usable(partial(contestants_of, bots, seats, chosen), "--bots")
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
    from generator.sim.study.plan import ChosenDeck

    return ChosenDeck(
        deck.names.deck,
        deck.cards if isinstance(deck.cards, str) else tuple(deck.cards),
        tuple((kind, tuple(names)) for kind, names in deck.names.cards.items()),
    )


def plan_of_deals(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan:
    """The plan of what is asked, with whole deals that hold the games. Stops where a deck can't be read.

    Raises BadParameter: wrong usage.
    """
    plan = plan_of(asked, loaded, problems)
    if plan is None or problems.has_errors:
        stop_with(problems)
    from generator.sim.study.plan import whole_deals

    return replace(plan, games=whole_deals(asked.games, plan.seats))
