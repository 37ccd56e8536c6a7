"""What the effect words, triggers and keywords of the card database may stand for, and where.

The engine says what a word does; this says what stands behind it on a card, and at which triggers it makes
sense, so that a card on which it does not is refused with its place.
"""

from __future__ import annotations

NUMBER = "number"
NUMBER_OF = "number-of"
NUMBER_CARD_TO = "number-card-to"
TOKENS = "tokens"
EFFECTS = "effects"
KINDS_OF_VALUE = {
    NUMBER: "a whole number, as in `draw: 2`",
    NUMBER_OF: "`n` and `of`, as in `gold-for-each: {n: 1, of: districts}`",
    NUMBER_CARD_TO: "`n`, `card` and `to`, as in `gain-card: {n: 1, card: rebel, to: army}`",
    TOKENS: "a list of district tokens, as in `spawn-horde: [a, b]`",
    EFFECTS: "a list of lists of effects, as in `choose-one: [[{draw: 2}], [{gain-gold: 2}]]`",
}
"""What `takes` may say, and what it means on a card."""

ACTIONS = ("played", "battle", "conquest", "killed", "used", "ability")
"""When a player does something: everything but `always`, `arrives` and `event`."""
WHILE_ALIVE = ("played", "battle", "conquest", "used", "ability")
"""The same without `killed`, for what a card can't bring about while damage is being dealt."""
OUTSIDE_BATTLE = ("played", "conquest", "used", "ability")
"""Not where a battle could pay for the next."""
IN_BATTLE = ("battle", "used")
"""When there can be a battle to hurt somebody in, before damage is dealt."""
EVENT = ("event",)

WHEN: dict[str, tuple[str, ...]] = {
    "gain-gold": ACTIONS,
    "gain-points": ACTIONS,
    "gain-drafts": ACTIONS,
    "gain-attacks": OUTSIDE_BATTLE,
    "gain-vp": ACTIONS,
    "draw": ACTIONS,
    "discard": ACTIONS,
    "sift": ACTIONS,
    "cull": ACTIONS,
    "discard-for-points": ACTIONS,
    "others-discard-to": ACTIONS,
    "gain-card": ACTIONS,
    "revive": WHILE_ALIVE,
    "recall": ACTIONS,
    "army-attack": ACTIONS,
    "army-defence": WHILE_ALIVE,
    "weaken": ACTIONS,
    "strike": IN_BATTLE,
    "blind": IN_BATTLE,
    "rescue": ACTIONS,
    "double-attack": ACTIONS,
    "claim": WHILE_ALIVE,
    "choose-one": ACTIONS,
    "gold-for-each": ACTIONS,
    "attack-for-each": ("always",),
    "reinforce": ("arrives",),
    "spawn-horde": EVENT,
    "spawn-guard": EVENT,
    "horde-grows": EVENT,
    "all-discard-to": EVENT,
    "all-cull": EVENT,
    "all-vp-for-each-district": EVENT,
    "underdog-vp": EVENT,
}
"""At which triggers each word can do anything, and comes to an end."""

ENDLESS = {
    ("gain-attacks", "battle"): "each battle would pay for the next attack",
    ("gain-attacks", "killed"): "each death would pay for another attack",
    ("revive", "killed"): "the dead would bring each other back",
    ("spawn-horde", "arrives"): "each arrival would bring on the next",
    ("spawn-guard", "arrives"): "each arrival would bring on the next",
    ("horde-grows", "arrives"): "each arrival would bring on the next",
}
"""Words that could loop for ever at a trigger, and why."""

TAKES = {
    **dict.fromkeys(WHEN, NUMBER),
    "gain-card": NUMBER_CARD_TO,
    "choose-one": EFFECTS,
    "gold-for-each": NUMBER_OF,
    "attack-for-each": NUMBER_OF,
    "spawn-horde": TOKENS,
    "spawn-guard": TOKENS,
}
"""What stands behind each word."""

TRIGGERS: dict[str, tuple[str, ...]] = {
    "insurgent": ("played", "always", "battle", "conquest", "killed"),
    "asset": ("played",),
    "runestone": ("used",),
    "guard": ("always", "arrives"),
    "horde": ("always", "arrives"),
}
"""Which triggers the cards of each type have: an asset is never in an Army, and so on."""
ALL_TRIGGERS = ("played", "always", "battle", "conquest", "killed", "used", "arrives", "ability", "event")

NUMBERED_KEYWORDS = ("charge", "bulwark", "hordebane", "guardbane")
KEYWORDS: dict[str, tuple[str, ...]] = {
    "vanguard": ("insurgent", "guard", "horde"),
    "veiled": ("insurgent", "guard", "horde"),
    "charge": ("insurgent", "guard", "horde"),
    "bulwark": ("insurgent", "guard", "horde"),
    "hordebane": ("insurgent", "guard"),
    "guardbane": ("insurgent", "horde"),
    "returning": ("insurgent",),
    "fleeting": ("insurgent", "asset"),
}
"""Which types of cards can have each keyword."""

DISTRICTS = "districts"
RUNESTONES = "runestones"
KIN = "kin"
COUNTS = (DISTRICTS, RUNESTONES, KIN)
"""What can be counted, beside the cards of one id in the Army."""
PLACES = ("army", "discard")
