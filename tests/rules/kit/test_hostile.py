"""Declarations and calls that mean nothing: each is refused in a sentence, with its line."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from generator.rules import RulesError
from generator.rules.kit import NOBODY, OWNER, SEAT, Graph, Rules, Squares, Zone
from generator.rules.kit.bot import KitEvaluator
from generator.rules.kit.cards import Card, Numbers
from generator.rules.kit.shown import KnownCard
from rules.kit.conftest import Open, card_game

SHOWN = (
    Zone("deck", seen=NOBODY, ordered=True, full=True, shows=True),
    Zone("hand", of=SEAT, seen=OWNER, shows=True),
    Zone("heap"),
    Zone("won", of=SEAT),
)
GRID = Squares(3, 3).settled("field", Numbers({}), {})


def with_secret(do: Callable[[Any], object]) -> Rules:
    rules = card_game(zones=SHOWN)

    @rules.move("peek", secret=True)
    def peek(table: Any) -> None:
        do(table)
        table.pass_turn()

    return rules


def test_a_secret_move_shows_nothing_that_another_seat_sees(tiny: Open) -> None:
    state = tiny(with_secret(lambda table: table.show(table.hand[1 - table.seat], table.seat))).start()
    peek = state.parse("peek")
    with pytest.raises(RulesError, match="a secret move can't show its seat cards that others see") as raised:
        state.apply(peek)
    assert raised.value.place is not None
    assert raised.value.place.file.endswith("test_hostile.py")


def test_a_secret_move_shows_what_nobody_sees(tiny: Open) -> None:
    state = tiny(with_secret(lambda table: table.show(table.deck, table.seat, top=1))).start()
    seat = state.player
    assert seat is not None
    state.apply(state.parse("peek"))
    assert "known" not in str(state.view(1 - seat))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda table: table.show(table.deck, None), "nobody has seat None"),
        (lambda table: table.show(table.deck, True), "nobody has seat True"),
        (lambda table: table.hide(table.deck, 0.0), "nobody has seat 0.0"),
        (lambda table: table.show(table.deck, 0, top=True), "`top` is a number"),
        (lambda table: table.tell("x", 1.0), "`tell` speaks of seat 1.0"),
        (lambda table: GRID.reach("a1", 1.5), "`reach` needs a whole number of steps"),  # noqa: ARG005
        (lambda table: GRID.reach("a1", 2, "x9"), "there is no space .x9"),  # noqa: ARG005
        (lambda table: GRID.rows(0), "`rows` needs a length of 1 or more"),  # noqa: ARG005
        (lambda table: GRID.distance("a1", [1]), "there is no space"),  # noqa: ARG005
        (lambda table: GRID.rays([1]), "there is no space"),  # noqa: ARG005
        (lambda table: GRID.line("a1", [1]), "there is no space"),  # noqa: ARG005
        (lambda table: GRID.ground([1]), "there is no space"),  # noqa: ARG005
        (lambda table: GRID.on_ground([1]), "there is no ground of `field`"),  # noqa: ARG005
    ],
)
def test_what_a_table_can_not_do(tiny: Open, call: Callable[[Any], object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        call(tiny(card_game(zones=SHOWN)).dealt(0, 2))


def test_boards_say_the_same_always() -> None:
    assert len(GRID.rows(1)) == 9
    assert GRID.reach("a1", 1, "b1") == ("a2",)
    near = {"a": {"d", "c", "b"}, "b": None, "c": (), "d": ()}
    assert Graph(near, ground={"wood": None}).settled("map", Numbers({}), {}).neighbours("a") == (
        "b",
        "c",
        "d",
    )
    with pytest.raises(RulesError, match="`map` has no space"):
        Graph({}).settled("map", Numbers({}), {})


def test_a_known_card_can_be_copied() -> None:
    known = KnownCard(Card({"id": "red-1"}, "cards"), (0,))
    assert copy.copy(known) is copy.deepcopy(known) is known
    with pytest.raises(AttributeError):
        _ = KnownCard.__new__(KnownCard).card
    assert pickle.loads(pickle.dumps(known))._seats == (0,)
    with pytest.raises(RulesError, match="`rank` of the card red-1 can't be changed"):
        known.rank = 3


def test_a_value_too_large_is_refused(tiny: Open) -> None:
    game = tiny(card_game())
    with pytest.raises(RulesError, match="a number that is too large"):
        KitEvaluator(game, lambda table, seat: 10**400).evaluate(game.start(), 0)  # noqa: ARG005
