"""What a card is worth where all seats draw from the same cards: who draws it wins how much more often.

With a blank in its place every seat would lose it, and none of them more than another. But the pile is a
lottery. Whoever draws could have drawn any card that was in the pile at that moment, so each draw is set
against what it would bring on average: of a card of which 2 are among 20, a tenth of a copy. What a seat has
had of a card beyond that is its luck, however long the game lasts and however many cards it shows. How much
more often the lucky win, over how many copies more they have had, is what a copy is worth to whoever draws
it, beside another card of the pile. In the words of statistics, luck is an instrument of the copies (Wald
1940; Angrist and Imbens 1995).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.catalog.models import Game as Database
from generator.rules import Position, Result, State
from generator.sim.balance.cards import SHARED, MoveWords, hand_keys, read_hands, read_move, stocks_of
from generator.sim.balance.peers import BesidePeers, Rank, beside_peers, compared_dict, costs_of
from generator.sim.statistics.comparisons import Comparison, compare_all
from generator.sim.statistics.intervals import Figures, Interval
from generator.sim.study.games import Games, read_games
from generator.sim.study.store import Store
from generator.sim.study.table import Table
from generator.sim.study.workers import Crew, play_study
from generator.sim.sweeps.arms import ArmFailed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_DRAWN = 30
"""Deals in which a card was drawn; of fewer its interval is not to be relied on."""
CAVEAT = (
    "Chance deals these cards, so who draws one does not depend on who plays well, or on how long a game "
    "lasts. The figure is what drawing a copy does for the seat that draws it, beside another card of the "
    "pile at that moment. It does not show what the card does to the game for all seats alike, nor what it "
    "is worth to take it where it lies open. Cards that a player chooses from a pile are not counted; who "
    "has looked at the top of one knows more than chance."
)


@dataclass(frozen=True, slots=True)
class DrawnCard(Figures):
    card: str
    """As positions write it."""
    name: str
    drawn: int
    """Copies that were drawn from a pile or dealt."""
    comparison: Comparison
    """What a copy is worth to the seat that draws it, beside another card of the pile: a share of the win."""
    beside: BesidePeers | None
    """Beside its peers; None where they are too few."""

    @property
    def difference(self) -> Interval:
        return self.comparison.among_all

    @property
    def matters(self) -> bool:
        return self.comparison.differs

    def to_dict(self) -> dict[str, object]:
        return {
            "card": self.card,
            "name": self.name,
            "drawn": self.drawn,
            **compared_dict(self.comparison, self.beside),
        }


@dataclass(frozen=True, slots=True)
class DrawReport(Figures):
    games: int
    deals: int
    cards: tuple[DrawnCard, ...]
    """Those that help most first."""
    rare: tuple[str, ...]
    """Names of cards that were drawn in too few deals."""

    def to_dict(self) -> dict[str, object]:
        return Figures.to_dict(self) | {"caveat": CAVEAT}


def shares_cards(table: Table) -> bool:
    """Whether all seats draw from the same cards, their hands can be read, and they win apart."""
    if len(table.game.sides(table.plan.seats)) == 1 or table.plan.seats == 1:
        return False
    state = table.begin(0)
    stocks = stocks_of(table.game, state, state.to_dict())
    has_hands = hand_keys(state, table.plan.seats) is not None
    return has_hands and stocks is not None and all(stock.whose == SHARED for stock in stocks)


def measure_draws(
    table: Table, deals: int, crew: Crew, done: Callable[[int], None], folder: Path | None = None
) -> DrawReport:
    """Plays deals of a game in which all draw from the same cards, and looks at who draws what.

    ``folder``: where its games are kept, those that are there are not played again. Raises ArmFailed where a
    game can't be played, and InputError where the workers or the study file fail.
    """
    plan = replace(table.plan, games=deals * table.plan.seats)
    table = Table(plan, table.database, table.game)
    with Store.begin(folder, plan, table.versions, None if folder is None else folder.parent) as store:
        done(store.count())
        failure = play_study(store, table, crew, done, WhoDraws())
        if failure is not None:
            raise ArmFailed(failure.problem)
        return draw_report(table.database, read_games(store, table.game), store.notes())


def draw_report(database: Database, games: Games, notes: Iterable[str]) -> DrawReport:
    luck, drawn = _read_notes(games, notes)
    names, ranks = {card: card for card in luck}, {card: Rank((), None) for card in luck}
    for component in database.components:
        cards = [card for one in component.sets for card in one.cards if card.id in luck]
        costs = costs_of(cards)
        names |= {card.id: str(card.values.get("name") or card.id) for card in cards}
        ranks |= {card.id: Rank((component.id,), costs.get(card.id)) for card in cards}
    shares = games.points - games.points.mean(axis=0)
    values = {
        card: _worth(one - one.mean(axis=0), drawn[card] - drawn[card].mean(axis=0), shares)
        for card, one in luck.items()
        if _deals_with(drawn[card]) >= min(MIN_DRAWN, games.deals)
    }
    compared = compare_all(values, unbounded=True)
    beside = beside_peers(values, {card: ranks[card] for card in values})
    found = [
        DrawnCard(one.name, names[one.name], int(drawn[one.name].sum()), one, beside.get(one.name))
        for one in compared
    ]
    found.sort(key=lambda one: (-one.difference.value, one.card))
    rare = tuple(names[card] for card in luck if card not in values)
    return DrawReport(games.number, games.deals, tuple(found), rare)


def _read_notes(
    games: Games, notes: Iterable[str]
) -> tuple[dict[str, NDArray[np.float64]], dict[str, NDArray[np.float64]]]:
    """Of each card a row for each game, with the luck of each seat, and with the copies that it drew."""
    import numpy as np

    luck: dict[str, NDArray[np.float64]] = {}
    drawn: dict[str, NDArray[np.float64]] = {}
    for text in notes:
        for number, *told in json.loads(text):
            if number >= games.number:
                continue
            for found, by_seat in zip((luck, drawn), told, strict=True):
                for seat, row in enumerate(by_seat):
                    for card, value in row.items():
                        found.setdefault(card, np.zeros(games.points.shape))[number, seat] = value
    return dict(sorted(luck.items())), {card: drawn.get(card, np.zeros(games.points.shape)) for card in luck}


def _deals_with(drawn: NDArray[np.float64]) -> int:
    """In how many deals anybody drew a card."""
    return int(drawn.any(axis=1).reshape(-1, drawn.shape[1]).any(axis=1).sum())


def _worth(
    luck: NDArray[np.float64], drawn: NDArray[np.float64], shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Of each deal a value; their mean is what a copy is worth, and their spread its error.

    That is the estimate of instrumental variables with errors that games of a deal may have in common: each
    deal's value is the estimate plus what the deal adds to it.
    """
    seats = luck.shape[1]
    won = (luck * shares).sum(axis=1).reshape(-1, seats).sum(axis=1)
    had = (luck * drawn).sum(axis=1).reshape(-1, seats).sum(axis=1)
    if had.mean() <= 0:
        return won * 0.0  # type: ignore[no-any-return]
    worth = won.mean() / had.mean()
    return worth + (won - worth * had) / had.mean()  # type: ignore[no-any-return]


