"""Deck formats that a game declares under `format` in its game.yaml, held against the cards it has."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.game_file import FORMAT, ConditionFile, FormatFile, QuotaFile, RangeFile
from generator.catalog.keys import check_part
from generator.catalog.models import Card, Component, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, listed, pluralize, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList, place_in, read_yaml
from generator.deck.files import deck_component, deck_fields
from generator.deck.limits import (
    MAX_COUNT,
    Condition,
    CopyLimit,
    DeckFields,
    DeckFormat,
    Quota,
    Where,
    as_word,
    cards_cost,
    contradiction_of,
    countable,
    has_word,
    is_blank,
    meets,
    where_words,
    whole_number,
)
from generator.deck.model import class_word

MIN_SUM = 2
"""Quotas that say more together than each alone."""
MAX_CURVE = 12
"""Numbers on a curve; of a longer one only those that cards cost stand there, not all between."""
DEFAULT_DRAW = (0, 0, 1)
"""What is drawn where the format does not say: no hands can be drawn by it."""


_OR = " or "
"""Between fields of which any will do."""
_WORD = re.compile(r"\w+")


class _Source(NamedTuple):
    """One mapping that says what a format is: the game's, or a file of house rules."""

    part: FormatFile
    given: MarkedDict
    at: tuple[str, ...]
    """The path to it in its file."""


def read_declared(
    game: Game, problems: Problems, house: Path | None = None, points: int | None = None
) -> DeckFormat | None:
    """The format under `format`; None if it is wrong or contradicts itself, which is reported.

    ``house``: a YAML file with the keys of a format, which go before the game's. ``points`` go before both.
    """
    before = problems.count("error")
    sources: list[_Source] = []
    if house is not None:
        document = read_yaml(house, problems)
        if isinstance(document, MarkedDict):
            sources.append(_checked(document, (), problems))
        elif document is not None:
            problems.error("expected keys and values, got a list", Place(shown_path(house)))
        for source in sources:
            _refuse_other_fields(game, source, problems)
    given = game.file.get(FORMAT)
    if isinstance(given, MarkedDict):
        # What does not fit was reported when the game was loaded.
        sources.append(_checked(given, (FORMAT,), Problems()))
    try:
        component = deck_component(game)
    except InputError as error:
        problems.add(error, error.place)
        return None
    if problems.count("error") > before or not sources:
        return None
    found = _Declared(component, sources, points, problems).format()
    return None if problems.count("error") > before else found


def _checked(given: MarkedDict, at: tuple[str, ...], problems: Problems) -> _Source:
    part, _ = check_part(FormatFile, given, problems, at)
    return _Source(part, given, at)


def _refuse_other_fields(game: Game, house: _Source, problems: Problems) -> None:
    """Reports house rules that go by other cards or fields than the game: decks are read by the game's."""
    budget, group = deck_fields(game)
    part = house.part
    own_budget = None if part.budget is None else part.budget.field
    for path, own, other in (("budget.field", own_budget, budget), ("class", part.class_, group)):
        if own is not None and own != other:
            hint = f"the game has {code(other)}" if other else "the game has none"
            place = place_in(house.given, path.split("."))
            problems.error("house rules go by the fields of the game", place, field=path, hint=hint)
    if part.component is not None:
        message = "house rules are for the decks of the game"
        problems.error(message, house.given.place_of("component"), field="component", hint="leave it out")


