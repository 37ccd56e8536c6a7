"""The command line, and what a run owes to whoever started it: streams, signals, exit status."""

from __future__ import annotations

import codecs
import errno
import gc
import io
import os
import signal
import sys
import time
from _thread import start_new_thread
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from types import FrameType

    from _typeshed import ReadableBuffer

KILLED = 128
"""A run that signal N ends has this plus N as its status, as shells count it."""
SIGPIPE = 13
"""Whoever read the output has gone, as with ``gatepress … | head -1``; not every platform has the signal."""
MAX_DIGITS = 4
"""Of a terminal's columns or lines."""
_WAIT = 0.01
"""Seconds that a signal waits while a module is imported, before it comes again …"""
_MAX_WAITS = 100
"""… and how often at most: a module of a user's own may never end."""


def main() -> None:
    """Runs ``gatepress``.

    Exit status: 0 done, 1 problems in the user's files or output that is lost, 2 wrong usage, 128 + N where
    signal N has ended it.
    """
    # A run is short and makes hardly any circles of objects; looking for them is a fifth of its time.
    gc.disable()
    ending = _Ending()
    try:
        ending.heed()
        status = _run()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        status = KILLED + signal.SIGINT
    except SystemExit as ended:
        status = _status_of(ended)
    # Taking hundreds of modules down one by one would take as long as printing a deck.
    os._exit(ending.status or status)


def _run() -> int:
    out, errors = _open_streams()
    _forget_odd_variables()
    status = 0
    try:
        _run_command(out, errors)
    except SystemExit as ended:
        status = _status_of(ended)
    with suppress(SystemExit):
        sys.stdout.flush()
    if out.is_left:
        return status or KILLED + SIGPIPE
    if out.error is not None:
        print(f"can't write to standard output: {out.error}", file=sys.stderr)
    sys.stderr.flush()
    is_lost = out.error is not None or (errors.error is not None and not errors.is_left)
    return status or int(is_lost)


def _run_command(out: _Stream, errors: _Stream) -> None:
    try:
        Path.cwd()
    except OSError as error:
        if sys.argv[1:] != ["--version"]:
            print(f"the current folder can't be used: {error.strerror}; change to another", file=sys.stderr)
            raise SystemExit(1) from None
    from generator.catalog.plugins import BEFORE_OWN_CODE
    from generator.cli.app import app

    BEFORE_OWN_CODE.set(partial(_be_watched, out, errors))
    app()


def _be_watched(out: _Stream, errors: _Stream) -> None:
    """Code of a user's own is about to run: from here on another process watches, and can end it."""
    from generator.cli.app import report_end_of_run
    from generator.cli.console import VisibleStream
    from generator.rules.own_code import within_bounds
    from generator.rules.supervisor import supervise

    is_bounded = supervise(report_end_of_run)
    VisibleStream.bound = within_bounds
    if 2 in is_bounded:
        errors.leave_the_number(is_bounded[2])
    if "--json" in sys.argv[1:]:
        out.leave_the_number(2)
    elif 1 in is_bounded:
        out.leave_the_number(is_bounded[1])


def _status_of(ended: SystemExit) -> int:
    return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def _forget_odd_variables() -> None:
    """Removes what would end the run or change the print from the environment."""
    for name in ("COLUMNS", "LINES"):
        size = os.environ.get(name, "")
        if not (size.isascii() and size.isdigit() and len(size) <= MAX_DIGITS and int(size)):
            os.environ.pop(name, None)
    # Settings of reportlab, which would give other bytes.
    for name in [name for name in os.environ if name.startswith("RL_")]:
        del os.environ[name]


# Signals


