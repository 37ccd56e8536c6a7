"""Reads and checks values: the fields of a card, the rules in game.yaml, a position.

A :class:`Reader` is one value, the path to it and its place in the file::

    rules = read_rules(game, problems)
    hand = rules.key("hand").whole(1, 20)
    for name, deck in rules.key("decks").entries():
        deck.only(("cards", "text"))

An invalid value is reported to an :class:`ErrorLog` and replaced by a valid one, so that reading goes on and
all errors are found in one run. To see whether a value was valid, compare :attr:`Reader.error_count` before
and after reading it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from generator.catalog.fields import whole
from generator.catalog.models import Card, Game, Source
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, quote, with_article
from generator.catalog.yaml_reader import MarkedDict, MarkedList

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

MAX_SUGGESTED = 20
"""Up to this many known words are listed as a hint; of more, only the most similar one is named."""

_NOT_A_MAPPING: Mapping[str, object] = MappingProxyType({})
"""Used in place of a value that should be a mapping but is not."""


class ErrorLog:
    """Where a :class:`Reader` reports errors."""

    count: int
    """How many errors were reported."""

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        """Records an error. ``place`` is None if the value does not come from a file."""
        raise NotImplementedError

    def add_unknown_key(self, path: Path, key: str, place: Place | None, hint: str | None) -> None:
        """Records that the mapping at ``path`` has an unknown key."""
        self.add((*path, key), place, "unknown key", hint)

    def finish(self) -> None:
        """Called at the end; raises if errors must stop the work. By default it does nothing."""

    def whole(self, value: object) -> int | None:
        """The value as a whole number, if this kind of source allows its form; None for anything else."""
        return value if isinstance(value, int) and not isinstance(value, bool) else None


class ProblemLog(ErrorLog):
    """Reports errors as problems in the user's files, with place, card and field."""

    def __init__(self, problems: Problems, card: str | None = None) -> None:
        self.count = 0
        self._problems = problems
        self._card = card

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        self.count += 1
        field = ".".join(map(str, path)) or None
        self._problems.extend([Problem(message, place, "error", self._card, field, hint)])

    def add_unknown_key(self, path: Path, key: str, place: Place | None, hint: str | None) -> None:
        """Worded like everywhere in game.yaml, with the field of the mapping, not of the key."""
        self.add(path, place, f"unknown key {code(key)}", hint)

    def whole(self, value: object) -> int | None:
        """Digits in quotes count as a number, as everywhere in a card database."""
        try:
            return whole(value)
        except InputError:
            return None


