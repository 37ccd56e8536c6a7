"""The tasks of a newcomer, done in a copy of the project: they touch the files that CONTRIBUTING.md says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from games import PROJECT, write_game

ELEMENT = '''"""A cross with arms of one width."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import COORDINATE, SIZE, attribute
from generator.layout.canvas import Canvas
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline, polyline


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plus(Shape):
    TAG = "plus"

    x: float = attribute(COORDINATE, "0", "Left edge.")
    y: float = attribute(COORDINATE, "0", "Top edge.")
    size: float = attribute(SIZE, None, "From the end of one arm to the end of the other.")

    def outline(self) -> Outline:
        a, b, c = 0.0, self.size / 3, self.size
        steps = [(b, a), (2 * b, a), (2 * b, b), (c, b), (c, 2 * b), (2 * b, 2 * b)]
        steps += [(2 * b, c), (b, c), (b, 2 * b), (a, 2 * b), (a, b), (b, b)]
        return polyline([(self.x + x, self.y + y) for x, y in steps], closed=True)
'''
PART = '''"""An empty square for a stamp."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import SIZE, attribute
from generator.layout.elements.rect import Rect
from generator.layout.flow.part import Laid, Part


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stamp(Part):
    TAG = "stamp"

    side: float = attribute(SIZE, "9", "How high and wide it is.")

    def lay(self, width: float, scale: float) -> Laid:
        side = self.side * scale
        return Laid(side, lambda x, y: [self.drawn(Rect, x=x, y=y, width=side, height=side, fill=None)])
'''
BOT = '''"""A bot that always takes the last of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.rules import Game, View
from generator.sim.bot import Bot


class LastBot(Bot):
    def choose(self, view: View, legal: Sequence[int]) -> int:
        return legal[-1]


def open_bot(game: Game, chance: Random) -> Bot:
    return LastBot()
'''
OPEN_GAME = """

def open_game(database: object, problems: object) -> Game:
    return Leduc()
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what is installed, with what Python has compiled of it: it is as old as its source."""
    for folder in ("generator", "cards", "layouts"):
        shutil.copytree(PROJECT / folder, tmp_path / folder)
    return tmp_path


def gatepress(house: Path, *words: str) -> str:
    """Runs the copy's command, which must succeed; what it printed."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "generator", *words],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_an_element_is_one_file(house: Path) -> None:
    (house / "generator" / "layout" / "elements" / "plus.py").write_text(ELEMENT)
    write_game(house / "tiny", front='<card><plus x="9" y="9" size="30" fill="black"/></card>')
    gatepress(house, "build", "tiny")
    assert b"/Page" in (house / "output" / "tiny" / "cards-a4.pdf").read_bytes()


@pytest.mark.slow
def test_a_part_of_a_stack_is_one_file(house: Path) -> None:
    (house / "generator" / "layout" / "flow" / "parts" / "stamp.py").write_text(PART)
    row = '<row><cell>or here</cell><cell><stamp side="5"/></cell></row>'
    write_game(house / "tiny", front=f'<card><stack width="40"><stamp/>{row}</stack></card>')
    gatepress(house, "build", "tiny")
    assert b"/Page" in (house / "output" / "tiny" / "cards-a4.pdf").read_bytes()


@pytest.mark.slow
def test_a_paper_is_one_line(house: Path) -> None:
    sizes = house / "generator" / "catalog" / "sizes.py"
    line = '        ("a4", 210.0, 297.0),\n'
    text = sizes.read_text("utf-8")
    assert text.count(line) == 1
    sizes.write_text(text.replace(line, f'{line}        ("napkin", 200.0, 200.0),\n'), "utf-8")
    write_game(house / "tiny")
    assert "cards-napkin.pdf" in gatepress(house, "build", "tiny", "--paper", "napkin")


@pytest.mark.slow
def test_the_draw_limit_of_battle_gate_is_in_its_game_file_alone(house: Path) -> None:
    file = house / "cards" / "battle-gate" / "game.yaml"
    text = file.read_text("utf-8")
    assert text.count("per_soldier: 1") == 1
    file.write_text(text.replace("per_soldier: 1", "per_soldier: 2"), "utf-8")
    # That the rulebook too follows the number is shown in rules/battle_gate/test_numbers.py.
    gatepress(house, "check", "battle-gate", "--only", "deck-sheet", "--only", "reference")
    position = {
        "game": "battle-gate",
        "turn": 3,
        "active": 0,
        "first": 0,
        "phase": "draw",
        "seats": [{"deck": ["M1"] * 9, "hand": ["M1"], "field": ["S1", "S2"]}, {"deck": ["M1"] * 9}],
    }
    (house / "position.json").write_text(json.dumps(position))
    (house / "moves.txt").write_text("draw 5\n")
    end = gatepress(house, "play", "--from", "position.json", "--moves", "moves.txt", "--json")
    assert len(json.loads(end)["position"]["seats"][0]["hand"]) == 6


@pytest.mark.slow
def test_a_sixth_game_is_a_folder_in_each_of_three_places(house: Path) -> None:
    room = house / "generator" / "games" / "leduc"
    room.mkdir()
    rules = (PROJECT / "tests" / "rules" / "leduc.py").read_text("utf-8")
    (room / "__init__.py").write_text(rules + OPEN_GAME, "utf-8")
    write_game(house / "cards" / "leduc", cards=[{"name": "Jack"}, {"name": "Queen"}, {"name": "King"}])
    (house / "layouts" / "leduc").mkdir()
    (house / "cards" / "leduc" / "layouts" / "card.xml.j2").rename(
        house / "layouts" / "leduc" / "card.xml.j2"
    )
    assert "leduc/cards-a4.pdf" in gatepress(house, "build", "leduc")
    assert "nothing found" in gatepress(house, "rules", "check", "leduc", "--games", "20")
    assert "The game is over" in gatepress(house, "play", "leduc", "--watch")


@pytest.mark.slow
def test_a_game_of_ones_own_is_one_folder(house: Path) -> None:
    before = files_below(house)
    gatepress(house, "new", "mine", "--rules")
    begun = files_below(house)
    assert {path.parts[0] for path in begun - before} == {"mine"}
    assert "nothing found" in gatepress(house, "rules", "check", "mine", "--games", "5")
    assert "The game is over" in gatepress(house, "play", "mine", "--watch")
    assert "4 of 32 cards" in gatepress(house, "hands", "mine")
    assert files_below(house) == begun


def files_below(folder: Path) -> set[Path]:
    """All files in a folder, but for what Python keeps of the project's own modules."""
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {path for path in found if "__pycache__" not in path.parts or path.parts[0] == "mine"}


def test_a_bot_is_one_file(house: Path) -> None:
    (house / "generator" / "sim" / "bots" / "last.py").write_text(BOT)
    end = gatepress(house, "play", "hold-the-line", "--watch", "--opponent", "last", "--json")
    assert json.loads(end)["result"]["reason"]
