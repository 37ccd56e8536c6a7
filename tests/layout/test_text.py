"""Text in its box: wrapping, shrinking, alignment, and never a letter lost."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.problems import Problems
from generator.layout.attributes import Scope
from generator.layout.colour import Colour
from generator.layout.elements.text import Text
from generator.layout.text.block import Span, TextBlock
from generator.layout.text.fit import Fitted, TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.layout.theme import load_theme

from .conftest import LayOut, words

POINT = 25.4 / 72
STORY = "The gate holds while the garrison stands and the walls are manned by night and by day. " * 4


@cache
def maker() -> WordMaker:
    def no_file(name: str) -> Path:
        raise AssertionError(name)

    theme = load_theme(None, no_file, [], Problems())
    return WordMaker(theme.fonts, Scope(theme, no_file))


@pytest.fixture(autouse=True)
def _fonts_of_today() -> None:
    """Other tests clear the caches of fonts, and what is of two readings of a font is no one span."""
    maker.cache_clear()


def fitted(text: str, **changes: object) -> Fitted:
    """Text in a box of 40 × 20 mm that begins at 8 pt."""
    box = {
        "x": 0.0,
        "y": 0.0,
        "width": 40.0,
        "height": 20.0,
        "size": 8.0,
        "min_size": 5.5,
        "leading": None,
        "align": "left",
        "valign": "top",
        "wrap": True,
    }
    family = maker().fonts.role("body")
    style = Style(family, False, False, 1.0, Colour(0, 0, 0), 0.0)
    made = TextBox(**(box | changes))  # type: ignore[arg-type]
    found = maker().words([text], style, made.size)
    return fit(found, made, family.file(bold=False, italic=False).cap_height, maker())


def letters(block: TextBlock) -> Counter[str]:
    return Counter("".join(words(block)).replace(" ", ""))


def width(span: Span) -> float:
    """From the span's start to the end of its last glyph, in mm; without a space at its end."""
    pieces = span.pieces[:-1] if span.pieces[-1].text == " " else span.pieces
    spaces = sum(piece.text == " " for piece in pieces)
    glyphs = sum(len(piece.glyphs) for piece in pieces)
    em = sum(piece.width for piece in pieces) * span.size + glyphs * span.tracking
    return (em + spaces * span.gap / 1000 * span.size) * POINT


def baselines(block: TextBlock) -> list[float]:
    return sorted({span.baseline for span in block.spans})


def test_lines_stay_inside_the_box() -> None:
    block = fitted(STORY).block
    assert len(baselines(block)) > 3
    assert all(width(span) <= 40.01 for span in block.spans)
    assert block.ink.bottom <= 20.01


def test_what_fits_is_not_shrunk() -> None:
    assert fitted("short").block.size == 8


def test_text_shrinks_in_quarter_points_and_no_further_than_needed() -> None:
    block = fitted(STORY, height=28.0).block
    assert 5.5 < block.size < 8
    assert block.size * 4 == round(block.size * 4)
    larger = fitted(STORY, height=28.0, size=block.size + 0.25, min_size=block.size + 0.25)
    assert larger.too_high > 0


def test_text_shrinks_to_its_smallest_size_and_tells_how_much_is_too_high() -> None:
    found = fitted(STORY * 5, height=5.0)
    assert found.block.size == 5.5
    assert found.too_high == pytest.approx(found.block.ink.height - 5, abs=0.01)
    assert letters(found.block) == Counter((STORY * 5).replace(" ", ""))


def test_text_that_does_not_wrap_stays_on_one_line() -> None:
    block = fitted("Keeper of the Gate of Ivory and Horn", width=35.0, wrap=False).block
    assert len(baselines(block)) == 1
    assert block.size < 8
    assert width(block.spans[0]) <= 35.01


