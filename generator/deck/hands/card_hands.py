"""Sample hands and odds of any list of cards, to read and for ``--json``: exact and simulated ones.

Each try at an opening hand is a shuffle of its own. The simulation judges hands and puts cards back by the
same rule as the exact computation, but it deals single cards and counts them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.catalog.wording import code
from generator.deck.hands import exact, odds
from generator.deck.hands.exact import Query
from generator.deck.hands.groups import Group, is_blank, number_of
from generator.deck.hands.mulligan import Budget, Cells, Plan, Seen, Vector, bottom, cells_of, seen
from generator.deck.hands.odds import Estimate, Verdict
from generator.deck.hands.report import Block, Progress, shuffles

What = Literal["at_least", "at_most", "exactly", "expected", "value", "mulligans", "kept_anyway"]

_STREAMS = 1_000
"""Between the first streams of one try and of the next: more than any hand has draws."""
_MAX_SUM = 2**62
"""Of values in a hand, as whole numbers: numpy counts no further."""


@dataclass(frozen=True, slots=True)
class CardsRequest:
    """What is asked of a deck: what is drawn, and what is counted in it."""

    plan: Plan
    groups: tuple[Group, ...]
    queries: tuple[Query, ...]
    values: tuple[str, ...]
    """Fields that are added up."""
    samples: int
    show: int
    seed: int


@dataclass(frozen=True, slots=True)
class Odd:
    """A share of all hands or, for ``expected`` and ``value``, a mean: exact and simulated."""

    what: What
    name: str | None
    """Of the group or field; None for all groups at once, and for mulligans."""
    number: int | None
    """How many cards are asked for, or how many mulligans there are."""
    turn: int
    """By this turn; 0 is the opening hand."""
    exact: Fraction
    simulated: Estimate
    cards: Fraction = Fraction(0)
    """The cards seen by then, on average."""

    @property
    def verdict(self) -> Verdict:
        return self.simulated.verdict(self.exact)

    @property
    def per_card(self) -> Fraction | None:
        """Of a field's sum: what it is for each card that is seen."""
        return self.exact / self.cards if self.what == "value" and self.cards else None


@dataclass(frozen=True, slots=True)
class SampleHand:
    """What one shuffle gives: opening hands that are sent back, the one that is kept, and what follows it."""

    sent_back: tuple[tuple[Card, ...], ...]
    bottom: tuple[Card, ...]
    """Cards of the kept hand that were put at the bottom."""
    turns: tuple[tuple[Card, ...], ...]
    """The cards that come to hand, at turn 0 (those that are kept), 1 and so on."""


@dataclass(frozen=True, slots=True)
class CardsReport:
    request: CardsRequest
    members: Mapping[Group, int]
    """How many cards of the deck are in each group."""
    hands: tuple[SampleHand, ...]
    odds: tuple[Odd, ...]


def numbers_in(name: str, cards: Sequence[Card]) -> tuple[list[Fraction], list[Card]]:
    """A number field of each card, 0 where it has none; and the cards that have something else there."""
    numbers = [number_of(card.values.get(name)) for card in cards]
    others = [
        card
        for card, number in zip(cards, numbers, strict=True)
        if number is None and not is_blank(card.values.get(name))
    ]
    return [number or Fraction(0) for number in numbers], list(dict.fromkeys(others))


def sample_cards(
    cards: Sequence[Card], request: CardsRequest, progress: Progress = lambda _: None
) -> CardsReport:
    """Draws the hands from ``cards``, each there as often as it has copies, and computes the odds.

    ``progress`` is told of shuffles as they are drawn. Raises :class:`InputError` where the exact odds
    take too long to count, or numbers can't be added up.
    """
    plan = request.plan
    cells = cells_of(cards, plan.mulligan)
    budget = Budget()
    found = seen(plan, cells, budget)
    members = {group: [group.matches(card) for card in cards] for group in request.groups}
    values = {name: _whole_values(name, cards) for name in request.values}
    tally = _simulate(request, cells, [*members.values()], [*values.values()], progress)
    rows = [
        *_mulligan_odds(request, found, tally),
        *_group_odds(request, cells, found, members, tally, budget),
        *_value_odds(request, cells, found, values, tally),
    ]
    counted = {group: sum(of_group) for group, of_group in members.items()}
    return CardsReport(request, counted, tuple(_shown(cards, request, cells)), tuple(rows))


# Exact beside simulated


