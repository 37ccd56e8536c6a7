"""``gatepress balance``: whether a game is fair, and what its seats, decks, bots and moves are worth."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.changes import variant_changes
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import Variants, usable
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
    chosen_deck,
    options_and_changes,
    report_kept,
    study_option,
)
from generator.sim.study.options import BALANCE

if TYPE_CHECKING:
    from generator.sim.balance.arms import Arm, Asked
    from generator.sim.balance.impact import ImpactReport
    from generator.sim.balance.playing import Player
    from generator.sim.balance.study import Balance
    from generator.sim.matches.setup import LoadedGame
    from generator.sim.statistics.claims import Assertion, StoppingRule
    from generator.sim.study.plan import ChosenDeck

EXAMPLES = (
    "gatepress balance battle-gate --report balance.html",
    "gatepress balance hold-the-gates --bots search:100,greedy --games 400 --out study --report balance.pdf",
    "gatepress balance battle-gate --measure decks --games 40 --assert 'deck long-siege < 0.6'",
    "gatepress balance . --bots greedy --games 4000 --until 'width<0.05' --assert 'seat0 in 0.45..0.55'",
)

BOTS = "greedy,random"
MEASURE = "seats,setups,bots"
MAX_BUDGET = 1_000_000
PAPER = "a4"
_DIGEST = 16
"""Digits of a digest that identify a deck for a reader."""


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
        typer.Option(
            "--deck",
            metavar="FILE|NAME",
            help="A deck to measure; may be repeated. [all that come with the game]",
            autocompletion=completion.deck,
        ),
    ] = ()
    settings: OptionsAndChanges = ()
    variants: Variants = ()
    budget: Annotated[
        int,
        typer.Option(
            "--budget",
            min=2,
            max=MAX_BUDGET,
            help="The top of the skill ladder, in iterations of search; each rung below is half of it.",
        ),
    ] = 100
    until: Annotated[
        str | None,
        typer.Option(
            "--until", metavar="RULE", help="Stop a match early, when 'width<0.02' or 'seat0 width<0.02'."
        ),
    ] = None
    claims: Annotated[
        tuple[str, ...],
        typer.Option(
            "--assert",
            metavar="CLAIM",
            help="'seat0 in 0.45..0.55': exit with 1 if it is wrong, with 3 if these games can't tell;"
            " may be repeated.",
        ),
    ] = ()
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
    def changes(self) -> tuple[str, ...]:
        """Those settings that change the card database: their paths have a dot or a slash, options none."""
        return options_and_changes(self.settings)[1]

    @property
    def options(self) -> tuple[str, ...]:
        """The settings that are options of the game."""
        return options_and_changes(self.settings)[0]

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
    from generator.sim.matches.setup import load_rules
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
    rule, assertions = _read_claims(request)
    problems = Problems()
    loaded = load_rules(request.game or ".", problems, changes=request.changes, variants=request.variants)
    if loaded is None:
        stop_with(problems)
    asked = asked_of(request, loaded, assertions, problems)
    if asked is None or problems.has_errors:
        stop_with(problems)
    if problems and not request.as_json:
        print_problems(problems)
    _check_claims(asked, rule, assertions)
    run = _Run(loaded, asked, Crew(request.workers, request.scheduler, request.move_limit), request.out, rule)
    try:
        balance = run.play(assertions, hidden=request.as_json)
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    _report(balance, request)
    raise typer.Exit(balance.exit_code)


def _read_claims(request: Request) -> tuple[StoppingRule | None, list[Assertion]]:
    """What is asserted, and when to stop. Raises BadParameter with all that can't be read."""
    from generator.sim.statistics.claims import parse_assertion, parse_each, parse_until

    problems = Problems()
    rules = parse_each([request.until] if request.until is not None else [], parse_until, "--until", problems)
    _refuse(problems, "--until")
    for rule in rules:
        if rule.quantity is not None and rule.quantity.kind == "deck":
            message = "the matrix of decks plays all its games: its marks are valid for a fixed number alone"
            raise typer.BadParameter(message, param_hint="--until")
    assertions = parse_each(request.claims, parse_assertion, "--assert", problems)
    _refuse(problems, "--assert")
    return (rules[0] if rules else None), assertions


