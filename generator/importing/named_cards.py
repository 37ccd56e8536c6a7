"""Games of lists that only name cards: each a name and how many, with a plain layout to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.catalog.cards import MAX_COPIES
from generator.catalog.problems import Place
from generator.catalog.wording import quote, title_case
from generator.importing.drawing import Drawing, field, variable
from generator.importing.importer import ImportedGame, Source
from generator.importing.new_game import Component, NewGame


class NamedCard(NamedTuple):
    """A line of such a list."""

    name: str
    copies: int
    section: str = "cards"
    """The part of the deck that it is in: ``side``."""
    more: Mapping[str, object] = {}
    """Further fields."""


def copies_of(source: Source, written: object, place: Place) -> int:
    """How many of a card there are. Raises :class:`InputError` for what is no such number."""
    text = str(written).strip()
    if isinstance(written, bool) or not text.isdecimal() or not text.isascii() or len(text) > len("10000"):
        raise source.error(f"expected a number of copies, got {quote(written)}", place)
    if int(text) > MAX_COPIES:
        raise source.error(f"expected 0 to {MAX_COPIES:,} copies, got {text}", place)
    return int(text)


def game_of_names(source: Source, title: str | None, cards: Sequence[NamedCard]) -> ImportedGame:
    """A game whose cards show their names, a card list for each section."""
    if not cards:
        raise source.error("the list has no cards")
    game = NewGame(source, title)
    fields = list(dict.fromkeys(key for card in cards for key in card.more))
    front = game.layout("card", _plain_face(fields))
    lists = []
    for section in dict.fromkeys(card.section for card in cards):
        found = [card for card in cards if card.section == section]
        values = [{"name": card.name, "copies": card.copies, **card.more} for card in found]
        lists.append(game.cards(section, values))
    game.add(Component("cards", "poker", lists[0] if len(lists) == 1 else lists, front))
    return game.finished()


def _plain_face(fields: Sequence[str]) -> Drawing:
    drawing = Drawing()
    drawing.add("rect", x=3, y=3, width="100% - 6", height="100% - 6", rx=3, fill="none", stroke="black")
    title = {"font": "title", "align": "center", "valign": "middle"}
    drawing.add("text", field("name"), x=6, y=6, width="100% - 12", height=12, size=14, **title)
    with drawing.inside("stack", x=6, y=22, width="100% - 12", height="100% - 29", size=9):
        for name in fields:
            with drawing.when(variable(name)):
                drawing.add("property", field(name), name=title_case(name))
    return drawing
