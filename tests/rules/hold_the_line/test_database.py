"""The numbers come from the card database; what is wrong there is told in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from games import PROJECT

from generator.rules import BadDatabase, Game, load

ERROR = r":\d+:\d+: error: "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "cards" / "hold-the-line"
    shutil.copytree(PROJECT / "cards" / "hold-the-line", copy)
    return copy


def changed(folder: Path, file: str, old: str, new: str) -> Game:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return load(str(folder))


def troops_after_a_round(game: Game, first: str, second: str) -> list[list[str]]:
    empty = {"front": 0, "troops": [[], []]}
    state = game.from_dict(
        {
            "game": "hold-the-line",
            "round": 1,
            "phase": "stage",
            "lanes": [{"front": 0, "troops": [[first], [second]]}, *[empty] * 4],
            "seats": [{"deck": [], "hand": ["infantry"]}] * 2,
        }
    )
    state.play("done")
    state.play("done")
    rows: list[list[str]] = state.to_dict()["lanes"][0]["troops"]
    return rows


def test_other_statistics_are_played_by(folder: Path) -> None:
    game = changed(folder, "troops.yaml", "health: 5", "health: 7")
    assert troops_after_a_round(game, "infantry 7/0", "tank 3/2") == [["infantry 3/0"], []]


def test_other_damage_is_played_by(folder: Path) -> None:
    game = changed(folder, "troops.yaml", "damage: [4]", "damage: [1, health, health]")
    assert troops_after_a_round(game, "infantry 5/0", "tank 2/2") == [[], ["tank 1/0"]]


def test_any_kind_may_pierce_and_strike_each(folder: Path) -> None:
    game = changed(folder, "troops.yaml", "targets: each", "targets: each\n    pierces: true")
    assert troops_after_a_round(game, "infantry 2/0", "tank 3/2") == [[], ["tank 1/2"]]


def test_a_stronger_armor_is_played_by(folder: Path) -> None:
    game = changed(folder, "game.yaml", "armor: {takes: 2}", "armor: {takes: 3}")
    assert troops_after_a_round(game, "infantry 5/0", "tank 3/2") == [["infantry 1/0"], ["tank 3/1"]]


def test_more_lines_make_a_longer_way(folder: Path) -> None:
    lines = "[red, blue, yellow, green, yellow, blue, red]"
    game = changed(folder, "game.yaml", "[red, yellow, green, yellow, red]", lines)
    assert game.start(1).to_dict()["lanes"][0]["front"] == 0
    empty = {"front": 3, "troops": [[], []]}
    position = {"game": "hold-the-line", "round": 1, "phase": "stage"}
    seats = [{"deck": [], "hand": ["infantry"]}] * 2
    state = game.from_dict({**position, "lanes": [empty, *[{**empty, "front": 0}] * 4], "seats": seats})
    state.play("stage 0 infantry")
    state.play("done")
    assert state.result().winners == (0,)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "game.yaml",
            "takes: 2",
            "takes: 0",
            rf"game.yaml{ERROR}rules.armor.takes: expected 1 to 60, got 0",
        ),
        ("game.yaml", "takes: 2", "takes: 2, take: 3", rf"game.yaml{ERROR}rules.armor: unknown key `take`"),
        ("game.yaml", ", max_rounds: 100", "", rf"game.yaml{ERROR}rules.rulings: `max_rounds` is missing"),
        ("game.yaml", "lanes: 5", "lanes: 8", rf"game.yaml{ERROR}rules.hand.first: setup needs a card"),
        ("game.yaml", "push: 1", "push: 3", rf"game.yaml{ERROR}rules.push: expected 1 to 2, got 3"),
        ("game.yaml", "start: green", "start: red", rf"game.yaml{ERROR}rules.lines: expected as many"),
        ("game.yaml", "first: 7", "first: 15", rf"game.yaml{ERROR}rules.hand.first: an army has 14 cards"),
        (
            "troops.yaml",
            "army: sand, copies: 8",
            "army: sand, copies: 9",
            rf"troops.yaml{ERROR}copies: not as in the olive army: .* \(card sand-infantry\)",
        ),
        (
            "troops.yaml",
            "army: sand, copies: 4",
            "army: sand, copies: 4, health: 2",
            rf"troops.yaml{ERROR}health: not as in the olive army: .* \(card sand-anti-armor\)",
        ),
        (
            "troops.yaml",
            "army: sand, copies: 2",
            "army: olive, copies: 2",
            rf"troops.yaml{ERROR}a second card of the kind tank in the olive army",
        ),
        ("troops.yaml", "damage: [4]", "damage: [speed]", rf"troops.yaml{ERROR}damage: expected a list of"),
    ],
)
def test_a_database_that_contradicts_itself_is_told(
    folder: Path, file: str, old: str, new: str, told: str
) -> None:
    with pytest.raises(BadDatabase, match=told):
        changed(folder, file, old, new)
