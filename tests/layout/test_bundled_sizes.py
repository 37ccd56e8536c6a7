"""What is read at play is not under 7 points, measured in the files that are printed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from games import PROJECT, run_here

LEAST = 7.0
APART = ("*box*.pdf", "*board*.pdf", "rulebook*.pdf")
"""What nobody reads from a hand."""


def small_letters(file: Path) -> Counter[float]:
    """How many letters of each size under :data:`LEAST` the pages of a file show."""
    found: Counter[float] = Counter()
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            text = page.get_textpage()
            for index in range(text.count_chars()):
                matrix = pdfium.FS_MATRIX()
                if pdfium.FPDFText_GetUnicode(text, index) <= 0x20:
                    continue
                assert pdfium.FPDFText_GetMatrix(text, index, matrix)
                height = (matrix.c**2 + matrix.d**2) ** 0.5
                size = pdfium.FPDFText_GetFontSize(text, index) * height
                if size < LEAST - 0.01:
                    found[round(size, 2)] += 1
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("low_ink", [(), ("--low-ink",)], ids=["", "low-ink"])
@pytest.mark.parametrize("game", sorted(folder.name for folder in (PROJECT / "cards").iterdir()))
def test_no_card_is_read_in_less_than_seven_points(
    game: str, low_ink: tuple[str, ...], tmp_path: Path
) -> None:
    done = run_here("build", PROJECT / "cards" / game, "--form", "pod", "--out", tmp_path, *low_ink)
    assert done.code == 0, done.stderr
    files = [file for file in tmp_path.rglob("*.pdf") if not any(map(file.match, APART))]
    assert files
    assert {file.name: dict(small_letters(file)) for file in files if small_letters(file)} == {}
