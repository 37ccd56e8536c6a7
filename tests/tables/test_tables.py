"""The pictures of tables: all there, as large as their layouts say, and drawn without a problem."""

from __future__ import annotations

import re

import pytest
import yaml
from PIL import Image

from generator.catalog.bundle import bundled_games
from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.layout.faces import FaceRenderer
from tests.tables.picture import DOCS, MOST_BYTES, POSTER, ROOT, ROW, SCENE, TABLES, names, place, width

PAGE = (DOCS / "bundled-games.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
RENEW = "`python -m tests.tables` renews the pictures"


def height(name: str) -> int:
    """In pixels, from the size that the scene gives in mm."""
    components = yaml.safe_load((SCENE / "game.yaml").read_text("utf-8"))["components"]
    across, down = map(float, re.findall(r"[\d.]+", components[name]["size"]))
    return round(width(name) * down / across)


@pytest.mark.parametrize("name", names())
def test_a_picture_is_that_of_its_layout(name: str) -> None:
    with Image.open(place(name)) as picture:
        assert picture.width == width(name), RENEW
        assert abs(picture.height - height(name)) <= 1, RENEW
    assert place(name).stat().st_size < MOST_BYTES


def _faces(game: str) -> set[str]:
    """What the fronts of a game's cards are called: ``SET/CARD``, with a number where copies differ."""
    loaded = load_game(ROOT / "cards" / game, Problems())
    assert loaded is not None
    renderer = FaceRenderer.of(loaded, Problems())
    found = set()
    for part in loaded.components:
        for cards in part.sets:
            is_numbered = renderer.numbers_copies(part, cards, ("front",))
            for card in cards.cards:
                names = [f"{card.id}-{copy}" for copy in range(1, card.copies + 1)]
                found |= {f"{cards.id}/{name}" for name in (names if is_numbered else [card.id])}
    return found


@pytest.mark.parametrize("game", bundled_games())
def test_the_scene_names_cards_that_there_are(game: str) -> None:
    rows = yaml.safe_load((SCENE / "game.yaml").read_text("utf-8"))["components"][game + ROW]["cards"]
    named = {face.split()[0] for row in rows for face in row["faces"]}
    poster = (SCENE / "layouts" / f"{POSTER.stem}.xml.j2").read_text("utf-8")
    fanned = set(re.findall(rf'"{game}/([\w-]+/[\w-]+)"', poster))
    assert named
    assert fanned
    assert named | fanned <= _faces(game)


def test_there_are_no_others() -> None:
    assert {*TABLES.glob("*.png"), POSTER} == {place(name) for name in names()}, RENEW


def test_each_game_is_shown_on_its_table_with_its_cards() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(pictures/tables/([\w-]+)\.png\)", PAGE)
    assert sorted(shown) == sorted(game + end for game in bundled_games() for end in ("", ROW))
    assert "](games.png)" in PAGE


def test_the_readme_shows_all_games() -> None:
    assert "](docs/games.png)" in README
