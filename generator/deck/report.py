"""A verdict as lines to read, and as values for ``--json``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest

from generator.catalog.lines import Line, Piece, readable
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place
from generator.catalog.wording import pluralize
from generator.deck.check import Verdict, Violation
from generator.deck.rules import RULES
from generator.deck.rules.rule import Rule

MAX_LINES = 100
"""Faults of one deck that are told in text; no kind of them keeps another from being told."""
ONE_BY_ONE = 3
"""Cards with the very same fault that have a line each; more of them share one."""
_VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|[-+.,\d]+")
"""What tells one fault of a kind from the next."""
MAX_NAMES = 6
"""Cards named in such a line."""


def lines(verdict: Verdict) -> Iterator[Line]:
    """The verdict as it is read: a headline, then each rule that is broken and what breaks it."""
    yield _headline(verdict)
    width = max((len(violation.rule) for violation in verdict.violations), default=0)
    groups = _groups(verdict.violations)
    told = _told(groups)
    for rule in RULES:
        found = [(number, group) for number, group in enumerate(groups) if group[0].rule == rule.id]
        if found:
            yield ()
            yield from _rule_lines(rule, found, told, verdict, width)
    untold = sum(len(group) for number, group in enumerate(groups) if number not in told)
    if untold:
        yield ()
        yield (Piece(f"{pluralize(untold, 'fault')} more; `--json` tells them all"),)


_Group = Sequence[Violation]
"""Faults that are told in one line."""


def _groups(violations: Iterable[Violation]) -> list[_Group]:
    """The faults in their order; those that many cards have alike are one group, where the first stands."""
    alike: dict[tuple[str, str, str], list[Violation]] = {}
    for violation in violations:
        alike.setdefault((violation.rule, violation.severity, violation.message), []).append(violation)
    groups: list[_Group] = []
    for violation in violations:
        same = alike[violation.rule, violation.severity, violation.message]
        if len(same) <= ONE_BY_ONE or violation.card is None:
            groups.append([violation])
        elif violation is same[0]:
            groups.append(same)
    return groups


def _told(groups: Sequence[_Group]) -> set[int]:
    """Which groups have a line: of each kind of fault the first, then as many more as there is room for."""
    kinds: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        kinds.setdefault(f"{group[0].rule} {_VALUES.sub('', group[0].message)}", []).append(number)
    turns = (number for row in zip_longest(*kinds.values()) for number in row if number is not None)
    return set(islice(turns, MAX_LINES))


def _headline(verdict: Verdict) -> Line:
    counts = []
    if verdict.cards is not None:
        counts.append(pluralize(verdict.cards, "card"))
    if verdict.points is not None:
        counts.append(pluralize(verdict.points, "point"))
    said = "legal" if verdict.legal else "not legal" if verdict.is_read else "cannot be read"
    return (
        Piece(f"{readable(verdict.deck)}: ", "head"),
        Piece(said, "good" if verdict.legal else "bad"),
        Piece("".join(f", {count}" for count in counts)),
    )


def _rule_lines(
    rule: Rule, found: Sequence[tuple[int, _Group]], told: set[int], verdict: Verdict, width: int
) -> Iterator[Line]:
    grave = any(group[0].severity == "error" for _, group in found)
    yield (
        Piece(f"  {rule.id:<{width}}  ", "bad" if grave else "warning"),
        Piece(rule.sentence(verdict.format)),
    )
    indent = " " * (width + 4)
    for number, group in found:
        if number in told:
            yield _group_line(group, indent)
    untold = sum(len(group) for number, group in found if number not in told)
    if untold:
        yield (Piece(f"{indent}… and {untold:,} more"),)
    if rule.id == "file" and verdict.is_read and verdict.cards is None:
        yield (Piece(f"{indent}Points and cards are counted once the whole file can be read.", "quiet"),)


def _group_line(group: _Group, indent: str) -> Line:
    violation = group[0]
    place = f"{violation.place}: " if violation.place and violation.place.file else ""
    warning = "warning: " if violation.severity == "warning" else ""
    return (
        Piece(indent + place, "quiet"),
        Piece(warning, "warning"),
        Piece(_card(violation) if len(group) == 1 else _cards(group), "head"),
        Piece(violation.message),
    )


def _card(violation: Violation) -> str:
    if violation.card is None:
        return ""
    copies = violation.quantity or 1
    return f"{readable(violation.card)}{f' ({copies:,} copies)' if copies > 1 else ''}: "


def _cards(group: _Group) -> str:
    """``30 cards (Imp, Elf and 24 more): ``: cards that have a fault in common."""
    names = list(dict.fromkeys(readable(violation.card or "") for violation in group))
    more = f" and {len(names) - MAX_NAMES:,} more" if len(names) > MAX_NAMES else ""
    cards = pluralize(sum(violation.quantity or 1 for violation in group), "card")
    return f"{cards} ({', '.join(names[:MAX_NAMES])}{more}): "


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
