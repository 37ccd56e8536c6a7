"""Cut lines with round corners: the component's ``corner``."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from .pdf_games import build_one, marked_game, numbered_trims
from .pdf_measure import Edges, Ink, near
from .test_tokens import cut_lines


def arcs_end(line: Ink, box: Edges, corner: float) -> bool:
    """Whether the line touches the box where its corners begin and end, and nowhere in the corners."""
    left, top, right, bottom = box
    ends = [(x, y) for y in (top, bottom) for x in (left + corner, right - corner)]
    ends += [(x, y) for x in (left, right) for y in (top + corner, bottom - corner)]
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    return all(any(near(end, point) for point in line.corners) for end in ends) and all(
        math.dist(point, corner_of) > 0.4 * corner for point in line.corners for corner_of in corners
    )


@pytest.mark.parametrize("backs", ["none", "duplex-long", "gutterfold"])
def test_lines_are_rounded_on_the_fronts(tmp_path: Path, backs: str) -> None:
    game = marked_game(tmp_path, copies=[4], corner="3 mm")
    pages = build_one(game, backs=backs, marks="lines").pages
    fronts = [box for _, box in numbered_trims(pages[0], "front")]
    lines = cut_lines(pages[0])
    assert len(lines) == len(fronts) == 4
    assert len(cut_lines(pages[0], (1, 1, 1))) == 4, "a white line lies under each"
    assert all(arcs_end(line, box, 3.0) for line, box in zip(lines, fronts, strict=True))
    assert all(not cut_lines(page) for page in pages[1:])


def test_square_tokens_are_cut_so_too(tmp_path: Path) -> None:
    game = marked_game(tmp_path, size="token-large", copies=[5], kind="tokens", corner="2 mm")
    front, _ = build_one(game).pages
    boxes = [box for _, box in numbered_trims(front, "front")]
    assert all(arcs_end(line, box, 2.0) for line, box in zip(cut_lines(front), boxes, strict=True))


def test_crop_marks_stay_straight(tmp_path: Path) -> None:
    plain = build_one(marked_game(tmp_path / "a", copies=[9])).pages[0]
    round_ = build_one(marked_game(tmp_path / "b", copies=[9], corner="3 mm")).pages[0]
    assert [line.box for line in round_.lines()] == [line.box for line in plain.lines()]


def test_a_fold_is_still_drawn(tmp_path: Path) -> None:
    game = marked_game(tmp_path, copies=[4], corner="3 mm")
    (page,) = build_one(game, backs="gutterfold", marks="lines").pages
    assert page.lines(dashed=True)
