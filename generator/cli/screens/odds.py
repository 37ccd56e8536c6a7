"""What the tables of odds on the terminal have in common."""

from __future__ import annotations

from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.deck.hands.odds import Estimate

HEADERS = ("exact", "simulated", "95 % interval")
"""The columns of a table of odds, after the names of the rows and before the marks."""


class Marks:
    """How an exact value that lies inside or outside its interval is marked."""

    def __init__(self, out: Console) -> None:
        inside, outside = ("ok", "out") if out.options.ascii_only else ("✓", "✗")
        self.inside = Text(inside, "green")
        self.outside = Text(outside, "yellow")

    def of(self, *, inside: bool) -> Text:
        return self.inside if inside else self.outside

    def explained(self, inside: int, rows: int, why_together: str) -> Text:
        """The line under the tables: how many rows are inside, and what that means."""
        return Text.assemble(
            self.inside,
            f" the exact value lies inside the interval: {inside} of {rows}. By chance 1 in 20 lies outside,"
            f" and {why_together}.",
        )


def plain_table() -> Table:
    """A table without lines."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")


def odds_table(rows: str = "") -> Table:
    """A plain table with the columns of odds. ``rows``: what the rows are odds of."""
    table = plain_table()
    table.add_column(rows, no_wrap=True)
    for header in HEADERS:
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("")
    return table


def shares(exact: Fraction, simulated: Estimate) -> tuple[str, str, str]:
    """A row's cells under HEADERS, of values that are shares."""
    value, low, high = simulated
    return percent(exact), percent(value), f"{100 * low:.2f} to {100 * high:.2f} %"


def percent(share: Fraction | float) -> str:
    """With two decimals; what is not quite none or all does not read as if it were."""
    if 0 < share < 0.00005:
        return "< 0.01 %"
    if 0.99995 <= share < 1:
        return "> 99.99 %"
    return f"{100 * float(share):.2f} %"
