"""Ends a call of an author's code that never returns.

A thread looks a few times a second at what the watched one is doing: as long as the same call of code in the
game's folder is under way, its time counts. So whoever plays pays nothing for it, and a long game of many
short calls is never stopped. What is stopped raises :class:`Endless` at the line where it is.

Limits: it is for CPython, whose ``PyThreadState_SetAsyncExc`` it uses. A call of native code (a huge power, a
regular expression that backtracks for ever) is stopped only when it returns; one that waits, as ``sleep``
does, only in the main thread and where there are POSIX signals. Such calls are ended from outside, by
``supervisor.py``; where a program of somebody's own loads rules, nobody does. Time in a debugger does not
count.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn, Self

from generator.catalog.stops import STOPS

CALL_LIMIT = 10.0
"""Seconds that a call of an author's code may take."""
if (_given := os.environ.get("GATEPRESS_CALL_LIMIT", "")).replace(".", "", 1).isdecimal():
    CALL_LIMIT = max(float(_given), 0.1)
FOLDER = "GATEPRESS_WATCHED"
"""The variable of the environment with a watcher's folder; processes that are begun have it too."""
_INTERVAL = 0.1
"""Seconds between two looks."""
_SIGNAL_AFTER = 1.0
"""Seconds after which a call that did not end is interrupted by a signal: it may be waiting for something."""
_STOP_LIMIT = 0.5
"""Seconds that a call may still take after a signal that ends the run."""
_DEBUGGERS = ("bdb.py", "pdb.py", "pydevd.py")


class Endless(BaseException):
    """Raised inside a call that does not end. Not an Exception: an author's ``except Exception`` lets it
    through."""

    def __init__(self) -> None:
        super().__init__("it does not end")
        self.seconds = CALL_LIMIT


def endless(seconds: float) -> str:
    """What is said of a call that did not end within so many seconds."""
    return f"it does not end: stopped after {seconds:g} seconds"


_PULSES: list[Any] = []


def pulse() -> Any:
    """The ``Pulse`` by which this process reports to its watcher; None where nobody watches it.

    Its module is loaded only by who is watched.
    """
    return _PULSES[-1] if _PULSES else None


def set_pulse(own: object) -> None:
    """This process is watched from here on, to its end."""
    _PULSES.append(own)


class Watch:
    """While it is entered, no call of watched code in this thread may last longer than ``limit`` seconds.

    ``is_watched`` says whether the code of a file is; calls that are under way already don't count.
    ``limit``: by default ``CALL_LIMIT``.
    """

    def __init__(self, is_watched: Callable[[str], bool], limit: float | None = None) -> None:
        self._is_watched = is_watched
        self._limit = CALL_LIMIT if limit is None else limit
        self._thread = threading.get_ident()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._is_armed = True
        self._has_sent = False
        """Whether an exception was sent to the thread, arrived or not."""
        self._signal: Any = None
        """What ends a call that waits, where there is such a signal and nobody else uses it."""
        self._under_way: list[FrameType] = []

    def __enter__(self) -> Self:
        self._under_way = list(self._watched_calls())
        alarm = getattr(signal, "SIGALRM", None)
        is_main = self._thread == threading.main_thread().ident
        if is_main and alarm is not None and signal.getsignal(alarm) == signal.SIG_DFL:
            self._signal = alarm
            signal.signal(alarm, _end_the_call)
        threading.Thread(target=self._look, name="watch", daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        try:
            with self._lock:
                self._is_armed = False
            if self._has_sent:
                _take_what_was_sent(self._thread)
        finally:
            self._ended.set()
            self._under_way = []
            if self._signal is not None:
                signal.signal(self._signal, signal.SIG_DFL)

    def _watched_calls(self) -> list[FrameType]:
        """The watched calls under way in the thread, innermost first; none where a debugger holds it."""
        found = []
        frame = sys._current_frames().get(self._thread)
        while frame is not None:
            file = frame.f_code.co_filename
            if file.endswith(_DEBUGGERS):
                return []
            if self._is_watched(file):
                found.append(frame)
            frame = frame.f_back
        return found

    def _look(self) -> None:
        last: FrameType | None = None
        looks, is_late = 0, False
        watched = pulse()
        # Looks are counted, not seconds: while the machine sleeps, or the process is stopped, no time passes.
        while not self._ended.wait(_INTERVAL):
            calls = self._watched_calls()
            call = next((one for one in reversed(calls) if one not in self._under_way), None)
            del calls
            looks = looks + 1 if call is not None and call is last else 0
            last = call
            limit = self._limit if STOPS.noted is None else min(self._limit, _STOP_LIMIT)
            late = looks - round(limit / _INTERVAL)
            if watched is not None and (late > 0 or is_late):
                is_late = late > 0
                watched.late(max(0, round(late * _INTERVAL)))
            if late >= 0:
                # It has some time to end before it is taken to be waiting for something, again and again.
                patience = max(1, round(_SIGNAL_AFTER / _INTERVAL))
                self._stop(is_waiting=late % patience == patience - 1)

    def _stop(self, *, is_waiting: bool) -> None:
        with self._lock:
            if not self._is_armed:
                return
            self._has_sent = True
            if is_waiting and self._signal is not None:
                _send(self._thread, None)
                signal.pthread_kill(self._thread, self._signal)
            else:
                _send(self._thread, Endless)


def _end_the_call(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    raise Endless


def _take_what_was_sent(thread: int) -> None:
    """Lets what was sent to this thread in the last moment arrive here, and in no other code.

    Taking it back would not do: CPython would go on looking for it at every step, and under a profiler or a
    debugger for ever at the same one.
    """
    try:
        _send(thread, Endless)
        while True:
            pass
    except Endless:
        return


def _send(thread: int, error: type[BaseException] | None) -> None:
    """Raises an exception in a thread when it next runs Python; None takes one back that has not arrived."""
    # Only who plays by rules of one's own loads it.
    import ctypes

    given = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)
