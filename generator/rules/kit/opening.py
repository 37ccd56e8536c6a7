"""Fits a rules file and its card database together, and reports all that does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.catalog.yaml_reader import place_in
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, Numbers
from generator.rules.kit.declarations import (
    MAX_PLACES,
    SEAT,
    Counter,
    Value,
    Zone,
    check_word,
    number_of,
    place_of,
)
from generator.rules.kit.rules import Move, Rules
from generator.rules.kit.scoring import Term
from generator.rules.kit.shown import secretly
from generator.rules.kit.state import KitGame
from generator.rules.kit.table import Table, table_type

MAX_MOVES = 100_000


def open_game(rules: Rules, database: Database, problems: Problems) -> KitGame | None:
    """The game with its card database; None if they do not fit together, which ``problems`` lists."""
    before = len(problems.found)
    lists = _card_lists(rules, database, problems)
    if len(problems.found) > before:
        return None
    cards = _read_cards(database, lists)
    if not cards:
        problems.error("the zones of the rules hold no cards at all", rules.place)
        return None
    kind = _table_type(rules, cards, Numbers(database.rules), database.data, problems)
    if kind is None:
        return None
    _check_full(kind, rules.seats[-1], problems)
    _check_table(kind, database, problems)
    if rules.functions.choose_winners is None and any(len(sides) == 1 for sides in rules.sides.values()):
        message = "all play together, and nobody says whether they have won"
        problems.error(
            message, rules.place, hint="write `@rules.winners`: it returns all seats, or none of them"
        )
    moves = _settled_moves(rules, kind, problems)
    terms = _settled_terms(rules, rules.terms, kind, problems)
    ties = _settled_terms(rules, rules.ties, kind, problems)
    return None if len(problems.found) > before else KitGame(rules, database, kind, moves, terms, ties)


def _table_type(
    rules: Rules,
    cards: Mapping[str, Card],
    numbers: Numbers,
    data: Mapping[str, object],
    problems: Problems,
) -> type[Table] | None:
    settled: list[Any] = []
    declared: list[Zone | Counter | Value] = [*rules.zones, *rules.counters, *rules.values]
    for one in declared:
        try:
            settled.append(_settled(one, cards, numbers, data))
        except RulesError as error:
            problems.error(error.message, one.place)
    if len(settled) < len(rules.zones) + len(rules.counters) + len(rules.values):
        return None
    zones, counters = len(rules.zones), len(rules.zones) + len(rules.counters)
    try:
        return table_type(settled[:zones], settled[zones:counters], settled[counters:], cards, numbers)
    except RulesError as error:
        problems.error(error.message, error.place)
        return None


def _check_full(kind: type[Table], seats: int, problems: Problems) -> None:
    """Tells of zones that would begin with the same cards, so that there were twice as many."""
    full = [zone for zone in kind.zones.values() if zone.full]
    for number, zone in enumerate(full):
        for other in full[:number]:
            shared = [
                card
                for card in kind.cards.values()
                if any(zone.admits(card, seat) and other.admits(card, seat) for seat in range(seats))
            ]
            if shared:
                message = f"`{other.name}` and `{zone.name}` are both `full`: {shared[0]} would begin in both"
                hint = "let one of them begin empty, or say with `cards` which cards are whose"
                problems.error(message, zone.place, hint=hint)


def _check_table(kind: type[Table], database: Database, problems: Problems) -> None:
    """Reports what game.yaml lays on the table and the rules do not have."""
    given = database.file.get("table")
    for number, layout in enumerate(database.tables):
        way: tuple[str | int, ...] = ("table", number) if isinstance(given, list) else ("table",)
        for area, laid in (("middle", layout.middle), ("seat", layout.seat)):
            for zone in laid.zones if laid else ():
                # In the middle a zone of a seat is named `seats.0.field`.
                keys = zone.way[2:] if area == "middle" and zone.way[0] == "seats" else zone.way
                name, of_seat = keys[0] if keys else "", area == "seat" or keys != zone.way
                things = (*kind.zones.values(), *kind.scalars)
                declared = [one.name for one in things if (one.of == SEAT) == of_seat]
                if name not in declared:
                    whose = "of a seat" if of_seat else "that all share"
                    message = f"the rules have no zone {whose} called {quote(name)}"
                    hint = did_you_mean(name, declared) or f"there are {listed(declared)}"
                    at = (*way, area, "zones", ".".join(zone.way))
                    place = place_in(database.file, at)
                    problems.error(message, place, field=".".join(map(str, at)), hint=hint)


def _settled_moves(rules: Rules, kind: type[Table], problems: Problems) -> list[Move]:
    """The moves with all that they may choose; what is wrong or missing is reported."""
    before = len(problems.found)
    if not rules.functions.moves:
        problems.error("the rules have no moves: nobody could ever do anything", rules.place)
    if rules.functions.deal is None:
        problems.error("the rules have no set-up: write a function with `@rules.setup`", rules.place)
    if rules.functions.end is None:
        problems.error("the rules never end the game: write a function with `@rules.over`", rules.place)
    table = kind()
    moves: list[Move] = []
    for move in rules.functions.moves:
        try:
            settled = {name: choice.settled(table, rules.seats[-1]) for name, choice in move.choices.items()}
            is_hidden = move.secret and any(zone.shows for zone in rules.zones)
            do = secretly(move.do, place_of(move.do)) if is_hidden else move.do
            moves.append(replace(move, choices=settled, do=do))
        except RulesError as error:
            problems.error(error.message, move.place)
    if sum(move.count for move in moves) > MAX_MOVES:
        message = (
            f"there are more than {MAX_MOVES:,} different moves: let a move choose less, in several steps"
        )
        problems.error(message, rules.place)
    elif len(problems.found) == before:
        _check_texts(moves, problems)
    return moves


def _settled_terms(rules: Rules, terms: Sequence[Term], kind: type[Table], problems: Problems) -> list[Term]:
    """The terms with their numbers from game.yaml; what is wrong is reported."""
    found: list[Term] = []
    for term in terms:
        try:
            term.check_fields(list(kind.cards.values()))
            found.append(term.settled(kind.rules))
        except RulesError as error:
            problems.error(error.message, rules.place)
    return found


def _check_texts(moves: Sequence[Move], problems: Problems) -> None:
    seen: dict[str, Move] = {}
    for move in moves:
        for chosen in move.combinations():
            text = move.written(chosen).lower()
            if text in seen:
                problems.error(f"two moves are written `{text}`", move.place)
                break
            seen[text] = move


def _settled(
    one: Zone | Counter | Value, cards: Mapping[str, Card], numbers: Numbers, data: Mapping[str, object]
) -> Zone | Counter | Value:
    if isinstance(one, Counter):
        return one.settled(numbers)
    if isinstance(one, Value):
        return one.settled(list(cards.values()))
    places = number_of(numbers, one.places)
    if not 0 <= places <= MAX_PLACES:
        raise RulesError(f"`{one.name}` has {places} places, which is not in 0 to {MAX_PLACES}")
    on_it = [card for card in cards.values() if not one.components or card.component in one.components]
    marks = tuple(mark.settled_on(numbers, on_it) for mark in one.marks)
    board = one.board.settled(one.name, numbers, data) if one.board is not None else None
    return replace(one, places=places, marks=marks, board=board)


def _card_lists(rules: Rules, database: Database, problems: Problems) -> list[str]:
    """The components whose cards are played with; what is not there is reported."""
    known = [component.id for component in database.components if component.kind in ("cards", "tokens")]
    used: dict[str, None] = {}
    for zone in rules.zones:
        for name in zone.components:
            used[name] = None
            try:
                check_word(name, known, "component")
            except RulesError as error:
                problems.error(error.message, zone.place)
    return (
        list(used) if used and all(zone.components for zone in rules.zones if zone.full) else [*used, *known]
    )


def _read_cards(database: Database, lists: Sequence[str]) -> dict[str, Card]:
    """The cards of the lists by their ids, in the order of the database."""
    found: dict[str, Card] = {}
    for component in database.components:
        if component.id in lists:
            cards = database.cards_in(component.id)
            fields = dict.fromkeys(name for card in cards for name in card.values)
            for card in cards:
                name = card.id if card.id not in found else f"{component.id}:{card.id}"
                values = {**fields, **card.values, "id": name, "copies": card.copies}
                found[name] = Card(values, component.id)
    return found
