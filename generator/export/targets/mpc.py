"""MakePlayingCards and the shops that share its templates: pictures of all faces, and an order file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from generator.catalog.press_settings import about, flag
from generator.catalog.problems import Problem
from generator.catalog.units import INCH
from generator.catalog.wording import join_words, pluralize
from generator.export.file_formats import csv_table, save_png
from generator.export.printed_faces import PrintedFace, Shot, take_all
from generator.export.services.parts import Part, Parts, assign, check_faces, refuse_rulebook
from generator.export.services.product import CANVAS_DPI, PRODUCT, Product, Service
from generator.export.services.slots import PartList, print_parts, shot_of
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.press.request import chosen_cards

SAFE = 72
"""Pixels from the canvas's edge."""
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""How many cards a deck may have that is paid for; the next larger holds an order."""
MAX_CARDS = BRACKETS[-1]


def _deck(name: str, width: float, height: float, canvas: tuple[int, int]) -> Product:
    return Product(name, ("cards",), round(width * INCH, 3), round(height * INCH, 3), canvas, SAFE)


MAKE_PLAYING_CARDS = Service(
    "MakePlayingCards",
    (
        _deck("poker", 2.5, 3.5, (822, 1122)),
        _deck("bridge", 2.25, 3.5, (747, 1122)),
        _deck("tarot", 2.75, 4.75, (897, 1497)),
        _deck("domino", 1.75, 3.5, (597, 1122)),
        _deck("business", 2.0, 3.5, (672, 1122)),
        _deck("micro", 1.25, 1.75, (447, 597)),
    ),
)


def bracket(cards: int) -> int:
    """The smallest deck that holds so many cards, at most :data:`MAX_CARDS`."""
    return next(size for size in BRACKETS if size >= cards)


Stock = Literal["S30", "S33", "M31", "P10"]
STOCKS = {
    "S30": "(S30) Standard Smooth",
    "S33": "(S33) Superior Smooth",
    "M31": "(M31) Linen",
    "P10": "(P10) Plastic",
}
"""What the order file calls them."""
PLASTIC = "P10"
RESOLUTIONS = (300, 600, 800, 1200)
"""At these a canvas has whole pixels."""


@dataclass(frozen=True, slots=True)
class MpcOptions:
    product: str = field(default="", metadata=PRODUCT)
    stock: Stock = field(default="S30", metadata=about("The card stock in the order file.", get_args(Stock)))
    foil: bool = field(default=False, metadata=flag("Foil fronts, in the order file."))


def _check(order: ExportOrder[MpcOptions]) -> None:
    parts = _planned(order)
    parts.report(order)
    refuse_rulebook(order, MAKE_PLAYING_CARDS)
    order.problems.extend([*_wrong_options(order), *_too_many(order, parts)])
    check_faces(order, parts.made, MAKE_PLAYING_CARDS.title)


def _planned(order: ExportOrder[MpcOptions]) -> Parts:
    return assign(order, MAKE_PLAYING_CARDS, order.options.product)


def _wrong_options(order: ExportOrder[MpcOptions]) -> Iterator[Problem]:
    dpi = _dpi(order)
    if dpi not in RESOLUTIONS:
        yield Problem(
            f"at {dpi} dpi a canvas of {MAKE_PLAYING_CARDS.title} has no whole pixels",
            hint=f"take --dpi {join_words(list(map(str, RESOLUTIONS)))}",
        )
    if order.options.foil and order.options.stock == PLASTIC:
        yield Problem(
            f"{STOCKS[PLASTIC]} is not made with foil", hint="leave out --foil, or take another --stock"
        )


def _dpi(order: ExportOrder[MpcOptions]) -> int:
    return int(order.request.settings.get("dpi", CANVAS_DPI))


def _too_many(order: ExportOrder[MpcOptions], parts: Parts) -> Iterator[Problem]:
    for product, of in _by_product(parts.made):
        count = sum(
            card.copies
            for part in of
            for cards in part.sets
            for _, card, _ in chosen_cards(cards, order.request.select)
        )
        if count > MAX_CARDS:
            yield Problem(
                f"{count:,} cards of the size {product.id}, but an order of {MAKE_PLAYING_CARDS.title} has "
                f"{MAX_CARDS} at most",
                of[0].component.place,
                hint="order in parts: choose components with --only, or cards with --select",
            )


def _by_product(parts: Sequence[Part]) -> list[tuple[Product, list[Part]]]:
    found: dict[Product, list[Part]] = {}
    for part in parts:
        found.setdefault(part.product, []).append(part)
    return list(found.items())


def _export(order: ExportOrder[MpcOptions]) -> list[ExportedFile]:
    parts = _planned(order).made
    lists = print_parts(order, parts)
    if order.problems.has_errors:
        return []
    files: list[ExportedFile] = []
    shots: list[Shot] = []
    for product, of in _by_product(parts):
        project = _Project(order, product, shots)
        for one in lists:
            if one.part in of:
                project.add(one)
        files += project.finish()
    take_all(shots)
    return files


class Ordered(NamedTuple):
    """A picture, and the places in the deck that show it."""

    name: str
    path: str
    """From the order file's folder."""
    slots: list[int]


