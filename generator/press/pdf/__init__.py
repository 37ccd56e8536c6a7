"""Painting on reportlab: operators, fonts, pictures and the document; and the one seam to reportlab itself.

Files are written object by object, so that no more than one object is in memory, while reportlab's own
``PDFDocument.format`` keeps all of them. So this leans on how a document numbers its objects, which reportlab
promises nobody. All that is taken from there stands here, and tests/press/test_reportlab.py holds it against
what reportlab itself writes.
"""

from __future__ import annotations

from typing import Any, BinaryIO

import reportlab
from reportlab import rl_config

__all__ = [
    "PDFArray",
    "PDFDictionary",
    "PDFDocument",
    "PDFName",
    "PDFObject",
    "PDFOutlines",
    "PDFPage",
    "PDFStream",
    "PDFString",
    "PDFZCompress",
    "new_document",
    "write_document",
]

TESTED = ">=5.1,<6"
"""The versions of reportlab that this was tested with; pyproject.toml asks for the same."""
PDF_VERSION = (1, 6)
NEEDED = (
    "Catalog",
    "ID",
    "Outlines",
    "Reference",
    "idToObject",
    "idToOffset",
    "info",
    "invariant",
    "numberToId",
    "signature",
)
"""What a reportlab document must have to be written object by object."""


class ReportlabError(Exception):
    """Raised where reportlab is not as it was tested. The cure is another version of it."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"generator/press/pdf can't write PDF files with reportlab {reportlab.__version__}: {what}; "
            f"it was tested with {TESTED}: pip install 'reportlab{TESTED}'"
        )


try:
    from reportlab.pdfbase.pdfdoc import (
        PDFArray,
        PDFCrossReferenceTable,
        PDFDictionary,
        PDFDocument,
        PDFFile,
        PDFIndirectObject,
        PDFName,
        PDFObject,
        PDFOutlines,
        PDFPage,
        PDFStream,
        PDFString,
        PDFTrailer,
        PDFZCompress,
    )
except ImportError as error:
    raise ReportlabError(error.msg) from None


def new_document() -> Any:
    """An empty document; the same calls give the same bytes. Raises :class:`ReportlabError`."""
    pdf = PDFDocument(compression=1, invariant=1, pdfVersion=PDF_VERSION)
    for name in NEEDED:
        if not hasattr(pdf, name):
            raise ReportlabError(f"PDFDocument has no {name}")
    return pdf


def write_document(pdf: Any, file: BinaryIO) -> None:
    """Writes header, objects, cross references and trailer.

    Objects may register others while they are formatted; those follow behind them.
    """
    previous = rl_config.useA85
    # ASCII85 would make streams a quarter larger and most of the run's time.
    rl_config.useA85 = 0
    try:
        pdf.info.invariant = pdf.invariant
        pdf.info.digest(pdf.signature)
        pdf.Outlines.prepare(pdf, None)
        if pdf.Outlines.ready < 0:
            pdf.Catalog.Outlines = None
        _write_objects(pdf, file)
    finally:
        rl_config.useA85 = previous


def _write_objects(pdf: Any, file: BinaryIO) -> None:
    catalog, info = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
    sink = PDFFile(PDF_VERSION)
    file.write(sink.format(pdf))
    # From here on it counts the bytes and hands them on.
    sink.write = file.write
    names: list[str] = []
    while (name := pdf.numberToId.get(len(names) + 1)) is not None:
        pdf.idToOffset[name] = sink.add(PDFIndirectObject(name, pdf.idToObject[name]).format(pdf))
        names.append(name)
    table = PDFCrossReferenceTable()
    table.addsection(0, names)
    start = sink.add(table.format(pdf))
    trailer = PDFTrailer(startxref=start, Size=len(names) + 1, Root=catalog, Info=info, ID=pdf.ID())
    sink.add(trailer.format(pdf))
