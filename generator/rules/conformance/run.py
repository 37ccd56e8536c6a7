"""Plays a game many times, at random and otherwise, and asks every check at every turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from generator.catalog.problems import InputError, Problems
from generator.catalog.stops import STOPS
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import pluralize, quote
from generator.catalog.yaml_reader import read_yaml
from generator.rules.conformance.check import Check, Faults, known_checks
from generator.rules.conformance.checks.chance import Touched
from generator.rules.conformance.findings import Finding, Report, SetupTotals, Tally, Totals, describe_crash
from generator.rules.conformance.moment import Decide, Moment, Screen, Taste, copied, kind_of, odd_taste
from generator.rules.conformance.other_process import Opener
from generator.rules.errors import is_authors, words_of_move
from generator.rules.own_rules import check_state
from generator.rules.protocol import Game, Position, State
from generator.rules.record import Record
from generator.rules.scenarios import FOLDER, Scenario, read_scenarios, scenario_files
from generator.rules.watch import Endless

SUFFIXES = (".yaml", ".yml", ".json")
"""Of files with positions."""
ODD_EVERY = 4
"""With so many random games, one is played with an odd taste."""
MAX_KINDS = 40
"""Of moves, that there are tastes for."""
MAX_WATCHED = 4_000
"""Decisions of a game: what comes after is only played."""
CLOSE_GAMES = 20
CLOSE_EVERY = 8
FIRST_SHARE = 3.0
"""In the first game of each setup, compared with those after it."""
LATER_SHARE = 1 / 12
ODD_SHARE = 1 / 3
PLACED_SHARE = 1 / 3
MIN_RARITY, MAX_RARITY = 1 / 4, 16.0
"""How much less or more often than others a state is looked at, by how rare its kind is."""
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
    positions: Sequence[Position] | None = None,
    decide: Decide | None = None,
    screens: Sequence[Screen] = (),
    progress: Callable[[int], None] | None = None,
    time_limit: float | None = None,
) -> Report:
    """Plays so many games at random, through the setups in turn, and reports what is not as it should be.

    Others are played with them: one for every ``ODD_EVERY`` with an odd taste, and one from each of
    ``positions``, by default the game's own: see ``beginnings``. The same arguments give the same report.

    ``only``: the names of the checks to make, all if none is given. ``stop_at_first`` ends the run with the
    first finding. ``opener`` says how another process gets the game; without it that is guessed. ``decide``
    chooses moves as a bot does, from a view and the legal moves, the same each time: a bot that knows more
    than it is shown is found. ``screens``: where people look at the game; what they show a seat is checked
    like its view. ``progress`` is called after every random game. ``time_limit``: seconds after which the run
    ends, unfinished, which is a finding; by default there is none. Raises InputError for an unknown name.
    """
    if positions is None:
        positions = list(beginnings(game))
    run = _Run(game, seed, _chosen(only), opener, positions, decide, screens, time_limit)
    try:
        for number in range(games):
            for plan in run.games(number):
                run.play(plan)
                if run.report.findings and stop_at_first:
                    return run.report
            if progress is not None:
                progress(1)
        for plan in run.rest(games):
            run.play(plan)
            if run.report.findings and stop_at_first:
                return run.report
        run.close()
    except Endless:
        # What caught it has reported it. Whatever else is asked of such a game would wait as long.
        run.report.notes.append("the run was ended: a call of the rules did not come back")
    except _OutOfTime:
        run.ledger.at(None)
        played = f"{run.report.totals.games:,} of {pluralize(games, 'game')}"
        run.ledger.found(PLAY, f"the time limit of {time_limit:g} seconds was reached after {played}")
    return run.report


class _OutOfTime(Exception):  # noqa: N818 - it is what happened
    """Raised where the run has lasted as long as it may."""


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

    def __init__(
        self,
        game: Game,
        seed: int,
        kinds: list[type[Check]],
        opener: Opener | None,
        positions: Sequence[Position],
        decide: Decide | None,
        screens: Sequence[Screen],
        time_limit: float | None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.end = None if time_limit is None else monotonic() + time_limit
        self.positions = positions
        self.decide = decide
        self.screens = screens
        self.setups = game.setups()
        self.checks = [kind(game, opener) for kind in kinds if kind.concerns(game)]
        tallies = [Tally(kind.name, kind.question) for kind in kinds]
        play = Tally(PLAY, "every game ends within `longest` decisions, without a crash")
        totals = [SetupTotals(setup) for setup in self.setups]
        self.report = Report(game.name, game.title, seed, totals, checks=[play, *tallies])
        self.ledger = Ledger(self.report, game.folder)
        # A check that does nothing at every state need not be asked at every state.
        self.restless = [check for check in self.checks if type(check).each is not Check.each]
        self.lookers = [check for check in self.checks if type(check).look is not Check.look]
        wanted = [check.states_a_game for check in self.lookers]
        self.schedule = Schedule(wanted, Random(f"{seed} schedule"))
        self.kinds_of: dict[int, str] = {}
        """What moves do, by their numbers."""
        self.kinds: dict[str, None] = {}
        """The kinds of moves that were made at random, in the order in which they came up."""

    def games(self, number: int) -> Iterator[_Plan]:
        """What is played with the random game of that number, which comes first."""
        played = self.report.setups[number % len(self.setups)]
        setup = {**played.setup, "seed": _game_seed(self.seed, number)}
        share = look_share(number, len(self.setups))
        yield _Plan(Record(self.game.name, setup), played.totals, f"{number}", share, is_close(number))
        if number < len(self.positions):
            yield self._from_position(number)
        if number % ODD_EVERY == ODD_EVERY - 1 and self.kinds:
            yield self._odd(number // ODD_EVERY)

    def rest(self, games: int) -> Iterator[_Plan]:
        """What is played when all random games have been."""
        return map(self._from_position, range(games, len(self.positions)))

    def _from_position(self, number: int) -> _Plan:
        origin = Record(self.game.name, position=copied(self.positions[number]))
        return _Plan(origin, self.report.placed, f"position {number}", PLACED_SHARE, close=True)

    def _odd(self, number: int) -> _Plan:
        """Setups in turn, so that every taste comes to every setup."""
        kinds = list(self.kinds)
        setup = self.setups[(number + number // len(kinds)) % len(self.setups)]
        seats: int = setup.get("seats") or self.game.seats[0]
        origin = Record(self.game.name, {**setup, "seed": _game_seed(self.seed, -1 - number)})
        taste = odd_taste(number, kinds, seats)
        return _Plan(origin, self.report.odd, f"odd {number}", ODD_SHARE, number % CLOSE_EVERY == 0, taste)

    def play(self, plan: _Plan) -> None:
        """Plays one game, and asks the checks on the way."""
        self.schedule.next_game(plan.share, plan.totals.mean_decisions)
        self.ledger.at(plan.origin)
        self.ledger.played()
        plan.totals.begun += 1
        with ExitStack() as stack:
            for check in self.checks:
                stack.enter_context(check.around())
            self._try(plan)
        for check in self.checks:
            self.ledger.ask(check, check.leave)

    def close(self) -> None:
        """Asks the checks about the run as a whole."""
        self.ledger.at(None)
        for check in self.checks:
            self.ledger.ask(check, check.close)
            self.report.notes += [f"{check.name}: {note}" for note in check.notes]

    def _try(self, plan: _Plan) -> None:
        try:
            self._play(plan)
        except Touched:
            # The check that locked it away reports it when the game is left.
            return
        except _OutOfTime:
            raise
        except BaseException as crash:
            self.ledger.crashed(PLAY, crash)

    def _play(self, plan: _Plan) -> None:
        dice = Random(f"{self.seed} {plan.lot}")
        totals = plan.totals
        state = plan.origin.begin(self.game)
        moment = Moment(
            self.game,
            state,
            plan.origin,
            dice,
            close=plan.close,
            taste=plan.taste,
            decide=self.decide,
            screens=self.screens,
        )
        self.ledger.at(plan.origin, moment)
        for check in self.checks:
            self.ledger.ask(check, partial(check.begin, moment))
        while True:
            if len(moment.moves) < MAX_WATCHED:
                self._look(moment)
            if state.player is None:
                break
            if len(moment.moves) >= self.game.longest:
                self.ledger.found(PLAY, f"it goes on after {self.game.longest:,} decisions, its `longest`")
                return
            STOPS.check()
            if self.end is not None and monotonic() > self.end:
                raise _OutOfTime
            legal = state.legal()
            if not legal:
                check_state(self.game, state)
            totals.decisions += 1
            totals.legal += len(legal)
            totals.most_legal = max(totals.most_legal, len(legal))
            if plan.taste is not None:
                move = plan.taste.choose(state, legal, dice)
            else:
                move = legal[int(dice.random() * len(legal))]
            moment.make_move(move)
        totals.games += 1
        totals.longest = max(totals.longest, len(moment.moves))
        totals.cut_short += state.result().cut_short
        if len(moment.moves) >= MAX_WATCHED:
            return
        if len(self.kinds) < MAX_KINDS:
            self.kinds.update(dict.fromkeys(kind_of(state.text(move)) for move in moment.moves))
        for check in self.checks:
            if moment.close or not check.only_close:
                self.ledger.ask(check, partial(check.end, moment), counts=check.counts_games)

    def _look(self, moment: Moment) -> None:
        for check in self.restless:
            self.ledger.ask(check, partial(check.each, moment))
        # A position that somebody chose to begin with is worth a look by itself.
        at_an_end = moment.state.player is None or not (moment.is_dealt or moment.moves)
        due = self.schedule.due(self._kind(moment.state))
        for index in range(len(self.lookers)) if moment.close and at_an_end else due:
            check = self.lookers[index]
            self.ledger.ask(check, partial(check.look, moment), counts=True)

    def _kind(self, state: State) -> Hashable:
        """What kinds of moves can be made in a state."""
        found = set()
        for move in state.legal():
            kind = self.kinds_of.get(move)
            if kind is None:
                kind = self.kinds_of[move] = kind_of(state.text(move))
            found.add(kind)
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A game to be played: how it begins, and in what way."""

    origin: Record
    totals: Totals
    """What it counts for."""
    lot: str
    """The suite's dice are thrown by it."""
    share: float
    """How often checks look, compared with what they wish."""
    close: bool
    """Whether it is looked at closely when it has ended."""
    taste: Taste | None = None


