"""Cards of rpg-cards: JSON whose ``contents`` are lines such as ``property | Range | 60 ft``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from generator.catalog.problems import InputError, Place
from generator.catalog.wording import code, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList
from generator.importing.drawing import cleaned
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.named_cards import copies_of
from generator.importing.new_game import MAX_CARDS, Component, NewGame
from generator.layout.colour import parse_colour

_STARTER = Path(__file__).parents[1] / "starters/rpg-cards/layouts"
"""The look that ``gatepress new`` gives such cards."""
_ROWS = ("table_head", "table_header", "tablehead", "table_row", "table_line", "table_line_c", "tablerow")
_LINES = frozenset(
    (
        *_ROWS,
        *("subtitle", "italic", "rule", "ruler", "p2e_rule", "p2e_ruler", "property", "description", "text"),
        *("html", "rawhtml", "center", "right", "justify", "section", "divider", "footer", "bullet", "boxes"),
        *("circles", "dndstats", "table_start", "table_end", "pill", "pills_start", "pills_end"),
        *("p2e_trait", "pftrait", "p2e_start_trait_section", "p2e_end_trait_section", "p2e_activity"),
        *("picture", "icon", "fill", "space", "disabled", "comment", ""),
    )
)
"""The kinds of lines that the layout ``rpg-card.xml.j2`` has."""
_COLOURS = ("color", "color_front", "color_back")
_ICONS = ("icon", "icon_front", "icon_back")
_KNOWN = frozenset(("count", "title", "contents", "tags", *_COLOURS, *_ICONS))
_OURS = frozenset(("id", "copies", "qty", "quantity", "extends", "prototype"))
"""What a card's own keys are here, and only fields there."""
_ICON = re.compile(r"[\w-]+(\.[\w-]+)*")
_ABROAD = re.compile(r"(https?:)?//|data:", re.IGNORECASE)


class _Reader:
    """Reads the cards; what can't stay as it is makes ``is_changed`` true."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.game = NewGame(source)
        self.is_changed = False

    def cards(self) -> list[dict[str, object]]:
        document: object = self.source.json()
        self.is_changed = bool(self.source.findings)
        if isinstance(document, MarkedDict):
            self.is_changed = True
            document = document.get("cards")
        if not isinstance(document, MarkedList):
            raise self.source.error("expected a list of cards", self.source.place(1))
        if len(document) > MAX_CARDS:
            raise self.source.error(f"the file has more than {MAX_CARDS:,} cards", self.source.place(1))
        return [self._card(card, document.place_of(index)) for index, card in enumerate(document)]

    def _card(self, card: object, place: Place) -> dict[str, object]:
        if not isinstance(card, MarkedDict):
            raise self.source.error(f"expected a card with keys and values, got {quote(card)}", place)
        values = {key: value for key, value in card.items() if key.casefold() not in _OURS}
        self.is_changed |= len(values) < len(card)
        for key in card:
            if key not in _KNOWN and card[key] not in (None, "", False, "rounded-square"):
                self.source.note(f"{code(key)} changes nothing", card.place_of_key(key))
        if "count" in card:
            values["count"] = copies_of(self.source, card["count"], card.place_of("count"))
            self.is_changed |= values["count"] != card["count"]
        if not isinstance(card.get("title", ""), str | int):
            raise self._wrong(card, "title", "text")
        for key in (*_COLOURS, *_ICONS):
            if values.get(key) not in (None, ""):
                values[key] = self._colour(card, key) if key in _COLOURS else self._icon(card, key)
                self.is_changed |= values[key] != card[key]
        contents = card.get("contents") or MarkedList()
        if not isinstance(contents, MarkedList):
            raise self._wrong(card, "contents", "a list of lines")
        lines = [self._line(line, contents.place_of(index)) for index, line in enumerate(contents)]
        values |= {"title": cleaned(str(card.get("title", ""))), "contents": _evened(map(cleaned, lines))}
        self.is_changed |= any(values[key] != card.get(key, values[key]) for key in ("title", "contents"))
        return values

    def _wrong(self, card: MarkedDict, key: str, what: str) -> InputError:
        message = f"{code(key)}: expected {what}, got {quote(card[key])}"
        return self.source.error(message, card.place_of(key))

    def _colour(self, card: MarkedDict, key: str) -> str | None:
        colour = card[key]
        if not isinstance(colour, str):
            raise self._wrong(card, key, "a colour")
        try:
            parse_colour(colour, {})
        except InputError as error:
            self.source.note(f"{code(key)}: {error.message}", card.place_of(key), error.hint)
            return None
        return colour

    def _icon(self, card: MarkedDict, key: str) -> str | None:
        """The first of the icons: the layout has room for one."""
        given = card[key]
        icons = given.split() if isinstance(given, str) else []
        if not icons or not _ICON.fullmatch(icons[0]):
            raise self._wrong(card, key, "the name of an icon")
        if len(icons) > 1:
            self.source.note(f"{code(key)}: only the first of several icons is shown", card.place_of(key))
        return icons[0]

    def _line(self, line: object, place: Place) -> str:
        if not isinstance(line, str):
            raise self.source.error(f"expected a line of text, got {quote(line)}", place)
        kind, *given = (part.strip() for part in line.split("|"))
        if kind.lower() not in _LINES:
            self.source.note(f"lines of the kind {code(kind)} are printed as they are written", place)
        elif kind.lower() == "picture":
            return self._picture(line, given, place)
        elif kind.lower() == "icon" and not _ICON.fullmatch(given[0] if given else ""):
            self.source.note(f"{quote(line)} names no icon, and is left out", place)
            return f"comment | {line}"
        return line

    def _picture(self, line: str, given: list[str], place: Place) -> str:
        name = given[0] if given else ""
        if not name or _ABROAD.match(name):
            self.source.note("a picture from the web is not fetched, and is left out", place)
            return f"comment | {line}"
        called = self.game.picture(name, place)
        return line if called == name else " | ".join(["picture", called, *given[1:]])


def _evened(lines: Iterable[str]) -> list[str]:
    """The lines with as many cells in the first row of each table as any of its rows has."""
    evened: list[str] = []
    first = -1
    for line in lines:
        if line.partition("|")[0].strip().lower() not in _ROWS:
            first = -1
        elif first < 0:
            first = len(evened)
        else:
            evened[first] += " |" * max(0, line.count("|") - evened[first].count("|"))
        evened.append(line)
    return evened


def _read(source: Source) -> ImportedGame:
    reader = _Reader(source)
    cards = reader.cards()
    if not cards:
        raise source.error("there are no cards in it")
    game = reader.game
    # Unless something can't stay, the file is the cards: what rpg-cards saves next can take its place.
    text = json.dumps(cards, indent=2, ensure_ascii=False) + "\n" if reader.is_changed else source.text
    game.write("cards.json", text)
    for name in ("card.xml.j2", "theme.yaml"):
        game.write(f"layouts/{name}", (_STARTER / name).read_text("utf-8"))
    game.add(Component("cards", "euro-poker", "cards.json", "card.xml.j2", "card.xml.j2"))
    return game.finished()


IMPORTER = Importer(
    title="rpg-cards",
    says="cards with their contents line by line, colours, icons and pictures",
    suffixes=(".json",),
    recognizes=lambda source: '"contents"' in source.text and '"title"' in source.text,
    read=_read,
)
