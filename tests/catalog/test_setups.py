"""Set-ups that game.yaml declares: which cards a step means, and what is wrong with one, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems

GAME = """\
title: Grove
components:
  trees:
    size: poker
    front: card.xml.j2
    cards: [{id: moss, copies: 4, kind: low}, {id: oak, kind: high, age: 100}]
setups:
  two:
    says: Two players
    seats: 2
    steps:
"""


def load(folder: Path, step: str, game: str = GAME) -> tuple[Game, list[str]]:
    (folder / "game.yaml").write_text(f"{game}      - {{{step}}}\n", "utf-8")
    problems = Problems()
    loaded = load_game(folder, problems)
    assert loaded is not None
    return loaded, [str(problem).removeprefix(f"{folder.as_posix()}/") for problem in problems]


def test_a_step_names_cards_by_their_component_and_fields(tmp_path: Path) -> None:
    game, told = load(tmp_path, 'place: trees, where: {age: "100"}, at: [0, 12.5], turn: 90, face: up')
    assert told == []
    (step,) = game.setups["two"].steps
    assert step.cards == {"trees/trees/oak"}
    assert (step.verb, step.at, step.turn, step.face, step.count) == ("place", (0, 12.5), 90, "up", None)
    game, told = load(tmp_path, "deal: trees/trees, count: 2, where: {kind: [low, high]}")
    assert told == []
    assert game.setups["two"].steps[0].cards == {"trees/trees/oak", "trees/trees/moss"}


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("deal: bushes", "game.yaml:12:16: error: setups.two.steps.0: unknown component 'bushes'"),
        ("deal: trees/wood", "trees has no list 'wood'"),
        (
            "deal: trees, where: {hight: low}",
            "12:38: error: setups.two.steps.0: no card here has a field `hight`",
        ),
        ("box: trees, where: {kind: huge}", "no card here has `kind` 'huge'"),
        ("deal: trees, count: 3", "12:30: error: setups.two.steps.0: this takes 6 cards, and there are 5"),
        ("deal: trees, to: 3", "there is no seat 3 where 2 play"),
        ("deal: trees, at: [0, 0]", "12:27: error: setups.two.steps.0: `at` says nothing here"),
        ("deal: trees, box: trees", "a step says one of `shuffle`, `deal`, `place` and `box`, this one 2"),
        ("count: 3", "this one 0"),
        ("place: trees", "`at` is missing"),
        ("place: trees, at: [0, 1e9]", "cannot be more than 2000 mm"),
        ("place: trees, at: 7", "expected two lengths, got 7"),
        ("shufle: trees", "unknown key `shufle`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, step: str, told: str) -> None:
    _, problems = load(tmp_path, step)
    assert any(told in problem for problem in problems), problems
    assert all(problem.startswith("game.yaml:12:") for problem in problems)


def test_of_a_game_that_can_t_be_read_whole_no_card_is_missed(tmp_path: Path) -> None:
    broken = GAME.replace("{id: oak, kind: high, age: 100}", "{id: oak, copies: many}")
    _, told = load(tmp_path, "deal: trees, where: {age: 100}, count: 3", broken)
    assert len(told) == 1
    assert "copies" in told[0]
