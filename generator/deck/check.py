"""Judging decks: every rule that a deck breaks, at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.catalog.models import CardSet, Game
from generator.catalog.problems import Place, Problem, Problems, Severity
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
    """The card's name, or its id if it has none; None where the deck as a whole is meant."""
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
    deck: Deck, limits: DeckFormat, *, allow_unspent: bool = False, unread: Iterable[Problem] = ()
) -> Verdict:
    """The verdict on a deck; ``unread`` is what the reader of its file found."""
    return _verdict(Case(deck, limits, allow_unspent, tuple(unread)), is_read=True)


def judge_file(game: Game, limits: DeckFormat, name_or_path: str, *, allow_unspent: bool = False) -> Verdict:
    """The verdict on a deck file, or on the game's own deck of that name; a broken file is a verdict too."""
    problems = Problems()
    deck = find_deck(game, name_or_path, problems)
    if deck is not None:
        return judge(deck, limits, allow_unspent=allow_unspent, unread=problems)
    path = Path(name_or_path)
    nothing = deck_of(CardSet("", path.name or name_or_path, None, (), path))
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
        tuple(_violation(rule, finding) for rule in RULES for finding in rule.check(case)),
    )


def _violation(rule: Rule, finding: Finding) -> Violation:
    entry = finding.entry
    if entry is None:
        return Violation(rule.id, finding.severity, finding.message, finding.card, None, finding.place)
    return Violation(
        rule.id,
        finding.severity,
        finding.message,
        entry.name or entry.card.id,
        entry.copies,
        entry.place_of(finding.field),
    )