class Row(NamedTuple):
    """A line of the list for people."""

    slots: str
    quantity: int
    set: str
    card: str
    name: str
    front: str
    back: str


class _Project:
    """Writes what is uploaded as one project: all cards of one size."""

    def __init__(self, order: ExportOrder[MpcOptions], product: Product, shots: list[Shot]) -> None:
        self._order, self._product, self._shots = order, product, shots
        self._fronts: list[Ordered] = []
        self._backs: dict[tuple[str, str], Ordered] = {}
        self._rows: list[Row] = []
        self._files: list[ExportedFile] = []
        self._count = 0

    def add(self, of: PartList) -> None:
        """Writes the pictures of a list, and puts its cards behind those that are there."""
        common = of.faces.common_back()
        stem = of.faces.stem
        for slot in of.slots:
            slots = list(range(self._count, self._count + slot.quantity))
            self._count += slot.quantity
            span = str(slots[0]) if len(slots) == 1 else f"{slots[0]}-{slots[-1]}"
            front = Ordered(slot.name, f"fronts/{slots[0]:03}-{slot.front.name}.png", slots)
            self._save(front, of, slot.front, f"{'slot' if len(slots) == 1 else 'slots'} {span}")
            self._fronts.append(front)
            if slot.back is None:
                back = self._white_back()
            elif common is not None:
                back = self._back(of, slot.back, f"{stem}-back", f"the back of {of.faces.title}")
            else:
                back = self._back(of, slot.back, f"{slots[0]:03}-{slot.back.name}", "a back")
            back.slots.extend(slots)
            found = span, slot.quantity, stem, slot.card.id, slot.name, front.path, back.path
            self._rows.append(Row(*found))

    def finish(self) -> list[ExportedFile]:
        """Writes the order; returns all files, the order first."""
        paid = bracket(self._count)
        room = "" if paid == self._count else f", {paid - self._count} more would cost the same"
        says = f"{pluralize(self._count, 'card')} in a deck of up to {paid}{room}"
        xml = self._new_file("order.xml", says)
        xml.file.write_bytes(
            _order_xml(self._count, self._order.options, self._fronts, list(self._backs.values()))
        )
        table = self._new_file("order.csv", "the same for people")
        table.file.write_bytes(csv_table([Row._fields, *self._rows]))
        return [xml, table, *self._files]

    def _back(self, of: PartList, face: PrintedFace, name: str, says: str) -> Ordered:
        key = of.faces.stem, face.look
        if key not in self._backs:
            self._backs[key] = Ordered(name, f"backs/{name}.png", [])
            self._save(self._backs[key], of, face, says)
        return self._backs[key]

    def _white_back(self) -> Ordered:
        """The service wants a back for each card."""
        key = "", "white"
        if key not in self._backs:
            from PIL import Image

            self._backs[key] = Ordered("white", "backs/white.png", [])
            dpi = _dpi(self._order)
            size = [pixels * dpi // CANVAS_DPI for pixels in self._product.canvas]
            file = self._new_file(self._backs[key].path, "for cards without a back")
            save_png(Image.new("RGB", (size[0], size[1]), "white"), file.file, dpi)
            self._files.append(file)
        return self._backs[key]

    def _save(self, ordered: Ordered, of: PartList, face: PrintedFace, says: str) -> None:
        dpi = _dpi(self._order)
        file = self._new_file(ordered.path, says)
        self._shots.append(shot_of(of.faces, face, of.part.fit, file.file, dpi))
        self._files.append(file)

    def _new_file(self, name: str, says: str) -> ExportedFile:
        return self._order.new_file(f"{self._product.id}/{name}", says=says)


def _order_xml(count: int, options: MpcOptions, fronts: Sequence[Ordered], backs: Sequence[Ordered]) -> bytes:
    """The order as MPC Autofill's desktop tool reads it; pictures are named by their paths.

    The back of the most cards is that of all but those listed. Slots count from 0.
    """
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    root = Element("order")
    details = SubElement(root, "details")
    SubElement(details, "quantity").text = str(count)
    SubElement(details, "bracket").text = str(bracket(count))
    SubElement(details, "stock").text = STOCKS[options.stock]
    SubElement(details, "foil").text = str(options.foil).lower()
    usual = max(backs, key=lambda back: len(back.slots))
    for side, listed in (("fronts", fronts), ("backs", [back for back in backs if back is not usual])):
        if listed:
            cards = SubElement(root, side)
            for one in listed:
                card = SubElement(cards, "card")
                SubElement(card, "id").text = one.path
                SubElement(card, "slots").text = ",".join(map(str, one.slots))
                SubElement(card, "name").text = one.path.rpartition("/")[2]
                SubElement(card, "query").text = one.name
    SubElement(root, "cardback").text = usual.path
    indent(root, "    ")
    return bytes(tostring(root, "utf-8", xml_declaration=True)) + b"\n"


TARGET = Target(
    title=f"{MAKE_PLAYING_CARDS.title}, Printer's Studio, BoardGamesMaker",
    says="a picture for each face on its deck's canvas, and an order file with slots and copies",
    export=_export,
    options=MpcOptions,
    check=_check,
    purpose="sale",
    press=("dpi", "bleed_from", "backs"),
)
