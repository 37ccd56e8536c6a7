"""Boards: spaces are those that are printed, pieces know where they are, and positions name the spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest
from games import PROJECT

from generator.layout import grids
from generator.rules import RulesError, load
from generator.rules.conformance.checks.surplus import HEAP
from generator.rules.kit import SEAT, Counter, Graph, Hexes, Rules, Space, Squares, Zone
from generator.rules.kit.board import Spaces
from generator.rules.kit.cards import Numbers
from generator.rules.kit.state import KitGame
from generator.rules.kit.terminal import KitDisplay
from generator.rules.positions import BadPosition
from generator.rules.terminal import drawn_lines
from rules.kit.conftest import Open, card_game

PAGE = Path(__file__).resolve().parents[3] / "docs" / "your-own-rules.md"
SECTION = PAGE.read_text("utf-8").partition("\n### Boards\n")[2].partition("\n### ")[0]
SCOUTS = [
    {"id": "red-scout", "name": "Red Scout", "side": "red", "begins": "a3"},
    {"id": "blue-scout", "name": "Blue Scout", "side": "blue", "begins": "e3"},
]
NUMBERS = Numbers({"field": {"columns": 4, "rows": 3, "label": "A1", "side": 9}, "ground": {"wood": ["C2"]}})
STARS = {
    "stars": [{"name": "Anvil", "links": "Ember Gate; Brook"}, {"name": "Ember Gate"}, {"name": "Brook"}]
}


def settled(plan: Any, data: Mapping[str, object] | None = None) -> Spaces:
    spaces = plan.settled("field", NUMBERS, data or {})
    assert isinstance(spaces, Spaces)
    return spaces


def shown_game() -> Rules:
    """The game that the page shows."""
    names: dict[str, Any] = {}
    code = next(block for block in re.findall(r"```python\n(.*?)```", SECTION, re.S) if "SIDES" in block)
    exec(code, names)
    rules = names["rules"]
    assert isinstance(rules, Rules)
    return rules


@pytest.fixture
def shown(tiny: Open) -> KitGame:
    return tiny(shown_game(), SCOUTS)


# Spaces


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("hex", {"columns": 5, "rows": 4}),
        ("hex", {"columns": 5, "rows": 4, "shift": "odd", "label": "A1"}),
        ("hex", {"columns": 4, "rows": 5, "flat": False, "label": "1.1"}),
        ("hex", {"columns": 4, "rows": 5, "flat": False, "shift": "odd"}),
        ("hex", {"radius": 3, "label": "A1"}),
        ("hex", {"radius": 2, "flat": False, "label": "1"}),
        ("square", {"columns": 5, "rows": 4}),
        ("square", {"columns": 5, "rows": 4, "upward": True, "label": "1A"}),
    ],
)
def test_the_spaces_are_those_that_are_printed(kind: str, words: dict[str, Any]) -> None:
    """They have the same names, and neighbours are those whose middles are nearest."""
    spaces = settled((Hexes if kind == "hex" else Squares)(**words))
    printed = (grids.hex_grid if kind == "hex" else grids.square_grid)(**words, side=10)
    at = {space["label"].lower(): (space["x"], space["y"]) for space in printed}
    assert spaces.names == tuple(at)
    apart = 10 * 3**0.5 if kind == "hex" else 10
    for space in at:
        near = {other for other in at if other != space and dist(at[space], at[other]) < apart + 0.01}
        assert set(spaces.neighbours(space)) == near
        for other in spaces.rays(space).get("n", ()):
            assert at[other][1] < at[space][1]
            assert at[other][0] == pytest.approx(at[space][0])


@pytest.mark.parametrize(
    "plan", [Hexes(6, 5, label="A1"), Hexes(radius=3, flat=False), Squares(6, 5, diagonal=True)]
)
def test_a_line_is_a_way_without_a_detour_and_the_same_from_both_ends(plan: Any) -> None:
    spaces = settled(plan)
    for space in spaces.names:
        for other in spaces.names:
            between = spaces.line(space, other)
            assert between == spaces.line(other, space)[::-1]
            if other != space:
                way = [space, *between, other]
                assert len(way) - 1 == spaces.distance(space, other)
                assert all(b in spaces.neighbours(a) for a, b in pairwise(way))


def test_what_is_asked_of_squares() -> None:
    board = settled(Squares(8, 8, diagonal=True, upward=True))
    assert board.line("a1", "e5") == ("b2", "c3", "d4")
    assert board.rays("f6")["ne"] == ("g7", "h8")
    assert board.distance("a1", "h3") == 7
    assert len(board.rows(4)) == 2 * 5 * 8 + 2 * 5 * 5
    plain = settled(Squares(3, 3))
    assert (plain.distance("a1", "c3"), plain.neighbours("b2")) == (4, ("b1", "c2", "b3", "a2"))


def test_reach_goes_round_what_can_not_be_entered() -> None:
    board = settled(Squares(3, 3))
    assert board.reach("a1", 1) == ("b1", "a2")
    assert "c1" not in board.reach("a1", 2, without=["b1"])
    assert "c1" in board.reach("a1", 6, without=["b1", "b2"])
    assert board.reach("a1", 9, without={"b1", "a2"}) == ()


def test_words_and_ground_may_stand_in_game_yaml() -> None:
    board = settled(Hexes("field", ground="ground"))
    assert board.names[-1] == "d3"
    assert (board.ground("c2"), board.ground("a1"), board.on_ground("wood")) == ("wood", None, ("c2",))


def test_a_graph_may_be_the_table_that_is_drawn() -> None:
    board = settled(Graph("stars"), STARS)
    assert board.neighbours("anvil") == ("ember-gate", "brook")
    assert board.neighbours("brook") == ("anvil",)
    assert board.distance("brook", "ember-gate") == 2
    assert settled(Graph({"a": ["b"], "b": [], "c": []})).distance("a", "c") is None


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: settled(Squares("fild")), "did you mean `field`?"),
        (lambda: settled(Squares(3)), "a board needs its `rows`"),
        (lambda: settled(Squares(40, 40)), "a board of 1,600 spaces: there are at most 1,000"),
        (lambda: settled(Squares(0, 3)), "a board of 0 × 3 spaces has none"),
        (lambda: settled(Squares(3, 3, label="a1")), "no label such as 'a1'; did you mean `A1`?"),
        (lambda: settled(Hexes(3, 3, radius=2)), "`radius`, or `columns` and `rows`, not both"),
        (lambda: settled(Hexes(radius=0)), "`radius` is 0, which is not in 1 to 50"),
        (lambda: settled(Hexes(3, 3, shift="evn")), "did you mean `even`?"),
        (
            lambda: settled(Squares(3, 3, ground={"wood": ["d1"]})),
            "the ground `wood`: there is no space 'd1'",
        ),
        (lambda: settled(Squares(3, 3, ground={"wood": "a1", "hill": ["a1"]})), "both `wood` and `hill`"),
        (lambda: settled(Squares(3, 3, ground="ground")).on_ground("wod"), "did you mean `wood`?"),
        (
            lambda: settled(Graph({"mill": ["fort"], "ford": []})),
            "no space beside mill: 'fort'; did you mean `ford`",
        ),
        (lambda: settled(Graph({"a": 3})), "there is no space beside a: '3'"),
        (lambda: settled(Graph("star"), STARS), "did you mean `stars`?"),
        (lambda: settled(Graph("stars"), {"stars": [{"links": "a"}]}), "needs a row for each space"),
        (lambda: settled(Graph({"a": []})).line("a", "a"), "a graph: it has no straight lines"),
        (lambda: settled(Squares(3, 3)).neighbours("d9"), "no space 'd9' on `field`; there are a1 to c3"),
        (lambda: settled(Hexes(9, 9)).distance("0101", "0100"), "there are 0101 to 0909"),
        (lambda: Zone("field", board=Squares(3, 3), places=2), "no `places` but its spaces"),
        (lambda: Zone("field", board=Squares(3, 3), marks=[Counter("space")]), "`space` already means"),
        (lambda: Rules(seats=2, zones=[Zone("field", board="hexes")]), "is Squares, Hexes or a Graph"),  # type: ignore[arg-type]
    ],
)
def test_what_can_not_be_is_told(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(RulesError, match=re.escape(message)):
        ask()


def test_a_space_can_only_be_chosen_on_a_board(tiny: Open) -> None:
    rules = card_game()
    rules.move("go {space}", space=Space("heap"))(lambda table, space: table.tell(space))
    with pytest.raises(AssertionError, match="`heap` has no spaces to choose from"):
        tiny(rules)


# Pieces


def test_pieces_know_where_they_are(shown: KitGame) -> None:
    state = shown.start()
    field: Any = state.table.field
    (piece,) = field["a3"]
    assert (piece.space, piece.side, piece.shots) == ("a3", "red", 0)
    copy = state.clone()
    state.play("go a3 to b3")
    assert (piece.space, field["a3"], field.occupied()) == ("b3", [], ["b3", "e3"])
    assert [other.space for other in copy.table.field.pieces()] == ["a3", "e3"]
    copy.play("go a3 to a2")
    assert copy.table.field["a2"][0].space == "a2"
    assert piece.space == "b3"


def test_the_board_is_not_taken_for_a_pile(shown: KitGame) -> None:
    field: Any = shown.start().table.field
    piece = field["a3"][0]
    ways: list[Callable[[], object]] = [
        lambda: field.append(piece),
        lambda: field.give(piece, field["a1"]),
        lambda: field.__setitem__("a1", [piece]),
        lambda: field.__delitem__("a1"),
        lambda: field.pop("a3"),
        field.clear,
        lambda: piece in field,
        lambda: field[piece],
    ]
    for way in ways:
        with pytest.raises(RulesError, match=r"`field` has a pile on each space: .* `field\[\"a1\"\]`"):
            way()
    with pytest.raises(RulesError, match="no space 'f9' on `field`; there are a1 to e5"):
        field["f9"]


def test_who_sets_the_space_of_a_piece_is_told_how_it_moves(tiny: Open) -> None:
    rules = shown_game()

    @rules.move("fly")
    def fly(table: Any) -> None:
        table.field.pieces()[0].space = "a1"

    with pytest.raises(RulesError, match="a piece goes to another space by `give`"):
        tiny(rules, SCOUTS).start().play("fly")


# Positions


def test_the_game_of_the_page_is_played_and_written(shown: KitGame) -> None:
    dice = Random(3)
    for seed in range(4):
        state = shown.start(seed=seed)
        while state.player is not None:
            position = state.to_dict()
            again = shown.from_dict(position)
            assert (again.to_dict(), again.legal()) == (position, state.legal())
            assert all(position["field"].values())
            assert shown.referee().cards(position)["all"] in (
                ["red-scout", "blue-scout"],
                ["blue-scout", "red-scout"],
            )
            state.apply(dice.choice(state.legal()))
        assert state.result().reason in ("somebody was hit", "nobody was hit")


def test_positions_that_can_not_be(shown: KitGame) -> None:
    def told(field: Any) -> str:
        with pytest.raises(BadPosition) as error:
            shown.from_dict({"field": field, "seats": [{}, {}]})
        return str(error.value)

    assert "field.f9: there is no space 'f9' on `field`; there are a1 to e5" in told({"f9": []})
    assert "field.a1[0].card: 'red-scot' is not a card; did you mean `red-scout`?" in told(
        {"a1": [{"card": "red-scot"}]}
    )
    assert "2 copies of red-scout, and the game has 1" in told(
        {"a1": [{"card": "red-scout"}], "a2": [{"card": "red-scout"}]}
    )
    assert "field: expected keys and values" in told([])


def test_a_board_without_marks_and_boards_of_seats(tiny: Open) -> None:
    zones = [
        *card_game().zones[:3],
        Zone("mat", of=SEAT, board=Squares(2, 2)),
        Zone("map", board=Graph({"a": ["b"], "b": []})),
    ]
    rules = card_game(zones=zones)

    @rules.setup
    def deal(table: Any) -> None:
        table.deck.deal(3, *table.hand)
        table.deck.give(table.deck[0], table.mat[1]["b2"])
        table.deck.give(table.deck[0], table.map["b"])

    game = tiny(rules)
    state = game.start()
    position = state.to_dict()
    (word,) = position["seats"][1]["mat"]["b2"]
    assert (position["seats"][0]["mat"], list(position["map"])) == ({}, ["b"])
    assert game.from_dict(position).to_dict() == position
    assert state.clone().table.mat[1]["b2"][0].space == "b2"
    assert sum(map(len, game.referee().cards(position).values())) == 12
    assert type(state.determinize(0, game.start().table.shuffler).table.map["b"][0]).__name__ == "Piece"
    drawn = "\n".join(drawn_lines(KitDisplay(game), state.view(0), 80))
    assert "|b2" in drawn
    assert word.split("-")[0] in drawn.lower()
    assert re.search(r"  b +\w.*to a", drawn)


# Drawn


def test_the_board_is_drawn_as_the_page_shows(shown: KitGame) -> None:
    (drawing,) = re.findall(r"```text\n(.*?)```", SECTION, re.S)
    lines = drawn_lines(KitDisplay(shown), shown.start().view(0), 80)
    drawn = "\n".join(map(str.rstrip, lines))
    assert drawing in drawn
    assert "RS  Red Scout: a3" in drawn
    assert re.search(r"\^ +wood", drawn)


def test_a_board_that_is_too_wide_is_listed(shown: KitGame) -> None:
    drawn = "\n".join(drawn_lines(KitDisplay(shown), shown.start().view(0), 20))
    assert "/a1" not in drawn
    assert "a3" in drawn


def test_more_of_a_piece_than_there_are_is_refused(shown: KitGame) -> None:
    position = shown.start().to_dict()
    position["field"]["a3"] *= HEAP
    with pytest.raises(BadPosition, match="copies of red-scout, and the game has 1"):
        shown.from_dict(position)


def test_a_piece_may_be_written_by_its_card_alone() -> None:
    game = load(str(PROJECT / "tests" / "gallery" / "briar-ridge"))
    field = {"c3": ["fox-slinger"], "g3": [{"card": "badger-runner"}]}
    written = game.from_dict({"game": "briar-ridge", "seats": [{}, {}], "field": field}).to_dict()["field"]
    assert written["c3"] == [{"card": "fox-slinger", "hits": 1, "acted": 0}]
    with pytest.raises(BadPosition) as caught:
        game.from_dict({"game": "briar-ridge", "seats": [{}, {}], "field": {"c3": ["fox-singer"]}})
    assert str(caught.value).startswith("field.c3[0]: 'fox-singer' is not a card")
    assert "\n" not in str(caught.value)
