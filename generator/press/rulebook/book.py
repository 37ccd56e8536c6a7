"""A rulebook laid out: title, contents and text as pages, before they are laid on sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from generator import __version__
from generator.catalog.keys import Part, optional, simple
from generator.catalog.languages import quotes_of
from generator.catalog.models import Game, Rulebook
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.sizes import Size, sides_as_size
from generator.catalog.units import POINT
from generator.catalog.wording import quote
from generator.layout.builder import Builder
from generator.layout.colour import Colour, Stroke
from generator.layout.faces import FaceRenderer, game_values
from generator.layout.geometry import Box, Matrix, polyline, rectangle
from generator.layout.text.block import TextBlock
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.press.job import TwoSided
from generator.press.pdf.structure import HEADING, Tag
from generator.press.preflight.inspector import Preflight
from generator.press.rulebook.blocks import (
    TEXT,
    Block,
    Room,
    blocks,
    place_of,
    read_mapping,
    read_part,
    text_value,
)
from generator.press.rulebook.fenced.diagram import drawn, picture_tagged
from generator.press.rulebook.manuscript import (
    MARKDOWN,
    Database,
    Manuscript,
    open_manuscript,
    read_manuscript,
)
from generator.press.rulebook.pages import (
    Area,
    Drawing,
    Heading,
    Page,
    Patch,
    Picture,
    Piece,
    Placed,
    Tagged,
    TextDrawing,
    paginate,
    pieces_tagged,
)
from generator.press.rulebook.setting import Look, Typesetter, look_of, mixed, set_icon

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

BAND_PAD = 4.5
"""Inside the band, in mm."""
MIN_TITLE_SHARE = 0.5
"""How far a long title shrinks."""


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise InputError(f"expected a list, got {quote(value)}")
    return [text_value(item) for item in value]


class TitleBlock(Part):
    """What stands in a block ``title``."""

    __slots__ = ()

    title = optional(TEXT, "Default: the game's title.")
    subtitle = optional(TEXT, "A line below.")
    facts = optional(simple(_texts), "Short facts: players, age, time. Default: how many play.")
    icon = optional(TEXT, "An icon's name.")


def facts_of(title: TitleBlock, game: Game) -> list[str]:
    if title.facts is not None:
        return title.facts
    if not game.players:
        return []
    least, dash, most = game.players.partition("-")
    if dash:
        return [game.say("{least} to {most} players", least=least, most=most)]
    return [game.say("{number} players", number=game.players)]


def title_band(setter: Typesetter, title: TitleBlock, place: Place) -> list[Piece]:
    """The title block of a sheet: as wide as the page's text."""
    look, game, width = setter.look, setter.database.game, setter.area.width
    facts = facts_of(title, game)
    bright, soft = _tones(setter)
    size = 3.1 * look.size
    small = 1.0 * look.size
    lines = [size * POINT * 1.05, *([small * POINT * 1.5] if title.subtitle else [])]
    leading = small * POINT * 1.3
    height = 2 * BAND_PAD + max(sum(lines), len(facts) * leading)
    drawings = _ground(setter, width, height)
    x = BAND_PAD + (0.0 if not look.low_ink else -BAND_PAD)
    if title.icon:
        side = height - 2 * BAND_PAD + 3
        drawings.append(TextDrawing(x, (height - side) / 2, _icon(setter, title.icon, side, bright, place)))
        x += side + 4
    room = width * 0.7 - x
    top = (height - sum(lines)) / 2
    headline = _fitted_line(
        setter, title.title or game.title, look.headline(look.title, bright), (x, top), room, size, place
    )
    drawings.append(Tagged(_title_tag(), headline))
    if title.subtitle:
        style = look.text(italic=True, fill=soft)
        at = (x, top + lines[0] + 0.8)
        below = _fitted_line(setter, title.subtitle, style, at, room, small * 1.08, place)
        drawings.append(Tagged(Tag("P"), below))
    y = (height - len(facts) * leading) / 2
    right = width - (0.0 if look.low_ink else BAND_PAD)
    for fact in facts:
        style = look.text(bold=True, fill=soft)
        line = _fitted_line(setter, fact, style, (right - 0.3 * width, y), 0.3 * width, small, place, "right")
        drawings.append(Tagged(Tag("P"), line))
        y += leading
    return [Piece(height, tuple(drawings), wide=True, place=place), _below_band(place)]


