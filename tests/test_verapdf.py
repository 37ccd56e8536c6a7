"""The validator finds what is wrong: what it passes elsewhere is worth something."""

from __future__ import annotations

from pathlib import Path

import pytest
import verapdf
from reportlab.pdfgen.canvas import Canvas


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain page.pdf"
    canvas = Canvas(str(path), invariant=1)
    canvas.drawString(100, 700, "Neither tagged nor embedded")
    canvas.save()
    return path


@pytest.mark.slow
def test_a_plain_file_is_not_accessible(plain: Path) -> None:
    failures = verapdf.validate(plain, "PDFUA-1")
    assert {"7.1-11", "7.1-3", "7.21.4.1-1"} <= {failure.rule for failure in failures}
    assert "StructTreeRoot entry is not present" in "\n".join(map(str, failures))


@pytest.mark.slow
def test_a_plain_file_is_not_for_archives(plain: Path) -> None:
    assert "6.2.11.4.1-1" in {failure.rule for failure in verapdf.validate(plain, "PDFA-2B")}


def test_without_java_a_test_is_skipped_and_says_what_to_install(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(verapdf.REQUIRE, raising=False)
    verapdf.missing.cache_clear()
    try:
        with pytest.raises(pytest.skip.Exception, match="apt-get install openjdk-17-jdk-headless"):
            verapdf.validate(plain, "PDFUA-1")
        monkeypatch.setenv(verapdf.REQUIRE, "1")
        with pytest.raises(pytest.fail.Exception, match="needs Java"):
            verapdf.validate(plain, "PDFUA-1")
    finally:
        verapdf.missing.cache_clear()
