"""Cards that are made: one for each combination of values (``product``), or for each pair (``pairs``).

Values stand in the list itself, or in a table of the game's ``data``. A value may have fields of its own,
which its cards have too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from generator.catalog.game_file import MAKERS
from generator.catalog.models import Source
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import Table
from generator.catalog.wording import code, quote, slug
from generator.catalog.yaml_reader import MarkedDict, MarkedList

PRODUCT, PAIRS = MAKERS
OWN_KEYS = (*MAKERS, "as", "doubles", "name", "id", "except", "change")
"""The keys of a product or of pairs; all others are fields that all of its cards have."""
ENDS = ("low", "high")
"""What the two values of a pair are called unless ``as`` says otherwise."""
MAX_MADE = 100_000
"""No file prints more cards."""
MAX_VALUES_ON_AXIS = 10_000
NAMING = ("id", "name")
"""Keys of a value that name it, and are no fields of its cards."""
NOT_AXES = ("id", "copies", "extends", "prototype")
"""What no values can be called: a card has these anyway."""
_AXIS_NAME = re.compile(r"[^\W\d]\w*")
_SLOT = re.compile(r"\{([^{}]*)\}")
_SIGN = re.compile(r"([+-])(?=[0-9.])")


class _Origin(NamedTuple):
    """Where some fields of a card stand."""

    source: Source | Place
    names: Mapping[str, str]
    """What each field is called there; empty: it is the thing itself."""

    @property
    def place(self) -> Place:
        return self.source if isinstance(self.source, Place) else self.source.place

    def place_of(self, field: str) -> Place:
        name = self.names[field]
        return self.source.place_of(name) if name and not isinstance(self.source, Place) else self.place


class MadeCard(dict[str, object]):
    """A card that stands in no file; its values have the places that they were taken from."""

    __slots__ = ("_origins", "_place")

    def __init__(self, values: Mapping[str, object], place: Place, origins: Sequence[_Origin]) -> None:
        super().__init__(values)
        self._place = place
        self._origins = origins

    @property
    def place(self) -> Place:
        return self._place

    def place_of(self, key: str) -> Place:
        return next((origin.place_of(key) for origin in self._origins if key in origin.names), self._place)

    def place_of_key(self, key: str) -> Place:
        return self.place_of(key)

    def change(self, fields: MarkedDict) -> None:
        """Takes over fields that are given to this card alone."""
        self.update(fields)
        self._origins = (_Origin(fields, {key: key for key in fields}), *self._origins)


class Made(NamedTuple):
    """The cards of a product, and where each of their fields is named first."""

    cards: list[MadeCard]
    fields: dict[str, Place]


class _Value(NamedTuple):
    """A value on an axis."""

    id: str
    """Its part of a card's id."""
    shown: str
    """Its part of a card's name."""
    fields: Mapping[str, object]
    """What its cards have by it: the value itself under the name of the axis, and what else is said of it."""
    given: Mapping[str, object]
    """What a name may speak of besides."""
    origin: _Origin


class _Axis(NamedTuple):
    name: str
    values: list[_Value]


def make_cards(
    item: MarkedDict, tables: Mapping[str, object], problems: Problems, *, named: bool, room: int = MAX_MADE
) -> Made | None:
    """The cards that ``item`` stands for; None if something is wrong with it, which is reported.

    ``tables`` are the game's data, with their places; None for what could not be read. ``named``: whether
    cards may have a name where none is given. ``room``: how many there may be.
    """
    return _Maker(item, tables, problems).made(named, room)


