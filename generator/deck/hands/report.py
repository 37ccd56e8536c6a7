"""Sample hands and odds of a deck, to read and for ``--json``.

Hands are drawn from shuffled decks, by the hundred thousand and only as far as cards are drawn. A seed gives
the same hands on every machine and whatever numpy's version: PCG64 promises that a seed's stream of integers
stays as it is, numpy's ways of shuffling do not. So only raw integers are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Literal

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

from generator.catalog.lines import readable
from generator.deck.hands import odds
from generator.deck.hands.draw import Opening, draw_rule
from generator.deck.hands.odds import Estimate, Verdict
from generator.deck.kinds import kind_in
from generator.deck.limits import DeckFields, DeckFormat, json_key
from generator.deck.model import Deck, Entry

What = Literal["playable", "dead", "class", "points"]
Progress = Callable[[int], None]
"""Is told of how many shuffles more are drawn."""


@dataclass(frozen=True, slots=True)
class HandsRequest:
    """What is asked for: how many samples, how many of them to show, up to which turn of the player's own."""

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
    def verdict(self) -> Verdict:
        return self.simulated.verdict(self.exact)


@dataclass(frozen=True, slots=True)
class SampleHand:
    """What one shuffle gives a player: the cards drawn on each own turn."""

    turns: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerHands:
    """Sample hands and odds of the first player or of any other."""

    opening: Opening
    strongest: int | None
    """The maximum power of a card that is playable on turn 1: as the cards in hand allow.

    None where the format has no such rule.
    """
    hands: tuple[SampleHand, ...]
    odds: tuple[Odd, ...]

    def can_play(self, card: Entry) -> bool:
        """Whether the card can be played on turn 1."""
        return self.strongest is not None and (card.power or 0) <= self.strongest


@dataclass(frozen=True, slots=True)
class HandsReport:
    deck: Deck
    limits: DeckFormat
    request: HandsRequest
    players: tuple[PlayerHands, ...]

    @property
    def rule(self) -> str:
        return draw_rule([player.opening for player in self.players], is_declared=self.limits.is_declared)

    def kind(self, card: Entry) -> str:
        return kind_in(self.limits, card.class_name, card.power)

    def words(self, odd: Odd) -> str:
        """What the odds are of: ``a soldier by turn 2``."""
        limits = self.limits
        match odd.what:
            case "playable":
                return "a card playable on turn 1"
            case "dead":
                return "no playable card (dead hand)"
            case "class":
                if limits.has_pool:
                    return (
                        f"a card of {readable(f'{limits.fields.group} {odd.class_name}')} by turn {odd.turn}"
                    )
                article = "an" if (odd.class_name or "")[:1] in "aeiou" else "a"
                return f"{article} {readable(odd.class_name or '')} by turn {odd.turn}"
            case "points":
                what = "points" if limits.points is not None else readable(limits.fields.budget or "")
                return f"{what} in hand, turn {odd.turn}"


def sample_hands(
    deck: Deck,
    cards: Sequence[Entry],
    limits: DeckFormat,
    chosen: Sequence[Opening],
    request: HandsRequest,
    progress: Progress = lambda _: None,
) -> HandsReport:
    """Draws the requested hands from ``cards``, those of the deck, and computes their odds.

    ``progress`` is told of shuffles as they are drawn.
    """
    draws = max(opening.drawn_by(request.turns) for opening in chosen)
    wanted = {
        min(opening.drawn_by(turn), len(cards)) for opening in chosen for turn in range(1, request.turns + 1)
    }
    blocks = shuffles(len(cards), draws, request.samples, request.seed)
    tallies = count(_counted(blocks, progress), cards, limits, wanted)
    shown = list(_shown(cards, draws, request))
    players = tuple(
        PlayerHands(
            opening,
            min(opening.hand, len(cards)) * limits.power_per_card if limits.power_per_card else None,
            tuple(_hand(shuffle, opening, request.turns) for shuffle in shown),
            tuple(_odds(opening, cards, limits, tallies, request)),
        )
        for opening in chosen
    )
    return HandsReport(deck, limits, request, players)


def _counted(blocks: Iterable[Block], progress: Progress) -> Iterator[Block]:
    for block in blocks:
        progress(block.shape[1])
        yield block


def _shown(cards: Sequence[Entry], draws: int, request: HandsRequest) -> Iterator[list[Entry]]:
    """The first of the sampled shuffles, as far as cards are drawn."""
    for block in shuffles(len(cards), draws, request.show, request.seed):
        for sample in range(block.shape[1]):
            yield [cards[number] for number in block[:, sample]]


