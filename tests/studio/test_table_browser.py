"""The table in a browser: with mouse, finger and keyboard, and nothing is ever lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, write_game
from playwright.sync_api import Locator, Page, expect

from studio.browser import Pages, Served, Troubles, serving

pytestmark = pytest.mark.browser
CARDS = ({"name": "Knight"}, {"name": "Squire"})


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio over a tiny game, and over two that come along, where they lie.

    For all tests that change no file of a game: what lies on a table is each browser's own.
    """
    workspace = tmp_path_factory.mktemp("workspace")
    games = [write_game(workspace / "tiny", cards=CARDS)]
    games += [PROJECT / "cards" / name for name in ("hold-the-gates", "hold-the-line")]
    with serving(workspace, games, "--port", "0") as served:
        yield served


def sit_down(page: Page, studio: Served, game: str = "tiny") -> None:
    """Opens the table of a game of the studio."""
    page.goto(f"{studio.address}/{game}/table")
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#tabletop")).to_have_attribute("data-kept", "yes")


def kept(page: Page) -> dict[str, Any]:
    """The table as the browser keeps it."""
    expect(page.locator("#tabletop")).to_have_attribute("data-kept", "yes")
    found: dict[str, Any] = page.evaluate("JSON.parse(localStorage[Object.keys(localStorage)[0]])")
    return found


def everything(table: dict[str, Any]) -> Counter[str]:
    """How many of each card there are, wherever they are."""
    places = [thing.get("pieces", []) for thing in table["things"]]
    return Counter(piece["card"] for place in [*places, *table["hands"], table["box"]] for piece in place)


def named(page: Page, name: str) -> Locator:
    """The thing with that label."""
    return page.locator(f'.thing[aria-label^="{name}"]')


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.slow
def test_whatever_is_done_no_card_is_lost_and_undo_leads_back(page: Page, studio: Served) -> None:
    sit_down(page, studio, "hold-the-gates")
    start = kept(page)
    deck = named(page, "Cards: attacker, stack of")
    expect(deck).to_have_attribute("aria-label", "Cards: attacker, stack of 20, face down")
    deck.click()
    page.keyboard.press("s")
    mixed = kept(page)
    stack = next(thing for thing in mixed["things"] if len(thing.get("pieces", [])) == 20)
    before = next(thing for thing in start["things"] if thing["id"] == stack["id"])
    assert stack["pieces"] != before["pieces"]
    assert everything(mixed) == everything(start)
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Seat 1: 2 cards")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("r")
    expect(deck).to_have_attribute("aria-label", re.compile("on top, turned 90°"))
    page.get_by_role("button", name="Deal to each seat…").click()
    page.get_by_label("Cards for each of 2 seats").fill("3")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("button", name="Seat 2: 3 cards")).to_be_visible()
    page.locator("#acts").get_by_role("button", name="Back to the box").click()
    expect(page.get_by_role("button", name="Box 12")).to_be_visible()
    page.get_by_role("button", name="Reset").click()
    page.get_by_role("menuitem", name="Empty: all into the box").click()
    expect(page.locator(".thing")).to_have_count(0)
    end = kept(page)
    assert len(end["box"]) == sum(everything(start).values())
    assert everything(end) == everything(start)
    for _ in range(8):
        page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert kept(page)["things"] == start["things"]
    for _ in range(8):
        page.keyboard.press("Control+y")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert kept(page)["box"] == end["box"]
    assert {tuple(hand) for hand in kept(page)["hands"]} == {()}


@pytest.mark.slow
def test_pieces_are_dragged_off_a_stack_onto_another_and_into_the_hand(page: Page, studio: Served) -> None:
    sit_down(page, studio, "hold-the-gates")
    deck = named(page, "Cards: attacker, stack of")
    x, y = middle(deck)
    drag(page, (x, y), (x - 260, y - 150))
    expect(named(page, "Cards: attacker, stack of 19")).to_be_visible()
    card = named(page, "face-down card of Cards: attacker")
    page.keyboard.press("f")
    expect(card).to_have_count(0)
    card = page.locator(".thing[aria-label*='face up']").last
    left, top = middle(card)
    assert abs(left - (x - 260)) < 2
    assert abs(top - (y - 150)) < 2
    drag(page, (left, top), (x, y))
    expect(named(page, "Cards: attacker, stack of 20")).to_be_visible()
    hand = page.locator("#fan").bounding_box()
    assert hand is not None
    drag(page, (x, y), (hand["x"] + hand["width"] / 2, hand["y"] + 30))
    expect(page.get_by_role("button", name="Seat 1: 1 card")).to_be_visible()
    held = page.locator("#fan button")
    drag(page, middle(held), (x - 260, y - 100))
    expect(page.get_by_role("button", name="Seat 1: 0 cards")).to_be_visible()
    whole = named(page, "Cards: attacker, stack of 19")
    drag(page, middle(whole.locator(".count")), (x - 300, y - 50))
    expect(whole).to_be_visible()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Seat 1: 1 card")).to_be_visible()


