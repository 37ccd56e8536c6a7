"""What the suite found: faults that can be played again, and how much was looked at."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.catalog.wording import pluralize
from generator.rules.errors import author_error, is_authors
from generator.rules.positions import BadPosition
from generator.rules.scenarios import ScenarioTally

_SUITE = str(Path(__file__).parent)


@dataclass(slots=True)
class Totals:
    """How much was played."""

    begun: int = 0
    """Games."""
    games: int = 0
    """Those that were played to their end."""
    decisions: int = 0
    legal: int = 0
    """Legal moves, over all decisions."""
    most_legal: int = 0
    longest: int = 0
    """Decisions of the longest game."""
    cut_short: int = 0
    """Games that the limit on turns ended."""

    @property
    def mean_legal(self) -> float:
        """Legal moves of a decision, on average."""
        return self.legal / self.decisions if self.decisions else 0.0

    @property
    def mean_decisions(self) -> float:
        """Decisions of a game, on average."""
        return self.decisions / self.games if self.games else 0.0

    @property
    def share_cut_short(self) -> float:
        return self.cut_short / self.games if self.games else 0.0

    def add(self, more: Totals) -> None:
        """Adds what else was played."""
        self.begun += more.begun
        self.games += more.games
        self.decisions += more.decisions
        self.legal += more.legal
        self.most_legal = max(self.most_legal, more.most_legal)
        self.longest = max(self.longest, more.longest)
        self.cut_short += more.cut_short

    def to_dict(self) -> dict[str, Any]:
        """The totals as JSON values."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "mean_decisions": round(self.mean_decisions, 2),
            "most_decisions": self.longest,
            "mean_legal": round(self.mean_legal, 2),
            "most_legal": self.most_legal,
            "cut_short": self.cut_short,
        }


@dataclass(slots=True)
class Report:
    """What a run of the suite says of a game."""

    game: str
    title: str
    seed: int
    setups: list[SetupTotals] = field(default_factory=list)
    """What was played at random."""
    odd: Totals = field(default_factory=Totals)
    """What was played with odd tastes."""
    placed: Totals = field(default_factory=Totals)
    """What was played from notable positions."""
    checks: list[Tally] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What could not be looked at, and why."""
    scenarios: ScenarioTally | None = None
    """What the scenarios beside the game showed; None where there are none."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings and not (self.scenarios and self.scenarios.failures)

    @property
    def totals(self) -> Totals:
        """How much was played at random."""
        totals = Totals()
        for played in self.setups:
            totals.add(played.totals)
        return totals

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "game": self.game,
            "title": self.title,
            "seed": self.seed,
            "ok": self.ok,
            **self.totals.to_dict(),
            "setups": [{"setup": dict(played.setup), **played.totals.to_dict()} for played in self.setups],
            "odd": self.odd.to_dict(),
            "placed": self.placed.to_dict(),
            "checks": [
                {"check": one.name, "question": one.question, "made": one.made, "found": one.found}
                for one in self.checks
            ],
            "findings": [finding.to_dict() for finding in self.findings],
            "notes": self.notes,
            **({} if self.scenarios is None else {"scenarios": self.scenarios.to_dict()}),
        }

    def _lines(self) -> Iterator[str]:
        totals = self.totals
        yield f"{self.title}: {pluralize(totals.games, 'game')}, {pluralize(totals.decisions, 'decision')}"
        others = pluralize(self.odd.games, "game"), pluralize(self.placed.games, "game")
        yield f"  {others[0]} with odd tastes, {others[1]} from notable positions"
        yield f"  {totals.mean_legal:.1f} legal moves on average, {totals.most_legal} at most"
        yield f"  {100 * totals.share_cut_short:.1f} % of the games hit the limit on turns"
        for tally in self.checks:
            yield f"  {tally.name}: {tally.made:,} times, {tally.found:,} found"
        if self.scenarios is not None:
            yield f"  scenarios: {self.scenarios.ran:,} played, {self.scenarios.failed:,} failed"
            yield from (f"  FAILED {failure}" for failure in self.scenarios.failures)
        yield from (f"  note: {note}" for note in self.notes)
        yield from (f"  FOUND {finding}" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a game, with the way to the state that shows it."""

    check: str
    """The name of the check that found it."""
    message: str
    record: dict[str, Any] | None = None
    """The game up to there, as ``Record.to_dict`` writes it; None for what only the whole run shows."""
    choices: tuple[int, ...] = ()
    """The same moves as numbers, for a game whose words are what is wrong."""

    def __str__(self) -> str:
        if self.record is None:
            return f"{self.check}: {self.message}"
        after = f"after {pluralize(len(self.choices), 'move')}"
        began = json.dumps(self.record["setup"]) if "setup" in self.record else "a position"
        return f"{self.check}: {self.message} ({after} of {began})"

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON values."""
        return {
            "check": self.check,
            "message": self.message,
            "record": self.record,
            "choices": list(self.choices),
        }


@dataclass(slots=True)
class Tally:
    """How often a check was made, and how often it found something."""

    name: str
    question: str
    made: int = 0
    found: int = 0


@dataclass(slots=True)
class SetupTotals:
    """How much was played of one way to begin."""

    setup: Mapping[str, Any]
    """The keyword arguments of ``Game.start``, without the seed."""
    totals: Totals = field(default_factory=Totals)


def describe_crash(
    crash: BaseException, folder: Path | None = None, move: str | None = None, seat: int | None = None
) -> str:
    """What was raised, and where in the game: ``KeyError: 7, raised in `view` (hidden.py, line 31)``.

    In rules of a designer's own, which stand in ``folder``, with the move that ``seat`` made:
    ``my-game/rules.py:31: KeyError: 7, while seat 1 made `play red-7```. Several faults of a position have
    a line each.
    """
    if folder is not None and is_authors(crash, folder):
        blamed = author_error(crash, folder, move, seat)
        within = f" in `{blamed.frames[-1].function}`" if blamed.frames and blamed.frames[-1].function else ""
        return f"{blamed.place}: {blamed.message}{within}{str(blamed).removeprefix(blamed.message)}"
    frames = traceback.extract_tb(crash.__traceback__)
    outside = [frame for frame in frames if not frame.filename.startswith(_SUITE)]
    place = outside[-1] if outside else frames[-1]
    raised = f", raised in `{place.name}` ({Path(place.filename).name}, line {place.lineno})"
    if isinstance(crash, BadPosition) and len(crash.faults) > 1:
        return "\n".join([f"BadPosition{raised}:", *map(str, crash.faults)])
    words = f"{type(crash).__name__}: {crash}".rstrip(": ")
    return f"{words}{raised}"
