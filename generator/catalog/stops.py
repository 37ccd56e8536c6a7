"""Signals that end a run, and wait until that can be done.

While games are played, Ctrl-C and its like may be heard at any moment, also in the middle of compiled code,
which stands no exception where it expects none; and what an import, a file of SQLite or a destructor makes of
one is not foreseen either. So inside :meth:`Stops.deferred` a signal is only noted. Who plays asks between
games and between simulations whether there was one (:meth:`Stops.check`).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType

_Heed = Callable[[int, FrameType | None], object]

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_AGAIN = 0.5
"""Seconds after which another signal is one that somebody has sent because the first took too long: whoever
begins a program may pass on what its terminal has sent to both."""
_SHOW_CURSOR = b"\x1b[?25h"
"""Which a progress bar hides."""


class Stopping(KeyboardInterrupt):
    """Raised where a run ends because of a signal that was noted."""


class Stops:
    def __init__(self) -> None:
        self.noted: BaseException | None = None
        """What the first signal would have raised; None: there was none."""
        self._noted_at = 0.0
        self._defers = False

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Inside, signals that would raise an exception are noted; at the end what was noted is raised.

        Only the main thread hears signals: in any other this does nothing.
        """
        if self._defers or current_thread() is not main_thread():
            yield
            return
        self._defers = True
        before: dict[int, _Heed] = {}
        try:
            for number in [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]:
                heed = signal.getsignal(number)
                if callable(heed):
                    before[number] = heed
                    signal.signal(number, self._note(heed))
            yield
        finally:
            for number, heed in before.items():
                signal.signal(number, heed)
            noted, self.noted, self._defers = self.noted, None, False
            if noted is not None:
                raise noted

    def check(self) -> None:
        """Raises :class:`Stopping` where a signal was noted."""
        if self.noted is not None:
            raise Stopping

    def _note(self, heed: _Heed) -> _Heed:
        def note(number: int, frame: FrameType | None) -> None:
            if self.noted is not None and monotonic() - self._noted_at > _AGAIN:
                _end_at_once(number)
            try:
                heed(number, frame)
            except (KeyboardInterrupt, SystemExit) as ending:
                if self.noted is None:
                    self.noted, self._noted_at = ending, monotonic()

        return note


def _end_at_once(number: int) -> None:
    """Ends the process as if it had never listened: what it has stored is whole at any moment."""
    with suppress(OSError):
        os.write(2, (_SHOW_CURSOR if os.isatty(2) else b"") + b"stopped\n")
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


STOPS = Stops()
"""Of this process: signals are sent to a process."""
