"""Reads checked values: of a card, of the rules in game.yaml, of a position written by hand.

A :class:`Reader` is one value and the way to it. What does not fit is told to an :class:`ErrorLog` and
replaced by a stand-in, so that reading goes on and all errors are found in one run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.catalog.fields import whole
from generator.catalog.models import Card, Game, Source
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.catalog.yaml_reader import MarkedList

Path = tuple[str | int, ...]
"""The keys and numbers that lead to a value."""

MAX_SUGGESTED = 20
"""Of so many words all are told as a hint; of more only the one that was probably meant."""


class ErrorLog:
    """Where a :class:`Reader` tells what does not fit."""

    count: int
    """How many errors were told."""

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        """Takes down an error. ``place`` is None where the value comes from no file."""
        raise NotImplementedError

    def finish(self) -> None:
        """Raises where errors must end the work at once; by default nothing."""

    def whole(self, value: object) -> int | None:
        """A whole number as this kind of source may write it; None for anything else."""
        return value if isinstance(value, int) and not isinstance(value, bool) else None


class ProblemLog(ErrorLog):
    """Tells errors as problems of the user's files, with place, card and field."""

    def __init__(self, problems: Problems, card: str | None = None) -> None:
        self.count = 0
        self._problems = problems
        self._card = card

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        self.count += 1
        field = ".".join(map(str, path)) or None
        self._problems.extend([Problem(message, place, "error", self._card, field, hint)])

    def whole(self, value: object) -> int | None:
        """Digits in quotes count as a number, as everywhere in a card database."""
        try:
            return whole(value)
        except InputError:
            return None


