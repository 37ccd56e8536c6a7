"""Builds a deck: how many cards of each kind, then which characters they are; or says why there is none.

First the size of the deck is chosen, then its classes and powers, then the kinds: each as close to the seed's
preferences as the constraints and everything chosen before allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from generator.catalog.wording import join_words, one_line, pluralize
from generator.deck.building.conflicts import Impossible, explain
from generator.deck.building.constraints import Task, task_of
from generator.deck.building.names import CharacterNames, SeededRandom
from generator.deck.building.program import Program, Row
from generator.deck.building.request import (
    Character,
    CurveShape,
    DeckRequest,
    Kind,
    Pool,
    Ratio,
    by_kind,
    decimal,
)
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.write import OPTIONAL_COLUMNS, DeckRow

T = TypeVar("T")
COPIES = 4
"""The most of one character where no pool limits it, and nobody says otherwise."""


def build(
    limits: DeckFormat, request: DeckRequest, pool: Pool | None, max_copies: int, seed: int
) -> list[DeckRow] | Impossible:
    """A legal deck that meets the request; the same for the same seed.

    ``max_copies`` of one character are made where there is no pool to limit them.
    """
    task = task_of(limits, request, pool)
    rng = SeededRandom(seed)
    kinds = _choose_kinds(task, rng)
    if kinds is None:
        return explain(task)
    return _choose_characters(task, kinds, max_copies, rng)


# How many cards of each kind


def _choose_kinds(task: Task, rng: SeededRandom) -> Counter[Kind] | None:
    """How many cards of each kind; None if no deck meets all constraints."""
    columns, preferences = task.columns, Preferences(task.limits, task.request, task.pool, rng)
    program = columns.program.copy()
    program.rows += [row for constraint in task.constraints for row in constraint.rows]
    values: list[int] | None = _fix(program, {columns.cards: preferences.cards()}, rng)
    if values is None:
        return None
    cards: int = values[columns.cards]
    points = task.limits.points
    if columns.spent is not None:
        values = _fix(program, {columns.spent: float(points or 0)}, rng)
        assert values is not None
        points = values[columns.spent]
    classes, powers = preferences.classes(cards), preferences.powers(cards, points)
    targets = {column: classes[name] for name, column in columns.classes.items()}
    targets |= {column: powers[power] for power, column in columns.powers.items()}
    values = _fix(program, targets, rng)
    assert values is not None
    in_class = {name: values[column] for name, column in columns.classes.items()}
    of_power = {power: values[column] for power, column in columns.powers.items()}
    kinds = preferences.kinds(in_class, of_power, columns.kinds)
    if not task.limits.is_declared:
        program.stop_branching()
    values = _fix(program, {column: kinds[kind] for kind, column in columns.kinds.items()}, rng)
    assert values is not None
    if not all(row.is_met(values) for row in program.rows):
        raise RuntimeError("the solver's deck does not meet the constraints")
    return Counter({kind: values[column] for kind, column in columns.kinds.items()})


def _fix(program: Program, targets: dict[int, float], rng: SeededRandom) -> list[int] | None:
    """The solution nearest to the targets; the columns that have one keep their values from now on."""
    trial = program.copy()
    values = trial.solve(_soft_targets(trial, targets, rng))
    if values is not None:
        program.rows += [Row({column: 1}, values[column], values[column]) for column in targets]
    return values


_COST_SCALE = 10_000
"""Costs are whole numbers, so a difference of 1 / 10,000 still counts."""
_COST_NOISE = _COST_SCALE // 10
"""Chance in the costs, up to a tenth of the scale, so that no two decks are equally good."""
_DISTANCES = (0, 1, 2, 3, 4, 6, 10, 20, 50, 200, 1_000, MAX_COUNT)
"""How far from a target the cost of one card more changes: finely where decks are, coarsely beyond."""


def _soft_targets(program: Program, targets: dict[int, float], rng: SeededRandom) -> dict[int, int]:
    """Adds what it takes to draw columns to their targets, and gives the costs.

    They grow with the square of the distance over the target, in whole steps, which keep the solution whole.
    """
    costs: dict[int, int] = {}
    for column, target in targets.items():
        noise = rng.below(_COST_NOISE)
        steps: dict[int, int] = {}
        for low, high in pairwise(_breakpoints(int(target))):
            step = program.column(high - low, whole=False)
            steps[step] = 1
            costs[step] = int(_COST_SCALE * (low + high - 2 * target) / max(target, 1.0)) + noise
        program.rows.append(Row({column: -1} | steps, 0, 0))
    return costs


def _breakpoints(target: int) -> list[int]:
    """Where the costs change, from 0 to the maximum."""
    found = {min(max(target + side * distance, 0), MAX_COUNT) for distance in _DISTANCES for side in (-1, 1)}
    return sorted(found | {0, MAX_COUNT})


# Preferences


_UNEVEN = (0.8, 1.2)
"""How far the shares of classes and powers differ from even ones, so that seeds give different decks."""
_UNEVEN_KINDS = (0.5, 1.5)
"""How far kinds do: more, since a class should be strong here and another there."""
_BISECTIONS = 40
"""Halvings of an interval from 0 to 1 after which nothing more changes."""


class Preferences:
    """What the seed prefers where the request leaves a choice: targets for everything that is counted."""

    def __init__(
        self, limits: DeckFormat, request: DeckRequest, pool: Pool | None, rng: SeededRandom
    ) -> None:
        self._limits = limits
        self._request = request
        self._rng = rng
        self._powers = limits.powers
        self._room = pool.room() if pool is not None and limits.is_declared else None
        """Cards of the pool by kind, of which a declared format's deck is a fair sample."""

    def _of_class(self, name: str) -> float:
        """How many of the pool's cards are of a class; 1 where all are equally good."""
        room = self._room
        return 1.0 if room is None else float(sum(n for kind, n in room.items() if kind.class_name == name))

    def _of_power(self, power: int) -> float:
        """How many of the pool's cards are of a power; 1 where all are equally good."""
        room = self._room
        return 1.0 if room is None else float(sum(n for kind, n in room.items() if kind.power == power))

    def cards(self) -> float:
        """As many as the shape of the power curve comes to; without one, something from low to even.

        Without a total, as few as there may be: so decks are usually built.
        """
        if self._limits.points is None:
            fewest, most = self._limits.min_cards, self._limits.max_cards
            return float(fewest if fewest > 1 or most == MAX_COUNT else most)
        if self._request.shape is not None:
            return self._cards_of(self._weights(self._request.shape))
        few, many = self._cards_of(self._weights("even")), self._cards_of(self._weights("low"))
        return self._rng.uniform(few, many)

    def classes(self, cards: int) -> dict[str, float]:
        """Each class as requested; the others share the rest, not quite evenly."""
        requested = dict(self._request.classes)
        weights = {
            name: self._of_class(name) * self._rng.uniform(*_UNEVEN) for name in self._limits.kind_classes
        }
        even = _shared(cards, weights)
        fixed = {name: _within(even[name], amount, cards) for name, amount in requested.items()}
        others = {name: weight for name, weight in weights.items() if name not in fixed}
        return fixed | _shared(max(0, cards - sum(fixed.values())), others)

    def powers(self, cards: int, points: int | None) -> dict[int, float]:
        """The power curve: of the requested shape, else one whose mean makes these cards cost the points."""
        if self._request.shape is not None:
            weights = self._weights(self._request.shape)
        elif points is None:
            weights = {power: self._of_power(power) * self._rng.uniform(*_UNEVEN) for power in self._powers}
        else:
            slope = self._sloped_weights(points / cards)
            weights = {power: weight * self._rng.uniform(*_UNEVEN) for power, weight in slope.items()}
        return _shared(cards, weights)

    def kinds(
        self, classes: dict[str, int], powers: dict[int, int], kinds: Iterable[Kind]
    ) -> dict[Kind, float]:
        """Each class spread over the curve, unevenly."""
        cards = max(1, sum(classes.values()))
        return {
            kind: classes[kind.class_name]
            * powers[kind.power]
            / cards
            * self._rng.uniform(*_UNEVEN_KINDS)
            * self._part(kind)
            for kind in kinds
        }

    def _part(self, kind: Kind) -> float:
        """The kind's part of the pool's cards of its class and power."""
        if self._room is None:
            return 1.0
        alike = sum(number for other, number in self._room.items() if other.plain == kind.plain)
        return self._room[kind] / alike if alike else 0.0

    def _weights(self, shape: CurveShape) -> dict[int, float]:
        low, high = self._limits.min_power, self._limits.max_power
        if shape == "even":
            return dict.fromkeys(self._powers, 1.0)
        return {
            power: float(high - power + 1 if shape == "low" else power - low + 1) for power in self._powers
        }

    def _cards_of(self, weights: dict[int, float]) -> float:
        mean = _mean(weights)
        # Where all cards cost nothing, the points are no bound.
        return (self._limits.points or 0) / mean if mean else float(self._limits.min_cards)

    def _sloped_weights(self, mean: float) -> dict[int, float]:
        """A curve that falls or rises in a straight line, at the slope that gives it this mean."""
        low, high = self._limits.min_power, self._limits.max_power
        rises = mean > (low + high) / 2
        near, far = 0.0, 1.0
        for _ in range(_BISECTIONS):
            slope = (near + far) / 2
            weights = {
                power: max(0.0, 1 - slope * (high - power if rises else power - low))
                for power in self._powers
            }
            is_too_steep = _mean(weights) > mean if rises else _mean(weights) < mean
            near, far = (near, slope) if is_too_steep else (slope, far)
        return weights


