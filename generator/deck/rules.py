"""The rules for decks: each has an id, a sentence, and a check for what breaks it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple
from unicodedata import category

from generator.catalog.problems import Place, Problem, Severity
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import TableRow
from generator.catalog.wording import clipped, join_words, pluralize, quote
from generator.deck.limits import MAX_COUNT, Condition, DeckFormat, Quota, countable, is_blank, meets
from generator.deck.model import Deck, Entry, class_word

MAX_NAME = 60
"""Letters that are still legible in the name box."""
_MAX_CLASS_TEXT = 200
"""Letters of a class as the file has it that are searched for names of classes."""


@dataclass(frozen=True, slots=True)
class RuleContext:
    """What the rules look at: a deck, its format, and what was found when it was read and laid out."""

    deck: Deck
    format: DeckFormat
    allow_unspent: bool = False
    unread: tuple[Problem, ...] = ()
    """What the reader of the file found."""
    unprintable: tuple[Problem, ...] = ()
    """What was found when the cards were laid out for printing."""

    @property
    def is_whole(self) -> bool:
        """Whether every card of the file could be read, so that totals mean something."""
        return not any(problem.severity == "error" for problem in self.unread)

    @property
    def entries(self) -> Sequence[Entry]:
        """The cards to check one by one, in the file's order: of an endless list, its beginning."""
        if not self.deck.unread:
            return self.deck.entries[:MAX_COUNT]
        return sorted((*self.deck.entries, *self.deck.unread), key=lambda entry: entry.card.place)[:MAX_COUNT]

    def lacks_column(self, field: str) -> bool:
        """Whether the file is a table that has no column for the field."""
        first = next(iter((*self.deck.entries, *self.deck.unread)), None)
        row = None if first is None else first.card.sources[0]
        return isinstance(row, TableRow) and not row.has_column(field)


class Finding(NamedTuple):
    """What breaks a rule: a card, or the deck as a whole (``entry`` is None)."""

    code: str
    """What kind of fault it is, whatever the values in its message."""
    message: str
    entry: Entry | None = None
    field: str = ""
    """The field of the entry that is wrong."""
    severity: Severity = "error"
    place: Place | None = None
    """Where it is, if it belongs to no entry."""
    card: str | None = None
    """What the card is called, if it belongs to no entry."""


class Rule(NamedTuple):
    id: str
    sentence: Callable[[DeckFormat], str]
    """The rule in words, with the numbers of the format."""
    check: Callable[[RuleContext], Iterator[Finding]]


# The deck as a whole


def _check_file(context: RuleContext) -> Iterator[Finding]:
    for problem in context.unread:
        yield _finding_of(problem, _words_of(problem), problem.severity)


def _check_print(context: RuleContext) -> Iterator[Finding]:
    for problem in context.unprintable:
        # No rule of the game says how a card looks, so even what can't be printed at all may be legal.
        words = _words_of(problem) + ("; it can't be printed" if problem.severity == "error" else "")
        yield _finding_of(problem, words, "warning")


def _finding_of(problem: Problem, words: str, severity: Severity) -> Finding:
    code = f"{problem.field}: {problem.code}"
    return Finding(code, words, severity=severity, place=problem.place, card=problem.card)


def _words_of(problem: Problem) -> str:
    """The problem without its place and its card."""
    field = f"{problem.field}: " if problem.field else ""
    others = f" (and {problem.others:,} more like it)" if problem.others else ""
    hint = f"; {problem.hint}" if problem.hint else ""
    return f"{field}{problem.message}{others}{hint}"


def _points_sentence(limits: DeckFormat) -> str:
    how = "exactly" if limits.exactly else "at most"
    field = limits.fields.budget
    spends = f"A deck spends {how} {pluralize(limits.points or 0, 'point')}"
    return (
        f"{spends}: the {field} of its cards." if field in _COSTS else f"{spends}. A card costs its {field}."
    )


_COSTS = ("cost", "costs", "points", "price")
"""Fields that are called what they are."""


