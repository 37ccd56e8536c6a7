"""Cards in a browser: a form beside the picture, a grid with clipboard and keys, conflicts, undo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import write_game
from playwright.sync_api import Locator, Page, expect

from studio.browser import Pages, Served, serving

pytestmark = pytest.mark.browser

FIELDS = {
    "name": {"type": "text", "required": True},
    "cost": {"type": "whole", "min": 0, "max": 9},
    "suit": {"type": "choice", "of": ["sun", "moon"], "default": "sun"},
    "text": "text",
}
FRONT = """<card>
  <text width="60" height="10">{{ name }}</text>
  <text y="20" width="60" height="10">{{ cost }}</text>
</card>
"""
CARDS = """\
# The court, in order of rank.
- name: Knight    # rides
  cost: 3

- name: Squire
  cost: 1
"""


@pytest.fixture
def studio(tmp_path: Path):  # type: ignore[no-untyped-def]
    game = write_game(tmp_path / "court", cards=CARDS, front=FRONT, component={"fields": FIELDS})
    with serving(tmp_path, [game], "--port", "0") as served:
        yield served


def cell(page: Page, row: int, name: str) -> Locator:
    return page.locator("#grid tbody tr").nth(row).locator(f'td[data-name="{name}"]')


def opened(page: Page, studio: Served) -> Page:
    page.goto(f"{studio.address}/court/cards")
    expect(cell(page, 1, "name")).to_have_text("Squire")
    return page


def cards_file(studio: Served) -> str:
    return (studio.game / "cards.yaml").read_bytes().decode()


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const told = { clipboardData: data, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", told));
        }""",
        text,
    )


def test_what_is_typed_in_the_form_is_drawn_and_written(studio: Served, page: Page) -> None:
    opened(page, studio)
    picture = page.locator("#picture")
    expect(picture).to_have_attribute("src", re.compile(r"knight/front\.png"))
    before = picture.get_attribute("src")
    page.get_by_label("Cost").fill("7")
    expect(picture).not_to_have_attribute("src", before or "")
    expect(cell(page, 0, "cost")).to_have_text("7")
    assert cards_file(studio) == CARDS.replace("cost: 3", "cost: 7")

    page.get_by_label("Suit").select_option("moon")
    expect(cell(page, 0, "suit")).not_to_have_class(re.compile("waiting|inherited"))
    assert cards_file(studio) == CARDS.replace("cost: 3", "cost: 7\n  suit: moon")
    page.get_by_label("Name").fill("Lady")
    expect(picture).to_have_attribute("src", re.compile(r"lady/front\.png"))
    expect(page.locator("#card-name")).to_have_text("Lady")
    assert "- name: Lady    # rides" in cards_file(studio)


def test_two_hundred_rows_are_pasted_and_taken_back(studio: Served, page: Page) -> None:
    opened(page, studio)
    cell(page, 0, "name").click()
    rows = [f"Hero {number}\t{number % 10}" for number in range(200)]
    rows[3] = "Hero 3\t12"
    paste(page, "\n".join(rows))
    expect(page.locator("#count")).to_have_text("200 cards")
    expect(page.locator("#notice")).to_contain_text("Expected at most 9, got 12")
    expect(cell(page, 3, "cost")).to_have_text("12")
    expect(cell(page, 3, "cost")).to_have_class(re.compile("wrong"))
    text = cards_file(studio)
    assert "# The court" in text
    assert "- name: Hero 0    # rides\n  cost: 0\n" in text
    assert "cost: 12" not in text
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#count")).to_have_text("2 cards")
    assert cards_file(studio) == CARDS
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#count")).to_have_text("200 cards")
    assert cards_file(studio) == text


def test_a_wrong_cell_keeps_what_was_typed(studio: Served, page: Page) -> None:
    opened(page, studio)
    cell(page, 0, "cost").click()
    paste(page, "11\n4")
    expect(cell(page, 1, "cost")).to_have_text("4")
    expect(cell(page, 0, "cost")).to_have_class(re.compile("wrong"))
    expect(cell(page, 0, "cost")).to_have_text("11")
    expect(page.locator("#field-cost-wrong")).to_contain_text("Expected at most 9, got 11")
    assert cards_file(studio) == CARDS.replace("cost: 1", "cost: 4")
    page.get_by_role("button", name="Back to “3”").click()
    expect(cell(page, 0, "cost")).to_have_text("3")


