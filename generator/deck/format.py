"""What makes a deck legal: read from the `format` of a game, or from a file of house rules.

A game without it, whose decks are characters of the players' own as Battle Gate's are, says it under `rules`:
the engine, layouts and rulebook need these numbers, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

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

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def read_format(game: Game, problems: Problems) -> DeckFormat | None:
    """The game's ``format``, or that of its ``rules``; None if it is missing or wrong, which is reported."""
    if FORMAT in game.file:
        return read_declared(game, problems)
    if not isinstance(game.file.get("rules"), Mapping):
        problems.error(
            f"{game.title} has no rules for decks", game.place_of("rules"), hint="write them under `format`"
        )
        return None
    source = read_rules(game, problems)
    changes = _read(source)
    for key in KEYS:
        if not source.has(key):
            source.error(f"`{key}` is missing; deck checks need it")
    later_draw = _number_in(source, "draw", "base", 0, DEFAULT_LATER_DRAW)
    power_per_card = _number_in(source, "allowance", "power_per_card", 1, DEFAULT_POWER_PER_CARD)
    limits = None if source.error_count else _format(changes, None, source)
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
    changes = _read(source)
    return None if source.error_count else _format(changes, base, source, points)


def _read(source: Reader) -> dict[str, Any]:
    """What the source says, by fields of a DeckFormat; what can't be used is reported and left out."""
    changes: dict[str, Any] = {}
    for key, (fields, read) in KEYS.items():
        if source.has(key):
            before = source.error_count
            values = read(source.at(key))
            if source.error_count == before:
                changes.update(zip(fields, values, strict=True))
    return changes


def _counts(given: Reader, *keys: str) -> tuple[int, ...]:
    given.only(keys)
    return tuple(given.key(key).whole(1, MAX_COUNT) for key in keys)


def _bounds(given: Reader) -> tuple[int, ...]:
    before = given.error_count
    low, high = _counts(given, "min", "max")
    if given.error_count == before and low > high:
        given.error(f"the smallest, {low}, is more than the largest, {high}")
    return low, high


def _classes(given: Reader) -> tuple[tuple[str, ...]]:
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
    return (tuple(known),)


KEYS: Mapping[str, tuple[tuple[str, ...], Callable[[Reader], tuple[Any, ...]]]] = {
    "points": (("points",), lambda given: (given.whole(1, MAX_COUNT),)),
    "cards": (("min_cards", "max_cards"), _bounds),
    "power": (("min_power", "max_power"), _bounds),
    "classes": (("classes",), _classes),
    "first_turn": (("first_hand", "other_hand"), lambda given: _counts(given, "first_player", "others")),
}
"""The keys of a format, under `rules` in game.yaml or in a file of house rules; the fields that they are."""


def _number_in(source: Reader, key: str, inner: str, minimum: int, default: int) -> int:
    """A number of a rule that not every game with decks has."""
    given = source.key(key, None)
    if not isinstance(given.value, Mapping):
        return default
    return given.key(inner, default).whole(minimum, MAX_COUNT)


def _format(
    changes: Mapping[str, Any], base: DeckFormat | None, source: Reader, points: int | None = None
) -> DeckFormat | None:
    """The format that the changes make of ``base``; None where no deck can keep it, which is reported."""
    try:
        limits = _merged(changes, base, points or changes.get("points"))
    except InputError as error:
        source.key("power" if points or "points" not in changes else "points", None).error(error.message)
        return None
    contradiction = contradiction_of(limits)
    if contradiction is not None:
        source.key("cards", None).error(contradiction)
        return None
    return limits


def _merged(changes: Mapping[str, Any], base: DeckFormat | None, points: int | None) -> DeckFormat:
    """What is given, else what ``base`` says; the cards follow from the points if only these change."""
    if base is None:
        return DeckFormat(**changes)
    changed = replace(base, **changes)
    if points is None and "min_power" not in changes:
        return changed
    derived = changed.with_points(points or base.points or 1)
    return derived if "min_cards" not in changes else replace(changed, points=derived.points)
