"""Rotated games, and what the suite says where seats or bots are not alike that ought to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from generator.rules import Game, Position, View, check_game, load
from generator.sim.bots.greedy import Question

SYMMETRIC = ("battle-gate", "gateway", "hold-the-line")


@pytest.mark.slow
@pytest.mark.parametrize("name", SYMMETRIC)
def test_the_seats_are_alike(name: str) -> None:
    """From the beginning, with the search bot's whole budget; ``test_planted_faults.py`` begins anywhere."""
    game = load(name)
    report = check_game(game, games=max(6, len(game.setups())), positions=(), only=["symmetry"])
    assert report.ok, str(report)
    assert next(check.made for check in report.checks if check.name == "symmetry") > 10


def test_a_game_of_two_sides_is_not_asked() -> None:
    report = check_game(load("hold-the-gates"), games=1, positions=(), only=["symmetry"])
    assert [(check.name, check.made) for check in report.checks] == [("play", 1), ("symmetry", 0)]


def test_a_bot_that_thinks_otherwise_in_another_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As greedy did in Hold the Line: in seat 0's worlds the other had not chosen, in seat 1's it had."""

    def as_it_sits(_: Game, view: View, legal: Sequence[int]) -> Question:
        return Question(view, view["seat"], {move: move for move in legal}, 0)

    monkeypatch.setattr("generator.sim.bots.greedy.question_for", as_it_sits)
    report = check_game(load("hold-the-line"), games=20, only=["symmetry"], stop_at_first=True)
    assert report.findings[0].message.startswith("the bot greedy chooses `")


# Positions that are rotated


def begun(name: str, **setup: Any) -> tuple[Game, Position]:
    game = load(name)
    return game, game.start(seed=7, **setup).to_dict()


def test_what_a_seat_has_goes_along() -> None:
    game, position = begun("battle-gate", seats=3)
    rotated = game.rotate(position, 1)
    assert rotated is not None
    assert rotated["seats"] == [position["seats"][seat] for seat in (2, 0, 1)]
    assert rotated["active"] == (position["active"] + 1) % 3
    assert rotated["first"] == (position["first"] + 1) % 3


@pytest.mark.parametrize("name", SYMMETRIC)
def test_once_round_the_table_all_is_as_it_was(name: str) -> None:
    game, position = begun(name)
    once = game.rotate(position, 1)
    assert once is not None
    assert once != position
    assert game.rotate(once, len(position["seats"]) - 1) == position


def test_a_move_at_a_seat_is_aimed_at_whoever_sits_there_then() -> None:
    game, position = begun("battle-gate", seats=4)
    state = game.from_dict(position)
    turned = game.rotate_move(state.parse("attack S4>3"), position, 2)
    assert state.text(turned) == "attack S4>1"
    assert state.text(game.rotate_move(state.parse("block M2>3"), position, 2)) == "block M2>3"


def test_fronts_are_seen_from_the_other_side() -> None:
    game, position = begun("hold-the-line")
    position["lanes"][2]["front"] = 2
    rotated = game.rotate(position, 1)
    assert rotated is not None
    assert rotated["lanes"][2]["front"] == -2
    assert [lane["front"] for lane in rotated["lanes"]].count(0) == 4


def test_what_was_chosen_in_secret_can_not_be_rotated() -> None:
    """Seat 0 chooses first: there is no position in which only seat 1 has chosen. Views show no secrets."""
    game = load("hold-the-line")
    state = game.start(seed=7)
    assert game.rotate(state.to_dict(), 1) is not None
    state.apply(state.legal()[0])
    assert game.rotate(state.to_dict(), 1) is None
    assert state.player is not None
    view = game.rotate(state.view(state.player), 1)
    assert view is not None
    assert view["seats"][1]["staged"] == state.view(state.player)["seats"][0]["staged"]
