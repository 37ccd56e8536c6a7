"""The command line."""

from __future__ import annotations

import gc
import io
import os
import sys


def main() -> None:
    """Runs ``gatepress``. Exit status: 0 done, 1 problems in the user's files, 2 wrong usage."""
    # A run is short and makes hardly any circles of objects; looking for them is a fifth of its time.
    gc.disable()
    # A terminal or a file name that knows other letters must not end a run.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    status = _run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        # Whoever read the output has gone.
        status = status or 1
    # Taking hundreds of modules down one by one would take as long as printing a deck.
    os._exit(status)


def _run() -> int:
    from generator.cli.app import app

    try:
        app()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0
