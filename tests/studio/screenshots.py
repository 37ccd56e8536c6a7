"""The pictures of the studio in the documentation: ``python -m tests.studio.screenshots`` takes them anew.

Each view of the bundled games that has one, in a window of 1280 by 800 pixels; names of views behind the
command take those alone.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from time import monotonic

from PIL import Image

PROJECT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(PROJECT / "tests"))

from playwright.sync_api import Browser, Page, expect  # noqa: E402

from generator.studio.view import views  # noqa: E402
from studio.browser import PATIENCE, Pages, Troubles, copied_game, opened_browser, serving  # noqa: E402

PICTURES = PROJECT / "docs" / "pictures" / "studio"
GAME = "battle-gate"
ON_BOARD = "hold-the-line"
"""The game that is shown on its board."""
SEED = "7"
EDITED = {"cards", "layout"}
"""Views in which a game is edited."""
WINDOW = {"width": 1280, "height": 800}
UNFINISHED = """document.querySelector('.waiting:not([hidden])') !== null
    || [...document.images].some((image) => !image.complete && image.getClientRects().length
        && image.getBoundingClientRect().top < innerHeight)"""
COLOURS = 256
"""Enough for a picture of a page, at a third of its size."""


def addresses() -> Mapping[str, str]:
    """What is taken, by the name of its picture: the first page, every view, a board and a shared table."""
    special = {"play-board": f"/{ON_BOARD}/play", "table-shared": "/strongholds/table"}
    return {"home": "/", **{name: f"/{GAME}/{name}" for name in views()}, **special}


def _nothing(page: Page) -> None:
    """Shown as it opens."""
    del page


def _open_deck(page: Page) -> None:
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("of 100 points")).to_contain_text("100 of 100")
    expect(page.locator("#picture")).to_be_visible()


def _begin_game(page: Page) -> None:
    page.get_by_text("Options and seed").click()
    page.get_by_label("Seed").fill(SEED)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/play/**")
    expect(page.locator("#status")).to_have_text("It is your turn")


def _play_on(page: Page) -> None:
    """Some rounds, in which cards go to every lane."""
    _begin_game(page)
    for number in range(13):
        made = page.locator("#log .made").count()
        moves = page.locator(".move")
        moves.nth(number * 3 % moves.count()).click()
        expect(page.locator("#log .made").nth(made)).to_be_attached()
        expect(page.locator("#status")).to_have_text("It is your turn")
    page.mouse.move(0, 0)


def _await_pages(page: Page) -> None:
    expect(page.get_by_role("img", name="page 1").first).to_be_visible(timeout=1000 * PATIENCE)


def _choose_card(page: Page) -> None:
    page.get_by_role("gridcell", name="Contessa Vendetta").click()
    expect(page.locator("#picture")).to_have_attribute("alt", "Contessa Vendetta")


def _share_table(page: Page) -> None:
    """Two players, whose second points at what was just laid; it is seen by the first."""
    expect(page.locator("#waiting")).to_be_hidden()
    page.get_by_role("button", name="Set up…").click()
    page.get_by_label("Set-up").select_option("Two players")
    page.get_by_role("dialog").get_by_role("button", name="Set up", exact=True).click()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("menuitem", name="Share this table…").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("dialog").get_by_role("button", name="Share", exact=True).click()
    page.wait_for_url("**/room/**")
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(viewport=WINDOW, reduced_motion="reduce").new_page()
    other.goto(page.url.rpartition("/")[0])
    other.get_by_label("Your name").fill("Ben")
    other.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    other.locator("#fan button").first.click()
    other.get_by_role("menuitem", name="Play face down").click()
    laid = other.locator(".thing").last
    expect(laid).to_have_attribute("aria-label", re.compile("face-down card"))
    laid.hover()
    other.locator("#cloth").press("i")
    page.get_by_role("button", name="Log").click()
    page.locator("#cloth").focus()
    expect(page.locator(".pointer span")).to_have_text("Ben")


def _choose_element(page: Page) -> None:
    expect(page.locator("#elements option")).not_to_have_count(0)
    name = page.locator("#elements option").filter(has_text=re.compile("^<text> name, line "))
    page.locator("#elements").select_option(name.first.get_attribute("value"))
    expect(page.locator("#fields h2")).to_have_text("<text> name")


def _play_study(page: Page) -> None:
    """One that is over, with its answers in sight."""
    study = page.locator("#balance")
    study.get_by_label("Bots").fill("random")
    study.get_by_role("button", name="Play the study").click()
    expect(page.get_by_role("link", name="Open the report")).to_be_visible()
    page.locator("#runs-title").evaluate("title => title.scrollIntoView()")


BEFORE: Mapping[str, Callable[[Page], None]] = {
    "cards": _choose_card,
    "deck": _open_deck,
    "layout": _choose_element,
    "play": _begin_game,
    "play-board": _play_on,
    "sheets": _await_pages,
    "studies": _play_study,
    "table-shared": _share_table,
}
"""What is done before some are taken: an empty deck shows little."""


def await_finished(page: Page) -> None:
    """Until all that is in sight is drawn. A function in the page, to wait for, is against its policy."""
    until = monotonic() + PATIENCE
    while page.evaluate(UNFINISHED):
        if monotonic() > until:
            raise TimeoutError(f"{page.url} is never finished")
        page.wait_for_timeout(200)


def take(page: Page, path: Path) -> None:
    """Saves what the window shows, as soon as all of its pictures are there."""
    await_finished(page)
    with Image.open(BytesIO(page.screenshot(animations="disabled"))) as shot:
        shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def main(wanted: set[str]) -> None:
    """Takes those that are wanted."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, opened_browser() as browser:
        workspace = Path(folder)
        # What comes along can't be edited; a copy of it can.
        own = wanted & EDITED and [copied_game(workspace, GAME)]
        for games, names in (([], wanted - EDITED), (own, wanted & EDITED)):
            if names:
                _take_some(browser, workspace, games, names)


def _take_some(browser: Browser, workspace: Path, games: Sequence[Path], names: Collection[str]) -> None:
    with serving(workspace, games, "--port", "0") as studio:
        pages = Pages(browser, Troubles({studio.address}))
        page = pages(viewport=WINDOW, color_scheme="light", reduced_motion="reduce")
        for name, address in addresses().items():
            if name in names:
                page.goto(studio.address + address)
                expect(page.locator("main")).to_be_visible()
                BEFORE.get(name, _nothing)(page)
                take(page, PICTURES / f"{name}.png")
                print(PICTURES / f"{name}.png")
        pages.close()


if __name__ == "__main__":
    main(set(sys.argv[1:]) or set(addresses()))
