"""Outlines, shadows, gradients, lines along words, indices and small capitals, as they are printed."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from games import write_game

from generator.layout.fonts import built_in_family

from .pdf_games import build_one
from .pdf_measure import POINT, Ink, Page, Pdf, near

BLACK, WHITE, RED, BLUE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
SAMPLE = "<u>Under <b>lined</b></u> <s>struck</s> H<sub>2</sub>O 5<sup>th</sup> <sc>Small</sc>"
"""Text with every tag."""


def built(tmp_path: Path, *lines: str, **given: Any) -> Pdf:
    front = "\n".join(["<card>", *lines, "</card>"])
    pdf = build_one(write_game(tmp_path / "g", front=front, **given), form="pod", bleed=0.0).pdf
    pdf.texts()
    return pdf


def page_of(tmp_path: Path, *lines: str, **given: Any) -> Page:
    return built(tmp_path, *lines, **given).pages[0]


def copied(tmp_path: Path, line: str, **given: Any) -> str:
    (text,) = built(tmp_path, line, **given).texts()
    return " ".join(str(text).split())


def strokes(page: Page, colour: tuple[float, ...]) -> list[Ink]:
    return [ink for ink in page.ink if ink.kind == "stroke" and ink.colour == colour]


def operators(page: Page, wanted: str) -> list[Any]:
    """The operands of each such operator of the page's own."""
    found = pikepdf.parse_content_stream(page.raw)
    return [operands for operands, operator in found if str(operator) == wanted]


def count(image: Any, colour: tuple[int, int, int]) -> int:
    return sum(number for number, seen in image.getcolors(1 << 24) if seen == colour)


# Outlines and shadows


def test_an_outline_lies_around_the_letters_and_eats_nothing_of_them(tmp_path: Path) -> None:
    text = (
        '<rect width="63.5" height="88.9" fill="#0000ff"/>'
        '<text y="20" width="60" size="40" fill="white"{}>Go</text>'
    )
    (plain,) = built(tmp_path, text.format("")).rasters(300)
    (outlined,) = built(tmp_path, text.format(' stroke="black" stroke-width="1"')).rasters(300)
    # Where the letters blend into what is around them there is no pure white.
    assert count(outlined, (255, 255, 255)) >= 0.98 * count(plain, (255, 255, 255))
    assert count(plain, (0, 0, 0)) == 0
    assert count(outlined, (0, 0, 0)) > 4000


def test_an_outline_is_as_wide_as_it_is_given_and_has_round_corners(tmp_path: Path) -> None:
    page = page_of(
        tmp_path, '<text y="20" width="60" size="40" stroke="#ff0000" stroke-width="0.8">MW</text>'
    )
    (line,) = strokes(page, RED)
    assert line.width == pytest.approx(0.8)
    assert [operands[0] for operands in operators(page, "j")] == [1]


@pytest.mark.parametrize(("given", "width"), [("", 0.25), (' stroke-width="0.1in"', 2.54)])
def test_the_width_of_an_outline_has_a_default_and_units(tmp_path: Path, given: str, width: float) -> None:
    page = page_of(tmp_path, f'<text y="20" width="60" stroke="#ff0000"{given}>a</text>')
    assert [line.width for line in strokes(page, RED)] == [pytest.approx(width)]


def test_shadows_lie_where_they_are_given_the_first_on_top(tmp_path: Path) -> None:
    page = page_of(
        tmp_path, '<text y="20" width="60" size="20" shadow="1 0.5 #ff0000, -2mm -1 #0000ff">Go</text>'
    )
    ((first,), (second,)) = page.fills(RED), page.fills(BLUE)
    assert page.ink.index(second) < page.ink.index(first)
    assert near([a - b for a, b in zip(first.box, second.box, strict=True)], (3, 1.5, 3, 1.5))
    letters = [ink for ink in page.ink if ink.kind == "text"]
    assert page.ink.index(first) < page.ink.index(letters[0])
    left, _, _, bottom = first.box
    start, baseline = letters[0].corners[0]
    assert left == pytest.approx(start + 1, abs=0.5)
    assert bottom == pytest.approx(baseline + 0.5, abs=0.15)


