"""Stacks: each part below the one before, all shrinking together, and nothing lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from games import run_here, write_game
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from generator.layout.colour import Colour
from generator.layout.elements.circle import Circle
from generator.layout.elements.image import Image
from generator.layout.elements.line import Line
from generator.layout.elements.polygon import Polygon
from generator.layout.elements.rect import Rect
from generator.layout.elements.stack import Stack
from generator.layout.elements.text import Text

from .conftest import LaidOut, LayOut, words

POINT = 25.4 / 72
STORY = "The gate holds while the garrison stands and the walls are manned by night and by day. "


def stack_of(laid: LaidOut) -> Stack:
    """The first stack of the first card, whatever was told of it."""
    face = laid.faces[0]
    assert face is not None, laid.problems
    return next(element for element in face.root.children if isinstance(element, Stack))


def texts(stack: Stack) -> list[Text]:
    return [child for child in stack.children if isinstance(child, Text)]


def shown(text: Text) -> str:
    return "".join(words(text.block)).strip()


def by_words(stack: Stack) -> dict[str, Text]:
    return {shown(text): text for text in texts(stack)}


def tops(stack: Stack) -> list[float]:
    return [text.block.ink.y for text in texts(stack)]


def lines(text: Text) -> list[tuple[float, float]]:
    """The start and baseline of each line."""
    first: dict[float, float] = {}
    for span in text.block.spans:
        first[span.baseline] = min(first.get(span.baseline, span.x), span.x)
    return [(x, y) for y, x in sorted(first.items())]


def right_end(text: Text) -> float:
    """Where the text's only line ends."""
    return text.block.ink.right


Build = Callable[..., Stack]


@pytest.fixture
def build(lay_out: LayOut) -> Build:
    """Lays out a stack at (5, 3), 40 mm wide and of 8 pt, with these parts; nothing may be wrong with it."""

    def stack(parts: str, attributes: str = "") -> Stack:
        laid = lay_out(f'<stack x="5" y="3" width="40" {attributes}>{parts}</stack>')
        assert laid.problems == []
        return stack_of(laid)

    return stack


# Below one another


def test_each_part_begins_a_gap_below_the_one_before(build: Build) -> None:
    stack = build(f"<text>{STORY}</text><text>One.</text><text size='16'>Two.</text>", 'gap="2"')
    first, second, third = texts(stack)
    assert len(lines(first)) > 1
    assert first.block.ink.y == pytest.approx(3)
    assert second.block.ink.y == pytest.approx(first.block.ink.bottom + 2)
    assert third.block.ink.y == pytest.approx(second.block.ink.bottom + 2)
    assert (second.block.size, third.block.size) == (8, 16)
    assert stack.used.bottom == pytest.approx(third.block.ink.bottom)


def test_what_a_part_does_not_say_is_as_the_stack_has_it(build: Build) -> None:
    stack = build(
        "<text>as all</text><text align='left' fill='#f00' font='title' leading='20'>a<br/>b</text>",
        'align="right" fill="#00f" size="9" leading="12"',
    )
    first, second = texts(stack)
    assert right_end(first) == pytest.approx(45)
    assert first.block.spans[0].fill == Colour(0, 0, 1)
    assert lines(second)[0][0] == pytest.approx(5)
    assert second.block.spans[0].fill == Colour(1, 0, 0)
    assert second.block.spans[0].font is not first.block.spans[0].font
    assert lines(second)[1][1] - lines(second)[0][1] == pytest.approx(20 * POINT)


def test_a_part_without_contents_takes_no_room_and_no_gap(build: Build) -> None:
    empty = "<text> </text><list/><list><item/></list><pills/><dots count='0'/><table/><section/>"
    plain = build("<text>a</text><text>b</text>", 'gap="3"')
    assert tops(build(f"<text>a</text>{empty}<text>b</text>", 'gap="3"')) == tops(plain)


