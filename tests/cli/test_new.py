"""``gatepress new``: each template is a game that builds at once, without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from games import run_here

from generator.cli.commands.new import starters

STAND_ALONE = [name for name in starters() if name != "from-spreadsheet"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("template", STAND_ALONE)
def test_a_template_builds_at_once_and_has_no_warning(template: str, here: Path) -> None:
    made = run_here("new", "my-game", template)
    assert made.code == 0, made.stderr
    assert made.stdout.endswith("next: gatepress build my-game\n")
    checked = run_here("check", "my-game")
    assert checked.stdout + checked.stderr == "0 errors, 0 warnings\n"
    built = run_here("build", "my-game")
    assert built.code == 0, built.stderr
    assert list((here / "output/my-game").rglob("*.pdf"))


@pytest.mark.parametrize("template", starters())
def test_the_help_names_each_template(template: str) -> None:
    assert template in run_here("new", "-h").stdout


@pytest.mark.parametrize(
    ("folder", "title"),
    [("hill-forts", "Hill Forts"), ('say "aye": 7', 'Say "aye": 7'), ("Größe", "Größe")],
)
def test_the_game_is_called_as_its_folder(folder: str, title: str, here: Path) -> None:
    assert run_here("new", folder).code == 0
    assert yaml.safe_load((here / folder / "game.yaml").read_text("utf-8"))["title"] == title


def test_it_may_be_the_empty_folder_one_stands_in(here: Path) -> None:
    (here / ".git").mkdir()
    made = run_here("new", ".", "tokens")
    assert made.code == 0, made.stderr
    assert made.stdout.endswith("next: gatepress build\n")
    assert run_here("check", ".").code == 0


def test_nothing_is_written_over(here: Path) -> None:
    (here / "mine").mkdir()
    (here / "mine/game.yaml").write_text("title: Mine\n")
    made = run_here("new", "mine")
    assert made.code == 1
    assert "the folder 'mine' is not empty, there is game.yaml in it; choose a new folder" in made.stderr
    assert [path.name for path in (here / "mine").iterdir()] == ["game.yaml"]


def test_a_file_is_no_folder(here: Path) -> None:
    (here / "mine").write_text("")
    made = run_here("new", "mine")
    assert (made.code, "'mine' is a file; choose another name" in made.stderr) == (1, True)


def test_a_misspelt_template_gets_a_suggestion(here: Path) -> None:
    made = run_here("new", "mine", "tokns")
    assert made.code == 2
    assert "did you mean `tokens`?" in made.stderr
    assert not (here / "mine").exists()
