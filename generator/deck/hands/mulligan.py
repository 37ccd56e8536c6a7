"""How hands are drawn from a list of cards: an opening hand, which may be sent back, and draws after it.

The cards of a deck are alike as far as the mulligan rule goes if they are in the same of its groups: these are
the rule's cells. A hand is judged, and cards are put back, by how many it has of each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import Literal

from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.deck.hands.groups import Rule

To = Literal["same", "fewer", "bottom"]
Vector = tuple[int, ...]
"""How many cards of each cell."""

MAX_STEPS = 5_000_000
"""Of a computation of exact odds: some seconds."""


class Budget:
    """Bounds the work on exact odds, which grows fast with groups that overlap."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self._left = steps

    def spend(self, steps: int) -> None:
        """Raises :class:`InputError` where there is no end in sight."""
        self._left -= steps
        if self._left < 0:
            raise InputError(
                "the exact odds of so many groups, cards and turns together take too long to count",
                hint="ask for fewer groups at once, fewer turns or smaller numbers",
            )


@dataclass(frozen=True, slots=True)
class Mulligan:
    """When an opening hand is sent back, how often, and for what."""

    rule: Rule
    """The hands that are sent back."""
    most: int
    """How often; the last hand is kept whatever it holds."""
    to: To


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn from a deck of ``cards`` cards."""

    cards: int
    hand: int
    draw: int
    """Cards that are drawn on each turn."""
    turns: int
    mulligan: Mulligan | None

    @property
    def tries(self) -> range:
        """The numbers of mulligans that may come before a hand that is kept."""
        return range(1 + (self.mulligan.most if self.mulligan else 0))

    def drawn(self, mulligans: int) -> int:
        """Cards of an opening hand that is drawn, and judged, after so many mulligans."""
        return self.hand - mulligans if self.mulligan and self.mulligan.to == "fewer" else self.hand

    def put_back(self, mulligans: int) -> int:
        """How many of them are put at the bottom if the hand is kept."""
        return mulligans if self.mulligan and self.mulligan.to == "bottom" else 0

    @property
    def reach(self) -> int:
        """Cards from the top of a shuffled deck that may be seen."""
        return min(self.hand + self.draw * self.turns, self.cards)


# Cells


@dataclass(frozen=True, slots=True)
class Cells:
    """The cards of a deck by the mulligan rule's groups that they are in; without a rule, all in one cell."""

    keys: tuple[tuple[bool, ...], ...]
    """In which of the rule's groups a cell's cards are. The cells go from those whose cards are put back first
    to those whose cards go last: by number of groups, then by how early the groups are named."""
    of: tuple[int, ...]
    """The cell of each card of the deck."""

    @property
    def sizes(self) -> Vector:
        return tuple(self.of.count(cell) for cell in range(len(self.keys)))

    def counts(self, held: Sequence[int]) -> list[int]:
        """How many cards of each of the rule's groups are among so many of each cell."""
        groups = len(self.keys[0]) if self.keys else 0
        return [
            sum(number for number, key in zip(held, self.keys, strict=True) if key[group])
            for group in range(groups)
        ]


def cells_of(cards: Sequence[Card], mulligan: Mulligan | None) -> Cells:
    """The cells of a deck's cards, each of which is there as often as it has copies."""
    groups = mulligan.rule.groups if mulligan else ()
    of_card = {card: tuple(group.matches(card) for group in groups) for card in dict.fromkeys(cards)}
    keys = tuple(sorted(set(of_card.values()), key=lambda key: (sum(key), key)))
    return Cells(keys, tuple(keys.index(of_card[card]) for card in cards))


def bottom(held: Vector, number: int, cells: Cells, rule: Rule) -> Vector:
    """The cards that are put back out of a hand: ``number`` in all, of each cell so many.

    If it can be, those without which the rule would keep the hand; of these choices the one with cards in the
    fewest groups, then the one with more cards of the earlier cells.
    """

    def cost(back: Vector) -> tuple[bool, int, Vector]:
        rest = [had - gone for had, gone in zip(held, back, strict=True)]
        memberships = sum(gone * sum(key) for gone, key in zip(back, cells.keys, strict=True))
        return bool(rule.holds(cells.counts(rest))), memberships, tuple(-gone for gone in back)

    return min(vectors(held, number), key=cost)


def vectors(limits: Vector, total: int) -> Iterator[Vector]:
    """All ways to take ``total`` cards, of each cell at most its limit."""
    if not limits:
        if total == 0:
            yield ()
        return
    first, rest = limits[0], limits[1:]
    for taken in range(max(0, total - sum(rest)), min(first, total) + 1):
        for others in vectors(rest, total - taken):
            yield (taken, *others)


