"""Reports: all numbers are told in each form, pages hold what stands on them, and files are whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest
import typer

from generator.catalog.problems import Problems
from generator.catalog.shapes import _area
from generator.catalog.sizes import PAPERS, paper
from generator.cli.report_file import check_report_file, write_report
from generator.export.own_pages import GREY, INK
from generator.layout.colour import Colour
from generator.layout.geometry import Box
from generator.press.preflight.scene import contrast
from generator.reports.charts import (
    NARROW,
    Bar,
    BarChart,
    Chart,
    ColumnChart,
    CountTable,
    Dot,
    Pen,
    ScatterChart,
)
from generator.reports.document import (
    Block,
    Callout,
    Column,
    Fact,
    Figure,
    Note,
    Paragraph,
    Report,
    Section,
    Table,
    Verdict,
    runs,
)
from generator.reports.html import darkened, html_of
from generator.reports.interval_charts import (
    BLUE,
    NUMBERS,
    PERCENT,
    PERCENT_POINTS,
    Band,
    Cell,
    HeatMatrix,
    IntervalPlot,
    IntervalRow,
    NumberForm,
    Reference,
    diverging,
    scale_around,
)
from generator.reports.line_charts import (
    COLOURS,
    Bin,
    Estimate,
    Histogram,
    Line,
    LineChart,
    Milestone,
    Step,
    StepCurve,
    _marker,
)
from generator.reports.pdf import FOOT, SIDE, TOP, write_pdf

from .balance_report import balance_report
from .recorded import Recorder, recorded

MM = 25.4 / 72
WHITE = Colour(1, 1, 1)
VOID = {"meta", "link", "br", "img", "input", "hr"}
LONG = "The Honourable Guild of Merchants of the Seven Northern Gates and Their Descendants"
UNBROKEN = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2


def report_of(*blocks: Block, title: str = "A study") -> Report:
    return Report(title, "", [], [], [Section("Results", blocks)])


def intervals(count: int, name: str = "Card") -> IntervalPlot:
    rows = [
        IntervalRow(f"{name} {n}", 0.4 + n / 400, 0.37 + n / 400, 0.43 + n / 400, n % 7 == 0)
        for n in range(count)
    ]
    return IntervalPlot(
        "Some cards win", "win rate", "95 % interval", rows, reference=Reference(0.5, "even"), note="a note"
    )


def matrix(count: int, name: str = "Deck") -> HeatMatrix:
    names = [f"{name} {n}" for n in range(count)]
    cells = [
        [None if row == column else Cell((row * 7 + column * 3) % 100 / 100, (row + column) % 5 == 0)
         for column in range(count)]
        for row in range(count)
    ]  # fmt: skip
    return HeatMatrix("Some decks win", "wins", "against", names, names, cells, marked="differs from 50 %")


def lines(count: int, points: int) -> LineChart:
    drawn = [
        Line(f"{LONG} {n}" if n else "One", [Estimate(2**x, x * n / 90, x * n / 90 - 0.02, x * n / 90 + 0.03)
                                              for x in range(points)])
        for n in range(count)
    ]  # fmt: skip
    return LineChart(
        "It rises", "budget", "win rate", drawn, band=Band(0.1, 0.2, "target"), is_doubling=True, note="n"
    )


def old_charts() -> list[Chart]:
    return [
        ColumnChart("Columns", "x", "y", [Bar(str(n), n) for n in range(9)]),
        BarChart("Bars", "cards", [Bar(f"bar {n}", n) for n in range(9)]),
        ScatterChart("Dots", "x", "y", [Dot(1, 2), Dot(3, 4)]),
        CountTable("Counts", "down", "across", ["a", "b"], ["1", "2"], [[1, 2], [3, 4]]),
    ]


def pdf(report: Report, path: Path, name: str = "a4") -> pypdfium2.PdfDocument:
    pages = write_pdf(report, path, paper(name))
    document = pypdfium2.PdfDocument(path)
    assert len(document) == pages
    return document


def texts(document: pypdfium2.PdfDocument) -> list[str]:
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


# What is told


def test_each_number_is_on_paper_and_on_the_page(tmp_path: Path) -> None:
    report = balance_report()
    printed = " ".join(texts(pdf(report, tmp_path / "a.pdf")))
    shown = " ".join(visible(html_of(report)).split())
    plots = [block.chart for part in report.sections for block in part.blocks if isinstance(block, Figure)]
    tables = [block for part in report.sections for block in part.blocks if isinstance(block, Table)]
    wanted = []
    for plot in plots:
        if isinstance(plot, HeatMatrix):
            wanted += [plot.form.bare(cell.value) for row in plot.cells for cell in row if cell is not None]
        if isinstance(plot, IntervalPlot):
            wanted += [plot.form.bare(row.value) for row in plot.rows]
            wanted += [" ".join(plot.form.range(row.low, row.high).split()) for row in plot.rows]
    wanted += [" ".join(cell.split()) for table in tables for row in table.rows for cell in row]
    wanted += [plot.title for plot in plots] + [fact.label for fact in report.facts]
    wanted += [
        "42.8 – 45.0",
        "43.9",
        "86.9",
        "+4.4 to +7.8",
        "dashed: an even share",
        "median 13",
        "20261123",
    ]
    assert len(wanted) > 300
    assert [number for number in wanted if number not in printed] == []
    assert [number for number in wanted if number not in shown] == []


def test_those_who_cannot_see_a_chart_are_told_its_numbers() -> None:
    page = html_of(
        report_of(Figure(intervals(2)), Figure(matrix(2)), Figure(lines(1, 2)), *map(Figure, old_charts()))
    )
    told = re.findall(r'<p id="(told-\d+)" hidden>(.*?)</p>', page, re.DOTALL)
    assert len(told) == 7
    assert "Card 1: 40.2\N{NO-BREAK SPACE}% (37.2" in told[0][1]
    assert "Deck 0 against Deck 1: 3\N{NO-BREAK SPACE}%; Deck 1 against Deck 0: 7" in told[1][1]
    assert "One at 2: 0.0\N{NO-BREAK SPACE}%" in told[2][1]
    assert "bar 8: 8" in told[4][1]
    labelled = re.findall(r'<svg [^>]*role="img" aria-labelledby="([^"]+)"', page)
    assert labelled == [name for name, _ in told for _ in ("wide", "narrow")]


def test_a_marked_row_differs_in_type_and_in_shape() -> None:
    page = html_of(report_of(Figure(intervals(2))))
    assert re.search(r'font-weight="700"[^>]*>Card 0<', page)
    assert re.search(r"<text (?![^>]*font-weight)[^>]*>Card 1<", page)


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (PERCENT, 0.5625, "56.2\N{NO-BREAK SPACE}%"),
        (PERCENT_POINTS, 0.061, "+6.1\N{NO-BREAK SPACE}points"),
        (PERCENT_POINTS, -0.044, "−4.4\N{NO-BREAK SPACE}points"),
        (PERCENT_POINTS, -0.0001, "0.0\N{NO-BREAK SPACE}points"),
        (NumberForm(), 12_345.4, "12,345"),
    ],
)
def test_numbers_are_written_with_their_unit_and_sign(form: NumberForm, value: float, text: str) -> None:
    assert form.text(value) == text


def test_only_asterisks_in_pairs_make_text_bold() -> None:
    assert [tuple(run) for run in runs("**Seat 1** wins **56 %**, 2 ** 3")] == [
        ("Seat 1", True, False), (" wins ", False, False), ("56 %", True, False), (", 2 ** 3", False, False)
    ]  # fmt: skip
    assert [tuple(run) for run in runs("a * b ** c")] == [("a * b ** c", False, False)]
    assert runs("`--games 9` of 2` a")[0] == ("--games 9", False, True)
    assert runs("") == []


def test_a_table_with_a_row_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="row 1 has 1 cells for 2 columns"):
        Table("T", [Column("a"), Column("b")], [("1", "2"), ("3",)])


# The page


class Outline(HTMLParser):
    """Checks that elements are closed in order; keeps attributes and the text that is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.shown: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.shown.append(data)


