"""How the cards look to other eyes: sheets to look at, and groups whose colours fall together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.card_words import CARD_WORDS
from generator.catalog.models import Card, Component, Game
from generator.catalog.problems import Problem, Problems
from generator.catalog.sizes import Size, paper
from generator.catalog.units import INCH
from generator.catalog.wording import quote
from generator.catalog.writing import Finished, put_in_place, staging
from generator.export.own_pages import GREY, OwnPages, Piece, TextColumn, press_words
from generator.layout.colour_vision import SIGHTS, Sight, difference, lab, seen
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box, shape_outline
from generator.layout.pictures import read_picture
from generator.layout.text.words import WordMaker
from generator.press.build import report_odd_date, report_same_folders, reporting
from generator.press.card_text import card_name
from generator.press.pdf.document import Bookmark, Document
from generator.press.pdf.metadata import Metadata, metadata_of
from generator.press.planning import free_stem
from generator.press.rasterizer import Rasterizer
from generator.press.request import chosen_cards, chosen_sets

if TYPE_CHECKING:
    from generator.layout.colour_vision import Pixels


MOST_VALUES = 12
"""A field with more tells no groups apart."""
LONGEST_VALUE = 40
"""Letters; what is longer is no name of a group."""
ALIKE = 10.0
"""How far a point of a card may be from its group's median (CIE76): what differs more belongs to the card."""
MOST = 0.9
"""The share of a group's cards that must be alike at a point: the others are exceptions, such as blanks."""
APART = 20.0
"""CIEDE2000 from which on colours are distinct in normal sight."""
TOGETHER = 10.0
"""CIEDE2000 below which colours fall together."""
MARKED = 0.01
"""The share of a face that must differ by colour for this to be what tells groups apart."""
LEFT, LEFT_OF_ONE = 0.004, 0.03
"""The share that is enough to tell them apart: an icon of 4 mm on a card; and where a group has but one card,
of which nobody knows what belongs to the group."""
_Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card and how it looks; ``like``: only what is equal in it is compared."""

    card: Card
    like: tuple[object, ...]
    pixels: Pixels


class Pair(NamedTuple):
    """Two groups that fall together. Colours are red, green and blue from 0 to 255."""

    field: str
    values: tuple[str, str]
    colours: tuple[_Rgb, _Rgb]
    normal: float
    """CIEDE2000 of the colours in normal sight."""
    distances: Mapping[str, float]
    """And for each kind of sight in which they fall together."""
    card: Card
    """One of the second group."""

    def problem(self) -> Problem:
        one, other = (
            f"{quote(value)} ({_hex(colour)})"
            for value, colour in zip(self.values, self.colours, strict=True)
        )
        eyes = ", ".join(f"{name} {distance:.1f}" for name, distance in self.distances.items())
        return Problem(
            f"{one} and {other} fall together for some eyes: a difference (CIEDE2000) of {eyes}, "
            f"and {self.normal:.1f} in normal sight",
            self.card.place_of(self.field),
            "warning",
            self.card.id,
            self.field,
            hint="mark them by an icon, a letter, a pattern or a lighter and a darker colour as well",
        )


def report_groups(shown: Sequence[Shown], problems: Problems) -> None:
    pools: dict[tuple[object, ...], list[Shown]] = {}
    for one in shown:
        pools.setdefault(one.like, []).append(one)
    for pool in pools.values():
        known: set[object] = set()
        for pair in pairs_together(pool):
            key = frozenset(pair.colours)
            if key not in known:
                known.add(key)
                problems.extend([pair.problem()])


def pairs_together(pool: Sequence[Shown]) -> Iterator[Pair]:
    """The pairs in all fields, those of the fields with the fewest values first."""
    known: set[frozenset[frozenset[int]]] = set()
    for name, members in sorted(_fields(pool).items(), key=lambda entry: len(entry[1])):
        partition = frozenset(frozenset(map(id, cards)) for cards in members.values())
        if partition in known:
            continue
        known.add(partition)
        groups = [_Group(value, cards) for value, cards in members.items()]
        for one, other in combinations(groups, 2):
            pair = _pair(name, one, other)
            if pair is not None:
                yield pair


def _fields(pool: Sequence[Shown]) -> dict[str, dict[str, list[Shown]]]:
    """The fields that may tell groups apart, with the cards of each value."""
    found: dict[str, dict[str, list[Shown]]] = {}
    for name in dict.fromkeys(name for one in pool for name in one.card.values if name not in CARD_WORDS):
        members: dict[str, list[Shown]] = {}
        for one in pool:
            value = one.card.values.get(name)
            if isinstance(value, str | int) and len(str(value)) <= LONGEST_VALUE:
                members.setdefault(str(value), []).append(one)
        if 2 <= len(members) <= MOST_VALUES:
            found[name] = members
    # Of cards that have classes, their names and whatever else only one of them has tell no classes apart.
    classes = {name: members for name, members in found.items() if min(map(len, members.values())) > 1}
    return classes or found


@dataclass(slots=True)
class _Group:
    value: str
    cards: Sequence[Shown]
    middle: Pixels = field(init=False)
    """The median of its cards."""
    is_common: Pixels = field(init=False)
    """Where its cards are alike."""
    looks: dict[str, Pixels] = field(init=False)
    """Its median in L*a*b*, by kind of sight; "" is the normal one."""

    def __post_init__(self) -> None:
        import numpy

        pixels = numpy.stack([one.pixels for one in self.cards])
        self.middle = numpy.median(pixels, axis=0).round().astype(numpy.uint8)
        look = lab(self.middle)
        alike = [numpy.linalg.norm(lab(one.pixels) - look, axis=-1) < ALIKE for one in self.cards]
        self.is_common = numpy.mean(alike, axis=0) >= MOST
        self.looks = {"": look}

    def look(self, sight: Sight) -> Pixels:
        if sight.name not in self.looks:
            self.looks[sight.name] = lab(seen(self.middle, sight))
        return self.looks[sight.name]


def _pair(name: str, one: _Group, other: _Group) -> Pair | None:
    normal = difference(one.looks[""], other.looks[""])
    marks = one.is_common & other.is_common & (normal >= APART)
    if marks.mean() < MARKED:
        return None
    has_single = min(len(one.cards), len(other.cards)) == 1
    enough = (LEFT_OF_ONE if has_single else LEFT) * marks.size
    together = [
        sight
        for sight in SIGHTS.values()
        if (difference(one.look(sight)[marks], other.look(sight)[marks]) >= TOGETHER).sum() < enough
    ]
    if not together:
        return None
    colours = _main_colours(one.middle[marks], other.middle[marks])
    distances = {sight.name: _distance(colours, sight) for sight in together}
    if max(distances.values()) >= TOGETHER:
        return None
    values = (one.value, other.value)
    return Pair(name, values, colours, _distance(colours, None), distances, other.cards[0].card)


def _main_colours(one: Pixels, other: Pixels) -> tuple[_Rgb, _Rgb]:
    """The two colours that meet at most points: the middle of those that are nearly alike."""
    import numpy

    both = numpy.concatenate([one, other], axis=1)
    coarse = (both // 32).astype(numpy.int64) @ (8 ** numpy.arange(6))
    values, counts = numpy.unique(coarse, return_counts=True)
    chosen = numpy.median(both[coarse == values[counts.argmax()]], axis=0).round().astype(int)
    red, green, blue, red2, green2, blue2 = (int(part) for part in chosen)
    return (red, green, blue), (red2, green2, blue2)


def _distance(colours: tuple[_Rgb, _Rgb], sight: Sight | None) -> float:
    import numpy

    both = numpy.array(colours, dtype=numpy.uint8)
    looks = lab(both if sight is None else seen(both, sight))
    return float(difference(looks[0], looks[1]))


def _hex(colour: _Rgb) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


SIDE, TOP, FOOT = 10.0, 26.0, 9.0
"""White around the fronts, in mm; titles stand in it."""
STRIPS = 2
"""Fronts side by side."""
BETWEEN, GAP, ROW_GAP, SECTION_GAP = 9.0, 1.6, 2.8, 2.0
"""Between strips, between the pictures of one, between rows and above a section, in mm."""
EDGE = 7.0
"""From the paper's edge to the titles."""
TITLE, HEADING, CAPTION, SMALL = 16.0, 9.0, 6.5, 7.0
"""Points."""
CAPTION_GAP, HEADING_GAP = 0.8, 1.2
TALLEST = 44.0
"""The highest picture, in mm."""
QUALITY = 80
"""Of the JPEG pictures, of 100."""
NORMAL = "Normal"
SOURCES = "Simulated after Viénot, Brettel and Mollon (1999) and, for tritans, Brettel (1997)"


