"""The look that saves ink: asked for by --low-ink, and worth asking for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, run_here, write_game
from PIL import ImageStat

from .pdf_games import Built, build_game, build_one
from .pdf_measure import Pdf

FRONT = """\
<card>
  <rect x="-3" y="-3" width="69.5" height="94.9" fill="ground"/>
  {% if not low_ink %}<rect width="10" height="10" fill="seal"/>{% endif %}
  <rect x="20" width="10" height="10" fill="wax"/>
</card>
"""
THEME = {
    "palette": {"ground": "#ff8000", "seal": "#0080ff", "wax": "seal"},
    "low-ink": {"ground": "#ffffff", "seal": "#00ff00"},
}
ORANGE, BLUE, GREEN = (1.0, 0.502, 0.0), (0.0, 0.502, 1.0), (0.0, 1.0, 0.0)


def game(folder: Path, **given: Any) -> Path:
    return write_game(folder, **{"front": FRONT, "theme": THEME, **given})


def test_layouts_see_it_and_colours_change(tmp_path: Path) -> None:
    full, low = build_one(game(tmp_path)), build_one(game(tmp_path), low_ink=True)
    assert full.pages[0].fills(ORANGE)
    assert len(full.pages[0].fills(BLUE)) == 2
    assert not low.pages[0].fills(ORANGE)
    assert not low.pages[0].fills(BLUE)
    assert len(low.pages[0].fills(GREEN)) == 1, "a colour that stands for another goes with it"


def test_both_looks_lie_beside_each_other_and_are_told_apart(tmp_path: Path) -> None:
    full, low = build_one(game(tmp_path)), build_one(game(tmp_path), low_ink=True)
    assert (full.written.path.name, low.written.path.name) == ("cards-a4.pdf", "cards-a4-low-ink.pdf")
    assert full.written.content != low.written.content


def test_a_game_without_the_look_is_the_same_print(tmp_path: Path) -> None:
    plain = game(tmp_path, front=None, theme=None)
    assert build_one(plain).written.content == build_one(plain, low_ink=True).written.content


def test_kept_sheets_are_not_mixed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    folder = game(tmp_path / "g")
    assert run_here("build", folder).code == 0
    done = run_here("build", folder, "--low-ink")
    assert "cards-a4-low-ink.pdf" in done.stdout
    assert "unchanged" not in done.stdout
    assert "unchanged" in run_here("build", folder, "--low-ink").stdout
    assert not Pdf(tmp_path / "output/g/cards-a4-low-ink.pdf").pages[0].fills(ORANGE)


@pytest.mark.parametrize(
    ("low_ink", "told"),
    [
        ({"grund": "#ffffff"}, "low-ink.grund: the palette has no colour `grund`; did you mean `ground`?"),
        ({"ground": "wite"}, "low-ink.ground: no colour 'wite'; did you mean `white`?"),
        ("white", "low-ink: expected a mapping of names"),
    ],
)
def test_what_is_wrong_in_the_section_is_told_in_every_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, low_ink: Any, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = game(tmp_path / "g", theme={**THEME, "low-ink": low_ink})
    done = run_here("build", folder)
    assert done.code == 1
    assert any(problem.endswith(told) for problem in done.problems), done.stderr
    assert "g/layouts/theme.yaml:" in done.stderr


BATTLE_GATE_DECKS = (
    "carnival-knives",
    "five-a-side",
    "hedgerow-rising",
    "long-siege",
    "night-shift",
    "retired-pantheon",
)


def coverage(built: Built, page: int) -> float:
    """How much of a page is inked on average: 0 is white, 1 is black."""
    image = built.pdf.raster(page, 50).convert("L")
    return 1 - ImageStat.Stat(image).mean[0] / 255


@pytest.mark.slow
def test_battle_gate_saves_most_of_its_ink(tmp_path: Path) -> None:
    folder = PROJECT / "cards" / "battle-gate"
    wishes = {"only": BATTLE_GATE_DECKS}
    full = build_game(folder, out=tmp_path / "full", **wishes)
    low = build_game(folder, out=tmp_path / "low", low_ink=True, **wishes)
    assert len(full) == len(BATTLE_GATE_DECKS)
    for one, other in zip(full, low, strict=True):
        for page in (0, 1):
            before, after = coverage(one, page), coverage(other, page)
            assert after < 0.4 * before, other.written.path
            assert after > 0.005, f"something is still printed: {other.written.path}"
