"""How messages about a deck file name its cards: as the player wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.catalog.problems import Place, Problem
from generator.catalog.tables import TableRow
from generator.deck.model import Deck, Entry

_NUMBERS = ("power", "copies")


class Spot(NamedTuple):
    """What stands at a place of a deck file."""

    entry: Entry
    field: str


def as_players_know(problems: Iterable[Problem], deck: Deck) -> Iterator[Problem]:
    """The problems of a deck's file with the names of the cards they are about, each place told once."""
    spots: dict[Place, Spot] = {}
    rows: dict[Place, str] = {}
    labels: dict[str, str] = {}
    for entry in (*deck.entries, *deck.unread):
        labels.setdefault(entry.card.id, entry.label)
        source = entry.card.sources[0]
        if isinstance(source, TableRow):
            rows[source.place] = entry.label
        for field in source:
            spots[source.place_of(field)] = Spot(entry, field)
    told: set[Place] = set()
    for problem in problems:
        place = problem.place
        if place is not None and place.column:
            if place in told:
                continue
            told.add(place)
        spot = spots.get(place) if place else None
        label = spot.entry.label if spot else labels.get(problem.card or "")
        if label is None and place is not None:
            label = rows.get(place._replace(column=0))
        if label is not None:
            problem = problem._replace(card=label)  # noqa: PLW2901
        yield _of_a_number(problem, spot)


def _of_a_number(problem: Problem, spot: Spot | None) -> Problem:
    """Nobody means a text where a number is wanted, so no hint leads to one."""
    if spot is None or problem.field or not problem.message.endswith("is too large"):
        return problem
    return problem._replace(field=spot.field, hint=None if spot.field in _NUMBERS else problem.hint)
