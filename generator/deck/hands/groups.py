"""Groups of cards by their fields, and rules about how many of them a hand holds: how they are written.

A group is conditions on fields, ``type=land and cost<=2`` or ``text~draw``, and may have a name before a
colon. A rule is conditions on numbers of cards, ``lands<2 or lands>4``. In both ``and`` binds tighter than
``or``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from generator.catalog.fields import yes_no
from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, code, listed, quote
from generator.deck.limits import is_blank
from generator.deck.model import number_in

_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ORDERING = ("<", "<=", ">", ">=")
_CONTAINS = "~"
"""Of a field: the words stand somewhere in it."""
_SPELT = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "<>": "!="}
"""Other ways to write an operator."""
_OPERATOR = re.compile(r"!=|<=|>=|==|<>|[=<>≤≥≠~]")
_QUOTED = re.compile(r"""([=<>≤≥≠~]\s*)('[^']*'|"[^"]*")(?=\s|$|[=<>!≤≥≠~])""")
_NAMED = re.compile(r"([^=<>!≤≥≠~:'\"]*):(.*)", re.DOTALL)
_NEEDS_QUOTES = re.compile(r"""^['"=<>!≤≥≠~]|\s(and|or)(\s|$)""", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,6}")
_HIDDEN = "\0"
_MAX_LETTERS = 1_000
"""Of a group or a rule."""
MOST_COUNTED = 200
"""Cards of a hand, as far as hands are followed: no rule counts more."""


# Values of cards


def number_of(value: object) -> Fraction | None:
    """The number that a value is, exactly as it is written; None if it is none."""
    number = number_in(value)
    return None if number is None else Fraction(str(number))


def _is(value: object, wanted: str) -> bool:
    """Whether a value is the wanted one; a list is, if it contains it. Letters may be small or capital."""
    if isinstance(value, list):
        return any(_is(item, wanted) for item in value)
    if isinstance(value, bool):
        return _truth(wanted) == value
    number = number_of(wanted)
    if number is not None:
        return number_of(value) == number
    return isinstance(value, str) and value.strip().casefold() == wanted.casefold()


def _contains(value: object, wanted: str) -> bool:
    """Whether the words stand in a text, or in an item of a list. Letters may be small or capital."""
    if isinstance(value, list):
        return any(_contains(item, wanted) for item in value)
    return isinstance(value, str) and wanted.casefold() in value.casefold()


def _truth(word: str) -> bool | None:
    try:
        return yes_no(word)
    except InputError:
        return None


# Groups


