"""The recipes of ``docs/your-own-rules.md`` are games as they stand there, and tell nobody what is secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import PROJECT, run_here, write_game

from generator.rules import load

TEXT = (PROJECT / "docs" / "your-own-rules.md").read_text("utf-8").partition("\n## Recipes\n")[2]
GAME, *RULES = re.findall(r"^`recipes/[\w.]+`:\n\n```\w+\n(.*?)```$", TEXT, re.M | re.S)
NAMES = [title.lower().replace(" ", "-") for title in re.findall(r"^### (.*)$", TEXT, re.M)]
RECIPES = dict(zip(NAMES, RULES, strict=True))


def written(name: str, folder: Path) -> str:
    write_game(folder, game=GAME, files={"rules.py": RECIPES[name]})
    return str(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_suite_finds_nothing(name: str, tmp_path: Path) -> None:
    checked = run_here("rules", "check", written(name, tmp_path / "game"), "--games", "40")
    assert (checked.code, checked.stdout.splitlines()[-1]) == (0, "  nothing found"), checked.output


@pytest.mark.parametrize("name", ["all-choose-at-once", "hands-that-are-passed-on"])
def test_a_choice_is_hidden_until_all_have_chosen(name: str, tmp_path: Path) -> None:
    begun = load(written(name, tmp_path / "game")).start(seed=3)
    first, *others = begun.legal()
    seen = []
    for move in (first, *others):
        state = begun.clone()
        assert state.is_secret(move)
        state.apply(move)
        seen.append((state.player, state.view(1), state.legal(), state.told()))
    assert len(seen) > 1
    assert all(one == seen[0] for one in seen)
    state = begun.clone()
    state.apply(first)
    state.apply(state.legal()[0])
    assert all(
        not seat[zone] for seat in state.view(0)["seats"] for zone in ("chosen", "picked") if zone in seat
    )
    open_now = [state.view(seat).get("played") or state.view(seat)["seats"][0]["kept"] for seat in (0, 1)]
    assert open_now[0]
    assert open_now[0] == open_now[1]


def test_hands_go_to_the_next_seat(tmp_path: Path) -> None:
    state = load(written("hands-that-are-passed-on", tmp_path / "game")).start(seed=3, seats=3)
    before = [seat["hand"] for seat in state.to_dict()["seats"]]
    for _ in range(3):
        state.apply(state.legal()[0])
    after = state.to_dict()["seats"]
    assert [sorted([*seat["hand"], *after[number - 1]["kept"]]) for number, seat in enumerate(after)] == [
        sorted(before[number - 1]) for number in range(3)
    ]


def test_what_is_told_stands_between_the_moves_that_it_belongs_to(tmp_path: Path) -> None:
    """A throw is told before the die that is kept of it because there is no other choice."""
    watched = run_here("play", written("a-pool-of-dice", tmp_path / "game"), "--watch", "--seed", "2")
    lines = watched.stdout.splitlines()
    at = lines.index("Seat 1 throws 6.")
    assert lines[at - 1 : at + 4] == [
        "Seat 1 throws again.",
        "Seat 1 throws 6.",
        "Seat 1 keeps 6.",
        "Seat 1 stops.",
        "Seat 0 throws 4, 3, 5, 2, 5.",
    ]
