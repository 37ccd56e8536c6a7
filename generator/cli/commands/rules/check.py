"""``gatepress rules check``: plays games at random and reports where they go wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.bundle import GAME_FILE, find_game
from generator.catalog.changes import check_variants, variant_changes
from generator.catalog.problems import InputError, Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import Variants
from generator.cli.print_problems import progress_bar, stop_with
from generator.cli.studies import Seed

if TYPE_CHECKING:
    from generator.rules import Game, Position, Report, View
    from generator.rules.scenarios import Scenario
    from generator.sim.matches.match import Reader

EXAMPLES = (
    "gatepress rules check battle-gate",
    "gatepress rules check my-game --games 1000 --seed 7",
)

MAX_GAMES = 10_000_000
MAX_SECONDS = 10_000_000
USUAL_SECONDS = 600
SECONDS_A_GAME = 3
"""Of the time limit where none is given."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which games are checked, and how long."""

    games: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="GAME or folder",
            help="Which games. [the one in this folder if it has a rules.py, else all bundled ones]",
            autocompletion=completion.game,
        ),
    ] = ()
    number: Annotated[
        int,
        typer.Option(
            "--games", metavar="NUMBER", min=1, max=MAX_GAMES, help="How many games of each to play."
        ),
    ] = 200
    seed: Seed = 1
    beginnings: Annotated[
        tuple[Path, ...],
        typer.Option(
            "--from", metavar="FILE or folder", help="Positions to play from as well; may be repeated."
        ),
    ] = ()
    scenario_files: Annotated[
        tuple[Path, ...],
        typer.Option(
            "--scenarios",
            metavar="FILE or folder",
            help="Scenarios to play besides those in the game's folder; may be repeated.",
        ),
    ] = ()
    variants: Variants = ()
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=1,
            max=MAX_SECONDS,
            help=f"Seconds after which a game's run ends unfinished. [{USUAL_SECONDS}, more for many games]",
        ),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks and findings as JSON.")] = False


def command(request: Request) -> None:
    """Check games by playing them randomly and oddly: cards, secrets, copies, positions, chance, results."""
    from generator.rules.conformance.run import read_positions
    from generator.rules.own_rules import has_own_rules

    games = request.games
    if not games and has_own_rules(Path()) and Path(GAME_FILE).is_file():
        games = (".",)
    problems = Problems()
    opened = _open(games, request.variants, problems)
    if request.scenario_files and len(opened) + len(problems) > 1:
        raise typer.BadParameter("say which game they are of", param_hint="--scenarios")
    positions = read_positions(request.beginnings, problems)
    asked = {
        folder: _Asked(
            request.number,
            request.seed,
            positions.get(game.name, []),
            _scenarios(game.name, Path(folder), request.scenario_files, problems),
            request.variants,
            request.time_limit or max(USUAL_SECONDS, SECONDS_A_GAME * request.number),
            request.as_json,
        )
        for folder, game in opened.items()
    }
    if problems.has_errors:
        stop_with(problems, counted=True)
    reports = [_check(folder, game, asked[folder], problems) for folder, game in opened.items()]
    done = [report for report in reports if report is not None]
    if done and not request.as_json:
        from generator.cli.screens.conformance import show_conformance

        show_conformance(done)
    if problems.has_errors:
        stop_with(problems, counted=True)
    if request.as_json:
        print_json([report.to_dict() for report in done])
    if not all(report.ok for report in done):
        raise typer.Exit(1)


def _open(names: Sequence[str] | None, variants: Sequence[str], problems: Problems) -> dict[str, Game]:
    """The games by what another process opens them with, each once."""
    from generator.rules import playable_games
    from generator.rules.loading import read_game

    opened: dict[str, Game] = {}
    seen: set[Path] = set()
    for name in names or playable_games():
        found = Problems()
        try:
            folder = find_game(name).resolve()
            game = None if folder in seen else read_game(name, found, variant_changes(variants))
        except InputError as error:
            problems.add(error)
            continue
        problems.extend(found.found)
        seen.add(folder)
        if game is not None:
            opened[str(folder)] = game
            if not variants:
                check_variants(game.variants, partial(read_game, name), problems)
    return opened


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of one game."""

    games: int
    seed: int
    positions: Sequence[Position]
    scenarios: Sequence[Scenario]
    variants: Sequence[str]
    time_limit: float
    as_json: bool


def _scenarios(game: str, folder: Path, named: Sequence[Path], problems: Problems) -> list[Scenario]:
    from generator.rules.scenarios import FOLDER, read_scenarios, scenario_files

    return read_scenarios(game, [*scenario_files(folder / FOLDER, problems), *named], problems)


def _check(folder: str, game: Game, asked: _Asked, problems: Problems) -> Report | None:
    """The report; None, with an error in ``problems``, where the rules go wrong outside of any check."""
    from generator.catalog.stops import STOPS
    from generator.rules import Opener, RulesError, check_game
    from generator.rules.conformance.run import beginnings
    from generator.rules.own_rules import author_at_work
    from generator.rules.scenarios import play_scenarios
    from generator.sim.bots import check_strategies, make_bot

    def decide(view: View, legal: Sequence[int]) -> int:
        return make_bot("greedy", game, asked.seed, view["seat"]).choose(view, legal)

    opener = Opener("generator.rules.loading", "load", (folder, variant_changes(asked.variants)))
    doing = f"playing {game.title}"
    try:
        with (
            STOPS.deferred(),
            progress_bar(asked.games, hidden=asked.as_json, doing=doing, noun="games") as progress,
            author_at_work(game),
        ):
            # What it imports of the game's folder must be there before chance is locked away.
            make_bot("greedy", game, asked.seed, 0)
            screens = list(_screens(folder, game, asked))
            check_strategies(game, problems)
            played = play_scenarios(asked.scenarios, game) if asked.scenarios else None
            report = check_game(
                game,
                asked.games,
                asked.seed,
                opener=opener,
                positions=[*beginnings(game, asked.scenarios), *asked.positions],
                decide=decide,
                screens=screens,
                progress=progress,
                time_limit=asked.time_limit,
            )
            report.scenarios = played
    except RulesError as error:
        problems.extend([error.problem()])
        return None
    return report


def _screens(folder: str, game: Game, asked: _Asked) -> Iterator[Reader]:
    """The terminal, if the game can be shown there."""
    # What draws must be imported before chance and the clock are locked away.
    import rich.console
    import rich.table
    import rich.text  # noqa: F401

    from generator.catalog.load import load_game
    from generator.rules.terminal import display_for
    from generator.sim.matches.match import Reader

    database = load_game(Path(folder), Problems(), variant_changes(asked.variants))
    if database is not None:
        yield Reader(game, display_for(game, database))