@pytest.mark.slow
def test_an_area_is_selected_and_made_one_stack(page: Page, studio: Served) -> None:
    sit_down(page, studio, "hold-the-line")
    before = everything(kept(page))
    olive, sand = named(page, "Troops: olive"), named(page, "Troops: sand")
    left, right = olive.bounding_box(), sand.bounding_box()
    assert left is not None
    assert right is not None
    page.keyboard.down("Shift")
    drag(
        page,
        (left["x"] - 12, left["y"] - 8),
        (right["x"] + right["width"] + 8, right["y"] + right["height"] - 10),
    )
    page.keyboard.up("Shift")
    expect(page.locator("#acts .what")).to_have_text("2 things")
    page.keyboard.press("g")
    expect(page.locator(".thing[aria-label*='stack of 28']")).to_be_focused()
    assert everything(kept(page)) == before


@pytest.mark.slow
def test_a_reload_loses_nothing_and_undo_goes_on(page: Page, studio: Served) -> None:
    sit_down(page, studio, "hold-the-gates")
    deck = named(page, "Cards: defender, stack of")
    deck.click()
    for key in ("s", "d", "d", "r"):
        page.keyboard.press(key)
    before = kept(page)
    page.reload()
    expect(page.get_by_role("button", name="Seat 1: 2 cards")).to_be_visible()
    after = kept(page)
    for key in ("things", "hands", "box", "log"):
        assert after[key] == before[key]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Seat 1: 1 card")).to_be_visible()


def test_all_of_it_works_with_the_keyboard(page: Page, studio: Served) -> None:
    sit_down(page, studio)
    page.locator("#cloth").focus()
    page.keyboard.press("Tab")
    first = page.locator(".thing").first
    expect(first).to_be_focused()
    start = kept(page)["things"][0]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    moved = kept(page)["things"][0]
    assert (moved["x"] - start["x"], moved["y"] - start["y"]) == (10, 25)
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Turn over", exact=False).first).to_be_focused()
    for _ in range(20):
        if "Draw to the hand" in page.evaluate("document.activeElement.textContent"):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#fan button")).to_have_count(1)
    expect(page.locator("#said")).to_have_text("Seat 1 drew a card from Cards")
    page.locator("#fan button").focus()
    page.keyboard.press("p")
    expect(page.locator(".thing")).to_have_count(2)
    page.locator("#cloth").focus()
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("u")
    assert kept(page)["things"] == [start]


@pytest.mark.slow
def test_dice_coins_counters_and_notes(page: Page, studio: Served) -> None:
    sit_down(page, studio)
    for sides in (4, 6, 8, 10, 12, 20):
        page.get_by_role("button", name="Add").click()
        page.get_by_role("menuitem", name=f"Die with {sides} sides").click()
        expect(named(page, f"d{sides} shows {sides}")).to_be_focused()
        page.keyboard.press("s")
        shown = named(page, f"d{sides} shows").get_attribute("aria-label") or ""
        assert 1 <= int(shown.split()[-1]) <= sides
    page.get_by_role("button", name="Add").click()
    page.get_by_role("menuitem", name="Coin").click()
    expect(named(page, "coin shows heads")).to_be_focused()
    page.keyboard.press("f")
    expect(named(page, "coin shows tails")).to_be_visible()
    page.get_by_role("button", name="Add").click()
    page.get_by_role("menuitem", name="Counter").click()
    page.locator(".counter .more").click()
    page.get_by_role("button", name="One more").click()
    page.keyboard.press("Escape")
    expect(named(page, "counter: 2")).to_be_visible()
    page.get_by_role("button", name="Add").click()
    page.get_by_role("menuitem", name="Note").click()
    page.get_by_role("dialog").get_by_label("Text").fill("<b>more gold?</b>")
    page.get_by_role("button", name="Change").click()
    expect(page.locator(".note .text")).to_have_text("<b>more gold?</b>")


@pytest.mark.slow
def test_a_seat_sees_its_own_hand_alone(page: Page, studio: Served) -> None:
    sit_down(page, studio)
    page.locator(".thing").first.click()
    page.keyboard.press("d")
    page.get_by_role("button", name="Seat 2: 0 cards").click()
    expect(page.locator("#fan button")).to_have_count(0)
    page.get_by_role("button", name="Seat 1: 1 card").click()
    page.locator("#fan button").click()
    page.get_by_role("menuitem", name="Give to Seat 2").click()
    expect(page.get_by_role("button", name="Seat 2: 1 card")).to_be_visible()


@pytest.mark.slow
def test_a_table_is_saved_to_a_file_and_opened_again(page: Page, studio: Served, pages: Pages) -> None:
    sit_down(page, studio)
    page.locator(".thing").first.click()
    page.keyboard.press("d")
    page.get_by_role("button", name="Save…").click()
    page.get_by_label("Name").fill("evening")
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert (studio.workspace / "tables/evening.json").is_file()
    other = pages()
    sit_down(other, studio)
    expect(other.get_by_role("button", name="Seat 1: 0 cards")).to_be_visible()
    other.get_by_role("button", name="Open…").click()
    other.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(other.get_by_role("button", name="Seat 1: 1 card")).to_be_visible()
    assert kept(other)["things"] == kept(page)["things"]


