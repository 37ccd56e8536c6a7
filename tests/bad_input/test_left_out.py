"""What lies among a game's files and is none: it is told, and nothing waits for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from games import run_here, write_game
from PIL import Image

from generator.catalog.problems import Problems
from generator.rules.scenarios import read_scenarios

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes are files of Unix")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put_odd_ones(folder: Path, suffix: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / f"pipe{suffix}")
    (folder / f"lost{suffix}").symlink_to("nowhere")
    (folder / f"loop{suffix}").symlink_to(f"loop{suffix}")


def told(folder: str, suffix: str) -> list[str]:
    reasons = {
        "loop": "Too many levels of symbolic links",
        "lost": "this is a link that leads nowhere",
        "pipe": "this is not a regular file",
    }
    return [f"{folder}/{name}{suffix} is left out: {reason}" for name, reason in reasons.items()]


@pytest.mark.parametrize(
    ("given", "suffix", "place", "field"),
    [
        ("{images: pictures}", ".png", "g/game.yaml:7:21", "cards.images"),
        ("'pictures/*.yaml'", ".yaml", "g/game.yaml:7:12", "cards"),
    ],
)
def test_a_folder_of_cards(here: Path, given: str, suffix: str, place: str, field: str) -> None:
    lines = ["title: T", "components:", "  c:", "    size: poker", "    safe: 0"]
    lines += ["    press: {backs: none}", f"    cards: {given}"]
    write_game(here / "g", game="\n".join([*lines, "    front: card.xml.j2"]))
    put_odd_ones(here / "g/pictures", suffix)
    Image.new("RGB", (800, 1100)).save(here / "g/pictures/knight.png")
    (here / "g/pictures/knight.yaml").write_text("[{name: Knight, image: x}]".replace(", image: x", ""))
    done = run_here("build", "g")
    assert done.code == 0, done.output
    expected = [f"{place}: warning: {field}: {one}" for one in told("g/pictures", suffix)]
    assert [line for line in done.problems if "left out" in line] == expected


def test_a_folder_of_scenarios(here: Path) -> None:
    put_odd_ones(here / "scenarios", ".yaml")
    (here / "scenarios/a.yaml").write_text("[]")
    problems = Problems()
    read_scenarios("hold-the-line", [Path("scenarios")], problems)
    found = [one.message for one in problems.found if one.severity == "warning"]
    assert found == told("scenarios", ".yaml")
    assert {str(one.place) for one in problems.found if one.severity == "warning"} == {"scenarios"}


@pytest.mark.parametrize(
    ("icon", "reason"),
    [
        ("pipe", "is not a regular file"),
        ("lost", "no file named 'lost.svg'"),
        ("empty", "draws nothing"),
        ("start", "draws nothing"),
    ],
)
def test_an_icon_that_is_none(here: Path, icon: str, reason: str) -> None:
    front = f'<card><icon name="{icon}" width="9" height="9"/></card>'
    begin = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    drawings = {
        "icons/empty.svg": f'{begin}<path d=""/><path/></svg>',
        "icons/start.svg": f'{begin}<path d="M1 1"/></svg>',
    }
    write_game(here / "g", front=front, files=drawings)
    put_odd_ones(here / "g/icons", ".svg")
    done = run_here("build", "g")
    assert done.code == 1
    assert done.stderr.startswith("g/layouts/card.xml.j2:1:7: error: <icon name>:")
    assert reason in done.stderr
