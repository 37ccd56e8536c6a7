"""What makes a deck legal: the shape of a deck format, with its conditions, quotas and limits of copies."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.wording import join_words, one_line, pluralize

MAX_COUNT = 10_000
"""No deck has more points or cards; a bound on what the solver and the samples are asked for."""
DEFAULT_LATER_DRAW = 1
DEFAULT_POWER_PER_CARD = 1
"""Where a game's rules do not say: cards drawn on later turns, and power to play for each card in hand."""

Values = Mapping[str, object]
"""A card's values by field."""


def as_word(value: object) -> str:
    """A card's value as a text to compare and to show: ``hero``, ``3``, ``true``; blank for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value).strip()


def whole_number(value: object) -> int | None:
    """The whole number that a value is; one in quotes counts. None if it is none."""
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or value % 1:
        return None
    return int(value)


def countable(value: object) -> int | None:
    """The whole number that decks can be counted by; None if it is none."""
    number = whole_number(value)
    return number if number is not None and 0 <= number <= MAX_COUNT else None


def is_blank(value: object) -> bool:
    """Whether a field says nothing: it fits no comparison then, and adds nothing."""
    return not value.strip() if isinstance(value, str) else value is None or value in ([], {})


_DIGITS = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})", re.ASCII)


class DeckFields(NamedTuple):
    """The fields by which decks are counted; None where the format has none."""

    budget: str | None
    """What a card costs."""
    group: str | None
    """Its class."""


def json_key(field: str, *others: str) -> str:
    """What a field is called in JSON beside these other keys: ``kind_`` where one of them is ``kind``."""
    while field in others:
        field += "_"
    return field


BATTLE_GATE_FIELDS = DeckFields("power", "class")


@dataclass(frozen=True, slots=True)
class Condition:
    """What a field must say: one of some values, some words, or a number within bounds."""

    field: str
    """As it is written: the name of a field, or several with ``or`` between them."""
    values: tuple[str, ...] = ()
    """Any of these, as :func:`as_word` has them; none: the bounds count."""
    low: float | None = None
    high: float | None = None
    contains: tuple[str, ...] = ()
    """Words of which any stands in the text."""
    others: tuple[str, ...] = ()
    """The fields that ``field`` names, if these are several."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of which any will do."""
        return self.others or (self.field,)

    def holds(self, card: Values) -> bool:
        """Whether a card meets it; of a field that is a list, any item will do."""
        items = [item for field in self.fields for item in _items(card.get(field))]
        if self.contains:
            return any(has_word(as_word(item), word) for item in items for word in self.contains)
        if self.values:
            wanted = {value.casefold() for value in self.values}
            return any(as_word(item).casefold() in wanted for item in items)
        return any(self._is_within(item) for item in items)

    def _is_within(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def allowed(self) -> str:
        """``common or rare``, ``1 to 3``, ``4 or more``."""
        if self.values or self.contains:
            return join_words(tuple(map(one_line, self.values or self.contains)))
        if self.low is None or self.high is None:
            return f"{_number(self.high)} or less" if self.low is None else f"{_number(self.low)} or more"
        return bounds_words(self.low, self.high)

    def __str__(self) -> str:
        """``type hero or ally``, ``cost 1 to 3``, ``cost 4 or more``, ``keywords containing AI``."""
        return f"{self.field} {'containing ' if self.contains else ''}{self.allowed}"


def _items(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


def has_word(text: str, word: str) -> bool:
    """Whether a word, or several in that order, stands in a text, not as a part of a longer word."""
    return re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", text.casefold()) is not None


def bounds_words(low: float | None, high: float | None) -> str:
    """``1``, ``1 to 3``, ``at least 1``, ``at most 3``."""
    if low is None:
        return f"at most {_number(high)}"
    if high is None:
        return f"at least {_number(low)}"
    return _number(low) if low == high else f"{_number(low)} to {_number(high)}"


def _number(value: float | None) -> str:
    return "any" if value is None else f"{value:,.10g}"


Where = tuple[Condition, ...]
"""All of these must hold."""


def meets(card: Values, where: Where) -> bool:
    return all(condition.holds(card) for condition in where)


def where_words(where: Where) -> str:
    """``type hero and cost 1 to 3``."""
    return join_words(tuple(map(str, where)), "and")


@dataclass(frozen=True, slots=True)
class Quota:
    """How many cards of some kind a deck must or may have; ``high`` is None where there is no limit."""

    where: Where
    low: int
    high: int | None
    says: str | None = None
    """The rule in the game's own words."""
    sum: str | None = None
    """The field that is added up over these cards; None where the cards are counted."""

    def counts(self, card: Values) -> int:
        """What one card adds to the quota: a blank field nothing."""
        if not meets(card, self.where):
            return 0
        return 1 if self.sum is None else countable(card.get(self.sum)) or 0

    @property
    def nouns(self) -> tuple[str, str]:
        """One of what is counted, and several: ``cards of type hero``, ``cost on cards of type hero``."""
        of = f" of {where_words(self.where)}" if self.where else ""
        if self.sum is not None:
            return (f"{self.sum} on {f'cards{of}' if of else 'all cards'}",) * 2
        return f"card{of}", f"cards{of}"

    def words(self, number: int) -> str:
        """``1 card of type hero``."""
        return f"{number:,} {self.nouns[number != 1]}"

    @property
    def sentence(self) -> str:
        """``A deck has exactly 1 card of type hero.``"""
        if self.says is not None:
            return one_line(self.says)
        if self.high == 0:
            return f"A deck has no {self.nouns[0]}."
        if self.low == self.high:
            return f"A deck has exactly {self.words(self.low)}."
        low = self.low or None if self.high is not None else self.low
        last = self.high if self.high is not None else self.low
        return f"A deck has {bounds_words(low, self.high)} {self.nouns[last != 1]}."


@dataclass(frozen=True, slots=True)
class CopyLimit:
    """How many copies of one card a deck may have."""

    most: int
    of: str
    """The field by which cards are the same."""
    exempt: Where = ()
    """Cards without that limit."""

    def group_of(self, card: Values) -> str | None:
        """What a card is the same by; None for a card without a limit."""
        if self.exempt and meets(card, self.exempt):
            return None
        return as_word(card.get(self.of)).casefold() or f"id {as_word(card.get('id'))}"

    @property
    def sentence(self) -> str:
        """``A deck has at most 3 copies of one name, except of type land.``"""
        but = f", except of {where_words(self.exempt)}" if self.exempt else ""
        copies = "1 copy" if self.most == 1 else f"{self.most:,} copies"
        what = "one card" if self.of == "id" else f"one {self.of}"
        return f"A deck has at most {copies} of {what}{but}."


# The format


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """The limits of a legal deck, and what sample hands are drawn and played by."""

    points: int | None
    """What the cards of a deck cost together at most, or exactly; None where there is no such limit."""
    min_cards: int
    max_cards: int
    """Bounds on the number of cards; :data:`MAX_COUNT` is no bound."""
    min_power: int
    max_power: int
    """Bounds on what a card costs, which Battle Gate calls its power; 0 where the format has no costs."""
    classes: tuple[str, ...]
    first_hand: int
    """Cards that the first player draws on their first turn …"""
    other_hand: int
    """… and everyone else on theirs; both are 0 where the format does not say."""
    later_draw: int = DEFAULT_LATER_DRAW
    """The maximum of cards drawn on a later turn with nothing in play."""
    power_per_card: int = DEFAULT_POWER_PER_CARD
    """How much power may be played for each card in hand; 0 where the format has no such rule."""
    fields: DeckFields = BATTLE_GATE_FIELDS
    """What the game calls a card's cost and class."""
    exactly: bool = True
    """Whether a deck must spend all of its points."""
    has_pool: bool = False
    """Whether decks are made of the game's cards, not of characters of the players' own."""
    costs: tuple[int, ...] = ()
    """All that cards may cost, in ascending order; none: any whole number within the bounds."""
    copies: CopyLimit | None = None
    shared: tuple[str, ...] = ()
    """By what several of the game's cards count as one, as :meth:`CopyLimit.group_of` has it."""
    allow: tuple[Condition, ...] = ()
    """What every card must say, beside its cost and class where these are the players' own."""
    quotas: tuple[Quota, ...] = ()
    is_declared: bool = False
    """Whether the game says it under `format`."""

    @property
    def powers(self) -> Sequence[int]:
        """What cards may cost, in ascending order."""
        return self.costs or range(self.min_power, self.max_power + 1)

    @property
    def kind_classes(self) -> tuple[str, ...]:
        """The classes that kinds of cards have: a blank one where the format or a card has none."""
        return (*self.classes, "") if self.has_pool else self.classes or ("",)

    def with_points(self, points: int) -> DeckFormat:
        """The same powers on another budget: the number of cards follows from it. Raises InputError."""
        if self.is_declared:
            return self._with_total(points)
        if points < self.min_power:
            raise InputError(f"{points} points buy no card: the cheapest costs {self.min_power}")
        min_cards, max_cards = math.ceil(points / self.max_power), points // self.min_power
        if min_cards > max_cards:
            raise InputError(f"no cards of power {self.min_power} to {self.max_power} make {points} points")
        return replace(self, points=points, min_cards=min_cards, max_cards=max_cards)

    def _with_total(self, points: int) -> DeckFormat:
        """Another budget, and the number of cards as the format says it."""
        if self.fields.budget is None:
            raise InputError("the format has no budget", hint="it needs `budget: {field: …}`")
        changed = replace(self, points=points)
        contradiction = contradiction_of(changed)
        if contradiction is not None:
            raise InputError(contradiction)
        return changed


def cards_cost(cards: int) -> str:
    """``1 card costs``, ``4 cards cost``."""
    return f"{pluralize(cards, 'card')} {'costs' if cards == 1 else 'cost'}"


def contradiction_of(limits: DeckFormat) -> str | None:
    """Why no number of cards within the bounds can cost all points; None if one can."""
    if limits.points is None:
        return None
    lowest, highest = limits.min_cards * limits.min_power, limits.max_cards * limits.max_power
    if limits.points < lowest:
        cards = cards_cost(limits.min_cards)
        return f"{cards} at least {pluralize(lowest, 'point')}, and a deck has {limits.points:,}"
    if limits.exactly and limits.points > highest:
        cards = cards_cost(limits.max_cards)
        return f"{cards} at most {pluralize(highest, 'point')}, and a deck has {limits.points:,}"
    return None
