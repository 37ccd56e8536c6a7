"""What the commands that play many games have in common: their options, and the plan that these ask for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import pluralize
from generator.cli import completion
from generator.cli.options import wrong_usage
from generator.cli.print_problems import stop_with
from generator.sim.study.options import BALANCE, SWEEP

if TYPE_CHECKING:
    from generator.catalog.press_settings import Setting
    from generator.sim.matches.setup import LoadedGame
    from generator.sim.study.asking import Asked
    from generator.sim.study.plan import Plan

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
    return typer.Option(f"--{name}", help=words, **{"metavar": "NUMBER", **bounds, **more})


def bots_option(setting: Setting) -> Any:
    """The option that names bots."""
    return study_option("bots", setting, metavar="BOT,…", autocompletion=completion.bot)


Bots = Annotated[str, bots_option(SWEEP["bots"])]
Players = Annotated[int | None, study_option("players", SWEEP["players"])]
ContestantDecks = Annotated[
    tuple[str, ...],
    study_option("deck", SWEEP["deck"], metavar="FILE|NAME", autocompletion=completion.deck),
]
OptionsAndChanges = Annotated[tuple[str, ...], study_option("set", BALANCE["set"], metavar="NAME=VALUE")]
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
        metavar="SECONDS",
        min=0.1,
        max=MAX_MOVE_LIMIT,
        callback=_number,
        help="Seconds a bot may take over a move.",
    ),
]


def check_workers(workers: int, scheduler: str | None) -> None:
    """Raises BadParameter where both a cluster and processes of this machine are asked for."""
    if scheduler is not None and workers > 1:
        raise typer.BadParameter("the cluster has its own workers", param_hint="--workers")


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


def plan_of(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan | None:
    """As :func:`plan_asked`. Raises BadParameter: wrong usage."""
    from generator.sim.study.asking import plan_asked

    with wrong_usage():
        return plan_asked(asked, loaded, problems)


def plan_of_deals(asked: Asked, loaded: LoadedGame, problems: Problems) -> Plan:
    """The plan of what is asked, with whole deals that hold the games. Stops where a deck can't be read.

    Raises BadParameter: wrong usage.
    """
    plan = plan_of(asked, loaded, problems)
    if plan is None or problems.has_errors:
        stop_with(problems)
    from generator.sim.study.plan import whole_deals

    return replace(plan, games=whole_deals(asked.games, plan.seats))
