"""Where each card of a position lies, so that every card that lies in two places is told with its place."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.reader import Reader
from generator.games.strongholds.cards import Cards


class Places:
    """Reads lists of cards, and notes where each card was found."""

    __slots__ = ("_cards", "_found", "drawn", "royals", "troops")

    troops: dict[str, int]
    """The cards that may be sent, by their notation."""
    royals: dict[str, int]
    drawn: dict[str, int]
    """The cards of hands and piles: all but the royals."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self._found: list[tuple[Reader, int]] = []
        self.troops = {cards.words[card]: card for card in range(cards.first_royal)}
        self.royals = {cards.words[card]: card for card in range(cards.first_royal, cards.first_ace)}
        self.drawn = {cards.words[card]: card for card in cards.drawn}

    def read(self, given: Reader, known: Mapping[str, int], noun: str) -> list[int]:
        """A list of cards, as their numbers; those that are none are noted and left out."""
        found: list[int] = []
        for item in given.items():
            before = item.error_count
            word = item.word(known, noun)
            if item.error_count == before:
                found.append(known[word])
                self._found.append((item, known[word]))
        return found

    def check(self) -> None:
        """Notes every card that was found before, the seats first and then the piles."""
        seen: set[int] = set()
        for place, card in sorted(self._found, key=lambda found: found[0].path[0] != "seats"):
            if card in seen:
                place.error(f"there is one {self._cards.words[card]}, and it lies elsewhere already")
            seen.add(card)
