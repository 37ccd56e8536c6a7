"""What a card is worth: the same deals with the card and with a blank in its place.

Who wins with a card in hand depends on the card and on much else; here nothing else differs. A blank is what
the game's database says it is (``blank`` of a component); it takes the place of all copies of a card by the
same changes as ``--set``, so that a game of a designer's own needs no code. The figure is the share of the
win that the side with the card loses with the card, deal by deal; which card is too strong is told by its
``peers``. Where all seats draw from the same cards a blank says nothing, and ``draws`` measures them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.card_words import RESERVED_WORDS
from generator.catalog.cards import plain
from generator.catalog.models import Card, Component
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import join_words
from generator.deck.card_stats.strength import COSTS
from generator.deck.card_stats.table import plain_name
from generator.deck.format import read_format
from generator.rules.loading import BadDatabase
from generator.sim.balance.cards import Stock, stocks_of
from generator.sim.balance.draws import DrawReport, measure_draws, shares_cards
from generator.sim.balance.peers import BesidePeers, Rank, beside_peers, compared_dict, costs_of
from generator.sim.statistics.comparisons import Comparison, compare_all
from generator.sim.statistics.intervals import LEVEL, Figures, Interval
from generator.sim.study.games import Games
from generator.sim.study.plan import Plan
from generator.sim.study.store import folder_name
from generator.sim.study.table import Table, open_table
from generator.sim.study.workers import Crew
from generator.sim.sweeps.arms import Setting, plan_with, play_arm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
SHARED_DEALS = 10
"""Where all draw from the same cards one match shows what all are worth, but each game shows little of each:
it has so many times as many deals as a match with a blank."""


@dataclass(frozen=True, slots=True)
class Blanked:
    """A card of the database, and the changes that make a blank of it."""

    component: str
    card: str
    name: str
    copies: int
    """All of them are blank at once."""
    deck: str | None
    """The id of the deck that it is in, where each list of the component is one: it is in play with that."""
    changes: tuple[Setting, ...]

    @property
    def key(self) -> str:
        """As ``--set`` names it: ``cards/militia``."""
        return f"{self.component}/{self.card}"

    def to_dict(self) -> dict[str, object]:
        return {
            "component": self.component,
            "card": self.card,
            "name": self.name,
            "copies": self.copies,
            "changes": list(map(str, self.changes)),
        }


@dataclass(frozen=True, slots=True)
class CardImpact(Figures):
    """What the side with a card wins more than with a blank instead."""

    blanked: Blanked
    holders: tuple[str, ...]
    """Whose it is: contestants with their decks, or seats."""
    comparison: Comparison
    """Of the difference of win shares, from -1 to 1: above 0 the card is better than a blank."""
    beside: BesidePeers | None
    """The same beside its peers' difference; None where they are too few."""

    @property
    def name(self) -> str:
        return self.blanked.name

    @property
    def difference(self) -> Interval:
        """With an interval that holds together with those of all other cards."""
        return self.comparison.among_all

    @property
    def matters(self) -> bool:
        """Whether the card makes a difference, corrected for there being many cards."""
        return self.comparison.differs

    def to_dict(self) -> dict[str, object]:
        return {
            **self.blanked.to_dict(),
            "holders": list(self.holders),
            **compared_dict(self.comparison, self.beside),
        }


