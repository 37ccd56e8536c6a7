"""Lengths that follow from where they stand, and what elements take from those around them."""

from __future__ import annotations

import pytest

from generator.layout.colour import Colour
from generator.layout.elements.base import Element
from generator.layout.elements.g import Group
from generator.layout.elements.line import Line
from generator.layout.elements.rect import Rect
from generator.layout.elements.text import Text
from generator.layout.lengths import Room, Tracks

from .conftest import LayOut

WIDTH, HEIGHT = 63.5, 88.9
"""A poker card's sides in mm."""
RED = Colour(1, 0, 0)


def box(element: Element) -> tuple[float, ...]:
    return tuple(element.outline().box())


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('x="50%" y="50%" width="50%" height="25%"', (WIDTH / 2, HEIGHT / 2, WIDTH / 2, HEIGHT / 4)),
        ('x="-3" width="100% + 6" y="-3mm" height="100%+6mm"', (-3, -3, WIDTH + 6, HEIGHT + 6)),
        ('width="50% - 1cm" height="3mm + 2"', (0, 0, WIDTH / 2 - 10, 5)),
        ('x="-10%" width="1in - 5.4" height="1"', (-WIDTH / 10, 0, 20, 1)),
    ],
)
def test_shares_and_sums(lay_out: LayOut, attributes: str, expected: tuple[float, ...]) -> None:
    (rect,) = lay_out(f"<rect {attributes}/>").drawn
    assert box(rect) == pytest.approx(expected)


def test_a_radius_is_a_share_of_the_smaller_side(lay_out: LayOut) -> None:
    circle, line = lay_out(
        '<circle cx="50%" cy="50%" r="50%"/><line x2="100%" y2="100%" stroke-width="2%"/>'
    ).drawn
    assert box(circle) == pytest.approx((0, (HEIGHT - WIDTH) / 2, WIDTH, WIDTH))
    assert isinstance(line, Line)
    assert (line.x2, line.y2, line.stroke_width) == pytest.approx((WIDTH, HEIGHT, WIDTH / 50))


def test_a_group_with_a_box_has_shares_and_an_origin_of_its_own(lay_out: LayOut) -> None:
    (group,) = lay_out(
        '<g x="10%" y="5" width="40" height="30"><rect width="50%" height="100%"/>'
        '<g x="50%" width="10"><rect x="50%" width="100%" height="100%"/></g></g>'
    ).drawn
    assert isinstance(group, Group)
    assert (group.x, group.y) == pytest.approx((6.35, 5))
    outer, inner = group.children
    assert isinstance(inner, Group)
    assert box(outer) == (0, 0, 20, 30)
    assert inner.x == 20
    assert box(inner.children[0]) == (5, 0, 10, 30)


def test_one_text_means_something_else_in_another_box(lay_out: LayOut) -> None:
    """What was built for one place is not taken for another."""
    found = lay_out(
        '{% macro half() %}<rect width="50%" height="1"/>{% endmacro %}'
        '{{ half() }}<g width="20">{{ half() }}</g><g width="{{ number * 30 }}">{{ half() }}</g>{{ half() }}',
        cards=[{"name": "A"}, {"name": "B"}],
    )
    widths = []
    for face in found.faces:
        assert face is not None
        flat = [child for e in face.root.children for child in (e.children if isinstance(e, Group) else (e,))]
        widths.append([rect.width for rect in flat if isinstance(rect, Rect)])
    assert widths == [[WIDTH / 2, 10, 15, WIDTH / 2], [WIDTH / 2, 10, 30, WIDTH / 2]]


