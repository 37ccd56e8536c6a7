"""One table in two browsers: each sees the other's steps, and neither is sent what it may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from threading import Thread

import httpx
import pytest
from games import write_game
from playwright.sync_api import Page, Request, Route, expect

from studio.browser import PATIENCE, Pages, Served, Troubles, serving
from studio.test_table_browser import drag, middle, named
from studio.test_table_shared import BACK, CARDS, GAME

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    workspace = tmp_path_factory.mktemp("workspace")
    game = write_game(workspace / "tiny", cards=GAME, back=BACK)
    with serving(workspace, [game], "--port", "0") as served:
        yield served


class Heard:
    """All events that the studio sends to anybody."""

    def __init__(self, studio: Served) -> None:
        self.text = ""
        self._client = httpx.Client(timeout=PATIENCE)
        self._stream = self._client.stream("GET", f"{studio.address}/tiny/events")
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            with self._stream as answer:
                for part in answer.iter_text():
                    self.text += part
        except (httpx.HTTPError, OSError):
            return  # It was closed.

    @property
    def of_tables(self) -> list[str]:
        return [event for event in self.text.split("\n\n") if event.startswith("event: table")]

    def close(self) -> None:
        self._client.close()


class Traffic:
    """All that a browser asks and is sent, but for what is the same for all: the catalogue of the game."""

    def __init__(self, page: Page) -> None:
        self.text = ""
        page.context.on("request", self._note)
        page.context.route(re.compile(r"/table(?!/set-up\.json)(/|$)"), self._pass_on)

    def _note(self, request: Request) -> None:
        self.text += f"{request.url}\n"

    def _pass_on(self, route: Route) -> None:
        answer = route.fetch()
        self.text += answer.text()
        route.fulfill(response=answer)


def secrets_in(text: str) -> set[str]:
    ids = {f"secret-{number:02}" for number in range(CARDS)}
    return {one for one in ids if one in text or one.replace("-", " ").title() in text}


def share(page: Page, studio: Served, name: str) -> str:
    """Ann shares a table; the code of its room."""
    page.goto(f"{studio.address}/tiny/table")
    expect(page.locator("#waiting")).to_be_hidden()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("menuitem", name="Share this table…").click()
    page.get_by_label("Name of the file").fill(name)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("dialog").get_by_role("button", name="Share", exact=True).click()
    page.wait_for_url("**/room/**")
    expect(page.locator("#waiting")).to_be_hidden()
    return page.url.split("/")[-2]


def join(page: Page, studio: Served, code: str) -> None:
    """Ben comes in by the code."""
    page.goto(f"{studio.address}/tiny/table")
    expect(page.locator("#waiting")).to_be_hidden()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("menuitem", name="Join a table…").click()
    page.get_by_label("Code").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    sit_down(page)


def sit_down(page: Page) -> None:
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("img", name="Ben: 0 cards")).to_be_visible()


def test_two_browsers_play_and_nothing_leaks(pages: Pages, studio: Served) -> None:
    with closing(Heard(studio)) as heard:
        ann, ben = pages(), pages()
        sent = Traffic(ben)
        ben.goto(f"{studio.address}/tiny/table/room/{share(ann, studio, 'leaks')}")
        sit_down(ben)
        deck = named(ann, "Cards, stack of")
        deck.click()
        for key in ("s", "d", "d", "d"):
            ann.keyboard.press(key)
        expect(ben.get_by_role("img", name="Ann: 3 cards")).to_be_visible()
        ann.keyboard.press("l")
        expect(ann.locator(".looked li")).to_have_count(5)
        ann.get_by_role("dialog").get_by_role("button", name="To the hand").first.click()
        expect(ann.locator(".looked li")).to_have_count(4)
        ann.keyboard.press("Escape")
        expect(ben.locator("#log")).to_contain_text("Ann looked at the top 5 of Cards")
        ann.get_by_role("button", name="Deal to each seat…").click()
        ann.get_by_label("Cards for each").fill("2")
        ann.get_by_role("button", name="Deal", exact=True).click()
        expect(ben.locator("#fan button")).to_have_count(2)
        ann.locator("#fan button").first.click()
        ann.get_by_role("menuitem", name="Play face down").click()
        expect(named(ben, "face-down card of Cards")).to_be_visible()
        expect(ben.get_by_role("img", name="Ann: 5 cards")).to_be_visible()
        hand = {
            (made.get_attribute("aria-label") or "").partition(",")[0]
            for made in ben.locator("#fan button").all()
        }
        mine = {name.lower().replace(" ", "-") for name in hand} - {"the-first"}
        assert secrets_in(sent.text) == mine
        assert len(heard.of_tables) > 5
        assert secrets_in("".join(heard.of_tables)) == set()
    assert ann.url.split("/")[-2] not in heard.text


def test_steps_pointers_and_lost_time_reach_the_other(
    pages: Pages, studio: Served, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    ann, ben = pages(), pages()
    join(ben, studio, share(ann, studio, "steps"))
    x, y = middle(named(ann, "Cards, stack of"))
    drag(ann, (x, y), (x - 200, y - 60))
    card = named(ben, "face-down card of Cards")
    expect(card).to_be_visible()
    assert middle(card) == pytest.approx((x - 200, y - 60), abs=3)
    ann.keyboard.press("i")
    expect(ben.locator(".pointer span")).to_have_text("Ann")
    expect(ben.locator("#said")).to_have_text("Ann points at something")
    ben.context.set_offline(True)
    ann.keyboard.press("f")
    ann.keyboard.press("r")
    expect(named(ann, "face-down card")).to_have_count(0)
    ben.context.set_offline(False)
    expect(card).to_have_count(0)
    expect(ben.locator(".thing[aria-label*='turned 90°']")).to_be_visible()
    ben.locator("#cloth").focus()
    ben.keyboard.press("u")
    expect(ben.locator("#said")).to_have_text("There is nothing to undo")
    ann.keyboard.press("u")
    ann.keyboard.press("u")
    expect(card).to_be_visible()
    ann.locator(".thing").last.click()
    ann.keyboard.press("d")
    expect(ben.get_by_role("img", name="Ann: 1 card")).to_be_visible()
    ann.goto(f"{studio.address}/tiny/table/room/{ann.url.split('/')[-2]}")
    expect(ann.locator("#fan button")).to_have_count(1)
