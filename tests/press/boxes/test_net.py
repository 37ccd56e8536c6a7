"""A box fits its deck, and its net folds up to that box."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.boxes import BoxContents, Net
from generator.catalog.sizes import COMPONENT_SIZES, Size
from generator.layout.geometry import Outline
from generator.press.kinds.box import BoxLines
from generator.press.overlay import GREY, WHITE, glue

POKER = COMPONENT_SIZES["poker"]
holds = st.builds(
    BoxContents,
    cards=st.integers(1, 300),
    card=st.builds(Size, st.just("card"), st.floats(5, 130), st.floats(5, 150)),
    stock=st.floats(0.2, 0.5),
    is_sleeved=st.booleans(),
    room=st.floats(0, 4),
)


@pytest.mark.parametrize(("cards", "depth"), [(33, 11.56), (54, 18.28), (105, 34.6)])
def test_the_inner_size_follows_from_the_deck(cards: int, depth: float) -> None:
    """Cards of 0.32 mm, and 1 mm of room each way."""
    net = Net(BoxContents(cards, POKER))
    assert (net.width, net.height, net.depth) == pytest.approx((64.5, 89.9, depth))


@pytest.mark.parametrize(("cards", "depth"), [(33, 18.16), (54, 29.08), (105, 55.6)])
def test_sleeves_make_it_wider_and_thicker(cards: int, depth: float) -> None:
    """A sleeve adds 3 mm to the sides and 0.2 mm to the thickness."""
    net = Net(BoxContents(cards, POKER, is_sleeved=True))
    assert (net.width, net.height, net.depth) == pytest.approx((67.5, 92.9, depth))


def test_a_few_cards_get_a_box_that_can_be_folded() -> None:
    assert Net(BoxContents(5, POKER)).depth == 5


@given(holds)
def test_panels_adjoin_and_meet_when_folded(made_for: BoxContents) -> None:
    net = Net(made_for)
    panels = net.panels
    around = [panels[name] for name in ("back", "left", "front", "right")]
    for before, after in pairwise(around):
        assert before.right == pytest.approx(after.x)
        assert (before.y, before.height) == pytest.approx((after.y, after.height))
    # Opposite walls are alike, and the lid and the bottom cover the opening between them.
    assert panels["front"].width == panels["back"].width == panels["lid"].width == panels["bottom"].width
    assert panels["left"].width == panels["right"].width
    assert panels["lid"].height == panels["bottom"].height == panels["left"].width
    # Within them is room for the cards beside the layers of the box itself.
    wall = made_for.wall
    assert panels["front"].width - 2 * wall == pytest.approx(net.width)
    assert panels["front"].height - 4 * wall == pytest.approx(net.height)
    assert panels["left"].width - 2 * wall == pytest.approx(net.depth)
    assert panels["lid"].bottom == pytest.approx(panels["back"].y)
    assert panels["tongue"].bottom == pytest.approx(panels["lid"].y)
    assert panels["bottom"].y == pytest.approx(panels["front"].bottom)
    # The tab goes behind the right side, which is as deep as the box; the tongue goes behind the front.
    assert net.flap < net.depth
    assert 2 * net.dust < net.width


@given(holds)
def test_panels_do_not_overlap_and_fill_the_flat_size(made_for: BoxContents) -> None:
    net = Net(made_for)
    for a, b in combinations(net.panels.values(), 2):
        across = min(a.right, b.right) - max(a.x, b.x)
        down = min(a.bottom, b.bottom) - max(a.y, b.y)
        assert across < 1e-6 or down < 1e-6
    front, left = net.panels["front"], net.panels["left"]
    assert net.flat.width == pytest.approx(net.flap + 2 * front.width + 2 * left.width, abs=0.001)
    assert net.flat.height == pytest.approx(net.flap + 2 * left.width + front.height, abs=0.001)


@given(holds)
def test_the_knife_stays_on_the_sheet_and_goes_round_every_panel(made_for: BoxContents) -> None:
    net = Net(made_for)
    outline = BoxLines(net).outline()
    box = outline.box()
    assert (box.x, box.y) == pytest.approx((0, 0), abs=1e-6)
    assert (box.right, box.bottom) == pytest.approx((net.flat.width, net.flat.height), abs=0.001)
    corners = polygon(outline)
    for name, panel in net.panels.items():
        middle = panel.x + panel.width / 2, panel.y + panel.height * 0.6
        assert inside(corners, middle), name
    assert not inside(corners, (net.panels["front"].x + net.width / 2, net.panels["front"].y + 0.5)), "notch"


@given(holds)
def test_glue_is_on_flaps_only(made_for: BoxContents) -> None:
    net = Net(made_for)
    for area in BoxLines(net).glued():
        x, y = (sum(values) / len(area) for values in zip(*area, strict=True))
        assert not any(p.x < x < p.right and p.y < y < p.bottom for p in net.panels.values())
        assert inside(polygon(BoxLines(net).outline()), (x, y))
        assert {shape.stroke.paint for shape in glue(area) if shape.stroke is not None} == {WHITE, GREY}


@given(holds)
def test_no_line_is_on_what_is_seen_of_the_box(made_for: BoxContents) -> None:
    """Not even in part: its pen is less than half a millimetre wide, and the cut is 0.3 mm away."""
    net = Net(made_for)
    lines = BoxLines(net)
    seen = [panel for name, panel in net.panels.items() if name != "tongue"]
    notch = net.panels["front"].x + net.panels["front"].width / 2, net.panels["front"].y
    for outline in (*lines.fold_ticks(), *lines.cut_ticks(), *lines.cut_lines()):
        for x, y in points(outline):
            if math.dist((x, y), notch) <= net.notch - 0.29:
                continue  # in what is cut out of the front
            inner = [p for p in seen if p.x + 0.01 < x < p.right - 0.01 and p.y + 0.01 < y < p.bottom - 0.01]
            assert not inner, (x, y)


@given(holds)
def test_each_fold_and_each_straight_edge_has_ticks_in_line_with_it(made_for: BoxContents) -> None:
    net = Net(made_for)
    panels, lines = net.panels, BoxLines(net)
    folds = [polygon(tick) for tick in lines.fold_ticks()]
    cuts = [polygon(tick) for tick in lines.cut_ticks()]
    for x in (panels["back"].x, panels["left"].x, panels["front"].x, panels["right"].x):
        assert any(start[0] == end[0] == pytest.approx(x) for start, end in folds)
    for y in (panels["lid"].y, panels["back"].y, panels["back"].bottom):
        assert sum(start[1] == end[1] == pytest.approx(y) for start, end in folds) == 2
    edges = (panels["lid"].x, panels["lid"].right, panels["bottom"].x, panels["bottom"].right)
    for x in (*edges, panels["right"].right):
        assert any(start[0] == end[0] == pytest.approx(x) for start, end in cuts)
    assert sum(start[1] == end[1] == pytest.approx(panels["bottom"].bottom) for start, end in cuts) == 2


def points(outline: Outline) -> list[tuple[float, float]]:
    """Some on each of its pieces; a curve's handles are outside of it, as they are of a corner's."""
    ends = polygon(outline)
    shares = (0.0, 0.25, 0.5, 0.75, 1.0)
    return [
        (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        for a, b in pairwise(ends)
        for share in shares
    ]


def polygon(outline: Outline) -> list[tuple[float, float]]:
    """The ends of an outline's pieces: close enough to ask what is inside."""
    return [(values[-2], values[-1]) for _, values in outline.segments if values]


def inside(corners: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether one turns once around the point on the way."""
    angles = [math.atan2(y - point[1], x - point[0]) for x, y in (*corners, corners[0])]
    turns = (math.remainder(b - a, math.tau) for a, b in pairwise(angles))
    return abs(sum(turns)) > math.pi
