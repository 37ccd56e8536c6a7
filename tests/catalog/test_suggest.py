"""Hints for words that are nearly right, or right elsewhere."""

from __future__ import annotations

import pytest

from generator.catalog.figure_words import FOREIGN_WORDS, GROUPS, LOOKS
from generator.catalog.suggest import did_you_mean, near_name


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Bridge", "bridge"),
        ("brigde", "bridge"),
        ("pokre", "poker"),
        ("fontsize", "size"),
        ("Font-Size", "size"),
        ("font_size", "size"),
        ("xyz", None),
        ("", None),
    ],
)
def test_what_is_nearest_or_what_others_call_so(word: str, meant: str | None) -> None:
    hint = did_you_mean(word, ["bridge", "poker", "size", "fontsizes"], {"fontsize": "length size"})
    assert hint == (meant and f"did you mean `{meant}`?")


def test_the_nearest_of_thousands_of_names() -> None:
    names = [f"Card of the {number}th day" for number in range(1000)] + ["Grave Digger"]
    assert did_you_mean("grave diger", names) == "did you mean `Grave Digger`?"
    assert did_you_mean("Card of the 711st day", names) == "did you mean `Card of the 711th day`?"


def test_what_is_longer_than_any_name_is_like_none() -> None:
    assert did_you_mean("y" + "x" * 59, ["x" * 60]) is not None
    assert did_you_mean("y" + "x" * 60, ["x" * 61]) is None


def test_what_others_call_parts_of_figures_leads_to_parts() -> None:
    for word, meant in FOREIGN_WORDS.items():
        assert did_you_mean(word, [*GROUPS, *LOOKS], FOREIGN_WORDS) == f"did you mean `{meant}`?"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("crossed-swords", "sword-cross"),
        ("swords", "sword"),
        ("sheild", "shield"),
        ("two-actions", None),
        ("p2e-2-actions", None),
    ],
)
@pytest.mark.parametrize("others", [0, 1000])
def test_among_icons_only_the_same_words_or_a_slip_are_near(
    name: str, meant: str | None, others: int
) -> None:
    names = [
        "shield-sword",
        "sword-cross",
        "sword",
        "shield",
        "ev-station",
        *map("head-{}".format, range(others)),
    ]
    assert near_name(name, names) == (meant and f"did you mean `{meant}`?")