@dataclass(frozen=True, slots=True)
class Unmeasured(Figures):
    """A card whose worth can't be measured so, and why."""

    blanked: Blanked
    reason: str
    """A sentence."""

    def to_dict(self) -> dict[str, object]:
        return {**self.blanked.to_dict(), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class ImpactReport(Figures):
    deals: int
    """Each is played in every seating, with each card and without."""
    level: float = field(default=LEVEL, kw_only=True)
    games: int
    cards: tuple[CardImpact, ...]
    """Those that help most first."""
    unmeasured: tuple[Unmeasured, ...]
    draws: DrawReport | None = None
    """Of a game in which all seats draw from the same cards; there are no ``cards`` then."""


def measure_impact(
    plan: Plan, deals: int, crew: Crew, done: Callable[[int], None], out: Path | None = None
) -> ImpactReport:
    """Plays a plan's deals with each card of its game and with a blank in its place, or sees who draws what.

    Args:
        plan: Who plays; ``games`` does not count here.
        deals: How many are played with each card.
        crew: Who plays.
        done: Told of games as they are played.
        out: The folder that the games are kept in, and gone on with; None for nowhere.

    Raises:
        InputError: If no component of the game says what a blank is, or workers fail.
        BadDatabase: If the game can't be played.
        ArmFailed: If a game could not be played to its end.
    """
    table = open_table(replace(plan, games=deals * plan.seats))
    if shares_cards(table):
        draws = measure_draws(table, SHARED_DEALS * deals, crew, done, _folder(out, "drawn"))
        return ImpactReport(draws.deals, draws.games, (), (), draws)
    arms: list[_Arm] = []
    unmeasured: list[Unmeasured] = []
    for blanked in blanks_of(table):
        try:
            arms.append(_open_arm(table, blanked))
        except _CannotMeasure as reason:
            unmeasured.append(Unmeasured(blanked, str(reason)))
    differences: dict[str, NDArray[np.float64]] = {}
    if arms:
        whole = play_arm(table, crew, done, folder=_folder(out, "as-it-is"))
        for arm in arms:
            blank = play_arm(arm.table, crew, done, folder=_folder(out, arm.blanked.key))
            differences[arm.blanked.key] = _side(whole, arm.holders) - _side(blank, arm.holders)
    beside = beside_peers(differences, _ranks(table, arms))
    compared = zip(arms, compare_all(differences), strict=True)
    cards = [CardImpact(arm.blanked, arm.names(), one, beside.get(one.name)) for arm, one in compared]
    cards.sort(key=lambda one: (-one.difference.value, one.blanked.key))
    games = deals * plan.seats * (1 + len(arms)) if arms else 0
    return ImpactReport(deals, games, tuple(cards), tuple(unmeasured))


def most_games(table: Table, deals: int) -> int:
    """How many games ``measure_impact`` plays at most. Raises InputError as it does."""
    if shares_cards(table):
        return SHARED_DEALS * deals * table.plan.seats
    return deals * table.plan.seats * (1 + len(blanks_of(table)))


def _ranks(table: Table, arms: Sequence[_Arm]) -> dict[str, Rank]:
    budget = _budget(table.database)
    costs = {
        f"{component.id}/{card}": cost
        for component in table.database.components
        for card, cost in costs_of(
            (card for cards in component.sets for card in cards.cards),
            budget if component.is_deck else None,
        ).items()
    }
    return {
        arm.blanked.key: Rank(
            (arm.blanked.component, *arm.names()), costs.get(arm.blanked.key), arm.blanked.copies
        )
        for arm in arms
    }


def _budget(database: Database) -> str | None:
    """The field that the cards of a deck are paid by, where the game says what makes a deck legal."""
    limits = read_format(database, Problems())
    return None if limits is None else limits.fields.budget


# Blanks


def blanks_of(table: Table) -> tuple[Blanked, ...]:
    """Every card that its component's ``blank`` can take the place of, in the order of the database.

    Raises:
        InputError: If no component says what a blank is.
    """
    database = table.database
    components = [component for component in database.components if component.blank is not None]
    if not components:
        raise no_blank(database)
    return tuple(
        _blanked(component, card, cards.id if component.is_deck else None)
        for component in components
        for cards in component.sets
        for card in cards.cards
        if card.copies
    )


def no_blank(database: Database) -> InputError:
    """What is wrong with a game that does not say what a blank is, with the lines that would say it."""
    proposed = {
        component.id: blank
        for component in database.components
        if component.kind == "cards" and (blank := _proposed_blank(component))
    }
    first = next((one for one in database.components if one.id in proposed), None)
    lines = [f"`blank: {{ {blank} }}` under `{name}`" for name, blank in proposed.items()]
    added = join_words(lines, "and") if lines else "`blank:` beside `cards`"
    return InputError(
        f"no component of {database.title} says what a blank card is, which cards are measured against",
        place=database.place_of("components") if first is None else first.place,
        hint=f"add {added}: the fields that a card is worth something by, each with what is worth nothing",
    )


def _proposed_blank(component: Component) -> str:
    """The least of each number, and nothing where some card has nothing; a card keeps its cost."""
    cards = [card for one in component.sets for card in one.cards if card.copies]
    fields = component.source.get("fields")
    declared = fields if isinstance(fields, dict) else {}
    found: dict[str, object] = {}
    for name in dict.fromkeys(name for card in cards for name in card.values):
        values = [card.values.get(name) for card in cards]
        there = [value for value in values if value is not None]
        if name in RESERVED_WORDS or plain_name(name) in ("name", *COSTS) or not there:
            continue
        if all(isinstance(value, int | float) and type(value) is not bool for value in there):
            field = declared.get(name)
            least = field.get("min") if isinstance(field, dict) else None
            found[name] = min(there) if least is None else least  # type: ignore[type-var]
        elif len(there) < len(values):
            found[name] = None
    return ", ".join(f"{name}: {json.dumps(plain(value))}" for name, value in found.items())


def _blanked(component: Component, card: Card, deck: str | None) -> Blanked:
    """The changes are of what the card has and a blank has not; what a card leaves empty stays so."""
    assert component.blank is not None
    path = f"{component.id}/{card.id}"
    changes = tuple(
        Setting(f"{path}.{name}", json.dumps(value, ensure_ascii=False))
        for name, value in component.blank.items()
        if card.values.get(name) is not None and card.values[name] != value
    )
    name = str(card.values.get("name") or card.id)
    return Blanked(component.id, card.id, name, card.copies, deck, changes)


_NOBODYS = "No seat of these games plays with it."


class _CannotMeasure(Exception):  # noqa: N818 - it is what was found
    """Says why a card's worth can't be measured."""


@dataclass(frozen=True, slots=True)
class _Arm:
    """The games with a blank in a card's place."""

    blanked: Blanked
    table: Table
    holders: tuple[int, ...]
    """Whose the card is: contestants where they have decks, else seats."""

    def names(self) -> tuple[str, ...]:
        plan = self.table.plan
        if plan.contestants[0].deck is None:
            return tuple(f"seat {seat}" for seat in self.holders)
        return tuple(str(plan.contestants[contestant]) for contestant in self.holders)


def _open_arm(table: Table, blanked: Blanked) -> _Arm:
    if not blanked.changes:
        raise _CannotMeasure("It has nothing that a blank has not.")
    decks = [contestant.deck.cards for contestant in table.plan.contestants if contestant.deck is not None]
    if blanked.deck is not None and decks and blanked.deck not in decks:
        # Reading the whole database once more would give the same.
        raise _CannotMeasure(_NOBODYS)
    try:
        other = open_table(plan_with(table.plan, blanked.changes))
    except BadDatabase as bad:
        first = next(problem for problem in bad.problems if problem.severity == "error")
        raise _CannotMeasure(
            f"The game can't be played with a blank in its place: {first.message}."
        ) from None
    seats = _holding_seats(table, other, blanked)
    plan = table.plan
    if not seats:
        raise _CannotMeasure(_NOBODYS)
    if len(seats) == plan.seats > 1 != len(table.game.sides(plan.seats)):
        raise _CannotMeasure("Every seat plays with it, so that it makes none of them win more than another.")
    has_decks = plan.contestants[0].deck is not None
    seating = plan.seating(0)
    holders = [seating[seat] for seat in seats] if has_decks else seats
    return _Arm(blanked, other, tuple(sorted(holders)))


def _holding_seats(table: Table, other: Table, blanked: Blanked) -> list[int]:
    """The seats that play with the card in the first game.

    Where a blank is written otherwise than the card, seats have other cards; where it is written alike, the
    card's id is among those that they have.
    """
    stocks, changed = _stocks(table), _stocks(other)
    if stocks is None or changed is None:
        raise _CannotMeasure("The game does not say which seat plays with it.")
    pairs = list(enumerate(zip(stocks, changed, strict=True)))
    differing = [seat for seat, (before, after) in pairs if before.cards != after.cards]
    if differing:
        return differing
    holding = [seat for seat, stock in enumerate(stocks) if stock.cards[blanked.card]]
    if not holding and blanked.deck is None and not _writes_ids(table, stocks):
        raise _CannotMeasure("The game does not say which seat plays with it.")
    return holding


def _stocks(table: Table) -> list[Stock] | None:
    state = table.begin(0)
    return stocks_of(table.game, state, state.to_dict())


def _writes_ids(table: Table, stocks: Sequence[Stock]) -> bool:
    """Whether positions write cards by their ids, as some card shows."""
    sets = [cards for component in table.database.components for cards in component.sets]
    ids = {card.id for cards in sets for card in cards.cards}
    return any(not ids.isdisjoint(stock.cards) for stock in stocks)


def _folder(out: Path | None, text: str) -> Path | None:
    return None if out is None else out / folder_name(f"cards-{text}")


def _side(games: Games, holders: Sequence[int]) -> NDArray[np.float64]:
    """The share of the win that the sides of the holders have together, deal by deal."""
    import numpy as np

    has_decks = games.plan.contestants[0].deck is not None
    seats = np.array([games.seats_of(one) if has_decks else np.full(games.number, one) for one in holders])
    shares = [np.isin(seats, side).any(axis=0) * games.points[:, side[0]] for side in games.sides]
    return games.by_deal(np.sum(shares, axis=0))
