"""The deck builder in a browser: from nothing to a legal deck and its PDF, by mouse, keys, in two windows."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from studio.browser import PATIENCE, Pages, Served, Troubles, serving
from studio.decks import BATTLE_GATE, picture
from studio.test_accessible import AXE, FAULTS

pytestmark = [pytest.mark.slow, pytest.mark.browser]
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="module")
def of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio over Battle Gate for all tests: the game itself stays as it is."""
    with serving(tmp_path_factory.mktemp("workspace"), [BATTLE_GATE], "--port", "0") as served:
        yield served


@pytest.fixture
def studio(of_all: Served) -> Served:
    """The same with no deck saved yet; what was saved is read anew whenever a page asks for it."""
    shutil.rmtree(of_all.workspace / "decks", ignore_errors=True)
    return of_all


def opened(page: Page, studio: Served) -> Page:
    page.goto(f"{studio.address}/battle-gate/deck")
    expect(page.locator("#verdict")).not_to_have_text("…")
    return page


def fill(page: Page, name: str, kind: str, power: int, copies: int) -> None:
    """A new card, by mouse."""
    page.get_by_role("button", name="Add a card").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.locator(f'#f-class [value="{kind}"]').check(force=True)
    page.locator(f'#f-power [value="{power}"]').check(force=True)
    page.get_by_label("Copies").fill(str(copies))


def cards_on(pdf: Path, *names: str) -> list[int]:
    """How often each name stands on the sheets."""
    with pypdfium2.PdfDocument(pdf) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    return [text.count(name) for name in names]


def downloaded(page: Page, act: Callable[[], None], to: Path) -> Path:
    with page.expect_download() as waiting:
        act()
    waiting.value.save_as(to)
    return to


def test_from_an_empty_deck_to_a_legal_one_and_its_pdf(page: Page, studio: Served, tmp_path: Path) -> None:
    opened(page, studio)
    expect(page.locator("#verdict")).to_have_text("Empty")
    page.get_by_label("Name of the deck").fill("The Hundred")
    fill(page, "Imp <b>", "minion", 5, 8)
    fill(page, "Elf", "soldier", 5, 6)
    fill(page, "Wasp", "assassin", 5, 5)
    expect(page.locator("#totals")).to_have_text("95 of 100 points · 5 left · 19 cards")
    expect(page.locator("#verdict")).to_have_text("✗ Not legal")
    expect(page.locator("#rules")).to_contain_text("A deck spends exactly 100 points.")
    page.get_by_role("button", name="One more copy of Wasp").click()
    expect(page.locator("#verdict")).to_have_text("✓ Legal")
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", "100")
    expect(page.get_by_role("img", name="Wasp, as it is printed")).to_be_visible()
    expect(page.locator("#cards .card-name").first).to_have_text("Imp <b>")
    pdf = downloaded(page, page.get_by_role("button", name="Download PDF").click, tmp_path / "deck.pdf")
    assert cards_on(pdf, "Imp <b>", "Elf", "Wasp", "NOT A LEGAL DECK") == [8, 6, 6, 0]


def test_by_keys_alone(page: Page, studio: Served, tmp_path: Path) -> None:
    opened(page, studio)
    keys = page.keyboard
    page.locator("#deck-name").focus()
    keys.type("Keys")
    for name, kind, copies in (("Imp", 0, 8), ("Elf", 1, 6), ("Wasp", 2, 6)):
        keys.press("Alt+n")
        expect(page.locator("#f-name")).to_be_focused()
        keys.type(name)
        keys.press("Tab")
        if name == "Imp":
            keys.press("Space")
        elif kind:
            keys.press("ArrowRight")
        keys.press("Tab")
        if name == "Imp":
            keys.press("Space")
            for _ in range(4):
                keys.press("ArrowRight")
        keys.press("Tab")
        keys.press("ControlOrMeta+a")
        keys.type(str(copies))
    expect(page.locator("#verdict")).to_have_text("✓ Legal")
    page.locator("#cards [tabindex='0']").focus()
    chosen = page.locator("#cards li.chosen .card-name")
    expect(chosen).to_have_text("Wasp")
    keys.press("Alt+ArrowUp")
    expect(page.locator("#cards .card-name")).to_have_text(["Imp", "Wasp", "Elf"])
    keys.press("+")
    expect(page.locator("#totals")).to_contain_text("105 of 100 points · 5 too many")
    keys.press("-")
    keys.press("Delete")
    expect(page.locator("#cards .card-name")).to_have_text(["Imp", "Elf"])
    keys.press("ControlOrMeta+z")
    expect(page.locator("#cards .card-name")).to_have_text(["Imp", "Wasp", "Elf"])
    expect(page.locator("#verdict")).to_have_text("✓ Legal")
    page.get_by_role("button", name="Download PDF").focus()
    pdf = downloaded(page, lambda: keys.press("Enter"), tmp_path / "keys.pdf")
    assert cards_on(pdf, "Imp", "Elf", "Wasp") == [8, 6, 6]
    keys.press("ControlOrMeta+s")
    expect(page.locator("#notice")).to_have_text("Saved as decks/keys.yaml.")
    assert (studio.workspace / "decks" / "keys.yaml").read_text("utf-8").startswith("name: Keys\ncards:\n")


