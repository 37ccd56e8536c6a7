"""What docs/tokens.md says is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.catalog.press_settings import PressOptions
from generator.catalog.shapes import MAX_CORNERS, MIN_CORNERS, SHAPES, Shape
from generator.catalog.sizes import COMPONENT_SIZES, PAPERS
from generator.press.impose import Copies
from generator.press.kinds.tokens import plan_tokens

PAGE = (PROJECT / "docs" / "tokens.md").read_text("utf-8")
KINDS = {"round": "circle", "hexagons": "hex"}


def test_the_example_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"^```console\n\$ gatepress (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    for command, answer in shown:
        done = run_here(*command.split())
        assert (done.code, done.stdout, done.stderr) == (0, answer, "")
    assert run_here("check", "siege", "ridge", "--strict").code == 0
    assert run_here("build", "siege", "--contact").code == 0


def test_the_table_of_full_sheets() -> None:
    rows = re.findall(r"^\| (round|hexagons) `([\w-]+)` \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 6
    for kind, name, *counts in rows:
        shape = Shape(KINDS[kind])  # type: ignore[arg-type]
        found = [
            plan_tokens(
                Copies([9999]), False, shape, COMPONENT_SIZES[name], PressOptions(PAPERS[paper])
            ).per_sheet
            for paper in ("a4", "letter")
        ]
        assert found == [int(count) for count in counts]


def test_every_shape_is_there() -> None:
    assert all(f"\n| `{name}` | " in PAGE for name in SHAPES)
    assert f"{MIN_CORNERS} to {MAX_CORNERS} of them" in PAGE
