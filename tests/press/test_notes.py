"""A note on the sheets: on every page, inside the slug's band, and large enough to read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from games import read_game, write_game

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.press.build import build
from generator.press.planning import plan_jobs

from .pdf_games import band_of, inside, request_of
from .pdf_measure import POINT, Edges, Pdf

NOTE = "NOT A LEGAL DECK: 103 points, 3 over, and 12 more faults"
READABLE = 4.0
"""Points."""
COMMA = 0.1
"""How far a comma may hang below the band, in mm."""


def printed(folder: Path, note: str, *, name: str = "Cards", size: str = "poker", **given: Any) -> Path:
    game_folder = write_game(
        folder,
        cards=f"name: {name}\ncards:\n  - {{name: Knight, copies: 12}}\n",
        back="<card/>",
        component={"size": size},
    )
    problems = Problems()
    game = read_game(game_folder, problems)
    papers = paper(given.pop("papers", "a4"))
    notes = {cards: note for component in game.components for cards in component.sets}
    jobs = plan_jobs(game, request_of(papers, **given), notes)
    (written,) = build(jobs, folder / "output", problems, lambda _: None)
    assert not problems
    return written.path


def slug_letters(path: Path, page: int, words: str) -> tuple[list[Edges], float]:
    """Where each letter of ``words`` stands on a page (mm from the top left), and their size in points."""
    document = pypdfium2.PdfDocument(path)
    height = document[page].get_height()
    text = document[page].get_textpage()
    whole = text.get_text_range()
    assert words in whole, whole
    start = whole.index(words)
    boxes = [text.get_charbox(index) for index in range(start, start + len(words)) if whole[index] != " "]
    size = pdfium.FPDFText_GetFontSize(text, start)
    mm = [
        (left * POINT, (height - top) * POINT, right * POINT, (height - bottom) * POINT)
        for left, bottom, right, top in boxes
    ]
    return mm, size


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"papers": "letter"},
        {"papers": "a3", "backs": "none"},
        {"papers": "legal", "backs": "duplex-short"},
        {"backs": "gutterfold"},
        {"papers": "200x300mm"},
        {"papers": "a4 landscape", "size": "tarot"},
    ],
)
def test_the_note_stands_on_every_page_inside_the_band(tmp_path: Path, given: dict[str, str]) -> None:
    path = printed(tmp_path, NOTE, **given)
    pages = Pdf(path).pages
    assert pages
    for index, page in enumerate(pages):
        band = band_of(page)
        assert band is not None
        letters, size = slug_letters(path, index, NOTE)
        assert size >= READABLE
        for letter in letters:
            assert inside(letter, band, COMMA)


def test_a_long_name_is_shortened_before_the_note_gets_too_small(tmp_path: Path) -> None:
    path = printed(tmp_path, NOTE, name="Grandmother’s " * 40)
    _, size = slug_letters(path, 0, NOTE)
    assert size >= READABLE
    text = Pdf(path).texts()[0]
    assert "Grandmother’s Grandmother’s" in text
    assert "…" in text
    assert "print at 100 %" in text


def test_sheets_without_a_note_have_no_gap_where_it_would_be(tmp_path: Path) -> None:
    text = Pdf(printed(tmp_path, "")).texts()[0]
    assert "· ·" not in text
    assert "Cards · " in text
