"""Writes a reportlab document object by object, so that no more than one of them is in memory."""

from __future__ import annotations

from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import PDFCrossReferenceTable, PDFFile, PDFIndirectObject, PDFTrailer


def write_objects(pdf: Any, file: BinaryIO) -> None:
    """Writes header, objects, cross references and trailer.

    Objects may register others while they are formatted; those follow behind them.
    """
    catalog, info = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
    sink = PDFFile(pdf._pdfVersion)
    file.write(sink.format(pdf))
    sink.write = file.write
    pdf.__accum__ = sink
    names: list[str] = []
    while (name := pdf.numberToId.get(len(names) + 1)) is not None:
        pdf.idToOffset[name] = sink.add(PDFIndirectObject(name, pdf.idToObject[name]).format(pdf))
        names.append(name)
    table = PDFCrossReferenceTable()
    table.addsection(0, names)
    start = sink.add(table.format(pdf))
    trailer = PDFTrailer(startxref=start, Size=len(names) + 1, Root=catalog, Info=info, ID=pdf.ID())
    sink.add(trailer.format(pdf))