class _Declared:
    """A format as it is declared, and the cards that it is about."""

    def __init__(
        self,
        component: Component,
        sources: Sequence[_Source],
        points: int | None,
        problems: Problems,
    ) -> None:
        self._component = component
        self._sources = sources
        self._problems = problems
        self._before = problems.count("error")
        self._points = points
        self._has_pool = not component.is_deck
        self._cards = [card for cards in component.sets for card in cards.cards] if self._has_pool else []
        declared = component.source.get("fields")
        self._fields: Mapping[str, object] = declared if isinstance(declared, MarkedDict) else {}
        """The component's declared fields; none where its cards may have any."""
        self._known = {*self._fields, *(name for card in self._cards for name in card.values)}
        """The fields that the cards can have."""

    def format(self) -> DeckFormat:
        """The format as far as it can be read; what is wrong with it is reported."""
        budget, group = self._part("budget"), self._part("class")
        if budget is not None:
            self._check_field(budget.field, "budget", "field")
        if group is not None:
            self._check_field(group, "class")
        fields = DeckFields(None if budget is None else budget.field, group)
        allow = self._where(self._part("allow") or {}, "allow")
        legal = [card for card in self._cards if meets(card.values, allow)]
        if self._cards and not legal and self._problems.count("error") == self._before:
            self._error("no card of the game is allowed", "allow")
        total = None if budget is None else self._points or budget.total
        first, others, later = self._draw()
        low, high = self._size(total)
        copies = self._copies()
        given = enumerate(self._part("quotas") or ())
        quotas = tuple(self._quota(number, quota, legal) for number, quota in given)
        are_sound = self._problems.count("error") == self._before
        costs = self._costs(fields.budget, legal, allow)
        limits = DeckFormat(
            points=total,
            min_cards=low,
            max_cards=high,
            min_power=min(costs, default=0),
            max_power=max(costs, default=0),
            classes=self._classes(fields.group, legal, allow),
            first_hand=first,
            other_hand=others,
            later_draw=later,
            power_per_card=0,
            fields=fields,
            exactly=bool(budget is not None and budget.exactly),
            has_pool=self._has_pool,
            costs=tuple(costs)
            if self._has_pool and max(costs, default=0) - min(costs, default=0) >= MAX_CURVE
            else (),
            copies=copies,
            shared=_shared(legal, copies),
            allow=allow if self._has_pool else tuple(one for one in allow if one.field not in fields),
            quotas=quotas,
            is_declared=True,
        )
        if are_sound:
            self._check_quotas(limits, legal)
        if self._problems.count("error") == self._before:
            self._check_totals(limits, legal)
        if self._problems.count("error") == self._before and limits.quotas and self._has_pool:
            self._check_contradiction(limits, legal)
        return limits

    # Where things stand

    def _source_of(self, key: str) -> _Source | None:
        return next((one for one in self._sources if one.given.get(key) is not None), None)

    def _part(self, key: str) -> Any:
        source = self._source_of(key)
        return None if source is None else getattr(source.part, "class_" if key == "class" else key)

    def _error(self, message: str, *path: str | int, hint: str | None = None, is_key: bool = False) -> None:
        """Reports what is wrong at a path in the format, or with its last key."""
        source = (self._source_of(str(path[0])) if path else None) or self._sources[-1]
        place = _place_at(source.given, path, is_key=is_key)
        field = ".".join(map(str, (*source.at, *(path[:-1] if is_key else path))))
        self._problems.error(message, place, field=field or None, hint=hint)

    # Fields

    def _check_field(self, name: str, *path: str | int, is_key: bool = False) -> bool:
        """Whether cards have a field of that name; without declared fields or cards nobody knows."""
        known = self._known
        if not known or name in known:
            return True
        named = sorted(field for field in known if field not in ("copies", "prototype"))
        hint = did_you_mean(name, named) or f"the cards have {listed(named)}"
        self._error(f"no card has a field {code(name)}", *path, hint=hint, is_key=is_key)
        return False

    def _known_values(self, fields: Sequence[str]) -> list[str]:
        """The values that these fields can have; none where nobody knows."""
        found: list[str] = []
        for name in fields:
            declared = self._fields.get(name)
            if isinstance(declared, MarkedDict) and isinstance(declared.get("of"), list):
                found += _words(declared["of"])
            else:
                found += (word for card in self._cards for word in _words(card.values.get(name)))
        return sorted(dict.fromkeys(word for word in found if word), key=_by_size)

    def _where(self, given: Mapping[str, object], *path: str | int) -> Where:
        return tuple(self._condition(name, value, *path) for name, value in given.items())

    def _condition(self, name: str, value: object, *path: str | int) -> Condition:
        others = tuple(name.split(_OR)) if _OR in name and name not in self._known else ()
        fields = others or (name,)
        unknown = [field for field in fields if not self._check_field(field, *path, name, is_key=True)]
        if unknown:
            return Condition(name)
        if not isinstance(value, ConditionFile):
            values = tuple(map(as_word, value)) if isinstance(value, list) else ()
            self._check_values(name, fields, values, *path, name)
            return Condition(name, values, others=others)
        if value.contains is None:
            self._check_range(name, fields, value, *path)
            return Condition(name, (), value.min, value.max, others=others)
        if value.min is not None or value.max is not None:
            self._error("expected `contains`, or `min` and `max`, not both", *path, name)
        words = tuple(map(as_word, value.contains))
        self._check_words(name, fields, words, *path, name, "contains")
        return Condition(name, contains=words, others=others)

    def _check_values(
        self, name: str, fields: Sequence[str], values: Sequence[str], *path: str | int
    ) -> None:
        known = self._known_values(fields)
        folded = {word.casefold() for word in known}
        for number, word in enumerate(values):
            if known and word.casefold() not in folded:
                hint = did_you_mean(word, known) or f"the values are {listed(known)}"
                if any(has_word(text, word) for text in known):
                    hint = f"some have it among other words: `{{contains: {word}}}` finds these"
                self._error(f"no card has the {name} {quote(word)}", *path, number, hint=hint)

    def _check_words(self, name: str, fields: Sequence[str], words: Sequence[str], *path: str | int) -> None:
        known = self._known_values(fields)
        for number, word in enumerate(words):
            if known and not any(has_word(text, word) for text in known):
                known_words = sorted({one for text in known for one in _WORD.findall(text)})
                is_part = any(word.casefold() in text.casefold() for text in known)
                hint = "whole words are looked for" if is_part else did_you_mean(word, known_words)
                self._error(f"no card has {quote(word)} in its {name}", *path, number, hint=hint)

    def _check_range(self, name: str, fields: Sequence[str], value: RangeFile, *path: str | int) -> None:
        if value.min is None and value.max is None:
            self._error("expected `contains`, `min` or `max`", *path, name)
        elif value.min is not None and value.max is not None and value.min > value.max:
            message = f"the smallest, {value.min:g}, is more than the largest, {value.max:g}"
            self._error(message, *path, name)
        elif self._cards and not any(
            isinstance(card.values.get(field), int | float) for card in self._cards for field in fields
        ):
            self._error("a range is for numbers, and no card has a number there", *path, name)

    # The keys of a format

    def _size(self, total: int | None) -> tuple[int, int]:
        size = self._part("size")
        if size is None:
            if total is None:
                hint = "write for example `size: {min: 40, max: 60}`"
                self._error("a format needs a `size`, or a `budget` with a `total`", hint=hint)
            return 1, MAX_COUNT
        low, high = size.min or 1, size.max or MAX_COUNT
        if low > high:
            self._error(f"the smallest, {low}, is more than the largest, {high}", "size")
        for key, number in (("min", low), ("max", high)):
            if number > MAX_COUNT:
                self._error(f"expected 1 to {MAX_COUNT:,}, got {number}", "size", key)
        return low, high

    def _draw(self) -> tuple[int, int, int]:
        draw = self._part("draw")
        if draw is None:
            return DEFAULT_DRAW
        return draw.first, draw.others or draw.first, draw.later

    def _copies(self) -> CopyLimit | None:
        given = self._part("copies")
        if given is None:
            return None
        self._check_field(given.of, "copies", "of")
        exempt = () if given.except_ is None else self._where(given.except_, "copies", "except")
        return CopyLimit(given.max, given.of, exempt)

    def _quota(self, number: int, given: QuotaFile, legal: Sequence[Card]) -> Quota:
        where = () if given.where is None else self._where(given.where, "quotas", number, "where")
        if given.where is None and given.sum is None:
            self._error("a quota needs `where`, `sum` or both", "quotas", number)
        if given.min is None and given.max is None:
            self._error("a quota needs `min`, `max` or both", "quotas", number)
        low, high = given.min or 0, given.max
        if high is not None and low > high:
            message = f"the fewest, {low}, are more than the most, {high}"
            self._error(message, "quotas", number, "min")
        if given.sum is not None and self._check_field(given.sum, "quotas", number, "sum"):
            self._check_numbers(given.sum, where, legal)
        return Quota(where, low, high, given.says, given.sum)

    def _check_numbers(self, field: str, where: Where, legal: Sequence[Card]) -> None:
        """Reports what a quota can't add up on the cards that it counts: a blank field adds nothing."""
        for card in legal:
            value = card.values.get(field)
            if not is_blank(value) and countable(value) is None and meets(card.values, where):
                hint = "a quota adds these up; leave it blank if the card adds nothing"
                self._report_number(card, field, hint)

    def _costs(self, field: str | None, legal: Sequence[Card], allow: Where) -> list[int]:
        """What cards may cost, in ascending order."""
        known = self._known
        if field is None or (known and field not in known):
            return []
        if not self._has_pool:
            return self._costs_of_own(field, allow)
        found: set[int] = set()
        allowed = {id(card) for card in legal}
        for card in self._cards:
            number = countable(card.values.get(field))
            if id(card) not in allowed:
                continue
            if number is None:
                hint = f"decks are counted by {code(field)}; write 0 if the card costs nothing"
                self._report_number(card, field, hint)
            else:
                found.add(number)
        return sorted(found)

    def _report_number(self, card: Card, field: str, hint: str) -> None:
        given = card.values.get(field)
        message = f"expected a whole number, got {quote(given)}"
        if whole_number(given) is not None:
            message, hint = f"expected 0 to {MAX_COUNT:,}, got {quote(given)}", ""
        self._problems.error(message, card.place_of(field), card=card.id, field=field, hint=hint or None)

    def _costs_of_own(self, field: str, allow: Where) -> list[int]:
        """What the characters of players' own may cost: what is allowed, or else what the field is."""
        for low, high in self._bounds_of_own(field, allow):
            if low is not None and high is not None:
                if 0 <= low <= high <= MAX_COUNT:
                    return list(range(int(low), int(high) + 1))
                self._error(f"expected 0 to {MAX_COUNT:,}", "allow", field)
                return []
        hint = f"write `{field}: {{min: 1, max: 6}}` under `allow`"
        self._error(
            f"what a card may cost is missing: {code(field)} from where to where", "budget", hint=hint
        )
        return []

    def _bounds_of_own(self, field: str, allow: Where) -> Iterator[tuple[float | None, float | None]]:
        for condition in allow:
            if condition.field == field:
                numbers = [whole_number(word) for word in condition.values]
                known = [number for number in numbers if number is not None]
                yield (min(known), max(known)) if known else (condition.low, condition.high)
        declared = self._fields.get(field)
        if isinstance(declared, MarkedDict):
            low, high = (declared.get(key) for key in ("min", "max"))
            if isinstance(low, int) and isinstance(high, int):
                yield low, high

    def _classes(self, field: str | None, legal: Sequence[Card], allow: Where) -> tuple[str, ...]:
        if field is None:
            return ()
        if self._has_pool:
            found = (class_word(card.values.get(field)) for card in legal)
            return tuple(dict.fromkeys(name for name in found if name))
        named = next((one.values for one in allow if one.field == field and one.values), None)
        names = named if named is not None else tuple(self._known_values([field]))
        if not names:
            hint = f"write `{field}: [minion, soldier]` under `allow`"
            self._error(f"the classes are missing: what {code(field)} may be", "class", hint=hint)
        return tuple(dict.fromkeys(name.lower() for name in names))

    # What no deck can keep

    def _check_quotas(self, limits: DeckFormat, legal: Sequence[Card]) -> None:
        """Reports quotas that no deck of that size can keep, or not with the game's cards."""
        by_field: dict[str, list[Quota]] = {}
        for number, quota in enumerate(limits.quotas):
            if quota.sum is not None:
                continue
            if len(quota.where) == 1 and quota.where[0].values and not quota.where[0].others:
                by_field.setdefault(quota.where[0].field, []).append(quota)
            if quota.low > limits.max_cards:
                message = f"a deck has {pluralize(limits.max_cards, 'card')} at most"
                self._error(message, "quotas", number, "min")
                continue
            fit = sum(room_of((card for card in legal if meets(card.values, quota.where)), limits).values())
            if self._has_pool and fit < quota.low:
                what = f"the game has {pluralize(fit, 'card')} of {where_words(quota.where)} at most"
                self._error(f"{what}, counting their copies", "quotas", number, "min")
        for field, quotas in by_field.items():
            self._check_sums(field, quotas, limits, legal)

    def _check_sums(
        self, field: str, quotas: Sequence[Quota], limits: DeckFormat, legal: Sequence[Card]
    ) -> None:
        """Reports quotas of several values of a field that together ask for too many cards, or too few."""
        values = [value.casefold() for quota in quotas for value in quota.where[0].values]
        is_list = any(isinstance(card.values.get(field), list) for card in legal)
        if len(quotas) < MIN_SUM or len(set(values)) < len(values) or is_list:
            return
        low = sum(quota.low for quota in quotas)
        if low > limits.max_cards >= max(quota.low for quota in quotas):
            message = f"the quotas of {field} ask for {pluralize(low, 'card')} together"
            self._error(f"{message}, and a deck has {limits.max_cards:,} at most", "quotas")
        covered = all(as_word(card.values.get(field)).casefold() in values for card in legal)
        highs = [quota.high for quota in quotas if quota.high is not None]
        if self._has_pool and covered and len(highs) == len(quotas) and sum(highs) < limits.min_cards:
            message = f"the quotas of {field} leave room for {pluralize(sum(highs), 'card')}"
            self._error(f"{message}, and a deck has {limits.min_cards:,} at least", "quotas")

    def _check_totals(self, limits: DeckFormat, legal: Sequence[Card]) -> None:
        """Reports a total that no deck of that size can keep, or a size that there are too few cards for."""
        at_size = "size" if self._source_of("size") is not None else "budget"
        at_total = ("budget", "total") if self._points is None else ("budget",)
        if not self._has_pool:
            contradiction = contradiction_of(limits)
            if contradiction is not None:
                self._error(contradiction, at_size)
            return
        cheap = sorted(legal, key=lambda card: cost_of(card, limits))
        room = room_of(cheap, limits)
        most = sum(room.values())
        if most < limits.min_cards:
            cards = pluralize(most, "card")
            message = f"the cards that are allowed make a deck of {cards} at most"
            self._error(f"{message}, and a deck has {limits.min_cards:,} or more", at_size)
            return
        if limits.points is None:
            return
        cheapest = _sum_of(room, limits.min_cards, limits)
        if cheapest > limits.points:
            cards = cards_cost(limits.min_cards)
            message = f"{cards} at least {pluralize(cheapest, 'point')}, and a deck has {limits.points:,}"
            self._error(message, *at_total)
        largest = min(most, limits.max_cards)
        dearest = _sum_of(room_of(reversed(cheap), limits), largest, limits)
        if limits.exactly and dearest < limits.points:
            cards = cards_cost(largest)
            message = f"{cards} at most {pluralize(dearest, 'point')}, and a deck has {limits.points:,}"
            self._error(message, *at_total)

    def _check_contradiction(self, limits: DeckFormat, legal: Sequence[Card]) -> None:
        """Reports rules that can each be kept, but not all of them in one deck."""
        # Few formats have quotas, and the solver takes its time to load.
        from generator.deck.building.conflicts import first_conflict
        from generator.deck.building.constraints import FormatConstraint, task_of
        from generator.deck.building.request import DeckRequest, pool_of_game

        task = task_of(limits, DeckRequest(), pool_of_game(legal, limits, None))
        conflict = first_conflict(task)
        if conflict is not None:
            rules = [one.words for one in conflict.constraints if isinstance(one, FormatConstraint)]
            self._error(f"no deck can have {join_words(rules, 'and')}", "quotas")


