"""Readers of PDF files: what each finds in a file, and that it says no word against it.

People open our files with Poppler (Linux desktops), MuPDF, Ghostscript (printers), pdf.js (Firefox) and
PDFium (Chrome). A file is right where none of them, nor qpdf, repairs or warns: each forgives other mistakes.

Poppler, MuPDF, qpdf and Ghostscript are Debian's packages ``poppler-utils``, ``mupdf-tools``, ``qpdf`` and
``ghostscript``. pdf.js is the package ``pdfjs-dist`` of npm, which is installed into ``build/`` when it is
first needed. Where one of them is missing, tests that need it are skipped. ``.ci/run`` installs them and sets
``GATEPRESS_REQUIRE_PDF_READERS=1``, with which what is missing is a failure.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest

REQUIRE = "GATEPRESS_REQUIRE_PDF_READERS"
PROGRAMS = {
    "pdfinfo": "poppler-utils",
    "mutool": "mupdf-tools",
    "qpdf": "qpdf",
    "gs": "ghostscript",
    "node": "nodejs",
    "npm": "npm",
}
"""Which of Debian's packages has each."""
PDFJS = "pdfjs-dist@4.10.38"
"""The last that runs with Node 20."""
JOB = Path(__file__).with_name("read.mjs")
KEPT = Path(__file__).resolve().parents[2] / "build" / "pdfjs"
BOXES = "Asked (r) file runpdfbegin 1 1 pdfpagecount { pdfgetpage /MediaBox get == } for quit"
"""Ghostscript's own PostScript: the media box of each page."""
COARSE = "12"
"""Dots to the inch where pages are drawn only to see whether they can be."""


class Reading(NamedTuple):
    """What a reader finds in a file."""

    sizes: Sequence[tuple[float, float]]
    """Of the media boxes, in points."""
    texts: Sequence[str]
    """Of each page."""


@cache
def missing() -> str:
    """What there is not, with what to do; empty if every reader can run."""
    absent = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if absent:
        return f"not all readers of PDF files are here: apt-get install {' '.join(absent)}"
    return _install_pdfjs()


def require_alike(paths: Sequence[Path]) -> None:
    """All readers open the files without a word, and find the same pages, sizes and texts in them."""
    lacking = missing()
    if lacking:
        if os.environ.get(REQUIRE):
            pytest.fail(lacking)
        pytest.skip(lacking)
    for path, by_pdfjs in zip(paths, _pdfjs(paths), strict=True):
        _silent(path, "qpdf", "--check", path)
        expected, beyond = _pdfium(path)
        for reader, found in (
            ("Poppler", _poppler(path)),
            ("MuPDF", _mupdf(path)),
            ("Ghostscript", _ghostscript(path)),
            ("pdf.js", by_pdfjs),
        ):
            where = f"{path}: {reader}"
            assert len(found.sizes) == len(found.texts) == len(expected.sizes), where
            for page, size in enumerate(found.sizes):
                assert size == pytest.approx(expected.sizes[page], abs=0.01), f"{where}, page {page + 1}"
            for page, text in enumerate(found.texts):
                wanted, there = _letters(expected.texts[page], reader), _letters(text, reader)
                if beyond[page]:
                    # Of a text that the page's edge cuts, or that is there again in a mirrored bleed, each
                    # reads more or less.
                    there, wanted = Counter(set(there) & set(wanted)), Counter(set(wanted))
                assert there == wanted, f"{where}, page {page + 1}"


def _letters(text: str, reader: str) -> Counter[str]:
    """How often each letter is there: readers order what stands side by side, and space it, as they like."""
    found = Counter("".join(unicodedata.normalize("NFKC", text).split()))
    if reader != "Ghostscript":
        return found
    # It swaps the bytes of letters that a ligature stands for, so that `fi` becomes two of Chinese.
    return Counter(
        {letter: count for letter, count in found.items() if letter not in "filt" and letter < "\u3000"}
    )


# Each reader


def _silent(path: Path, *command: str | Path) -> str:
    """The output of a command that must succeed and say nothing besides."""
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=300,
        check=False,
    )
    said = f"{path}: {command[0]} ended with {done.returncode}: {done.stderr[-2000:]}"
    assert (done.returncode, done.stderr.strip()) == (0, ""), said
    return done.stdout


