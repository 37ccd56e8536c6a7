"""Pages of charts: what stands on them, where it stands, and that the same charts give the same bytes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.catalog.problems import Problems
from generator.layout.geometry import Box
from generator.layout.text.block import TextBlock
from generator.reports import chart_pages
from generator.reports.chart_pages import ChartPages, Section, write_charts
from generator.reports.charts import (
    INK,
    LABEL,
    Bar,
    BarChart,
    Chart,
    ColumnChart,
    CountTable,
    Dot,
    Mark,
    MarkGroup,
    Pen,
    Scale,
    ScatterChart,
)

from .recorded import Recorder, recorded, words_of

PAGE = Box(0, 0, 210, 297)
DESCENDERS = 0.45
"""Millimetres at the edges of a line of text in which no letter stands that has a neighbour there."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def scatter(count: int = 60, seed: int = 5) -> ScatterChart:
    source = random.Random(seed)
    dots = [Dot(source.randint(0, 9), source.randint(0, 12), source.randint(1, 5)) for _ in range(count)]
    marks = [Mark(dot.x, dot.y, f"A card with quite a long name {n}", "+1.23") for n, dot in enumerate(dots)]
    groups = [MarkGroup("Above the line", marks[:8]), MarkGroup("Below the line", marks[8:16])]
    return ScatterChart(
        "Strength rises with cost", "cost", "attack + health", dots, (1.5, 0.8), groups, note="R² 0.5"
    )


def charts() -> list[Chart]:
    labels = [f"{low:,}–{low + 999:,}" for low in range(0, 12_000, 1000)]
    return [
        ColumnChart("Most cards cost 2 or 3", "cost", "cards", [Bar(str(n), n * n % 7) for n in range(10)]),
        ColumnChart("A title so long that it takes more than a single line of the page " * 2, "x", "y",
                    [Bar(label, 1234 + n) for n, label in enumerate(labels)], note="with a note"),
        ColumnChart("One bar", "x", "y", [Bar("1", 3)]),
        ColumnChart("Nothing but zeros", "x", "y", [Bar("1", 0), Bar("2", 0)]),
        BarChart("Most frequent: guard", "cards", [Bar(f"{'long ' * (n % 9)}{n}", 40 - n) for n in range(12)],
                 note="and 3 more"),
        scatter(),
        ScatterChart("All at one spot", "x", "y", [Dot(3, 3), Dot(3, 3)]),
        ScatterChart("Large and small", "x", "y", [Dot(-1e15, 1e-6), Dot(1e15, 3e-6)], (0, 0)),
        CountTable("No card of cost 3 in red", "colour", "cost", ["red", "blue"], ["1", "2", "3"],
                   [[1, 20, 0], [3, 4, 5]], frozenset({(0, 2)}), note="crossed: a gap"),
        CountTable("A wide one", "a field with a long name", "cost", [f"kind {n}" * 4 for n in range(12)],
                   [str(n) for n in range(21)], [[n * m for n in range(21)] for m in range(12)]),
    ]  # fmt: skip


def pages(*drawn: Chart, title: str = "A game") -> ChartPages:
    return ChartPages(title, "version 1", [Section("Cards", "12 cards", drawn or charts())])


def written(path: str, what: ChartPages) -> tuple[Path, ...]:
    problems = Problems()
    found = write_charts(what, Path(path), problems)
    assert found is not None, "\n".join(map(str, problems))
    return found.paths


def texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_bounded() for page in document]


def test_pages_are_a4_and_tell_what_is_seen() -> None:
    (path,) = written("charts.pdf", pages())
    document = pypdfium2.PdfDocument(path)
    assert {tuple(round(side / 72 * 25.4) for side in page.get_size()) for page in document} == {(210, 297)}
    told = " ".join(" ".join(texts(path)).split())
    for words in ("A game", "Cards", "12 cards", "Most cards cost 2 or 3", "attack + health", "and 3 more"):
        assert words in told
    assert [mark.get_title() for mark in document.get_toc()] == ["Cards"]


def test_the_same_charts_give_the_same_bytes() -> None:
    (one,), (other,) = written("one.pdf", pages()), written("other.pdf", pages())
    assert one.read_bytes() == other.read_bytes()
    first, second = written("one.png", pages(charts()[0])), written("other.png", pages(charts()[0]))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_pictures_are_one_for_each_page() -> None:
    assert written("one.png", pages(charts()[0])) == (Path("one.png"),)
    several = written("out/charts.png", pages())
    assert several == tuple(Path(f"out/charts-{number}.png") for number in range(1, len(several) + 1))
    assert len(several) > 1
    with Image.open(several[0]) as picture:
        assert picture.size == (1654, 2339)
        assert picture.convert("L").getextrema() == (picture.convert("L").getextrema()[0], 255)


