"""What decks are made of, and what changed between two of them, on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from string import ascii_uppercase

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import Cells, Styled, apart, headed, named_rows, one_by_one
from generator.catalog.wording import around_difference, excerpts, pluralize
from generator.cli.console import console, show
from generator.deck.limits import DeckFormat
from generator.deck.model import UNKNOWN, kind_in
from generator.deck.stats import (
    Aspect,
    Change,
    CharacterLine,
    ClassShare,
    Comparison,
    PowerCount,
    Stats,
    aspect_name,
)

_MAX_COLUMNS = 9
"""Powers that the table has room for."""
_MAX_ROWS = 30
"""Lines of a table or chart; only a deck that is all wrong has more."""
_NOT_LEGAL = "  not legal"
_MIN_BAR_WIDTH = 20
_COLOURS = ("black on cyan", "black on yellow", "black on magenta", "black on green", "black on blue")
_NO_CLASS = (UNKNOWN, "black on white")
Looks = Mapping[str, tuple[str, str]]
"""The letter and the colour of each of a game's classes; all others look like no class."""
_MAX_TEXT = 80
"""Letters of a card's text; of longer ones the words that differ are shown."""
_MAX_CARDS = 200
"""Of those that differ in one way."""


def show_stats(decks: Sequence[Stats], limits: DeckFormat) -> None:
    out = console()
    looks = _looks(limits.classes)
    show(out, one_by_one(_deck(stats, looks, out.width) for stats in decks))


def _deck(stats: Stats, looks: Looks, width: int) -> Iterator[RenderableType]:
    budget, has_total = stats.limits.fields.budget, stats.limits.points is not None
    has_average = stats.average is not None and budget is not None
    average = f", average {budget} {float(stats.average or 0):,.2f}" if has_average else ""
    points = f", {pluralize(stats.points, 'point')}" if has_total else ""
    counts = f": {pluralize(stats.cards, 'card')}{points}{average}"
    head = [headed(stats.deck.name, counts)]
    if stats.without_power:
        without = f"{pluralize(stats.without_power, 'card')} without a {budget} that can be counted"
        head.append(Text(f"{without}: not in the points, the average and the curve", "warning"))
    return apart(
        head,
        [_table(stats, looks)] if stats.limits.fields != (None, None) else [],
        _curve(stats, looks, width) if budget is not None else (),
    )


def _table(stats: Stats, looks: Looks) -> Table:
    """Classes by powers, that is how many cards of each kind; and each class's share."""
    powers = [count for count in stats.curve if count.cards or len(stats.curve) <= _MAX_COLUMNS]
    powers = powers if len(powers) <= _MAX_COLUMNS else []
    (budget, group), has_points = stats.limits.fields, stats.limits.points is not None
    rows: list[Cells | Styled] = []
    for share in stats.classes[:_MAX_ROWS] if group is not None else ():
        kinds = [_number(count.by_class.get(share.name, 0)) for count in powers]
        worth = _share(share.points, stats.points) if has_points else ()
        rows.append((_class(share, group or "", looks), *kinds, *_share(share.cards, stats.cards), *worth))
    if len(stats.classes) > _MAX_ROWS and group is not None:
        rows.append((f"… and {len(stats.classes) - _MAX_ROWS:,} more",))
    totals = [_number(count.cards) for count in powers]
    points = [f"{stats.points:,}", ""] if has_points else []
    rows.append(Styled("head", ("all", *totals, f"{stats.cards:,}", "", *points)))
    name = readable(budget or "", 20) if powers else ""
    headings = [name, *(f"{count.power}" for count in powers), "cards", "", *(["points", ""] * has_points)]
    return named_rows(headings, rows)


def _class(share: ClassShare, group: str, looks: Looks) -> Text:
    known = "" if share.known else ", unknown" if share.name else f"no {readable(group, 20)}"
    return Text.assemble(looks.get(share.name, _NO_CLASS), f" {readable(share.name, 20)}{known}")


def _share(part: int, whole: int) -> tuple[str, str]:
    return _number(part), f"{100 * part / whole:.1f} %" if part and whole > 0 else ""


def _number(count: int) -> str:
    return f"{count:,}" if count else "-"


