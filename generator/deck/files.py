"""Reading deck files: YAML, JSON, CSV or XLSX.

Decks are card lists of characters of the players' own, or they name cards of the game and how many of
each. What is wrong with a file is reported with its cards named as the player wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.cards import MAX_COPIES
from generator.catalog.fields import whole
from generator.catalog.game_file import FORMAT
from generator.catalog.load import load_card_list
from generator.catalog.models import Card, CardSet, Component, Game, NamedDeck
from generator.catalog.paths import CARD_LIST_SUFFIXES, TABLE_SUFFIXES, is_there, shown_path
from generator.catalog.problems import NUMBER_TOO_LARGE, InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import TableRow
from generator.catalog.wording import clipped, code, join_words, listed, name_id, quote, title_case
from generator.catalog.yaml_reader import Marked, MarkedDict, MarkedList, read_yaml
from generator.deck.limits import BATTLE_GATE_FIELDS, DeckFields, whole_number
from generator.deck.model import Deck, Entry, deck_of

_OTHER_SPREADSHEETS = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers")


def deck_component(game: Game) -> Component:
    """The component whose sets are decks, or whose cards decks are made of.

    Raises :class:`InputError` where there is none, or more than one that could be meant.
    """
    given = game.file.get(FORMAT)
    named = given.get("component") if isinstance(given, MarkedDict) else None
    if named is not None:
        assert isinstance(given, MarkedDict)
        return _component_named(game, str(named), given.place_of("component"))
    for component in game.components:
        if component.is_deck:
            return component
    lists = [component for component in game.components if component.kind == "cards"]
    if isinstance(given, MarkedDict) and lists:
        if len(lists) == 1:
            return lists[0]
        names = tuple(code(component.id) for component in lists)
        raise InputError(
            f"the format does not say what decks are made of: {join_words(names)}",
            place=game.place_of(FORMAT),
            hint=f"write `component: {lists[0].id}` under `{FORMAT}`",
        )
    raise InputError(
        f"{game.title} has no decks",
        place=game.place_of("components"),
        hint="mark the component that decks are printed with by `deck: true`",
    )


def unknown_component(game: Game, name: str) -> Problem:
    """The problem where the command line names a component that the game does not have."""
    known = [component.id for component in game.components]
    hint = did_you_mean(name, known) or f"there are {listed(known)}"
    return Problem(f"{clipped(game.title)} has no component {code(name)}", hint=hint)


def _component_named(game: Game, name: str, place: Place) -> Component:
    known = {component.id: component for component in game.components}
    if name in known:
        return known[name]
    hint = did_you_mean(name, known) or f"the components are {listed(known)}"
    raise InputError(f"no component named {quote(name)}", place=place, hint=hint)


def has_pool(game: Game) -> bool:
    """Whether the game's decks are made of its own cards. Raises as :func:`deck_component` does."""
    return FORMAT in game.file and not deck_component(game).is_deck


def pool_cards(game: Game) -> list[Card]:
    """The cards that the game's decks are made of, or those of its own decks."""
    return [card for cards in deck_component(game).sets for card in cards.cards]


def deck_fields(game: Game) -> DeckFields:
    given = game.file.get(FORMAT)
    if not isinstance(given, MarkedDict):
        return BATTLE_GATE_FIELDS
    budget, group = given.get("budget"), given.get("class")
    field = budget.get("field") if isinstance(budget, MarkedDict) else None
    return DeckFields(None if field is None else str(field), None if group is None else str(group))


def own_decks(game: Game) -> Mapping[str, Deck]:
    """The game's own decks by their names. Raises as :func:`deck_component` does."""
    component, fields = deck_component(game), deck_fields(game)
    if not component.is_deck:
        # Its sets are the cards that decks are made of; decks of these stand under `decks` in game.yaml.
        return {
            deck.name: _named_deck(game, deck, fields)
            for deck in game.decks.values()
            if all(origin is component for (origin, _), _ in deck.cards)
        }
    return {cards.id: deck_of(cards, (), fields) for cards in component.sets}


def _named_deck(game: Game, named: NamedDeck, fields: DeckFields) -> Deck:
    """A deck under `decks` in game.yaml, as the rules see it."""
    decks = game.file["decks"]
    assert isinstance(decks, MarkedDict)
    given = decks[named.name]
    assert isinstance(given, MarkedDict)
    inner = given.get("cards")
    holder = inner if isinstance(inner, MarkedDict) else given
    cards = tuple(
        _with_copies(card, copies, _counted(holder, card.id, copies)) for (_, card), copies in named.cards
    )
    found = CardSet(name_id(named.name, "deck"), title_case(named.name), None, cards, None)
    return deck_of(found, (), fields, of_game=True)


