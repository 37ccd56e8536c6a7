"""Decks written as a row of kinds, for tests of counting and sampling."""

from __future__ import annotations

from generator.catalog.models import Card, CardSet
from generator.catalog.tables import TableRow
from generator.deck.format import DeckFormat
from generator.deck.model import Deck, deck_of

LIMITS = DeckFormat(
    points=100,
    min_cards=17,
    max_cards=100,
    min_power=1,
    max_power=6,
    classes=("minion", "soldier", "assassin"),
    first_hand=3,
    other_hand=4,
)
CLASSES = {"M": "minion", "S": "soldier", "A": "assassin"}


def deck_of_kinds(kinds: str) -> Deck:
    """The deck of, for example, ``"M1 S3 S3x2 A6"``; each card is called by its kind and number."""
    cards = []
    for number, kind in enumerate(kinds.split()):
        power, _, copies = kind[1:].partition("x")
        values = {
            "name": f"{kind[0]}{power} {number}",
            "class": CLASSES.get(kind[0], "sorcerer"),
            "power": int(power),
        }
        cards.append((values, int(copies or 1)))
    return deck_of_values(*cards)


def deck_of_values(*cards: tuple[dict[str, object], int], name: str = "Test") -> Deck:
    """The deck of cards with these values and copies, as a file might give them."""
    made = [
        Card(str(n), copies, values, False, (TableRow(values, "deck.csv", n + 2, dict.fromkeys(values, 1)),))
        for n, (values, copies) in enumerate(cards)
    ]
    return deck_of(CardSet("test", name, None, tuple(made), None))
