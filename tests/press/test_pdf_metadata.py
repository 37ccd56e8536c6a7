"""What a PDF file says about itself, in its Info dictionary and as XMP."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from games import run_here, write_game

from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.metadata import Metadata

SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
}


def written(folder: Path, about: Metadata) -> Path:
    document = Document(about)
    document.add_page(["0 0 m 9 9 l S"], PageBoxes(50, 80, (0, 0, 50, 80), (0, 0, 50, 80)))
    document.save(folder / "a.pdf", [], duplex=None)
    return folder / "a.pdf"


def xmp_of(pdf: pikepdf.Pdf) -> ElementTree.Element:
    return ElementTree.fromstring(pdf.Root.Metadata.read_bytes().decode("utf-8").strip("\ufeff"))


def said(pdf: pikepdf.Pdf, name: str) -> str | None:
    found = xmp_of(pdf).find(f".//{name}", SPACES)
    return None if found is None else "".join(found.itertext())


def test_all_that_is_known_stands_in_both_places(tmp_path: Path) -> None:
    about = Metadata("Forts & <Gates>\x01", "Ada Łowe", "a subject", "de", "CC-BY-4.0")
    with pikepdf.open(written(tmp_path, about)) as pdf:
        assert said(pdf, "dc:title") == "Forts & <Gates> "
        assert said(pdf, "dc:creator") == "Ada Łowe" == str(pdf.docinfo.Author)
        assert said(pdf, "dc:description") == "a subject" == str(pdf.docinfo.Subject)
        assert said(pdf, "dc:language") == "de" == str(pdf.Root.Lang)
        assert said(pdf, "dc:rights") == "CC-BY-4.0"
        assert said(pdf, "xmp:CreatorTool") == "Gatepress" == str(pdf.docinfo.Creator)
        assert said(pdf, "pdf:Producer") == str(pdf.docinfo.Producer)
        assert said(pdf, "pdfuaid:part") is None
        for row in xmp_of(pdf).iter(f"{{{SPACES['rdf']}}}Description"):
            assert not (row.text or "").strip(), "between the rows stands nothing"
            assert not [row for row in row if (row.tail or "").strip()]


def test_a_date_that_is_given_stands_in_both_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with pikepdf.open(written(tmp_path, Metadata("Forts"))) as pdf:
        assert said(pdf, "xmp:CreateDate") == said(pdf, "xmp:ModifyDate") == "2023-11-14T22:13:20+00:00"
        assert str(pdf.docinfo.CreationDate) == str(pdf.docinfo.ModDate) == "D:20231114221320+00'00'"


def test_what_is_not_known_is_not_said(tmp_path: Path) -> None:
    with pikepdf.open(written(tmp_path, Metadata("Only a title"))) as pdf:
        assert said(pdf, "dc:title") == "Only a title"
        assert [said(pdf, name) for name in ("dc:creator", "dc:description", "dc:rights")] == [None] * 3


def test_sheets_say_what_they_are(tmp_path: Path) -> None:
    game = write_game(tmp_path / "forts", cards=[{"name": "Knight"}])
    assert run_here("build", game, "--no-cache", "--out", tmp_path / "out").code == 0
    (file,) = (tmp_path / "out").rglob("*.pdf")
    with pikepdf.open(file) as pdf:
        assert said(pdf, "dc:title") == str(pdf.docinfo.Title)
        assert said(pdf, "dc:title")
        assert said(pdf, "dc:language") == "en"
