"""Declarations and calls that mean nothing: each is refused in a sentence, with its line."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from generator.rules import RulesError
from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, Each, Graph, Rules, Squares, Value, Zone
from generator.rules.kit.bot import KitEvaluator
from generator.rules.kit.cards import Card, Numbers
from generator.rules.kit.declarations import Plan
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


def decorated(decorator: str) -> Rules:
    rules = card_game()
    getattr(rules, decorator)(5)
    return rules


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: card_game(ties=[5]), "expected a Term, got 5"),
        (lambda: card_game(scores=5), "`scores` is a list, not 5"),
        (lambda: card_game(phases=5), "`phases` is a list, not 5"),
        (lambda: card_game(longest=True), "`longest` is a number of decisions"),
        (lambda: card_game(seats=[[2]]), "`seats` are numbers of players"),
        (lambda: card_game(seats=3, teams=[(0,), (1, 2), ()]), "`teams` names each of 3 seats once"),
        (lambda: card_game(zones=[Zone("field", board=Plan())]), "Squares, Hexes or a Graph"),
        (lambda: card_game(zones=[Zone("field", board=Squares)]), "not the class Squares"),  # type: ignore[arg-type]
        (lambda: card_game().move("wait", phase=5), "`phase` is a list, not 5"),  # type: ignore[arg-type]
        (lambda: card_game().move("wait", secret="x"), "`secret` is True or False"),  # type: ignore[arg-type]
        (lambda: Zone("f", marks=5), "`marks` is a list, not 5"),  # type: ignore[arg-type]
        (lambda: Zone("f", marks=["a"]), "a mark of `f` is a Counter"),  # type: ignore[list-item]
        (lambda: Zone("f", cards=5), "`cards` is a list, not 5"),  # type: ignore[arg-type]
        (lambda: Zone("f", holds=5), "`holds` of `f` is a function"),  # type: ignore[arg-type]
        (lambda: Zone("f", holds=lambda card: True), "`holds` of `f` is a function"),  # type: ignore[arg-type, misc] # noqa: ARG005
        (lambda: Zone("f", shows="yes"), "`shows` is True or False"),  # type: ignore[arg-type]
        (lambda: Zone("f", board=Squares(2, 2), ordered=True), "`f` is a board"),
        (lambda: Counter("n", shown=5), "`shown` is True or False"),  # type: ignore[arg-type]
        (lambda: Value("v", among=5), "`among` is a list, not 5"),  # type: ignore[arg-type]
        (lambda: Value("v", among=[1, True]), "has true twice"),
        (lambda: Value("v", among=[[1]]), "the value `v` can't be"),
        (lambda: Squares(2, 2, upward="x"), "`upward` is True or False"),  # type: ignore[arg-type]
        *[
            ((lambda one=one: decorated(one)), f"`@rules.{one}` stands over a function of")
            for one in ("setup", "over", "scored", "winners", "impossible", "recount", "always", "value")
        ],
    ],
)
def test_what_can_not_be_declared(declare: Callable[[], object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        declare()


@pytest.mark.parametrize("term", [Each("hand", where=5), Each("hand", worth=[1])])  # type: ignore[arg-type]
def test_what_a_term_can_not_say(tiny: Open, term: Each) -> None:
    with pytest.raises(AssertionError, match=r"\.py:\d+: error: `(where|worth)` "):
        tiny(card_game(scores=[term]))


@pytest.mark.parametrize("given", [5, True, [5]])
def test_what_is_no_sentence(tiny: Open, given: object) -> None:
    rules = card_game()
    rules.always(lambda table: given)  # noqa: ARG005
    rules.impossible(lambda table: given)  # noqa: ARG005
    game = tiny(rules)
    with pytest.raises(RulesError, match=r"`always` gave .*: give the sentence that says what does not hold"):
        game.start().broken()
    with pytest.raises(RulesError, match=r"`impossible` gave .*: give the sentence that says what can't be"):
        game.faults(game.dealt(0, 2))
