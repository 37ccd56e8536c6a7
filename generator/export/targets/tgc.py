"""The Game Crafter: a picture for each face on the canvas of its product, and a list of what goes where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.export.csv_table import csv_table
from generator.export.faces import Camera, PrintedFace, camera
from generator.export.pictures import save_png
from generator.export.services.booklet import Booklet, find_booklet, print_booklet
from generator.export.services.check import check_faces
from generator.export.services.options import PRODUCT
from generator.export.services.parts import Parts, assign
from generator.export.services.product import CANVAS_DPI
from generator.export.services.slots import PartList, picture, print_parts
from generator.export.services.tgc import THE_GAME_CRAFTER
from generator.export.target import ExportedFile, ExportOrder, Target

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
    with camera() as shots:
        for one in lists:
            pictures = _Pictures(order, one, shots)
            rows += pictures.rows()
            files += pictures.files
        if booklet.product is not None:
            files += print_booklet(order, booklet.product, shots)
    return [*_lists(order, lists, rows), *files] if rows else files


class _Pictures:
    """Writes the pictures of a list of cards, those that look alike once."""

    def __init__(self, order: ExportOrder[TgcOptions], of: PartList, shots: Camera) -> None:
        self._order, self._of, self._shots = order, of, shots
        self._written: dict[tuple[str, str], str] = {}
        self.files: list[ExportedFile] = []

    def rows(self) -> Iterator[Row]:
        """The lines of the list, while the pictures are written."""
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
            drawn = picture(self._shots, self._of.faces, face, self._of.part.fit)
            save_png(drawn, file.file, CANVAS_DPI)
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
    told = ", ".join(f"{quantity:,} of {product}" for product, quantity in pieces.items())
    table = order.new_file("manifest.csv", says=f"what goes where: {told}")
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
