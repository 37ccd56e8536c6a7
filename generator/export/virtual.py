"""What exports for virtual tables share: the lists that they show, their options, and their pictures."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from generator.catalog.models import Card, CardSet, Component
from generator.catalog.press_settings import PressOptions, about, whole_number
from generator.catalog.units import INCH
from generator.catalog.wording import listed, pluralize
from generator.export.file_formats import save_jpeg, save_png, sha256_of
from generator.export.printed_faces import Camera, CardCopy, FaceList, PrintedFace, print_faces
from generator.export.target import CORNER, ExportedFile, ExportOrder
from generator.press.card_text import CardLine, card_name, card_text
from generator.press.request import chosen_sets

if TYPE_CHECKING:
    from PIL.Image import Image


MAX_COLUMNS, MAX_ROWS = 10, 7
MAX_SLOTS = MAX_COLUMNS * MAX_ROWS
"""More cards on a picture no virtual table takes."""
EMPTY = (255, 255, 255)
"""The colour of slots without a card."""


class Grid(NamedTuple):
    """The slots of a sheet; ``cell_width`` and ``cell_height`` in pixels."""

    columns: int
    rows: int
    cell_width: int
    cell_height: int

    @property
    def slots(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> int:
        return self.columns * self.cell_width

    @property
    def height(self) -> int:
        return self.rows * self.cell_height


def pixels(width: float, height: float, dpi: int, widest: int, highest: int) -> tuple[int, int]:
    """A picture of so many mm in pixels; at a lower resolution where it would be too wide or too high."""
    across, down = width / INCH * dpi, height / INCH * dpi
    scale = min(1.0, widest / across, highest / down)
    return min(widest, max(1, round(across * scale))), min(highest, max(1, round(down * scale)))


def choose_grid(cards: int, width: float, height: float, dpi: int, most: int) -> Grid:
    """The grid for so many cards (mm) in which they are largest, and of those the one that wastes least.

    No card has more than ``dpi``, no side of the sheet more than ``most`` pixels.
    """
    grids = [
        Grid(columns, rows, *pixels(width, height, dpi, most // columns, most // rows))
        for columns, rows in product(range(1, MAX_COLUMNS + 1), range(1, MAX_ROWS + 1))
        if columns * rows >= cards
    ]
    return min(grids, key=lambda grid: (-grid.cell_height, grid.slots, abs(grid.width - grid.height)))


class CardSheet(NamedTuple):
    """Cards that share a picture. ``number`` counts the sheets of a list from 1."""

    number: int
    grid: Grid
    slots: tuple[CardCopy, ...]
    """Row by row from the top left. Copies that look alike on both sides have one slot."""


class CardPlace(NamedTuple):
    """Where a card of the deck is shown: on which sheet, and in which of its slots (from 0)."""

    sheet: int
    slot: int


class SheetPlan(NamedTuple):
    """The sheets of a list, and where each card of its deck is shown, in the order of the deck."""

    sheets: tuple[CardSheet, ...]
    places: tuple[CardPlace, ...]


def plan_sheets(faces: FaceList, dpi: int, most: int, per_sheet: int = MAX_SLOTS) -> SheetPlan:
    """As few sheets as hold all looks of a list's cards, each with about as many of them."""
    common = faces.common_back()
    looks: dict[tuple[str, str], CardCopy] = {}
    keys = []
    for copy in faces.copies:
        back = "" if copy.back is None or common is not None else copy.back.look
        keys.append((copy.front.look, back))
        looks.setdefault(keys[-1], copy)
    count = ceil(len(looks) / per_sheet)
    each = ceil(len(looks) / count)
    shown = list(looks.items())
    sheets: list[CardSheet] = []
    found: dict[tuple[str, str], CardPlace] = {}
    for number, start in enumerate(range(0, len(shown), each), 1):
        part = shown[start : start + each]
        grid = choose_grid(len(part), faces.trim.width, faces.trim.height, dpi, most)
        sheets.append(CardSheet(number, grid, tuple(copy for _, copy in part)))
        found |= {key: CardPlace(number, slot) for slot, (key, _) in enumerate(part)}
    return SheetPlan(tuple(sheets), tuple(found[key] for key in keys))


