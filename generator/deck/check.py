"""Checking decks: every rule that a deck breaks, at once, as a verdict to read or for ``--json``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from generator.catalog.lines import Line, Piece, readable
from generator.catalog.models import CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problem, Problems, Severity
from generator.catalog.wording import pluralize, quote
from generator.deck.files import find_deck
from generator.deck.format import read_format
from generator.deck.limits import DeckFormat
from generator.deck.model import Deck, deck_of
from generator.deck.rules import Finding, Rule, RuleContext, rules_of


class Violation(NamedTuple):
    rule: str
    code: str
    """What kind of fault it is among those of the rule, whatever the values in its message."""
    severity: Severity
    message: str
    card: str | None
    """What the player calls the card; None where the deck as a whole is meant."""
    quantity: int | None
    """The card's copies."""
    place: Place | None
    field: str = ""
    """The field of the card that is wrong, whether it is given or not; blank where that is not known."""


@dataclass(frozen=True, slots=True)
class Verdict:
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
    context = RuleContext(deck, limits, allow_unspent, tuple(unread), tuple(unprintable))
    return _verdict(context, is_read=True)


def judge_file(
    game: Game,
    limits: DeckFormat,
    name_or_path: str,
    *,
    allow_unspent: bool = False,
    lay_out: Callable[[Deck], Iterable[Problem]] | None = None,
) -> Verdict:
    """The verdict on a deck file, or on the game's own deck of that name; a broken file is a verdict too.

    ``lay_out`` finds what is wrong with the looks of a deck.
    """
    problems = Problems()
    deck = find_deck(game, name_or_path, problems)
    if deck is not None:
        looks = lay_out(deck) if lay_out else ()
        return judge(deck, limits, allow_unspent=allow_unspent, unread=problems, unprintable=looks)
    path = Path(name_or_path)
    nothing = deck_of(CardSet("", path.name or quote(name_or_path), None, (), path))
    return _verdict(RuleContext(nothing, limits, allow_unspent, tuple(problems)), is_read=False)


def _verdict(context: RuleContext, *, is_read: bool) -> Verdict:
    deck = context.deck
    is_counted = context.is_whole and all(entry.power is not None for entry in deck.entries)
    return Verdict(
        deck.name,
        deck.file,
        is_read,
        deck.points if is_counted and context.format.fields.budget else None,
        deck.size if context.is_whole else None,
        context.format,
        tuple(
            _violation(rule, finding)
            for rule in rules_of(context.format)
            for finding in _findings(rule, context)
        ),
    )


def _findings(rule: Rule, context: RuleContext) -> Iterator[Finding]:
    """What breaks a rule, except for what the reader of the file has already reported at the same place."""
    reported = {problem.place for problem in context.unread if problem.place and problem.place.column}
    for finding in rule.check(context):
        if finding.entry is None or finding.entry.place_of(finding.field) not in reported:
            yield finding


def _violation(rule: Rule, finding: Finding) -> Violation:
    entry = finding.entry
    card, quantity, place = (
        (finding.card, None, finding.place)
        if entry is None
        else (entry.label, entry.copies, entry.place_of(finding.field))
    )
    return Violation(
        rule.id, finding.code, finding.severity, finding.message, card, quantity, place, finding.field
    )


# For sheets that are printed


MAX_LISTED = 20
"""Faults of one deck that are listed one by one."""
MAX_FAULT_LETTERS = 44
"""Letters of a fault in the note, which shares a line with the sheet's name and number."""


def legality_notes(
    game: Game,
    decks: Iterable[CardSet],
    problems: Problems,
    limits: DeckFormat | None = None,
    *,
    allow_unspent: bool = False,
) -> dict[CardSet, str]:
    """What the sheets of illegal decks are to say; the reasons are reported as warnings.

    Decks are judged by ``limits``, or by their own game's rules where those are given.
    """
    decks = list(decks)
    # Of a deck of which a part could not be read nobody knows whether it is legal.
    if not decks or not game.is_whole:
        return {}
    # A game may have decks without saying what makes them legal.
    limits = limits or read_format(game, Problems())
    if limits is None:
        return {}
    notes = {}
    for cards in decks:
        deck = deck_of(cards, (), limits.fields, of_game=limits.has_pool)
        verdict = judge(deck, limits, allow_unspent=allow_unspent)
        faults = [violation for violation in verdict.violations if violation.severity == "error"]
        _report(faults, cards, problems)
        notes[cards] = game.own("NOT A LEGAL DECK: {fault}", fault=_note(faults)) if faults else ""
    return notes


