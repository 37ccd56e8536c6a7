"""What is wrong in the card database is told in its place, with the card, the field and a way out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.rules import load

from .spoilt_cards import CASES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "cards" / "gateway"
    shutil.copytree(PROJECT / "cards" / "gateway", copy)
    shutil.copytree(PROJECT / "layouts" / "gateway", tmp_path / "layouts" / "gateway")
    return copy


def spoil(folder: Path, file: str, old: str, new: str) -> tuple[int, int]:
    """Puts ``new`` in place of ``old``, and says at which line and column."""
    path = folder / file
    text = path.read_text("utf-8")
    before, found, after = text.partition(old)
    assert found
    path.write_text(before + new + after, "utf-8")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def complaints(folder: Path) -> list[str]:
    done = run_here("rules", "check", folder)
    assert done.code == 1
    return done.problems


@pytest.mark.parametrize("case", CASES)
def test_it_is_told_with_its_place(folder: Path, case: str) -> None:
    file, old, new, at, said = CASES[case]
    line, column = spoil(folder, file, old, new)
    [told] = [line for line in complaints(folder) if said in line] or [complaints(folder)]
    assert isinstance(told, str), told
    if at is None:
        assert f"{file}:" in told
        return
    ahead = new[: new.index(at)]
    line += ahead.count("\n")
    column = len(ahead) - ahead.rfind("\n") if "\n" in ahead else column + len(ahead)
    assert f"{file}:{line}:{column}: error: {said}" in told


def test_an_effect_inside_itself_is_refused(folder: Path) -> None:
    spoil(folder, "base.yaml", "[[{gain-gold: 2}], [{gain-points: 1}]]", "&again [*again, *again]")
    assert any("base.yaml" in line and "again" in line for line in complaints(folder))


def test_all_is_told_at_once(folder: Path) -> None:
    spoil(folder, "city.yaml", "played: [{gain-points: 2}]", "played: [{gain-pionts: 2}]")
    spoil(folder, "base.yaml", "played: [{gain-gold: 1}]", "played: [{gain-gold: -1}]")
    spoil(folder, "events.yaml", "{spawn-horde: [c]}", "{spawn-horde: [q]}")
    spoil(folder, "game.yaml", "starter: {merchant: 7,", "starter: {merchant: 12,")
    assert {line.split(":")[0].rsplit("/")[-1] for line in complaints(folder)} == {
        "base.yaml",
        "city.yaml",
        "events.yaml",
        "game.yaml",
    }


def test_play_refuses_it_too(folder: Path) -> None:
    spoil(folder, "base.yaml", "played: [{gain-gold: 1}]", "played: [{gain-gold: -1}]")
    done = run_here("play", folder, "--watch")
    assert done.code == 1
    assert "gain-gold: expected 1 to 99, got -1 (card merchant)" in done.stderr


def test_other_numbers_are_played_by(folder: Path) -> None:
    spoil(folder, "game.yaml", "hand: 6", "hand: 7")
    state = load(str(folder)).start(1)
    assert [len(seat["hand"]) for seat in state.to_dict()["seats"]] == [7, 7]
