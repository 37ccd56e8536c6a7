"""What the views of Gateway say, taken apart: cards with their damage, the sides of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.games.gateway.terminal.cards import Card, Cards
from generator.rules import View
from generator.rules.terminal import Display, who


class Fighter(NamedTuple):
    """A card that fights: an Insurgent of an Army, a Guard or Horde in a district."""

    card: Card
    damage: int
    mark: str
    """``blinded``, ``doubled`` or nothing."""


class Side(NamedTuple):
    """One of the two sides of a battle."""

    seat: int | None
    """Whose Army it is; None for Guards or Horde."""
    played_by: int | None
    """The seat that decides for it; None as long as that is open."""
    fighters: Sequence[Fighter]
    """In order of arrival, which is how moves number them."""
    defence: int
    """More defence that each of them has in this turn."""
    is_defender: bool

    def needs(self, number: int) -> int:
        """How much more damage kills a card."""
        fighter = self.fighters[number]
        bulwark = fighter.card.bulwark if self.is_defender else 0
        return fighter.card.defence + self.defence + bulwark - fighter.damage


def fighters(cards: Cards, written: Sequence[str]) -> list[Fighter]:
    """Those of the cards that fight; Runestones are left out."""
    parted = [one.split() for one in written]
    return [
        Fighter(cards[words[0]], int(words[1]) if len(words) > 1 else 0, " ".join(words[2:]))
        for words in parted
        if cards[words[0]].type != "runestone"
    ]


def runestones(cards: Cards, written: Sequence[str]) -> list[str]:
    """The ids of the Runestones among the cards."""
    return [one for one in written if cards[one.split()[0]].type == "runestone"]


def sides(cards: Cards, view: View) -> tuple[Side, Side]:
    """Attacker and defender of the battle that is fought."""
    attacker, defender = (_side(cards, view, number) for number in (0, 1))
    return attacker, defender


def _side(cards: Cards, view: View, number: int) -> Side:
    battle = view["battle"]
    seat: int | None = battle["defender" if number else "attacker"]
    played_by: int | None = battle["players"][number]
    if seat is not None:
        given = view["seats"][seat]
        bonus = (given.get("bonus") or {}).get("defence", 0)
        return Side(seat, played_by, fighters(cards, given["army"]), bonus, bool(number))
    district = view["districts"][battle["district"]]
    written = district["cards"] if number or not battle.get("spawned") else district.get("arrivals", [])
    return Side(None, played_by, fighters(cards, written), 0, bool(number))


def side_name(display: Display, cards: Cards, side: Side, view: View) -> str:
    """``you``, ``seat 1``, or the faction: ``Horde``."""
    if side.seat is not None:
        return who(display, side.seat, view)
    return cards.types.get(side.fighters[0].card.type, "") if side.fighters else "nobody"


def shown(fighter: Fighter) -> str:
    """``Elite Guard 4/5, Vanguard, 2 damage``."""
    told = [f"{fighter.card.name} {fighter.card.fights}", *fighter.card.marks]
    if fighter.damage:
        told.append(f"{fighter.damage} damage")
    if fighter.mark:
        told.append(fighter.mark)
    return ", ".join(told)


def count(cards: int | Sequence[str]) -> int:
    """How many cards lie there, seen or not."""
    return cards if isinstance(cards, int) else len(cards)
