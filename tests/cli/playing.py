"""Playing ``gatepress play`` from a script, inside this process."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games import Result, run_here

from generator.rules import playable_games

GAMES = playable_games()
FIRST_CHOICES = ["1"] * 600
"""More answers than any of these games asks for."""


def play(*arguments: str | Path, typed: Sequence[str] = ()) -> Result:
    """Runs the command with these lines typed at it, and then the end of the input."""
    return run_here("play", *arguments, typed="".join(f"{line}\n" for line in typed))


def play_json(*arguments: str | Path) -> dict[str, Any]:
    """What ``--json`` tells."""
    done = play(*arguments, "--json")
    assert done.code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def record_of(path: Path) -> dict[str, Any]:
    """The record in a file."""
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return told
