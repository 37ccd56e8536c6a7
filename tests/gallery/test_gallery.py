"""Every deck of the gallery builds without a warning, and stands in the documentation."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from games import run_here

from tests.gallery.picture import DECKS, FOLDER, PAGE

NAMES = sorted(path.parent.name for path in FOLDER.glob("*/game.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_builds_without_a_warning(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert run_here("check", name).output == "0 errors, 0 warnings\n"
    built = run_here("build", name)
    assert (built.code, built.stderr) == (0, "")
    assert list((tmp_path / "output").rglob("*.pdf"))


def test_there_are_ten_and_more() -> None:
    assert len(NAMES) >= 10


def test_the_page_has_each_of_them() -> None:
    shown = re.findall(r"^\| \[`([\w-]+)`\]\(", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(shown) == NAMES
    assert sorted({deck.name for deck in DECKS}) == NAMES
