"""How many cards, on which page, in which order; and that each option does what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games import write_game

from .pdf_games import BLEED, band_of, build_one, inside, marked_game, numbered_trims
from .pdf_measure import Page, near


def fronts(page: Page) -> list[int]:
    return [number for number, _ in numbered_trims(page, "front")]


def backs(page: Page) -> list[int]:
    return [number for number, _ in numbered_trims(page, "back")]


@pytest.mark.parametrize(
    ("size", "papers", "wishes", "count"),
    [
        ("poker", "a4", {}, 9),
        ("poker", "letter", {}, 9),
        ("poker", "a3", {}, 18),
        ("euro-poker", "a4", {}, 9),
        ("tarot", "a4", {}, 4),
        ("mini-us", "a4", {}, 21),
        ("square-euro", "letter", {}, 6),
        ("poker", "a4", {"gap": 6.0}, 8),
        ("poker", "a4", {"backs": "gutterfold"}, 4),
        ("poker", "200x300mm", {}, 8),
        ("poker", "legal", {}, 10),
    ],
)
def test_as_many_cards_as_the_paper_holds(
    tmp_path: Path, size: str, papers: str, wishes: dict[str, Any], count: int
) -> None:
    """Worked out by hand: what a 5 mm margin leaves, divided by the trim, upright or turned."""
    built = build_one(marked_game(tmp_path, size=size, copies=[200]), papers=papers, **wishes)
    assert len(fronts(built.pages[0])) == count


@pytest.mark.parametrize("copies", [[1], [9], [10], [3, 0, 7], [100, 1]])
def test_every_copy_is_printed_once_on_each_side(tmp_path: Path, copies: list[int]) -> None:
    built = build_one(marked_game(tmp_path, copies=copies))
    wanted = [number for number, count in enumerate(copies, 1) for _ in range(count)]
    printed = [number for page in built.pages for number in fronts(page)]
    behind = [number for page in built.pages for number in backs(page)]
    assert len(printed) == len(behind) == sum(copies) == built.written.cards
    assert printed == behind == wanted
    assert len(built.pages) == built.written.pages == 2 * -(-sum(copies) // 9)


def test_a_card_looks_the_same_alone_as_among_all(tmp_path: Path) -> None:
    """Its number and its list's counts are those of the whole list, whatever is printed of it."""
    folder = marked_game(tmp_path, copies=[1, 0, 2, 1])
    whole, alone = build_one(folder), build_one(folder, select=("card-3",))
    assert {number for page in alone.pages for number in fronts(page)} == {3}
    assert alone.written.cards == 2
    assert {number for page in whole.pages for number in fronts(page)} == {1, 3, 4}


def test_cards_are_chosen_by_a_field_in_whatever_case_its_value_is(tmp_path: Path) -> None:
    cards = [{"name": "Ann", "Team": "Red"}, {"name": "Bob", "Team": "Blue", "copies": 3}]
    folder = write_game(tmp_path / "g", cards=cards)
    assert build_one(folder, select=("Team=RED",)).written.cards == 1
    assert build_one(folder, select=("bo*",)).written.cards == 3


def test_a_last_sheet_that_is_not_full_has_marks_for_its_cards_only(tmp_path: Path) -> None:
    front, back = build_one(marked_game(tmp_path, copies=[10])).pages[2:]
    for page in (front, back):
        trims = [box for _, box in [*numbered_trims(page, "front"), *numbered_trims(page, "back")]]
        assert len(trims) == 1
        band = band_of(page)
        ticks = [line.box for line in page.lines() if band and not inside(line.box, band)]
        assert ticks
        upright = {round(box[0], 2) for box in ticks if box[2] - box[0] < 1e-6}
        assert len(upright) == 2
        assert near(sorted(upright), (trims[0][0], trims[0][2]), 0.011)


def test_fronts_and_backs_take_turns(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[20]))
    assert [bool(fronts(page)) for page in built.pages] == [True, False] * 3
    assert [bool(backs(page)) for page in built.pages] == [False, True] * 3


