"""Who plays the games of a study: this process, processes on this machine, or the workers of a Dask cluster.

All three are ``concurrent.futures`` executors, and one loop hands out batches of games to them. A batch is
stored when it comes back; the games of one that is lost with its worker are handed out again, so that none is
lost and none counts twice. A batch is about a second's work, however fast the games are.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from generator.catalog.bundle import find_bundled_game
from generator.catalog.extras import require
from generator.catalog.problems import InputError
from generator.catalog.processes import die_with_parent
from generator.catalog.stops import STOPS
from generator.catalog.wording import quote
from generator.rules.loading import BadDatabase
from generator.rules.own_code import OwnStream, damage_by_own_code
from generator.rules.watch import pulse
from generator.sim.bot_specs import parse_bot_spec
from generator.sim.study.plan import Plan, Versions
from generator.sim.study.store import Store
from generator.sim.study.table import MOVE_LIMIT, Batch, Failure, Observing, Table, open_table, play_numbers

if TYPE_CHECKING:
    from generator.rules.apart import Apart

BATCH_SECONDS = 1.0
"""About how long a batch takes: much longer than handing it out, and short enough that little is lost."""
MAX_BATCH = 50_000
_GROWTH = 8
"""A batch is at most so many times as large as the last: the first games say little of all others."""
IN_HAND = 2
"""Batches that each worker has been handed, so that none waits for the next one."""
MAX_LOSSES = 5
"""Times in a row that workers are lost without any batch coming back, before the study gives up."""
_LOOK_SECONDS = 0.25
"""Between two looks whether the workers are still there, and whether to go on, while no batch comes back."""
CONNECT_SECONDS = 10
"""For reaching a scheduler."""
FIRST_WORKER_SECONDS = 10
"""For the first of its workers to come."""


@dataclass(frozen=True, slots=True)
class Crew:
    workers: int = 1
    """Processes on this machine; 1: this process itself."""
    scheduler: str | None = None
    """The address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``; its workers play then."""
    move_limit: float = MOVE_LIMIT


@dataclass(frozen=True, slots=True)
class Job:
    """A batch to play, as a worker gets it."""

    plan: Plan
    versions: Versions
    """By which it must be played."""
    first: int
    end: int
    move_limit: float
    observing: Observing | None = None

    @property
    def numbers(self) -> range:
        return range(self.first, self.end)


def play_study(
    store: Store,
    table: Table,
    crew: Crew,
    done: Callable[[int], None],
    observing: Observing | None = None,
) -> Failure | None:
    """Plays the games that the store lacks; the first game that could not be played, None if all were.

    ``done`` is called as games are stored. Where a game fails no further ones are begun, and those
    before it are stored. After a signal that ends the run what has come back is stored. Raises InputError
    where the store or the workers fail.
    """
    missing = store.missing()
    if not missing:
        return None
    with STOPS.deferred(), _team(crew, table) as team:
        run = _Run(store, crew, missing, team, done, observing)
        try:
            while not run.play(team.executor()):
                continue
        except (KeyboardInterrupt, SystemExit):
            run.keep_what_came_back()
            raise
    return run.failure


@dataclass(frozen=True, slots=True)
class _Team:
    """Workers that have been found."""

    workers: int
    executor: Callable[[], Executor]
    """Gives the executor that they play for: at first, and again whenever one broke."""
    check: Callable[[], None]
    """Raises InputError where they can't be reached any more."""
    play: Callable[[Job], Batch]


