"""What a deck has to meet: the format, each of the player's requests, and what the pool has.

Each constraint knows its rows of the integer program, its words, and what else to ask for instead, given a
deck that does not meet it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.deck.building.program import Program, Row, Terms
from generator.deck.building.request import (
    COPIES_MARK,
    QUOTA_MARK,
    CharacterMinimum,
    DeckRequest,
    Kind,
    KindMinimum,
    Pool,
    Ratio,
    Span,
    curve_words,
    decimal,
    kind_values,
    percent,
    quota_marks,
)
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.model import class_words, kind_words

ROUND_SHARES = (Fraction(10, 100), Fraction(5, 100), Fraction(1, 100))
"""Steps of shares, in the order in which people would choose them."""

Values = Sequence[int]
"""The value of each column of the program."""

RequestChange = Callable[[DeckRequest, int], DeckRequest]
"""The request with one of its parts changed to another number."""


class DeckColumns:
    """The columns of a deck's program: how many cards of each kind, class, power and requested character.

    Kinds are the cells of a table by class and power, of which classes and powers are the totals. With whole
    totals the cells come out whole by themselves, because then they are a flow through a network.
    """

    def __init__(self, limits: DeckFormat, request: DeckRequest, pool: Pool | None = None) -> None:
        self.limits = limits
        self.program = program = Program()
        self.cards = program.column(MAX_COUNT)
        self.classes = {name: program.column(MAX_COUNT) for name in limits.kind_classes}
        self.powers = {power: program.column(MAX_COUNT) for power in limits.powers}
        requested = {part.kind for part in request.kinds}
        # With quotas the kinds are no table by class and power any more, and need not come out whole.
        self.kinds = {
            kind: program.column(MAX_COUNT, whole=limits.is_declared or kind in requested)
            for kind in _kinds(limits, request, pool)
        }
        self.characters = {
            part.character.role: program.column(part.minimum if part.is_guest else MAX_COUNT)
            for part in request.characters
        }
        self.spent = None if limits.points is None or limits.exactly else program.column(MAX_SPENT)
        """What the cards cost, where a deck may spend less than all its points."""
        self._add_totals()

    def alike(self, kind: Kind) -> dict[int, int]:
        """The terms of all cards of a class and power."""
        return {column: 1 for other, column in self.kinds.items() if other.plain == kind.plain}

    def marked(self, mark: str) -> dict[int, int]:
        """The terms of all cards that the format counts for one thing."""
        return {column: 1 for kind, column in self.kinds.items() if mark in kind.marks}

    def in_quota(self, number: int) -> dict[int, int]:
        start = f"{QUOTA_MARK}{number} "
        marked = ((mark, column) for kind, column in self.kinds.items() for mark in kind.marks)
        return {column: int(mark.removeprefix(start)) for mark, column in marked if mark.startswith(start)}

    def rest(self, kind: Kind) -> dict[int, int]:
        """The terms of a kind's cards that are not of a character requested by name."""
        named = (column for (_, other), column in self.characters.items() if other == kind)
        return {self.kinds[kind]: 1} | dict.fromkeys(named, -1)

    @property
    def points(self) -> dict[int, int]:
        return {column: power for power, column in self.powers.items()}

    def _add_totals(self) -> None:
        rows = self.program.rows
        for kind in dict.fromkeys(kind for _, kind in self.characters):
            rows.append(Row(self.rest(kind), 0, None))
        # No cards are no deck.
        rows.append(Row({self.cards: 1}, 1, None))
        rows.append(Row({self.cards: -1} | dict.fromkeys(self.classes.values(), 1), 0, 0))
        for name, total in self.classes.items():
            cells = [column for kind, column in self.kinds.items() if kind.class_name == name]
            rows.append(Row({total: -1} | dict.fromkeys(cells, 1), 0, 0))
        for power, total in self.powers.items():
            cells = [column for kind, column in self.kinds.items() if kind.power == power]
            rows.append(Row({total: -1} | dict.fromkeys(cells, 1), 0, 0))
        if self.spent is not None:
            rows.append(Row({self.spent: -1} | self.points, 0, 0))


MAX_SPENT = MAX_COUNT * MAX_COUNT