def _below_band(place: Place | None) -> Piece:
    return Piece(2.0, (), wide=True, place=place)


def _title_tag() -> Tag:
    return Tag(HEADING, level=1)


def title_page(setter: Typesetter, title: TitleBlock, place: Place) -> list[Piece]:
    """A booklet's title page; what follows it on the page is the contents."""
    look, game, area = setter.look, setter.database.game, setter.area
    drawings: list[Drawing] = []
    y = 0.1 * area.height
    if title.icon:
        side = 0.24 * area.width
        drawings.append(
            TextDrawing((area.width - side) / 2, y, _icon(setter, title.icon, side, look.accent, place))
        )
        y += side + 8
    size = 4.0 * look.size
    style = look.headline(look.title, look.ink)
    headline = _fitted_line(
        setter, title.title or game.title, style, (0, y), area.width, size, place, "center"
    )
    drawings.append(Tagged(_title_tag(), headline))
    y += size * POINT + 4
    drawings.append(_bar(area.width / 2, y, look.accent))
    y += 5
    below = (
        (title.subtitle, look.text(italic=True), 1.25 * look.size),
        (" · ".join(facts_of(title, game)), look.text(fill=look.quiet), look.size),
        (
            game.say("by {designer}", designer=game.designer) if game.designer else "",
            look.text(fill=look.quiet),
            look.size,
        ),
    )
    for text, style, size in below:
        if text:
            line = _fitted_line(setter, text, style, (0, y), area.width, size, place, "center")
            drawings.append(Tagged(Tag("P"), line))
            y += 2 * look.em
    return [Piece(y, tuple(drawings), wide=True, place=place)]


def _tones(setter: Typesetter) -> tuple[Colour, Colour]:
    """Of the title, and of what stands beside it."""
    look = setter.look
    if look.low_ink:
        return look.ink, look.quiet
    return look.paper, mixed(look.paper, look.accent, 0.12)


def _ground(setter: Typesetter, width: float, height: float) -> list[Drawing]:
    look = setter.look
    if look.low_ink:
        edges = [polyline(((0, y), (width, y)), closed=False) for y in (0.4, height - 0.4)]
        return [Patch(edge, None, Stroke(look.accent, 0.6)) for edge in edges]
    box = rectangle(Box(0, 0, width, height), 1.5, 1.5)
    inner = rectangle(Box(1.2, 1.2, width - 2.4, height - 2.4), 0.9, 0.9)
    return [
        Patch(box, look.accent),
        Patch(inner, None, Stroke(mixed(look.accent, look.paper, 0.45), 0.25)),
    ]


def _bar(middle: float, y: float, fill: Colour) -> Patch:
    return Patch(rectangle(Box(middle - 14, y, 28, 0.7)), fill)


def _fitted_line(
    setter: Typesetter,
    text: str,
    style: Style,
    at: tuple[float, float],
    width: float,
    size: float,
    place: Place,
    align: str = "left",
) -> TextDrawing:
    """One line, smaller where it is too long."""
    row = setter.words.words([text], style, size)
    box = TextBox(0, 0, width, None, size, MIN_TITLE_SHARE * size, None, align, "top", False)
    font = style.family.file(bold=False, italic=False)
    fitted = fit(row, box, font.cap_height, setter.words)
    setter.report_missing(fitted.missing, place)
    lower = (size - fitted.block.size) * POINT / 2
    return TextDrawing(at[0], at[1] + lower, fitted.block)


def _icon(setter: Typesetter, name: str, side: float, fill: Colour, place: Place) -> TextBlock:
    try:
        icon = setter.renderer.scope.theme.icons.icon(name)
    except InputError as error:
        setter.problems.add(error, place, field="icon")
        return TextBlock((), (), 0, Box(0, 0, 0, 0))
    block = set_icon(icon, side, side, fill)
    setter.inspect_icons(block, place)
    return block


def on_new_page(pieces: Sequence[Piece]) -> list[Piece]:
    return [replace(pieces[0], turn="page"), *pieces[1:]] if pieces else []


MIN_PAGES_WITH_CONTENTS = 5
"""A rulebook with fewer pages is looked through quicker than its contents."""
PAGE_COLUMN = 9.0
"""Width of the column of page numbers, in mm."""


class Entry(NamedTuple):
    """A heading and the number of its page, from 1."""

    heading: Heading
    page: int