def _with_copies(card: Card, copies: int, entry: PoolEntry) -> Card:
    return Card(card.id, copies, {**card.values, "copies": copies}, card.prototype, (entry,))


def read_deck(game: Game, path: Path, problems: Problems) -> Deck | None:
    """The deck in a file of the user's; None if it cannot be read at all.

    Cards that can't be read are left out and reported in ``problems``, so ask ``problems.has_errors`` before
    counting. Whether the deck is legal is not asked here.
    """
    if path.suffix.lower() not in CARD_LIST_SUFFIXES:
        problems.extend([_not_a_deck(path).at(Place(shown_path(path)))])
        return None
    if has_pool(game):
        return _with_known_look(_PoolDeckReader(game, problems).read(path), game, problems)
    found = Problems()
    read = load_card_list(game, deck_component(game), path, found)
    if read is None:
        problems.extend(found)
        return None
    fields = deck_fields(game)
    cards = tuple(_with_whole_power(card, fields.budget) for card in read.cards.cards)
    deck = deck_of(replace(read.cards, cards=cards), read.unread, fields)
    problems.extend(_named_by_player(found, deck))
    return _with_known_look(deck, game, problems)


def look_of(deck: Deck, game: Game) -> str | None:
    """Which of the game's own decks a deck looks like; None for one with a look of its own."""
    return deck.cards.look or (deck.cards.id if deck.cards.id in _looks(game) else None)


def _looks(game: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(deck.cards.look or deck.cards.id for deck in own_decks(game).values()))


def _with_known_look(deck: Deck | None, game: Game, problems: Problems) -> Deck | None:
    """Warns of a look that no deck of the game has."""
    look = None if deck is None else deck.cards.look
    if deck is not None and look is not None and look not in (known := _looks(game)):
        place = Place(shown_path(deck.cards.file)) if deck.cards.file is not None else None
        hint = did_you_mean(look, known) or (f"the looks here are {listed(known)}" if known else None)
        problems.warning(f"no deck of the game has the look {quote(look)}", place, field="look", hint=hint)
    return deck


def _with_whole_power(card: Card, field: str | None) -> Card:
    """The card with a power that is a number in quotes as that number, as its layout expects it."""
    power = None if field is None else card.values.get(field)
    number = whole_number(power) if isinstance(power, str) else None
    return card if number is None else replace(card, values={**card.values, str(field): number})


def find_deck(game: Game, name_or_path: str, problems: Problems) -> Deck | None:
    if not name_or_path.strip():
        problems.error(f"expected a deck file or a deck's name, got {quote(name_or_path)}")
        return None
    path = Path(name_or_path)
    own = own_decks(game)
    if not is_there(path):
        if name_or_path in own:
            return own[name_or_path]
        if path.suffix.lower() not in CARD_LIST_SUFFIXES:
            hint = did_you_mean(name_or_path, own) or f"the decks here are {listed(own)}" if own else None
            problems.error(f"no deck or file named {quote(name_or_path)}", hint=hint)
            return None
    return read_deck(game, path, problems)


def _not_a_deck(path: Path) -> InputError:
    if path.is_dir():
        return InputError("this is a folder, a deck file is needed")
    hint = f"deck files end in {', '.join(CARD_LIST_SUFFIXES)}"
    if path.suffix.lower() in _OTHER_SPREADSHEETS:
        hint = "save the spreadsheet as .xlsx"
    return InputError("this is not a deck file", hint=hint)


# Decks of a game's own cards

_CARD_KEYS = ("card", "id", "name")
"""What an entry may name its card by, the first of them that it has."""
_HEAD_KEYS = ("name", "text", "look", "cards")


class PoolEntry(dict[str, object]):
    """A line of a deck: a card of the game by its name or id, and how many copies; with their places."""

    __slots__ = ("_places",)

    def __init__(self, values: Mapping[str, object], places: Mapping[str, Place]) -> None:
        super().__init__(values)
        self._places = places

    def __reduce__(self) -> tuple[object, ...]:
        return PoolEntry, (dict(self), self._places)

    @property
    def place(self) -> Place:
        return self._places["card"]

    def place_of(self, key: str) -> Place:
        """Where the copies stand; the card's place for whatever the game says of it."""
        return self._places.get(key, self.place)

    def place_of_key(self, key: str) -> Place:
        return self.place_of(key)


def _counted(holder: MarkedDict, card: str, copies: object) -> PoolEntry:
    """The line of a mapping of cards and copies."""
    places = {"card": holder.place_of_key(card), "copies": holder.place_of(card)}
    return PoolEntry({"card": card, "copies": copies}, places)


