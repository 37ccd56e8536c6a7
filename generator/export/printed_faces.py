"""The faces of cards, each printed on a page of its own and drawn from there at any size."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from generator.catalog.boxes import Net
from generator.catalog.models import Card, CardSet, Component
from generator.catalog.units import POINT
from generator.export.crew import share
from generator.export.file_formats import save_png
from generator.export.target import ExportOrder
from generator.layout.geometry import Box, Matrix, Outline, rectangle, rotation
from generator.press.planning import plan_jobs
from generator.press.preflight.geometry import rings
from generator.press.request import NumberedCard
from generator.press.sheet_job import SheetJob, cut_faces

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.layout.faces import Side
    from generator.press.impose import Stamp


def page_outlines(job: SheetJob) -> list[list[Outline]]:
    """The outlines to cut along for each of a job's pages; the backs of sheets are cut by the fronts.

    Raises :class:`~generator.catalog.problems.InputError` for what fits no page.
    """
    runs, plan = job.laid_out()
    return [
        [_placed(stamp, runs[stamp.card].of.component) for stamp in page.stamps if page.side != "back"]
        for page in plan.pages
    ]


def _placed(stamp: Stamp, component: Component) -> Outline:
    size, slot = component.size, stamp.slot
    to_middle = Matrix(e=-size.width / 2, f=-size.height / 2)
    place = to_middle.then(rotation(-slot.turn)).then(Matrix(e=slot.cx, f=slot.cy))
    return cut_outline(component, stamp.side).moved(place)


def cut_outline(component: Component, side: Side) -> Outline:
    """What a face is cut to, in mm from its own top left corner, as one looks at it."""
    if component.box_contents is not None:
        from generator.press.kinds.box import BoxLines

        return BoxLines(Net(component.box_contents)).outline()
    size = component.size
    return cut_faces(component).get(side) or rectangle(Box(0, 0, size.width, size.height))


SMOOTH = 4
"""How much finer than the picture its rounded corners are worked out."""
FLATNESS = 0.01
"""Millimetres by which the straight pieces of a corner may miss its curve."""


class PrintedFace(NamedTuple):
    name: str
    """Its own in the list of cards, by the card's id: ``scout``, ``scout-back``, ``scout-2``."""
    card: Card
    side: Side
    copy: int
    """The number of the copy that shows it; where all copies look alike, 1."""
    look: str
    """A digest: faces that look alike have the same."""
    page: int
    """In the list's PDF, from 0."""


class CardCopy(NamedTuple):
    """A card of the deck as it lies on the table."""

    front: PrintedFace
    back: PrintedFace | None


@dataclass(frozen=True, slots=True)
class FaceList:
    """The faces of a list of cards. ``bleed`` in mm: the pages are as much larger than the trim."""

    component: Component
    cards: CardSet
    stem: str
    """What its files are called: no other list of the game has the same."""
    pdf: Path
    bleed: float
    fronts: tuple[PrintedFace, ...]
    backs: tuple[PrintedFace, ...]
    copies: tuple[CardCopy, ...]
    """Every card as often as there are copies of it, in the order of the list."""

    @property
    def title(self) -> str:
        """The component's, and the list's own where it has several."""
        of = self.component
        return self.cards.name if len(of.sets) > 1 or of.is_deck else of.title

    @property
    def trim(self) -> Box:
        """The trim in mm from its own top left corner."""
        return Box(0, 0, self.component.size.width, self.component.size.height)

    def cut(self, side: Side) -> Outline | None:
        """What the face is cut to, as one looks at it (mm); None: a plain rectangle."""
        return cut_faces(self.component).get(side)

    def outline(self, side: Side, corner: float) -> Outline | None:
        """The same, with corners of a radius (mm) where it is a plain rectangle."""
        return self.cut(side) or (rectangle(self.trim, corner, corner) if corner else None)

    def shot(self, face: PrintedFace, window: Box, size: tuple[int, int], file: Path, dpi: float) -> Shot:
        """A picture of a face, opaque; the ``window`` is in mm from the top left corner of its trim."""
        return Shot(file, self.pdf, face.page, self.on_page(window), size, dpi)

    def on_page(self, window: Box) -> Box:
        return window._replace(x=window.x + self.bleed, y=window.y + self.bleed)

    def named(self) -> Iterator[tuple[PrintedFace, str]]:
        """The faces that need pictures, with names for these; backs that all look alike are one, ``back``."""
        common = self.common_back()
        taken = {face.name.casefold() for face in self.fronts}
        for face in (*self.fronts, *(self.backs if common is None else (common,))):
            yield face, "back" if face is common and "back" not in taken else face.name

    def common_back(self) -> PrintedFace | None:
        """The back of all cards, if all look alike; None where they do not, or where there is none."""
        return self.backs[0] if len({back.look for back in self.backs}) == 1 else None


