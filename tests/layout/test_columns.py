"""Text in columns and readings over letters, measured in the PDF by PDFium and read by Poppler."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from games import read_game, write_game

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.press.build import build
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest

from .conftest import LayOut

PROJECT = Path(__file__).resolve().parents[2]
KARUTA = PROJECT / "docs" / "pictures" / "sample" / "karuta.otf"
THEME = {"fonts": {"title": KARUTA.name, "body": KARUTA.name}}
FILES = {f"fonts/{KARUTA.name}": KARUTA.read_bytes()}
EM = 20 * 25.4 / 72
"""Of 20 points, in mm."""


class Letter(NamedTuple):
    """The middle of what is seen of it, and its size, in mm from the page's top left corner."""

    x: float
    y: float
    width: float
    height: float


def built(tmp_path: Path, line: str) -> Path:
    problems = Problems()
    game = write_game(tmp_path / "g", front=f"<card>{line}</card>", theme=THEME, files=FILES)
    jobs = plan_jobs(read_game(game, problems), PrintRequest(paper("a4"), {"marks": "none"}))
    (written,) = build(jobs, tmp_path / "out", problems, lambda _: None)
    assert not list(problems)
    return written.path


def letters(path: Path) -> dict[str, Letter]:
    """The letters of a card by themselves; each may be there once."""
    page = pypdfium2.PdfDocument(path)[0]
    texts = page.get_textpage()
    found: dict[str, Letter] = {}
    for index in range(texts.count_chars()):
        left, bottom, right, top = (side * 25.4 / 72 for side in texts.get_charbox(index))
        letter = texts.get_text_range(index, 1)
        high = page.get_height() * 25.4 / 72
        place = Letter((left + right) / 2, high - (top + bottom) / 2, right - left, top - bottom)
        found.setdefault(letter, place)
    return found


def test_letters_stand_below_each_other_and_columns_run_to_the_left(tmp_path: Path) -> None:
    line = '<text x="5" y="5" width="40" height="60" size="20" writing="vertical">秋田<br/>衣手</text>'
    seen = letters(built(tmp_path, line))
    assert seen["田"].y - seen["秋"].y == pytest.approx(EM, abs=0.2)
    assert seen["田"].x == pytest.approx(seen["秋"].x, abs=0.2)
    assert seen["秋"].x - seen["衣"].x == pytest.approx(1.2 * EM, abs=0.3)
    assert seen["衣"].y == pytest.approx(seen["秋"].y, abs=0.3)


def test_latin_letters_lie_on_their_side_but_for_a_few_in_one_square(tmp_path: Path) -> None:
    line = '<text width="40" height="60" size="20" writing="vertical">AB秋<tcy>12</tcy></text>'
    path = built(tmp_path, line)
    seen = letters(path)
    assert seen["B"].y > seen["A"].y + 3
    assert seen["B"].x == pytest.approx(seen["A"].x, abs=0.5)
    # Readers take the square for one thing: what is drawn is looked at.
    square, above = _ink(path, seen["秋"].y + EM / 2, seen["秋"].y + 1.5 * EM), seen["秋"]
    assert square.width > EM / 2
    assert square.x == pytest.approx(above.x, abs=0.5)


def _ink(path: Path, top: float, bottom: float) -> Letter:
    """What is printed in a band of the page, in mm."""
    dots = 300 / 25.4
    picture = (
        pypdfium2.PdfDocument(path)[0].render(scale=300 / 72).to_pil().convert("L").point(lambda v: 255 - v)
    )
    box = picture.crop((0, round(top * dots), picture.width, round(bottom * dots))).getbbox()
    assert box is not None
    left, high, right, low = (side / dots for side in box)
    return Letter((left + right) / 2, top + (high + low) / 2, right - left, low - high)


def test_full_stops_stand_in_the_corner_that_columns_have(tmp_path: Path) -> None:
    line = '<text width="40" height="60" size="20" writing="vertical">秋。田</text>'
    seen = letters(built(tmp_path, line))
    assert seen["。"].x > seen["秋"].x + EM / 5
    assert seen["。"].y < (seen["秋"].y + seen["田"].y) / 2


