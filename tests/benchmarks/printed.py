"""What the benchmarks share at the terminal: tables, progress, and whether a reach was kept."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

RATIOS = "GATEPRESS_BENCH_RATIOS"
"""The variable of the environment with the file that ratios are noted in."""


def note(column: str, ratio: float | None) -> None:
    """Has a ratio stand in the line of this run, where all benchmarks are run."""
    file = os.environ.get(RATIOS)
    if file and ratio is not None:
        with Path(file).open("a", encoding="utf-8") as ratios:
            ratios.write(f"{column}\t{ratio:.2f}\n")


def markdown(rows: Sequence[Sequence[str]], texts: Sequence[int]) -> Iterator[str]:
    """The lines of a Markdown table that also reads well in a terminal; the first row is its head.

    ``texts``: columns that are no figures.
    """
    columns = range(len(rows[0]))
    widths = [max(len(row[column]) for row in rows) for column in columns]
    for number, row in enumerate(rows):
        cells = (
            row[column].ljust(widths[column]) if column in texts else row[column].rjust(widths[column])
            for column in columns
        )
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield "|" + "|".join("-" * (width + 2) for width in widths) + "|"


def verdict(figure: float | None, holds: Callable[[float], bool], shown: str, words: str) -> str:
    """One line: yes, no or not measured. ``shown``: how to write the figure, as for ``str.format``."""
    if figure is None:
        return f"?    {words}: not measured"
    return f"{'yes' if holds(figure) else 'NO':<4} {words}: {shown.format(figure)}"


def progress(words: str) -> None:
    """Tells a person what goes on, in place of what was told before."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def positive(text: str) -> int:
    """A number of runs, from the command line."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number
