"""Text from right to left, as python-bidi orders it, which shares no code with ours."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bidi import get_display
from games import read_game, write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.problems import Problems
from generator.catalog.sizes import Size, paper
from generator.layout.elements.base import Element
from generator.layout.elements.text import Text
from generator.layout.text.bidi import levels, logical, visual
from generator.layout.text.block import TextBlock
from generator.press.build import build
from generator.press.planning import plan_jobs
from generator.press.reading import words_of
from generator.press.request import PrintRequest
from generator.press.rulebook.job import plan_book
from generator.press.rulebook.printing import folded

from .conftest import LaidOut, LayOut

MIXED = 'כאשר מושכים את <b>Gate Keeper</b>, (מושכים 2 קלפים) <icon name="coin"/> ומיד.'
LETTERS = (
    "abאבג12٣ . ,-+$%()[]<>{}\u05b0\u0301ابل«»⟨⟩〈〉/:#\ufffc"
    "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
CONTROLS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
RUBIK = {"fonts": {"title": "rubik", "body": "rubik"}}


def ordered(text: str, base: int) -> str:
    return "".join(letter for letter in visual(text, levels(text, base)) if letter not in CONTROLS)


@given(st.text(LETTERS, max_size=30), st.sampled_from("aאب1"), st.sampled_from([0, 1]))
@settings(max_examples=400)
def test_letters_are_ordered_as_by_python_bidi(text: str, last: str, base: int) -> None:
    whole = text + last  # Spaces at the end of a line are dropped before it is set.
    theirs = get_display(whole, base_dir="LR"[base])
    assert ordered(whole, base) == "".join(letter for letter in theirs if letter not in CONTROLS)


def test_what_is_nested_too_deeply_is_ordered_all_the_same() -> None:
    text = "\u202b\u2067" * 200 + "אבג abc" + "\u2069\u202c" * 200
    assert sorted(ordered(text, 0)) == sorted("אבג abc")


def lines(block: TextBlock) -> list[str]:
    """What is seen of each line, from left to right."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for span in block.spans:
        for glyph, x, _ in span.glyphs():
            rows.setdefault(round(span.baseline, 2), []).append((x, glyph.text))
    return ["".join(text for _, text in sorted(row)) for _, row in sorted(rows.items())]


def test_it_is_read_aloud_in_the_order_of_its_letters(lay_out: LayOut) -> None:
    for width in (30, 60):
        laid = lay_out(
            f'<text width="{width}" size="10">{MIXED}</text>',
            theme=RUBIK,
            files={"icons/coin.svg": '<svg viewBox="0 0 9 9"><circle cx="5" cy="5" r="4"/></svg>'},
        )
        (said,) = [text for text in laid.drawn if isinstance(text, Text)]
        expected = "כאשר מושכים את Gate Keeper, (מושכים 2 קלפים) coin ומיד."
        assert " ".join(words_of(said.block, width).split()) == expected


@given(st.lists(st.integers(0, 4), max_size=9))
def test_what_is_ordered_as_seen_can_be_ordered_as_read_again(found: list[int]) -> None:
    seen = visual(list(enumerate(found)), found)
    assert logical(seen, [level for _, level in seen]) == list(enumerate(found))


def texts(elements: Sequence[Element]) -> list[tuple[Text, float]]:
    """All texts and where the left edge of each one's box is seen, in mm from the card's."""

    def walk(element: Any, scale: float, shift: float) -> None:
        matrix = element.transform
        if matrix is not None:
            assert matrix.b == matrix.c == 0
            scale, shift = scale * matrix.a, shift + scale * matrix.e
        if isinstance(element, Text):
            assert scale == 1, "a text is seen from behind"
            found.append((element, shift + element.block.ink.x))
        for child in getattr(element, "children", ()):
            walk(child, scale, shift)

    found: list[tuple[Text, float]] = []
    for element in elements:
        walk(element, 1.0, 0.0)
    return found


def left_edges(laid: LaidOut) -> dict[str, tuple[float, float]]:
    """Left and right edge of each text's ink, by what is seen of its first line."""
    found = texts(laid.drawn)
    return {lines(text.block)[0]: (x, x + text.block.ink.width) for text, x in found}


