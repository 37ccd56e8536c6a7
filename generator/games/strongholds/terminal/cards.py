"""The playing cards of Strongholds for the terminal: in notation, in colour, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database

_STYLES = {"red": "red", "black": "cyan"}
_LONGEST = 200


class Card(NamedTuple):
    """A card as the database has it."""

    name: str
    kind: str
    """``troop``, ``royal``, ``ace`` or ``joker``."""
    colour: str
    power: int
    """Of a troop; 0 for all others."""
    rank: str


class Royal(NamedTuple):
    """What the royals of a rank are and do."""

    name: str
    health: int
    sends: int
    ability: str
    """For example ``doubles troops of her own colour``."""


class Cards:
    """All cards by their notation: ``7H``, ``QS``, ``*R``."""

    def __init__(self, database: Database) -> None:
        rules: Any = database.rules
        self.drawn_for_ace = int(rules["ace"]["draw"])
        self._royals = {rank: _royal(given) for rank, given in rules["royals"].items()}
        given = [card.values for part in database.components for cards in part.sets for card in cards.cards]
        self._cards = {_notation(values): _card(values) for values in given if "colour" in values}

    def __getitem__(self, card: str) -> Card:
        return self._cards[card]

    def __contains__(self, card: str) -> bool:
        return card in self._cards

    def royal(self, card: str) -> Royal:
        """What the royal of that card does."""
        return self._royals[self._cards[card].rank]

    def royal_of(self, rank: str) -> Royal:
        """What royals of that rank do: ``J``, ``Q`` or ``K``."""
        return self._royals[rank]

    @property
    def ranks(self) -> Iterable[str]:
        """The ranks of royals."""
        return self._royals.keys()

    def named(self, card: str) -> str:
        """``the Seven of Hearts (7H)``; a card that is none of the game's stays as it is written."""
        return f"the {self._cards[card].name} ({card})" if card in self._cards else card

    def drawn(self, cards: Iterable[str], nothing: str = "-") -> Text:
        """Cards in a row, each in its colour."""
        told = Text("  ").join(map(self.one, cards))
        return told if told else Text(nothing, "dim")

    def one(self, card: str) -> Text:
        known = self._cards.get(card)
        return Text(card, _STYLES.get(known.colour, "") if known else "")


def _notation(values: Mapping[str, Any]) -> str:
    """A card of a suit has its id for notation; a joker a star and the first letter of its colour."""
    return f"*{values['colour'][:1].upper()}" if values["kind"] == "joker" else str(values["id"])


def _card(values: Mapping[str, Any]) -> Card:
    return Card(
        readable(values["name"]),
        values["kind"],
        values["colour"],
        values.get("power") or 0,
        str(values.get("rank") or ""),
    )


def _royal(given: Mapping[str, Any]) -> Royal:
    ability = readable(str(given["power"]), _LONGEST)
    return Royal(
        readable(given["name"]), int(given["health"]), int(given["sends"]), ability[:1].lower() + ability[1:]
    )