class _Maker:
    def __init__(self, item: MarkedDict, tables: Mapping[str, object], problems: Problems) -> None:
        self._item = item
        self._tables = tables
        self._problems = problems
        self._kind = PRODUCT if PRODUCT in item else PAIRS

    def made(self, named: bool, room: int) -> Made | None:
        before = len(self._problems.found)
        axes = self._product_axes() if self._kind == PRODUCT else self._pair_axes()
        self._refuse_own_keys()
        patterns = {key: self._pattern(key, axes or ()) for key in NAMING if key in self._item}
        if axes is None or self._problems.has_errors_since(before) or not self._has_room(axes, room):
            return None
        if not named and "name" in patterns:
            # The list says that it is an unknown field, at its place.
            named = True
        cards = self._cards(axes, patterns, named)
        cards = self._without(cards)
        self._change(cards)
        if self._problems.has_errors_since(before):
            return None
        return Made(list(cards.values()), self._fields(axes))

    # Axes

    def _product_axes(self) -> list[_Axis] | None:
        given = self._item[PRODUCT]
        if not isinstance(given, MarkedDict) or not given:
            hint = "write for example `product: {suit: [hearts, spades], rank: [A, 2, 3]}`"
            got = "nothing in it" if given in ({}, None) else quote(given)
            self._error(f"expected the lists whose values are combined, got {got}", PRODUCT, hint=hint)
            return None
        axes = [self._axis(name, given[name], given.place_of(name), name) for name in given]
        for name in given:
            self._refuse_name(name, given.place_of_key(name))
        sound = [axis for axis in axes if axis is not None]
        self._refuse_clashes(sound)
        return sound if len(sound) == len(axes) else None

    def _pair_axes(self) -> list[_Axis] | None:
        names = self._ends()
        axis = self._axis(PAIRS, self._item[PAIRS], self._item.place_of(PAIRS), PAIRS)
        if axis is None or names is None:
            return None
        return [_Axis(end, [_of_pair(value, PAIRS, end) for value in axis.values]) for end in names]

    def _ends(self) -> Sequence[str] | None:
        """What the two values are called; None if what is given can't be used."""
        if "as" not in self._item:
            return ENDS
        given = self._item["as"]
        names = [name for name in given if isinstance(name, str)] if isinstance(given, MarkedList) else []
        if not isinstance(given, MarkedList) or len(given) != 2 or len(set(names)) != 2:
            hint = "write for example `as: [low, high]`"
            self._error(f"expected two names, for the values of a pair; got {quote(given)}", "as", hint=hint)
            return None
        for index, name in enumerate(names):
            self._refuse_name(name, given.place_of(index))
        return names

    def _refuse_name(self, name: str, place: Place) -> None:
        with self._problems.reporting(place, field=self._kind):
            if name in NOT_AXES:
                raise InputError(f"every card has `{name}`, values cannot be called so")
            if not _AXIS_NAME.fullmatch(name):
                example = slug(name).replace("-", "_") or "suit"
                raise InputError(
                    f"values are called by a field's name, got {quote(name)}",
                    hint=f"for example `{example}`: layouts read it by that name",
                )

    def _axis(self, name: str, given: object, place: Place, called: str) -> _Axis | None:
        """The values that are given for an axis, or that the table has which is named."""
        with self._problems.reporting(place, field=called):
            if isinstance(given, str):
                given = self._table(given)
                if given is None:
                    return None  # what is wrong with the table was reported
            items = _items(given.rows if isinstance(given, Table) else given)
            if not items:
                got = "none" if given is None or items is not None else quote(given)
                hint = "write a list, such as `[hearts, spades]`, or the name of a table in `data`"
                raise InputError(f"expected a list of values, got {got}", hint=hint)
            if len(items) > MAX_VALUES_ON_AXIS:
                raise InputError(f"more than {MAX_VALUES_ON_AXIS:,} values")
            values = []
            for number, (key, value, where) in enumerate(items, 1):
                with self._problems.reporting(where or place, field=called):
                    values.append(_value(name, key, value, where or place, number))
            self._refuse_twins(values, called)
            return _Axis(name, values) if len(values) == len(items) else None
        return None

    def _table(self, given: str) -> object:
        table = given.removeprefix("data.")
        if table not in self._tables:
            hint = did_you_mean(table, self._tables) or "write a list, or name a table of `data`"
            raise InputError(f"no table of `data` is called {quote(table)}", hint=hint)
        return self._tables[table]

    def _refuse_twins(self, values: Iterable[_Value], called: str) -> None:
        first: dict[str, _Value] = {}
        for value in values:
            other = first.setdefault(value.id, value)
            if other is not value:
                message = f"two values would give the id {code(value.id)} to their cards"
                hint = f"first in {other.origin.place}; give one of them an id: `{{id: …, {called}: …}}`"
                self._problems.error(message, value.origin.place, field=called, hint=hint)

    def _refuse_clashes(self, axes: Iterable[_Axis]) -> None:
        owners: dict[str, str] = {}
        for axis in axes:
            for value in axis.values:
                for field in value.fields:
                    owner = owners.setdefault(field, axis.name)
                    if owner != axis.name:
                        message = f"the values of `{owner}` and of `{axis.name}` both have {code(field)}"
                        hint = "rename it for one of them"
                        self._problems.error(message, value.origin.place, field=PRODUCT, hint=hint)
                        return

    # Cards

    def _has_room(self, axes: Sequence[_Axis], room: int) -> bool:
        sizes = [len(axis.values) for axis in axes]
        count = math.prod(sizes)
        if self._kind == PAIRS:
            count = math.comb(sizes[0] + (1 if self._has_doubles else 0), 2)
        if count <= room:
            return True
        factors = f" ({' × '.join(f'{size:,}' for size in sizes)})" if self._kind == PRODUCT else ""
        message = f"this would make {count:,} cards{factors}"
        self._error(message, self._kind, hint=f"a component has {MAX_MADE:,} made cards at most")
        return False

    @property
    def _has_doubles(self) -> bool:
        return self._item.get("doubles") is not False

    def _combined(self, axes: Sequence[_Axis]) -> Iterator[tuple[_Value, ...]]:
        if self._kind == PRODUCT:
            yield from product(*(axis.values for axis in axes))
            return
        low, high = axes
        numbers = range(len(low.values))
        pairs = combinations_with_replacement(numbers, 2) if self._has_doubles else combinations(numbers, 2)
        yield from ((low.values[one], high.values[other]) for one, other in pairs)

    def _cards(self, axes: Sequence[_Axis], patterns: Mapping[str, str], named: bool) -> dict[str, MadeCard]:
        cards: dict[str, MadeCard] = {}
        names = [axis.name for axis in axes]
        shared = {key: value for key, value in self._item.items() if key not in OWN_KEYS}
        known = _Origin(self._item, {key: key for key in (*shared, *patterns)})
        for values in self._combined(axes):
            slots = dict(zip(names, values, strict=True))
            fields: dict[str, object] = {}
            for value in values:
                fields |= value.fields
            fields |= shared
            if "name" in patterns:
                fields["name"] = _filled(patterns["name"], slots)
            elif named:
                fields.setdefault("name", " ".join(value.shown for value in values))
            fields["id"] = (
                _filled(patterns["id"], slots, by_id=True)
                if "id" in patterns
                else "-".join(value.id for value in values)
            )
            origins = (known, *(value.origin for value in values))
            card = MadeCard(fields, values[-1].origin.place, origins)
            first = cards.setdefault(str(fields["id"]), card)
            if first is not card:
                self._refuse_same_id(first, card, is_pattern="id" in patterns)
                break
        return cards

    def _refuse_same_id(self, first: MadeCard, second: MadeCard, *, is_pattern: bool) -> None:
        place = self._item.place_of("id") if is_pattern else second.place
        hint = "let `id` name each of the lists" if is_pattern else f"the other is made of {first.place}"
        self._problems.error(
            f"two cards would have the id {code(first['id'])}", place, field=self._kind, hint=hint
        )

    def _without(self, cards: dict[str, MadeCard]) -> dict[str, MadeCard]:
        """The cards less those that ``except`` names, by id or by some of their fields."""
        given = self._item.get("except")
        if given is None:
            return cards
        if not isinstance(given, MarkedList):
            hint = "for example `except: [hearts-a, {suit: spades, rank: 2}]`"
            self._error(f"expected a list of what is left out, got {quote(given)}", "except", hint=hint)
            return cards
        left = cards
        for index, wanted in enumerate(given):
            kept = {name: card for name, card in left.items() if not _is_meant(card, wanted)}
            if len(kept) == len(left):
                near = did_you_mean(wanted, cards) if isinstance(wanted, str) else None
                hint = near or "name cards by id, or by fields such as `{suit: hearts}`"
                message = f"{_spoken(wanted)} leaves out no card"
                self._problems.error(message, given.place_of(index), field="except", hint=hint)
            left = kept
        return left

    def _change(self, cards: Mapping[str, MadeCard]) -> None:
        """Gives single cards fields of their own, by id."""
        given = self._item.get("change")
        if given is None:
            return
        if not isinstance(given, MarkedDict):
            hint = "for example `change: {hearts-a: {text: Draw a card.}}`"
            self._error(f"expected cards and their fields, got {quote(given)}", "change", hint=hint)
            return
        for name, changed in given.items():
            if name not in cards:
                hint = did_you_mean(name, cards) or "cards are named by their ids"
                message = f"no card that is made here is called {quote(name)}"
                self._problems.error(message, given.place_of_key(name), field="change", hint=hint)
            elif not isinstance(changed, MarkedDict):
                message = f"expected fields and their values, got {quote(changed)}"
                self._problems.error(message, given.place_of(name), field="change", card=name)
            elif "id" in changed:
                message = "a card that is made keeps its id"
                self._problems.error(message, changed.place_of_key("id"), field="change", card=name)
            else:
                cards[name].change(changed)

    def _fields(self, axes: Iterable[_Axis]) -> dict[str, Place]:
        """Where each field of the cards is named first."""
        found: dict[str, Place] = {}
        given = self._item[self._kind]
        for axis in axes:
            if isinstance(given, MarkedDict):
                found.setdefault(axis.name, given.place_of_key(axis.name))
            for value in axis.values:
                for field in value.fields:
                    if field not in found:
                        found[field] = value.origin.place_of(field)
        for key in self._item:
            if key == "name" or key not in OWN_KEYS:
                found.setdefault(key, self._item.place_of_key(key))
        changed = self._item.get("change")
        for fields in changed.values() if isinstance(changed, MarkedDict) else ():
            assert isinstance(fields, MarkedDict)
            for field in fields:
                found.setdefault(field, fields.place_of_key(field))
        return found

    # Its own keys

    def _refuse_own_keys(self) -> None:
        if PRODUCT in self._item and PAIRS in self._item:
            message = "a product has no pairs: they are two ways to make cards"
            place = self._item.place_of_key(PAIRS)
            self._problems.error(message, place, field=PAIRS, hint="write two items")
        for key in ("as", "doubles"):
            if self._kind == PRODUCT and key in self._item:
                message = f"{code(key)} is for pairs"
                self._problems.error(message, self._item.place_of_key(key), field=key, hint="remove it")
        if not isinstance(self._item.get("doubles", True), bool):
            self._error(f"expected true or false, got {quote(self._item['doubles'])}", "doubles")

    def _pattern(self, key: str, axes: Sequence[_Axis]) -> str:
        """A name in which ``{suit}`` stands for the value of an axis, ``{suit.sign}`` for a field of it."""
        given = self._item[key]
        if not isinstance(given, str):
            hint = f'for example `{key}: "{{rank}} of {{suit}}"`'
            self._error(f"expected text, got {quote(given)}", key, hint=hint)
            return ""
        known = {axis.name: {field for value in axis.values for field in value.given} for axis in axes}
        for slot in _SLOT.findall(given) if axes else ():
            name, dot, field = slot.strip().partition(".")
            if name not in known:
                hint = did_you_mean(name, known) or f"there are {', '.join(f'`{{{own}}}`' for own in known)}"
                self._error(f"`{{{slot}}}` names none of the lists", key, hint=hint)
            elif dot and field not in known[name]:
                near = did_you_mean(field, known[name])
                self._error(f"no value of `{name}` has {code(field)}", key, hint=near)
        if "{{" in given:
            self._error("one pair of braces is enough here", key, hint="write `{rank}`, not `{{ rank }}`")
        return given

    def _error(self, message: str, key: str, *, hint: str | None = None) -> None:
        self._problems.error(message, self._item.place_of(key), field=key, hint=hint)


