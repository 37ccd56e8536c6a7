"""How much a card of Gateway deals and takes in a battle, added up from what is printed on it."""

from __future__ import annotations

from collections.abc import Sequence

from .card_cases_desk import card_of, number, says

FOES = {"horde": "hordebane", "guard": "guardbane"}
"""For each neutral faction the keyword that is worth something against it."""


def attack_of(
    card: str, *, attacks: bool, foes: str = "player", here: Sequence[str] = (), runestones: int = 0
) -> int:
    """What a card adds to the damage of its side.

    ``attacks``: whether its side is the attacker; ``foes``: ``horde``, ``guard`` or ``player``; ``here``: all
    cards of its side that fight; ``runestones``: how many lie beside them.
    """
    print_ = says(card)
    amount = number(card_of(card), "attack")
    if attacks:
        amount += print_.keywords.get("charge", 0)
    if foes in FOES:
        amount += print_.keywords.get(FOES[foes], 0)
    counted = {
        "Runestone in your Army": runestones,
        "Beard Fish in your Army": here.count("beard-fish"),
        "other card here": max(0, len(here) - 1),
    }
    for sentence in print_.of("always"):
        amount += sentence.n * counted[sentence.what]
    return amount


def damage_by(cards: Sequence[str], *, attacks: bool, foes: str = "player", runestones: int = 0) -> int:
    """What all cards of a side deal together."""
    return sum(
        attack_of(card, attacks=attacks, foes=foes, here=cards, runestones=runestones) for card in cards
    )


def defence_of(card: str, *, attacks: bool, more: int = 0) -> int:
    """As much damage kills the card; ``more``: what its Army gives it in this turn."""
    bulwark = 0 if attacks else says(card).keywords.get("bulwark", 0)
    return number(card_of(card), "defence") + bulwark + more
