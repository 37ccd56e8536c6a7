"""What makes a deck legal: read from the `format` of a game, or from a file of house rules.

A game without it, whose decks are characters of the players' own as Battle Gate's are, says it under `rules`:
the engine, layouts and rulebook need these numbers, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from generator.catalog.game_file import FORMAT
from generator.catalog.models import Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.reader import ProblemLog, Reader, read_rules
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict, read_yaml
from generator.deck.declared import read_declared
from generator.deck.limits import (
    DEFAULT_LATER_DRAW,
    DEFAULT_POWER_PER_CARD,
    MAX_COUNT,
    DeckFormat,
    contradiction_of,
)

T = TypeVar("T")


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

KEYS = ("points", "cards", "power", "classes", "first_turn")
"""The keys of a format, under `rules` in game.yaml or in a file of house rules."""


class _Given(NamedTuple):
    """What a source says of a format; None where it says nothing, or nothing that can be used."""

    points: int | None
    cards: tuple[int, int] | None
    """The minimum and the maximum, as of the power."""
    power: tuple[int, int] | None
    classes: tuple[str, ...] | None
    first_turn: tuple[int, int] | None
    """The first player's cards, and everyone else's."""


def read_format(game: Game, problems: Problems) -> DeckFormat | None:
    """The game's ``format``, or that of its ``rules``; None if it is missing or wrong, which is reported."""
    if FORMAT in game.file:
        return read_declared(game, problems)
    if not isinstance(game.file.get("rules"), Mapping):
        problems.error(
            f"{game.title} has no rules for decks", game.place_of("rules"), hint="write them under `rules`"
        )
        return None
    source = read_rules(game, problems)
    given = _read(source)
    for key in KEYS:
        if not source.has(key):
            source.error(f"`{key}` is missing; deck checks need it")
    later_draw = _number_in(source, "draw", "base", 0, DEFAULT_LATER_DRAW)
    power_per_card = _number_in(source, "allowance", "power_per_card", 1, DEFAULT_POWER_PER_CARD)
    limits = None if source.error_count else _format(given, None, source)
    return None if limits is None else replace(limits, later_draw=later_draw, power_per_card=power_per_card)


def read_house_rules(
    path: Path,
    base: DeckFormat,
    problems: Problems,
    points: int | None = None,
    game: Game | None = None,
) -> DeckFormat | None:
    """``base`` with what the YAML file at ``path`` changes; None if the file is wrong.

    ``points`` go before those that the file gives. ``game``: the one that declares ``base`` under `format`;
    the file has the same keys then.
    """
    if base.is_declared and game is not None:
        return read_declared(game, problems, path, points)
    document = read_yaml(path, problems)
    if document is None:
        return None
    if not isinstance(document, MarkedDict):
        problems.error("expected keys and values, got a list", Place(shown_path(path)))
        return None
    source = Reader(document, ProblemLog(problems), (), document.place)
    source.only(KEYS)
    given = _read(source)
    return None if source.error_count else _format(given, base, source, points)


def _read(source: Reader) -> _Given:
    """What the source says; what can't be used is reported and left out."""
    return _Given(
        _part(source, "points", _count),
        _part(source, "cards", _bounds),
        _part(source, "power", _bounds),
        _part(source, "classes", _classes),
        _part(source, "first_turn", _first_turn),
    )


def _number_in(source: Reader, key: str, inner: str, minimum: int, default: int) -> int:
    """A number of a rule that not every game with decks has."""
    given = source.key(key, None)
    if not isinstance(given.value, Mapping):
        return default
    return given.key(inner, default).whole(minimum, MAX_COUNT)


def _part(source: Reader, key: str, read: Callable[[Reader], T]) -> T | None:
    if not source.has(key):
        return None
    before = source.error_count
    value = read(source.at(key))
    return value if source.error_count == before else None


def _count(given: Reader) -> int:
    return given.whole(1, MAX_COUNT)


def _bounds(given: Reader) -> tuple[int, int]:
    before = given.error_count
    given.only(("min", "max"))
    low, high = _count(given.key("min")), _count(given.key("max"))
    if given.error_count == before and low > high:
        given.error(f"the smallest, {low}, is more than the largest, {high}")
    return low, high


def _first_turn(given: Reader) -> tuple[int, int]:
    given.only(("first_player", "others"))
    return _count(given.key("first_player")), _count(given.key("others"))


def _classes(given: Reader) -> tuple[str, ...]:
    before = given.error_count
    names = [item.text() for item in given.items()]
    if given.error_count == before and not names:
        given.error("expected names of classes, got none")
    known: list[str] = []
    for name in names:
        word = name.strip().lower()
        if not _WORD.fullmatch(word):
            given.error(f"the name of a class is one word, got {quote(name)}")
        elif word in known:
            given.error(f"the class {quote(name)} is named twice")
        known.append(word)
    return tuple(known)


def _format(
    given: _Given, base: DeckFormat | None, source: Reader, points: int | None = None
) -> DeckFormat | None:
    """The format that ``given`` makes of ``base``; None where no deck can keep it, which is reported."""
    try:
        limits = _merged(given, base, points)
    except InputError as error:
        source.key("power" if points or given.points is None else "points", None).error(error.message)
        return None
    contradiction = contradiction_of(limits)
    if contradiction is not None:
        source.key("cards", None).error(contradiction)
        return None
    return limits


def _merged(given: _Given, base: DeckFormat | None, points: int | None) -> DeckFormat:
    """What is given, else what ``base`` says; the cards follow from the points if only these change."""
    points = points or given.points
    changes: dict[str, Any] = {}
    if given.power is not None:
        changes["min_power"], changes["max_power"] = given.power
    if given.classes is not None:
        changes["classes"] = given.classes
    if given.first_turn is not None:
        changes["first_hand"], changes["other_hand"] = given.first_turn
    if given.cards is not None:
        changes["min_cards"], changes["max_cards"] = given.cards
    if base is None:
        return DeckFormat(points=points or 0, **changes)
    changed = replace(base, **changes)
    if points is None and given.power is None:
        return changed
    derived = changed.with_points(points or base.points or 1)
    return derived if given.cards is None else replace(changed, points=derived.points)
