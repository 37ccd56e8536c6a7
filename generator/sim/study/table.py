"""Plays games of a plan, one or a batch of them, and counts what a study wants to know of each.

Whatever goes wrong in a bot, or in rules of a designer's own, ends the game with a :class:`GameFailed` that
says in which game, at which move, whose doing it was, and where in the user's files.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from types import CodeType
from typing import Any, NamedTuple, Protocol

from generator.catalog.bundle import find_bundled_game, find_game
from generator.catalog.load import load_game
from generator.catalog.models import Game as Database
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.stops import STOPS, Stopping
from generator.catalog.wording import clipped, pluralize, quote
from generator.rules import Game, Result, RulesError, State
from generator.rules.errors import (
    author_error,
    is_authors,
    named_words,
    place_in_study,
    place_of_code,
    place_of_rules,
    plain_text,
    words_of_move,
)
from generator.rules.evaluation import most_decisions, too_long
from generator.rules.loading import BadDatabase, rules_for
from generator.rules.own_rules import author_at_work, check_state
from generator.rules.record import MAX_SCORE
from generator.rules.watch import Endless, Watch, pulse
from generator.sim.bots import Bot, make_bot
from generator.sim.own_bot import BotError
from generator.sim.study.plan import Plan, versions_of
from generator.sim.study.study_file import array_codes

MOVE_LIMIT = 60.0
"""Seconds that a bot may take for a move, by default."""
CHECKED_EVERY = 100
"""Of games with rules of a designer's own: in every so many-th game each state is held against what a state
must be, in the others only the first and the last. It takes longer than the rules."""
OLDEST, NEW = 2, 1
"""Up to which generation the garbage collector looks at objects."""
SHORT = 0.2
"""Seconds of a batch that is too short for looking at all objects."""
_PACKAGE_DIR = Path(__file__).resolve().parents[2]


class GameFailed(Exception):  # noqa: N818 - it is what happened
    """Raised where a game could not be played to its end; it can be pickled."""

    def __init__(self, number: int, problem: Problem) -> None:
        super().__init__(number, problem)
        self.number = number
        self.problem = problem


@dataclass(slots=True)
class Played:
    """One game that was played to its end."""

    number: int
    result: Result
    first: int
    """The seat that had the first turn, or where the game does not say, that was asked first; -1 in a game
    in which nobody had anything to decide."""
    decisions: list[int]
    turns: int
    """Turns or rounds, as the game counts them; 0 where it counts none."""
    legal_sum: int
    """The numbers of legal moves of all decisions, added up."""
    legal_most: int
    forced: int
    """Moves that the rules forced; -1 for a game that does not note them."""


class Observer(Protocol):
    """Watches games of a plan while they are played, and takes notes of them.

    It never changes a state, nor draws from the chance of the game or of its bots: the games are the same
    without it. Notes of a game are taken when it has ended; one that fails leaves none.
    """

    def wants(self, number: int) -> bool:
        """Whether the game is watched."""

    def begin(self, number: int, state: State) -> None:
        """The game begins; the first seat is about to be asked."""

    def decide(self, state: State, legal: Sequence[int], move: int) -> None:
        """The seat that is asked has chosen a move, which is about to be made."""

    def made(self, state: State) -> None:
        """The move was made, and all that it forced."""

    def end(self, state: State, result: Result) -> None:
        """The game is over."""

    def notes(self) -> str | None:
        """What was noted of the games since the observer was made; None if there were none."""


class Observing(Protocol):
    """What every worker makes an observer from: a value that can be pickled."""

    def open(self, table: Table) -> Observer:
        """The observer of a batch of the table's games."""