@pytest.mark.parametrize("writing", ["vertical", "horizontal"])
def test_a_reading_stands_beside_its_letter(writing: str, tmp_path: Path) -> None:
    line = (
        f'<text width="40" height="60" size="20" writing="{writing}">衣<ruby>露<rt>つゆ</rt></ruby>は</text>'
    )
    seen = letters(built(tmp_path, line))
    letter, first, second = seen["露"], seen["つ"], seen["ゆ"]
    if writing == "vertical":
        assert first.x > letter.x + EM / 2
        assert (first.y + second.y) / 2 == pytest.approx(letter.y, abs=0.6)
        assert second.y - first.y == pytest.approx(EM / 2, abs=0.4)
    else:
        assert first.y < letter.y - EM / 2
        assert (first.x + second.x) / 2 == pytest.approx(letter.x, abs=0.6)


def test_a_wide_reading_keeps_away_from_its_neighbours(tmp_path: Path) -> None:
    line = '<text width="60" size="20">衣<ruby>露<rt>あいうえお</rt></ruby>は</text>'
    seen = letters(built(tmp_path, line))
    assert seen["あ"].x - seen["衣"].x > EM / 2
    assert seen["は"].x - seen["お"].x > EM / 2


def test_a_poem_is_copied_column_by_column(tmp_path: Path) -> None:
    line = '<text width="40" height="60" size="12" writing="vertical">秋の田の<br/>かりほの庵の</text>'
    path = built(tmp_path, line)
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True)
    text = done.stdout.replace("\n", "")
    assert text.index("秋の田の") < text.index("かりほの庵の")


def test_columns_shrink_and_say_what_does_not_fit(lay_out: LayOut) -> None:
    for length, size in ((4, 20.0), (20, 11.5)):
        line = f'<text width="9" height="60" size="20" writing="vertical">{"秋" * length}</text>'
        laid = lay_out(line, theme=THEME, files=FILES)
        assert laid.problems == []
        assert laid.block.size == size
    line = f'<text width="9" height="20" size="20" writing="vertical">{"秋" * 10_000}</text>'
    (problem,) = lay_out(line, theme=THEME, files=FILES).problems
    assert "too wide for its box even at 5.5 pt" in problem


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<ruby></ruby>", "a <ruby> is empty"),
        ("<ruby>秋</ruby>", "a <ruby> has no reading"),
        ("<ruby><rt>あき</rt></ruby>", "an <rt> has no letters in front of it"),
        ("<rt>あき</rt>", "<rt> stands only inside a <ruby>"),
        ("<ruby><ruby>秋<rt>あ</rt></ruby><rt>き</rt></ruby>", "<ruby> can't stand inside a <ruby>"),
        ("<tcy>12345</tcy>", "<tcy> holds no more than 4 letters"),
        ("<tcy><b>1</b></tcy>", "<tcy> holds no more than 4 letters, and no tags"),
        ('<ruby lang="ja">秋<rt>あ</rt></ruby>', "<ruby> has no attribute `lang`"),
    ],
)
@pytest.mark.parametrize("writing", ["vertical", "horizontal"])
def test_tags_that_are_used_wrongly_are_reported(
    inside: str, message: str, writing: str, lay_out: LayOut
) -> None:
    line = f'<text width="40" height="40" writing="{writing}">{inside}</text>'
    (problem,) = lay_out(line, theme=THEME, files=FILES).problems
    assert message in problem
    assert "card.xml.j2:2:" in problem


def test_hebrew_in_a_column_runs_as_in_a_line(lay_out: LayOut) -> None:
    theme = {"fonts": {"title": "rubik", "body": "rubik"}}
    glyphs = []
    for writing in ("vertical", "horizontal"):
        block = lay_out(f'<text width="40" height="40" writing="{writing}">אבג 12</text>', theme=theme).block
        glyphs.append(
            [glyph.glyph_id for span in block.spans for piece in span.pieces for glyph in piece.glyphs]
        )
    assert glyphs[0] == glyphs[1]
