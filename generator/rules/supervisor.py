"""Watches the processes that run code of a user's own, and ends one that does not come back.

The first of them is the run itself: where it is about to import such code, it forks (where it can't, it is
begun anew), and what was there before only watches from then on (:func:`supervise`). Processes that the run
begins join it. Each reports on itself as ``pulse.py`` says. One whose heart has not beaten for as long as a
call may take hangs in code in C: it is asked where it is, and killed. One that does not end after it was
interrupted, because the author catches that too, is killed as well.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from types import FrameType
from typing import NamedTuple, NoReturn

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

from generator.catalog.paths import shown_path, temporary_files
from generator.catalog.problems import Place, Problem
from generator.rules.errors import AuthorFrame, RulesError, frame_of, is_authors_file, place_in_study
from generator.rules.own_code import MAX_PRINTED
from generator.rules.pulse import (
    BEATS,
    DONE,
    GAME,
    IMAGINED,
    IN_WORDS,
    INTERVAL,
    LATE,
    MOVE,
    NAMES,
    NONE,
    NOW,
    NUMBERS,
    SEAT,
    SIGNALS,
    SIZE,
    TO_CHOOSE,
    WHERE,
    WORDS,
    join,
)
from generator.rules.watch import CALL_LIMIT, FOLDER, endless

PATIENCE = 3
"""Seconds that a call of Python code has to end after it was interrupted."""
ENDING_LIMIT = 5.0
"""Seconds that a run has to end after a signal."""
_MUTE = 1.0
"""Seconds without a beat after which a run will not heed a signal any more."""
_ANSWER = 1.0
"""Seconds for a process to report where it is."""
_KILLED = 128
"""What shells add to the number of a signal."""
_ADOPTS_ORPHANS = 36
"""``PR_SET_CHILD_SUBREAPER``."""
_FRAME = re.compile(r'  File "(.*)", line (\d+) in (.*)')


# What a process reported


class Owned(NamedTuple):
    """A file of a user's own."""

    limit: float
    """Seconds that a call may take."""
    file: Path


class Decision(NamedTuple):
    """In a game of a study."""

    made: int
    """Decisions before it."""
    seat: int
    move: int
    """``NONE`` while it has yet to be chosen."""


class Fate(NamedTuple):
    """How a process ended that ran such code."""

    game: int
    """Of a study; 0 where it played none."""
    problem: Problem


