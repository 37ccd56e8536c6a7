"""Names for new characters, by a small grammar: fitting for class and power, and no two the same."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from generator.catalog.problems import Problems
from generator.catalog.yaml_reader import read_yaml
from generator.deck.building.request import Kind, same_name
from generator.deck.limits import DeckFormat

T = TypeVar("T")


class SeededRandom:
    """Random choices from one seed.

    Python promises only of ``random()`` that it stays as it is, so everything else is made of it.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self._random()

    def below(self, end: int) -> int:
        """A whole number from 0 to ``end`` - 1."""
        return int(self._random() * end)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


_FRESH_WORD_TRIES = 20
"""How often a name is drawn again because a word of it is already used in the deck."""
_FRESH_NAME_TRIES = 200
"""How often because the name itself is; after that a number is added."""


def deck_name(rng: SeededRandom) -> str:
    place = rng.choice(words()["place"]).removeprefix("the ")
    return f"The {place} {rng.choice(words()['company'])}"


class CharacterNames:
    def __init__(self, limits: DeckFormat, rng: SeededRandom, taken: Iterable[str] = ()) -> None:
        self._limits = limits
        self._rng = rng
        self._taken = {same_name(name) for name in taken}
        self._used: set[str] = set()

    def new(self, kind: Kind) -> str:
        """A name that no character of the deck has yet."""
        vocabulary, rank = vocabulary_for(kind.class_name), self._rank(kind.power)
        for tried in range(_FRESH_NAME_TRIES):
            name, parts = self._draw(vocabulary, rank)
            is_fresh = tried >= _FRESH_WORD_TRIES or self._used.isdisjoint(parts)
            if is_fresh and same_name(name) not in self._taken:
                break
        else:
            name = self._numbered(name)
        self._taken.add(same_name(name))
        self._used.update(parts)
        return name

    def _rank(self, power: int) -> int:
        """0 for the weak, 1 for the middling, 2 for the strong: a third of the powers each."""
        span = self._limits.max_power - self._limits.min_power + 1
        return 3 * (power - self._limits.min_power) // span

    def _draw(self, vocabulary: Vocabulary, rank: int) -> tuple[str, list[str]]:
        """A name, and the words that it is made of."""
        pattern = self._rng.choice(PATTERNS[rank])
        slots = [slot for _, slot, _, _ in Formatter().parse(pattern) if slot]
        drawn = {slot: self._word(slot, vocabulary, rank) for slot in slots}
        return pattern.format(**drawn), list(drawn.values())

    def _word(self, slot: str, vocabulary: Vocabulary, rank: int) -> str:
        def drawn(slot: str) -> str:
            known = vocabulary.get(slot) or words()[slot]
            return str(self._rng.choice(known[rank] if slot in ("role", "trait") else known))

        return drawn("front") + drawn("back") if slot == "surname" else drawn(slot)

    def _numbered(self, name: str) -> str:
        number = 2
        while same_name(f"{name} {number}") in self._taken:
            number += 1
        return f"{name} {number}"


# The words that names are made of


Vocabulary = Mapping[str, Any]
"""Words by their slot; of roles and traits a list each for the weak, the middling and the strong."""

PATTERNS = (
    (
        "{trait} {role}",
        "{trait} {role}",
        "{role} {tail}",
        "{role} {tail}",
        "{role} {given}",
        "{given} {surname}",
        "{given} {surname}",
        "{given} the {trait}",
    ),
    (
        "{trait} {role}",
        "{role} of {place}",
        "{role} of {place}",
        "{role} {tail}",
        "{role} {surname}",
        "{given} {surname}",
        "{given} {surname}",
        "{given} the {trait}",
    ),
    (
        "The {trait} {role}",
        "{role} of {place}",
        "{role} of {place}",
        "{honour} {surname}",
        "{title} {given} {surname}",
        "{title} {given} {surname}",
        "{given} the {trait}",
        "{given} {surname}, {role}",
    ),
)
"""For the weak, the middling and the strong."""


@cache
def words() -> Vocabulary:
    """What names.yaml has: words for everyone, and under ``classes`` a vocabulary for each class."""
    found: Vocabulary = _lists(read_yaml(Path(__file__).with_name("names.yaml"), Problems()))
    return found


def _lists(given: object) -> Any:
    if isinstance(given, str):
        return [word.strip() for word in given.split(",")]
    if isinstance(given, Mapping):
        return {key: _lists(inner) for key, inner in given.items()}
    return [_lists(inner) for inner in given] if isinstance(given, list) else given


def vocabulary_for(class_name: str) -> Vocabulary:
    """The words for a class; a class without words of its own gets its name as role, and what suits all."""
    class_name = class_name or "stranger"
    known: Mapping[str, Vocabulary] = words()["classes"]
    if class_name in known:
        return known[class_name]
    soldier, minion = known["soldier"], known["minion"]
    return {
        **minion,
        "role": [[class_name.title()]] * len(minion["role"]),
        "title": [*soldier["title"][:2], *minion["title"][:2]],
        "front": minion["front"] + soldier["front"],
    }
