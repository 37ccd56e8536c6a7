"""Moves declared by their forms: numbers, words, and what is said of text that is no move."""

from __future__ import annotations

import pytest

from generator.rules import IllegalMove
from generator.rules.notation import NO_MOVE, Moves

KINDS = ["infantry", "tank"]


@pytest.fixture
def moves() -> Moves:
    moves = Moves()
    moves.add("done")
    moves.add("stage {lane} {kind}", lane=range(3), kind=KINDS)
    moves.add("pit {one} {other}", one=KINDS, other=KINDS, where=lambda one, other: one < other,
              alias="pit {other} {one}")  # fmt: skip
    moves.add("choose {kind}", kind=KINDS)
    moves.add("choose {number}", number=range(2))
    moves.add("never {number}", number=[])
    return moves


def test_moves_are_numbered_in_the_order_of_their_forms_and_choices(moves: Moves) -> None:
    assert moves.texts == [
        "done",
        "stage 0 infantry", "stage 0 tank", "stage 1 infantry", "stage 1 tank",
        "stage 2 infantry", "stage 2 tank", "pit infantry tank",
        "choose infantry", "choose tank", "choose 0", "choose 1",
    ]  # fmt: skip
    assert [moves.parse(text) for text in moves.texts] == list(range(moves.count))
    assert moves.column("lane") == [NO_MOVE, 0, 0, 1, 1, 2, 2, *[NO_MOVE] * 5]
    assert moves.column("kind", "one") == [NO_MOVE, 0, 1, 0, 1, 0, 1, 0, 0, 1, NO_MOVE, NO_MOVE]


def test_rows_and_grids_have_no_move_where_there_is_none(moves: Moves) -> None:
    _, stage, pit, *_ = moves.families
    assert stage.grid() == [[1, 2], [3, 4], [5, 6]]
    assert pit.grid() == [[NO_MOVE, 7], [NO_MOVE, NO_MOVE]]
    assert moves.add("send {kind}", kind=KINDS, where=lambda kind: kind == 1).row() == [NO_MOVE, 12]


def test_another_way_to_write_a_move_means_the_same(moves: Moves) -> None:
    assert moves.parse("PIT tank infantry") == moves.parse("pit infantry tank")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stage 2 tnak", "'tnak' is not a kind; did you mean `tank`?"),
        ("stage 2 plane", "'plane' is not a kind; expected infantry or tank"),
        ("stage 3 tank", "there is no lane 3: the lanes are 0 to 2"),
        ("stage two tank", "there is no lane 'two': the lanes are 0 to 2"),
        ("pit tank tank", "did you mean `pit tank infantry`?"),
        ("stage 01 plane", "'plane' is not a kind; expected"),
        ("stage " + "9" * 5000 + " tank", "9…: the lanes are 0 to 2"),
        ("choose 400", "there is no number 400: the numbers are 0 to 1"),
        ("choose boat", "'boat' is not a kind; expected infantry or tank"),
        ("never 1", "a move begins with done, stage, pit or choose"),
        ("stage", "a move of this kind reads like `stage 2 tank`"),
        ("stag 2 tank", "did you mean `stage`?"),
        ("charge", "a move begins with done, stage, pit or choose"),
        ("stage  2 tank", "write it as `stage 2 tank`"),
    ],
)
def test_what_is_no_move_is_refused_with_what_can_be_chosen(moves: Moves, text: str, message: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        moves.parse(text)
    assert message in str(caught.value)


def test_words_of_other_letters_are_read_small_and_large_alike() -> None:
    moves = Moves()
    moves.add("Play {card}>{other}", card=["Ärger", "ΟΔΟΣ"], other=["İ", "b"], alias="{other} by {card}")
    assert moves.texts == ["Play Ärger>İ", "Play Ärger>b", "Play ΟΔΟΣ>İ", "Play ΟΔΟΣ>b"]
    assert [moves.parse(text) for text in moves.texts] == [0, 1, 2, 3]
    assert moves.parse("PLAY ärger>B") == 1
    assert moves.parse("play οδοσ>b") == moves.parse("B BY οδοσ") == 3
