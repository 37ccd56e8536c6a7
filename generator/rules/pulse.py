"""What a process that runs code of a user's own reports on itself, so that another can watch and end it.

No code of Python's runs in a process while code in C does. So each of these processes has files in a folder
of the watcher's, called by its number: how it is (``PID.pulse``, shared memory), where in the code it is
when it is asked by a signal, or crashes (``PID.trace``, which :mod:`faulthandler` writes even then), the
words of moves (``PID.moves``), and whose code it runs (``PID.own``). ``supervisor.py`` reads them.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, NoReturn

from generator.catalog.processes import die_with_parent
from generator.rules.watch import CALL_LIMIT, FOLDER, pulse, set_pulse

if TYPE_CHECKING:
    from generator.rules.protocol import State

BEATS, LATE, DONE, SIGNALS, GAME, NOW, SEAT, MOVE, IMAGINED = range(9)
"""The numbers in shared memory: beats of the heart; seconds beyond its limit that a call of Python code has
taken; whether the process ends as it means to; signals that it heeded; the game of a study; there, as
one number, decisions made << 40, the seat that decides << 32, and its move, from 1; elsewhere whose move is
made, and its number; whether a bot imagines it."""
NUMBERS = 9 * 8
"""Bytes."""
NAMES, WORDS, SIZE = 256, 2048, 4096
"""Where in shared memory texts begin: the bots of the game, the words of a move; and where it ends."""
NONE, IN_WORDS, TO_CHOOSE = -1, -2, -3
"""In the place of a number: there is none; of a move's: it stands in ``WORDS``, or has yet to be chosen."""
INTERVAL = 0.1
"""Seconds between two beats."""
MEMORY = 1024 * 1024 * 1024
"""Bytes that a process may take beyond what it has when it begins to run such code."""
ROOM_TO_REPORT = 64 * 1024 * 1024
"""Bytes beyond that, to tell of it."""
WHERE = getattr(signal, "SIGUSR1", None)
"""The signal that asks where it is."""