def headings_on(pages: Sequence[Page]) -> Iterator[Entry]:
    for number, page in enumerate(pages, 1):
        for placed in page:
            if placed.piece.heading is not None:
                yield Entry(placed.piece.heading, number)


def contents(setter: Typesetter, entries: Sequence[Entry], place: Place) -> list[Piece]:
    """A line for each chapter and section, over the whole measure."""
    look = setter.look
    size = 1.38 * look.size
    style = look.headline(look.heading, look.accent)
    head = setter.lines([setter.database.game.say("Contents")], style, size, setter.area.width, place)
    pieces = [
        replace(piece, height=piece.height + 0.5 * look.em, gap=1.5 * look.em, stays=True, wide=True)
        for piece in head
    ]
    pieces = pieces_tagged(pieces, Tag(HEADING, level=2))
    has_chapters = any(entry.heading.level == 1 for entry in entries)
    whole = Tag("TOC")
    for entry in entries:
        line = _contents_line(setter, entry, place, has_chapters=has_chapters)
        pieces += pieces_tagged([line], whole.inside("TOCI"))
    return pieces


def _contents_line(setter: Typesetter, entry: Entry, place: Place, *, has_chapters: bool) -> Piece:
    look, width = setter.look, setter.area.width
    is_chapter = entry.heading.level == 1
    indent = 0.0 if is_chapter or not has_chapters else 4.0
    style = look.text(bold=is_chapter)
    name = setter.row([entry.heading.title], style, look.size, place)
    number = setter.row([str(entry.page)], style, look.size, place)
    high = 1.5 * look.em
    top = (high - look.em) / 2
    left = setter.blocks(name, look.size, width - indent - PAGE_COLUMN, place)[:1]
    right = setter.blocks(number, look.size, PAGE_COLUMN, place, align="right")
    drawings = [TextDrawing(indent, top, block) for block in left]
    drawings += [TextDrawing(width - PAGE_COLUMN, top, block) for block in right]
    begin = indent + (left[0].ink.width if left else 0) + 2
    end = width - (right[0].ink.width if right else 0) - 2
    y = top + 0.84 * look.em
    dots = Patch(polyline(((begin, y), (end, y)), closed=False), None, Stroke(look.rule, 0.3, (0.3, 1.2)))
    shown: list[Drawing] = [*drawings, dots] if end > begin + 3 else [*drawings]
    gap = 0.5 * look.em if is_chapter else 0.0
    return Piece(high, tuple(shown), gap=gap, wide=True, place=place)


WIDE_PAGE = 180.0
"""From here on a page has larger margins."""
SIDE, NARROW_SIDE, FOOT = 13.0, 11.0, 4.0
"""White around the text in mm; below it there is more, for the page's number."""
GUTTER = 7.0
MIN_COLUMN = 30.0
TWO_SIDES = 2
MAX_DEPTH = 18
"""How many Markdown marks may lie inside one another; of deeper ones the parser is silent."""
SLACK = 0.01
COVER_SLACK = 0.05
MAX_ROUNDS = 4
"""Times that the contents are set again because they moved the text."""


def title_of(game: Game) -> str:
    """The title of the rulebook's file."""
    return game.say("{title}: rules", title=game.title)


def footer_of(game: Game) -> str:
    """What stands at the foot of each page."""
    return game.say("{title} · rules {version}", title=game.title, version=game.version)


def folding_note(game: Game) -> str:
    """How a booklet becomes one."""
    return game.say(
        "Print on both sides at 100 %, turned over the short edge. Lay the sheets into one another and fold."
    )


class Edition(Protocol):
    """A rulebook that is to be laid out for a paper."""

    @property
    def game(self) -> Game: ...

    @property
    def rulebook(self) -> Rulebook: ...

    @property
    def paper(self) -> Size: ...

    @property
    def low_ink(self) -> bool: ...

    @property
    def is_apart(self) -> bool:
        """Whether each page is wanted by itself, and not on the paper."""

    @property
    def two_sided(self) -> TwoSided | None:
        """How its sheets are printed on both sides, if they are."""


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


