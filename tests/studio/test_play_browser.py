"""Play in a real browser: a whole game by keyboard, on a phone, and between two people on the network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.catalog.bundle import find_game
from studio.browser import Pages, Served, Troubles, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GAME = "hold-the-gates"
SHORT, SHORTER = "strongholds", "hold-the-line"
"""Games that are over after some twenty moves."""
ALL = (GAME, SHORT, SHORTER, "battle-gate", "gateway")
WINDOW = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
MOST_MOVES = 400
TURN_OR_END = re.compile("It is your turn|The game is over")


@pytest.fixture(scope="module")
def gates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio over bundled games, for all tests of this module: each begins a game of its own."""
    games = [find_game(name) for name in ALL]
    with serving(tmp_path_factory.mktemp("workspace"), games, "--port", "0") as served:
        yield served


@pytest.fixture
def opened(browser: Browser, gates: Served, troubles: Troubles) -> Iterator[Pages]:
    """Opens pages before it."""
    troubles.own.add(gates.address)
    opened = Pages(browser, troubles)
    yield opened
    opened.close()


def begin(page: Page, served: Served, game: str = GAME) -> None:
    """Begins a game against the usual bot, from a seed: drawn by lot, a game may be over in three moves."""
    page.goto(f"{served.address}/{game}/play")
    page.evaluate("document.getElementById('new-seed').value = '1'")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#status")).to_have_text("It is your turn")


def wait_for_turn(page: Page) -> bool:
    """Waits until there is something to decide; whether there is, and the game is not over."""
    status = page.locator("#status")
    expect(status).to_have_text(TURN_OR_END)
    return status.inner_text() == "It is your turn"


def test_a_whole_game_is_played_by_keyboard_alone(opened: Pages, gates: Served) -> None:
    page = opened()
    page.goto(f"{gates.address}/{SHORTER}/play")
    # Drawn by lot, a game may be over in three moves.
    page.evaluate("document.getElementById('new-seed').value = '1'")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent.trim()") == "Begin":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    made = 0
    while wait_for_turn(page):
        assert made < MOST_MOVES
        first = page.locator(".move").first
        expect(first).to_be_focused()
        before = page.locator("#log .made").count()
        page.keyboard.press("Enter" if made % 2 else "1")
        expect(page.locator("#log .made").nth(before)).to_be_attached()
        made += 1
    assert made > 5
    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(result).to_contain_text("The game is over.")
    expect(result.locator("tr")).to_have_count(2)
    page.get_by_role("button", name="Back to the game").press("Enter")
    expect(page.locator("#where")).to_contain_text("0 of ")
    page.keyboard.press("End")
    expect(page.locator("#status")).to_have_text("The game is over")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("After ")


def test_what_keeps_a_game_from_beginning_is_seen(opened: Pages, gates: Served, troubles: Troubles) -> None:
    page = opened()
    page.goto(f"{gates.address}/{SHORT}/play")
    page.evaluate("document.getElementById('new-seed').value = '-1'")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#new-seed")).to_be_focused()
    troubles.expect("status of 422")
    page.set_input_files("#record", {"name": "sent.json", "mimeType": "application/json", "buffer": b"{"})
    expect(page.locator("#told")).to_have_text(re.compile("^sent.json:2:1: error: "))


def test_a_whole_game_is_played_on_a_phone(opened: Pages, gates: Served) -> None:
    page = opened(viewport=PHONE, has_touch=True, color_scheme="dark")
    begin(page, gates, SHORT)
    made = 0
    while wait_for_turn(page):
        assert made < MOST_MOVES
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        first = page.locator(".move").first
        expect(first).to_be_in_viewport()
        before = page.locator("#log .made").count()
        first.tap()
        expect(page.locator("#log .made").nth(before)).to_be_attached()
        made += 1
    assert made > 5
    expect(page.locator("#result")).to_contain_text("The game is over.")


