"""The statistics of card lists as charts, each under a title that says what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.catalog.lines import readable
from generator.catalog.wording import join_words, pluralize
from generator.deck.card_stats.report import CardStats
from generator.deck.card_stats.spreads import Curve, Grid, WordSpread, number_text
from generator.deck.card_stats.strength import Fit, Point
from generator.deck.card_stats.table import NAMES
from generator.export.chart_pages import Section
from generator.export.charts import (
    Bar,
    BarChart,
    Chart,
    ColumnChart,
    CountTable,
    Dot,
    Mark,
    MarkGroup,
    ScatterChart,
)

MAX_BARS = 12
"""Words of a chart."""
MAX_FIRST = 3
"""Words that are named as the most frequent."""
MAX_MARKS = 8
"""Cards above a line, and below it, that have their names beside it."""
MAX_GRIDS = 4
"""Tables of counts of a component; those with gaps come first."""
MAX_TITLE = 120


def sections(stats: Sequence[CardStats]) -> list[Section]:
    """One for each component that has anything to draw."""
    found = []
    for one in stats:
        charts = list(_charts(one))
        if charts:
            title = readable(one.table.component.title, MAX_TITLE)
            found.append(Section(title, one.table.size, charts))
    return found


def _charts(stats: CardStats) -> Iterator[Chart]:
    for curve in stats.curves:
        if len(curve.bars) > 1:
            yield _curve(curve)
    for spread in stats.spreads:
        if isinstance(spread, WordSpread) and spread.field not in NAMES and _recurs(spread):
            yield _words(spread)
    keywords = stats.wording.keywords
    if keywords:
        bars = [Bar(readable(one.term), one.cards) for one in keywords[:MAX_BARS]]
        yield BarChart(
            f"Most frequent keyword: {readable(keywords[0].term)}", "cards", bars, _rest(len(keywords))
        )
    words = stats.wording.recurring
    if words:
        bars = [Bar(readable(one.word), one.cards) for one in words[:MAX_BARS]]
        yield BarChart(
            f"Most frequent word in the texts: {readable(words[0].word)}", "cards", bars, _rest(len(words))
        )
    for fit in stats.fits:
        if fit.points:
            yield _scatter(fit)
    for grid in stats.grids[:MAX_GRIDS]:
        yield _grid(grid)


def _recurs(spread: WordSpread) -> bool:
    """Whether most of the words are on more than one card, and not so many that it is no picture."""
    return 2 <= len(spread.counts) <= spread.rows / 2 and len(spread.counts) <= 4 * MAX_BARS


def _curve(curve: Curve) -> ColumnChart:
    bars = [Bar(bar.label, bar.cards) for bar in curve.bars]
    note = f"{pluralize(curve.other, 'card')} without a number" if curve.other else ""
    return ColumnChart(readable(curve.headline, MAX_TITLE), readable(curve.field), "cards", bars, note)


def _words(spread: WordSpread) -> BarChart:
    field = readable(spread.field)
    most = spread.counts[0].cards
    first = [readable(value) for value, cards in spread.counts if cards == most]
    share = f"{100 * most / spread.cards:.0f} %"
    if len(first) > 1:
        share += " each"
    if len(first) == len(spread.counts):
        title = f"Each {field} is on as many cards"
    elif len(first) > MAX_FIRST:
        title = f"Most frequent {field}: {len(first)} of them, {share}"
    else:
        title = f"Most frequent {field}: {join_words(first, 'and')}, {share}"
    bars = [Bar(readable(value), cards) for value, cards in spread.counts[:MAX_BARS]]
    return BarChart(title, "cards", bars, _rest(len(spread.counts)))


def _rest(count: int) -> str:
    return f"and {count - MAX_BARS:,} more" if count > MAX_BARS else ""


def _scatter(fit: Fit) -> ScatterChart:
    headline = readable(fit.headline, MAX_TITLE)
    line = None if fit.line is None else (fit.line.intercept, fit.line.slope)
    notes = [f"from {pluralize(fit.cards, 'card')}"]
    if fit.line is None:
        notes = [f"no line is fitted: {fit.why_not}"]
    elif fit.line.r_squared is not None:
        notes.append(f"R² {fit.line.r_squared:.2f}")
    if fit.left_out:
        notes.append(f"{fit.left_out:,} left out without all these numbers")
    if any(point.row.weight > 1 for point in fit.points):
        notes.append("the larger a dot, the more cards")
    groups = [
        MarkGroup("Above the line, in standard errors", [_mark(point) for point in fit.above[:MAX_MARKS]]),
        MarkGroup("Below the line", [_mark(point) for point in fit.below[:MAX_MARKS]]),
    ]
    return ScatterChart(
        headline[:1].upper() + headline[1:],
        readable(str(fit.pair.cost)),
        readable(str(fit.pair.strength)),
        [Dot(point.cost, point.strength, point.row.weight) for point in fit.points],
        line,
        [group for group in groups if group.marks],
        "; ".join(notes),
    )


def _mark(point: Point) -> Mark:
    return Mark(point.cost, point.strength, readable(point.row.name), f"{point.standardised or 0:+.2f}")


def _grid(grid: Grid) -> CountTable:
    crossed = frozenset((grid.kinds.index(gap.kind), grid.values.index(gap.value)) for gap in grid.gaps)
    return CountTable(
        readable(grid.headline, MAX_TITLE),
        readable(grid.word),
        readable(grid.number),
        [readable(kind) for kind in grid.kinds],
        [number_text(value) for value in grid.values],
        [[grid.cards.get((kind, value), 0) for value in grid.values] for kind in grid.kinds],
        crossed,
        "crossed: a gap, with smaller and greater values on either side" if crossed else "",
    )