def test_the_shadow_of_an_outlined_text_is_that_of_its_outline(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        '<text y="20" width="60" stroke="black" stroke-width="0.6" shadow="1 1 #ff0000">Go</text>',
    )
    assert [line.width for line in strokes(page, RED)] == [pytest.approx(0.6)]


def test_effects_shrink_along_with_the_text(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        '<text y="20" width="20" size="24" min-size="5.5" wrap="none" stroke="#ff0000" stroke-width="1" '
        'shadow="2 0 #0000ff">A title too long</text>',
    )
    (line,) = strokes(page, RED)
    assert 0.25 < line.width < 0.6
    (shadow,) = page.fills(BLUE)
    assert shadow.box[0] - line.box[0] == pytest.approx(2 * line.width, abs=0.002)


def test_a_span_has_effects_of_its_own_or_none(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        '<text y="20" width="60" stroke="#ff0000" shadow="1 1 black">one <span stroke="#0000ff" '
        'stroke-width="0.5" shadow="none">two</span> <span stroke="none" shadow="none">three</span></text>',
    )
    assert [line.width for line in strokes(page, BLUE)] == [pytest.approx(0.5)]
    (red,), (blue,) = strokes(page, RED), strokes(page, BLUE)
    assert red.box[2] < blue.box[0]
    assert len(page.fills(BLACK)) == 1


def test_icons_in_the_line_have_the_effects_of_their_text(tmp_path: Path) -> None:
    page = page_of(
        tmp_path, '<text y="20" width="60" stroke="#ff0000" shadow="1 1 #0000ff"><icon name="crown"/></text>'
    )
    assert len(strokes(page, RED)) == len(page.fills(BLUE)) == 1


def test_letters_of_fallback_fonts_have_the_effects_too(tmp_path: Path) -> None:
    theme = {"fonts": {"body": "Own.ttf", "fallback": "source-sans"}}
    files = {"fonts/Own.ttf": subset("aB")}
    page = page_of(
        tmp_path, '<text y="20" width="60" size="20" stroke="#ff0000">aBx</text>', theme=theme, files=files
    )
    left, _, right, _ = [edge for line in strokes(page, RED) for edge in line.box][:4]
    plain = page_of(tmp_path, '<text y="20" width="60" size="20" stroke="#ff0000">aB</text>')
    assert right - left > strokes(plain, RED)[0].box[2] - strokes(plain, RED)[0].box[0] + 3


# Copied text

EFFECTS = 'stroke="black" stroke-width="0.6" shadow="0.5 0.5 #ff0000, -0.5 0.5 #0000ff"'


@pytest.mark.parametrize(
    "attributes",
    ["", EFFECTS, 'fill="linear(0, #ff0000, #0000ff)"', f'fill="radial(white, #ff0000)" {EFFECTS}'],
)
def test_words_are_copied_once_whatever_their_effects(tmp_path: Path, attributes: str) -> None:
    text = copied(
        tmp_path, f'<text y="20" width="60" size="12" {attributes}>The old gate, well fitted</text>'
    )
    assert text == "The old gate, well fitted"
    assert copied(tmp_path, f'<text y="20" width="60" size="9" {attributes}>{SAMPLE}</text>') == (
        "Under lined struck H2O 5th Small"
    )


def test_justified_and_wrapped_text_with_effects_is_copied_once(tmp_path: Path) -> None:
    words = (
        "Banks of earth and a ditch, raised by hands that left no name; the sheep keep the ramparts short."
    )
    text = copied(tmp_path, f'<text y="20" width="30" align="justify" {EFFECTS}><u>{words}</u></text>')
    assert text == words


# Gradients


