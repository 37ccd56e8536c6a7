"""Painting on reportlab: operators, fonts, pictures and the document; and the one seam to reportlab itself.

Files are written object by object, so that no more than one object is in memory, while reportlab's own
``PDFDocument.format`` keeps all of them. So this leans on how a document numbers its objects, which reportlab
promises nobody. All that is taken from there stands here, and tests/press/test_reportlab.py holds it against
what reportlab itself writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

import reportlab
from reportlab import rl_config

from generator.catalog.paths import DATE_VARIABLE

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
    "PackedObject",
    "TaggedPage",
    "document_date",
    "new_document",
    "write_document",
]

TESTED = ">=5.1,<6"
"""The versions of reportlab that this was tested with; pyproject.toml asks for the same."""
PDF_VERSION = (1, 6)
PACK = 400
"""Most objects of one compressed stream; whoever wants one of them reads all."""
ROW = 7
"""Bytes that say where an object is."""
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
        PDFDate,
        PDFDictionary,
        PDFDocument,
        PDFFile,
        PDFIndirectObject,
        PDFInfo,
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


class TaggedPage(PDFPage):  # type: ignore[misc]
    """A page that may say which structure tree it is part of, for which reportlab has no place."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "StructParents", "Tabs")


class _Info(PDFInfo):  # type: ignore[misc]
    """What a file says of itself; reportlab's own has a date in any case."""

    def format(self, document: Any) -> Any:
        entries = {
            "Title": PDFString(self.title),
            "Author": PDFString(self.author),
            "Producer": PDFString(self.producer),
            "Creator": PDFString(self.creator),
            "Subject": PDFString(self.subject),
            "Trapped": PDFName(self.trapped),
        }
        if document_date() is not None:
            entries["ModDate"] = entries["CreationDate"] = PDFDate(ts=document._timeStamp)
        return PDFDictionary(entries).format(document)


class PackedObject(PDFObject):  # type: ignore[misc]
    """An object of which there are many small ones: they are written together, and compressed."""


class LargeObject(PDFObject):  # type: ignore[misc]
    """An object that is written in pieces, for each copy of the whole takes time."""

    def pieces(self, document: Any) -> Iterator[bytes]:
        """What it consists of, with the end of its last line."""
        raise NotImplementedError


def document_date() -> datetime | None:
    """The date that the environment gives all files; else they have none: the same input, the same bytes."""
    given = os.environ.get(DATE_VARIABLE, "").strip()
    return datetime.fromtimestamp(int(given), UTC) if given else None


def new_document() -> Any:
    """An empty document; the same calls give the same bytes. Raises :class:`ReportlabError`."""
    pdf = PDFDocument(compression=1, invariant=1, pdfVersion=PDF_VERSION)
    pdf.info = _Info()
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


def _write_packed(
    pdf: Any, sink: Any, names: list[str], packed: dict[int, bytes], trailer: dict[str, Any]
) -> None:
    """The packed objects, many to a stream, and where all are found (ISO 32000-1, 7.5.7 and 7.5.8)."""
    # Object 0 is free, and no object is ever to have its place.
    rows = [b"\0" + bytes(4) + b"\xff\xff"]
    for number, name in enumerate(names, 1):
        offset = 0 if number in packed else pdf.idToOffset[name]
        rows.append(b"\1" + offset.to_bytes(4, "big") + b"\0\0")
    numbers = list(packed)
    for start in range(0, len(numbers), PACK):
        chosen = numbers[start : start + PACK]
        stream = len(rows)
        offset = sink.add(_indirect(stream, _object_stream(pdf, [(one, packed[one]) for one in chosen])))
        for index, number in enumerate(chosen):
            rows[number] = b"\2" + stream.to_bytes(4, "big") + index.to_bytes(2, "big")
        rows.append(b"\1" + offset.to_bytes(4, "big") + b"\0\0")
    number = len(rows)
    start = sink.offset
    rows.append(b"\1" + start.to_bytes(4, "big") + b"\0\0")
    about = {
        "Type": PDFName("XRef"),
        "Size": len(rows),
        "W": PDFArray([1, 4, 2]),
        # In an array, as reportlab writes the filter: both have the same form (ISO 32000-1, 7.3.8.2).
        "DecodeParms": PDFArray([PDFDictionary({"Predictor": 12, "Columns": ROW})]),
        **trailer,
    }
    # Each row as its difference to the one above: rows are much alike.
    above = (bytes(ROW), *rows)
    plain = b"".join(
        b"\2" + bytes([(a - b) % 256 for a, b in zip(row, last, strict=True)])
        for row, last in zip(rows, above, strict=False)
    )
    stream = PDFStream(PDFDictionary(about), plain, [PDFZCompress])
    sink.add(_indirect(number, stream.format(pdf)))
    sink.add(b"startxref\n%d\n%%%%EOF\n" % start)


def _object_stream(pdf: Any, objects: list[tuple[int, bytes]]) -> bytes:
    head, at = [], 0
    for number, content in objects:
        head.append(b"%d %d" % (number, at))
        at += len(content) + 1
    first = b" ".join(head) + b"\n"
    about = {"Type": PDFName("ObjStm"), "N": len(objects), "First": len(first)}
    body = first + b"\n".join(content for _, content in objects)
    return bytes(PDFStream(PDFDictionary(about), body, [PDFZCompress]).format(pdf))


def _indirect(number: int, content: bytes) -> bytes:
    return b"%d 0 obj\n%b\nendobj\n" % (number, content)


def _write_objects(pdf: Any, file: BinaryIO) -> None:
    catalog, info = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
    sink = PDFFile(PDF_VERSION)
    file.write(sink.format(pdf))
    # From here on it counts the bytes and hands them on.
    sink.write = file.write
    names: list[str] = []
    packed: dict[int, bytes] = {}
    while (name := pdf.numberToId.get(len(names) + 1)) is not None:
        thing = pdf.idToObject[name]
        names.append(name)
        if isinstance(thing, PackedObject):
            packed[len(names)] = thing.format(pdf)
        elif isinstance(thing, LargeObject):
            pdf.idToOffset[name] = sink.add(b"%d 0 obj\n" % len(names))
            for piece in thing.pieces(pdf):
                sink.add(piece)
            sink.add(b"endobj\n")
        else:
            pdf.idToOffset[name] = sink.add(PDFIndirectObject(name, thing).format(pdf))
    if packed:
        _write_packed(pdf, sink, names, packed, {"Root": catalog, "Info": info, "ID": pdf.ID()})
        return
    table = PDFCrossReferenceTable()
    table.addsection(0, names)
    start = sink.add(table.format(pdf))
    trailer = PDFTrailer(startxref=start, Size=len(names) + 1, Root=catalog, Info=info, ID=pdf.ID())
    sink.add(trailer.format(pdf))
