"""``gatepress simulate``: many games between bots, with their results in one study file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.changes import variant_changes
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import pluralize
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import MAX_SEATS, MAX_SEED, MoveLimit, Variants, usable
from generator.cli.report import print_problems, progress_bar, stop_with

if TYPE_CHECKING:
    from generator.cli.play.setup import LoadedGame, SeatDeck
    from generator.sim.study.batch import Failure
    from generator.sim.study.plan import ChosenDeck, Plan
    from generator.sim.study.store import Store
    from generator.sim.study.workers import Crew

EXAMPLES = (
    "gatepress simulate battle-gate --games 1000 --seats greedy,random",
    "gatepress simulate strongholds --games 10000 --players 4 --workers 8 --out study",
    "gatepress simulate battle-gate --deck my-deck.yaml --deck night-shift --csv games.csv",
)

MAX_GAMES = 10**9
MAX_WORKERS = 1024


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game with rules, by name or folder. [the one in this folder]",
            autocompletion=completion.game,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, max=MAX_GAMES, help="How many games to play in all.")
    ] = 1000,
    bots: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="BOT,…",
            help="Who plays: one bot for all, or one for each contestant. They change seats.",
            autocompletion=completion.bot,
        ),
    ] = "greedy",
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=1,
            max=MAX_SEATS,
            help="Number of players. [as many as bots or decks, else the game's minimum]",
        ),
    ] = None,
    decks: Annotated[
        list[str] | None,
        typer.Option(
            "--deck",
            metavar="FILE|NAME",
            help="A deck for each contestant in turn, which goes with it from seat to seat.",
            autocompletion=completion.deck,
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="An option of the game, or a change to its database: rules.hand=6; may be repeated.",
        ),
    ] = None,
    variants: Variants = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed plays the same games.")
    ] = 1,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=MAX_WORKERS, help="Processes that play side by side.")
    ] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:PORT."),
    ] = None,
    move_limit: MoveLimit = 60,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the study there; run again, it goes on."),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write every game as a row of CSV.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Play many games between bots on the same deals from every seat, and count who wins."""
    from generator.cli.decks import is_text
    from generator.cli.play.setup import load_rules
    from generator.rules import RulesError
    from generator.rules.own_rules import author_at_work
    from generator.sim.study.workers import Crew

    if scheduler is not None and workers > 1:
        raise typer.BadParameter("the cluster has workers of its own", param_hint="--workers")
    for path, option in ((out, "--out"), (csv, "--csv")):
        if path is not None and not is_text(str(path)):
            raise typer.BadParameter("that is not a file name", param_hint=option)
    problems = Problems()
    options = tuple(text for text in settings or () if not _is_change(text))
    changes = tuple(text for text in settings or () if _is_change(text))
    loaded = load_rules(game or ".", problems, changes=changes, variants=variants or ())
    if loaded is None:
        stop_with(problems)
    asked = Asked(games, bots, players, tuple(decks or ()), options, seed, changes)
    try:
        with author_at_work(loaded.game):
            plan = plan_of(asked, loaded, problems)
    except RulesError as error:
        problems.extend([error.problem()])
        stop_with(problems)
    if plan is None or problems.has_errors:
        stop_with(problems)
    if problems and not as_json:
        print_problems(problems)
    run = _Run(plan, loaded, Crew(workers, scheduler, move_limit), out, csv, as_json)
    try:
        failure = run.play()
    except InputError as error:
        problems.extend([error.at(None)])
        stop_with(problems)
    if failure is not None:
        problems.extend([failure.problem])
        stop_with(problems)


def _is_change(text: str) -> bool:
    """Whether it is of the card database, ``rules.hand=6``, and not an option of the game."""
    return "." in text.partition("=")[0]


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
    """The plan of what is asked; None, told in ``problems``, where a deck can't be read.

    Raises BadParameter: wrong usage.
    """
    from functools import partial

    from generator.cli.play.setup import DECKS, SetupRequest, begin_new, seats_of, setup_of
    from generator.sim.bots import make_bot
    from generator.sim.study.plan import Contestant, Plan, place_of_game

    game = loaded.game
    bots = [name.strip() for name in asked.bots.split(",")]
    players = asked.players
    if len(bots) > 1:
        if players not in (None, len(bots)):
            told = f"there are {pluralize(len(bots), 'bot')} and {pluralize(players or 0, 'player')}"
            raise typer.BadParameter(told, param_hint="--seats")
        players = len(bots)
    setup = setup_of(loaded, SetupRequest(players, 0, asked.decks, asked.settings), problems)
    if setup is None:
        return None
    for number, name in enumerate(dict.fromkeys(bots)):
        usable(partial(make_bot, name, game, asked.seed, number), "--seats")
    seats = seats_of(game, usable(partial(begin_new, loaded, setup)).state)
    contestants = bots * seats if len(bots) == 1 else bots
    if len(contestants) != seats:
        told = f"there are {pluralize(seats, 'seat')}; name one bot for all, or one for each"
        raise typer.BadParameter(told, param_hint="--seats")
    chosen = [chosen_deck(deck) for deck in setup.decks]
    options = {name: value for name, value in setup.options.items() if name not in ("seed", "seats", DECKS)}
    return Plan(
        game.name,
        place_of_game(loaded.database),
        tuple(Contestant(bot, chosen[number] if chosen else None) for number, bot in enumerate(contestants)),
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


class _Run:
    """One run of the command, from the study that is there to the results."""

    def __init__(
        self, plan: Plan, loaded: LoadedGame, crew: Crew, out: Path | None, csv: Path | None, as_json: bool
    ) -> None:
        from generator.sim.study.play import Table

        self._table = Table(plan, loaded.database, loaded.game)
        self._crew = crew
        self._out = out
        self._csv = csv
        self._as_json = as_json

    def play(self) -> Failure | None:
        """Plays what is missing, and tells the results; the game that failed, if one did.

        Raises InputError where the study file or the workers fail.
        """
        from generator.sim.study.store import Store, check_csv

        if self._csv is not None:
            check_csv(self._csv)
        table = self._table
        with Store.begin(self._out, table.plan, table.versions) as store:
            failure = self._play_into(store)
            if failure is None:
                self._tell(store)
            elif self._out is not None:
                self._tell_kept(store)
        return failure

    def _play_into(self, store: Store) -> Failure | None:
        from generator.sim.study.workers import play_study

        plan = self._table.plan
        bar = progress_bar(
            plan.games,
            hidden=self._as_json,
            doing=f"playing {self._table.game.title}",
            noun="games",
            done=store.count(),
            with_rate=True,
        )
        try:
            with bar as progress:
                return play_study(store, self._table, self._crew, progress)
        except (KeyboardInterrupt, SystemExit):
            self._tell_kept(store)
            raise

    def _tell_kept(self, store: Store) -> None:
        """What is left of a run that ended early, and how to go on."""
        games = f"{store.count():,} of {pluralize(self._table.plan.games, 'game')}"
        if self._out is None:
            told = f"{games} were played and nothing is kept; with --out they would be"
        else:
            told = f"{games} are kept in {shown_path(self._out)}; the same command goes on from there"
        print(told, file=sys.stderr)

    def _tell(self, store: Store) -> None:
        from generator.sim.study.summary import summarize

        summary = summarize(store)
        if self._csv is not None:
            store.write_csv(self._csv)
        if self._as_json:
            print_json(summary.to_dict())
            return
        from generator.cli.screens.simulate import show_summary

        show_summary(summary, self._table.game.title)
