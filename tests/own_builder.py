"""A deck builder with a supply, in a few lines: set-up moves cards out of a pile that all share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games import write_game

CARDS: list[dict[str, Any]] = [
    {"id": "copper", "name": "Copper", "copies": 30, "points": 0},
    {"id": "estate", "name": "Estate", "copies": 14, "points": 1},
    {"id": "curse", "name": "Curse", "copies": 10, "points": -1},
]
RULES = """\
from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, From, Rules, Zone

ZONES = [
    Zone("supply", full=True),
    Zone("deck", of=SEAT, seen=NOBODY, ordered=True),
    Zone("hand", of=SEAT, seen=OWNER),
    Zone("discard", of=SEAT, ordered=True),
]
rules = Rules(seats=(1, 2, 3), zones=ZONES, counters=[Counter("turn")])


@rules.setup
def deal(table):
    for seat in table.seats:
        for name, count in (("copper", 7), ("estate", 3)):
            for _ in range(count):
                table.supply.give(table.cards[name], table.deck[seat])
        table.shuffle(table.deck[seat])
        table.deck[seat].deal(5, table.hand[seat])
        # more of set-up


@rules.move("buy {card}", card=From("supply"))
def buy(table, card):
    table.supply.give(card, table.discard[table.seat])
    table.turn += 1
    table.pass_turn()


@rules.move("wait")
def wait(table):
    table.turn += 1
    table.pass_turn()


@rules.over
def over(table):
    return "the last turn was played" if table.turn >= 4 else None


@rules.scored
def points(table):
    piles = (table.deck, table.hand, table.discard)
    return [sum(card.points for pile in piles for card in pile[seat]) for seat in table.seats]
"""
MORE = "        # more of set-up\n"


def write_builder(folder: Path, rules: str = RULES, **files: str) -> Path:
    """Writes the game; ``files``: further ones, by their names without `.py`."""
    described = {
        "size": "poker",
        "front": "card.xml.j2",
        "press": {"backs": "none"},
        "fields": {"name": "text", "points": "whole"},
        "cards": CARDS,
    }
    return write_game(
        folder,
        game={"title": "Builder", "components": {"cards": described}},
        files={"rules.py": rules, **{f"{name}.py": text for name, text in files.items()}},
    )