def _items(given: object) -> list[tuple[str | None, object, Place | None]] | None:
    """The values of a list or table, of a mapping with the key of each; and where they stand."""
    if isinstance(given, MarkedList):
        return [(None, value, given.place_of(index)) for index, value in enumerate(given)]
    if isinstance(given, MarkedDict):
        return [(key, value, given.place_of_key(key)) for key, value in given.items()]
    if isinstance(given, tuple):
        return [(None, row, row.place) for row in given]
    return None


def _value(axis: str, key: str | None, given: object, place: Place, number: int) -> _Value:
    """A value on an axis: a word or number, or a mapping with the fields of its cards. Raises InputError."""
    if given is None and key is None:
        raise InputError("a value is missing here")
    if isinstance(given, Source):
        return _described(axis, key, given, number)
    if given is not None and not isinstance(given, str | int | float):
        raise InputError(f"expected a value, or keys and values; got {quote(given)}")
    value = given if key is None else key
    fields: dict[str, object] = {axis: value}
    if key is not None and given is not None:
        raise InputError(
            f"expected keys and values, got {quote(given)}", hint=f"for example `{key}: {{colour: red}}`"
        )
    shown = _as_text(value)
    return _Value(_id_part(shown, axis, number), shown, fields, {}, _Origin(place, {axis: ""}))


