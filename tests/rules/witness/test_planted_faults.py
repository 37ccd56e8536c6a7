"""The mirror notices a fault in a number, a card or a rule: planted in the engine's data, or in a witness."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest

from .battle_gate import Attack, BattleGate, Player
from .games import GAMES, compiled
from .gateway import Gateway
from .gateway_box import Piece, Side
from .mirror import Disagreement, Tally, play

pytestmark = pytest.mark.skipif(compiled(), reason="compiled rules take only their own shuffles")
WITHIN = 100
"""So many games show every fault; most are found in the first or the second."""
NUMBERS = [
    ("battle-gate", "rules.draw.base", "3"),
    ("battle-gate", "rules.draw.per_soldier", "0"),
    ("battle-gate", "rules.first_turn.first_player", "4"),
    ("battle-gate", "rules.first_turn.others", "3"),
    ("battle-gate", "rules.allowance.per_assassin", "3"),
    ("battle-gate", "rules.allowance.power_per_card", "2"),
    ("battle-gate", "rules.damage.per_power", "2"),
    ("battle-gate", "rules.recover.per_minion", "0"),
    ("gateway", "rules.hand", "7"),
    ("gateway", "rules.attacks", "3"),
    ("gateway", "rules.victory_points", "19"),
    ("gateway", "rebel.attack", "3"),
    ("gateway", "elite-guard.vp", "1"),
    ("gateway", "drueggar-hulk.keywords", "{}"),
    ("gateway", "drueggar-breaker.keywords", "{}"),
    ("gateway", "lamplit-watch.keywords", "{}"),
    ("gateway", "lesser-coin.effects", "{used: [{gain-gold: 4}]}"),
    ("gateway", "drueggar-howler.effects", "{}"),
    ("gateway", "curfew.effects", "[{spawn-guard: [a, d]}, {all-discard-to: 6}]"),
]


def play_with(game: str, faults: dict[str, str], numbers: Iterable[int]) -> None:
    for number in numbers:
        play(partial(GAMES[game], faults=faults), number, Tally())


def quick_or_slow(cases: Iterable[tuple[Any, ...]], quick: set[str]) -> list[Any]:
    return [
        pytest.param(*case, id=case[-2], marks=() if case[-2] in quick else pytest.mark.slow)
        for case in cases
    ]


@pytest.mark.parametrize(
    ("game", "path", "value"),
    quick_or_slow(NUMBERS, {"rules.draw.base", "rules.hand", "drueggar-breaker.keywords"}),
)
def test_another_number_is_noticed(game: str, path: str, value: str) -> None:
    with pytest.raises(Disagreement):
        play_with(game, {path: value}, range(WITHIN))


# Rules that a witness gets wrong


def assassins_defend(player: Player, letters: str) -> list[str]:
    return player.field if letters == "MS" else REAL_IN_PLAY(player, letters)


def anything_boosts(player: Player, _: str = "") -> list[str]:
    return REAL_PLAYABLE(player)


def who_sits_first_defends_first(game: BattleGate, seat: int) -> list[int]:
    return [other for other in game.still_in() if other != seat]


def nobody_recovers(_: BattleGate) -> Iterable[None]:
    return iter(())


def boosts_are_paid_for_in_cards_alone(player: Player, card: str) -> None:
    player.hand.remove(card)
    player.may_play -= 1


def the_defence_wins_a_tie(attack: Attack) -> int:
    return BLOCKED(attack) + 1 if attack.blocks else 0


def the_right_neighbour_plays_the_guards(game: Gateway, seat: int) -> int:
    return game.clockwise(seat)[-1]


def damage_stays(_: Gateway) -> None:
    pass


def the_veiled_stand_with_the_others(piece: Piece) -> str:
    return "vanguard" if "vanguard" in piece.card.keywords else ""


def the_blinded_see(game: Gateway, piece: Piece, side: Side) -> int:
    return REAL_ATTACK(game, Piece(piece.card) if piece.mark else piece, side)


def the_fleeting_stay(_: Gateway, player: Any, card: str) -> None:
    player.discard.append(card)


def dead_horde_is_gone_for_good(game: Gateway, faction: str) -> Any:
    return REAL_TOP(game, faction) if game.decks[faction] else None


def the_attacker_has_a_bulwark_too(game: Gateway, piece: Piece, side: Side) -> int:
    return REAL_DEFENCE(game, piece, Side(side.army, side.player, side.faction, side.pieces, attacks=False))


def the_horde_may_hold_everything(_: Gateway) -> None:
    pass


REAL_IN_PLAY, REAL_PLAYABLE = Player.in_play, Player.playable
BLOCKED: Callable[[Attack], int] = Attack.defence.fget  # type: ignore[assignment, attr-defined]
REAL_ATTACK, REAL_DEFENCE, REAL_TOP = Gateway.attack_of, Gateway.defence, Gateway.top_of
RULES = [
    ("battle-gate", Player, "in_play", assassins_defend),
    ("battle-gate", Player, "playable", anything_boosts),
    ("battle-gate", BattleGate, "after", who_sits_first_defends_first),
    ("battle-gate", BattleGate, "recover", nobody_recovers),
    ("battle-gate", Player, "spend", boosts_are_paid_for_in_cards_alone),
    ("battle-gate", Attack, "defence", property(the_defence_wins_a_tie)),
    ("gateway", Gateway, "left_of", the_right_neighbour_plays_the_guards),
    ("gateway", Gateway, "end_effects", damage_stays),
    ("gateway", Gateway, "rank", staticmethod(the_veiled_stand_with_the_others)),
    ("gateway", Gateway, "attack_of", the_blinded_see),
    ("gateway", Gateway, "to_discard", the_fleeting_stay),
    ("gateway", Gateway, "top_of", dead_horde_is_gone_for_good),
    ("gateway", Gateway, "defence", the_attacker_has_a_bulwark_too),
    ("gateway", Gateway, "look_at_horde", the_horde_may_hold_everything),
]


@pytest.mark.parametrize(
    ("game", "owner", "method", "fault"), quick_or_slow(RULES, {"defence", "after", "rank"})
)
def test_another_rule_is_noticed(
    game: str, owner: type, method: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, method, fault)
    with pytest.raises(Disagreement):
        play_with(game, {}, range(WITHIN))