class Pulse:
    """What this process reports, from here to its end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pid = os.getpid()
        self._parent = os.getppid()
        self._trace = (folder / f"{self._pid}.trace").open("ab", buffering=0)
        _lock(self._trace)
        self._map = _shared(folder / f"{self._pid}.pulse")
        self.numbers = memoryview(self._map)[:NUMBERS].cast("q")
        self._moves = (folder / f"{self._pid}.moves").open("w", encoding="utf-8", errors="replace")
        self.now = self.numbers[NOW : NOW + 1]
        self.known: set[int] = set()
        """The moves whose words were noted."""
        self.in_study = False
        """Whether games of a study are played, which tell of each decision themselves."""
        self._owned: dict[str, float] = {}
        self._kill, self._exit, self._parent_now = os.kill, os._exit, os.getppid
        """As they were before anybody's code could replace them."""

    def begin(self) -> None:
        """Begins to tell, and takes on the bounds."""
        for number in (GAME, NOW, SEAT, MOVE):
            self.numbers[number] = NONE
        die_with_parent(self._parent)
        faulthandler.enable(self._trace, all_threads=False)
        if WHERE is not None:
            faulthandler.register(WHERE, self._trace, all_threads=True, chain=False)
        self._count_signals()
        os._exit = self._leave
        if hasattr(os, "fork"):
            os.fork = _refuse_to_fork
            os.register_at_fork(after_in_child=lambda: self._exit(1))
        _bound_memory(MEMORY)
        threading.Thread(target=self._beat, args=(threading.Event(),), name="pulse", daemon=True).start()

    # What it is doing

    def own(self, file: Path) -> None:
        """Code of a user's own, in the folder of that file, is about to be imported."""
        self.known.clear()
        self._moves.seek(0)
        self._moves.truncate()
        self.allow(file, self._owned.get(str(file), CALL_LIMIT))

    def allow(self, file: Path, seconds: float) -> None:
        """A call of the code in a file, or beside it, may take so long."""
        if self._owned.get(str(file)) == seconds:
            return
        self._owned[str(file)] = seconds
        lines = "".join(f"{limit:g}\t{path}\0" for path, limit in self._owned.items())
        half_made = self._folder / f"{self._pid}.new"
        half_made.write_bytes(os.fsencode(lines))
        half_made.replace(self._folder / f"{self._pid}.own")

    def game(self, number: int, bots: Sequence[str]) -> None:
        """A game of a study begins."""
        self._write(NAMES, "\n".join(bots), WORDS)
        self.numbers[GAME], self.numbers[NOW], self.numbers[MOVE] = number, NONE, NONE

    def making(self, state: State, seat: int, move: int) -> None:
        """A seat makes a move."""
        self.learn(state, move)
        self.numbers[SEAT] = seat
        self.numbers[MOVE] = move

    def learn(self, state: State, move: int) -> None:
        """Notes the words of a move, once."""
        if move not in self.known:
            self._learn(state, move)

    def to_choose(self, seat: int) -> None:
        """A bot of a user's own is asked."""
        self.numbers[SEAT] = seat
        self.numbers[MOVE] = TO_CHOOSE

    @contextmanager
    def blaming(self, seat: int, words: str | None) -> Iterator[None]:
        """Inside, a seat makes a move, or is to choose one."""
        numbers = self.numbers
        before = numbers[SEAT], numbers[MOVE]
        if words is not None:
            self._write(WORDS, words, SIZE)
        numbers[SEAT] = seat
        numbers[MOVE] = TO_CHOOSE if words is None else IN_WORDS
        try:
            yield
        finally:
            numbers[SEAT], numbers[MOVE] = before

    @contextmanager
    def imagining(self) -> Iterator[None]:
        """Inside, moves are made in a bot's imagination."""
        numbers = self.numbers
        before = numbers[SEAT], numbers[MOVE], numbers[IMAGINED]
        numbers[IMAGINED] = 1
        try:
            yield
        finally:
            numbers[SEAT], numbers[MOVE], numbers[IMAGINED] = before

    def late(self, seconds: int) -> None:
        """A call is beyond its limit, or (0) none is any more."""
        self.numbers[LATE] = seconds

    def make_room_to_report(self) -> None:
        """After memory was refused: telling of it takes some."""
        if sys.platform == "linux":
            import resource

            _let_take(resource.getrlimit(resource.RLIMIT_DATA)[0] + ROOM_TO_REPORT)

    # Inside

    def _learn(self, state: State, move: int) -> None:
        from generator.rules.errors import words_of_move

        self._moves.write(f"{move}\t{' '.join(words_of_move(state, move).split())}\n")
        self._moves.flush()
        self.known.add(move)

    def _write(self, at: int, text: str, end: int) -> None:
        data = text.encode("utf-8", "replace")[: end - at - 1] + b"\0"
        self._map[at : at + len(data)] = data

    def _beat(self, never: threading.Event) -> None:
        while not never.wait(INTERVAL):
            self.numbers[BEATS] += 1
            if self._parent_now() != self._parent:
                self._kill(self._pid, signal.SIGTERM if WHERE is None else signal.SIGKILL)

    def _leave(self, status: int) -> NoReturn:
        """Ends the process, in the place of ``os._exit``: where an author does it, the line is noted."""
        from generator.rules.errors import OWN

        if sys._getframe(1).f_globals.get("__name__", "").startswith(OWN):
            faulthandler.dump_traceback(self._trace, all_threads=False)
        else:
            status = _report_threads() or status
            self.numbers[DONE] = 1
        self._exit(status)

    def _count_signals(self) -> None:
        """Has the watcher see which signals came to this process too.

        An interruption is then raised in code of the house, which distinguishes it from an author's own.
        """

        def counted(heed: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], None]:
            def heed_and_count(number: int, frame: FrameType | None) -> None:
                self.numbers[SIGNALS] += 1
                if heed is signal.default_int_handler:
                    raise KeyboardInterrupt
                heed(number, frame)

            return heed_and_count

        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            heed = None if number is None else signal.getsignal(number)
            if callable(heed) and threading.current_thread() is threading.main_thread():
                signal.signal(number, counted(heed))  # type: ignore[arg-type]


def _report_threads() -> int:
    """Waits for threads that an author's code began, as Python does at the end; 1 where one does not end."""
    own = (threading.current_thread(), threading.main_thread())
    threads = [one for one in threading.enumerate() if not one.daemon and one not in own]
    for thread in threads:
        thread.join(CALL_LIMIT)
        if thread.is_alive():
            from generator.rules.errors import error_of_thread

            error = error_of_thread(sys._current_frames().get(thread.ident or 0))
            if error is not None:
                print(error.problem(), file=sys.stderr, flush=True)
                return 1
    return 0


def join(folder: Path) -> None:
    """This process is watched from here on: it reports on itself in that folder."""
    own = Pulse(folder)
    set_pulse(own)
    own.begin()


def join_if_watched() -> bool:
    """Joins where the process that began this one is watched; whether this one is, now or before."""
    folder = os.environ.get(FOLDER)
    if pulse() is None and folder and Path(folder).is_dir():
        join(Path(folder))
    return pulse() is not None


def _shared(path: Path) -> mmap.mmap:
    """Memory that whoever reads the file sees too; the file is there when it is whole."""
    half_made = path.with_suffix(".new")
    with half_made.open("w+b") as file:
        file.truncate(SIZE)
        shared = mmap.mmap(file.fileno(), SIZE)
    half_made.replace(path)
    return shared


def _lock(file: IO[bytes]) -> None:
    """Holds a file until this process ends, whereby others see that it goes on."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _refuse_to_fork() -> NoReturn:
    raise RuntimeError("rules and bots can't fork the process that they run in")


def _bound_memory(more: int) -> None:
    """This process may take so many bytes more than it has now; only Linux keeps such a bound."""
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - the quickest
            _let_take(int(file.read().split()[5]) * mmap.PAGESIZE + more)


def _let_take(most: int) -> None:
    """This process may take so many bytes."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
