"""The engine meaning of each effect word: which action it is, with the numbers on the card."""

from __future__ import annotations

from generator.games.gateway.board import GUARDS, HORDES
from generator.games.gateway.effects.action import Action
from generator.games.gateway.effects.armies import ArmyAttack, ArmyDefence, DoubleAttack, Rescue, Weaken
from generator.games.gateway.effects.battles import Blind, Strike
from generator.games.gateway.effects.cards import (
    Cull,
    Discard,
    DiscardForPoints,
    Draw,
    GainCard,
    Recall,
    Revive,
    Sift,
)
from generator.games.gateway.effects.choice import ChooseOne
from generator.games.gateway.effects.city import Claim, HordeGrows, Reinforce, Spawn
from generator.games.gateway.effects.everybody import (
    AllCull,
    AllVpForEachDistrict,
    DiscardDown,
    UnderdogVp,
)
from generator.games.gateway.effects.pools import (
    GainAttacks,
    GainDrafts,
    GainGold,
    GainPoints,
    GainVp,
    GoldForEach,
)
from generator.games.gateway.numbers import Effect
from generator.games.gateway.tables import Tables

WITH_A_NUMBER: dict[str, type] = {
    "gain-gold": GainGold,
    "gain-points": GainPoints,
    "gain-drafts": GainDrafts,
    "gain-attacks": GainAttacks,
    "gain-vp": GainVp,
    "draw": Draw,
    "discard": Discard,
    "sift": Sift,
    "cull": Cull,
    "discard-for-points": DiscardForPoints,
    "recall": Recall,
    "army-attack": ArmyAttack,
    "army-defence": ArmyDefence,
    "weaken": Weaken,
    "strike": Strike,
    "blind": Blind,
    "rescue": Rescue,
    "double-attack": DoubleAttack,
    "claim": Claim,
    "horde-grows": HordeGrows,
    "all-cull": AllCull,
    "all-vp-for-each-district": AllVpForEachDistrict,
    "underdog-vp": UnderdogVp,
}
"""Words whose action needs nothing but the number that stands behind them."""

WITH_MORE = (
    "others-discard-to",
    "all-discard-to",
    "gain-card",
    "revive",
    "choose-one",
    "gold-for-each",
    "reinforce",
    "spawn-horde",
    "spawn-guard",
)

LASTING = ("attack-for-each",)
"""Words that are never done: they say how much attack a card has, and ``Tables`` keeps them."""


def known_effects() -> frozenset[str]:
    """The words of effects that have a meaning in the engine."""
    return frozenset([*WITH_A_NUMBER, *WITH_MORE, *LASTING])


def make_action(effect: Effect, line: int, at: int, tables: Tables) -> Action:
    """The action of the effect that is number ``at`` of a line."""
    if effect.word in WITH_A_NUMBER:
        made = WITH_A_NUMBER[effect.word](effect.number)
        assert isinstance(made, Action)
        return made
    match effect.word:
        case "others-discard-to":
            return DiscardDown(effect.number, others_only=True)
        case "all-discard-to":
            return DiscardDown(effect.number, others_only=False)
        case "gain-card":
            return GainCard(effect.number, effect.gift, effect.to == "army")
        case "revive":
            return Revive(tables.insurgents_up_to(effect.number))
        case "choose-one":
            return ChooseOne(tables.lines.choices[line][at])
        case "gold-for-each":
            return GoldForEach(effect.number, tables.counted(effect.of))
        case "reinforce":
            return Reinforce(effect.number, tables.faction[tables.lines.of_kind[line]])
        case "spawn-horde":
            return Spawn(HORDES, effect.tokens)
        case "spawn-guard":
            return Spawn(GUARDS, effect.tokens)
    raise ValueError(f"the effect {effect.word} has no action")