def test_print_on_demand_goes_back_front_for_each_copy(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[2, 1]), form="pod")
    assert [(backs(page), fronts(page)) for page in built.pages] == [
        ([1], []),
        ([], [1]),
        ([1], []),
        ([], [1]),
        ([2], []),
        ([], [2]),
    ]


@pytest.mark.parametrize("wanted", ["duplex-long", "duplex-short", "gutterfold", "none"])
def test_cards_without_a_back_print_fronts_only(tmp_path: Path, wanted: str) -> None:
    built = build_one(marked_game(tmp_path, copies=[12], back=False), backs=wanted)
    assert [len(fronts(page)) for page in built.pages] == [9, 3]
    assert not any(backs(page) for page in built.pages)


def test_print_on_demand_without_a_back_has_a_page_for_each_front(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[2, 1], back=False), form="pod")
    assert [fronts(page) for page in built.pages] == [[1], [1], [2]]


def test_no_backs_are_printed_where_none_are_wanted(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[12]), backs="none")
    assert len(built.pages) == 2
    assert not any(backs(page) for page in built.pages)


@pytest.mark.parametrize("gap", [0.0, 1.5, 4.0, 6.35])
def test_the_gap_stands_between_neighbours(tmp_path: Path, gap: float) -> None:
    page = build_one(marked_game(tmp_path, size="tarot", copies=[4], back=False), gap=gap).pages[0]
    boxes = [box for _, box in numbered_trims(page, "front")]
    assert near((boxes[1][0] - boxes[0][2], boxes[2][1] - boxes[0][3]), (gap, gap))


@pytest.mark.parametrize("margin", [0.0, 5.0, 10.0, 20.0])
def test_no_card_lies_in_the_margin_and_the_grid_is_centred(tmp_path: Path, margin: float) -> None:
    page = build_one(marked_game(tmp_path, size="mini-us", copies=[99], back=False), margin=margin).pages[0]
    boxes = [box for _, box in numbered_trims(page, "front")]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    assert min(left, top) >= margin
    assert near((left + right, top + bottom), (page.width, page.height))


def test_a_wider_margin_costs_cards(tmp_path: Path) -> None:
    game = marked_game(tmp_path, copies=[40], back=False)
    narrow, wide = (len(fronts(build_one(game, margin=margin).pages[0])) for margin in (5.0, 20.0))
    assert (narrow, wide) == (9, 4)


@pytest.mark.parametrize("bleed", [0.0, 1.0, 3.0])
def test_the_bleed_is_what_was_asked_for_on_every_free_side(tmp_path: Path, bleed: float) -> None:
    page = build_one(marked_game(tmp_path, size="tarot", copies=[4], back=False), bleed=bleed, gap=7.0).pages[
        0
    ]
    for ink, (_, trim) in zip(page.fills(BLEED), numbered_trims(page, "front"), strict=True):
        around = [abs(a - b) for a, b in zip(ink.seen, trim, strict=True)]
        assert near(around, [bleed] * 4)


def test_no_more_bleed_is_printed_than_the_layout_draws(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, back=False, bleed="1 mm"), bleed=3.0, form="pod")
    assert near((built.pages[0].width, built.pages[0].height), (65.5, 90.9))


def test_what_the_component_says_holds_unless_the_run_says_otherwise(tmp_path: Path) -> None:
    press = {"backs": "none", "marks": "none", "gap": "3 mm"}
    game = marked_game(tmp_path, size="tarot", copies=[4], press=press)
    own = build_one(game)
    assert len(own.pages) == 1
    assert not [
        line for line in own.pages[0].lines() if not inside(line.box, band_of(own.pages[0]) or (0,) * 4)
    ]
    boxes = [box for _, box in numbered_trims(own.pages[0], "front")]
    assert near((boxes[1][0] - boxes[0][2],), (3,))
    told = build_one(game, backs="duplex-short", gap=0.0, marks="lines")
    assert len(told.pages) == 2
    boxes = [box for _, box in numbered_trims(told.pages[0], "front")]
    assert near((boxes[1][0] - boxes[0][2],), (0,))