def _mean(weights: dict[int, float]) -> float:
    return sum(power * weight for power, weight in weights.items()) / (sum(weights.values()) or 1.0)


def _shared(cards: float, weights: dict[T, float]) -> dict[T, float]:
    total = sum(weights.values()) or 1.0
    return {name: cards * weight / total for name, weight in weights.items()}


def _within(target: float, amount: Iterable[int | Fraction], cards: int) -> float:
    low, high = (float(end * cards) if isinstance(amount, Ratio) else float(end) for end in amount)
    return min(max(target, low), high)


# Which characters they are


def _choose_characters(task: Task, kinds: Counter[Kind], max_copies: int, rng: SeededRandom) -> list[DeckRow]:
    """The deck's rows by class, power and name: characters requested by name, and others up to the count of
    each kind, from the pool or with new names."""
    limits, request = task.limits, task.request
    cards = [part.character._replace(copies=part.minimum) for part in request.characters if part.is_guest]
    places = Counter(kinds)
    places.subtract(by_kind(cards))
    if task.pool is None:
        names = CharacterNames(limits, rng, taken=[character.name for character in cards])
        cards += _new_characters(names, limits, places, max_copies, rng)
    else:
        cards += _drawn_characters(task.pool, request, places, rng)
    order = {name: number for number, name in enumerate(limits.kind_classes)}
    cards.sort(key=lambda card: (order[card.kind.class_name], card.kind.power, card.name))
    return [_row(card) for card in cards if card.copies]