def print_faces(order: ExportOrder[Any], bleed: float = 0.0) -> list[FaceList]:
    """Prints the faces of all components and cards that the order asks for.

    ``bleed`` in mm is what is wanted; a component has at most its own. What is wrong goes into the order's
    problems, and the list in question left out.
    """
    request = order.request
    wanted = {"bleed": bleed, **request.settings, "form": "png", "merge": False}
    jobs = plan_jobs(order.game, request._replace(settings=wanted))
    found = (_printed(job, order, order.scratch / f"{number}.faces") for number, job in enumerate(jobs))
    return [one for one in found if one is not None]


def _printed(job: SheetJob, order: ExportOrder[Any], path: Path) -> FaceList | None:
    path.parent.mkdir(parents=True, exist_ok=True)
    printed = job.print(order.context, path)
    if printed is None:
        return None
    listed = [numbered for part in job.lists for numbered in part.printed]
    cards = {numbered.card.id: numbered.card for numbered in listed}
    faces = [
        PrintedFace(shown.name, cards[shown.card], shown.side, shown.copy, shown.look, page)
        for page, shown in enumerate(printed.sheets.faces)
    ]
    fronts = tuple(face for face in faces if face.side == "front")
    backs = tuple(face for face in faces if face.side == "back")
    part = job.lists[0]
    return FaceList(
        job.of, part.cards, part.stem, path, job.options.bleed, fronts, backs, _copies(listed, fronts, backs)
    )


def _copies(
    listed: Sequence[NumberedCard], fronts: Sequence[PrintedFace], backs: Sequence[PrintedFace]
) -> tuple[CardCopy, ...]:
    shown = {(face.card.id, face.copy): face for face in fronts}
    behind = {(face.card.id, face.copy): face for face in backs}

    def find(of: Mapping[tuple[str, int], PrintedFace], card: Card, copy: int) -> PrintedFace | None:
        return of.get((card.id, copy)) or of.get((card.id, 1))

    deck = []
    for _, card, first in listed:
        for copy in range(first, first + card.copies):
            front = find(shown, card, copy)
            assert front is not None, "every card that is listed was printed"
            deck.append(CardCopy(front, find(behind, card, copy)))
    return tuple(deck)


class Camera:
    """Draws printed faces as pictures; the last PDF stays open. Use it in one thread, and close it."""

    def __init__(self) -> None:
        self._open: tuple[Path | bytes, Any] | None = None

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def draw(
        self, pdf: Path | bytes, page: int, window: Box, width: int, height: int, *, mode: Mode = "RGB"
    ) -> Image:
        """The part of a page inside the ``window`` (mm from the page's top left corner).

        ``pdf``: a file's path, or what is in it. The picture is ``width`` by ``height`` pixels large. Where
        the window reaches beyond the page, the page's edge is stretched over it. It is drawn on white, in
        RGBA on nothing.
        """
        from PIL import Image

        drawn = self._document(pdf)[page]
        across, down = (side * POINT for side in drawn.get_size())
        x_scale, y_scale = width / window.width, height / window.height
        # The page inside the picture: what its edges cut through is not the page's alone.
        left, top = max(0, ceil(-window.x * x_scale - EXACT)), max(0, ceil(-window.y * y_scale - EXACT))
        right = min(width, floor((across - window.x) * x_scale + EXACT))
        bottom = min(height, floor((down - window.y) * y_scale + EXACT))
        if (left, top, right, bottom) == (0, 0, width, height):
            return self._rendered(drawn, window, width, height, mode)
        whole = self._rendered(drawn, window, width, height, mode)
        whole = whole.crop((left, top, right, bottom))
        picture = Image.new(whole.mode, (width, height))
        picture.paste(whole, (left, top))
        _stretch_edges(picture, (left, top, right, bottom))
        return picture

    def face(self, faces: FaceList, face: PrintedFace, window: Box, width: int, height: int) -> Image:
        """A face in RGB; the ``window`` is in mm from the top left corner of its trim."""
        return self.draw(faces.pdf, face.page, faces.on_page(window), width, height)

    def cut_face(
        self, faces: FaceList, face: PrintedFace, width: int, height: int, corner: float = 0.0
    ) -> Image:
        """A face as it is cut, in RGBA: what is cut away is transparent.

        ``corner``: the radius (mm) of the corners of a plain rectangle.
        """
        picture = self.face(faces, face, faces.trim, width, height)
        cut = faces.outline(face.side, corner)
        picture.putalpha(255 if cut is None else mask_of(cut, faces.trim, width, height))
        return picture

    def take(self, shot: Shot) -> None:
        """Writes a picture. Raises OSError."""
        from PIL.Image import Transpose

        width, height = shot.size
        picture = self.draw(shot.pdf, shot.page, shot.window, width, height)
        if shot.cut is not None:
            trim = Box(0, 0, shot.window.width, shot.window.height)
            picture.putalpha(mask_of(shot.cut, trim, width, height))
        if shot.turned is not None:
            picture = picture.transpose(
                Transpose.ROTATE_90 if shot.turned == "left" else Transpose.ROTATE_270
            )
        save_png(picture, shot.file, shot.dpi, shot.notice)

    def _document(self, pdf: Path | bytes) -> Any:
        if self._open is None or self._open[0] != pdf:
            import pypdfium2

            self.close()
            self._open = pdf, pypdfium2.PdfDocument(pdf)
        return self._open[1]

    def _rendered(self, page: Any, window: Box, width: int, height: int, mode: Mode) -> Image:
        import pypdfium2.raw as pdfium
        from PIL import Image

        is_clear = mode == "RGBA"
        form = pdfium.FPDFBitmap_BGRA if is_clear else pdfium.FPDFBitmap_BGRx
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, form, None, 0)
        if not bitmap:
            raise MemoryError
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0 if is_clear else OPAQUE_WHITE)
            # From points on the page, y down, to pixels.
            a, d = width / window.width * POINT, height / window.height * POINT
            matrix = pdfium.FS_MATRIX(
                a, 0, 0, d, -window.x * width / window.width, -window.y * height / window.height
            )
            clip = pdfium.FS_RECTF(0, 0, width, height)
            pdfium.FPDF_RenderPageBitmapWithMatrix(
                bitmap, page.raw, matrix, clip, pdfium.FPDF_REVERSE_BYTE_ORDER
            )
            stride = pdfium.FPDFBitmap_GetStride(bitmap)
            data = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
            if mode == "RGB":
                return Image.frombytes(mode, (width, height), data, "raw", "RGBX", stride, 1)
            return Image.frombuffer(mode, (width, height), data, "raw", mode, stride, 1)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)