class Watched:
    """A process that runs such code, as it reports on itself."""

    def __init__(self, folder: Path, pid: int) -> None:
        self.pid = pid
        self._base = folder / str(pid)
        self._beats = -1
        self._looks = 0
        self._asked_at = 0.0

    @property
    def has_begun(self) -> bool:
        """Whether it reports on itself."""
        return self._base.with_suffix(".pulse").exists()

    @property
    def mute_for(self) -> float:
        """Seconds without a beat, as counted by looks: while all are stopped, no time passes."""
        return self._looks * INTERVAL

    def look(self) -> None:
        """Looks whether its heart has beaten since the last time."""
        beats = self.number(BEATS)
        self._looks = self._looks + 1 if beats == self._beats else 0
        self._beats = beats
        if not self._looks:
            self._asked_at = 0.0

    def number(self, which: int) -> int:
        """One of the numbers in its memory."""
        data = self._read("pulse", NUMBERS)
        return int.from_bytes(data[8 * which : 8 * which + 8], sys.byteorder, signed=True)

    def hangs(self) -> float | None:
        """The limit that it is beyond; None where it is not, or not in code of a user's own."""
        if self.number(LATE) >= PATIENCE:
            self._ask()
            return self._limit()
        shortest = min((owned.limit for owned in self._owned()), default=CALL_LIMIT)
        if self.mute_for < self._asked_at + shortest or not self.is_running:
            return None
        self._ask()
        self._asked_at = self.mute_for
        if WHERE is not None and not self.frames():
            # It is busy with code of the house.
            return None
        limit = self._limit()
        return limit if self.mute_for >= limit else None

    @property
    def is_running(self) -> bool:
        """Whether it has not ended: until then it holds a lock."""
        if fcntl is None:
            return not self.number(DONE)
        try:
            with self._base.with_suffix(".trace").open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        return False

    def last_words(self, ended: str | None = None, limit: float | None = None) -> Fate:
        """What went wrong, with the author's line and the move.

        ``ended``: how the process ended by itself; ``limit``: the seconds after which it was ended.
        """
        frames = self.frames()
        message = ended or endless(limit or CALL_LIMIT)
        hint = None
        game, seat = self.number(GAME), self.number(SEAT)
        if limit is not None and self._bot(frames) is not None and game != NONE:
            message, hint = "the bot took too long for its move", "`--move-limit` gives it more seconds"
        move = self._move()
        if move is None and self.number(MOVE) != TO_CHOOSE:
            seat = NONE
        elif game != NONE and not self.number(IMAGINED):
            seat = NONE if move is None else self.decision.seat
        place = Place(frames[-1].file, frames[-1].line) if frames else self._place()
        mover = None if seat == NONE else seat
        error = RulesError(message, place, move=move, seat=mover, frames=frames, hint=hint)
        error.is_imagined = bool(self.number(IMAGINED))
        problem = error.problem()
        if game != NONE:
            problem = problem._replace(message=f"{self._where(game)}: {problem.message}")
        return Fate(max(game, 0), problem)

    def _where(self, game: int) -> str:
        now = self.decision
        names = self._text(NAMES, WORDS).split("\n")
        if now.seat >= len(names):
            return place_in_study(game, None, None, None)
        return place_in_study(game, now.made, now.seat, names[now.seat])

    @property
    def decision(self) -> Decision:
        """Of the game of a study, where it has come to."""
        now = self.number(NOW)
        if now == NONE:
            return Decision(0, sys.maxsize, NONE)
        return Decision(now >> 40, now >> 32 & 0xFF, (now & 0xFFFFFFFF) - 1)

    def frames(self) -> tuple[AuthorFrame, ...]:
        """The author's part of the calls that are under way, outermost first."""
        folders = [owned.file.parent for owned in self._owned()]
        text = self._read("trace").decode("ascii", "backslashreplace")
        # The thread that everything begins with comes last.
        for thread in reversed(re.split(r"^(?=Thread |Current thread )", text, flags=re.MULTILINE)):
            found = [
                frame_of(Path(_unescaped(file)), int(line), function)
                for file, line, function in _FRAME.findall(thread)
                if any(is_authors_file(_unescaped(file), folder) for folder in folders)
            ]
            if found:
                return tuple(reversed(found))
        return ()

    # Inside

    def _ask(self) -> None:
        """Has it write down where it is."""
        if WHERE is None:
            return
        trace = self._base.with_suffix(".trace")
        try:
            os.truncate(trace, 0)
            os.kill(self.pid, WHERE)
        except OSError:
            return
        size = -1
        for _ in range(round(_ANSWER / INTERVAL)):
            time.sleep(INTERVAL)
            before, size = size, trace.stat().st_size
            if size == before > 0:
                return

    def _owned(self) -> list[Owned]:
        pairs = [entry.partition("\t") for entry in os.fsdecode(self._read("own")).split("\0") if entry]
        return [Owned(float(limit), Path(file)) for limit, _, file in pairs]

    def _bot(self, frames: tuple[AuthorFrame, ...]) -> Owned | None:
        """The file of a bot that may take longer than rules, if it is at work."""
        for owned in self._owned() if frames else ():
            if owned.limit != CALL_LIMIT and frames[-1].file == shown_path(owned.file):
                return owned
        return None

    def _limit(self) -> float:
        bot = self._bot(self.frames())
        return CALL_LIMIT if bot is None else bot.limit

    def _place(self) -> Place | None:
        owned = self._owned()
        return Place(shown_path(owned[-1].file)) if owned else None

    @property
    def file(self) -> str:
        """The last file of a user's own that it has imported."""
        place = self._place()
        return "the program" if place is None else place.file

    def _move(self) -> str | None:
        move = self.number(MOVE)
        if self.number(GAME) != NONE and not self.number(IMAGINED):
            move = self.decision.move
        if move in (NONE, TO_CHOOSE):
            return None
        if move == IN_WORDS:
            return self._text(WORDS, SIZE)
        lines = self._read("moves").decode("utf-8", "replace").splitlines()
        return dict(line.split("\t", 1) for line in lines).get(str(move), f"move number {move}")

    def _text(self, at: int, end: int) -> str:
        return self._read("pulse")[at:end].partition(b"\0")[0].decode("utf-8", "ignore")

    def _read(self, kind: str, most: int = 1 << 20) -> bytes:
        try:
            with self._base.with_suffix(f".{kind}").open("rb") as file:
                return file.read(most)
        except OSError:
            return b""


def _unescaped(file: str) -> str:
    """A file's name as it is: in a trace letters beyond ASCII are escaped."""
    return re.sub(
        r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})",
        lambda found: chr(int(found[1] or found[2] or found[3], 16)),
        file,
    )