def _refuse(problems: Problems, option: str) -> None:
    """Raises BadParameter where there are problems: a claim that can't be read is no claim that fails."""
    if problems:
        message = "; ".join(f"{one.message}; {one.hint}" if one.hint else one.message for one in problems)
        raise typer.BadParameter(message, param_hint=option)


def asked_of(
    request: Request, loaded: LoadedGame, assertions: Sequence[Assertion], problems: Problems
) -> Asked | None:
    """What is asked of the study; None, reported in ``problems``, where a deck can't be read.

    Raises BadParameter: wrong usage.
    """
    from functools import partial

    from generator.cli.play.setup import SetupRequest, setup_of
    from generator.sim.balance.arms import Asked, against_seats, impact_plan, implied, read_measures
    from generator.sim.balance.draws import shares_cards
    from generator.sim.bots import make_bot
    from generator.sim.study.plan import place_of_game
    from generator.sim.study.table import GameFailed, Table

    game = loaded.game
    measures = usable(partial(read_measures, request.measure), "--measure")
    measures |= implied([claim.quantity.kind for claim in assertions]) | {"seats"}
    seats = request.players or next((seats for seats in game.seats if seats > 1), game.seats[0])
    message = against_seats(game, seats)
    if message is not None:
        raise typer.BadParameter(message, param_hint="--players")
    for number, bot in enumerate(request.contestants):
        usable(partial(make_bot, bot, game, request.seed, number), "--bots")
    if len(set(request.contestants)) < len(request.contestants):
        raise typer.BadParameter("a bot is named twice", param_hint="--bots")
    setup = setup_of(loaded, SetupRequest(seats, 0, (), request.options), problems)
    chosen = _chosen_decks(request, loaded, problems)
    if setup is None or chosen is None:
        return None
    options = {name: value for name, value in setup.options.items() if name not in ("seed", "seats")}
    asked = Asked(
        game,
        place_of_game(loaded.database),
        request.contestants,
        seats,
        request.seed,
        request.games,
        tuple(options.items()),
        (*variant_changes(request.variants), *request.changes),
        chosen,
        measures,
        request.budget,
        any(component.blank is not None for component in loaded.database.components),
    )
    if not asked.has_blanks:
        try:
            shares = shares_cards(Table(impact_plan(asked), loaded.database, game))
        except GameFailed as failed:
            problems.extend([failed.problem])
            return None
        asked = replace(asked, shares_cards=shares)
    _check_measures(request, asked, loaded, problems)
    return asked


def _check_measures(request: Request, asked: Asked, loaded: LoadedGame, problems: Problems) -> None:
    """Raises BadParameter for a measure that the game has nothing of, and that was asked for by name.

    Where it is only not said what a blank card is, ``problems`` has the line to add.
    """
    from generator.sim.balance.arms import MEASURES, why_not
    from generator.sim.balance.impact import no_blank

    if request.measure == MEASURE:
        return
    for word in request.measure.split(","):
        for measure in MEASURES:
            reason = why_not(measure, asked) if measure == word.strip() else None
            if reason is not None and measure == "cards":
                problems.add(no_blank(loaded.database))
            elif reason is not None:
                raise typer.BadParameter(f"{measure}: {reason}", param_hint="--measure")


def _chosen_decks(request: Request, loaded: LoadedGame, problems: Problems) -> dict[str, ChosenDeck] | None:
    """The decks that are measured: those that are named, or all that come with the game."""
    from generator.catalog.wording import quote, slug
    from generator.sim.matches.setup import DECKS, bundled_decks, read_decks

    if DECKS not in {option.name for option in loaded.game.options}:
        if request.decks:
            message = f"{loaded.game.title} is not played with decks"
            raise typer.BadParameter(message, param_hint="--deck")
        return {}
    found = read_decks(loaded, request.decks, problems) if request.decks else bundled_decks(loaded)
    if found is None:
        return None
    if request.decks:
        names = [slug(Path(name).stem) for name in request.decks]
    else:
        names = [str(deck.cards) for deck in found]
    for name in names:
        if names.count(name) > 1:
            raise typer.BadParameter(f"two decks are called {quote(name)}", param_hint="--deck")
    return {name: chosen_deck(deck) for name, deck in zip(names, found, strict=True)}