@dataclass(frozen=True, slots=True, eq=False)
class Front:
    """A front in pixels; its trim in mm."""

    name: str
    width: float
    height: float
    pixels: Pixels


class Section(NamedTuple):
    title: str
    fronts: list[Front]


class _Cell(NamedTuple):
    """A front on its page; ``x``, ``y`` of its first picture."""

    front: Front
    x: float
    y: float
    width: float
    height: float
    caption: TextColumn


@dataclass(slots=True)
class _Page:
    """What stands on a page, and the sections that begin on it."""

    cells: list[_Cell]
    headings: list[tuple[TextColumn, float]]
    begun: list[str]


def write_sheets(
    game: Game, sections: Sequence[Section], paper: Size, folder: Path, rasterizer: Rasterizer
) -> int:
    """``sheets.pdf`` in the folder, which may hold pictures too; gives its number of pages."""
    words = press_words()
    pages = list(_pages(sections, paper, words))
    about = metadata_of(game, f"{game.title}: as other eyes see it", f"version {game.version}")
    drawing = OwnPages(Document(about, rasterizer))
    number = 0
    for count, page in enumerate(pages, 1):
        _paint_titles(drawing, game, words, paper, f"page {count} of {len(pages)}")
        for heading, y in page.headings:
            drawing.column(heading, SIDE, y)
        for cell in page.cells:
            number += 1
            _paint(drawing, cell, folder / f"{number}.jpg", paper)
        drawing.end_page(paper.width, paper.height)
    marks = [Bookmark(title, at, []) for at, page in enumerate(pages) for title in page.begun]
    drawing.document.save(folder / "sheets.pdf", marks, duplex=None)
    return len(pages)