def test_columns_and_rows_with_margin_and_gutter(lay_out: LayOut) -> None:
    """Four columns: 63.5 = 3 + 4 × 13.625 + 3 × 1 + 3; eight rows: 88.9 = 3 + 8 × 9.4875 + 7 + 3."""
    found = lay_out(
        front='<card columns="4" rows="8" margin="3" gutter="1">'
        '<rect x="1col" y="2row" width="2col" height="1row"/>'
        '<line x1="0col" x2="4col" y1="8row" y2="0.5row + 1"/></card>'
    )
    rect, line = found.drawn
    assert box(rect) == pytest.approx((3 + 13.625 + 1, 3 + 2 * 9.4875 + 2, 2 * 13.625 + 1, 9.4875))
    assert isinstance(line, Line)
    assert (line.x1, line.x2, line.y1, line.y2) == pytest.approx((3, WIDTH - 3, HEIGHT - 3, 3 + 4.74375 + 1))


def test_columns_are_counted_from_a_groups_own_edge(lay_out: LayOut) -> None:
    found = lay_out(
        front='<card columns="4" margin="3" gutter="1">'
        '<g x="1col" width="3col"><rect x="1col" width="1col" height="1"/></g></card>'
    )
    (group,) = found.drawn
    assert isinstance(group, Group)
    assert (group.x, group.width) == pytest.approx((17.625, 3 * 13.625 + 2))
    assert box(group.children[0]) == pytest.approx((14.625, 0, 13.625, 1))


def test_the_sizes_of_columns_add_up() -> None:
    tracks = Tracks(12, 4, 1, 3)
    assert tracks.place(12) == tracks.place(0) + tracks.size(12)
    assert [tracks.size(number) for number in (0, 0.5, 1, 2.5, 3)] == [0, 2, 4, 12, 14]
    assert [tracks.place(number) for number in (-1, 0, 2.5, 2.9999999)] == pytest.approx([-2, 3, 15, 18])
    assert Room(10, 20).divided(5, None, 0, 0).columns == Tracks(5, 2, 0, 0)


# Beside other elements


def test_what_stands_beside_another_element(lay_out: LayOut) -> None:
    _, beside, below, middle, as_large = lay_out(
        '<rect id="a" x="5" y="6" width="10" height="20"/>'
        '<rect x="right of a + 2" y="top of a" width="100% - right of a - 4" height="1"/>'
        '<rect x="left of #a" y="bottom of a + 1mm" width="1" height="1"/>'
        '<circle cx="center of a" cy="middle of a" r="2"/>'
        '<rect x="width of a" width="width of a" height="height of a + 2"/>'
    ).drawn
    assert box(beside) == pytest.approx((17, 6, WIDTH - 19, 1))
    assert box(below) == (5, 27, 1, 1)
    assert box(middle) == pytest.approx((8, 14, 4, 4))
    assert box(as_large) == (10, 0, 10, 22)


def test_what_stands_below_a_text_moves_with_its_lines(lay_out: LayOut) -> None:
    found = lay_out(
        '<text id="t" y="10" width="30" size="10">{{ name }}</text>'
        '<rect y="bottom of t + 2" width="1" height="1"/>',
        cards=[{"name": "One line"}, {"name": "Lines " * 12}],
    )
    tops = []
    for face in found.faces:
        assert face is not None
        text, rect = face.root.children
        assert isinstance(text, Text)
        assert isinstance(rect, Rect)
        assert rect.y == pytest.approx(10 + text.block.ink.height + 2)
        tops.append(rect.y)
    assert tops[1] > tops[0] + 5


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ('<circle id="a" cx="5" cy="5" r="3"/>', (2, 2, 6, 6)),
        ('<line id="a" x1="9" y1="2" x2="3" y2="4"/>', (3, 2, 6, 2)),
        ('<icon id="a" name="sword" x="1" y="2" width="9" height="3"/>', (1, 2, 9, 3)),
        ('<path id="a" d="M0 0 C0 8 10 8 10 0 Z"/>', (0, 0, 10, 6)),
        ('<wedge id="a" cx="10" cy="10" r="10" to="90"/>', (10, 0, 10, 10)),
        ('<text id="a" x="1" width="20" height="9">words</text>', (1, 0, 20, 9)),
        ('<rect id="a" width="4" height="2" transform="translate(3 1) scale(2)"/>', (3, 1, 8, 4)),
        ('<rect id="a" width="4" height="2" transform="rotate(90)"/>', (-2, 0, 2, 4)),
        ('<g id="a" x="3"><rect y="2" width="4" height="2"/><circle cx="9" r="1"/></g>', (3, -1, 10, 5)),
        ('<g id="a" x="3" width="20" height="10"><circle r="1"/></g>', (3, 0, 20, 10)),
        ('<g transform="translate(5 6)"><rect id="a" width="4" height="2"/></g>', (5, 6, 4, 2)),
        (
            '<g x="5" y="6"><g transform="scale(2)"><rect id="a" x="1" width="4" height="2"/></g></g>',
            (7, 6, 8, 4),
        ),
        ('<rect id="b" width="4" height="2"/><use id="a" href="#b" x="7" y="1"/>', (7, 1, 4, 2)),
    ],
)
def test_the_box_of_an_element(lay_out: LayOut, element: str, expected: tuple[float, ...]) -> None:
    *_, rect = lay_out(
        f'{element}<rect x="left of a" y="top of a" width="right of a - left of a" height="height of a"/>'
    ).drawn
    assert box(rect) == pytest.approx(expected)