def _check_points(context: RuleContext) -> Iterator[Finding]:
    deck, limits = context.deck, context.format
    if limits.points is None or not (context.is_whole or limits.is_declared):
        return
    unknown = sum(entry.copies for entry in deck.entries if entry.power is None)
    over = deck.points + unknown * limits.min_power - limits.points
    unspent = limits.points - deck.points - unknown * limits.max_power
    if over > 0:
        yield Finding("over", _points_off(deck.points, unknown, over, "over", limits.fields.budget))
    elif unspent > 0 and limits.exactly and context.is_whole:
        severity: Severity = "warning" if context.allow_unspent else "error"
        yield Finding(
            "unspent",
            _points_off(deck.points, unknown, unspent, "unspent", limits.fields.budget),
            severity=severity,
        )


def _points_off(points: int, unknown: int, off: int, which: str, field: str | None = "power") -> str:
    """What is certain, whatever the powers that can't be counted were meant to be."""
    if not unknown:
        return f"{pluralize(points, 'point')}, {off:,} {which}"
    cards = f"plus {pluralize(unknown, 'card')} whose {field} can't be counted"
    return f"{pluralize(points, 'point')} spent, {cards}: at least {off:,} {which}"


def _number_of_cards(limits: DeckFormat) -> str:
    if limits.max_cards == MAX_COUNT and limits.is_declared:
        return f"A deck has at least {pluralize(limits.min_cards, 'card')}."
    if limits.min_cards == limits.max_cards:
        return f"A deck has exactly {pluralize(limits.max_cards, 'card')}."
    return f"A deck has {limits.min_cards:,} to {pluralize(limits.max_cards, 'card')}."


def _check_cards(context: RuleContext) -> Iterator[Finding]:
    size, limits = context.deck.size, context.format
    if not (context.is_whole or limits.is_declared):
        return
    # What can't be read may be more cards, so that there are too many is certain all the same.
    if size < limits.min_cards and context.is_whole:
        yield Finding("too few", f"{pluralize(size, 'card')}, {limits.min_cards - size:,} too few")
    if size > limits.max_cards:
        is_all_checked = len(context.deck.entries) <= MAX_COUNT
        unchecked = "" if is_all_checked else f"; the first {MAX_COUNT:,} are looked at one by one"
        message = f"{pluralize(size, 'card')}, {size - limits.max_cards:,} too many{unchecked}"
        yield Finding("too many", message)


def _check_classes(context: RuleContext) -> Iterator[Finding]:
    classes = context.format.classes
    found = {entry.class_name for entry in context.entries}
    # A misspelt class may well be the one that is missing.
    if not context.is_whole or not found or not found <= set(classes):
        return
    for missing in (name for name in classes if name not in found):
        yield Finding("missing", f"no {missing} in the deck", severity="warning")


def _check_copies(context: RuleContext) -> Iterator[Finding]:
    limit = context.format.copies
    if limit is None:
        return
    found: dict[str, int] = {}
    for entry in context.entries:
        group = limit.group_of(entry.card.values)
        if group is None:
            continue
        before = found.get(group, 0)
        found[group] = before + entry.copies
        if found[group] > limit.most:
            over = min(entry.copies, found[group] - limit.most)
            copies = f"{found[group]:,} copies" + (" with those above" if before else "")
            yield Finding("too many", f"{copies}, {over:,} too many", entry, "copies")


def _check_quota(quota: Quota) -> Callable[[RuleContext], Iterator[Finding]]:
    def check(context: RuleContext) -> Iterator[Finding]:
        total = sum(quota.counts(entry.card.values) * entry.copies for entry in context.entries)
        if total < quota.low and context.is_whole:
            yield Finding("too few", f"{quota.words(total)}, {quota.low - total:,} too few")
        if quota.sum is not None:
            yield from _unreadable_numbers(context, quota, quota.sum)
        if quota.high is None or total <= quota.high:
            return
        if quota.sum is not None:
            yield Finding("too many", f"{quota.words(total)}, {total - quota.high:,} too many")
            return
        seen = 0
        for entry in context.entries:
            copies = quota.counts(entry.card.values) * entry.copies
            seen += copies
            over = min(seen - quota.high, copies)
            if over > 0:
                one, many = quota.nouns
                which = one.replace("card", f"card number {seen:,}", 1) if copies == 1 else f"{seen:,} {many}"
                yield Finding("too many", f"{which}, {over:,} too many", entry, "copies")

    return check


