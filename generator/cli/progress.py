"""A progress bar on the terminal, where there is one to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


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