class Ledger:
    """The findings of one run, each with the game that led there."""

    def __init__(self, report: Report, folder: Path | None) -> None:
        self._report = report
        self._folder = folder
        """Where the rules stand, if they are a designer's own."""
        self._ended_by: BaseException | None = None
        self._tallies = {tally.name: tally for tally in report.checks}
        self._origin: Record | None = None
        self._moment: Moment | None = None

    def at(self, origin: Record | None, moment: Moment | None = None) -> None:
        """From now on it is about the game that began so; about none if it is None."""
        self._origin = origin
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
            # The check that locked it away reports it.
            return
        except BaseException as crash:
            self.crashed(check.name, crash)

    def crashed(self, name: str, crash: BaseException) -> None:
        """Writes down what was raised, with the move that was made. Raises Endless anew, and what ends the
        run."""
        is_fault = isinstance(crash, Exception | Endless)
        if not is_fault and (self._folder is None or not is_authors(crash, self._folder)):
            raise crash
        moment = self._moment
        seat = None if moment is None else moment.making
        move = None if moment is None or seat is None else words_of_move(moment.state, moment.moves[-1])
        if crash is not self._ended_by:
            self.found(name, describe_crash(crash, self._folder, move, seat))
        if isinstance(crash, Endless):
            self._ended_by = crash
            raise crash

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
        if self._origin is None:
            return None
        words = [words_of_move(self._moment.state, move) for move in choices] if self._moment else []
        return replace(self._origin, moves=words).to_dict()