class _Run:
    def __init__(
        self,
        store: Store,
        crew: Crew,
        missing: list[range],
        team: _Team,
        done: Callable[[int], None],
        observing: Observing | None,
    ) -> None:
        self.failure: Failure | None = None
        self._store = store
        self._crew = crew
        self._team = team
        self._done = done
        self._observing = observing
        self._waiting = missing[::-1]
        """Games that nobody has been handed, the next ones last."""
        self._under_way: dict[Future[Batch], Job] = {}
        self._size = 1
        """Of the next batch."""
        self._losses = 0

    def play(self, executor: Executor) -> bool:
        """Hands out batches and stores them; False where the executor broke and another one is needed."""
        most = IN_HAND * self._team.workers
        while True:
            STOPS.check()
            self._team.check()
            try:
                while len(self._under_way) < most and (job := self._next()) is not None:
                    self._under_way[executor.submit(self._team.play, job)] = job
            except BrokenExecutor:
                assert job is not None
                self._take_back(job)
                self._lose_all()
                return not self._waiting
            if not self._under_way:
                return True
            finished, _ = wait(self._under_way, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
            # In the order of their numbers, so that of several failures the first game's is reported.
            for future in sorted(finished, key=lambda one: self._under_way[one].first):
                if not self._collect(future):
                    return not self._waiting

    def keep_what_came_back(self) -> None:
        """Stores the batches that are finished though nobody has looked yet."""
        for future in [one for one in self._under_way if one.done() and one.exception() is None]:
            self._collect(future)
        # Whoever follows the study looks once more at what there is.
        self._done(0)

    def _next(self) -> Job | None:
        """The next batch; None where there is none, or a game before it has failed."""
        while self._waiting:
            games = self._waiting.pop()
            if self.failure is not None and games[0] > self.failure.number:
                continue
            batch, rest = games[: self._size], games[self._size :]
            if rest:
                self._waiting.append(rest)
            store = self._store
            limit = self._crew.move_limit
            return Job(store.plan, store.versions, batch[0], batch[-1] + 1, limit, self._observing)
        return None

    def _collect(self, future: Future[Batch]) -> bool:
        """Stores a batch, or hands its games out again where it was lost; False where the executor broke."""
        job = self._under_way.pop(future)
        try:
            batch = future.result()
        except BrokenExecutor:
            self._take_back(job)
            self._lose_all()
            return False
        except (InputError, BadDatabase):
            raise
        except (CancelledError, Exception) as error:
            if not _is_lost_worker(error):
                raise
            self._take_back(job)
            self._team.check()
            self._count_loss(job)
            return True
        self._losses = 0
        self._store.add(batch)
        self._done(len(batch))
        if batch.failure is not None:
            if self.failure is None or batch.failure.number < self.failure.number:
                self.failure = batch.failure
        else:
            rate = len(batch) / max(batch.seconds, 1e-6)
            self._size = max(1, min(MAX_BATCH, _GROWTH * len(batch), round(rate * BATCH_SECONDS)))
        return True

    def _take_back(self, job: Job) -> None:
        self._waiting.append(job.numbers)

    def _lose_all(self) -> None:
        """After a process died: an executor of this machine plays nothing more, and all else is lost."""
        jobs = sorted(self._under_way.values(), key=lambda job: -job.first)
        # Those that came back before the process died are no loss.
        for future in [one for one in self._under_way if one.done() and one.exception() is None]:
            jobs.remove(self._under_way[future])
            self._collect(future)
        self._under_way.clear()
        self._waiting += [job.numbers for job in jobs]
        self._waiting.sort(key=lambda games: -games[0])
        if (failure := _failure_of_dead()) is not None:
            # No other game is begun.
            self.failure = failure
            self._waiting.clear()
            return
        self._count_loss(None)
        # A game that kills its process is found sooner in a small batch.
        self._size = max(1, self._size // _GROWTH)

    def _count_loss(self, job: Job | None) -> None:
        self._losses += 1
        if self._losses > MAX_LOSSES:
            games = self._waiting[-1] if job is None else job.numbers
            message = f"workers were killed {self._losses} times in a row, the last time playing"
            message += f" game {games[0]}" if len(games) == 1 else f" games {games[0]} to {games[-1]}"
            hint = "they may need more memory than there is; the finished games are kept"
            raise InputError(message, hint=hint)


def _failure_of_dead() -> Failure | None:
    """What a process of this machine reported when code of a user's own ended it; None where none did."""
    if pulse() is None:
        return None
    from generator.rules.supervisor import fate_of_workers

    fate = fate_of_workers()
    return None if fate is None else Failure(*fate)


def _is_lost_worker(error: BaseException) -> bool:
    """Whether a batch did not come back because of its worker, and not because of its games."""
    if isinstance(error, CancelledError):
        return True
    return type(error).__name__ in ("KilledWorker", "FutureCancelledError", "CommClosedError")


# What a worker does


class _Opened:
    """The table that a process plays at, kept from batch to batch."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: dict[tuple[Plan, Versions], Table] = {}

    def keep(self, table: Table, versions: Versions) -> None:
        """Has this process play at a table that is open already."""
        with self._lock:
            self._tables = {(table.plan, versions): table}

    def table_for(self, job: Job) -> Table:
        """The table of a job, opened if it is not. Raises InputError where games would go otherwise here."""
        # Workers of a cluster play in several threads, and rules of one's own are imported only once.
        with self._lock:
            table = self._tables.get((job.plan, job.versions))
            if table is None:
                table = _open_for(job)
                self._tables = {(job.plan, job.versions): table}
            return table


_OPENED = _Opened()


def play_job(job: Job) -> Batch:
    """Plays a batch in this process."""
    try:
        return play_numbers(_OPENED.table_for(job), job.numbers, job.move_limit, job.observing)
    except (InputError, BadDatabase):
        raise
    except Exception as error:
        problem = damage_by_own_code()
        if problem is None:
            raise
        raise InputError(problem.message, hint=problem.hint, place=problem.place) from error


class _Aside:
    """Processes of a worker of a cluster that play by code of a user's own: the worker itself must go on
    answering its scheduler, whatever becomes of that code."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[Apart] = []

    def play(self, job: Job) -> Batch:
        """Plays a batch. Where the process hangs, the batch is lost but for the game that it hung in."""
        from generator.rules.apart import Apart, EndedError, anew

        with self._lock:
            process = self._idle.pop() if self._idle else Apart(anew)
        try:
            batch: Batch = process.call(play_job, job)
        except EndedError as ended:
            return Batch(job.plan.seats, failure=Failure(*ended.fate))
        except BaseException:
            process.close()
            raise
        with self._lock:
            self._idle.append(process)
        return batch


_ASIDE = _Aside()


def play_on_cluster(job: Job) -> Batch:
    """Plays a batch for a worker of a cluster."""
    bots = (parse_bot_spec(contestant.bot) for contestant in job.plan.contestants)
    is_own = find_bundled_game(job.plan.place) is None or any(bot.file is not None for bot in bots)
    return _ASIDE.play(job) if is_own and hasattr(os, "fork") else play_job(job)


def _open_for(job: Job) -> Table:
    try:
        table = open_table(job.plan)
    except BadDatabase as bad:
        raise InputError(f"a worker on {_host()} can't open {quote(job.plan.place)}: {bad}") from None
    except InputError as error:
        message = f"a worker on {_host()} can't open {quote(job.plan.place)}: {error.message}"
        raise InputError(message, hint=error.hint) from None
    found = list(job.versions.differences(table.versions))
    if found:
        message = f"a worker on {_host()} would play other games: {'; '.join(found)}"
        raise InputError(message, hint="install the same version and the same files on every machine")
    return table


def _host() -> str:
    import socket

    return socket.gethostname()


# Executors


class Here(Executor):
    """An executor that plays in this process, when it is asked."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _team(crew: Crew, table: Table) -> Iterator[_Team]:
    """Finds who plays. Raises InputError."""
    if crew.scheduler is not None:
        with _cluster(crew.scheduler) as team:
            yield team
    elif crew.workers == 1:
        _OPENED.keep(table, table.versions)
        yield _Team(1, Here, _always_there, play_job)
    else:
        pools = _Pools(crew.workers)
        try:
            yield _Team(crew.workers, pools.renew, _always_there, play_job)
        finally:
            pools.end()


def _always_there() -> None:
    """Processes of this machine: those that die break their executor."""


class _Processes(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach, not even while they begin: each would report it."""

    def submit(self, *args: Any, **given: Any) -> Future[Any]:
        """Hands out a task; it is here that processes are begun, which inherit what is blocked meanwhile."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(*args, **given)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **given)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Pools:
    """A pool of processes, and the next one where it breaks."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._others = frozenset(active_children())
        """Children of this process that are not of the pool."""
        self._pool: Executor | None = None

    def renew(self) -> Executor:
        """A new pool in the place of the old one."""
        self.end()
        context = get_context("spawn")
        self._pool = _Processes(
            self._workers, mp_context=context, initializer=_begin_worker, initargs=(os.getpid(),)
        )
        return self._pool

    def end(self) -> None:
        """Ends all processes at once: what they still play is played again another time."""
        if self._pool is None:
            return
        for process in active_children():
            if process not in self._others:
                process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None


def _begin_worker(parent: int) -> None:
    """Ctrl-C at a terminal goes to all processes; the one that hands out the work decides what it means."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What rules or bots of a user's own print must not come among the results that the other process prints.
    os.dup2(2, 1)
    sys.stdout, sys.stderr = OwnStream(sys.stdout), OwnStream(sys.stderr)
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[_Team]:
    require("cluster", "playing on a cluster")
    from distributed import Client

    # What it would log, with tracebacks, is said here in a sentence.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        hint = "begin one with `dask scheduler`, and workers with `dask worker`"
        raise InputError(f"no scheduler can be reached at {quote(address)}: {reason}", hint=hint) from None

    def check() -> None:
        if client.status not in ("running", "connecting"):
            hint = "the finished games are kept; begin it again, and run the same command"
            raise InputError(f"the scheduler at {quote(address)} has gone", hint=hint)

    with client:
        try:
            client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
        except TimeoutError:
            hint = f"begin some with `dask worker {address}`"
            raise InputError(f"the scheduler at {quote(address)} has no workers", hint=hint) from None
        executor = client.get_executor(pure=False)
        try:
            yield _Team(sum(client.nthreads().values()), lambda: executor, check, play_on_cluster)
        finally:
            executor.shutdown(wait=False)
