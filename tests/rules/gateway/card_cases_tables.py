"""Positions at the start of a turn, in which a card has all that it may want to work on."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from .card_cases_desk import Position, prints

USEFUL_KINDS = (
    "magic-orb",
    "fishmancer",
    "blunderbuss-mage",
    "knight-valdus",
    "duchess-of-hollow-street",
    "red-templar",
    "gate-smugglers",
    "witchmasker",
    "pamphleteer",
    "tunnel-huntress",
)
"""City cards that lie in the piles below, and others to fill up with."""
BOARDS = (
    "nine-tides-harbour",
    "lamplight-market",
    "rampart-row",
    "old-observatory",
    "portal-court",
    "ash-gardens",
)
PLENTY = {"merchant": 10, "rebel": 10, "defender": 4, "saloran-cart": 6, "beard-fish": 6}
RUNES = {
    "lesser": ["lesser-flame", "lesser-coin", "lesser-edge"],
    "normal": ["normal-fog", "normal-haste"],
    "greater": ["greater-crown"],
}
PAST = ("first-blood", "smoke-over-the-canal", "changing-of-the-watch")
ROUND = 3
TO_COME = ("warlords-bell", "they-keep-coming", "last-lanterns")
GUARDS = ("city-guard", "city-guard", "elite-guard", "lamplit-watch", "city-guard", "city-guard")
HORDE = (
    "drueggar-raider",
    "drueggar-raider",
    "drueggar-hulk",
    "drueggar-raider",
    "drueggar-howler",
    "drueggar-raider",
)


def seat(**given: Any) -> dict[str, Any]:
    """What lies before a player; nothing but what is given."""
    places = {place: list(given.pop(place, ())) for place in ("deck", "hand", "discard", "army")}
    return {**places, "vp": given.pop("vp", 0), **given}


def district(at: int, tokens: str, owner: int | None = None, *cards: str) -> dict[str, Any]:
    return {"board": BOARDS[at], "tokens": list(tokens), "owner": owner, "cards": list(cards)}


def stacks(kinds: int, *wanted: str) -> dict[str, Any]:
    """The stacks of a game with so many kinds of City cards, among them those that are wanted."""
    city = {card for card, (component, _, _) in prints().items() if component == "city"}
    chosen = list(dict.fromkeys([card for card in wanted if card in city] + list(USEFUL_KINDS)))[:kinds]
    return {**PLENTY, **deepcopy(RUNES), **dict.fromkeys(chosen, 2)}


def turn(*hand: str, army: tuple[str, ...] = (), **changes: Any) -> Position:
    """Seat 0 begins its turn with these cards in hand, and others that cost 0 to 3 Power Points.

    It holds two of the four districts; the others are empty and nobody's.
    """
    mine = seat(
        deck=(
            "defender",
            "merchant",
            "rebel",
            "saloran-cart",
            "merchant",
            "lesser-echo",
            "rebel",
            "defender",
        ),
        hand=(*hand, "merchant", "merchant", "rebel", "knight-valdus", "duchess-of-hollow-street"),
        discard=("rebel", "defender", "merchant", "fishmancer", "blunderbuss-mage", "merchant"),
        army=("rebel", "beard-fish", "beard-fish", "lesser-ward", *army),
        vp=3,
    )
    other = seat(
        deck=("merchant", "rebel", "merchant", "merchant", "merchant", "merchant", "merchant"),
        hand=("merchant", "rebel", "merchant", "defender", "rebel", "saloran-cart"),
        army=("defender",),
        vp=2,
    )
    return {
        "game": "gateway",
        "round": ROUND,
        "active": 0,
        "first": 0,
        "phase": "deployment",
        "seats": [mine, other],
        "districts": [district(0, "ab", 0), district(1, "cd"), district(2, "ex"), district(3, "fx", 0)],
        "stacks": stacks(8, *hand, *army, "fishmancer", "blunderbuss-mage", "knight-valdus", "magic-orb",
                         "duchess-of-hollow-street"),
        "events": list(TO_COME),
        "horde": list(HORDE),
        "guard": list(GUARDS),
        "horde_discard": [],
        "guard_discard": [],
        "past": list(PAST[: ROUND - 1]),
        "trash": [],
        **changes,
    }  # fmt: skip


def end_of_round(
    event: str, letters: set[str], horde: tuple[str, ...] = HORDE, guard: tuple[str, ...] = GUARDS
) -> Position:
    """Three players; the last one of the round has only to end the turn, and then the event is drawn.

    Each letter lies on a district of its own. Where the event sends nobody, seat 0 holds the first district,
    seat 1 the next one, and a card of the Horde the one after that; the others are empty.
    """
    free = [letter for letter in "abcdef" if letter not in letters]
    districts = [district(at, letters_) for at, letters_ in enumerate(("ax", "bx", "c", "d", "e", "f"))]
    for letter, owner in zip(free, (0, 1), strict=False):
        districts["abcdef".index(letter)]["owner"] = owner
    for letter in free[2:3]:
        districts["abcdef".index(letter)]["cards"] = ["drueggar-raider"]
    hands = (
        ("merchant", "rebel", "merchant", "defender", "rebel", "saloran-cart"),
        ("merchant", "rebel", "merchant", "merchant", "rebel", "lesser-coin"),
    )
    seats = [
        seat(deck=("merchant",) * 3, hand=hand, discard=("rebel", "merchant"), army=("rebel",))
        for hand in hands
    ]
    deck = ("rebel", "merchant", "defender", "merchant", "rebel", "merchant", "merchant")
    seats.append(seat(deck=deck, hand=("merchant",), discard=("defender", "rebel"), vp=1))
    return {
        **turn(),
        "active": 2,
        "seats": seats,
        "districts": districts,
        "stacks": {**stacks(10), "merchant": 0},
        "events": [event, *(card for card in TO_COME if card != event)],
        "past": [card for card in PAST if card != event][: ROUND - 1],
        "horde": list(horde),
        "guard": list(guard),
    }
