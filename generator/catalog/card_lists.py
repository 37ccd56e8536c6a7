"""Reads a component's card lists: files in YAML, JSON, CSV or XLSX, or what stands in game.yaml itself.

Reading yields the cards as they stand there; ``cards.py`` builds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from operator import or_
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from generator.catalog.card_words import CARD_WORDS, COPIES_OF_OTHERS, FOREIGN_FIELDS, MISTAKABLE_WORDS
from generator.catalog.fields import Field
from generator.catalog.game_file import (
    CARD_SOURCES,
    MAKERS,
    CardFileFile,
    CardImagesFile,
    CardListFile,
    GameFile,
)
from generator.catalog.keys import check_part, where_key_belongs
from generator.catalog.models import Source
from generator.catalog.paths import CARD_LIST_SUFFIXES, TABLE_SUFFIXES, files_inside, shown_path
from generator.catalog.problems import UNKNOWN_FIELD, Place, Problems
from generator.catalog.rows import FileSettings, Rows, read_rows
from generator.catalog.suggest import did_you_mean, translated
from generator.catalog.wording import MAX_LISTED, code, join_words, listed, name_id, quote, slug, title_case
from generator.catalog.yaml_reader import MarkedDict, MarkedList

OWN_RULES = "rules.py"
NO_TABLES: Mapping[str, object] = MappingProxyType({})
_DECLARE = "declare it under `fields` in game.yaml"


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
    columns: tuple[str, ...] = ()
    """The fields that a table's header names, be they blank on all cards."""
    id_is_field: bool = False
    """Whether what its cards say under ``id`` is one field among others."""
    look: str | None = None
    """Which other list's look its cards have."""


def _is_source(given: object) -> bool:
    """Whether it says where cards are, instead of being one."""
    return (
        isinstance(given, MarkedDict)
        and any(key in given for key in CARD_SOURCES)
        and not any(key in given for key in ("id", "name", "title"))
    )


