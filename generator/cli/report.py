"""The closing lines of a run: problems, then what was written; and how far a run is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from generator.catalog.problems import Problems
from generator.catalog.wording import pluralize

if TYPE_CHECKING:
    from generator.press.build import Written

MAX_SHOWN = 20
"""Problems told one by one; who has more mends these first."""


def report(
    written: Sequence[Written],
    problems: Problems,
    *,
    as_json: bool,
    most: int | None = None,
    rest: str = "",
) -> None:
    """Problems go to standard error, files to standard output; with ``as_json`` all to the latter.

    ``most``: how many problems are told one by one; ``rest`` says who tells the others.
    """
    if as_json:
        print(json.dumps(_as_dict(written, problems), indent=2, ensure_ascii=False))
        return
    tell(problems, most, rest)
    if problems.has_errors:
        print("nothing was written", file=sys.stderr)
    elif written:
        _print_table(written)
    else:
        print("nothing to print")


def tell(problems: Problems, most: int | None = None, rest: str = "") -> None:
    """The problems, if there are any, and how many."""
    _print_some(problems, most, rest)
    if problems:
        print(how_many(problems), file=sys.stderr)


def _print_some(problems: Problems, most: int | None, rest: str) -> None:
    found = problems.merged()
    for problem in found[:most]:
        print(problem, file=sys.stderr)
    if most is not None and len(found) > most:
        print(f"… and {len(found) - most:,} more; {rest}", file=sys.stderr)


def how_many(problems: Problems) -> str:
    """``1 error, 4 warnings``."""
    return f"{pluralize(problems.count('error'), 'error')}, {pluralize(problems.count('warning'), 'warning')}"


def print_problems(problems: Problems) -> None:
    """The problems on standard error, at most ``MAX_SHOWN`` of them, without how many there are."""
    _print_some(problems, MAX_SHOWN, "`gatepress deck check` lists them all")


def stop_with(problems: Problems) -> NoReturn:
    """Ends the run with what is wrong in the user's files."""
    print_problems(problems)
    raise typer.Exit(1)


@contextmanager
def progress_bar(
    total: int, *, hidden: bool, doing: str = "laying out", noun: str = "cards"
) -> Iterator[Callable[[int], None]]:
    """Yields a function that is told how many more are done. Nothing is drawn unless a person is looking."""
    if hidden or not sys.stderr.isatty():
        yield _say_nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(noun),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(noun, total=total)
        yield lambda count: bar.advance(task, count)


def _say_nothing(count: int) -> None:
    del count


def _as_dict(written: Sequence[Written], problems: Problems) -> dict[str, object]:
    return {
        "files": [
            {
                "file": file.path.as_posix(),
                "game": file.game,
                "component": file.component,
                "pages": file.pages,
                "cards": file.cards,
                "content": file.content,
                "unchanged": file.unchanged,
            }
            for file in written
        ],
        "problems": [problem.to_dict() for problem in problems],
        "errors": problems.count("error"),
        "warnings": problems.count("warning"),
    }


def _print_table(written: Sequence[Written]) -> None:
    names = [_shown(file.path) for file in written]
    width = max(len(name) for name in names)
    for name, file in zip(names, written, strict=True):
        end = "  unchanged" if file.unchanged else ""
        # A rulebook has no cards.
        cards = pluralize(file.cards, "card") if file.cards else ""
        print(f"{name:<{width}}  {pluralize(file.pages, 'page'):>9}  {cards:>10}{end}".rstrip())
    pages, total = sum(file.pages for file in written), sum(file.cards for file in written)
    print(f"{pluralize(len(written), 'file')}, {pluralize(pages, 'page')}, {pluralize(total, 'card')}")


def _shown(path: Path) -> str:
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return path.as_posix()
