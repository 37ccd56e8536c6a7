"""Everything that is known of a card list, and the same as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from generator.deck.card_stats.spreads import (
    Count,
    Curve,
    Grid,
    NumberSpread,
    Spread,
    TextSpread,
    Unused,
    curve,
    grids,
    spreads,
    unused,
)
from generator.deck.card_stats.strength import Fit, Pair, Point, fit, pair_by_name, tables_with
from generator.deck.card_stats.table import CardTable, Row
from generator.deck.card_stats.texts import Likeness, Progress, Wording, Work, likeness, wording

ALIKE = 0.85
"""The likeness of 0 to 1 from which on two texts count as alike."""


@dataclass(frozen=True, slots=True)
class CardStats:
    table: CardTable
    spreads: tuple[Spread, ...]
    curves: tuple[Curve, ...]
    fits: tuple[Fit, ...]
    wording: Wording
    likeness: Likeness
    grids: tuple[Grid, ...]
    unused: tuple[Unused, ...]


def stats_of(
    tables: Sequence[CardTable],
    pairs: Sequence[Pair],
    alike: float = ALIKE,
    progress: Progress = lambda _: None,
) -> list[CardStats]:
    """The statistics of each table, with a line for each pair that fits; without pairs, by names of fields.

    ``progress`` is called with the texts that are compared. Raises InputError for a pair that fits none of
    the tables.
    """
    work = Work(progress)
    fitting = [(pair, tables_with(pair, tables)) for pair in pairs]
    found = []
    for table in tables:
        named = [pair for pair, its in fitting if table in its]
        if not pairs and (own := pair_by_name(table)) is not None:
            named = [own]
        found.append(
            CardStats(
                table,
                tuple(spreads(table)),
                tuple(curve(table, column) for column in table.of_kind("number")),
                tuple(fit(table, pair) for pair in named),
                wording(table),
                likeness(table, alike, work),
                tuple(grids(table)),
                tuple(unused(table)),
            )
        )
    return found


def to_dict(stats: Sequence[CardStats], game: str, title: str) -> dict[str, Any]:
    """The statistics as JSON-ready values; ``docs/card-stats.md`` says what each key means."""
    return {"game": game, "title": title, "components": [_component(one) for one in stats]}


def _component(stats: CardStats) -> dict[str, Any]:
    table = stats.table
    return {
        "component": table.component.id,
        "title": table.component.title,
        "counted": "copies" if table.by_copies else "different",
        "different": len(table.rows),
        "copies": table.copies,
        "without_copies": table.without_copies,
        "fields": [_spread(spread) for spread in stats.spreads],
        "curves": [_curve(one) for one in stats.curves],
        "against": [_fit(one) for one in stats.fits],
        "words": [asdict(one) for one in stats.wording.words],
        "keywords": [asdict(one) for one in stats.wording.keywords],
        "text_fields": list(stats.wording.fields),
        "near_duplicates": _likeness(stats.likeness),
        "gaps": [_grid(grid) for grid in stats.grids],
        "unused_values": [{"field": one.number, "values": list(one.values)} for one in stats.unused],
    }


def _spread(spread: Spread) -> dict[str, Any]:
    values: dict[str, Any] = {
        "field": spread.field,
        "kind": "number" if isinstance(spread, NumberSpread) else spread.kind,
        "cards": spread.cards,
        "blank": spread.blank,
    }
    if isinstance(spread, NumberSpread):
        values |= {
            "min": spread.least,
            "lower_quartile": spread.lower,
            "median": spread.median,
            "upper_quartile": spread.upper,
            "max": spread.most,
            "mean": spread.mean,
            "no_numbers": _counts(spread.odd),
        }
    elif not isinstance(spread, TextSpread):
        values |= {"different": len(spread.counts), "values": _counts(spread.counts)}
    elif spread.words is not None:
        least, mean, most = spread.words
        values |= {"different": spread.different, "words": {"min": least, "mean": mean, "max": most}}
    return values


def _counts(counts: Sequence[Count]) -> list[dict[str, Any]]:
    return [one._asdict() for one in counts]


def _curve(one: Curve) -> dict[str, Any]:
    return {
        "field": one.field,
        "headline": one.headline,
        "bars": [
            {"from": bar.low, "to": bar.high, "to_included": not bar.is_open, "cards": bar.cards}
            for bar in one.bars
        ],
        "without_number": one.other,
    }


def _fit(one: Fit) -> dict[str, Any]:
    line = one.line
    return {
        "strength": list(one.pair.strength.fields),
        "cost": list(one.pair.cost.fields),
        "chosen_by_name": one.pair.by_name,
        "headline": one.headline,
        "cards": one.cards,
        "left_out": one.left_out,
        "slope": None if line is None else line.slope,
        "intercept": None if line is None else line.intercept,
        "r_squared": None if line is None else line.r_squared,
        "why_no_line": one.why_not,
        "points": [_point(point, has_line=line is not None) for point in one.points],
        "above": [point.row.card.id for point in one.above],
        "below": [point.row.card.id for point in one.below],
    }


def _point(point: Point, *, has_line: bool) -> dict[str, Any]:
    return {
        **_card(point.row),
        "cost": point.cost,
        "strength": point.strength,
        "residual": point.residual if has_line else None,
        "standardised_residual": point.standardised,
    }


def _card(row: Row) -> dict[str, Any]:
    return {"card": row.card.id, "name": row.name, "copies": row.card.copies}


def _likeness(found: Likeness) -> dict[str, Any]:
    return {
        "threshold": found.threshold,
        "equal_but_for_name": [[_card(row) for row in group.rows] for group in found.twins],
        "texts_alike": [
            {
                "field": alike.field,
                "likeness": alike.likeness,
                "cards": [_card(row) for row in alike.rows],
                "others": [_card(row) for row in alike.others],
            }
            for alike in found.alike
        ],
        "left_out": found.left_out,
        "not_compared": found.unread,
        **({"pairs_not_compared": found.unread_pairs} if found.unread_pairs else {}),
    }


def _grid(grid: Grid) -> dict[str, Any]:
    return {
        "number": grid.number,
        "word": grid.word,
        "values": list(grid.values),
        "kinds": list(grid.kinds),
        "cards": [[grid.cards.get((kind, value), 0) for value in grid.values] for kind in grid.kinds],
        "gaps": [{"value": gap.value, "kind": gap.kind} for gap in grid.gaps],
        "scattered": list(grid.scattered),
    }
