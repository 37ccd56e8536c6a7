"""The page around a rulebook: its head, its contents, its look, and all that it shows inside of one file."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

from generator.catalog.problems import InputError
from generator.catalog.units import POINT
from generator.export.own_pages import OwnPages
from generator.export.printed_faces import Camera
from generator.export.web_book.tree import (
    Drawn,
    Inline,
    Part,
    Run,
    merged,
    plain,
    read_parts,
    rows_of_pictures,
)
from generator.export.web_page import WebFont, render_page
from generator.layout.colour import Colour
from generator.layout.fonts import Family
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.icons import Icon
from generator.layout.text.block import PlacedIcon
from generator.press.job import PrintContext
from generator.press.pdf.document import Document
from generator.press.pdf.metadata import Metadata
from generator.press.pdf.structure import FIGURE, HEADING
from generator.press.reading import said_for
from generator.press.rulebook.blocks import BULLETED, NUMBERED
from generator.press.rulebook.book import SetBook, facts_of, set_book
from generator.press.rulebook.job import BookJob
from generator.press.rulebook.setting import Look

PIXELS_PER_MM = 10.0
"""Sharp on a phone's screen, where a picture is shown smaller than in print."""
MAX_SIDE = 2400
"""Pixels of the longer side."""
QUALITY = 88
MARGIN = 0.3
"""Around a picture, in mm, for lines on its edge."""


class WebPicture(NamedTuple):
    """A picture as it stands in the page: its address, and its size in CSS pixels."""

    address: str
    width: int
    height: int


CSS_PIXELS_PER_MM = 1.3 * 96 / 25.4
"""A little larger than in print: a screen is farther away."""


@dataclass(slots=True)
class PictureBook:
    """Takes pictures as pages of a document, and then draws all of them."""

    pages: OwnPages
    sizes: list[Box] = field(default_factory=list)

    def add(self, drawn: Sequence[Drawn], box: Box) -> int:
        """A picture of all that lies in the box (mm); its number."""
        box = box.grown(MARGIN)
        canvas = self.pages.canvas
        canvas.open_group(Matrix(e=-box.x, f=-box.y), None, 1)
        for one in drawn:
            canvas.open_group(Matrix(e=one.x, f=one.y), None, 1)
            one.drawing.draw(canvas)
            canvas.close_group()
        canvas.close_group()
        self.pages.end_page(box.width, box.height)
        self.sizes.append(box)
        return len(self.sizes) - 1

    def draw(self, path: Path, camera: Camera) -> list[WebPicture]:
        """All pictures, by their numbers; ``path`` is a file to work with.

        Raises :class:`InputError` for art that can't be drawn, and OSError.
        """
        if not self.sizes:
            return []
        self.pages.document.save(path, [], duplex=None)
        return [self._drawn(path, camera, number, box) for number, box in enumerate(self.sizes)]

    def _drawn(self, path: Path, camera: Camera, number: int, box: Box) -> WebPicture:
        scale = min(PIXELS_PER_MM, MAX_SIDE / max(box.width, box.height))
        size = max(1, round(box.width * scale)), max(1, round(box.height * scale))
        window = Box(0, 0, box.width, box.height)
        picture = camera.draw(path, number, window, *size, mode="RGBA")
        buffer = io.BytesIO()
        try:
            picture.save(buffer, "WEBP", quality=QUALITY, method=4, alpha_quality=100)
        except ValueError as error:
            raise InputError(f"a picture of the rulebook can't be drawn: {error}") from None
        data = base64.b64encode(buffer.getvalue()).decode("ascii")
        css = (max(1, round(side * CSS_PIXELS_PER_MM)) for side in (box.width, box.height))
        return WebPicture(f"data:image/webp;base64,{data}", *css)


