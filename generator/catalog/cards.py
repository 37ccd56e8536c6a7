"""From card lists as they stand in files to cards: ids, copies, what is inherited, the declared fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from generator.catalog.card_lists import CardList
from generator.catalog.card_words import CARD_ID, CARD_WORDS, COPIES_WORDS, MAX_FIELDS, MAX_ID
from generator.catalog.fields import Field, text, whole, yes_no
from generator.catalog.models import Card, CardSet, Source
from generator.catalog.problems import (
    BAD_ID,
    COPIES_TWICE,
    MAX_PROBLEMS,
    MISSING_FIELD,
    MISSING_FILE,
    InputError,
    Problems,
)
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, listed, quote, slug
from generator.catalog.yaml_reader import MarkedDict, MarkedList

MAX_COPIES = 10_000
"""Nobody prints more of one card; a slip of the keyboard would fill a disk."""

_MAX_LINEAGE = 50
"""Cards that extend one another in a row."""
MIN_OTHERS = 2
"""Cards that must have a field before one without it is thought to have misspelt it."""
_OWN_KEYS = frozenset(CARD_WORDS)
_MARKED = (MarkedDict, MarkedList)


class CardBuilder:
    """Builds the cards of one component from its card lists."""

    def __init__(self, fields: Mapping[str, Field], defaults: Source | None, problems: Problems) -> None:
        self._fields = fields
        self._defaults = defaults
        self._problems = problems
        # A game that declares a field called `count` means that field.
        self._own_keys = _OWN_KEYS - fields.keys()
        self._copies_words = tuple(word for word in COPIES_WORDS if word not in fields)
        self.unread: list[Card] = []
        """Cards with problems, as far as they can be read: in no set, but good enough to look for more."""
        self._max_problems = 0
        self._too_long: set[str] = set()
        """Cards of chains that were reported to be too long."""

    def build(self, lists: Iterable[CardList]) -> list[CardSet]:
        """A set for each list. Cards with problems are left out, and the problems reported."""
        lists = list(lists)
        # What was found before leaves as much room for the cards' own problems.
        self._max_problems = len(self._problems.found) + MAX_PROBLEMS
        ids = self.ids(lists)
        sets = [self._set(card_list, ids) for card_list in lists]
        self._fill(lists, [*(card for cards in sets for card in cards.cards), *self.unread])
        if self._is_full:
            message = "the remaining cards were not read: there are too many problems"
            self._problems.error(message, lists[-1].place)
        return sets

    def _fill(self, lists: Sequence[CardList], cards: Sequence[Card]) -> None:
        """Gives each card what others have and it has not, as nothing: a blank cell is an empty field."""
        columns = (name for card_list in lists for name in card_list.columns)
        names = dict.fromkeys(name for name in columns if name not in self._own_keys)
        for card in cards:
            names.update(dict.fromkeys(card.values))
        fields = len(names.keys() - {*CARD_WORDS})
        if fields > MAX_FIELDS:
            message = f"the cards have {fields:,} different fields, and may have {MAX_FIELDS:,}"
            self._problems.error(message, lists[0].place, hint="cards of one list have fields of one name")
            return
        if not self._fields and any(len(card.values) < len(names) for card in cards):
            self._warn_of_slips(cards)
        for card in cards:
            if len(card.values) < len(names):
                for name in names:
                    card.values.setdefault(name)

    def _warn_of_slips(self, cards: Sequence[Card]) -> None:
        """Warns of a field that one card has alone, where it lacks one spelt alike that all others have."""
        counts = Counter(name for card in cards for name in card.values)
        usual = [name for name, count in counts.items() if count == len(cards) - 1]
        if len(cards) < MIN_OTHERS + 1 or not usual:
            return
        for card in cards:
            lacking = [name for name in usual if name not in card.values]
            for name in (name for name in card.values if lacking and counts[name] == 1):
                # `color_front` is no slip for `color`.
                hint = did_you_mean(name, [one for one in lacking if abs(len(one) - len(name)) <= 1])
                if hint is not None:
                    place = card.sources[0].place_of_key(name)
                    self._problems.warning(f"no other card has {code(name)}", place, card=card.id, hint=hint)

    @property
    def _is_full(self) -> bool:
        return len(self._problems.found) >= self._max_problems

    def ids(self, lists: Sequence[CardList]) -> dict[int, str]:
        """The id of each card (by its source's identity); given ones first, derived ones around them."""
        ids: dict[int, str] = {}
        taken: dict[str, Source] = {}
        for card_list in lists:
            for source in card_list.cards:
                given = None if card_list.id_is_field else self._given_id(source)
                if given is None:
                    continue
                first = taken.setdefault(given.casefold(), source)
                if first is not source:
                    hint = f"first in {first.place_of('id')}"
                    message = f"the id {code(given)} is given twice"
                    self._problems.error(message, source.place_of("id"), hint=hint, code=BAD_ID)
                ids[id(source)] = given
        for card_list in lists:
            self._derive_ids(card_list, ids, taken)
        return ids

    def _given_id(self, source: Source) -> str | None:
        if "id" not in source or source["id"] is None:
            return None
        place = source.place_of("id")
        with self._problems.reporting(place, field="id"):
            given = text(source["id"])
            if CARD_ID.fullmatch(given):
                return given
            suggestion = slug(given)[:MAX_ID]
            message = f"an id has letters, digits, `.`, `_` and `-` only, got {quote(given)}"
            hint = f"for example `{suggestion or 'red-templar'}`"
            self._problems.error(message, place, hint=hint, code=BAD_ID)
            return suggestion or None
        return None

    def _derive_ids(self, card_list: CardList, ids: dict[int, str], taken: dict[str, Source]) -> None:
        next_number: dict[str, int] = {}
        for position, source in enumerate(card_list.cards, start=1):
            if id(source) in ids:
                continue
            name = _name_of(source)
            wanted = slug(str(name))[:MAX_ID].strip("-") if isinstance(name, (str, int, float)) else ""
            wanted = wanted or f"{card_list.id}-{position}"
            new, number = wanted, next_number.get(wanted, 1)
            while new in taken:
                number += 1
                new = f"{wanted}-{number}"
            next_number[wanted] = number
            taken[new] = source
            ids[id(source)] = new

    def _set(self, card_list: CardList, ids: Mapping[int, str]) -> CardSet:
        by_id: dict[str, Source] = {}
        for source in card_list.cards:
            by_id.setdefault(ids[id(source)], source)
        built = (self._card(ids[id(source)], source, card_list, by_id) for source in card_list.cards)
        cards = tuple(card for card in built if card is not None)
        return CardSet(card_list.id, card_list.name, card_list.text, cards, card_list.file, card_list.look)

    def _card(
        self, card_id: str, own: Source, card_list: CardList, by_id: Mapping[str, Source]
    ) -> Card | None:
        if self._is_full:
            return None
        before = len(self._problems.found)
        lineage = self._lineage(card_id, own, by_id) if "extends" in own else (own,)
        shared: tuple[Source, ...] = tuple(s for s in (card_list.defaults, self._defaults) if s is not None)
        sources = (*lineage, *shared)
        copies = self._copies(card_id, (own, *shared))
        prototype = self._prototype(card_id, sources, card_list.prototype)
        values = self._collect(sources)
        if not self._fields and values.get("name") is None:
            name = _name_of(values)
            if name is not None:
                values["name"] = name
        values.update(id=card_id, copies=copies, prototype=prototype)
        if card_list.id_is_field:
            values["id"] = own.get("id")
        card = Card(card_id, copies, values, prototype, sources)
        if self._fields:
            self._convert(card)
        if self._problems.has_errors_since(before):
            self.unread.append(card)
            return None
        return card

    def _collect(self, sources: tuple[Source, ...]) -> dict[str, object]:
        """The fields of all sources; the nearer ones win."""
        values: dict[str, object] = {}
        for source in reversed(sources):
            values.update(source)
        for key in self._own_keys & values.keys():
            del values[key]
        for key, value in values.items():
            if type(value) in _MARKED:
                values[key] = plain(value)
        return values

    def _convert(self, card: Card) -> None:
        values = card.values
        for name, field in self._fields.items():
            value = values.get(name)
            if value is None:
                values[name] = field.default
                if field.required and field.default is None:
                    place = card.place_of(name)
                    self._problems.error(f"{code(name)} is missing", place, card=card.id, code=MISSING_FIELD)
                continue
            try:
                values[name] = field.convert(value)
            except InputError as error:
                problem = error.at(card.place_of(name), card=card.id, field=name)
                if error.code == MISSING_FILE:
                    # The card is printed with a box where its picture is to be.
                    values[name] = str(value)
                    problem = problem._replace(severity="warning")
                self._problems.extend([problem])

    def _lineage(self, card_id: str, own: Source, by_id: Mapping[str, Source]) -> tuple[Source, ...]:
        """The card's source and those it extends, nearest first."""
        sources, passed = [own], [card_id]
        with self._problems.reporting(own.place_of("extends"), card=card_id, field="extends"):
            while (base := sources[-1].get("extends")) is not None:
                name = str(base)
                if len(passed) > _MAX_LINEAGE:
                    # A fault of one chain, which all cards further down have too.
                    is_reported = not self._too_long.isdisjoint(passed)
                    self._too_long.update(passed)
                    if is_reported:
                        break
                    raise InputError(f"the card extends more than {_MAX_LINEAGE} others in a row")
                if name == card_id:
                    raise InputError(f"the card extends itself: {listed([*passed, name], ' -> ')}")
                if name in passed:
                    break  # a card that leads into a loop of others leaves it to them
                if name not in by_id:
                    if len(sources) > 1:
                        break
                    hint = did_you_mean(name, by_id) or "it must be the id of a card of the same set"
                    raise InputError(f"unknown card {quote(base)}", hint=hint)
                sources.append(by_id[name])
                passed.append(name)
        return tuple(sources)

    def _copies(self, card_id: str, sources: tuple[Source, ...]) -> int:
        """How many copies the card itself says, or its defaults; what it extends does not count."""
        for source in sources:
            words = [word for word in self._copies_words if source.get(word) is not None]
            if not words:
                continue
            if len(words) > 1:
                message = f"the copies are given twice: `{words[0]}` and `{words[1]}`"
                self._problems.error(message, source.place_of_key(words[1]), card=card_id, code=COPIES_TWICE)
            with self._problems.reporting(source.place_of(words[0]), card=card_id, field=words[0]):
                copies = whole(source[words[0]])
                if 0 <= copies <= MAX_COPIES:
                    return copies
                raise InputError(f"expected 0 to {MAX_COPIES:,} copies, got {copies}")
            return 1
        return 1

    def _prototype(self, card_id: str, sources: tuple[Source, ...], of_set: bool) -> bool:
        given = (source for source in sources if source.get("prototype") is not None)
        source = next(given, None) if "prototype" in self._own_keys else None
        if source is not None:
            with self._problems.reporting(source.place_of("prototype"), card=card_id, field="prototype"):
                return yes_no(source["prototype"])
        return of_set


def _name_of(values: Source | Mapping[str, object]) -> object:
    """What a card is called: what it says under ``name``, be it in capitals, or else under ``title``."""
    name = values.get("name")
    for wanted in ("name", "title"):
        if name is not None:
            break
        name = next((values[key] for key in values if key.casefold() == wanted), None)
    return name


def plain(value: object) -> object:
    """Lists and mappings without their marks, so that a template sees nothing but the data."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value