def _report(faults: Sequence[Violation], cards: CardSet, problems: Problems) -> None:
    file = Place(shown_path(cards.file)) if cards.file else None
    for fault in faults[:MAX_LISTED]:
        problems.warning(f"not a legal deck: {fault.message}", fault.place or file, card=fault.card)
    if len(faults) > MAX_LISTED:
        problems.warning(
            f"not a legal deck: {pluralize(len(faults) - MAX_LISTED, 'more fault')}",
            file,
            hint="`gatepress deck check` lists them all",
        )


def _note(faults: Sequence[Violation]) -> str:
    """What the sheets say of an illegal deck. What is wrong with it as a whole comes first."""
    first = next((fault for fault in faults if fault.card is None), faults[0])
    words = f"{first.card}: {first.message}" if first.card else first.message
    if len(words) > MAX_FAULT_LETTERS:
        words = words[: MAX_FAULT_LETTERS - 1].rstrip() + "…"
    others = len(faults) - 1
    more = f", and {pluralize(others, 'more fault')}" if others else ""
    return f"{words}{more}"


# To read


MAX_LINES = 100
"""Violations of one deck that are listed as text; no kind of them crowds out another."""
MAX_SEPARATE = 3
"""Cards with the very same fault that have a line each; more of them share one."""
MAX_NAMES = 6
"""Cards named in such a line."""


def lines(verdict: Verdict) -> Iterator[Line]:
    """The verdict to read: a headline, then each rule that is broken and what breaks it."""
    yield _headline(verdict)
    width = max((len(violation.rule) for violation in verdict.violations), default=0)
    groups = _groups(verdict.violations)
    shown = _shown(groups)
    for rule in rules_of(verdict.format):
        found = [(number, group) for number, group in enumerate(groups) if group[0].rule == rule.id]
        if found:
            yield ()
            yield from _rule_lines(rule, found, shown, verdict, width)
    more = sum(len(group) for number, group in enumerate(groups) if number not in shown)
    if more:
        yield ()
        yield (Piece(f"{pluralize(more, 'fault')} more; `--json` lists them all"),)


_Group = Sequence[Violation]
"""Violations that share a line."""


def _groups(violations: Iterable[Violation]) -> list[_Group]:
    """The violations in their order; those that many cards share are one group, where the first stands."""
    alike: dict[tuple[str, str, str], list[Violation]] = {}
    for violation in violations:
        alike.setdefault((violation.rule, violation.severity, violation.message), []).append(violation)
    groups: list[_Group] = []
    for violation in violations:
        same = alike[violation.rule, violation.severity, violation.message]
        if len(same) <= MAX_SEPARATE or violation.card is None:
            groups.append([violation])
        elif violation is same[0]:
            groups.append(same)
    return groups


def _shown(groups: Sequence[_Group]) -> set[int]:
    """Which groups have a line: of each kind of fault the first, then as many more as there is room for."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for number, group in enumerate(groups):
        kinds.setdefault((group[0].rule, group[0].code), []).append(number)
    turns = (number for row in zip_longest(*kinds.values()) for number in row if number is not None)
    return set(islice(turns, MAX_LINES))


def _headline(verdict: Verdict) -> Line:
    counts = []
    if verdict.cards is not None:
        counts.append(pluralize(verdict.cards, "card"))
    if verdict.points is not None and verdict.format.points is not None:
        counts.append(pluralize(verdict.points, "point"))
    said = "legal" if verdict.legal else "not legal" if verdict.is_read else "cannot be read"
    return (
        Piece(f"{readable(verdict.deck)}: ", "head"),
        Piece(said, "good" if verdict.legal else "bad"),
        Piece("".join(f", {count}" for count in counts)),
    )


def _rule_lines(
    rule: Rule, found: Sequence[tuple[int, _Group]], shown: set[int], verdict: Verdict, width: int
) -> Iterator[Line]:
    has_errors = any(group[0].severity == "error" for _, group in found)
    yield (
        Piece(f"  {rule.id:<{width}}  ", "bad" if has_errors else "warning"),
        Piece(rule.sentence(verdict.format)),
    )
    indent = " " * (width + 4)
    for number, group in found:
        if number in shown:
            yield _group_line(group, indent)
    more = sum(len(group) for number, group in found if number not in shown)
    if more:
        yield (Piece(f"{indent}… and {more:,} more"),)
    if rule.id == "file" and verdict.is_read and verdict.cards is None:
        what = "Cards" if verdict.format.points is None else "Points and cards"
        yield (Piece(f"{indent}{what} are counted once the whole file can be read.", "quiet"),)


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


# For ``--json``


def as_dict(verdict: Verdict) -> dict[str, object]:
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
        **({"sheet": place.sheet} if place.sheet else {}),
    }
