"""Plays a game at random, many times, and asks every check at every turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.rules.conformance.check import Check, known_checks
from generator.rules.conformance.finding import Report, SetupTotals, Tally, Totals
from generator.rules.conformance.ledger import PLAY, Ledger, told
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.opener import Opener
from generator.rules.conformance.schedule import Schedule
from generator.rules.conformance.touched import Touched
from generator.rules.protocol import Game


def check_game(
    game: Game,
    games: int = 200,
    seed: int = 1,
    *,
    only: Collection[str] = (),
    stop_at_first: bool = False,
    opener: Opener | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Plays so many games at random, through the setups in turn, and reports what is not as it should be.

    The same arguments give the same report. ``only``: the names of the checks to make, all if none is given.
    ``stop_at_first`` ends the run with the first finding. ``opener`` says how another process gets the game;
    without it that is guessed. ``progress`` is told of every game played. Raises InputError
    for an unknown name.
    """
    run = _Run(game, seed, _chosen(only), opener)
    for number in range(games):
        run.play(number)
        if progress is not None:
            progress(1)
        if run.report.findings and stop_at_first:
            return run.report
    run.close()
    return run.report


def check_names() -> tuple[str, ...]:
    """The names of all checks, in the order of a report."""
    return (PLAY, *(kind.name for kind in known_checks()))


def _chosen(only: Collection[str]) -> list[type[Check]]:
    names = check_names()
    for name in only:
        if name not in names:
            raise InputError(f"there is no check {quote(name)}", hint=did_you_mean(name, names))
    return [kind for kind in known_checks() if not only or kind.name in only]


def _game_seed(seed: int, number: int) -> int:
    """A number too large to stand in a view by accident, and one that files and commands still take."""
    return int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:6]) | 1 << 48


class _Run:
    """The games of one run, and what the checks say of them."""

    def __init__(self, game: Game, seed: int, kinds: list[type[Check]], opener: Opener | None) -> None:
        self.game = game
        self.seed = seed
        self.setups = game.setups()
        self.checks = [kind(game, opener) for kind in kinds]
        tallies = [Tally(kind.name, kind.question) for kind in kinds]
        play = Tally(PLAY, "every game ends within `longest` decisions, without a crash")
        totals = [SetupTotals(setup) for setup in self.setups]
        self.report = Report(game.name, game.title, seed, totals, [play, *tallies])
        self.ledger = Ledger(self.report)
        # A check that does nothing at every state need not be asked at every state.
        self.restless = [check for check in self.checks if type(check).each is not Check.each]
        self.lookers = [check for check in self.checks if type(check).look is not Check.look]
        wanted = [check.states_a_game for check in self.lookers]
        self.schedule = Schedule(wanted, len(self.setups), Random(f"{seed} schedule"))

    def play(self, number: int) -> None:
        """Plays one game, and asks the checks on the way."""
        played = self.report.setups[number % len(self.setups)]
        setup = {**played.setup, "seed": _game_seed(self.seed, number)}
        self.schedule.next_game(number, played.totals.mean_decisions)
        self.ledger.at(setup)
        self.ledger.played()
        with ExitStack() as stack:
            for check in self.checks:
                stack.enter_context(check.around())
            self._try(setup, number, played.totals)
        for check in self.checks:
            self.ledger.ask(check, check.leave)

    def close(self) -> None:
        """Asks the checks about the run as a whole."""
        self.ledger.at(None)
        for check in self.checks:
            self.ledger.ask(check, check.close)
            self.report.notes += [f"{check.name}: {note}" for note in check.notes]

    def _try(self, setup: Mapping[str, Any], number: int, totals: Totals) -> None:
        try:
            self._play(setup, number, totals)
        except Touched:
            # The check that locked it away tells of it when the game is left.
            return
        except Exception as crash:
            self.ledger.found(PLAY, told(crash))

    def _play(self, setup: Mapping[str, Any], number: int, totals: Totals) -> None:
        dice = Random(f"{self.seed} {number}")
        state = self.game.start(**setup)
        moment = Moment(self.game, state, setup, dice, number)
        self.ledger.at(setup, moment)
        for check in self.checks:
            self.ledger.ask(check, partial(check.begin, moment))
        while True:
            self._look(moment)
            if state.player is None:
                break
            if len(moment.moves) >= self.game.longest:
                self.ledger.found(PLAY, f"it goes on after {self.game.longest:,} decisions, its `longest`")
                return
            legal = state.legal()
            totals.decisions += 1
            totals.legal += len(legal)
            totals.most_legal = max(totals.most_legal, len(legal))
            moment.go_on(legal[int(dice.random() * len(legal))])
        totals.games += 1
        totals.longest = max(totals.longest, len(moment.moves))
        totals.cut_short += state.result().cut_short
        for check in self.checks:
            if moment.close or not check.only_close:
                self.ledger.ask(check, partial(check.end, moment), counts=check.counts_games)

    def _look(self, moment: Moment) -> None:
        for check in self.restless:
            self.ledger.ask(check, partial(check.each, moment))
        at_the_end = moment.close and moment.state.player is None
        for index in range(len(self.lookers)) if at_the_end else self.schedule.due():
            check = self.lookers[index]
            self.ledger.ask(check, partial(check.look, moment), counts=True)
