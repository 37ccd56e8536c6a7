"""Contact sheets: every front once and in small, by component and card list."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.catalog.models import Card, Component, Game
from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.catalog.writing import Finished, put_in_place, staging
from generator.export.own_pages import GREY, HAIRLINE, PALE, OwnPages, Piece, TextColumn
from generator.layout.colour import Stroke
from generator.layout.faces import Face, FaceRenderer
from generator.layout.geometry import Box, Matrix, Outline, shape_outline
from generator.layout.text.words import WordMaker
from generator.press.build import Written, report_odd_date, report_same_folders, reporting
from generator.press.card_text import card_name
from generator.press.inks import SCREEN
from generator.press.job import PagePng, PrintContext, Sheets, numbered_pngs
from generator.press.pdf.document import Bookmark, Document
from generator.press.pdf.metadata import metadata_of
from generator.press.planning import free_stem
from generator.press.png import Pages, PngPress, check_pixels, remove_older
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.request import (
    PrintedList,
    PrintRequest,
    chosen_cards,
    chosen_sets,
    in_groups,
    paper_name,
)

Progress = Callable[[int], None]


@dataclass(slots=True)
class ShownFront:
    """A front, and how many cards show it."""

    face: Face
    name: str
    width: float
    height: float
    """The trim in mm."""
    cut: Outline
    """The trim's outline in card coordinates."""
    copies: int = 0


@dataclass(slots=True)
class Group:
    title: str
    fronts: list[ShownFront] = field(default_factory=list)

    @property
    def copies(self) -> int:
        return sum(front.copies for front in self.fronts)


def gather(
    renderer: FaceRenderer,
    preflight: Preflight,
    only: Sequence[str],
    select: Sequence[str],
    progress: Progress,
) -> list[Group]:
    """The groups in the order of game.yaml; the renderer reports fronts that failed."""
    groups = []
    for component, cards in chosen_sets(renderer.game, only):
        whole = PrintedList(component, cards, chosen_cards(cards, select), cards.id)
        for part in in_groups(whole) if whole.printed else ():
            group = Group(_title(part), _fronts(part, renderer, preflight, progress))
            if group.fronts:
                groups.append(group)
    return groups


def _fronts(
    part: PrintedList, renderer: FaceRenderer, preflight: Preflight, progress: Progress
) -> list[ShownFront]:
    component, cards = part.component, part.cards
    known: dict[str, ShownFront] = {}
    for number, card, _ in part.printed:
        looks = renderer.looks(component, cards, ("front",), card.copies)
        for copy in looks:
            face = renderer.face(component, cards, card, "front", number, copy)
            if face is None:
                break
            renderer.problems.extend(preflight.face(component, face, card))
            front = known.get(face.digest)
            if front is None:
                front = known[face.digest] = _shown_front(component, card, face)
            front.copies += 1 if len(looks) > 1 else card.copies
        progress(1)
    return list(known.values())


def _shown_front(component: Component, card: Card, face: Face) -> ShownFront:
    size = component.size
    name = card_name(card)
    return ShownFront(face, name, size.width, size.height, shape_outline(component.shape, size))


def _title(part: PrintedList) -> str:
    """The component, and which of its lists where there are several, and which group of cards."""
    component, names = part.component, [part.component.title]
    names += [part.cards.name] * (len(component.sets) > 1) + [part.group] * bool(part.group)
    return ": ".join(names)


SIDE, TOP, FOOT = 10.0, 22.0, 13.0
"""White beside, above and below the fronts, in mm; titles stand in it."""
MAX_SCALE, MIN_SCALE, STEP = 100, 30, 2
"""Scales in per cent. At the smallest one can tell cards, not read them."""
MIN_CAPTION = 15.0
"""Width of a caption, where the picture is smaller."""
GAP, ROW_GAP, GROUP_GAP, BETWEEN = 2.5, 3.0, 5.0, 8.0
"""Between pictures, rows, groups below each other and groups side by side."""
HEADING_GAP, CAPTION_GAP = 1.5, 0.8
HEADING, CAPTION = 9.0, 6.0
"""Points."""
MAX_NAME_LENGTH = 48
"""Letters of a name."""


@dataclass(slots=True)
class Page:
    """What stands on a page, each thing with its top left corner in mm."""

    fronts: list[tuple[_Cell, float, float]] = field(default_factory=list)
    headings: list[tuple[TextColumn, float, float]] = field(default_factory=list)


