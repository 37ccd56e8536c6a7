"""Each number of Gateway's rules stands in its game.yaml: play follows it, and so does what is told of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.rules import BadPosition, State
from rules.rule_numbers import Edition, Told, changed, check_number, numbers

from .test_positions import POSITION

FIRST_GAME = (
    *("blunderbuss-mage", "fishmancer", "knight-valdus", "magic-orb", "mobile-wizard-tower"),
    *("red-templar", "traveling-wizards"),
)
"""Seven of the kinds of City cards for two."""


def ability_refused(edition: Edition) -> str:
    """Why an ability may not be used after as many as the rules give."""
    used: Any = True if edition.database.rules["abilities"] == 1 else [1, 2]
    return edition.reason({**POSITION, "active": 0, "used": used}, "ability 0")


def ends_at_nine_points(edition: Edition) -> bool:
    """Whether a seat wins with its 9th Victory Point, for a Guard; random games hardly come so far."""
    attacker = {**POSITION["seats"][0], "army": ["rebel"] * 5, "vp": 8}
    districts = [*POSITION["districts"]]
    districts[1] = {**districts[1], "cards": ["city-guard"]}
    given = {"phase": "attack", "active": 0, "seats": [attacker, POSITION["seats"][1]]}
    state = edition.game.from_dict({**POSITION, **given, "districts": districts})
    state.play("attack 1")
    finish_work(state)
    return state.over


TABLE: dict[str, Told] = {
    "hand": Told(7, rulebook=("draws 7 cards", "draw 7 cards")),
    "power_points": Told(2, rulebook=("You get 2 power",)),
    "abilities": Told(2, says=((ability_refused, "only 2 districts may be used in a turn"),)),
    "drafts": Told(2),
    "attacks": Told(2),
    "guards": Told(2),
    "round_events": Told(2),
    "victory_points": Told(9, play=ends_at_nine_points, rulebook=("first with 9 vp wins", "9 win the game")),
    "starter.merchant": Told(6, rulebook=("6 Merchants",)),
    "starter.rebel": Told(5, rulebook=("5 Rebels",)),
    "starter.lesser": Told(2, rulebook=("Deal 2 Lesser",)),
    "setups.0.players": Told(3, also={"setups.1.players": 4}, rulebook=("| 3 players | 4 players",)),
    "setups.1.players": Told(4, rulebook=("| 2 players | 4 players",)),
    "setups.0.districts": Told(5, rulebook=("chance | 5 | 6",)),
    "setups.1.districts": Told(5, rulebook=("chance | 4 | 5",)),
    "setups.0.kinds": Told(
        7,
        also={"setups.0.first_game": list(FIRST_GAME)},  # type: ignore[dict-item]
        rulebook=("City cards | 7 | 10",),
    ),
    "setups.1.kinds": Told(
        9,
        also={"setups.1.first_game_adds": ["orb-keeper"]},  # type: ignore[dict-item]
        rulebook=("City cards | 8 | 9",),
    ),
}


def test_every_number_is_in_the_table() -> None:
    assert set(TABLE) == set(numbers("gateway"))


@pytest.mark.parametrize("path", TABLE)
def test_a_number_changes_play_and_is_told(path: str, tmp_path: Path) -> None:
    check_number("gateway", path, TABLE[path], tmp_path)


def test_each_district_is_dealt_so_many_guards(tmp_path: Path) -> None:
    state = changed("gateway", tmp_path, {"guards": 2}).game.start(1)
    guards = [len(district["cards"]) for district in state.to_dict()["districts"]]
    assert min(guards) == 2


def test_so_many_abilities_of_different_districts_are_used_in_a_turn(tmp_path: Path) -> None:
    game = changed("gateway", tmp_path, {"abilities": 2}).game
    districts: list[Any] = [dict(district) for district in POSITION["districts"]]
    districts[3]["owner"] = districts[0]["owner"]
    given = {**POSITION, "active": 0, "power": 0, "districts": districts}
    state = game.from_dict(given)
    assert abilities(state) == ["ability 0", "ability 3"]
    state.play("ability 0")
    finish_work(state)
    assert (abilities(state), state.to_dict()["used"]) == (["ability 3"], [0])
    assert game.from_dict(state.to_dict()).to_dict() == state.to_dict()
    state.play("ability 3")
    finish_work(state)
    assert abilities(state) == []
    with pytest.raises(BadPosition, match=r"used: expected at most 2 of them, got 3"):
        game.from_dict({**given, "used": [0, 1, 3]})


def abilities(state: State) -> list[str]:
    return [text for move in state.legal() if (text := state.text(move)).startswith("ability")]


def finish_work(state: State) -> None:
    while "work" in state.to_dict():
        state.apply(state.legal()[0])


def test_so_many_events_are_drawn_at_the_end_of_a_round(tmp_path: Path) -> None:
    game = changed("gateway", tmp_path, {"round_events": 2}).game
    state = game.start(5)
    drawn: Counter[int] = Counter()
    while state.player is not None:
        position = state.to_dict()
        drawn[position["round"]] = len(position["past"])
        assert game.from_dict(position).to_dict() == position
        state.apply(state.legal()[-1])
    assert len(drawn) > 1
    assert all(2 * (number - 1) <= past <= 2 * number for number, past in drawn.items())
