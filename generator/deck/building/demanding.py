"""Makes the demands on a deck: from the rules, the wishes and the pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.deck.building.amounts import Ratio, Span
from generator.deck.building.demands import (
    Change,
    Count,
    CountWish,
    CurveWish,
    Demand,
    Limits,
    MeanWish,
    Rule,
    ShareWish,
    curve_words,
    decimal,
    percent,
    ratio_rows,
)
from generator.deck.building.pool import Pool, described
from generator.deck.building.program import Row
from generator.deck.building.table import Table
from generator.deck.building.wishes import CharacterWish, KindWish, Wishes
from generator.deck.format import DeckFormat


@dataclass(frozen=True)
class Task:
    """A deck to be built: the columns of its program, and every demand on them.

    The demands go from those that explain a contradiction best to those that explain it least.
    """

    limits: DeckFormat
    wishes: Wishes
    pool: Pool | None
    table: Table
    demands: tuple[Demand, ...]


def task_of(limits: DeckFormat, wishes: Wishes, pool: Pool | None) -> Task:
    table = Table(limits, wishes)
    demands = [*_rules(table, limits), *_wishes(table, wishes)]
    if pool is not None:
        demands.append(_limits(table, wishes, pool))
    return Task(limits, wishes, pool, table, tuple(demands))


def _rules(table: Table, limits: DeckFormat) -> Iterator[Demand]:
    cards, points = Span(limits.fewest, limits.most), Span(limits.points, limits.points)
    for span, count in ((cards, _cards(table)), (points, Count(table.points, "point", "points"))):
        yield Rule(count.words(span), (Row(count.terms, *span),), count)


def _wishes(table: Table, wishes: Wishes) -> Iterator[Demand]:
    if wishes.cards is not None:
        yield _counted(_cards(table), wishes.cards, lambda old, new: replace(old, cards=Span(new, new)))
    if wishes.mean is not None:
        yield _mean(table, wishes.mean)
    for name, amount in wishes.classes:
        yield _share(table, name, amount) if isinstance(amount, Ratio) else _class(table, name, amount)
    if wishes.powers:
        yield _curve(table, wishes)
    for wish in wishes.kinds:
        yield _kind(table, wish)
    for wanted in wishes.characters:
        yield _character(table, wanted)


def _counted(count: Count, span: Span, change: Change) -> Demand:
    return CountWish(count.words(span), (Row(count.terms, *span),), count, change)


def _cards(table: Table) -> Count:
    return Count({table.cards: 1}, "card", "cards")


def _mean(table: Table, mean: Ratio) -> Demand:
    words = " to ".join(decimal(end) for end in dict.fromkeys(mean))
    rows = ratio_rows(mean, table.points, table.cards, of_cards=False)
    return MeanWish(f"a mean power of {words}", rows, table.points, table.cards)


def _share(table: Table, name: str, share: Ratio) -> Demand:
    words = " to ".join(percent(end) for end in dict.fromkeys(share))
    column = table.classes[name]
    rows = ratio_rows(share, {column: 1}, table.cards, of_cards=True)
    return ShareWish(f"{words} {name}s", rows, name, share, column, table.cards)


def _class(table: Table, name: str, span: Span) -> Demand:
    def change(old: Wishes, new: int) -> Wishes:
        return replace(old, classes=tuple((dict(old.classes) | {name: Span(new, new)}).items()))

    return _counted(Count({table.classes[name]: 1}, name, f"{name}s"), span, change)


def _curve(table: Table, wishes: Wishes) -> Demand:
    counts = tuple(
        Count({column: 1}, f"card of power {power}", f"cards of power {power}")
        for power, column in table.powers.items()
    )
    wished = zip(counts, wishes.powers, strict=True)
    rows = tuple(Row(count.terms, *span) for count, span in wished if span is not None)
    return CurveWish(curve_words(wishes.powers), rows, wishes.powers, counts)


def _kind(table: Table, wish: KindWish) -> Demand:
    name, power = wish.kind
    count = Count({table.kinds[wish.kind]: 1}, f"{name} of power {power}", f"{name}s of power {power}")

    def change(old: Wishes, new: int) -> Wishes:
        kinds = (KindWish(kind, new if kind == wish.kind else least) for kind, least in old.kinds)
        return replace(old, kinds=tuple(kinds))

    return _at_least(count, wish.least, change)


def _character(table: Table, wish: CharacterWish) -> Demand:
    name, role = wish.character.name, wish.character.role
    count = Count({table.characters[role]: 1}, f"copy of {name}", f"copies of {name}")

    def change(old: Wishes, new: int) -> Wishes:
        others = (other._replace(least=new) if other == wish else other for other in old.characters)
        return replace(old, characters=tuple(others))

    return _at_least(count, wish.least, change)


def _at_least(count: Count, least: int, change: Change) -> Demand:
    words = f"at least {count.words(Span(least, least))}"
    return CountWish(words, (Row(count.terms, least, None),), count, change)


def _limits(table: Table, wishes: Wishes, pool: Pool) -> Demand:
    named = [wish.character for wish in wishes.characters if not wish.is_guest]
    of_names = [Row({table.characters[star.role]: 1}, None, star.copies) for star in named]
    room = pool.room()
    for star in named:
        room[star.kind] -= star.copies
    of_kinds = [Row(table.rest(kind), None, room[kind]) for kind in table.kinds]
    return Limits(described(pool), (*of_names, *of_kinds), tuple(table.kinds))