def _strip(paper: Size) -> tuple[float, float]:
    """The width of a strip, and of a picture in it."""
    whole = (paper.width - 2 * SIDE - (STRIPS - 1) * BETWEEN) / STRIPS
    return whole, (whole - len(SIGHTS) * GAP) / (len(SIGHTS) + 1)


def _pages(sections: Sequence[Section], paper: Size, words: WordMaker) -> Iterator[_Page]:
    """Rows of strips, one section after the other; a heading never stands alone."""
    whole, _ = _strip(paper)
    page, y = _Page([], [], []), TOP
    for section in sections:
        rows = [
            [_cell(front, paper, words, SIDE + place * (whole + BETWEEN)) for place, front in enumerate(row)]
            for row in _in_rows(section.fronts)
        ]
        for number, row in enumerate(rows):
            pieces = [Piece(section.title, bold=True), Piece(" continued" if number else "", GREY)]
            heading = TextColumn(words, paper.width - 2 * SIDE).add(pieces, HEADING)
            high = max(cell.height + CAPTION_GAP + cell.caption.height for cell in row)
            above = heading.height + HEADING_GAP + (SECTION_GAP if y > TOP else 0)
            if y > TOP and y + (0 if number else above) + high > paper.height - FOOT:
                yield page
                page, y = _Page([], [], []), TOP
                above = heading.height + HEADING_GAP
            if not number or y == TOP:
                page.headings.append((heading, y + above - heading.height - HEADING_GAP))
                y += above
            if not number:
                page.begun.append(section.title)
            page.cells += [cell._replace(y=y) for cell in row]
            y += high + ROW_GAP
    yield page


def _in_rows(fronts: Sequence[Front]) -> Iterator[Sequence[Front]]:
    for start in range(0, len(fronts), STRIPS):
        yield fronts[start : start + STRIPS]


def _cell(front: Front, paper: Size, words: WordMaker, x: float) -> _Cell:
    whole, width = _strip(paper)
    scale = min(1.0, width / front.width, TALLEST / front.height)
    caption = TextColumn(words, whole).add([Piece(front.name, GREY)], CAPTION)
    return _Cell(front, x, 0.0, scale * front.width, scale * front.height, caption)


