"""Each number of the rules stands once, in game.yaml: play follows it, and every place that tells it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT

from generator.games.hold_the_gates import HoldTheGates
from tests.rules.rule_numbers import Edition, Told, changed, standing

NAME = "hold-the-gates"


def position(turn: int = 1, tier: int = 1, damage: int = 0, **seats: Any) -> dict[str, Any]:
    """A position at the City, the attacker to act; ``attacker`` and ``defender`` hold a card if they don't
    say otherwise."""
    hands = [seats.get("attacker", {"hand": ["grunt"]}), seats.get("defender", {"hand": ["militia"]})]
    heading = {"turn": turn, "tier": tier, "phase": "preparation", "to_act": 0, "settlement": "city"}
    return {**heading, "damage": damage, "seats": hands}


def result(edition: Edition, **of_position: Any) -> object:
    """The scores of a turn that ends at once."""
    return edition.game.from_dict(position(**of_position)).result().scores


def fallen(edition: Edition) -> object:
    return result(edition, damage=4, tier=2, turn=3, attacker={"field": ["grunt 0"]}, defender={})


def held_out(edition: Edition) -> object:
    return result(edition, tier=6, turn=12, attacker={}, defender={})


def last_turn(edition: Edition) -> object:
    """The turn in which nobody having a card ends the game."""
    return edition.game.from_dict(position(tier=6, turn=12, attacker={}, defender={})).to_dict()["turn"]


def screen(edition: Edition) -> str:
    return edition.screen(position())


def next_turn(edition: Edition) -> str:
    """The screen in turn 3, begun by playing the one card of turn 2."""
    state = edition.game.from_dict(
        position(turn=2, attacker={"hand": ["grunt"], "deck": ["shaman"]}, defender={})
    )
    state.play("deploy grunt")
    return edition.screen(state.to_dict())


def far_target(edition: Edition) -> str:
    return edition.reason(position(), "action grunt>17")


def wrong_position(edition: Edition) -> str:
    """Why a position with too many cards, in a turn that is none, can't be."""
    hand = {"hand": ["grunt"] * 4 + ["shaman"] * 2 + ["skirmishers"]}
    try:
        edition.game.from_dict(position(turn=99, attacker=hand))
    except ValueError as wrong:
        return str(wrong)
    return ""


TABLE = {
    "hand": Told(
        6,
        rulebook=("Both players draw 6 cards.", "six units at most"),
        faces={"aids": ("Draw 6 cards.",), "board": ("sixth",)},
        says=(
            (far_target, "a line has places 0 to 5"),
            (wrong_position, "in a turn each player has 6"),
        ),
    ),
    "turns": Told(
        13,
        play=last_turn,
        rulebook=(
            "who has to last 13 turns",
            "After turn 13 there is no further tier",
            "turns 11–13",
        ),
        faces={"aids": ("After turn 13",), "board": ("13",), "box": ("and 13 turns until the King's Army",)},
        says=((screen, "Turn 1 of 13, tier 1."), (wrong_position, "turn: expected 1 to 13, got 99")),
    ),
    "turns_per_tier": Told(
        3,
        also={"turns": 18},
        rulebook=(
            "grows stronger every third turn",
            "After every third turn the defender's deck",
            "turns 4–6",
        ),
        faces={
            "aids": ("After every third turn the next tier joins",),
            "board": ("18",),
            "box": ("The horde grows every third turn",),
        },
        says=((next_turn, "Turn 3 of 18, tier 1."),),
    ),
    "attacker_wins": Told(
        17,
        play=fallen,
        rulebook=("when the settlement falls | 17 |", "the scores are 17 for the attacker"),
        faces={"aids": ("you score 17", "the attacker scores 17")},
    ),
    "defender_consoles": Told(
        3,
        play=fallen,
        rulebook=("17 | 3 × the tier in play", "the defender scores 3 × 3 = 9", "and 9 for the defender"),
        faces={"aids": ("the defender 3 for each tier", "you 3 for each tier")},
        also={"attacker_wins": 17},
    ),
    "kings_army": Told(
        9,
        play=held_out,
        rulebook=("when the King's Army comes | 0 | 9 |",),
        faces={
            "aids": ("the King's Army comes: 9 for you, 0", "the King's Army comes: 9 for the defender, 0")
        },
    ),
    "attacker_consoles": Told(
        1,
        play=held_out,
        rulebook=("when the King's Army comes | 1 | 15 |",),
        faces={"aids": ("15 for you, 1 for the attacker", "15 for the defender, 1 for you")},
    ),
}


@pytest.mark.slow
def test_a_turn_for_each_tier_reads_well(tmp_path: Path) -> None:
    edition = changed(NAME, tmp_path, {"turns_per_tier": 1, "turns": 6})
    book, aids, board = edition.rulebook(), edition.faces("aids"), edition.faces("board")
    assert "grows stronger every turn." in book
    assert "After every turn the defender's deck is used up." in book
    assert "turn 6" in book
    assert "After every turn the next tier joins" in aids
    assert "The horde grows every turn;" in edition.faces("box")
    assert "6" in board
    assert "7" not in board


def test_the_published_schema_has_the_numbers_of_the_database() -> None:
    game = standing(NAME).game
    assert isinstance(game, HoldTheGates)
    config = game.config
    schema = json.loads((PROJECT / "docs" / "schema" / "positions" / f"{NAME}.json").read_text("utf-8"))
    assert schema["properties"]["turn"]["maximum"] == config.turns
    assert schema["properties"]["tier"]["maximum"] == config.tiers
    assert schema["properties"]["settlement"]["enum"] == [place.id for place in config.settlements]
    for seat, side in enumerate(("attacker", "defender")):
        lists = schema["$defs"][side]["properties"]
        cards = sum(unit.copies for unit in config.units if unit.side == seat)
        assert lists["hand"]["maxItems"] == lists["field"]["maxItems"] == config.hand
        assert lists["deck"]["maxItems"] == lists["discard"]["maxItems"] == cards
    for condition in schema["else"]["allOf"]:
        settlement = config.settlement(condition["if"]["properties"]["settlement"]["const"])
        assert settlement.value == condition["then"]["properties"]["damage"]["maximum"] + 1
