"""Saved objects of Tabletop Simulator: decks whose cards are cut out of sheets of pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import unquote

from generator.catalog.paths import read_bytes
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import code, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList
from generator.importing.drawing import Drawing, field
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, Component, NewGame
from generator.layout.pictures import BROKEN, MAX_BYTES, open_image, read_picture

_CARDS = ("Card", "CardCustom")
_DECKS = ("Deck", "DeckCustom")
_FOLDERS = ("Images", "Mods/Images")
_POKER, _HEIGHT = 63.5 / 88.9, 88.9
"""The file says no size: cards are taken to be as high as poker cards, and as wide as their pictures."""
_MARKUP = re.compile(r"\[(?:[0-9a-f]{6}|-|/?[bius]|/?su[bp])\]", re.IGNORECASE)
"""Colours and styles in names and texts."""
_MOST_PIXELS = 200_000_000
"""Of all pictures together."""
_MOST_ACROSS = 100


class _Card(NamedTuple):
    name: str
    text: str | None
    front: str | None
    back: str | None


class _Grid(NamedTuple):
    """Where a card's picture is: a file, in how many columns and rows."""

    file: Path
    columns: int
    rows: int


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.game = NewGame(source)
        self.ratio = _POKER
        self._files: dict[str, Path | None] = {}
        self._open: tuple[Path, Any] | None = None
        """The sheet that cards were last cut out of."""
        self._cuts: dict[tuple[_Grid, int], str] = {}
        """The files of cards that were cut out."""
        self._pixels = 0

    def decks(self, things: MarkedList) -> Iterator[tuple[str, list[_Card]]]:
        """The decks among objects, and in bags among them, with their names."""
        loose: list[_Card] = []
        for thing in self._mappings(things):
            kind, inside = thing.get("Name"), thing.get("ContainedObjects")
            if kind in _DECKS:
                yield str(thing.get("Nickname") or "deck"), list(self._contained(thing))
            elif kind in _CARDS:
                loose.append(self._card(thing.get("CardID"), thing.place_of("CardID"), thing))
            elif isinstance(inside, MarkedList):
                yield from self.decks(inside)
            else:
                self.source.note(f"{code(kind)} is not taken over", thing.place)
        if loose:
            yield "cards", loose

    def _contained(self, deck: MarkedDict) -> Iterator[_Card]:
        """The cards of a deck; where it has only their numbers, cards without names."""
        inside, numbers = deck.get("ContainedObjects"), deck.get("DeckIDs")
        if isinstance(inside, MarkedList) and inside:
            for card in self._mappings(inside):
                yield self._card(card.get("CardID"), card.place_of("CardID"), card, deck)
        elif isinstance(numbers, MarkedList):
            for index, number in enumerate(numbers):
                yield self._card(number, numbers.place_of(index), deck, unnamed=True)
        else:
            raise self.source.error("the deck has neither `ContainedObjects` nor `DeckIDs`", deck.place)

    def _mappings(self, things: MarkedList) -> Iterator[MarkedDict]:
        for index, thing in enumerate(things):
            if not isinstance(thing, MarkedDict):
                raise self.source.error(f"expected an object, got {quote(thing)}", things.place_of(index))
            yield thing

    def _card(self, number: object, place: Place, *holders: MarkedDict, unnamed: bool = False) -> _Card:
        """A card by its number; ``holders`` may say where its pictures are: the card, then its deck."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 10**9:
            raise self.source.error(f"`CardID`: expected a number, got {quote(number)}", place)
        key, slot = divmod(number, 100)
        grids = [holder.get("CustomDeck") for holder in holders]
        # A card that has a single grid means that, even where it was copied from a card of another key.
        found = [
            grid.get(str(key), next(iter(grid.values())) if len(grid) == 1 else None)
            for grid in grids
            if isinstance(grid, MarkedDict)
        ]
        grid = next((grid for grid in found if isinstance(grid, MarkedDict)), None)
        front = back = None
        if grid is None:
            self.source.note(f"no `CustomDeck` has the key {key}", place)
        else:
            front = self._face(grid, "FaceURL", slot, is_sheet=True)
            back = self._face(grid, "BackURL", slot, is_sheet=grid.get("UniqueBack") is True)
        said = [None, None] if unnamed else [holders[0].get(key) for key in ("Nickname", "Description")]
        name, text = (_MARKUP.sub("", str(words or "")).strip() for words in said)
        return _Card(name or f"Card {number}", text or None, front, back)

    def _face(self, grid: MarkedDict, key: str, slot: int, *, is_sheet: bool) -> str | None:
        """The file of a card's front or back; None where its picture is not here."""
        columns, rows = (self._side(grid, side) if is_sheet else 1 for side in ("NumWidth", "NumHeight"))
        url, place = grid.get(key), grid.place_of(key)
        if not isinstance(url, str) or not url:
            return None
        if url not in self._files:
            self._files[url] = self._file(url, place)
        file = self._files[url]
        if file is None:
            return None
        if is_sheet and slot >= columns * rows:
            self.source.note(f"the picture has no place {slot + 1} of {columns} × {rows}", place)
            return None
        return self._cut(_Grid(file, columns, rows), slot if is_sheet else 0, place)

    def _side(self, grid: MarkedDict, key: str) -> int:
        side = grid.get(key)
        if isinstance(side, bool) or not isinstance(side, int) or not 1 <= side <= _MOST_ACROSS:
            message = f"{code(key)}: expected a number from 1 to {_MOST_ACROSS}, got {quote(side)}"
            raise self.source.error(message, grid.place_of(key))
        return side

    def _file(self, url: str, place: Place) -> Path | None:
        """The picture of an address, if it lies beside the file or in the folder where the game keeps it."""
        name = PurePosixPath(unquote(url.partition("?")[0]).replace("\\", "/")).name
        kept = re.sub(r"[^A-Za-z0-9]", "", url)
        names = [name or "-", *(f"{kept}{suffix}" for suffix in (".png", ".jpg", ".jpeg"))]
        file = self.game.beside(*names, folders=_FOLDERS)
        if file is None:
            hint = "put it there and import again: nothing is fetched"
            self.source.note(f"the picture {quote(url)} is not beside the file", place, hint)
            return None
        try:
            picture = read_picture(file)
            picture.require_pixels()
        except InputError as error:
            self.source.note(error.message, place, error.hint)
            return None
        self._pixels += int(picture.width * picture.height)
        if self._pixels > _MOST_PIXELS:
            raise self.source.error(
                f"the pictures have more than {_MOST_PIXELS // 10**6} million pixels", place
            )
        if picture.format == "svg":
            self.source.note(f"{quote(file.name)} is not a pixel image, and can't be cut", place)
            return None
        return file

    def _cut(self, grid: _Grid, slot: int, place: Place) -> str | None:
        """Cuts a card out, unless that was done before; what the card list calls it."""
        suffix = ".jpg" if grid.file.suffix.lower() in (".jpg", ".jpeg") else ".png"
        stem = grid.file.stem[-40:]
        only = grid.columns * grid.rows == 1
        if (grid, slot) in self._cuts:
            return self._cuts[grid, slot]
        if len(self._cuts) >= 2 * MAX_CARDS:
            raise self.source.error(
                f"there are more than {2 * MAX_CARDS:,} different pictures of cards", place
            )
        stem += "" if only else f"-{slot + 1:02}"
        name = self.game.new_name(stem, "card", folder="art/", suffix=suffix).removeprefix("art/")
        try:
            if self._open is None or self._open[0] != grid.file:
                self._open = (grid.file, open_image(read_bytes(grid.file, place, MAX_BYTES)))
            sheet = self._open[1]
            width, height = sheet.width / grid.columns, sheet.height / grid.rows
            row, column = divmod(slot, grid.columns)
            box = [column * width, row * height, (column + 1) * width, (row + 1) * height]
            cut, content = sheet.crop([round(side) for side in box]), BytesIO()
            if suffix == ".jpg":
                cut.convert("RGB").save(content, "JPEG", quality=95)
            else:
                cut.convert("RGBA" if sheet.has_transparency_data else "RGB").save(content, "PNG")
        except BROKEN as error:
            self.source.note(f"{quote(grid.file.name)} can't be cut into cards: {error}", place)
            return None
        self.ratio = width / height
        self.game.write(f"art/{name}", content.getvalue())
        self._cuts[grid, slot] = name
        return name