def test_everything_is_grey() -> None:
    (path,) = written("one.png", pages(*charts()[:5]))[:1]
    with Image.open(path) as picture:
        reds, greens, blues = picture.convert("RGB").resize((165, 234)).split()
        assert reds.tobytes() == greens.tobytes() == blues.tobytes()


def blocks_of(what: ChartPages, monkeypatch: pytest.MonkeyPatch) -> list[list[Box]]:
    """Where lines of text stand on each page."""
    found: list[list[Box]] = [[]]
    draw, titles = Pen.block, chart_pages._titles

    def block(self: Pen, shown: TextBlock) -> None:
        if shown.spans:
            found[-1].append(shown.ink)
        draw(self, shown)

    def begin(*arguments: object) -> None:
        found.append([])
        titles(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Pen, "block", block)
    monkeypatch.setattr(chart_pages, "_titles", begin)
    written("charts.pdf", what)
    return found[1:]


def overlapping(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    return [
        (one, other)
        for one, other in combinations([box.grown(-DESCENDERS) for box in boxes], 2)
        if one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
    ]


@pytest.mark.parametrize("seed", range(5))
def test_no_text_stands_on_another_or_off_the_page(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for boxes in blocks_of(pages(*charts(), scatter(200, seed), scatter(20, seed)), monkeypatch):
        assert overlapping(boxes) == []
        assert all(
            box.x >= 10 and box.y >= 5 and box.right <= 200 and box.bottom <= PAGE.height - 5 for box in boxes
        )


def test_what_would_overlap_is_found() -> None:
    assert overlapping([Box(0, 0, 10, 3), Box(5, 1, 10, 3)])
    assert not overlapping([Box(0, 0, 10, 3), Box(11, 1, 10, 3)])


def test_a_label_without_room_is_one_line_that_ends_in_dots() -> None:
    pen, text = Recorder().pen, "words that take more room than there is"
    label, several = (pen.set(text, Box(0, 0, 20, 20), LABEL, lines=lines) for lines in (1, 4))
    assert len({span.baseline for span in label.spans}) == 1
    assert words_of(label)[:5] == "words"
    assert words_of(label)[-1] == "…"
    assert len({span.baseline for span in several.spans}) > 1
    assert words_of(several).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("place", [(0, 0), (9, 0), (0, 12), (9, 12), (4, 7)])
def test_a_number_stands_beside_the_point_that_it_names(place: tuple[int, int]) -> None:
    dots = [Dot(0, 0), Dot(9, 12), Dot(*place)]
    group = MarkGroup("Above the line", [Mark(*place, "A card", "+1")])
    drawn = recorded(ScatterChart("x", "y", "z", dots, groups=[group]), Box(10, 20, 180, 90))
    (dot,) = (outline.exact_box() for outline, fill in drawn.shapes if fill == INK)
    (tag, _) = (box for text, box in drawn.texts if text == "1")
    assert overlapping([dot, tag]) == []
    assert max(dot.x - tag.right, tag.x - dot.right, dot.y - tag.bottom, tag.y - dot.bottom) < 3


def test_a_page_is_begun_where_a_chart_has_no_room_and_the_heading_comes_again() -> None:
    told = texts(written("charts.pdf", pages(*[charts()[0]] * 20))[0])
    assert len(told) == 4
    assert ["continued" in page for page in told] == [False, True, True, True]
    assert "page 4 of 4" in told[3]


def test_without_charts_nothing_is_written() -> None:
    problems = Problems()
    assert write_charts(ChartPages("A", "", [Section("B", "", [])]), Path("x.pdf"), problems) is None
    assert problems.has_errors
    assert list(Path().iterdir()) == []


numbers = st.floats(-1e15, 1e15).filter(lambda value: value == 0 or abs(value) > 1e-6)


@given(st.lists(numbers, min_size=1, max_size=20))
def test_a_scale_has_few_ticks_inside_it_and_room_for_all(values: list[float]) -> None:
    scale = Scale.around(values)
    assert scale.low < min(values) <= max(values) < scale.high or scale.low <= min(values)
    assert 1 <= len(scale.ticks) <= 14
    for tick in scale.ticks:
        slack = 1e-9 * max(abs(scale.low), abs(scale.high), 1)
        assert scale.low - slack <= tick <= scale.high + slack
        assert scale.label(tick)
    for value in values:
        assert 0 <= scale.place(value, 0, 1) <= 1


@given(st.integers(0, 10**6))
def test_a_scale_of_counts_has_whole_ticks(most: int) -> None:
    scale = Scale.of(0, most or 1, whole=True)
    assert all(tick == int(tick) for tick in scale.ticks)
    assert scale.ticks[0] == 0
