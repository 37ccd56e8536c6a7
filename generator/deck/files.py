"""Reading deck files: YAML, CSV or XLSX card lists of a game's deck component.

What is wrong with a file is reported with its cards named as the player wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.catalog.load import load_card_list
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.paths import CARD_LIST_SUFFIXES, is_there, shown_path
from generator.catalog.problems import NUMBER_TOO_LARGE, InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import TableRow
from generator.catalog.wording import listed, quote
from generator.deck.model import Deck, Entry, deck_of, whole_number

_OTHER_SPREADSHEETS = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers")


def deck_component(game: Game) -> Component:
    """The game's component whose sets are decks. Raises :class:`InputError` where it has none."""
    for component in game.components:
        if component.is_deck:
            return component
    raise InputError(
        f"{game.title} has no decks",
        place=game.place_of("components"),
        hint="mark the component that decks are printed with by `deck: true`",
    )


def read_deck(game: Game, path: Path, problems: Problems) -> Deck | None:
    """The deck in a file of the user's; None if it cannot be read at all.

    Cards that can't be read are left out and reported in ``problems``, so ask ``problems.has_errors`` before
    counting. Whether the deck is legal is not asked here.
    """
    if path.suffix.lower() not in CARD_LIST_SUFFIXES:
        problems.extend([_not_a_deck(path).at(Place(shown_path(path)))])
        return None
    found = Problems()
    read = load_card_list(game, deck_component(game), path, found)
    if read is None:
        problems.extend(found)
        return None
    deck = deck_of(with_whole_powers(read.cards), read.unread)
    problems.extend(_named_by_player(found, deck))
    return deck


def with_whole_powers(cards: CardSet) -> CardSet:
    """The cards with each power that is a number in quotes as that number, as their layout expects it."""
    return replace(cards, cards=tuple(map(_with_whole_power, cards.cards)))


def _with_whole_power(card: Card) -> Card:
    power = card.values.get("power")
    number = whole_number(power) if isinstance(power, str) else None
    return card if number is None else replace(card, values={**card.values, "power": number})


def find_deck(game: Game, name_or_path: str, problems: Problems) -> Deck | None:
    """The deck file of that path, or the game's own deck of that name."""
    if not name_or_path.strip():
        problems.error(f"expected a deck file or a deck's name, got {quote(name_or_path)}")
        return None
    path = Path(name_or_path)
    own = {cards.id: cards for cards in deck_component(game).sets}
    if not is_there(path):
        if name_or_path in own:
            return deck_of(own[name_or_path])
        if path.suffix.lower() not in CARD_LIST_SUFFIXES:
            hint = did_you_mean(name_or_path, own) or f"the decks here are {listed(own)}" if own else None
            problems.error(f"no deck or file named {quote(name_or_path)}", hint=hint)
            return None
    return read_deck(game, path, problems)


def _not_a_deck(path: Path) -> InputError:
    if path.is_dir():
        return InputError("this is a folder, a deck file is needed")
    hint = f"deck files end in {', '.join(CARD_LIST_SUFFIXES)}"
    if path.suffix.lower() in _OTHER_SPREADSHEETS:
        hint = "save the spreadsheet as .xlsx"
    return InputError("this is not a deck file", hint=hint)


# The names of cards in messages

_NUMBER_FIELDS = ("power", "copies")


class _Spot(NamedTuple):
    """What stands at a place of a deck file."""

    entry: Entry
    field: str


def _named_by_player(problems: Iterable[Problem], deck: Deck) -> Iterator[Problem]:
    """The problems of a deck's file with the names of the cards they are about, one for each place."""
    spots: dict[Place, _Spot] = {}
    rows: dict[Place, str] = {}
    labels: dict[str, str] = {}
    for entry in (*deck.entries, *deck.unread):
        labels.setdefault(entry.card.id, entry.label)
        source = entry.card.sources[0]
        if isinstance(source, TableRow):
            rows[source.place] = entry.label
        for field in source:
            spots[source.place_of(field)] = _Spot(entry, field)
    reported: set[Place] = set()
    for problem in problems:
        place = problem.place
        if place is not None and place.column:
            if place in reported:
                continue
            reported.add(place)
        spot = spots.get(place) if place else None
        label = spot.entry.label if spot else labels.get(problem.card or "")
        if label is None and place is not None:
            label = rows.get(place._replace(column=0))
        if label is not None:
            problem = problem._replace(card=label)  # noqa: PLW2901
        yield _with_field(problem, spot)


def _with_field(problem: Problem, spot: _Spot | None) -> Problem:
    """Adds the field of a number that is too large; a field for numbers needs no hint to write text."""
    if spot is None or problem.field or problem.code != NUMBER_TOO_LARGE:
        return problem
    return problem._replace(field=spot.field, hint=None if spot.field in _NUMBER_FIELDS else problem.hint)