def _unreadable_numbers(context: RuleContext, quota: Quota, field: str) -> Iterator[Finding]:
    """What a quota can't add up, on cards of the players' own: the game's are looked at with its format."""
    for entry in context.entries:
        given = entry.card.values.get(field)
        if meets(entry.card.values, quota.where) and not is_blank(given) and countable(given) is None:
            message = f"the {field} is {quote(given)}, not a whole number from 0 to {MAX_COUNT:,}"
            yield Finding("no number", message, entry, field)


# Each card


def _check_allowed(condition: Condition) -> Callable[[RuleContext], Iterator[Finding]]:
    def check(context: RuleContext) -> Iterator[Finding]:
        for entry in context.entries:
            if not condition.holds(entry.card.values):
                given = {field: class_word(entry.card.values.get(field)) for field in condition.fields}
                shown = [f"the {field} is {clipped(word) or 'missing'}" for field, word in given.items()]
                yield Finding("not allowed", join_words(shown, "and"), entry, condition.fields[0])

    return check


def _each_card(
    field_of: Callable[[DeckFormat], str | None],
    given: Callable[[Entry], object],
    fault_of: Callable[[Entry, DeckFormat], Finding | None],
) -> Callable[[RuleContext], Iterator[Finding]]:
    """Checks a field of each card; a table without such a column is reported once."""

    def check(context: RuleContext) -> Iterator[Finding]:
        entries, field = context.entries, field_of(context.format) or ""
        with_field = [entry for entry in entries if given(entry) not in (None, "")]
        if context.lacks_column(field) and len(with_field) < len(entries):
            yield Finding("no column", f"the column `{field}` is missing")
            entries = with_field
        for entry in entries:
            fault = fault_of(entry, context.format)
            if fault is not None:
                yield fault._replace(entry=entry, field=field)

    return check


def _power_fault(entry: Entry, limits: DeckFormat) -> Finding | None:
    given, field = entry.given_power, limits.fields.budget
    if entry.power is not None:
        if entry.power < limits.min_power:
            return Finding("too small", f"{field} {quote(entry.power)} is less than {limits.min_power}")
        if entry.power > limits.max_power:
            return Finding("too large", f"{field} {quote(entry.power)} is more than {limits.max_power}")
        return None
    if given is None or given == "":
        return Finding("missing", f"the {field} is missing")
    if isinstance(given, float):
        return Finding("fraction", f"{field} {quote(given)} is not a whole number")
    return Finding("no number", f"the {field} is {quote(given)}, not a number")


_WORD = re.compile(r"\w+")


def _class_fault(entry: Entry, limits: DeckFormat) -> Finding | None:
    given, classes, field = entry.given_class, limits.classes, limits.fields.group
    if entry.class_name in classes:
        return None
    if given is None or given == "":
        return Finding("missing", f"the {field} is missing")
    named = _named_classes(given)
    if len(named) > 1 and any(word in classes for word in named):
        what = "classes" if field == "class" else "values"
        return Finding("several", f"{len(named)} {what}, {join_words(named, 'and')}, where a card has one")
    if isinstance(given, str):
        hint = did_you_mean(given, classes)
        return Finding("unknown", f"unknown {field} {quote(given)}" + (f"; {hint}" if hint else ""))
    return Finding("no word", f"the {field} is {quote(given)}, not a word")


def _named_classes(given: object) -> tuple[str, ...]:
    """The words of the class as the file has it, each once."""
    texts = [text for text in (given if isinstance(given, list) else [given]) if isinstance(text, str)]
    words = [word for text in texts for word in _WORD.findall(text[:_MAX_CLASS_TEXT].lower())]
    return tuple(dict.fromkeys(word for word in words if word not in ("and", "or")))