def test_hebrew_runs_from_right_to_left_with_numbers_brackets_and_latin_words(lay_out: LayOut) -> None:
    laid = lay_out('<text width="60" size="10">אבג (Fireball 25), דהו!</text>', theme=RUBIK)
    assert lines(laid.block) == ["!והד,)Fireball25(גבא"]
    ink = laid.block.ink
    assert ink.x + ink.width == pytest.approx(60)


def test_tags_and_icons_stand_where_they_are_read(lay_out: LayOut) -> None:
    laid = lay_out(
        '<text width="60" size="10">אבג <b>דהו</b> <icon name="coin"/> abc <i>def</i> זחט</text>',
        theme=RUBIK,
        files={"icons/coin.svg": '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>'},
    )
    assert lines(laid.block) == ["טחזabcdefוהדגבא"]
    (icon,) = laid.block.icons
    first = {span.words.strip(): span.x for span in laid.block.spans}
    assert max(x for text, x in first.items() if "c" in text) < icon.matrix.e < first["דהו"]


@pytest.mark.parametrize(
    ("attributes", "content", "left", "right"),
    [
        ("", "אבג", None, 60),
        ("", "abc", 0, None),
        ('align="left"', "אבג", 0, None),
        ('align="end"', "אבג", 0, None),
        ('align="end"', "abc", None, 60),
        ('direction="rtl"', "abc", None, 60),
        ('direction="ltr"', "אבג", 0, None),
    ],
)
def test_alignment_follows_the_direction(
    lay_out: LayOut, attributes: str, content: str, left: float | None, right: float | None
) -> None:
    ink = lay_out(f'<text width="60" {attributes}>{content}</text>', theme=RUBIK).block.ink
    if left is not None:
        assert ink.x == pytest.approx(left)
    if right is not None:
        assert ink.x + ink.width == pytest.approx(right)


def test_the_last_line_of_a_justified_text_stands_at_the_right(lay_out: LayOut) -> None:
    text = "שחקן מושך שני קלפים ומניח אחד מהם על השולחן לפניו"
    block = lay_out(f'<text width="40" align="justify">{text}</text>', theme=RUBIK).block
    edges: dict[float, tuple[float, float]] = {}
    for span in block.spans:
        low, high = edges.get(span.baseline, (99.0, 0.0))
        edges[span.baseline] = (min(low, span.x), max(high, span.x + span.width))
    first, *_, last = [edges[baseline] for baseline in sorted(edges)]
    assert first == pytest.approx((0, 40), abs=0.01)
    assert last[0] > 1
    assert last[1] == pytest.approx(40, abs=0.01)


def test_arabic_keeps_its_joins_where_an_ellipsis_cuts_it(lay_out: LayOut) -> None:
    text = "يسحب اللاعب ثلاث بطاقات ثم يلعب واحدة منها"
    box = 'width="20" height="4" size="10" min-size="10" text-overflow="ellipsis"'
    block = lay_out(f"<text {box}>{text}</text>", theme=RUBIK).block
    (line,) = lines(block)
    assert line.startswith("…")
    alone = lay_out(f'<text width="60" size="10">{text[: len(line) - 1]}</text>', theme=RUBIK).block
    glyphs = [glyph.glyph_id for span in block.spans for glyph, _, _ in span.glyphs() if glyph.text != "…"]
    whole = [glyph.glyph_id for span in alone.spans for glyph, _, _ in span.glyphs()]
    assert glyphs[1:] == whole[-len(glyphs) + 1 :]


STACK = """\
<stack x="5" width="50">
  <list><item>אחת</item></list>
  <table><row><cell>ראשון</cell><cell>12</cell></row></table>
  <row><cell>שם</cell><cell>34</cell></row>
</stack>"""


def test_a_stack_begins_at_the_right_with_bullets_columns_and_rows(lay_out: LayOut) -> None:
    seen = left_edges(lay_out(STACK, theme=RUBIK))
    assert seen["•"][1] == pytest.approx(55)
    assert seen["תחא"][1] < seen["•"][0]
    assert seen["ןושאר"][1] == pytest.approx(55)
    assert seen["12"][1] < seen["ןושאר"][0]
    assert seen["34"][0] == pytest.approx(5)


