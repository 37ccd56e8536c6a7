"""How hands are drawn from a list of cards, and the exact odds of groups among what is seen.

An opening hand may be sent back, and draws come after it. The cards of a deck are alike as far as the
mulligan rule goes if they are in the same of its groups: these are the rule's cells. A hand is judged, and
cards are put back, by how many it has of each cell.

Given how many cards of each cell are seen, which ones they are is left to chance: of each cell a draw without
putting back. So the odds of several groups, which may overlap, are multivariate hypergeometric, over the
parts into which the groups divide the cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, prod
from operator import mul, neg, sub
from typing import Literal, NamedTuple

from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.deck.hands.groups import Rule

To = Literal["same", "fewer", "bottom"]
Vector = tuple[int, ...]
"""How many cards of each cell."""

MAX_STEPS = 3_000_000
"""Of a computation of exact odds: some five seconds."""


class Budget:
    """Bounds the work on exact odds, which grows fast with groups that overlap."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self._left = steps

    def spend(self, steps: int) -> None:
        """Raises :class:`InputError` where there is no end in sight."""
        self._left -= steps
        if self._left < 0:
            raise InputError(
                "exact odds for this many groups, cards and turns together take too long to count",
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
    """In which of the rule's groups a cell's cards are. First come the cells whose cards are put back first:
    by number of groups, then by how late the groups are named."""
    of: tuple[int, ...]
    """The cell of each card of the deck."""
    sizes: Vector
    """How many cards of the deck are in each cell."""

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
    numbers = {key: number for number, key in enumerate(keys)}
    of = tuple(numbers[of_card[card]] for card in cards)
    sizes = Counter(of)
    return Cells(keys, of, tuple(sizes[cell] for cell in range(len(keys))))


def bottom(held: Vector, number: int, cells: Cells, rule: Rule) -> Vector:
    """The cards that are put back out of a hand: ``number`` in all, of each cell so many.

    If it can be, those without which the rule would keep the hand; of these choices the one with cards in the
    fewest groups, then the one with more cards of the earlier cells.
    """
    groups = [sum(key) for key in cells.keys]

    def order(back: Vector) -> tuple[int, Vector]:
        return sum(map(mul, back, groups)), tuple(map(neg, back))

    choices = sorted(vectors(held, number), key=order)
    kept = (back for back in choices if not rule.holds(cells.counts(tuple(map(sub, held, back)))))
    return next(kept, choices[0])


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
    kept_anyway: Fraction
    """The chance of a hand that the rule would send back, but for the bound on mulligans."""


def seen(plan: Plan, cells: Cells, budget: Budget) -> Seen:
    """The exact chances. Raises :class:`InputError` where there are too many cases."""
    by_turn: list[dict[Vector, Fraction]] = [{} for _ in range(plan.turns + 1)]
    kept: list[Fraction] = []
    begun: dict[int, dict[_State, Fraction]] = {}
    reached, kept_anyway = Fraction(1), Fraction(0)
    for mulligans in plan.tries:
        is_last = mulligans == plan.tries[-1]
        total = comb(plan.cards, plan.drawn(mulligans))
        states = begun.setdefault(plan.drawn(mulligans), {})
        bad_ways = 0
        for hand in _hands(plan, cells, mulligans, budget):
            bad_ways += hand.ways if hand.is_bad else 0
            if is_last or not hand.is_bad:
                rest = tuple(held - gone for held, gone in zip(hand.drawn, hand.back, strict=True))
                weight = reached * Fraction(hand.ways, total)
                states[rest, hand.back] = states.get((rest, hand.back), Fraction(0)) + weight
        sent_back = Fraction(bad_ways, total)
        kept.append(reached if is_last else reached * (1 - sent_back))
        reached *= sent_back
    if plan.mulligan:
        kept_anyway = reached
    for states in begun.values():
        _draw_on(states, plan, cells, by_turn, budget)
    return Seen(tuple(by_turn), tuple(kept), kept_anyway)


_State = tuple[Vector, Vector]
"""The cards that are seen, and those at the bottom."""


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
        budget.spend(10 + 3 * len(drawn))
        if number and mulligan is not None:
            budget.spend(20 + 2 * comb(number + sum(map(bool, drawn)) - 1, number))
            back = bottom(drawn, number, cells, mulligan.rule)
        yield _Hand(drawn, ways, is_bad, back)


def _draw_on(
    begun: Mapping[_State, Fraction],
    plan: Plan,
    cells: Cells,
    by_turn: Sequence[dict[Vector, Fraction]],
    budget: Budget,
) -> None:
    """Adds to ``by_turn`` what is seen after these opening hands, all of them drawn of as many cards."""
    if not begun:
        return
    # Whole numbers over one denominator: fractions would be reduced at every step.
    denominator = lcm(*(chance.denominator for chance in begun.values()))
    states = {state: int(chance * denominator) for state, chance in begun.items()}
    some, back = next(iter(states))
    library = plan.cards - sum(some) - sum(back)
    for turn, found in enumerate(by_turn):
        for _ in range(plan.draw if turn else 0):
            states = _draw_one(states, cells.sizes, budget) if library > 0 else _from_bottom(states)
            denominator *= max(library, 1)
            library -= 1
        total: dict[Vector, int] = {}
        for (held, _), ways in states.items():
            total[held] = total.get(held, 0) + ways
        for held, ways in total.items():
            found[held] = found.get(held, Fraction(0)) + Fraction(ways, denominator)


def _draw_one(states: Mapping[_State, int], sizes: Vector, budget: Budget) -> dict[_State, int]:
    """A card more from above those at the bottom: as many ways as there are cards."""
    after: dict[_State, int] = {}
    budget.spend(2 * len(states) * len(sizes))
    for (held, back), ways in states.items():
        for cell, size in enumerate(sizes):
            left = size - held[cell] - back[cell]
            if left:
                state = (*held[:cell], held[cell] + 1, *held[cell + 1 :]), back
                after[state] = after.get(state, 0) + ways * left
    return after


def _from_bottom(states: Mapping[_State, int]) -> dict[_State, int]:
    """A card more of those at the bottom, as long as there are any: of the last cell first."""
    after: dict[_State, int] = {}
    for (held, back), ways in states.items():
        state = held, back
        cell = max((at for at, number in enumerate(back) if number), default=None)
        if cell is not None:
            state = (
                (*held[:cell], held[cell] + 1, *held[cell + 1 :]),
                (*back[:cell], back[cell] - 1, *back[cell + 1 :]),
            )
        after[state] = after.get(state, 0) + ways
    return after


# Groups among what is seen


Kind = Literal["at_least", "at_most", "exactly"]
KINDS: tuple[Kind, ...] = ("at_least", "at_most", "exactly")


class Query(NamedTuple):
    kind: Kind
    number: int

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The smallest and the largest number; None if there is no largest."""
        low = 0 if self.kind == "at_most" else self.number
        return low, None if self.kind == "at_least" else self.number

    def holds(self, count: int) -> bool:
        low, high = self.bounds
        return low <= count and (high is None or count <= high)


Counts = tuple[int, ...]
"""How many cards of each group are seen, as far as it matters: a group that is done with counts 0."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Cards of a cell that are in the same groups."""

    key: tuple[bool, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Joint:
    """Groups that are asked for at once, and the parts of each cell that they make."""

    query: Query
    cells: tuple[tuple[_Part, ...], ...]
    spans: tuple[tuple[int, ...], ...]
    """For each group the cells that it has cards in."""

    @property
    def groups(self) -> int:
        return len(self.spans)


def joint(query: Query, members: Sequence[Sequence[bool]], cells: Cells) -> Joint:
    """Groups that are asked for at once. ``members``: of each, whether each card of the deck is in it."""
    counts: list[dict[tuple[bool, ...], int]] = [{} for _ in cells.keys]
    for number, cell in enumerate(cells.of):
        key = tuple(bool(group[number]) for group in members)
        counts[cell][key] = counts[cell].get(key, 0) + 1
    # Cards of a group stand together as far as they can: a group that is done with need not be counted on.
    parts = tuple(
        tuple(_Part(key, size) for key, size in sorted(found.items(), reverse=True)) for found in counts
    )
    spans = tuple(
        tuple(cell for cell, found in enumerate(counts) if any(key[group] for key in found))
        for group in range(len(members))
    )
    return Joint(query, parts, spans)


def chances(asked: Joint, by_turn: Sequence[dict[Vector, Fraction]], budget: Budget) -> Iterator[Fraction]:
    """The chance, by each turn, that every group has the number of cards asked for.

    Raises :class:`InputError` where there are too many cases.
    """
    # A group without any card has none of them, however many are seen.
    if not asked.query.holds(0) and not all(asked.spans):
        yield from (Fraction(0) for _ in by_turn)
        return
    sizes = tuple(sum(part.size for part in parts) for parts in asked.cells)
    wanted = [{held[cell] for found in by_turn for held in found} for cell in range(len(sizes))]
    tables = [_table(asked, cell, numbers, budget) for cell, numbers in enumerate(wanted)]
    # Whole numbers over one denominator: fractions would be reduced at every step.
    whole = [
        lcm(*(comb(size, number) for number in table)) for size, table in zip(sizes, tables, strict=True)
    ]
    scales = [
        {number: most // comb(size, number) for number in table}
        for size, most, table in zip(sizes, whole, tables, strict=True)
    ]
    ends = [
        [group for group, span in enumerate(asked.spans) if len(span) > 1 and span[-1] == cell]
        for cell in range(len(sizes))
    ]
    known: dict[Vector, int] = {}
    for found in by_turn:
        denominator = lcm(*(chance.denominator for chance in found.values()))
        total = 0
        for held, chance in found.items():
            if held not in known:
                scale = prod(of_cell[number] for of_cell, number in zip(scales, held, strict=True))
                known[held] = scale * _ways(asked, tables, held, ends, budget)
            total += chance.numerator * (denominator // chance.denominator) * known[held]
        yield Fraction(total, denominator * prod(whole))


def _table(asked: Joint, cell: int, wanted: set[int], budget: Budget) -> dict[int, dict[Counts, int]]:
    """In how many ways so many cards of the cell can be seen, by how many of each group are among them.

    A group that is in no other cell is done with here.
    """
    low, high = asked.query.bounds
    most = max(wanted, default=0)
    parts = asked.cells[cell]
    states: dict[tuple[int, Counts], int] = {(0, (0,) * asked.groups): 1}
    for at, part in enumerate(parts):
        done = [
            group
            for group, span in enumerate(asked.spans)
            if span == (cell,) and part.key[group] and not any(later.key[group] for later in parts[at + 1 :])
        ]
        rest = sum(later.size for later in parts[at + 1 :])
        after: dict[tuple[int, Counts], int] = {}
        for (drawn, counts), ways in states.items():
            fewest = max(0, min(wanted, default=0) - drawn - rest)
            numbers = range(fewest, min(part.size, most - drawn) + 1)
            budget.spend(2 * len(numbers))
            for number in numbers:
                held = _added(counts, (number * has for has in part.key), low, high)
                held = None if held is None else _without(held, done, low)
                if held is not None:
                    state = drawn + number, held
                    after[state] = after.get(state, 0) + ways * comb(part.size, number)
        states = after
    table: dict[int, dict[Counts, int]] = {number: {} for number in wanted}
    for (drawn, counts), ways in states.items():
        if drawn in table:
            table[drawn][counts] = ways
    return table


def _added(counts: Counts, more: Iterator[int], low: int, high: int | None) -> Counts | None:
    """The sums, no higher than they matter; None if one is more than was asked for."""
    sums = [had + new for had, new in zip(counts, more, strict=True)]
    if high is None:
        return tuple(min(number, low) for number in sums)
    return None if max(sums, default=0) > high else tuple(sums)


def _without(counts: Counts, done: Sequence[int], low: int) -> Counts | None:
    """The counts without those of groups that are done with; None if one of these has too few cards."""
    if not done:
        return counts
    if any(counts[group] < low for group in done):
        return None
    return tuple(0 if group in done else number for group, number in enumerate(counts))


def _ways(
    asked: Joint,
    tables: Sequence[dict[int, dict[Counts, int]]],
    held: Vector,
    ends: Sequence[Sequence[int]],
    budget: Budget,
) -> int:
    """In how many ways the groups have what is asked for, where so many cards of each cell are seen.

    ``ends``: the groups of several cells that are done with after each of them.
    """
    low, high = asked.query.bounds
    found: dict[Counts, int] = {(0,) * asked.groups: 1}
    for table, number, done in zip(tables, held, ends, strict=True):
        ways_of_cell = table[number]
        budget.spend(3 * len(found) * len(ways_of_cell))
        after: dict[Counts, int] = {}
        for counts, ways in found.items():
            for more, others in ways_of_cell.items():
                sums = _added(counts, iter(more), low, high)
                sums = None if sums is None else _without(sums, done, low)
                if sums is not None:
                    after[sums] = after.get(sums, 0) + ways * others
        found = after
    return sum(found.values())


def averages(values: Sequence[int | Fraction], cells: Cells) -> tuple[Fraction, ...]:
    """The mean of each cell's cards, of which ``values`` has one for each card of the deck."""
    sums = [Fraction(0) for _ in cells.keys]
    for value, cell in zip(values, cells.of, strict=True):
        sums[cell] += value
    return tuple(total / size for total, size in zip(sums, cells.sizes, strict=True))


def expected(held: Vector, averages_: Sequence[Fraction]) -> Fraction:
    """The sum over cards that are seen, on average, of what has these means in the cells."""
    return sum((number * average for number, average in zip(held, averages_, strict=True)), Fraction(0))
