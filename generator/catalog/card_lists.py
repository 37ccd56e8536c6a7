"""Reading card lists: YAML files, CSV and XLSX tables, or the cards in game.yaml itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from generator.catalog.fields import Field
from generator.catalog.models import Source
from generator.catalog.paths import files_inside, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.spreadsheet import read_spreadsheet
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import read_table
from generator.catalog.wording import join_words, quote, slug, title_case
from generator.catalog.yaml_reader import MarkedDict, MarkedList, read_yaml

COPIES_WORDS = ("copies", "qty", "count", "quantity")
CARD_WORDS = ("id", *COPIES_WORDS, "extends", "prototype")
"""The keys of a card with a meaning of their own."""

MISTAKABLE_WORDS = ("copies", "quantity", "extends", "prototype")
"""Those long enough that a word nearly like them is most likely a slip."""

RESERVED_WORDS = ("id", "copies", "extends", "prototype")
"""Those that no field may be called; the other words for copies give way to a field of that name."""

LIST_KEYS = ("name", "text", "defaults", "prototype", "cards")
"""The keys of a card list that is a mapping."""

SUFFIXES = (".yaml", ".yml", ".csv", ".xlsx")
TABLES = (".csv", ".xlsx")


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
    """Reads the card lists of one component; ``players_own``: a list that is no part of the game."""

    def __init__(
        self,
        game_folder: Path,
        component_id: str,
        title: str,
        fields: Mapping[str, Field],
        problems: Problems,
        *,
        players_own: bool = False,
    ) -> None:
        self._players_own = players_own
        self._folder = game_folder
        self._component_id = component_id
        self._title = title
        self._fields = fields
        self._problems = problems
        self._files: set[Path] = set()
        self._ids: set[str] = set()
        self._told: set[tuple[str, str]] = set()

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
            paths = files_inside(self._folder, pattern, SUFFIXES)
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
        if suffix in TABLES:
            return self._read_table(path)
        if suffix in SUFFIXES:
            return self._read_yaml(path)
        message = f"{quote(path.name)} is not a card list"
        self._problems.error(message, place, field="cards", hint=f"card lists end in {', '.join(SUFFIXES)}")
        return None

    def _read_table(self, path: Path) -> CardList | None:
        file = shown_path(path)
        kinds = {name: field.type for name, field in self._fields.items()}
        as_text = {name for name, kind in kinds.items() if kind not in ("any", "list")}
        as_list = {name for name, kind in kinds.items() if kind == "list"}
        as_text |= set(CARD_WORDS) - kinds.keys()
        read = read_spreadsheet if path.suffix.lower() == ".xlsx" else read_table
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
            self._problems.error(f"unknown key `{key}`", place, hint=did_you_mean(key, LIST_KEYS))

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
        set_id = self._new_id(slug(path.stem) or self._component_id)
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
                message = f"`{key}` belongs to one card and cannot be a default"
                self._problems.error(message, defaults.place_of_key(key))
            else:
                self._check_key(key, defaults.place_of_key(key))

    def _check_key(self, key: str, place: Place, card: MarkedDict | None = None) -> None:
        if key in self._fields or key in CARD_WORDS:
            return
        if not self._fields:
            self._check_free_key(key, place)
            return
        if self._players_own and key == "include":
            self._refuse_include(place)
            return
        hint = did_you_mean(key, [*self._fields, *CARD_WORDS]) or self._known_keys()
        name = card.get("id", card.get("name")) if card is not None else None
        self._problems.error(f"unknown field `{key}`", place, card=str(name) if name else None, hint=hint)

    def _known_keys(self) -> str:
        if not self._players_own:
            return "declare it under `fields` in game.yaml"
        return f"a card has {join_words([*self._fields, 'copies'], 'and')}"

    def _check_free_key(self, key: str, place: Place) -> None:
        """Without declared fields a card may have any; but a misspelt `copies` would print too few."""
        word = key.casefold()
        if word in CARD_WORDS:
            self._problems.error(f"unknown field `{key}`", place, hint=f"write `{word}` in lower case")
            return
        meant = next((known for known in MISTAKABLE_WORDS if _is_slip(word, known)), None)
        if meant is not None and (place.file, key) not in self._told:
            self._told.add((place.file, key))
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
