"""Grids of cards, and rows of things on a table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.export.virtual import MAX_COLUMNS, MAX_ROWS, MAX_SLOTS, choose_grid, in_rows, pixels

SIDES = st.integers(5, 900)
MOST = st.integers(256, 8192)


@given(st.integers(1, MAX_SLOTS), SIDES, SIDES, st.integers(10, 600), MOST)
def test_all_cards_are_in_the_grid_and_the_grid_is_in_the_picture(
    cards: int, width: int, height: int, dpi: int, most: int
) -> None:
    grid = choose_grid(cards, width, height, dpi, most)
    assert grid.slots >= cards
    assert (grid.columns <= MAX_COLUMNS, grid.rows <= MAX_ROWS) == (True, True)
    assert max(grid.width, grid.height) <= most
    # Each card keeps its proportions, but for rounding.
    assert abs(grid.cell_width / grid.cell_height - width / height) <= 1.2 * max(1, width / height) / min(
        grid.cell_width, grid.cell_height
    )


@given(st.integers(1, MAX_SLOTS), st.integers(10, 300), MOST)
def test_no_other_grid_shows_larger_cards_or_wastes_less(cards: int, dpi: int, most: int) -> None:
    grid = choose_grid(cards, 63.5, 88.9, dpi, most)
    for columns in range(1, MAX_COLUMNS + 1):
        for rows in range(1, MAX_ROWS + 1):
            if columns * rows < cards:
                continue
            _, height = pixels(63.5, 88.9, dpi, most // columns, most // rows)
            assert height <= grid.cell_height
            assert height < grid.cell_height or columns * rows >= grid.slots


@given(
    st.lists(st.tuples(st.floats(0.1, 60), st.floats(0.1, 60)), max_size=30),
    st.floats(5, 50),
    st.floats(0, 2),
)
def test_nothing_lies_on_anything_else(sizes: list[tuple[float, float]], width: float, gap: float) -> None:
    places = list(in_rows(sizes, width, gap))
    assert len(places) == len(sizes)
    boxes = [
        (x - across / 2, y - down / 2, x + across / 2, y + down / 2)
        for (x, y), (across, down) in zip(places, sizes, strict=True)
    ]
    for number, (left, top, right, bottom) in enumerate(boxes):
        for left2, top2, right2, bottom2 in boxes[:number]:
            apart = max(left - right2, left2 - right, top - bottom2, top2 - bottom)
            assert apart >= gap - 1e-6