def arrange(
    groups: Sequence[Group], paper: Size, words: WordMaker, say: Callable[..., str]
) -> tuple[list[Page], int]:
    """The pages, and the largest scale (per cent) at which there are no more of them than at the smallest."""

    def pages(scale: int) -> list[Page]:
        return _Flow(paper, words, say, scale / 100).flow(groups)

    scales = range(MIN_SCALE, MAX_SCALE + 1, STEP)
    fewest = len(pages(MIN_SCALE))
    scale = scales[bisect_right(scales, fewest, key=lambda scale: len(pages(scale))) - 1]
    return pages(scale), scale


@dataclass(frozen=True, slots=True)
class _Cell:
    """A front with its caption, before it has a place."""

    front: ShownFront
    scale: float
    caption: TextColumn

    @property
    def picture(self) -> tuple[float, float]:
        return self.front.width * self.scale, self.front.height * self.scale

    @property
    def width(self) -> float:
        return max(self.picture[0], self.caption.width)

    @property
    def height(self) -> float:
        return self.picture[1] + CAPTION_GAP + self.caption.height


@dataclass(slots=True)
class _Flow:
    """Fills one page after another, groups side by side where they fit."""

    paper: Size
    words: WordMaker
    say: Callable[..., str]
    """Says words in the game's language."""
    scale: float
    pages: list[Page] = field(default_factory=lambda: [Page()])
    x: float = SIDE
    y: float = TOP
    depth: float = 0.0
    """How far down the groups reach that begin at this height."""

    def flow(self, groups: Sequence[Group]) -> list[Page]:
        for group in groups:
            self._add(group)
        return self.pages

    def _add(self, group: Group) -> None:
        cells = [self._cell(front) for front in group.fronts]
        rows = _rows(cells, self._width)
        heading = self._heading(group, rows)
        right = self.x + max(heading.width, _row_width(rows[0]))
        needed = heading.height + HEADING_GAP + _row_height(rows[0])
        if len(rows) > 1 or right > self.paper.width - SIDE or self.y + needed > self._bottom:
            self._next_shelf()
        if self.y + needed > self._bottom:
            self._next_page()
        left, top = self.x, self.y
        self.pages[-1].headings.append((heading, left, top))
        y = top + heading.height + HEADING_GAP
        for row in rows:
            if y + _row_height(row) > self._bottom and y > TOP:
                self._next_page()
                again = self._heading(group, rows, is_again=True)
                self.pages[-1].headings.append((again, left, TOP))
                y = TOP + again.height + HEADING_GAP
            self._place(row, left, y)
            y += _row_height(row) + ROW_GAP
        self.depth = max(self.depth, y - ROW_GAP)
        self.x = left + max(heading.width, *(_row_width(row) for row in rows)) + BETWEEN
        if len(rows) > 1:
            self._next_shelf()

    @property
    def _width(self) -> float:
        return self.paper.width - 2 * SIDE

    @property
    def _bottom(self) -> float:
        return self.paper.height - FOOT

    def _next_shelf(self) -> None:
        if self.depth:
            self.y = self.depth + GROUP_GAP
        self.x, self.depth = SIDE, 0.0

    def _next_page(self) -> None:
        if self.pages[-1].headings or self.pages[-1].fronts:
            self.pages.append(Page())
        self.x, self.y, self.depth = SIDE, TOP, 0.0

    def _cell(self, front: ShownFront) -> _Cell:
        room = self._bottom - TOP - 15
        scale = min(self.scale, self._width / front.width, room / front.height)
        pieces = [Piece(_cut(front.name))]
        if front.copies > 1:
            pieces.append(Piece(f" ×{front.copies}", GREY))
        if scale < self.scale:
            pieces.append(Piece(f" {self.say('at {scale} %', scale=f'{100 * scale:.0f}')}", GREY))
        caption = TextColumn(self.words, max(MIN_CAPTION, front.width * scale))
        return _Cell(front, scale, caption.add(pieces, CAPTION, align="center"))

    def _heading(
        self, group: Group, rows: Sequence[Sequence[_Cell]], *, is_again: bool = False
    ) -> TextColumn:
        """``is_again``: on a page on which the group goes on."""
        note = self.say("continued") if is_again else _count(group, self.say)
        pieces = [Piece(_cut(group.title), bold=True), Piece(f" {note}", GREY)]
        width = self._width if len(rows) > 1 else max(3 * MIN_CAPTION, _row_width(rows[0]))
        return TextColumn(self.words, width).add(pieces, HEADING)

    def _place(self, row: Sequence[_Cell], x: float, y: float) -> None:
        for cell in row:
            self.pages[-1].fronts.append((cell, x, y))
            x += cell.width + GAP


