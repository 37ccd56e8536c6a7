"""Judging decks: every rule that a deck breaks, at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.catalog.models import CardSet, Game
from generator.catalog.problems import Place, Problem, Problems, Severity
from generator.catalog.wording import quote
from generator.deck.files import find_deck
from generator.deck.format import DeckFormat
from generator.deck.model import Deck, deck_of
from generator.deck.rules import RULES
from generator.deck.rules.rule import Case, Finding, Rule


class Violation(NamedTuple):
    """One thing in a deck that breaks a rule."""

    rule: str
    severity: Severity
    message: str
    card: str | None
    """What the player calls the card; None where the deck as a whole is meant."""
    quantity: int | None
    """The card's copies."""
    place: Place | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a deck."""

    deck: str
    file: Path | None
    is_read: bool
    """False where nothing of the file could be used; then only its problems are known."""
    points: int | None
    """None where they can't be counted: a card could not be read, or has no whole power."""
    cards: int | None
    format: DeckFormat
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        """Warnings are allowed."""
        return self.count("error") == 0

    def count(self, severity: Severity) -> int:
        return sum(violation.severity == severity for violation in self.violations)


def judge(
    deck: Deck,
    limits: DeckFormat,
    *,
    allow_unspent: bool = False,
    unread: Iterable[Problem] = (),
    unprintable: Iterable[Problem] = (),
) -> Verdict:
    """The verdict on a deck.

    ``unread`` is what the reader of its file found, ``unprintable`` what was found when it was laid out.
    """
    case = Case(deck, limits, allow_unspent, tuple(unread), tuple(unprintable))
    return _verdict(case, is_read=True)


def judge_file(
    game: Game,
    limits: DeckFormat,
    name_or_path: str,
    *,
    allow_unspent: bool = False,
    lay_out: Callable[[Deck], Iterable[Problem]] | None = None,
) -> Verdict:
    """The verdict on a deck file, or on the game's own deck of that name; a broken file is a verdict too.

    ``lay_out`` tells what is wrong with the looks of a deck.
    """
    problems = Problems()
    deck = find_deck(game, name_or_path, problems)
    if deck is not None:
        looks = lay_out(deck) if lay_out else ()
        return judge(deck, limits, allow_unspent=allow_unspent, unread=problems, unprintable=looks)
    path = Path(name_or_path)
    nothing = deck_of(CardSet("", path.name or quote(name_or_path), None, (), path))
    return _verdict(Case(nothing, limits, allow_unspent, tuple(problems)), is_read=False)


def _verdict(case: Case, *, is_read: bool) -> Verdict:
    deck = case.deck
    is_counted = case.is_whole and all(entry.power is not None for entry in deck.entries)
    return Verdict(
        deck.name,
        deck.file,
        is_read,
        deck.points if is_counted else None,
        deck.size if case.is_whole else None,
        case.format,
        tuple(_violation(rule, finding) for rule in RULES for finding in _findings(rule, case)),
    )


def _findings(rule: Rule, case: Case) -> Iterator[Finding]:
    """What breaks a rule, less what the reader of the file has told of the same spot."""
    told = {problem.place for problem in case.unread if problem.place and problem.place.column}
    for finding in rule.check(case):
        if finding.entry is None or finding.entry.place_of(finding.field) not in told:
            yield finding


def _violation(rule: Rule, finding: Finding) -> Violation:
    entry = finding.entry
    if entry is None:
        return Violation(rule.id, finding.severity, finding.message, finding.card, None, finding.place)
    return Violation(
        rule.id,
        finding.severity,
        finding.message,
        entry.label,
        entry.copies,
        entry.place_of(finding.field),
    )
