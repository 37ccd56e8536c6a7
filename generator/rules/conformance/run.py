"""Plays a game at random, many times, and asks every check at every turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.rules.conformance.check import Check, Faults, known_checks
from generator.rules.conformance.locks import Touched
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.other_process import Opener
from generator.rules.conformance.report import Finding, Report, SetupTotals, Tally, Totals, describe_crash
from generator.rules.protocol import Game
from generator.rules.record import Record

CLOSE_GAMES = 200
CLOSE_EVERY = 8
FIRST_SHARE = 4.0
LATER_SHARE = 1 / 8
_FIRST_LENGTH = 100.0
"""Decisions that a game is thought to take before one has been played."""
MAX_FINDINGS = 5
"""Of one check; it is not made any more after that."""
PLAY = "play"


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
    without it that is guessed. ``progress`` is told of every game played. Raises InputError for an unknown
    name.
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
            raise InputError(f"unknown check {quote(name)}", hint=did_you_mean(name, names))
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
        self.checks = [kind(game, opener) for kind in kinds if kind.concerns(game)]
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
            self.ledger.found(PLAY, describe_crash(crash))

    def _play(self, setup: Mapping[str, Any], number: int, totals: Totals) -> None:
        dice = Random(f"{self.seed} {number}")
        state = self.game.start(**setup)
        moment = Moment(self.game, state, setup, dice, close=is_close(number))
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
            moment.make_move(legal[int(dice.random() * len(legal))])
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


class Ledger:
    """The findings of one run, each with the game that led there."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._tallies = {tally.name: tally for tally in report.checks}
        self._setup: Mapping[str, Any] | None = None
        self._moment: Moment | None = None

    def at(self, setup: Mapping[str, Any] | None, moment: Moment | None = None) -> None:
        """From now on it is about this game; about none if there is no setup."""
        self._setup = setup
        self._moment = moment

    def wants(self, check: Check) -> bool:
        """Whether the check has not yet found enough."""
        return self._tallies[check.name].found < MAX_FINDINGS

    def ask(self, check: Check, question: Callable[[], Faults], *, counts: bool = False) -> None:
        """Writes down what a check finds; ``counts``: whether it is a time that the check was made."""
        if not self.wants(check):
            return
        tally = self._tallies[check.name]
        tally.made += counts
        try:
            for fault in question():
                self.found(check.name, fault)
        except Touched:
            # The check that locked it away tells of it.
            return
        except Exception as crash:
            self.found(check.name, describe_crash(crash))

    def played(self) -> None:
        """Counts a game."""
        self._tallies[PLAY].made += 1

    def found(self, name: str, message: str) -> None:
        """Writes down a fault; of one check no more than a few."""
        tally: Tally = self._tallies[name]
        tally.found += 1
        if tally.found > MAX_FINDINGS:
            return
        choices = tuple(self._moment.moves) if self._moment is not None else ()
        self._report.findings.append(Finding(name, message, self._record(choices), choices))

    def _record(self, choices: tuple[int, ...]) -> dict[str, Any] | None:
        if self._setup is None:
            return None
        words = [_word(self._moment, move) for move in choices]
        return Record(self._report.game, dict(self._setup), moves=words).to_dict()


def _word(moment: Moment | None, move: int) -> str:
    """The move in words; where they are what is broken, its number."""
    assert moment is not None
    try:
        return moment.state.text(move)
    except Exception:
        return f"move number {move}"


class Schedule:
    """Says which checks look at a state: often in the first games, then seldom, so that a run ends soon.

    - A check says at about how many states of a game it wants to look (all of them, if it costs little). They
      are spread over the game by lot; checks that look at the same state share what they have to find out.
    - In the first game of every setup it looks at ``FIRST_SHARE`` times as many.
    - After ``CLOSE_GAMES`` games it looks at ``LATER_SHARE`` of them.
    - The last state of the first ``CLOSE_GAMES`` games, and of one in ``CLOSE_EVERY`` later, is looked at by
      all checks.
    - What costs next to nothing is done at every state.

    It goes by numbers and its own dice, never by the clock.
    """

    def __init__(self, states_a_game: Sequence[int], setups: int, dice: Random) -> None:
        self._states_a_game = states_a_game
        self._setups = setups
        self._dice = dice
        self._chances = [1.0] * len(states_a_game)
        self._greatest = 1.0

    def next_game(self, number: int, mean_decisions: float) -> None:
        """``number``: how many games were played before; ``mean_decisions``: how long they were."""
        length = mean_decisions or _FIRST_LENGTH
        share = self._share(number)
        self._chances = [share * (wanted / length if wanted else 1.0) for wanted in self._states_a_game]
        self._greatest = max(self._chances, default=0.0)

    def due(self) -> list[int]:
        """The numbers of the checks that look at the next state."""
        lot = self._dice.random()
        if lot >= self._greatest:
            return []
        return [number for number, chance in enumerate(self._chances) if lot < chance]

    def _share(self, number: int) -> float:
        if number < self._setups:
            return FIRST_SHARE
        return 1.0 if number < CLOSE_GAMES else LATER_SHARE


def is_close(number: int) -> bool:
    """Whether a game is looked at closely when it has ended: the first ones, then one in ``CLOSE_EVERY``."""
    return number < CLOSE_GAMES or number % CLOSE_EVERY == 0