def page_size(edition: Edition) -> Size:
    """The page's trim. Raises :class:`InputError` where it does not fit on the paper."""
    paper, booklet = edition.paper, edition.rulebook.form == "booklet"
    sheet = paper.turned("landscape") if booklet else paper
    room = sides_as_size(sheet.width / 2, sheet.height) if booklet else sheet
    size = edition.rulebook.page or room
    if size.width > room.width + 0.01 or size.height > room.height + 0.01:
        what = f"a page of {size.width:g} x {size.height:g} mm"
        raise InputError(
            f"{what} does not fit on {'half of ' if booklet else ''}{paper.name} "
            f"({room.width:g} x {room.height:g} mm)",
            hint="leave out `page:`, or print on larger paper with --paper",
        )
    return size


def area_of(size: Size, columns: int, margin: float | None) -> Area:
    edge = SIDE if size.width >= WIDE_PAGE else NARROW_SIDE
    side = edge if margin is None else margin
    area = Area(side, edge, size.width - 2 * side, size.height - 2 * edge - FOOT, columns, GUTTER)
    if area.column < MIN_COLUMN or area.height < MIN_COLUMN:
        raise InputError(
            f"columns of {max(area.column, 0):.0f} mm on a page of {size.width:g} x {size.height:g} mm "
            "are too small to be read",
            hint=f"they need {MIN_COLUMN:g} mm: fewer `columns`, a smaller `margin` or a larger `page`",
        )
    return area


class SetBook(NamedTuple):
    """A rulebook set in lines and pictures, before it flows into columns and pages."""

    page: Size
    setter: Typesetter
    title: TitleBlock
    cover: Piece | None
    """A page, or a band over all columns, which is wide."""
    head: Sequence[Piece]
    """Below the cover: the title, where the cover does not have it."""
    text: Sequence[Piece]

    @property
    def has_cover_page(self) -> bool:
        return self.cover is not None and not self.cover.wide


class BegunBook(NamedTuple):
    """A rulebook whose text is filled in, before it is set."""

    page: Size
    setter: Typesetter


def begin_book(
    edition: Edition, renderer: FaceRenderer, preflight: Preflight, problems: Problems
) -> BegunBook | None:
    """Fills in a rulebook's text; None if something is wrong, which is reported."""
    with _reporting(edition, problems):
        size = page_size(edition)
        area = area_of(size, edition.rulebook.columns, edition.rulebook.margin)
        return BegunBook(size, _setter(edition, renderer, preflight, problems, size, area))
    return None


@contextmanager
def _reporting(edition: Edition, problems: Problems) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        place = edition.game.place_of("rulebook")
        problems.add(error, place, field=None if error.place else "rulebook")


def set_book(
    edition: Edition, renderer: FaceRenderer, preflight: Preflight, problems: Problems
) -> SetBook | None:
    """The rulebook set for its page; None if something is wrong, which is reported."""
    before = len(problems.found)
    begun = begin_book(edition, renderer, preflight, problems)
    return None if begun is None else _finished(edition, begun, before)


def _finished(edition: Edition, begun: BegunBook, before: int) -> SetBook | None:
    setter = begun.setter
    renderer, problems, book = setter.renderer, setter.problems, None
    setter.markdown = _markdown(edition)
    with _reporting(edition, problems):
        book = _set(edition, setter, begun.page)
    if book is None:
        return None
    # What is printed around the text is not laid out, but must be known in the language all the same.
    title_of(edition.game), footer_of(edition.game)
    if edition.rulebook.form == "booklet":
        folding_note(edition.game)
    renderer.warn_of_untranslated(problems)
    return None if problems.has_errors_since(before) else book


def lay_out(
    edition: Edition, renderer: FaceRenderer, preflight: Preflight, problems: Problems
) -> Book | None:
    """The rulebook's pages; None if something is wrong, which is reported."""
    before = len(problems.found)
    begun = begin_book(edition, renderer, preflight, problems)
    return None if begun is None else lay_out_begun(edition, begun, before)


def lay_out_begun(edition: Edition, begun: BegunBook, before: int) -> Book | None:
    """The same of a rulebook that was begun when there were so many problems."""
    renderer, problems = begun.setter.renderer, begun.setter.problems
    found = _finished(edition, begun, before)
    book = None if found is None else _flowed(edition, found)
    renderer.warn_of_untranslated(problems)
    return None if problems.has_errors_since(before) else book


