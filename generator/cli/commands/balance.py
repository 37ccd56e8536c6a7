"""``gatepress balance``: whether a game is fair, and what its seats, decks, bots and moves are worth."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import Variants, wrong_usage
from generator.cli.print_problems import print_problems, progress_bar, stop_with
from generator.cli.studies import (
    MoveLimit,
    OptionsAndChanges,
    Out,
    PlayedGame,
    PlayerCount,
    ResultsAsJson,
    Scheduler,
    Seed,
    Workers,
    bots_option,
    check_workers,
    report_kept,
    study_option,
)
from generator.sim.study.options import BALANCE

if TYPE_CHECKING:
    from generator.sim.balance.asking import Study
    from generator.sim.balance.study import Balance

EXAMPLES = (
    "gatepress balance battle-gate --report balance.html",
    "gatepress balance hold-the-gates --bots search:100,greedy --games 400 --out study --report balance.pdf",
    "gatepress balance battle-gate --measure decks --games 40 --assert 'deck long-siege < 0.6'",
    "gatepress balance . --bots greedy --games 4000 --until 'width<0.05' --assert 'seat0 in 0.45..0.55'",
)

BOTS = "greedy,random"
MEASURE = "seats,setups,bots"
PAPER = "a4"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be measured, and where that goes."""

    game: PlayedGame = None
    measure: Annotated[
        str,
        typer.Option(
            "--measure",
            metavar="WORD,…",
            help="seats, course, players, setups, bots, decks, strategies, ladder, cards, or all.",
        ),
    ] = MEASURE
    bots: Annotated[str, bots_option(BALANCE["bots"])] = BOTS
    games: Annotated[int | None, study_option("games", BALANCE["games"])] = None
    players: PlayerCount = None
    decks: Annotated[
        tuple[str, ...],
        study_option("deck", BALANCE["deck"], metavar="FILE|NAME", autocompletion=completion.deck),
    ] = ()
    settings: OptionsAndChanges = ()
    variants: Variants = ()
    budget: Annotated[int, study_option("budget", BALANCE["budget"])] = 100
    until: Annotated[str | None, study_option("until", BALANCE["until"], metavar="RULE")] = None
    claims: Annotated[tuple[str, ...], study_option("assert", BALANCE["assert"], metavar="CLAIM")] = ()
    seed: Seed = 1
    workers: Workers = 1
    scheduler: Scheduler = None
    move_limit: MoveLimit = 60
    out: Out = None
    reports: Annotated[
        tuple[Path, ...],
        typer.Option("--report", metavar="FILE.html|.pdf", help="Write a report; may be repeated."),
    ] = ()
    as_json: ResultsAsJson = False

    @property
    def contestants(self) -> tuple[str, ...]:
        """The bots, by their names."""
        return tuple(bot.strip() for bot in self.bots.split(","))

    @property
    def command(self) -> str:
        """The command that repeats it, without where results go and how many play."""
        words = ["gatepress", "balance", self.game or ".", "--measure", self.measure]
        words += ["--bots", ",".join(self.contestants)]
        for option, number in (("--games", self.games), ("--players", self.players)):
            words += [] if number is None else [option, str(number)]
        given = ("--deck", self.decks), ("--set", self.settings), ("--variant", self.variants)
        for option, values in given:
            for value in values:
                words += [option, value]
        words += ["--budget", str(self.budget)] if "ladder" in self.measure or self.measure == "all" else []
        words += [] if self.until is None else ["--until", self.until]
        for claim in self.claims:
            words += ["--assert", claim]
        return shlex.join([*words, "--seed", str(self.seed)])


