"""A PDF document: pages with their boxes, bookmarks, what it is about and its structure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.units import INCH
from generator.press.inks import SCREEN, Inks
from generator.press.pdf import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFOutlines,
    PDFString,
    TaggedPage,
    new_document,
    write_document,
)
from generator.press.pdf.metadata import CREATOR, Metadata, xmp_stream
from generator.press.pdf.resources import Resources, fine
from generator.press.rasterizer import Rasterizer

if TYPE_CHECKING:
    from generator.press.pdf.structure import Note

POINTS_PER_MM = 72 / INCH


class PageBoxes(NamedTuple):
    """A page and its boxes. Sizes in mm; boxes as left, top, right, bottom from the top left corner."""

    width: float
    height: float
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]


class Bookmark(NamedTuple):
    """An entry of the document's outline; ``page`` counts from 0."""

    title: str
    page: int
    inside: list[Bookmark]
    """The entries below it, which it hides until it is opened."""


@dataclass(slots=True)
class Document:
    """Grows page by page; the same calls give the same bytes."""

    about: Metadata
    rasterizer: Rasterizer = field(default_factory=Rasterizer)
    inks: Inks = SCREEN
    max_dpi: int | None = None
    pdf: Any = None
    resources: Resources = field(init=False)
    pages: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pdf = new_document()
        self.pdf.setTitle(self.about.title)
        self.pdf.setAuthor(self.about.author)
        self.pdf.setSubject(self.about.subject)
        self.pdf.setCreator(CREATOR)
        self.resources = Resources(self.pdf, self.rasterizer, self.inks, self.max_dpi)

    def add_page(self, content: Sequence[str], boxes: PageBoxes) -> None:
        """A page drawn in mm, y down, from the top left corner."""
        page = TaggedPage()
        page.pagewidth, page.pageheight = _points(boxes.width), _points(boxes.height)
        page.MediaBox = _box((0, 0, boxes.width, boxes.height), boxes.height)
        page.TrimBox = _box(boxes.trim, boxes.height)
        page.BleedBox = _box(boxes.bleed, boxes.height)
        page.Resources = self.resources.reference
        page.setCompression(1)
        scale, top = fine(POINTS_PER_MM), fine(boxes.height * POINTS_PER_MM)
        page.setStream([f"{scale} 0 0 -{scale} 0 {top} cm", *content])
        self.pdf.addPage(page)
        self.pages.append(page)

    def save(
        self,
        path: Path,
        bookmarks: Sequence[Bookmark],
        *,
        duplex: str | None,
        structure: Iterable[Note] | None = None,
    ) -> None:
        """Writes the file. ``duplex`` names the edge to turn over: ``long``, ``short`` or None.

        ``structure``: what each stretch of its pages is; with it the file is tagged (PDF/UA-1).
        Raises :class:`InputError` for a picture that can't be decoded.
        """
        self.finish(bookmarks, duplex, structure)
        with path.open("wb") as file:
            write_document(self.pdf, file)

    def finish(
        self, bookmarks: Sequence[Bookmark], duplex: str | None, structure: Iterable[Note] | None = None
    ) -> None:
        """What can only be said when all pages are drawn."""
        self.resources.finish()
        self.pdf.Outlines = self.pdf.outline = self.pdf.Catalog.Outlines = self._outline(bookmarks)
        catalog = self.pdf.Catalog
        catalog.ViewerPreferences = viewer_preferences(duplex)
        catalog.Lang = PDFString(self.about.language)
        catalog.Metadata = xmp_stream(self.about, self.pdf.info.producer, is_accessible=structure is not None)
        if structure is not None:
            from generator.press.pdf.structure import Pages, add_structure

            add_structure(Pages(self.pdf, self.pages), structure)

    def _outline(self, bookmarks: Sequence[Bookmark]) -> Any:
        if not bookmarks:
            return PDFOutlines()
        return _Outline(self.pdf, bookmarks, self.pages)


class _Outline(PDFObject):  # type: ignore[misc]
    """The bookmarks, in the form that reportlab's document asks for."""

    ready = 1

    def __init__(self, pdf: Any, entries: Sequence[Bookmark], pages: Sequence[Any]) -> None:
        self.entries = entries
        self.pages = pages
        self.pdf = pdf
        self.first: Any = None
        self.last: Any = None

    def prepare(self, document: Any, canvas: object) -> None:
        del canvas
        self.first, self.last = self._chained(document, self.entries, document.Reference(self))

    def _chained(self, document: Any, marks: Sequence[Bookmark], parent: Any) -> tuple[Any, Any]:
        """The first and the last of a row of entries, each of which knows its neighbours."""
        entries = [_Entry(mark.title, document.Reference(self.pages[mark.page]), parent) for mark in marks]
        references = [document.Reference(entry) for entry in entries]
        for entry, before in zip(entries[1:], references, strict=False):
            entry.before = before
        for entry, after in zip(entries, references[1:], strict=False):
            entry.after = after
        for entry, reference, mark in zip(entries, references, marks, strict=True):
            if mark.inside:
                first, last = self._chained(document, mark.inside, reference)
                entry.inside = (first, last, len(mark.inside))
        return references[0], references[-1]

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


class _Entry(PDFObject):  # type: ignore[misc]
    """A bookmark. A run of ten thousand cards has as many, so it writes itself."""

    def __init__(self, title: str, page: Any, parent: Any) -> None:
        self.title = title
        self.page = page
        self.parent = parent
        self.before: Any = None
        self.after: Any = None
        self.inside: tuple[Any, Any, int] | None = None
        """The first and the last entry below it, and how many there are."""

    def format(self, document: Any) -> bytes:
        after = b"" if self.after is None else b" /Next " + self.after.format(document)
        before = b"" if self.before is None else b" /Prev " + self.before.format(document)
        page, parent = self.page.format(document), self.parent.format(document)
        title = PDFString(self.title).format(document)
        inside = b""
        if self.inside is not None:
            first, last = (entry.format(document) for entry in self.inside[:2])
            # A number below zero: the entry is closed.
            inside = b" /First %b /Last %b /Count -%d" % (first, last, self.inside[2])
        return b"<<\n/Dest [ %b /Fit ]%b%b /Parent %b%b /Title %b\n>>" % (
            page,
            inside,
            after,
            parent,
            before,
            title,
        )


def _points(mm: float) -> float:
    return round(mm * POINTS_PER_MM, 5)


@lru_cache(maxsize=64)
def _box(edges: tuple[float, float, float, float], height: float) -> bytes:
    """As it stands in the file: pages are many, and nearly all have the same ones."""
    left, top, right, bottom = edges
    values = [_points(value) for value in (left, height - bottom, right, height - top)]
    return bytes(PDFArray(values).format(None))


def viewer_preferences(duplex: str | None) -> Any:
    """Asks the viewer to print true to size, and on the right edge."""
    entries: dict[str, Any] = {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
    if duplex:
        entries["Duplex"] = PDFName(f"DuplexFlip{duplex.title()}Edge")
    return PDFDictionary(entries)
