"""XML of other tools as a tree whose elements know their lines; nothing in it is looked up or expanded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from generator.catalog.problems import InputError, Place
from generator.importing.importer import Source

MAX_DEPTH = 50
MAX_ELEMENTS = 500_000


@dataclass(slots=True)
class Element:
    """An element with its attributes, the elements in it, and its own text."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> Iterator[Element]:
        """The elements of that name right below it."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def words(self, tag: str) -> str:
        """The text of the first such element below it; "" if there is none."""
        found = self.first(tag)
        return "" if found is None else found.text.strip()


@dataclass(slots=True)
class _Tree:
    """Expat's handlers."""

    source: Source
    parser: expat.XMLParserType
    root: Element | None = None
    open: list[Element] = field(default_factory=list)
    count: int = 0

    @property
    def place(self) -> Place:
        return self.source.place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, self.place)
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise self.source.error(f"the file has more than {MAX_ELEMENTS:,} elements", element.place)
        if len(self.open) >= MAX_DEPTH:
            raise self.source.error(f"elements are nested more than {MAX_DEPTH} deep", element.place)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        del tag
        self.open.pop()

    def data(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def doctype(self, *arguments: object) -> None:
        del arguments
        raise self.source.error("a file to import has no <!DOCTYPE>", self.place, "remove the line")


def read_xml(source: Source) -> Element:
    """The root element. Raises :class:`InputError`, with the place, where the file is no XML."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    tree = _Tree(source, parser)
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.data
    parser.StartDoctypeDeclHandler = tree.doctype
    try:
        # What the declaration says of the encoding no longer holds: this is text.
        parser.Parse(source.text.encode(), True)
    except expat.ExpatError as error:
        place = source.place(error.lineno, error.offset + 1)
        raise source.error(f"this is not well-formed XML: {expat.ErrorString(error.code)}", place) from None
    if tree.root is None:
        raise InputError("the file is empty", place=source.place())
    return tree.root
