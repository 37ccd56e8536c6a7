"""Which card comes on which page, and how often."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.press_settings import Backs, PressOptions
from generator.catalog.sizes import PAPERS
from generator.press.impose import Copies, Plan, impose

A4 = PAPERS["a4"]
EVERY_BACKS: tuple[Backs, ...] = ("none", "duplex-long", "duplex-short", "gutterfold")


def poker(copies: list[int], backs: Backs, *, has_back: bool = True, gap: float | None = None) -> Plan:
    return impose(Copies(copies), has_back, 63.5, 88.9, PressOptions(A4, backs=backs, gap=gap))


def cards(plan: Plan, page: int, side: str = "front") -> list[int]:
    return [stamp.card for stamp in plan.pages[page].stamps if stamp.side == side]


@given(st.lists(st.integers(0, 25), max_size=12), st.sampled_from(EVERY_BACKS), st.booleans())
def test_every_copy_is_printed_once(copies: list[int], backs: Backs, has_back: bool) -> None:
    plan = poker(copies, backs, has_back=has_back)
    stamps = Counter((stamp.card, stamp.side) for page in plan.pages for stamp in page.stamps)
    sides = ["front", "back"] if has_back and backs != "none" else ["front"]
    assert stamps == Counter({(card, side): n for card, n in enumerate(copies) if n for side in sides})
    assert [page.number for page in plan.pages] == list(range(1, len(plan.pages) + 1))


@given(st.lists(st.integers(0, 25), max_size=12), st.sampled_from(EVERY_BACKS))
def test_copies_come_in_order_and_fill_every_sheet_but_the_last(copies: list[int], backs: Backs) -> None:
    plan = poker(copies, backs)
    fronts = [cards(plan, page) for page in range(len(plan.pages)) if cards(plan, page)]
    laid = [card for sheet in fronts for card in sheet]
    assert laid == sorted(laid)
    assert all(len(sheet) == plan.per_sheet for sheet in fronts[:-1])


def test_print_on_demand_knows_no_paper_size() -> None:
    plan = impose(Copies([1]), False, 500, 700, PressOptions(A4, form="pod"))
    assert plan.pages[0].width == 506


def test_no_copies_make_no_pages() -> None:
    for backs in EVERY_BACKS:
        assert len(poker([], backs).pages) == 0
        assert len(poker([0, 0], backs).pages) == 0


def test_a_negative_number_of_copies_is_an_error() -> None:
    with pytest.raises(ValueError, match="fewer than 0"):
        poker([3, -1], "none")


def test_pages_are_made_only_when_asked_for() -> None:
    plan = poker([1, 999_999_999, 1], "duplex-long")
    assert len(plan.pages) == 2 * -(-1_000_000_001 // 9)
    assert cards(plan, 0) == [0] + [1] * 8
    assert [stamp.card for stamp in plan.pages[-1].stamps] == [1] * 1 + [2] * 1
    assert [page.number for page in plan.pages[2:5]] == [3, 4, 5]
    with pytest.raises(IndexError):
        plan.pages[len(plan.pages)]
