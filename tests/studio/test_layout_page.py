"""Layout in a browser: elements moved by pointer and keys, wrong values, and the text beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import write_game
from playwright.sync_api import Page, Route, expect

from studio.browser import Pages, Served, Troubles, serving

pytestmark = pytest.mark.browser

FRONT = """\
<card>
  {# The name stands above all. #}
  <rect id="frame" x="3" y="3" width="57.5" height="82.9" fill="none" stroke="black"/>
  <rect id="block" x="10" y="20" width='20' height="10" fill="#cc8844"/>
  <text id="title" x="6" y="{{ 3 + 3 }}" width="50" height="8">{{ name }}</text>
</card>
"""


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Served]:
    game = write_game(tmp_path / "court", cards=[{"name": "Knight"}, {"name": "Squire"}], front=FRONT)
    with serving(tmp_path, [game], "--port", "0") as served:
        yield served


def opened(page: Page, studio: Served) -> Page:
    page.goto(f"{studio.address}/court/layout")
    expect(page.locator("#elements option")).to_have_count(3)
    return page


def template(studio: Served) -> str:
    return (studio.game / "layouts" / "card.xml.j2").read_bytes().decode()


def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place on the card, in mm, as a place of the window."""
    found = page.evaluate(
        """([x, y]) => {
            const way = document.getElementById("over").getScreenCTM();
            return [way.a * x + way.e, way.d * y + way.f];
        }""",
        [x, y],
    )
    return found[0], found[1]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*at(page, *start))
    page.mouse.down()
    page.mouse.move(*at(page, *end), steps=4)
    page.mouse.up()


def test_an_element_is_moved_and_sized_and_one_line_changes(studio: Served, page: Page) -> None:
    opened(page, studio)
    # Its left edge comes to lie near the frame's, and snaps to it.
    drag(page, (20, 25), (13.2, 35))
    expect(page.get_by_label("x", exact=True)).to_have_value("3")
    expect(page.locator("#fields h2")).to_have_text("<rect> block")
    moved = re.search(r'<rect id="block" x="3" y="([\d.]+)" width=\'20\' height="10"', template(studio))
    assert moved
    assert 29 <= float(moved[1]) <= 31
    line = FRONT.splitlines()[3]
    assert template(studio) == FRONT.replace(line, line.replace('x="10" y="20"', f'x="3" y="{moved[1]}"'))
    expect(page.locator("#text")).to_have_value(template(studio))
    # A handle at its right edge.
    middle = float(moved[1]) + 5
    drag(page, (23, middle), (27.4, middle))
    expect(page.get_by_label("width", exact=True)).not_to_have_value("20")
    assert re.search(r"x=\"3\" y=\"[\d.]+\" width='24(\.\d+)?' height=\"10\"", template(studio))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("width", exact=True)).to_have_value("20")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("x", exact=True)).to_have_value("10")
    assert template(studio) == FRONT


