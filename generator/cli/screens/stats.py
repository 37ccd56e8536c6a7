"""A deck's numbers on the terminal: a table of classes and powers, and the power curve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.screens.classes import NO_CLASS, Look, class_looks
from generator.cli.screens.console import console, show
from generator.deck.format import DeckFormat
from generator.deck.stats import ClassShare, PowerCount, Stats

_MOST_COLUMNS = 9
"""Powers that the table has room for."""
_MOST_ROWS = 30
"""Lines of a table or chart; only a deck that is all wrong has more."""
_NOT_LEGAL = "  not legal"
_SHORTEST_BARS = 20


def show_stats(decks: Sequence[Stats], limits: DeckFormat) -> None:
    """Prints the numbers of each deck."""
    out = console()
    looks = class_looks(limits.classes)
    parts: list[RenderableType] = []
    for number, stats in enumerate(decks):
        parts += [*([Text(), Text()] if number else []), *_deck(stats, looks, out.width)]
    show(out, parts)


def _deck(stats: Stats, looks: Mapping[str, Look], width: int) -> Iterator[RenderableType]:
    average = "" if stats.average is None else f", average power {float(stats.average):,.2f}"
    counts = f": {pluralize(stats.cards, 'card')}, {pluralize(stats.points, 'point')}{average}"
    yield Text.assemble((readable(stats.deck.name), "bold"), counts)
    if stats.without_power:
        told = f"{pluralize(stats.without_power, 'card')} without a power that can be counted"
        yield Text(f"{told}: not in the points, the average and the curve", "yellow")
    yield Text()
    yield _table(stats, looks)
    yield Text()
    yield from _curve(stats, looks, width)


def _table(stats: Stats, looks: Mapping[str, Look]) -> Table:
    """Classes by powers, that is how many cards of each kind; and each class's share."""
    powers = [count for count in stats.curve if count.cards or len(stats.curve) <= _MOST_COLUMNS]
    powers = powers if len(powers) <= _MOST_COLUMNS else []
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("  power" if powers else "", no_wrap=True)
    for header in (*(str(count.power) for count in powers), "cards", "", "points", ""):
        table.add_column(header, justify="right", no_wrap=True)
    for share in stats.classes[:_MOST_ROWS]:
        kinds = [_number(count.by_class.get(share.name, 0)) for count in powers]
        shares = (share.cards, stats.cards), (share.points, stats.points)
        table.add_row(_class(share, looks), *kinds, *(cell for pair in shares for cell in _share(*pair)))
    if len(stats.classes) > _MOST_ROWS:
        table.add_row(f"  … and {len(stats.classes) - _MOST_ROWS:,} more")
    totals = [_number(count.cards) for count in powers]
    table.add_row("  all", *totals, f"{stats.cards:,}", "", f"{stats.points:,}", "", style="bold")
    return table


def _class(share: ClassShare, looks: Mapping[str, Look]) -> Text:
    look = looks.get(share.name, NO_CLASS)
    known = "" if share.known else ", unknown" if share.name else "no class"
    return Text.assemble("  ", (look.letter, look.style), f" {readable(share.name, 20)}{known}")


def _share(part: int, whole: int) -> tuple[str, str]:
    return _number(part), f"{100 * part / whole:.1f} %" if part and whole > 0 else ""


def _number(count: int) -> str:
    return f"{count:,}" if count else "-"


def _curve(stats: Stats, looks: Mapping[str, Look], width: int) -> Iterator[RenderableType]:
    """Bars of letters, one for each card, or for a few where they are many."""
    rows = [count for count in stats.curve if count.cards or len(stats.curve) <= _MOST_ROWS]
    rows, left = rows[:_MOST_ROWS], len(rows) - _MOST_ROWS
    most = max((count.cards for count in rows), default=0)
    numbers = max(len("cards"), len(_number(most)))
    powers = max([len("power"), *(len(str(count.power)) for count in rows)])
    beside = 6 + powers + numbers + (0 if all(count.legal for count in rows) else len(_NOT_LEGAL))
    each = max(1, -(-most // max(_SHORTEST_BARS, width - beside)))
    order = [share.name for share in stats.classes]
    yield Text(f"  {'power':>{powers}}  {'cards':>{numbers}}", "bold")
    for count in rows:
        power = Text(f"  {count.power:>{powers}}", "" if count.legal else "red")
        bar = _bar(count, order, looks, each)
        yield Text.assemble(
            power, f"  {_number(count.cards):>{numbers}}  ", bar, "" if count.legal else _NOT_LEGAL
        )
    if left > 0:
        yield Text(f"  … and {left:,} more powers")
    yield Text(f"  one letter: {pluralize(each, 'card')}", "dim")


def _bar(count: PowerCount, order: Sequence[str], looks: Mapping[str, Look], each: int) -> Text:
    bar, cards, drawn = Text(), 0, 0
    for name in (name for name in order if name in count.by_class):
        cards += count.by_class[name]
        # Rounded up to here, so that the bar as a whole has the right length.
        letters = -(-cards // each) - drawn
        drawn += letters
        look = looks.get(name, NO_CLASS)
        bar.append(look.letter * letters, look.style)
    return bar
