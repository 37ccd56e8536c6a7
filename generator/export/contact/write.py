"""Writes contact sheets into files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.export.contact.arrange import SIDE, Arrangement, Page, Placed, arrange
from generator.export.contact.gather import Group, Progress, gather
from generator.export.drawing import GREY, HAIRLINE, PALE, Column, Drawing, Piece
from generator.layout.canvas import Stroke
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box, Matrix
from generator.layout.text.words import WordMaker
from generator.press.build import Written, refuse_same_files, staging, tell_unwritable
from generator.press.job import Wishes, paper_name
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Bookmark, Document, PageBoxes

EDGE = 8.0
"""Where the titles begin, from the upper edge, and end, from the lower one."""
TITLE, SMALL = 16.0, 7.0
SMALLEST = 100.0
"""The smallest paper on which this is of any use."""
FRAME = Stroke(PALE, HAIRLINE)


def write_contact_sheets(
    games: Sequence[Game], wishes: Sequence[Wishes], out: Path, problems: Problems, progress: Progress
) -> list[Written]:
    """``OUT/GAME/contact-PAPER.pdf`` for each game and paper, all or none; ``problems`` tells what is wrong.

    What is wrong may be a card, paper that is too small, or the output folder.
    """
    refuse_same_files(games, problems)
    try:
        with staging(out) as folder:
            finished: list[tuple[Path, Written]] = []
            for game in games:
                renderer = FaceRenderer.of(game, problems, low_ink=wishes[0].low_ink)
                groups = gather(renderer, wishes[0].only, wishes[0].select, progress)
                if problems.has_errors or not groups:
                    continue
                for wish in wishes:
                    staged = folder / f"{len(finished)}.pdf"
                    target = out / game.id / _file_name(wish)
                    finished.append((staged, _write(groups, renderer, wish.paper, staged, target)))
            if problems.has_errors:
                return []
            for staged, written in finished:
                written.path.parent.mkdir(parents=True, exist_ok=True)
                staged.replace(written.path)
            return [written for _, written in finished]
    except OSError as error:
        tell_unwritable(out, error, problems)
    except InputError as error:
        problems.extend([error.at(None)])
    return []


def _file_name(wish: Wishes) -> str:
    return f"contact-{paper_name(wish.paper)}{'-low-ink' if wish.low_ink else ''}.pdf"


def _write(groups: Sequence[Group], renderer: FaceRenderer, paper: Size, path: Path, target: Path) -> Written:
    if min(paper.width, paper.height) < SMALLEST:
        raise InputError(
            f"a contact sheet does not fit on paper of {paper.width:g} × {paper.height:g} mm",
            hint=f"it must measure {SMALLEST:g} mm at least",
        )
    game = renderer.game
    arrangement = arrange(groups, paper, renderer.words)
    document = Document(f"{game.title}: contact sheet", game.designer or "", f"version {game.version}")
    drawing = Drawing(PdfCanvas(document.resources))
    for number, page in enumerate(arrangement.pages, 1):
        _paint(drawing, page)
        _paint_titles(drawing, game, arrangement, number, paper, renderer.words)
        sheet = (0.0, 0.0, paper.width, paper.height)
        document.add_page([drawing.taken()], PageBoxes(paper.width, paper.height, sheet, sheet))
    document.save(path, _bookmarks(groups, arrangement), duplex=None)
    shown = sum(len(page.fronts) for page in arrangement.pages)
    return Written(target, game.id, "contact", len(arrangement.pages), shown, _content(groups), kept=False)


def _paint(drawing: Drawing, page: Page) -> None:
    for heading, x, y in page.headings:
        drawing.column(heading, x, y)
    for placed in page.fronts:
        _paint_front(drawing, placed)


def _paint_front(drawing: Drawing, placed: Placed) -> None:
    exhibit, scale = placed.exhibit, placed.scale
    cut = exhibit.cut.moved(Matrix(scale, 0, 0, scale, placed.x, placed.y))
    trim = Box(placed.x, placed.y, scale * exhibit.width, scale * exhibit.height)
    drawing.card(exhibit.face.root, trim, scale, cut)
    drawing.canvas.shape(cut, None, FRAME)
    drawing.column(placed.caption, placed.caption_x, placed.caption_y)


def _paint_titles(
    drawing: Drawing, game: Game, arrangement: Arrangement, number: int, paper: Size, words: WordMaker
) -> None:
    width = paper.width - 2 * SIDE
    head = Column(words, width)
    head.add([Piece(game.title, bold=True), Piece(f" {game.version}", GREY)], TITLE)
    drawing.column(head, SIDE, EDGE)
    foot = Column(words, width)
    pages = f" · page {number} of {len(arrangement.pages)}" if len(arrangement.pages) > 1 else ""
    foot.add([Piece(f"all fronts at {arrangement.scale} % of their size{pages}", GREY)], SMALL, align="right")
    drawing.column(foot, SIDE, paper.height - EDGE - foot.height)


def _bookmarks(groups: Sequence[Group], arrangement: Arrangement) -> list[Bookmark]:
    """One for each group, at the page where it begins."""
    pages = {
        id(placed.exhibit): number for number, page in enumerate(arrangement.pages) for placed in page.fronts
    }
    return [Bookmark(group.title, pages[id(group.exhibits[0])]) for group in groups]


def _content(groups: Sequence[Group]) -> str:
    """Changes whenever a front or its copies change."""
    digest = hashlib.sha256()
    for exhibit in (exhibit for group in groups for exhibit in group.exhibits):
        digest.update(f"{exhibit.copies} {exhibit.face.digest}".encode())
    return digest.hexdigest()[:8]
