"""What changed from one deck to another, card by card."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from generator.deck.stats import CharacterLine, Comparison, compare, comparison_dict

from .deck_files import LIMITS, deck_of_values

Given = tuple[str, str, object, int, str | None]


def compared(before: list[Given], after: list[Given]) -> Comparison:
    decks = [
        deck_of_values(
            *(
                ({"name": name, "class": class_name, "power": power, "text": text}, copies)
                for name, class_name, power, copies, text in cards
            )
        )
        for cards in (before, after)
    ]
    return compare(*decks, LIMITS)


def test_added_removed_and_changed() -> None:
    found = compared(
        [("Wolf", "soldier", 3, 2, None), ("Gone", "minion", 1, 1, None), ("Same", "assassin", 6, 1, "x")],
        [("Same", "assassin", 6, 1, "x"), ("Wolf", "minion", 4, 3, "Howls."), ("New", "minion", 2, 5, None)],
    )
    assert [(line.name, line.copies) for line in found.added] == [("New", 5)]
    assert [(line.name, line.copies) for line in found.removed] == [("Gone", 1)]
    (change,) = found.changed
    assert change.aspects == ("class", "power", "copies", "text")
    assert change.before == CharacterLine("Wolf", "soldier", 3, None, None, 2)
    assert change.after == CharacterLine("Wolf", "minion", 4, "Howls.", None, 3)
    assert (found.before.points, found.after.points) == (13, 28)
    assert not found.same


def test_one_aspect_at_a_time() -> None:
    base: Given = ("Wolf", "soldier", 3, 2, "Grr")
    for aspect, other in (
        ("class", ("Wolf", "minion", 3, 2, "Grr")),
        ("power", ("Wolf", "soldier", 5, 2, "Grr")),
        ("copies", ("Wolf", "soldier", 3, 1, "Grr")),
        ("text", ("Wolf", "soldier", 3, 2, "Grrr")),
    ):
        (change,) = compared([base], [other]).changed
        assert change.aspects == (aspect,)


def test_order_and_how_copies_are_written_make_no_difference() -> None:
    found = compared(
        [("A", "minion", 1, 3, None), ("B", "minion", 2, 1, None)],
        [("B", "minion", 2, 1, None), ("A", "minion", 1, 1, None), ("A", "minion", 1, 2, None)],
    )
    assert found.same


def test_of_cards_that_share_a_name_the_most_alike_belong_together() -> None:
    found = compared(
        [("Wolf", "minion", 1, 1, None), ("Wolf", "soldier", 4, 1, None), ("Wolf", "assassin", 2, 1, None)],
        [("Wolf", "assassin", 5, 1, None), ("Wolf", "soldier", 4, 2, None)],
    )
    assert [(change.before.power, change.after.power, change.aspects) for change in found.changed] == [
        (4, 4, ("copies",)),
        (2, 5, ("power",)),
    ]
    assert [line.power for line in found.removed] == [1]
    assert found.added == ()


def test_what_is_no_number_is_compared_as_it_is_written() -> None:
    found = compared([("Six", "minion", "six", 1, None)], [("Six", "minion", 2.5, 1, None)])
    told = json.loads(json.dumps(comparison_dict(found)))
    assert told["changed"][0]["changed"] == ["power"]
    assert told["changed"][0]["before"]["power"] == "six"
    assert told["changed"][0]["after"]["power"] == "2.5"
    assert told["changed"][0]["before"].keys() == {"name", "class", "power", "copies", "text", "art"}


_CARDS = st.lists(
    st.tuples(
        st.sampled_from(["Wolf", "Owl", ""]),
        st.sampled_from(["minion", "soldier", "sorcerer"]),
        st.sampled_from([1, 2, 6]),
        st.integers(1, 3),
        st.sampled_from([None, "x"]),
    ),
    max_size=8,
)


@given(_CARDS, _CARDS)
def test_the_differences_account_for_every_card(before: list[Given], after: list[Given]) -> None:
    found = compared(before, after)
    gained = sum(line.copies for line in found.added) - sum(line.copies for line in found.removed)
    gained += sum(change.after.copies - change.before.copies for change in found.changed)
    assert gained == found.after.cards - found.before.cards
    assert found.same == (said(before) == said(after))
    backwards = compared(after, before)
    assert len(backwards.added) == len(found.removed)
    assert len(backwards.changed) == len(found.changed)


def said(cards: list[Given]) -> dict[tuple[object, ...], int]:
    copies: dict[tuple[object, ...], int] = {}
    for name, class_name, power, number, text in cards:
        kind = (name, class_name, power, text)
        copies[kind] = copies.get(kind, 0) + number
    return copies