def _shared(cards: Iterable[Card], copies: CopyLimit | None) -> tuple[str, ...]:
    """By what several cards count as one."""
    groups = Counter(None if copies is None else copies.group_of(card.values) for card in cards)
    return tuple(group for group, number in groups.items() if group is not None and number > 1)


def cost_of(card: Card, limits: DeckFormat) -> int:
    """What a card costs; 0 where the format has no costs."""
    field = limits.fields.budget
    return 0 if field is None else whole_number(card.values.get(field)) or 0


def room_of(cards: Iterable[Card], limits: DeckFormat) -> dict[Card, int]:
    """How many copies of each card a deck can have; of cards that count as one, the first has them."""
    taken: set[str] = set()
    room: dict[Card, int] = {}
    for card in cards:
        group = None if limits.copies is None else limits.copies.group_of(card.values)
        if limits.copies is None or group is None:
            room[card] = limits.max_cards
        elif group not in taken:
            taken.add(group)
            room[card] = min(limits.copies.most, limits.max_cards)
    return room


def _sum_of(room: Mapping[Card, int], cards: int, limits: DeckFormat) -> int:
    total = 0
    for card, copies in room.items():
        taken = min(copies, cards)
        total += cost_of(card, limits) * taken
        cards -= taken
    return total


def _by_size(word: str) -> float:
    """Numbers in ascending order, and behind them words as they come."""
    try:
        return float(word)
    except ValueError:
        return math.inf


def _words(value: object) -> list[str]:
    return [as_word(item) for item in value] if isinstance(value, list) else [as_word(value)]


def _place_at(given: MarkedDict, path: Sequence[str | int], *, is_key: bool) -> Place:
    """The place of the value at the path, of its last key, or of what is nearest around it."""
    holder: object = given
    place = given.place
    for number, step in enumerate(path, start=1):
        if isinstance(holder, MarkedDict) and isinstance(step, str) and step in holder:
            at_key = is_key and number == len(path)
            place = holder.place_of_key(step) if at_key else holder.place_of(step)
            holder = holder[step]
        elif isinstance(holder, MarkedList) and isinstance(step, int) and step < len(holder):
            place, holder = holder.place_of(step), holder[step]
        else:
            break
    return place
