"""What exports for virtual tables share: the lists that they show, their options, and their pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from generator.catalog.models import Card, CardSet, Component
from generator.catalog.press_settings import PressOptions, about, whole_number
from generator.catalog.units import INCH
from generator.catalog.wording import listed, pluralize
from generator.export.faces import Camera, FaceList, PrintedFace, print_faces
from generator.export.pictures import save_jpeg, save_png
from generator.export.sheets import (
    MAX_SLOTS,
    CardSheet,
    SheetPlan,
    card_numbers,
    draw_sheet,
    pixels,
    plan_sheets,
)
from generator.export.target import ExportedFile, ExportOrder
from generator.press.card_text import CardLine, card_name, card_text
from generator.press.request import chosen_sets

if TYPE_CHECKING:
    from PIL.Image import Image

ImageForm = Literal["jpg", "png"]
QUALITY = 90
"""Of a JPEG: type stays sharp, and a sheet of 70 cards is a few MB."""
LEAST_DPI = 72
"""What is shown in less can hardly be read when one zooms in."""
MAX_DESCRIPTION = 2000
"""Letters of what is told of a card."""
PAPER = (250, 250, 248)
AROUND = 0.02
"""What is added around a picture that is cut by its transparency, in parts of its longer side."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """``size`` in pixels."""

    size: int = field(
        default=4096,
        metadata=about("The most pixels that a side of a picture has.", kind=whole_number(256, 16384)),
    )
    image: ImageForm = field(
        default="jpg", metadata=about("How pictures without transparency are written.", get_args(ImageForm))
    )
    per_sheet: int = field(
        default=MAX_SLOTS,
        metadata=about(
            "The most cards on a picture; 1 shows each as sharply as can be.",
            kind=whole_number(1, MAX_SLOTS),
        ),
    )
    corner: float | None = field(
        default=None,
        metadata=about("Radius of the corners: a length.", default_help="as the component says"),
    )
    """In mm. A table has rounded corners of its own; it is told whether there are any."""


def is_rounded(faces: FaceList, options: TableOptions) -> bool:
    """Whether a list's cards have rounded corners."""
    return bool(faces.component.corner or options.corner)


def shown_faces(order: ExportOrder[Any]) -> list[FaceList]:
    """The lists that lie on a table: all that the order asks for but boxes, which nobody folds there."""
    wanted = [
        f"{component.id}/{cards.id}"
        for component, cards in chosen_sets(order.game, order.request.only)
        if component.kind != "box"
    ]
    if not wanted:
        return []
    return print_faces(replace(order, request=order.request._replace(only=tuple(wanted))))


def left_out(order: ExportOrder[Any]) -> list[str]:
    """The titles of the boxes that were asked for."""
    found = (component for component, _ in chosen_sets(order.game, order.request.only))
    return list(dict.fromkeys(component.title for component in found if component.kind == "box"))


def what_is_left_out(order: ExportOrder[Any]) -> str:
    """``without Tuck box``, in words for the list of files; empty where nothing is left out."""
    boxes = left_out(order)
    return f"without {listed(boxes)}" if boxes else ""


def spoken_lines(order: ExportOrder[Any], faces: FaceList) -> dict[str, list[CardLine]]:
    """What each card of a list says, by id."""
    numbers = card_numbers(faces)
    renderer = order.context.renderer
    cards = {front.card.id: front.card for front in faces.fronts}
    return {
        name: card_text(renderer, faces.component, faces.cards, card, numbers[name])
        for name, card in cards.items()
    }


def described(lines: Sequence[CardLine]) -> str:
    """What a card says beside its name, as plain lines."""
    told = [line.brief for line in lines if line.label != "name"]
    whole = "\n".join(told)
    return whole if len(whole) <= MAX_DESCRIPTION else whole[: MAX_DESCRIPTION - 1].rstrip() + "…"


def list_name(component: Component, cards: CardSet) -> str:
    """What tells a list from all others of the game, whatever its files are called."""
    return f"{component.id}/{cards.id}"


def piece_names(faces: FaceList) -> dict[str, str]:
    """What each card of a list is called on a table, by id."""
    return names_in_list({front.card.id: front.card for front in faces.fronts}.values(), faces.title)


def names_in_list(cards: Collection[Card], title: str) -> dict[str, str]:
    """What each card of a list is called on a table, by id; ``title`` is that of the list.

    One that has no name is called like its list, if it is alone there, else by its id: ``Front 1``.
    """
    names = {}
    for card in cards:
        name = card_name(card)
        if name == card.id:
            name = title if len(cards) == 1 else _in_words(card.id)
        names[card.id] = name
    return names


def _in_words(id_: str) -> str:
    words = " ".join(id_.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:]


class Picture(NamedTuple):
    """A finished picture, and its size in pixels."""

    file: ExportedFile
    width: int
    height: int


