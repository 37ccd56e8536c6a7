"""What is read at play is not under 7 points, measured in the files that are printed."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from games import PROJECT, run_here

LEAST = 7.0
APART = ("*box*.pdf", "*board*.pdf", "rulebook*.pdf")
"""What nobody reads from a hand."""


CAPTION = 7.5 / 25.4 * 72
"""From the edge of a sheet, what the press says of it: no card reaches so far."""


def letters(file: Path) -> Iterator[tuple[str, float]]:
    """The font and the size of each letter that the pages of a file show inside their captions."""
    name, flags = ctypes.create_string_buffer(100), ctypes.c_int()
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            text, (width, height) = page.get_textpage(), page.get_size()
            for index in range(text.count_chars()):
                matrix = pdfium.FS_MATRIX()
                if pdfium.FPDFText_GetUnicode(text, index) <= 0x20:
                    continue
                assert pdfium.FPDFText_GetMatrix(text, index, matrix)
                if min(matrix.e, width - matrix.e, matrix.f, height - matrix.f) < CAPTION:
                    continue
                size = pdfium.FPDFText_GetFontSize(text, index) * (matrix.c**2 + matrix.d**2) ** 0.5
                pdfium.FPDFText_GetFontInfo(text, index, name, 100, flags)
                yield name.value.decode(), round(size, 2)


def small_letters(file: Path) -> Counter[float]:
    """How many letters of each size under :data:`LEAST` the pages of a file show."""
    return Counter(size for _, size in letters(file) if size < LEAST - 0.01)


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("game", sorted(folder.name for folder in (PROJECT / "cards").iterdir()))
def test_no_card_is_read_in_less_than_seven_points(game: str, tmp_path: Path) -> None:
    done = run_here("build", PROJECT / "cards" / game, "--paper", "a4", "--out", tmp_path)
    assert done.code == 0, done.stderr
    files = [file for file in tmp_path.rglob("*.pdf") if not any(map(file.match, APART))]
    assert files
    assert {file.name: dict(small_letters(file)) for file in files if small_letters(file)} == {}


def printed(game: str, folder: Path, decks: Sequence[str], *options: str) -> list[tuple[str, float]]:
    """The fonts and sizes of all letters of some decks of a game."""
    done = run_here("build", PROJECT / "cards" / game, "--paper", "a4", "--out", folder, *options)
    assert done.code == 0, done.stderr
    files = [file for deck in decks for file in folder.rglob(f"{deck}-a4-*.pdf")]
    assert len(files) == len(decks)
    return [letter for file in files for letter in letters(file)]


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_the_words_on_gateways_cards_have_one_size_and_their_names_another(tmp_path: Path) -> None:
    words = set(printed("gateway", tmp_path, ("city", "helpers", "guard", "horde")))
    assert {size for font, size in words if "AlegreyaSans-Medium" in font and size > LEAST} == {10.6}
    names = {*words, *printed("gateway", tmp_path, ("events", "lesser", "normal", "greater"))}
    # The backs have the wordmark.
    assert {size for font, size in names if "Marcellus" in font} == {13.5, 17.98}


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("language", [(), ("--lang", "de"), ("--lang", "fr")], ids=["", "de", "fr"])
def test_battle_gates_cards_describe_everybody_in_one_size(language: tuple[str, ...], tmp_path: Path) -> None:
    decks = [file.stem for file in (PROJECT / "cards" / "battle-gate" / "decks").glob("*.yaml")]
    only = () if language == () else ("--only", "decks")
    words = {
        (font.partition("+")[2] or font, size)
        for font, size in printed("battle-gate", tmp_path, decks, *only, *language)
        if "Vollkorn-Italic" in font or "AlegreyaSans" in font
    }
    assert words == {("Vollkorn-Italic-400", 9.0), ("AlegreyaSans-Regular", 9.5)}