def _mulligan_odds(request: CardsRequest, found: Seen, tally: Tally) -> Iterator[Odd]:
    if request.plan.mulligan is None:
        return
    for number, chance in enumerate(found.mulligans):
        hits = tally.mulligans.get(number, 0)
        yield Odd("mulligans", None, number, 0, chance, odds.estimate_share(hits, request.samples))
    simulated = odds.estimate_share(tally.kept_all_the_same, request.samples)
    yield Odd("kept_anyway", None, None, 0, found.kept_all_the_same, simulated)


def _group_odds(
    request: CardsRequest,
    cells: Cells,
    found: Seen,
    members: Mapping[Group, Sequence[bool]],
    tally: Tally,
    budget: Budget,
) -> Iterator[Odd]:
    for at, (group, of_group) in enumerate(members.items()):
        for query in request.queries:
            asked = exact.joint(query, [of_group], cells)
            for turn, chance in enumerate(exact.chances(asked, found.by_turn, budget)):
                hits = sum(n for held, n in enumerate(tally.held[turn][at]) if query.holds(held))
                simulated = odds.estimate_share(hits, request.samples)
                yield Odd(query.kind, group.name, query.number, turn, chance, simulated)
        of_cells = exact.shares(of_group, cells)
        for turn, by_cell in enumerate(found.by_turn):
            counts = tally.held[turn][at]
            total = sum(held * n for held, n in enumerate(counts))
            squares = sum(held * held * n for held, n in enumerate(counts))
            simulated = odds.estimate_mean(total, squares, request.samples, 0, sum(of_group))
            yield Odd("expected", group.name, None, turn, _mean(by_cell, of_cells), simulated)
    if len(members) > 1:
        for number, query in enumerate(request.queries):
            asked = exact.joint(query, [*members.values()], cells)
            for turn, chance in enumerate(exact.chances(asked, found.by_turn, budget)):
                simulated = odds.estimate_share(tally.at_once[turn][number], request.samples)
                yield Odd(query.kind, None, query.number, turn, chance, simulated)


def _value_odds(
    request: CardsRequest, cells: Cells, found: Seen, values: Mapping[str, _Values], tally: Tally
) -> Iterator[Odd]:
    one = exact.averages([1] * len(cells.of), cells)
    for at, (name, given) in enumerate(values.items()):
        means = exact.averages([Fraction(number, given.scale) for number in given.numbers], cells)
        for turn, by_cell in enumerate(found.by_turn):
            total, squares = tally.sums[turn][at]
            least, most = (sum(edge(number, 0) for number in given.numbers) for edge in (min, max))
            simulated = odds.estimate_mean(total, squares, request.samples, least, most, scale=given.scale)
            yield Odd("value", name, None, turn, _mean(by_cell, means), simulated, cards=_mean(by_cell, one))


