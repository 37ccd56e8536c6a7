"""Cards in place: true to their scale, with numbers around them."""

from __future__ import annotations

from pathlib import Path

import numpy
import pypdfium2
import pytest

from generator.press.rulebook.pages import Patch, Tagged, TextDrawing

from .books import build, drawings, laid_out, said, text_of, write_book
from .tagged import structure

DPI = 300
MM = DPI / 25.4


def black_box(path: Path) -> tuple[float, float]:
    """Width and height in mm of what is wholly black and larger than letters on the first page."""
    page = pypdfium2.PdfDocument(path)[0]
    dark = numpy.asarray(page.render(scale=DPI / 72).to_pil().convert("L")) < 40
    rows = numpy.flatnonzero(dark.sum(axis=1) > 8 * MM)
    columns = numpy.flatnonzero(dark.sum(axis=0) > 8 * MM)
    return (columns[-1] - columns[0] + 1) / MM, (rows[-1] - rows[0] + 1) / MM


@pytest.mark.parametrize("scale", [1, 0.5])
def test_a_card_is_drawn_true_to_its_scale(tmp_path: Path, scale: float) -> None:
    front = '<card><rect x="10" y="20" width="40" height="30" fill="#000000"/></card>'
    text = f"```title\nfacts: []\ntitle: x\n```\n\n```card\nshow: knight\nscale: {scale}\n```\n"
    palette = 'palette: {accent: "#cc0000"}'
    folder = write_book(tmp_path, text, front=front, files={"layouts/theme.yaml": palette})
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "theme: theme.yaml\n")
    assert build(tmp_path).code == 0
    width, height = black_box(tmp_path / "out" / "tiny" / "rulebook-a4.pdf")
    assert (width, height) == (pytest.approx(40 * scale, abs=0.15), pytest.approx(30 * scale, abs=0.15))


CALLOUTS = """\
```card
show: knight
scale: {scale}
callouts:
  - {{at: [10, 10], text: "**Name.** The first."}}
  - {{at: [50, 80], text: "The second."}}
```
"""


@pytest.mark.parametrize("scale", [0.4, 1])
def test_call_outs_have_numbers_and_texts(tmp_path: Path, scale: float) -> None:
    write_book(tmp_path, CALLOUTS.format(scale=scale))
    assert build(tmp_path).code == 0
    text = text_of(tmp_path)
    assert "Name. The first." in text
    assert "The second." in text
    # Each number stands at the card and again at its text.
    words = text.split()
    assert words.count("1") == words.count("2") >= 2
    assert "0" not in words


def test_no_line_of_a_paragraph_and_no_heading_stands_alone_at_the_end_of_a_column(tmp_path: Path) -> None:
    parts = [f"## Part {n}\n\n" + "Some words of a paragraph follow here. " * (4 + n % 7) for n in range(40)]
    book = laid_out(write_book(tmp_path, "\n\n".join(parts), rulebook={"form": "sheet"}))
    assert len(book.pages) > 2
    for page in book.pages:
        by_column: dict[float, list[bool]] = {}
        for placed in page:
            if not placed.piece.wide:
                by_column.setdefault(placed.x, []).append(placed.piece.stays)
        assert not any(stays[-1] for stays in by_column.values())


def test_text_keeps_inside_the_column(tmp_path: Path) -> None:
    text = "W" * 400 + "\n\n| a | b |\n|---|---|\n| " + "x" * 300 + " | short |\n"
    book = laid_out(write_book(tmp_path, text))
    widest = [
        drawing.box.right
        for page in book.pages
        for placed in page
        if not placed.piece.wide
        for drawing in placed.piece.drawings
        if isinstance(drawing, Tagged)
    ]
    assert max(widest) <= book.area.column + 0.1


