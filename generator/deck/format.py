"""What makes a deck legal, as numbers: read from a game's rules, or from a file of house rules."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.catalog.constants import read_constants
from generator.catalog.fields import text, whole
from generator.catalog.keys import Key, Kind, Part, check_part, list_of, optional, part_of
from generator.catalog.models import Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict, read_yaml


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """The limits of a legal deck, and what is drawn on a player's own first turn."""

    points: int
    """A deck spends exactly this many; a card costs its power."""
    fewest: int
    most: int
    """Bounds on the number of cards."""
    weakest: int
    strongest: int
    """Bounds on a card's power."""
    classes: tuple[str, ...]
    first_hand: int
    """Cards that the first player draws on their first turn …"""
    other_hand: int
    """… and everyone else on theirs."""

    def with_points(self, points: int) -> DeckFormat:
        """The same powers on another budget: the number of cards follows from it. Raises InputError."""
        if points < self.weakest:
            raise InputError(f"{points} points buy no card: the cheapest costs {self.weakest}")
        fewest, most = math.ceil(points / self.strongest), points // self.weakest
        if fewest > most:
            raise InputError(f"no cards of power {self.weakest} to {self.strongest} make {points} points")
        return replace(self, points=points, fewest=fewest, most=most)


def _at_least(least: int) -> Kind[int]:
    def parse(value: object) -> int:
        number = whole(value)
        if number < least:
            raise InputError(f"expected at least {least}, got {quote(value)}")
        if number > MOST:
            raise InputError(f"expected at most {MOST:,}, got {quote(value)}")
        return number

    return Kind(parse, {"type": "integer", "minimum": least, "maximum": MOST})


MOST = 10_000
"""No deck has more points or cards; a bound on what the solver and the samples are asked for."""

_COUNT = _at_least(1)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class BoundsFile(Part):
    """A smallest and a largest number."""

    __slots__ = ()

    min = Key(_COUNT, ..., "The smallest.")
    max = Key(_COUNT, ..., "The largest.")


class FirstTurnFile(Part):
    """How many cards are drawn on a player's own first turn."""

    __slots__ = ()

    first_player = Key(_COUNT, ..., "By the first player.")
    others = Key(_COUNT, ..., "By everyone else.")


class FormatFile(Part):
    """The limits of a legal deck. In a file of house rules, what is left out stays as the game has it."""

    __slots__ = ()

    points = optional(_COUNT, "What a deck spends, exactly.")
    cards = optional(part_of(BoundsFile), "How many cards a deck has.")
    power = optional(part_of(BoundsFile), "What a card's power may be.")
    classes = optional(list_of(Kind(text, {"type": "string"})), "What a card's class may be.")
    first_turn = optional(part_of(FirstTurnFile), "Cards drawn on a player's own first turn.")


def read_format(game: Game, problems: Problems) -> DeckFormat | None:
    """The format in the game's ``rules``; None if it is missing or wrong, which ``problems`` tells."""
    given = game.file.get("rules")
    if not isinstance(given, MarkedDict):
        problems.error(
            f"{game.title} has no rules for decks", game.place_of("rules"), hint="write them under `rules`"
        )
        return None
    part, own = read_constants(game, FormatFile)
    missing = [name for name in FormatFile.KEYS if getattr(part, name) is None and name not in given]
    for name in missing:
        own += [InputError(f"`{name}` is missing; decks are judged by it").at(given.place, field="rules")]
    problems.extend(own)
    return None if own else _limits(part, None, given, problems)


def read_house_rules(
    path: Path, base: DeckFormat, problems: Problems, points: int | None = None
) -> DeckFormat | None:
    """``base`` with what the YAML file at ``path`` changes; None if the file is wrong.

    ``points`` go before those that the file gives.
    """
    given = read_yaml(path, problems)
    if given is None:
        return None
    if not isinstance(given, MarkedDict):
        problems.error("expected keys and values, got a list", Place(shown_path(path)))
        return None
    part, sound = check_part(FormatFile, given, given.place, (), {}, problems)
    limits = _limits(part, base, given, problems, points)
    return limits if sound else None


def _limits(
    part: FormatFile,
    base: DeckFormat | None,
    given: MarkedDict,
    problems: Problems,
    points: int | None = None,
) -> DeckFormat | None:
    """The format that the part makes of ``base``; None where it contradicts itself, told with its place."""
    faults = list(_wrong_keys(part))
    if not faults:
        try:
            limits = _merged(part, base, points)
        except InputError as error:
            faults = [("power" if points or part.points is None else "points", error.message)]
        else:
            faults = list(_faults(limits))
    for key, message in faults:
        problems.error(message, given.place_of(key), field=key)
    return None if faults else limits


def _merged(part: FormatFile, base: DeckFormat | None, points: int | None = None) -> DeckFormat:
    """What the part says, else what ``base`` says; the cards follow from the points if only these change."""
    points = points or part.points
    given: dict[str, Any] = {}
    if part.power is not None:
        given |= {"weakest": part.power.min, "strongest": part.power.max}
    if part.classes is not None:
        given["classes"] = tuple(dict.fromkeys(name.strip().lower() for name in part.classes))
    if part.first_turn is not None:
        given |= {"first_hand": part.first_turn.first_player, "other_hand": part.first_turn.others}
    if part.cards is not None:
        given |= {"fewest": part.cards.min, "most": part.cards.max}
    if base is None:
        return DeckFormat(points=points or 0, **given)
    changed = replace(base, **given)
    if points is None and part.power is None:
        return changed
    derived = changed.with_points(points or base.points)
    return derived if part.cards is None else replace(changed, points=derived.points)


def _wrong_keys(part: FormatFile) -> Iterator[tuple[str, str]]:
    """Keys that contradict themselves: bounds in the wrong order, no class to choose from."""
    for key in ("power", "cards"):
        bounds = getattr(part, key)
        if bounds is not None and bounds.min > bounds.max:
            yield key, f"the smallest, {bounds.min}, is more than the largest, {bounds.max}"
    if part.classes is not None:
        yield from (("classes", fault) for fault in _wrong_classes(part.classes))


def _wrong_classes(names: Sequence[str]) -> Iterator[str]:
    if not names:
        yield "expected names of classes, got none"
    known: set[str] = set()
    for name in names:
        word = name.strip().lower()
        if not _WORD.fullmatch(word):
            yield f"a class is called by one word, got {quote(name)}"
        elif word in known:
            yield f"the class {quote(name)} is named twice"
        known.add(word)


def _faults(limits: DeckFormat) -> Iterator[tuple[str, str]]:
    """Keys that no deck can keep to together with the others."""
    least, most = limits.fewest * limits.weakest, limits.most * limits.strongest
    if limits.points < least:
        yield "cards", f"{limits.fewest} cards cost at least {least} points, and a deck has {limits.points}"
    elif limits.points > most:
        yield "cards", f"{limits.most} cards cost at most {most} points, and a deck has {limits.points}"