def _kinds(limits: DeckFormat, request: DeckRequest, pool: Pool | None) -> list[Kind]:
    """The kinds of cards that there can be; those of one class and power stand together."""
    plain = [Kind(name, power) for name in limits.kind_classes for power in limits.powers]
    if not limits.is_declared:
        return plain
    found = [part.character.kind for part in request.characters]
    found += [character.kind for character in pool.characters] if pool is not None else []
    marked: dict[Kind, dict[Kind, None]] = {}
    for kind in found:
        marked.setdefault(kind.plain, {})[kind] = None
    if pool is None:
        for kind in plain:
            values = kind_values(kind.class_name, kind.power, limits)
            marked.setdefault(kind, {})[kind._replace(marks=quota_marks(values, limits))] = None
    return [kind for one in plain for kind in marked.get(one, {one: None})]


@dataclass(frozen=True)
class Count:
    terms: Terms
    one: str
    many: str

    def words(self, span: Span) -> str:
        number = "no" if span == (0, 0) else str(span)
        return f"{number} {self.one if span == (1, 1) else self.many}"

    def of(self, values: Values) -> int:
        return sum(number * values[column] for column, number in self.terms.items())


# Kinds of constraints


@dataclass(frozen=True)
class Constraint:
    words: str
    """As a noun: ``17 cards``, ``a mean power of 3``."""
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class FormatConstraint(Constraint):
    """One of the format's limits: so many of something."""

    count: Count
    span: Span
    amount: str = ""
    """How many the rules ask for, where that is more than the span says."""


@dataclass(frozen=True)
class PoolConstraint(Constraint):
    """What the pool has: of each character requested by name, then of the rest of each kind."""

    kinds: tuple[Kind, ...]

    @property
    def of_names(self) -> tuple[Row, ...]:
        return self.rows[: -len(self.kinds)]

    @property
    def of_kinds(self) -> tuple[Row, ...]:
        return self.rows[-len(self.kinds) :]


@dataclass(frozen=True)
class RequestConstraint(Constraint):
    """A part of the player's request, which may be changed to another."""

    amount: str
    """How much is asked for, without the noun: ``17``, ``5 to 8``, ``none``, ``30 %``."""
    instead: Callable[[Values], str]
    """In words, what a deck of these values has where the constraint is not met."""
    changed: Callable[[DeckRequest, Values], DeckRequest]
    """The request with this part changed to what a deck of these values has."""


@dataclass(frozen=True)
class CountConstraint(RequestConstraint):
    """So many of something; ``high`` of its row is None for a minimum."""

    count: Count

    @property
    def is_minimum(self) -> bool:
        return self.rows[0].high is None


@dataclass(frozen=True)
class ShareConstraint(RequestConstraint):
    share: Ratio


@dataclass(frozen=True)
class CurveConstraint(RequestConstraint):
    spans: tuple[Span | None, ...]
    counts: tuple[Count, ...]
    """The cards of each power."""


# From the format, the request and the pool


@dataclass(frozen=True)
class Task:
    """A deck to be built: the columns of its program, and every constraint on them.

    The constraints go from those that explain a contradiction best to those that explain it least.
    """

    limits: DeckFormat
    request: DeckRequest
    pool: Pool | None
    columns: DeckColumns
    constraints: tuple[Constraint, ...]


def task_of(limits: DeckFormat, request: DeckRequest, pool: Pool | None) -> Task:
    columns = DeckColumns(limits, request, pool)
    constraints = [*_of_format(columns, limits), *_of_request(columns, request)]
    if pool is not None:
        constraints.append(_of_pool(columns, request, pool))
    return Task(limits, request, pool, columns, tuple(constraints))


def _of_format(columns: DeckColumns, limits: DeckFormat) -> Iterator[Constraint]:
    if limits.is_declared:
        yield from _of_declared(columns, limits)
        return
    points = limits.points or 0
    cards, points_span = Span(limits.min_cards, limits.max_cards), Span(points, points)
    for span, count in ((cards, _cards(columns)), (points_span, Count(columns.points, "point", "points"))):
        yield FormatConstraint(count.words(span), (Row(count.terms, *span),), count, span)


