"""The Game Crafter: a picture for each face on the canvas of its product, and a list of what goes where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.catalog.shapes import ShapeKind
from generator.catalog.units import INCH
from generator.export.file_formats import csv_table
from generator.export.printed_faces import PrintedFace, Shot, take_all
from generator.export.services.parts import Parts, assign, check_faces
from generator.export.services.product import PRODUCT, Product, Service
from generator.export.services.slots import (
    Booklet,
    PartList,
    find_booklet,
    print_booklet,
    print_parts,
    shot_of,
)
from generator.export.target import ExportedFile, ExportOrder, Target

SAFE = 75
"""Pixels from the canvas's edge, of every product."""


def _inches(
    name: str, kind: str, width: float, height: float, canvas: tuple[int, int], shape: ShapeKind = "rect"
) -> Product:
    return Product(name, (kind,), round(width * INCH, 3), round(height * INCH, 3), canvas, SAFE, shape)


def _decks() -> Iterator[Product]:
    yield _inches("PokerDeck", "cards", 2.5, 3.5, (825, 1125))
    yield Product("EuroPokerDeck", ("cards",), 63.0, 88.0, (825, 1125), SAFE)
    yield _inches("BridgeDeck", "cards", 2.25, 3.5, (750, 1125))
    yield Product("USGameDeck", ("cards",), 56.0, 87.0, (750, 1125), SAFE)
    yield Product("MintTinDeck", ("cards",), 52.0, 87.0, (750, 1125), SAFE)
    yield _inches("MiniDeck", "cards", 1.75, 2.5, (600, 825))
    yield _inches("MicroDeck", "cards", 1.25, 1.75, (450, 600))
    yield _inches("DominoDeck", "cards", 1.75, 3.5, (600, 1125))
    yield _inches("TarotDeck", "cards", 2.75, 4.75, (900, 1500))
    yield _inches("JumboDeck", "cards", 3.5, 5.5, (1125, 1725))
    yield _inches("SquareDeck", "cards", 3.5, 3.5, (1125, 1125))
    yield _inches("SmallSquareDeck", "cards", 2.5, 2.5, (825, 825))
    yield Product("EuroSquareDeck", ("cards",), 70.0, 70.0, (900, 900), SAFE)
    yield _inches("BusinessDeck", "cards", 2.0, 3.5, (675, 1125))
    yield _inches("TradingDeck", "cards", 2.5, 3.5, (825, 1125))
    yield _inches("FoilPokerDeck", "cards", 2.5, 3.5, (825, 1125))


def _pads() -> Iterator[Product]:
    # Sheets are not cut, so that all of the canvas is printed.
    yield _inches("Document", "cards", 8.5, 11.0, (2550, 3300))
    yield _inches("SmallScorePad", "cards", 3.5, 5.5, (1125, 1725))
    yield _inches("MediumScorePad", "cards", 4.5, 8.0, (1425, 2475))
    yield _inches("LargeScorePad", "cards", 8.0, 10.0, (2475, 3075))


def _tokens() -> Iterator[Product]:
    shapes: tuple[tuple[str, ShapeKind], ...] = (("Circle", "circle"), ("Square", "rect"))
    for name, shape in shapes:
        yield _inches(f"Small{name}Chit", "tokens", 0.5, 0.5, (225, 225), shape)
        yield _inches(f"Medium{name}Chit", "tokens", 0.75, 0.75, (300, 300), shape)
        yield _inches(f"Large{name}Chit", "tokens", 1.0, 1.0, (375, 375), shape)
        yield _inches(f"Mini{name}Tile", "tokens", 1.25, 1.25, (450, 450), shape)
    yield _inches("SmallSquareTile", "tokens", 2.0, 2.0, (675, 675))
    yield _inches("MediumSquareTile", "tokens", 2.5, 2.5, (825, 825))
    yield _inches("LargeSquareTile", "tokens", 3.5, 3.5, (1125, 1125))
    yield _inches("DominoChit", "tokens", 1.0, 2.0, (375, 675))
    yield _inches("DominoTile", "tokens", 2.0, 4.0, (675, 1275))
    # From corner to corner, and from flat to flat.
    yield _inches("MiniHexTile", "tokens", 1.25, 1.08, (450, 450), "hex")
    yield _inches("SmallHexTile", "tokens", 2.0, 1.75, (675, 600), "hex")
    yield _inches("MediumHexTile", "tokens", 2.5, 2.2, (825, 750), "hex")
    yield _inches("LargeHexTile", "tokens", 3.75, 3.25, (1200, 1050), "hex")
    yield _inches("HexDeck", "tokens", 3.75, 3.25, (1200, 1050), "hex")
    yield _inches("CircleDeck", "tokens", 3.5, 3.5, (1125, 1125), "circle")


def _boards() -> Iterator[Product]:
    for end in ("Board", "Mat"):
        yield _inches(f"Quarter{end}", "board", 5.0, 5.0, (1575, 1575))
        yield _inches(f"Square{end}", "board", 8.0, 8.0, (2475, 2475))
        yield _inches(f"LargeSquare{end}", "board", 10.0, 10.0, (3075, 3075))
        yield _inches(f"Half{end}", "board", 5.0, 10.0, (1575, 3075))
        yield _inches(f"Strip{end}", "board", 2.0, 10.0, (675, 3075))
        yield _inches(f"BiFold{end}", "board", 9.0, 18.0, (2775, 5475))
        yield _inches(f"QuadFold{end}", "board", 18.0, 18.0, (5475, 5475))
        yield _inches(f"SixFold{end}", "board", 27.0, 18.0, (8175, 5475))


