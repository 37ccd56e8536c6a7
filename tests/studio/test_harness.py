"""What the browser's tests rest on: a page where something goes wrong fails its test."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import write_game
from playwright.sync_api import Page, expect

from studio import browser
from studio.browser import PATIENCE, Served, Troubles, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio for all tests: what they do to its page is not told to it."""
    workspace = tmp_path_factory.mktemp("workspace")
    with serving(workspace, [write_game(workspace / "tiny")], "--port", "0") as served:
        yield served


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
    ends = time.monotonic() + PATIENCE
    while told not in "\n".join(troubles.left) and time.monotonic() < ends:
        page.wait_for_timeout(20)
    assert told in "\n".join(troubles.left)
    troubles.found.clear()


@pytest.mark.slow
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