def test_a_gradient_runs_over_all_lines_of_a_text(tmp_path: Path) -> None:
    (image,) = built(
        tmp_path,
        '<text x="3" y="20" width="57" size="40" fill="linear(0, #ff0000, #0000ff)"><b>HHHHH</b></text>',
    ).rasters(150)
    inked = [
        (x, image.getpixel((x, y)))
        for x in range(image.width)
        for y in range(130, 200)
        if sum(image.getpixel((x, y))) < 280
    ]
    (left, first), (right, last) = min(inked), max(inked)
    assert first[0] > 230
    assert last[2] > 230
    middle = [colour for x, colour in inked if abs(x - (left + right) / 2) < 3]
    assert all(100 < red < 155 and 100 < blue < 155 for red, _, blue in middle)
    assert middle


def test_a_gradient_on_a_span_runs_over_its_words(tmp_path: Path) -> None:
    (image,) = built(
        tmp_path,
        '<text x="3" y="20" width="57" size="24" fill="#00ff00">HH <span font="title" '
        'fill="linear(0, #ff0000, #0000ff)">H<b>H</b>H</span></text>',
    ).rasters(150)
    colours = [image.getpixel((x, y)) for x in range(image.width) for y in range(125, 160)]
    assert any(red > 235 and blue < 20 and green < 20 for red, green, blue in colours)
    assert any(blue > 225 and red < 35 and green < 20 for red, green, blue in colours)
    assert any(green > 235 and red < 20 and blue < 20 for red, green, blue in colours)


# Lines along words


def rule_of(page: Page) -> Ink:
    """The one red line; letters are no fills."""
    (found,) = page.fills(RED)
    return found


def test_an_underline_goes_from_the_first_letter_to_the_last_across_spaces(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        '<text x="5" y="20" width="50" size="20">go '
        '<span fill="#ff0000"><u>on <b>and</b> <i>on</i></u></span> b</text>',
    )
    texts = [ink.corners[0] for ink in page.ink if ink.kind == "text"]
    left, top, right, bottom = rule_of(page).box
    assert left == pytest.approx(texts[1][0], abs=0.01)
    # The font's own figures: 75 thousandths below the baseline, 50 high.
    assert top - texts[0][1] == pytest.approx(0.075 * 20 * POINT, abs=0.01)
    assert bottom - top == pytest.approx(0.05 * 20 * POINT, abs=0.01)
    # Up to the space before the last word.
    assert right == pytest.approx(texts[-1][0] - 0.2 * 20 * POINT, abs=0.02)


def test_a_struck_text_has_a_line_through_it_on_every_line(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        '<text x="5" y="20" width="20" align="justify" fill="#ff0000">'
        "<s>words that fill three lines or more</s></text>",
    )
    rules = page.fills(RED)
    assert len(rules) >= 3
    # All but the last line are justified, and so are their strokes.
    assert all(near((rule.box[0], rule.box[2]), (5, 25), 0.05) for rule in rules[:-1])
    assert rules[-1].box[2] < 25
    baselines = sorted({ink.corners[0][1] for ink in page.ink if ink.kind == "text"})
    assert all(0.4 < baseline - rule.box[1] < 1.2 for rule, baseline in zip(rules, baselines, strict=True))


def test_a_line_under_words_keeps_its_colour_where_words_change_theirs(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        '<text y="20" width="60" fill="#ff0000">'
        '<u>one <span fill="#0000ff" size="12">two</span> three</u></text>',
    )
    rule_of(page)
    assert not page.fills(BLUE)


# Indices and small capitals


def test_indices_are_set_by_the_figures_of_the_font(tmp_path: Path) -> None:
    page = page_of(tmp_path, '<text y="20" width="60" size="20">a<sub>b</sub>a<sup>c</sup></text>')
    (_, base), (_, low), (_, base2), (_, high) = [ink.corners[0] for ink in page.ink if ink.kind == "text"]
    assert base == base2
    assert low - base == pytest.approx(0.075 * 20 * POINT, abs=0.01)
    assert base - high == pytest.approx(0.35 * 20 * POINT, abs=0.01)
    assert sizes(page) == [20, 12, 20, 12]


def sizes(page: Page) -> list[float]:
    return [float(operands[1]) for operands in operators(page, "Tf")]


