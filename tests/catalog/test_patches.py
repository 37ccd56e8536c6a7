"""Changes as a patch of a game's files: what it leaves as it is, and what it leaves to the user."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from games import write_game

from generator.catalog.cards import plain
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.patches import patch_of
from generator.catalog.problems import InputError, Problems

GAME = """\
title: Tiny  # kept
rules: {hand: &most 5, motto: 'Pay the toll', goals: [1, {of: 2}]}
components:
  list: {cards: list.yaml, size: poker, front: card.xml.j2, press: {backs: none}, safe: 0}
  table: {cards: table.csv, size: poker, front: card.xml.j2, press: {backs: none}, safe: 0}
  json: {cards: cards.json, size: poker, front: card.xml.j2, press: {backs: none}, safe: 0}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_game(
        tmp_path / "tiny",
        game=GAME,
        files={
            "table.csv": "id,cost\nmoss,1\n",
            "list.yaml": "- {id: base, cost: 1, qty: 2, at: {x: 1}}  # kept\n- {id: heir, extends: base}\n",
            "cards.json": '[{"id": "ant",\n  "cost": 2}]',
        },
    )


def read(folder: Path, *changes: str) -> Game:
    problems = Problems()
    game = load_game(folder, problems, changes)
    assert game is not None
    assert [str(problem) for problem in problems] == []
    return game


def contents(game: Game) -> object:
    cards = {card.id: card.values for part in game.components for card in game.cards_in(part.id)}
    return plain(game.file), cards


def test_a_patched_folder_is_read_as_the_changed_one_was(folder: Path) -> None:
    changes = ["rules.hand=6", "rules.motto='Free: all'", "rules.goals[0]=7", "rules.goals[1].of=8"]
    changes += ["title=Small", "base.cost=3", "base.copies=4", "json/ant.cost=7", "base.at.x=2"]
    wanted = contents(read(folder, *changes))
    patch = patch_of(read(folder), changes)
    assert patch.by_hand == ()
    assert "+title: Small  # kept\n" in patch.text
    assert "+rules: {hand: &most 6, motto: 'Free: all', goals: [7, {of: 8}]}\n" in patch.text
    assert "+- {id: base, cost: 3, qty: 4, at: {x: 2}}  # kept\n" in patch.text
    assert '+  "cost": 7}]\n\\ No newline at end of file\n' in patch.text
    subprocess.run(["patch", "-p1", "--quiet"], cwd=folder, input=patch.text, text=True, check=True)
    assert contents(read(folder)) == wanted


def test_values_that_no_patch_can_change_are_told(folder: Path) -> None:
    changes = ["moss.cost=2", "heir.cost=5", "rules.goals=[]"]
    patch = patch_of(read(folder), changes)
    assert [line.partition(":")[0] for line in patch.by_hand] == changes
    assert patch.text == ""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("rules.hnad=3", "there is no `hnad` in `rules`"),
        ("bse.cost=3", "`bse` is neither a key of game.yaml nor the id of a card"),
        ("table/base.cost=3", "`base` is neither a key of game.yaml nor the id of a card"),
        ("base.cots=3", "unknown field `cots` of the card `base`"),
        ("heir.at.x=3", "`at` of the card `heir` has no parts of its own"),
    ],
)
def test_a_path_that_leads_nowhere(folder: Path, change: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        patch_of(read(folder), [change])
    assert refused.value.message == told
