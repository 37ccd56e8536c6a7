"""PNG files: a picture of each card under its id, contact sheets, and GIFs that show card after card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from generator.catalog.licences import rights_of
from generator.catalog.press_settings import PressOptions, about, flag, whole_number
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import INCH
from generator.catalog.wording import pluralize
from generator.export.file_formats import save_gif, save_png
from generator.export.printed_faces import (
    Camera,
    FaceList,
    PrintedFace,
    Shot,
    camera,
    print_faces,
    take_all,
)
from generator.export.target import CORNER, ExportedFile, ExportOrder, Target
from generator.layout.geometry import Box
from generator.press.png import check_pixels, pixels_of

Corners = Literal["round", "square"]
"""What is cut away is transparent, or the picture is a whole rectangle of opaque pixels."""
CONTACT_DPI = 150
MAX_FRAMES = 500
"""Of a GIF: a browser keeps all of them in memory."""
DEFAULT_GIF_WIDTH = 360


@dataclass(frozen=True, slots=True)
class PngOptions:
    """``corner`` in mm, ``gif_width`` in pixels."""

    corners: Corners = field(
        default="round",
        metadata=about("Transparent where the card is cut away (RGBA), or opaque (RGB).", get_args(Corners)),
    )
    corner: float | None = field(default=None, metadata=CORNER)
    contact: bool = field(default=False, metadata=flag("Also contact sheets: all fronts on a few pages."))
    gif: bool = field(default=False, metadata=flag("Also a GIF of each deck that shows card after card."))
    gif_width: int | None = field(
        default=None,
        metadata=about(
            "Width of a GIF in pixels.", kind=whole_number(32, 2000), default_help=str(DEFAULT_GIF_WIDTH)
        ),
    )


def _report_idle(order: ExportOrder[PngOptions]) -> None:
    options = order.options
    if options.gif_width is not None and not options.gif:
        order.problems.error("--gif-width does nothing without --gif", hint="ask for --gif, or leave it out")
    if options.corner is not None and options.corners == "square":
        order.problems.error("--corner does nothing with --corners square", hint="leave out one of the two")


def _export(order: ExportOrder[PngOptions]) -> list[ExportedFile]:
    _report_idle(order)
    if order.problems.has_errors:
        return []
    press = PressOptions(order.request.paper, **order.request.settings)
    bleed = float(order.request.settings.get("bleed", 0.0))
    lists = print_faces(order, bleed)
    if order.problems.has_errors:
        return []
    files: list[ExportedFile] = []
    pictures: list[Shot] = []
    with camera() as shots:
        for faces in lists:
            _check_size(faces, press.dpi)
            files += _pictures(order, faces, press.dpi, pictures)
            if order.options.gif and len(faces.fronts) > 1:
                files.append(_gif(order, faces, shots))
        take_all(pictures)
        if order.options.contact:
            files += _contact_sheets(order, shots)
    return files


def _check_size(faces: FaceList, dpi: int) -> None:
    try:
        check_pixels(_page(faces), dpi)
    except InputError as error:
        raise InputError(error.message, hint=error.hint, place=faces.component.place_of("size")) from None


def _page(faces: FaceList) -> Size:
    box = faces.trim.grown(faces.bleed)
    return Size("page", box.width, box.height)


def _pictures(
    order: ExportOrder[PngOptions], faces: FaceList, dpi: int, shots: list[Shot]
) -> Iterator[ExportedFile]:
    """Pictures of all faces, which go among the shots; backs that all look alike are one file."""
    common, rights = faces.common_back(), rights_of(order.game)
    for face, name in faces.named():
        file = order.new_file(f"{faces.stem}/{name}.png", says=_says(faces, face, common))
        shots.append(_shot(faces, face, order.options, dpi, file.file)._replace(notice=rights))
        yield file


def _says(faces: FaceList, face: PrintedFace, common: PrintedFace | None) -> str:
    if face is common:
        return "the back of all" if len(faces.fronts) > 1 else "the back"
    if face.side == "back":
        return "its back"
    copies = sum(copy.front is face for copy in faces.copies)
    return "1 copy" if copies == 1 else f"{copies:,} copies"


def _shot(faces: FaceList, face: PrintedFace, options: PngOptions, dpi: int, file: Path) -> Shot:
    page = _page(faces)
    window = Box(-faces.bleed, -faces.bleed, page.width, page.height)
    shot = faces.shot(face, window, pixels_of(page, dpi), file, dpi)
    if faces.bleed or options.corners == "square":
        return shot
    return shot._replace(cut=faces.outline(face.side, options.corner or 0.0))


def _gif(order: ExportOrder[PngOptions], faces: FaceList, shots: Camera) -> ExportedFile:
    fronts = faces.fronts
    if len(fronts) > MAX_FRAMES:
        raise InputError(
            f"a GIF of {len(fronts):,} cards is too large",
            hint=f"select {MAX_FRAMES} cards at most with --select",
            place=faces.component.place,
        )
    width = order.options.gif_width or DEFAULT_GIF_WIDTH
    height = max(1, round(width * faces.trim.height / faces.trim.width))
    file = order.new_file(f"{faces.stem}.gif", says=f"{pluralize(len(fronts), 'card')}, a second each")
    corner = order.options.corner or 0.0
    save_gif([shots.cut_face(faces, front, width, height, corner) for front in fronts], file.file)
    return file


def _contact_sheets(order: ExportOrder[PngOptions], shots: Camera) -> Iterator[ExportedFile]:
    from generator.export.contact import print_contact_sheet

    paper = order.request.paper
    pdf = order.scratch / "contact.pdf"
    pages = print_contact_sheet(order.context, order.request, pdf)
    width, height = (round(side / INCH * CONTACT_DPI) for side in (paper.width, paper.height))
    rights = rights_of(order.game)
    for page in range(pages):
        number = f"{page + 1:0{len(str(pages))}}"
        file = order.new_file(f"contact-{number}.png", says=f"page {page + 1} of {pages}")
        picture = shots.draw(pdf, page, Box(0, 0, paper.width, paper.height), width, height)
        save_png(picture, file.file, CONTACT_DPI, rights)
        yield file


TARGET = Target(
    title="PNG pictures",
    says="each card as a picture under its id; contact sheets and GIFs for the web",
    export=_export,
    options=PngOptions,
    press=("bleed", "bleed_from", "backs", "dpi"),
    has_paper=True,
)
