"""From an empty folder to a printed deck, in a browser alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from studio.browser import Served, serving
from studio.test_cards_page import paste


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Served]:
    """A studio that was started in an empty folder."""
    with serving(tmp_path, [], "--port", "0") as served:
        yield served


@pytest.mark.browser
@pytest.mark.slow
def test_nine_cards_are_printed_without_touching_a_file(studio: Served, page: Page) -> None:
    names = ["Hero one", *(f"Hero {number}" for number in range(2, 10))]
    page.goto(f"{studio.address}/new")
    page.get_by_label("What it is called").fill("Wolf Winter")
    page.get_by_role("button", name="Cards", exact=False).first.click()
    expect(page.locator("#cards img").first).to_be_visible()
    page.get_by_role("link", name="Cards", exact=True).click()
    first = page.locator('#grid td[data-name="name"]').first
    first.click()
    paste(page, "\n".join(["name\tcopies", "Hero 1\t1", *(f"{name}\t1" for name in names[1:])]))
    expect(page.locator("#count")).to_have_text("9 cards")
    expect(first).to_have_text("Hero 1")
    first.click()
    page.locator("#field-name").fill("Hero one")
    expect(first).to_have_text("Hero one")
    expect(page.locator("#card-name")).to_have_text("Hero one")
    page.get_by_role("link", name="Sheets", exact=True).click()
    page.locator("#sheets-backs").select_option("none")
    expect(page.locator("#totals")).to_have_text("2 files, 2 pages, 9 cards")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_contain_text("Saved: output/wolf-winter/")
    (printed,) = (studio.workspace / "output" / "wolf-winter").glob("cards-*.pdf")
    with pikepdf.open(printed) as pdf:
        assert not pdf.check_pdf_syntax()
        assert len(pdf.pages) == 1
    text = pypdfium2.PdfDocument(printed)[0].get_textpage().get_text_range()
    assert sorted(re.findall(r"Hero \w+", text)) == sorted(names)