def test_a_card_shows_its_moves_and_a_move_is_taken_back(opened: Pages, gates: Served) -> None:
    page = opened(viewport={"width": 1280, "height": 900})
    begin(page, gates)
    total = page.locator(".move").count()
    card = page.locator(".hand .card.named").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    word = card.get_attribute("data-word")
    texts = page.locator(".move code").all_inner_texts()
    assert texts
    assert len(texts) < total
    assert all(word and word in text for text in texts)
    assert (
        page.locator("#closer img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    )
    page.locator(".move").first.click()
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator("#status")).to_have_text("It is your turn")
    page.keyboard.press("u")
    expect(page.locator(".move")).to_have_count(total)
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_contain_text("greedy would")
    page.get_by_text("Keys, saving").click()
    page.get_by_label("Save the game as").fill("from-the-page")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#advice")).to_contain_text("saved in output/records/from-the-page.json")
    assert (gates.workspace / "output" / "records" / "from-the-page.json").is_file()


def test_two_people_play_at_two_browsers_of_the_network(
    browser: Browser, troubles: Troubles, tmp_path: Path
) -> None:
    with serving(tmp_path, [find_game(GAME)], "--port", "0", "--host", "0.0.0.0") as served:
        troubles.own.add(served.address)
        opened = Pages(browser, troubles)
        first, second = opened(), opened()
        first.goto(served.opening)
        first.goto(f"{served.address}/{GAME}/play")
        first.get_by_label("Seat 1").select_option("person")
        first.get_by_role("button", name="Begin").click()
        expect(first.locator("#invite")).to_be_visible()
        second.goto(first.locator("#invite a").get_attribute("href") or "")
        second.get_by_label("Your name").fill("Bea")
        second.get_by_role("button", name="Take seat 1").click()
        expect(second.locator(".mine")).to_be_visible()
        expect(first.locator(".other h3")).to_have_text("Bea, the defender")
        expect(first.locator("#invite")).to_be_hidden()
        for _ in range(6):
            pages = (first, second)
            expect(first.locator("#status")).to_have_text(re.compile("It is your turn|is to decide"))
            expect(second.locator("#status")).to_have_text(re.compile("It is your turn|is to decide"))
            active = first if first.locator(".move").count() else second
            idle = pages[1 - pages.index(active)]
            assert idle.locator(".move").count() == 0
            hand = set(active.locator(".hand .card").evaluate_all("cards => cards.map(c => c.dataset.word)"))
            shown = set(
                idle.locator(".card[data-word]").evaluate_all("cards => cards.map(c => c.dataset.word)")
            )
            on_table = set(
                active.locator("#surface .card").evaluate_all("cards => cards.map(c => c.dataset.word)")
            )
            assert not (hand - on_table) & shown
            before = idle.locator("#log .made").count()
            active.locator(".move").first.click()
            for page in pages:
                expect(page.locator("#log .made").nth(before)).to_be_attached()
        opened.close()


@pytest.mark.parametrize("game", ALL)
def test_the_hand_is_always_in_sight(opened: Pages, gates: Served, game: str) -> None:
    page = opened(viewport=WINDOW)
    begin(page, gates, game)
    for width, height in (WINDOW.values(), PHONE.values()):
        page.set_viewport_size({"width": width, "height": height})
        for where in (0, 10_000):
            page.evaluate(f"scrollTo(0, {where})")
            expect(page.locator("#hand .card").first).to_be_in_viewport(ratio=0.9)
    # The engine's own fields are said in words.
    expect(page.locator(".cloth")).not_to_contain_text(re.compile(r"\b(active|started|to act) "))


def test_a_card_is_clicked_or_dragged_to_where_it_goes(opened: Pages, gates: Served) -> None:
    page = opened(viewport=WINDOW)
    begin(page, gates, SHORTER)
    made, lit = page.locator("#log .made"), page.locator("#table .spot[data-place]")
    page.locator("#hand .card[draggable]").first.click()
    # The first cards are staged from lane to lane.
    expect(lit).to_have_count(1)
    lane = page.get_by_role("button", name="lane 0", exact=True)
    lane.hover()
    expect(page.locator("#says")).to_have_text(re.compile("^Lay an? .* in front of lane 0.$"))
    lane.click()
    expect(made).to_have_count(1)
    expect(made.first).to_contain_text("stage 0")
    page.locator("#hand .card[draggable]").first.drag_to(page.locator("[data-place='1']"))
    expect(made).to_have_count(2)
    expect(made.nth(1)).to_contain_text("stage 1")


def test_what_can_not_be_played_is_refused_in_a_sentence(opened: Pages, gates: Served) -> None:
    page = opened(viewport=WINDOW)
    begin(page, gates, "gateway")
    page.locator("#table .card[data-word=the-chancellor-speaks]").or_(
        page.locator("#table .card[data-word]:not([draggable])")
    ).first.click()
    expect(page.locator("#told")).to_have_text(re.compile(r"^[A-Z].+\.$"))
    expect(page.locator("#log .made")).to_have_count(0)


def test_cards_are_dealt_but_not_where_no_motion_is_asked_for(opened: Pages, gates: Served) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = opened(viewport=WINDOW, reduced_motion=motion)
        page.add_init_script(
            "Element.prototype.animate = function () { window.moved = (window.moved ?? 0) + 1; };"
        )
        begin(page, gates, SHORTER)
        # All cards in the hand, and the other one's.
        expect(page.locator("#game.undealt")).to_have_count(0)
        assert (page.evaluate("window.moved ?? 0") > page.locator("#hand .card").count()) == moves
        page.evaluate("window.moved = 0")
        page.locator(".move", has_text="stage 0").first.click()
        expect(page.locator("#log .made").first).to_be_attached()
        assert (page.evaluate("window.moved") > 0) == moves


@pytest.mark.parametrize(
    ("game", "bot", "seed"),
    [
        ("battle-gate", "greedy", 3),
        ("gateway", "greedy", 5),
        ("hold-the-gates", "random", 2),
        ("hold-the-line", "greedy", 4),
        ("strongholds", "greedy", 2),
    ],
)
def test_every_game_is_played_to_its_end_on_its_own_board(
    opened: Pages, gates: Served, game: str, bot: str, seed: int
) -> None:
    page = opened(viewport=WINDOW, reduced_motion="reduce")
    page.goto(f"{gates.address}/{game}/play")
    page.get_by_label("Name of player 0").fill("Ada")
    page.locator("#player-1").select_option(bot)
    page.evaluate(f"document.getElementById('new-seed').value = '{seed}'")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".mine h3")).to_contain_text("Ada (you)")
    assert page.locator(".area .spot").count() > 3
    made = 0
    while wait_for_turn(page):
        made += 1
        assert made < 30
        number = page.locator("#log .made").count()
        page.locator(".move").first.click()
        expect(page.locator("#log .made").nth(number)).to_be_attached()
    result = page.locator("#result")
    expect(result.locator("th")).to_have_text(["Ada (you)", f"Bot ({bot})"])
    expect(page.locator("#log")).to_contain_text(f"Bot ({bot})")