CARD = """\
<card mirror="rtl">
  <rect x="2" y="2" width="10" height="5"/>
  <text x="2" y="10" width="30">{{ name }}</text>
  <text x="2" y="20" width="30" align="right">12</text>
  <g transform="translate(3 30)"><text width="20" align="center">34</text></g>
</card>"""


@pytest.mark.parametrize(("language", "left"), [("he", True), ("en", False)])
def test_a_layout_is_mirrored_for_languages_from_right_to_left_alone(
    lay_out: LayOut, language: str, left: bool
) -> None:
    component = {"size": "poker", "front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}}
    cards = {"cards": [{"name": "שער"}]}
    laid = lay_out(
        front=CARD,
        files={"layouts/theme.yaml": "fonts: {title: rubik, body: rubik}\n"},
        game={
            "title": "Gates",
            "language": language,
            "theme": "theme.yaml",
            "components": {"cards": component | cards},
        },
    )
    seen = left_edges(laid)
    name, twelve, middle = seen["רעש"], seen["12"], seen["34"]
    if left:
        assert name[1] == pytest.approx(61.5)
        assert twelve[0] == pytest.approx(31.5)
        assert sum(middle) / 2 == pytest.approx(63.5 - 13)
    else:
        assert name[1] == pytest.approx(32)
        assert twelve[1] == pytest.approx(32)
        assert sum(middle) / 2 == pytest.approx(13)


def test_the_pages_of_a_booklet_are_bound_at_the_right() -> None:
    a5, a4 = Size("a5", 148, 210), paper("a4").turned("landscape")
    plain, bound = folded(8, a5, a4), folded(8, a5, a4, is_rtl=True)
    for one, other in zip(plain, bound, strict=True):
        pages = [[laid.page for laid in sorted(side.pages, key=lambda laid: laid.x)] for side in (one, other)]
        assert pages[1] == pages[0][::-1]


RULES = """\
# מטרת המשחק

שחקן מושך 2 קלפים.

| סוג | מספר |
|---|---|
| חרב | 12 |

- קלף אחד
"""


def test_a_rulebook_is_read_in_order_and_its_tables_begin_at_the_right(tmp_path: Path) -> None:
    game = {
        "title": "שער",
        "language": "he",
        "theme": "theme.yaml",
        "rulebook": {"text": "rules.md"},
        "components": {
            "cards": {
                "size": "poker",
                "front": "card.xml.j2",
                "safe": 0,
                "press": {"backs": "none"},
                "cards": [{"name": "שומר השער"}],
            }
        },
    }
    files = {"rules.md": RULES, "layouts/theme.yaml": "fonts: {title: rubik, body: rubik}\n"}
    problems = Problems()
    found = read_game(write_game(tmp_path / "g", game=game, files=files), problems)
    request = PrintRequest(paper("a4"), {})
    book = plan_book(found, request)
    assert book is not None
    cards, rules = build([*plan_jobs(found, request), book], tmp_path / "out", problems, lambda _: None)
    assert not problems.has_errors
    # Poppler finds the spaces around numbers in such lines on the wrong side, in Chromium's files too.
    text = _poppler("pdftotext", rules.path).replace(" ", "")
    for line in ("מטרתהמשחק", "שחקןמושך2קלפים."):
        assert line in text
    assert "שומרהשער" in _poppler("pdftotext", cards.path).replace(" ", "")
    boxes = {_plain(word): float(box) for box, word in _words(_poppler("pdftotext", "-bbox", rules.path))}
    assert boxes["גוס"] > boxes["רפסמ"]
    assert boxes["ברח"] > boxes["12"]


def _poppler(program: str, *arguments: str | Path) -> str:
    done = subprocess.run([program, *map(str, arguments), "-"], capture_output=True, text=True, check=True)
    return "".join(letter for letter in done.stdout if unicodedata.category(letter) != "Cf")


def _words(page: str) -> list[tuple[str, str]]:
    return re.findall(r'<word xMin="([\d.]+)"[^>]*>([^<]*)</word>', page)


def _plain(word: str) -> str:
    return "".join(letter for letter in word if unicodedata.category(letter) != "Cf")
