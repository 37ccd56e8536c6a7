"""Reads the numbers of Battle Gate and its decks from the card database."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from generator.catalog.constants import read_constants, whole_between
from generator.catalog.fields import text
from generator.catalog.keys import Key, Kind, Part, list_of, part_of
from generator.catalog.models import Card, CardSet
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.battle_gate.numbers import ASSASSIN, MINION, SOLDIER, Numbers
from generator.rules.shuffler import MAX_CARDS

CLASSES = (MINION, SOLDIER, ASSASSIN)
"""What the rules are written for."""
MAX_TURNS = 100_000
MAX_SEATS = 10
STRONGEST = 20
_SEATS = re.compile(r"([0-9]+)(?:\s*[-–]\s*([0-9]+))?")


class PowerPart(Part):
    """Bounds on a card's power."""

    __slots__ = ()

    min = Key(whole_between(1, STRONGEST), ..., "The weakest.")
    max = Key(whole_between(1, STRONGEST), ..., "The strongest.")


class CardsPart(Part):
    """Bounds on a deck's cards."""

    __slots__ = ()

    min = Key(whole_between(1, MAX_CARDS), ..., "The fewest.")
    max = Key(whole_between(1, MAX_CARDS), ..., "The most.")


class FirstTurnPart(Part):
    """How many cards are drawn on a player's own first turn."""

    __slots__ = ()

    first_player = Key(whole_between(0, MAX_CARDS), ..., "By the first player.")
    others = Key(whole_between(0, MAX_CARDS), ..., "By everyone else.")


class RulingsPart(Part):
    """What the designer left open."""

    __slots__ = ()

    prototype = Key(Kind(bool, {"type": "boolean"}), False, "Whether these are ours.")
    max_turns = Key(whole_between(1, MAX_TURNS), ..., "Turns of all players after which the engine stops.")


class RulesPart(Part):
    """What the engine needs of the game's `rules`."""

    __slots__ = ()

    cards = Key(part_of(CardsPart), ..., "How many cards a deck has.")
    power = Key(part_of(PowerPart), ..., "What a card's power may be.")
    classes = Key(list_of(Kind(text, {"type": "string"})), ..., "What a card's class may be.")
    first_turn = Key(part_of(FirstTurnPart), ..., "Cards drawn on a player's own first turn.")
    rulings = Key(part_of(RulingsPart), ..., "What the designer left open.")


def read_numbers(database: Database, problems: Problems) -> Numbers | None:
    """The numbers of a card database; None if some are missing or wrong, which ``problems`` tells."""
    found = Problems()
    part, wrong = read_constants(database, RulesPart)
    found.extend(wrong)
    seats = _seats(database, found)
    if not wrong:
        _check(part, database, found)
    problems.extend(found)
    if found.has_errors:
        return None
    decks = _decks(database, part, problems)
    if problems.has_errors:
        return None
    return Numbers(
        title=database.title,
        seats=seats,
        classes=tuple(part.classes),
        weakest=part.power.min,
        strongest=part.power.max,
        most=part.cards.max,
        first_hand=part.first_turn.first_player,
        other_hand=part.first_turn.others,
        max_turns=part.rulings.max_turns,
        decks=decks,
    )


def _seats(database: Database, problems: Problems) -> tuple[int, ...]:
    """How many may play, from the ``players`` of the game."""
    given = _SEATS.fullmatch((database.players or "").strip())
    if given:
        least = int(given[1])
        most = int(given[2] or least)
        if 2 <= least <= most <= MAX_SEATS:
            return tuple(range(least, most + 1))
    problems.error(
        f"expected how many may play, 2 to {MAX_SEATS}, got {quote(database.players)}",
        database.place_of("players"),
        field="players",
        hint="write for example `players: 2-4`",
    )
    return ()


def _check(part: RulesPart, database: Database, problems: Problems) -> None:
    """What the numbers say against each other, and against the rules."""
    for name, bounds in (("power", part.power), ("cards", part.cards)):
        if bounds.min > bounds.max:
            message = f"the smallest, {bounds.min}, is more than the largest, {bounds.max}"
            problems.error(message, database.place_of(f"rules.{name}"), field=f"rules.{name}")
    if sorted(part.classes) != sorted(CLASSES):
        problems.error(
            f"the rules are for {join_words(CLASSES, 'and')}, "
            f"got {join_words(part.classes, 'and') or 'none'}",
            database.place_of("rules.classes"),
            field="rules.classes",
        )


def _decks(database: Database, part: RulesPart, problems: Problems) -> dict[str, tuple[str, ...]]:
    """The cards of each deck that comes with the game, in the order of the decks' names."""
    sets = [cards for component in database.components if component.is_deck for cards in component.sets]
    decks = {cards.id: _deck(cards, part, problems) for cards in sorted(sets, key=lambda cards: cards.id)}
    if not decks:
        problems.error(
            f"{database.title} has no deck to play with",
            database.place_of("components"),
            field="components",
            hint="a component with `deck: true` lists them",
        )
    return decks


def _deck(cards: CardSet, part: RulesPart, problems: Problems) -> tuple[str, ...]:
    kinds: list[str] = []
    for card in cards.cards:
        kinds += [_kind(card, part, problems)] * card.copies
    most = part.cards.max
    if len(kinds) > most and cards.cards:
        message = f"the deck has {pluralize(len(kinds), 'card')}, and a deck has {most} at most"
        problems.error(message, cards.cards[0].place)
    return tuple(kinds)


def _kind(card: Card, part: RulesPart, problems: Problems) -> str:
    """The kind of a card in notation; what is wrong with its class or power is told with its place."""
    given_class, given_power = card.values.get("class"), card.values.get("power")
    name = _read(card, "class", lambda: _class(given_class, part), problems)
    bounds = part.power
    power = _read(card, "power", lambda: whole_between(bounds.min, bounds.max).parse(given_power), problems)
    return f"{str(name or '?')[0].upper()}{power}"


def _class(given: object, part: RulesPart) -> str:
    name = given.strip().lower() if isinstance(given, str) else None
    if name not in part.classes:
        raise InputError(f"expected {join_words(part.classes)}, got {quote(given)}")
    return name


def _read(card: Card, field: str, parse: Callable[[], Any], problems: Problems) -> Any:
    try:
        return parse()
    except InputError as error:
        problems.extend([error.at(card.place_of(field), card=card.id, field=field)])
        return None