def draw_sheet(faces: FaceList, grid: Grid, shown: Sequence[PrintedFace | None], shots: Camera) -> Image:
    """The picture of a sheet, with a face in each of the first slots; what is None stays empty."""
    from PIL import Image

    picture = Image.new("RGB", (grid.width, grid.height), EMPTY)
    for slot, face in enumerate(shown):
        if face is not None:
            row, column = divmod(slot, grid.columns)
            cell = shots.face(faces, face, faces.trim, grid.cell_width, grid.cell_height)
            picture.paste(cell, (column * grid.cell_width, row * grid.cell_height))
    return picture


def card_numbers(faces: FaceList) -> Mapping[str, int]:
    return {card.id: number for number, card in enumerate(faces.cards.cards, 1)}


def in_rows(sizes: Sequence[tuple[float, float]], width: float, gap: float) -> Iterator[tuple[float, float]]:
    """The middles of things of these sizes that lie in rows, no wider than ``width`` unless one thing is.

    The first row begins at y = 0, the others follow below it, each as high as the highest thing in it. All
    are centred on x = 0.
    """
    rows: list[list[tuple[float, float]]] = [[]]
    for size in sizes:
        used = sum(one[0] + gap for one in rows[-1])
        if rows[-1] and used + size[0] > width:
            rows.append([])
        rows[-1].append(size)
    y = 0.0
    for row in rows:
        x = -(sum(one[0] for one in row) + gap * (len(row) - 1)) / 2
        height = max((one[1] for one in row), default=0.0)
        for across, _ in row:
            yield x + across / 2, y + height / 2
            x += across + gap
        y += height + gap


ImageForm = Literal["jpg", "png"]
QUALITY = 90
"""Of a JPEG: type stays sharp, and a sheet of 70 cards is a few MB."""
LEAST_DPI = 72
"""What is shown in less can hardly be read when one zooms in."""
MAX_DESCRIPTION = 2000
"""Letters of what is said of a card."""
PAPER = (250, 250, 248)
AROUND = 0.02
"""What is added around a picture that is cut by its transparency, in parts of its longer side."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """``size`` in pixels."""

    size: int = field(
        default=4096,
        metadata=about("The longest side of a picture, in pixels.", kind=whole_number(256, 16384)),
    )
    image: ImageForm = field(
        default="jpg", metadata=about("How pictures without transparency are written.", get_args(ImageForm))
    )
    per_sheet: int = field(
        default=MAX_SLOTS,
        metadata=about(
            "The most cards on a picture; 1 shows each card at its sharpest.", kind=whole_number(1, MAX_SLOTS)
        ),
    )
    corner: float | None = field(default=None, metadata=CORNER)
    """In mm. A table has rounded corners of its own; it learns whether there are any."""


def is_rounded(faces: FaceList, options: TableOptions) -> bool:
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


def what_is_left_out(order: ExportOrder[Any]) -> str:
    """``without Tuck box``: the boxes that were asked for; empty where nothing is left out."""
    found = (component for component, _ in chosen_sets(order.game, order.request.only))
    boxes = list(dict.fromkeys(component.title for component in found if component.kind == "box"))
    return f"without {listed(boxes)}" if boxes else ""


def pieces_in_words(order: ExportOrder[Any], kinds: Iterable[str]) -> str:
    """``2 decks, 3 bags, 1 board, 1 rulebook, without Tuck box``."""
    counts = [pluralize(count, kind) for kind, count in Counter(kinds).items()]
    return listed([*counts, *filter(None, [what_is_left_out(order)])], longest=200)


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
    whole = "\n".join(line.brief for line in lines if line.label != "name")
    return whole if len(whole) <= MAX_DESCRIPTION else whole[: MAX_DESCRIPTION - 1].rstrip() + "…"


def list_name(component: Component, cards: CardSet) -> str:
    """What distinguishes a list from all others of the game, whatever its files are called."""
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

    ``hashed``: whether their names say what is in them, so that whoever keeps copies notices a change.
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
        final = f"{name}.{sha256_of(unnamed)[:10]}{end}" if self.hashed else f"{name}{end}"
        file = self.order.new_file(f"{self.folder}{final}", says=says)
        unnamed.replace(file.file)
        self.files.append(file)
        return Picture(file, picture.width, picture.height)


def printed_rulebook(order: ExportOrder[Any]) -> ExportedFile | None:
    """The game's rulebook as PDF, its pages in the order in which they are read; None if there is none."""
    from generator.press.rulebook.job import plan_book

    job = plan_book(order.game, order.request)
    if job is None:
        return None
    file = order.new_file("rulebook.pdf", says="the rules")
    printed = replace(job, is_apart=True).print(order.context, file.file)
    return None if printed is None else file._replace(says=pluralize(printed.sheets.pages, "page"))


