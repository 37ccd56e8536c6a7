"""The numbers of troops and their lines come from the card database."""

from __future__ import annotations

import pytest

from generator.rules import Game, load


def changed(card: str, change: str) -> Game:
    """The game with another value on a card of both armies."""
    return load("hold-the-line", [f"{army}-{card}.{change}" for army in ("olive", "sand")])


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


def test_other_statistics_are_played_by() -> None:
    game = changed("infantry", "health=7")
    assert troops_after_a_round(game, "infantry 7/0", "tank 3/2") == [["infantry 3/0"], []]


def test_other_damage_is_played_by() -> None:
    game = changed("tank", "damage=[1, health, health]")
    assert troops_after_a_round(game, "infantry 5/0", "tank 2/2") == [[], ["tank 1/0"]]


def test_any_kind_may_pierce_and_strike_each() -> None:
    game = changed("infantry", "pierces=true")
    assert troops_after_a_round(game, "infantry 2/0", "tank 3/2") == [[], ["tank 1/2"]]


def test_a_stronger_armor_is_played_by() -> None:
    game = load("hold-the-line", ["rules.armor.takes=3"])
    assert troops_after_a_round(game, "infantry 5/0", "tank 3/2") == [["infantry 1/0"], ["tank 3/1"]]


def test_more_lines_make_a_longer_way() -> None:
    game = load("hold-the-line", ["rules.lines=[red, blue, yellow, green, yellow, blue, red]"])
    assert game.start(1).to_dict()["lanes"][0]["front"] == 0
    empty = {"front": 3, "troops": [[], []]}
    position = {"game": "hold-the-line", "round": 1, "phase": "stage"}
    seats = [{"deck": [], "hand": ["infantry"]}] * 2
    state = game.from_dict({**position, "lanes": [empty, *[{**empty, "front": 0}] * 4], "seats": seats})
    state.play("stage 0 infantry")
    state.play("done")
    assert state.result().winners == (0,)


@pytest.mark.parametrize(
    ("fronts", "usual", "variant"),
    [
        ([3, -3, 1, 0, 0], (0, 1), (0,)),
        ([3, -3, 1, -1, -1], (0, 1), (1,)),
        ([3, -3, 0, 0, 0], (0, 1), (0, 1)),
    ],
)
def test_by_the_optional_rule_the_farther_front_breaks_a_tie(
    fronts: list[int], usual: tuple[int, ...], variant: tuple[int, ...]
) -> None:
    for changes, winners in (([], usual), (["variant=farther-front"], variant)):
        game = load("hold-the-line", changes)
        lanes = [{"front": front, "troops": [[], []]} for front in fronts]
        over = {"game": "hold-the-line", "round": 4, "phase": "over", "lanes": lanes}
        state = game.from_dict({**over, "seats": [{"deck": [], "hand": ["infantry"]}] * 2})
        assert state.result().winners == winners
        assert game.referee().outcome(state.to_dict())[1] == winners
