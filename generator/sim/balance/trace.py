"""Traced games: what happens inside a share of a study's games, turn by turn and card by card.

A traced game is played like any other, by the same bots from the same seeds; an observer looks on. At the
beginning of each turn it plays on at random, from worlds that the seats hold possible, and counts who wins:
the estimate of how the game stands. Notes are added up where the game is played, as columns and counters, and
put together in the order of the games, so that they are the same whoever played which of them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import lcm, log10, sqrt
from random import Random
from typing import Any

from generator.catalog.json_file import parse_values
from generator.catalog.problems import InputError
from generator.rules import Game, Result, Shuffler, State
from generator.rules.errors import imagining
from generator.rules.evaluation import Playout, play_out, win_shares
from generator.rules.record import MAX_SEATS
from generator.sim.balance.cards import SHARED, MoveWords, Stock, hand_keys, read_hands, read_move, stocks_of
from generator.sim.study.table import Table

TRACED_DEALS = 100
"""Of a match. They are the first ones, so that games can be added to a study."""
ESTIMATED_EVERY = 2
"""Every so many-th of them is one in which it is estimated, turn by turn, who will win: that takes hundreds
of playouts."""
PLAYOUTS = 40
"""For an estimate, at each turn: ± 15 points where a game is even."""
DECIDED = 0.8
"""An estimate above it counts as a game won (Ludii's threshold of decisiveness)."""
_SEEDS = 2**62
_MOST = 2**62
"""Of what is counted."""


@dataclass(frozen=True, slots=True)
class Tracing:
    deals: int = TRACED_DEALS
    """The first so many, with all their games, however many are added."""
    estimated: int = ESTIMATED_EVERY
    """Every so many-th deal is one in which it is estimated who will win."""
    playouts: int = PLAYOUTS
    """For each estimate."""

    @property
    def lead(self) -> float:
        """How far ahead a seat's estimate must be of all others to count as a lead: two standard errors of
        the difference in an even game, so that a lead is seldom a whim of the playouts."""
        return min(0.5, 2 / sqrt(self.playouts))

    def open(self, table: Table) -> Tracer:
        return Tracer(table, self)


# What is noted

TENTHS = 10
LEGAL = tuple([f"legal_{tenth}" for tenth in range(TENTHS)])
COLUMNS = ("number", "turns", "idle", "wait", "longest", "tree", *LEGAL)
"""Of each traced game: its number; its turns, or decisions where it counts none; the turns in which nobody
had a decision (-1: not counted); how many decisions of others a seat waits between two of its own, on average
and at most (-1: nobody waits); the decimal logarithm of the size of the game tree; the mean number of legal
moves in each tenth of its decisions (-1: nobody decides)."""
COURSE = ("number", "turns", "leads", "turning", "half", "behind", "drama", "deficit", "settled")
"""Of each game with estimates: its number; its turns as above; how often the lead changed, and in how many
turns an estimate changed by as much as a lead; what of the win the leader at half time got (-1: nobody led);
the share of turns at whose beginning the later winner was behind, how far on average over all turns, and how
far at most (-1: there was no single winner); the turn from which the winner's estimate stays above
``DECIDED`` (-1 likewise)."""
HELD, OPENING, DRAWN, PLAYED = "held", "opening", "drawn", "played"
CONDITIONS = (HELD, OPENING, DRAWN, PLAYED)
"""Of a seat in a game: it may hold the card at all; it began with a copy, had one in hand, played one."""
COUNTS = ("copies", "opening", "drawn", "played", "discarded", "dead")
"""Copies of a card, added up over seats and games: in the stock, in first hands, come to hand, played from
the hand, gone from it otherwise, in hand when the game was over."""


@dataclass(slots=True)
class CardTally:
    """What became of a card's copies, and how those did who held them."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    games: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in CONDITIONS})
    """By condition: seats in games, by their points of the win in units of ``Traces.unit``."""
    turns: Counter[int] = field(default_factory=Counter)

    def add(self, other: CardTally) -> None:
        for name in COUNTS:
            self.counts[name] += other.counts[name]
        for name in CONDITIONS:
            self.games[name].update(other.games[name])
        self.turns.update(other.turns)


@dataclass(slots=True)
class Traces:
    """What was noted of games, in the order of their numbers."""

    tracing: Tracing
    seats: int
    counts_turns: bool = True
    """Whether the game counts turns; else ``turns`` are decisions."""
    knows_hands: bool = True
    """Whether positions list hands; else there is nothing of cards."""
    knows_stocks: bool = True
    """Whether it is known which cards a seat may draw; else a seat holds what it drew."""
    columns: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    course: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COURSE})
    legal: Counter[int] = field(default_factory=Counter)
    """Decisions by the number of legal moves."""
    offered: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    forced: Counter[str] = field(default_factory=Counter)
    """Moves of the form that the rules made for a seat."""
    legal_moves: set[int] = field(default_factory=set)
    made_moves: set[int] = field(default_factory=set)
    """Those that were ever legal or made, forced ones too."""
    cards: dict[tuple[str, str], CardTally] = field(default_factory=dict)
    """By the deck or the owner, and the card."""

    @property
    def games(self) -> int:
        return len(self.columns["number"])

    @property
    def unit(self) -> int:
        """A whole win, in points that any shared win is a whole number of."""
        return lcm(*range(1, self.seats + 1))

    def add(self, other: Traces) -> None:
        """Adds games with higher numbers. Raises InputError for games that were traced otherwise."""
        if (self.tracing, self.seats) != (other.tracing, other.seats):
            message = "the games of the study were not all traced alike"
            raise InputError(message, hint="trace the rest of it as it was begun, or begin a new study")
        self.counts_turns &= other.counts_turns
        self.knows_hands &= other.knows_hands
        self.knows_stocks &= other.knows_stocks
        for mine, more in ((self.columns, other.columns), (self.course, other.course)):
            for name, column in mine.items():
                column.extend(more[name])
        for counter in ("legal", "offered", "made", "forced"):
            getattr(self, counter).update(getattr(other, counter))
        self.legal_moves |= other.legal_moves
        self.made_moves |= other.made_moves
        for key, tally in other.cards.items():
            self.cards.setdefault(key, CardTally()).add(tally)

    def to_text(self) -> str:
        return json.dumps(
            {
                "tracing": asdict(self.tracing),
                "seats": self.seats,
                "told": [self.counts_turns, self.knows_hands, self.knows_stocks],
                "columns": self.columns,
                "course": self.course,
                "legal": sorted(self.legal.items()),
                "moves": [
                    [form, self.offered[form], self.made[form], self.forced[form]]
                    for form in sorted({*self.offered, *self.forced})
                ],
                # A bit for each move: a list of thousands would be longer than all else.
                "used": [f"{_mask(moves):x}" for moves in (self.legal_moves, self.made_moves)],
                "cards": [
                    [
                        *(*key, [*tally.counts.values()]),
                        [sorted(games.items()) for games in tally.games.values()],
                        sorted(tally.turns.items()),
                    ]
                    for key, tally in sorted(self.cards.items())
                ],
            },
            separators=(",", ":"),
        )


def read_traces(text: str) -> Traces:
    """The traces that ``to_text`` wrote. Raises InputError for anything else."""
    try:
        return _read_traces(parse_values(text))
    except (InputError, KeyError, TypeError, ValueError, AttributeError):
        hint = "restore the study from a copy, or begin a new one"
        raise InputError("what is noted of games of the study can't be read", hint=hint) from None


def _read_traces(given: Any) -> Traces:
    _check_numbers(given["tracing"].values())
    _check_numbers([given["seats"]], most=MAX_SEATS)
    turns, hands, stocks = map(bool, given["told"])
    traces = Traces(Tracing(**given["tracing"]), given["seats"], turns, hands, stocks)
    for key, columns in (("columns", traces.columns), ("course", traces.course)):
        for name in columns:
            columns[name] = _check_numbers(given[key][name])
        if len({len(column) for column in columns.values()}) > 1:
            raise ValueError("columns of a length")
    traces.legal = _check_counts(given["legal"])
    for form, *times in given["moves"]:
        traces.offered[str(form)], traces.made[str(form)], traces.forced[str(form)] = _check_numbers(times)
    traces.legal_moves, traces.made_moves = [_bits(int(mask, 16)) for mask in given["used"]]
    for whose, card, counts, games, played in given["cards"]:
        traces.cards[str(whose), str(card)] = CardTally(
            dict(zip(COUNTS, _check_numbers(counts), strict=True)),
            {name: _check_counts(pairs) for name, pairs in zip(CONDITIONS, games, strict=True)},
            _check_counts(played),
        )
    return traces


def _mask(moves: Iterable[int]) -> int:
    return sum(1 << move for move in moves)


def _bits(mask: int) -> set[int]:
    return {at for at, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"}


def _check_numbers(values: Iterable[Any], count: int | None = None, most: float = _MOST) -> list[Any]:
    """The numbers of a list. Raises ValueError where any is none, or is beyond what is counted."""
    numbers = list(values)
    if count not in (None, len(numbers)) or not all(
        isinstance(value, int | float) and -1 <= value <= most for value in numbers
    ):
        raise ValueError("numbers")
    return numbers


def _check_counts(pairs: Iterable[Any]) -> Counter[int]:
    return Counter(dict(_check_numbers(pair, 2) for pair in pairs))


def collect_traces(texts: Iterable[str]) -> Traces | None:
    """The traces of batches, given in the order of their games; None of no games.

    Raises InputError for games that were traced otherwise than the first.
    """
    traces: Traces | None = None
    for more in map(read_traces, texts):
        if traces is None:
            traces = more
        else:
            traces.add(more)
    return traces


# The observer


class Tracer:
    """Looks on while games of a table are played: an ``Observer``."""

    def __init__(self, table: Table, tracing: Tracing) -> None:
        seats = table.plan.seats
        self._table = table
        self._tracing = tracing
        self._sides = table.game.sides(seats) or tuple([(seat,) for seat in range(seats)])
        self._is_won = len(self._sides) > 1 or table.game.all_can_lose
        """Whether it is open who wins. One side that can't lose plays for points."""
        self._traces = Traces(tracing, seats)
        self._texts: dict[int, MoveWords] = {}
        """What each move says; it depends on the move alone."""

    def wants(self, number: int) -> bool:
        return self._table.plan.deal(number) < self._tracing.deals

    def begin(self, number: int, state: State) -> None:
        plan, tracing = self._table.plan, self._tracing
        self._number = number
        self._chance = Random(plan.observer_seed(number))
        self._shuffler = Shuffler(self._chance.randrange(_SEEDS))
        # Of its own: a game that fails leaves no notes.
        self._game = Traces(tracing, plan.seats)
        self._is_estimated = self._is_won and plan.deal(number) % tracing.estimated == 0
        self._moments: list[_Moment] = []
        self._decisions = 0
        self._counts: list[int] = []
        """Legal moves of each decision."""
        self._waits = _Waits(plan.seats)
        self._busy: set[int] = set()
        """Turns in which somebody had a decision."""
        self._cards = _open_cards(self._table, number, state, self._game)
        self._named: list[tuple[int, MoveWords]] = []
        self._turn = 0
        self._look(state)

    def decide(self, state: State, legal: Sequence[int], move: int) -> None:
        assert state.player is not None
        words, notes = self._words(state, move), self._game
        self._turn = state.turns()
        self._busy.add(self._turn)
        self._counts.append(len(legal))
        self._waits.decide(state.player)
        notes.legal[len(legal)] += 1
        notes.legal_moves.update(legal)
        notes.made_moves.add(move)
        notes.offered.update({self._words(state, one).form for one in legal})
        notes.made[words.form] += 1
        self._named = [(state.player, words)]

    def made(self, state: State) -> None:
        self._decisions += 1
        for seat, move in state.forced_moves():
            words = self._words(state, move)
            self._game.forced[words.form] += 1
            self._game.legal_moves.add(move)
            self._game.made_moves.add(move)
            self._named.append((seat, words))
        if self._cards is not None:
            self._cards.look(state, self._named, self._turn)
        self._look(state)

    def end(self, state: State, result: Result) -> None:
        notes = self._game
        notes.counts_turns = state.turns() > 0
        last = state.turns() if notes.counts_turns else self._decisions
        shares = win_shares(result, self._sides)
        idle = last - len(self._busy - {0}) if notes.counts_turns else -1
        tree = sum(map(log10, self._counts))
        values = (self._number, last, idle, *self._waits.close(), tree, *_by_tenth(self._counts))
        for name, value in zip(COLUMNS, values, strict=True):
            notes.columns[name].append(value)
        if self._is_estimated:
            moments = self._moments
            if notes.counts_turns:
                moments = [moment for moment in moments if moment.turn]
            else:
                moments = [_Moment(one.decision, one.decision, one.estimates) for one in moments]
            won = _of_sides(shares, self._sides)
            found = (self._number, last, *_course(moments, last, won, self._tracing.lead))
            for name, value in zip(COURSE, found, strict=True):
                notes.course[name].append(value)
        if self._cards is not None:
            self._cards.close([round(notes.unit * share) for share in shares])
        self._traces.add(notes)

    def notes(self) -> str | None:
        return self._traces.to_text() if self._traces.games else None

    def _look(self, state: State) -> None:
        """Estimates how the game stands, if a turn has begun since it was last looked at."""
        if state.player is None or not self._is_estimated:
            return
        turn, game = state.turns(), self._table.game
        if turn and self._moments and self._moments[-1].turn == turn:
            return
        with imagining(game.folder):
            playouts, chance = self._tracing.playouts, self._chance
            seats = _estimate(game, state, self._table.plan.seats, playouts, chance, self._shuffler)
        self._moments.append(_Moment(turn, self._decisions + 1, _of_sides(seats, self._sides)))

    def _words(self, state: State, move: int) -> MoveWords:
        words = self._texts.get(move)
        if words is None:
            words = self._texts[move] = read_move(state.text(move))
        return words


class _Waits:
    """How many decisions of others a seat waits until it decides itself, or the game is over."""

    def __init__(self, seats: int) -> None:
        self._since = [0] * seats
        self._found: list[int] = []

    def decide(self, seat: int) -> None:
        self._found.append(self._since[seat])
        self._since = [count + 1 for count in self._since]
        self._since[seat] = 0

    def close(self) -> tuple[float, float]:
        """The mean wait and the longest; who goes on deciding does not wait."""
        waits = [count for count in (*self._found, *self._since) if count]
        return (sum(waits) / len(waits), max(waits)) if waits else (-1, -1)


def _by_tenth(counts: Sequence[int]) -> list[float]:
    """The mean in each tenth of a game; of one with fewer decisions than ten some are in several."""
    count = len(counts)
    parts = [counts[tenth * count // TENTHS : -(-(tenth + 1) * count // TENTHS)] for tenth in range(TENTHS)]
    return [sum(part) / len(part) if part else -1 for part in parts]


def _of_sides(shares: Sequence[float], sides: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """What each side has of the win; where all play together, or one alone, the other side is the game."""
    found = tuple([shares[side[0]] for side in sides])
    return found if len(found) > 1 else (found[0], 1 - found[0])


@dataclass(frozen=True, slots=True)
class _Moment:
    """How the game stood at the beginning of a turn."""

    turn: int
    """0 where none is counted: in a game without turns, or before the first."""
    decision: int
    """The number of the decision that comes next, from 1."""
    estimates: tuple[float, ...]
    """Each side's share of the win in the playouts."""

    def leader(self, lead: float) -> int | None:
        """The side that is ahead of all others by so much."""
        best = max(range(len(self.estimates)), key=self.estimates.__getitem__)
        return best if self.ahead(best) > lead else None

    def ahead(self, side: int) -> float:
        """How far a side is ahead of the best other; negative: behind."""
        others = [value for other, value in enumerate(self.estimates) if other != side]
        return self.estimates[side] - max(others, default=0.0)


def _course(moments: Sequence[_Moment], last: int, won: Sequence[float], lead: float) -> tuple[float, ...]:
    """What ``COURSE`` has of a game after its number and turns. ``won``: what each side has of the win."""
    leaders = [leader for moment in moments if (leader := moment.leader(lead)) is not None]
    # From one side to another; in between there may be turns without a leader.
    leads = sum(before != after for before, after in pairwise(leaders))
    estimates = [moment.estimates for moment in moments] + [tuple(won)]
    turning = sum(
        max(abs(one - two) for one, two in zip(before, after, strict=True)) > lead
        for before, after in pairwise(estimates)
    )
    half = _half(moments, last, won, lead)
    winners = [side for side, share in enumerate(won) if share]
    if len(winners) != 1 or not moments:
        return (leads, turning, half, -1, -1, -1, -1)
    ahead = [moment.ahead(winners[0]) for moment in moments]
    behind = [-one for one in ahead if one < -lead]
    part, drama = len(behind) / len(ahead), sum(behind) / len(ahead)
    return (leads, turning, half, part, drama, max(0.0, -min(ahead)), _settled(moments, winners[0], last))


def _half(moments: Sequence[_Moment], last: int, won: Sequence[float], lead: float) -> float:
    """What of the win the leader at half time got; -1 if nobody led."""
    before = [moment for moment in moments if moment.turn <= last / 2] or list(moments[:1])
    leader = before[-1].leader(lead) if before else None
    return -1 if leader is None else won[leader]


def _settled(moments: Sequence[_Moment], winner: int, last: int) -> int:
    """The first turn from whose beginning on the winner's estimate stays above ``DECIDED``; the last turn if
    the game was still open when that began."""
    turn = last
    for moment in reversed(moments):
        if moment.estimates[winner] <= DECIDED:
            break
        turn = moment.turn
    return turn


def _estimate(
    game: Game, state: State, seats: int, playouts: int, chance: Random, shuffler: Shuffler
) -> tuple[float, ...]:
    """Each seat's share of the win when it goes on at random.

    Every playout begins in a world that one of the seats holds possible, the seats in turn: what nobody
    knows, such as the order of decks, is dealt anew, and no seat's hand counts for more than another's.
    """
    totals = [0.0] * seats
    # Rules of a designer's own may never come to an end.
    bounded = Playout(game, chance) if game.folder is not None else None
    for number in range(playouts):
        world = state.determinize(number % seats, shuffler)
        if bounded is None:
            play_out(world, chance)
        else:
            bounded.quiesce(world, (), 0)
        shares = win_shares(world.result(), game.sides(seats))
        totals = [before + share for before, share in zip(totals, shares, strict=True)]
    return tuple(total / playouts for total in totals)


# Cards


def _open_cards(table: Table, number: int, state: State, notes: Traces) -> _Cards | None:
    """What follows the cards of a game; None where its hands can't be read."""
    plan = table.plan
    keys = hand_keys(state, plan.seats)
    notes.knows_hands = keys is not None
    if keys is None:
        notes.knows_stocks = False
        return None
    stocks = stocks_of(table.game, state, state.to_dict())
    notes.knows_stocks = stocks is not None
    if stocks is None:
        stocks = [Stock(SHARED, Counter()) for _ in range(plan.seats)]
    decks = [plan.contestants[contestant].deck for contestant in plan.seating(number)]
    whose = [stock.whose if deck is None else deck.name for stock, deck in zip(stocks, decks, strict=True)]
    first_hands = [Counter(cards) for _, cards in table.game.opening(state)]
    return _Cards(keys, whose, [stock.cards for stock in stocks], first_hands, state, notes)


class _Cards:
    """Follows the cards of a game through the hands."""

    def __init__(
        self,
        keys: Sequence[str],
        whose: Sequence[str],
        stocks: Sequence[Counter[str]],
        openings: Sequence[Counter[str]],
        state: State,
        notes: Traces,
    ) -> None:
        self._keys = keys
        self._whose = whose
        self._stocks = stocks
        self._openings = openings
        self._notes = notes
        self._hands = read_hands(state.to_dict(), keys, len(whose))
        # What was played before anybody was asked was in hand all the same.
        self._drawn = [hand | opening for hand, opening in zip(self._hands, openings, strict=True)]
        self._played: list[Counter[str]] = [Counter() for _ in whose]
        self._gone: list[Counter[str]] = [Counter() for _ in whose]

    def look(self, state: State, named: Iterable[tuple[int, MoveWords]], turn: int) -> None:
        """Compares the hands with those before: ``named`` are the moves since, each with its seat."""
        hands = read_hands(state.to_dict(), self._keys, len(self._whose))
        for seat, (before, after) in enumerate(zip(self._hands, hands, strict=True)):
            if before == after:
                continue
            self._drawn[seat].update(after - before)
            left = before - after
            if not left:
                continue
            named_cards = Counter(
                word for mover, move in named if mover == seat and move.plays for word in move.words
            )
            played = left & named_cards
            self._played[seat].update(played)
            self._gone[seat].update(left - played)
            for card, copies in played.items():
                self._tally(seat, card).turns[turn] += copies
        self._hands = hands

    def close(self, points: Sequence[int]) -> None:
        """Adds up the game; ``points`` is each seat's part of the win."""
        seats = zip(self._openings, self._drawn, self._played, self._gone, self._hands, strict=True)
        for seat, (opening, drawn, played, gone, hand) in enumerate(seats):
            stock = self._stocks[seat]
            for card in sorted({*stock, *drawn}):
                tally = self._tally(seat, card)
                values = (stock, opening, drawn, played, gone, hand)
                for name, counter in zip(COUNTS, values, strict=True):
                    tally.counts[name] += counter[card]
                for name, counter in ((OPENING, opening), (DRAWN, drawn), (PLAYED, played)):
                    if counter[card]:
                        tally.games[name][points[seat]] += 1
                tally.games[HELD][points[seat]] += 1

    def _tally(self, seat: int, card: str) -> CardTally:
        return self._notes.cards.setdefault((self._whose[seat], card), CardTally())