@pytest.mark.slow
def test_cards_change_and_go_as_their_files_do(page: Page, tmp_path: Path, troubles: Troubles) -> None:
    with serving(tmp_path, [write_game(tmp_path / "tiny", cards=CARDS)], "--port", "0") as studio:
        troubles.own.add(studio.address)
        _change_and_go(page, studio)
        page.goto("about:blank")


def _change_and_go(page: Page, studio: Served) -> None:
    sit_down(page, studio)
    page.locator(".thing").first.click()
    page.get_by_role("button", name="More…").click()
    page.get_by_role("menuitem", name="Lay side by side").click()
    knight = named(page, "Knight")
    expect(named(page, "Squire")).to_have_count(1)
    picture = knight.locator("img").get_attribute("src")
    file = studio.game / "game.yaml"
    files = [path for path in studio.game.rglob("*.yaml") if "Squire" in path.read_text("utf-8")]
    assert files, file
    text = files[0].read_text("utf-8")
    files[0].write_text(text.replace("Squire", "Page", 1), "utf-8")
    expect(page.locator("#boxed")).to_have_text("1")
    assert "no longer in the game" in (named(page, "Squire").get_attribute("aria-label") or "")
    expect(named(page, "Squire")).to_contain_text("Squire")
    assert knight.locator("img").get_attribute("src") == picture
    page.get_by_role("button", name="Box 1").click()
    expect(page.get_by_role("dialog")).to_contain_text("Page")


@pytest.mark.slow
def test_a_phone_has_all_of_it(pages: Pages, studio: Served) -> None:
    phone = pages(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, color_scheme="dark")
    sit_down(phone, studio)
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    phone.locator(".thing").first.tap()
    phone.get_by_role("button", name="Draw to the hand").tap()
    expect(phone.get_by_role("button", name="Seat 1: 1 card")).to_be_visible()
    phone.locator("#fan button").tap()
    phone.get_by_role("menuitem", name="Play face down").tap()
    expect(phone.locator(".thing")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.slow
def test_on_a_phone_every_view_and_tool_is_seen_and_cards_are_as_wide_as_a_finger(
    pages: Pages, studio: Served
) -> None:
    phone = pages(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit_down(phone, studio, "hold-the-gates")
    controls = phone.locator(".top nav a, .tools button")
    assert controls.count() > 15
    for control in controls.all():
        expect(control).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    narrowest = "Math.min(...[...document.querySelectorAll('.thing.cards')].map((card) => card.offsetWidth))"
    zoom = "Number(document.querySelector('.plane').style.getPropertyValue('--zoom'))"
    assert phone.evaluate(f"{narrowest} * {zoom}") >= 43.5
    phone.get_by_role("button", name="Fit", exact=True).tap()
    for thing in phone.locator(".thing").all():
        expect(thing).to_be_in_viewport(ratio=0.99)


@pytest.mark.slow
def test_fingers_drag_hold_and_pinch(pages: Pages, studio: Served) -> None:
    phone = pages(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit_down(phone, studio)
    touch = phone.context.new_cdp_session(phone)

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = middle(phone.locator(".thing"))
    fingers("touchStart", (x, y))
    for step in range(1, 6):
        fingers("touchMove", (x, y - 25 * step))
    fingers("touchEnd")
    expect(phone.locator("#said")).to_have_text("Seat 1 took the top one off Cards")
    top = middle(phone.locator(".thing").last)
    assert top == pytest.approx((x, y - 125), abs=2)
    fingers("touchStart", top)
    expect(phone.get_by_role("menuitem", name="Draw to the hand")).to_be_visible()
    fingers("touchEnd")
    phone.keyboard.press("Escape")
    wide = phone.locator(".thing").first.bounding_box()
    fingers("touchStart", (60, 420), (120, 420))
    fingers("touchMove", (40, 420), (140, 420))
    fingers("touchMove", (30, 420), (150, 420))
    fingers("touchEnd")
    wider = phone.locator(".thing").first.bounding_box()
    assert wide is not None
    assert wider is not None
    assert wider["width"] == pytest.approx(wide["width"] * 2, rel=0.05)
    assert len(kept(phone)["things"]) == 2


@pytest.mark.slow
def test_the_whole_table_is_seen_as_it_opens_and_when_the_window_changes(page: Page, studio: Served) -> None:
    sit_down(page, studio, "hold-the-gates")
    for size in ({"width": 1280, "height": 800}, {"width": 900, "height": 600}):
        page.set_viewport_size(size)
        expect(page.locator(".thing").first).to_be_in_viewport(ratio=1)
        page.wait_for_function(
            """() => {
                const cloth = document.querySelector(".plane").parentElement.getBoundingClientRect();
                return [...document.querySelectorAll(".thing")].every((thing) => {
                    const box = thing.getBoundingClientRect();
                    return box.top >= cloth.top && box.bottom <= cloth.bottom && box.left >= cloth.left
                        && box.right <= cloth.right;
                });
            }"""
        )