class Table:
    """A plan's game, opened, with a seat for each contestant: games can be played."""

    def __init__(self, plan: Plan, database: Database, game: Game) -> None:
        self.plan = plan
        self.database = database
        self.game = game
        self.versions = versions_of(plan, database)
        self._most = most_decisions(game)

    @contextmanager
    def watched(self, number: int, move_limit: float) -> Iterator[None]:
        """Inside, games from a number on can be played: calls that never return are stopped.

        ``move_limit``: the seconds that a bot may take for a move. Raises GameFailed where there is no bot.
        """
        bots = self.bots(number)
        # Only now: a worker is watched from when it first imports a bot or rules.
        watcher = pulse()
        files = {_file_of(bot) for bot in bots}
        if watcher is not None:
            watcher.in_study = True
            for bot in bots:
                if bot.file is not None:
                    watcher.allow(bot.file, move_limit)
        with STOPS.deferred(), author_at_work(self.game, files), Watch(files.__contains__, move_limit):
            yield

    def bots(self, number: int) -> list[Bot]:
        """A bot for every seat in a game. Raises GameFailed where one can't be made."""
        made = []
        for seat, contestant in enumerate(self.plan.seating(number)):
            spec = self.plan.contestants[contestant].bot
            seed = self.plan.bot_seed(number, contestant)
            try:
                made.append(make_bot(spec, self.game, seed, seat))
            except BaseException as error:
                raise self._failure(number, None, seat, error) from error
        return made

    def begin(self, number: int) -> State:
        """The state at the beginning of a game. Raises GameFailed."""
        try:
            state = self.game.start(**self.plan.setup(number))
            check_state(self.game, state)
        except BaseException as error:
            raise self._failure(number, None, None, error) from error
        return state

    def play(self, number: int, observer: Observer | None = None) -> Played:
        """Plays a game, inside ``watched``; ``observer`` watches it. Raises GameFailed."""
        state = self.begin(number)
        bots = self.bots(number)
        is_own = self.game.folder is not None
        is_checked = is_own and number % CHECKED_EVERY == 0
        notes_forced = type(state).forced_moves is not State.forced_moves
        looks = [bot.looks for bot in bots]
        decisions = [0] * len(bots)
        first = self._first(state)
        made = legal_sum = legal_most = 0
        forced = len(state.forced_moves()) if notes_forced else -1
        most = self._most if is_own else -1
        seat = -1 if state.player is None else state.player
        move: Any = None
        watcher = pulse() if is_own or any(bot.file is not None for bot in bots) else None
        at: Any = None
        stops = STOPS
        if watcher is not None:
            watcher.game(number, [self._bot_at(number, place) for place in range(len(bots))])
            at = watcher.now
        try:
            if observer is not None:
                observer.begin(number, state)
            while (asked := state.player) is not None:
                seat, move = asked, None
                if stops.noted is not None:
                    raise Stopping
                if made == most:
                    assert self.game.folder is not None
                    raise RulesError(too_long(self.game), place_of_rules(self.game.folder))
                legal = state.legal()
                count = len(legal)
                legal_sum += count
                if count > legal_most:
                    legal_most = count
                if at is not None:
                    at[0] = now = made << 40 | seat << 32
                move = self.choose(number, bots[seat], state, legal, looks[seat], made)
                if observer is not None:
                    observer.decide(state, legal, move)
                if watcher is not None and is_own:
                    if move not in watcher.known:
                        watcher.learn(state, move)
                    at[0] = now + move + 1
                state.apply(move)
                decisions[seat] += 1
                made += 1
                if observer is not None:
                    observer.made(state)
                if notes_forced:
                    forced += len(state.forced_moves())
                if is_checked:
                    check_state(self.game, state)
            result = self._result(state)
            turns = state.turns()
            if observer is not None:
                observer.end(state, result)
        except GameFailed:
            raise
        except BaseException as error:
            words = None if move is None else words_of_move(state, move)
            raise self._failure(number, made, seat, error, words) from error
        return Played(number, result, first, decisions, turns, legal_sum, legal_most, forced)

    @staticmethod
    def _first(state: State) -> int:
        """The seat that has the first turn; -1 where nobody has anything to decide."""
        starter = state.starter()
        if state.player is None:
            return -1
        return state.player if starter is None else starter

    def choose(
        self, number: int, bot: Bot, state: State, legal: Sequence[int], looks: bool, made: int
    ) -> int:
        """A bot's move, after it was found to be one of the legal ones. Raises GameFailed.

        ``looks``: whether the bot is shown the view; ``made``: how many moves were made before.
        """
        seat = state.player
        assert seat is not None
        # What is asked of the rules here must not be taken for the bot's doing.
        view = state.view(seat) if looks else {}
        try:
            move = bot.choose(view, legal)
        except BaseException as error:
            raise self._failure(number, made, seat, error, by_bot=bot) from error
        if type(move) is int and move in legal:
            return move
        done = _illegal_move(self.game, state, move)
        place = None if bot.file is None else Place(shown_path(bot.file))
        raise GameFailed(number, Problem(f"{self._where(number, made, seat)}: the bot {done}", place))

    def _result(self, state: State) -> Result:
        result = state.result()
        if self.game.folder is None:
            return result
        check_state(self.game, state)
        if len(result.scores) != self.plan.seats or any(abs(score) > MAX_SCORE for score in result.scores):
            message = (
                f"`scores` are {quote(result.scores)}; expected a number for each seat, {MAX_SCORE:,} at most"
            )
            place = place_of_code(state.result, self.game.folder) or place_of_rules(self.game.folder)
            raise RulesError(message, place)
        return result

    def _where(self, number: int, made: int | None, seat: int | None) -> str:
        """``game 17, move 5, seat 1 (greedy)``."""
        seat = None if seat is None or seat < 0 else seat
        return place_in_study(number, made, seat, None if seat is None else self._bot_at(number, seat))

    def _bot_at(self, number: int, seat: int) -> str:
        return self.plan.contestants[self.plan.seating(number)[seat]].bot

    def _failure(
        self,
        number: int,
        made: int | None,
        seat: int | None,
        error: BaseException,
        move: str | None = None,
        by_bot: Bot | None = None,
    ) -> GameFailed:
        """What an exception in a game means to the user; our own mistakes are raised again, and whatever
        ends the run."""
        if _ends_the_run(error):
            raise error
        fault = _Fault(error, self.game.folder, by_bot, move, seat)
        for is_choice, kind, meaning in _MEANINGS:
            if is_choice != (by_bot is not None) or not isinstance(error, kind):
                continue
            if (problem := meaning(fault)) is not None:
                where = self._where(number, made, seat)
                return GameFailed(number, problem._replace(message=f"{where}: {problem.message}"))
        raise error


