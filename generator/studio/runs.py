"""Long work of the studio: done by a process of its own, one piece after the other, followed and stopped.

A piece of work is a function of a module with a :class:`Line` and arguments that can be pickled. The process
ends with the studio, however that ends.
"""

from __future__ import annotations

import secrets
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from generator.catalog.problems import InputError
from generator.catalog.stops import STOPS, Stopping
from generator.rules import BadDatabase, RulesError
from generator.rules.apart import Apart, EndedError, News, Process, serve
from generator.rules.supervisor import Child
from generator.studio.forms import Refused, refusal_of

State = Literal["waiting", "running", "stopping", "done", "stopped", "failed"]
ENDED: tuple[State, ...] = ("done", "stopped", "failed")
Work = Callable[..., Mapping[str, Any]]
MAX_KEPT = 40
"""Runs that are remembered when they have ended."""
MAX_WAITING = 8
"""Runs that may wait for those before them."""
PACES, PACE_SECONDS = 100, 1.5
"""How many reports tell how fast work goes, and from how many seconds on they do."""
ENDING_SECONDS = 3.0
"""For a process that is asked to end, until it is made to."""


class Stopped(Exception):  # noqa: N818 - it is what happened
    """Raised in the work when somebody has stopped it."""


KNOWN_ERRORS = (Stopped, Refused, InputError, RulesError, BadDatabase)


# The side that works


@dataclass(slots=True)
class Line:
    """What work reports to the studio by."""

    report: News
    run: str = ""
    """The id of the run that it works on."""
    stopped: set[str] = field(default_factory=set)
    """The ids of runs that somebody has stopped."""
    done: int = 0
    reported_at: float = 0.0

    def begin(self, total: int, doing: str) -> None:
        """Says how much there is to do, and what that is: ``cards``."""
        self.done = 0
        self.check()
        self.report("began", {"done": 0, "total": total, "doing": doing})

    def advance(self, count: int) -> None:
        """Says how much more is done. Raises :class:`Stopped` where somebody has stopped it."""
        self.done += count
        now = time.monotonic()
        if now - self.reported_at > 0.1:
            self.reported_at = now
            self.report("advanced", {"done": self.done})
        self.check()

    def check(self) -> None:
        """Raises :class:`Stopped` where somebody has stopped it."""
        if self.is_stopped:
            raise Stopped

    @property
    def is_stopped(self) -> bool:
        return self.run in self.stopped

    def show(self, values: Mapping[str, Any]) -> None:
        """Shows what was found so far."""
        self.report("shown", {"result": dict(values)})


def _work(line: Line, run: str, work: Work, arguments: tuple[Any, ...]) -> Mapping[str, Any]:
    STOPS.noted = None
    line.run = run
    try:
        return work(line, *arguments)
    except Stopping:
        raise Stopped from None
    except Exception as error:
        if not isinstance(error, KNOWN_ERRORS):
            traceback.print_exc()
        raise


def _stop(line: Line, run: str) -> None:
    line.stopped.add(run)
    if run == line.run:
        # Games are not played to their end, nor searches: a move may take minutes.
        STOPS.noted = Stopped()


def _stop_in(process: Apart, run: str) -> None:
    with suppress(EndedError):
        process.do(_stop, run)


def _begin_process(folder: Path, printed: Connection) -> tuple[Child, Connection]:
    context = get_context("spawn")
    line, other = context.Pipe()
    # Its workers are processes, too, which those of a daemon may not be.
    process = context.Process(target=serve, args=(other, printed, folder), daemon=False)
    with _without_interrupts():
        process.start()
    other.close()
    return Process(process), line


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
    paces: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=PACES))
    """When how much of it was done. What was done before it began is in all of them."""

    def heard(self, values: Mapping[str, Any], now: float) -> None:
        """Takes over what the work has reported."""
        for name, value in values.items():
            setattr(self, name, value)
        if "total" in values:
            self.paces.clear()
        elif "done" in values:
            self.paces.append((now, self.done))

    @property
    def seconds_left(self) -> float | None:
        """How long it will go on as fast as of late; None while nobody can tell."""
        if self.state != "running" or len(self.paces) < 2:
            return None
        (began, before), (now, done) = self.paces[0], self.paces[-1]
        if now - began < PACE_SECONDS or done == before:
            return None
        return (self.total - done) * (now - began) / (done - before)

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
    _process: Apart | None = None
    _running: Run | None = None
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
        process = None
        with self._changed:
            if run in self._waiting:
                self._waiting.remove(run)
                run.state = "stopped"
            elif run.state in ("running", "stopping"):
                run.state = "stopping"
                process = self._process
            self._changed.notify_all()
        if process is not None and at_once:
            process.close()
        elif process is not None:
            # Whoever stops it does not wait for work that hears nothing.
            threading.Thread(target=_stop_in, args=(process, run.id), daemon=True).start()

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
        if self._process is not None:
            self._process.close()
        if self._thread is not None:
            self._thread.join(ENDING_SECONDS)

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
                run = self._running = self._waiting.popleft()
                run.state = "running"
            self._end(run, *self._outcome(run))
            if not self.keeps_process and self._process is not None:
                self._process.close()

    def _outcome(self, run: Run) -> tuple[State, Mapping[str, Any]]:
        try:
            process = self._begun_process()
            if run.state == "stopping":
                return "stopped", {}
            result: Mapping[str, Any] = process.do(_work, run.id, run.work, run.arguments)
            return "stopped" if result.get("stopped") else "done", {"result": {**run.result, **result}}
        except Stopped:
            return "stopped", {}
        except EndedError as error:
            if run.state == "stopping" or self._is_closed:
                return "stopped", {}
            problem = error.problem()
            refusal = Refused([problem], "" if problem.place else "the process that worked on it ended")
        except KNOWN_ERRORS as error:
            refusal = refusal_of(error)
        except RuntimeError as error:
            refusal = Refused([], f"the work went wrong: {error}")
        problems = [problem.to_dict() for problem in refusal.problems]
        return "failed", {"message": refusal.message, "problems": problems}

    def _begun_process(self) -> Apart:
        with self._changed:
            if self._process is None or self._process.has_ended:
                self._process = Apart(_begin_process, self._heard)
                self._process.make(Line)
            return self._process

    def _heard(self, _: str, values: Any) -> None:
        """The work reports how far it is, or what it has found so far."""
        with self._changed:
            if self._running is not None:
                self._running.heard(values, time.monotonic())

    def _end(self, run: Run, state: State, values: Mapping[str, Any]) -> None:
        with self._changed:
            for name, value in values.items():
                setattr(run, name, value)
            run.done = run.total if state == "done" else run.done
            run.state = state
            self._changed.notify_all()


SHOWN = ("id", "kind", "title", "state", "done", "total", "doing", "result", "message", "problems")
"""What pages get of a run."""


def run_as_dict(runs: Runs, run: Run) -> dict[str, Any]:
    shown = {name: getattr(run, name) for name in SHOWN}
    return {**shown, "before": runs.before(run), "left": run.seconds_left}
