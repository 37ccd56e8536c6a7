"""Rulebooks for those who hear them: PDF/UA-1, and read in the order of the text."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
import verapdf
from games import run_here
from hypothesis import given
from hypothesis import strategies as st

from generator.press.pdf.structure import _level

from .books import build, write_book
from .tagged import Element, structure

LONG = "".join(f"\n| row {number} | value |" for number in range(90))
TEXT = """\
```title
subtitle: Small but complete
icon: shield
```

## The game in a minute

Knights have {shield} and a [page](https://example.org). They *ride*.

1. First a step.
2. Then another:
    - a bullet
    - and one more

#### Far too deep

> A box with a word of advice.

| card | power |
|---|:-:|
| Knight | 3 |
| nobody | |

```components
- {component: cards, icon: shield, note: all of them}
```

```icons
shield: What keeps one alive.
```

```card
show: knight
callouts: [{at: [12, 4], text: The name.}]
caption: A knight.
```

```diagram
<card width="40" height="10" alt="Two arrows that meet"><rect width="40" height="10" fill="#cccccc"/></card>
```

```diagram
<card width="40" height="10" alt=""><rect width="40" height="10" fill="#999999"/></card>
```

```example
scale: 0.2
scenes:
  - rows: [{name: Her side, cards: [{show: knight, mark: out}, {show: knight, mark: down}, {}]}]
    text: "**First.** What happens."
```

# Last

| head | other |
|---|---|
LONG

* * *

```credits
Thanks to all.
```
"""
FRONT = """\
<card>
  <rect width="63.5" height="8" fill="#dddddd"/>
  <text width="60" y="1">{{ name }}</text>
  <text width="60" y="20">{{ power }}</text>
  <text width="60" y="30">Rides <icon name="horse"/> over all.</text>
</card>
"""
BACK = "<card><rect width='63.5' height='88.9' fill='#222222'/></card>"
FORMS = ("sheet", "booklet", "two-page")


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The book in each form."""
    found = {}
    for form in FORMS:
        folder = tmp_path_factory.mktemp(form)
        made = write_book(
            folder,
            TEXT.replace("\nLONG", LONG),
            rulebook={"form": form},
            front=FRONT,
            files={"layouts/back.xml.j2": BACK},
        )
        game = made / "game.yaml"
        game.write_text(
            game.read_text().replace("front: card.xml.j2", "front: card.xml.j2\n    back: back.xml.j2")
        )
        done = build(folder)
        assert done.code == 0, done.output
        found[form] = folder / "out" / "tiny" / "rulebook-a4.pdf"
    return found


@pytest.fixture(scope="module")
def read(books: dict[str, Path]) -> Element:
    return structure(books["sheet"])


def only(element: Element, kind: str, words: str) -> Element:
    (found,) = (one for one in element.all(kind) if words in one.whole)
    return found


@pytest.mark.slow
def test_every_form_keeps_to_pdf_ua_1(books: dict[str, Path]) -> None:
    failures = verapdf.validate_all(list(books.values()), "PDFUA-1")
    assert failures == {path: [] for path in books.values()}


def test_it_is_read_in_the_order_of_the_text(read: Element) -> None:
    words = read.whole
    told = (
        "Tiny",
        "Small but complete",
        "2 to 4 players",
        "The game in a minute",
        "Knights have shield and a page (example.org). They ride.",
        "1 First a step.",
        "2 Then another:",
        "• a bullet • and one more",
        "Far too deep",
        "A box with a word of advice.",
        "card power Knight 3 nobody",
        "6 shield Cards all of them",
        "shield What keeps one alive.",
        "Card: Knight. power: 3. Rides horse over all.",
        "The name.",
        "A knight.",
        "Two arrows that meet",
        "Her side: Knight, crossed out, a card face down, an empty place.",
        "First. What happens.",
        "Last",
        "Thanks to all.",
    )
    places = [words.find(one) for one in told]
    assert -1 not in places, (told[places.index(-1)], words)
    assert places == sorted(places)


def test_headings_are_nested_and_none_is_left_out(read: Element) -> None:
    headings = [(one.kind, one.text) for one in read.all() if one.kind[0] == "H"]
    assert headings == [
        ("H1", "Tiny"),
        ("H2", "The game in a minute"),
        ("H3", "Far too deep"),
        ("H1", "Last"),
    ]


def test_lists_have_labels_and_lie_in_one_another(read: Element) -> None:
    steps = only(read, "L", "First a step")
    inner = "L(LI(Lbl LBody(P)) LI(Lbl LBody(P)))"
    assert steps.shape() == f"L(LI(Lbl LBody(P)) LI(Lbl LBody(P {inner})))"
    assert str(steps.attributes["ListNumbering"]) == "/Decimal"
    (bullets,) = steps.inside[1].all("L")
    assert [label.actual for label in bullets.all("Lbl")] == ["•", "•"]
    assert only(read, "L", "What keeps one alive.").shape().startswith("L(LI(Lbl(Figure) LBody")


def test_tables_have_heads_and_empty_cells(read: Element) -> None:
    table = only(read, "Table", "nobody")
    assert table.shape() == "Table(THead(TR(TH TH)) TBody(TR(TD TD) TR(TD TD)))"
    assert [str(head.attributes["Scope"]) for head in table.all("TH")] == ["/Column", "/Column"]
    assert [cell.text for cell in table.all("TD")] == ["Knight", "3", "nobody", ""]


def test_figures_say_what_they_show_and_decoration_says_nothing(read: Element) -> None:
    figures = list(read.all("Figure"))
    assert all(figure.alt for figure in figures)
    assert [figure.alt for figure in figures] == [
        "shield",
        "Card: Knight. power: 3. Rides horse over all.",
        "Two arrows that meet",
        "Her side: Knight, crossed out, a card face down, an empty place.",
    ]


def test_a_figure_tells_where_it_stands(read: Element) -> None:
    (arrows,) = (figure for figure in read.all("Figure") if "arrows" in figure.alt)
    left, bottom, right, top = (float(edge) / 72 * 25.4 for edge in arrows.attributes["BBox"])
    assert (right - left, top - bottom) == pytest.approx((40, 10), abs=0.02)


def test_a_booklet_is_read_page_by_page_and_not_sheet_by_sheet(tmp_path: Path) -> None:
    text = "\n\n___\n\n".join(f"Page {number}." for number in range(2, 9))
    write_book(tmp_path, text, rulebook={"form": "booklet"})
    assert build(tmp_path).code == 0
    read = structure(tmp_path / "out" / "tiny" / "rulebook-a4.pdf")
    pages = [one for one in read.all("P") if one.text.startswith("Page")]
    assert [one.text for one in pages] == [f"Page {number}." for number in range(2, 9)]
    # The eighth page lies beside the first, on the outer side of the outer sheet.
    assert [one.pages for one in pages] == [[1], [2], [3], [3], [2], [1], [0]]


def test_what_goes_on_in_the_next_column_or_page_is_one_paragraph_or_table(tmp_path: Path) -> None:
    rows = "\n".join(f"| row {number} | value |" for number in range(150))
    long = " ".join(f"word{number}" for number in range(900))
    write_book(tmp_path, f"| head | other |\n|---|---|\n{rows}\n\n{long}\n", rulebook={"form": "sheet"})
    assert build(tmp_path).code == 0
    read = structure(tmp_path / "out" / "tiny" / "rulebook-a4.pdf")
    (table,) = read.all("Table")
    assert len(list(table.all("TR"))) == 151
    # The head is printed in every column, and read once.
    assert [head.text for head in table.all("TH")] == ["head", "other"]
    paragraph = only(read, "P", "word899")
    assert paragraph.text.split() == long.split()


def test_contents_are_a_table_of_contents(tmp_path: Path) -> None:
    text = "\n\n___\n\n".join(f"# Chapter {number}\n\nWords." for number in range(1, 7))
    write_book(tmp_path, text, rulebook={"form": "sheet"})
    assert build(tmp_path).code == 0
    read = structure(tmp_path / "out" / "tiny" / "rulebook-a4.pdf")
    (contents,) = read.all("TOC")
    assert [one.text for one in contents.all("TOCI")] == [f"Chapter {n} {n}" for n in range(1, 7)]


def test_the_file_says_what_it_is(books: dict[str, Path]) -> None:
    with pikepdf.open(books["booklet"]) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.MarkInfo.Marked is True
        assert pdf.Root.ViewerPreferences.DisplayDocTitle is True
        with pdf.open_metadata() as xmp:
            assert xmp["pdfuaid:part"] == "1"
            assert xmp["dc:title"] == "Tiny: rules" == str(pdf.docinfo.Title)


def test_the_same_book_gives_the_same_bytes(books: dict[str, Path]) -> None:
    path = books["booklet"]
    first = path.read_bytes()
    assert build(path.parents[2]).code == 0
    assert path.read_bytes() == first


@given(st.lists(st.integers(1, 6), min_size=1))
def test_no_level_is_skipped_on_the_way_down(written: list[int]) -> None:
    levels: list[int] = []
    found = [_level(one, levels) for one in written]
    assert found[0] == 1
    for (before, now), (one, other) in zip(pairwise(found), pairwise(written), strict=True):
        assert now <= before + 1
        assert (now > before) == (other > one)


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_all_bundled_rulebooks_are_accessible(tmp_path: Path) -> None:
    done = run_here("build", *BUNDLED, "--only", "rulebook", "--out", tmp_path)
    assert done.code == 0, done.output
    books = sorted(tmp_path.glob("*/rulebook-a4.pdf"))
    assert len(books) == len(BUNDLED)
    assert not any(verapdf.validate_all(books, "PDFUA-1").values())
    for book in books:
        assert all(figure.alt for figure in structure(book).all("Figure"))


BUNDLED = ("battle-gate", "gateway", "hold-the-gates", "hold-the-line", "strongholds")
