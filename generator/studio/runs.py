"""Long work of the studio: done by a process of its own, one piece after the other, told of and stopped.

A piece of work is a function of a module with a :class:`Line` and arguments that can be pickled. The process
ends with the studio, however that ends.
"""

from __future__ import annotations

import os
import secrets
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, Literal

from generator.catalog.problems import InputError, Problem
from generator.rules.apart import Process, print_into, printing
from generator.rules.pulse import INTERVAL
from generator.rules.supervisor import Fate, Spill, Watcher

State = Literal["waiting", "running", "stopping", "done", "stopped", "failed"]
ENDED: tuple[State, ...] = ("done", "stopped", "failed")
Work = Callable[..., Mapping[str, Any]]
MAX_KEPT = 40
"""Runs that are remembered when they have ended."""
MAX_WAITING = 8
"""Runs that may wait for those before them."""
ENDING_SECONDS = 3.0
"""For a process that is told to end, until it is made to."""


class Stopped(Exception):  # noqa: N818 - it is what happened
    """Raised in the work when somebody has stopped it."""


class WorkFailed(Exception):  # noqa: N818 - it is what happened
    """Raised by work that comes to nothing; carries what is told."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.problems = problems


# The side that works


@dataclass(slots=True)
class Line:
    """What work tells the studio by."""

    connection: Connection
    is_stopped: threading.Event = field(default_factory=threading.Event)
    done: int = 0
    told_at: float = 0.0

    def begin(self, total: int, doing: str) -> None:
        """Says how much there is to do, and what that is: ``cards``."""
        self.done = 0
        self.check()
        self.connection.send(("began", {"total": total, "doing": doing}))

    def advance(self, count: int) -> None:
        """Says how much more is done. Raises :class:`Stopped` where somebody has stopped it."""
        self.done += count
        now = time.monotonic()
        if now - self.told_at > 0.1:
            self.told_at = now
            self.connection.send(("done", self.done))
        self.check()

    def check(self) -> None:
        """Raises :class:`Stopped` where somebody has stopped it."""
        if self.is_stopped.is_set():
            raise Stopped

    def show(self, values: Mapping[str, Any]) -> None:
        """Shows what was found so far."""
        self.connection.send(("shown", dict(values)))


def _work(connection: Connection, printed: Connection, folder: Path) -> None:
    """Does one piece of work after the other, until the studio ends."""
    # Ctrl-C at the terminal goes to the studio, which ends this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print_into(printed, folder)
    line = Line(connection)
    pieces: SimpleQueue[tuple[Work, tuple[Any, ...]]] = SimpleQueue()
    threading.Thread(target=_listen, args=(line, pieces), daemon=True).start()
    while True:
        work, arguments = pieces.get()
        kind, values = _outcome(work, line, arguments)
        connection.send((kind, values))


def _outcome(work: Work, line: Line, arguments: tuple[Any, ...]) -> tuple[State, Mapping[str, Any]]:
    from generator.rules.errors import RulesError
    from generator.rules.loading import BadDatabase

    try:
        return "done", work(line, *arguments)
    except Stopped:
        return "stopped", {}
    except WorkFailed as failed:
        return "failed", _as_dict(failed.message, failed.problems)
    except InputError as error:
        problem = error.at(None)
        return "failed", _as_dict(str(problem), (problem,))
    except RulesError as error:
        return "failed", _as_dict(str(error), (error.problem(),))
    except BadDatabase as bad:
        return "failed", _as_dict("the game can’t be played", tuple(bad.problems))


def _as_dict(message: str, problems: tuple[Problem, ...]) -> Mapping[str, Any]:
    return {"message": message, "problems": [problem.to_dict() for problem in problems]}


def _listen(line: Line, pieces: SimpleQueue[tuple[Work, tuple[Any, ...]]]) -> None:
    while True:
        try:
            order, content = line.connection.recv()
        except (EOFError, OSError):
            # The studio has ended. Nothing half-written stays in its place: that is moved there in the end.
            os._exit(0)
        if order == "stop":
            line.is_stopped.set()
        else:
            line.is_stopped.clear()
            pieces.put(content)


# The studio's side


@dataclass(slots=True)
class Run:
    """A piece of work that somebody has asked for."""

    kind: str
    title: str
    work: Work
    arguments: tuple[Any, ...]
    game: str
    about: Mapping[str, Any] = field(default_factory=dict)
    """What the page that asked for it wants to know again."""
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    state: State = "waiting"
    total: int = 0
    done: int = 0
    doing: str = ""
    result: Mapping[str, Any] = field(default_factory=dict)
    """What it has shown so far, and in the end what it came to."""
    message: str = ""
    problems: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED


@dataclass(slots=True)
class Runs:
    """Does work, one piece at a time, in a process that begins when it is first needed."""

    keeps_process: bool = True
    """Whether the next piece is done by the same process, which knows what it has read; rules of a user's
    own are imported only once by each."""
    _runs: dict[str, Run] = field(default_factory=dict)
    _waiting: deque[Run] = field(default_factory=deque)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _thread: threading.Thread | None = None
    _process: Any = None
    _line: Connection | None = None
    _folder: TemporaryDirectory[str] | None = None
    """Where the process tells of itself while it runs code of a user's own."""
    _watcher: Watcher | None = None
    _is_closed: bool = False

    def begin(self, run: Run) -> Run:
        """Takes a piece of work on. Raises :class:`InputError` where too much is waiting already."""
        with self._changed:
            if len(self._waiting) >= MAX_WAITING:
                raise InputError(
                    f"{MAX_WAITING} are waiting already", hint="stop one, or wait until one is done"
                )
            self._runs[run.id] = run
            self._waiting.append(run)
            self._forget()
            if self._thread is None:
                self._thread = threading.Thread(target=self._do_all, name="runs", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return run

    def find(self, name: str) -> Run | None:
        return self._runs.get(name)

    def all(self) -> list[Run]:
        """All that are remembered, the oldest first."""
        return list(self._runs.values())

    def before(self, run: Run) -> int:
        """How many are done before a run that waits."""
        with self._changed:
            if run not in self._waiting:
                return 0
            under_way = any(other.state in ("running", "stopping") for other in self._runs.values())
            return self._waiting.index(run) + under_way

    def stop(self, run: Run, *, at_once: bool = False) -> None:
        """Stops a run: it ends in good order, or, ``at_once``, with its process."""
        with self._changed:
            if run in self._waiting:
                self._waiting.remove(run)
                run.state = "stopped"
            elif run.state in ("running", "stopping"):
                run.state = "stopping"
                if at_once:
                    self._process.terminate()
                elif self._line is not None:
                    with suppress(OSError):
                        self._line.send(("stop", None))
            self._changed.notify_all()

    def wait(self, run: Run, seconds: float) -> bool:
        """Waits until a run has ended; whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: run.has_ended, seconds)

    def close(self) -> None:
        """Ends all work."""
        with self._changed:
            self._is_closed = True
            for run in self._waiting:
                run.state = "stopped"
            self._waiting.clear()
            self._changed.notify_all()
        # A pipe that another thread reads from can't be closed under it: the process ends first.
        process = self._process
        if process is not None:
            process.terminate()
            process.join(ENDING_SECONDS)
        if self._thread is not None:
            self._thread.join(ENDING_SECONDS)
        self._end_process()

    def _forget(self) -> None:
        ended = [run for run in self._runs.values() if run.has_ended]
        for run in ended[: max(0, len(ended) - MAX_KEPT)]:
            del self._runs[run.id]

    def _do_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                run = self._waiting.popleft()
                run.state = "running"
                line = self._begun_line()
                line.send(("work", (run.work, run.arguments)))
            self._do(run, line)
            if not self.keeps_process:
                self._end_process()

    def _do(self, run: Run, line: Connection) -> None:
        while not run.has_ended:
            told: Fate | None = None
            try:
                while not line.poll(INTERVAL) and told is None and self._watcher is not None:
                    told = self._watcher.look()
                kind, content = line.recv()
            except (EOFError, OSError):
                told = told or self._crash()
                self._end_process()
                problem = None if told is None else told.problem
                kind, content = _end_of(run, problem, is_closed=self._is_closed)
            with self._changed:
                self._take(run, kind, content)
                self._changed.notify_all()

    def _take(self, run: Run, kind: str, content: Any) -> None:
        if kind == "began":
            run.done, run.total, run.doing = 0, content["total"], content["doing"]
        elif kind == "done" and isinstance(content, int):
            run.done = content
        elif kind == "shown":
            run.result = content
        elif kind == "failed":
            run.message, run.problems = content["message"], list(content["problems"])
            run.state = "failed"
        else:
            run.result = {**run.result, **content}
            run.done = run.total if kind == "done" else run.done
            is_stopped = kind == "stopped" or content.get("stopped")
            run.state = "stopped" if is_stopped else "done"

    def _begun_line(self) -> Connection:
        if self._line is None or not self._process.is_alive():
            self._end_process()
            context = get_context("spawn")
            self._line, other = context.Pipe()
            self._folder = TemporaryDirectory(prefix="gatepress-")
            folder = Path(self._folder.name)
            # Its workers are processes, too, which those of a daemon may not be.
            with printing() as (end, printed), _without_interrupts():
                self._process = context.Process(target=_work, args=(other, printed, folder), daemon=False)
                self._process.start()
            other.close()
            self._watcher = Watcher(folder, Process(self._process))
            Spill(folder, self._process.pid).pass_on(end, 2)
        return self._line

    def _end_process(self) -> None:
        line, process, folder = self._line, self._process, self._folder
        self._line = self._process = self._folder = self._watcher = None
        if line is not None:
            line.close()
        if process is not None:
            process.join(0 if self._is_closed else 0.5)
            if process.is_alive():
                process.terminate()
                process.join(ENDING_SECONDS)
        if folder is not None:
            folder.cleanup()

    def _crash(self) -> Fate | None:
        """What is to be told where the process ended in code of a user's own."""
        self._process.join(ENDING_SECONDS)
        status = self._process.exitcode
        return None if status is None or self._watcher is None else self._watcher.crash(status)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C does not reach the process that begins meanwhile, not even before it can say so itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_of(run: Run, told: Problem | None, *, is_closed: bool) -> tuple[State, Mapping[str, Any]]:
    """What is said of a run whose process has ended in the middle of it; ``told``: whose doing it was."""
    if run.state == "stopping" or is_closed:
        return "stopped", {}
    if told is not None:
        return "failed", _as_dict(str(told), (told,))
    return "failed", {"message": "the process that worked on it ended", "problems": []}


def run_as_dict(runs: Runs, run: Run) -> dict[str, Any]:
    """A run as pages are told of it."""
    return {
        "id": run.id,
        "kind": run.kind,
        "title": run.title,
        "state": run.state,
        "before": runs.before(run),
        "done": run.done,
        "total": run.total,
        "doing": run.doing,
        "result": run.result,
        "message": run.message,
        "problems": run.problems,
    }