@pytest.mark.parametrize(("valign", "top"), [("top", 3.0), ("middle", 3 + 28 / 2), ("bottom", 3 + 28)])
def test_the_whole_is_aligned_in_its_box(valign: str, top: float, build: Build) -> None:
    stack = build('<spacer height="1"/><rule stroke-width="1"/>', f'height="30" valign="{valign}" gap="5"')
    (rule,) = stack.children
    assert isinstance(rule, Line)
    assert rule.y1 == pytest.approx(top + 1.5)
    assert (stack.used.y, stack.used.height) == pytest.approx((top, 2))
    without_box = build('<rule stroke-width="1"/>', f'valign="{valign}"')
    assert without_box.used.y == pytest.approx(3)


def test_flexible_spacers_share_what_is_left(build: Build) -> None:
    rule = '<rule stroke-width="1"/>'
    stack = build(f"{rule}<spacer/>{rule}<spacer share='2'/>{rule}", 'height="30" gap="3"')
    places = [child.y1 - 3.5 for child in stack.children if isinstance(child, Line)]
    # Of 30 mm the three lines and two gaps leave 21.
    assert places == pytest.approx([0, 1 + 7 + 3, 29])
    assert stack.used.height == 30


def test_a_spacer_adds_to_the_gap(build: Build) -> None:
    stack = build('<rule stroke-width="1"/><spacer height="4"/><rule stroke-width="1"/>', 'gap="3"')
    first, second = stack.children
    assert isinstance(first, Line)
    assert isinstance(second, Line)
    assert second.y1 - first.y1 == pytest.approx(1 + 4 + 3)


# Shrinking


@pytest.fixture
def art(tmp_path: Path) -> dict[str, bytes]:
    path = tmp_path / "art.png"
    Pillow.new("RGB", (400, 200), "#369").save(path)
    return {"art/art.png": path.read_bytes()}


MIXED = (
    f"<text size='12'>Title</text><text>{STORY}</text><spacer height='4'/><image href='art.png' height='10'/>"
    "<dots count='5' size='4' gap='2'/><icon name='sword' height='6'/>"
)


def test_a_stack_that_is_too_high_shrinks_as_a_whole(lay_out: LayOut, art: dict[str, bytes]) -> None:
    whole = stack_of(lay_out(f'<stack width="40" gap="2">{MIXED}</stack>', files=art))
    height = whole.used.height * 0.85
    laid = lay_out(f'<stack width="40" height="{height}" gap="2">{MIXED}</stack>', files=art)
    assert laid.problems == []
    stack = stack_of(laid)
    assert 5.5 < stack.printed_size < 8
    assert (stack.printed_size * 4).is_integer()
    assert stack.used.height <= height
    scale = stack.printed_size / 8
    title, story = texts(stack)
    assert (title.block.size, story.block.size) == pytest.approx((12 * scale, 8 * scale))
    assert story.block.ink.y - title.block.ink.bottom == pytest.approx(2 * scale)
    (image,) = [child for child in stack.children if isinstance(child, Image)]
    assert (image.width, image.height) == pytest.approx((20 * scale, 10 * scale))
    assert image.y - story.block.ink.bottom == pytest.approx((4 + 2) * scale)
    circles = [child for child in stack.children if isinstance(child, Circle)]
    assert circles[1].cx - circles[0].cx == pytest.approx(6 * scale)
    # A quarter of a point more would not fit.
    larger = stack.printed_size + 0.25
    attributes = f'width="40" height="{height}" gap="{2 * larger / 8}" size="{larger}" min-size="{larger}"'
    parts = MIXED.replace("size='12'", f"size='{12 * larger / 8}'")
    assert "too high" in lay_out(f"<stack {attributes}>{parts}</stack>", files=art).problems[0]


def test_a_stack_that_fits_is_as_it_was_asked_for(build: Build) -> None:
    assert build(f"<text>{STORY}</text>", 'height="30"').printed_size == 8


