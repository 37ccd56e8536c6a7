"""A verdict as lines to read, and as values for ``--json``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple
from unicodedata import category

from generator.catalog.paths import shown_path
from generator.catalog.problems import Place
from generator.deck.check import Verdict, Violation
from generator.deck.rules import RULES
from generator.deck.rules.rule import Rule, counted

MOST_SHOWN = 8
"""Cards told of one by one under each rule."""
_LONGEST_NAME = 40

Style = Literal["plain", "head", "good", "bad", "warning", "quiet"]


class Piece(NamedTuple):
    """Some words of a line, and how they look on a terminal."""

    text: str
    style: Style = "plain"


Line = tuple[Piece, ...]


def lines(verdict: Verdict) -> Iterator[Line]:
    """The verdict as it is read: a headline, then each rule that is broken and what breaks it."""
    yield _headline(verdict)
    width = max((len(violation.rule) for violation in verdict.violations), default=0)
    for rule in RULES:
        found = [violation for violation in verdict.violations if violation.rule == rule.id]
        if found:
            yield ()
            yield from _rule_lines(rule, found, verdict, width)


def _headline(verdict: Verdict) -> Line:
    counts = []
    if verdict.cards is not None:
        counts.append(counted(verdict.cards, "card"))
    if verdict.points is not None:
        counts.append(counted(verdict.points, "point"))
    said = "legal" if verdict.legal else "not legal" if verdict.is_read else "cannot be read"
    return (
        Piece(f"{readable(verdict.deck)}: ", "head"),
        Piece(said, "good" if verdict.legal else "bad"),
        Piece("".join(f", {count}" for count in counts)),
    )


def _rule_lines(rule: Rule, found: list[Violation], verdict: Verdict, width: int) -> Iterator[Line]:
    grave = any(violation.severity == "error" for violation in found)
    yield (
        Piece(f"  {rule.id:<{width}}  ", "bad" if grave else "warning"),
        Piece(rule.sentence(verdict.format)),
    )
    indent = " " * (width + 4)
    for violation in found[:MOST_SHOWN]:
        yield _violation_line(violation, indent)
    if len(found) > MOST_SHOWN:
        yield (Piece(f"{indent}… and {len(found) - MOST_SHOWN:,} more"),)
    if rule.id == "file" and verdict.is_read and verdict.cards is None:
        yield (Piece(f"{indent}Points and cards are counted once the whole file can be read.", "quiet"),)


def _violation_line(violation: Violation, indent: str) -> Line:
    place = f"{violation.place}: " if violation.place and violation.place.file else ""
    warning = "warning: " if violation.severity == "warning" else ""
    return (
        Piece(indent + place, "quiet"),
        Piece(warning, "warning"),
        Piece(_card(violation), "head"),
        Piece(violation.message),
    )


def _card(violation: Violation) -> str:
    if violation.card is None:
        return ""
    copies = violation.quantity or 1
    return f"{readable(violation.card)}{f' ({copies:,} copies)' if copies > 1 else ''}: "


def readable(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name on one line of a terminal: not too long, and without what would move the cursor or turn text."""
    plain = "".join(
        letter if category(letter) != "Cc" and letter not in _TURNING else " " for letter in name[:200]
    )
    plain = " ".join(plain.split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"


_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that turn the direction of all text behind them."""


def as_dict(verdict: Verdict) -> dict[str, object]:
    """The verdict as JSON-ready values."""
    return {
        "deck": verdict.deck,
        "legal": verdict.legal,
        "points": verdict.points,
        "cards": verdict.cards,
        "violations": [_as_dict(violation, verdict) for violation in verdict.violations],
    }


def _as_dict(violation: Violation, verdict: Verdict) -> dict[str, object]:
    whole = Place(shown_path(verdict.file)) if verdict.file else Place("")
    place = violation.place or whole
    return {
        "rule": violation.rule,
        "severity": violation.severity,
        "card": violation.card,
        "quantity": violation.quantity,
        "message": violation.message,
        "file": place.file or None,
        "line": place.line or None,
        "column": place.column or None,
    }
