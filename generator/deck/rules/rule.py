"""What a rule for decks is: an id, a sentence, and a look for what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalog.problems import Place, Problem, Severity
from generator.deck.format import MOST, DeckFormat
from generator.deck.model import Deck, Entry


@dataclass(frozen=True, slots=True)
class Case:
    """A deck before the rules."""

    deck: Deck
    format: DeckFormat
    allow_unspent: bool
    unread: tuple[Problem, ...]
    """What the reader of the file found."""

    @property
    def is_whole(self) -> bool:
        """Whether every card of the file could be read, so that totals mean something."""
        return not any(problem.severity == "error" for problem in self.unread)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The cards to look at one by one: none of a list so long that its length is all there is to say."""
        return self.deck.entries if len(self.deck.entries) <= MOST else ()


class Finding(NamedTuple):
    """What breaks a rule: a card, or the deck as a whole (``entry`` is None)."""

    message: str
    entry: Entry | None = None
    field: str = ""
    """Which of the card's fields is meant."""
    severity: Severity = "error"
    place: Place | None = None
    card: str | None = None
    """The card's name where there is no entry of it, for it could not be read."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a legal deck keeps to."""

    id: str
    sentence: Callable[[DeckFormat], str]
    """The rule in words, with the format's numbers."""
    check: Callable[[Case], Iterator[Finding]]


def one_of(words: tuple[str, ...], last: str = "or") -> str:
    """``minion, soldier or assassin``."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(count: int, noun: str) -> str:
    """``1 card``, ``1,200 cards``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
