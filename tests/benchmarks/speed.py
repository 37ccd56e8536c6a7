"""The page on which each run of all benchmarks leaves a line: ratios only, so that machines may differ."""

from collections.abc import Mapping
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "speed.md"
COLUMNS = (
    "54",
    "540",
    "5400",
    "pictures",
    "PNG",
    "unchanged",
    "one card",
    "hands",
    "Leduc",
    "Leduc by the kit",
    "study",
    "picture",
)
"""What the benchmarks note, by the headings of the table."""


def with_line(page: str, day: str, commit: str, ratios: Mapping[str, str]) -> str:
    """The page with one more line at the end of its table, which is the last thing on it.

    Raises ValueError where a ratio has no column.
    """
    unknown = ratios.keys() - set(COLUMNS)
    if unknown:
        raise ValueError(f"no column for {', '.join(sorted(unknown))}")
    cells = (day, commit, *(ratios.get(name, "") for name in COLUMNS))
    return f"{page.rstrip()}\n| {' | '.join(cells)} |\n"
