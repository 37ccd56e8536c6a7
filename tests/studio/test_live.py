"""A file is saved, and the page shows it without being loaded again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import write_game
from playwright.sync_api import Page, expect

from studio.browser import PATIENCE, Served, serving

pytestmark = pytest.mark.browser

COLOUR = """image => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  canvas.getContext("2d").drawImage(image, 0, 0, 1, 1);
  return [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""
"""The picture's colour, all of it on one pixel."""
GROUND = '<card><rect width="100%" height="100%" fill="{{ colour }}"/></card>\n'


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio over games of cards that are one colour each: one game for each test that changes one."""
    workspace = tmp_path_factory.mktemp("workspace")
    games = [_colours(workspace / name) for name in ("looks", "errors", "folders", "lists")]
    with serving(workspace, games, "--port", "0") as served:
        yield served


def _colours(folder: Path) -> Path:
    return write_game(
        folder,
        cards=[
            {"name": "Knight", "id": "knight", "colour": "#ff0000"},
            {"name": "Squire", "id": "squire", "colour": "#00ff00"},
        ],
        front=GROUND,
        theme={"palette": {"ground": "#00ffff"}},
        component={"bleed": 0},
    )


def colour(page: Page, card: str) -> tuple[int, ...]:
    """The colour that a card's picture has on the page."""
    return tuple(page.locator(f'#cards img[data-face="cards/cards/{card}"]').evaluate(COLOUR))


def await_colour(page: Page, card: str, wanted: tuple[int, ...]) -> None:
    """Waits until a card's picture has a colour."""
    end = time.monotonic() + PATIENCE
    while (found := colour(page, card)) != wanted:
        assert time.monotonic() < end, f"{card} stayed {found}"
        page.wait_for_timeout(20)


def show(page: Page, served: Served, name: str) -> Path:
    """Opens the gallery of a game, and notes whether it is ever loaded again; returns the game's folder."""
    page.goto(f"{served.address}/{name}/gallery")
    await_colour(page, "knight", (255, 0, 0))
    await_colour(page, "squire", (0, 255, 0))
    page.evaluate("window.isTheSame = true")
    (game,) = (game for game in served.games if game.name == name)
    return game


def change(file: Path, old: str, new: str) -> None:
    """Saves a file with another text in one place."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_saved_card_layout_theme_and_picture_show_without_a_reload(studio: Served, page: Page) -> None:
    game = show(page, studio, "looks")
    change(game / "cards.yaml", "#ff0000", "#0000ff")
    await_colour(page, "knight", (0, 0, 255))
    change(game / "layouts" / "card.xml.j2", "{{ colour }}", "#ffff00")
    await_colour(page, "knight", (255, 255, 0))
    await_colour(page, "squire", (255, 255, 0))
    change(game / "layouts" / "card.xml.j2", "#ffff00", "ground")
    await_colour(page, "squire", (0, 255, 255))
    change(game / "layouts" / "theme.yaml", "#00ffff", "#ff00ff")
    await_colour(page, "squire", (255, 0, 255))
    square = '<path d="M0 0h9v9H0z" fill="#ff0000"/>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{square}</svg>'
    (game / "art").mkdir()
    (game / "art" / "all.svg").write_text(picture, "utf-8")
    layout = '<card><image href="all.svg" width="100%" height="100%" fit="cover"/></card>'
    (game / "layouts" / "card.xml.j2").write_text(layout, "utf-8")
    await_colour(page, "squire", (255, 0, 0))
    change(game / "art" / "all.svg", "#ff0000", "#0000ff")
    await_colour(page, "squire", (0, 0, 255))
    assert page.evaluate("window.isTheSame"), "the page was loaded again"


@pytest.mark.slow
def test_an_error_shows_over_the_last_good_picture(studio: Served, page: Page) -> None:
    game = show(page, studio, "errors")
    change(game / "layouts" / "card.xml.j2", "{{ colour }}", "{{ colour | lightn }}")
    expect(page.locator("#problems")).to_contain_text("card.xml.j2:1")
    expect(page.locator("#problems")).to_contain_text("lightn")
    assert colour(page, "knight") == (255, 0, 0)
    change(game / "layouts" / "card.xml.j2", "{{ colour | lightn }}", "#0000ff")
    await_colour(page, "knight", (0, 0, 255))
    expect(page.locator("#problems")).to_be_empty()


@pytest.mark.slow
def test_a_folder_that_goes_and_comes_back(studio: Served, page: Page) -> None:
    game = show(page, studio, "folders")
    aside = game.with_name("aside")
    game.rename(aside)
    expect(page.locator("#problems")).to_contain_text("the folder is no longer there", timeout=30_000)
    assert colour(page, "squire") == (0, 255, 0)
    change(aside / "cards.yaml", "#00ff00", "#0000ff")
    aside.rename(game)
    await_colour(page, "squire", (0, 0, 255))
    expect(page.locator("#problems")).to_be_empty()


@pytest.mark.slow
def test_cards_come_and_go_in_the_list(studio: Served, page: Page) -> None:
    game = show(page, studio, "lists")
    file = game / "cards.yaml"
    line = "- {id: page, name: Page, copies: 3, colour: '#0000ff'}\n"
    file.write_text(file.read_text("utf-8") + line, "utf-8")
    added = page.locator('#cards li[data-key="cards/cards/page"]')
    expect(added).to_contain_text("Page")
    expect(added).to_contain_text("× 3")
    change(file, line, "")
    expect(added).to_have_count(0)
    assert page.evaluate("window.isTheSame"), "the page was loaded again"
