"""Declarations that can't be: a sentence and the author's line, never an error of the kit's own."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.rules import RulesError
from generator.rules.kit import Graph, Rules, Squares, Sum, Zone
from generator.rules.kit.cards import Numbers
from generator.rules.kit.shown import KnownCard
from rules.kit.conftest import Open, card_game

ZONES = [Zone("deck", full=True), Zone("hand", of="seat", seen="owner", shows=True)]


def declared(**changes: Any) -> Rules:
    return Rules(**{"seats": 2, "zones": ZONES, **changes})


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: declared(ties=[5]), "expected a Term, got 5"),
        (lambda: declared(longest=True), "`longest` is a number of decisions"),
        (lambda: declared().setup(5), r"`@rules.setup` stands over a function of \(table\), not over 5"),
        (lambda: declared().over(5), "`@rules.over` stands over a function"),
        (lambda: declared().winners(5), "`@rules.winners` stands over a function"),
        (lambda: declared(scores=[Sum("hand", "x")]).recount(5), "`@rules.recount` stands over a function"),
        (lambda: declared().impossible(lambda: None), "`@rules.impossible` stands over a function"),
    ],
)
def test_what_can_not_be_declared_is_refused(declare: Callable[[], object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        declare()


@pytest.mark.parametrize("given", [5, True, {"a": 1}])
def test_what_always_holds_gives_sentences(tiny: Open, given: Any) -> None:
    rules = card_game()
    rules.always(lambda table: given)  # noqa: ARG005
    with pytest.raises(RulesError, match="give the sentence that says what does not hold") as caught:
        tiny(rules).start(seed=1).broken()
    assert caught.value.place is not None
    assert Path(caught.value.place.file).name == Path(__file__).name


def test_a_known_card_is_copied_as_it_is(tiny: Open) -> None:
    card = next(iter(tiny(card_game()).kind.cards.values()))
    known = KnownCard(card, (0,))
    assert copy.copy(known) is copy.deepcopy(known) is known
    with pytest.raises(AttributeError):
        _ = object.__new__(KnownCard).name


def test_neighbours_given_as_a_set_have_one_order() -> None:
    spaces = Graph({"a": {"d", "b", "c"}, "b": None, "c": [], "d": []}).settled(
        "field",
        Numbers({}),
        {},
    )
    assert spaces.neighbours("a") == ("b", "c", "d")


def test_what_boards_are_asked_wrongly_is_refused() -> None:
    spaces = Squares(3, 3).settled(
        "field",
        Numbers({}),
        {},
    )
    assert "b1" not in spaces.reach("a1", 2, "b1")
    assert len(spaces.rows(1)) == 9
    for ask in (
        lambda: spaces.rows(0),
        lambda: spaces.reach("a1", 1.5),
        lambda: spaces.reach("a1", 1, without=["z9"]),
    ):
        with pytest.raises(RulesError):
            ask()


def test_a_secret_move_does_not_show_what_others_see(tiny: Open) -> None:
    """The owner of the hand would read in its own view who knows a card now."""
    zones = [
        Zone("deck", full=True, ordered=True, seen="nobody"),
        Zone("hand", of="seat", seen="owner", shows=True),
        Zone("heap", ordered=True),
        Zone("won", of="seat"),
    ]
    rules = card_game(zones=zones)

    @rules.move("peek", secret=True)
    def peek(table: Any) -> None:
        table.show(table.hand[1 - table.seat], table.seat)
        table.pass_turn()

    state = tiny(rules).start(seed=1)
    with pytest.raises(
        RulesError, match="a secret move can't show cards in `hand` to its seat: others see them"
    ):
        state.play("peek")
