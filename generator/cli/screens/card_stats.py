"""What card lists are made of, on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import Cells, Column, Styled, apart, labels, numbers, one_by_one, table_of
from generator.catalog.wording import capital, join_words, pluralize
from generator.cli.console import console, show
from generator.deck.card_stats.spreads import NumberSpread, TextSpread, WordSpread, number_text

if TYPE_CHECKING:
    from generator.catalog.models import Game
    from generator.deck.card_stats.spreads import Count, Curve, Gap, Grid, Spread
    from generator.deck.card_stats.stats import CardStats
    from generator.deck.card_stats.strength import Fit, Point
    from generator.deck.card_stats.table import Row
    from generator.deck.card_stats.texts import Likeness, Wording

MAX_SHOWN = 10
"""Rows of a list that a person reads; ``--json`` has all."""
MAX_BESIDE = 5
"""Cards above a line, and below it."""
BESIDE_COUNTS, MIN_COUNTS = 44, 24
"""Columns that stand beside the counts of a field, and letters that these have in any case."""
MAX_SENTENCE = 120
"""Letters of a sentence with names of fields in it."""
MAX_NAMES = 5
"""Names of a group of cards."""
MAX_NAME = 28
MIN_BAR = 20
REST = "--json lists all"


def show_card_stats(game: Game, stats: Sequence[CardStats], *, is_asked: bool) -> None:
    """Prints the statistics of one component after the other.

    ``is_asked``: whether somebody said what is held against what, so that no advice is needed.
    """
    out = console()
    block = "#" if out.options.ascii_only else "█"
    show(out, one_by_one(_component(game, one, out.width, block, is_asked=is_asked) for one in stats))


def _component(
    game: Game, stats: CardStats, width: int, block: str, *, is_asked: bool
) -> Iterator[RenderableType]:
    return apart(
        _head(game, stats),
        _numbers(stats),
        _words_of_fields(stats, max(MIN_COUNTS, width - BESIDE_COUNTS)),
        *(_curve(curve, width, block) for curve in stats.curves if len(curve.bars) > 1),
        *(_fit(fit) for fit in stats.fits),
        [] if stats.fits or is_asked or len(stats.curves) < 2 else [_no_line(stats)],
        _wording(stats.wording, stats.table.total),
        _likeness(stats.likeness),
        _gaps(stats),
    )


def _head(game: Game, stats: CardStats) -> Iterator[RenderableType]:
    table = stats.table
    title = f"{readable(game.title)}: {readable(table.component.title)}"
    yield Text.assemble((title, "head"), f" ({table.component.id})")
    yield Text(table.size)
    if table.by_copies and table.without_copies:
        yield Text(f"left out: {pluralize(table.without_copies, 'card')} without a copy", "warning")


# Fields


def _numbers(stats: CardStats) -> Iterator[RenderableType]:
    found = [spread for spread in stats.spreads if isinstance(spread, NumberSpread)]
    if not found:
        yield Text("no field has numbers", "quiet")
        return
    headers = ("cards", "blank", "min", "quartile", "median", "quartile", "max", "mean")
    rows = (
        (*_field(one), *map(number_text, (one.least, one.lower, one.median, one.upper, one.most, one.mean)))
        for one in found
    )
    yield table_of([*labels("numbers"), *numbers(*headers)], rows)
    for one in found:
        if one.odd:
            odd = _counts(one.odd, MAX_SENTENCE)
            yield Text(f"  {readable(one.field)} is not a number: {odd}", "warning")


def _words_of_fields(stats: CardStats, room: int) -> Iterator[RenderableType]:
    others = [spread for spread in stats.spreads if not isinstance(spread, NumberSpread)]
    rows = [(*_field(spread), *_what(spread, room)) for spread in others]
    if rows:
        yield table_of([*labels("words"), *numbers("cards", "blank", "different"), *labels("")], rows)


def _field(spread: Spread) -> tuple[str, str, str]:
    """What it is called, on how many cards it is, and on how many not."""
    return f"  {readable(spread.field, MAX_NAME)}", _count(spread.cards), _count(spread.blank)


def _what(spread: WordSpread | TextSpread, room: int) -> tuple[str, str]:
    """How many different values there are, and what is said of them in ``room`` letters."""
    if isinstance(spread, WordSpread):
        is_even = len({cards for _, cards in spread.counts}) == 1
        if is_even and len(spread.counts) > MAX_SHOWN:
            return f"{len(spread.counts):,}", f"{pluralize(spread.counts[0].cards, 'card')} each"
        return f"{len(spread.counts):,}", _counts(spread.counts, room)
    if spread.words is None:
        return "", "what it looks like"
    least, mean, most = spread.words
    several = f"{least:,} to {most:,} words, {number_text(mean)} on average"
    return f"{spread.different:,}", f"texts of {pluralize(most, 'word') if least == most else several}"


def _counts(counts: Sequence[Count], room: int) -> str:
    """``minion 20, soldier 11, and 3 more``: as many as there is room for."""
    shown: list[str] = []
    for value, cards in counts:
        shown.append(f"{readable(value, MAX_NAME)} {cards:,}")
        if len(", ".join(shown)) > room and len(shown) > 1:
            shown.pop()
            break
    return _and_more(shown, len(counts))


def _and_more(shown: Sequence[str], count: int) -> str:
    return ", ".join(shown) + (f" and {count - len(shown):,} more" if count > len(shown) else "")


def _count(cards: int) -> str:
    return f"{cards:,}" if cards else "-"


# Curves


def _curve(curve: Curve, width: int, block: str) -> Iterator[RenderableType]:
    yield Text(readable(curve.headline, width), "head")
    field = readable(curve.field, MAX_NAME)
    labels = max(len(field), *(len(bar.label) for bar in curve.bars))
    most = max(bar.cards for bar in curve.bars)
    numbers = max(len("cards"), len(f"{most:,}"))
    each = max(1, -(-most // max(MIN_BAR, width - labels - numbers - 6)))
    yield Text(f"  {field:>{labels}}  {'cards':>{numbers}}", "quiet")
    for bar in curve.bars:
        drawn = block * -(-bar.cards // each)
        yield Text(f"  {bar.label:>{labels}}  {_count(bar.cards):>{numbers}}  {drawn}".rstrip())
    notes = [f"one {block} is {pluralize(each, 'card')}"] if each > 1 else []
    if curve.other:
        notes.append(f"{pluralize(curve.other, 'card')} without a number")
    if notes:
        yield Text(f"  {'; '.join(notes)}", "quiet")


# Cost against strength


def _no_line(stats: CardStats) -> Text:
    fields = join_words([readable(curve.field) for curve in stats.curves], "and")
    example = "~".join(curve.field for curve in stats.curves[1::-1])
    return Text(
        f"no line of cost and strength: it is not clear from their names which of {fields} they are;"
        f" say it with --against, for example --against {example!r}",
        "quiet",
    )


def _fit(fit: Fit) -> Iterator[RenderableType]:
    strength, cost = readable(str(fit.pair.strength)), readable(str(fit.pair.cost))
    yield Text(capital(readable(fit.headline, MAX_SENTENCE)), "head")
    if fit.pair.by_name:
        yield Text(f"  {strength} against {cost}: taken by their names, --against takes others", "quiet")
    if fit.line is None:
        yield Text(f"  no line is fitted: {readable(fit.why_not or '', MAX_SENTENCE)}")
        return
    explained = "" if fit.line.r_squared is None else f", R² {fit.line.r_squared:.2f}"
    sign = "-" if fit.line.slope < 0 else "+"
    slope, start = number_text(abs(fit.line.slope)), number_text(fit.line.intercept)
    yield Text(f"  {strength} = {start} {sign} {slope} × {cost}{explained}")
    left_out = f", {fit.left_out:,} left out that lack one of these numbers" if fit.left_out else ""
    yield Text(f"  from {pluralize(fit.cards, 'card')}{left_out}", "quiet")
    if not fit.above and not fit.below:
        yield Text("  every card is on the line")
        return
    rows: list[Cells | Styled] = []
    for title, points in (("above the line", fit.above), ("below the line", fit.below)):
        if points:
            rows += [Styled("quiet", (f"  {title}",)), *map(_point, points[:MAX_BESIDE])]
    yield table_of([*labels(""), *numbers(cost, strength, "line", "residual")], rows)
    yield Text("  residual: standardised, how many standard errors a card is off the line", "quiet")


def _point(point: Point) -> tuple[str, ...]:
    values = (point.cost, point.strength, point.strength - point.residual)
    return (
        f"    {readable(point.row.name)}",
        *map(number_text, values),
        f"{point.standardised or 0:+.2f}",
    )


# Texts


def _wording(wording: Wording, total: int) -> Iterator[RenderableType]:
    if not wording.fields:
        return
    fields = join_words([readable(field) for field in wording.fields], "and")
    yield Text.assemble(("Words", "head"), f" of {fields}: {wording.cards:,} of {pluralize(total, 'card')}")
    keywords = [
        (readable(one.term), f"{one.cards:,}", ", ".join(MARKS[mark] for mark in one.marks))
        for one in wording.keywords
    ]
    yield from _ranked("keyword", labels("marked by"), keywords)
    recurring = [(readable(one.word), f"{one.cards:,}", f"{one.times:,}") for one in wording.recurring]
    yield from _ranked("word", numbers("times"), recurring)
    if not wording.keywords and not recurring:
        yield Text("  no word is on two different cards")


MARKS = {"icon": "icon", "bold": "bold type", "capital": "capital"}


def _ranked(noun: str, last: list[Column | str], rows: Sequence[tuple[str, ...]]) -> Iterator[RenderableType]:
    if rows:
        columns = [Column(f"  {noun}", no_wrap=True, min_width=20), *numbers("cards"), *last]
        yield table_of(columns, ((f"  {first}", *others) for first, *others in rows[:MAX_SHOWN]))
        yield from _more(len(rows) - MAX_SHOWN, noun)


# Near-duplicates and gaps


def _likeness(likeness: Likeness) -> Iterator[RenderableType]:
    none = f"No near-duplicates (texts alike by {likeness.threshold:g} or more)"
    yield Text("Near-duplicates" if likeness.twins or likeness.alike else none, "head")
    if likeness.twins:
        yield Text("  equal but for name, id and art")
        yield from (Text(f"    {_names(group.rows)}") for group in likeness.twins[:MAX_SHOWN])
        yield from _more(len(likeness.twins) - MAX_SHOWN, "group", "    ")
    if likeness.alike:
        yield Text(f"  texts alike by {likeness.threshold:g} or more")
        for alike in likeness.alike[:MAX_SHOWN]:
            between = " ~ " if alike.others else ""
            names = f"{_names(alike.rows)}{between}{_names(alike.others)}"
            yield Text(f"    {alike.likeness:.2f}  {readable(alike.field)}: {names}")
        yield from _more(len(likeness.alike) + likeness.left_out - MAX_SHOWN, "pair", "    ")
    if likeness.unread:
        yield Text(f"  not compared: {pluralize(likeness.unread, 'text')}, the longest", "warning")
    if likeness.unread_pairs:
        pairs = f"{pluralize(likeness.unread_pairs, 'pair')} of texts that may be alike"
        yield Text(f"  not compared: {pairs}; a higher --alike leaves fewer", "warning")


def _names(rows: Sequence[Row]) -> str:
    return _and_more([readable(row.name, MAX_NAME) for row in rows[:MAX_NAMES]], len(rows))


def _gaps(stats: CardStats) -> Iterator[RenderableType]:
    with_gaps = [grid for grid in stats.grids if grid.gaps]
    if not stats.grids and not stats.unused:
        return
    yield Text("Gaps" if with_gaps or stats.unused else "No gaps", "head")
    for unused in stats.unused:
        values = join_words([number_text(value) for value in unused.values])
        yield Text(f"  no card at all of {readable(unused.number)} {values}")
    rows = sorted((row for grid in with_gaps for row in _grid_gaps(grid)), key=lambda row: -row[0])
    yield from (Text(line) for _, line in rows[:MAX_SHOWN])
    yield from _more(len(rows) - MAX_SHOWN, "row")


def _grid_gaps(grid: Grid) -> Iterator[tuple[int, str]]:
    """A line for each kind that has gaps, with how likely it is that they are an oversight."""
    by_kind: dict[str, list[Gap]] = {}
    for gap in sorted(grid.gaps, key=lambda gap: gap.value):
        by_kind.setdefault(gap.kind, []).append(gap)
    for kind, gaps in by_kind.items():
        values = join_words([number_text(gap.value) for gap in gaps])
        line = f"  no card of {readable(grid.number)} {values} in {readable(kind)} ({readable(grid.word)})"
        yield max(gap.beside for gap in gaps), line


def _more(count: int, noun: str, indent: str = "  ") -> Iterable[Text]:
    if count > 0:
        yield Text(f"{indent}… and {count:,} more {noun}{'' if count == 1 else 's'}; {REST}", "quiet")