@dataclass(slots=True)
class Gallery:
    """Writes pictures of faces, each look once.

    ``hashed``: whether their names tell what is in them, so that whoever keeps copies notices a change.
    """

    order: ExportOrder[Any]
    options: TableOptions
    shots: Camera
    hashed: bool = False
    folder: str = ""
    """Where they are inside the target's own folder: ``Textures/``."""
    files: list[ExportedFile] = field(default_factory=list)
    known: dict[tuple[tuple[int, int], bytes], Picture] = field(default_factory=dict)

    @property
    def dpi(self) -> int:
        return PressOptions(self.order.request.paper, **self.order.request.settings).dpi

    def plan(self, faces: FaceList) -> SheetPlan:
        """How a list's cards lie on sheets."""
        return plan_sheets(faces, self.dpi, self.options.size, self.options.per_sheet)

    def sheet(
        self, faces: FaceList, sheet: CardSheet, *, backs: bool = False, name: str | None = None
    ) -> Picture:
        """The fronts of a sheet's cards, or their backs in the same slots."""
        shown = [copy.back if backs else copy.front for copy in sheet.slots]
        picture = draw_sheet(faces, sheet.grid, shown, self.shots)
        dpi = sheet.grid.cell_height / faces.trim.height * INCH
        self._warn(faces, dpi)
        name = name or f"{'backs' if backs else 'cards'}-{sheet.number}"
        grid = sheet.grid
        says = "their backs" if backs else f"{len(sheet.slots)} different, {grid.columns} × {grid.rows}"
        return self._save(picture, f"{faces.stem}--{name}", dpi, says)

    def single(self, faces: FaceList, face: PrintedFace, name: str, says: str = "") -> Picture:
        """A face by itself, as a rectangle."""
        most = self.options.size
        width, height = pixels(faces.trim.width, faces.trim.height, self.dpi, most, most)
        dpi = width / faces.trim.width * INCH
        self._warn(faces, dpi)
        drawn = self.shots.face(faces, face, faces.trim, width, height)
        return self._once(drawn, f"{faces.stem}--{name}", dpi, says)

    def cut_out(self, faces: FaceList, face: PrintedFace, name: str, says: str = "") -> Picture:
        """A face as it is cut: transparent around, with a margin."""
        from PIL import Image

        most = round(self.options.size / (1 + 2 * AROUND)) - 2
        width, height = pixels(faces.trim.width, faces.trim.height, self.dpi, most, most)
        around = max(1, round(max(width, height) * AROUND))
        picture = Image.new("RGBA", (width + 2 * around, height + 2 * around), (0, 0, 0, 0))
        picture.paste(self.shots.cut_face(faces, face, width, height), (around, around))
        return self._once(picture, f"{faces.stem}--{name}", width / faces.trim.width * INCH, says)

    def _once(self, picture: Image, name: str, dpi: float, says: str) -> Picture:
        """Faces may look alike though they come of other layouts, such as the two sides of a token."""
        key = picture.size, hashlib.sha256(picture.tobytes()).digest()
        if key not in self.known:
            self.known[key] = self._save(picture, name, dpi, says)
        return self.known[key]

    def plain_back(self) -> Picture:
        """The white back of what is printed on one side."""
        from PIL import Image

        return self._once(Image.new("RGB", (64, 64), PAPER), "white--back", 72, "the back of what has none")

    def _warn(self, faces: FaceList, dpi: float) -> None:
        if dpi < LEAST_DPI and self.dpi >= LEAST_DPI:
            component = faces.component
            self.order.problems.warning(
                f"pictures of at most {self.options.size:,} pixels show it in {dpi:.0f} dpi",
                component.place_of("size"),
                field=f"components.{component.id}",
                hint="use a larger --size"
                + (" or fewer cards on a picture, --per-sheet" if len(faces.fronts) > 1 else ""),
            )

    def _save(self, picture: Image, name: str, dpi: float, says: str) -> Picture:
        """Written where it is finished, under the name that it is to have."""
        is_clear = picture.mode == "RGBA"
        end = ".png" if is_clear or self.options.image == "png" else ".jpg"
        unnamed = self.order.scratch / f"picture{end}"
        if end == ".png":
            save_png(picture, unnamed, dpi)
        else:
            save_jpeg(picture, unnamed, dpi, QUALITY)
        final = f"{name}.{_digest(unnamed)}{end}" if self.hashed else f"{name}{end}"
        file = self.order.new_file(f"{self.folder}{final}", says=says)
        unnamed.replace(file.file)
        self.files.append(file)
        return Picture(file, picture.width, picture.height)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:10]


def printed_rulebook(order: ExportOrder[Any]) -> ExportedFile | None:
    """The game's rulebook as PDF, its pages in the order in which they are read; None if there is none."""
    from generator.press.rulebook.job import plan_book

    job = plan_book(order.game, order.request)
    if job is None:
        return None
    file = order.new_file("rulebook.pdf", says="the rules")
    printed = replace(job, is_apart=True).print(order.context, file.file)
    return None if printed is None else file._replace(says=pluralize(printed.sheets.pages, "page"))
