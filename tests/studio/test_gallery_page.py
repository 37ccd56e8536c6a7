"""The gallery in a browser: choosing cards, and a card large, by keyboard and at phone width."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from games import write_game
from playwright.sync_api import Page, expect

from studio.browser import Pages, Served, serving

pytestmark = pytest.mark.browser

COUNT = 540
"""Cards of a large game."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio over a game of 540 cards in three classes, which nobody changes."""
    workspace = tmp_path_factory.mktemp("workspace")
    classes = ("knight", "mage", "thief")
    cards = [
        {
            "name": f"Hero {number}",
            "id": f"hero-{number}",
            "class": classes[number % 3],
            "text": f"Has {number} lives.",
        }
        for number in range(1, COUNT + 1)
    ]
    game = write_game(
        workspace / "many",
        cards=cards,
        front='<card><text x="6" y="30" width="50" height="12">{{ name }}</text></card>',
        back='<card><circle cx="30" cy="40" r="20" fill="#336699"/></card>',
        component={"press": {}},
    )
    with serving(workspace, [game], "--port", "0") as served:
        yield served


def test_cards_are_found_and_looked_at_by_keyboard(studio: Served, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/face/" in request.url else None)
    page.goto(f"{studio.address}/many/gallery")
    expect(page.locator("#count")).to_have_text(f"{COUNT} designs")
    expect(page.locator("#cards img").first).to_have_js_property("complete", True)
    assert 0 < len(set(asked)) < COUNT / 4, "pictures are fetched that nobody sees"

    page.get_by_label("Class").select_option("mage")
    expect(page.locator("#count")).to_have_text(f"{COUNT // 3} of {COUNT} designs")
    page.get_by_role("searchbox", name="Find").fill("538 lives")
    expect(page.locator("#count")).to_have_text(f"1 of {COUNT} designs")
    page.get_by_role("searchbox", name="Find").fill("53")
    page.reload()
    expect(page.get_by_label("Class")).to_have_value("mage")
    shown = page.locator("#cards li:not([hidden])")
    expect(shown.first).to_contain_text("Hero 253")

    shown.first.locator(".open").focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#large")
    expect(dialog.get_by_role("heading", name="Hero 253", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("heading", name="Hero 532", exact=True)).to_be_visible()
    page.keyboard.press("f")
    expect(dialog.locator("#large-where")).to_contain_text("back")
    expect(dialog.locator("#large-picture")).to_have_attribute("src", re.compile(r"/back\.png\?w=\d+"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # The focus goes back a moment after the dialog is gone.
    expect(page.locator("#cards li:has(:focus)")).to_have_attribute("data-key", "cards/cards/hero-532")


@pytest.mark.slow
def test_nothing_is_wider_than_a_phone(studio: Served, pages: Pages) -> None:
    page = pages(viewport={"width": 360, "height": 740})
    page.goto(f"{studio.address}/many/gallery?trim=1&safe=1")
    expect(page.locator("#count")).to_have_text(f"{COUNT} designs")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#cards .guide").first).to_be_attached()
    page.locator("#cards .open").first.click()
    expect(page.locator("#large")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