def _count(group: Group, say: Callable[..., str]) -> str:
    different = len(group.fronts)
    if group.copies == different:
        return str(group.copies)
    return say("{copies}, {n} different", copies=group.copies, n=different)


def _rows(cells: Sequence[_Cell], width: float) -> list[list[_Cell]]:
    rows: list[list[_Cell]] = [[]]
    for cell in cells:
        if rows[-1] and _row_width([*rows[-1], cell]) > width:
            rows.append([])
        rows[-1].append(cell)
    return rows


def _row_width(row: Sequence[_Cell]) -> float:
    return sum(cell.width for cell in row) + GAP * (len(row) - 1)


def _row_height(row: Sequence[_Cell]) -> float:
    return max(cell.height for cell in row)


def _cut(name: str) -> str:
    return name if len(name) <= MAX_NAME_LENGTH else name[: MAX_NAME_LENGTH - 1].rstrip() + "…"


EDGE = 8.0
"""Where the titles begin, from the upper edge, and end, from the lower one."""
TITLE, SMALL = 16.0, 7.0
MIN_PAPER = 100.0
"""The smallest paper on which this is of any use."""
FRAME = Stroke(PALE, HAIRLINE)


def write_contact_sheets(
    games: Sequence[Game],
    requests: Sequence[PrintRequest],
    out: Path,
    problems: Problems,
    progress: Progress,
    *,
    strict: bool = False,
) -> list[Written]:
    """``OUT/GAME/contact-PAPER.pdf`` for each game and paper, all or none; ``problems`` says what is wrong.

    What is wrong may be a card, paper that is too small, or the output folder; if ``strict``, any warning.
    """
    report_same_folders(games, problems)
    report_odd_date(problems)
    with reporting(out, problems), staging(out) as folder, Rasterizer() as rasterizer:
        finished: list[tuple[Path, Written]] = []
        pictured: list[Pages] = []
        for game in games:
            renderer = FaceRenderer.of(game, problems, low_ink=requests[0].low_ink)
            context = PrintContext(renderer, Preflight.of_art(rasterizer), problems, progress, SCREEN)
            groups = _gathered(context, requests[0])
            if problems.has_errors or not groups:
                continue
            for request in requests:
                staged = folder / f"{len(finished)}.pdf"
                target = out / game.output / _file_name(game, request)
                sheet = _write(groups, context, request, staged, target)
                finished.append((staged, sheet))
                options = PressOptions(request.paper, **request.settings)
                if options.is_png:
                    job = _Pngs(options.dpi, target.relative_to(out).with_suffix(""))
                    check_pixels(request.paper, options.dpi)
                    sheets = Sheets(staged, sheet.pages, sheet.cards, sheet.content, (), request.paper)
                    pictured.append(Pages(job, sheets))
        if problems.has_errors or (strict and problems):
            return []
        written = [sheet for _, sheet in finished]
        if pictured:
            return _put_as_pngs(pictured, written, folder, out, problems)
        files = [Finished(staged, sheet.path) for staged, sheet in finished]
        return written if put_in_place(files, out, problems) else []
    return []


def print_contact_sheet(context: PrintContext, request: PrintRequest, path: Path) -> int:
    """Prints the contact sheet of a game as PDF into a file; how many pages it has, 0 if nothing is shown.

    What is wrong with a card goes into the context's problems. Raises InputError where paper is too small.
    """
    groups = _gathered(context, request)
    if context.problems.has_errors or not groups:
        return 0
    return _write(groups, context, request, path, path).pages


def _gathered(context: PrintContext, request: PrintRequest) -> list[Group]:
    return gather(context.renderer, context.preflight, request.only, request.select, context.progress)


@dataclass(frozen=True, slots=True)
class _Pngs:
    dpi: int
    folder: Path
    count = 0

    def pngs(self, sheets: Sheets) -> list[PagePng]:
        return numbered_pngs(self.folder, sheets.pages)