class _Fault(NamedTuple):
    """An exception in a game."""

    error: BaseException
    folder: Path | None
    """Of rules of a designer's own."""
    bot: Bot | None
    """Whose choice it was; None where the rules were at work."""
    move: str | None
    """What was being made, in notation …"""
    seat: int | None
    """… and by whom."""

    def as_bot_reports(self) -> Problem:
        assert isinstance(self.error, BotError)
        if self.error.is_endless:
            return self.took_too_long()
        return self.error.problem()._replace(message=self.error.message)

    def as_rules_report(self) -> Problem | None:
        assert isinstance(self.error, RulesError)
        return None if self.folder is None else self.error.problem()

    def took_too_long(self) -> Problem:
        return self._in_bot("the bot took too long for its move", "`--move-limit` gives it more seconds")

    def bot_failed(self) -> Problem:
        return self._in_bot(f"the bot failed: {named_words(self.error)}")

    def _in_bot(self, message: str, hint: str | None = None) -> Problem:
        """At the line of the bot's code, or of the rules that it plays on by."""
        assert self.bot is not None
        home = self.folder if self.bot.file is None else self.bot.file.parent
        place = Problem(message) if home is None else author_error(self.error, home).problem()
        return place._replace(message=message, hint=hint)

    def rules_failed(self) -> Problem | None:
        error, folder = self.error, self.folder
        if folder is None or not is_authors(error, folder):
            return error.at(None) if isinstance(error, InputError) else None
        if isinstance(error, InputError):
            error = RulesError(error.message, hint=error.hint).with_traceback(error.__traceback__)
        return author_error(error, folder, self.move, None if self.move is None else self.seat).problem()


_MEANINGS: tuple[tuple[bool, type[BaseException], Callable[[_Fault], Problem | None]], ...] = (
    (True, BotError, _Fault.as_bot_reports),
    (True, Endless, _Fault.took_too_long),
    (True, RulesError, _Fault.as_rules_report),
    (True, BaseException, _Fault.bot_failed),
    (False, BaseException, _Fault.rules_failed),
)
"""What an exception means, whether a bot was to choose or the rules were at work: by the first row that has
a meaning. One that none has is a mistake of our own."""