SIDE, THUMBNAIL_DPI = 256, 96
"""Pixels of a picture of the game, and how many of them to the inch."""
FINE = 3
"""How much finer than the picture the cards are turned."""
CARDS = 5
SPREAD = 14.0
"""Degrees from card to card."""
BELOW = 0.6
"""How far below the middle of a card the hand is that holds the fan, in heights of a card."""
ROOM = 0.98
"""How much of the picture the fan takes."""
SHADOW = (0, 0, 0, 110)
SHADOW_BLUR = 0.012
"""Of the picture's side."""


def draw_thumbnail(lists: Sequence[FaceList], shots: Camera, corner: float = 0.0) -> Image | None:
    """A fan of up to five cards of the list with the most cards; None where there is nothing to show.

    What has no cards shows its tokens or boards instead. Around the fan the picture is transparent.
    ``corner``: the radius (mm) of corners that the component leaves square.
    """
    from PIL import Image

    shown = _chosen(lists)
    if shown is None:
        return None
    faces, fronts = shown
    long = SIDE * FINE * 0.6
    scale = long / max(faces.trim.width, faces.trim.height)
    width, height = (max(1, round(side * scale)) for side in (faces.trim.width, faces.trim.height))
    canvas = Image.new("RGBA", (SIDE * FINE * 2, SIDE * FINE * 2), (0, 0, 0, 0))
    for number, front in enumerate(fronts):
        angle = (number - (len(fronts) - 1) / 2) * SPREAD
        card = shots.cut_face(faces, front, width, height, corner).rotate(
            -angle, resample=Image.Resampling.BICUBIC, expand=True
        )
        turn, reach = radians(angle), BELOW * height
        x = canvas.width / 2 + reach * sin(turn) - card.width / 2
        y = canvas.height / 2 + reach * (1 - cos(turn)) - card.height / 2
        _lay(canvas, card, round(x), round(y))
    return _fitted(canvas)


def _chosen(lists: Sequence[FaceList]) -> tuple[FaceList, Sequence[PrintedFace]] | None:
    """The list to show, and fronts that look different from all over it."""
    for kind in ("cards", "tokens", "board"):
        of_kind = [faces for faces in lists if faces.component.kind == kind]
        if of_kind:
            faces = max(of_kind, key=lambda one: len({front.look for front in one.fronts}))
            fronts = list({front.look: front for front in faces.fronts}.values())
            count = min(CARDS, len(fronts))
            steps = [index * (len(fronts) - 1) // max(1, count - 1) for index in range(count)]
            return faces, [fronts[step] for step in steps]
    return None


def _lay(canvas: Image, card: Image, x: int, y: int) -> None:
    """Lays a card on what is there, with its shadow."""
    from PIL import Image, ImageFilter

    blur = SHADOW_BLUR * canvas.width / 2
    around = round(3 * blur)
    alpha = Image.new("L", (card.width + 2 * around, card.height + 2 * around), 0)
    alpha.paste(card.getchannel("A").point(lambda value: value * SHADOW[3] // 255), (around, around))
    shadow = Image.new("RGBA", alpha.size, SHADOW[:3])
    shadow.putalpha(alpha.filter(ImageFilter.GaussianBlur(blur)))
    canvas.alpha_composite(shadow, (max(0, x - around), max(0, y - around + round(blur / 2))))
    canvas.alpha_composite(card, (max(0, x), max(0, y)))


def _fitted(canvas: Image) -> Image:
    """What is there in the middle of a square picture."""
    from PIL import Image

    box = canvas.getchannel("A").getbbox() or (0, 0, *canvas.size)
    drawn = canvas.crop(box)
    scale = SIDE * ROOM / max(drawn.size)
    size = tuple(max(1, round(side * scale)) for side in drawn.size)
    small = drawn.resize((size[0], size[1]), Image.Resampling.LANCZOS)
    picture = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    picture.alpha_composite(small, ((SIDE - small.width) // 2, (SIDE - small.height) // 2))
    return picture
