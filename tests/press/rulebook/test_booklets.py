"""The bundled booklets: a measure that reads well, full sheets, nothing of the engine's own."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pypdfium2
import pytest
from games import run_here


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "sides"), [("gateway", 16), ("hold-the-gates", 12)])
def test_lines_have_55_to_70_characters_and_no_page_is_blank(
    tmp_path: Path, game: str, sides: int, paper: str
) -> None:
    done = run_here("build", game, "--only", "rulebook", "--paper", paper, "--out", tmp_path)
    assert (done.code, done.stderr) == (0, "")
    (file,) = (tmp_path / game).iterdir()
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]
    assert 2 * len(texts) == sides
    text = "\n".join(texts)
    # Full lines; shorter ones end a paragraph or stand in a table.
    lines = [len(line.strip()) for line in text.splitlines() if ". . ." not in line]
    assert 55 <= median([length for length in lines if length >= 50]) <= 70
    assert "'" not in text
    assert text.lower().count("prototype") == 1