class Reader:
    """One value, the path to it, and its place in the file."""

    __slots__ = ("_log", "path", "place", "value")

    def __init__(self, value: object, log: ErrorLog, path: Path = (), place: Place | None = None) -> None:
        self.value: Any = value
        self.path = path
        self.place = place
        self._log = log

    # What is wrong

    def error(self, message: str, hint: str | None = None) -> None:
        """Reports an error in this value."""
        self._log.add(self.path, self.place, message, hint)

    @property
    def error_count(self) -> int:
        """How many errors were reported so far, for this value and all others of its source."""
        return self._log.count

    def finish(self) -> None:
        """Ends reading. For a position, raises BadPosition if any error was reported."""
        self._log.finish()

    # Other values

    def at(self, step: str | int) -> Reader:
        """The value at a key or index that exists."""
        place = self.place
        if place is not None:
            place = _place_in(self.value, step) or place
        # Looking up places is slow, and a position that does not come from a file has none.
        return Reader(self.value[step], self._log, (*self.path, step), place)

    def part(self, value: object) -> Reader:
        """A part of this value, such as one of its words; errors are reported at the same place."""
        return Reader(value, self._log, self.path, self.place)

    def inside(self, *path: str | int) -> Reader:
        """Another place in the same source, to report an error there; it has no value."""
        return Reader(None, self._log, path)

    def has(self, key: str) -> bool:
        """Whether this mapping has the key."""
        return key in self._mapping()

    def key(self, key: str, default: object = ...) -> Reader:
        """The value at a key. If it is missing, the default; without a default an error is reported."""
        given = self._mapping()
        if key in given:
            return self.at(key)
        if default is not ...:
            return Reader(default, self._log, (*self.path, key), self.place)
        if given is not _NOT_A_MAPPING:
            self.error(f"{code(key)} is missing")
        # One error is enough: nothing more is reported about a missing value.
        return Reader(None, _Silent(), (*self.path, key), self.place)

    def only(self, known: Iterable[str]) -> None:
        """Reports every unknown key of this mapping."""
        names = tuple(known)
        for key in self._mapping():
            if key not in names:
                hint = did_you_mean(str(key), names)
                self._log.add_unknown_key(self.path, str(key), self.name_of(key).place, hint)

    def name_of(self, key: str) -> Reader:
        """The key itself, to report an error in the key rather than in its value."""
        place = self.value.place_of_key(key) if isinstance(self.value, Source) else self.place
        return Reader(key, self._log, (*self.path, key), place)

    def word_at(self, key: str) -> Reader:
        """The key itself, where keys are words of a vocabulary: its own place, the mapping's path."""
        return Reader(key, self._log, self.path, self.name_of(key).place)

    def items(self, count: int | None = None) -> list[Reader]:
        """The values of this list, which must have ``count`` items if given."""
        if not isinstance(self.value, list | tuple):
            self.error(f"expected a list, got {quote(self.value)}")
            return []
        if count is not None and len(self.value) != count:
            self.error(f"expected {count} items, got {len(self.value)}")
        return [self.at(index) for index in range(len(self.value))]

    def entries(self) -> list[tuple[str, Reader]]:
        """The keys and values of this mapping, in order."""
        return [(str(key), self.at(key)) for key in self._mapping()]

    # What it is

    def whole(self, minimum: int, maximum: int) -> int:
        """A whole number within bounds; ``minimum`` if the value is invalid."""
        number = self._log.whole(self.value)
        if number is None:
            self.error(f"expected a whole number, got {quote(self.value)}")
            return minimum
        if not minimum <= number <= maximum:
            self.error(f"expected {minimum:,} to {maximum:,}, got {quote(self.value)}")
            return minimum
        return number

    def flag(self) -> bool:
        """True or false; false if the value is invalid."""
        if not isinstance(self.value, bool):
            self.error(f"expected true or false, got {quote(self.value)}")
            return False
        return self.value

    def text(self) -> str:
        """Text; empty if the value is invalid."""
        if not isinstance(self.value, str):
            self.error(f"expected text, got {quote(self.value)}")
            return ""
        return self.value

    def word(self, known: Iterable[str], noun: str) -> str:
        """One of the known words; the first one if the value is invalid. ``noun``: what such a word is."""
        words = tuple(known)
        if isinstance(self.value, str) and self.value in words:
            return self.value
        hint = did_you_mean(self.value, words) if isinstance(self.value, str) else None
        if hint is None and len(words) <= MAX_SUGGESTED:
            hint = f"expected {join_words(words)}"
        self.error(f"{quote(self.value)} is not {with_article(noun)}", hint)
        return words[0]

    def cards(self, known: Mapping[str, int], noun: str = "card") -> list[int]:
        """The numbers of a list of cards in notation; words that are not cards are reported and left out."""
        if not isinstance(self.value, list | tuple):
            return self._known_cards(known, noun)
        try:
            # Bots read thousands of positions, in which nothing has to be reported.
            return [known[word] for word in self.value]
        except (KeyError, TypeError):
            return self._known_cards(known, noun)

    def _known_cards(self, known: Mapping[str, int], noun: str) -> list[int]:
        numbers: list[int] = []
        for item in self.items():
            before = self.error_count
            word = item.word(known, noun)
            if self.error_count == before:
                numbers.append(known[word])
        return numbers

    def _mapping(self) -> Mapping[str, object]:
        # Asking whether a dictionary is a mapping is slow, and bots read thousands of positions.
        if type(self.value) is dict or isinstance(self.value, Mapping):
            return self.value
        self.error(f"expected keys and values, got {quote(self.value)}")
        self.value = _NOT_A_MAPPING
        return _NOT_A_MAPPING


class _Silent(ErrorLog):
    """Reports nothing: for values inside a missing one."""

    count = 0

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        del path, place, message, hint


def read_rules(game: Game, problems: Problems) -> Reader:
    """The value of `rules` in game.yaml; if it is missing, that is reported, and it is empty."""
    given = game.file.get("rules")
    rules = Reader(given, ProblemLog(problems), ("rules",), game.place_of("rules"))
    if not isinstance(given, Mapping):
        rules.error(f"{game.title} has no rules")
        rules.value = _NOT_A_MAPPING
    return rules


def read_field(card: Card, name: str, problems: Problems) -> Reader:
    """A field of a card; its value is None if the card has none.

    The card's own values have no places: where the source has the same value, that one is taken.
    """
    value = card.values.get(name)
    for source in card.sources:
        if name in source:
            value = source[name] if source[name] == value else value
            break
    return Reader(value, ProblemLog(problems, card.id), (name,), card.place_of(name))


def _place_in(holder: object, step: str | int) -> Place | None:
    """The place of the value at ``step``; None if the holder was not read from a file."""
    if type(holder) is dict or type(holder) is list:
        return None  # as in most positions; checking for a Source is slow
    if isinstance(step, str) and isinstance(holder, MarkedDict | Source):
        return holder.place_of(step)
    return holder.place_of(step) if isinstance(holder, MarkedList) and isinstance(step, int) else None
