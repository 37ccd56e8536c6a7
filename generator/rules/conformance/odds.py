"""How much more often something was so than it should be, before it is called a fault.

What really came about is compared with what a fair lot brings. If the game is fair, each difference is as
likely the other way round, whatever it is about: then a sum S of differences with squares that add up to Q
comes with a chance of at most exp(-S² / 2Q) (Hoeffding). Divided by the number of sums that a check looks
at, which is Bonferroni's bound, that gives the chance that a fair game is accused at all.

A foreteller guesses the order of cards in a pile from all that came before: in a shuffled pile nobody can. If
the real pile is shuffled, it is right as often about it as about a determinized one, whatever the rules make
public of their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Generic, NamedTuple, TypeVar

FALSE_ALARM = 1e-8
"""How likely a check accuses a fair game, in a run: in one of a hundred million.

A run makes two such checks of each game, so that even over fifty games it is less than one in a million.
"""
UNKNOWN = 1 / 4
"""Of a lead: how much must be left when what everybody knows is taken away."""
Key = TypeVar("Key", bound=Hashable)


def is_no_luck(lead: float, squares: float, sums: int) -> bool:
    """Whether a sum of differences is too great for chance; ``sums``: how many are looked at in the run."""
    return lead > 0 and lead * lead > 2 * squares * log(sums / FALSE_ALARM)


@dataclass(slots=True)
class Sum:
    """Differences added up."""

    times: int = 0
    lead: float = 0.0
    squares: float = 0.0
    unknown: float = 0.0
    """What is left of the lead when what everybody knows is taken away."""


class Sums(Generic[Key]):
    """Many such sums, each by what it is about."""

    def __init__(self) -> None:
        self._sums: dict[Key, Sum] = {}

    def __len__(self) -> int:
        return len(self._sums)

    def add(self, key: Key, real: float, fair: float, known: float | None = None) -> None:
        """How often it came about: in the game, by a fair lot, and as everybody knows that it must."""
        found = self._sums.setdefault(key, Sum())
        found.times += 1
        found.lead += real - fair
        found.squares += (real - fair) ** 2
        found.unknown += real - (fair if known is None else known)

    def too_great(self, sums: int) -> Iterator[tuple[Key, Sum]]:
        """Those that are no luck, and not known to everybody; ``sums``: how many are looked at in all."""
        for key, found in self._sums.items():
            if is_no_luck(found.lead, found.squares, sums) and found.unknown > UNKNOWN * found.lead:
                yield key, found


BY_LIKENESS = "from how often neighbours are alike"
BY_NEIGHBOURS = "from what lies on what"
BY_PLACES = "from what lay there before"


@dataclass(slots=True)
class Score:
    """How often something was foretold; and how often rightly, of the real pile and of the imagined one."""

    made: int = 0
    right: int = 0
    right_imagined: int = 0
    differing: int = 0
    """How often it was right about one of them only."""

    def add(self, *, right: bool, right_imagined: bool) -> None:
        self.made += 1
        self.right += right
        self.right_imagined += right_imagined
        self.differing += right != right_imagined


class Hint(NamedTuple):
    """Another pile that may tell of one, by the cards that lie there in the same places."""

    what: str
    """In words: the pile of another seat."""
    real: Sequence[str]
    imagined: Sequence[str]


class _Question(NamedTuple):
    """A question about two neighbours, such as whether the one comes first whose name does."""

    known: Hashable
    answer: bool


class Foreteller:
    """Learns which of two neighbours comes first, and says so the next time, in several ways."""

    def __init__(self) -> None:
        self._scores: defaultdict[tuple[str, str], Score] = defaultdict(Score)
        """By the place of the pile, and by what it was foretold from."""
        self._learned: defaultdict[Hashable, int] = defaultdict(int)

    def read(
        self, place: str, real: Sequence[str], imagined: Sequence[str], hints: Sequence[Hint] = ()
    ) -> None:
        """Goes through a pile in pairs, from the card that comes first, beside an imagined one."""
        for index in range(0, min(len(real), len(imagined)) - 1, 2):
            self._guess(place, BY_LIKENESS, _likeness(real, index), _likeness(imagined, index))
            self._guess(place, BY_NEIGHBOURS, _neighbours(real, index), _neighbours(imagined, index))
            self._guess(place, BY_PLACES, _places(real, index), _places(imagined, index))
            for hint in hints:
                questions = _beside(real, index, hint.real), _beside(imagined, index, hint.imagined)
                self._guess(place, hint.what, *questions)

    def __len__(self) -> int:
        return len(self._scores)

    def faults(self, sums: int) -> Iterator[tuple[str, str, Score]]:
        """What was foretold too often: the place, from what, and how often. ``sums``: see ``odds``."""
        for (place, what), score in self._scores.items():
            if is_no_luck(score.right - score.right_imagined, score.differing, sums):
                yield place, what, score

    def _guess(self, place: str, what: str, real: _Question | None, imagined: _Question | None) -> None:
        right, right_imagined = (self._is_right(place, what, question) for question in (real, imagined))
        self._scores[place, what].add(right=right, right_imagined=right_imagined)
        if real is not None:
            self._learned[place, what, real.known] += 1 if real.answer else -1

    def _is_right(self, place: str, what: str, question: _Question | None) -> bool:
        learned = 0 if question is None else self._learned[place, what, question.known]
        return question is not None and learned != 0 and (learned > 0) == question.answer


def _likeness(cards: Sequence[str], index: int) -> _Question | None:
    """Whether they are alike: where like cards lie together, nothing was shuffled."""
    return _Question("alike", cards[index] == cards[index + 1])


def _neighbours(cards: Sequence[str], index: int) -> _Question | None:
    """By what the two cards are."""
    one, other = cards[index], cards[index + 1]
    return None if one == other else _Question(frozenset((one, other)), one < other)


def _places(cards: Sequence[str], index: int) -> _Question | None:
    """By what they are, and where in the pile they lie."""
    one, other = cards[index], cards[index + 1]
    return None if one == other else _Question((index, frozenset((one, other))), one < other)


def _beside(cards: Sequence[str], index: int, hint: Sequence[str]) -> _Question | None:
    """By the order of the two that lie in the same places of another list."""
    one, other = cards[index], cards[index + 1]
    if one == other or index + 1 >= len(hint) or hint[index] == hint[index + 1]:
        return None
    return _Question(hint[index] < hint[index + 1], one < other)