def test_too_high_at_the_smallest_is_told_in_mm_and_printed_all_the_same(lay_out: LayOut) -> None:
    laid = lay_out(
        f'<stack id="says" width="40" height="20"><text>{STORY * 9}</text><text>End.</text></stack>'
    )
    stack = stack_of(laid)
    assert stack.printed_size == 5.5
    beyond = stack.used.height - 20
    assert laid.problems == [
        f"g/layouts/card.xml.j2:2:1: warning: says: the stack is {beyond:.1f} mm too high for its box even "
        "at 5.5 pt (card knight); shorten it, or enlarge the box"
    ]
    assert shown(texts(stack)[1]) == "End."
    assert texts(stack)[1].block.ink.bottom == pytest.approx(stack.used.bottom)


def test_no_text_becomes_smaller_than_the_smallest(lay_out: LayOut) -> None:
    parts = f"<text size='6'>small</text><text size='5'>tiny</text><text>{STORY * 9}</text>"
    stack = stack_of(lay_out(f'<stack width="40" height="20" min-size="5.5">{parts}</stack>'))
    assert [text.block.size for text in texts(stack)] == [5.5, 5, 5.5]


def test_a_word_too_wide_makes_the_stack_shrink_before_it_is_broken(build: Build) -> None:
    long = "Unbreakablynamedsettlementsofthenorth"
    (fits,) = texts(build(f"<text>{long}</text>", 'size="12"'))
    assert len(lines(fits)) == 1
    assert 5.5 < fits.block.size < 12
    (broken,) = texts(build(f"<text>{long * 3}</text>", 'size="12"'))
    assert broken.block.size == 5.5
    assert len(lines(broken)) > 1


PIECES = st.lists(
    st.sampled_from(
        [
            "<text>{}</text>",
            "<property name='{}'>{}</property>",
            "<section>{}</section>",
            "<list><item>{}<list type='number'><item>{}</item></list></item></list>",
            "<table widths='2 1'><row header='yes'><cell>{}</cell><cell>{}</cell></row></table>",
            "<row><cell>{}</cell><cell>{}</cell><cell>{}</cell></row>",
            "<pills><pill>{}</pill><pill>{}</pill></pills>",
            "<text align='justify'>{}</text><spacer/>",
        ]
    ),
    min_size=1,
    max_size=6,
)
SIGNS = Counter("•1.")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PIECES, st.text("abéß-—W ", min_size=1, max_size=90), st.floats(4, 60), st.floats(2, 60))
def test_no_letter_is_ever_lost(
    lay_out: LayOut, pieces: list[str], text: str, width: float, height: float
) -> None:
    parts = "".join(piece.replace("{}", text) for piece in pieces)
    stack = stack_of(lay_out(f'<stack width="{width:.2f}" height="{height:.2f}">{parts}</stack>'))
    printed = Counter("".join(shown(found) for found in texts(stack)).replace(" ", ""))
    asked = Counter(text.replace(" ", "") * "".join(pieces).count("{}"))
    assert asked <= printed
    assert set(printed - asked) <= set(SIGNS)


# The parts


def test_a_property_has_its_name_in_bold_and_its_further_lines_moved_in(build: Build) -> None:
    stack = build(f"<property name='Range' name-fill='#f00'>{STORY}</property>")
    (found,) = texts(stack)
    name, rest = found.block.spans[0], found.block.spans[1]
    assert "".join(piece.text for piece in name.pieces).strip() == "Range"
    assert name.font is not rest.font
    assert name.fill == Colour(1, 0, 0)
    starts = [x for x, _ in lines(found)]
    assert starts[0] == pytest.approx(5)
    assert starts[1:] == pytest.approx([5 + 8 * POINT] * (len(starts) - 1))
    assert len(starts) > 1
    (indented,) = texts(build(f"<property name='Range' indent='6'>{STORY}</property>"))
    assert [x for x, _ in lines(indented)][1] == pytest.approx(11)