def _of_declared(columns: DeckColumns, limits: DeckFormat) -> Iterator[Constraint]:
    """The limits of a declared format, each of which may be open on one side."""
    yield _limit(_cards(columns), limits.min_cards, limits.max_cards)
    if limits.points is not None:
        low = limits.points if limits.exactly else 0
        yield _limit(Count(columns.points, "point", "points"), low, limits.points)
    for number, quota in enumerate(limits.quotas):
        count = Count(columns.in_quota(number), *quota.nouns)
        yield _limit(count, quota.low, MAX_COUNT if quota.high is None else quota.high)
    if limits.copies is not None:
        marks = (mark for kind in columns.kinds for mark in kind.marks if mark.startswith(COPIES_MARK))
        for mark in dict.fromkeys(marks):
            name = mark.removeprefix(COPIES_MARK)
            count = Count(columns.marked(mark), f"copy of {name}", f"copies of {name}")
            yield _limit(count, 0, limits.copies.most)


def _limit(count: Count, low: int, high: int) -> FormatConstraint:
    """From ``low`` to ``high`` of something; 0 or 1 at least and :data:`MAX_COUNT` at most are no limits."""
    is_exact = low == high
    at_least, at_most = low > 1 or high == MAX_COUNT, high < MAX_COUNT
    if is_exact or (at_least and at_most):
        words, amount = count.words(Span(low, high)), f"{'exactly ' if is_exact else ''}{Span(low, high)}"
    else:
        end = high if at_most else low
        amount = f"at {'most' if at_most else 'least'} {end:,}"
        words = f"{amount} {count.one if end == 1 else count.many}"
    row = Row(count.terms, low or None, None if high == MAX_COUNT else high)
    return FormatConstraint(words, (row,), count, Span(low, high), amount)


def _of_request(columns: DeckColumns, request: DeckRequest) -> Iterator[Constraint]:
    if request.cards is not None:
        yield exactly(_cards(columns), request.cards, lambda old, new: replace(old, cards=Span(new, new)))
    if request.mean is not None:
        yield _mean(columns, request.mean)
    for name, amount in request.classes:
        yield _share(columns, name, amount) if isinstance(amount, Ratio) else _class(columns, name, amount)
    if request.powers:
        yield _curve(columns, request.powers)
    for kind in request.kinds:
        yield _kind(columns, kind)
    for character in request.characters:
        yield _character(columns, character)


def exactly(count: Count, span: Span, change: RequestChange) -> CountConstraint:
    """So many of something, as many as the span allows."""
    amount = "none" if span == (0, 0) else str(span)
    return _counted(count.words(span), Row(count.terms, *span), amount, count, change)


def _at_least(count: Count, minimum: int, change: RequestChange) -> CountConstraint:
    span = Span(minimum, minimum)
    words = f"at least {count.words(span)}"
    return _counted(words, Row(count.terms, minimum, None), str(span), count, change)


def _counted(words: str, row: Row, amount: str, count: Count, change: RequestChange) -> CountConstraint:
    def instead(values: Values) -> str:
        number = count.of(values)
        return count.words(Span(number, number))

    def changed(old: DeckRequest, values: Values) -> DeckRequest:
        return change(old, count.of(values))

    return CountConstraint(words, (row,), amount, instead, changed, count)


def _cards(columns: DeckColumns) -> Count:
    return Count({columns.cards: 1}, "card", "cards")


def _mean(columns: DeckColumns, mean: Ratio) -> Constraint:
    amount = " to ".join(decimal(end) for end in dict.fromkeys(mean))
    noun = f"a mean {columns.limits.fields.budget} of"
    points, cards = Count(columns.points, "point", "points"), columns.cards

    def found(values: Values) -> Fraction:
        return Fraction(points.of(values), values[cards])

    return RequestConstraint(
        f"{noun} {amount}",
        _ratio_rows(mean, columns.points, cards, of_cards=False),
        amount,
        lambda values: f"{noun} {decimal(found(values))}",
        lambda old, values: replace(old, mean=Ratio(found(values), found(values))),
    )


def _share(columns: DeckColumns, name: str, share: Ratio) -> Constraint:
    amount = " to ".join(percent(end) for end in dict.fromkeys(share))
    limits, column = columns.limits, columns.classes[name]
    noun = f"of {limits.fields.group} {name}" if limits.has_pool else f"{name}s"

    def found(values: Values) -> Fraction:
        return _round_share(values[column], values[columns.cards])

    def changed(old: DeckRequest, values: Values) -> DeckRequest:
        share = Ratio(found(values), found(values))
        return replace(old, classes=tuple({**dict(old.classes), name: share}.items()))

    return ShareConstraint(
        f"{amount} {noun}",
        _ratio_rows(share, {column: 1}, columns.cards, of_cards=True),
        amount,
        lambda values: f"{percent(found(values))} {noun}",
        changed,
        share,
    )


