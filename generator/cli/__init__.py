"""The command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs ``gatepress``. Exit status: 0 done, 1 problems in the user's files, 2 wrong usage."""
    from generator.cli.app import app

    try:
        app()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
