"""``gatepress rules check``: plays games at random and reports where they go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.bundle import find_game
from generator.catalog.problems import InputError, Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import MAX_SEED
from generator.cli.report import progress_bar, stop_with

if TYPE_CHECKING:
    from generator.rules import Game, Position, Report, View

EXAMPLES = (
    "gatepress rules check battle-gate",
    "gatepress rules check my-game --games 1000 --seed 7",
)

MAX_GAMES = 10_000_000


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME or folder",
            help="Which games. [all that have rules]",
            autocompletion=completion.game,
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--games", min=1, max=MAX_GAMES, help="How many games of each to play.")
    ] = 200,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed plays the same games.")
    ] = 1,
    beginnings: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", metavar="FILE or folder", help="Positions to play from too; may be given several times."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks and findings as JSON.")] = False,
) -> None:
    """Check games by playing at random and oddly: cards, secrets, copies, positions, chance, results."""
    from generator.rules.conformance.notable import read_positions

    problems = Problems()
    opened = _open(games, problems)
    positions = read_positions(beginnings or (), problems)
    if problems.has_errors:
        stop_with(problems, counted=True)
    reports = [
        _check(name, game, number, seed, positions.get(game.name, []), hidden=as_json)
        for name, game in opened.items()
    ]
    if as_json:
        print_json([report.to_dict() for report in reports])
    else:
        from generator.cli.screens.conformance import show_conformance

        show_conformance(reports)
    if not all(report.ok for report in reports):
        raise typer.Exit(1)


def _open(names: Sequence[str] | None, problems: Problems) -> dict[str, Game]:
    """The games by what another process opens them with, each once."""
    from generator.rules import playable_games
    from generator.rules.loading import read_game

    opened: dict[str, Game] = {}
    seen: set[Path] = set()
    for name in names or playable_games():
        found = Problems()
        try:
            folder = find_game(name).resolve()
            game = None if folder in seen else read_game(name, found)
        except InputError as error:
            problems.extend([error.at(None)])
            continue
        problems.extend(found.found)
        seen.add(folder)
        if game is not None:
            opened[str(folder)] = game
    return opened


def _check(
    folder: str, game: Game, number: int, seed: int, positions: list[Position], *, hidden: bool
) -> Report:
    from generator.rules import Opener, check_game
    from generator.sim.bots import make_bot

    def decide(view: View, legal: Sequence[int]) -> int:
        return make_bot("greedy", game, seed, view["seat"]).choose(view, legal)

    opener = Opener("generator.rules.loading", "load", (folder,))
    with progress_bar(number, hidden=hidden, doing=f"playing {game.title}", noun="games") as progress:
        return check_game(
            game,
            number,
            seed,
            opener=opener,
            positions=[*game.notable_positions(), *positions],
            decide=decide,
            progress=progress,
        )
