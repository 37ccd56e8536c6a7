"""Reading a position that may be written by hand: all its faults are told, each with its place in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import counted, listed, shown
from generator.rules.shuffler import Shuffler

LAST_SEED = 2**63 - 1
MOST_SHUFFLES = 2**31
MOST_TURNS = 999_999
"""Of turns or rounds, before an engine stops."""


class Fault(NamedTuple):
    """What is wrong with a position, and where: the keys and numbers that lead there."""

    path: tuple[str | int, ...]
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        """For example ``seats[0].hand[2]: 'S9' is no kind of card``."""
        steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        place = f"{steps.lstrip('.')}: " if steps else ""
        return f"{place}{self.message}" + (f"; {self.hint}" if self.hint else "")


class BadPosition(ValueError):  # noqa: N818 - it is what happened
    """Raised for a position that can't be; carries every fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Reading:
    """One value of a position with the way to it. What does not fit is noted and replaced by a stand-in, so
    that reading goes on and finds the rest; ``finish`` raises when anything was noted."""

    __slots__ = ("faults", "path", "value")

    def __init__(
        self, value: object, path: tuple[str | int, ...] = (), faults: list[Fault] | None = None
    ) -> None:
        self.value = value
        self.path = path
        self.faults: list[Fault] = [] if faults is None else faults

    def fault(self, message: str, hint: str | None = None) -> None:
        """Notes what is wrong with this value."""
        self.faults.append(Fault(self.path, message, hint))

    def finish(self) -> None:
        """Raises BadPosition if anything was noted, here or anywhere else in the position."""
        if self.faults:
            raise BadPosition(self.faults)

    def only(self, known: Iterable[str]) -> None:
        """Notes every key of this mapping that is not known."""
        names = tuple(known)
        for key in self._mapping():
            if key not in names:
                self.at(key).fault("unknown key", did_you_mean(str(key), names))

    def at(self, step: str | int) -> Reading:
        """The value at a key or number, which is there."""
        inner: Any = self.value
        return Reading(inner[step], (*self.path, step), self.faults)

    def has(self, key: str) -> bool:
        return key in self._mapping()

    def key(self, key: str, default: object = ...) -> Reading:
        """The value at a key; if it is missing the default, and without one that is noted."""
        given = self._mapping()
        if key in given:
            return self.at(key)
        if default is ... and isinstance(self.value, Mapping):
            self.fault(f"`{key}` is missing")
        return Reading(
            None if default is ... else default, (*self.path, key), [] if default is ... else self.faults
        )

    def items(self, count: int | None = None) -> list[Reading]:
        """The values of this list; ``count``: how many there must be."""
        if not isinstance(self.value, list | tuple):
            self.fault(f"expected a list, got {shown(self.value)}")
            return []
        if count is not None and len(self.value) != count:
            self.fault(f"expected {count} of them, got {len(self.value)}")
        return [self.at(index) for index in range(len(self.value))]

    def whole(self, least: int, most: int) -> int:
        """A whole number within bounds; ``least`` stands in for anything else."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fault(f"expected a whole number, got {shown(self.value)}")
            return least
        if not least <= self.value <= most:
            self.fault(f"expected {least} to {most}, got {shown(self.value)}")
            return least
        return self.value

    def flag(self) -> bool:
        """True or false; false stands in for anything else."""
        if not isinstance(self.value, bool):
            self.fault(f"expected true or false, got {shown(self.value)}")
            return False
        return self.value

    def word(self, known: Mapping[str, int] | Iterable[str], noun: str) -> str:
        """One of a few words; the first of them stands in for anything else. ``noun``: what it is called."""
        words = tuple(known)
        if isinstance(self.value, str) and self.value in words:
            return self.value
        hint = did_you_mean(self.value, words) if isinstance(self.value, str) else None
        if hint is None and len(words) <= 20:
            hint = f"expected {listed(words)}"
        self.fault(f"{shown(self.value)} is no {noun}", hint)
        return words[0]

    def cards(self, known: Mapping[str, int], noun: str = "card") -> list[int]:
        """A list of cards in notation, as their numbers; those that are none are noted and left out."""
        numbers: list[int] = []
        for item in self.items():
            before = len(self.faults)
            word = item.word(known, noun)
            if len(self.faults) == before:
                numbers.append(known[word])
        return numbers

    def _mapping(self) -> Mapping[str, object]:
        if isinstance(self.value, Mapping):
            return self.value
        self.fault(f"expected keys and values, got {shown(self.value)}")
        self.value = {}
        return {}


def read_phase(given: Reading, phases: Sequence[str], otherwise: int) -> int:
    """The number of a phase; what can't be read is told, and all else is read as in phase ``otherwise``."""
    before = len(given.faults)
    phase = phases.index(given.word(phases, "phase"))
    return phase if len(given.faults) == before else otherwise


def read_shuffler(position: Reading) -> Shuffler:
    """The state of the shuffles at the key ``shuffler``; without it seed 0 shuffles."""
    if not position.has("shuffler"):
        return Shuffler(0)
    given = position.key("shuffler")
    given.only(("seed", "made"))
    return Shuffler(given.key("seed").whole(0, LAST_SEED), given.key("made", 0).whole(0, MOST_SHUFFLES))


def shuffler_position(shuffler: Shuffler) -> dict[str, int]:
    """The state of the shuffles as a position has it."""
    return {"seed": shuffler.seed, "made": shuffler.made}


def read_limit(given: Reading, usual: int) -> int:
    """A limit on turns or rounds; the ``usual`` one stands in for anything else."""
    before = len(given.faults)
    limit = given.whole(1, MOST_TURNS)
    return limit if len(given.faults) == before else usual


def is_number(word: str, most: int) -> bool:
    """Whether a word is a whole number from 0 to ``most``, in no more digits than that one has."""
    return word.isascii() and word.isdigit() and len(word) <= len(str(most)) and int(word) <= most


def too_many(noun: str, count: int, most: int) -> str:
    """The message for more cards of a kind than the game has: ``3 tanks, and there are 2``."""
    return f"{counted(count, noun)}, and the game has {most}"
