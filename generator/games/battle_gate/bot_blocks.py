"""How a defender in Battle Gate blocks plainly: what can be beaten is, by as little as it takes."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.rules import Position


class _Attack(NamedTuple):
    number: int
    power: int
    defence: int
    is_blocked: bool


def plan_blocks(position: Position) -> list[str]:
    """The blocks of the seat that decides, as moves in notation.

    The strongest attack that its free cards can beat comes first. When what is left unblocked would be the
    end of it, cards are laid before the strongest of these in vain.
    """
    seat = position["player"]
    given = position["seats"][seat]
    aimed = {number: attack for number, attack in enumerate(position["attacks"]) if attack["target"] == seat}
    attacks = sorted(map(_read, aimed, aimed.values()), key=lambda attack: -attack.power)
    free = _free(given["field"], list(aimed.values()))
    plan: list[str] = []
    through = []
    for attack in attacks:
        laid = _cheapest(free, attack.power - attack.defence)
        for card in laid:
            free.remove(card)
            plan.append(f"block {card}>{attack.number}")
        if not laid and not attack.is_blocked:
            through.append(attack)
    life = len(given["deck"]) + len(given["hand"])
    while through and free and sum(attack.power for attack in through) > life:
        plan.append(f"block {free.pop(0)}>{through.pop(0).number}")
    return plan


def _read(number: int, attack: dict[str, Any]) -> _Attack:
    power = _sum([attack["card"], *attack["boosts"]])
    defence = _sum([*attack["blocks"], *attack["block_boosts"]])
    return _Attack(number, power, defence, bool(attack["blocks"]))


def _free(field: list[str], attacks: list[dict[str, Any]]) -> list[str]:
    """The cards in play that may block and do not yet, weakest first."""
    free = [card for card in field if card[0] != "A"]
    for attack in attacks:
        for card in attack["blocks"]:
            free.remove(card)
    return sorted(free, key=_power)


def _cheapest(free: list[str], missing: int) -> list[str]:
    """Cards with more power together than is missing, by little; none where they all are too few.

    Where nothing is missing any more nothing is laid. Equal power is taken from a single weaker card only
    if nothing beats the attack.
    """
    if missing < 0 or not free:
        return []
    for card in free:
        if _power(card) > missing:
            return [card]
    laid: list[str] = []
    for card in reversed(free):
        laid.append(card)
        if _sum(laid) > missing:
            return laid
    return [card for card in free if _power(card) == missing][:1]


def _power(card: str) -> int:
    return int(card[1:])


def _sum(cards: list[str]) -> int:
    return sum(map(_power, cards))
