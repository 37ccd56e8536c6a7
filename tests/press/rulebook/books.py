"""A tiny game with a rulebook, and what its PDF says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import yaml
from games import Result, run_here, write_game

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.faces import FaceRenderer
from generator.press.preflight.inspector import Preflight
from generator.press.request import PrintRequest
from generator.press.rulebook.book import Book, lay_out
from generator.press.rulebook.job import plan_book
from generator.press.rulebook.pages import Moved, Page, Tagged, TextDrawing

CARDS: Sequence[Mapping[str, Any]] = (
    {"name": "Knight", "power": 3, "copies": 4},
    {"name": "Bishop & Sons", "power": 2, "copies": 2},
)
FRONT = """\
<card>
  <rect x="10" y="20" width="40" height="30" fill="#000000"/>
  <text width="60">{{ name }}</text>
</card>
"""


def write_book(
    folder: Path,
    text: str,
    *,
    rulebook: Mapping[str, Any] | None = None,
    cards: Sequence[Mapping[str, Any]] = CARDS,
    front: str = FRONT,
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """A game ``tiny`` in the folder; ``text`` is its rulebook.md."""
    component = {
        "size": "poker",
        "cards": "cards.yaml",
        "front": "card.xml.j2",
        "safe": 0,
        "press": {"backs": "none"},
    }
    game = {
        "title": "Tiny",
        "players": "2-4",
        "rules": {"points": 100},
        "rulebook": dict(rulebook or {}),
        "components": {"cards": component},
    }
    return write_game(
        folder / "tiny",
        game=yaml.safe_dump(game, sort_keys=False),
        cards=cards,
        front=front,
        files={"rulebook.md": text, **(files or {})},
    )


def build(folder: Path, *more: str) -> Result:
    """Builds the rulebook of the game in the folder ``tiny``, into ``out``."""
    game, out = folder / "tiny", folder / "out"
    return run_here("build", game, "--only", "rulebook", "--no-cache", "--out", out, *more)


def pages_of(path: Path) -> list[str]:
    """The text of each page, with single spaces."""
    document = pypdfium2.PdfDocument(path)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def text_of(folder: Path) -> str:
    return " ".join(pages_of(folder / "out" / "tiny" / "rulebook-a4.pdf"))


def laid_out(folder: Path, name: str = "a4", *, low_ink: bool = False) -> Book:
    """The pages of a game's rulebook, with the pieces on them."""
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None, list(problems)
    job = plan_book(game, PrintRequest(paper(name), low_ink=low_ink))
    assert job is not None
    book = lay_out(job, FaceRenderer.of(game, problems), Preflight(), problems)
    assert book is not None, list(problems)
    return book


def drawings(*pages: Page) -> Iterator[tuple[float, float, object]]:
    """What is drawn on the pages, and by how much it is moved on its page."""
    for placed in (placed for page in pages for placed in page):
        for drawing in placed.piece.drawings:
            x, y, inside = inmost(drawing)
            yield placed.x + x, placed.y + y, inside


def inmost(drawing: object) -> tuple[float, float, object]:
    """What is drawn, and how far it is moved."""
    x = y = 0.0
    while isinstance(drawing, Moved | Tagged):
        if isinstance(drawing, Moved):
            x, y = x + drawing.x, y + drawing.y
        drawing = drawing.drawing
    return x, y, drawing


def said(text: TextDrawing) -> str:
    return "".join(piece.text for span in text.block.spans for piece in span.pieces).strip()