texts = st.lists(
    st.text(alphabet="abcAVTo.,ßéfi-—/ő'", min_size=1, max_size=60), min_size=1, max_size=25
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(texts, st.floats(3, 60), st.floats(2, 30), st.sampled_from(["left", "center", "right", "justify"]))
def test_no_letter_is_ever_lost(text: str, box_width: float, height: float, align: str) -> None:
    found = fitted(text, width=box_width, height=height, align=align)
    assert letters(found.block) == Counter(text.replace(" ", ""))


@settings(max_examples=100, deadline=None)
@given(texts, st.floats(8, 60))
def test_no_line_is_wider_than_its_box(text: str, box_width: float) -> None:
    """Words wider than the box are broken."""
    found = fitted(text, width=box_width, height=None)
    assert found.too_wide == 0
    assert all(span.x + width(span) <= box_width + 0.02 for span in found.block.spans)


@settings(max_examples=50, deadline=None)
@given(texts)
def test_the_order_of_the_letters_is_kept(text: str) -> None:
    block = fitted(text, width=12.0, height=None).block
    lines = sorted(block.spans, key=lambda span: (span.baseline, span.x))
    shown = "".join("".join(piece.text for piece in span.pieces) for span in lines)
    assert shown.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_alignment_across_the_box(align: str, share: float) -> None:
    block = fitted(STORY, align=align, x=5.0, height=None).block
    assert len(block.spans) > 3
    for span in block.spans:
        assert span.x - 5 == pytest.approx((40 - width(span)) * share, abs=0.02)


def test_justified_lines_end_at_the_edge_but_for_the_last() -> None:
    *lines, last = fitted(STORY, align="justify", height=None).block.spans
    assert len(lines) > 3
    assert all(span.x == 0 for span in lines)
    assert all(width(span) == pytest.approx(40, abs=0.02) for span in lines)
    assert last.gap == 0


def test_a_justified_line_before_a_break_is_not_stretched(lay_out: LayOut) -> None:
    block = lay_out('<text width="60" align="justify">one two<br/>three</text>').block
    assert [span.gap for span in block.spans] == [0, 0]


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_alignment_up_and_down(valign: str, share: float) -> None:
    ink = fitted("one two", valign=valign, y=3.0).block.ink
    assert ink.y - 3 == pytest.approx((20 - ink.height) * share)


def test_capitals_stand_in_the_middle_of_a_box() -> None:
    block = fitted("GATE", valign="middle", height=10.0).block
    (span,) = block.spans
    cap_height = span.font.cap_height * span.size * POINT
    assert span.baseline - cap_height / 2 == pytest.approx(5)


def test_baselines_lie_a_leading_apart() -> None:
    def distance(leading: float | None) -> float:
        first, second, *_ = baselines(fitted(STORY, leading=leading, height=None).block)
        return (second - first) / POINT

    assert distance(None) == pytest.approx(1.2 * 8)
    assert distance(14.0) == pytest.approx(14)


def test_leading_shrinks_with_the_text() -> None:
    block = fitted(STORY, leading=10.0, height=28.0).block
    first, second, *_ = baselines(block)
    assert block.size < 8
    assert (second - first) / POINT == pytest.approx(10 * block.size / 8)


def test_breaks_end_lines_and_two_leave_one_empty(lay_out: LayOut) -> None:
    block = lay_out('<text width="60">one<br/>two<br/><br/>three</text>').block
    first, second, third = baselines(block)
    assert words(block) == ["one", "two", "three"]
    assert third - second == pytest.approx(2 * (second - first))


def test_a_fixed_space_holds_words_together() -> None:
    block = fitted("aaaa bbbb 5\u00a0gold", width=15.0, height=None).block
    assert [text.strip() for text in words(block)] == ["aaaa bbbb", "5\u00a0gold"]


def test_a_line_may_end_behind_a_hyphen() -> None:
    block = fitted("twenty-second", width=14.0, height=None).block
    assert words(block) == ["twenty-", "second"]


def test_a_minus_before_a_number_is_not_left_behind() -> None:
    block = fitted("strength -2", width=12.0, height=None).block
    assert [text.strip() for text in words(block)] == ["strength", "-2"]


def test_spaces_and_line_ends_of_the_template_are_one_space(lay_out: LayOut) -> None:
    block = lay_out('<text width="60">\n   one\n\n\ttwo   </text>').block
    assert "".join(words(block)).split() == ["one", "two"]
    (span,) = block.spans
    assert width(span) == pytest.approx(width(fitted("one two").block.spans[0]))


def test_an_icon_in_a_line_is_centred_on_the_capitals(lay_out: LayOut) -> None:
    block = lay_out('<text width="60" size="12">Pay 2 <icon name="mdi6.fire"/> now</text>').block
    (placed,) = block.icons
    frame = placed.icon.frame
    _, top = placed.matrix.apply(frame.x, frame.y)
    _, bottom = placed.matrix.apply(frame.x, frame.bottom)
    before, after = block.spans
    middle = before.baseline - before.font.cap_height * before.size * POINT / 2
    assert (top + bottom) / 2 == pytest.approx(middle)
    assert bottom - top == pytest.approx(1.1 * 12 * POINT)
    left, _ = placed.matrix.apply(frame.x, frame.y)
    right, _ = placed.matrix.apply(frame.right, frame.y)
    assert before.x + width(before) < left < right < after.x


def test_colour_size_and_font_change_inside_a_line(lay_out: LayOut) -> None:
    found = lay_out(
        '<text width="60" size="10" fill="ink">a <span fill="#f00" size="5">b</span> '
        '<span font="title">c</span></text>',
        theme={"palette": {"ink": "#000080"}},
    )
    plain, small, title = found.block.spans
    assert (plain.size, small.size, title.size) == (10, 5, 10)
    assert small.fill == Colour(1, 0, 0)
    assert plain.fill == title.fill == Colour(0, 0, 128 / 255)
    assert title.font.name == "SourceSerifPro-Bold"
    assert plain.baseline == small.baseline == title.baseline


def test_inline_sizes_shrink_with_the_text(lay_out: LayOut) -> None:
    found = lay_out(
        '<text width="30" height="10" size="12" min-size="4">{{ name }} <span size="6">small</span></text>',
        cards=[{"name": "word " * 20}],
    )
    *_, small = found.block.spans
    assert found.block.size < 12
    assert small.size == pytest.approx(found.block.size / 2)


def test_letter_spacing_widens_a_line(lay_out: LayOut) -> None:
    wide = lay_out('<text width="60" letter-spacing="2">gate</text>').block.spans[0]
    narrow = fitted("gate").block.spans[0]
    assert width(wide) - width(narrow) == pytest.approx(4 * 2 * POINT)


@pytest.mark.parametrize(
    "words", ["gate <w>keep</w>", "<w>gate</w> keep", "ga<w>te</w>", "<w>ga</w>te", "<w>gate keep</w>"]
)
def test_a_line_ends_at_its_last_letter_and_not_at_the_space_behind_it(lay_out: LayOut, words: str) -> None:
    words = words.replace("<w>", '<span letter-spacing="5">').replace("</w>", "</span>")
    found = lay_out(f'<text x="4" width="60" align="right">{words}</text>').block.spans[-1]
    assert found.x + width(found) - found.tracking * POINT == pytest.approx(64)


def test_a_text_that_is_too_high_is_told(lay_out: LayOut) -> None:
    found = lay_out(
        '<text id="rules" width="20" height="4">{{ name }}</text>', cards=[{"name": "word " * 30, "id": "a"}]
    )
    (told,) = found.problems
    assert told.startswith("g/layouts/card.xml.j2:2:1: warning: rules: the text is ")
    assert told.endswith(" mm too high for its box even at 5.5 pt (card a); shorten it, or enlarge the box")


def test_an_empty_text_draws_nothing(lay_out: LayOut) -> None:
    (text,) = lay_out('<text width="60">{{ "" }}</text>').drawn
    assert isinstance(text, Text)
    assert text.block.spans == text.block.icons == ()


class TestEllipsis:
    """``text-overflow="ellipsis"``: what is too long is left out, and nothing is told."""

    BOX = '<text width="{}" height="{}" size="12" min-size="6" text-overflow="ellipsis" {}>'
    BOX += "{{{{ name }}}}</text>"

    @pytest.mark.parametrize("attributes", ["", 'wrap="none"', 'letter-spacing="1"', 'align="justify"'])
    @pytest.mark.parametrize("name", ["word " * 60, "x" * 300, "**bold**ly {mdi6.flag} " * 40, "a-b-" * 80])
    def test_as_much_as_fits_is_printed(self, lay_out: LayOut, name: str, attributes: str) -> None:
        box = self.BOX.format(30, 12, attributes).replace("name", "name|rich")
        found = lay_out(box, cards=[{"name": name}])
        assert found.problems == []
        block = found.block
        shown = "".join(words(block))
        assert shown.endswith("…")
        assert block.size == 6
        assert block.ink.height <= 12.01
        assert block.ink.width <= 30.01
        assert len(shown) > 12

    def test_what_fits_is_left_as_it_is(self, lay_out: LayOut) -> None:
        for height, name in ((12, "word " * 4), (5, "word"), (40, "word " * 30)):
            with_it = lay_out(self.BOX.format(30, height, ""), cards=[{"name": name}]).block
            without = self.BOX.replace('text-overflow="ellipsis" ', "").format(30, height, "")
            assert with_it == lay_out(without, cards=[{"name": name}]).block
            assert "…" not in "".join(words(with_it))

    @pytest.mark.parametrize(("width", "height"), [(0, 5), (0.5, 5), (30, 0), (30, 1)])
    def test_where_there_is_no_room_at_all_nothing_is_printed(
        self, lay_out: LayOut, width: float, height: float
    ) -> None:
        found = lay_out(self.BOX.format(width, height, ""), cards=[{"name": "word " * 9}])
        assert found.problems == []
        assert found.block.spans == ()