def command(request: Request) -> None:
    """Measure whether a game is fair: seats, setups, bots, decks, strategies, luck and skill."""
    from generator.catalog.wording import is_text
    from generator.cli.report_file import check_file, check_report_file
    from generator.sim.balance.asking import Study, Wanted, asked_of, read_claims
    from generator.sim.balance.playing import Player
    from generator.sim.matches.setup import load_rules
    from generator.sim.study.options import options_and_changes
    from generator.sim.study.workers import Crew

    check_workers(request.workers, request.scheduler)
    for path, option in ((request.out, "--out"), *((path, "--report") for path in request.reports)):
        if path is not None and not is_text(str(path)):
            raise typer.BadParameter("that is not a file name", param_hint=option)
    for path in request.reports:
        check_report_file(path, "--report")
        if not path.absolute().parent.is_dir():
            message = f"the folder {shown_path(path.parent)} does not exist"
            raise typer.BadParameter(message, param_hint="--report")
        check_file(path, "--report")
    if len({path.resolve() for path in request.reports}) < len(request.reports):
        raise typer.BadParameter("a file is named twice", param_hint="--report")
    with wrong_usage():
        claims = read_claims(request.until, request.claims)
    problems = Problems()
    changes = options_and_changes(request.settings)[1]
    loaded = load_rules(request.game or ".", problems, changes=changes, variants=request.variants)
    if loaded is None:
        stop_with(problems)
    wanted = Wanted(
        request.measure,
        request.contestants,
        request.games,
        request.players,
        request.decks,
        request.settings,
        request.variants,
        request.budget,
        request.seed,
    )
    with wrong_usage():
        asked = asked_of(wanted, loaded, claims, problems)
    if asked is None or problems.has_errors:
        stop_with(problems)
    if problems and not request.as_json:
        print_problems(problems)
    crew = Crew(request.workers, request.scheduler, request.move_limit)
    player = Player(loaded.database, loaded.game, crew, request.out, claims.rule)
    try:
        study = Study(loaded, asked, player, claims.assertions)
        balance = _play(study, request.out, hidden=request.as_json)
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    _report(balance, request)
    raise typer.Exit(balance.exit_code)


def _play(study: Study, out: Path | None, *, hidden: bool) -> Balance:
    """Plays what is missing, and puts all results together. Raises InputError."""
    from generator.sim.sweeps.arms import ArmFailed

    study.check()
    games, played = study.games, 0
    doing = f"playing {study.loaded.game.title}"

    def counting(progress: Callable[[int], None]) -> Callable[[int], None]:
        def done(count: int) -> None:
            nonlocal played
            played += count
            progress(count)

        return done

    try:
        with progress_bar(games, hidden=hidden, doing=doing, noun="games", with_rate=True) as progress:
            matches = list(study.player.play(study.arms, counting(progress)))
        impact = None
        if most := study.card_games:
            games += most
            noun = "games at most"
            with progress_bar(most, hidden=hidden, doing="measuring cards", noun=noun) as progress:
                impact = study.measure_cards(counting(progress))
    except ArmFailed as failed:
        report_kept(played, games, out)
        problem = failed.problem
        raise InputError(problem.message, hint=problem.hint, place=problem.place) from None
    except (KeyboardInterrupt, SystemExit):
        report_kept(played, games, out)
        raise
    return study.results(matches, impact)


def _report(balance: Balance, request: Request) -> None:
    """Prints the results and writes the reports."""
    from generator.sim.balance.findings import findings

    found = findings(balance)
    problems = Problems()
    if request.reports:
        from generator.catalog.sizes import PAPERS
        from generator.cli.report_file import write_report
        from generator.reports.balance import report_of

        report = report_of(balance, found, request.command)
        for path in request.reports:
            write_report(report, path, PAPERS[PAPER], problems)
    if request.as_json:
        judged = {"findings": [finding.to_dict() for finding in found], "command": request.command}
        print_json(balance.to_dict() | judged)
    else:
        from generator.cli.screens.studies import show_balance

        show_balance(balance, found)
    if problems.has_errors:
        stop_with(problems)
    if not request.as_json:
        for path in request.reports:
            print(f"report: {shown_path(path)}")