def _name_fault(entry: Entry, _: DeckFormat) -> Finding | None:
    if not any(map(_is_visible, entry.name)):
        return Finding("blank", "the name is blank")
    if len(entry.name) > MAX_NAME:
        letters = pluralize(len(entry.name), "letter")
        return Finding(
            "too long", f"the name has {letters}, its box has room for some {MAX_NAME}", severity="warning"
        )
    return None


def _is_visible(letter: str) -> bool:
    """Neither space nor control: a name of nothing else looks blank on the card."""
    return category(letter)[0] not in "ZC"


# All of them


_POWER = Rule(
    "power",
    lambda limits: (
        f"A card's {limits.fields.budget} is a whole number from {limits.min_power} to {limits.max_power}."
    ),
    _each_card(lambda limits: limits.fields.budget, lambda entry: entry.given_power, _power_fault),
)
_CLASS = Rule(
    "class",
    lambda limits: f"A card has one {limits.fields.group}: {join_words(limits.classes)}.",
    _each_card(lambda limits: limits.fields.group, lambda entry: entry.given_class, _class_fault),
)
_NAME = Rule(
    "name",
    lambda _: "Every card has a name, short enough for its name box.",
    _each_card(lambda _: "name", lambda entry: entry.name, _name_fault),
)

_FILE = Rule("file", lambda _: "The whole deck file can be read.", _check_file)
_POINTS = Rule("points", _points_sentence, _check_points)
_CARDS = Rule("cards", _number_of_cards, _check_cards)
_PRINT = Rule("print", lambda _: "Every card can be printed as it is.", _check_print)

CHARACTER_RULES = (_POWER, _CLASS, _NAME)
"""The rules for a single card."""

RULES: tuple[Rule, ...] = (
    _FILE,
    _POINTS,
    _CARDS,
    *CHARACTER_RULES,
    Rule(
        "classes",
        lambda limits: f"A deck does best with cards of every class: {join_words(limits.classes, 'and')}.",
        _check_classes,
    ),
    _PRINT,
)
"""Of Battle Gate, in the order in which they are reported."""


def card_rules(limits: DeckFormat) -> tuple[Rule, ...]:
    if not limits.is_declared:
        return CHARACTER_RULES
    rules = [_allowed(condition) for condition in limits.allow]
    if not limits.has_pool:
        fields = limits.fields
        own = ((fields.budget, _POWER), (fields.group, _CLASS))
        rules = [*(rule._replace(id=_free_id(field)) for field, rule in own if field), _NAME, *rules]
    return tuple(rules)


def rules_of(limits: DeckFormat) -> tuple[Rule, ...]:
    """All rules of a format, in the order in which they are reported."""
    if not limits.is_declared:
        return RULES
    rules = [_FILE]
    if limits.points is not None:
        rules.append(_POINTS)
    if (limits.min_cards, limits.max_cards) != (1, MAX_COUNT):
        rules.append(_CARDS)
    if limits.copies is not None:
        sentence = limits.copies.sentence
        rules.append(Rule("copies", lambda _: sentence, _check_copies))
    rules += map(_quota, count(1), limits.quotas)
    return (*rules, *card_rules(limits), _PRINT)


def _quota(number: int, quota: Quota) -> Rule:
    return Rule(f"quota-{number}", lambda _: quota.sentence, _check_quota(quota))


def _allowed(condition: Condition) -> Rule:
    sentence = f"A card's {condition.field} is {condition.allowed}."
    if condition.contains:
        sentence = f"A card has {condition}."
    return Rule(_free_id(condition.field), lambda _: sentence, _check_allowed(condition))


_TAKEN = re.compile(r"file|points|cards|copies|name|print|quota-\d+")


def _free_id(field: str) -> str:
    """A rule about a field is called like the field, unless another rule is called so."""
    return f"allow-{field}" if _TAKEN.fullmatch(field) else field
