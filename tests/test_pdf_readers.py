"""Every kind of PDF file that a command writes opens in all the readers that people have, without a word."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pdf_readers
import pytest
from games import run_here, write_game
from PIL import Image

FRONT = """\
<card>
  <rect x="-3" y="-3" width="94.9" height="56.8" fill="#f4ead2"/>
  <image x="4" y="20" width="20" height="20" href="clear.png"/>
  <image x="30" y="20" width="20" height="20" href="grey.jpg" opacity="0.5"/>
  <icon x="60" y="20" width="10" height="10" name="mdi6.sword" fill="#4a2b1a"/>
  <text x="4" y="4" width="80" font="title" size="12" stroke="#ffffff" stroke-width="0.3">{{ name }}</text>
  <text x="4" y="41" width="80" size="8">{{ text|rich }}</text>
</card>
"""
BACK = '<card><rect x="-3" y="-3" width="94.9" height="56.8" fill="#4a2b1a"/></card>\n'
BOOK = """\
## Of baffling fjords

A flag offers *affluence*: {mdi6.sword}. [A page](https://example.org).

1. Первое, δεύτερον.
2. Then another.

| card | power |
|---|:-:|
| Knight | 3 |
"""
GAME = {
    "title": "Baffling fjords",
    "rulebook": {},
    "components": {
        "cards": {
            "size": "88.9 x 50.8 mm",
            "bleed": "3 mm",
            "safe": 0,
            "cards": "cards.yaml",
            "front": "card.xml.j2",
            "back": "back.xml.j2",
        },
    },
}
CARDS = [
    {"name": "Baffling fjord", "text": "**Flaky** offices: {mdi6.sword} Ærø, Ωμέγα, Щит."},
    {"name": "Second", "copies": 2, "text": "Nothing to tell."},
]
KINDS = (
    "build game",
    "build game --only cards --backs gutterfold --paper letter --low-ink",
    "build game --only cards --backs duplex-short --marks lines --gap 0 --paper 200x290mm",
    "build game --only cards --bleed-from mirror --gap 6 --back-offset 1x1",
    "build game --only cards --form pod",
    "build game --only cards --registration silhouette",
    "build game --only cards --sheet avery-5371",
    "build game --only cards --contact",
    "build battle-gate --only rulebook --paper a4",
    "build hold-the-gates --only tokens --only board --only box --only rulebook --paper a4",
    "build battle-gate --only five-a-side --select *st* --lang de",
    "deck print five-a-side --select *st*",
    "calibrate",
    "check game --vision",
    "export game --to pdfa",
    "export game --to pdfx --cut-lines",
    "export game --to pdfx --whole-sheets",
    "export hold-the-gates --to dtc --only aids",
    "export game --to tts",
    "export game --to zip",
    "diff game changed --print",
    "stats hold-the-gates --component cards --plots charts.pdf",
    "sweep battle-gate --set rules.first_turn.first_player=3,4 --bots random --games 4 --plots s.pdf",
    "balance hold-the-line --bots random --measure seats --games 8 --report b.pdf",
)
"""One of each. Hold the Gates! has tokens, a board on two pages, a box and a booklet."""


def write_games() -> None:
    """One with all that a page may show, in the folder ``game``; and the same with another card."""
    clear, grey = BytesIO(), BytesIO()
    Image.new("RGBA", (400, 400), (200, 30, 30, 90)).save(clear, "PNG")
    Image.linear_gradient("L").resize((400, 400)).save(grey, "JPEG")
    files = {"layouts/clear.png": clear.getvalue(), "layouts/grey.jpg": grey.getvalue(), "rulebook.md": BOOK}
    for folder, cards in (("game", CARDS), ("changed", [CARDS[0], {**CARDS[1], "text": "Something."}])):
        write_game(Path(folder), game=GAME, cards=cards, front=FRONT, back=BACK, files=files)


def written(folder: Path, kinds: Sequence[str], patch: pytest.MonkeyPatch) -> Sequence[Path]:
    """The PDF files that the commands write, each in a folder of its own."""
    found: list[Path] = []
    for number, command in enumerate(kinds):
        place = folder / str(number)
        place.mkdir()
        patch.chdir(place)
        write_games()
        done = run_here(*command.split())
        assert done.code == 0, f"{command}: {done.output}"
        for archive in place.rglob("*.zip"):
            with ZipFile(archive) as opened:
                opened.extractall(place)
        new = sorted(place.rglob("*.pdf"))
        assert new, f"{command} writes no PDF file"
        found += new
    return found


def test_all_readers_open_sheets_and_a_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = written(tmp_path, KINDS[:1], monkeypatch)
    assert [path.name for path in paths] == ["cards-a4-duplex-long.pdf", "rulebook-a4.pdf"]
    pdf_readers.require_alike(paths)


@pytest.mark.slow
def test_all_readers_open_every_kind_of_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pdf_readers.require_alike(written(tmp_path, KINDS[1:], monkeypatch))


def test_what_a_reader_repairs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, book = written(tmp_path, KINDS[:1], monkeypatch)
    # Where the references are is told wrong in the one; in the other, nothing says where the objects are.
    for path, wrong in ((sheet, (b"startxref\n", b"startxref\n1")), (book, (b"/Type /XRef", b"/Type /Xref"))):
        content = path.read_bytes()
        assert wrong[0] in content
        path.write_bytes(content.replace(*wrong))
        with pytest.raises(AssertionError, match=path.name):
            pdf_readers.require_alike([path])


def test_without_its_readers_a_test_is_skipped_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(pdf_readers.REQUIRE, raising=False)
    pdf_readers.missing.cache_clear()
    try:
        with pytest.raises(pytest.skip.Exception, match="apt-get install poppler-utils mupdf-tools qpdf"):
            pdf_readers.require_alike([])
        monkeypatch.setenv(pdf_readers.REQUIRE, "1")
        with pytest.raises(pytest.fail.Exception, match="not all readers"):
            pdf_readers.require_alike([])
    finally:
        pdf_readers.missing.cache_clear()
