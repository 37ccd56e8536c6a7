"""``gatepress build``: sheets of all components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from generator.catalog.bundle import bundled_games, find_game
from generator.catalog.lengths import parse_length
from generator.catalog.load import load_game
from generator.catalog.problems import Problems, Refused
from generator.catalog.sizes import Size, paper
from generator.cli.progress import progress_bar
from generator.cli.report import report
from generator.press.build import build as print_jobs
from generator.press.choice import refuse_unmatched
from generator.press.job import BACKS, MARKS, Job, Wishes, plan_jobs
from generator.press.options import PressOptions

T = TypeVar("T")


def build(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME or folder", help="What to build; nothing: every bundled game."),
    ] = None,
    papers: Annotated[
        list[str] | None,
        typer.Option(
            "--paper", help="a4, letter, a3, tabloid, legal or WxH (200x300mm); may be given again. [a4]"
        ),
    ] = None,
    backs: Annotated[str | None, typer.Option(help=" | ".join(BACKS) + " [duplex-long]")] = None,
    gap: Annotated[
        str | None, typer.Option(help="Between cards: a length. [as wide as costs no card]")
    ] = None,
    bleed: Annotated[str | None, typer.Option(help="Printed beyond the trim: a length. [3 mm]")] = None,
    marks: Annotated[str | None, typer.Option(help=" | ".join(MARKS) + " [crop]")] = None,
    margin: Annotated[str | None, typer.Option(help="What the printer can't reach: a length. [5 mm]")] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="A component or deck, by id or pattern; may be given again.")
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(help="Cards, by id, name or pattern, or field=value; may be given again."),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for the files.")] = Path("output"),
    as_json: Annotated[bool, typer.Option("--json", help="Tell what was written as JSON.")] = False,
) -> None:
    """Print-ready PDF sheets of all components, into OUT/GAME/."""
    problems = Problems()
    sizes = dict.fromkeys(_paper(text) for text in papers or ["a4"])
    wishes = [_wishes(size, backs, gap, bleed, marks, margin, only or [], select or []) for size in sizes]
    jobs = _jobs(games or bundled_games(), wishes, problems)
    with progress_bar(sum(len(job.printed) for job in jobs), hidden=as_json) as progress:
        try:
            written = print_jobs(jobs, out, problems, progress)
        except Refused as refused:
            problems.extend([refused.at(None)])
            written = []
    report(written, problems, as_json=as_json)
    if problems.has_errors:
        raise typer.Exit(1)


def _jobs(names: Sequence[str], wishes: Sequence[Wishes], problems: Problems) -> list[Job]:
    jobs: dict[tuple[Path, str], Job] = {}
    loaded = [load_game(folder, problems) for folder in _folders(names, problems)]
    games = [game for game in loaded if game is not None]
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        refuse_unmatched(games, wishes[0].only, wishes[0].select, problems)
    for game in games:
        for job in (job for wish in wishes for job in plan_jobs(game, wish, problems)):
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault((game.folder, job.name), job)
    return list(jobs.values())


def _folders(names: Sequence[str], problems: Problems) -> Sequence[Path]:
    """The folders of the games, each once however often and by whatever name it is given."""
    found: dict[Path, Path] = {}
    for name in names:
        try:
            folder = find_game(name)
        except Refused as refused:
            problems.extend([refused.at(None)])
            continue
        found.setdefault(folder.resolve(), folder)
    return list(found.values())


def _wishes(
    size: Size,
    backs: str | None,
    gap: str | None,
    bleed: str | None,
    marks: str | None,
    margin: str | None,
    only: list[str],
    select: list[str],
) -> Wishes:
    wishes = Wishes(
        size,
        _choice("--backs", backs, BACKS),
        _choice("--marks", marks, MARKS),
        _length("--gap", gap),
        _length("--bleed", bleed),
        _length("--margin", margin),
        tuple(only),
        tuple(select),
    )
    _usable(lambda: PressOptions(size, margin=wishes.margin or 0, gap=wishes.gap), "--margin")
    return wishes


def _paper(text: str) -> Size:
    return _usable(lambda: paper(text), "--paper")


def _length(option: str, text: str | None) -> float | None:
    return None if text is None else _usable(lambda: parse_length(text), option)


def _choice(option: str, text: str | None, allowed: tuple[str, ...]) -> str | None:
    if text is not None and text not in allowed:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(allowed)}", param_hint=option)
    return text


def _usable(read: Callable[[], T], option: str) -> T:
    """A value of the command line; what can't be read is wrong usage."""
    try:
        return read()
    except Refused as refused:
        hint = f"; {refused.hint}" if refused.hint else ""
        raise typer.BadParameter(refused.message + hint, param_hint=option) from None