def _put_as_pngs(
    pictured: Sequence[Pages], written: Sequence[Written], folder: Path, out: Path, problems: Problems
) -> list[Written]:
    """Draws the pages; in place of each PDF there is a folder."""
    press = PngPress(folder, out, lambda _: None, None)
    drawn = press.draw(pictured, problems)
    if problems.has_errors or not put_in_place(press.finished, out, problems):
        return []
    folders = [sheet.path.with_suffix("") for sheet in written]
    older = remove_older(drawn, folders)
    return [
        sheet._replace(
            path=place, pngs=pngs.paths, removed=tuple(path for path in older if path.parent == place)
        )
        for sheet, place, pngs in zip(written, folders, drawn, strict=True)
    ]


def _file_name(game: Game, request: PrintRequest) -> str:
    end = "-low-ink" if request.low_ink else ""
    return f"{free_stem(game, 'contact')}{request.choice_name}-{paper_name(request.paper)}{end}.pdf"


def _write(
    groups: Sequence[Group], context: PrintContext, request: PrintRequest, path: Path, target: Path
) -> Written:
    paper, renderer = request.paper, context.renderer
    if min(paper.width, paper.height) < MIN_PAPER:
        raise InputError(
            f"a contact sheet does not fit on paper of {paper.width:g} × {paper.height:g} mm",
            hint=f"it must measure {MIN_PAPER:g} mm at least",
        )
    game = renderer.game
    pages, scale = arrange(groups, paper, renderer.words, game.own)
    fronts = game.own("only {cards}", cards=request.choice) if request.choice else game.own("all fronts")
    about = metadata_of(game, game.own("{title}: contact sheet", title=game.title), f"version {game.version}")
    drawing = OwnPages(Document(about, context.preflight.rasterizer))
    for number, page in enumerate(pages, 1):
        for heading, x, y in page.headings:
            drawing.column(heading, x, y)
        for cell, x, y in page.fronts:
            _paint_front(drawing, cell, x, y)
        note = game.own("{fronts} at {scale} % of their size", fronts=fronts, scale=scale)
        if len(pages) > 1:
            note += f" · {game.own('page {page} of {pages}', page=number, pages=len(pages))}"
        _paint_titles(drawing, game, note, paper, renderer.words)
        drawing.end_page(paper.width, paper.height)
    drawing.document.save(path, _bookmarks(groups, pages), duplex=None)
    shown = sum(len(page.fronts) for page in pages)
    return Written(target, game.id, "contact", len(pages), shown, _content(groups), kept=False)


def _paint_front(drawing: OwnPages, cell: _Cell, x: float, y: float) -> None:
    width, height = cell.picture
    trim = Box(x + (cell.width - width) / 2, y, width, height)
    cut = cell.front.cut.moved(Matrix(cell.scale, 0, 0, cell.scale, trim.x, trim.y))
    drawing.card(cell.front.face.root, trim, cell.scale, cut)
    drawing.canvas.shape(cut, None, FRAME)
    drawing.column(cell.caption, x + (cell.width - cell.caption.width) / 2, y + height + CAPTION_GAP)


def _paint_titles(drawing: OwnPages, game: Game, note: str, paper: Size, words: WordMaker) -> None:
    width = paper.width - 2 * SIDE
    edition = f" · {game.edition}" if game.edition else ""
    pieces = [Piece(game.title, bold=True), Piece(f" {game.version}{edition}", GREY)]
    drawing.column(TextColumn(words, width).add(pieces, TITLE), SIDE, EDGE)
    foot = TextColumn(words, width).add([Piece(note, GREY)], SMALL, align="right")
    drawing.column(foot, SIDE, paper.height - EDGE - foot.height)


def _bookmarks(groups: Sequence[Group], pages: Sequence[Page]) -> list[Bookmark]:
    """One for each group, at the page where it begins."""
    shown = {id(cell.front): number for number, page in enumerate(pages) for cell, _, _ in page.fronts}
    return [Bookmark(group.title, shown[id(group.fronts[0])], []) for group in groups]


def _content(groups: Sequence[Group]) -> str:
    """Changes whenever a front or its copies change."""
    digest = hashlib.sha256()
    for front in (front for group in groups for front in group.fronts):
        digest.update(f"{front.copies} {front.face.digest}".encode())
    return digest.hexdigest()[:8]