def test_a_centred_property_is_not_moved_in(build: Build) -> None:
    (found,) = texts(build(f"<property name='Range'>{STORY}</property>", 'align="center"'))
    middles = {round(x + width / 2, 1) for x, width in line_widths(found)}
    assert all(abs(middle - 25) < 0.7 for middle in middles)


def line_widths(text: Text) -> list[tuple[float, float]]:
    found = {}
    for span in text.block.spans:
        width = sum(piece.width for piece in span.pieces) * span.size * POINT
        x, end = found.get(span.baseline, (span.x, span.x))
        found[span.baseline] = (min(x, span.x), max(end, span.x + width))
    return [(x, end - x) for x, end in found.values()]


def test_a_section_has_a_line_below_it_and_room_above_it(build: Build) -> None:
    stack = build("<text>before</text><section stroke='#f00'>Actions</section><text>after</text>", 'gap="1"')
    before, heading, after = texts(stack)
    (line,) = [child for child in stack.children if isinstance(child, Rect)]
    assert heading.block.size == pytest.approx(9.6)
    assert heading.block.ink.y - before.block.ink.bottom > 1.5
    assert heading.block.ink.bottom < line.y < after.block.ink.y
    assert after.block.ink.y - line.y - line.height == pytest.approx(1)
    assert (line.x, line.width) == (5, 40)
    assert tops(build("<section>Actions</section>")) == [3]
    plain = build("<section rule='none'>Actions</section>")
    assert [type(child) for child in plain.children] == [Text]


def test_rules_are_as_wide_as_the_stack_and_may_taper(build: Build) -> None:
    even, right, both = build(
        "<rule/><rule taper='right' stroke-width='1'/><rule taper='both'/>", 'fill="#00f"'
    ).children
    assert isinstance(even, Line)
    assert (even.x1, even.x2, even.stroke) == (5, 45, Colour(0, 0, 1))
    assert isinstance(right, Polygon)
    (x1, top), (x2, middle), (x3, bottom) = right.points
    assert (x1, x2, x3) == (5, 45, 5)
    assert bottom - top == pytest.approx(1)
    assert middle == pytest.approx((top + bottom) / 2)
    assert isinstance(both, Polygon)
    assert [x for x, _ in both.points] == [5, 25, 45, 25]


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ("height='10'", (15, 20, 10)),
        ("height='10' align='left'", (5, 20, 10)),
        ("height='10' align='right'", (25, 20, 10)),
        ("", (5, 40, 20)),
        ("width='10'", (20, 10, 5)),
        ("height='10' fit='cover'", (5, 40, 10)),
        ("height='30' fit='contain'", (5, 40, 30)),
        ("width='90'", (5, 40, 20)),
    ],
)
def test_a_picture_is_as_high_or_wide_as_is_said(
    attributes: str, box: tuple[float, float, float], lay_out: LayOut, art: dict[str, bytes]
) -> None:
    laid = lay_out(
        f"<stack x='5' width='40' align='center'><image href='art.png' {attributes}/></stack>", files=art
    )
    (image,) = stack_of(laid).children
    assert isinstance(image, Image)
    assert (image.x, image.width, image.height) == pytest.approx(box)
    assert [picture.path.name for picture in stack_of(laid).pictures()] == ["art.png"]


def test_another_picture_in_a_stack_is_another_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    for colour in ("#ff0000", "#0000ff"):
        Pillow.new("RGB", (300, 300), colour).save(tmp_path / "art.png")
        front = '<card><stack width="30"><image href="art.png"/></stack></card>'
        write_game(tmp_path / "g", front=front, files={"art/art.png": (tmp_path / "art.png").read_bytes()})
        assert run_here("build", "g", "--out", "out").code == 0
        assert Pillow.new("RGB", (1, 1), colour).getpixel((0, 0)) in colours(tmp_path / "out/g/cards-a4.pdf")


def colours(pdf: Path) -> set[object]:
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        image = document[0].render(scale=1).to_pil().convert("RGB")
    return {colour for _, colour in image.getcolors(100_000)}