def fate_of_workers() -> Fate | None:
    """What another process of this run reported when a user's code ended it; None where none did."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    # The watcher looks at intervals, and takes its time to ask.
    for _ in range(3):
        fates = [fate for file in sorted(Path(folder).glob("*.trace")) if (fate := _fate(file)) is not None]
        if fates:
            # Where the watcher ended one process, whoever began it may have ended the others for that.
            return next((fate for fate, was_killed in fates if was_killed), fates[0][0])
        time.sleep(INTERVAL)
    return None


def _fate(trace: Path) -> tuple[Fate, bool] | None:
    """Of another process that ended in a user's code, and whether the watcher ended it."""
    process = Watched(trace.parent, int(trace.stem))
    if process.pid == os.getpid() or process.number(DONE) or not process.frames():
        return None
    limit = trace.with_suffix(".killed")
    # Looked at first: what ended a process is written down before it ends.
    is_running = process.is_running
    if limit.exists():
        return process.last_words(limit=float(limit.read_text("ascii"))), True
    return None if is_running else (process.last_words("the process that played was ended"), False)


# Who watches


def supervise(tell: Callable[[Problem], None]) -> Mapping[int, int]:
    """Goes on in a process that is watched; the one that calls it watches, and does not come back.

    ``tell``: reports what is wrong, where the process could not do so any more. Of the standard streams that
    are no terminals, by their numbers: another number, to which only so much can be written.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    folder = Path(tempfile.mkdtemp(prefix="gatepress-"))
    os.environ[FOLDER] = str(folder)
    can_fork = hasattr(os, "fork")
    pipes = {number: os.pipe() for number in (1, 2) if can_fork and not os.isatty(number)}
    child = _Forked.begin() if can_fork else _begin_anew()
    if child is not None:
        spill = Spill(folder, child.pid)
        for number, (end, begin) in pipes.items():
            os.close(begin)
            spill.pass_on(end, number)
        Supervisor(folder, child, spill, tell).watch()
    for end, _ in pipes.values():
        os.close(end)
    join(folder)
    return {number: begin for number, (_, begin) in pipes.items()}


class Child:
    """The run that is watched."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def wait(self, seconds: float) -> int | None:
        """Its status once it has ended, minus N where signal N has ended it; None: it goes on."""
        raise NotImplementedError

    def kill(self) -> None:
        """Ends it at once."""
        raise NotImplementedError


class Begun(Child):
    """A program that this process has begun."""

    def __init__(self, process: Popen[bytes]) -> None:
        super().__init__(process.pid)
        self._process = process

    def wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except TimeoutExpired:
            return None

    def kill(self) -> None:
        self._process.kill()


