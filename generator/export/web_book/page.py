"""The page around a rulebook: its head, its contents, its look, and all that it shows inside of one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from generator.catalog.models import Game
from generator.export.faces import Camera
from generator.export.web_book.markup import Marker, css, with_pictures
from generator.export.web_book.pictures import PictureBook
from generator.export.web_book.tree import Part, read_parts
from generator.export.web_fonts import font_rule
from generator.layout.fonts import Family
from generator.press.job import PrintContext
from generator.press.pdf.metadata import language_of
from generator.press.rulebook.book import SetBook, facts_of, set_book
from generator.press.rulebook.job import BookJob
from generator.press.rulebook.setting import Look

FAMILIES = {"Title": "title", "Heading": "heading", "Body": "body"}
"""What the page calls its fonts, and what they are in the look."""
STYLES = ((False, False), (True, False), (False, True), (True, True))
"""Bold, italic."""


def web_book(job: BookJob, context: PrintContext, scratch: Path, camera: Camera) -> str | None:
    """The rulebook as one HTML file; None if something is wrong, which the context's problems tell.

    The same game gives the same text. Raises InputError for art that can't be drawn, and OSError.
    """
    # In one column, so that nothing is parted; each block has the measure that it is made for.
    book = set_book(job, context.renderer, context.preflight, context.problems)
    if book is None:
        return None
    setter = book.setter
    pictures = PictureBook(context.preflight.rasterizer)
    marker = Marker(setter.look, pictures, setter.look.size)
    cover = None if book.cover is None else _cover(marker, book)
    text = marker.parts(read_parts(book.text, setter.look.body))
    page = {
        **_head(job.game, book),
        "cover": cover,
        "text": text,
        "chapters": marker.chapters,
        "symbols": list(marker.symbols.values()),
        "colours": _colours(setter.look),
        "style": Markup((Path(__file__).parent / "book.css").read_text("utf-8")),
    }
    template = _template()
    # What letters the fonts need is known from the page itself.
    letters = set(template.render(page, fonts=""))
    shown = template.render(page, fonts=Markup("\n".join(_font_rules(setter.look, letters))))
    return with_pictures(shown, pictures.draw(scratch, camera))


def _template() -> Template:
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FileSystemLoader(Path(__file__).parent),
        keep_trailing_newline=True,
        trim_blocks=True,
    )
    return environment.get_template("book.html.j2")


def _head(game: Game, book: SetBook) -> Mapping[str, object]:
    return {
        "language": language_of(game),
        "title": book.title.title or game.title,
        "subtitle": book.title.subtitle,
        "facts": facts_of(book.title, game),
        "designer": game.designer,
        "version": game.version,
    }


def _cover(marker: Marker, book: SetBook) -> Markup:
    """The cover as a picture: a page as wide as a hand, a band as wide as the text."""
    assert book.cover is not None
    parts = [part for part in read_parts([book.cover], marker.look.body) if part.drawn]
    pictures = Markup("").join(marker.picture(_titled(part, book)) for part in parts)
    kind = "page" if book.has_cover_page else "band"
    return Markup('<div class="cover {}">{}</div>').format(kind, pictures)


def _titled(part: Part, book: SetBook) -> Part:
    """The picture is what it says: the headline has the words."""
    title = book.title.title or book.setter.database.game.title
    return replace(part, tag=replace(part.tag, alt=f"The cover of {title}"))


def _colours(look: Look) -> Mapping[str, str]:
    return {name: css(getattr(look, name)) for name in ("ink", "accent", "paper", "tint", "rule", "quiet")}


def _font_rules(look: Look, letters: set[str]) -> Iterator[str]:
    for name, role in FAMILIES.items():
        family: Family = getattr(look, role)
        for bold, italic in STYLES if role == "body" else STYLES[:1]:
            file = family.file(bold=bold, italic=italic)
            yield font_rule(f"Book {name}", file, letters, bold=bold, italic=italic)