def test_an_index_does_not_move_the_lines_apart(tmp_path: Path) -> None:
    lines = 'y="20" width="60" size="10">one<br/>x{}<br/>three</text>'
    baselines = [
        {ink.corners[0][1] for ink in page_of(tmp_path, "<text " + lines.format(i)).ink if ink.kind == "text"}
        for i in ("", "<sup>2</sup>")
    ]
    assert baselines[0] < baselines[1]


def test_small_capitals_are_the_fonts_own_where_it_has_them(tmp_path: Path) -> None:
    page = page_of(tmp_path, '<text y="20" width="60" size="20"><sc>Ab c</sc></text>')
    assert sizes(page) == [20]
    assert copied(tmp_path, '<text y="20" width="60" size="20"><sc>Ab c</sc></text>') == "Ab c"
    plain = page_of(tmp_path, '<text y="20" width="60" size="20">Ab c</text>')
    assert ink_height(tmp_path, "<sc>x</sc>") < ink_height(tmp_path, "X")
    assert sizes(plain) == [20]


def ink_height(tmp_path: Path, text: str) -> float:
    line = f'<text y="20" width="60" size="40" stroke="#ff0000">{text}</text>'
    left, top, right, bottom = strokes(page_of(tmp_path, line), RED)[0].box
    assert right > left
    return bottom - top


def test_a_font_without_small_capitals_lends_its_capitals(tmp_path: Path) -> None:
    game = {"theme": {"fonts": {"body": "Own.ttf"}}, "files": {"fonts/Own.ttf": subset("AaBbCcSsß")}}
    line = '<text y="20" width="60" size="20"><sc>Ab ßc</sc></text>'
    assert sizes(page_of(tmp_path, line, **game)) == [20, 16]
    assert copied(tmp_path, line, **game) == "AB SSC"


def subset(letters: str) -> bytes:
    """The built-in sans with few letters and no features."""
    from fontTools import subset as tools
    from fontTools.ttLib import TTFont

    font = TTFont(built_in_family("source-sans").regular)
    options = tools.Options(layout_features=[], name_IDs=["*"], notdef_outline=True)
    cutter = tools.Subsetter(options)
    cutter.populate(text=letters + " ")
    cutter.subset(font)
    kept = BytesIO()
    font.save(kept)
    return kept.getvalue()


# Beside all that texts do


def test_letter_spacing_of_a_span_widens_it_alone(tmp_path: Path) -> None:
    starts = []
    for spacing in ("1", "4"):
        line = f'<text y="20" width="60" size="10">a <span letter-spacing="{spacing}">bbb</span> c</text>'
        texts = [ink.corners[0][0] for ink in page_of(tmp_path, line).ink if ink.kind == "text"]
        starts.append(texts[-1])
    assert starts[1] - starts[0] == pytest.approx(3 * 3 * POINT, abs=0.01)


def test_an_ellipsis_behind_effects_is_a_full_one(tmp_path: Path) -> None:
    line = (
        '<text y="20" width="25" height="4" wrap="none" min-size="8" text-overflow="ellipsis" '
        f"{EFFECTS}><u>Long <sup>and small words that do not fit at all</sup></u></text>"
    )
    text = copied(tmp_path, line)
    assert text.startswith("Long and small")
    assert text.endswith("…")
    assert sizes(page_of(tmp_path, line))[-1] == 8


def test_a_text_without_effects_prints_as_ever(tmp_path: Path) -> None:
    lines = '<text y="20" width="60">gate</text>', '<text y="20" width="60" stroke="none">gate</text>'
    plain, none = (built(tmp_path, line) for line in lines)
    assert none.raw.pages[0].Contents.read_bytes() == plain.raw.pages[0].Contents.read_bytes()


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    line = f'<text y="20" width="60" fill="linear(90, white, #ff0000)" {EFFECTS}>{SAMPLE}</text>'
    files = [built(tmp_path / name, line).path.read_bytes() for name in ("a", "b")]
    assert all(one == other for one, other in pairwise(files))
