"""``--back-offset``: all of a back page is moved to the right and down, nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from .pdf_games import build_one, marked_game, numbered_trims
from .pdf_measure import Edges, Page, near

OFFSET = (0.5, -0.3)


def ink_of(page: Page) -> list[Edges]:
    return [ink.box for ink in page.ink]


def moved(box: Edges, by: tuple[float, float]) -> Edges:
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


@pytest.mark.parametrize(
    ("component", "backs"),
    [
        ({}, "duplex-long"),
        ({}, "duplex-short"),
        ({"size": "token-large", "kind": "tokens"}, "duplex-long"),
        ({"size": "hex-small", "kind": "tokens", "shape": "hex"}, "duplex-long"),
        ({"size": "300 x 250 mm", "kind": "board"}, "duplex-long"),
        ({"size": "50 x 80 mm", "kind": "board"}, "duplex-long"),
        ({"size": "business", "press": {"sheet": "avery-5371"}}, "duplex-long"),
    ],
)
def test_cards_marks_and_slug_of_backs_are_moved(
    tmp_path: Path, component: dict[str, Any], backs: str
) -> None:
    plain = build_one(marked_game(tmp_path / "a", copies=[3], **component), backs=backs).pages
    game = marked_game(tmp_path / "b", copies=[3], **component)
    askew = build_one(game, backs=backs, back_offset=OFFSET).pages
    assert len(plain) == len(askew) > 1
    sides = 0
    for before, after in zip(plain, askew, strict=True):
        is_back = bool(numbered_trims(before, "back"))
        sides += is_back
        wanted = [moved(box, OFFSET) if is_back else box for box in ink_of(before)]
        assert all(near(box, other) for box, other in zip(ink_of(after), wanted, strict=True))
        assert near(after.box("TrimBox"), before.box("TrimBox")), "the paper is not moved"
    assert sides == len(plain) // 2


@pytest.mark.parametrize("backs", ["gutterfold", "none", "pod"])
def test_what_has_no_back_page_stays(tmp_path: Path, backs: str) -> None:
    plain = build_one(marked_game(tmp_path / "a"), backs=backs).pages
    same = build_one(marked_game(tmp_path / "b"), backs=backs, back_offset=OFFSET).pages
    assert [ink_of(page) for page in plain] == [ink_of(page) for page in same]


@pytest.mark.parametrize("written", ["0.5 x -0.3 mm", "0.5x-0.3", "0.05cm x -0.03cm", [0.5, -0.3]])
def test_game_yaml_and_the_command_say_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: object
) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = build_one(marked_game(tmp_path / "a"), back_offset=OFFSET).pages[1]
    said = build_one(marked_game(tmp_path / "b", press={"back-offset": written})).pages[1]
    assert ink_of(said) == ink_of(wanted)
    if isinstance(written, str):
        marked_game(tmp_path / "c")
        assert run_here("build", "c", "--back-offset", written).code == 0


def test_it_may_begin_with_a_minus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    marked_game(tmp_path / "g")
    assert run_here("build", "g", "--back-offset", "-0.5 x 0 mm").code == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("0.5", "expected two lengths, got '0.5'; write for example `12 x 10.5 mm`"),
        ("right", "expected two lengths, got 'right'"),
        ("0,5 x 1", "write decimals with a point, not a comma"),
        ("1 x 12 mm", "an offset of 1 x 12 mm is more than any printer is off; at most 10 mm to each side"),
        ("nan x 1", "expected two lengths"),
        ("1e999 x 1", "expected a length, got '1e999'"),
    ],
)
def test_rubbish_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, told: str) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", component={"press": {"back-offset": given}})
    done = run_here("build", "g", "--back-offset", given)
    assert done.code == 2
    assert told in " ".join(done.stderr.replace("│", " ").split())
    done = run_here("build", "g")
    assert done.code == 1
    assert told in done.stderr
    assert "components.cards.press.back-offset" in done.stderr