@pytest.mark.parametrize(("turned", "size"), [("left", (9, 12)), ("right", (9, 12)), (None, (12, 9))])
def test_a_card_of_an_example_lies_on_its_side(
    tmp_path: Path, turned: str | None, size: tuple[float, float]
) -> None:
    front = '<card><rect x="10" y="20" width="40" height="30" fill="#000000"/></card>'
    lying = f", turned: {turned}" if turned else ""
    text = f"```example\nscenes: [{{rows: [{{cards: [{{show: knight{lying}}}]}}], text: so}}]\n```\n"
    text = "```title\nfacts: []\ntitle: x\n```\n\n" + text
    folder = write_book(
        tmp_path, text, front=front, files={"layouts/theme.yaml": 'palette: {accent: "#cc0000"}'}
    )
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "theme: theme.yaml\n")
    assert build(tmp_path).code == 0
    assert black_box(tmp_path / "out" / "tiny" / "rulebook-a4.pdf") == pytest.approx(size, abs=0.2)


def test_a_margin_sets_the_white_beside_the_text(tmp_path: Path) -> None:
    book = laid_out(write_book(tmp_path, "words " * 300, rulebook={"form": "booklet", "margin": "2 cm"}))
    assert (book.area.x, book.area.width) == (20, book.page.width - 40)
    wide = laid_out(write_book(tmp_path / "wide", "words " * 300, rulebook={"form": "booklet"}))
    assert wide.area.width > book.area.width
    assert wide.area.y == book.area.y


def test_a_margin_that_leaves_no_room_is_refused(tmp_path: Path) -> None:
    write_book(tmp_path, "words", rulebook={"form": "booklet", "margin": "6 cm"})
    done = build(tmp_path)
    assert done.code == 1
    assert "a smaller `margin`" in done.output


def test_a_token_is_shown_in_its_shape(tmp_path: Path) -> None:
    front = '<card><rect x="-2" y="-2" width="34" height="34" fill="#000000"/></card>'
    text = "```title\nfacts: []\ntitle: x\n```\n\n```card\nshow: knight\n```\n"
    folder = write_book(
        tmp_path, text, front=front, files={"layouts/theme.yaml": 'palette: {accent: "#cc0000"}'}
    )
    game = folder / "game.yaml"
    round_token = "kind: tokens\n    shape: circle\n    size: 30 x 30 mm"
    written = game.read_text().replace("size: poker", round_token)
    game.write_text(written + "theme: theme.yaml\n")
    assert build(tmp_path).code == 0
    page = pypdfium2.PdfDocument(tmp_path / "out" / "tiny" / "rulebook-a4.pdf")[0]
    dark = numpy.asarray(page.render(scale=DPI / 72).to_pil().convert("L")) < 40
    assert dark.sum() / MM**2 == pytest.approx(numpy.pi * 15**2, rel=0.02)


COVER = """
```cover
<card width="{{ page.%s }}" height="{{ %s }}"><rect x="20" y="5" width="60" height="10"/></card>
```
"""


@pytest.mark.parametrize("form", ["two-page", "sheet", "booklet"])
def test_a_cover_as_wide_as_the_text_is_a_band_above_it(tmp_path: Path, form: str) -> None:
    folder = write_book(tmp_path, COVER % ("inner", 20) + "\n# One\n\nWords.\n", rulebook={"form": form})
    book = laid_out(folder)
    (page, *_) = book.pages
    band, text = page[0], page[1]
    assert (band.x, band.y, band.piece.height) == (book.area.x, book.area.y, 20)
    assert text.y >= book.area.y + 20
    assert 0 not in book.bare


def test_a_cover_as_large_as_the_page_is_a_page_of_its_own(tmp_path: Path) -> None:
    book = laid_out(write_book(tmp_path, COVER % ("width", "page.height") + "\n# One\n\nWords.\n"))
    assert len(book.pages[0]) == 1
    assert 0 in book.bare
    assert build(tmp_path).code == 0
    (picture, *_) = structure(tmp_path / "out" / "tiny" / "rulebook-a4.pdf").all("Figure")
    left, bottom, right, top = (float(edge) / 72 * 25.4 for edge in picture.attributes["BBox"])
    assert (right - left, top - bottom) == pytest.approx((210, 297), abs=0.1)