def test_items_hang_behind_their_signs(build: Build) -> None:
    stack = build(
        f"<list indent='4'><item>{STORY}</item><item>Two<list><item>Inner</item></list></item></list>"
    )
    found = [(shown(text), lines(text)[0][0]) for text in texts(stack)]
    assert [x for text, x in found if text == "•"] == pytest.approx([5, 5])
    story = next(text for text in texts(stack) if shown(text).startswith("The gate"))
    assert [x for x, _ in lines(story)] == pytest.approx([9] * len(lines(story)))
    inner = by_words(stack)
    assert lines(inner["–"])[0][0] == pytest.approx(9)
    assert lines(inner["Inner"])[0][0] > 9
    assert inner["–"].block.spans[0].baseline == pytest.approx(inner["Inner"].block.spans[0].baseline)


def test_numbers_end_in_the_same_place(build: Build) -> None:
    items = "".join(f"<item>item {n}</item>" for n in range(3))
    found = by_words(build(f"<list type='number' start='9' sign-fill='#f00'>{items}</list>"))
    assert set(found) == {"9.", "10.", "11.", "item 0", "item 1", "item 2"}
    assert right_end(found["9."]) == pytest.approx(right_end(found["10."]), abs=0.01)
    assert len({lines(found[f"item {n}"])[0][0] for n in range(3)}) == 1
    assert found["9."].block.spans[0].fill == Colour(1, 0, 0)
    assert ")" in shown(texts(build("<list type='number' sign=')'><item>a</item></list>"))[0])


def test_a_bullet_may_be_another_sign_or_an_icon(build: Build) -> None:
    assert "»" in by_words(build("<list sign='»'><item>a</item></list>"))
    sign, _ = texts(build("<list icon='sword'><item>a</item></list>"))
    assert [placed.icon.name for placed in sign.block.icons] == ["mdi6.sword"]


def test_an_item_of_only_a_blank_has_no_number(build: Build) -> None:
    found = by_words(build("<list type='number'><item>a</item><item> </item><item>c</item></list>"))
    assert set(found) == {"a", "c", "1.", "2."}


def test_a_list_in_a_centred_stack_stands_at_the_left(build: Build) -> None:
    stack = build("<text>mid</text><list><item>a</item></list>", 'align="center"')
    assert lines(by_words(stack)["•"])[0][0] == pytest.approx(5)


def test_a_row_has_its_last_cell_at_the_right_and_one_baseline(build: Build) -> None:
    found = by_words(build("<row><cell size='14'>Title</cell><cell size='8'>mid</cell><cell>3</cell></row>"))
    assert lines(found["Title"])[0][0] == pytest.approx(5)
    assert right_end(found["3"]) == pytest.approx(45)
    assert found["Title"].block.spans[0].baseline == pytest.approx(found["3"].block.spans[0].baseline)


def test_a_row_says_how_wide_its_cells_are(build: Build) -> None:
    row = "<row widths='1 3' gap='4' aligns='left left'><cell>a</cell><cell>{}</cell></row>"
    found = by_words(build(row.format("b")))
    assert lines(found["b"])[0][0] == pytest.approx(5 + 9 + 4)
    top, _ = texts(build(row.replace("<row", "<row valign='bottom'").format(STORY)))
    assert top.block.ink.y > 4


def test_columns_share_the_width_or_are_as_wide_as_their_contents(build: Build) -> None:
    rows = "<row><cell>a</cell><cell>b</cell></row><row><cell>long word</cell><cell>d</cell></row>"
    shared = by_words(build(f"<table widths='1 1' gap='2'>{rows}</table>"))
    assert lines(shared["b"])[0][0] == lines(shared["d"])[0][0] == pytest.approx(5 + 19 + 2)
    by_content = by_words(build(f"<table widths='auto 1' gap='2'>{rows}</table>"))
    assert lines(by_content["d"])[0][0] == pytest.approx(right_end(by_content["long word"]) + 2, abs=0.05)
    for inside in (
        "<list><item>long word</item></list>",
        "<table widths='auto auto' gap='3'><row><cell>two</cell><cell>long word</cell></row></table>",
    ):
        parts = f"<table widths='auto 1' gap='2'><row><cell>{inside}</cell><cell>d</cell></row></table>"
        found = by_words(build(parts))
        assert lines(found["d"])[0][0] == pytest.approx(right_end(found["long word"]) + 2, abs=0.05)


