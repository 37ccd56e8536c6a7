"""Faults to plant in an engine's numbers or in a witness, each of which the mirror must notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .battle_gate import Attack, BattleGate, Player
from .gateway import Gateway
from .gateway_box import Piece, Side

Patch = Callable[[Any], None]
"""Plants a fault in a witness, with pytest's monkeypatch."""


class Fault(NamedTuple):
    """``numbers``: what the engine is given instead. ``games``: within how many games it must be noticed."""

    game: str
    told: str
    games: int
    numbers: Mapping[str, str] = {}  # noqa: RUF012
    patch: Patch | None = None


def instead(owner: type, name: str, other: Callable[..., Any]) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(owner, name, other)


def no_tie(attack: Attack) -> int:
    """What defends is too strong by one."""
    return BLOCKED(attack) + 1 if attack.blocks else 0


BLOCKED = Attack.defence.fget  # type: ignore[attr-defined]
REAL_ATTACK = Gateway.attack_of
REAL_DEFENCE = Gateway.defence
REAL_TOP = Gateway.top_of
ENGINE_FAULTS = [
    Fault("battle-gate", "one card more is drawn", 5, {"rules.draw.base": "3"}),
    Fault("battle-gate", "soldiers do not draw", 10, {"rules.draw.per_soldier": "0"}),
    Fault("battle-gate", "the first player draws four", 10, {"rules.first_turn.first_player": "4"}),
    Fault("battle-gate", "assassins in play allow two more cards", 20, {"rules.allowance.per_assassin": "3"}),
    Fault("battle-gate", "a hand of five cards pays for ten points", 10, {"rules.allowance.power_per_card": "2"}),
    Fault("battle-gate", "damage counts twice", 10, {"rules.damage.per_power": "2"}),
    Fault("battle-gate", "minions take nothing back", 20, {"rules.recover.per_minion": "0"}),
    Fault("gateway", "a hand of seven", 5, {"rules.hand": "7"}),
    Fault("gateway", "two attacks a turn", 10, {"rules.attacks": "3"}),
    Fault("gateway", "nineteen points win", 200, {"rules.victory_points": "19"}),
    Fault("gateway", "a Rebel strikes harder", 5, {"rebel.attack": "3"}),
    Fault("gateway", "an Elite Guard gives one point", 60, {"elite-guard.vp": "1"}),
    Fault("gateway", "a Hulk is no Vanguard", 60, {"drueggar-hulk.keywords": "{}"}),
    Fault("gateway", "a Breaker does not charge", 60, {"drueggar-breaker.keywords": "{}"}),
    Fault("gateway", "a Watch is brittle", 60, {"lamplit-watch.keywords": "{}"}),
    Fault("gateway", "Flame strikes for three", 100, {"lesser-flame.effects": "{used: [{strike: 3}]}"}),
    Fault("gateway", "a Howler has no kin", 100, {"drueggar-howler.effects": "{}"}),
    Fault("gateway", "a Curfew leaves six cards", 60, {"curfew.effects": "[{spawn-guard: [a, d]}, {all-discard-to: 6}]"}),
]
WITNESS_FAULTS = [
    Fault("battle-gate", "equal power spares the attacker", 30, patch=instead(Attack, "defence", property(no_tie))),
    Fault("battle-gate", "assassins defend", 20, patch=instead(Player, "in_play", lambda self, _: self.field)),
    Fault("battle-gate", "any hand card boosts", 20, patch=instead(Player, "playable", lambda self, *_: self.hand)),
    Fault("battle-gate", "the others defend in order of seats", 60, patch=instead(BattleGate, "after", lambda self, seat: [
        other for other in self.still_in() if other != seat])),
    Fault("battle-gate", "nobody recovers", 20, patch=instead(BattleGate, "recover", lambda self: iter(()))),
    Fault("gateway", "the right neighbour plays the Guards", 60, patch=instead(
        Gateway, "left_of", lambda self, seat: self.clockwise(seat)[-1])),
    Fault("gateway", "damage stays", 60, patch=instead(Gateway, "end_effects", lambda self: None)),
    Fault("gateway", "the Veiled stand in front", 100, patch=instead(Gateway, "rank", staticmethod(
        lambda piece: "vanguard" if "vanguard" in piece.card.keywords else ""))),
    Fault("gateway", "a blinded card sees", 200, patch=instead(Gateway, "attack_of", lambda self, piece, side: (
        REAL_ATTACK(self, Piece(piece.card), side) if piece.mark else REAL_ATTACK(self, piece, side)))),
    Fault("gateway", "the Fleeting stay", 100, patch=instead(
        Gateway, "to_discard", lambda self, player, card: player.discard.append(card))),
    Fault("gateway", "the dead of the Horde are gone for good", 60, patch=instead(
        Gateway, "top_of", lambda self, faction: REAL_TOP(self, faction) if self.decks[faction] else None)),
    Fault("gateway", "both sides have a bulwark", 100, patch=instead(Gateway, "defence", lambda self, piece, side: (
        REAL_DEFENCE(self, piece, Side(side.army, side.player, side.faction, side.pieces, False))))),
    Fault("gateway", "the Horde may hold everything", 200, patch=instead(Gateway, "look_at_horde", lambda self: None)),
]
