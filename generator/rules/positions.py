"""Reads a position that may be written by hand, and reports all its errors, each with its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from generator.catalog.problems import Place, Problems
from generator.catalog.reader import ErrorLog, Path, Reader
from generator.catalog.wording import pluralize
from generator.rules.shuffler import MAX_MADE, Shuffler

MAX_SEED = 2**63 - 1
MAX_TURNS = 999_999
"""The maximum limit on turns or rounds before an engine stops."""
NOTABLE = "notable.yaml"
"""The file beside the rules of a bundled game that holds notable positions."""


def written(path: Path) -> str:
    """A place in a position as it is written: ``seats[1].hand``; the whole position is an empty text."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


class Fault(NamedTuple):
    """An error in a position, and its place: the keys and indices that lead there."""

    path: Path
    message: str
    hint: str | None = None
    place: Place | None = None
    """Where it is, if the position was read from a file."""

    def __str__(self) -> str:
        """For example ``seats[0].hand[2]: 'S9' is not a kind of card``."""
        place = f"{written(self.path)}: " if self.path else ""
        return f"{place}{self.message}" + (f"; {self.hint}" if self.hint else "")


class BadPosition(ValueError):  # noqa: N818 - it is what happened
    """Raised for an impossible position; carries every fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class PositionLog(ErrorLog):
    """Collects the faults of a position."""

    count: int
    faults: list[Fault]

    def __init__(self) -> None:
        self.count = 0
        self.faults = []

    def add(self, path: Path, place: Place | None, message: str, hint: str | None) -> None:
        self.count += 1
        self.faults.append(Fault(path, message, hint, place))

    def finish(self) -> None:
        if self.faults:
            raise BadPosition(self.faults)


def read_notable(folder: FilePath) -> list[dict[str, Any]]:
    """The positions in the file for such in a folder; none where there is no file."""
    file = folder / NOTABLE
    if not file.is_file():
        return []
    from generator.catalog.yaml_reader import read_yaml  # only the conformance suite asks

    return list(json.loads(json.dumps(read_yaml(file, Problems()))))


def position_reader(position: object) -> Reader:
    """A reader of a whole position, maybe written by hand; its ``finish`` raises BadPosition."""
    return Reader(position, PositionLog())


def read_phase(given: Reader, phases: Sequence[str], otherwise: int) -> int:
    """The number of a phase; ``otherwise`` stands in for an unknown one, which is reported."""
    before = given.error_count
    phase = phases.index(given.word(phases, "phase"))
    return phase if given.error_count == before else otherwise


def read_shuffler(position: Reader) -> Shuffler:
    """The shuffler at the key ``shuffler``; without that key it has seed 0."""
    return shuffler_of(position.key("shuffler", {"seed": 0}))


def shuffler_of(given: Reader) -> Shuffler:
    """A shuffler as it is written in a position."""
    given.only(("seed", "made"))
    return Shuffler(given.key("seed").whole(0, MAX_SEED), given.key("made", 0).whole(0, MAX_MADE))


def shuffler_position(shuffler: Shuffler) -> dict[str, int]:
    """The shuffler as it is written in a position."""
    return {"seed": shuffler.seed, "made": shuffler.made}


def read_limit(given: Reader, usual: int) -> int:
    """A limit on turns or rounds; ``usual`` stands in for an invalid one."""
    before = given.error_count
    limit = given.whole(1, MAX_TURNS)
    return limit if given.error_count == before else usual


def is_number(word: str, maximum: int) -> bool:
    """Whether a word is a whole number from 0 to ``maximum``, written without zeros before it."""
    return (
        word.isascii()
        and word.isdigit()
        and len(word) <= len(str(maximum))
        and int(word) <= maximum
        and word == str(int(word))
    )


def too_many(noun: str, count: int, maximum: int, holder: str = "the game") -> str:
    """The message for more cards of a kind than there are: ``3 tanks, and the game has 2``."""
    return f"{pluralize(count, noun)}, and {holder} has {maximum}"
