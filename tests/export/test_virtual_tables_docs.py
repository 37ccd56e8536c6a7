"""What docs/virtual-tables.md says is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here, write_game

from generator.export.target import find_target
from generator.export.targets.csv import MAX_PIXELS, _Row
from generator.export.targets.tts import FOLDER_VARIABLE, MAX_LOOSE
from generator.export.virtual import MAX_SLOTS, choose_grid

from .tts_save import SCHEMAS

PAGE = (PROJECT / "docs" / "virtual-tables.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ gatepress (.*)$", PAGE, re.MULTILINE)


def test_each_command_does_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small game of that name; the game itself is exported by the tests of each target."""
    listed = {"size": "poker", "cards": "troops.yaml", "front": "card.xml.j2", "safe": 0}
    write_game(
        Path("hold-the-line"),
        game={"title": "Hold the Line", "components": {"troops": listed | {"press": {"backs": "none"}}}},
        files={"troops.yaml": "[{name: Infantry, copies: 2}, {name: Tank}]"},
    )
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    usual = tmp_path / "home/.local/share/Tabletop Simulator"
    for folder in (usual, tmp_path / "Tabletop Simulator"):
        folder.mkdir(parents=True)
    assert len(COMMANDS) == 7
    for command in COMMANDS:
        done = run_here(*shlex.split(command))
        assert done.code == 0, f"{command}: {done.output}"
    for folder in (usual, tmp_path / "Tabletop Simulator"):
        assert (folder / "Saves/Saved Objects/Gatepress/Hold the Line.json").is_file()
        assert (folder / "Gatepress/hold-the-line/troops--cards-1.jpg").is_file()
    output = tmp_path / "output/hold-the-line"
    assert (output / "ttp/hold-the-line/manifest.json").is_file()
    assert (output / "csv/manifest.csv").is_file()
    assert len(list((output / "tts").glob("troops--cards-1.*.jpg"))) == 1


def test_the_resolution_of_sheets() -> None:
    cards, first, others, second = re.findall(
        r"(\d+) poker cards come out at (\d+) dpi, (\d+) at (\d+)", PAGE
    )[0]
    for count, dpi in ((cards, first), (others, second)):
        grid = choose_grid(int(count), 63.5, 88.9, 300, 4096)
        assert round(grid.cell_height / 88.9 * 25.4) == int(dpi)


def test_options_and_bounds() -> None:
    settings = find_target("tts").settings
    rows = dict(re.findall(r"^\| `--([\w-]+)` \| `?([\w ]+)`? \|", PAGE, re.MULTILINE))
    assert {name: settings[name.replace("-", "_")].default_help for name in rows} == rows
    assert set(rows) == {name.replace("_", "-") for name in find_target("ttp").settings}
    assert f"Up to {MAX_SLOTS} cards share a picture" in PAGE
    assert f"more than {MAX_LOOSE} copies are in a bag" in PAGE
    assert f"longer than {MAX_PIXELS:,} pixels" in PAGE


def test_the_columns_of_the_table() -> None:
    table = PAGE.partition("| column |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(named) == sorted(_Row._fields)


def test_the_schemas_are_there() -> None:
    named = re.findall(r"\b(\w+\.schema\.json)", PAGE)
    assert sorted(named) == sorted(path.name for path in SCHEMAS.iterdir())
