"""Games of lists that only name cards: each a name and how many, with a plain layout to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.catalog.cards import MAX_COPIES
from generator.catalog.problems import Place
from generator.catalog.wording import quote, title_case
from generator.importing.drawing import Drawing, field, variable
from generator.importing.importer import ImportedGame, Source
from generator.importing.new_game import MAX_CARDS, Component, NewGame

_MOST_SECTIONS = 100


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


def game_of_names(source: Source, title: str | None, cards: Iterable[NamedCard]) -> ImportedGame:
    """A game whose cards show their names, a card list for each section."""
    game = NewGame(source, title)
    sections: dict[str, list[dict[str, object]]] = {}
    fields: dict[str, None] = {}
    for count, card in enumerate(cards, 1):
        if count > MAX_CARDS or len(sections) > _MOST_SECTIONS:
            raise source.error(f"a list has at most {MAX_CARDS:,} cards in {_MOST_SECTIONS} sections")
        sections.setdefault(card.section, []).append({"name": card.name, "copies": card.copies, **card.more})
        fields |= dict.fromkeys(card.more)
    if not sections:
        raise source.error("the list has no cards")
    front = game.layout("card", _plain_face(fields))
    lists = [game.cards(section, values) for section, values in sections.items()]
    game.add(Component("cards", "poker", lists[0] if len(lists) == 1 else lists, front))
    return game.finished()


def _plain_face(fields: Iterable[str]) -> Drawing:
    drawing = Drawing()
    drawing.add("rect", x=3, y=3, width="100% - 6", height="100% - 6", rx=3, fill="none", stroke="black")
    title = {"font": "title", "align": "center", "valign": "middle"}
    drawing.add("text", field("name"), x=6, y=6, width="100% - 12", height=12, size=14, **title)
    with drawing.inside("stack", x=6, y=22, width="100% - 12", height="100% - 29", size=9):
        for name in fields:
            with drawing.when(variable(name)):
                drawing.add("property", field(name), name=title_case(name))
    return drawing
