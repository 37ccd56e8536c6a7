"""Everybody can use the studio: what axe-core finds on each view, colours, widths, the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from games import write_game
from playwright.sync_api import Browser, Page, expect

from generator.studio.view import HERE, views
from studio.browser import PATIENCE, Pages, Served, Troubles, copied_game, serving

AXE = (Path(__file__).with_name("axe") / "axe.min.js").read_text(encoding="utf-8")
GAME = "battle-gate"
PLAIN = "just-cards"  # a game without rules
PAGES = (
    *("/", "/new", "/broken/gallery", "/nothing"),
    *(f"/{GAME}/{name}" for name in views()),
    *(f"/{PLAIN}/{name}" for name in views()),
    *(f"/docs/{name}.md" for name in ("studio", "bots", "tutorial", "your-own-rules")),
)
LOOKS: Sequence[Literal["light", "dark"]] = ("light", "dark")
WIDTHS = (360, 1280)
FAULTS = """() => axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, help, nodes}) => `${id}: ${help}\\n` + nodes.map(({html, failureSummary}) =>
        `  ${html.slice(0, 200)}\\n    ${failureSummary}`).join("\\n")))"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio over a game with all views, one that is broken, and one without rules."""
    workspace = tmp_path_factory.mktemp("workspace")
    game = copied_game(workspace, GAME, decks=["hedgerow-rising.yaml", "long-siege.yaml"])
    broken = write_game(workspace / "broken", cards=[{"name": "Knight"}], front="<card><text")
    plain = write_game(workspace / PLAIN, cards=[{"name": "Knight"}])
    with serving(workspace, [game, broken, plain], "--port", "0") as served:
        yield served


@pytest.fixture
def opened(browser: Browser, games: Served, troubles: Troubles) -> Iterator[Pages]:
    troubles.own.add(games.address)
    troubles.expect("status of 404")
    troubles.expect("status of 409")  # a view for which a game needs rules
    made = Pages(browser, troubles)
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_no_serious_fault(opened: Pages, games: Served, address: str) -> None:
    page = opened(reduced_motion="reduce")
    for look, width in zip(LOOKS, WIDTHS, strict=True):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=look)
        # Opened anew: colours of a page that is shown pass on to its texts one inside the other.
        page.goto(games.address + address)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page.locator("#problems .error")).to_have_count(1 if "broken" in address else 0)
        if address == f"/{PLAIN}/sheets":
            # One page is printed while axe reads, and the button is another then.
            expect(page.locator("#save")).to_be_enabled(timeout=1000 * PATIENCE)
        page.evaluate(AXE)
        assert page.evaluate(FAULTS) == [], f"{look}, {width} px"
        across = page.evaluate("document.documentElement.scrollWidth")
        assert across <= width, f"{look}: {across} of {width} px"


@pytest.mark.slow
@pytest.mark.browser
def test_axe_would_find_a_fault(opened: Pages, games: Served) -> None:
    page = opened()
    page.goto(games.address)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    page.evaluate(AXE)
    (found,) = page.evaluate(FAULTS)
    assert found.startswith("button-name: ")


def _focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


@pytest.fixture(scope="module")
def studio(games: Served) -> Served:
    """No page that is opened here changes anything."""
    return games


@pytest.mark.browser
@pytest.mark.slow
def test_the_first_key_offers_a_way_past_the_head(page: Page, studio: Served) -> None:
    page.goto(studio.opening)
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to the content")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.browser
@pytest.mark.slow
def test_what_has_the_focus_can_be_seen(page: Page, studio: Served) -> None:
    page.goto(studio.opening)
    for _ in range(4):
        page.keyboard.press("Tab")
        width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert width == "3px", _focused(page)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("wish", "longest"), [("no-preference", 0.2), ("reduce", 0.001)])
def test_nothing_moves_for_who_wants_no_motion(
    opened: Pages, games: Served, wish: str, longest: float
) -> None:
    page = opened(reduced_motion=wish)
    page.goto(games.address)
    face = page.locator(".fan img").first
    expect(face).to_be_visible()
    assert face.evaluate("(image) => parseFloat(getComputedStyle(image).transitionDuration)") == longest


# Colours


def _tokens() -> dict[str, dict[str, str]]:
    """The colours of studio.css by their names, for each look."""
    style = (HERE / "static" / "studio.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[: len(LOOKS)]
    return {
        look: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", block))
        for look, block in zip(LOOKS, blocks, strict=True)
    }


def _luminance(colour: str) -> float:
    """WCAG's relative luminance of ``#rrggbb``."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


TEXTS = {
    "ground": ("ink", "quiet", "accent", "good", "warn", "bad"),
    "paper": ("ink", "quiet", "accent", "good", "warn", "bad"),
    "warn-ground": ("ink", "quiet", "accent", "warn"),
    "bad-ground": ("ink", "accent", "bad", "warn"),
    "accent": ("on-accent",),
}
"""Colours of texts by what they may stand on."""


def test_contrast_is_computed_as_everybody_does() -> None:
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("look", LOOKS)
def test_texts_stand_out_from_their_ground(look: str) -> None:
    tokens = _tokens()[look]
    weak = {
        f"{text} on {ground}: {contrast:.2f}"
        for ground, texts in TEXTS.items()
        for text in texts
        if (contrast := _contrast(tokens[text], tokens[ground])) < 4.5
    }
    assert not weak


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_what_shows_the_focus_and_edges_of_fields_stand_out(look: str) -> None:
    tokens = _tokens()[look]
    for edge, ground in product(("focus", "quiet"), ("ground", "paper", "warn-ground", "bad-ground")):
        assert _contrast(tokens[edge], tokens[ground]) >= 3, f"{edge} on {ground}"
