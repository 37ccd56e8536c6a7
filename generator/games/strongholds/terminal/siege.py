"""Who attacks whom in Strongholds with what, reckoned from what lies open and what a defender has laid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.games.strongholds.terminal.cards import Cards
from generator.rules import View

JACK, QUEEN, KING = "J", "Q", "K"


class Attacker(NamedTuple):
    """A card before a stronghold."""

    seat: int
    card: str
    is_general: bool
    power: int
    """What it attacks with; 0 for a Queen and a King."""
    health: int
    """How much must be laid on it to defeat it."""
    laid: tuple[str, ...]
    pitted: str | None
    """The troop that it has been set against."""
    sum: int
    """Of the numbers laid on it."""
    is_negated: bool
    """Whether a joker lies on this general."""
    has_ace: bool

    @property
    def is_defeated(self) -> bool:
        return self.has_ace or self.sum >= self.health

    @property
    def through(self) -> int:
        """How much of its power gets through."""
        return 0 if self.is_defeated else max(0, self.power - self.sum)


class Defence(NamedTuple):
    """What a defender has laid and pitted up to now."""

    laid: Mapping[str, Sequence[str]]
    pitted: Sequence[Sequence[str]]


NO_DEFENCE = Defence({}, ())


def defence_of(given: Mapping[str, Any]) -> Defence:
    """What a seat of a view has done in its defence."""
    return Defence(given.get("laid") or {}, given.get("pitted") or ())


def attacked(view: View) -> list[int]:
    """The seats whose strongholds are attacked, ascending."""
    return sorted({given["target"] for given in view["seats"] if given.get("target") is not None})


def attackers_of(cards: Cards, view: View, seat: int, defence: Defence) -> list[Attacker]:
    """The cards before a stronghold: of each attacker the troops in the order sent, then the general."""
    found: list[Attacker] = []
    for owner, given in enumerate(view["seats"]):
        if given.get("target") == seat and given.get("general"):
            found += _battalion(cards, owner, given["general"], given.get("troops") or [], defence)
    return [_pitted(attacker, found, defence) for attacker in found]


def powers(cards: Cards, general: str, troops: Sequence[str], *, negated: bool = False) -> list[int]:
    """The power of each troop under this general."""
    numbers = [cards[troop].power for troop in troops]
    rank = cards[general].rank
    if negated or rank == JACK:
        return numbers
    if rank == KING:
        return [max(numbers, default=0)] * len(numbers)
    colour = cards[general].colour
    return [
        2 * number if cards[troop].colour == colour else number
        for troop, number in zip(troops, numbers, strict=True)
    ]


def _battalion(
    cards: Cards, seat: int, general: str, troops: Sequence[str], defence: Defence
) -> Iterator[Attacker]:
    negated = any(cards[card].kind == "joker" for card in defence.laid.get(general, ()))
    strengths = powers(cards, general, troops, negated=negated)
    for troop, power in zip(troops, strengths, strict=True):
        yield _attacker(cards, seat, troop, power, power, defence, is_general=False, is_negated=False)
    health = cards.royal(general).health
    power = 0
    if cards[general].rank == JACK:
        # Alone or negated he is a card of his own health.
        health = power = health if negated or not troops else strengths[0]
    yield _attacker(cards, seat, general, power, health, defence, is_general=True, is_negated=negated)


def _attacker(
    cards: Cards,
    seat: int,
    card: str,
    power: int,
    health: int,
    defence: Defence,
    *,
    is_general: bool,
    is_negated: bool,
) -> Attacker:
    laid = tuple(defence.laid.get(card, ()))
    total = sum(cards[one].power for one in laid)
    has_ace = any(cards[one].kind == "ace" for one in laid)
    return Attacker(seat, card, is_general, power, health, laid, None, total, is_negated, has_ace)


def _pitted(attacker: Attacker, all_attackers: Sequence[Attacker], defence: Defence) -> Attacker:
    """An attacker with what it was pitted against: of a pair the stronger attacks on with the difference."""
    for pair in defence.pitted:
        if attacker.card not in pair:
            continue
        (other,) = [card for card in pair if card != attacker.card]
        (rival,) = [one for one in all_attackers if one.card == other]
        left = max(0, attacker.power - rival.power)
        return attacker._replace(pitted=other, power=left, health=left)
    return attacker
