"""Texts and icons near the trim. The card is 63.5 mm wide and 88.9 mm high, its safe zone 3 mm inside."""

from __future__ import annotations

import pytest

from .conftest import Told

SQUARE = "<svg viewBox='0 0 10 10'><path d='M0 0H10V10H0Z'/></svg>"
DIAMOND = "<svg viewBox='0 0 10 10'><path d='M5 0L10 5L5 10L0 5Z'/></svg>"
ICONS = {"icons/square.svg": SQUARE, "icons/diamond.svg": DIAMOND}
ICON = "<icon name='{}' x='{}' y='{}' width='5' height='5'/>"


def icons(*names: str) -> dict[str, str]:
    return {f"icons/{name}.svg": ICONS[f"icons/{name}.svg"] for name in names}


def test_an_icon_that_ends_between_safe_zone_and_trim_is_told(told: Told) -> None:
    (line,) = told(
        "<icon id='star' name='square' x='2.9' y='40' width='5' height='5'/>", files=icons("square")
    )
    assert line == (
        "2:1: warning: star: the icon reaches 0.1 mm out of the safe zone at the left (card knight); "
        "keep it 3 mm inside the trim: a cut may be a little off"
    )


@pytest.mark.parametrize(
    ("x", "y", "told_of"),
    [
        (3.1, 40, None),
        (3.0, 40, None),
        (2.0, 40, "1.0 mm out of the safe zone at the left"),
        (55.4, 40, None),
        (55.6, 40, "0.1 mm out of the safe zone at the right"),
        (30, 2.5, "0.5 mm out of the safe zone at the top"),
        (30, 80.8, None),
        (30, 81.4, "0.5 mm out of the safe zone at the bottom"),
        (2, 1, "2.0 mm out of the safe zone at the left and top"),
        (-0.1, 40, None),
        (-2, 40, None),
        (61, 40, None),
    ],
)
def test_icons_are_told_between_safe_zone_and_trim_only(
    told: Told, x: float, y: float, told_of: str | None
) -> None:
    lines = told(ICON.format("square", x, y), files=icons("square"))
    assert [line.split(" reaches ")[1].split(" (")[0] for line in lines] == ([told_of] if told_of else [])


def test_a_pattern_that_runs_out_over_the_trim_is_meant_to_be_cut(told: Told) -> None:
    pattern = "{% for x in range(0, 60, 8) %}" + ICON.format("square", "{{ x - 6 }}", 40) + "{% endfor %}"
    assert told(pattern, files=icons("square")) == []
    # The same icons, but none of them crosses the trim.
    (line,) = told(pattern.replace("x - 6", "x + 2"), files=icons("square"))
    assert "2.5 mm out of the safe zone at the right" in line
    # Another line of the layout is no part of the pattern.
    (line,) = told(pattern, ICON.format("square", 1, 20), files=icons("square"))
    assert line.startswith("3:1: warning: the icon reaches 2.0 mm")


def test_icons_are_measured_by_their_ink_not_by_their_box(told: Told) -> None:
    """A square turned by 45° reaches 1.04 mm beyond its box, a diamond shrinks back into it."""
    turned = "<g transform='rotate(45 {0} 40)'><icon name='{1}' x='{2}' y='37.5' width='5' height='5'/></g>"
    x = 3 + 2.5
    (line,) = told(turned.format(x, "square", x - 2.5), files=icons("square"))
    assert "reaches 1.0 mm" in line
    assert told(turned.format(x, "diamond", x - 2.5 - 0.7), files=icons("diamond")) == []


def test_a_stroke_belongs_to_the_icon(told: Told) -> None:
    stroked = "<icon name='square' x='3.2' y='40' width='5' height='5' stroke='black' stroke-width='{}'/>"
    assert told(stroked.format(0.4), files=icons("square")) == []
    (line,) = told(stroked.format(0.8), files=icons("square"))
    assert "reaches 0.2 mm" in line


@pytest.mark.parametrize(
    ("clip", "told_of"),
    [
        ("<rect id='c' display='none' x='3' y='0' width='60' height='80'/>", None),
        ("<circle id='c' display='none' cx='30' cy='42' r='27'/>", None),
        ("<circle id='c' display='none' cx='30' cy='42' r='27.5'/>", "0.5 mm"),
        ("<rect id='c' display='none' x='40' y='0' width='9' height='9'/>", None),
        # Of this diamond only the tip at 3.2 mm lies beside the icon.
        ("<polygon id='c' display='none' points='3.2,42 30,15 56,42 30,69'/>", None),
        ("<polygon id='c' display='none' points='2.5,42 30,15 56,42 30,69'/>", "0.5 mm"),
    ],
)
def test_only_what_clips_leave_counts(told: Told, clip: str, told_of: str | None) -> None:
    icon = "<g clip-path='#c'>" + ICON.format("square", 1, 39.5) + "</g>"
    lines = told(clip, icon, files=icons("square"))
    assert [line.split(" reaches ")[1].split(" out")[0] for line in lines] == ([told_of] if told_of else [])


def test_a_clip_cuts_corners_off(told: Told) -> None:
    """The circle's box leaves the icon's corner, the circle itself does not."""
    icon = "<g clip-path='#c'>" + ICON.format("square", 2, 2) + "</g>"
    assert told("<circle id='c' display='none' cx='16' cy='16' r='15'/>", icon, files=icons("square")) == []


