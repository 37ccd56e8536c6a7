"""A deck while it is being made: cards that may be unfinished, as a form has them, written as a deck file.

Whatever a card of a file says beside what decks are counted by stays with it. What is wrong with a draft
is reported by the reader of deck files and the rules; where it stands in the file is which card and field it
is of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.models import Card, CardSet, Game
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import code, quote
from generator.deck.files import has_pool, look_of, pool_cards
from generator.deck.limits import MAX_COUNT, DeckFields, Values
from generator.deck.model import Deck, countable_power, deck_of
from generator.deck.write import (
    DeckFile,
    DeckRow,
    columns_of,
    deck_as_yaml,
    head_as_yaml,
    in_yaml,
    item_as_yaml,
)

MAX_CARDS = 1000
"""Lines of a draft."""
MAX_VALUE = 20_000
"""Letters of a field."""
MAX_FIELDS = 60
MAX_FIELD_NAME = 60
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
POOL_CARD, COPIES = "card", "copies"


class Spot(NamedTuple):
    """Which field of which card, counted from 0, stands on a line of the file."""

    card: int
    field: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A deck as a form has it. A card of a game's pool has its id as ``card``, and ``copies``."""

    name: str
    text: str | None
    cards: tuple[Values, ...]
    look: str | None = None
    """Which of the game's own decks its cards look like."""


class WrittenDraft(NamedTuple):
    """A draft as YAML, and what stands on its lines, counted from 1."""

    content: str
    spots: Mapping[int, Spot]

    def spot_of(self, place: Place | None) -> Spot | None:
        """The card and field at a place of the file; None for what is of the deck as a whole."""
        return None if place is None else self.spots.get(place.line)


# From a form


def read_draft(given: object) -> Draft:
    """The draft that a form sends as JSON. Raises InputError where it is none."""
    if not isinstance(given, dict):
        raise InputError("expected a deck")
    cards = given.get("cards", [])
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise InputError("expected a list of cards")
    if len(cards) > MAX_CARDS:
        raise InputError(f"a deck has at most {MAX_CARDS:,} lines here, got {len(cards):,}")
    name, text, look = (_text(key, given.get(key)) for key in ("name", "text", "look"))
    return Draft(name or "", text or None, tuple(_card(card) for card in cards), look or None)