class _PoolDeckReader:
    """Reads files that name cards of the game."""

    def __init__(self, game: Game, problems: Problems) -> None:
        self._fields = deck_fields(game)
        self._problems = problems
        cards = pool_cards(game)
        self._by_id = {card.id: card for card in cards}
        self._by_name: dict[str, list[Card]] = {}
        self._names: list[str] = []
        """What a card may be called, for hints."""
        for card in cards:
            name = card.values.get("name")
            if isinstance(name, str) and name.strip():
                self._by_name.setdefault(_folded(name), []).append(card)
                self._names.append(name.strip())
        # Last, so that of a name and an id that are spelt alike the id is proposed.
        self._names += self._by_id
        self._known_columns = {key for card in cards for key in card.values}

    def read(self, path: Path) -> Deck | None:
        """The deck in the file; None if it can't be read at all. Entries that can't be read are left out."""
        shown = shown_path(path)
        head: Mapping[str, object] = {}
        if path.suffix.lower() in TABLE_SUFFIXES:
            entries = self._of_table(path)
        else:
            document = self._document(path, shown)
            if isinstance(document, MarkedDict):
                self._check_head(document)
                head = document
            entries = None if document is None else self._of_document(document)
        if entries is None:
            return None
        cards = tuple(self._cards(entries))
        if not entries and not self._problems.has_errors:
            self._problems.error("the deck has no cards", Place(shown))
        name, text, look = (self._head_text(head, key) for key in ("name", "text", "look"))
        stem = path.stem
        found = CardSet(name_id(stem, "deck"), name or title_case(stem), text, cards, path, look)
        return deck_of(found, (), self._fields, of_game=True)

    def _document(self, path: Path, shown: str) -> Marked | None:
        if path.suffix.lower() == ".json":
            from generator.catalog.json_file import read_json

            return read_json(path, self._problems, shown)
        return read_yaml(path, self._problems, shown)

    def _check_head(self, document: MarkedDict) -> None:
        for key in document:
            if key not in _HEAD_KEYS:
                hint = did_you_mean(key, _HEAD_KEYS)
                if key in self._by_id:
                    hint = "write the cards under `cards`"
                self._problems.error(f"unknown key {code(key)}", document.place_of_key(key), hint=hint)

    def _head_text(self, head: Mapping[str, object], key: str) -> str | None:
        given = head.get(key)
        if given is None or isinstance(given, str):
            return given
        if isinstance(given, int | float) and not isinstance(given, bool):
            return str(given)
        assert isinstance(head, MarkedDict)
        self._problems.error(f"expected text, got {quote(given)}", head.place_of(key), field=key)
        return None

    def _of_document(self, document: Marked) -> list[PoolEntry] | None:
        """The entries of a list, or of a mapping of cards and copies."""
        if isinstance(document, MarkedList):
            return self._of_list(document)
        given = document.get("cards")
        if isinstance(given, MarkedList):
            return self._of_list(given)
        if isinstance(given, MarkedDict):
            return [_counted(given, card, copies) for card, copies in given.items()]
        got = f", got {quote(given)}" if "cards" in document else ""
        message = f"`cards` must say which cards and how many{got}"
        hint = "write for example `cards: {moss: 4, oak: 2}`"
        self._problems.error(message, document.place_of("cards"), hint=hint)
        return None

    def _of_list(self, given: MarkedList) -> list[PoolEntry]:
        found: list[PoolEntry] = []
        for index, item in enumerate(given):
            place = given.place_of(index)
            if isinstance(item, MarkedDict):
                entry = self._of_mapping(item, place)
                if entry is not None:
                    found.append(entry)
            elif isinstance(item, str):
                found.append(PoolEntry({"card": item}, {"card": place}))
            else:
                hint = "write for example `{card: moss, copies: 4}`"
                self._problems.error(f"expected a card, got {quote(item)}", place, hint=hint)
        return found

    def _of_mapping(self, item: MarkedDict, place: Place) -> PoolEntry | None:
        known = (*_CARD_KEYS, *COPIES_WORDS)
        for key in item:
            if key not in known:
                hint = did_you_mean(key, known) or "an entry has `card` and `copies`; the rest is the game's"
                self._problems.error(f"unknown key {code(key)}", item.place_of_key(key), hint=hint)
        named = next((key for key in _CARD_KEYS if item.get(key) is not None), None)
        if named is None:
            self._problems.error("`card` is missing", place, hint="write for example `card: moss`")
            return None
        return self._entry(item, named, item.place_of)

    def _of_table(self, path: Path) -> list[PoolEntry] | None:
        from generator.catalog.rows import read_table
        from generator.catalog.tables import Reading

        known = {*_CARD_KEYS, *COPIES_WORDS}
        reading = Reading(known={*known, *self._known_columns}, special=known, as_text=set(_CARD_KEYS))
        table = read_table(path, self._problems, shown_path(path), reading)
        if table is None:
            return None
        for name, place in table.header.items():
            if name.casefold() not in known and name not in self._known_columns:
                hint = did_you_mean(name, ("card", "copies"))
                self._problems.error(f"unknown column {code(name)}", place, hint=hint)
        key = next((key for key in _CARD_KEYS if key in table.columns), None)
        if key is None:
            hint = "the columns are `card` and `copies`"
            self._problems.error("the column `card` is missing", Place(shown_path(path)), hint=hint)
            return None
        found: list[PoolEntry] = []
        for row in table.rows:
            if row.get(key) is None:
                self._problems.error(
                    "the card is missing", row.place_of(key), hint="name it by its id or name"
                )
            else:
                found.append(self._entry(row, key, row.place_of))
        return found

    def _entry(self, given: Mapping[str, object], key: str, place_of: Callable[[str], Place]) -> PoolEntry:
        values, places = {"card": given[key]}, {"card": place_of(key)}
        word = next((word for word in COPIES_WORDS if given.get(word) is not None), None)
        if word is not None:
            values["copies"], places["copies"] = given[word], place_of(word)
        return PoolEntry(values, places)

    def _cards(self, entries: Iterable[PoolEntry]) -> Iterator[Card]:
        for entry in entries:
            if self._problems.too_many:
                self._problems.error("the rest was not read: there are too many problems above", entry.place)
                return
            card = self._card(entry)
            if card is not None:
                yield card

    def _card(self, entry: PoolEntry) -> Card | None:
        """The game's card with the deck's copies; None where there is no such card or number."""
        card = self._named(entry)
        copies = self._copies(entry)
        if card is None or copies is None:
            return None
        return _with_copies(card, copies, entry)

    def _named(self, entry: PoolEntry) -> Card | None:
        word = entry["card"]
        text = str(word).strip() if isinstance(word, str | int | float) else ""
        if text in self._by_id:
            return self._by_id[text]
        named = self._by_name.get(_folded(text), [])
        if len(named) == 1:
            return named[0]
        if named:
            ids = tuple(code(card.id) for card in named)
            message = f"{len(named)} cards are called {quote(word)}"
            self._problems.error(message, entry.place, hint=f"write the id: {join_words(ids)}")
            return None
        hint = (
            did_you_mean(text, self._names) or "cards are named by their ids, or by names that only one has"
        )
        self._problems.error(f"unknown card {quote(word)}", entry.place, hint=hint)
        return None

    def _copies(self, entry: PoolEntry) -> int | None:
        if "copies" not in entry:
            return 1
        try:
            copies = whole(entry["copies"])
        except InputError as error:
            problem = error.at(entry.place_of("copies"), card=str(entry["card"]), field="copies")
            self._problems.extend([problem])
            return None
        if 0 <= copies <= MAX_COPIES:
            return copies
        message = f"expected 0 to {MAX_COPIES:,} copies, got {copies}"
        self._problems.error(message, entry.place_of("copies"), card=str(entry["card"]), field="copies")
        return None


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


