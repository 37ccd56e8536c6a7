"""Sample hands and odds of a deck, put together for the reader and for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Literal

from generator.deck.format import DeckFormat
from generator.deck.hands import interval, odds
from generator.deck.hands.draw import Opening, in_words
from generator.deck.hands.interval import Estimate
from generator.deck.hands.sampling import deals
from generator.deck.hands.tally import Tally, count
from generator.deck.kinds import class_marks, kind_name
from generator.deck.model import Deck, Entry

What = Literal["playable", "dead", "class", "points"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for: how many samples, how many of them to show, up to which own turn."""

    samples: int
    show: int
    turns: int
    seed: int


@dataclass(frozen=True, slots=True)
class Odd:
    """One of a player's odds: a share of all games, or for ``points`` a mean, exact and simulated."""

    what: What
    turn: int
    class_name: str | None
    exact: Fraction
    simulated: Estimate

    @property
    def inside(self) -> bool:
        """Whether the exact value lies in the simulated one's interval."""
        return self.simulated.low <= self.exact <= self.simulated.high


@dataclass(frozen=True, slots=True)
class SampleHand:
    """What one shuffle gives a player: the cards drawn on each own turn."""

    turns: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerHands:
    """Sample hands and odds of the first player or of another one."""

    opening: Opening
    strongest: int
    """The power that a card playable on turn 1 has at most: as many as there are cards in hand."""
    hands: tuple[SampleHand, ...]
    odds: tuple[Odd, ...]

    def can_play(self, card: Entry) -> bool:
        """Whether the card can be played on turn 1."""
        return (card.power or 0) <= self.strongest


@dataclass(frozen=True, slots=True)
class HandsReport:
    deck: Deck
    limits: DeckFormat
    wishes: Wishes
    players: tuple[PlayerHands, ...]

    @property
    def rule(self) -> str:
        return in_words([player.opening for player in self.players])

    def kind(self, card: Entry) -> str:
        return kind_name(card.class_name, card.power, class_marks(self.limits.classes))


def sample_hands(
    deck: Deck, cards: Sequence[Entry], limits: DeckFormat, chosen: Sequence[Opening], wishes: Wishes
) -> HandsReport:
    """Draws the hands that are wished for from ``cards``, the deck's, and reckons their odds."""
    most = max(opening.drawn_by(wishes.turns) for opening in chosen)
    wanted = {
        min(opening.drawn_by(turn), len(cards)) for opening in chosen for turn in range(1, wishes.turns + 1)
    }
    blocks = deals(len(cards), most, wishes.samples, wishes.seed)
    tallies = count(blocks, cards, limits.classes, wanted)
    shown = list(_shuffles(cards, most, wishes))
    players = tuple(
        PlayerHands(
            opening,
            min(opening.hand, len(cards)),
            tuple(_hand(shuffle, opening, wishes.turns) for shuffle in shown),
            tuple(_odds(opening, cards, limits.classes, tallies, wishes)),
        )
        for opening in chosen
    )
    return HandsReport(deck, limits, wishes, players)


def _shuffles(cards: Sequence[Entry], draws: int, wishes: Wishes) -> Iterator[list[Entry]]:
    """The first of the sampled shuffles, as far as they are drawn."""
    for block in deals(len(cards), draws, wishes.show, wishes.seed):
        for sample in range(block.shape[1]):
            yield [cards[number] for number in block[:, sample]]


def _hand(shuffle: Sequence[Entry], opening: Opening, turns: int) -> SampleHand:
    deck = iter(shuffle)
    first = tuple(islice(deck, opening.hand))
    return SampleHand((first, *(tuple(islice(deck, 1)) for _ in range(turns - 1))))


def _odds(
    opening: Opening,
    cards: Sequence[Entry],
    classes: Sequence[str],
    tallies: dict[int, Tally],
    wishes: Wishes,
) -> Iterator[Odd]:
    size, samples = len(cards), wishes.samples
    drawn = {turn: min(opening.drawn_by(turn), size) for turn in range(1, wishes.turns + 1)}

    light = sum((card.power or 0) <= drawn[1] for card in cards)
    hits = tallies[drawn[1]].playable
    dead = odds.none_of(light, size, drawn[1])
    yield Odd("playable", 1, None, 1 - dead, interval.share(hits, samples))
    yield Odd("dead", 1, None, dead, interval.share(samples - hits, samples))

    for index, name in enumerate(classes):
        having = sum(card.class_name == name for card in cards)
        for turn, number in drawn.items():
            exact = odds.at_least_one_of(having, size, number)
            yield Odd("class", turn, name, exact, interval.share(tallies[number].with_class[index], samples))

    points = sum(card.power or 0 for card in cards)
    for turn, number in drawn.items():
        exact = odds.expected_points(points, size, number)
        tally = tallies[number]
        yield Odd("points", turn, None, exact, interval.mean(tally.points, tally.squares, samples))
