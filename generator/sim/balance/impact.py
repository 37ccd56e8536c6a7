"""What a card is worth: the same deals with the card and with a blank in its place.

Who wins with a card in hand depends on the card and on much else; here nothing else differs. A blank is what
the game's database says it is (``blank`` of a component); it takes the place of all copies of a card by the
same changes as ``--set``, so that a game of a designer's own needs no code. The figure is the share of the
win that the side with the card loses with the card, deal by deal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.models import Card, Component
from generator.catalog.problems import InputError
from generator.rules.loading import BadDatabase
from generator.sim.balance.cards import Stock, stocks_of
from generator.sim.statistics.comparisons import Comparison, compare_all
from generator.sim.statistics.intervals import LEVEL, Figures, Interval
from generator.sim.study.games import Games
from generator.sim.study.plan import Plan
from generator.sim.study.store import folder_name
from generator.sim.study.table import Table, open_table
from generator.sim.study.workers import Crew
from generator.sim.sweeps.arms import OpenArm, Setting, plan_with

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOOKS = 3
"""How often a study of card impact looks at its cards, and plays on only with those that are undecided."""
GROWTH = 4
"""At each look there are so many times as many deals as at the last."""
MIN_DEALS = 20
"""Of the first look; of fewer the difference of a card that decides a game in ten says nothing."""
NEGLIGIBLE = 0.005
"""On either side of 0."""


@dataclass(frozen=True, slots=True)
class ImpactRequest:
    deals: int
    """Of a card that stays undecided; each is played in every seating, with the card and without."""
    looks: int = LOOKS
    negligible: float = NEGLIGIBLE

    def stages(self) -> tuple[int, ...]:
        """Deals at each look, ascending; the last is all of them."""
        found = [self.deals]
        while len(found) < self.looks and found[-1] // GROWTH >= MIN_DEALS:
            found.append(found[-1] // GROWTH)
        return tuple(reversed(found))

    def is_decided(self, comparison: Comparison) -> bool:
        """Whether a card makes a difference after Holm's correction, or its interval lies within what is
        negligible."""
        interval, most = comparison.among_all, self.negligible
        return comparison.differs or (-most <= interval.low and interval.high <= most)


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
    deals: int
    """After these it was decided, or there were no more."""
    comparison: Comparison
    """Of the difference of win shares, from -1 to 1: above 0 the card is better than a blank."""

    @property
    def difference(self) -> Interval:
        """With an interval that holds together with those of all other cards, at every look."""
        return self.comparison.among_all

    @property
    def matters(self) -> bool:
        """Whether the card makes a difference, corrected for there being many cards and looks."""
        return self.comparison.differs

    def to_dict(self) -> dict[str, object]:
        return {
            **self.blanked.to_dict(),
            "holders": list(self.holders),
            "deals": self.deals,
            "difference": self.difference.to_dict(),
            "matters": self.matters,
            "comparison": self.comparison.to_dict(),
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
    stages: tuple[int, ...]
    """Deals at each look."""
    level: float = field(default=LEVEL, kw_only=True)
    games: int
    cards: tuple[CardImpact, ...]
    """Those that help most first."""
    unmeasured: tuple[Unmeasured, ...]


def measure_impact(
    plan: Plan, request: ImpactRequest, crew: Crew, done: Callable[[int], None], out: Path | None = None
) -> ImpactReport:
    """Plays a plan's deals with each card of its game and with a blank in its place.

    Args:
        plan: Who plays; ``games`` does not count here.
        request: How many deals, and how often to look.
        crew: Who plays.
        done: Told of games as they are played.
        out: The folder that the games are kept in, and gone on with; None for nowhere.

    Raises:
        InputError: If no component of the game says what a blank is, or workers fail.
        BadDatabase: If the game can't be played.
        ArmFailed: If a game could not be played to its end.
    """
    table = open_table(replace(plan, games=request.deals * plan.seats))
    undecided: list[_Arm] = []
    unmeasured: list[Unmeasured] = []
    for blanked in blanks_of(table):
        try:
            undecided.append(_open_arm(table, blanked))
        except _CannotMeasure as reason:
            unmeasured.append(Unmeasured(blanked, str(reason)))
    arms, stages, games = tuple(undecided), request.stages(), 0
    # For each look to be as good as the last, each has its part of the level (Bonferroni).
    level = 1 - (1 - LEVEL) / len(stages)
    differences: dict[str, NDArray[np.float64]] = {}
    found: dict[str, Comparison] = {}
    for deals in stages:
        if not undecided:
            break
        whole = _play(table, deals, crew, done, _folder(out, "as-it-is"))
        for arm in undecided:
            blank = _play(arm.table, deals, crew, done, _folder(out, arm.blanked.key))
            differences[arm.blanked.key] = _side(whole, arm.holders) - _side(blank, arm.holders)
        games += deals * plan.seats * (1 + len(undecided))
        found = {one.name: one for one in compare_all(differences, level=level)}
        undecided = [arm for arm in undecided if not request.is_decided(found[arm.blanked.key])]
    cards = [
        CardImpact(arm.blanked, arm.names(), len(differences[arm.blanked.key]), found[arm.blanked.key])
        for arm in arms
    ]
    cards.sort(key=lambda one: (-one.difference.value, one.blanked.key))
    return ImpactReport(stages, games, tuple(cards), tuple(unmeasured))


# Blanks


def blanks_of(table: Table) -> tuple[Blanked, ...]:
    """Every card that its component's ``blank`` can take the place of, in the order of the database.

    Raises:
        InputError: If no component says what a blank is.
    """
    database = table.database
    components = [component for component in database.components if component.blank is not None]
    if not components:
        raise InputError(
            f"no component of {database.title} says what a blank card is",
            place=database.place_of("components"),
            hint="write for example `blank: {power: 1}` beside its `cards`; see docs/game-files.md",
        )
    return tuple(
        _blanked(component, card, cards.id if component.is_deck else None)
        for component in components
        for cards in component.sets
        for card in cards.cards
        if card.copies
    )


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
    if len(seats) == plan.seats:
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


def _play(table: Table, deals: int, crew: Crew, done: Callable[[int], None], folder: Path | None) -> Games:
    with OpenArm(table, (), folder) as arm:
        arm.play(deals * table.plan.seats, crew, done)
        games = arm.games()
    assert games is not None, "a look has deals enough"
    return games


def _side(games: Games, holders: Sequence[int]) -> NDArray[np.float64]:
    """The share of the win that the holders have together, deal by deal."""
    import numpy as np

    has_decks = games.plan.contestants[0].deck is not None
    seats = [games.seats_of(one) if has_decks else np.full(games.number, one) for one in holders]
    winners = games.won.sum(axis=1).clip(1)
    numbers = np.arange(games.number)
    return games.by_deal(np.sum([games.won[numbers, seat] / winners for seat in seats], axis=0))
