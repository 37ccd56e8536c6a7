"""Loose pictures with a table of them, for virtual tables that have an editor of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.catalog.press_settings import PressOptions
from generator.catalog.units import INCH
from generator.catalog.wording import pluralize
from generator.export.file_formats import csv_table
from generator.export.printed_faces import FaceList, PrintedFace, Shot, take_all
from generator.export.target import CORNER, ExportedFile, ExportOrder, Target
from generator.export.virtual import (
    described,
    piece_names,
    pixels,
    shown_faces,
    spoken_lines,
    what_is_left_out,
)

MAX_PIXELS = 2048
"""Of a picture's side: more is refused or made smaller by tables in a browser."""
MANIFEST = "manifest.csv"


@dataclass(frozen=True, slots=True)
class CsvOptions:
    """``corner`` in mm."""

    corner: float | None = field(default=None, metadata=CORNER)


class _Row(NamedTuple):
    """A card, as the manifest has it. Its fields are the columns."""

    component: str
    list: str
    id: str
    name: str
    kind: str
    copies: int
    front: str
    back: str
    width_mm: float
    height_mm: float
    shape: str
    text: str


def _export(order: ExportOrder[CsvOptions]) -> list[ExportedFile]:
    lists = shown_faces(order)
    if order.problems.has_errors or not lists:
        return []
    rows: list[_Row] = []
    pictures: list[ExportedFile] = []
    shots: list[Shot] = []
    for faces in lists:
        drawn = _pictures(order, faces, shots)
        pictures += drawn.values()
        rows += _rows(order, faces, drawn)
    take_all(shots)
    says = ", ".join(filter(None, [pluralize(len(rows), "row"), what_is_left_out(order)]))
    manifest = order.new_file(MANIFEST, says=says)
    manifest.file.write_bytes(csv_table([_Row._fields, *rows], "\r\n"))
    return [manifest, *pictures]


def _pictures(
    order: ExportOrder[CsvOptions], faces: FaceList, shots: list[Shot]
) -> dict[PrintedFace, ExportedFile]:
    """A picture of each face of a list, which go among the shots; a back that all have is one."""
    dpi = PressOptions(order.request.paper, **order.request.settings).dpi
    width, height = pixels(faces.trim.width, faces.trim.height, dpi, MAX_PIXELS, MAX_PIXELS)
    common = faces.common_back()
    found = {}
    for face, name in faces.named():
        file = order.new_file(f"{faces.stem}/{name}.png", says="the back of all" if face is common else "")
        cut = faces.outline(face.side, order.options.corner or 0.0)
        exact = width / faces.trim.width * INCH
        shots.append(faces.shot(face, faces.trim, (width, height), file.file, exact)._replace(cut=cut))
        found[face] = file
    return found


def _rows(
    order: ExportOrder[CsvOptions], faces: FaceList, drawn: dict[PrintedFace, ExportedFile]
) -> Iterator[_Row]:
    """A row for each card; where its copies look different, for each of them."""
    names, texts = piece_names(faces), spoken_lines(order, faces)
    common = faces.common_back()
    component = faces.component
    copies = Counter((copy.front, copy.back) for copy in faces.copies)
    for (front, back), count in copies.items():
        yield _Row(
            component.id,
            faces.cards.id,
            front.card.id,
            names[front.card.id],
            component.kind,
            count,
            _path(order, drawn[front]),
            "" if back is None else _path(order, drawn[common or back]),
            round(component.size.width, 3),
            round(component.size.height, 3),
            component.shape.kind,
            described(texts[front.card.id]),
        )


def _path(order: ExportOrder[CsvOptions], file: ExportedFile) -> str:
    return file.path.relative_to(order.out).as_posix()


TARGET = Target(
    title="Pictures and a table",
    says="loose PNG files and manifest.csv, for playingcards.io, screentop.gg, Tabletopia and others",
    export=_export,
    options=CsvOptions,
    purpose="share",
    press=("dpi",),
)
