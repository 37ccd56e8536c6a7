"""Asks the checks, and writes down what they find: faults, and whatever they stumble over."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.finding import Finding, Report, Tally
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.touched import Touched
from generator.rules.record import Record

MAX_FINDINGS = 5
"""Of one check; it is not made any more after that."""
PLAY = "play"
_HERE = str(Path(__file__).parent)


class Ledger:
    """The findings of one run, each with the game that led there."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._tallies = {tally.name: tally for tally in report.checks}
        self._setup: Mapping[str, Any] | None = None
        self._moment: Moment | None = None

    def at(self, setup: Mapping[str, Any] | None, moment: Moment | None = None) -> None:
        """From now on it is about this game; about none if there is no set-up."""
        self._setup = setup
        self._moment = moment

    def wants(self, check: Check) -> bool:
        """Whether the check has not yet found enough."""
        return self._tallies[check.name].found < MAX_FINDINGS

    def ask(self, check: Check, question: Callable[[], Faults], *, counts: bool = False) -> None:
        """Writes down what a check finds; ``counts``: whether it is a time that the check was made."""
        if not self.wants(check):
            return
        tally = self._tallies[check.name]
        tally.made += counts
        try:
            for fault in question():
                self.found(check.name, fault)
        except Touched:
            # The check that locked it away tells of it.
            return
        except Exception as crash:
            self.found(check.name, told(crash))

    def played(self) -> None:
        """Counts a game."""
        self._tallies[PLAY].made += 1

    def found(self, name: str, message: str) -> None:
        """Writes down a fault; of one check no more than a few."""
        tally: Tally = self._tallies[name]
        tally.found += 1
        if tally.found > MAX_FINDINGS:
            return
        choices = tuple(self._moment.moves) if self._moment is not None else ()
        self._report.findings.append(Finding(name, message, self._record(choices), choices))

    def _record(self, choices: tuple[int, ...]) -> dict[str, Any] | None:
        if self._setup is None:
            return None
        words = [_word(self._moment, move) for move in choices]
        return Record(self._report.game, dict(self._setup), moves=words).to_dict()


def _word(moment: Moment | None, move: int) -> str:
    """The move in words; where they are what is broken, its number."""
    assert moment is not None
    try:
        return moment.state.text(move)
    except Exception:
        return f"move number {move}"


def told(crash: BaseException) -> str:
    """What was raised, and where in the game: ``KeyError: 7, raised in `view` (hidden.py, line 31)``."""
    frames = traceback.extract_tb(crash.__traceback__)
    outside = [frame for frame in frames if not frame.filename.startswith(_HERE)]
    place = outside[-1] if outside else frames[-1]
    words = f"{type(crash).__name__}: {crash}".rstrip(": ")
    return f"{words}, raised in `{place.name}` ({Path(place.filename).name}, line {place.lineno})"
