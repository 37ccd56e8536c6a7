"""Has code of a user's own run in another process, for programs that go on whatever becomes of it.

A command is watched from outside and ends with such code (``supervisor.py``). The studio and the workers of
a cluster do not: each begins a process, has it call functions, and watches it meanwhile. Where it hangs or
ends, whoever waits for it gets the author's line.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import Popen
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.problems import Problem
from generator.rules.errors import RulesError
from generator.rules.own_code import OwnStream
from generator.rules.pulse import INTERVAL, join
from generator.rules.supervisor import Begun, Child, Fate, Spill, Watcher
from generator.rules.watch import FOLDER

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

_ENDING = 5.0
"""Seconds for a process to end that has gone silent."""

News = Callable[[str, Any], None]
"""Passes on what a process sends unasked: a word, and a value that can be pickled."""


class EndedError(RulesError):
    """Raised where the process was ended in the middle of a call, because it hung or by its own doing."""

    def __init__(self, fate: Fate) -> None:
        super().__init__(fate.problem.message, fate.problem.place, hint=fate.problem.hint)
        self.fate = fate

    def problem(self) -> Problem:
        return self.fate.problem

    def __reduce__(self) -> tuple[type[EndedError], tuple[Fate]]:
        return EndedError, (self.fate,)


class _Order(NamedTuple):
    """A call that the process is asked for."""

    number: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    of_thing: bool
    """Whether the function is given what an earlier one has made; else whether to tell news is given."""


class _Answer(NamedTuple):
    """What came of a call; ``number`` None: news."""

    number: int | None
    word: str
    pickled: bytes

    def value(self) -> Any:
        """What it carries. Raises RuntimeError for what only the other process knows."""
        try:
            return pickle.loads(self.pickled)
        except Exception as error:
            raise RuntimeError(f"an answer can't be read: {error}") from error


class Apart:
    """A process that calls functions when it is asked, and is ended where a call in it hangs.

    The functions, what they are given, and what they give can be pickled.
    """

    def __init__(
        self,
        begin: Begin,
        heard: News | None = None,
        ended: Callable[[EndedError], None] | None = None,
    ) -> None:
        """``heard``: is passed what the process sends unasked. ``ended``: is called if it has ended and was
        not closed. Both in a thread of this one's. Raises RulesError where no process can be begun."""
        self._begin = begin
        self._heard = heard
        self._on_end = ended
        self._folder = Path(tempfile.mkdtemp(prefix="gatepress-"))
        self._numbers = count()
        self._waiting: dict[int, Future[Any]] = {}
        self._lock = threading.Lock()
        self._gone = threading.Event()
        self._ready = threading.Event()
        self._over = threading.Event()
        """Nothing is left of it."""
        self._looking = threading.Lock()
        """Held while it is looked whether the process hangs, until it is known why it was ended."""
        self._is_closed = False
        self._end: BaseException | None = None
        self._line: Connection
        self._watcher: Watcher
        self._child: Child
        # Where Linux ends a process with its parent, that is the thread which began it.
        threading.Thread(target=self._listen, name="apart", daemon=True).start()
        self._ready.wait()
        if self._end is not None:
            raise self._end

    def make(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Keeps what the function makes there, of a :data:`News` and the arguments, for ``do``."""
        return self._ask(_keep, (function, arguments), of_thing=False)

    def do(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """What a function gives of that thing and the arguments."""
        return self._ask(method, arguments, of_thing=True)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function gives of the arguments."""
        return self._ask(_without_news, (function, arguments), of_thing=False)

    @property
    def has_ended(self) -> bool:
        """Whether it calls nothing any more."""
        return self._end is not None

    def close(self) -> None:
        """Ends the process."""
        self._is_closed = True
        with suppress(OSError):
            self._kill()
        self._over.wait(_ENDING)

    def _ask(self, function: Callable[..., Any], arguments: tuple[Any, ...], *, of_thing: bool) -> Any:
        future: Future[Any] = Future()
        number = next(self._numbers)
        order = pickle.dumps((number, function, arguments, of_thing))
        with self._lock:
            if self._end is not None:
                raise self._end
            self._waiting[number] = future
            # Where it has just ended, those who wait learn of it as soon as it is known why.
            with suppress(BrokenPipeError, ConnectionResetError):
                self._line.send_bytes(order)
        return future.result()

    # In threads of this one's own

    def _listen(self) -> None:
        try:
            with printing() as (printed, begin):
                self._child, self._line = self._begin(self._folder, begin)
        except OSError as error:
            self._end = RulesError(f"no process can be begun: {error.strerror or error}")
            shutil.rmtree(self._folder, ignore_errors=True)
            self._ready.set()
            return
        Spill(self._folder, self._child.pid).pass_on(printed, 2)
        self._watcher = Watcher(self._folder, self._child)
        self._ready.set()
        threading.Thread(target=self._watch, name="watch apart", daemon=True).start()
        while True:
            try:
                answer = _Answer(*pickle.loads(self._line.recv_bytes()))
            except (EOFError, OSError):
                break
            if answer.number is not None:
                with self._lock:
                    future = self._waiting.pop(answer.number)
                _settle(future, answer)
            elif self._heard is not None:
                self._heard(answer.word, answer.value())
        self._conclude()

    def _watch(self) -> None:
        while not self._gone.wait(INTERVAL):
            with self._looking:
                fate = self._watcher.look()
                if fate is not None:
                    self._end = EndedError(fate)
                    self._kill()

    def _conclude(self) -> None:
        """The process has gone: those who wait for it learn so."""
        status = self._child.wait(_ENDING)
        if status is None:
            self._kill()
        self._gone.set()
        fate = None if status is None else self._watcher.crash(status)
        how = Fate(0, Problem("the process that played was ended")) if fate is None else fate
        with self._looking, self._lock:
            end = self._end = self._end or EndedError(how)
            waiting = list(self._waiting.values())
            self._waiting.clear()
            self._line.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        self._over.set()
        for future in waiting:
            future.set_exception(end)
        if self._on_end is not None and not self._is_closed and isinstance(end, EndedError):
            self._on_end(end)

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            # With whatever its code has begun.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()


def _settle(future: Future[Any], answer: _Answer) -> None:
    try:
        value = answer.value()
    except RuntimeError as error:
        future.set_exception(error)
        return
    if answer.word == "raised":
        future.set_exception(value)
    else:
        future.set_result(value)


# How it begins


Begin = Callable[[Path, Connection], tuple[Child, Connection]]
"""Begins a process that is watched in a folder, and prints into a pipe; the way to talk to it."""


@contextmanager
def printing() -> Iterator[tuple[int, Connection]]:
    """A pipe that a process is begun with, to print into: the number to read from, and what it is given."""
    from multiprocessing import Pipe

    end, begin = Pipe(duplex=False)
    with end, begin:
        yield os.dup(end.fileno()), begin


class Process(Child):
    """One of ``multiprocessing``."""

    def __init__(self, process: BaseProcess) -> None:
        assert process.pid is not None
        super().__init__(process.pid)
        self._process = process
        self._lock = threading.Lock()

    def wait(self, seconds: float) -> int | None:
        # Its status can be read only once.
        with self._lock:
            self._process.join(seconds)
            return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()


def copied(preload: str, folder: Path, printed: Connection) -> tuple[Child, Connection]:
    """A copy of a process that has loaded a module already, where there can be one; that begins with the
    first."""
    import multiprocessing

    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload([preload])
    line, other = context.Pipe()
    process = context.Process(target=_serve_as_copy, args=(other, printed, folder), daemon=True)  # type: ignore[attr-defined]
    process.start()
    other.close()
    return Process(process), line


def anew(folder: Path, printed: Connection) -> tuple[Child, Connection]:
    """A new program: one of ``multiprocessing`` may not be begun by a worker of a cluster."""
    from multiprocessing import Pipe

    line, other = Pipe()
    program = f"from {__name__} import serve_program; serve_program()"
    numbers = (other.fileno(), printed.fileno())
    command = [sys.executable, "-P", "-c", program, *map(str, numbers), str(folder)]
    process = Popen(command, pass_fds=numbers)
    other.close()
    return Begun(process), line


# In the process


def _serve_as_copy(line: Connection, printed: Connection, folder: Path) -> None:
    """Serves in a copy. What is copied ends with the program, and its copies with it: unless one of them,
    which hangs, holds the pipe by which it sees that."""
    from multiprocessing import forkserver

    alive = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_alive_fd", None)
    if isinstance(alive, int):
        os.close(alive)
    serve(line, printed, folder)


def serve(line: Connection, printed: Connection, folder: Path) -> None:
    """Calls what it is asked for, until the other end of the line goes. ``printed``: where what it prints
    goes."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print_into(printed, folder)
    join(folder)
    server = _Server(line)
    while True:
        try:
            order = _Order(*line.recv())
        except (EOFError, OSError):
            os._exit(0)
        threading.Thread(target=server.answer, args=(order,), daemon=True).start()


def print_into(printed: Connection, folder: Path) -> None:
    """What this process and those that it begins print goes there, so much of it as anybody would read; and
    they tell of themselves in a folder, where they run code of a user's own."""
    for number in (1, 2):
        os.dup2(printed.fileno(), number)
    sys.stdout, sys.stderr = OwnStream(sys.stdout), OwnStream(sys.stderr)
    os.environ[FOLDER] = str(folder)


class _Server:
    def __init__(self, line: Connection) -> None:
        self._line = line
        self._lock = threading.Lock()
        self._thing: Any = None

    def answer(self, order: _Order) -> None:
        try:
            value = order.function(self._thing if order.of_thing else self, *order.arguments)
        except BaseException as error:
            self._send(order.number, "raised", _portable(error))
        else:
            self._send(order.number, "gave", value)

    def keep(self, thing: Any) -> None:
        """Keeps a thing for later calls."""
        self._thing = thing

    def tell(self, word: str, value: Any) -> None:
        """Tells something unasked: texts and numbers of Python's own classes."""
        self._send(None, word, value)

    def _send(self, number: int | None, word: str, value: Any) -> None:
        try:
            pickled = pickle.dumps(value)
        except Exception as error:
            word, pickled = "raised", pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
        with self._lock, suppress(OSError):
            self._line.send_bytes(pickle.dumps((number, word, pickled)))


def _keep(server: _Server, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    server.keep(function(server.tell, *arguments))


def _without_news(server: _Server, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    del server
    return function(*arguments)


def _portable(error: BaseException) -> BaseException:
    """The error, where it is of the house's; else what it says."""
    if type(error).__module__.startswith("generator."):
        return error
    return RuntimeError(f"{type(error).__name__}: {error}")


def serve_program() -> None:
    """A program of its own serves what its arguments say."""
    line, printed = (Connection(int(number)) for number in sys.argv[1:3])
    serve(line, printed, Path(sys.argv[3]))
