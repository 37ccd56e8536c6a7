"""The seam to reportlab: what is taken from inside of it is still there, and does what it did."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from io import BytesIO
from pathlib import Path

import pytest
from games import PROJECT
from reportlab.pdfbase.pdfdoc import PDFDocument

from generator.press import pdf
from generator.press.pdf.document import Bookmark, Document, PageBoxes
from generator.press.pdf.metadata import Metadata


def small_document() -> Document:
    document = Document(Metadata("A title", "an author", "a subject"))
    for _ in range(2):
        document.add_page(["0 0 m 9 9 l S"], PageBoxes(50, 80, (0, 0, 50, 80), (0, 0, 50, 80)))
    return document


def test_the_tested_versions_are_those_that_are_asked_for() -> None:
    asked = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert f"reportlab{pdf.TESTED}" in asked


def test_files_are_those_that_reportlab_itself_writes(tmp_path: Path) -> None:
    """Object by object, and all at once by reportlab's own interface: the same objects, text and numbers."""
    ours = small_document()
    ours.save(tmp_path / "ours.pdf", [], duplex=None)
    theirs = small_document()
    theirs.finish([], None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reportlab.rl_config.useA85", 0)
        written = theirs.pdf.GetPDFData(None)
    assert (tmp_path / "ours.pdf").read_bytes() == written


def test_bookmarks_do_without_a_canvas(tmp_path: Path) -> None:
    document = small_document()
    document.save(tmp_path / "marked.pdf", [Bookmark("First", 0, []), Bookmark("Second", 1, [])], duplex=None)
    assert re.search(rb"/Count 2\b", (tmp_path / "marked.pdf").read_bytes())


@pytest.mark.parametrize("name", pdf.NEEDED)
def test_another_reportlab_is_told_by_name_and_version(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Changed(PDFDocument):  # type: ignore[misc]
        def __getattribute__(self, asked: str) -> object:
            # What reportlab does inside goes on; only a look from outside finds nothing.
            if asked == name and sys._getframe(1).f_globals["__name__"] == "generator.press.pdf":
                raise AttributeError(asked)
            return super().__getattribute__(asked)

    monkeypatch.setattr(pdf, "PDFDocument", Changed)
    message = rf"generator/press/pdf .* reportlab [\d.]+: PDFDocument has no {name}; .*>=5\.1,<6"
    with pytest.raises(pdf.ReportlabError, match=message):
        pdf.new_document()


def test_a_class_that_is_gone_is_told_too() -> None:
    program = "import reportlab.pdfbase.pdfdoc as inside\ndel inside.PDFTrailer\nimport generator.press.pdf\n"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert "generator/press/pdf can't write PDF files with reportlab 5." in run.stderr
    assert "'PDFTrailer'" in run.stderr


def test_a_document_is_never_in_memory_as_a_whole() -> None:
    parts: list[bytes] = []

    class File(BytesIO):
        def write(self, data: object) -> int:
            parts.append(bytes(data))  # type: ignore[call-overload]
            return len(parts[-1])

    document = small_document()
    document.resources.finish()
    pdf.write_document(document.pdf, File())
    assert len(parts) > len(document.pdf.numberToId)
