"""A PDF document: pages with their boxes, bookmarks, title and author; written object by object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (
    OutlineEntryObject,
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
    PDFTrailer,
)

from generator.press.pdf.resources import Resources, fine


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


MM = 72 / 25.4
"""Points in a millimetre."""


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """A page and its boxes. Sizes in mm; boxes as left, top, right, bottom from the top left corner."""

    width: float
    height: float
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the document's outline; ``page`` counts from 0."""

    title: str
    page: int


@dataclass(slots=True)
class Document:
    """Grows page by page; the same calls give the same bytes."""

    title: str
    author: str
    subject: str
    pdf: Any = None
    resources: Resources = field(init=False)
    pages: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pdf = PDFDocument(compression=1, invariant=1, pdfVersion=(1, 6))
        self.pdf.setTitle(self.title)
        self.pdf.setAuthor(self.author)
        self.pdf.setSubject(self.subject)
        self.pdf.setCreator("Gatepress")
        self.resources = Resources(self.pdf)

    def add_page(self, content: Sequence[str], boxes: PageBoxes) -> None:
        """A page drawn in mm, y down, from the top left corner."""
        page = PDFPage()
        page.pagewidth, page.pageheight = _points(boxes.width), _points(boxes.height)
        page.MediaBox = _box((0, 0, boxes.width, boxes.height), boxes.height)
        page.TrimBox = _box(boxes.trim, boxes.height)
        page.BleedBox = _box(boxes.bleed, boxes.height)
        page.Resources = self.resources.reference
        page.setCompression(1)
        page.setStream([f"{fine(MM)} 0 0 -{fine(MM)} 0 {fine(boxes.height * MM)} cm", *content])
        self.pdf.addPage(page)
        self.pages.append(page)

    def save(self, path: Path, bookmarks: Sequence[Bookmark], *, duplex: str | None) -> None:
        """Writes the file. ``duplex`` names the edge to turn over: ``long``, ``short`` or None.

        Raises :class:`InputError` for a picture that can't be decoded.
        """
        from reportlab import rl_config

        self.resources.finish()
        self.pdf.Outlines = self.pdf.outline = self.pdf.Catalog.Outlines = self._outline(bookmarks)
        self.pdf.Catalog.ViewerPreferences = _viewer_preferences(duplex)
        previous = rl_config.useA85
        # ASCII85 would make streams a quarter larger and most of the run's time.
        rl_config.useA85 = 0
        try:
            self.pdf.info.invariant = self.pdf.invariant
            self.pdf.info.digest(self.pdf.signature)
            self.pdf.Outlines.prepare(self.pdf, None)
            if self.pdf.Outlines.ready < 0:
                self.pdf.Catalog.Outlines = None
            with path.open("wb") as file:
                write_objects(self.pdf, file)
        finally:
            rl_config.useA85 = previous

    def _outline(self, bookmarks: Sequence[Bookmark]) -> Any:
        if not bookmarks:
            return PDFOutlines()
        return _Outline(self.pdf, [(mark.title, self.pages[mark.page]) for mark in bookmarks])


class _Outline(PDFObject):  # type: ignore[misc]
    """A flat list of bookmarks, in the form that reportlab's document asks for."""

    ready = 1

    def __init__(self, pdf: Any, entries: Sequence[tuple[str, Any]]) -> None:
        self.entries = entries
        self.pdf = pdf
        self.first: Any = None
        self.last: Any = None

    def prepare(self, document: Any, canvas: object) -> None:
        del canvas
        parent = document.Reference(self)
        objects = []
        for title, page in self.entries:
            entry = OutlineEntryObject()
            entry.Title = title
            entry.Parent = parent
            entry.Dest = PDFArray([document.Reference(page), PDFName("Fit")])
            objects.append(entry)
        references = [document.Reference(entry) for entry in objects]
        for entry, before in zip(objects[1:], references, strict=False):
            entry.Prev = before
        for entry, after in zip(objects, references[1:], strict=False):
            entry.Next = after
        self.first, self.last = references[0], references[-1]

    def format(self, document: Any) -> bytes:
        outline = PDFDictionary(
            {
                "Type": PDFName("Outlines"),
                "First": self.first,
                "Last": self.last,
                "Count": len(self.entries),
            }
        )
        return bytes(outline.format(document))


def _points(mm: float) -> float:
    return round(mm * MM, 5)


def _box(edges: tuple[float, float, float, float], height: float) -> Any:
    left, top, right, bottom = edges
    return PDFArray([_points(value) for value in (left, height - bottom, right, height - top)])


def _viewer_preferences(duplex: str | None) -> Any:
    """Asks the viewer to print true to size, and on the right edge."""
    entries: dict[str, Any] = {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
    if duplex:
        entries["Duplex"] = PDFName(f"DuplexFlip{duplex.title()}Edge")
    return PDFDictionary(entries)