def _poppler(path: Path) -> Reading:
    told = _silent(path, "pdfinfo", "-f", "1", "-l", "-1", path)
    sizes = re.findall(r"^Page +\d+ size: +([\d.]+) x ([\d.]+) pts", told, re.MULTILINE)
    texts = _silent(path, "pdftotext", "-raw", path, "-").split("\f")[:-1]
    with tempfile.TemporaryDirectory() as scratch:
        _silent(path, "pdftoppm", "-r", COARSE, path, Path(scratch, "page"))
    return Reading(_numbers(sizes), texts)


def _mupdf(path: Path) -> Reading:
    _silent(path, "mutool", "info", path)
    assert "/Root" in _silent(path, "mutool", "show", path, "trailer").replace(" ", "")
    sizes = re.findall(
        r'<MediaBox l="0" b="0" r="([\d.]+)" t="([\d.]+)"', _silent(path, "mutool", "pages", path)
    )
    # -N: colours need not be exact, and Debian's build warns that it can't have them so.
    texts = _silent(path, "mutool", "draw", "-N", "-q", "-F", "txt", path).split("\f")[:-1]
    with tempfile.TemporaryDirectory() as scratch:
        _silent(path, "mutool", "draw", "-N", "-q", "-r", COARSE, "-o", Path(scratch, "%d.ppm"), path)
    return Reading(_numbers(sizes), texts)


def _ghostscript(path: Path) -> Reading:
    told = _silent(
        path, "gs", "-q", "-dNODISPLAY", f"--permit-file-read={path}", f"-sAsked={path}", "-c", BOXES
    )
    sizes = re.findall(r"\[0 0 ([\d.]+) ([\d.]+)\]", told)
    with tempfile.TemporaryDirectory() as scratch:
        # Its warnings come on standard output.
        drawing = ("gs", "-q", "-dBATCH", "-dNOPAUSE")
        said = _silent(path, *drawing, "-sDEVICE=txtwrite", "-o", Path(scratch, "%d.txt"), path)
        said += _silent(path, *drawing, "-sDEVICE=bit", f"-r{COARSE}", "-o", "/dev/null", path)
        assert not said.strip(), f"{path}: gs says {said}"
        texts = [Path(scratch, f"{page}.txt").read_text("utf-8") for page in range(1, len(sizes) + 1)]
    return Reading(_numbers(sizes), texts)


def _pdfium(path: Path) -> tuple[Reading, list[bool]]:
    """What it reads, and of which pages there is text beyond their edges."""
    with pypdfium2.PdfDocument(path) as document:
        pages = [page.get_textpage() for page in document]
        reading = Reading([page.get_size() for page in document], [page.get_text_bounded() for page in pages])
        whole = [page.get_text_range() for page in pages]
    inside = zip(whole, reading.texts, strict=True)
    return reading, [_letters(text, "PDFium") != _letters(cut, "PDFium") for text, cut in inside]


def _pdfjs(paths: Sequence[Path]) -> Iterator[Reading]:
    """All files in one run, for it takes a second to start."""
    told = _silent(paths[0], "node", JOB, _pdfjs_folder() / "node_modules" / "pdfjs-dist", *paths)
    for path, line in zip(paths, told.splitlines(), strict=True):
        found = json.loads(line)
        assert not found["said"], f"{path}: pdf.js says {found['said']}"
        yield Reading([(width, height) for width, height in found["sizes"]], found["texts"])


def _pdfjs_folder() -> Path:
    return KEPT / PDFJS.rpartition("@")[2]


def _install_pdfjs() -> str:
    """Installs pdf.js where it is not installed yet; why it can't be, or nothing."""
    folder = _pdfjs_folder()
    if folder.exists():
        return ""
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
        made = Path(scratch, "made")
        # Nothing of the package runs while it is installed, and the canvas that it would like stays away.
        bare = ("--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--fetch-retries=1")
        command = ["npm", "install", *bare, "--prefix", str(made), PDFJS]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
        if done.returncode:
            return f"pdf.js can't be installed: {done.stderr.strip()[-500:]}"
        # Another process may have put it there in the meantime, as a whole too.
        with suppress(OSError):
            made.rename(folder)
    return ""


def _numbers(sizes: Sequence[tuple[str, str]]) -> list[tuple[float, float]]:
    return [(float(width), float(height)) for width, height in sizes]
