"""What docs/cutters.md says is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.catalog.press_settings import PressOptions
from generator.catalog.sizes import COMPONENT_SIZES, PAPERS
from generator.export.target import find_target
from generator.press.registration import ARM, INSET, SQUARE, THICKNESS, fit_marked_grid

PAGE = (PROJECT / "docs" / "cutters.md").read_text("utf-8")
SHOWN = re.findall(r"^\$ gatepress (.*)$", PAGE, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("shown", SHOWN)
def test_each_command_works(shown: str) -> None:
    done = run_here(*shown.split())
    assert done.code == 0, done.output
    if "export" in shown:
        assert list(Path("output/hold-the-line/cut").glob("troops*.svg"))


def test_the_names_of_files_are_as_told() -> None:
    run_here(*SHOWN[1].split(), "--only", "troops")
    names = {path.name for path in Path("output/hold-the-line/cut").glob("*.dxf")}
    assert names == {f"troops-a4-duplex-long-silhouette{end}.dxf" for end in ("-pages-1-7", "-page-9")}
    assert all(name in PAGE for name in ("-pages-1-7", "-page-9", "troops-a4-duplex-long-silhouette.dxf"))


def test_the_table_of_cards() -> None:
    rows = re.findall(r"^\| ([\w-]+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for name, *counts in rows:
        size = COMPONENT_SIZES[name]
        found = [
            len(
                fit_marked_grid(
                    size.width, size.height, PressOptions(PAPERS[paper], registration="silhouette")
                ).slots
            )
            for paper in ("a4", "letter", "a3")
        ]
        assert [int(count) for count in counts] == found, name


def test_the_measures_of_the_marks() -> None:
    words = " ".join(PAGE.split())
    assert f"a {SQUARE:g} mm square at the top left" in words
    assert f"arms {ARM:g} mm long and {THICKNESS:g} mm thick. They are {INSET:g} mm from" in words


def test_every_option_is_told() -> None:
    settings = find_target("cut").settings
    rows = dict(re.findall(r"^\| `--([\w-]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert rows.keys() == {name.replace("_", "-") for name in settings}
    for name, setting in settings.items():
        told = " \\| ".join(setting.words) or setting.help
        assert rows[name.replace("_", "-")] == f"{told} [{setting.default_help}]"