Mode = Literal["RGB", "RGBA", "RGBX"]
"""Of a picture; ``RGBX`` has a byte beside each colour that says nothing, and is the quickest to draw."""
OPAQUE_WHITE = 0xFFFFFFFF
EXACT = 1e-6
"""Of a pixel: what rounding makes of a whole one."""


def _stretch_edges(picture: Image, inner: tuple[int, int, int, int]) -> None:
    """Repeats the outermost pixels of the ``inner`` part up to the picture's edges."""
    left, top, right, bottom = inner
    width, height = picture.size
    for line, place in (
        ((left, top, left + 1, bottom), (0, top, left, bottom)),
        ((right - 1, top, right, bottom), (right, top, width, bottom)),
    ):
        _fill(picture, line, place)
    for line, place in (
        ((0, top, width, top + 1), (0, 0, width, top)),
        ((0, bottom - 1, width, bottom), (0, bottom, width, height)),
    ):
        _fill(picture, line, place)


def _fill(picture: Image, line: tuple[int, int, int, int], place: tuple[int, int, int, int]) -> None:
    size = place[2] - place[0], place[3] - place[1]
    if min(size) > 0:
        picture.paste(picture.crop(line).resize(size), place[:2])


@lru_cache(maxsize=2)
def mask_of(cut: Outline, trim: Box, width: int, height: int) -> Image:
    """The inside of an outline (mm) as shades of grey: white where it covers a pixel of the trim whole."""
    from PIL import Image, ImageDraw

    fine = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    x_scale, y_scale = fine.width / trim.width, fine.height / trim.height
    draw = ImageDraw.Draw(fine)
    for ring in rings(cut, FLATNESS):
        points = [((x - trim.x) * x_scale - 0.5, (y - trim.y) * y_scale - 0.5) for x, y in ring.points]
        if len(points) > 1:
            draw.polygon(points, fill=255)
    return fine.resize((width, height), Image.Resampling.BOX)


class Shot(NamedTuple):
    """A picture that is to be written as a PNG file."""

    file: Path
    pdf: Path
    page: int
    window: Box
    """What of the page it shows, in mm from its top left corner."""
    size: tuple[int, int]
    """In pixels, before it is turned."""
    dpi: float
    cut: Outline | None = None
    """All around it is transparent, in mm inside the window; None: nothing is."""
    turned: Literal["left", "right"] | None = None
    """By a quarter."""
    notice: str = ""
    """Whose rights there are in it."""


ROLL = 16
"""Pictures that a process is handed at a time: of one PDF file it reads fonts and pictures once."""


def take_all(shots: Sequence[Shot]) -> None:
    """Writes pictures, by all cores. Raises OSError."""
    rolls = [shots[first : first + ROLL] for first in range(0, len(shots), ROLL)]
    share(_take, rolls, lambda roll: sum(shot.size[0] * shot.size[1] for shot in roll))


def _take(roll: Sequence[Shot]) -> None:
    with camera() as taking:
        for shot in roll:
            taking.take(shot)


@contextmanager
def camera() -> Iterator[Camera]:
    made = Camera()
    try:
        yield made
    finally:
        made.close()
