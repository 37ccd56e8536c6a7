"""``gatepress`` in a copy of this process, with streams, signals and an exit status of its own.

What a run of it costs beyond its work is next to nothing, where a new Python spends half a second on its
imports. For all that does not hang on how Python starts: that needs :func:`games.run`.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import IO, TextIO

from games import Result, run, run_here, write_game

CAN_FORK = sys.platform == "linux"
"""Elsewhere there is no such call, or the system's own libraries do not bear it."""
_UNSAID = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


def run_forked(
    *arguments: str | Path, cwd: Path, timeout: float = 60, environment: Mapping[str, str] | None = None
) -> Result:
    """As :func:`games.run`, which it is where this process can't be copied."""
    if not CAN_FORK:
        return run(*arguments, cwd=cwd, timeout=timeout, environment=environment)
    with ExitStack() as open_files, Path(os.devnull).open("rb") as nothing:
        written = [open_files.enter_context(tempfile.TemporaryFile()) for _ in range(2)]
        streams = [nothing.fileno(), *(file.fileno() for file in written)]
        code = status_of_fork(
            [*map(str, arguments)], streams, cwd=cwd, timeout=timeout, environment=environment
        )
        return Result(code, *map(_text_in, written))


def status_of_fork(
    arguments: Sequence[str],
    streams: Sequence[int | None],
    *,
    cwd: Path,
    timeout: float = 60,
    environment: Mapping[str, str] | None = None,
    unbuffered: bool = False,
) -> int:
    """The exit status of a run with these standard streams, each a file's number; None: it is closed."""
    load_what_most_runs_need()
    context = multiprocessing.get_context("fork")
    process = context.Process(
        target=become, args=(arguments, streams, cwd, dict(environment or {}), unbuffered)
    )
    process.start()
    process.join(timeout)
    if process.exitcode is None:
        process.kill()
        process.join()
        raise TimeoutError(f"{' '.join(arguments)} takes more than {timeout} seconds")
    return process.exitcode


@cache
def load_what_most_runs_need() -> None:
    """Imports it here, once, and not in each copy."""
    with tempfile.TemporaryDirectory() as folder:
        game = write_game(Path(folder, "g"))
        for arguments in (
            ["--help"],
            ["build", str(game), "--no-cache", "--out", folder],
            ["deck", "print", "five-a-side", "--no-cache", "--out", folder],
        ):
            done = run_here(*arguments)
            assert done.code == 0, done.output


def become(
    arguments: Sequence[str],
    streams: Sequence[int | None],
    cwd: Path | str,
    environment: Mapping[str, str],
    unbuffered: bool,
) -> None:
    """Makes of the copy what a new Python would be, and runs the command; it does not return."""
    from generator.cli import main
    from generator.layout.caches import clear_caches

    clear_caches()
    os.chdir(cwd)
    os.environ.update(environment)
    for number, given in enumerate(streams):
        os.close(number) if given is None else os.dup2(given, number)
    sys.stdin, sys.stdout, sys.stderr = (
        None if given is None else _opened(number, unbuffered=unbuffered and number > 0)  # type: ignore[assignment]
        for number, given in enumerate(streams)
    )
    # As Python does it: a stream that nothing refers to is closed.
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    # pytest keeps warnings and messages of libraries for itself.
    logging.getLogger().handlers.clear()
    warnings.resetwarnings()
    for category in _UNSAID:
        warnings.simplefilter("ignore", category)
    warnings.showwarning = _shown
    # The command is called as its script calls it.
    sys.modules["__main__"] = ModuleType("__main__")
    sys.argv = ["gatepress", *arguments]
    main()


def _opened(number: int, *, unbuffered: bool) -> TextIO:
    stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
    stream.reconfigure(write_through=unbuffered)
    return stream


def _shown(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    print(warnings.formatwarning(message, category, filename, lineno, line), file=file or sys.stderr)


def _text_in(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8")