MAX_LEVEL = 6
WORD_JOINER = "\u2060"
"""Where it stands, no line is broken."""
EAGER = 1
"""Pictures that are there at once; the others may follow."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """An entry of the contents."""

    anchor: str
    title: str
    level: int


@dataclass(slots=True)
class Marker:
    """Writes parts as HTML; pictures are numbers until they are drawn."""

    look: Look
    pictures: PictureBook
    size: float
    """Of the body text in print, in points."""
    chapters: list[Chapter] = field(default_factory=list)
    symbols: dict[str, Markup] = field(default_factory=dict)
    """The icons that come in lines, by name: each is drawn once."""
    shown: list[WebPicture] = field(default_factory=list)

    def parts(self, parts: Sequence[Part]) -> Markup:
        return Markup("\n").join(self._row(row) for row in rows_of_pictures(parts))

    def _row(self, row: Sequence[Part]) -> Markup:
        figures = [part for part in row if part.kind == FIGURE]
        if not figures:
            return Markup("").join(self.part(part) for part in row)
        shown = Markup("").join(self.picture(part) for part in figures)
        caption = Markup("").join(
            Markup("<figcaption>{}</figcaption>").format(self._plain(part.words))
            for part in row
            if part.kind == "Caption"
        )
        return Markup('<figure><div class="pictures">{}</div>{}</figure>').format(shown, caption)

    def part(self, part: Part) -> Markup:
        writer = WRITERS.get(part.kind, Marker._group)
        return writer(self, part)

    def _group(self, part: Part) -> Markup:
        """What has no element of its own: what is in it."""
        return Markup("{}{}").format(self.words(part.words), self.parts(part.inside))

    def _heading(self, part: Part) -> Markup:
        deepest = self.chapters[-1].level if self.chapters else 1
        level = min(max(part.tag.level + 1, 2), deepest + 1, MAX_LEVEL)
        chapter = Chapter(f"part-{len(self.chapters) + 1}", plain(part.words), level)
        self.chapters.append(chapter)
        return Markup('<h{0} id="{1}">{2}</h{0}>').format(level, chapter.anchor, self._plain(part.words))

    def _paragraph(self, part: Part) -> Markup:
        return Markup("<p>{}</p>").format(self.words(part.words))

    def _box(self, part: Part) -> Markup:
        return Markup('<div class="box">{}</div>').format(self.parts(part.inside))

    def _list(self, part: Part) -> Markup:
        if part.tag.attributes == NUMBERED:
            labels = [plain(label.words).rstrip(".") for item in part.inside if (label := item.find("Lbl"))]
            first = int(labels[0]) if labels and labels[0].isdigit() else 1
            start = Markup(' start="{}"').format(first) if first != 1 else Markup("")
            kind = Markup(' class="pictured"') if _has_pictures(part) else Markup("")
            return Markup("<ol{}{}>{}</ol>").format(kind, start, self._items(part))
        if part.tag.attributes == BULLETED:
            return Markup("<ul>{}</ul>").format(self._items(part))
        return Markup('<ul class="named">{}</ul>').format(self._items(part, with_labels=True))

    def _items(self, part: Part, *, with_labels: bool = False) -> Markup:
        items = []
        for item in part.inside:
            body = item.find("LBody")
            label = item.find("Lbl") if with_labels else None
            shown = Markup("") if label is None else self._label(label)
            items.append(Markup("<li>{}{}</li>").format(shown, "" if body is None else self._body(body)))
        return Markup("").join(items)

    def _body(self, part: Part) -> Markup:
        """An entry that is a single paragraph needs no element for it."""
        if not part.words and len(part.inside) == 1 and part.inside[0].kind == "P":
            return Markup("<div>{}</div>").format(self.words(part.inside[0].words))
        return Markup("<div>{}</div>").format(self._group(part))

    def _label(self, part: Part) -> Markup:
        figure = part.find(FIGURE)
        inside = self.words(part.words) if figure is None else self.picture(figure)
        return Markup('<span class="label">{}</span>').format(inside)

    def _table(self, part: Part) -> Markup:
        rows = Markup("").join(self._rows(section) for section in part.inside)
        return Markup('<div class="scroll" role="region" tabindex="0"><table>{}</table></div>').format(rows)

    def _rows(self, section: Part) -> Markup:
        name = section.kind.lower()
        rows = Markup("").join(
            Markup("<tr>{}</tr>").format(Markup("").join(map(self._cell, row.inside)))
            for row in section.inside
        )
        return Markup("<{0}>{1}</{0}>").format(name, rows)

    def _cell(self, part: Part) -> Markup:
        if part.kind == "TH":
            return Markup('<th scope="col">{}</th>').format(self._plain(part.words))
        return Markup("<td>{}</td>").format(self.words(part.words))

    def picture(self, part: Part) -> Markup:
        """A picture, or in the first reading a mark that it is wanted."""
        number = self.pictures.add(part.drawn, part.box())
        lazy = Markup(' loading="lazy"') if number >= EAGER else Markup("")
        return Markup('<img alt="{}"{} {}>').format(part.tag.alt, lazy, Markup(place_of_picture(number)))

    def _caption(self, part: Part) -> Markup:
        return Markup('<p class="caption">{}</p>').format(self._plain(part.words))

    def _plain(self, words: Sequence[Inline]) -> Markup:
        """Words whose place says how they look: headings, heads of tables, captions."""
        return self.words([Run(word.text) if isinstance(word, Run) else word for word in words])

    def words(self, words: Sequence[Inline]) -> Markup:
        found = merged(words)
        shown = Markup("")
        for word, after in zip_longest(found, found[1:]):
            shown += self._inline(word)
            # A full stop behind an icon stays with it.
            if isinstance(word, PlacedIcon) and isinstance(after, Run) and not after.text.startswith(" "):
                shown += WORD_JOINER
        return shown.strip()

    def _inline(self, word: Inline) -> Markup:
        if isinstance(word, PlacedIcon):
            return self._icon(word)
        text = escape(word.text)
        if word.italic:
            text = Markup("<em>{}</em>").format(text)
        return Markup("<strong>{}</strong>").format(text) if word.bold else text

    def _icon(self, placed: PlacedIcon) -> Markup:
        icon = placed.icon
        if icon.font is not None:
            return escape(icon.name)
        name = f"icon-{list(self.symbols).index(icon.name) + 1}" if icon.name in self.symbols else ""
        if not name:
            name = f"icon-{len(self.symbols) + 1}"
            self.symbols[icon.name] = _symbol(name, icon)
        box = placed.icon.placed(placed.matrix)
        em = self.size * POINT
        style = f"width:{box.width / em:.3g}em;height:{box.height / em:.3g}em"
        if placed.fill != self.look.ink:
            style += f";color:{css(placed.fill)}"
        return Markup(
            '<svg class="icon" role="img" aria-label="{}" style="{}"><use href="#{}"/></svg>'
        ).format(said_for(icon), style, name)


def _has_pictures(part: Part) -> bool:
    return any(part.kind == FIGURE or _has_pictures(part) for part in part.inside)


Writer = Callable[[Marker, Part], Markup]
WRITERS: Mapping[str, Writer] = {
    HEADING: Marker._heading,
    "P": Marker._paragraph,
    "Div": Marker._box,
    "L": Marker._list,
    "Table": Marker._table,
    FIGURE: Marker.picture,
    "Caption": Marker._caption,
}


def place_of_picture(number: int) -> str:
    """What stands for a picture until it is drawn."""
    return f"data-picture-{number}-"


def with_pictures(text: str, pictures: Sequence[WebPicture]) -> str:
    """The page with its pictures in their places."""
    for number, picture in enumerate(pictures):
        found = f'width="{picture.width}" height="{picture.height}" src="{picture.address}"'
        text = text.replace(place_of_picture(number), found)
    return text


def css(colour: Colour) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in colour[:3])


def _symbol(name: str, icon: Icon) -> Markup:
    frame = icon.frame
    box = " ".join(f"{value:g}" for value in frame)
    return Markup('<symbol id="{}" viewBox="{}">{}</symbol>').format(
        name, box, Markup("").join(_shapes(icon))
    )


def _shapes(icon: Icon) -> Iterator[Markup]:
    if not icon.shapes:
        yield Markup('<path d="{}"/>').format(path_data(icon.outline))
    for shape in icon.shapes:
        looks = {"d": path_data(shape.outline)}
        if shape.even_odd:
            looks["fill-rule"] = "evenodd"
        if shape.fill is None:
            looks["fill"] = "none"
        if shape.stroke is not None:
            looks |= {
                "stroke": "currentColor",
                "stroke-width": f"{shape.stroke.width:g}",
                "stroke-linecap": shape.stroke.cap,
                "stroke-linejoin": shape.stroke.join,
            }
        if shape.opacity < 1:
            looks["opacity"] = f"{shape.opacity:g}"
        yield Markup("<path {}/>").format(
            Markup(" ").join(Markup('{}="{}"').format(key, value) for key, value in looks.items())
        )


def path_data(outline: Outline) -> str:
    """An outline as SVG has it."""
    return "".join(
        f"{letter}{' '.join(f'{number:.5g}' for number in numbers)}" for letter, numbers in outline.segments
    )


FAMILIES = {"Title": "title", "Heading": "heading", "Body": "body"}
"""What the page calls its fonts, and what they are in the look."""
STYLES = ((False, False), (True, False), (False, True), (True, True))
"""Bold, italic."""
COLOURS = ("ink", "accent", "paper", "tint", "rule", "quiet")
"""Of the look, by the names that the style sheet has for them, too."""


def web_book(job: BookJob, context: PrintContext, scratch: Path, camera: Camera) -> str | None:
    """The rulebook as one HTML file; None if something is wrong, which the context's problems say.

    The same game gives the same text. Raises InputError for art that can't be drawn, and OSError.
    """
    # In one column, so that nothing is parted; each block has the measure that it is made for.
    book = set_book(job, context.renderer, context.preflight, context.problems)
    if book is None:
        return None
    setter = book.setter
    pictures = PictureBook(OwnPages(Document(Metadata("pictures"), context.preflight.rasterizer)))
    marker = Marker(setter.look, pictures, setter.look.size)
    cover = None if book.cover is None else _cover(marker, book)
    text = marker.parts(read_parts(book.text, setter.look.body))
    game, title = job.game, book.title.title or job.game.title
    named = title
    if game.designer:
        named = game.own("{title} by {designer}", title=title, designer=game.designer)
    page = {
        "language": game.language,
        "direction": game.direction,
        "contents": game.own("Contents"),
        "footer": game.own("{title} · rules {version}", title=named, version=game.version),
        "title": title,
        "subtitle": book.title.subtitle,
        "facts": facts_of(book.title, game),
        "cover": cover,
        "text": text,
        "chapters": marker.chapters,
        "symbols": list(marker.symbols.values()),
        "colours": {name: css(getattr(setter.look, name)) for name in COLOURS},
    }
    shown = render_page(Path(__file__).parent, "book", page, _fonts(setter.look), trim_blocks=True)
    return with_pictures(shown, pictures.draw(scratch, camera))


def _cover(marker: Marker, book: SetBook) -> Markup:
    """The cover as a picture: a page as wide as a hand, a band as wide as the text."""
    assert book.cover is not None
    parts = [part for part in read_parts([book.cover], marker.look.body) if part.drawn]
    pictures = Markup("").join(marker.picture(_titled(part, book)) for part in parts)
    kind = "page" if book.has_cover_page else "band"
    return Markup('<div class="cover {}">{}</div>').format(kind, pictures)


def _titled(part: Part, book: SetBook) -> Part:
    """The picture is what it says: the headline has the words."""
    game = book.setter.database.game
    title = book.title.title or game.title
    return replace(part, tag=replace(part.tag, alt=game.own("The cover of {title}", title=title)))


def _fonts(look: Look) -> Iterator[WebFont]:
    for name, role in FAMILIES.items():
        family: Family = getattr(look, role)
        for bold, italic in STYLES if role == "body" else STYLES[:1]:
            yield WebFont(f"Book {name}", family.file(bold=bold, italic=italic), bold, italic)