def _hand(shuffle: Sequence[Entry], opening: Opening, turns: int) -> SampleHand:
    deck = iter(shuffle)
    first = tuple(islice(deck, opening.hand))
    return SampleHand((first, *(tuple(islice(deck, opening.later)) for _ in range(turns - 1))))


def _odds(
    opening: Opening,
    cards: Sequence[Entry],
    limits: DeckFormat,
    tallies: dict[int, Tally],
    request: HandsRequest,
) -> Iterator[Odd]:
    size, samples = len(cards), request.samples
    drawn = {turn: min(opening.drawn_by(turn), size) for turn in range(1, request.turns + 1)}

    if limits.power_per_card:
        playable = sum((card.power or 0) <= drawn[1] * limits.power_per_card for card in cards)
        hits = tallies[drawn[1]].playable
        dead = odds.none_of(playable, size, drawn[1])
        yield Odd("playable", 1, None, 1 - dead, odds.estimate_share(hits, samples))
        yield Odd("dead", 1, None, dead, odds.estimate_share(samples - hits, samples))

    for index, name in enumerate(limits.classes):
        of_class = sum(card.class_name == name for card in cards)
        for turn, number in drawn.items():
            exact = odds.at_least_one_of(of_class, size, number)
            yield Odd(
                "class", turn, name, exact, odds.estimate_share(tallies[number].with_class[index], samples)
            )

    if limits.fields.budget is None:
        return
    points = sum(card.power or 0 for card in cards)
    for turn, number in drawn.items():
        exact = odds.expected_points(points, size, number)
        tally = tallies[number]
        simulated = odds.estimate_mean(tally.points, tally.squares, samples, 0, points)
        yield Odd("points", turn, None, exact, simulated)


# Shuffled decks


MAX_DRAWS = 2_100_000_000
"""Cards that are drawn of all shuffles, each held against those drawn before it: some four seconds."""


def most_samples(draws: int, tries: int = 1) -> int:
    """How many shuffles can be simulated in good time, where of each so many cards are drawn so often."""
    return MAX_DRAWS // max(1, tries * draws * (draws + 1) // 2)


Block = NDArray[np.uint16]
"""Samples side by side: ``block[0]`` holds the number of the card that each sample draws first."""

MAX_NUMBERED = 2**16
"""Cards that the numbers in a block can tell apart."""
_AT_ONCE = 8192
"""Samples in a block: enough to be quick, few enough to stay in the processor's cache."""

_KEPT_BITS = 48
"""Of the 64 bits of a random number; the other 16 make room for the product with a number of cards."""


def shuffles(
    cards: int, draws: int, samples: int, seed: int, at_once: int = _AT_ONCE, *, first_stream: int = 0
) -> Iterator[Block]:
    """The first ``draws`` cards of ``samples`` shuffled decks, in blocks.

    Every draw has a stream of its own, so that fewer samples, fewer draws or other blocks give the same hands
    as far as they go. Shuffles whose streams, ``draws`` of them from ``first_stream`` on, are not the same
    have nothing to do with each other.
    """
    assert cards <= MAX_NUMBERED
    streams = [PCG64(seed).jumped(first_stream + draw) for draw in range(min(draws, cards))]
    for start in range(0, samples, at_once):
        yield _block(cards, streams, min(at_once, samples - start))


def _block(cards: int, streams: list[PCG64], samples: int) -> Block:
    drawn = np.empty((len(streams), samples), np.uint16)
    drawn_before: list[NDArray[np.uint16]] = []
    for draw, stream in enumerate(streams):
        card = drawn[draw]
        card[:] = _below(cards - draw, stream, samples)
        # So far it is a rank among the cards that are still in the deck. Each card that was drawn
        # before it, taken in ascending order, moves it up by one.
        for other in drawn_before:
            card += card >= other
        drawn_before = _with(drawn_before, card)
    return drawn


def _below(bound: int, stream: PCG64, count: int) -> NDArray[np.uint64]:
    """Numbers from 0 to ``bound`` - 1, all equally likely but for less than one part in 2 ** 32.

    The upper 48 of 64 bits are taken as a fraction of ``bound``. Of the 2 ** 48 fractions, any two
    numbers get shares that differ by at most one; each share is 2 ** 48 / 2 ** 16 or more.
    """
    words: NDArray[np.uint64] = stream.random_raw(count)
    words >>= np.uint64(64 - _KEPT_BITS)
    words *= np.uint64(bound)
    words >>= np.uint64(_KEPT_BITS)
    return words


def _with(ascending: list[NDArray[np.uint16]], added: NDArray[np.uint16]) -> list[NDArray[np.uint16]]:
    """The rows and one more, each column kept in ascending order."""
    kept = []
    for row in ascending:
        kept.append(np.minimum(row, added))
        added = np.maximum(row, added)
    return [*kept, added]