class CardListReader:
    """Reads the card lists of one component; ``players_own``: a list that is no part of the game.

    ``tables``: the game's data, from which cards may be made. ``fields_sound``: whether all declarations of
    fields could be read; if not, a card may have any field.
    """

    def __init__(
        self,
        game_folder: Path,
        component_id: str,
        title: str,
        fields: Mapping[str, Field],
        problems: Problems,
        *,
        tables: Mapping[str, object] = NO_TABLES,
        players_own: bool = False,
        fields_sound: bool = True,
    ) -> None:
        self._fields_sound = fields_sound
        self._tables = tables
        self._made = 0
        """How many cards were made for the component."""
        self._players_own = players_own
        self._folder = game_folder
        self._component_id = component_id
        self._title = title
        self._fields = fields
        self._problems = problems
        self._files: set[tuple[Path, object]] = set()
        self._ids: set[str] = set()
        self._warned: set[tuple[str, str]] = set()

    def read(self, given: object, place: Place) -> list[CardList]:
        """The lists that the value of ``cards`` stands for; what cannot be read is reported."""
        if isinstance(given, str) or _is_source(given):
            return self._read_source(given, place)
        if isinstance(given, MarkedDict) and any(key in given for key in MAKERS):
            return [self._inline(place, self._made_of(given), 1)]
        if isinstance(given, MarkedList) and given:
            sources = [isinstance(item, str) or _is_source(item) for item in given]
            made = [isinstance(item, MarkedDict) and self._is_made(item) for item in given]
            if any(sources) and all(map(or_, sources, made)):
                return self._read_sources(given)
            if not any(sources):
                return [self._inline(place, self._cards(given), len(given))]
        hint = "write a file's name, a pattern such as `decks/*.yaml`, a list of files, or a list of cards"
        if isinstance(given, MarkedDict):
            hint = "write `{from: FILE}`, `{images: FOLDER}`, or a list of cards with `- ` before each"
        wanted = "files or cards, not both" if isinstance(given, MarkedList) and given else "cards"
        self._problems.error(
            f"expected {wanted}, got {quote(given) if given else 'none'}", place, field="cards", hint=hint
        )
        return []

    def _read_sources(self, given: MarkedList) -> list[CardList]:
        """The lists of files and folders, and of products between them."""
        lists: list[CardList] = []
        for index, item in enumerate(given):
            place = given.place_of(index)
            if isinstance(item, MarkedDict) and self._is_made(item):
                lists.append(self._inline(place, self._made_of(item), 1))
            else:
                lists += self._read_source(item, place)
        return lists

    def _inline(self, place: Place, cards: tuple[Source, ...], expected: int) -> CardList:
        """The list that stands in game.yaml itself."""
        own_id, incomplete = self._new_id(self._component_id), len(cards) < expected
        return CardList(own_id, self._title, None, None, place, None, False, cards, incomplete)

    def _made_of(self, item: MarkedDict) -> tuple[Source, ...]:
        """The cards of a product or of pairs."""
        from generator.catalog.products import MAX_MADE, make_cards

        named = not self._fields or "name" in self._fields
        made = make_cards(item, self._tables, self._problems, named=named, room=MAX_MADE - self._made)
        if made is None:
            return ()
        for key, place in made.fields.items():
            self._check_key(key, place)
        self._made += len(made.cards)
        return tuple(made.cards)

    def _is_made(self, item: MarkedDict) -> bool:
        """Whether an item stands for several cards; a card may have a field that is called so."""
        key = next((key for key in MAKERS if key in item and key not in self._fields), None)
        return key is not None and isinstance(item[key], MarkedDict | MarkedList)

    def _read_source(self, given: object, place: Place) -> list[CardList]:
        """The lists of a file, a pattern, or a mapping that says more of them."""
        if not isinstance(given, MarkedDict):
            return self._read_files(str(given), place, None)
        kind = next(key for key in CARD_SOURCES if key in given)
        at = ("components", self._component_id, "cards")
        part, sound = check_part(CARD_SOURCES[kind], given, self._problems, at, place=place)
        if not sound:
            return []
        if isinstance(part, CardImagesFile):
            return self._read_images(part.images, given.place_of("images"))
        assert isinstance(part, CardFileFile)
        columns = given.get("columns")
        if isinstance(columns, MarkedDict):
            for name in columns:
                self._check_key(name, columns.place_of_key(name))
        return self._read_files(part.from_, given.place_of("from"), FileSettings(part, given))

    def _read_files(self, pattern: str, place: Place, settings: FileSettings | None) -> list[CardList]:
        report = partial(self._problems.warning, place=place, field="cards")
        paths: list[Path] = []
        with self._problems.reporting(place, field="cards"):
            paths = files_inside(self._folder, pattern, CARD_LIST_SUFFIXES, report)
        lists: list[CardList] = []
        sheet = None if settings is None else settings.part.sheet
        for path in paths:
            if (path, sheet) in self._files:
                self._problems.error(f"the card list {quote(path.name)} is named twice", place, field="cards")
                continue
            self._files.add((path, sheet))
            card_list = self.read_file(path, place, settings)
            if card_list is not None:
                lists.append(card_list)
        return lists

    def _read_images(self, folder: str, place: Place) -> list[CardList]:
        from generator.catalog.card_images import picture_cards

        report = partial(self._problems.warning, place=place, field="cards.images")
        with self._problems.reporting(place, field="cards.images"):
            cards = picture_cards(self._folder, folder, report)
            return [self._images(folder, cards, place)]
        return []

    def _images(self, folder: str, cards: tuple[Source, ...], place: Place) -> CardList:
        for key in dict.fromkeys(key for card in cards for key in card):
            self._check_key(key, place)
        stem = Path(folder).name
        set_id = self._new_id(name_id(stem, self._component_id))
        return CardList(set_id, title_case(stem), None, None, place, None, False, cards)

    def read_file(self, path: Path, place: Place, settings: FileSettings | None = None) -> CardList | None:
        """The list in a file, wherever it lies; ``place`` is where the file is named."""
        suffix = path.suffix.lower()
        if suffix not in CARD_LIST_SUFFIXES:
            message = f"{quote(path.name)} is not a card list"
            hint = f"card lists end in {', '.join(CARD_LIST_SUFFIXES)}"
            self._problems.error(message, place, field="cards", hint=hint)
            return None
        if settings is not None and not settings.fit(path, "cards", self._problems):
            return None
        return (
            self._read_table(path, settings)
            if suffix in TABLE_SUFFIXES
            else self._read_document(path, settings)
        )

    def _read_table(self, path: Path, settings: FileSettings | None) -> CardList | None:
        # Most card lists are YAML, and need no tables.
        from generator.catalog.card_tables import TableReader
        from generator.catalog.tables import Reading

        reading = Reading(has_settings=not self._players_own) if settings is None else settings.reading
        file = shown_path(path)
        has_rules = (self._folder / OWN_RULES).is_file()
        reader = TableReader(self._fields, self._problems, is_strict=self._players_own, has_rules=has_rules)
        before = len(self._problems.found)
        read = reader.read(path, file, reading)
        if read is None:
            return None
        incomplete = self._problems.has_errors_since(before)
        lacking: dict[int, str] = {}
        for name in read.headings:
            index = len(self._problems.found)
            self._check_key(name, read.table.header[name])
            if any(problem.hint == _DECLARE for problem in self._problems.found[index:]):
                lacking[index] = name
        self._say_what_is_lacking(lacking)
        sheet = reading.sheet if isinstance(reading.sheet, str) else None
        return CardList(
            self._new_id(name_id(sheet or path.stem, self._component_id)),
            sheet or title_case(path.stem),
            None,
            path,
            next(iter(read.table.header.values())).inside(0),
            None,
            False,
            read.table.rows,
            incomplete,
            columns=tuple(read.table.columns),
            id_is_field=read.id_is_field,
        )

    def _read_document(self, path: Path, settings: FileSettings | None) -> CardList | None:
        read = read_rows(path, self._problems)
        if read is None:
            return None
        assert isinstance(read.rows, MarkedList)
        head = read.head
        self._check_keys_beside(read, is_strict=self._players_own or path.suffix.lower() != ".json")
        if settings is not None:
            fields = self._fields
            named = settings.rename(
                read.rows, self._problems, lambda key: key in fields if fields else key not in CARD_WORDS
            )
            self._warned |= {(read.rows.place.file, key) for key in named}
        cards = self._cards(read.rows)
        place = Place(shown_path(path))
        part, _ = check_part(
            CardListFile, head, self._problems, place=place, needless=["cards"], is_open=True
        )
        self.check_defaults(part.defaults)
        return CardList(
            self._new_id(name_id(path.stem, self._component_id)),
            part.name or title_case(path.stem),
            part.text,
            path,
            place,
            part.defaults,
            part.prototype,
            cards,
            incomplete=len(cards) < len(read.rows),
            look=part.look,
        )

    def _check_keys_beside(self, read: Rows, *, is_strict: bool) -> None:
        """Refuses what is no key beside the cards; what another program wrote there is reported once."""
        head = read.head
        unknown = [key for key in head if key not in CardListFile.KEYS and key != read.key]
        if is_strict:
            for key in unknown:
                self._refuse_key(key, head.place_of_key(key))
        elif unknown:
            shown = unknown[:MAX_LISTED]
            slips = {key: hint for key in shown if (hint := did_you_mean(key, CardListFile.KEYS))}
            first = next(iter(slips), unknown[0])
            message = f"beside the list {code(read.key)}, this is not read: {listed(map(code, unknown))}"
            self._problems.warning(message, head.place_of_key(first), hint=slips.get(first))

    def _refuse_key(self, key: str, place: Place) -> None:
        if self._players_own and key == "include":
            self._refuse_include(place)
        else:
            self._problems.error(f"unknown key {code(key)}", place, hint=self._list_key_hint(key))

    def _list_key_hint(self, key: str) -> str | None:
        if key in self._fields or key in CARD_WORDS:
            return "it belongs to a card, or under `defaults`"
        hint = translated(key, CardListFile.KEYS, CardListFile.FOREIGN)
        if hint is None and not self._players_own:
            elsewhere = where_key_belongs(key, GameFile)
            hint = elsewhere and f"{elsewhere}, in game.yaml"
        return hint or did_you_mean(key, CardListFile.KEYS)

    def _refuse_include(self, place: Place) -> None:
        message = "a deck cannot include another deck"
        self._problems.error(message, place, hint="write the cards of both into one file")

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
            if self._is_made(card):
                cards += self._made_of(card)
                continue
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
        self._problems.error(
            f"unknown field {code(key)}",
            place,
            card=self._name_of(card) if card is not None else None,
            hint=hint,
            code=UNKNOWN_FIELD,
        )

    def _name_of(self, card: MarkedDict) -> str | None:
        """What messages call a card: by its id, which most cards get from their names once all are read."""
        given, name = card.get("id"), str(card.get("name") or "")
        # Players know the cards of their own decks by name.
        return str(given) if given else (name if self._players_own else slug(name) or name) or None

    def _known_keys(self) -> str:
        if not self._players_own:
            return _DECLARE
        return f"a card has {join_words([*self._fields, 'copies'], 'and')}"

    def _say_what_is_lacking(self, columns: Mapping[int, str]) -> None:
        """Gives the first error of a column that is not declared the hint for all of them.

        ``columns``: by the number of the problem.
        """
        for index in list(columns)[:1]:
            add = listed(code(f"{name}: text") for name in columns.values())
            hint = f"once there are `fields`, every column needs one: add {add}"
            self._problems.found[index] = self._problems.found[index]._replace(hint=hint)

    def _check_free_key(self, key: str, place: Place) -> None:
        """Without declared fields a card may have any; but a misspelt `copies` would print too few."""
        word = key.casefold()
        if word in CARD_WORDS:
            hint = f"write `{word}` in lower case"
            self._problems.error(f"unknown field {code(key)}", place, hint=hint, code=UNKNOWN_FIELD)
            return
        meant = next((known for known in MISTAKABLE_WORDS if _is_slip(word, known)), None)
        if "".join(filter(str.isalpha, word)) in COPIES_OF_OTHERS:
            meant = "copies"
        if meant is not None and (place.file, key) not in self._warned:
            self._warned.add((place.file, key))
            self._problems.warning(
                f"the field `{key}` is taken as one of your own", place, hint=f"did you mean `{meant}`?"
            )


def _is_slip(word: str, meant: str) -> bool:
    """Whether a word begins like the one that was meant and has all its letters but one, at most one more."""
    if word[:1] != meant[0] or abs(len(word) - len(meant)) > 1:
        return False
    return sum((Counter(word) & Counter(meant)).values()) >= len(meant) - 1