# The names of cards in messages

_NUMBER_FIELDS = ("power", "copies")


class _Spot(NamedTuple):
    entry: Entry
    field: str


def _named_by_player(problems: Iterable[Problem], deck: Deck) -> Iterator[Problem]:
    """The problems of a deck's file with the names of the cards they are about, one for each place."""
    spots: dict[Place, _Spot] = {}
    rows: dict[Place, str] = {}
    labels: dict[str, str] = {}
    for entry in (*deck.entries, *deck.unread):
        labels.setdefault(entry.card.id, entry.label)
        source = entry.card.sources[0]
        if isinstance(source, TableRow):
            rows[source.place] = entry.label
        for field in source:
            spots[source.place_of(field)] = _Spot(entry, field)
    reported: set[Place] = set()
    for problem in problems:
        place = problem.place
        if place is not None and place.column:
            if place in reported:
                continue
            reported.add(place)
        spot = spots.get(place) if place else None
        label = spot.entry.label if spot else labels.get(problem.card or "")
        if label is None and place is not None:
            label = rows.get(place._replace(column=0))
        if label is not None:
            problem = problem._replace(card=label)  # noqa: PLW2901
        yield _with_field(problem, spot)


def _with_field(problem: Problem, spot: _Spot | None) -> Problem:
    """Adds the field of a number that is too large; a field for numbers needs no hint to write text."""
    if spot is None or problem.field or problem.code != NUMBER_TOO_LARGE:
        return problem
    return problem._replace(field=spot.field, hint=None if spot.field in _NUMBER_FIELDS else problem.hint)


def load_deck(game: Game, name_or_path: str, problems: Problems) -> Deck | None:
    """The deck of that file or name; None unless all of it could be read, which is reported."""
    before = problems.count("error")
    try:
        deck = find_deck(game, name_or_path, problems)
    except InputError as error:
        problems.add(error)
        return None
    return deck if problems.count("error") == before else None
