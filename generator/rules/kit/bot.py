"""What bots and studies need to know of a game of the kit: how an author values a table, and what first hands
are drawn from."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

from generator.catalog.wording import quote
from generator.rules.errors import RulesError
from generator.rules.evaluation import WIN, Deal, Evaluator, Source
from generator.rules.kit.cards import Card
from generator.rules.kit.declarations import place_of
from generator.rules.kit.state import KitGame, KitState
from generator.rules.kit.table import Table
from generator.rules.protocol import Game, State
from generator.rules.shuffler import Shuffler

LOTS = 4
"""Ways in which dice and lots fall that are tried out: they may say who is dealt more."""
SHUFFLED = 25
"""Set-ups with each of these: what a hand gets must not depend on how piles were shuffled."""

PLAIN = 0.9 * WIN
"""A value up to here counts as it is. What is beyond comes ever nearer to a win, and never up to it."""

Hands = Mapping[tuple[int, int], Sequence[Source] | None]
"""By seat and size of its hand, what it is drawn from; None where that is not always the same."""


class KitEvaluator(Evaluator):
    """Values a table as the author's ``@rules.value`` does; for a team by the mean of its seats."""

    def __init__(self, game: KitGame, value: Callable[[Table, int], object]) -> None:
        self._game = game
        self._value = value

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, KitState)
        game, table = self._game, state.table
        side = next((side for side in game.sides(len(table.seats)) if seat in side), (seat,))
        mean = sum([self._of_seat(table, one) for one in side]) / len(side)
        if abs(mean) <= PLAIN:
            return mean
        beyond = WIN - (WIN - PLAIN) * PLAIN / abs(mean)
        return beyond if mean > 0 else -beyond

    def _of_seat(self, table: Table, seat: int) -> float:
        found = self._game.guarded(self._value, table, seat)
        try:
            if isinstance(found, int | float) and isfinite(found):
                return float(found)
        except OverflowError:  # A whole number that is too large for what bots reckon with.
            found = "a number that is too large"
        message = f"`value` gave {quote(found)}: give a number, the more the better for the seat"
        raise RulesError(message, place_of(self._value))


class DrawnCard(Card):
    """A card that stands for the same in all, and knows where it lay after a shuffle."""

    def __init__(self, card: Card, shuffle: int, at: int) -> None:
        vars(self).update(vars(card))
        for name, value in (("kind", card), ("shuffle", shuffle), ("at", at)):
            object.__setattr__(self, name, value)

    __slots__ = ("at", "kind", "shuffle")

    def __eq__(self, other: object) -> bool:
        return self.kind is (other.kind if isinstance(other, DrawnCard) else other)

    def __hash__(self) -> int:
        return hash(self.kind)


class FollowedShuffler(Shuffler):
    """Marks the cards that it shuffles, and keeps what lay in each pile. Lots have a seed of their own.

    It follows a single table: what a table goes on with is the same one.
    """

    __slots__ = ("_lots", "shuffled")

    def __init__(self, seed: int, lots: int) -> None:
        super().__init__(seed)
        self._lots = Shuffler(lots)
        self.shuffled: list[Counts[str]] = []

    def shuffle(self, cards: list[Any]) -> None:
        if not all(isinstance(card, Card) for card in cards):
            self._lots.shuffle(cards)
            return
        super().shuffle(cards)
        number = len(self.shuffled)
        self.shuffled.append(Counts(map(str, cards)))
        kinds = [card.kind if isinstance(card, DrawnCard) else card for card in cards]
        cards[:] = [DrawnCard(card, number, at) for at, card in enumerate(kinds)]

    def below(self, count: int) -> int:
        return self._lots.below(count)

    def clone(self) -> Shuffler:
        return self


class KitDeal(Deal):
    """Follows set-up card by card, through many deals.

    What a hand gets is known where it is the same places of the same shuffled piles however these were
    shuffled; and cards that no shuffle has moved.
    """

    def __init__(self) -> None:
        self._followed: dict[int, Hands] = {}

    def sources(self, state: State, seat: int, drawn: int) -> Sequence[Source] | None:
        assert isinstance(state, KitState)
        seats = len(state.table.seats)
        if seats not in self._followed:
            self._followed[seats] = _followed(state.game, seats)
        return self._followed[seats].get((seat, drawn))


def _followed(game: KitGame, seats: int) -> Hands:
    """Where dice or lots say how large a hand is, each size is drawn from something of its own."""
    ways = [_sources_by_seat(game, seats, lots) for lots in range(LOTS)]
    found: dict[tuple[int, int], Sequence[Source] | None] = {}
    for seat in range(seats):
        sources_of = [way[seat] for way in ways]
        for sources in sources_of:
            if sources is not None and None not in sources_of:
                size = sum(source.drawn for source in sources)
                is_same = found.setdefault((seat, size), sources) == sources
                found[seat, size] = sources if is_same else None
    return found


def _sources_by_seat(game: KitGame, seats: int, lots: int) -> list[list[Source] | None]:
    """What each seat draws from where lots fall in this way; None where the hand depends on the shuffles."""
    first: list[tuple[object, list[Source]]] = []
    followed = [True] * seats
    order = {card: number for number, card in enumerate(game.kind.cards)}.__getitem__
    for seed in range(SHUFFLED):
        shuffler = FollowedShuffler(seed, lots)
        try:
            hands = game.first_hands(game.set_up(shuffler, seats))
        except RulesError:
            # The rules do something with cards that a marked one does not stand.
            return [None] * seats
        found = [_places(hand, shuffler.shuffled, order) for hand in hands]
        first = first or found
        followed = [was and found[seat] == first[seat] for seat, was in enumerate(followed)]
    return [first[seat][1] if followed[seat] else None for seat in range(seats)]


def _places(
    hand: Sequence[Any], shuffled: Sequence[Counts[str]], order: Callable[[str], int]
) -> tuple[object, list[Source]]:
    """The places in shuffled piles that a hand comes from, and the piles with how many cards of each."""
    cards = [getattr(card, "card", card) for card in hand]
    drawn = [card for card in cards if isinstance(card, DrawnCard)]
    given = sorted((str(card) for card in cards if not isinstance(card, DrawnCard)), key=order)
    by_shuffle = Counts(card.shuffle for card in drawn)
    sources = [
        Source(sorted(shuffled[number].elements(), key=order), by_shuffle[number])
        for number in sorted(by_shuffle)
    ]
    if given:
        sources.append(Source(given, len(given)))
    return frozenset((card.shuffle, card.at) for card in drawn), sources


def open_evaluator(game: Game) -> Evaluator | None:
    """What values the tables of a game of the kit; None where its author does not."""
    assert isinstance(game, KitGame)
    value = game.rules.functions.value
    return None if value is None else KitEvaluator(game, value)


def open_deal(game: Game) -> Deal:
    """What the first hands of a game of the kit are drawn from."""
    assert isinstance(game, KitGame)
    return KitDeal()
