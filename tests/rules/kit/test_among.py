"""Moves of games of the kit whose choices a function lists: ``among``."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rules import IllegalMove, RulesError, check_game
from generator.rules.kit import Counter, From, Number, Rules, Zone
from rules.kit.conftest import ZONES, Open, card_game
from rules.kit.test_moves import bare, nothing, texts


def listing(among: Any, **changes: Any) -> Rules:
    """Somebody lays a card of the hand before a number."""
    rules = bare()
    lay = rules.move("lay {card} {at}", card=From("hand"), at=Number(1, 3), among=among, **changes)
    lay(lambda table, card, at: table.heap.append(table.hand[0].take(card)))  # noqa: ARG005
    rules.move("wait")(nothing)
    return rules


def by_rank(table: Any) -> list[Any]:
    """Each card goes before the number of its rank; listed in no order, some twice."""
    return [(card, card.rank) for card in reversed(table.hand[table.seat])]


def not_its_rank(table: Any, card: Any, at: int) -> str | None:  # noqa: ARG001
    return "the number is not its rank" if at != card.rank else None


HANDS = {"seats": [{"hand": ["red-1", "red-1", "red-3", "blue-2"]}, {}]}


def test_a_move_may_list_what_it_chooses(tiny: Open) -> None:
    state = tiny(listing(by_rank)).from_dict(HANDS)
    assert texts(state) == ["lay red-1 1", "lay red-3 3", "lay blue-2 2", "wait"]
    with pytest.raises(IllegalMove, match="it is not among the moves that can be made now"):
        state.play("lay red-1 2")
    with pytest.raises(IllegalMove, match="there is no red-2 in hand"):
        state.play("lay red-2 2")
    state.play("lay red-3 3")
    assert texts(state) == ["lay red-1 1", "lay blue-2 2", "wait"]
    state = tiny(listing(by_rank, unless=not_its_rank)).from_dict(HANDS)
    with pytest.raises(IllegalMove, match="the number is not its rank"):
        state.play("lay red-1 2")
    state.check_moves()


def test_single_choices_and_pieces_are_listed_as_they_are(tiny: Open) -> None:
    zones = [*ZONES, Zone("field", marks=[Counter("age")])]
    rules = bare(zones=zones)

    @rules.move(
        "wake {card}", card=From("field"), among=lambda table: (one for one in table.field if one.age)
    )
    def wake(table: Any, card: Any) -> None:
        table.field.give(card, table.heap)

    rules.move("wait")(nothing)
    field = [{"card": "red-1", "age": 0}, {"card": "red-3", "age": 2}, {"card": "blue-2", "age": 1}]
    assert texts(tiny(rules).from_dict({"field": field, "seats": [{}, {}]})) == [
        "wake red-3",
        "wake blue-2",
        "wait",
    ]


@pytest.mark.parametrize(
    ("among", "message"),
    [
        (lambda table: None, "gave nothing: give a list with (card, at) for each move"),  # noqa: ARG005
        (lambda table: list(table.hand[0]), "lists red-1: give a list with (card, at) for each move"),
        (lambda table: [[table.hand[0][0], 1]], "lists [red-1, 1]: give"),
        (lambda table: [(table.hand[0][0], 4)], "lists 4 as `at`, which is never to be chosen: give"),
        (lambda table: [(1, table.hand[0][0])], "lists 1 as `card`, which is never to be chosen: give"),
    ],
)
def test_what_can_never_be_chosen_is_not_listed(tiny: Open, among: Any, message: str) -> None:
    with pytest.raises(RulesError) as error:
        tiny(listing(among)).from_dict(HANDS)
    assert error.value.message.startswith(f"`among` of `lay {{card}} {{at}}` {message}")
    assert error.value.place is not None
    assert error.value.place.line == among.__code__.co_firstlineno


def test_an_error_while_they_are_listed_is_its_own(tiny: Open) -> None:
    for among in (lambda table: [{}[table.seat]], lambda table: ({}[card] for card in table.seats)):
        with pytest.raises(RulesError, match="KeyError: 0"):
            tiny(listing(among)).from_dict(HANDS)


@pytest.mark.parametrize(
    ("among", "message"),
    [
        (
            lambda table: [*by_rank(table), (table.hand[0][0], 3)],
            "`among` lists `lay red-1 3`, and yet the number is not its rank",
        ),
        (
            lambda table: [*by_rank(table), (table.cards["blue-3"], 3)],
            "`among` lists `lay blue-3 3`, and yet there is no blue-3 in hand",
        ),
        (
            lambda table: by_rank(table)[1:],
            "`among` leaves out `lay blue-2 2`, and nothing in `unless` is against it",
        ),
    ],
)
def test_what_is_listed_is_held_against_the_sentences(tiny: Open, among: Any, message: str) -> None:
    state = tiny(listing(among, unless=not_its_rank)).from_dict(HANDS)
    with pytest.raises(RulesError) as error:
        state.check_moves()
    assert error.value.message == message
    assert error.value.place is not None
    assert error.value.place.line == among.__code__.co_firstlineno


def test_the_suite_holds_what_is_listed_against_the_sentences(tiny: Open) -> None:
    rules = card_game()
    any_card = rules.move(
        "keep {card}", card=From("hand"), among=lambda table: table.deck[:1], unless=nothing
    )
    any_card(lambda table, card: table.pass_turn())  # noqa: ARG005
    report = check_game(tiny(rules), games=5, only=["moves"])
    assert report.findings
    assert all("`among` l" in finding.message for finding in report.findings)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda rules: rules.move("play", among=texts), "`play` chooses nothing that `among` could list"),
        (
            lambda rules: rules.move("play {card}", card=From("hand"), among=From("hand")),  # type: ignore[arg-type]
            "`among` is .*, and not a function that lists what can be chosen",
        ),
        (
            lambda rules: rules.move("play {card}", card=From("hand"), among=not_its_rank),
            "`not_its_rank`, given as `among`, must be a function of the table alone",
        ),
    ],
)
def test_what_lists_is_a_function_of_the_table(declare: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        declare(bare())
