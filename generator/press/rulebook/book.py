"""A rulebook laid out: its pages, before they are laid on sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator import __version__
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.sizes import Size, sides_as_size
from generator.layout.attributes import Scope
from generator.layout.builder import Builder
from generator.layout.faces import FaceRenderer, game_values
from generator.layout.geometry import Matrix
from generator.layout.text.words import WordMaker
from generator.press.preflight.inspector import Preflight
from generator.press.rulebook import fences, title
from generator.press.rulebook.blocks import Room, blocks, place_of
from generator.press.rulebook.contents import FEWEST_PAGES, Entry, contents, entries
from generator.press.rulebook.database import Database
from generator.press.rulebook.fenced.diagram import drawn
from generator.press.rulebook.fences import Block
from generator.press.rulebook.job import BookJob
from generator.press.rulebook.look import Look, look_of
from generator.press.rulebook.manuscript import MARKDOWN, Manuscript, open_manuscript, read_manuscript
from generator.press.rulebook.pages import Area, Page, Placed, paginate
from generator.press.rulebook.pieces import Picture, Piece
from generator.press.rulebook.setting import Setter

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

WIDE_PAGE = 180.0
"""From here on a page has larger margins."""
SIDE, NARROW_SIDE, FOOT = 13.0, 11.0, 4.0
"""White around the text in mm; below it there is more, for the page's number."""
GUTTER = 7.0
LEAST_COLUMN = 30.0
TWO_SIDES = 2
DEEPEST = 18
"""How many Markdown marks may lie inside one another; of deeper ones the parser is silent."""
SLACK = 0.01
MAX_ROUNDS = 4
"""Times that the contents are set again because they moved the text."""


@dataclass(frozen=True, slots=True)
class Book:
    """The finished pages."""

    look: Look
    page: Size
    area: Area
    pages: Sequence[Page]
    bare: frozenset[int]
    """Pages (from 0) without a number: cover and title page."""
    contents: Sequence[Entry]
    digest: str


def page_size(job: BookJob) -> Size:
    """The page's trim. Raises :class:`InputError` where it does not fit on the paper."""
    paper, booklet = job.paper, job.rulebook.form == "booklet"
    sheet = paper.turned("landscape") if booklet else paper
    room = sides_as_size(sheet.width / 2, sheet.height) if booklet else sheet
    size = job.rulebook.page or room
    if size.width > room.width + 0.01 or size.height > room.height + 0.01:
        what = f"a page of {size.width:g} x {size.height:g} mm"
        raise InputError(
            f"{what} does not fit on {'half of ' if booklet else ''}{paper.name} "
            f"({room.width:g} x {room.height:g} mm)",
            hint="leave out `page:`, or print on larger paper with --paper",
        )
    return size


def area_of(size: Size, columns: int) -> Area:
    side = SIDE if size.width >= WIDE_PAGE else NARROW_SIDE
    area = Area(side, side, size.width - 2 * side, size.height - 2 * side - FOOT, columns, GUTTER)
    if area.column < LEAST_COLUMN or area.height < LEAST_COLUMN:
        raise InputError(
            f"columns of {max(area.column, 0):.0f} mm on a page of {size.width:g} x {size.height:g} mm "
            "are too small to be read",
            hint=f"they need {LEAST_COLUMN:g} mm: fewer `columns`, or a larger `page`",
        )
    return area


def lay_out(job: BookJob, renderer: FaceRenderer, preflight: Preflight, problems: Problems) -> Book | None:
    """The rulebook's pages; None if something is wrong, which ``problems`` tells."""
    before = problems.count("error")
    place = job.game.place_of("rulebook")
    try:
        size = page_size(job)
        area = area_of(size, job.rulebook.columns)
        setter = _setter(job, renderer, preflight, problems, size, area)
        book = _lay_out(job, setter, size)
    except InputError as error:
        problems.extend([error.at(place, field=None if error.place else "rulebook")])
        return None
    return None if problems.count("error") > before else book


def _setter(
    job: BookJob, renderer: FaceRenderer, preflight: Preflight, problems: Problems, size: Size, area: Area
) -> Setter:
    from markdown_it import MarkdownIt

    look = look_of(renderer.theme, job.rulebook.size, low_ink=job.low_ink)
    # A game's own colour of the same name comes first, but for what the look has decided.
    theme = replace(renderer.theme, palette={**renderer.theme.palette, **look.palette})
    scope = Scope(theme, renderer.scope.find_file)
    words = WordMaker(theme.fonts, scope)
    manuscript = _manuscript(job, renderer, size, area)
    builder = Builder(scope, manuscript.templates.files, problems, words)
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True})
    markdown.enable(["table", "replacements", "smartquotes"])
    return Setter(
        renderer,
        preflight,
        Database(job.game),
        manuscript,
        markdown,
        look,
        words,
        builder,
        area,
        problems,
    )


def _manuscript(job: BookJob, renderer: FaceRenderer, size: Size, area: Area) -> Manuscript:
    game, name = job.game, job.rulebook.text
    place = game.place_of("rulebook.text")
    if not name.endswith(MARKDOWN):
        raise InputError(
            f"a rulebook's text is Markdown, and {name!r} does not end in {MARKDOWN}", place=place
        )
    if not (game.folder / name).is_file():
        raise InputError(
            f"there is no file {name!r} in {shown_path(game.folder)}",
            place=place,
            hint="write the rulebook into it, as docs/rulebooks.md tells",
        )
    database = Database(game)
    values = {
        **game_values(game, renderer.theme),
        "low_ink": job.low_ink,
        "card": database.card,
        "cards": database.cards,
        "count": database.count,
        "page": {
            "width": round(size.width, 3),
            "height": round(size.height, 3),
            "inner": round(area.width, 3),
            "column": round(area.column, 3),
        },
    }
    return read_manuscript(open_manuscript(game.folder, game.layout_folders), name, place, values)