def _booklets() -> Iterator[Product]:
    yield _inches("SmallBooklet", "rulebook", 2.5, 3.5, (825, 1125))
    yield _inches("MediumBooklet", "rulebook", 3.5, 5.0, (1125, 1575))
    yield _inches("LargeBooklet", "rulebook", 5.0, 8.0, (1575, 2475))
    yield _inches("JumboBooklet", "rulebook", 8.0, 10.0, (2475, 3075))


THE_GAME_CRAFTER = Service("The Game Crafter", (*_decks(), *_pads(), *_tokens(), *_boards(), *_booklets()))


BATCH = 100
"""Cards that can be sent at once."""


@dataclass(frozen=True, slots=True)
class TgcOptions:
    """``product``: the one to be taken where several have the size; empty: the usual one."""

    product: str = field(default="", metadata=PRODUCT)


class Row(NamedTuple):
    """A line of the list: what is uploaded to which slot."""

    set: str
    product: str
    slot: int
    card: str
    name: str
    quantity: int
    face: str
    back: str
    batch: int


def _check(order: ExportOrder[TgcOptions]) -> None:
    parts, booklet = _planned(order)
    parts.report(order, nothing_else=booklet.product is None)
    order.problems.extend(booklet.problems)
    check_faces(order, parts.made, THE_GAME_CRAFTER.title)


def _planned(order: ExportOrder[TgcOptions]) -> tuple[Parts, Booklet]:
    return assign(order, THE_GAME_CRAFTER, order.options.product), find_booklet(order, THE_GAME_CRAFTER)


def _export(order: ExportOrder[TgcOptions]) -> list[ExportedFile]:
    parts, booklet = _planned(order)
    lists = print_parts(order, parts.made) if parts.made else []
    if order.problems.has_errors:
        return []
    files: list[ExportedFile] = []
    rows: list[Row] = []
    shots: list[Shot] = []
    for one in lists:
        pictures = _Pictures(order, one, shots)
        rows += pictures.rows()
        files += pictures.files
    if booklet.product is not None:
        files += print_booklet(order, booklet.product, shots)
    take_all(shots)
    return [*_lists(order, lists, rows), *files] if rows else files


class _Pictures:
    """The pictures of a list of cards, those that look alike once; they go among the ``shots``."""

    def __init__(self, order: ExportOrder[TgcOptions], of: PartList, shots: list[Shot]) -> None:
        self._order, self._of, self._shots = order, of, shots
        self._written: dict[tuple[str, str], str] = {}
        self.files: list[ExportedFile] = []

    def rows(self) -> Iterator[Row]:
        """The lines of the list, while the pictures are planned."""
        faces = self._of.faces
        common = faces.common_back()
        digits = len(str(len(self._of.slots)))
        for number, slot in enumerate(self._of.slots, 1):
            front = self._write(slot.front, f"{number:0{digits}}-{slot.front.name}", _copies(slot.quantity))
            back = ""
            if slot.back is not None:
                name = "back" if common is not None else f"{number:0{digits}}-{slot.back.name}"
                back = self._write(slot.back, name, "the back of all" if common is not None else "its back")
            yield Row(
                faces.stem,
                self._of.part.product.id,
                number,
                slot.card.id,
                slot.name,
                slot.quantity,
                front,
                back,
                (number - 1) // BATCH + 1,
            )

    def _write(self, face: PrintedFace, name: str, says: str) -> str:
        """Where the picture of a face is in the target's folder."""
        key = face.side, face.look if face.side == "back" else face.name
        if key not in self._written:
            path = self._written[key] = f"{self._of.faces.stem}/{name}.png"
            file = self._order.new_file(path, says=says)
            self._shots.append(shot_of(self._of.faces, face, self._of.part.fit, file.file))
            self.files.append(file)
        return self._written[key]


def _copies(quantity: int) -> str:
    return "1 copy" if quantity == 1 else f"{quantity:,} copies"


def _lists(
    order: ExportOrder[TgcOptions], lists: Sequence[PartList], rows: Sequence[Row]
) -> Iterator[ExportedFile]:
    """The list for people, and the one for programs."""
    pieces: dict[str, int] = {}
    for row in rows:
        pieces[row.product] = pieces.get(row.product, 0) + row.quantity
    counts = ", ".join(f"{quantity:,} of {product}" for product, quantity in pieces.items())
    table = order.new_file("manifest.csv", says=f"what goes where: {counts}")
    table.file.write_bytes(csv_table([Row._fields, *rows]))
    yield table
    sets = [_described(one, [row for row in rows if row.set == one.faces.stem]) for one in lists]
    whole = {"game": order.game.title, "service": THE_GAME_CRAFTER.title, "sets": sets}
    data = order.new_file("manifest.json", says="the same for programs")
    data.file.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")
    yield data


def _described(of: PartList, rows: Sequence[Row]) -> dict[str, object]:
    return {
        "set": of.faces.stem,
        "title": of.faces.title,
        "product": of.part.product.id,
        "pixels": list(of.part.product.canvas),
        "turned": of.part.fit.turned,
        "cards": [
            {key: value for key, value in row._asdict().items() if key not in ("set", "product")}
            for row in rows
        ],
    }


TARGET = Target(
    title=THE_GAME_CRAFTER.title,
    says="a picture for each face on its product's canvas, and a list of what goes where",
    export=_export,
    options=TgcOptions,
    check=_check,
    purpose="sale",
    press=("bleed_from", "backs"),
    takes_rulebook=True,
)
