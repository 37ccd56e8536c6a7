"""The games that are solved: card databases with smaller numbers, and positions to begin from."""

from __future__ import annotations

import re
import shutil
from itertools import permutations, product
from pathlib import Path

from games import PROJECT

from generator.rules import Game, Position, load

INFANTRY, ANTI_ARMOR, TANK = "infantry", "anti-armor", "tank"
FRESH = {INFANTRY: "infantry 5/0", ANTI_ARMOR: "anti-armor 3/1", TANK: "tank 3/2"}


def two_lanes(folder: Path) -> Game:
    """Hold the Line with two lanes, three lines, and four cards a side, which are all in hand: the only
    secret is what both choose at the same time."""
    copy = folder / "cards" / "hold-the-line"
    shutil.copytree(PROJECT / "cards" / "hold-the-line", copy)
    _change(copy / "game.yaml", r"lanes: \d+", "lanes: 2")
    _change(copy / "game.yaml", r"(?ms)^setups:.*?(?=^\S)", "")
    _change(copy / "game.yaml", r"lines: \[.*?\]", "lines: [red, green, red]")
    _change(copy / "game.yaml", r"hand: \{.*?\}", "hand: {first: 4, full: 4}")
    _change(copy / "game.yaml", r"staged: \{max.*?\}", "staged: {max: 2}")
    _change(copy / "troops.yaml", r"copies: 2", "copies: 1")
    _change(copy / "troops.yaml", r"copies: 4", "copies: 1")
    _change(copy / "troops.yaml", r"copies: 8", "copies: 2")
    return load(str(copy))


def _change(path: Path, old: str, new: str) -> None:
    text, count = re.subn(old, new, path.read_text("utf-8"))
    assert count, f"{path.name} has no {old}"
    path.write_text(text, "utf-8")


def one_round() -> list[Position]:
    """Setup and one round, after which it is a draw unless somebody has lost."""
    hand = [INFANTRY, INFANTRY, ANTI_ARMOR, TANK]
    return [
        {
            "game": "hold-the-line",
            "round": 0,
            "phase": "setup",
            "lanes": [{"front": 0}, {"front": 0}],
            "seats": [{"deck": [], "hand": hand}, {"deck": [], "hand": hand}],
            "max_rounds": 1,
        }
    ]


def back_to_the_wall(front: int) -> list[Position]:
    """Two rounds before the end, equal troops and an infantry in each hand; but in lane 0 the front stands at
    ``front``: 1 is the red line of seat 1, -1 that of seat 0."""
    troops = [[FRESH[ANTI_ARMOR]], [FRESH[ANTI_ARMOR]]], [[FRESH[INFANTRY]], [FRESH[INFANTRY]]]
    hands = {"deck": [], "hand": [INFANTRY]}
    return [
        {
            "game": "hold-the-line",
            "round": 1,
            "phase": "stage",
            "lanes": [{"front": front, "troops": troops[0]}, {"front": 0, "troops": troops[1]}],
            "seats": [hands, hands],
            "max_rounds": 2,
        }
    ]


def last_two_turns() -> list[Position]:
    """Battle Gate with three cards a side, one of them in hand, and two turns to go: neither knows the order
    of its own deck, nor which card the other holds. All 36 deals."""
    decks = permutations(("M2", "A3", "M3")), permutations(("S3", "M3", "A1"))
    return [
        {
            "game": "battle-gate",
            "turn": 3,
            "active": 0,
            "first": 0,
            "phase": "draw",
            "max_turns": 4,
            "seats": [
                {"hand": [own[0]], "deck": list(own[1:])},
                {"hand": [other[0]], "deck": list(other[1:]), "field": ["A3"]},
            ],
        }
        for own, other in product(*decks)
    ]
