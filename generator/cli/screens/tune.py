"""What a search for numbers found, on the terminal: the best trials, the check on fresh deals, the patch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.patches import Patch
from generator.catalog.paths import shown_path
from generator.catalog.screen import apart, labels, numbers, table_of
from generator.catalog.wording import pluralize
from generator.cli.console import console, show
from generator.reports.sweep import percent
from generator.sim.sweeps.tune import Goal, Trial, Tuned

MAX_TRIALS = 8
"""Trials that are listed, the best first."""
_SAID = {
    "holds": "met",
    "fails": "NOT met",
    "can't tell": "can't be told yet: more --check-games narrow the interval",
}


def show_tuned(tuned: Tuned, title: str, patch: Patch, out: Path | None) -> None:
    """Prints what was found, and whether fresh deals bear it out."""
    show(console(), _parts(tuned, title))
    print()
    if tuned.best.is_own:
        print("nothing to change: of all numbers that were tried the database's own do best")
    for line in patch.by_hand:
        print(f"to change by hand: {line}")
    if patch.text and out is None:
        print(patch.text, end="")
    elif patch.text and out is not None:
        print(
            f"the patch is in {shown_path(out)}: look at it, then apply it in the game's folder (patch -p1)"
        )


def _parts(tuned: Tuned, title: str) -> Iterator[RenderableType]:
    plan, check = tuned.plan, tuned.check
    count = pluralize(len(tuned.trials), "combination")
    tried = f"all {count}" if tuned.is_complete and len(tuned.trials) > 1 else count
    head = f": {tried} tried, each in {pluralize(plan.games, 'game')} of the same deals"
    finals = f"The best of them again, each {pluralize(check.games, 'game')} of other deals:"
    deals = f"{pluralize(check.games, 'game')} of {pluralize(check.games // check.seats, 'fresh deal')}"
    again: list[list[RenderableType]] = []
    if len(tuned.finals) > 1:
        again = [[Text(finals)], [_trials(tuned, tuned.finals)]]
    return apart(
        [Text.assemble((readable(title), "head"), head)],
        [_trials(tuned, tuned.trials)],
        *again,
        [Text(f"On {deals}, by which nothing was chosen:"), _targets(tuned)],
    )


def _targets(tuned: Tuned) -> Table:
    own = "the numbers of the database"
    best = own if tuned.best.is_own else ", ".join(map(str, tuned.best.settings))
    rows = [
        (f"  {readable(after.goal.text, 40)}", _found(before), _found(after), _SAID[after.verdict])
        for before, after in zip(tuned.before, tuned.after, strict=True)
    ]
    return table_of([*labels("  target", "now", readable(best, 60)), ""], rows)


def _trials(tuned: Tuned, trials: Sequence[Trial]) -> Table:
    headers = [one.path for one in tuned.best.settings] + [goal.goal.text for goal in tuned.best.goals]
    rows = []
    for trial in _chosen(sorted(trials, key=lambda trial: (trial.loss, not trial.is_own))):
        values = [one.value for one in trial.settings]
        found = [_found(goal) for goal in trial.goals] or ["can't be played"] * len(tuned.best.goals)
        rows.append((*values, *found, "own" if trial.is_own else ""))
    return table_of([*numbers(*(readable(header, 30) for header in headers)), ""], rows)


def _chosen(listed: Sequence[Trial]) -> Iterator[Trial]:
    """The best, and the database's own numbers if they were tried."""
    yield from listed[:MAX_TRIALS]
    yield from (trial for trial in listed[MAX_TRIALS:] if trial.is_own and isfinite(trial.loss))


def _found(goal: Goal) -> str:
    if goal.goal.quantity.kind == "length":
        found = goal.found
        return f"{found.value:.1f} ({found.low:.1f} to {found.high:.1f})"
    return percent(goal.found)