def _check_claims(asked: Asked, rule: StoppingRule | None, assertions: Sequence[Assertion]) -> None:
    """Raises BadParameter for a claim about a seat, bot or deck that the study does not have."""
    from generator.sim.balance.arms import why_not
    from generator.sim.statistics.claims import check_known

    bots = asked.bots if len(asked.bots) > 1 else ()
    decks = list(asked.decks) if why_not("decks", asked) is None else ()
    until = [] if rule is None or rule.quantity is None else [rule.quantity]
    for quantities, option in ((until, "--until"), ([one.quantity for one in assertions], "--assert")):
        problems = Problems()
        check_known(quantities, option, problems, seats=asked.seats, bots=bots, decks=decks)
        for kind in sorted({one.kind for one in quantities} & {"draws", "first-player"}):
            if asked.plays_together:
                problems.error(f"`{kind}`: nobody plays against another; claim what seat0 wins")
        _refuse(problems, option)


class _Run:
    """One run of the command, from the games that are there to the results."""

    def __init__(
        self,
        loaded: LoadedGame,
        asked: Asked,
        crew: object,
        out: Path | None,
        rule: StoppingRule | None,
    ) -> None:
        from generator.sim.balance.arms import design
        from generator.sim.balance.playing import Player

        self._loaded = loaded
        self._asked = asked
        self._out = out
        self._arms: Sequence[Arm] = design(asked)
        self._player: Player = Player(loaded.database, loaded.game, crew, out, rule)  # type: ignore[arg-type]
        self._done = 0
        self._total = sum({arm.plan: arm.plan.games for arm in self._arms}.values())

    def play(self, assertions: Sequence[Assertion], *, hidden: bool) -> Balance:
        """Plays what is missing, and puts all results together. Raises InputError."""
        from generator.sim.balance.arms import MEASURES
        from generator.sim.balance.study import Balance
        from generator.sim.study.plan import versions_of
        from generator.sim.study.store import check_folder
        from generator.sim.sweeps.arms import ArmFailed

        check_folder(self._out, "balance", MEASURES)
        try:
            with progress_bar(
                self._total,
                hidden=hidden,
                doing=f"playing {self._asked.game.title}",
                noun="games",
                with_rate=True,
            ) as progress:
                played = list(self._player.play(self._arms, self._counting(progress)))
            impact = self._impact(hidden=hidden)
        except ArmFailed as failed:
            report_kept(self._done, self._total, self._out)
            problem = failed.problem
            raise InputError(problem.message, hint=problem.hint, place=problem.place) from None
        except (KeyboardInterrupt, SystemExit):
            report_kept(self._done, self._total, self._out)
            raise
        versions = versions_of(self._arms[0].plan, self._loaded.database)
        digests = {name: self._digest(deck) for name, deck in self._asked.decks.items()}
        return Balance(
            self._asked, versions, digests, self._player.rule, tuple(played), impact, tuple(assertions)
        )

    def _impact(self, *, hidden: bool) -> ImpactReport | None:
        """What cards are worth, if that is asked for."""
        from generator.sim.balance.arms import impact_plan, why_not
        from generator.sim.balance.impact import measure_impact, most_games
        from generator.sim.study.table import Table
        from generator.sim.sweeps.arms import ArmFailed

        asked = self._asked
        if "cards" not in asked.measures or why_not("cards", asked) is not None:
            return None
        plan = impact_plan(asked)
        table = Table(plan, self._loaded.database, self._loaded.game)
        deals = plan.games // plan.seats
        most, noun = most_games(table, deals), "games at most"
        self._total += most
        with progress_bar(most, hidden=hidden, doing="measuring cards", noun=noun) as progress:
            try:
                done = self._counting(progress)
                return measure_impact(plan, deals, self._player.crew, done, self._out)
            except ArmFailed as failed:
                problem = failed.problem
                raise ArmFailed(problem._replace(message=f"cards: {problem.message}")) from None

    def _counting(self, progress: Callable[[int], None]) -> Callable[[int], None]:
        def done(count: int) -> None:
            self._done += count
            progress(count)

        return done

    def _digest(self, deck: ChosenDeck) -> str:
        """SHA-256 over the kinds of a deck's cards, each with how often it is there."""
        cards = deck.cards
        if isinstance(cards, str):
            (found,) = (
                list(one.cards)
                for component in self._loaded.database.components
                for one in component.sets
                if one.id == cards
            )
            kinds = [card.id for card in found for _ in range(card.copies)]
        else:
            kinds = list(cards)
        return sha256("\n".join(sorted(kinds)).encode()).hexdigest()[:_DIGEST]


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
