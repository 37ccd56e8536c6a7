"""Print jobs for what changed: sheets of the cards that the older print does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from generator.catalog.problems import Problems
from generator.export.changes import Change, Comparison
from generator.export.version import Key
from generator.press.choice import Numbered
from generator.press.job import Job, Wishes, plan_jobs

LONGEST_LABEL = 40


def reprint_jobs(
    comparison: Comparison, wishes: Iterable[Wishes], prefix: str, problems: Problems
) -> list[Job]:
    """A job for each card list in which there is something to print; its name begins with ``prefix``."""
    changes = {change.shown.key: change for change in comparison.changes if change.new is not None}
    jobs: dict[str, Job] = {}
    for job in (job for wish in wishes for job in plan_jobs(comparison.new.game, wish, problems)):
        printed = _printed(job, changes)
        if printed:
            note = f"changed since {_shortened(comparison.old.label)}"
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault(job.name, replace(job, printed=printed, name=f"{prefix}{job.name}", note=note))
    return list(jobs.values())


def missing_copies(change: Change, sides: Sequence[str]) -> int:
    """How many copies somebody who has the older cards must print, of whom only ``sides`` are printed.

    All of a card that is new or looks different; of one that looks as before, those that came on top.
    """
    before, now = change.copies
    if change.old is None or change.resized or any(side in change.looks for side in sides):
        return now
    return max(0, now - before)


def _printed(job: Job, changes: Mapping[Key, Change]) -> tuple[Numbered, ...]:
    sides = ("front", "back") if job.has_back else ("front",)
    printed = []
    for number, card in job.printed:
        change = changes.get(Key(job.component.id, card.id))
        copies = missing_copies(change, sides) if change else 0
        if copies:
            printed.append(Numbered(number, replace(card, copies=copies)))
    return tuple(printed)


def _shortened(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
