"""Tells what was built, or why nothing was: for people in lines, for programs in dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from generator.catalog.wording import join_words, pluralize
from generator.deck.building.builder import Impossible
from generator.deck.building.demands import CountWish, Demand, Rule, ShareWish, decimal
from generator.deck.building.nearest import Change, Proposal
from generator.deck.format import DeckFormat
from generator.deck.write import COLUMNS, DeckRow


def summary(rows: Sequence[DeckRow], limits: DeckFormat) -> str:
    """``33 cards, 100 points: 11 minions, 11 soldiers and 11 assassins; mean power 3.03``."""
    cards, points = _totals(rows)
    classes = _classes(rows, limits)
    split = tuple(pluralize(number, name) for name, number in classes.items() if number)
    missing = tuple(name for name, number in classes.items() if not number)
    warning = f"; warning: no {join_words(missing)} in the deck" if missing else ""
    mean = decimal(Fraction(points, cards))
    totals = f"{pluralize(cards, 'card')}, {pluralize(points, 'point')}"
    return f"{totals}: {join_words(split, 'and')}; mean power {mean}{warning}"


def deck_as_dict(name: str, rows: Sequence[DeckRow], limits: DeckFormat, seed: int) -> dict[str, object]:
    cards, points = _totals(rows)
    powers: Counter[int] = Counter()
    for row in rows:
        powers[row.power] += row.copies
    return {
        "deck": name,
        "seed": seed,
        "points": points,
        "cards": cards,
        "classes": _classes(rows, limits),
        "powers": {str(p): powers[p] for p in range(limits.weakest, limits.strongest + 1)},
        "entries": [dict(zip(COLUMNS, row, strict=True)) for row in rows],
    }


def _totals(rows: Sequence[DeckRow]) -> tuple[int, int]:
    return sum(row.copies for row in rows), sum(row.copies * row.power for row in rows)


def _classes(rows: Sequence[DeckRow], limits: DeckFormat) -> dict[str, int]:
    return {name: sum(row.copies for row in rows if row.class_name == name) for name in limits.classes}


def impossible_lines(found: Impossible) -> Iterator[str]:
    """What contradicts what and why, then what would work."""
    for number, conflict in enumerate(found.conflicts):
        yield "nor all of these:" if number else "no deck can have all of these:"
        for demand in sorted(conflict.demands, key=_kind_of, reverse=True):
            yield f"  {_kind_of(demand)}  {demand.words}"
        yield conflict.why
    if found.nearest is None:
        yield "The rules themselves leave no deck."
        return
    yield f"nearest: {_words(found.nearest)}"
    for proposal in found.others:
        yield f"or else: {_words(proposal)}"


def impossible_as_dict(found: Impossible) -> dict[str, object]:
    return {
        "deck": None,
        "contradictions": [
            {
                "demands": [{"kind": _kind_of(demand), "words": demand.words} for demand in conflict.demands],
                "why": conflict.why,
            }
            for conflict in found.conflicts
        ],
        "nearest": None if found.nearest is None else _as_dict(found.nearest),
        "alternatives": [_as_dict(proposal) for proposal in found.others],
    }


def _kind_of(demand: Demand) -> str:
    if demand.is_wish:
        return "wish"
    return "rule" if isinstance(demand, Rule) else "pool"


def _words(proposal: Proposal) -> str:
    words = [f"{change.instead} instead of {_wanted(change)}" for change in proposal.changes]
    more = tuple(
        f"{pluralize(cards, f'more {kind.class_name}')} of power {kind.power}"
        for kind, cards in proposal.missing
    )
    return join_words((*words, *([f"{join_words(more, 'and')} in the pool"] if more else [])), "and")


def _wanted(change: Change) -> str:
    """What was wished for, without the noun where it has just been said."""
    wish = change.wish
    if isinstance(wish, CountWish):
        number = wish.words.removeprefix("at least ")
        number = number.removesuffix(f" {wish.count.many}").removesuffix(f" {wish.count.one}")
        return "none" if number == "no" else number
    if isinstance(wish, ShareWish):
        return wish.words.removesuffix(f" {wish.class_name}s")
    return wish.words.removeprefix("a mean power of ").removeprefix("a curve of ")


def _as_dict(proposal: Proposal) -> dict[str, object]:
    return {
        "changes": [{"wish": change.wish.words, "instead": change.instead} for change in proposal.changes],
        "missing": [
            {"class": kind.class_name, "power": kind.power, "cards": cards}
            for kind, cards in proposal.missing
        ],
    }