class Schedule:
    """Says which checks look at a state: often in the first games, then seldom, so that a run ends soon.

    - A check says at about how many states of a game it wants to look (all of them, if it costs little). They
      are spread over the game by lot; checks that look at the same state share what they have to find out.
    - States are of many kinds, by the moves that can be made there. Each kind is looked at about as often as
      the others, however seldom it comes up.
    - ``look_share`` says how much of all that is done in a game.
    - The last state of a game that is looked at closely is looked at by all checks.
    - What costs next to nothing is done at every state.

    It goes by numbers and its own dice, never by the clock.
    """

    def __init__(self, states_a_game: Sequence[int], dice: Random) -> None:
        self._states_a_game = states_a_game
        self._dice = dice
        self._chances = [1.0] * len(states_a_game)
        self._greatest = 1.0
        self._seen: Counter[Hashable] = Counter()
        """How many states there were of each kind."""
        self._total = 0

    def next_game(self, share: float, mean_decisions: float) -> None:
        """``share``: how often a check looks that wants to once; ``mean_decisions``: of earlier games."""
        length = mean_decisions or _FIRST_LENGTH
        self._chances = [share * (wanted / length if wanted else 1.0) for wanted in self._states_a_game]
        self._greatest = max(self._chances, default=0.0)

    def due(self, kind: Hashable) -> list[int]:
        """The numbers of the checks that look at the next state, which is of that kind."""
        self._seen[kind] += 1
        self._total += 1
        rarity = self._total / (self._seen[kind] * len(self._seen))
        lot = self._dice.random() / min(max(rarity, MIN_RARITY), MAX_RARITY)
        if lot >= self._greatest:
            return []
        return [number for number, chance in enumerate(self._chances) if lot < chance]