def test_columns_have_their_alignments_and_headings_are_bold(build: Build) -> None:
    stack = build(
        "<table aligns='left center right' widths='1 1 1' gap='0'><row header='yes'><cell>A</cell>"
        "<cell>B</cell><cell>C</cell></row>"
        "<row><cell>d</cell><cell align='left'>e</cell><cell>f</cell></row></table>"
    )
    found = by_words(stack)
    assert lines(found["A"])[0][0] == lines(found["d"])[0][0] == pytest.approx(5)
    assert found["B"].block.ink.x + found["B"].block.ink.width / 2 == pytest.approx(25)
    assert lines(found["e"])[0][0] == pytest.approx(5 + 40 / 3)
    assert right_end(found["C"]) == right_end(found["f"]) == pytest.approx(45)
    assert found["A"].block.spans[0].font is not found["d"].block.spans[0].font
    (line,) = [child for child in stack.children if isinstance(child, Line)]
    assert found["A"].block.ink.bottom < line.y1 < found["d"].block.ink.y


@pytest.mark.parametrize(("rules", "count"), [("none", 0), ("header", 1), ("rows", 2), ("all", 4 + 3)])
def test_lines_of_a_table(rules: str, count: int, build: Build) -> None:
    rows = (
        "<row header='yes'><cell>a</cell><cell>b</cell></row>" + "<row><cell>c</cell><cell>d</cell></row>" * 2
    )
    stack = build(f"<table rules='{rules}' stroke='#f00'>{rows}</table>")
    assert len([child for child in stack.children if isinstance(child, Line)]) == count


def test_a_cell_over_several_columns(build: Build) -> None:
    stack = build(
        "<table widths='1 1'><row><cell span='2' align='right'>over both</cell></row>"
        "<row><cell>a</cell><cell>b</cell></row></table>"
    )
    assert right_end(by_words(stack)["over both"]) == pytest.approx(45)


def test_a_cell_holds_parts_as_a_stack_does(lay_out: LayOut, art: dict[str, bytes]) -> None:
    cells = "<cell><image href='art.png'/></cell><cell>says<dots count='3'/></cell>"
    laid = lay_out(f"<stack width='42'><row widths='1 1' gap='2'>{cells}</row></stack>", files=art)
    assert laid.problems == []
    image, text, *dots = stack_of(laid).children
    assert isinstance(image, Image)
    assert isinstance(text, Text)
    assert (image.width, image.height) == pytest.approx((20, 10))
    assert text.x == pytest.approx(22)
    assert all(isinstance(dot, Circle) and dot.cy > text.block.ink.bottom for dot in dots)


def test_pills_stand_side_by_side_and_in_rows(build: Build) -> None:
    labels = "".join(f"<pill>trait {n}</pill>" for n in range(6))
    stack = build(f"<pills background='#060'>{labels}<pill background='#600'>odd</pill></pills>")
    grounds = [child for child in stack.children if isinstance(child, Rect)]
    assert len(grounds) == 7
    rows = sorted({round(ground.y, 3) for ground in grounds})
    assert len(rows) > 1
    assert rows[1] - rows[0] == pytest.approx(grounds[0].height + 1, abs=0.001)
    assert all(ground.x >= 5 and ground.x + ground.width <= 45.01 for ground in grounds)
    assert grounds[0].rx == pytest.approx(grounds[0].height / 2)
    assert (grounds[0].fill, grounds[6].fill) == (Colour(0, 0.4, 0), Colour(0.4, 0, 0))
    first = texts(stack)[0]
    assert first.block.spans[0].fill == Colour(1, 1, 1)
    middle = first.block.ink.x + first.block.ink.width / 2
    assert middle == pytest.approx(grounds[0].x + grounds[0].width / 2, abs=0.01)