def _setter(
    edition: Edition, renderer: FaceRenderer, preflight: Preflight, problems: Problems, size: Size, area: Area
) -> Typesetter:
    look = look_of(renderer.theme, edition.rulebook.size, low_ink=edition.low_ink)
    # A game's own colour of the same name comes first, but for what the look has decided.
    theme = renderer.theme._replace(palette={**renderer.theme.palette, **look.palette})
    scope = renderer.scope._replace(theme=theme)
    game = edition.game
    words = WordMaker(theme.fonts, scope, game.direction, game.stated_language)
    manuscript = _manuscript(edition, renderer, size, area)
    builder = Builder.of(scope, manuscript.templates.files, problems, words, area.width, area.height)
    return Typesetter(
        renderer,
        preflight,
        Database(game),
        manuscript,
        look,
        words,
        builder,
        area,
        problems,
    )


def _markdown(edition: Edition) -> MarkdownIt:
    from markdown_it import MarkdownIt

    quotes = quotes_of(edition.game.language)
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True, "quotes": quotes})
    return markdown.enable(["table", "replacements", "smartquotes"])


def _manuscript(edition: Edition, renderer: FaceRenderer, size: Size, area: Area) -> Manuscript:
    game, name = edition.game, edition.rulebook.text
    place = game.place_of("rulebook.text")
    if not name.endswith(MARKDOWN):
        raise InputError(
            f"a rulebook's text is Markdown, and {quote(name)} does not end in {MARKDOWN}", place=place
        )
    if not (game.folder / name).is_file():
        raise InputError(
            f"no file named {quote(name)} in {shown_path(game.folder)}",
            place=place,
            hint="write the rulebook into it, as docs/rulebooks.md describes",
        )
    database = Database(game)
    values = {
        **game_values(game, renderer.theme),
        "low_ink": edition.low_ink,
        "card": database.card,
        "cards": database.cards,
        "lists": database.lists,
        "count": database.count,
        "page": {
            "width": round(size.width, 3),
            "height": round(size.height, 3),
            "inner": round(area.width, 3),
            "column": round(area.column, 3),
        },
    }
    kept = renderer.templates.environment.kept
    templates = open_manuscript(game.folder, game.layout_folders, game.words, kept)
    return read_manuscript(templates, name, place, values)


def _set(edition: Edition, setter: Typesetter, size: Size) -> SetBook:
    nodes = _nodes(setter)
    first, body = setter.manuscript.place(0), [node for node in nodes if not _is(node, "title", "cover")]
    covers = [_cover(setter, node, size) for node in _only(setter, nodes, "cover")]
    cover = covers[0] if covers else None
    titles = _only(setter, nodes, "title")
    title = _title(setter, titles)
    head: list[Piece] = []
    if cover is None or titles:
        is_page = edition.rulebook.form == "booklet" and cover is None
        made = title_page if is_page else title_band
        head += made(setter, title, place_of(setter, titles[0]) if titles else first)
    text = blocks(setter, body, Room(0, setter.area.column))
    return SetBook(size, setter, title, cover, head, text)


def _flowed(edition: Edition, book: SetBook) -> Book:
    setter, cover = book.setter, book.cover
    pages: list[Page] = []
    head, text = list(book.head), list(book.text)
    if cover is not None and cover.wide:
        head = [cover, _below_band(cover.place), *head]
    elif cover is not None:
        pages.append([Placed(0, 0, cover)])
    has_title_page = edition.rulebook.form == "booklet" and cover is None
    if has_title_page:
        text = on_new_page(text)
    flowing, entries = _with_contents(setter, head, text, len(pages), setter.manuscript.place(0))
    bare = frozenset([0] if pages or has_title_page else [])
    _report_too_high(setter, flowing)
    _warn_of_pages(edition, setter, len(flowing) + len(pages))
    pages += flowing
    return Book(setter.look, book.page, setter.area, pages, bare, entries, _digest(edition, setter))


def _nodes(setter: Typesetter) -> Sequence[SyntaxTreeNode]:
    """The text's blocks. Raises :class:`InputError` where marks lie too deep inside one another."""
    from markdown_it.tree import SyntaxTreeNode

    tokens = setter.markdown.parse(setter.manuscript.text)
    for token in tokens:
        if max([token.level, *(inner.level for inner in token.children or ())]) >= MAX_DEPTH:
            place = setter.manuscript.place(token.map[0] if token.map else 0)
            raise InputError(f"more than {MAX_DEPTH} lists, boxes or marks are nested", place=place)
    return SyntaxTreeNode(tokens).children


