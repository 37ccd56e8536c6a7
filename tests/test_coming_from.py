"""The page for those who come from another tool keeps its word: its examples do what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import run
from PIL import Image

from tests.docs_pictures import DOCS, write_files

PAGE = (DOCS / "coming-from.md").read_text("utf-8")
REQUESTS = (DOCS / "requests.md").read_text("utf-8")


def test_the_examples_come_out_as_shown(tmp_path: Path) -> None:
    write_files(PAGE, tmp_path)
    examples = re.findall(r"```console\n\$ gatepress (.*)\n((?:.*\n)*?)```", PAGE)
    assert len(examples) == 2
    for command, shown in examples:
        done = run(*command.split(), cwd=tmp_path)
        assert (done.stdout, done.stderr, done.code) == (shown, "", 0)


@pytest.mark.slow
def test_the_coin_is_drawn_in_its_own_colours(tmp_path: Path) -> None:
    write_files(PAGE, tmp_path)
    done = run("build", "harbour-goods", "--form", "png", "--dpi", "100", cwd=tmp_path)
    assert done.code == 0, done.stderr
    (file,) = (tmp_path / "output").rglob("salt.png")
    with Image.open(file) as image:
        colours = {pixel for _, pixel in image.convert("RGB").getcolors(100_000) or ()}
    assert any(abs(r - 240) + abs(g - 195) + abs(b - 74) < 12 for r, g, b in colours)


def test_thirty_requests_are_answered() -> None:
    rows = re.findall(r"^\| (?!request|---)(.+) \| .+ \|$", REQUESTS, re.MULTILINE)
    assert len(rows) == len(set(rows)) == 30