class _Forked(Child):
    def __init__(self, pid: int, end: int) -> None:
        super().__init__(pid)
        self._end = end
        """Of a pipe, which closes when it ends."""

    @classmethod
    def begin(cls) -> Child | None:
        """The child; None in the child."""
        end, begin = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(end)
            return None
        os.close(begin)
        return cls(pid, end)

    def wait(self, seconds: float) -> int | None:
        if self._end >= 0 and select.select([self._end], [], [], seconds)[0]:
            os.close(self._end)
            self._end = -1
        pid, status = os.waitpid(self.pid, 0 if self._end < 0 else os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def _begin_anew() -> Child:
    """The same command in a new process, where a process can't be forked."""
    return Begun(Popen([sys.executable, "-P", "-m", "generator", *sys.argv[1:]]))


class Watcher:
    """Looks at a process, and at those that it begins, and ends what hangs."""

    def __init__(self, folder: Path, child: Child) -> None:
        self._folder = folder
        self._child = child
        self._known: dict[int, Watched] = {}
        self._ended: set[int] = set()
        """Processes that hung, and were ended."""

    @property
    def main(self) -> Watched:
        """What the process itself reports."""
        return self._known.get(self._child.pid) or Watched(self._folder, self._child.pid)

    def look(self, *, ends: bool = True) -> Fate | None:
        """Looks at all, about every ``INTERVAL``; what is to be reported where the process itself was ended.

        ``ends``: whether what hangs is ended.
        """
        for file in self._folder.glob("*.pulse"):
            pid = int(file.stem)
            process = self._known.setdefault(pid, Watched(self._folder, pid))
            process.look()
            limit = process.hangs() if ends and pid not in self._ended else None
            if limit is None:
                continue
            self._ended.add(pid)
            if pid == self._child.pid:
                self.kill()
                return process.last_words(limit=limit)
            written = file.with_suffix(".written")
            written.write_text(f"{limit:g}", "ascii")
            written.replace(file.with_suffix(".killed"))
            # Whoever began it may have ended it meanwhile.
            with suppress(OSError):
                os.kill(pid, signal.SIGTERM if WHERE is None else signal.SIGKILL)
        return None

    def kill(self) -> None:
        """Ends the process."""
        self._child.kill()
        while self._child.wait(INTERVAL) is None:
            continue

    def crash(self, status: int) -> Fate | None:
        """What is to be reported of the process, which ended with that status; None: it meant to, or ran no
        such code yet."""
        main = self.main
        if not main.has_begun:
            return None
        if status >= 0 and (main.number(DONE) or main.pid in self._ended or not main.frames()):
            return None
        how = f"with status {status}" if status >= 0 else f"by {_name_of(-status)}"
        return main.last_words(f"the program was ended {how}")


class Spill:
    """What is written past Python's streams by code of a user's own, and by programs that it begins: passed
    on, as much of it as anybody would read."""

    def __init__(self, folder: Path, pid: int) -> None:
        self._main = Watched(folder, pid)
        self._left = MAX_PRINTED
        self._threads: list[threading.Thread] = []

    def pass_on(self, end: int, number: int) -> None:
        """Passes on what comes out of a pipe, to the stream of that number."""
        thread = threading.Thread(target=self._copy, args=(end, number), daemon=True)
        self._threads.append(thread)
        thread.start()

    def finish(self) -> None:
        """Passes on what is left; the pipes are closed, unless a program was left behind."""
        for thread in self._threads:
            thread.join(ENDING_LIMIT)

    def _copy(self, end: int, number: int) -> None:
        while data := os.read(end, 1 << 16):
            _write(number, data[: max(0, self._left)])
            was_left, self._left = self._left, self._left - len(data)
            if was_left >= 0 > self._left:
                message = (
                    f"\n{self._main.file} writes more than {MAX_PRINTED:,} bytes; the rest is left out\n"
                )
                _write(2, message.encode())
        os.close(end)


def _write(number: int, data: bytes) -> None:
    # Where nobody reads it, whoever writes must not wait for that.
    with suppress(OSError):
        while data:
            data = data[os.write(number, data) :]


class Supervisor:
    """Watches a run, and ends with it."""

    def __init__(self, folder: Path, child: Child, spill: Spill, tell: Callable[[Problem], None]) -> None:
        self._spill = spill
        self._folder = folder
        self._child = child
        self._watcher = Watcher(folder, child)
        self._tell = tell
        self._signals: list[int] = []
        self._since_signal = 0.0
        self._has_passed_on = False

    def watch(self) -> NoReturn:
        """Watches until the run has ended, and ends with its status."""
        self._heed()
        _adopt_orphans()
        status: int | None = None
        while status is None:
            status = self._child.wait(INTERVAL)
            if status is None:
                status = self._look()
        crash = self._watcher.crash(status)
        if crash is not None and self._signals:
            status = _KILLED + self._signals[0]
        elif crash is not None:
            self._tell(crash.problem)
            status = 1
        elif status < 0:
            status = _KILLED - status
        _end_orphans()
        self._spill.finish()
        self._leave(status)

    def _look(self) -> int | None:
        """Looks at all processes; a status where the run was ended."""
        fate = self._watcher.look(ends=not self._signals)
        if fate is not None:
            self._tell(fate.problem)
            return 1
        return self._pass_on() if self._signals else None

    # Signals, which a terminal sends to both, and others to this process alone

    def _heed(self) -> None:
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        del frame
        self._signals.append(number)
        self._since_signal = 0.0
        self._has_passed_on = False

    def _pass_on(self) -> int | None:
        """Passes a signal on that the run has not got; a status where it did not heed it, and was killed."""
        self._since_signal += INTERVAL
        main = self._watcher.main
        if not self._has_passed_on and self._since_signal > 2 * INTERVAL:
            self._has_passed_on = True
            if main.number(SIGNALS) < len(self._signals):
                os.kill(self._child.pid, self._signals[-1])
        is_interrupted = set(self._signals) == {signal.SIGINT}
        if main.mute_for >= _MUTE or (self._since_signal >= ENDING_LIMIT and not is_interrupted):
            self._watcher.kill()
            if is_interrupted:
                print("stopped", file=sys.stderr)
            return _KILLED + self._signals[0]
        if is_interrupted and self._since_signal >= ENDING_LIMIT:
            # The run has made something else of it.
            self._signals.clear()
        return None

    def _leave(self, status: int) -> NoReturn:
        shutil.rmtree(self._folder, ignore_errors=True)
        made = temporary_files()
        if made is not None:
            made.stack.close()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)


def _name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


# Processes that the author's code began


def _adopt_orphans() -> None:
    """Where Linux can, processes whose parents end become this one's children."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_ADOPTS_ORPHANS, 1, 0, 0, 0)


def _end_orphans() -> None:
    """Ends what is left of this process's descendants."""
    if sys.platform != "linux":
        return
    while children := list(_children()):
        for pid in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _children() -> Iterator[int]:
    for file in Path("/proc/self/task").glob("*/children"):
        # A thread may end while it is looked at.
        with suppress(FileNotFoundError, ProcessLookupError):
            yield from map(int, file.read_text("ascii").split())