@dataclass(frozen=True, slots=True)
class Condition:
    field: str
    operator: str
    value: str

    def __str__(self) -> str:
        value, blank = self.value, " " if self.field.endswith("!") else ""
        if _NEEDS_QUOTES.search(value):
            value = f'"{value}"' if "'" in value else f"'{value}'"
        return f"{self.field}{blank}{self.operator}{value}"

    def matches(self, values: Mapping[str, object]) -> bool:
        """Whether a card with these fields fits. A blank never does, and words are not more or less."""
        value = values.get(self.field)
        if is_blank(value):
            return False
        if self.operator == _CONTAINS:
            return _contains(value, self.value)
        if self.operator not in _ORDERING:
            return _is(value, self.value) == (self.operator == "=")
        given, bound = number_of(value), number_of(self.value)
        return given is not None and bound is not None and bool(_COMPARE[self.operator](given, bound))


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that are counted together: all that fit every condition of one of the rows."""

    name: str
    """As the command line calls it; without a name, its conditions."""
    any_of: tuple[tuple[Condition, ...], ...]

    @property
    def text(self) -> str:
        return " or ".join(" and ".join(map(str, row)) for row in self.any_of)

    def matches(self, card: Card) -> bool:
        return any(all(condition.matches(card.values) for condition in row) for row in self.any_of)


def parse_group(text: str) -> Group:
    """A group such as ``lands: type=land and cost<=2``. Raises :class:`InputError`."""
    named = _NAMED.fullmatch(text)
    name = None if named is None else " ".join(named[1].split())
    if name is not None and (not name or name.isdigit() or re.search(r"\b(and|or)\b", name, re.IGNORECASE)):
        raise InputError(
            f"{quote(name)} can't be the name of a group",
            hint="write for example `lands: type=land`; a name is not a number, and has no `and` or `or`",
        )
    rows = tuple(tuple(map(_condition, row)) for row in _rows(text if named is None else named[2]))
    group = Group("", rows)
    return Group(group.text if name is None else name, rows)


def _condition(text: str) -> Condition:
    found = _OPERATOR.search(text)
    if found is None:
        raise InputError(
            f"there is no comparison in {quote(text)}",
            hint="write a field, one of = != < <= > >= ~, and a value: `type=land`; "
            "a value with ` and ` or ` or ` in it stands in quotes",
        )
    field, value = text[: found.start()].strip(), _unquoted(text[found.end() :].strip())
    if not field:
        raise InputError(f"a field is missing before `{found[0]}` in {quote(text)}")
    if not value:
        raise InputError(
            f"a value is missing after `{found[0]}` in {quote(text)}",
            hint="a blank field matches no comparison, so there is no way to ask for it",
        )
    return Condition(field, _SPELT.get(found[0], found[0]), value)


def _rows(text: str) -> list[list[str]]:
    """What stands between ``or``, and of that what between ``and``; a value in quotes stays whole."""
    if len(text) > _MAX_LETTERS:
        raise InputError(f"expected at most {_MAX_LETTERS:,} letters, got {len(text):,}")
    return [_split(row, "and") for row in _split(text, "or")]


def _split(text: str, word: str) -> list[str]:
    hidden = _QUOTED.sub(lambda found: found[1] + _HIDDEN * len(found[2]), text)
    parts, start = [], 0
    for found in re.finditer(rf"(?:^|\s+){word}(?:\s+|$)", hidden, re.IGNORECASE):
        parts.append(text[start : found.start()])
        start = found.end()
    return [part.strip() for part in (*parts, text[start:])]


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1].strip() if is_quoted else text


def check_group(group: Group, cards: Iterable[Card]) -> str | None:
    """The hint for a group that no card fits, None if one does or nothing is near.

    Raises :class:`InputError` for a field that no card has, and for a value that can't be compared with what
    the field holds.
    """
    cards = list(cards)
    hints = [_check(condition, cards) for row in group.any_of for condition in row]
    return next((hint for hint in hints if hint is not None), None)


def fields_of(cards: Iterable[Card]) -> list[str]:
    return list(dict.fromkeys(name for card in cards for name in card.values))


def check_field(name: str, cards: Sequence[Card]) -> None:
    """Raises :class:`InputError` for a field that no card has."""
    known = fields_of(cards)
    if name not in known:
        shown = [field for field in known if field != "prototype"]
        hint = did_you_mean(name, known) or f"the fields are {listed(shown)}"
        raise InputError(f"no card has the field {code(name)}", hint=hint)


def _check(condition: Condition, cards: Sequence[Card]) -> str | None:
    name, wanted = condition.field, condition.value
    check_field(name, cards)
    values = [value for card in cards if not is_blank(value := card.values.get(name))]
    if condition.operator in _ORDERING:
        if number_of(wanted) is None:
            raise InputError(
                f"`{condition.operator}` compares numbers, got {quote(wanted)} in {quote(str(condition))}"
            )
        if values and all(number_of(value) is None for value in values):
            raise InputError(
                f"{code(name)} holds {_what(values[0])}, and `{condition.operator}` compares numbers",
                hint=f"use = or !=, for example `{name}={_example(values[0])}`",
            )
        return None
    if condition.operator == _CONTAINS:
        if values and not any(isinstance(value, str | list) for value in values):
            raise InputError(f"{code(name)} holds {_what(values[0])}, and `~` looks for words in a text")
        return None
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    if items and all(isinstance(item, bool) for item in items):
        if _truth(wanted) is None:
            raise InputError(f"{code(name)} is yes or no, got {quote(wanted)}", hint=f"write `{name}=yes`")
    elif items and all(number_of(item) is not None for item in items):
        if number_of(wanted) is None:
            raise InputError(f"{code(name)} holds numbers, got {quote(wanted)}")
    elif items and all(isinstance(item, dict) for item in items):
        raise InputError(f"{code(name)} holds keys and values, which are not compared")
    elif condition.operator == "=" and not any(_is(item, wanted) for item in items):
        if any(_contains(item, wanted) for item in items):
            return f"some have it among other words: `{Condition(name, _CONTAINS, wanted)}` finds these"
        return did_you_mean(wanted, list(dict.fromkeys(str(item) for item in items)))
    return None


def _what(value: object) -> str:
    if isinstance(value, list):
        return "lists"
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "numbers"
    return "words" if isinstance(value, str) else "keys and values"


def _example(value: object) -> str:
    if isinstance(value, list):
        return _example(value[0])
    return quote(value) if isinstance(value, bool) else clipped(str(value), 20)


# Rules about a hand


@dataclass(frozen=True, slots=True)
class Count:
    group: Group
    operator: str
    number: int

    def __str__(self) -> str:
        return f"{self.group.name}{self.operator}{self.number}"

    def holds(self, count: Any) -> Any:
        """Whether it does for that many cards; for an array of numbers an array of answers."""
        return _COMPARE[self.operator](count, self.number)


@dataclass(frozen=True, slots=True)
class Rule:
    """Which hands: those that fit every count of one of the rows."""

    any_of: tuple[tuple[Count, ...], ...]

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, row)) for row in self.any_of)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Those that it counts, each once."""
        return tuple(dict.fromkeys(count.group for row in self.any_of for count in row))

    def holds(self, counts: Sequence[Any]) -> Any:
        """Whether it does for a hand with so many cards of each of the :attr:`groups`.

        The numbers may be arrays, one item for each hand; then the answer is one too.
        """
        by_group = dict(zip(self.groups, counts, strict=True))
        rows = ([count.holds(by_group[count.group]) for count in row] for row in self.any_of)
        return reduce(operator.or_, (reduce(operator.and_, row) for row in rows))


