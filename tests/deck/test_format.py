"""The numbers that decks are judged by: the game's, and house rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here, write_game
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError, Problems
from generator.deck.format import DeckFormat, read_house_rules

from .deck_files import LIMITS as BASE
from .deck_files import battle_gate_format


def house_rules(text: str, points: int | None = None) -> DeckFormat:
    Path("house.yaml").write_text(text)
    problems = Problems()
    limits = read_house_rules(Path("house.yaml"), BASE, problems, points)
    assert not problems, "\n".join(map(str, problems))
    assert limits is not None
    return limits


def test_battle_gates_numbers_stand_in_its_game_file() -> None:
    assert battle_gate_format() == BASE


@pytest.mark.parametrize(("points", "fewest", "most"), [(150, 25, 150), (6, 1, 6), (1, 1, 1), (61, 11, 61)])
def test_the_number_of_cards_follows_from_the_points(points: int, fewest: int, most: int) -> None:
    changed = BASE.with_points(points)
    assert (changed.points, changed.min_cards, changed.max_cards) == (points, fewest, most)


@given(st.integers(1, 60), st.integers(1, 8), st.integers(0, 6))
def test_the_bounds_are_those_that_the_points_allow(points: int, weakest: int, more: int) -> None:
    """Checked against every sum that so many cards can have."""
    strongest = weakest + more
    possible = [size for size in range(1, points + 1) if size * weakest <= points <= size * strongest]
    limits = DeckFormat(weakest, 1, 1, weakest, strongest, ("minion",), 1, 1)
    if not possible:
        with pytest.raises(InputError):
            limits.with_points(points)
        return
    changed = limits.with_points(points)
    assert (changed.min_cards, changed.max_cards) == (possible[0], possible[-1])


def test_house_rules_change_only_what_they_say() -> None:
    changed = house_rules("classes: [' Knight', MAGE]")
    assert changed == DeckFormat(100, 17, 100, 1, 6, ("knight", "mage"), 3, 4)
    assert house_rules("points: 150") == BASE.with_points(150)
    assert house_rules("cards: {min: 20, max: 30}\npoints: 90") == DeckFormat(
        90, 20, 30, 1, 6, BASE.classes, 3, 4
    )
    assert house_rules("power: {min: 2, max: 10}") == DeckFormat(100, 10, 50, 2, 10, BASE.classes, 3, 4)
    assert house_rules("first_turn: {first_player: 4, others: 5}").first_hand == 4


def test_the_option_goes_before_the_files_points() -> None:
    assert house_rules("points: 150\npower: {min: 1, max: 5}", 60) == DeckFormat(
        60, 12, 60, 1, 5, BASE.classes, 3, 4
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["house.yaml: error: the file is empty"]),
        ("- 100\n", ["house.yaml: error: expected keys and values, got a list"]),
        (
            "pionts: 90\npower: {min: 6, max: 1}\nclasses: []\n",
            [
                "house.yaml:1:1: error: unknown key `pionts`; did you mean `points`?",
                "house.yaml:2:8: error: power: the smallest, 6, is more than the largest, 1",
                "house.yaml:3:10: error: classes: expected names of classes, got none",
            ],
        ),
        (
            "classes: [minion, ' ']",
            ["house.yaml:1:10: error: classes: the name of a class is one word, got ' '"],
        ),
        ("points: 0", ["house.yaml:1:9: error: points: expected 1 to 10,000, got 0"]),
        ("points: 99999", ["house.yaml:1:9: error: points: expected 1 to 10,000, got 99999"]),
        (
            "power: {min: 200, max: 300}",
            ["house.yaml:1:8: error: power: 100 points buy no card: the cheapest costs 200"],
        ),
        (
            "points: 20\npower: {min: 7, max: 8}",
            ["house.yaml:1:9: error: points: no cards of power 7 to 8 make 20 points"],
        ),
        (
            "cards: {min: 1, max: 5}",
            ["house.yaml:1:8: error: cards: 5 cards cost at most 30 points, and a deck has 100"],
        ),
        (
            "cards: {min: 200, max: 300}",
            ["house.yaml:1:8: error: cards: 200 cards cost at least 200 points, and a deck has 100"],
        ),
    ],
)
def test_house_rules_that_cannot_be_kept(text: str, told: list[str]) -> None:
    Path("house.yaml").write_text(text)
    done = run_here("deck", "check", "night-shift", "--format", "house.yaml")
    assert (done.code, done.stdout) == (1, "")
    assert done.stderr.splitlines() == told


@pytest.mark.parametrize("points", ["0", "-5", "10001", "many", "2.5"])
def test_points_that_are_none(points: str) -> None:
    done = run_here("deck", "check", "night-shift", "--points", points)
    assert done.code == 2
    assert "--points" in done.stderr


def test_a_game_without_decks(tmp_path: Path) -> None:
    write_game(tmp_path / "g")
    done = run_here("deck", "check", "night-shift", "--game", "g")
    assert done.code == 1
    assert done.stderr == (
        "g/game.yaml:3:3: error: Tiny has no decks; mark the component that decks are printed "
        "with by `deck: true`\n"
    )


def test_a_game_with_decks_and_no_rules(tmp_path: Path) -> None:
    write_game(tmp_path / "g", component={"deck": True})
    done = run_here("deck", "check", "cards", "--game", "g")
    assert done.code == 1
    assert "Tiny has no rules for decks" in done.stderr


def test_a_slip_in_the_rules_is_told_and_what_other_rooms_need_is_not(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "g", component={"deck": True})
    with (folder / "game.yaml").open("a") as file:
        file.write(
            "rules:\n"
            "  points: 100\n"
            "  cards: {min: 17, max: 100}\n"
            "  power: {min: 1, max: 6, mean: 3}\n"
            "  classes: [minion]\n"
            "  first_turn: {first_player: 3, others: 4}\n"
            "  turn_order: [draw]\n"
        )
    done = run_here("deck", "check", "cards", "--game", "g")
    assert done.code == 1
    assert "rules.power: unknown key `mean`" in done.stderr
    assert "turn_order" not in done.stderr


@pytest.mark.parametrize(
    ("classes", "told"),
    [
        ("[minion, soldier, Minion]", "the class 'Minion' is named twice"),
        ("[minion, two words]", "the name of a class is one word, got 'two words'"),
        ('[minion, "5"]', "the name of a class is one word, got '5'"),
    ],
)
def test_classes_that_cannot_be_told_apart(classes: str, told: str) -> None:
    Path("house.yaml").write_text(f"classes: {classes}\n", "utf-8")
    done = run_here("deck", "check", "night-shift", "--format", "house.yaml")
    assert (done.code, done.problems) == (1, [f"house.yaml:1:10: error: classes: {told}"])
