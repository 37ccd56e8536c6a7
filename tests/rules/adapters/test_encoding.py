"""Views as text and numbers."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from generator import rules
from generator.rules.adapters.encoding import SIZE, as_numbers, as_text


def test_words_and_numbers_each_have_their_place() -> None:
    """Three cards are two kinds, and three places."""
    cards = as_numbers({"hand": ["S4", "S4", "M1"]})
    assert sorted(cards[cards > 0]) == [1, 1, 1, 1, 2]
    assert as_numbers({"turn": 7}).max() == 7
    assert as_numbers({"out": True}).sum() == as_numbers({"player": None}).sum() == 1
    assert len(as_numbers({"turn": 7}, size=16)) == 16


def test_order_counts_where_a_list_has_one() -> None:
    first, second = (as_numbers({"field": row}) for row in (["grunt", "shaman"], ["shaman", "grunt"]))
    assert not np.array_equal(first, second)


def test_equal_views_are_written_alike() -> None:
    assert as_text({"b": 1, "a": [2]}) == as_text({"a": (2,), "b": 1}) == '{"a":[2],"b":1}'


@pytest.mark.parametrize("name", rules.playable_games())
def test_views_that_differ_are_told_apart_by_their_numbers(name: str) -> None:
    chance, views = random.Random(3), set()
    state = rules.load(name).start(seed=2)
    while state.player is not None and len(views) < 150:
        views.add(as_text(state.view(state.player)))
        state.apply(chance.choice(state.legal()))
    rows = {as_numbers(json.loads(view), SIZE).tobytes() for view in views}
    assert len(rows) == len(views) > 10