def _mean(by_cell: Mapping[Vector, Fraction], averages: Sequence[Fraction]) -> Fraction:
    return sum((chance * exact.expected(held, averages) for held, chance in by_cell.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class _Values:
    """A field of each card as whole numbers: ``scale`` times what the card says."""

    numbers: tuple[int, ...]
    scale: int


def _whole_values(name: str, cards: Sequence[Card]) -> _Values:
    """Raises :class:`InputError` for numbers too large, or with too many decimals, to be added up exactly."""
    numbers, _ = numbers_in(name, cards)
    scale = lcm(*(number.denominator for number in numbers))
    whole = tuple(int(number * scale) for number in numbers)
    if max(map(abs, whole), default=0) * len(cards) > _MAX_SUM:
        raise InputError(
            f"the numbers of {code(name)} are too large, or have too many decimals, to be added up"
        )
    return _Values(whole, scale)


# Shuffled decks


@dataclass(slots=True)
class Tally:
    """What the samples hold, by turn."""

    held: list[list[list[int]]]
    """For each group, how many samples have 0, 1, 2 … of its cards."""
    at_once: list[list[int]]
    """For each query, in how many samples all groups fit it."""
    sums: list[list[tuple[int, int]]]
    """For each field, its sum over all samples, and the sum of squares."""
    mulligans: dict[int, int] = field(default_factory=dict)
    """How many samples took so many mulligans."""
    kept_all_the_same: int = 0


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The samples of a block that are kept after the same number of mulligans."""

    mulligans: int
    columns: NDArray[np.intp]
    """Which samples of the block they are."""
    cards: Block
    """For each of them the cards of the kept hand, those drawn later, and at last those put at the bottom."""
    is_bad: NDArray[np.bool_]
    """Whether the rule would have sent them back."""


def _blocks(plan: Plan, samples: int, seed: int) -> Iterator[tuple[Block, ...]]:
    """Shuffled decks for each try at an opening hand."""
    tries = [
        shuffles(plan.cards, plan.reach, samples, seed, first_stream=_STREAMS * number)
        for number in plan.tries
    ]
    return zip(*tries, strict=True)


def _dealt(tries: Sequence[Block], plan: Plan, cells: Cells) -> Iterator[_Dealt]:
    """What becomes of the samples of a block."""
    of_card = np.array(cells.of, np.int16)
    waiting = np.arange(tries[0].shape[1])
    for mulligans in plan.tries:
        cards = tries[mulligans][:, waiting]
        is_bad = np.zeros(len(waiting), np.bool_)
        if plan.mulligan is not None:
            drawn = of_card[cards[: plan.drawn(mulligans)]]
            held = [np.count_nonzero(drawn == cell, axis=0) for cell in range(len(cells.keys))]
            is_bad = _judged(plan.mulligan.rule.holds, cells, held)
        is_kept = ~is_bad if mulligans < plan.tries[-1] else np.ones(len(waiting), np.bool_)
        kept = cards[:, is_kept]
        if plan.put_back(mulligans):
            kept = _with_bottom(kept, plan, mulligans, cells, of_card)
        yield _Dealt(mulligans, waiting[is_kept], kept, is_bad[is_kept])
        waiting = waiting[~is_kept]


def _judged(holds: object, cells: Cells, held: Sequence[NDArray[np.intp]]) -> NDArray[np.bool_]:
    """Which hands the rule sends back, given the cards of each cell that they hold."""
    assert callable(holds)
    counts = []
    for group in range(len(cells.keys[0])):
        in_group = [number for number, key in zip(held, cells.keys, strict=True) if key[group]]
        counts.append(sum(in_group, np.zeros_like(held[0])))
    judged: NDArray[np.bool_] = holds(counts)
    return judged


def _with_bottom(cards: Block, plan: Plan, mulligans: int, cells: Cells, of_card: NDArray[np.int16]) -> Block:
    """The shuffles with the cards that are put back moved from the hand to the end."""
    assert plan.mulligan is not None
    number = plan.put_back(mulligans)
    hand = cards[: plan.hand]
    of_hand = of_card[hand]
    all_cells = range(len(cells.keys))
    held = np.array([np.count_nonzero(of_hand == cell, axis=0) for cell in all_cells])
    kinds, of_sample = np.unique(held, axis=1, return_inverse=True)
    chosen = [bottom(tuple(map(int, kind)), number, cells, plan.mulligan.rule) for kind in kinds.T]
    back = np.array(chosen, np.intp).reshape(-1, len(all_cells))[of_sample.ravel()]
    # What is kept comes first, then the last cell's cards that are put back, then those of the one before it.
    order = np.zeros(of_hand.shape, np.int16)
    for cell in all_cells:
        is_of_cell = of_hand == cell
        from_last = np.cumsum(is_of_cell[::-1], axis=0)[::-1]
        order[is_of_cell & (from_last <= back[:, cell])] = len(all_cells) - cell
    sorted_hand = np.take_along_axis(hand, np.argsort(order, axis=0, kind="stable"), axis=0)
    kept = plan.hand - number
    return np.concatenate([sorted_hand[:kept], cards[plan.hand :], sorted_hand[kept:]])


def _simulate(
    request: CardsRequest,
    cells: Cells,
    members: Sequence[Sequence[bool]],
    values: Sequence[_Values],
    progress: Progress,
) -> Tally:
    plan, turns = request.plan, range(request.plan.turns + 1)
    tally = Tally(
        [[[0] * (plan.reach + 1) for _ in members] for _ in turns],
        [[0] * len(request.queries) for _ in turns],
        [[(0, 0)] * len(values) for _ in turns],
    )
    in_group = [np.array(of_group, np.uint8) for of_group in members]
    numbers = [np.array(given.numbers, np.int64) for given in values]
    for tries in _blocks(plan, request.samples, request.seed):
        progress(tries[0].shape[1])
        for dealt in _dealt(tries, plan, cells):
            found = tally.mulligans.get(dealt.mulligans, 0)
            tally.mulligans[dealt.mulligans] = found + len(dealt.columns)
            tally.kept_all_the_same += int(np.count_nonzero(dealt.is_bad))
            if len(dealt.columns):
                _count(dealt, request, in_group, numbers, tally)
    return tally


def _count(
    dealt: _Dealt,
    request: CardsRequest,
    members: Sequence[NDArray[np.uint8]],
    values: Sequence[NDArray[np.int64]],
    tally: Tally,
) -> None:
    """Adds what the samples hold by each turn."""
    plan, samples = request.plan, len(dealt.columns)
    held = [np.zeros(samples, np.int16) for _ in members]
    sums = [np.zeros(samples, np.int64) for _ in values]
    kept = plan.drawn(dealt.mulligans) - plan.put_back(dealt.mulligans)
    start = 0
    for turn in range(plan.turns + 1):
        end = min(kept + plan.draw * turn, len(dealt.cards))
        for cards in dealt.cards[start:end]:
            for at, of_group in enumerate(members):
                held[at] += of_group[cards]
            for at, numbers in enumerate(values):
                sums[at] += numbers[cards]
        start = end
        for at, count in enumerate(held):
            _add(tally.held[turn][at], np.bincount(count))
        if len(members) > 1:
            for at, query in enumerate(request.queries):
                tally.at_once[turn][at] += _at_once(query, held)
        for at, total in enumerate(sums):
            before, squares = tally.sums[turn][at]
            exactly = total.tolist()  # squares of large numbers are too large for numpy
            tally.sums[turn][at] = before + sum(exactly), squares + sum(n * n for n in exactly)


def _add(counts: list[int], more: NDArray[np.intp]) -> None:
    for held, number in enumerate(more.tolist()):
        counts[held] += number


def _at_once(query: Query, held: Sequence[NDArray[np.int16]]) -> int:
    low, high = query.bounds
    fits = np.ones(len(held[0]), np.bool_)
    for count in held:
        fits &= count >= low
        if high is not None:
            fits &= count <= high
    return int(np.count_nonzero(fits))


def _shown(cards: Sequence[Card], request: CardsRequest, cells: Cells) -> Iterator[SampleHand]:
    """The first of the samples, card by card."""
    plan = request.plan
    for tries in _blocks(plan, request.show, request.seed):
        hands: dict[int, SampleHand] = {}
        for dealt in _dealt(tries, plan, cells):
            for column, numbers in zip(dealt.columns.tolist(), dealt.cards.T.tolist(), strict=True):
                sent_back = (
                    tries[before][: plan.drawn(before), column].tolist() for before in range(dealt.mulligans)
                )
                hands[column] = _shown_hand(cards, plan, dealt.mulligans, numbers, [*sent_back])
        yield from (hands[column] for column in sorted(hands))


def _shown_hand(
    cards: Sequence[Card], plan: Plan, mulligans: int, numbers: Sequence[int], sent_back: list[list[int]]
) -> SampleHand:
    def named(some: Sequence[int]) -> tuple[Card, ...]:
        return tuple(cards[number] for number in some)

    back = plan.put_back(mulligans)
    ends = [plan.drawn(mulligans) - back + plan.draw * turn for turn in range(plan.turns + 1)]
    turns = tuple(named(numbers[start:end]) for start, end in zip([0, *ends[:-1]], ends, strict=True))
    return SampleHand(tuple(map(named, sent_back)), named(numbers[len(numbers) - back :]), turns)


# For ``--json``


def name_of(card: Card) -> str:
    """What a card is called: its name, or its id where it has none."""
    name = card.values.get("name")
    return str(name).strip() if isinstance(name, str | int | float) and str(name).strip() else card.id


def to_dict(report: CardsReport) -> dict[str, object]:
    """All that is told of the hands; ``docs/hands.md`` says what each key means."""
    request, plan = report.request, report.request.plan
    return {
        "cards": plan.cards,
        "hand": plan.hand,
        "draw": plan.draw,
        "turns": plan.turns,
        "seed": request.seed,
        "samples": request.samples,
        "level": odds.LEVEL,
        "groups": [
            {"name": group.name, "condition": group.text, "cards": report.members[group]}
            for group in request.groups
        ],
        "mulligan": None
        if plan.mulligan is None
        else {"rule": str(plan.mulligan.rule), "most": plan.mulligan.most, "to": plan.mulligan.to},
        "hands": [_hand_dict(hand) for hand in report.hands],
        "odds": [_odd_dict(odd) for odd in report.odds],
    }


def _hand_dict(hand: SampleHand) -> dict[str, object]:
    return {
        "sent_back": [[_card_dict(card) for card in cards] for cards in hand.sent_back],
        "bottom": [_card_dict(card) for card in hand.bottom],
        "turns": [[_card_dict(card) for card in cards] for cards in hand.turns],
    }


def _card_dict(card: Card) -> dict[str, object]:
    return {"id": card.id, "name": name_of(card)}


def _odd_dict(odd: Odd) -> dict[str, object]:
    per_card = odd.per_card
    return {
        "odd": odd.what,
        "name": odd.name,
        "number": odd.number,
        "turn": odd.turn,
        **odds.as_dict(odd.exact, odd.simulated),
        **({} if per_card is None else {"per_card": float(per_card)}),
    }