def test_the_box_of_an_element_as_seen_from_a_group(lay_out: LayOut) -> None:
    _, group = lay_out(
        '<rect id="a" x="10" y="10" width="4" height="2"/>'
        '<g x="3" transform="scale(2)">'
        '<rect x="left of a" y="bottom of a" width="width of a" height="1"/></g>'
    ).drawn
    assert isinstance(group, Group)
    assert box(group.children[0]) == pytest.approx((2, 6, 2, 1))


def test_what_stands_beside_another_element_is_built_anew_for_each_card(lay_out: LayOut) -> None:
    found = lay_out(
        '<rect id="a" width="{{ number * 10 }}" height="1"/><rect x="right of a" width="1" height="1"/>',
        cards=[{"name": "A"}, {"name": "B"}],
    )
    assert [box(face.root.children[1])[0] for face in found.faces if face] == [10, 20]


# Inherited


def test_groups_pass_on_what_their_elements_do_not_say(lay_out: LayOut) -> None:
    (group,) = lay_out(
        '<g fill="none" stroke="red" stroke-width="2%" stroke-linejoin="round" size="12" align="right">'
        '<rect width="1" height="1"/><rect width="1" height="1" fill="#00f" stroke-width="1"/>'
        '<text width="30">A</text><g stroke="none" fill="red"><rect width="1" height="1"/></g>'
        '<polyline points="0,0 1,1"/></g><rect width="1" height="1"/>'
    ).drawn[:1]
    assert isinstance(group, Group)
    plain, own, text, inner, line = group.children
    assert isinstance(plain, Rect)
    assert (plain.fill, plain.stroke, plain.stroke_width, plain.stroke_linejoin) == (
        None,
        RED,
        pytest.approx(WIDTH / 50),
        "round",
    )
    assert isinstance(own, Rect)
    assert (own.fill, own.stroke, own.stroke_width) == (Colour(0, 0, 1), RED, 1)
    assert isinstance(text, Text)
    assert (text.size, text.align, text.fill) == (12, "right", Colour(0, 0, 0))
    assert isinstance(inner, Group)
    (rect,) = inner.children
    assert isinstance(rect, Rect)
    assert (rect.fill, rect.stroke) == (RED, None)
    assert line.stroke == RED  # type: ignore[attr-defined]
    assert line.fill is None  # type: ignore[attr-defined]


def test_a_card_passes_on_too_and_nothing_leaks_out_of_a_group(lay_out: LayOut) -> None:
    found = lay_out(front='<card fill="red"><g fill="blue"><circle r="1"/></g><circle r="1"/></card>')
    group, circle = found.drawn
    assert isinstance(group, Group)
    assert circle.fill == RED  # type: ignore[attr-defined]
    assert group.children[0].fill == Colour(0, 0, 1)  # type: ignore[attr-defined]