def _paint(drawing: OwnPages, cell: _Cell, path: Path, paper: Size) -> None:
    """The front as it is and as others see it, each below the name of its sight: one picture."""
    import numpy
    from PIL import Image

    front = cell.front
    whole, column = _strip(paper)
    high, wide = front.pixels.shape[:2]
    unit = wide / cell.width
    strip = numpy.full((high, round(whole * unit), 3), 255, dtype=numpy.uint8)
    looks = [front.pixels, *(seen(front.pixels, sight) for sight in SIGHTS.values())]
    for place, look in enumerate(looks):
        left = round((place * (column + GAP) + (column - cell.width) / 2) * unit)
        strip[:, left : left + wide] = look[:, : strip.shape[1] - left]
    Image.fromarray(strip).save(path, quality=QUALITY)
    drawing.canvas.picture(read_picture(path), Box(cell.x, cell.y, whole, cell.height))
    drawing.column(cell.caption, cell.x, cell.y + cell.height + CAPTION_GAP)


def _paint_titles(drawing: OwnPages, game: Game, words: WordMaker, paper: Size, note: str) -> None:
    width = paper.width - 2 * SIDE
    pieces = [Piece(game.title, bold=True), Piece(" as other eyes see it", GREY)]
    drawing.column(TextColumn(words, width).add(pieces, TITLE), SIDE, EDGE)
    whole, column = _strip(paper)
    for strip in range(STRIPS):
        for place, title in enumerate((NORMAL, *(sight.title for sight in SIGHTS.values()))):
            name, _, meaning = title.partition(": ")
            label = TextColumn(words, column).add([Piece(name, bold=True)], SMALL, align="center")
            if meaning:
                label.add([Piece(meaning, GREY)], SMALL * 0.86, 0.2, align="center")
            x = SIDE + strip * (whole + BETWEEN) + place * (column + GAP)
            drawing.column(label, x, TOP - 3.0 - label.height)
    foot = TextColumn(words, width).add([Piece(f"{SOURCES} · {note}", GREY)], SMALL, align="right")
    drawing.column(foot, SIDE, paper.height - FOOT + 1.5)


DPI = 60
"""Cards are looked at as somebody does who holds them at arm's length."""
FEWEST_PIXELS, MOST_PIXELS, FINEST = 210, 480, 150
"""Of the longer side: tokens are drawn finer, up to so many dots to the inch, and boards coarser."""
PAPER = paper("a4").turned("landscape")


class VisionSheets(NamedTuple):
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
    """``OUT/GAME/vision-a4.pdf`` for each game, all or none; ``problems`` says what falls together.

    Cards that can't be laid out are left out: whoever checks a game has reported them.
    """
    report_same_folders(games, problems)
    report_odd_date(problems)
    if problems.has_errors:
        return []
    with reporting(out, problems), staging(out) as folder, Rasterizer() as rasterizer:
        finished: list[tuple[Path, VisionSheets]] = []
        for number, game in enumerate(games):
            own = folder / str(number)
            own.mkdir()
            sheets = _write(game, only, own, out, rasterizer, problems, progress)
            finished += [] if sheets is None else [(own / "sheets.pdf", sheets)]
        files = [Finished(staged, sheets.path) for staged, sheets in finished]
        if not problems.has_errors and put_in_place(files, out, problems):
            return [sheets for _, sheets in finished]
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
    drawing = OwnPages(Document(Metadata(game.title), rasterizer))
    faces = _draw_faces(game, only, drawing)
    if not faces:
        return None
    path = folder / "faces.pdf"
    drawing.document.save(path, [], duplex=None)
    sections, shown = _looked_at(faces, path, progress)
    report_groups(shown, problems)
    target = out / game.output / f"{free_stem(game, 'vision')}-a4.pdf"
    pages = write_sheets(game, sections, PAPER, folder, rasterizer)
    return VisionSheets(target, game.id, pages, sum(len(section.fronts) for section in sections))


def _draw_faces(game: Game, only: Sequence[str], drawing: OwnPages) -> list[_Face]:
    """Every front, true to size on a page of its own; each look is drawn once."""
    renderer = FaceRenderer.of(game, Problems())
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
                outline = shape_outline(component.shape, component.size)
                drawing.card(face.root, Box(0, 0, width, height), 1, outline)
                drawing.end_page(width, height)
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
                name = card_name(face.card)
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