def _illegal_move(game: Game, state: State, move: Any) -> str:
    """What a bot did instead of giving a legal move, as the end of a sentence."""
    if type(move) is not int:
        return f"gave `{clipped(repr(move))}` instead of the number of a move"
    if not 0 <= move < game.moves:
        return f"gave {move}, which is not the number of a move: there are {pluralize(game.moves, 'move')}"
    return f"chose `{words_of_move(state, move)}`, which is not among the legal moves"


def _ends_the_run(error: BaseException) -> bool:
    """Whether it is Ctrl-C or another signal, and not what a bot or rules raise themselves."""
    if isinstance(error, KeyboardInterrupt) and pulse() is None:
        return True
    if not isinstance(error, SystemExit | GeneratorExit | KeyboardInterrupt):
        return False
    files = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    return Path(files[-1]).is_relative_to(_PACKAGE_DIR)


def _file_of(bot: Bot) -> str:
    if bot.file is not None:
        return str(bot.file)
    code = getattr(getattr(bot.choose, "__func__", bot.choose), "__code__", None)
    return (code if isinstance(code, CodeType) else Bot.choose.__code__).co_filename


def open_table(plan: Plan) -> Table:
    """Loads the plan's game, and runs its own rules: the plan is the user's, or names a bundled game.

    Raises InputError or BadDatabase where it can't be played here.
    """
    problems = Problems()
    database = load_game(find_bundled_game(plan.place) or find_game(plan.place), problems, plan.changes)
    game = None if database is None or problems.has_errors else rules_for(database, problems)
    if database is None or game is None or problems.has_errors:
        raise BadDatabase(problems)
    return Table(plan, database, game)


# Batches


@dataclass(frozen=True, slots=True)
class Failure:
    number: int
    problem: Problem


@dataclass(slots=True)
class Batch:
    """Games that were played, one after the other, as columns; it can be pickled at little cost."""

    seats: int
    columns: dict[str, array[int]] = field(default_factory=dict)
    """By name, those of ``column_names``; each as long as there are games."""
    reasons: dict[str, int] = field(default_factory=dict)
    """The reasons for results, each with its number in the column ``reason``."""
    notes: str | None = None
    failure: Failure | None = None
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if not self.columns:
            self.columns = {name: array(code) for name, code in array_codes(self.seats).items()}

    def __len__(self) -> int:
        return len(self.columns["number"])

    def add(self, played: Played) -> None:
        result = played.result
        values = [
            played.number,
            played.first,
            result.cut_short,
            *(seat in result.winners for seat in range(self.seats)),
            *result.scores,
            *played.decisions,
            played.turns,
            played.legal_sum,
            played.legal_most,
            played.forced,
            self.reasons.setdefault(plain_text(result.reason), len(self.reasons)),
        ]
        for column, value in zip(self.columns.values(), values, strict=True):
            column.append(value)

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The games, each as its values in the order of ``column_names``."""
        return zip(*self.columns.values(), strict=True)


def play_numbers(
    table: Table, numbers: range, move_limit: float, observing: Observing | None = None
) -> Batch:
    """Plays the games of these numbers, up to the first that fails or in which a signal comes that ends the
    run; ``observing`` takes notes of them."""
    began = perf_counter()
    batch = Batch(table.plan.seats)
    observer = None if observing is None else observing.open(table)
    try:
        with table.watched(numbers[0], move_limit):
            for number in numbers:
                is_watched = observer is not None and observer.wants(number)
                batch.add(table.play(number, observer if is_watched else None))
    except GameFailed as failed:
        batch.failure = Failure(failed.number, failed.problem)
    except Stopping:
        # Whoever asked for the batch keeps what was played, and ends.
        pass
    if observer is not None:
        batch.notes = observer.notes()
    batch.seconds = perf_counter() - began
    if not gc.isenabled():
        # The command line runs without a garbage collector; objects in circles would add up here. Looking at
        # all objects takes longer than a few games, so that after a short batch only new ones are looked at.
        gc.collect(OLDEST if batch.seconds >= SHORT else NEW)
    return batch