def look_share(number: int, setups: int) -> float:
    """How often checks look in a random game, compared with what they wish."""
    if number < setups:
        return FIRST_SHARE
    return 1.0 if number < CLOSE_GAMES else LATER_SHARE


def is_close(number: int) -> bool:
    """Whether a random game is looked at closely when it ends: the first, then one in ``CLOSE_EVERY``."""
    return number < CLOSE_GAMES or number % CLOSE_EVERY == 0


# Positions to begin with, from files: positions, saved games and scenarios, in YAML or JSON


def beginnings(game: Game, scenarios: Sequence[Scenario] | None = None) -> Iterator[Position]:
    """Where games begin besides the usual setups: in notable positions, and where scenarios begin.

    Without ``scenarios``: those in the folder of a game of a designer's own.
    """
    yield from game.notable_positions()
    if scenarios is None:
        files = scenario_files(game.folder / FOLDER) if game.folder is not None else ()
        scenarios = read_scenarios(game.name, files, Problems())
    for scenario in scenarios:
        if scenario.position is None or scenario.refused is not None:
            continue
        try:
            game.from_dict(scenario.position)
        except Exception:
            # Whatever is wrong with it is reported where the scenario is played.
            continue
        yield dict(scenario.position)


def read_positions(paths: Sequence[Path], problems: Problems) -> dict[str, list[Position]]:
    """The positions of each game, by its name; what can't be read is reported in ``problems``.

    Of a folder all files are read whose names end in one of ``SUFFIXES``. A file holds a position, something
    that begins with one (at the key ``from``), or a list of such; what ought to be rejected (``refused``) and
    what begins otherwise is left out.
    """
    found: dict[str, list[Position]] = {}
    for path in paths:
        if not path.exists():
            problems.extend([InputError(f"{quote(str(path))}: no such file or folder").at(None)])
            continue
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        before = sum(map(len, found.values()))
        for file in files:
            if file.suffix in SUFFIXES or file == path:
                for position in _positions_in(copied(read_yaml(file, problems))):
                    found.setdefault(position["game"], []).append(position)
        if sum(map(len, found.values())) == before and not problems.has_errors:
            problems.extend([InputError(f"{quote(str(path))}: no position to begin with").at(None)])
    return found


def _positions_in(content: object) -> Iterator[Position]:
    for item in content if isinstance(content, list) else [content]:
        if not isinstance(item, dict) or "refused" in item:
            continue
        position = item.get("from", item)
        if isinstance(position, dict) and isinstance(position.get("game"), str) and "phase" in position:
            yield position