def _curve(stats: Stats, looks: Looks, width: int) -> Iterator[RenderableType]:
    """Bars of letters, one for each card, or for a few where they are many."""
    rows = [count for count in stats.curve if count.cards or len(stats.curve) <= _MAX_ROWS]
    rows, left = rows[:_MAX_ROWS], len(rows) - _MAX_ROWS
    most = max((count.cards for count in rows), default=0)
    numbers = max(len("cards"), len(_number(most)))
    field = readable(stats.limits.fields.budget or "", 20)
    powers = max([len(field), *(len(str(count.power)) for count in rows)])
    beside = 6 + powers + numbers + (0 if all(count.legal for count in rows) else len(_NOT_LEGAL))
    each = max(1, -(-most // max(_MIN_BAR_WIDTH, width - beside)))
    order = [share.name for share in stats.classes]
    yield Text(f"  {field:>{powers}}  {'cards':>{numbers}}", "head")
    for count in rows:
        power = Text(f"  {count.power:>{powers}}", "" if count.legal else "bad")
        bar = _bar(count, order, looks, each)
        yield Text.assemble(
            power, f"  {_number(count.cards):>{numbers}}  ", bar, "" if count.legal else _NOT_LEGAL
        )
    if left > 0:
        yield Text(f"  … and {left:,} more {'powers' if field == 'power' else 'values'}")
    yield Text(f"  one letter: {pluralize(each, 'card')}", "quiet")


def _bar(count: PowerCount, order: Sequence[str], looks: Looks, each: int) -> Text:
    bar, cards, drawn = Text(), 0, 0
    for name in (name for name in order if name in count.by_class):
        cards += count.by_class[name]
        # Rounded up to here, so that the bar as a whole has the right length.
        letters = -(-cards // each) - drawn
        drawn += letters
        letter, style = looks.get(name, _NO_CLASS)
        bar.append(letter * letters, style)
    return bar


def _looks(classes: Sequence[str]) -> Looks:
    """A class's first letter; where another one has it already, the first of its letters that is free."""
    found: dict[str, str] = {}
    for name in classes:
        if name[:1].upper() not in found.values():
            found[name] = name[:1].upper()
    for name in classes:
        free = (letter for letter in name.upper() + ascii_uppercase if letter not in found.values())
        found.setdefault(name, next((letter for letter in free if letter.isalpha()), UNKNOWN))
    return {name: (found[name], colour) for name, colour in zip(classes, cycle(_COLOURS), strict=False)}


def show_diff(comparison: Comparison, limits: DeckFormat) -> None:
    out = console()
    arrow = "->" if out.options.ascii_only else "→"
    kinds = (
        [_whole(line, "+", "good", limits) for line in comparison.added],
        [_whole(line, "-", "bad", limits) for line in comparison.removed],
        [_change(change, arrow, limits) for change in comparison.changed],
    )
    names = headed(comparison.before.deck.name, f" {arrow} ") + headed(comparison.after.deck.name)
    head = [names, *([Text("  the same cards")] if comparison.same else [])]
    show(out, apart(head, *map(_shortened, kinds), [_totals(comparison)]))


def _shortened(lines: Sequence[Text]) -> list[Text]:
    more = [Text(f"  … and {len(lines) - _MAX_CARDS:,} more")] if len(lines) > _MAX_CARDS else []
    return [*lines[:_MAX_CARDS], *more]


def _whole(line: CharacterLine, sign: str, style: str, limits: DeckFormat) -> Text:
    return Text.assemble((f"  {sign} ", style), f"{line.copies:,} × {_called(line, limits)}")


def _change(change: Change, arrow: str, limits: DeckFormat) -> Text:
    shown = Text.assemble(("  ~ ", "warning"), _called(change.before, limits))
    short = [
        f"{aspect_name(aspect, limits.fields)} {before} {arrow} {after}"
        for aspect in change.aspects
        for before, after in [(_value(change.before, aspect), _value(change.after, aspect))]
        if aspect != "text"
    ]
    if short:
        shown.append(": " + ", ".join(short))
    if "text" in change.aspects:
        for when, text in zip(("before", "after"), _texts(change), strict=True):
            shown.append(f"\n      text {when + ':':<7} ", "quiet")
            shown.append(text)
    return shown


def _texts(change: Change) -> tuple[str, str]:
    """Both texts, or of long ones the words that differ."""
    before, after = change.before.text or "", change.after.text or ""
    if before and after and max(len(before), len(after)) > _MAX_TEXT:
        before, after = excerpts(before, after)
        if before == after:
            before, after = around_difference(change.before.text or "", change.after.text or "", _MAX_TEXT)
    old, new = readable(before, _MAX_TEXT) or "none", readable(after, _MAX_TEXT) or "none"
    return old, "the same words with other spaces" if old == new else new


def _called(line: CharacterLine, limits: DeckFormat) -> str:
    """``S4 Night Captain``; without a kind where the format has neither classes nor costs."""
    kind = kind_in(limits, line.class_name, line.power if isinstance(line.power, int) else None)
    return f"{kind} {readable(line.name) or '(no name)'}".lstrip()


def _value(line: CharacterLine, aspect: Aspect) -> str:
    value = line.value(aspect)
    return "none" if value is None or value == "" else readable(str(value))


def _totals(comparison: Comparison) -> Table:
    rows = [
        (name, f"{before:,}", f"{after:,}", f"{after - before:+,}" if after != before else "-")
        for name, before, after in _rows(comparison.before, comparison.after)
    ]
    budget = comparison.before.limits.fields.budget
    if budget is not None:
        averages = _average(comparison.before), _average(comparison.after)
        rows.append((f"average {readable(budget, 20)}", *averages, ""))
    return named_rows(("", "before", "after", "change"), rows)


def _rows(before: Stats, after: Stats) -> Iterator[tuple[str, int, int]]:
    yield "cards", before.cards, after.cards
    if before.limits.points is not None:
        yield "points", before.points, after.points
    if before.limits.fields.group is None:
        return
    old = {share.name: share.cards for share in before.classes}
    new = {share.name: share.cards for share in after.classes}
    known = [share.name for share in before.classes if share.known]
    for name in known:
        yield readable(name, 20), old[name], new[name]
    others = [
        stats.cards - sum(cards[name] for name in known) for stats, cards in ((before, old), (after, new))
    ]
    if any(others):
        yield f"no such {readable(before.limits.fields.group, 20)}", others[0], others[1]


def _average(stats: Stats) -> str:
    return "-" if stats.average is None else f"{float(stats.average):,.2f}"