class _Ending:
    """The signals that end a run: what is unfinished is removed."""

    def __init__(self) -> None:
        self.status = 0
        """The exit status that follows from the first of them, but for Ctrl-C; 0 where none has come."""
        self._waits = _MAX_WAITS

    def heed(self) -> None:
        """Listens from here on. What is ignored from the start, as ``nohup`` does it, stays so."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            usual = (signal.SIG_DFL, signal.default_int_handler)
            if number is not None and signal.getsignal(number) in usual:
                signal.signal(number, self._end)

    def _end(self, number: int, frame: FrameType | None) -> None:
        if self._waits and _is_importing(frame):
            # What is raised there may be made another error of, or be lost.
            self._waits -= 1
            start_new_thread(_send_again, (number,))
            return
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        self.status = self.status or KILLED + number
        raise SystemExit(self.status)


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _send_again(number: int) -> None:
    time.sleep(_WAIT)
    os.kill(os.getpid(), number)


# Standard streams


class _Stream(io.RawIOBase):
    """The raw end of a standard stream, which ends the run where it can't be written to.

    As SystemExit, for nobody takes that for a problem with a file of theirs.
    """

    def __init__(self, behind: io.RawIOBase | None, number: int) -> None:
        self.error: str | None = None
        """Why something was lost; None: nothing was."""
        self.is_left = False
        """Whether the reader has gone, who then needs no telling."""
        self._behind = behind
        self._number = number

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._behind is not None and self._behind.isatty()

    def fileno(self) -> int:
        return self._number

    def leave_the_number(self, other: int) -> None:
        """From here on what is written to the number itself, past the stream, goes to another one."""
        number = self._number
        if self._behind is not None:
            self._number = os.dup(number)
            self._behind = io.FileIO(self._number, "w")
        os.dup2(other, number)

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            if self._behind is None:
                raise OSError(errno.EBADF, "it is closed")
            while (written := self._behind.write(data)) is None:
                # Somebody has set the terminal or pipe to take only as much as fits.
                _wait_for(self._number)
        except OSError as error:
            return self._lose(error, memoryview(data).nbytes)
        return written

    def _lose(self, error: OSError, count: int) -> int:
        del count
        self.error = error.strerror or str(error)
        self.is_left = isinstance(error, BrokenPipeError)
        raise SystemExit(KILLED + SIGPIPE if self.is_left else 1)


class _ErrorStream(_Stream):
    """Standard error: nothing can be reported where it is lost, and the run goes on."""

    def _lose(self, error: OSError, count: int) -> int:
        self.error = error.strerror or str(error)
        # Closed from the start, or later: nobody wants to know.
        self.is_left = self._behind is None or isinstance(error, BrokenPipeError)
        return count


def _open_streams() -> tuple[_Stream, _Stream]:
    """Sets up the standard streams, also those that are closed."""
    # A file that is opened later must not get the number of a standard stream, and what is printed with it.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    out, errors = _Stream(_raw_end(sys.stdout), 1), _ErrorStream(_raw_end(sys.stderr), 2)
    sys.stdout = _text_on(out, sys.stdout, "replace")
    sys.stderr = _text_on(errors, sys.stderr, "backslashreplace")
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")
    return out, errors


def _raw_end(stream: TextIO | None) -> io.RawIOBase | None:
    buffer = getattr(stream, "buffer", None)
    return getattr(buffer, "raw", buffer)


def _text_on(raw: _Stream, stream: TextIO | None, on_odd_letters: str) -> TextIO:
    """The stream with ``raw`` as its raw end; letters that its encoding lacks don't end the run."""
    if stream is None:
        return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", on_odd_letters)
    if not isinstance(stream, io.TextIOWrapper):
        # Not the process's own stream.
        return stream
    encoding = stream.encoding
    if codecs.lookup(encoding).name == "ascii" and "PYTHONIOENCODING" not in os.environ:
        # The locale knows only ASCII, but hardly any terminal or reader of files does.
        encoding = "utf-8"
    at_once = stream.line_buffering or stream.write_through
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, on_odd_letters, line_buffering=at_once)


def _wait_for(number: int) -> None:
    """Waits until a stream takes more."""
    import select

    select.select([], [number], [])
