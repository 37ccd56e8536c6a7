"""Counting what the seats hold in games just begun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from generator.rules import Game
from generator.rules.evaluation import Deal
from generator.rules.loading import part_of_game

_AT_ONCE = 500
"""Games between two tellings of how far it is."""
_LOOKED_INTO = 3
"""Games in which the decks are looked up. One would do, but for the rare start that leaves nobody a choice
and has already laid cards open when somebody is asked."""


class OpeningTally:
    """A seat's hands in one role, counted over games."""

    __slots__ = ("cards", "drawn", "games", "held", "kinds", "seat", "shown", "whose")

    def __init__(self, seat: int, whose: str, drawn: int, cards: int, kinds: Mapping[str, int]) -> None:
        self.seat = seat
        self.whose = whose
        self.drawn = drawn
        self.cards = cards
        """How many cards the hand is drawn from."""
        self.kinds = kinds
        self.games = 0
        self.held: Counter[tuple[str, int]] = Counter()
        """Hands by a kind of card and how many they hold of it."""
        self.shown: list[tuple[int, tuple[str, ...]]] = []
        """The first hands card by card, with the seeds of their games."""

    def add(self, kinds: Iterable[str]) -> None:
        """Counts one more hand, of which every card is given by its kinds."""
        self.games += 1
        self.held.update(Counter(kinds).items())

    def with_at_least(self, card: str, least: int) -> int:
        """The hands that hold so many of the card or more."""
        return sum(self.held[card, count] for count in range(least, self.drawn + 1))


def count_openings(
    game: Game, setup: Mapping[str, Any], seeds: range, show: int, begun: Callable[[int], None]
) -> list[OpeningTally]:
    """Begins a game with each of the seeds; a tally for each seat and role, in the order of the seats.

    Raises InputError for a setup that the game does not have.
    """
    deal = deal_for(game)
    decks = _decks(game, deal, setup, seeds)
    tallies: dict[tuple[int, str, int], OpeningTally] = {}
    for number, seed in enumerate(seeds, start=1):
        state = game.start(seed=seed, **setup)
        for seat, (whose, cards) in enumerate(game.opening(state)):
            key = (seat, whose, len(cards))
            tally = tallies.get(key)
            if tally is None:
                kinds = Counter(_kinds(deal, decks[seat]))
                tally = tallies[key] = OpeningTally(seat, whose, len(cards), len(decks[seat]), kinds)
            tally.add(_kinds(deal, cards))
            if len(tally.shown) < show:
                tally.shown.append((seed, tuple(cards)))
        if number % _AT_ONCE == 0:
            begun(_AT_ONCE)
    return [tallies[key] for key in sorted(tallies)]


def deal_for(game: Game) -> Deal:
    """What the first hands of this game are drawn from: each seat's own deck if it says nothing."""
    bot = part_of_game(game.name, "bot")
    deal: Deal = bot.open_deal(game) if bot is not None and hasattr(bot, "open_deal") else Deal()
    return deal


def _decks(game: Game, deal: Deal, setup: Mapping[str, Any], seeds: range) -> list[Sequence[str]]:
    """For each seat the cards that it draws from."""
    states = [game.start(seed=seed, **setup) for seed in seeds[:_LOOKED_INTO]]
    seats = range(len(game.opening(states[0])))
    return [max((deal.deck(state, seat) for state in states), key=len) for seat in seats]


def _kinds(deal: Deal, cards: Iterable[str]) -> list[str]:
    """Each card by each of its kinds."""
    return [kind for card in cards for kind in deal.kinds(card)]
