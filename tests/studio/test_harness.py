"""What the browser's tests rest on: a page where something goes wrong fails its test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from studio import browser
from studio.browser import Served, Troubles

pytestmark = pytest.mark.browser


def test_a_page_is_shown_and_nothing_is_wrong_with_it(page: Page, studio: Served) -> None:
    page.goto(studio.opening)
    expect(page.get_by_role("img", name="Knight")).to_be_visible()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("console.error('no')", "console error: no"),
        ("setTimeout(() => { throw new Error('broken') })", "page error: "),
        ("new Image().src = '/nothing.png'", "status of 404"),
        ("new Image().src = 'http://127.0.0.2:1/x.png'", "request to another host"),
        ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
    ],
)
def test_what_goes_wrong_on_a_page_is_found(
    page: Page, studio: Served, troubles: Troubles, script: str, told: str
) -> None:
    page.goto(studio.opening)
    page.evaluate(f"() => {{ {script} }}")
    page.wait_for_timeout(200)
    assert told in "\n".join(troubles.left)
    troubles.found.clear()


def test_without_a_browser_tests_are_skipped_but_not_where_one_must_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browser, "USUAL_CHROMIUM", Path("/nowhere/chromium"))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.delenv(browser.REQUIRE, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no chromium here"):
        browser.chromium()
    monkeypatch.setenv(browser.REQUIRE, "1")
    with pytest.raises(pytest.fail.Exception, match="no chromium here"):
        browser.chromium()
