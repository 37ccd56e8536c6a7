"""From a saved card to its new picture in the browser, and an edit in Layout, beside a build of that card.

``python -m tests.benchmarks.studio [--saves N]``

A plain game of 54 cards and Battle Gate are served to a real Chromium. Timed are a card, from its save until
the page has loaded the new picture, and an element in *Layout*, from its width to the card as drawn then.
The peer is `gatepress build --form png --select CARD`, which draws the same face in a process of its own.
"""

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from tests.benchmarks.everyday import PLAIN_CARDS, PLAIN_FRONT, PROJECT
from tests.benchmarks.measure import ENVIRONMENT, measure
from tests.benchmarks.printed import note
from tests.benchmarks.tools import GATEPRESS
from tests.games import write_game

sys.path.append(str(PROJECT / "tests"))
from studio.browser import PATIENCE, copied_game, opened_browser, serving

NOTE_LOADS = """picture => {
    window.loadedAt = 0;
    picture.addEventListener("load", () => { window.loadedAt = Date.now(); });
}"""
MOVE = """field => new Promise(resolve => {
    const begun = performance.now();
    document.getElementById("picture").addEventListener(
        "load", () => resolve(performance.now() - begun), { once: true });
    field.value = Number(field.value) + 0.5;
    field.dispatchEvent(new Event("change", { bubbles: true }));
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--saves", type=int, default=15, help="saves and moves that are counted (15)")
    saves = parser.parse_args().saves
    with tempfile.TemporaryDirectory() as name, opened_browser() as browser:
        folder = Path(name)
        ENVIRONMENT["GATEPRESS_CACHE"] = str(folder / "cache")
        cards = [{"name": f"Card {number}", "id": f"card-{number}"} for number in range(PLAIN_CARDS)]
        plain = write_game(folder / "plain", cards=cards, front=PLAIN_FRONT)
        battle_gate = copied_game(folder, "battle-gate")
        deck = battle_gate / "decks" / "night-shift.yaml"
        rows = (
            ("a plain game of 54 cards", plain, plain / "cards.yaml", "Card 7", "cards/cards/card-7"),
            ("Battle Gate", battle_gate, deck, "Belongs", "decks/night-shift/odd-bone"),
        )
        print(f"{'':<28}{'save to picture':>18}{'edit in Layout':>18}{'a build of the card':>22}")
        with serving(folder, [plain, battle_gate], "--port", "0", anew=True) as served:
            for label, game, card_list, word, face in rows:
                page = browser.new_page()
                page.goto(f"{served.address}/{game.name}/gallery")
                saved = _saves(page, card_list, word, face, saves)
                page.goto(f"{served.address}/{game.name}/layout")
                moved = _moves(page, saves)
                page.close()
                card = face.rpartition("/")[2]
                build = [GATEPRESS, "build", str(game), "--form", "png", "--no-cache", "--select", card]
                built = 1000 * median(
                    measure([*build, "--out", str(folder / "out")], again=0).seconds for _ in range(5)
                )
                print(f"{label:<28}{saved:>15.0f} ms{moved:>15.0f} ms{built:>19.0f} ms")
                if game is plain:
                    note("picture", saved / built)


def _saves(page: Page, card_list: Path, word: str, face: str, saves: int) -> float:
    """Milliseconds from a save to the picture, by the clock that page and program share."""
    picture = page.locator(f'img[data-face="{face}"]').first
    picture.scroll_into_view_if_needed()
    page.wait_for_timeout(1000)
    picture.evaluate(NOTE_LOADS)
    times = []
    for number in range(saves + 1):
        page.evaluate("window.loadedAt = 0")
        text = card_list.read_text("utf-8")
        begun = 1000 * time.time()
        card_list.write_text(re.sub(rf"{word}\w*", word + "o" * (number + 1), text, count=1), "utf-8")
        give_up = time.monotonic() + PATIENCE
        while not (loaded := page.evaluate("window.loadedAt")):
            if time.monotonic() > give_up:
                raise SystemExit(f"{face} was saved, and its picture did not change")
            page.wait_for_timeout(5)
        times.append(loaded - begun)
        page.wait_for_timeout(300)
    # The first one finds the studio still drawing what nobody has looked at.
    return median(times[1:])


def _moves(page: Page, moves: int) -> float:
    """Milliseconds from a number that is changed to the card as it is drawn then."""
    elements = page.locator("#elements")
    page.locator("#elements option").first.wait_for(state="attached")
    place = page.locator("#elements option").filter(has_text=re.compile("^<(rect|text)>"))
    elements.select_option(place.first.get_attribute("value"))
    times = []
    for _ in range(moves + 1):
        page.wait_for_timeout(300)
        times.append(page.get_by_label("width", exact=True).evaluate(MOVE))
    return median(times[1:])


if __name__ == "__main__":
    main()
