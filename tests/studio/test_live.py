"""A file is saved, and the page shows it without being loaded again."""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import PROJECT, write_game
from playwright.sync_api import Page, expect

from studio.browser import Served, Troubles, serving

pytestmark = pytest.mark.browser

DECKS = ("hedgerow-rising.yaml", "long-siege.yaml")
"""30 and 24 cards."""
ROUNDS = 9
SOURCE = "image => image.complete && image.naturalWidth ? image.currentSrc : ''"
COLOUR = """image => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  canvas.getContext("2d").drawImage(image, 0, 0, 1, 1);
  return [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""
"""The picture's colour, all of it on one pixel."""
GROUND = '<card><rect width="100%" height="100%" fill="{{ colour }}"/></card>\n'


@pytest.fixture
def colours(tmp_path: Path, troubles: Troubles) -> Iterator[Served]:
    """A studio over cards that are one colour each."""
    game = write_game(
        tmp_path / "colours",
        cards=[
            {"name": "Knight", "id": "knight", "colour": "#ff0000"},
            {"name": "Squire", "id": "squire", "colour": "#00ff00"},
        ],
        front=GROUND,
        theme={"palette": {"ground": "#00ffff"}},
        component={"bleed": 0},
    )
    with serving(tmp_path, [game], "--port", "0") as served:
        troubles.own.add(served.address)
        yield served


def colour(page: Page, card: str) -> tuple[int, ...]:
    """The colour that a card's picture has on the page."""
    return tuple(page.locator(f'#cards img[data-face="cards/cards/{card}"]').evaluate(COLOUR))


def await_colour(page: Page, card: str, wanted: tuple[int, ...]) -> None:
    """Waits until a card's picture has a colour."""
    end = time.monotonic() + 15
    while (found := colour(page, card)) != wanted:
        assert time.monotonic() < end, f"{card} stayed {found}"
        page.wait_for_timeout(20)


def show(page: Page, served: Served) -> None:
    """Opens the gallery, and notes whether it is ever loaded again."""
    page.goto(f"{served.address}/colours/gallery")
    await_colour(page, "knight", (255, 0, 0))
    await_colour(page, "squire", (0, 255, 0))
    page.evaluate("window.isTheSame = true")


def change(file: Path, old: str, new: str) -> None:
    """Saves a file with another text in one place."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_saved_card_layout_theme_and_picture_show_without_a_reload(colours: Served, page: Page) -> None:
    show(page, colours)
    change(colours.game / "cards.yaml", "#ff0000", "#0000ff")
    await_colour(page, "knight", (0, 0, 255))
    change(colours.game / "layouts" / "card.xml.j2", "{{ colour }}", "#ffff00")
    await_colour(page, "knight", (255, 255, 0))
    await_colour(page, "squire", (255, 255, 0))
    change(colours.game / "layouts" / "card.xml.j2", "#ffff00", "ground")
    await_colour(page, "squire", (0, 255, 255))
    change(colours.game / "layouts" / "theme.yaml", "#00ffff", "#ff00ff")
    await_colour(page, "squire", (255, 0, 255))
    square = '<path d="M0 0h9v9H0z" fill="#ff0000"/>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{square}</svg>'
    (colours.game / "art").mkdir()
    (colours.game / "art" / "all.svg").write_text(picture, "utf-8")
    layout = '<card><image href="all.svg" width="100%" height="100%" fit="cover"/></card>'
    (colours.game / "layouts" / "card.xml.j2").write_text(layout, "utf-8")
    await_colour(page, "squire", (255, 0, 0))
    change(colours.game / "art" / "all.svg", "#ff0000", "#0000ff")
    await_colour(page, "squire", (0, 0, 255))
    assert page.evaluate("window.isTheSame"), "the page was loaded again"


def test_an_error_shows_over_the_last_good_picture(colours: Served, page: Page) -> None:
    show(page, colours)
    change(colours.game / "layouts" / "card.xml.j2", "{{ colour }}", "{{ colour | lightn }}")
    expect(page.locator("#problems")).to_contain_text("card.xml.j2:1")
    expect(page.locator("#problems")).to_contain_text("lightn")
    assert colour(page, "knight") == (255, 0, 0)
    change(colours.game / "layouts" / "card.xml.j2", "{{ colour | lightn }}", "#0000ff")
    await_colour(page, "knight", (0, 0, 255))
    expect(page.locator("#problems")).to_be_empty()


def test_a_folder_that_goes_and_comes_back(colours: Served, page: Page) -> None:
    show(page, colours)
    aside = colours.game.with_name("aside")
    colours.game.rename(aside)
    expect(page.locator("#problems")).to_contain_text("the folder is not there any more", timeout=30_000)
    assert colour(page, "squire") == (0, 255, 0)
    change(aside / "cards.yaml", "#00ff00", "#0000ff")
    aside.rename(colours.game)
    await_colour(page, "squire", (0, 0, 255))
    expect(page.locator("#problems")).to_be_empty()


def test_cards_come_and_go_in_the_list(colours: Served, page: Page) -> None:
    show(page, colours)
    file = colours.game / "cards.yaml"
    line = "- {id: page, name: Page, copies: 3, colour: '#0000ff'}\n"
    file.write_text(file.read_text("utf-8") + line, "utf-8")
    added = page.locator('#cards li[data-key="cards/cards/page"]')
    expect(added).to_contain_text("Page")
    expect(added).to_contain_text("× 3")
    change(file, line, "")
    expect(added).to_have_count(0)
    assert page.evaluate("window.isTheSame"), "the page was loaded again"


@pytest.mark.slow
def test_how_long_a_save_takes(tmp_path: Path, page: Page, troubles: Troubles) -> None:
    """From before the write of one card of a 54-card game until the page has its new picture: reported."""
    game = _battle_gate(tmp_path / "workspace")
    file = game / "decks" / DECKS[0]
    text = file.read_text("utf-8")
    at = text.index("text:", text.index("cards:"))
    times = []
    with serving(tmp_path / "workspace", [game], "--port", "0") as served:
        troubles.own.add(served.address)
        page.goto(f"{served.address}/battle-gate/gallery")
        image = page.locator("#cards img").first
        expect(page.locator("#count")).to_have_text("60 pieces")
        for number in range(ROUNDS):
            # What came of the save before is over: the studio is idle, as it is when somebody writes.
            page.wait_for_timeout(2000)
            before = image.evaluate(SOURCE)
            begun = time.perf_counter()
            file.write_text(f"{text[:at]}text: Number {number}. {text[at + 5 :].lstrip()}", "utf-8")
            while image.evaluate(SOURCE) in ("", before):
                assert time.perf_counter() - begun < 60, "no new picture came"
            times.append(time.perf_counter() - begun)
        page.goto("about:blank")
    shown = ", ".join(f"{1000 * one:.0f}" for one in times)
    print(f"\nfrom save to new picture: median {1000 * statistics.median(times):.0f} ms of {shown}")


def _battle_gate(workspace: Path) -> Path:
    """Battle Gate with 54 characters in two decks, and its 6 blank cards."""
    game = workspace / "cards" / "battle-gate"
    shutil.copytree(PROJECT / "cards" / "battle-gate", game)
    for folder in ("battle-gate", "shared"):
        shutil.copytree(PROJECT / "layouts" / folder, workspace / "layouts" / folder)
    for deck in (game / "decks").iterdir():
        if deck.name not in DECKS:
            deck.unlink()
    return game