def test_a_clip_that_crosses_itself_hides_too_little_rather_than_too_much(told: Told) -> None:
    """A star of five points drawn in one line; the icon lies in its left tip."""
    star = "<polygon id='c' display='none' points='2,34 56,34 13,66 29,14 46,66'/>"
    icon = "<g clip-path='#c'>" + ICON.format("square", 1.5, 32) + "</g>"
    (line,) = told(star, icon, files=icons("square"))
    assert "reaches 1.0 mm out of the safe zone at the left" in line


def test_uses_and_groups_move_it(told: Told) -> None:
    lines = (
        "<g id='half' display='none'>" + ICON.format("square", 3.5, 40) + "</g>",
        "<use href='#half'/>",
        "<use href='#half' transform='rotate(180 31.75 44.45)'/>",
    )
    assert told(*lines, files=icons("square")) == []
    (line,) = told(lines[0], lines[1], "<use href='#half' x='-1'/>", files=icons("square"))
    assert line.startswith("2:29: warning: the icon reaches 0.5 mm")
    (line,) = told(
        "<g transform='scale(0.5)'>" + ICON.format("square", 5.6, 80) + "</g>", files=icons("square")
    )
    assert "reaches 0.2 mm" in line


def test_what_is_not_drawn_reaches_nowhere(told: Told) -> None:
    hidden = ICON.format("square", 1, 1).replace("/>", " display='none'/>")
    assert told(hidden, files=icons("square")) == []


def test_a_text_is_told_by_the_ink_of_its_letters(told: Told) -> None:
    """An H of 72 pt: its left stem begins 0.091 sizes right of where it is set (Source Sans Pro)."""
    stem = 0.091 * 25.4
    big = "<text id='t' x='{:.3f}' y='30' width='40' size='72' min-size='72'>H</text>"
    assert told(big.format(3.05 - stem)) == []
    (line,) = told(big.format(2.9 - stem))
    assert line == (
        "2:1: warning: t: the text reaches 0.1 mm out of the safe zone at the left (card knight); "
        "keep it 3 mm inside the trim: a cut may be a little off"
    )


def test_texts_are_told_wherever_they_leave_the_safe_zone(told: Told) -> None:
    crossing = "<text x='{}' y='30' width='30' size='8' wrap='none'>Across the trim</text>"
    (line,) = told(crossing.format(-3))
    assert "the text reaches 6.0 mm out of the safe zone at the left" in line
    (line,) = told(crossing.format(-25))
    assert "at the left" in line


def test_a_justified_text_reaches_to_both_edges_of_its_box(told: Told) -> None:
    words = "Old walls keep old secrets, and the gate keeps them best of all the stones."
    block = f"<text x='{{}}' y='30' width='30' size='8' align='{{}}'>{words}</text>"
    assert told(block.format(30.4, "justify")) == []
    (line,) = told(block.format(31.0, "justify"))
    assert "0.4 mm out of the safe zone at the right" in line


def test_turned_text_is_measured_as_it_lies(told: Told) -> None:
    turned = "<g transform='rotate(90 {0} 20)'><text x='{0}' y='20' width='40' size='8'>Along</text></g>"
    assert told(turned.format(6.5)) == []
    (line,) = told(turned.format(5))
    assert "at the left" in line


def test_an_inline_icon_is_part_of_its_text(told: Told) -> None:
    text = "<text x='3.1' y='30' width='40' size='8'><icon name='square' size='{}'/> gate</text>"
    assert told(text.format(8), files=icons("square")) == []
    shifted = text.replace("x='3.1'", "x='2.5'").format(8)
    (line,) = told(shifted, files=icons("square"))
    assert "the text reaches 0.5 mm" in line


def test_a_place_that_draws_several_is_told_by_the_worst(told: Told) -> None:
    loop = "{% for x in (2.5, 1, 2) %}" + ICON.format("square", "{{ x }}", "{{ 9 * x }}") + "{% endfor %}"
    (line,) = told(loop, files=icons("square"))
    assert "reaches 2.0 mm" in line


@pytest.mark.parametrize(
    ("safe", "x", "told_of"),
    [(0, 0.1, None), (0, 1, None), (5, 4.8, "0.2 mm out of the safe zone"), (5, 5.1, None)],
)
def test_the_component_says_how_wide_the_zone_is(
    told: Told, safe: float, x: float, told_of: str | None
) -> None:
    lines = told(ICON.format("square", x, 40), files=icons("square"), component={"safe": safe})
    assert [line.split(" reaches ")[1].split(" at the")[0] for line in lines] == (
        [told_of] if told_of else []
    )


def test_without_a_safe_zone_the_trim_counts(told: Told) -> None:
    (line,) = told("<text x='-1' y='30' width='30' size='8'>Hi</text>", component={"safe": 0})
    assert "reaches 0.7 mm over the trim at the left (card knight); keep it inside the trim" in line


@pytest.mark.parametrize(
    ("effect", "told_of"),
    [
        ("", []),
        ("stroke='white' stroke-width='2'", ["0.6 mm out of the safe zone at the left"]),
        ("shadow='-2 0 black'", []),
    ],
)
def test_an_outline_belongs_to_the_letters_but_a_shadow_may_be_cut(
    told: Told, effect: str, told_of: list[str]
) -> None:
    lines = told(f"<text x='3' y='40' width='50' size='12' {effect}>Hold</text>")
    assert [line.split(" reaches ")[1].split(" (")[0] for line in lines] == told_of


def test_a_line_under_words_belongs_to_them(told: Told) -> None:
    (line,) = told("<text x='10' y='82.3' width='40' size='12'><u>nouns</u></text>")
    assert "out of the safe zone at the bottom" in line
    assert told("<text x='10' y='82.3' width='40' size='12'>nouns</text>") == []
