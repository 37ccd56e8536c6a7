"""The decks that a game is begun with: the option ``decks`` read, and who goes first."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.battle_gate.numbers import Kinds, Numbers
from generator.rules.shuffler import Shuffler

Deck = tuple[int, ...]
"""The kinds of a deck's cards; the order does not matter."""

MAX_KNOWN = 1000
"""Bounds how many decks are kept as read; they are soon read again."""


class DeckReader:
    """Reads what is given as ``decks``: for each seat the name of a deck, or a list of kinds of cards."""

    __slots__ = ("_known", "_most", "_numbers", "bundled")

    def __init__(self, kinds: Kinds, numbers: Numbers) -> None:
        self._numbers = kinds.number
        self._most = numbers.most
        self.bundled = {name: tuple(kinds.of(words)) for name, words in numbers.decks.items()}
        """The decks that come with the game, in the order of their names."""
        self._known: dict[tuple[str, ...], Deck] = {}

    def read(self, value: object) -> tuple[Deck, ...]:
        """The deck of each seat; names may also come as one word, with commas. Raises InputError."""
        if isinstance(value, str):
            return tuple([self._named(name.strip()) for name in value.split(",")])
        if not isinstance(value, list | tuple):
            raise InputError(f"decks: expected a list with a deck for each seat, got {quote(value)}")
        return tuple([self._deck(deck) for deck in value])

    def first(self, seats: int) -> tuple[Deck, ...]:
        """The bundled decks, one a seat; they start again where there are too few."""
        decks = list(self.bundled.values())
        return tuple([decks[seat % len(decks)] for seat in range(seats)])

    def _deck(self, given: object) -> Deck:
        if isinstance(given, str):
            return self._named(given)
        if not isinstance(given, list | tuple):
            raise InputError(f"decks: expected a deck's name or a list of cards, got {quote(given)}")
        words = tuple(given)
        try:
            deck = self._known.get(words)
        except TypeError:
            deck = None  # with a list or mapping among the cards, which the reading refuses
        return self._listed(words) if deck is None else deck

    def _named(self, name: str) -> Deck:
        if name not in self.bundled:
            names = list(self.bundled)
            hint = did_you_mean(name, names) or f"the game has {join_words(names, 'and')}"
            raise InputError(f"decks: there is no deck {quote(name)}", hint=hint)
        return self.bundled[name]

    def _listed(self, words: Sequence[object]) -> Deck:
        if not 1 <= len(words) <= self._most:
            raise InputError(f"decks: a deck has 1 to {self._most} cards, got {len(words)}")
        for word in words:
            if not isinstance(word, str) or word not in self._numbers:
                kinds = list(self._numbers)
                raise InputError(
                    f"decks: {quote(word)} is no kind of card", hint=f"they are {kinds[0]} to {kinds[-1]}"
                )
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        names = tuple([str(word) for word in words])
        self._known[names] = tuple([self._numbers[name] for name in names])
        return self._known[names]


def check_seats(decks: Sequence[Deck], seats: int, title: str) -> None:
    """Raises InputError unless there is a deck for each seat."""
    if len(decks) != seats:
        raise InputError(
            f"{title} with {seats} players takes {seats} decks, got {pluralize(len(decks), 'deck')}"
        )


def shuffled(deck: Deck, shuffler: Shuffler) -> list[int]:
    """The deck in a new order, from the bottom."""
    cards = list(deck)
    shuffler.shuffle(cards)
    return cards


def find_first(decks: Sequence[Deck], kinds: Kinds, shuffler: Shuffler) -> int:
    """The seat that goes first: it shows the highest power at the bottom of its deck, shuffled and cut.

    Those who tie shuffle and cut again among themselves. Where all their cards have one and the same power,
    lots are drawn.
    """
    power = kinds.power
    seats = list(range(len(decks)))
    while len(seats) > 1:
        highest = 0
        best: list[int] = []
        for seat in seats:
            # Shuffled and cut, every card is as likely at the bottom as any other.
            deck = decks[seat]
            bottom = power[deck[shuffler.below(len(deck))]]
            if bottom > highest:
                highest = bottom
                best = []
            if bottom == highest:
                best.append(seat)
        seats = best
        if len(seats) > 1 and _of_one_power([decks[seat] for seat in seats], power):
            return seats[shuffler.below(len(seats))]
    return seats[0]


def _of_one_power(decks: Sequence[Deck], power: list[int]) -> bool:
    return len({power[card] for deck in decks for card in deck}) == 1
