"""Foretells the order of cards in a pile from all that came before: in a shuffled pile nobody can.

What is foretold of the real pile is compared with a determinized one. If the real one is shuffled, a
foreteller is right as often about the one as about the other, whatever the rules make public of their order.
To be right about the real one much more often is no luck; ``odds.py`` says how often is too often.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.rules.conformance.odds import is_no_luck

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