def _round_share(part: int, whole: int) -> Fraction:
    """The roundest share that the same deck meets: a share may be off by less than a card."""
    for step in ROUND_SHARES:
        share = round(Fraction(part, whole) / step) * step
        if abs(part - share * whole) < 1:
            return share
    return Fraction(part, whole)


def _class(columns: DeckColumns, name: str, span: Span) -> Constraint:
    def change(old: DeckRequest, new: int) -> DeckRequest:
        return replace(old, classes=tuple((dict(old.classes) | {name: Span(new, new)}).items()))

    return exactly(Count({columns.classes[name]: 1}, *class_words(columns.limits, name)), span, change)


def _curve(columns: DeckColumns, spans: tuple[Span | None, ...]) -> Constraint:
    field = columns.limits.fields.budget
    counts = tuple(
        Count({column: 1}, f"card of {field} {power}", f"cards of {field} {power}")
        for power, column in columns.powers.items()
    )
    rows = tuple(
        Row(count.terms, *span) for count, span in zip(counts, spans, strict=True) if span is not None
    )

    def found(values: Values) -> tuple[Span | None, ...]:
        numbers = [count.of(values) for count in counts]
        return tuple(
            span if span is None or span.low <= number <= span.high else Span(number, number)
            for span, number in zip(spans, numbers, strict=True)
        )

    return CurveConstraint(
        f"a curve of {curve_words(spans)}",
        rows,
        curve_words(spans),
        lambda values: f"a curve of {curve_words(found(values))}",
        lambda old, values: replace(old, powers=found(values)),
        spans,
        counts,
    )


def _kind(columns: DeckColumns, part: KindMinimum) -> Constraint:
    kind = part.kind
    count = Count(columns.alike(kind), *kind_words(columns.limits, kind.class_name, kind.power))

    def change(old: DeckRequest, new: int) -> DeckRequest:
        kinds = (KindMinimum(kind, new if kind == part.kind else minimum) for kind, minimum in old.kinds)
        return replace(old, kinds=tuple(kinds))

    return _at_least(count, part.minimum, change)


def _character(columns: DeckColumns, part: CharacterMinimum) -> Constraint:
    name, role = part.character.name, part.character.role
    count = Count({columns.characters[role]: 1}, f"copy of {name}", f"copies of {name}")

    def change(old: DeckRequest, new: int) -> DeckRequest:
        characters = (other._replace(minimum=new) if other == part else other for other in old.characters)
        return replace(old, characters=tuple(characters))

    return _at_least(count, part.minimum, change)


def _of_pool(columns: DeckColumns, request: DeckRequest, pool: Pool) -> Constraint:
    named = [part.character for part in request.characters if not part.is_guest]
    of_names = [Row({columns.characters[character.role]: 1}, None, character.copies) for character in named]
    room = pool.room()
    for character in named:
        room[character.kind] -= character.copies
    of_kinds = [Row(columns.rest(kind), None, room[kind]) for kind in columns.kinds]
    return PoolConstraint(str(pool), (*of_names, *of_kinds), tuple(columns.kinds))


def _ratio_rows(ratio: Ratio, part: Terms, whole: int, *, of_cards: bool) -> tuple[Row, ...]:
    """The rows of ``part`` being that many times the ``whole``.

    One card more changes the part by one in a share (``of_cards``), and the whole in a mean, whose points
    are given.
    """

    def row(bound: Fraction, low: int | None, high: int | None) -> Row:
        terms = {column: number * bound.denominator for column, number in part.items()}
        terms[whole] = -bound.numerator
        return Row(terms, low, high, bound.denominator if of_cards else max(bound.numerator, 1))

    if ratio.is_exact:
        unit = row(ratio.low, None, None).unit
        return (row(ratio.low, 1 - unit, unit - 1),)
    return row(ratio.low, 0, None), row(ratio.high, None, 0)