def _described(axis: str, key: str | None, given: Source, number: int) -> _Value:
    """A value of which more is said: its ``id`` and ``name`` name it, all else are fields of its cards."""
    plain = {name: given.get(name) for name in given.keys()}  # noqa: SIM118 - a Source is no dict
    named = next((name for name in (axis, "id", "name") if plain.get(name) is not None), None)
    if named is None and key is None:
        raise InputError(
            "the value has no `id`", hint=f"add `id:`, or `{axis}:` with what cards have as {axis}"
        )
    value = key if named is None else plain[named]
    if not isinstance(value, str | int | float):
        raise InputError(f"expected a value's id, got {quote(value)}")
    id_given = plain.get("id")
    id_part = _as_text(value if id_given is None else id_given)
    name = plain.get("name")
    fields: dict[str, object] = {axis: value}
    fields |= {field: one for field, one in plain.items() if field not in NAMING and one is not None}
    names = {field: field for field in fields} | {axis: named or ""}
    shown = _as_text(value if name is None else name)
    return _Value(_id_part(id_part, axis, number), shown, fields, plain, _Origin(given, names))


def _of_pair(value: _Value, axis: str, end: str) -> _Value:
    """The same value as one end of a pair: what is said of it has the end's name before its own."""

    def renamed(field: str) -> str:
        return end if field == axis else f"{end}_{field}"

    names = {renamed(field): own for field, own in value.origin.names.items()}
    fields = {renamed(field): one for field, one in value.fields.items()}
    return value._replace(fields=fields, origin=_Origin(value.origin.source, names))


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _id_part(shown: str, axis: str, number: int) -> str:
    """A value's part of an id; signs without letters are called by their number."""
    return slug(_SIGN.sub(lambda sign: "minus-" if sign[1] == "-" else "plus-", shown)) or f"{axis}-{number}"


def _filled(pattern: str, slots: Mapping[str, _Value], *, by_id: bool = False) -> str:
    def fill(slot: re.Match[str]) -> str:
        name, _, field = slot[1].strip().partition(".")
        value = slots[name]
        if by_id:
            return value.id
        return _as_text(value.given.get(field) or "") if field else value.shown

    return _SLOT.sub(fill, pattern)


def _is_meant(card: Mapping[str, object], wanted: object) -> bool:
    if isinstance(wanted, dict):
        return bool(wanted) and all(
            _as_text(card.get(key)) == _as_text(value) for key, value in wanted.items()
        )
    return card["id"] == _as_text(wanted)


def _spoken(wanted: object) -> str:
    if isinstance(wanted, dict):
        return f"`{{{', '.join(f'{key}: {_as_text(value)}' for key, value in wanted.items())}}}`"
    return quote(wanted)