# What is seen of the deck


@dataclass(frozen=True, slots=True)
class Seen:
    """How many cards of each cell a player has seen: the chances.

    What is put at the bottom counts as not seen before it is drawn again. Which cards of a cell they are is
    left to chance, as every card of a cell is as likely as any other.
    """

    by_turn: tuple[dict[Vector, Fraction], ...]
    """By turn 0, the opening hand, 1 and so on."""
    mulligans: tuple[Fraction, ...]
    """The chances of just so many mulligans."""
    kept_all_the_same: Fraction
    """The chance of a hand that the rule would send back, but for the bound on mulligans."""


def seen(plan: Plan, cells: Cells, budget: Budget) -> Seen:
    """The exact chances. Raises :class:`InputError` where there are too many cases."""
    sizes = cells.sizes
    by_turn: list[dict[Vector, Fraction]] = [{} for _ in range(plan.turns + 1)]
    kept: list[Fraction] = []
    reached, kept_all_the_same = Fraction(1), Fraction(0)
    for mulligans in plan.tries:
        is_last = mulligans == plan.tries[-1]
        hands = list(_hands(plan, cells, mulligans, budget))
        total = comb(plan.cards, plan.drawn(mulligans))
        sent_back = Fraction(sum(hand.ways for hand in hands if hand.is_bad), total)
        kept_hands = [hand for hand in hands if is_last or not hand.is_bad]
        kept.append(reached if is_last else reached * (1 - sent_back))
        for turn, found in enumerate(by_turn):
            _draw_on(kept_hands, sizes, plan.draw * turn, reached / total, found, budget)
        reached *= sent_back
    if plan.mulligan:
        kept_all_the_same = reached
    return Seen(tuple(by_turn), tuple(kept), kept_all_the_same)


@dataclass(frozen=True, slots=True)
class _Hand:
    """An opening hand by its cells, how many draws give it, and what is put back if it is kept."""

    drawn: Vector
    ways: int
    is_bad: bool
    back: Vector


def _hands(plan: Plan, cells: Cells, mulligans: int, budget: Budget) -> Iterator[_Hand]:
    mulligan, number = plan.mulligan, plan.put_back(mulligans)
    for drawn in vectors(cells.sizes, plan.drawn(mulligans)):
        ways = prod(comb(size, held) for size, held in zip(cells.sizes, drawn, strict=True))
        is_bad = mulligan is not None and bool(mulligan.rule.holds(cells.counts(drawn)))
        back = (0,) * len(drawn)
        budget.spend(20)
        if number and mulligan is not None:
            budget.spend(20 * comb(number + len(drawn) - 1, number))
            back = bottom(drawn, number, cells, mulligan.rule)
        yield _Hand(drawn, ways, is_bad, back)


def _draw_on(
    hands: Sequence[_Hand],
    sizes: Vector,
    draws: int,
    weight: Fraction,
    found: dict[Vector, Fraction],
    budget: Budget,
) -> None:
    """Adds to ``found`` what is seen when so many cards were drawn after one of these hands.

    ``weight``: the chance of each of the draws that a hand's ``ways`` count.
    """
    ways: dict[Vector, int] = {}
    library = sum(sizes) - sum(hands[0].drawn) if hands else 0
    more = min(draws, library)
    for hand in hands:
        left = tuple(size - held for size, held in zip(sizes, hand.drawn, strict=True))
        again = _from_bottom(hand.back, draws - more)
        begun = [
            held - gone + back for held, gone, back in zip(hand.drawn, hand.back, again, strict=True)
        ]
        for added in vectors(left, more):
            budget.spend(3)
            total = tuple(had + new for had, new in zip(begun, added, strict=True))
            chosen = prod(comb(number, new) for number, new in zip(left, added, strict=True))
            ways[total] = ways.get(total, 0) + hand.ways * chosen
    draws_in_all = comb(library, more)
    for total, number in ways.items():
        found[total] = found.get(total, Fraction(0)) + weight * Fraction(number, draws_in_all)


def _from_bottom(back: Vector, number: int) -> Vector:
    """What is drawn again of the cards at the bottom: those of the last cell first."""
    drawn = []
    for held in reversed(back):
        drawn.append(min(held, number))
        number -= drawn[-1]
    return tuple(reversed(drawn))


def mean(chances: dict[Vector, Fraction], of: Callable[[Vector], Fraction]) -> Fraction:
    """The mean of a number that depends on what is seen."""
    return sum((chance * of(held) for held, chance in chances.items()), Fraction(0))
