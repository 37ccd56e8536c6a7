"""Pieces flow into columns and pages: in order, none lost, none over the edge."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.press.rulebook.pages import Area, Heading, Page, Piece, paginate

AREA = Area(10, 10, 180, 100, 2, 8)
HEAD = Piece(4.0)


@st.composite
def many_pieces(draw: st.DrawFn) -> list[Piece]:
    return [draw(one_piece(number)) for number in range(draw(st.integers(1, 40)))]


@st.composite
def one_piece(draw: st.DrawFn, number: int) -> Piece:
    """NumberedCard, so that no two are equal. Only tables have heads, and these are never wide."""
    wide = draw(st.sampled_from([False, False, False, True]))
    return Piece(
        draw(st.floats(1, 30)),
        gap=draw(st.sampled_from([0.0, 2.0, 7.5])),
        stays=draw(st.sampled_from([False, False, True])),
        head=None if wide else draw(st.sampled_from([None, None, HEAD])),
        turn=draw(st.sampled_from([*[""] * 12, "column", "page"])),
        wide=wide,
        heading=Heading(str(number), 1),
    )


def columns(page: Page) -> list[list[tuple[float, Piece]]]:
    """The pieces of each column, and of each stretch of wide ones, in the order in which they were placed."""
    groups = groupby(page, key=lambda placed: (placed.piece.wide, placed.x))
    return [[(placed.y, placed.piece) for placed in group] for _, group in groups]


@pytest.mark.slow
@given(many_pieces(), st.integers(1, 3))
def test_every_piece_stands_once_and_in_order(pieces: list[Piece], count: int) -> None:
    pages = paginate(pieces, AREA._replace(columns=count))
    placed = [placed.piece for page in pages for placed in page if placed.piece is not HEAD]
    assert [piece.heading for piece in placed] == [piece.heading for piece in pieces]


@pytest.mark.slow
@given(many_pieces(), st.integers(1, 3))
def test_nothing_reaches_over_the_foot_or_over_its_neighbour(pieces: list[Piece], count: int) -> None:
    for page in paginate(pieces, AREA._replace(columns=count)):
        for column in columns(page):
            for (y, piece), (next_y, _) in pairwise(column):
                assert next_y >= y + piece.height - 1e-6
        # Only what is wide and chained may be higher than a page here; nothing of this is.
        narrow = [placed for placed in page if not placed.piece.wide]
        assert all(placed.y + placed.piece.height <= AREA.y + AREA.height + 1e-6 for placed in narrow)


@pytest.mark.slow
@given(many_pieces())
def test_what_stays_together_is_parted_only_where_a_column_is_too_short_for_it(pieces: list[Piece]) -> None:
    following = {first.heading: second for first, second in pairwise(pieces)}
    for page in paginate(pieces, AREA):
        for column in columns(page):
            last = column[-1][1]
            after = following.get(last.heading)
            if last.stays and after is not None and not after.turn and after.wide == last.wide:
                chain = chain_around(pieces, last)
                assert sum(piece.height + piece.gap for piece in chain) + HEAD.height > AREA.height


def chain_around(pieces: list[Piece], piece: Piece) -> list[Piece]:
    start = end = pieces.index(piece)
    while start and pieces[start - 1].stays and not pieces[start].turn:
        start -= 1
    while end + 1 < len(pieces) and pieces[end].stays and not pieces[end + 1].turn:
        end += 1
    return pieces[start : end + 1]


def test_a_heading_goes_with_its_text_to_the_next_column() -> None:
    text, heading, line = Piece(95.0), Piece(4.0, stays=True), Piece(8.0)
    (page,) = paginate([text, heading, line, Piece(60.0)], AREA)
    assert [placed.x for placed in page] == [10, 104, 104, 104]


def test_a_table_repeats_its_head_where_it_goes_on() -> None:
    rows = [Piece(10.0, head=HEAD) for _ in range(18)]
    (page,) = paginate([HEAD, *rows], AREA)
    tops = [(placed.x, placed.piece is HEAD) for placed in page if placed.y == AREA.y]
    assert tops == [(10, True), (104, True)]


def test_the_last_columns_are_even() -> None:
    (page,) = paginate([Piece(10.0)] * 8, AREA)
    assert [placed.x for placed in page] == [10] * 4 + [104] * 4


def test_a_wide_piece_stands_below_all_columns_before_it() -> None:
    (page,) = paginate([*[Piece(10.0)] * 4, Piece(20.0, gap=5.0, wide=True), Piece(10.0)], AREA)
    assert [(placed.x, placed.y) for placed in page][4] == (10, pytest.approx(10 + 20 + 5, abs=0.01))
    assert page[5].y == pytest.approx(55, abs=0.01)


def test_a_new_page_begins_where_it_is_asked_for() -> None:
    pages = paginate([Piece(10.0), Piece(10.0, turn="page"), Piece(10.0, turn="column")], AREA)
    assert [[(placed.x, placed.y) for placed in page] for page in pages] == [
        [(10, 10)],
        [(10, 10), (104, 10)],
    ]


def test_of_a_chain_longer_than_any_column_what_fits_stands_in_the_first() -> None:
    first, second = Piece(100.0, stays=True), Piece(10.0)
    (page,) = paginate([first, second], AREA)
    assert [(placed.x, placed.y) for placed in page] == [(10, 10), (104, 10)]


def test_a_piece_that_has_no_room_below_another_goes_to_the_next_page() -> None:
    title, first, second = Piece(50.0, wide=True), Piece(60.0, stays=True), Piece(60.0)
    pages = paginate([title, first, second], AREA)
    assert [[(placed.x, placed.y) for placed in page] for page in pages] == [
        [(10, 10)],
        [(10, 10), (104, 10)],
    ]
