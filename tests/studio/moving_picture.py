"""The moving picture at the head of the README: ``python -m tests.studio.moving_picture`` takes it anew.

A deck from the template ``cards`` in the real studio, and beside it the file that somebody edits: as soon as
a card is saved, the page shows it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image

PROJECT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(PROJECT / "tests"))

from playwright.sync_api import Page, expect  # noqa: E402

from generator.catalog.problems import Problems  # noqa: E402
from generator.importing.starting import begin_game  # noqa: E402
from studio.browser import Pages, Troubles, opened_browser, serving  # noqa: E402
from studio.screenshots import await_finished  # noqa: E402

PICTURE = PROJECT / "docs" / "pictures" / "studio" / "saved.gif"
MOST_BYTES = 600_000
HEIGHT, EDITOR, STUDIO = 560, 430, 690
COLOURS = 128
CARD = "- name: Hungry "
"""What the entry that is edited begins with."""
LINES = 13
"""Of the file, from three above that."""
EDITS = (
    ("name: Hungry Judge", "name: Hungry King"),
    ("hat: turban", "hat: crown"),
    ("Buys the dearest goods at any one stall.", "Eats the dearest goods at every stall."),
)
"""What is typed, one after the other; each is saved."""
FILE_PAGE = """<style>
  body {{ margin: 0; background: #23222e; color: #d8d4e2; font: 13.5px/1.55 monospace; }}
  header {{ background: #17161f; color: #a9a4b8; padding: 9px 16px; font-size: 12.5px }}
  pre {{ margin: 14px 16px; font: inherit; white-space: pre-wrap }}
  b {{ background: #f3b33d; color: #23222e; font-weight: 400 }}
  .saved {{ color: #7fd18a; float: right }}
</style><header>{name}<span class="saved">{state}</span></header><pre>{text}</pre>"""


class Frame(NamedTuple):
    """A picture of both, and for how many milliseconds it stays."""

    picture: Image.Image
    stays: int


def main() -> None:
    """Takes the picture anew."""
    with tempfile.TemporaryDirectory() as folder, opened_browser() as browser:
        game = Path(folder) / "night-market"
        begin_game(game, "cards", None, Problems())
        with serving(Path(folder), [game], "--port", "0") as studio:
            pages = Pages(browser, Troubles({studio.address}))
            page = pages(viewport={"width": STUDIO, "height": HEIGHT}, reduced_motion="reduce")
            editor = pages(viewport={"width": EDITOR, "height": HEIGHT}, reduced_motion="reduce")
            page.goto(f"{studio.address}/{game.name}/gallery")
            frames = list(_frames(page, editor, game / "cards.yaml"))
            pages.close()
    _write(frames)


def _frames(page: Page, editor: Page, file: Path) -> Iterator[Frame]:
    text = file.read_text("utf-8")
    card = page.locator("#cards img").nth(text.partition(CARD)[0].count("\n- name:"))
    expect(card).to_be_visible()
    yield _frame(page, editor, text, "", "saved", 1600)
    for before, after in EDITS:
        yield _frame(page, editor, text, before, "saved", 600)
        # Letter by letter from the first that differs.
        first = next(place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
        for length in range(first + 1, len(after), 3):
            typed = text.replace(before, after[:length], 1)
            yield _frame(page, editor, typed, after[:length], "not saved", 120)
        text = text.replace(before, after, 1)
        yield _frame(page, editor, text, after, "not saved", 500)
        shown = card.get_attribute("src")
        file.write_text(text, "utf-8")
        expect(card).not_to_have_attribute("src", shown or "")
        yield _frame(page, editor, text, after, "saved", 1900)


def _frame(page: Page, editor: Page, text: str, marked: str, state: str, stays: int) -> Frame:
    await_finished(page)
    lines = text.splitlines()
    first = max(0, next(number for number, line in enumerate(lines) if line.startswith(CARD)) - 3)
    shown = escape("\n".join(lines[first : first + LINES]), quote=False)
    if marked:
        shown = shown.replace(escape(marked, quote=False), f"<b>{escape(marked, quote=False)}</b>", 1)
    editor.set_content(FILE_PAGE.format(name="night-market/cards.yaml", state=state, text=shown))
    both = Image.new("RGB", (EDITOR + STUDIO, HEIGHT))
    for shot, left in ((editor, 0), (page, EDITOR)):
        with Image.open(BytesIO(shot.screenshot(animations="disabled"))) as picture:
            both.paste(picture.convert("RGB"), (left, 0))
    return Frame(both, stays)


def _write(frames: list[Frame]) -> None:
    """All frames in the colours of the last, which has most of them."""
    palette = frames[-1].picture.quantize(COLOURS, dither=Image.Dither.NONE)
    pictures = [frame.picture.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    pictures[0].save(
        PICTURE,
        save_all=True,
        append_images=pictures[1:],
        duration=[frame.stays for frame in frames],
        loop=0,
        optimize=True,
    )
    size = PICTURE.stat().st_size
    assert size <= MOST_BYTES, f"{PICTURE.name} has {size} bytes, {MOST_BYTES} are the most"
    print(f"{len(frames)} frames, {size} bytes in {PICTURE}")


if __name__ == "__main__":
    main()
