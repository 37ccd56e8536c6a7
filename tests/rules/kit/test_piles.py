"""Piles and pieces: what players do with cards, and what holds of them whatever is done."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules import RulesError
from generator.rules.kit import NOBODY, SEAT, Card, Counter, Pile, Zone
from generator.rules.kit.cards import pile_type
from generator.rules.kit.state import KitState
from rules.kit.conftest import Open, card_game

CARDS = [Card({"id": f"card-{number}", "rank": number}, "cards") for number in range(5)]
NUMBERS = {card: number for number, card in enumerate(CARDS)}
HAND: Any = pile_type("hand", NUMBERS.__getitem__, has_pieces=False)
DECK: Any = pile_type("deck", None, has_pieces=False)


def test_the_first_card_is_on_top() -> None:
    deck, first, second = DECK(CARDS), DECK(), DECK()
    deck.deal(2, first, second)
    assert (first, second, deck) == ([CARDS[0], CARDS[2]], [CARDS[1], CARDS[3]], [CARDS[4]])
    assert deck.draw() is CARDS[4]
    with pytest.raises(RulesError, match="no card can be drawn: `deck` is empty"):
        deck.draw()


def test_a_card_is_moved_and_not_copied() -> None:
    hand, heap = HAND([CARDS[1], CARDS[3], CARDS[3]]), DECK()
    hand.give(CARDS[3], heap)
    assert (hand, heap) == ([CARDS[1], CARDS[3]], [CARDS[3]])
    with pytest.raises(RulesError, match="there is no card-0 in `hand`"):
        hand.give(CARDS[0], heap)
    assert heap == [CARDS[3]]
    heap.give_all(hand)
    assert (hand, heap) == ([CARDS[1], CARDS[3], CARDS[3]], [])
    hand.give_all(hand)
    assert hand == [CARDS[1], CARDS[3], CARDS[3]]


def _put_in_slice(pile: Any, cards: list[Card]) -> None:
    pile[1:1] = cards


def _put_before(pile: Any, cards: list[Card]) -> None:
    for card in cards:
        pile.insert(0, card)


def _append(pile: Any, cards: list[Card]) -> None:
    for card in cards:
        pile.append(card)


def _add(pile: Any, cards: list[Card]) -> None:
    pile += cards


def _from_other(pile: Any, cards: list[Card]) -> None:
    DECK(cards).give_all(pile)


@given(st.lists(st.sampled_from(CARDS), max_size=6), st.data())
def test_cards_without_order_stay_in_that_of_the_database(start: list[Card], data: st.DataObject) -> None:
    pile = HAND()
    pile.extend(start)
    expected = Counts(start)
    ways = [_put_in_slice, _put_before, _append, _add, Pile.extend, _from_other]
    for _ in range(data.draw(st.integers(0, 5))):
        cards = data.draw(st.lists(st.sampled_from(CARDS), max_size=4))
        way: Callable[[Any, list[Card]], None] = data.draw(st.sampled_from(ways))
        (pile.extend if way is Pile.extend else lambda given, way=way: way(pile, given))(cards)
        expected.update(cards)
        assert pile == sorted(pile, key=NUMBERS.__getitem__)
        assert Counts(pile) == expected
        if pile:
            expected[pile.pop(len(pile) // 2)] -= 1
            expected += Counts()


def test_a_card_put_in_anothers_place_goes_where_it_belongs() -> None:
    pile = HAND(CARDS[:3])
    pile[0] = CARDS[4]
    assert pile == [CARDS[1], CARDS[2], CARDS[4]]
    pile[:2] = [CARDS[3]]
    assert pile == [CARDS[3], CARDS[4]]


def test_who_orders_cards_without_order_is_told() -> None:
    pile = HAND(CARDS)
    for call in (pile.sort, pile.reverse):
        with pytest.raises(
            RulesError, match="the cards in `hand` have no order: give the zone `ordered=True`"
        ):
            call()
    with pytest.raises(RulesError, match="the cards in `hand` can't be multiplied by 2"):
        pile *= 2
    assert pile == CARDS


def test_a_deck_that_forgot_its_order_can_not_be_shuffled(tiny: Open) -> None:
    game = tiny(card_game(zones=[Zone("deck", seen=NOBODY, full=True), Zone("hand", of=SEAT), Zone("heap")]))
    with pytest.raises(RulesError, match="the cards in `deck` have no order: give the zone `ordered=True`"):
        game.start()


# Pieces

LINE = Zone(
    "line",
    of=SEAT,
    places=2,
    marks=[
        Counter("damage", max="rank"),
        Counter("power", start="rank", max=9),
        Counter("age", start="young"),
    ],
)
LINES = (Zone("deck", ordered=True, full=True), Zone("hand", of=SEAT), Zone("heap", ordered=True), LINE)


@pytest.fixture
def table(tiny: Open) -> Any:
    return tiny(card_game(zones=LINES), young=3).dealt(1, 2)


def test_a_card_put_down_becomes_a_piece_with_its_marks(table: Any) -> None:
    card = table.cards["red-2"]
    table.line[0][1].append(card)
    (piece,) = table.line[0][1]
    assert (piece.card, piece.damage, piece.power, piece.age) == (card, 0, 2, 3)
    assert (piece.suit, piece.rank, str(piece)) == ("red", 2, "red-2")
    added = table.line[1][0].add(card, damage=1)
    assert (added.damage, added.power) == (1, 2)
    with pytest.raises(AttributeError, match="no attribute 'armour'"):
        table.line[1][0].add(card, armour=1)


def test_a_piece_keeps_its_marks_within_its_zone_and_leaves_them_elsewhere(table: Any) -> None:
    row, other, card = table.line[0][0], table.line[0][1], table.cards["blue-3"]
    piece = row.add(card, damage=2)
    row.give(piece, other)
    assert (row, other) == ([], [piece])
    assert other[0].damage == 2
    ways: list[Callable[[Any], Any]] = [
        lambda pile: other.give(other[0], pile),
        other.give_all,
        lambda pile: other.deal(1, pile),
        lambda pile: pile.append(other.draw()),
        lambda pile: pile.extend([other.pop()]),
        lambda pile: pile.insert(0, other.pop()),
        lambda pile: pile.__setitem__(slice(0, 0), [other.pop()]),
        lambda pile: pile.__iadd__([other.pop()]),
    ]
    for pile in (table.heap, table.hand[0]):
        for way in ways:
            other[:] = [piece]
            pile.clear()
            way(pile)
            assert (other, pile) == ([], [card])
            assert type(pile[0]) is Card


def test_a_card_that_is_chosen_among_pieces_is_the_first_of_its_kind(table: Any) -> None:
    row, card = table.line[0][0], table.cards["red-3"]
    row.append(table.cards["red-1"])
    pieces = [row.add(card, damage=damage) for damage in (2, 1)]
    assert row.take(card) is pieces[0]
    row.give(card, table.heap)
    assert (row, table.heap) == ([row[0]], [card])
    with pytest.raises(RulesError, match="there is no red-3 in `line`"):
        row.take(card)
    with pytest.raises(RulesError, match="there is no red-3 in `line`"):
        row.take(pieces[1])


def test_copies_of_a_table_have_pieces_of_their_own(table: Any) -> None:
    table.line[0][0].add(table.cards["red-1"], age=4)
    for copy, other in ((table.clone(), table), (table.clone(), table.clone()), (table, table.clone())):
        age = other.clone().line[0][0][0].age
        copy.line[0][0][0].age += 1
        copy.line[0][0][0].damage = 1
        copy.line[0][1].append(table.cards["red-1"])
        piece = other.line[0][0][0]
        assert (piece.age, piece.damage, other.line[0][1]) == (age, 0, [])
        assert copy.line[0][0][0].card is piece.card


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.add(line[0].card).card,
        lambda line: line.append(line.pop()),
        lambda line: setattr(next(iter(line)), "age", 7),
        lambda line: setattr(next(reversed(line)), "age", 7),
        lambda line: [setattr(piece, "age", 7) for piece in line[:1]],
        lambda line: [setattr(piece, "age", 7) for piece in line.copy()],
        lambda line: [setattr(piece, "age", 7) for piece in line + []],  # noqa: RUF005
        lambda line: [setattr(piece, "age", 7) for piece in sorted(line, key=str)],
        lambda line: line.sort(key=lambda piece: setattr(piece, "age", 7) or 0),  # type: ignore[func-returns-value]
        lambda line: line.take(line[0].card),
        lambda line: line.clear(),
        lambda line: line.extend([line[0].card]),
    ],
)
def test_whatever_changes_a_copy_leaves_the_other_alone(tiny: Open, change: Any) -> None:
    game = tiny(card_game(zones=[*LINES[:3], Zone("field", marks=[Counter("age")])]))
    state = game.from_dict({"field": [{"card": "red-1", "age": 2}, {"card": "red-2"}], "seats": [{}, {}]})
    assert isinstance(state, KitState)
    before = state.to_dict()
    one, other = state.clone(), state.clone()
    change(one.table.field)
    assert [each.to_dict() for each in (state, other, one.clone())] == [before, before, one.to_dict()]
    piece = state.table.field.add(state.table.cards["red-3"])
    piece.age = 5
    assert state.table.field[-1] is piece


def test_unknown_marks_and_fields_are_told_in_words_of_the_game(tiny: Open) -> None:
    rules = card_game(zones=LINES)

    @rules.move("hurt")
    def hurt(table: Any) -> None:
        table.line[0][0].add(table.cards["red-1"]).damge = 1

    @rules.move("look")
    def look(table: Any) -> None:
        table.line[0][0].add(table.cards["red-1"]).colour  # noqa: B018

    @rules.move("paint")
    def paint(table: Any) -> None:
        table.line[0][0].add(table.cards["red-1"]).suit = "blue"

    state = tiny(rules, young=3).start()
    with pytest.raises(RulesError, match="the piece has no mark `damge`; did you mean `damage`"):
        state.clone().play("hurt")
    with pytest.raises(RulesError, match="the piece has no mark `suit`; declare it among the `marks`"):
        state.clone().play("paint")
    with pytest.raises(RulesError, match="the card red-1 has no field `colour`"):
        state.clone().play("look")


def test_marks_that_the_cards_do_not_have_are_told_at_their_zone(tiny: Open) -> None:
    def told(mark: Counter) -> str:
        zones = [*LINES[:3], Zone("line", marks=[mark])]
        with pytest.raises(AssertionError) as error:
            tiny(card_game(zones=zones))
        return str(error.value).partition("error: ")[2] or str(error.value)

    assert "there is no number `rules.helth` in game.yaml" in told(Counter("health", start="helth"))
    assert "red-1 has no whole number `suit` for its mark in `line`" in told(Counter("health", start="suit"))
    assert "`health` of red-3 starts at 3, which is not in 0 to 2" in told(
        Counter("health", start="rank", max=2)
    )


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([Counter("card")], "`card` already means something on a piece"),
        ([Counter("age"), Counter("age")], "the mark `age` of `line` is there once for each card"),
        ([Counter("age", of=SEAT)], "the mark `age` of `line` is there once for each card"),
    ],
)
def test_marks_that_can_not_be(marks: list[Counter], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Zone("line", marks=marks)


def test_cards_may_begin_as_pieces(tiny: Open) -> None:
    zones = [Zone("deck", ordered=True, full=True, marks=[Counter("turns")]), *LINES[1:3]]
    rules = card_game(zones=zones)
    rules.setup(lambda table: table.deck.deal(3, *table.hand))
    game = tiny(rules)
    state = game.start()
    assert [type(card) for card in state.table.hand[0]] == [Card] * 3
    position = state.to_dict()
    assert position["deck"][0] == {"card": "blue-1", "turns": 0}
    assert game.from_dict(position).to_dict() == position
    assert sum(map(len, game.referee().cards(position).values())) == 12