# The observer


@dataclass(frozen=True, slots=True)
class WhoDraws:
    """Has every game watched for who draws what."""

    def open(self, table: Table) -> _Watcher:
        return _Watcher(table)


Pile = tuple[int | None, str]
"""Where a position has a pile: of the seat, or of the table (None), and under which key."""


class _Watcher:
    """Looks on while games of a table are played: an ``Observer``."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: list[tuple[int, list[dict[str, float]], list[Counter[str]]]] = []
        self._texts: dict[int, MoveWords] = {}

    def wants(self, number: int) -> bool:  # noqa: ARG002 - an observer is asked so
        return True

    def begin(self, number: int, state: State) -> None:
        seats = self._table.plan.seats
        position = state.to_dict()
        self._number = number
        self._seats = range(seats)
        self._keys = hand_keys(state, seats) or ()
        self._piles = hidden_piles(state, position, seats)
        self._luck: list[dict[str, float]] = [{} for _ in self._seats]
        self._drawn: list[Counter[str]] = [Counter() for _ in self._seats]
        self._named: dict[int, Counter[str]] = {}
        stocks = stocks_of(self._table.game, state, position) or ()
        openings = self._table.game.opening(state)
        for seat, (stock, (_, hand)) in enumerate(zip(stocks, openings, strict=False)):
            self._count(seat, Counter(hand), stock.cards)
        self._look(position)

    def decide(self, state: State, legal: Sequence[int], move: int) -> None:  # noqa: ARG002
        assert state.player is not None
        self._named = {state.player: Counter(self._words(state, move).words)}

    def made(self, state: State) -> None:
        for seat, move in state.forced_moves():
            self._named.setdefault(seat, Counter()).update(self._words(state, move).words)
        hands, piles = self._hands, self._cards
        self._look(state.to_dict())
        lost = {pile: cards - self._cards[pile] for pile, cards in piles.items()}
        lost = {pile: cards for pile, cards in lost.items() if cards}
        if len(lost) == 1:
            ((pile, cards),) = lost.items()
            drawn = self._drawn_of(hands, cards.total())
            if drawn is not None and sum(drawn.values(), Counter()) == cards:
                for seat, hand in drawn.items():
                    self._count(seat, hand, piles[pile])

    def end(self, state: State, result: Result) -> None:  # noqa: ARG002
        self._rows.append((self._number, self._luck, self._drawn))

    def notes(self) -> str | None:
        return json.dumps(self._rows, separators=(",", ":")) if self._rows else None

    def _look(self, position: Position) -> None:
        self._hands = read_hands(position, self._keys, len(self._seats))
        self._cards = {pile: Counter(_pile(position, pile)) for pile in self._piles}

    def _drawn_of(self, before: Sequence[Counter[str]], count: int) -> dict[int, Counter[str]] | None:
        """What each seat drew, where so many cards left a pile; None where it can't be known.

        That must not depend on which cards were drawn, or chance would not be even. So it is decided by how
        many cards came and went, and by what the moves name: either the cards of a hand left it that a move
        names, or, at the end of a turn, all of them.
        """
        for is_whole in (False, True):
            drawn = {}
            for seat, (hand, after) in enumerate(zip(before, self._hands, strict=True)):
                named = self._named.get(seat, Counter())
                if (named - hand) & (after - hand):
                    # It was chosen: a move names a card that was in no hand before.
                    return None
                kept = Counter() if is_whole and seat in self._named else hand - named
                if kept - after:
                    break
                drawn[seat] = after - kept
            else:
                if sum(cards.total() for cards in drawn.values()) == count:
                    return {seat: cards for seat, cards in drawn.items() if cards}
        return None

    def _count(self, seat: int, drawn: Counter[str], pile: Mapping[str, int]) -> None:
        """Sets what was drawn against what the pile gives on average."""
        all_cards, draws = sum(pile.values()), drawn.total()
        if not all_cards or not draws:
            return
        luck = self._luck[seat]
        for card, copies in pile.items():
            luck[card] = luck.get(card, 0.0) + drawn[card] - draws * copies / all_cards
        self._drawn[seat].update(drawn)

    def _words(self, state: State, move: int) -> MoveWords:
        words = self._texts.get(move)
        if words is None:
            words = self._texts[move] = read_move(state.text(move))
        return words


def hidden_piles(state: State, position: Position, seats: int) -> tuple[Pile, ...]:
    """The lists of cards of a position of which every seat sees only how many there are."""
    views = [state.view(seat) for seat in range(seats)]
    return tuple(pile for pile in _lists(position) if all(type(_pile(view, pile)) is int for view in views))


def _lists(position: Position) -> Iterator[Pile]:
    parts: list[tuple[int | None, Mapping[str, Any]]] = [(None, position)]
    holders = position.get("seats")
    parts += [(seat, one) for seat, one in enumerate(holders or ()) if isinstance(one, dict)]
    for seat, part in parts:
        for key, value in part.items():
            if isinstance(value, list) and all(isinstance(card, str) for card in value):
                yield seat, key


def _pile(position: Position, pile: Pile) -> Any:
    seat, key = pile
    return (position if seat is None else position["seats"][seat]).get(key)