# What sampled hands hold


@dataclass(slots=True)
class Tally:
    """What was counted when a number of cards had been drawn."""

    playable: int = 0
    """Samples with a card of no more power than the cards in hand allow."""
    with_class: tuple[int, ...] = ()
    """Samples with a card of each class."""
    points: int = 0
    squares: int = 0
    """The points in hand over all samples, and their squares."""


def count(
    blocks: Iterable[Block], cards: Sequence[Entry], limits: DeckFormat, drawn: Collection[int]
) -> dict[int, Tally]:
    """Counts at each of the numbers ``drawn`` of cards; blocks reach as far as the highest or the deck."""
    powers = np.array([card.power for card in cards], np.int32)
    codes = np.array([_code(card.class_name, limits.classes) for card in cards], np.int16)
    tallies = {number: Tally(with_class=(0,) * len(limits.classes)) for number in drawn}
    for block in blocks:
        _count_block(powers[block], codes[block], limits, tallies)
    return tallies


def _code(class_name: str, classes: Sequence[str]) -> int:
    return classes.index(class_name) if class_name in classes else -1


def _count_block(
    powers: NDArray[np.int32], codes: NDArray[np.int16], limits: DeckFormat, tallies: dict[int, Tally]
) -> None:
    classes, samples = len(limits.classes), powers.shape[1]
    weakest = np.full(samples, np.iinfo(np.int32).max, np.int32)
    points = np.zeros(samples, np.int64)
    seen = np.zeros((classes, samples), np.bool_)
    for number, (power, code) in enumerate(zip(powers, codes, strict=True), 1):
        np.minimum(weakest, power, out=weakest)
        points += power
        for index in range(classes):
            seen[index] |= code == index
        if number in tallies:
            _add(tallies[number], weakest <= number * limits.power_per_card, seen, points)


def _add(
    tally: Tally, playable: NDArray[np.bool_], seen: NDArray[np.bool_], points: NDArray[np.int64]
) -> None:
    tally.playable += int(np.count_nonzero(playable))
    found = np.count_nonzero(seen, axis=1)
    tally.with_class = tuple(old + int(new) for old, new in zip(tally.with_class, found, strict=True))
    tally.points += int(points.sum())
    tally.squares += int(np.dot(points, points))


# For ``--json``


def to_dict(report: HandsReport) -> dict[str, object]:
    """The whole report; ``docs/hands.md`` says what each key means.

    Keys that say "class" or "power" are called by the game's own fields; what a format lacks is left out.
    """
    request = report.request
    points = {} if report.limits.fields.budget is None else {"points": report.deck.points}
    return {
        "deck": report.deck.name,
        "cards": report.deck.size,
        **points,
        "rule": report.rule,
        "seed": request.seed,
        "samples": request.samples,
        "turns": request.turns,
        "level": odds.LEVEL,
        "players": [_player_dict(report, player) for player in report.players],
    }


def _player_dict(report: HandsReport, player: PlayerHands) -> dict[str, object]:
    strongest = {} if player.strongest is None else {"strongest_playable": player.strongest}
    return {
        "player": player.opening.player,
        "draws": player.opening.hand,
        **strongest,
        "hands": [_hand_dict(report, player, hand) for hand in player.hands],
        "odds": [_odd_dict(odd, report.limits.fields) for odd in player.odds],
    }


def _hand_dict(report: HandsReport, player: PlayerHands, hand: SampleHand) -> list[list[dict[str, object]]]:
    opening, *later = hand.turns
    if player.strongest is None:
        return [[_card_dict(report, card) for card in drawn] for drawn in hand.turns]
    return [
        [{**_card_dict(report, card), "playable": player.can_play(card)} for card in opening],
        *([_card_dict(report, card) for card in drawn] for drawn in later),
    ]


_CARD_KEYS = ("kind", "name", "playable")


def _card_dict(report: HandsReport, card: Entry) -> dict[str, object]:
    budget, group = report.limits.fields
    values: dict[str, object] = {"kind": report.kind(card), "name": card.name}
    if group is not None:
        values[json_key(group, *_CARD_KEYS)] = card.class_name or None
    return values if budget is None else {**values, json_key(budget, *_CARD_KEYS): card.power}


def _odd_dict(odd: Odd, fields: DeckFields) -> dict[str, object]:
    values = odds.as_dict(odd.exact, odd.simulated)
    opening: dict[str, object] = {"odd": odd.what, "turn": odd.turn}
    if fields.group is not None:
        opening[json_key(fields.group, *opening, *values)] = odd.class_name
    return {**opening, **values}