def _only(setter: Typesetter, nodes: Sequence[SyntaxTreeNode], name: str) -> list[SyntaxTreeNode]:
    """The block of that name, if there is one."""
    found = [node for node in nodes if _is(node, name)]
    for node in found[1:]:
        setter.problems.error(f"a rulebook has one {name}, and this is another", place_of(setter, node))
    return found[:1]


def _report_too_high(setter: Typesetter, pages: Sequence[Page]) -> None:
    """What no page holds would be cut off at the foot."""
    foot = setter.area.y + setter.area.height + SLACK
    for placed in (placed for page in pages for placed in page):
        if placed.y + placed.piece.height > foot:
            setter.problems.error(
                f"this is {placed.piece.height:.0f} mm high, and a page holds {setter.area.height:.0f} mm",
                placed.piece.place,
                hint="split it in two",
            )


def _is(node: SyntaxTreeNode, *names: str) -> bool:
    return node.type == "fence" and node.info.split()[:1] in [[name] for name in names]


def _title(setter: Typesetter, nodes: Sequence[SyntaxTreeNode]) -> TitleBlock:
    if not nodes:
        return TitleBlock({})
    node = nodes[0]
    block = Block(node.content, setter.manuscript.place((node.map or (0, 0))[0] + 1), 0, 0)
    try:
        given = read_mapping(setter, block)
    except InputError as error:
        setter.problems.add(error, block.place)
        return TitleBlock({})
    return read_part(setter, TitleBlock, given, block.place) or TitleBlock({})


def _cover(setter: Typesetter, node: SyntaxTreeNode, size: Size) -> Piece:
    """A page, or a band over all columns, which is wide."""
    block = Block(node.content, setter.manuscript.place((node.map or (0, 0))[0] + 1), 0, 0)
    root, width, height = drawn(setter, block)
    picture = Picture(root, Matrix(), None)
    if abs(width - size.width) <= COVER_SLACK and abs(height - size.height) <= COVER_SLACK:
        return Piece(height, (picture_tagged(picture, None),), place=block.place)
    if abs(width - setter.area.width) <= COVER_SLACK and height <= setter.area.height / 2:
        trim = rectangle(Box(0, 0, width, height))
        shown = picture_tagged(picture._replace(trim=trim), None)
        return Piece(height, (shown,), wide=True, place=block.place)
    raise InputError(
        f"the cover is {width:g} x {height:g} mm, and the page {size.width:g} x {size.height:g} mm",
        place=block.place,
        hint='<card width="{{ page.width }}" height="{{ page.height }}">, or for a band at the top '
        'width="{{ page.inner }}" and at most half a page high',
    )


def _with_contents(
    setter: Typesetter, head: Sequence[Piece], text: Sequence[Piece], covers: int, place: Place
) -> tuple[list[Page], list[Entry]]:
    """The pages, with contents behind the title where there are many; and what these say."""
    pages = paginate([*head, *text], setter.area)
    entries = _numbered(pages, covers)
    if len(pages) + covers < MIN_PAGES_WITH_CONTENTS or not entries:
        return pages, entries
    for _ in range(MAX_ROUNDS):
        pages = paginate([*head, *contents(setter, entries, place), *text], setter.area)
        now = _numbered(pages, covers)
        if now == entries:
            break
        entries = now
    return pages, entries


def _numbered(pages: Sequence[Page], covers: int) -> list[Entry]:
    return [entry._replace(page=entry.page + covers) for entry in headings_on(pages)]


def _warn_of_pages(edition: Edition, setter: Typesetter, pages: int) -> None:
    if edition.rulebook.form == "two-page" and pages > TWO_SIDES:
        setter.problems.warning(
            f"the rulebook takes {pages} pages on {edition.paper.name}, and one sheet has {TWO_SIDES}",
            setter.manuscript.place(0),
            hint="shorten it, make `size` smaller, or choose the form `sheet` or `booklet`",
        )


def _digest(edition: Edition, setter: Typesetter) -> str:
    """Eight hex digits that change with what the rulebook says and shows."""
    digest = hashlib.sha256(__version__.encode())
    for part in (
        edition.rulebook,
        setter.manuscript.templates.files.in_order(setter.manuscript.text),
        setter.digests,
        sorted(setter.look.palette.items()),
    ):
        digest.update(repr(part).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()[:8]
