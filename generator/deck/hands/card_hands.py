"""Sample hands and odds of any list of cards, to read and for ``--json``: exact and simulated ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal

from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.catalog.wording import code
from generator.deck.hands import exact, odds
from generator.deck.hands.exact import Budget, Cells, Plan, Query, Seen, Vector, cells_of, seen
from generator.deck.hands.groups import Group, number_of
from generator.deck.hands.odds import Estimate, Verdict
from generator.deck.hands.sampling import Progress, SampleHand, Tally, sample_hands_of, tries_of
from generator.deck.limits import is_blank

What = Literal["at_least", "at_most", "exactly", "expected", "value", "mulligans", "kept_anyway"]
OfDeck = Literal["playable", "dead", "class", "points"]
"""What is computed for a deck by the rules of its game."""

_MAX_SUM = 2**62
"""Of values in a hand, as whole numbers: numpy counts no further."""


@dataclass(frozen=True, slots=True)
class CardsRequest:
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
    """A share of all hands or, for ``expected``, ``value`` and ``points``, a mean: exact and simulated."""

    what: What | OfDeck
    name: str | None
    """Of the group, field or class; None for all groups at once, and for mulligans."""
    number: int | None
    """How many cards are asked for, or how many mulligans there are."""
    turn: int
    """By this turn; 0 is the opening hand, which a deck's game has on turn 1."""
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
class CardsReport:
    request: CardsRequest
    members: Mapping[Group, int]
    """How many cards of the deck are in each group."""
    hands: tuple[SampleHand[Card], ...]
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

    ``progress`` is called with the shuffles that are drawn. Raises :class:`InputError` where the exact odds
    take too long to count, or numbers can't be added up.
    """
    plan = request.plan
    cells = cells_of(cards, plan.mulligan)
    budget = Budget()
    found = seen(plan, cells, budget)
    members = {group: [group.matches(card) for card in cards] for group in request.groups}
    values = {name: _whole_values(name, cards) for name in request.values}
    numbers = [given.numbers for given in values.values()]
    queries = request.queries if len(members) > 1 else ()
    tally = Tally(plan, cells, [*members.values()], numbers, queries)
    for tries in tries_of(plan, request.samples, request.seed):
        progress(tries[0].shape[1])
        tally.add(tries)
    rows = [
        *_mulligan_odds(request, found, tally),
        *_group_odds(request, cells, found, members, tally, budget),
        *_value_odds(request, cells, found, values, tally),
    ]
    hands = sample_hands_of(cards, plan, cells, request.show, request.seed)
    counted = {group: sum(of_group) for group, of_group in members.items()}
    return CardsReport(request, counted, tuple(hands), tuple(rows))


# Exact beside simulated


def _mulligan_odds(request: CardsRequest, found: Seen, tally: Tally) -> Iterator[Odd]:
    if request.plan.mulligan is None:
        return
    for number, chance in enumerate(found.mulligans):
        hits = tally.mulligans[number]
        yield Odd("mulligans", None, number, 0, chance, odds.estimate_share(hits, request.samples))
    simulated = odds.estimate_share(tally.kept_anyway, request.samples)
    yield Odd("kept_anyway", None, None, 0, found.kept_anyway, simulated)


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
        of_cells = exact.averages([*map(int, of_group)], cells)
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


# For ``--json``


def name_of(card: Card) -> str:
    name = card.values.get("name")
    return str(name).strip() if isinstance(name, str | int | float) and str(name).strip() else card.id


def to_dict(report: CardsReport) -> dict[str, object]:
    """Hands and odds as JSON-ready values; ``docs/hands.md`` says what each key means."""
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


def _hand_dict(hand: SampleHand[Card]) -> dict[str, object]:
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
