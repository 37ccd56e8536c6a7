"""Work for the tests of runs: functions that the process of the runs can import."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.catalog.problems import InputError, Place
from generator.rules import load
from generator.sim.bots import make_bot
from generator.studio.runs import Line


def count(line: Line, most: int) -> Mapping[str, Any]:
    line.begin(most, "steps")
    for _ in range(most):
        line.advance(1)
    return {"counted": most, "by": os.getpid()}


def count_on(line: Line, begun: Path) -> Mapping[str, Any]:
    """Until it is stopped."""
    line.begin(10**9, "steps")
    begun.touch()
    while True:
        line.show({"so_far": line.done})
        line.advance(1)
        time.sleep(0.005)


def hang(line: Line, begun: Path) -> Mapping[str, Any]:
    """Does not look whether it is stopped."""
    line.begin(1, "steps")
    begun.touch()
    time.sleep(600)
    return {}


def think(_: Line, begun: Path) -> Mapping[str, Any]:
    """Has a bot search for longer than anybody waits."""
    game = load("hold-the-line")
    state = game.start(seed=1)
    assert state.player is not None
    begun.touch()
    make_bot("search:600000ms", game, 1, state.player).choose(state.view(state.player), state.legal())
    return {}


def fail(line: Line) -> Mapping[str, Any]:
    line.check()
    raise InputError("the gate is shut", hint="knock", place=Place("gate.yaml", 3, 7))


def die(line: Line) -> Mapping[str, Any]:
    line.check()
    os._exit(3)