def parsed(page: str) -> Outline:
    outline = Outline()
    outline.feed(page)
    outline.close()
    assert outline.open == []
    return outline


def visible(page: str) -> str:
    return " ".join(parsed(page).shown)


def test_findings_are_called_good_or_bad_also_for_those_who_see_no_colour() -> None:
    page = visible(html_of(report_of(*(Callout(verdict, "Found.") for verdict in Verdict))))
    assert re.findall(r"(\w+): +Found", page) == ["Good", "Caution", "Bad", "Open"]


def test_an_answer_leads_to_the_section_that_shows_it(tmp_path: Path) -> None:
    asked = [Callout(Verdict.GOOD, "Yes.", "Is it fair?"), Callout(Verdict.OPEN, "No games.", "Is it long?")]
    section = Section("Is it fair?", [Paragraph("So much.")])
    report = Report("A study", "", asked, [Fact("Games", "9")], [section])
    page = html_of(report)
    assert '<a href="#part-1">Is it fair?</a>' in page
    assert ">Is it long?</a>" not in page
    (printed,) = texts(pdf(report, tmp_path / "a.pdf"))
    assert printed.index("Is it fair? Yes.") < printed.index("So much.") < printed.index("Games 9")


def test_the_page_holds_together_and_fetches_nothing() -> None:
    page = html_of(balance_report())
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    outline = parsed(page)
    tags = {tag for tag, _, _ in outline.attributes}
    assert not tags & {"script", "link", "iframe", "object", "embed", "img"}
    assert not [
        name for _, name, _ in outline.attributes if name.startswith("on") or name in ("src", "xlink:href")
    ]
    assert "http:" not in page
    assert "https:" not in page
    assert "@import" not in page
    assert {address.partition(",")[0] for address in re.findall(r"url\((.*?)\)", page)} == {
        "data:font/otf;base64"
    }
    ids = [value for _, name, value in outline.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    links = [value for _, name, value in outline.attributes if name == "href"]
    assert len(links) == 6
    assert {link.removeprefix("#") for link in links} <= set(ids)
    scopes = [value for tag, name, value in outline.attributes if (tag, name) == ("th", "scope")]
    assert scopes.count("col") == 11
    assert scopes.count("row") == 46
    assert len(page) < 500_000


def test_what_does_not_hold_together_would_be_found() -> None:
    with pytest.raises(AssertionError):
        parsed("<p><b>text</p></b>")


def test_markup_in_names_is_text(tmp_path: Path) -> None:
    evil = "<script>alert('x')</script> & \"quoted\" {{ 7 * 7 }}"
    plot = IntervalPlot(evil, evil, evil, [IntervalRow(evil, 0.5, 0.4, 0.6)], note=evil)
    grid = HeatMatrix(evil, evil, evil, [evil], [evil], [[Cell(0.5)]], marked=evil)
    table = Table(evil, [Column(evil)], [(evil,)], evil)
    blocks = [
        Paragraph(evil),
        Note(evil),
        Callout(Verdict.BAD, evil),
        table,
        Figure(plot, evil),
        Figure(grid),
    ]
    report = Report(evil, evil, [Callout(Verdict.GOOD, evil)], [Fact(evil, evil, is_code=True)],
                    [Section(evil, blocks)] * 3)  # fmt: skip
    page = html_of(report)
    assert "<script" not in page
    assert "{{ 7 * 7 }}" in page
    outline = parsed(page)
    assert not {tag for tag, _, _ in outline.attributes} & {"script"}
    assert evil in outline.shown
    assert "<script>alert" in " ".join(texts(pdf(report, tmp_path / "a.pdf")))


@pytest.mark.parametrize("colour", [INK, GREY, *COLOURS[:3]], ids=str)
def test_type_can_be_read_by_day_and_by_night(colour: Colour) -> None:
    assert contrast(colour, WHITE) >= 4.5
    assert contrast(darkened(colour), darkened(WHITE)) >= 4.5


def test_numbers_in_a_matrix_can_be_read_on_every_colour() -> None:
    for step in range(-100, 101):
        ground = diverging(step / 100)
        assert contrast(NUMBERS, ground) >= 4.5
        assert contrast(darkened(NUMBERS), darkened(ground)) >= 4.5


def test_a_cell_is_coloured_by_how_far_it_lies_from_a_half() -> None:
    cells = [[Cell(0.3), Cell(0.4)], [Cell(0.5), Cell(0.9)]]
    matrix = HeatMatrix("x", "y", "z", ["a", "b"], ["c", "d"], cells)
    drawn = recorded(matrix, Box(0, 0, 100, matrix.height))
    assert [fill for _, fill in drawn.shapes if fill is not None][:4] == [
        diverging(-1),
        diverging(-0.5),
        WHITE,
        diverging(1),
    ]
    assert ["".join(text.split()) for text, _ in drawn.texts if text[0] in "≤≥"] == ["≤30%", "≥70%"]


def test_what_values_are_held_against_is_on_the_axis() -> None:
    for held in ((Reference(0.9, "far"), None), (None, Band(0.1, 0.9, "wide"))):
        scale = scale_around([0.4, 0.5], PERCENT, *held)
        assert scale.low < 40 < 90 < scale.high


def test_points_of_lines_differ_in_shape_and_lie_around_their_place() -> None:
    drawn = Recorder()
    for number in range(4):
        _marker(drawn.pen, 10, 20, number)
    boxes = [outline.exact_box() for outline, _ in drawn.shapes]
    for box in boxes:
        assert 1.7 < box.width < 2.5
        assert 1.7 < box.height < 2.5
        assert abs(box.x + box.width / 2 - 10) < 0.01
        assert abs(box.y + box.height / 2 - 20) < 0.15
    filled = [
        _area([values for _, values in outline.segments if values]) / (box.width * box.height)
        for (outline, _), box in zip(drawn.shapes[1:], boxes[1:], strict=True)
    ]
    assert filled == pytest.approx([1, 0.5, 0.5]), "square, diamond, triangle, and before them the circle"


def test_printed_grey_a_matrix_still_tells_above_from_below() -> None:
    def grey(colour: Colour) -> float:
        return 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue

    assert grey(diverging(1)) < grey(diverging(-1)) - 0.08
    assert diverging(0) == WHITE
    assert diverging(5) == diverging(1)


def test_the_page_is_dark_only_on_a_dark_screen() -> None:
    page = html_of(report_of(Figure(intervals(3))))
    day, _, night = page.rpartition("@media screen and (prefers-color-scheme: dark)")
    digits = "".join(f"{round(255 * channel):02x}" for channel in BLUE[:3])
    turned = "".join(f"{round(255 * channel):02x}" for channel in darkened(BLUE)[:3])
    assert f".f{digits}{{fill:#{digits}}}" in day
    assert f".f{digits}{{fill:#{turned}}}" in night.partition("</style>")[0]


def test_a_matrix_too_wide_for_a_phone_is_scrolled() -> None:
    few, many = html_of(report_of(Figure(matrix(4)))), html_of(report_of(Figure(matrix(20))))
    assert "--least:" not in few
    assert many.count("--least:") == 1
    assert matrix(20).narrowest > NARROW


# Paper


def boxes(page: pypdfium2.PdfPage) -> Iterator[Box]:
    """Where the letters of each stretch of text are, in mm from the top left corner."""
    height = page.get_height()
    text = page.get_textpage()
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        yield Box(left * MM, (height - top) * MM, (right - left) * MM, (top - bottom) * MM)


def overlapping(found: Iterable[Box]) -> list[tuple[Box, Box]]:
    shrunk = sorted(
        (box.grown(-0.15) for box in found if min(box.width, box.height) > 0.4), key=lambda box: box.y
    )
    pairs = []
    for number, one in enumerate(shrunk):
        # Only those down to the first that begins below its foot.
        for other in shrunk[number + 1 :]:
            if other.y >= one.bottom:
                break
            if one.x < other.right and other.x < one.right:
                pairs.append((one, other))
    return pairs


def extremes() -> Report:
    """Names longer than their places, 60 rows and 2, and columns that have no room."""
    wide = Table(
        f"{LONG}: {UNBROKEN}",
        [Column(LONG), *(Column(f"{UNBROKEN[:24]} {n}", "right") for n in range(11))],
        [(LONG if n % 2 else UNBROKEN, *(f"{10**n:,}" for _ in range(11))) for n in range(9)],
        LONG * 5,
        frozenset({1}),
    )
    many = Table(
        "Many", [Column("Card"), Column("Games", "right")], [(f"Card {n}", str(n)) for n in range(120)]
    )
    step = StepCurve(LONG, LONG, LONG, [Step(1, 0.5)], [Milestone(1, LONG)], note=LONG * 2)
    blocks: list[Block] = [
        *(Callout(verdict, f"**{LONG}** {UNBROKEN} {LONG}") for verdict in Verdict),
        Paragraph(f"{LONG}. " * 9),
        wide,
        many,
        *(Figure(chart, LONG * 3) for chart in (
            intervals(2), intervals(60, LONG), matrix(2), matrix(12, LONG), matrix(60),
            lines(1, 6), lines(4, 9),
            Histogram(LONG * 2, LONG, "games", [Bin(n, n + 1, n * n) for n in range(60)],
                      [Milestone(5, LONG), Milestone(6, "six"), Milestone(59, LONG)]),
            step, *old_charts())),
        Table("Empty", [Column("Nothing")], []),
    ]  # fmt: skip
    return Report(LONG * 2, UNBROKEN, [Callout(Verdict.WARN, UNBROKEN)],
                  [Fact(LONG, UNBROKEN), Fact("Digest", "0123456789abcdef" * 12, is_code=True)],
                  [Section(LONG * 2, blocks), Section(UNBROKEN, [Note("")])])  # fmt: skip


@pytest.mark.parametrize("name", ["a4", "letter"])
@pytest.mark.parametrize("make", [balance_report, extremes])
def test_no_text_stands_on_another_or_beside_the_page(
    make: Callable[[], Report], name: str, tmp_path: Path
) -> None:
    size = PAPERS[name]
    document = pdf(make(), tmp_path / "a.pdf", name)
    assert len(document) > 4
    for page in document:
        sides = page.get_width() * MM, page.get_height() * MM
        assert sides == pytest.approx((size.width, size.height), abs=0.1)
        found = list(boxes(page))
        assert found
        assert overlapping(found) == []
        for box in found:
            assert box.x >= SIDE - 0.5
            assert box.right <= size.width - SIDE + 0.5
            assert box.y >= TOP - 1
            assert box.bottom <= size.height - 5
            is_footer = box.y > size.height - FOOT + 5
            assert is_footer or box.bottom <= size.height - FOOT + 1


def test_what_would_overlap_is_found() -> None:
    assert overlapping([Box(0, 0, 10, 3), Box(5, 1, 10, 3)])
    assert not overlapping([Box(0, 0, 10, 3), Box(11, 1, 10, 3)])


def test_a_long_table_has_its_headings_on_every_page(tmp_path: Path) -> None:
    rows = [(f"Card {n}", f"{n:,}") for n in range(120)]
    document = pdf(report_of(Table("All", [Column("Name of it"), Column("Wins", "right")], rows, "The end.")),
                   tmp_path / "a.pdf")  # fmt: skip
    told = texts(document)
    assert len(told) == 3
    assert ["Name of it" in page for page in told] == [True, True, True]
    assert sum(page.count("All") for page in told) == 1
    assert [f"page {n} of 3" in page for n, page in enumerate(told, 1)] == [True, True, True]
    assert "The end." in told[-1]
    for row in (0, 75, 119):
        assert sum(bool(re.search(rf"Card {row} ?{row} ", page)) for page in told) == 1


def test_a_figure_is_never_parted_from_its_title(tmp_path: Path) -> None:
    blocks = [Figure(replace(intervals(24), title=f"Title {n}.", note=f"Note {n}."), f"Caption {n}.")
              for n in range(9)]  # fmt: skip
    for page in texts(pdf(report_of(*blocks), tmp_path / "a.pdf")):
        for n in range(9):
            assert len({f"{word} {n}." in page for word in ("Title", "Note", "Caption")}) == 1


def test_sections_are_bookmarks(tmp_path: Path) -> None:
    report = balance_report()
    marks = [mark.get_title() for mark in pdf(report, tmp_path / "a.pdf").get_toc()]
    assert marks == [section.heading for section in report.sections]


# Files


@pytest.mark.parametrize("suffix", [".html", ".pdf", ".PDF"])
def test_the_same_report_gives_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    problems = Problems()
    paths = [tmp_path / folder / f"report{suffix}" for folder in ("one", "other")]
    for path in paths:
        assert write_report(balance_report(), path, PAPERS["a4"], problems)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert paths[0].read_bytes().startswith(b"%PDF" if suffix != ".html" else b"<!DOCTYPE html>")
    assert [path.name for path in paths[0].parent.iterdir()] == [paths[0].name]
    assert not problems


@pytest.mark.parametrize("name", ["report.docx", "report", ".pdf"])
def test_another_suffix_is_wrong_usage(name: str) -> None:
    with pytest.raises(typer.BadParameter, match=r"expected a file that ends in \.html or \.pdf, got"):
        check_report_file(Path(name))
    check_report_file(Path("report.Html"))
    check_report_file(None)


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_what_cannot_be_written_is_told_and_leaves_nothing(suffix: str, tmp_path: Path) -> None:
    (tmp_path / f"taken{suffix}").mkdir()
    (tmp_path / "file").write_text("not a folder")
    for path in (tmp_path / f"taken{suffix}", tmp_path / "file" / f"report{suffix}"):
        problems = Problems()
        assert not write_report(balance_report(), path, PAPERS["a4"], problems)
        assert len([str(problem) for problem in problems]) == 1
        assert "can't write to" in str(next(iter(problems)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", f"taken{suffix}"]
    assert list((tmp_path / f"taken{suffix}").iterdir()) == []


def test_a_file_that_is_there_is_replaced_only_by_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.pdf"
    path.write_text("older")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Pen, "text", full)
    problems = Problems()
    assert not write_report(balance_report(), path, PAPERS["a4"], problems)
    assert "No space left on device" in str(next(iter(problems)))
    assert path.read_text() == "older"
    assert [one.name for one in tmp_path.iterdir()] == ["report.pdf"]