def _row(card: Character) -> DeckRow:
    kind = card.kind
    return DeckRow(
        card.name, kind.class_name, kind.power, card.copies, card.text, card.art, card.besides, card.card
    )


def _drawn_characters(
    pool: Pool, request: DeckRequest, places: Counter[Kind], rng: SeededRandom
) -> list[Character]:
    """The requested characters, and copies drawn from the rest of the pool."""
    wanted = Counter({part.character.role: part.minimum for part in request.characters if not part.is_guest})
    drawn: Counter[int] = Counter()
    left: dict[Kind, list[int]] = {kind: [] for kind in places}
    for number, character in enumerate(pool.characters):
        requested = min(character.copies, wanted[character.role])
        wanted[character.role] -= requested
        places[character.kind] -= requested
        drawn[number] += requested
        rest = character.copies - requested
        if pool.are_cards:
            # Of cards without a limit there are more copies than anybody would shuffle.
            rest = min(rest, places[character.kind])
        left[character.kind] += [number] * rest
    for kind, numbers in left.items():
        drawn.update(rng.shuffled(numbers)[: places[kind]])
    return [pool.characters[number]._replace(copies=copies) for number, copies in drawn.items()]


def _new_characters(
    names: CharacterNames, limits: DeckFormat, places: Counter[Kind], max_copies: int, rng: SeededRandom
) -> list[Character]:
    """New characters: many copies of the weak, one of the strongest."""
    found: list[Character] = []
    for kind, cards in places.items():
        maximum = _max_copies(limits, kind.power, max_copies)
        left = cards
        while left:
            copies = min(left, 1 + rng.below(maximum))
            found.append(Character(names.new(kind), kind, copies))
            left -= copies
    return found