@pytest.mark.parametrize("low_ink", [False, True])
def test_a_table_is_read_on_its_ground(tmp_path: Path, low_ink: bool) -> None:
    """White on the accent in its head, unless ink is to be saved, and black on white below."""
    folder = write_book(tmp_path, "| head |\n|---|\n| one |\n| two |\n")
    book = laid_out(folder, low_ink=low_ink)
    fills = {
        said(text): text.block.spans[0].fill
        for _, _, text in drawings(*book.pages)
        if isinstance(text, TextDrawing) and said(text)
    }
    assert fills["one"] == fills["two"] == book.look.ink
    assert fills["head"] == (book.look.ink if low_ink else book.look.paper)


def test_the_number_of_a_step_stands_in_the_middle_of_its_disc(tmp_path: Path) -> None:
    book = laid_out(write_book(tmp_path, "\n".join(f"{number}. Go." for number in range(1, 102))))
    drawn = list(drawings(*book.pages))
    patches = [moved(*one) for one in drawn if isinstance(one[2], Patch) and one[2].fill == book.look.accent]
    discs = [box for box in patches if box[2] == pytest.approx(box[3])]
    numbers = [moved(*one) for one in drawn if isinstance(one[2], TextDrawing) and said(one[2]).isdigit()]
    assert len(numbers) == 101
    for x, y, width, height in numbers:
        disc = min(discs, key=lambda disc: abs(disc[0] - x) + abs(disc[1] - y))
        assert x + width / 2 == pytest.approx(disc[0] + disc[2] / 2, abs=0.1)
        assert y + height / 2 == pytest.approx(disc[1] + disc[3] / 2, abs=0.5)
        assert width < disc[2]


def moved(x: float, y: float, drawing: Patch | TextDrawing) -> tuple[float, float, float, float]:
    box = drawing.box
    return box.x + x, box.y + y, box.width, box.height


def test_the_icon_of_a_title_stands_in_the_middle_of_its_band(tmp_path: Path) -> None:
    text = "```title\nicon: mdi6.sword\nsubtitle: x\nfacts: [one, two, three]\n```\n"
    (page, *_) = laid_out(write_book(tmp_path, text)).pages
    band = page[0]
    (icon,) = (one for _, _, one in drawings(page) if isinstance(one, TextDrawing) and one.block.icons)
    assert icon.y + icon.block.ink.y + icon.block.ink.height / 2 == pytest.approx(
        band.piece.height / 2, abs=0.1
    )


@pytest.mark.parametrize(("chapters", "indent"), [(True, 4.0), (False, 0.0)])
def test_sections_are_moved_in_below_their_chapters(tmp_path: Path, chapters: bool, indent: float) -> None:
    text = "".join(f"## Part {number}\n\n" + "Many words stand here. " * 250 + "\n\n" for number in range(5))
    if chapters:
        text = f"# Chapter\n\n{text}"
    book = laid_out(write_book(tmp_path, text, rulebook={"form": "booklet"}))
    lines = [
        (said(one), round(x + one.x - book.area.x, 3), page)
        for page, of in enumerate(book.pages)
        for x, _, one in drawings(of)
        if isinstance(one, TextDrawing)
    ]
    page = next(page for words, _, page in lines if words == "Contents")
    starts = {words: x for words, x, where in lines if where == page}
    assert starts["Part 3"] == indent
    assert starts.get("Chapter", 0) == 0


def test_a_book_is_the_same_wherever_it_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_book(
        tmp_path, '```diagram\n<card width="30" height="9"><rect width="9" height="9"/></card>\n```\n'
    )
    books = []
    for place in (tmp_path, folder):
        monkeypatch.chdir(place)
        books.append(laid_out(folder).digest)
    assert books[0] == books[1]
