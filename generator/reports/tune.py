"""A search for numbers in tables and sentences: its trials, and whether one does what was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

from generator.catalog.lines import readable
from generator.sim.statistics.spoken import games_to_decide
from generator.sim.sweeps.tune import Goal, Trial, Tuned

_MAX_HEAD = 30
_MAX_NAME = 60


def name_of(trial: Trial) -> str:
    """``rules.hand=4, oak.cost=3``."""
    return "the numbers of the database" if trial.is_own else ", ".join(map(str, trial.settings))


def answer(tuned: Tuned) -> str:
    """Whether numbers were found that do what was asked."""
    verdicts, does = {goal.verdict for goal in tuned.after}, readable(name_of(tuned.best), _MAX_NAME)
    if verdicts == {"holds"}:
        return f"Found: {does} does what was asked, on fresh deals too."
    if "fails" in verdicts:
        return f"Not found: of what was tried {does} does best, and on fresh deals not what was asked."
    open_goals = [goal for goal in tuned.after if goal.verdict == "can't tell"]
    wanted = [games_to_decide(goal.found, goal.goal, tuned.check.games) for goal in open_goals]
    more = max((games for games in wanted if games is not None), default=None)
    hint = "" if more is None else f" About {more:,} games would say (`--check-games {more}`)."
    return f"Not decided: {does} does best of what was tried, and perhaps what was asked.{hint}"


def ranked(trials: Sequence[Trial], most: int) -> Iterator[Trial]:
    """The best first, and the database's own numbers if they were tried."""
    for place, trial in enumerate(sorted(trials, key=lambda trial: (trial.loss, not trial.is_own))):
        if place < most or (trial.is_own and isfinite(trial.loss)):
            yield trial


def columns(trials: Sequence[Trial]) -> list[str]:
    """The headings of a table of trials: each number, and each target."""
    goals = max((trial.goals for trial in trials), key=len)
    heads = [one.path for one in trials[0].settings] + [goal.goal.text for goal in goals]
    return [readable(head, _MAX_HEAD) for head in heads]


def cells(trial: Trial, goals: int) -> Iterator[str]:
    """What a row of that table says."""
    yield from (one.value for one in trial.settings)
    yield from [found(goal) for goal in trial.goals] or ["can't be played"] * goals
    yield "own" if trial.is_own else ""


def found(goal: Goal) -> str:
    return goal.found.as_mean if goal.goal.quantity.kind == "length" else goal.found.in_percent