def test_a_pill_wider_than_the_stack_has_several_lines(build: Build) -> None:
    stack = build(f"<pills><pill>{STORY}</pill></pills>")
    (ground,) = [child for child in stack.children if isinstance(child, Rect)]
    (label,) = texts(stack)
    assert ground.width == pytest.approx(40)
    assert len(lines(label)) > 1
    assert ground.y < label.block.ink.y < label.block.ink.bottom < ground.y + ground.height


def test_dots_wrap_and_some_are_filled(build: Build) -> None:
    stack = build("<dots count='12' filled='5' size='4' gap='1' align='right' fill='#f00'/>")
    dots = [child for child in stack.children if isinstance(child, Circle)]
    assert [dot.fill for dot in dots] == [Colour(1, 0, 0)] * 5 + [None] * 7
    assert [round((dot.cy - 3 - 2) / 5) for dot in dots] == [0] * 8 + [1] * 4
    assert dots[7].cx == dots[11].cx == pytest.approx(45 - 2)
    (box,) = build("<dots count='1' shape='square' size='4' stroke-width='0.5'/>").children
    assert isinstance(box, Rect)
    assert (box.x, box.width) == pytest.approx((5.25, 3.5))


# What is told


def told_by_check() -> list[str]:
    """What ``gatepress check`` tells of the game, without its last line."""
    return run_here("check", "g").stdout.splitlines()[:-1]


def place_of(problem: str) -> str:
    found = re.match(r"g/layouts/card\.xml\.j2:(\d+:\d+): ", problem)
    assert found is not None
    return found[1]


def test_a_character_without_a_glyph_is_told_at_its_part(lay_out: LayOut) -> None:
    laid = lay_out("<stack width='40'>\n<text>fine</text>\n  <property name='漢'>x</property></stack>")
    (told,) = laid.problems
    assert "no font has '漢'" in told
    assert place_of(told) == "4:3"


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("<text size='4'>tiny</text>", "the text is printed at 4.0 pt, under 5.5 pt"),
        ("<text fill='#aaa'>faint</text>", "the text's contrast is 2.3 : 1"),
        ("<pills background='#ffd'><pill>faint</pill></pills>", "the text's contrast is 1.0 : 1"),
        ("<row><cell>a</cell><cell><icon name='sword'/></cell></row>", "the text reaches 2.4 mm"),
        ("<icon name='sword' align='right'/>", "the icon reaches 2.9 mm out of the safe zone at the right"),
        ("<image href='dot.png' height='15'/>", "the picture dot.png is printed at 16 dpi"),
    ],
)
def test_the_preflight_sees_what_is_in_a_stack(
    part: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Pillow.new("RGB", (10, 10), "#fff").save(tmp_path / "dot.png")
    write_game(
        tmp_path / "g",
        front=f"<card>\n<stack x='3' y='20' width='60.4'>\n  <text> </text>\n{part}</stack></card>",
        component={"safe": "3 mm"},
        files={"art/dot.png": (tmp_path / "dot.png").read_bytes()},
    )
    problems = [line for line in told_by_check() if "no card shows" not in line]
    assert told in problems[0], problems
    assert place_of(problems[0]).startswith("4:")
    assert len(problems) == 1


def test_a_stack_at_its_smallest_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parts = "<text>One</text><text>Two</text><text>Three</text>"
    front = f"<card>\n<stack width='40' height='{{}}'>{parts}</stack></card>"
    write_game(tmp_path / "g", front=front.format(7.4))
    assert told_by_check() == [
        "g/layouts/card.xml.j2:2:1: warning: the stack had to shrink to 5.5 pt, the smallest it may "
        "(card knight); one more word may not fit: shorten it, or enlarge the box"
    ]
    write_game(tmp_path / "g", front=front.format(9))
    assert told_by_check() == []