class Delayed:
    """Edits of a page that are on their way until they are let through, one by one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route("**/layout/edit", self.hold)

    def hold(self, route: Route) -> None:
        self.held.append(route)

    def wait(self) -> None:
        """Until one is on its way."""
        while not self.held:
            self.page.wait_for_timeout(20)

    def let_through(self) -> None:
        self.wait()
        with self.page.expect_response("**/layout/edit") as answered:
            self.held.pop(0).continue_()
        answered.value.finished()


def test_what_is_done_while_an_edit_is_being_written_is_based_on_it(studio: Served, page: Page) -> None:
    opened(page, studio)
    page.get_by_label("Snap").uncheck()
    edits = Delayed(page)
    drag(page, (20, 25), (25, 25))
    edits.wait()
    # From where it is shown by now, begun and ended before the answer.
    drag(page, (33, 27), (33, 37))
    # Begun before the answers to both, ended after them.
    page.mouse.move(*at(page, 18, 32))
    page.mouse.down()
    page.mouse.move(*at(page, 19, 32), steps=2)
    edits.let_through()
    edits.let_through()
    page.mouse.move(*at(page, 22, 32), steps=3)
    page.mouse.up()
    page.keyboard.press("ArrowUp")
    # Another element meanwhile: it stays the chosen one.
    drag(page, (4, 60), (6, 60))
    expect(page.locator("#fields h2")).to_have_text("<rect> frame")
    edits.let_through()
    edits.let_through()
    edits.let_through()
    expect(page.get_by_label("x", exact=True)).to_have_value(re.compile(r"^[45]"))
    expect(page.locator("#fields h2")).to_have_text("<rect> frame")
    page.locator("#elements").select_option(label="<rect> block, line 4")
    x, y = (float(page.get_by_label(name, exact=True).input_value()) for name in ("x", "y"))
    assert max(abs(x - 19), abs(y - 29.5)) < 0.3, (x, y)


def test_an_element_is_followed_through_edits_of_the_text_before_it(studio: Served, page: Page) -> None:
    opened(page, studio)
    edits = Delayed(page)
    page.locator("#elements").select_option(label="<rect> frame, line 3")
    page.locator("#stage").focus()
    page.keyboard.press("Delete")
    edits.wait()
    page.mouse.click(*at(page, 20, 25))
    expect(page.locator("#fields h2")).to_have_text("<rect> block")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    # What is typed in the text while that is on its way stays as well.
    page.locator("#text").fill(FRONT.replace("<card>\n", '<card fill="white">\n'))
    edits.let_through()
    edits.let_through()
    expect(page.get_by_label("x", exact=True)).to_have_value("11")
    expect(page.locator("#fields h2")).to_have_text("<rect> block")
    lines = FRONT.replace("<card>", '<card fill="white">').replace('x="10"', 'x="11"').splitlines()
    expect(page.locator("#text")).to_have_value("\n".join([*lines[:2], *lines[3:], ""]))
    page.unroute("**/layout/edit")
    page.get_by_role("button", name="Save the text").click()
    expect(page.locator("#notice")).to_have_text("Saved.")
    assert template(studio) == "\n".join([*lines[:2], *lines[3:], ""])


def test_all_of_it_by_keyboard_and_what_is_worked_out_as_text(studio: Served, page: Page) -> None:
    opened(page, studio)
    page.locator("#stage").focus()
    page.keyboard.press("PageDown")
    expect(page.locator("#fields h2")).to_have_text("<text> title")
    # How high it stands is worked out: arrows leave that alone.
    edits = Delayed(page)
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    # The answer to these is still on its way when the next one is pressed.
    edits.wait()
    page.keyboard.press("Shift+ArrowRight")
    edits.let_through()
    edits.let_through()
    page.unroute("**/layout/edit")
    expect(page.get_by_label("x", exact=True)).to_have_value("12")
    assert template(studio) == FRONT.replace('id="title" x="6"', 'id="title" x="12"')
    expect(page.locator(".computed code")).to_have_text("{{ 3 + 3 }}")
    page.get_by_role("button", name="y in the text").click()
    assert page.evaluate(
        "getSelection().toString() || text.value.slice(text.selectionStart, text.selectionEnd)"
    ) == ("{{ 3 + 3 }}")
    page.locator("#stage").focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("Delete")
    expect(page.locator("#elements option")).to_have_count(2)
    assert "block" not in template(studio)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator("#elements option")).to_have_count(3)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert template(studio) == FRONT


def test_a_wrong_value_keeps_the_file_as_it_is(studio: Served, page: Page, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    opened(page, studio)
    page.mouse.click(*at(page, 20, 25))
    page.get_by_label("fill", exact=True).fill("crimsn")
    page.get_by_label("fill", exact=True).press("Enter")
    expect(page.locator("#field-fill-wrong")).to_contain_text("did you mean crimson")
    expect(page.get_by_label("fill", exact=True)).to_have_value("crimsn")
    assert template(studio) == FRONT

    text = page.locator("#text")
    wrong = FRONT.replace("width='20'", "widht='20'")
    text.fill(wrong)
    expect(page.locator("#numbers .error")).to_have_text("4\n")
    expect(page.locator("#faults .error").first).to_contain_text("card.xml.j2:4:3: error: <rect> has no")
    page.get_by_role("button", name="Save the text").click()
    expect(page.locator("#notice")).to_contain_text("it was not saved")
    expect(page.locator("#faults .error").first).to_contain_text("card.xml.j2:4:3: error: <rect> has no")
    assert template(studio) == FRONT
    # Somebody else saves meanwhile: both are kept.
    (studio.game / "layouts" / "card.xml.j2").write_text(FRONT.replace("82.9", "80"))
    page.get_by_role("button", name="Take the file’s").click()
    expect(text).to_have_value(FRONT.replace("82.9", "80"))
    page.get_by_role("button", name="Bring my text back").click()
    expect(text).to_have_value(wrong)
    text.fill(FRONT.replace("20", "21"))
    text.press("Control+s")
    expect(page.locator("#notice")).to_have_text("Saved.")
    assert template(studio) == FRONT.replace("20", "21")


def test_words_are_offered_and_elements_added_on_a_phone(studio: Served, pages: Pages) -> None:
    page = opened(pages(viewport={"width": 390, "height": 844}, has_touch=True), studio)
    page.locator("#palette").select_option("star")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#fields h2")).to_have_text("<star>")
    assert "\n  <star " in template(studio)
    page.touchscreen.tap(*at(page, 20, 25))
    expect(page.locator("#fields h2")).to_have_text("<rect> block")
    text = page.locator("#text")
    text.press("Control+End")
    page.keyboard.type("<te")
    expect(page.locator("#offers li[aria-selected=true]")).to_have_text("text")
    page.keyboard.press("Tab")
    page.keyboard.type(" ali")
    page.keyboard.press("Tab")
    page.keyboard.type("ce")
    page.keyboard.press("Enter")
    assert text.input_value().endswith('<text align="center"')
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
