"""The picture of a balance report in the README: the first pages of a real one.

``python -m tests.balance_picture`` plays the games and draws it.
"""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from tests.games import run

COMMAND = "balance battle-gate --bots random --measure seats,decks --games 200"
PICTURE = Path(__file__).resolve().parent.parent / "docs" / "balance.png"
PAGES = 2
SCALE = 1.15
"""Pixels a point."""
FRAME = (190, 190, 190)
GAP = 12


def draw(folder: Path) -> Image.Image:
    """The first pages side by side, of a report that is made in the folder."""
    done = run(*shlex.split(COMMAND), "--report", "balance.pdf", cwd=folder)
    assert done.code == 0, done.output
    document = pypdfium2.PdfDocument(folder / "balance.pdf")
    pages = [
        ImageOps.expand(document[number].render(scale=SCALE).to_pil().convert("RGB"), 1, FRAME)
        for number in range(min(PAGES, len(document)))
    ]
    picture = Image.new(
        "RGB", (sum(page.width + GAP for page in pages) - GAP, max(page.height for page in pages)), "white"
    )
    left = 0
    for page in pages:
        picture.paste(page, (left, 0))
        left += page.width + GAP
    return picture


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        draw(Path(name)).quantize(64).save(PICTURE, optimize=True)
