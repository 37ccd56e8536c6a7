"""Counting what the seats hold in games just begun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.rules import Game, State

_AT_ONCE = 500
"""Games between two tellings of how far it is."""
_LOOKED_INTO = 3
"""Games in which the decks are looked up. One would do, but for the rare start that leaves nobody a choice
and has already laid cards open when somebody is asked."""


class OpeningTally:
    """A seat's hands in one role, counted over games."""

    __slots__ = ("drawn", "games", "held", "kinds", "seat", "shown", "whose")

    def __init__(self, seat: int, whose: str, drawn: int, kinds: Mapping[str, int]) -> None:
        self.seat = seat
        self.whose = whose
        self.drawn = drawn
        self.kinds = kinds
        self.games = 0
        self.held: Counter[tuple[str, int]] = Counter()
        """Hands by a kind of card and how many they hold of it."""
        self.shown: list[tuple[int, tuple[str, ...]]] = []
        """The first hands card by card, with the seeds of their games."""

    def add(self, cards: Iterable[str]) -> None:
        """Counts one more hand."""
        self.games += 1
        self.held.update(Counter(cards).items())

    def with_at_least(self, card: str, least: int) -> int:
        """The hands that hold so many of the card or more."""
        return sum(self.held[card, count] for count in range(least, self.drawn + 1))


def count_openings(
    game: Game, setup: Mapping[str, Any], seeds: range, show: int, begun: Callable[[int], None]
) -> list[OpeningTally]:
    """Begins a game with each of the seeds; a tally for each seat and role, in the order of the seats.

    Raises Refused for a setup that the game does not have.
    """
    decks = _decks(game, setup, seeds)
    tallies: dict[tuple[int, str, int], OpeningTally] = {}
    for number, seed in enumerate(seeds, start=1):
        state = game.start(seed=seed, **setup)
        for seat, (whose, cards) in enumerate(game.opening(state)):
            key = (seat, whose, len(cards))
            tally = tallies.get(key)
            if tally is None:
                tally = tallies[key] = OpeningTally(seat, whose, len(cards), decks[seat])
            tally.add(cards)
            if len(tally.shown) < show:
                tally.shown.append((seed, tuple(cards)))
        if number % _AT_ONCE == 0:
            begun(_AT_ONCE)
    return [tallies[key] for key in sorted(tallies)]


def _decks(game: Game, setup: Mapping[str, Any], seeds: range) -> list[Mapping[str, int]]:
    """For each seat the copies of each kind in the deck that it draws from."""
    states = [game.start(seed=seed, **setup) for seed in seeds[:_LOOKED_INTO]]
    seats = len(game.opening(states[0]))
    return [_most_cards([_unseen(state, seat, seats) for state in states]) for seat in range(seats)]


def _most_cards(decks: list[list[str]]) -> Mapping[str, int]:
    return Counter(sorted(decks, key=len)[-1])


def _unseen(state: State, seat: int, seats: int) -> list[str]:
    """All of a seat's cards, which at the beginning nobody else has seen, in the game's order."""
    cards: list[str] = state.view((seat + 1) % seats)["unseen"][seat]
    return cards
