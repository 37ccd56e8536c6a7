"""``gatepress tune``: looks for numbers with which a game does what is asked, and writes them as a patch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.problems import InputError, Problems
from generator.catalog.writing import write_file
from generator.cli.console import print_json
from generator.cli.options import Variants, usable
from generator.cli.print_problems import print_problems, progress_bar, stop_with
from generator.cli.studies import (
    Bots,
    ContestantDecks,
    Out,
    PlayedGame,
    Players,
    ResultsAsJson,
    Scheduler,
    Workers,
    check_workers,
    plan_of_deals,
    reporting_kept,
    study_option,
)
from generator.sim.study.options import TUNE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.sim.statistics.claims import Assertion
    from generator.sim.study.plan import Plan

EXAMPLES = (
    "gatepress tune hold-the-gates --target 'seat0=0.5±0.03' --free militia.strength=3..7 --bots random",
    "gatepress tune my-game --target 'draws<0.1' --free rules.hand=3..7 --free oak.cost=1..5",
)
PATCH_SUFFIXES = (".patch", ".diff")


@dataclass(frozen=True, slots=True)
class Request:
    """What is to come out, and of which numbers."""

    game: PlayedGame = None
    targets: Annotated[tuple[str, ...], study_option("target", TUNE["target"], metavar="'WHAT=v±d'")] = ()
    free: Annotated[tuple[str, ...], study_option("free", TUNE["free"], metavar="PATH=lo..hi")] = ()
    trials: Annotated[int, study_option("trials", TUNE["trials"])] = 40
    games: Annotated[int, study_option("games", TUNE["games"])] = 400
    check_games: Annotated[int | None, study_option("check-games", TUNE["check-games"])] = None
    bots: Bots = "greedy"
    players: Players = None
    decks: ContestantDecks = ()
    variants: Variants = ()
    seed: Annotated[int, study_option("seed", TUNE["seed"])] = 1
    workers: Workers = 1
    scheduler: Scheduler = None
    out: Out = None
    patch: Annotated[
        Path | None,
        typer.Option("--patch", metavar="FILE", help="Write the patch into this file. [it is printed]"),
    ] = None
    as_json: ResultsAsJson = False


def command(request: Request) -> None:
    """Look for numbers that make a game meet your targets; they come as a patch, and no file is changed."""
    from generator.catalog.patches import PATCH_HOLDS, patch_of
    from generator.cli.report_file import check_file
    from generator.sim.matches.setup import load_rules
    from generator.sim.statistics.claims import exit_code
    from generator.sim.study.asking import Asked
    from generator.sim.study.workers import Crew
    from generator.sim.sweeps.arms import ArmFailed
    from generator.sim.sweeps.tune import CHECKED, Tuning, parse_free, parse_goal

    for given, option, example in (
        (request.targets, "--target", "'seat0=0.5±0.03'"),
        (request.free, "--free", "rules.hand=3..7"),
    ):
        if not given:
            raise typer.BadParameter(f"name one, for example `{option} {example}`", param_hint=option)
    check_workers(request.workers, request.scheduler)
    if request.out is not None and request.out.suffix in PATCH_SUFFIXES:
        message = "games are kept there, in a folder; `--patch` names the file of the patch"
        raise typer.BadParameter(message, param_hint="--out")
    check_file(request.patch, "--patch", PATCH_HOLDS, "patch")
    goals = [usable(partial(parse_goal, text), "--target") for text in request.targets]
    numbers = [usable(partial(parse_free, text), "--free") for text in request.free]
    problems = Problems()
    loaded = load_rules(request.game or ".", problems, variants=request.variants)
    if loaded is None:
        stop_with(problems)
    plan = plan_of_deals(
        Asked(request.games, request.bots, request.players, request.decks, (), request.seed), loaded, problems
    )
    _check_goals(goals, plan, problems)
    asked = request.check_games or CHECKED * request.games
    checked = -(-asked // plan.seats) * plan.seats
    wanted = plan, loaded.database, numbers, goals, checked, problems, request.out
    tuning = usable(partial(Tuning, *wanted), "--free")
    if problems.has_errors:
        stop_with(problems)
    if problems and not request.as_json:
        print_problems(problems)
    doing = f"playing {loaded.game.title}"
    most = tuning.games(request.trials)
    bar = progress_bar(most, hidden=request.as_json, doing=doing, noun="games", with_rate=True)
    try:
        with bar as progress, reporting_kept(most, request.out, progress) as done:
            tuned = tuning.run(request.trials, Crew(request.workers, request.scheduler), done)
        changes = [] if tuned.best.is_own else [str(one) for one in tuned.best.settings]
        patch = patch_of(loaded.database, changes)
        if request.patch is not None and patch.text:
            write_file(request.patch, patch.text.encode())
    except ArmFailed as failed:
        problems.extend([failed.problem])
        stop_with(problems)
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    if request.as_json:
        print_json({**tuned.to_dict(), "patch": patch.text, "by_hand": list(patch.by_hand)})
    else:
        from generator.cli.screens.studies import show_tuned

        show_tuned(tuned, loaded.game.title, patch, request.patch)
    status = exit_code([goal.verdict for goal in tuned.after])
    if status:
        raise typer.Exit(status)


def _check_goals(goals: Sequence[Assertion], plan: Plan, problems: Problems) -> None:
    from generator.sim.statistics.claims import check_known

    bots = [one.bot for one in plan.contestants]
    decks = [one.deck.name for one in plan.contestants if one.deck is not None]
    quantities = [goal.quantity for goal in goals]
    check_known(quantities, "--target", problems, seats=plan.seats, bots=bots, decks=decks)