def test_a_reload_loses_nothing_and_says_so(page: Page, studio: Served) -> None:
    opened(page, studio)
    page.get_by_label("Name of the deck").fill("Kept")
    fill(page, "Imp", "minion", 4, 3)
    page.reload()
    expect(page.locator("#notice")).to_have_text("Your unsaved changes are still here from before.")
    expect(page.get_by_label("Name of the deck")).to_have_value("Kept")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Imp")
    expect(page.locator("#totals")).to_have_text("12 of 100 points · 88 left · 3 cards")


def test_two_windows_on_one_deck_lose_nothing(page: Page, studio: Served, troubles: Troubles) -> None:
    troubles.expect("status of 409")
    opened(page, studio)
    page.get_by_label("Name of the deck").fill("Shared")
    fill(page, "Imp", "minion", 4, 3)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#notice")).to_have_text("Saved as decks/shared.yaml.")
    other = opened(page.context.new_page(), studio)
    other.locator("#saved-field").get_by_role("button", name="Open").click()
    expect(other.get_by_label("Name", exact=True)).to_have_value("Imp")
    other.get_by_label("Name", exact=True).fill("Theirs")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(other.locator("#notice")).to_have_text("Saved as decks/shared.yaml.")
    page.get_by_label("Name", exact=True).fill("Mine")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#conflict")).to_contain_text("saved by somebody else, or in another window")
    expect(page.get_by_label("Save under another name")).to_be_focused()
    path = studio.workspace / "decks" / "shared.yaml"
    assert "name: Theirs" in path.read_text("utf-8")
    page.get_by_role("button", name="Save as this").click()
    expect(page.locator("#notice")).to_have_text("Saved as decks/shared-2.yaml.")
    assert "name: Mine" in (path.parent / "shared-2.yaml").read_text("utf-8")
    assert "name: Theirs" in path.read_text("utf-8")


def test_overwriting_is_done_knowingly(page: Page, studio: Served, troubles: Troubles) -> None:
    troubles.expect("status of 409")
    opened(page, studio)
    path = studio.workspace / "decks" / "mine.yaml"
    path.parent.mkdir()
    path.write_text("name: There\ncards:\n  - {name: Old, class: minion, power: 1}\n")
    page.get_by_label("Name of the deck").fill("Mine")
    fill(page, "New", "minion", 4, 3)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#conflict")).to_contain_text("there is a deck file decks/mine.yaml already")
    page.get_by_role("button", name="Overwrite it with this deck").click()
    expect(page.locator("#notice")).to_have_text("Saved as decks/mine.yaml.")
    assert "name: New" in path.read_text("utf-8")


def test_own_art_is_seen_on_the_card_and_bad_art_is_refused(
    page: Page, studio: Served, troubles: Troubles
) -> None:
    troubles.expect("status of 422")
    opened(page, studio)
    fill(page, "Imp", "minion", 4, 3)
    expect(page.locator("#picture")).to_be_visible()
    before = page.locator("#picture").get_attribute("src") or ""
    files = page.locator("#art-file")
    files.set_input_files(
        {"name": "evil.png", "mimeType": "image/png", "buffer": b"<script>alert(1)</script>"}
    )
    expect(page.locator("#notice")).to_contain_text("is not a PNG")
    files.set_input_files({"name": "My art.png", "mimeType": "image/png", "buffer": picture()})
    expect(page.get_by_label("Picture", exact=True)).to_have_value(
        re.compile(r"^art/my-art-[0-9a-f]{8}\.png$")
    )
    expect(page.locator("#picture")).not_to_have_attribute("src", before)
    assert len(list((studio.workspace / "decks" / "art").iterdir())) == 1


def test_a_deck_that_comes_along_hands_and_wishes(page: Page, studio: Served) -> None:
    opened(page, studio)
    page.get_by_label("Begin with a deck that comes along").select_option("five-a-side")
    page.locator("#open-own").click()
    expect(page.locator("#verdict")).to_have_text("✓ Legal")
    expect(page.get_by_role("img", name=re.compile("Cards by power: 2: 5"))).to_be_visible()
    page.get_by_role("button", name="Draw hands").click()
    expect(page.locator("#hands")).to_contain_text("The first player: 3 cards")
    page.locator("#w-cards").fill("30")
    page.get_by_role("button", name="Suggest a deck").click()
    expect(page.locator("#wish-told")).to_contain_text("A legal deck of 30 cards")
    expect(page.locator("#totals")).to_have_text("100 of 100 points · 30 cards")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#totals")).to_have_text("100 of 100 points · 25 cards")


def test_at_phone_width_nothing_runs_off_the_side(pages: Pages, studio: Served) -> None:
    page = opened(pages(viewport={"width": 360, "height": 740}, has_touch=True), studio)
    page.locator("#own").select_option("night-shift")
    page.locator("#open-own").click()
    expect(page.locator("#picture")).to_be_visible()
    page.locator("#draw").click()
    expect(page.locator("#hands .hand").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(button, input:not([type=file]), select, summary)")]
        .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 24 || box.width < 24)).map(([html]) => html)"""
    )
    assert small == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_deck_with_faults(pages: Pages, studio: Served, look: str) -> None:
    page = opened(
        pages(viewport={"width": 1280, "height": 900}, color_scheme=look, reduced_motion="reduce"), studio
    )
    page.locator("#own").select_option("five-a-side")
    page.locator("#open-own").click()
    expect(page.locator("#picture")).to_be_visible()
    page.locator("#cards .step").last.click()
    expect(page.locator("#verdict")).to_have_text("✗ Not legal")
    page.locator("#draw").click()
    expect(page.locator("#hands .hand").first).to_be_visible()
    page.evaluate(AXE)
    assert page.evaluate(FAULTS) == []
