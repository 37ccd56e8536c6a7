"""Text that can't shrink any more, and text too small to read."""

from __future__ import annotations

import pytest

from .conftest import Told

LONG = "Take two coins from the bank, or one from each player who has more than you do."


def test_text_at_its_smallest_size_is_told(told: Told) -> None:
    (line,) = told(
        f"<text id='rules' x='5' y='5' width='30' height='7.3' size='9' min-size='6'>{LONG}</text>"
    )
    assert line == (
        "2:1: warning: rules: the text had to shrink to 6 pt, the smallest it may (card knight); "
        "one more word may not fit: shorten it, or enlarge the box"
    )


def test_a_quarter_point_above_its_smallest_size_is_fine(told: Told) -> None:
    """The same text in the same box: it comes out at 6 pt, and might shrink on."""
    assert told(f"<text x='5' y='5' width='30' height='7.3' size='9' min-size='5.75'>{LONG}</text>") == []


def test_a_text_that_never_may_shrink_did_not_have_to(told: Told) -> None:
    assert told("<text x='5' y='5' width='30' height='7.3' size='6' min-size='6'>Two coins.</text>") == []


def test_what_overflows_is_told_once(told: Told) -> None:
    (line,) = told(f"<text x='5' y='5' width='20' height='4' size='9' min-size='6'>{LONG}</text>")
    assert "mm too high for its box even at 6 pt" in line


@pytest.mark.parametrize(
    ("element", "size"),
    [
        ("<text x='5' y='5' width='50' size='5.25'>Small print</text>", "5.2"),
        ("<g transform='scale(0.5)'><text x='10' y='10' width='90' size='10'>Half</text></g>", "5.0"),
        (
            "<g transform='translate(30 30) rotate(30) scale(0.5)'><text width='9' size='10'>A</text></g>",
            "5.0",
        ),
        ("<g transform='translate(9 9) scale(1 0.5)'><text width='50' size='10'>Flat</text></g>", "5.0"),
        ("<text x='5' y='5' width='50' size='9'>Big and <span size='5'>small</span></text>", "5.0"),
    ],
)
def test_text_printed_too_small_is_told_with_its_size_on_paper(told: Told, element: str, size: str) -> None:
    (line,) = told(element)
    assert line.endswith(
        f"the text is printed at {size} pt, under 5.5 pt (card knight); few can read that: make it larger"
    )


@pytest.mark.parametrize(
    "element",
    [
        "<text x='5' y='5' width='50' size='5.5'>Small print</text>",
        "<g transform='scale(0.5)'><text x='10' y='10' width='90' size='11'>Half</text></g>",
        "<g transform='scale(2)'><text x='5' y='5' width='20' size='3'>Twice</text></g>",
        "<g transform='rotate(90 30 30)'><text x='5' y='5' width='50' size='5.5'>Turned</text></g>",
        "<text x='5' y='5' width='50' size='4' display='none'>Never seen</text>",
    ],
)
def test_text_of_five_and_a_half_points_on_paper_is_fine(told: Told, element: str) -> None:
    assert told(element) == []


def test_indices_and_small_capitals_count_as_the_text_they_belong_to(told: Told) -> None:
    assert told("<text x='10' y='20' width='40' size='7'>H<sub>2</sub>O, 5<sup>th</sup></text>") == []
    assert told("<text x='10' y='20' width='40' size='6'><sc>Small</sc></text>") == []
    (line,) = told("<text x='10' y='20' width='40' size='5'>5<sup>th</sup></text>")
    assert "the text is printed at 5.0 pt, under 5.5 pt" in line