def parse_rule(text: str, groups: Sequence[Group], fields: Sequence[str]) -> Rule:
    """A rule such as ``lands<2 or lands>4``. Raises :class:`InputError`.

    What is counted is a group's name, or a condition of its own: ``type=land<2``. ``fields`` are those of
    the cards: who names one of these meant to count something else.
    """
    rule = Rule(tuple(tuple(_count(part, groups, fields) for part in row) for row in _rows(text)))
    for row in rule.any_of:
        _refuse_contradiction(row)
    return rule


def _count(text: str, groups: Sequence[Group], fields: Sequence[str]) -> Count:
    hidden = _QUOTED.sub(lambda found: found[1] + _HIDDEN * len(found[2]), text)
    found = list(_OPERATOR.finditer(hidden))
    number = text[found[-1].end() :].strip() if found else ""
    if not _NUMBER.fullmatch(number) or found[-1][0] == _CONTAINS:
        raise InputError(
            f"there is no number of cards in {quote(text)}",
            hint="write a group, one of = != < <= > >=, and how many: `lands<2`, or `type=land<2`",
        )
    counted = text[: found[-1].start()].strip()
    return Count(_counted(counted, groups, fields), _SPELT.get(found[-1][0], found[-1][0]), int(number))


def _counted(text: str, groups: Sequence[Group], fields: Sequence[str]) -> Group:
    """The group that is named so, or that the condition stands for."""
    for group in groups:
        if text.casefold() == group.name.casefold():
            return group
    if _OPERATOR.search(text):
        own = parse_group(text)
        return next((group for group in groups if group.any_of == own.any_of), own)
    hint = did_you_mean(text, [group.name for group in groups])
    if text in fields:
        hint = f"{code(text)} is a field; count a group, for example --group 'some: {text}=1' and `some<2`"
    elif hint is None:
        hint = "name it, for example --group 'lands: type=land'"
    raise InputError(f"there is no group {quote(text)}", hint=hint)


def _refuse_contradiction(row: Sequence[Count]) -> None:
    for group in dict.fromkeys(count.group for count in row):
        counts = [count for count in row if count.group == group]
        if not any(all(count.holds(number) for count in counts) for number in range(MOST_COUNTED + 1)):
            raise InputError(
                f"no hand can have {quote(' and '.join(map(str, counts)))}",
                hint="with ` or ` between them either is enough" if len(counts) > 1 else None,
            )