class Reader:
    """One value, the way to it, and where it stands."""

    __slots__ = ("_log", "path", "place", "value")

    def __init__(self, value: object, log: ErrorLog, path: Path = (), place: Place | None = None) -> None:
        self.value: Any = value
        self.path = path
        self.place = place
        self._log = log

    # What is wrong

    def error(self, message: str, hint: str | None = None) -> None:
        """Tells what is wrong with this value."""
        self._log.add(self.path, self.place, message, hint)

    @property
    def error_count(self) -> int:
        """How many errors were told, of this value and all others of its source: a mark to compare with."""
        return self._log.count

    def finish(self) -> None:
        """Ends the reading of a source; of a position, raises BadPosition if any error was told."""
        self._log.finish()

    # The way in

    def at(self, step: str | int) -> Reader:
        """The value at a key or number, which is there."""
        place = self.place
        if place is not None:
            place = _place_in(self.value, step) or place
        # To look whether a value knows places takes long: a position, which comes from no file, is not asked.
        return Reader(self.value[step], self._log, (*self.path, step), place)

    def part(self, value: object) -> Reader:
        """A part of this value, such as a word of it: what is wrong is told at the same place."""
        return Reader(value, self._log, self.path, self.place)

    def inside(self, *path: str | int) -> Reader:
        """Another place of the same source, for what is wrong there; it has no value."""
        return Reader(None, self._log, path)

    def has(self, key: str) -> bool:
        """Whether this mapping has the key."""
        return key in self._mapping()

    def key(self, key: str, default: object = ...) -> Reader:
        """The value at a key; if it is missing the default, and without one that is told."""
        given = self._mapping()
        if key in given:
            return self.at(key)
        if default is not ...:
            return Reader(default, self._log, (*self.path, key), self.place)
        if isinstance(self.value, Mapping):
            self.error(f"`{key}` is missing")
        # That it is missing is told; nothing more is to be told of what is not there.
        return Reader(None, _Silent(), (*self.path, key), self.place)

    def only(self, known: Iterable[str]) -> None:
        """Tells every key of this mapping that is not known."""
        names = tuple(known)
        for key in self._mapping():
            if key not in names:
                self.name_of(key).error("unknown key", did_you_mean(str(key), names))

    def name_of(self, key: str) -> Reader:
        """The key itself, for what is wrong with the name and not with the value."""
        place = self.value.place_of_key(key) if isinstance(self.value, Source) else self.place
        return Reader(key, self._log, (*self.path, key), place)

    def items(self, count: int | None = None) -> list[Reader]:
        """The values of this list; ``count``: how many there must be."""
        if not isinstance(self.value, list | tuple):
            self.error(f"expected a list, got {quote(self.value)}")
            return []
        if count is not None and len(self.value) != count:
            self.error(f"expected {count} of them, got {len(self.value)}")
        return [self.at(index) for index in range(len(self.value))]

    def entries(self) -> list[tuple[str, Reader]]:
        """The keys and values of this mapping, in their order."""
        return [(str(key), self.at(key)) for key in self._mapping()]

    # What it is

    def whole(self, minimum: int, maximum: int) -> int:
        """A whole number within bounds; ``minimum`` stands in for anything else."""
        number = self._log.whole(self.value)
        if number is None:
            self.error(f"expected a whole number, got {quote(self.value)}")
            return minimum
        if not minimum <= number <= maximum:
            self.error(f"expected {minimum} to {maximum}, got {quote(self.value)}")
            return minimum
        return number

    def flag(self) -> bool:
        """True or false; false stands in for anything else."""
        if not isinstance(self.value, bool):
            self.error(f"expected true or false, got {quote(self.value)}")
            return False
        return self.value

    def text(self) -> str:
        """Text; nothing stands in for anything else."""
        if not isinstance(self.value, str):
            self.error(f"expected text, got {quote(self.value)}")
            return ""
        return self.value

    def word(self, known: Iterable[str], noun: str) -> str:
        """One of a few words; the first of them stands in for anything else. ``noun``: what it is called."""
        words = tuple(known)
        if isinstance(self.value, str) and self.value in words:
            return self.value
        hint = did_you_mean(self.value, words) if isinstance(self.value, str) else None
        if hint is None and len(words) <= MAX_SUGGESTED:
            hint = f"expected {join_words(words)}"
        self.error(f"{quote(self.value)} is no {noun}", hint)
        return words[0]

    def cards(self, known: Mapping[str, int], noun: str = "card") -> list[int]:
        """A list of cards in notation, as their numbers; those that are none are told and left out."""
        numbers: list[int] = []
        for item in self.items():
            before = self.error_count
            word = item.word(known, noun)
            if self.error_count == before:
                numbers.append(known[word])
        return numbers

    def _mapping(self) -> Mapping[str, object]:
        if isinstance(self.value, Mapping):
            return self.value
        self.error(f"expected keys and values, got {quote(self.value)}")
        self.value = {}
        return {}


class _Silent(ErrorLog):
    """Tells nobody."""

    count = 0

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        del path, place, message, hint


def read_rules(game: Game, problems: Problems) -> Reader:
    """What stands under `rules` in game.yaml; an empty mapping where that is missing, which is told."""
    given = game.file.get("rules")
    log = ProblemLog(problems)
    if isinstance(given, Mapping):
        return Reader(given, log, ("rules",), game.place_of("rules"))
    Reader(given, log, ("rules",), game.place_of("rules")).error(f"{game.title} has no rules")
    return Reader({}, _Silent(), ("rules",), game.place_of("rules"))


def read_field(card: Card, name: str, problems: Problems) -> Reader:
    """A field of a card; its value is None if the card has none.

    The value is taken from where it was read, for there it knows its places, if it is the same on the card.
    """
    value = card.values.get(name)
    for source in card.sources:
        if name in source:
            value = source[name] if source[name] == value else value
            break
    return Reader(value, ProblemLog(problems, card.id), (name,), card.place_of(name))


def _place_in(holder: object, step: str | int) -> Place | None:
    """Where the value at ``step`` stands; None where the holder has not been read from a file."""
    if type(holder) is dict or type(holder) is list:
        return None  # as in most positions; to ask whether it is a Source takes long
    if isinstance(holder, Source) and isinstance(step, str):
        return holder.place_of(step)
    return holder.place_of(step) if isinstance(holder, MarkedList) and isinstance(step, int) else None