def _lay_out(job: BookJob, setter: Setter, size: Size) -> Book:
    nodes = _nodes(setter)
    first, body = setter.manuscript.place(0), [node for node in nodes if not _is(node, "title", "cover")]
    cover = [_cover(setter, node, size) for node in _only(setter, nodes, "cover")]
    titles = _only(setter, nodes, "title")
    is_booklet = job.rulebook.form == "booklet"
    head: list[Piece] = []
    if not cover or titles:
        made = title.page if is_booklet and not cover else title.band
        head = made(setter, _title(setter, titles), place_of(setter, titles[0]) if titles else first)
    text = blocks(setter, body, Room(0, setter.area.column))
    has_title_page = is_booklet and not cover
    if has_title_page:
        text = title.on_new_page(text)
    pages, told = _with_contents(setter, head, text, len(cover), first)
    bare = frozenset([0] if cover or has_title_page else [])
    _tell_too_high(setter, pages)
    _warn_of_pages(job, setter, len(pages) + len(cover))
    return Book(setter.look, size, setter.area, [*cover, *pages], bare, told, _digest(job, setter))


def _nodes(setter: Setter) -> Sequence[SyntaxTreeNode]:
    """The text's blocks. Raises :class:`InputError` where marks lie too deep inside one another."""
    from markdown_it.tree import SyntaxTreeNode

    tokens = setter.markdown.parse(setter.manuscript.text)
    for token in tokens:
        if max([token.level, *(inner.level for inner in token.children or ())]) >= DEEPEST:
            place = setter.manuscript.place(token.map[0] if token.map else 0)
            raise InputError(f"more than {DEEPEST} lists, boxes or marks lie inside one another", place=place)
    return SyntaxTreeNode(tokens).children


def _only(setter: Setter, nodes: Sequence[SyntaxTreeNode], name: str) -> list[SyntaxTreeNode]:
    """The block of that name, if there is one."""
    found = [node for node in nodes if _is(node, name)]
    for node in found[1:]:
        setter.problems.error(f"a rulebook has one {name}, and this is another", place_of(setter, node))
    return found[:1]


def _tell_too_high(setter: Setter, pages: Sequence[Page]) -> None:
    """What no page holds would be cut off at the foot."""
    foot = setter.area.y + setter.area.height + SLACK
    for placed in (placed for page in pages for placed in page):
        if placed.y + placed.piece.height > foot:
            setter.problems.error(
                f"this is {placed.piece.height:.0f} mm high, and a page holds {setter.area.height:.0f} mm",
                placed.piece.place,
                hint="part it in two",
            )


def _is(node: SyntaxTreeNode, *names: str) -> bool:
    return node.type == "fence" and node.info.split()[:1] in [[name] for name in names]


def _title(setter: Setter, nodes: Sequence[SyntaxTreeNode]) -> title.TitleBlock:
    if not nodes:
        return title.TitleBlock({})
    node = nodes[0]
    block = Block(node.content, setter.manuscript.place((node.map or (0, 0))[0] + 1), 0, 0)
    try:
        given = fences.mapping_of(setter, block)
    except InputError as error:
        setter.problems.extend([error.at(block.place)])
        return title.TitleBlock({})
    return fences.part_of(setter, title.TitleBlock, given, block.place) or title.TitleBlock({})


def _cover(setter: Setter, node: SyntaxTreeNode, size: Size) -> Page:
    block = Block(node.content, setter.manuscript.place((node.map or (0, 0))[0] + 1), 0, 0)
    root, width, height = drawn(setter, block)
    if abs(width - size.width) > 0.05 or abs(height - size.height) > 0.05:
        raise InputError(
            f"the cover is {width:g} x {height:g} mm, and the page {size.width:g} x {size.height:g} mm",
            place=block.place,
            hint='<card width="{{ page.width }}" height="{{ page.height }}">',
        )
    return [Placed(0, 0, Piece(height, (Picture(root, Matrix(), None),), place=block.place))]


def _with_contents(
    setter: Setter, head: Sequence[Piece], text: Sequence[Piece], covers: int, place: Place
) -> tuple[list[Page], list[Entry]]:
    """The pages, with contents behind the title where there are many; and what these say."""
    pages = paginate([*head, *text], setter.area)
    told = _numbered(pages, covers)
    if len(pages) + covers < FEWEST_PAGES or not told:
        return pages, told
    for _ in range(MAX_ROUNDS):
        pages = paginate([*head, *contents(setter, told, place), *text], setter.area)
        now = _numbered(pages, covers)
        if now == told:
            break
        told = now
    return pages, told


def _numbered(pages: Sequence[Page], covers: int) -> list[Entry]:
    return [entry._replace(page=entry.page + covers) for entry in entries(pages)]


def _warn_of_pages(job: BookJob, setter: Setter, pages: int) -> None:
    if job.rulebook.form == "two-page" and pages > TWO_SIDES:
        setter.problems.warning(
            f"the rulebook takes {pages} pages on {job.paper.name}, and one sheet has {TWO_SIDES}",
            setter.manuscript.place(0),
            hint="shorten it, make `size` smaller, or choose the form `sheet` or `booklet`",
        )


def _digest(job: BookJob, setter: Setter) -> str:
    """Eight hex digits that change with what the rulebook says and shows."""
    digest = hashlib.sha256(__version__.encode())
    for part in (job.rulebook, setter.manuscript.text, setter.digests, sorted(setter.look.palette.items())):
        digest.update(repr(part).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()[:8]
