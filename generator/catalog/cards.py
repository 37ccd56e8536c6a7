"""From a component's card lists to its cards.

A list is a YAML file, a CSV or XLSX table, or stands in game.yaml itself. Reading it yields its cards as they
stand there; building them gives ids, copies, what is inherited, and the declared fields.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from generator.catalog.fields import Field, text, whole, yes_no
from generator.catalog.game_file import GameFile
from generator.catalog.keys import where_key_belongs
from generator.catalog.models import Card, CardSet, Source
from generator.catalog.paths import CARD_LIST_SUFFIXES, TABLE_SUFFIXES, files_inside, shown_path
from generator.catalog.problems import (
    BAD_ID,
    COPIES_TWICE,
    MAX_PROBLEMS,
    MISSING_FIELD,
    MISSING_FILE,
    UNKNOWN_FIELD,
    InputError,
    Place,
    Problems,
)
from generator.catalog.suggest import did_you_mean, translated
from generator.catalog.wording import code, join_words, listed, name_id, quote, slug, title_case
from generator.catalog.yaml_reader import MarkedDict, MarkedList, read_yaml

COPIES_WORDS = ("copies", "qty", "count", "quantity")
CARD_WORDS = ("id", *COPIES_WORDS, "extends", "prototype")
"""The keys of a card with a meaning of their own."""

MISTAKABLE_WORDS = ("copies", "quantity", "extends", "prototype")
"""Those long enough that a word nearly like them is most likely a slip."""

RESERVED_WORDS = ("id", "copies", "extends", "prototype")
"""Those that no field may be called; the other words for copies give way to a field of that name."""

FOREIGN_FIELDS = {
    "amount": "copies",
    "number": "copies",
    "num": "copies",
    "times": "copies",
    "copy": "copies",
    "title": "name",
    "cardname": "name",
    "rules": "text",
    "ruletext": "text",
    "description": "text",
    "body": "text",
    "picture": "art image",
    "image": "art",
    "img": "art image",
    "parent": "extends",
    "inherits": "extends",
    "base": "extends",
}
"""What other tools call the fields that most games have."""
FOREIGN_LIST_KEYS = {"title": "name", "description": "text", "entries": "cards", "items": "cards"}
"""What they call the keys of a list."""
LIST_KEYS = ("name", "text", "defaults", "prototype", "cards")
"""The keys of a card list that is a mapping."""


# Reading


class CardList(NamedTuple):
    """A card list as it stands in its file: nothing inherited, nothing converted."""

    id: str
    name: str
    text: str | None
    file: Path | None
    place: Place
    defaults: MarkedDict | None
    prototype: bool
    cards: tuple[Source, ...]
    incomplete: bool = False
    """Whether there is more in the file that could not be read."""


class CardListReader:
    """Reads the card lists of one component; ``players_own``: a list that is no part of the game.

    ``fields_sound``: whether all declarations of fields could be read; if not, a card may have any field.
    """

    def __init__(
        self,
        game_folder: Path,
        component_id: str,
        title: str,
        fields: Mapping[str, Field],
        problems: Problems,
        *,
        players_own: bool = False,
        fields_sound: bool = True,
    ) -> None:
        self._fields_sound = fields_sound
        self._players_own = players_own
        self._folder = game_folder
        self._component_id = component_id
        self._title = title
        self._fields = fields
        self._problems = problems
        self._files: set[Path] = set()
        self._ids: set[str] = set()
        self._warned: set[tuple[str, str]] = set()

    def read(self, given: object, place: Place) -> list[CardList]:
        """The lists that the value of ``cards`` stands for; what cannot be read is reported."""
        if isinstance(given, str):
            return self._read_pattern(given, place)
        if isinstance(given, MarkedList) and given:
            if all(isinstance(item, str) for item in given):
                found = [self._read_pattern(str(item), given.place_of(i)) for i, item in enumerate(given)]
                return [card_list for lists in found for card_list in lists]
            if not any(isinstance(item, str) for item in given):
                cards = self._cards(given)
                return [
                    CardList(
                        self._new_id(self._component_id), self._title, None, None, place, None, False, cards
                    )
                ]
        hint = "write a file's name, a pattern such as `decks/*.yaml`, a list of files, or a list of cards"
        wanted = "files or cards, not both" if isinstance(given, MarkedList) and given else "cards"
        self._problems.error(
            f"expected {wanted}, got {quote(given) if given else 'none'}", place, field="cards", hint=hint
        )
        return []

    def _read_pattern(self, pattern: str, place: Place) -> list[CardList]:
        try:
            paths = files_inside(self._folder, pattern, CARD_LIST_SUFFIXES)
        except InputError as error:
            self._problems.extend([error.at(place, field="cards")])
            return []
        lists: list[CardList] = []
        for path in paths:
            if path in self._files:
                self._problems.error(f"the card list {quote(path.name)} is named twice", place, field="cards")
                continue
            self._files.add(path)
            card_list = self.read_file(path, place)
            if card_list is not None:
                lists.append(card_list)
        return lists

    def read_file(self, path: Path, place: Place) -> CardList | None:
        """The list in a file, wherever it lies; ``place`` is where the file is named."""
        suffix = path.suffix.lower()
        if suffix in TABLE_SUFFIXES:
            return self._read_table(path)
        if suffix in CARD_LIST_SUFFIXES:
            return self._read_yaml(path)
        message = f"{quote(path.name)} is not a card list"
        self._problems.error(
            message, place, field="cards", hint=f"card lists end in {', '.join(CARD_LIST_SUFFIXES)}"
        )
        return None

    def _read_table(self, path: Path) -> CardList | None:
        file = shown_path(path)
        # Most card lists are YAML, and need neither csv nor zipfile.
        from generator.catalog.tables import read_csv, read_xlsx

        kinds = {name: field.type for name, field in self._fields.items()}
        as_text = {name for name, kind in kinds.items() if kind not in ("any", "list")}
        as_list = {name for name, kind in kinds.items() if kind == "list"}
        as_text |= set(CARD_WORDS) - kinds.keys()
        read = read_xlsx if path.suffix.lower() == ".xlsx" else read_csv
        before = len(self._problems.found)
        known = {*kinds, *CARD_WORDS}
        table = read(path, self._problems, file, known=known, as_text=as_text, as_list=as_list)
        if table is None:
            return None
        incomplete = len(self._problems.found) > before
        for name, place in table.header.items():
            self._check_key(name, place)
        read_list = self._list(path, None, None, Place(file), None, False, table.rows)
        return read_list._replace(incomplete=incomplete)

    def _read_yaml(self, path: Path) -> CardList | None:
        file = shown_path(path)
        document = read_yaml(path, self._problems, file)
        if document is None:
            return None
        if isinstance(document, MarkedList):
            cards = self._cards(document)
            read_list = self._list(path, None, None, Place(file), None, False, cards)
            return read_list._replace(incomplete=len(cards) < len(document))
        for key in document:
            if key not in LIST_KEYS:
                self._refuse_key(key, document.place_of_key(key))
        given = document.get("cards")
        if not isinstance(given, MarkedList):
            got = f", got {quote(given)}" if "cards" in document else ""
            self._problems.error(f"`cards` must be a list of cards{got}", document.place_of("cards"))
            return None
        cards = self._cards(given)
        read_list = self._list(
            path,
            self._list_text(document, "name"),
            self._list_text(document, "text"),
            Place(file),
            self._defaults(document),
            self._prototype(document),
            cards,
        )
        return read_list._replace(incomplete=len(cards) < len(given))

    def _refuse_key(self, key: str, place: Place) -> None:
        if self._players_own and key == "include":
            self._refuse_include(place)
        else:
            self._problems.error(f"unknown key {code(key)}", place, hint=self._list_key_hint(key))

    def _list_key_hint(self, key: str) -> str | None:
        if key in self._fields or key in CARD_WORDS:
            return "it belongs to a card, or under `defaults`"
        hint = translated(key, LIST_KEYS, FOREIGN_LIST_KEYS)
        if hint is None and not self._players_own:
            elsewhere = where_key_belongs(key, GameFile)
            hint = elsewhere and f"{elsewhere}, in game.yaml"
        return hint or did_you_mean(key, LIST_KEYS)

    def _refuse_include(self, place: Place) -> None:
        message = "a deck cannot include another deck"
        self._problems.error(message, place, hint="write the cards of both into one file")

    def _list(
        self,
        path: Path,
        name: str | None,
        text: str | None,
        place: Place,
        defaults: MarkedDict | None,
        prototype: bool,
        cards: tuple[Source, ...],
    ) -> CardList:
        set_id = self._new_id(name_id(path.stem, self._component_id))
        return CardList(set_id, name or title_case(path.stem), text, path, place, defaults, prototype, cards)

    def _new_id(self, wanted: str) -> str:
        """``wanted``, or with the next free number behind it: two folders may hold files of one name."""
        number, new = 1, wanted
        while new in self._ids:
            number += 1
            new = f"{wanted}-{number}"
        self._ids.add(new)
        return new

    def _cards(self, given: MarkedList) -> tuple[Source, ...]:
        cards: list[Source] = []
        seen: set[int] = set()
        for index, card in enumerate(given):
            if self._problems.too_many:
                break
            if not isinstance(card, MarkedDict):
                self._problems.error(
                    f"expected a card (keys and values), got {quote(card)}", given.place_of(index)
                )
                continue
            if id(card) in seen:
                message = "this alias repeats a whole card"
                self._problems.error(message, given.place_of(index), hint="use `copies` or `extends`")
                continue
            seen.add(id(card))
            for key in card:
                self._check_key(key, card.place_of_key(key), card)
            cards.append(card)
        return tuple(cards)

    def check_defaults(self, defaults: MarkedDict | None) -> None:
        """Reports unknown keys, and ``id`` and ``extends``, which no two cards can share."""
        if defaults is None:
            return
        for key in defaults:
            if key in ("id", "extends"):
                message = f"{code(key)} belongs to one card and cannot be a default"
                self._problems.error(message, defaults.place_of_key(key))
            else:
                self._check_key(key, defaults.place_of_key(key))

    def _check_key(self, key: str, place: Place, card: MarkedDict | None = None) -> None:
        if key in self._fields or key in CARD_WORDS or not self._fields_sound:
            return
        if not self._fields:
            self._check_free_key(key, place)
            return
        if self._players_own and key == "include":
            self._refuse_include(place)
            return
        hint = did_you_mean(key, [*self._fields, *CARD_WORDS], FOREIGN_FIELDS) or self._known_keys()
        name = card.get("id", card.get("name")) if card is not None else None
        self._problems.error(
            f"unknown field {code(key)}",
            place,
            card=str(name) if name else None,
            hint=hint,
            code=UNKNOWN_FIELD,
        )

    def _known_keys(self) -> str:
        if not self._players_own:
            return "declare it under `fields` in game.yaml"
        return f"a card has {join_words([*self._fields, 'copies'], 'and')}"

    def _check_free_key(self, key: str, place: Place) -> None:
        """Without declared fields a card may have any; but a misspelt `copies` would print too few."""
        word = key.casefold()
        if word in CARD_WORDS:
            hint = f"write `{word}` in lower case"
            self._problems.error(f"unknown field {code(key)}", place, hint=hint, code=UNKNOWN_FIELD)
            return
        meant = next((known for known in MISTAKABLE_WORDS if _is_slip(word, known)), None)
        if meant is not None and (place.file, key) not in self._warned:
            self._warned.add((place.file, key))
            self._problems.warning(
                f"the field `{key}` is taken as one of your own", place, hint=f"did you mean `{meant}`?"
            )

    def _list_text(self, document: MarkedDict, key: str) -> str | None:
        value = document.get(key)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        self._problems.error(f"expected text, got {quote(value)}", document.place_of(key), field=key)
        return None

    def _defaults(self, document: MarkedDict) -> MarkedDict | None:
        value = document.get("defaults")
        if value is None:
            return None
        if isinstance(value, MarkedDict):
            self.check_defaults(value)
            return value
        message = f"expected keys and values, got {quote(value)}"
        self._problems.error(message, document.place_of("defaults"), field="defaults")
        return None

    def _prototype(self, document: MarkedDict) -> bool:
        value = document.get("prototype", False)
        if isinstance(value, bool):
            return value
        message = f"expected true or false, got {quote(value)}"
        self._problems.error(message, document.place_of("prototype"), field="prototype")
        return False


def _is_slip(word: str, meant: str) -> bool:
    """Whether a word begins like the one that was meant and has all its letters but one, at most one more."""
    if word[:1] != meant[0] or abs(len(word) - len(meant)) > 1:
        return False
    return sum((Counter(word) & Counter(meant)).values()) >= len(meant) - 1


# Building


MAX_COPIES = 10_000
"""Nobody prints more of one card; a slip of the keyboard would fill a disk."""

_MAX_LINEAGE = 50
"""Cards that extend one another in a row."""
_MAX_ID = 80
_ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{_MAX_ID - 1}}}")
_OWN_KEYS = frozenset(CARD_WORDS)
_MARKED = (MarkedDict, MarkedList)


class _Draft(NamedTuple):
    id: str
    source: Source


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
        """Cards of chains that were told to be too long."""

    def build(self, lists: Iterable[CardList]) -> list[CardSet]:
        """A set for each list. Cards with problems are left out, and the problems reported."""
        lists = list(lists)
        # What was found before leaves as much room for the cards' own problems.
        self._max_problems = len(self._problems.found) + MAX_PROBLEMS
        ids = self._ids(lists)
        sets = [self._set(card_list, ids) for card_list in lists]
        if self._is_full:
            message = "the remaining cards were not read: there are too many problems"
            self._problems.error(message, lists[-1].place)
        return sets

    @property
    def _is_full(self) -> bool:
        return len(self._problems.found) >= self._max_problems

    def _ids(self, lists: list[CardList]) -> dict[int, str]:
        """The id of each card (by its source's identity); given ones first, derived ones around them."""
        ids: dict[int, str] = {}
        taken: dict[str, Source] = {}
        for card_list in lists:
            for source in card_list.cards:
                given = self._given_id(source)
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
        value = source["id"]
        place = source.place_of("id")
        try:
            given = text(value)
        except InputError as error:
            self._problems.extend([error.at(place, field="id")])
            return None
        if _ID.fullmatch(given):
            return given
        suggestion = slug(given)[:_MAX_ID]
        hint = f"for example `{suggestion}`" if suggestion else "for example `red-templar`"
        self._problems.error(
            f"an id has letters, digits, `.`, `_` and `-` only, got {quote(given)}",
            place,
            hint=hint,
            code=BAD_ID,
        )
        return suggestion or None

    def _derive_ids(self, card_list: CardList, ids: dict[int, str], taken: dict[str, Source]) -> None:
        next_number: dict[str, int] = {}
        for position, source in enumerate(card_list.cards, start=1):
            if id(source) in ids:
                continue
            name = source.get("name")
            wanted = slug(str(name))[:_MAX_ID].strip("-") if isinstance(name, (str, int, float)) else ""
            wanted = wanted or f"{card_list.id}-{position}"
            new, number = wanted, next_number.get(wanted, 1)
            while new in taken:
                number += 1
                new = f"{wanted}-{number}"
            next_number[wanted] = number
            taken[new] = source
            ids[id(source)] = new

    def _set(self, card_list: CardList, ids: Mapping[int, str]) -> CardSet:
        drafts: dict[str, _Draft] = {}
        for source in card_list.cards:
            card_id = ids[id(source)]
            drafts.setdefault(card_id, _Draft(card_id, source))
        built = (self._card(_Draft(ids[id(source)], source), card_list, drafts) for source in card_list.cards)
        cards = tuple(card for card in built if card is not None)
        return CardSet(card_list.id, card_list.name, card_list.text, cards, card_list.file)

    def _card(self, draft: _Draft, card_list: CardList, drafts: Mapping[str, _Draft]) -> Card | None:
        if self._is_full:
            return None
        before = len(self._problems.found)
        own = draft.source
        lineage = self._lineage(draft, drafts) if "extends" in own else (own,)
        shared: tuple[Source, ...] = tuple(s for s in (card_list.defaults, self._defaults) if s is not None)
        sources = (*lineage, *shared)
        copies = self._copies(draft, (own, *shared))
        prototype = self._prototype(draft, sources, card_list.prototype)
        values = self._collect(sources)
        values.update(id=draft.id, copies=copies, prototype=prototype)
        if self._fields:
            self._convert(draft, values, sources)
        card = Card(draft.id, copies, values, prototype, sources)
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

    def _convert(self, draft: _Draft, values: dict[str, object], sources: tuple[Source, ...]) -> None:
        for name, field in self._fields.items():
            value = values.get(name)
            if value is None:
                values[name] = field.default
                if field.required and field.default is None:
                    place = _place_of(sources, name)
                    self._problems.error(f"{code(name)} is missing", place, card=draft.id, code=MISSING_FIELD)
                continue
            try:
                values[name] = field.convert(value)
            except InputError as error:
                problem = error.at(_place_of(sources, name), card=draft.id, field=name)
                if error.code == MISSING_FILE:
                    # The card is printed with a box where its picture is to be.
                    values[name] = str(value)
                    problem = problem._replace(severity="warning")
                self._problems.extend([problem])

    def _lineage(self, draft: _Draft, drafts: Mapping[str, _Draft]) -> tuple[Source, ...]:
        """The card's source and those it extends, nearest first."""
        sources: list[Source] = []
        passed: list[str] = []
        at: _Draft | None = draft
        while at is not None:
            sources.append(at.source)
            passed.append(at.id)
            base = at.source.get("extends")
            if base is None:
                break
            name = str(base)
            if len(passed) > _MAX_LINEAGE:
                # A fault of one chain, which all cards further down have too.
                if self._too_long.isdisjoint(passed):
                    message = f"the card extends more than {_MAX_LINEAGE} others in a row"
                    self._problems.error(
                        message, draft.source.place_of("extends"), card=draft.id, field="extends"
                    )
                self._too_long.update(passed)
                break
            if name in passed:
                if name == draft.id:  # a card that leads into a loop of others leaves it to them
                    chain = listed([*passed, name], " -> ")
                    message = f"the card extends itself: {chain}"
                    self._problems.error(
                        message, draft.source.place_of("extends"), card=draft.id, field="extends"
                    )
                break
            found = drafts.get(name)
            if found is None and at is draft:
                hint = did_you_mean(name, drafts) or "it must be the id of a card of the same set"
                place = at.source.place_of("extends")
                message = f"unknown card {quote(base)}"
                self._problems.error(message, place, card=draft.id, field="extends", hint=hint)
            at = found
        return tuple(sources)

    def _copies(self, draft: _Draft, sources: tuple[Source, ...]) -> int:
        """How many copies the card itself says, or its defaults; what it extends does not count."""
        for source in sources:
            words = [word for word in self._copies_words if source.get(word) is not None]
            if not words:
                continue
            word = words[0]
            place = source.place_of(word)
            if len(words) > 1:
                message = f"the copies are given twice: `{word}` and `{words[1]}`"
                place_of_other = source.place_of_key(words[1])
                self._problems.error(message, place_of_other, card=draft.id, code=COPIES_TWICE)
            try:
                copies = whole(source[word])
            except InputError as error:
                self._problems.extend([error.at(place, card=draft.id, field=word)])
                return 1
            if not 0 <= copies <= MAX_COPIES:
                bounds = f"0 to {MAX_COPIES:,}"
                self._problems.error(
                    f"expected {bounds} copies, got {copies}", place, card=draft.id, field=word
                )
                return 1
            return copies
        return 1

    def _prototype(self, draft: _Draft, sources: tuple[Source, ...], of_set: bool) -> bool:
        if "prototype" not in self._own_keys:
            return of_set
        for source in sources:
            if "prototype" in source and source["prototype"] is not None:
                try:
                    return yes_no(source["prototype"])
                except InputError as error:
                    place = source.place_of("prototype")
                    self._problems.extend([error.at(place, card=draft.id, field="prototype")])
                    return of_set
        return of_set


def plain(value: object) -> object:
    """Lists and mappings without their marks, so that a template sees nothing but the data."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def _place_of(sources: tuple[Source, ...], name: str) -> Place:
    for source in sources:
        if name in source:
            return source.place_of(name)
    return sources[0].place
