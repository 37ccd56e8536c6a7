"""The moves of Strongholds in words."""

from __future__ import annotations

from typing import Any

from generator.catalog.wording import pluralize
from generator.games.strongholds.terminal.cards import Cards
from generator.games.strongholds.terminal.siege import (
    JACK,
    Attacker,
    attackers_of,
    defence_of,
    powers,
)
from generator.rules import View
from generator.rules.terminal import Display, MoveExample, who


def explained(cards: Cards, rank: str) -> MoveExample:
    """What the royals of a rank do."""
    return MoveExample(rank, leads(cards, rank))


def leads(cards: Cards, rank: str) -> str:
    """``King: health 7, takes 3 troops; gives all troops the power of the highest``."""
    royal = cards.royal_of(rank)
    troops = pluralize(royal.sends, "troop")
    return f"{royal.name}: health {royal.health}, takes {troops}; {royal.ability}"


def say(display: Display, cards: Cards, move: str, view: View) -> str:
    """The move in words that begin with a verb, as ``Display.say`` has them."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "give":
            return f"give up {cards.named(rest)} for {pluralize(cards.drawn_for_ace, 'new card')}"
        case "general":
            return f"lead with {cards.named(rest)}, who takes {pluralize(cards.royal(rest).sends, 'troop')}"
        case "target":
            return f"attack {_stronghold(display, view, int(rest))}"
        case "send":
            return f"send {rest}{_doubled(cards, view, rest)}"
        case "lay":
            card, _, on = rest.partition(">")
            return f"lay {card} on {on}{_effect(cards, view, card, on)}"
        case "pit":
            first, _, second = rest.partition(" ")
            return f"pit {first} against {second}{_difference(cards, view, first, second)}"
        case "done":
            return "send no more" if view["phase"] == "muster" else f"lay no more{_open(cards, view)}"
    return move


def _stronghold(display: Display, view: View, seat: int) -> str:
    """``seat 1, where KS and JS live``."""
    royals = view["seats"][seat]["royals"] if seat < len(view["seats"]) else ()
    live = f", where {' '.join(royals)} {'lives' if len(royals) == 1 else 'live'}" if royals else ""
    return f"{who(display, seat, view)}{live}"


def _doubled(cards: Cards, view: View, troop: str) -> str:
    """The power of a troop that does not count its number."""
    own = _own(view)
    general = own.get("general")
    if general is None:
        return ""
    *_, power = powers(cards, general, [*(own.get("troops") or ()), troop])
    return f", power {power}" if power != cards[troop].power else ""


def _effect(cards: Cards, view: View, card: str, on: str) -> str:
    """What laying a card does: ``: 12 of 20 left``."""
    attacker = _attacker(cards, view, on)
    if attacker is None:
        return ""
    if cards[card].kind == "joker":
        return ": the ability is off"
    defeated = ": killed" if attacker.is_general else ": defeated"
    if cards[card].kind == "ace":
        return defeated
    left = attacker.health - attacker.sum - cards[card].power
    if left <= 0:
        return defeated
    if attacker.is_general and cards[on].rank != JACK:
        return f": {left} short of killing"
    return f": {left} of {attacker.health} left"


def _difference(cards: Cards, view: View, first: str, second: str) -> str:
    """What is left of two troops: ``: 2 attack on as 10H``."""
    one, other = _attacker(cards, view, first), _attacker(cards, view, second)
    if one is None or other is None:
        return ""
    left = one.power - other.power
    return f": {abs(left)} attack on as {first if left > 0 else second}" if left else ": nothing is left"


def _open(cards: Cards, view: View) -> str:
    """What gets through to one's own stronghold."""
    seat = view["seat"]
    if seat is None:
        return ""
    attackers = attackers_of(cards, view, seat, defence_of(view["seats"][seat]))
    return f": {sum(attacker.through for attacker in attackers)} damage gets through"


def _attacker(cards: Cards, view: View, card: str) -> Attacker | None:
    """The attacking card, as its target's owner has left it; None where the view has none."""
    for given in view["seats"]:
        if card != given.get("general") and card not in (given.get("troops") or ()):
            continue
        target = given["target"]
        attackers = attackers_of(cards, view, target, defence_of(view["seats"][target]))
        return next(attacker for attacker in attackers if attacker.card == card)
    return None


def _own(view: View) -> dict[str, Any]:
    """The part of whoever looks; empty for somebody who sees all hands."""
    own: dict[str, Any] = {} if view["seat"] is None else view["seats"][view["seat"]]
    return own