def read(source: Source) -> ImportedGame:
    document = source.json()
    things = document.get("ObjectStates") if isinstance(document, MarkedDict) else None
    if not isinstance(things, MarkedList):
        raise source.error("expected a list of `ObjectStates`", source.place(1))
    reader = _Reader(source)
    decks = [(name, cards) for name, cards in reader.decks(things) if cards]
    if not decks:
        raise source.error("there are no decks or cards in it")
    game = reader.game
    is_poker = abs(reader.ratio / _POKER - 1) < 0.05
    size = "poker" if is_poker else game.size(_HEIGHT * reader.ratio, _HEIGHT, source.place())
    front, back = game.layout("front", _face("front")), game.layout("back", _face("back"))
    for name, cards in decks:
        copies = Counter(cards)
        values = [{**card._asdict(), "copies": count} for card, count in copies.items()]
        file = game.cards(name, values)
        has_back = any(card.back for card in cards)
        more = {"bleed": 0}
        game.add(Component(name, size, file, front, back if has_back else None, more))
    return game.finished()


def _face(side: str) -> Drawing:
    """The picture; a front without one shows the name and text."""
    drawing = Drawing()
    with drawing.when(side):
        drawing.add("image", href=field(side), width="100%", height="100%", fit="cover")
        if side == "front":
            drawing.code("{% else %}")
            drawing.add("text", field("name"), x=4, y=5, width="100% - 8", height=14, font="title", size=14)
            drawing.add("text", field("text"), x=4, y=22, width="100% - 8", height="100% - 26", size=9)
    return drawing


IMPORTER = Importer(
    title="Tabletop Simulator",
    says="decks with the names, texts and copies of cards, cut out of the sheets that lie beside the file",
    suffixes=(".json",),
    recognizes=lambda source: '"ObjectStates"' in source.text,
    read=read,
)
