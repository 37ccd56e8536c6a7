"""Emoji on the finished page: seen in colours, copied as text, credited to their font."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here, write_game
from own_fonts import DRAGON, layered, own_font

from generator.press import job

from .pdf_games import build_one

THEME = {"fonts": {"body": {"font": "source-sans", "fallback": "Emoji.ttf"}}}
FRONT = """<card>
<rect width="63.5" height="88.9" fill="white"/>
<text x="5" y="5" width="50" size="20">{{ name }}</text>
</card>"""


def write(folder: Path) -> Path:
    files = {"fonts/Emoji.ttf": own_font(DRAGON, "Emoji", layered(DRAGON))}
    return write_game(
        folder, theme=THEME, front=FRONT, cards=[{"name": f"{DRAGON} Go {DRAGON}\u200d."}], files=files
    )


def test_an_emoji_is_seen_in_colours_and_copied_as_text(tmp_path: Path) -> None:
    built = build_one(write(tmp_path / "g"), form="pod", bleed=0.0)
    assert built.pdf.texts()[0].count(DRAGON) == 2
    image = built.pdf.raster(0, 100)
    assert image.convert("RGB").getpixel((25, 31)) == (255, 0, 0)


def test_it_is_credited_to_its_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "g")
    monkeypatch.chdir(tmp_path)
    credits = json.loads(run_here("credits", "g", "--json").stdout)["credits"]["g"]["assets"]
    assert {(asset["kind"], asset["name"]) for asset in credits} >= {("font", "fonts/Emoji.ttf")}
    assert "icon" not in {asset["kind"] for asset in credits}


@pytest.mark.parametrize("name", ["fontpkg_lora-3.dist-info", "pylopdf_fonts_jp-0.1.dist-info"])
def test_a_package_with_fonts_counts_for_what_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job.program_digest.cache_clear()
    before = job.program_digest()
    (tmp_path / name).mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    job.program_digest.cache_clear()
    assert job.program_digest() != before
    job.program_digest.cache_clear()
