"""What a rule for decks is: an id, a sentence, and a look for what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalog.problems import Place, Problem, Severity
from generator.catalog.tables import TableRow
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
    unprintable: tuple[Problem, ...] = ()
    """What was found when the cards were laid out for the press."""

    @property
    def is_whole(self) -> bool:
        """Whether every card of the file could be read, so that totals mean something."""
        return not any(problem.severity == "error" for problem in self.unread)

    @property
    def entries(self) -> Sequence[Entry]:
        """The cards to look at one by one, in the file's order: of an endless list, its beginning."""
        if not self.deck.unread:
            return self.deck.entries[:MOST]
        return sorted((*self.deck.entries, *self.deck.unread), key=lambda entry: entry.card.place)[:MOST]

    def lacks_column(self, field: str) -> bool:
        """Whether the file is a table that has no column for the field."""
        first = next(iter((*self.deck.entries, *self.deck.unread)), None)
        row = None if first is None else first.card.sources[0]
        return isinstance(row, TableRow) and not row.has_column(field)


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
