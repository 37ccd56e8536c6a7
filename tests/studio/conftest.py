"""Fixtures for the studio: one that runs, and pages before it on which nothing may go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from games import write_game
from playwright.sync_api import Browser, Page

from studio.browser import Pages, Served, Troubles, copied_game, opened_browser, serving


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the tests of this folder; what they open in it has nothing in common.

    While it is open this thread counts as one that has an event loop running, so it is not left open for
    tests of other folders.
    """
    with opened_browser() as opened:
        yield opened


@pytest.fixture
def studio(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A studio over a tiny game in a folder of its own.

    ``@pytest.mark.parametrize("studio", ["battle-gate"], indirect=True)``: over a copy of that game.
    """
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    name = getattr(request, "param", None)
    if name is None:
        game = write_game(workspace / "tiny", cards=[{"name": "Knight"}, {"name": "Squire"}])
    else:
        game = copied_game(workspace, name)
    with serving(workspace, [game], "--port", "0") as served:
        yield served


@pytest.fixture
def troubles() -> Iterator[Troubles]:
    """What goes wrong on the pages of a test; it fails the test unless the test expects it."""
    found = Troubles()
    yield found
    assert not found.left, "\n".join(found.left)


@pytest.fixture
def pages(browser: Browser, studio: Served, troubles: Troubles) -> Iterator[Pages]:
    """Opens further pages before the studio: ``pages(viewport={"width": 360, "height": 740})``."""
    troubles.own.add(studio.address)
    opened = Pages(browser, troubles)
    yield opened
    opened.close()


@pytest.fixture
def page(pages: Pages) -> Page:
    """A page of 1280 by 800 pixels before the studio, still empty: ``page.goto(studio.opening)``."""
    return pages(viewport={"width": 1280, "height": 800})
