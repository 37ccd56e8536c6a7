"""What is read at play is not under 7 points, measured in the files that are printed."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from games import PROJECT, run_here

LEAST = 7.0
APART = ("*box*.pdf", "*board*.pdf", "rulebook*.pdf")
"""What nobody reads from a hand."""


def letters(file: Path) -> Iterator[tuple[str, float]]:
    """The font and the size of each letter that the pages of a file show."""
    name, flags = ctypes.create_string_buffer(100), ctypes.c_int()
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
                pdfium.FPDFText_GetFontInfo(text, index, name, 100, flags)
                yield name.value.decode(), round(size, 2)


def small_letters(file: Path) -> Counter[float]:
    """How many letters of each size under :data:`LEAST` the pages of a file show."""
    return Counter(size for _, size in letters(file) if size < LEAST - 0.01)


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


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_all_words_on_gateways_cards_have_one_size(tmp_path: Path) -> None:
    only = [word for name in ("city", "helpers", "guards", "horde") for word in ("--only", name)]
    game = PROJECT / "cards" / "gateway"
    done = run_here("build", game, "--form", "pod", "--backs", "none", "--out", tmp_path, *only)
    assert done.code == 0, done.stderr
    words = Counter(
        (file.name, size)
        for file in tmp_path.rglob("*.pdf")
        for font, size in letters(file)
        if "AlegreyaSans-Medium" in font and size > LEAST
    )
    assert {size for _, size in words} == {10.6}, words


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_all_names_on_gateways_cards_have_one_size(tmp_path: Path) -> None:
    only = [word for name in ("city", "runestones", "horde", "events") for word in ("--only", name)]
    game = PROJECT / "cards" / "gateway"
    done = run_here("build", game, "--form", "pod", "--backs", "none", "--out", tmp_path, *only)
    assert done.code == 0, done.stderr
    files = list(tmp_path.rglob("*.pdf"))
    assert {size for file in files for font, size in letters(file) if "Marcellus" in font} == {13.5}
