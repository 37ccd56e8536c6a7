"""How the cards look to other eyes: sheets to look at, and groups whose colours fall together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.models import Card, Component, Game
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size, paper
from generator.catalog.units import INCH
from generator.catalog.writing import Finished, put_in_place, staging
from generator.export.drawing import Drawing
from generator.export.vision.groups import Shown, report_groups
from generator.export.vision.sheets import Front, Section, write_sheets
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box, shape_outline
from generator.press.build import report_same_folders, report_unwritable
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.metadata import Metadata
from generator.press.planning import free_stem
from generator.press.rasterizer import Rasterizer
from generator.press.request import chosen_cards, chosen_sets

if TYPE_CHECKING:
    from generator.layout.colour_vision import Pixels

DPI = 60
"""Cards are looked at as somebody does who holds them at arm's length."""
FEWEST_PIXELS, MOST_PIXELS, FINEST = 210, 480, 150
"""Of the longer side: tokens are drawn finer, up to so many dots to the inch, and boards coarser."""
PAPER = paper("a4").turned("landscape")


class VisionSheets(NamedTuple):
    """A file that was written."""

    path: Path
    game: str
    pages: int
    cards: int


class _Face(NamedTuple):
    """A front that is to be drawn; ``digest`` is the same for those that look the same."""

    component: Component
    title: str
    card: Card
    digest: str


def write_vision(
    games: Sequence[Game],
    only: Sequence[str],
    out: Path,
    problems: Problems,
    progress: Callable[[int], None] = lambda _: None,
) -> list[VisionSheets]:
    """``OUT/GAME/vision-a4.pdf`` for each game, all or none; ``problems`` tells what falls together.

    Cards that can't be laid out are left out: whoever checks a game has told of them.
    """
    report_same_folders(games, problems)
    try:
        with staging(out) as folder, Rasterizer() as rasterizer:
            finished: list[tuple[Path, VisionSheets]] = []
            for number, game in enumerate(games):
                own = folder / str(number)
                own.mkdir()
                sheets = _write(game, only, own, out, rasterizer, problems, progress)
                finished += [] if sheets is None else [(own / "sheets.pdf", sheets)]
            files = [Finished(staged, sheets.path) for staged, sheets in finished]
            if problems.has_errors or not put_in_place(files, out, problems):
                return []
            return [sheets for _, sheets in finished]
    except OSError as error:
        report_unwritable(out, error, problems)
    except InputError as error:
        problems.extend([error.at(None)])
    return []


def _write(
    game: Game,
    only: Sequence[str],
    folder: Path,
    out: Path,
    rasterizer: Rasterizer,
    problems: Problems,
    progress: Callable[[int], None],
) -> VisionSheets | None:
    document = Document(Metadata(game.title), rasterizer)
    faces = _draw_faces(game, only, document)
    if not faces:
        return None
    path = folder / "faces.pdf"
    document.save(path, [], duplex=None)
    sections, shown = _looked_at(faces, path, progress)
    report_groups(shown, problems)
    target = out / game.output / f"{free_stem(game, 'vision')}-a4.pdf"
    pages = write_sheets(game, sections, PAPER, folder, rasterizer)
    return VisionSheets(target, game.id, pages, sum(len(section.fronts) for section in sections))


def _draw_faces(game: Game, only: Sequence[str], document: Document) -> list[_Face]:
    """Every front, true to size on a page of its own; each look is drawn once."""
    renderer = FaceRenderer.of(game, Problems())
    drawing = Drawing(PdfCanvas(document.resources))
    faces: list[_Face] = []
    drawn: set[str] = set()
    for component, cards in chosen_sets(game, only):
        title = component.title + (f": {cards.name}" if len(component.sets) > 1 else "")
        for number, card, _ in chosen_cards(cards, ()):
            face = renderer.face(component, cards, card, "front", number)
            if face is None:
                continue
            faces.append(_Face(component, title, card, face.digest))
            if face.digest not in drawn:
                drawn.add(face.digest)
                width, height = component.size.width, component.size.height
                trim = Box(0, 0, width, height)
                drawing.card(face.root, trim, 1, shape_outline(component.shape, component.size))
                edges = (0.0, 0.0, width, height)
                document.add_page([drawing.taken()], PageBoxes(width, height, edges, edges))
    return faces


def _looked_at(
    faces: Sequence[_Face], path: Path, progress: Callable[[int], None]
) -> tuple[list[Section], list[Shown]]:
    """The faces as pixels: in sections for the sheets, and for the comparison of groups."""
    import pypdfium2

    pixels: dict[str, Pixels] = {}
    sections: dict[str, Section] = {}
    shown: list[Shown] = []
    with pypdfium2.PdfDocument(path) as document:
        for face in faces:
            progress(1)
            component, size = face.component, face.component.size
            section = sections.setdefault(face.title, Section(face.title, []))
            if face.digest not in pixels:
                pixels[face.digest] = _pixels(document[len(pixels)], size)
                name = str(face.card.values.get("name") or face.card.values.get("title") or face.card.id)
                section.fronts.append(Front(name, size.width, size.height, pixels[face.digest]))
            like = (component.kind, component.shape, size.width, size.height)
            shown.append(Shown(face.card, like, pixels[face.digest]))
    return [section for section in sections.values() if section.fronts], shown


def _pixels(page: Any, size: Size) -> Pixels:
    import numpy

    least = FEWEST_PIXELS / max(size.width, size.height) * INCH
    dpi = min(max(DPI, least), FINEST, MOST_PIXELS / max(size.width, size.height) * INCH)
    bitmap = page.render(scale=dpi / 72, rev_byteorder=True)
    return numpy.array(bitmap.to_numpy()[..., :3])