def test_neither_side_of_a_conflict_is_lost(studio: Served, page: Page) -> None:
    opened(page, studio)
    cell(page, 0, "cost").dblclick()
    page.keyboard.type("5")
    # Somebody else saves the same cell, and another, while this one is being typed.
    (studio.game / "cards.yaml").write_text(CARDS.replace("cost: 3", "cost: 8").replace("cost: 1", "cost: 2"))
    expect(cell(page, 1, "cost")).to_have_text("2")
    page.keyboard.press("Enter")
    expect(cell(page, 0, "cost")).to_have_class(re.compile("conflict"))
    expect(cell(page, 0, "cost")).to_have_text("5")
    cell(page, 0, "cost").click()
    expect(page.locator("#field-cost-wrong")).to_contain_text("8")
    assert "cost: 8" in cards_file(studio)
    page.get_by_role("button", name="Keep mine").click()
    expect(cell(page, 0, "cost")).not_to_have_class(re.compile("conflict|waiting"))
    assert cards_file(studio) == CARDS.replace("cost: 3", "cost: 5").replace("cost: 1", "cost: 2")


def test_what_was_typed_into_a_card_that_is_gone_is_kept(studio: Served, page: Page) -> None:
    opened(page, studio)
    cell(page, 1, "cost").dblclick()
    page.keyboard.type("5")
    (studio.game / "cards.yaml").write_text(CARDS.partition("\n- name: Squire")[0])
    expect(page.locator("#count")).to_have_text("1 card")
    page.get_by_role("button", name="Add it as a new card").click()
    expect(cell(page, 1, "name")).to_have_text("Squire")
    expect(cell(page, 1, "cost")).to_have_text("5")
    assert cards_file(studio).endswith("- name: Squire\n  cost: 5\n")


def test_all_of_it_by_keyboard(studio: Served, page: Page) -> None:
    opened(page, studio)
    cell(page, 0, "name").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(cell(page, 0, "cost")).to_have_text("6")
    expect(cell(page, 1, "cost")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+d")
    expect(cell(page, 1, "cost")).to_have_text("6")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("m")
    page.keyboard.press("Tab")
    expect(cell(page, 1, "suit")).to_have_text("moon")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#count")).to_have_text("3 cards")
    expect(cell(page, 2, "name")).to_be_focused()
    page.keyboard.type("Page")
    page.keyboard.press("Enter")
    expect(cell(page, 2, "name")).to_have_text("Page")
    page.keyboard.press("Control+Shift+d")
    expect(page.locator("#count")).to_have_text("4 cards")
    page.keyboard.press("Control+Delete")
    expect(page.locator("#count")).to_have_text("3 cards")
    for _ in range(6):
        page.keyboard.press("Control+z")
    expect(page.locator("#count")).to_have_text("2 cards")
    expect(cell(page, 1, "cost")).to_have_text("1")
    assert cards_file(studio) == CARDS.replace("cost: 3", "cost: 6")


def test_sorting_and_finding_leave_the_file_as_it_is(studio: Served, page: Page) -> None:
    opened(page, studio)
    page.get_by_role("button", name="Cost", exact=True).click()
    expect(cell(page, 0, "name")).to_have_text("Squire")
    page.get_by_role("searchbox", name="Find").fill("cost:3")
    expect(page.locator("#count")).to_have_text("1 of 2 cards")
    expect(cell(page, 0, "name")).to_have_text("Knight")
    assert cards_file(studio) == CARDS


def test_a_phone_has_the_form_and_the_grid(studio: Served, pages: Pages) -> None:
    page = opened(pages(viewport={"width": 390, "height": 844}), studio)
    page.get_by_label("Cost").fill("2")
    expect(cell(page, 0, "cost")).to_have_text("2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