def _text(key: str, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(f"expected text, got {quote(value)}")
    return _clean(key, value).strip()


def _card(given: Mapping[str, object]) -> Values:
    if len(given) > MAX_FIELDS:
        raise InputError(f"a card has at most {MAX_FIELDS} fields")
    values: dict[str, object] = {}
    for key, value in given.items():
        if not key.strip() or len(key) > MAX_FIELD_NAME or _CONTROL.search(key) or "\n" in key:
            raise InputError(f"no field can be called {quote(key)}")
        kept = _clean(key, value).strip() if isinstance(value, str) else value
        if not isinstance(kept, str) and kept is not None:
            _require_small(key, kept)
        if kept is not None and kept != "":
            values[key] = kept
    return values


def _clean(key: str, value: str) -> str:
    if len(value) > MAX_VALUE:
        raise InputError(f"{code(key)} has {len(value):,} letters, more than {MAX_VALUE:,}")
    return _CONTROL.sub("", value)


def _require_small(key: str, value: object) -> None:
    """Lists and mappings of a file go back to it as they are, but for what no file could hold."""
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
        written.encode()
    except (ValueError, RecursionError):
        raise InputError(f"{code(key)} has a value that no file can hold") from None
    if len(written) > MAX_VALUE:
        raise InputError(f"{code(key)} is longer than {MAX_VALUE:,} letters")


# From decks


def draft_of(deck: Deck, game: Game) -> Draft:
    """A deck that was read, with all that its cards say; those that could be read in part only, too."""
    cards = sorted((*deck.cards.cards, *(entry.card for entry in deck.unread)), key=lambda card: card.place)
    if has_pool(game):
        made: list[Values] = [{POOL_CARD: card.id, COPIES: card.copies} for card in cards]
    else:
        unread = {id(entry.card) for entry in deck.unread}
        made = [_values_of(card, is_unread=id(card) in unread) for card in cards]
    return Draft(deck.name, deck.text, tuple(made), look_of(deck, game))


def _values_of(card: Card, *, is_unread: bool) -> Values:
    named = card.sources[0].get("id") is not None
    left_out = {*COPIES_WORDS, "prototype", *(() if named else ("id",))}
    values = {key: value for key, value in card.values.items() if value is not None and key not in left_out}
    copies: object = card.copies
    if is_unread:
        # As it was given, for it may be what can't be read.
        copies = next((source[word] for source in card.sources for word in COPIES_WORDS if word in source), 1)
    prototype = {"prototype": True} if card.prototype else {}
    return {**values, COPIES: copies, **prototype}


def draft_of_rows(
    name: str,
    rows: Sequence[DeckRow],
    fields: DeckFields,
    known: Sequence[Values] = (),
    look: str | None = None,
) -> Draft:
    """A deck that was built, with what ``known`` cards of the same name, class and power say beside."""
    own = [column for column in columns_of(fields) if column not in (COPIES, "text", "art")]
    besides = {tuple(card.get(column) for column in own): card for card in reversed(known)}
    made: list[Values] = []
    for row in rows:
        if row.card is not None:
            made.append({POOL_CARD: row.card, COPIES: row.copies})
            continue
        values = {key: value for key, value in row.values(fields).items() if value is not None}
        made.append({**besides.get(tuple(values.get(column) for column in own), {}), **values})
    return Draft(name, None, tuple(made), look)


# To a file


def write_draft(draft: Draft, game: Game, fields: DeckFields) -> WrittenDraft:
    """The draft as a deck file, each field on a line of its own."""
    return _pool_draft(draft, game, fields) if has_pool(game) else _own_draft(draft, fields)


def _own_draft(draft: Draft, fields: DeckFields) -> WrittenDraft:
    content = head_as_yaml(draft.name or "Deck", draft.text, draft.look)
    if not draft.cards:
        return WrittenDraft(f"{content}cards: []\n", {})
    content += "cards:\n"
    line = content.count("\n")
    items, spots = [], dict[int, Spot]()
    for number, card in enumerate(draft.cards):
        # An item needs a key; one without any is a card without a name.
        given = [(key, card[key]) for key in _in_order(card, fields)] or [("name", "")]
        items.append(item_as_yaml((in_yaml(key), value) for key, value in given))
        for key, _ in given:
            line += 1
            spots[line] = Spot(number, key)
        line += 1
    return WrittenDraft(content + "\n".join(items), spots)


def _in_order(card: Values, fields: DeckFields) -> list[str]:
    first = [key for key in columns_of(fields) if key in card]
    return [*first, *(key for key in card if key not in first)]


def _pool_draft(draft: Draft, game: Game, fields: DeckFields) -> WrittenDraft:
    known = {card.id: card for card in pool_cards(game)}
    rows: list[DeckRow] = []
    for values in draft.cards:
        row = _pool_row(values, known, fields)
        if any(row.card == other.card for other in rows):
            raise InputError(f"the card {code(row.card or '')} is in the deck twice")
        rows.append(row)
    content = deck_as_yaml(DeckFile(draft.name or "Deck", draft.text, rows, fields, draft.look))
    first = content.count("\n") - len(rows) + 1
    return WrittenDraft(content, {first + number: Spot(number, COPIES) for number in range(len(rows))})


def _pool_row(values: Values, known: Mapping[str, Card], fields: DeckFields) -> DeckRow:
    name, copies = str(values.get(POOL_CARD, "")), values.get(COPIES, 1)
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= MAX_COUNT:
        message = f"expected 0 to {MAX_COUNT:,} copies, got {quote(copies)}"
        raise InputError(message)
    card = known.get(name)
    if card is None:
        raise InputError(f"the game has no card {code(name)}")
    alone = CardSet("", "", None, (replace(card, copies=1),), None)
    (entry,) = deck_of(alone, (), fields, of_game=True).entries
    power = countable_power(entry) or 0
    return DeckRow(entry.name or name, entry.class_name, power, copies, card=name)
