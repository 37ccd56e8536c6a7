"""Tagged PDF: what a page's marks are, and in which order they are read (ISO 32000-1, 14.6 to 14.8).

A :class:`Tag` is an element of the structure: a heading, a paragraph, a figure. A :class:`Tagger` notes which
tag each stretch of a page belongs to; what belongs to none is an artifact, which nobody reads aloud. From its
notes, in the order of the book and not of the sheets, the tree is built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.catalog.units import INCH
from generator.layout.geometry import Box
from generator.press.pdf import PackedObject, PDFDictionary, PDFName, PDFObject, PDFString

HEADING = "H"
"""The kind of a heading; its level follows from those before it."""
FIGURE = "Figure"
MAX_LEVEL = 6
ATTRIBUTES = {
    "L": "/O /List /ListNumbering /None",
    "TH": "/O /Table /Scope /Column",
}
"""What all elements of a kind have."""


@dataclass(slots=True, eq=False)
class Tag:
    """An element of the structure. It is in the tree if something of it is drawn."""

    kind: str
    """A standard structure type (ISO 32000-1, 14.8.4), or :data:`HEADING`."""
    parent: Tag | None = None
    """None: the document."""
    alt: str = ""
    """What a picture shows, in words."""
    actual: str = ""
    """The text that what is drawn stands for."""
    level: int = 0
    """Of a heading, as it was written."""
    attributes: str = ""
    """Instead of those of its kind."""
    cells: list[Tag] = field(default_factory=list)
    """Of a row: there whether or not anything stands in them."""

    def inside(self, kind: str, **more: Any) -> Tag:
        """A new tag inside of this one."""
        return Tag(kind, self, **more)


class Note(NamedTuple):
    """A stretch of a page that belongs to a tag. Pages count from 0."""

    book_page: int
    page: int
    mcid: int
    tag: Tag
    box: Box | None
    """Around what is drawn, in mm from the top left corner of the page; None where nobody asks."""


@dataclass(slots=True)
class Tagger:
    """Marks the content of pages while they are drawn."""

    notes: list[Note] = field(default_factory=list)
    page: int = 0
    book_page: int = 0
    count: int = 0
    """Marked stretches of this page."""
    current: Tag | None = None
    is_open: bool = False

    def turn(self, page: int, written: list[str]) -> None:
        """Another page begins."""
        self.close(written)
        self.page, self.count = page, 0

    def begin(self, tag: Tag | None, written: list[str], box: Box | None = None) -> None:
        """What is drawn next belongs to ``tag``; to None of them: it is an artifact."""
        if self.is_open and self.current is tag:
            self._grow(box)
            return
        self.close(written)
        self.current, self.is_open = tag, True
        if tag is None:
            written.append("/Artifact BMC")
            return
        name = "P" if tag.kind == HEADING else tag.kind
        written.append(f"/{name} <</MCID {self.count}>> BDC")
        self.notes.append(Note(self.book_page, self.page, self.count, tag, box))
        self.count += 1

    def close(self, written: list[str]) -> None:
        if self.is_open:
            written.append("EMC")
        self.is_open = False

    def _grow(self, box: Box | None) -> None:
        if box is not None and self.current is not None:
            last = self.notes[-1]
            self.notes[-1] = last._replace(box=box if last.box is None else _around([last.box, box]))


def spoken(text: str) -> str:
    """Begins a stretch that is read as ``text``; ``EMC`` ends it."""
    if text.isascii() and not set(text) & set("()\\\r\n"):
        return f"/Span <</ActualText ({text})>> BDC"
    return f"/Span <</ActualText <{_hex(text)}>>> BDC"


def _hex(text: str) -> str:
    return "FEFF" + text.encode("utf-16-be", "replace").hex().upper()


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


class Pages(NamedTuple):
    """reportlab's document and its pages."""

    pdf: Any
    pages: Sequence[Any]


def add_structure(document: Pages, notes: Iterable[Note]) -> None:
    """Gives the document its structure: all it needs to be a tagged PDF."""
    root = _Root()
    catalog = document.pdf.Catalog
    catalog.StructTreeRoot = root
    catalog.MarkInfo = PDFDictionary({"Marked": "true"})
    elements = _elements(document, root, sorted(notes, key=lambda note: note.book_page))
    root.write(document, elements)
    for page in document.pages:
        page.Tabs = PDFName("S")


class _Root(PDFObject):  # type: ignore[misc]
    """The root of the structure tree; it hangs on the catalog."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        self.dictionary: Any = None

    def write(self, document: Pages, elements: _Elements) -> None:
        pdf = document.pdf
        for number, page in enumerate(document.pages):
            if number in elements.on_page:
                page.StructParents = number
        self.dictionary = PDFDictionary(
            {
                "Type": PDFName("StructTreeRoot"),
                "K": elements.top,
                "ParentTree": pdf.Reference(_Parents(elements.on_page)),
                "ParentTreeNextKey": len(document.pages),
            }
        )

    def format(self, document: Any) -> bytes:
        return bytes(self.dictionary.format(document))


class _Parents(PackedObject):
    """The elements of each page's marked stretches."""

    __RefOnly__ = 1

    def __init__(self, on_page: dict[int, list[Any]]) -> None:
        self.on_page = on_page

    def format(self, document: Any) -> bytes:
        rows = [
            b"%d [%b]" % (page, b" ".join([element.format(document) for element in elements]))
            for page, elements in sorted(self.on_page.items())
        ]
        return b"<</Nums [%b]>>" % b"\n".join(rows)


