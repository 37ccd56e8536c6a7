"""``gatepress build``: sheets of all components."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from generator.catalog.problems import Problems, Refused
from generator.cli.games import load_games
from generator.cli.options import (
    AsJson,
    Backs,
    Bleed,
    Games,
    Gap,
    Margin,
    Marks,
    Only,
    Out,
    Papers,
    Select,
    press_wishes,
)
from generator.cli.progress import progress_bar
from generator.cli.report import report
from generator.press.build import build
from generator.press.choice import refuse_unmatched
from generator.press.job import Job, Wishes, plan_jobs


def command(
    games: Games = None,
    paper: Papers = None,
    backs: Backs = None,
    gap: Gap = None,
    bleed: Bleed = None,
    marks: Marks = None,
    margin: Margin = None,
    only: Only = None,
    select: Select = None,
    out: Out = Path("output"),
    as_json: AsJson = False,
) -> None:
    """Print-ready PDF sheets of all components, into OUT/GAME/."""
    problems = Problems()
    wishes = press_wishes(paper, backs, gap, bleed, marks, margin, only, select)
    jobs = _jobs(games, wishes, problems)
    with progress_bar(sum(len(job.printed) for job in jobs), hidden=as_json) as progress:
        try:
            written = build(jobs, out, problems, progress)
        except Refused as refused:
            problems.extend([refused.at(None)])
            written = []
    report(written, problems, as_json=as_json)
    if problems.has_errors:
        raise typer.Exit(1)


def _jobs(names: Sequence[str] | None, wishes: Sequence[Wishes], problems: Problems) -> list[Job]:
    jobs: dict[tuple[Path, str], Job] = {}
    games = load_games(names, problems)
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        refuse_unmatched(games, wishes[0].only, wishes[0].select, problems)
    for game in games:
        for job in (job for wish in wishes for job in plan_jobs(game, wish, problems)):
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault((game.folder, job.name), job)
    return list(jobs.values())
