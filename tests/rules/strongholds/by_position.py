"""What becomes of a siege, worked out from its position alone, as players would with the cards before them.

It shares nothing with the engine: tests compare the two.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

HEALTH = {"J": 5, "Q": 6, "K": 7}
RED = "HD"


def number(card: str) -> int:
    return int(card[:-1])


def powers(general: str, troops: list[str], negated: bool) -> tuple[dict[str, int], int]:
    """The power of each troop, and the health of the general."""
    power = {troop: number(troop) for troop in troops}
    health = HEALTH[general[0]]
    if negated:
        return power, health
    if general[0] == "J" and troops:
        health = number(troops[0])
    if general[0] == "Q":
        power = {
            troop: value * (2 if (troop[-1] in RED) == (general[-1] in RED) else 1)
            for troop, value in power.items()
        }
    if general[0] == "K" and troops:
        power = dict.fromkeys(troops, max(power.values()))
    return power, health


class Outcome:
    """What is left of everything that was sent, and of those at home."""

    def __init__(self, position: dict[str, Any]) -> None:
        seats = position["seats"]
        self.dead: set[str] = set()
        self.lost: set[str] = set()
        """Troops that do not return."""
        through: Counter[int] = Counter()
        for attacker in seats:
            if not attacker["out"]:
                through[attacker["target"]] += self._get_through(attacker, seats[attacker["target"]], seats)
        self.royals = [
            [] if held["out"] else self._survivors(held, through[number]) for number, held in enumerate(seats)
        ]
        self.hands = [
            sorted([*held["hand"], *(troop for troop in held.get("troops", ()) if troop not in self.lost)])
            if left
            else []
            for held, left in zip(seats, self.royals, strict=True)
        ]

    def _get_through(self, attacker: dict[str, Any], defender: dict[str, Any], seats: Any) -> int:
        general, laid = attacker["general"], defender.get("laid", {})
        power, health = powers(general, attacker["troops"], self._negated(general, laid))
        total = 0
        for troop, value in power.items():
            rest = value
            for pair in defender.get("pitted", ()):
                if troop in pair:
                    self.lost.add(troop)
                    rest = self._difference(troop, value, pair, seats, laid)
            rest -= self._sum(laid.get(troop, []))
            if rest <= 0:
                self.lost.add(troop)
            total += max(rest, 0)
        on_general = self._sum([card for card in laid.get(general, []) if card[0] != "*"])
        if on_general >= health:
            self.dead.add(general)
        elif general[0] == "J":
            total += health - on_general
        return total

    def _negated(self, general: str, laid: dict[str, list[str]]) -> bool:
        return any(card[0] == "*" for card in laid.get(general, []))

    def _sum(self, cards: list[str]) -> int:
        return sum(1000 if card[0] == "A" else number(card) for card in cards)

    def _difference(self, troop: str, value: int, pair: list[str], seats: Any, laid: Any) -> int:
        """What goes on of a pair is the stronger's; what is left of the weaker is nothing."""
        other = pair[1 - pair.index(troop)]
        for attacker in seats:
            if other in attacker.get("troops", ()):
                general = attacker["general"]
                power, _ = powers(general, attacker["troops"], self._negated(general, laid))
                return max(value - power[other], 0)
        raise AssertionError(f"nobody has sent {other}")

    def _survivors(self, held: dict[str, Any], power: int) -> list[str]:
        general = held["general"]
        home = [royal for royal in held["royals"] if royal != general]
        if not home and power:
            return []
        killed = {general} & self.dead
        while True:
            fitting = [royal for royal in home if royal not in killed and HEALTH[royal[0]] <= power]
            if not fitting:
                break
            victim = max(fitting, key=lambda royal: HEALTH[royal[0]])
            power -= HEALTH[victim[0]]
            killed.add(victim)
        return [royal for royal in held["royals"] if royal not in killed]
