"""``gatepress fonts``: what is at hand, what it covers, where other fonts come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here, write_game
from own_fonts import DRAGON, font_package, forget_packages, layered, own_font

from generator.layout.scripts import SCRIPTS


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an installed package that has Hebrew, beside a game; commands run in the folder above."""
    hebrew = next(script.sample for script in SCRIPTS if script.name == "Hebrew")
    folder = tmp_path / "site"
    font_package(folder, "gates", {400: own_font(hebrew), 700: own_font(hebrew)})
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(tmp_path)
    forget_packages()
    return folder


def write_poly(folder: Path) -> None:
    emoji = own_font("😀🐉🎲🔥", "Emoji", layered(DRAGON))
    theme = {"fonts": {"body": {"font": "gates", "fallback": "Emoji.ttf"}, "title": "gates"}}
    write_game(folder, theme=theme, files={"fonts/Emoji.ttf": emoji})


def test_without_a_game_it_lists_what_is_installed() -> None:
    done = run_here("fonts")
    assert (done.code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "  gates: regular to bold; Hebrew; fontpkg-gates; OFL-1.1" in lines
    assert "  Thai: fontpkg-noto-sans-thai, fontpkg-sarabun, fontpkg-prompt" in lines
    assert any(line.startswith("  Hebrew (available): fontpkg-heebo") for line in lines)


def test_of_a_game_it_lists_what_the_theme_names(tmp_path: Path) -> None:
    write_poly(tmp_path / "g")
    lines = run_here("fonts", "g").stdout.splitlines()
    assert lines[:3] == [
        "In the theme of g:",
        "  gates: body and title; Hebrew; fontpkg-gates; OFL-1.1",
        "  Emoji.ttf: body, fallback; Emoji; in colours; g/fonts/Emoji.ttf",
    ]


def test_as_json(tmp_path: Path) -> None:
    write_poly(tmp_path / "g")
    told = json.loads(run_here("fonts", "g", "--json").stdout)
    assert [font["name"] for font in told["games"]["g"]] == ["gates", "Emoji.ttf"]
    (gates,) = (font for font in told["fonts"] if font["name"] == "gates")
    assert (gates["source"], gates["scripts"]) == ("fontpkg-gates", ["Hebrew"])
    assert told["packages"]["Hebrew"]["covered"]
    assert told["packages"]["Thai"] == {
        "covered": False,
        "names": ["fontpkg-noto-sans-thai", "fontpkg-sarabun", "fontpkg-prompt"],
        "licence": "OFL-1.1",
    }
    assert told["errors"] == 0


def test_a_game_that_is_not_there_is_an_error() -> None:
    done = run_here("fonts", "nowhere")
    assert (done.code, done.stdout) == (1, "")


def test_a_damaged_package_is_a_warning(site: Path) -> None:
    (site / "fontpkg_gates" / "metadata.json").write_text("{}")
    done = run_here("fonts")
    assert done.code == 0
    assert "warning: the package fontpkg-gates is damaged; install it again" in done.stdout + done.stderr