def _max_copies(limits: DeckFormat, power: int, max_copies: int) -> int:
    """All copies for the weakest, fewer and fewer up to one for the strongest."""
    if limits.copies is not None:
        max_copies = min(max_copies, limits.copies.most)
    steps = max(1, limits.max_power - limits.min_power)
    return 1 + (max_copies - 1) * (limits.max_power - power) // steps


# What was built


def summary(rows: Sequence[DeckRow], limits: DeckFormat) -> str:
    """``33 cards, 100 points: 11 minions, 11 soldiers and 11 assassins; mean power 3.03``."""
    cards, points = _totals(rows)
    classes = _classes(rows, limits)
    totals = pluralize(cards, "card")
    if limits.points is not None:
        totals += f", {pluralize(points, 'point')}"
    if limits.has_pool:
        split = ", ".join(
            f"{one_line(name) or 'none'} {number:,}" for name, number in classes.items() if number
        )
    else:
        split = join_words(
            [pluralize(number, name) for name, number in classes.items() if number] or [""], "and"
        )
    missing = tuple(name for name, number in classes.items() if not number and not limits.is_declared)
    warning = f"; warning: no {join_words(missing)} in the deck" if missing else ""
    field = limits.fields.budget
    mean = "" if field is None else f"; mean {field} {decimal(Fraction(points, cards))}"
    return f"{totals}{f': {split}' if split else ''}{mean}{warning}"


def deck_as_dict(name: str, rows: Sequence[DeckRow], limits: DeckFormat, seed: int) -> dict[str, object]:
    """The deck as JSON-ready values; what a format lacks is left out."""
    cards, points = _totals(rows)
    budget, group = limits.fields
    values: dict[str, object] = {"deck": name, "seed": seed}
    if budget is not None:
        values["points"] = points
    values["cards"] = cards
    if group is not None:
        values["classes"] = _classes(rows, limits)
    if budget is not None:
        powers: Counter[int] = Counter()
        for row in rows:
            powers[row.power] += row.copies
        values["curve" if limits.is_declared else "powers"] = {str(p): powers[p] for p in limits.powers}
    return {**values, "entries": [_entry_dict(row, limits) for row in rows]}


def _entry_dict(row: DeckRow, limits: DeckFormat) -> dict[str, object]:
    values = row.values(limits.fields)
    if row.card is None:
        return values
    return {"card": row.card, **{key: value for key, value in values.items() if key not in OPTIONAL_COLUMNS}}


def _totals(rows: Sequence[DeckRow]) -> tuple[int, int]:
    return sum(row.copies for row in rows), sum(row.copies * row.power for row in rows)


def _classes(rows: Sequence[DeckRow], limits: DeckFormat) -> dict[str, int]:
    return {name: sum(row.copies for row in rows if row.class_name == name) for name in limits.classes}