class _Elements(NamedTuple):
    """The written tree."""

    top: Any
    """The document's own element."""
    on_page: dict[int, list[Any]]
    """The elements of each page's marked stretches, in the order of their numbers."""


@dataclass(slots=True, eq=False)
class _Node:
    """A tag in the tree, with what it holds in reading order."""

    tag: Tag
    kind: str
    kids: list[_Node | Note] = field(default_factory=list)

    def notes(self) -> Iterator[Note]:
        return (kid for kid in self.kids if isinstance(kid, Note))


def _elements(document: Pages, root: _Root, notes: Sequence[Note]) -> _Elements:
    top = _Node(Tag("Document"), "Document")
    nodes: dict[Tag, _Node] = {}
    levels: list[int] = []
    for note in notes:
        _node(note.tag, nodes, top, levels).kids.append(note)
    on_page: dict[int, dict[int, Any]] = {}
    element = _Element(document, top, document.pdf.Reference(root))
    reference = element.register(on_page)
    ordered = {page: [found[mcid] for mcid in sorted(found)] for page, found in on_page.items()}
    return _Elements(reference, ordered)


def _node(tag: Tag, nodes: dict[Tag, _Node], top: _Node, levels: list[int]) -> _Node:
    """The tag's node, which is hung into the tree when it is met first."""
    found = nodes.get(tag)
    if found is not None:
        return found
    parent = top if tag.parent is None else _node(tag.parent, nodes, top, levels)
    if tag in nodes:
        # A cell, which came with its row.
        return nodes[tag]
    kind = f"H{_level(tag.level, levels)}" if tag.kind == HEADING else tag.kind
    node = nodes[tag] = _Node(tag, kind)
    parent.kids.append(node)
    for cell in tag.cells:
        nodes[cell] = _Node(cell, cell.kind)
        node.kids.append(nodes[cell])
    return node


def _level(written: int, levels: list[int]) -> int:
    """How deep a heading lies: none is left out on the way down, whatever marks the text uses."""
    while levels and levels[-1] >= written:
        levels.pop()
    levels.append(written)
    return min(len(levels), MAX_LEVEL)


class _Element(PackedObject):
    """A structure element. A book has hundreds, so it writes itself, and shortly."""

    __RefOnly__ = 1

    def __init__(self, document: Pages, node: _Node, parent: Any) -> None:
        self.document = document
        self.node = node
        self.parent = parent
        self.kids: list[tuple[int | None, Any]] = []
        """Of each the page, if it is a stretch of one, and its number there or the element."""

    def register(self, on_page: dict[int, dict[int, Any]]) -> Any:
        reference = self.document.pdf.Reference(self)
        for kid in self.node.kids:
            if isinstance(kid, Note):
                self.kids.append((kid.page, kid.mcid))
                on_page.setdefault(kid.page, {})[kid.mcid] = reference
            else:
                element = _Element(self.document, kid, reference)
                self.kids.append((None, element.register(on_page)))
        return reference

    def format(self, document: Any) -> bytes:
        page = next((page for page, _ in self.kids if page is not None), None)
        parts = [b"/S /" + self.node.kind.encode("ascii"), b"/P " + self.parent.format(document)]
        if page is not None:
            parts.append(b"/Pg " + self._page(page, document))
        kids = [self._kid(kid, page, document) for kid in self.kids]
        if kids:
            parts.append(b"/K " + (kids[0] if len(kids) == 1 else b"[" + b" ".join(kids) + b"]"))
        tag = self.node.tag
        for key, text in ((b"/Alt ", tag.alt), (b"/ActualText ", tag.actual)):
            if text:
                parts.append(key + bytes(PDFString(text).format(document)))
        attributes = tag.attributes or ATTRIBUTES.get(self.node.kind, "") or self._place()
        if attributes:
            parts.append(b"/A <<" + attributes.encode("ascii") + b">>")
        return b"<<" + b" ".join(parts) + b">>"

    def _kid(self, kid: tuple[int | None, Any], page: int | None, document: Any) -> bytes:
        own, what = kid
        if own is None:
            return bytes(what.format(document))
        if own == page:
            return b"%d" % what
        return b"<</Type /MCR /Pg %b /MCID %d>>" % (self._page(own, document), what)

    def _page(self, number: int, document: Any) -> bytes:
        return bytes(document.Reference(self.document.pages[number]).format(document))

    def _place(self) -> str:
        """Where a figure stands: its box on its page, if it is on one."""
        notes = list(self.node.notes())
        boxes = [note.box for note in notes if note.box is not None]
        if self.node.kind != FIGURE or not boxes or len({note.page for note in notes}) > 1:
            return ""
        edges = _in_points(_around(boxes), self.document.pages[notes[0].page].pageheight)
        return f"/O /Layout /BBox [{' '.join(f'{edge:.2f}' for edge in edges)}]"


def _in_points(box: Box, height: float) -> tuple[float, float, float, float]:
    """A box in mm from a page's top left corner as left, bottom, right and top in points."""
    scale = 72 / INCH
    return box.x * scale, height - box.bottom * scale, box.right * scale, height - box.y * scale
