"""What changed between two decks, on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import around_difference, excerpts
from generator.cli.screens.console import console, show
from generator.deck.compare import Aspect, Change, Comparison, Line
from generator.deck.format import DeckFormat
from generator.deck.kinds import class_marks, kind_name
from generator.deck.stats import Stats

_LONGEST_TEXT = 80
_MOST_SHOWN = 200


def show_diff(comparison: Comparison, limits: DeckFormat) -> None:
    """Prints the cards that differ, then the totals of both decks."""
    out = console()
    arrow = "->" if out.options.ascii_only else "→"
    marks = class_marks(limits.classes)
    parts: list[RenderableType] = [_head(comparison, arrow)]
    if comparison.same:
        parts.append(Text("  the same cards"))
    for lines in (
        [_whole(line, "+", "green", marks) for line in comparison.added],
        [_whole(line, "-", "red", marks) for line in comparison.removed],
        [_change(change, arrow, marks) for change in comparison.changed],
    ):
        if lines:
            parts += [Text(), *lines[:_MOST_SHOWN]]
        if len(lines) > _MOST_SHOWN:
            parts.append(Text(f"  … and {len(lines) - _MOST_SHOWN:,} more"))
    show(out, [*parts, Text(), _totals(comparison)])


def _head(comparison: Comparison, arrow: str) -> Text:
    names = [readable(stats.deck.name) for stats in (comparison.before, comparison.after)]
    return Text.assemble((names[0], "bold"), f" {arrow} ", (names[1], "bold"))


def _whole(line: Line, sign: str, style: str, marks: dict[str, str]) -> Text:
    return Text.assemble(
        (f"  {sign} ", f"bold {style}"), f"{line.copies:,} × {_kind(line, marks)} {_name(line)}"
    )


def _change(change: Change, arrow: str, marks: dict[str, str]) -> Text:
    told = Text.assemble(("  ~ ", "bold yellow"), f"{_kind(change.before, marks)} {_name(change.before)}")
    short = [
        f"{aspect} {_value(change.before, aspect)} {arrow} {_value(change.after, aspect)}"
        for aspect in change.aspects
        if aspect != "text"
    ]
    if short:
        told.append(": " + ", ".join(short))
    if "text" in change.aspects:
        for when, text in zip(("before", "after"), _texts(change), strict=True):
            told.append(f"\n      text {when + ':':<7} ", "dim")
            told.append(text)
    return told


def _texts(change: Change) -> tuple[str, str]:
    """Both texts, or of long ones the words that differ."""
    before, after = change.before.text or "", change.after.text or ""
    if before and after and max(len(before), len(after)) > _LONGEST_TEXT:
        before, after = excerpts(before, after)
        if before == after:
            before, after = around_difference(
                change.before.text or "", change.after.text or "", _LONGEST_TEXT
            )
    told = readable(before, _LONGEST_TEXT) or "none", readable(after, _LONGEST_TEXT) or "none"
    return (told[0], "the same words with other spaces") if told[0] == told[1] else told


def _name(line: Line) -> str:
    return readable(line.name) or "(no name)"


def _value(line: Line, aspect: Aspect) -> str:
    value = line.value(aspect)
    return "none" if value is None or value == "" else readable(str(value))


def _kind(line: Line, marks: dict[str, str]) -> str:
    return kind_name(line.class_name, line.power if isinstance(line.power, int) else None, marks)


def _totals(comparison: Comparison) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    for header in ("before", "after", "change"):
        table.add_column(header, justify="right", no_wrap=True)
    for name, before, after in _rows(comparison.before, comparison.after):
        change = after - before
        table.add_row(f"  {name}", f"{before:,}", f"{after:,}", f"{change:+,}" if change else "-")
    averages = [_average(stats) for stats in (comparison.before, comparison.after)]
    table.add_row("  average power", *averages, "")
    return table


def _rows(before: Stats, after: Stats) -> Iterator[tuple[str, int, int]]:
    yield "cards", before.cards, after.cards
    yield "points", before.points, after.points
    old = {share.name: share.cards for share in before.classes}
    new = {share.name: share.cards for share in after.classes}
    known = [share.name for share in before.classes if share.known]
    for name in known:
        yield readable(name, 20), old[name], new[name]
    others = [
        stats.cards - sum(cards[name] for name in known) for stats, cards in ((before, old), (after, new))
    ]
    if any(others):
        yield "no such class", others[0], others[1]


def _average(stats: Stats) -> str:
    return "-" if stats.average is None else f"{float(stats.average):,.2f}"
