"""What a search for numbers found, on the terminal: the best trials, the check on fresh deals, the patch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.patches import Patch
from generator.catalog.paths import shown_path
from generator.catalog.wording import pluralize
from generator.cli.console import console, plain_table, show
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
    yield Text.assemble(
        (readable(title), "head"),
        f": {tried} tried, each in {pluralize(plan.games, 'game')} of the same deals",
    )
    yield Text()
    yield _trials(tuned, tuned.trials)
    yield Text()
    if len(tuned.finals) > 1:
        yield Text(f"The best of them again, each {pluralize(check.games, 'game')} of other deals:")
        yield Text()
        yield _trials(tuned, tuned.finals)
        yield Text()
    deals = f"{pluralize(check.games, 'game')} of {pluralize(check.games // check.seats, 'fresh deal')}"
    yield Text(f"On {deals}, by which nothing was chosen:")
    own = "the numbers of the database"
    best = own if tuned.best.is_own else ", ".join(map(str, tuned.best.settings))
    table = plain_table()
    table.add_column("  target", no_wrap=True)
    table.add_column("now", no_wrap=True)
    table.add_column(readable(best, 60), no_wrap=True)
    table.add_column("")
    for before, after in zip(tuned.before, tuned.after, strict=True):
        row = (f"  {readable(after.goal.text, 40)}", _found(before), _found(after), _SAID[after.verdict])
        table.add_row(*row)
    yield table


def _trials(tuned: Tuned, trials: Sequence[Trial]) -> RenderableType:
    table = plain_table()
    paths = [one.path for one in tuned.best.settings]
    for path in paths:
        table.add_column(readable(path, 30), justify="right", no_wrap=True)
    for goal in tuned.best.goals:
        table.add_column(readable(goal.goal.text, 30), justify="right", no_wrap=True)
    table.add_column("")
    listed = sorted(trials, key=lambda trial: (trial.loss, not trial.is_own))
    for trial in _chosen(listed):
        values = [one.value for one in trial.settings]
        found = [_found(goal) for goal in trial.goals] or ["can't be played"] * len(tuned.best.goals)
        table.add_row(*values, *found, "own" if trial.is_own else "")
    return table


def _chosen(listed: Sequence[Trial]) -> Iterator[Trial]:
    """The best, and the database's own numbers if they were tried."""
    yield from listed[:MAX_TRIALS]
    yield from (trial for trial in listed[MAX_TRIALS:] if trial.is_own and isfinite(trial.loss))


def _found(goal: Goal) -> str:
    if goal.goal.quantity.kind == "length":
        found = goal.found
        return f"{found.value:.1f} ({found.low:.1f} to {found.high:.1f})"
    return percent(goal.found)
