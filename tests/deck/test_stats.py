"""A deck's numbers: cards, points, classes, powers and kinds, of decks that are all wrong as well."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from generator.deck.model import class_marks
from generator.deck.stats import stats_of, to_dict

from .deck_files import LIMITS, deck_of_kinds, deck_of_values


def test_what_a_deck_is_made_of() -> None:
    stats = stats_of(deck_of_kinds("M1x3 S3 A6x2 S3x2 M2"), LIMITS)
    assert (stats.cards, stats.points, stats.average) == (9, 26, Fraction(26, 9))
    assert [(share.name, share.cards, share.points) for share in stats.classes] == [
        ("minion", 4, 5),
        ("soldier", 3, 9),
        ("assassin", 2, 12),
    ]
    assert [(count.power, count.cards) for count in stats.curve] == [
        (1, 3),
        (2, 1),
        (3, 3),
        (4, 0),
        (5, 0),
        (6, 2),
    ]
    assert dict(stats.kinds) == {"M1": 3, "M2": 1, "S3": 3, "A6": 2}
    assert list(dict(stats.kinds)) == ["M1", "M2", "S3", "A6"]


def test_powers_and_classes_that_are_not_legal_are_listed_as_they_are() -> None:
    stats = stats_of(deck_of_kinds("M0 S7x2 ?3 A-1"), LIMITS)
    assert [count.power for count in stats.curve if not count.legal] == [-1, 0, 7]
    assert [(share.name, share.known, share.cards) for share in stats.classes][3:] == [("sorcerer", False, 1)]
    assert stats.points == 0 + 14 + 3 - 1
    assert dict(stats.kinds) == {"M0": 1, "S7": 2, "A-1": 1, "?3": 1}


def test_what_is_no_number_is_counted_apart() -> None:
    deck = deck_of_values(
        ({"name": "Six", "class": "minion", "power": "six"}, 2),
        ({"name": "Half", "class": "minion", "power": 2.5}, 1),
        ({"name": "Vast", "class": "minion", "power": 10**400}, 1),
        ({"name": "None"}, 1),
        ({"name": "Plain", "class": "soldier", "power": 4.0}, 3),
    )
    stats = stats_of(deck, LIMITS)
    assert (stats.cards, stats.without_power, stats.points, stats.average) == (8, 5, 12, 4)
    assert sum(count.cards for count in stats.curve) == 3
    assert stats.classes[-1].name == ""
    assert dict(stats.kinds) == {"M?": 4, "S4": 3, "??": 1}
    assert json.loads(json.dumps(to_dict(stats)))["points"] == 12


def test_no_cards_have_no_average() -> None:
    stats = stats_of(deck_of_kinds(""), LIMITS)
    assert (stats.cards, stats.points, stats.average) == (0, 0, None)
    assert to_dict(stats)["average_power"] is None


@given(st.lists(st.sampled_from(["M1", "M6x2", "S3x4", "A2", "?5", "A9x3"]), max_size=20))
def test_every_count_adds_up(kinds: list[str]) -> None:
    deck = deck_of_kinds(" ".join(kinds))
    stats = stats_of(deck, LIMITS)
    assert sum(share.cards for share in stats.classes) == stats.cards == deck.size
    assert sum(share.points for share in stats.classes) == stats.points == deck.points
    assert sum(count.cards for count in stats.curve) == deck.size
    assert sum(count.cards * count.power for count in stats.curve) == deck.points
    by_class = Counter[str]()
    for count in stats.curve:
        by_class.update(count.by_class)
    assert by_class == Counter({share.name: share.cards for share in stats.classes if share.cards})
    assert sum(cards for _, cards in stats.kinds) == deck.size


def test_classes_that_begin_alike_get_longer_marks() -> None:
    assert class_marks(["minion", "soldier", "assassin"]) == {"minion": "M", "soldier": "S", "assassin": "A"}
    assert class_marks(["soldier", "sorcerer", "so"]) == {"soldier": "SOL", "sorcerer": "SOR", "so": "SO"}
