"""Where a game lies on its table: `table` in game.yaml, what is wrong in it, and what is found by it."""

from __future__ import annotations

import pytest

from generator.catalog.models import layout_for

from .game_folder import GameFolder

COMPONENTS = """\
title: Tiny
rules: {field: {columns: 3, rows: 2}}
components:
  decks: {size: poker, front: card.xml.j2, cards: [{id: moss}]}
  board:
    kind: board
    size: 200 x 100 mm
    front: card.xml.j2
    cards: [{id: north}, {id: south}]
"""


def of_table(folder: GameFolder, table: str) -> list[str]:
    """What is wrong with a game with that table."""
    folder.write("game.yaml", COMPONENTS + table)
    return folder.problems()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "table:\n  middle:\n    ground: bord\n    zones: {}\n",
            "my-game/game.yaml:12:13: error: table.middle.ground: there is no component 'bord'; "
            "did you mean `board`?",
        ),
        (
            "table:\n  middle:\n    ground: board/west\n    zones: {}\n",
            "my-game/game.yaml:12:13: error: table.middle.ground: `board` has no 'west'; it has north, south",
        ),
        (
            "table:\n  seat:\n    zones:\n      deck: {box: [0, 0, 10, 10]}\n",
            "my-game/game.yaml:12:5: error: table.seat: how large it is, is not said; ",
        ),
        (
            "table:\n  middle:\n    ground: board\n    zones:\n      deck: {box: [150, 0, 60, 90]}\n",
            "my-game/game.yaml:14:19: error: table.middle.zones.deck.box: the box lies outside of what is "
            "200 x 100 mm large; ",
        ),
        (
            "table:\n  middle:\n    ground: board\n    zones:\n      deck: {box: [0, 0, 60]}\n",
            "my-game/game.yaml:14:19: error: table.middle.zones.deck.box: expected a box of four lengths, ",
        ),
        (
            "table:\n  middle:\n    ground: board\n    zones:\n      deck: {by: kind, box: [0, 0, 60, 90]}\n",
            "my-game/game.yaml:14:13: error: table.middle.zones.deck: a zone has a box, boxes by a field, "
            "or a grid of spaces; ",
        ),
        (
            "table:\n  middle:\n    ground: board\n    zones:\n      deck: {box: [0, 0, 6, 9], lies: flat}\n",
            "my-game/game.yaml:14:39: error: table.middle.zones.deck.lies: expected one of right, left, ",
        ),
        (
            "table:\n  middle:\n    ground: board\n    zones:\n      land: {hexes: feld}\n",
            "my-game/game.yaml:14:21: error: table.middle.zones.land.hexes: there is no 'feld' ",
        ),
        (
            "table:\n  seat:\n    ground: board\n    zones:\n      seats.0.deck: {box: [0, 0, 60, 90]}\n",
            "my-game/game.yaml:14:21: error: table.seat.zones.seats.0.deck: the zones of a seat are named as "
            "seen from it, got 'seats.0.deck'; write `deck`, or put it under `middle`",
        ),
        (
            "table:\n  - {seats: 2, upright: 0}\n",
            "my-game/game.yaml:11:5: error: table.0: neither `middle` nor `seat` says what lies where",
        ),
    ],
)
def test_a_table_that_can_not_be_so_is_reported(game: GameFolder, table: str, message: str) -> None:
    (found,) = of_table(game, table)
    assert found.startswith(message), found


def test_places_are_found_by_the_keys_of_positions(game: GameFolder) -> None:
    table = """\
table:
  - seats: [2, 3]
    middle:
      ground: board/south
      size: 300 x 200 mm
      zones:
        lanes.*.troops.0: {box: [0, 0, 63.5, 88.9], next: 70 x 0 mm, lies: up}
        deck: {box: [5, "1 cm", 60, 90], turn: 90}
  - seat: {ground: board, zones: {hand: {box: [0, 0, 60, 90]}}}
"""
    game.write("game.yaml", COMPONENTS + table)
    layouts = game.sound().tables
    for_two, for_four = layout_for(layouts, 2), layout_for(layouts, 4)
    assert for_two is layout_for(layouts, 3)
    assert for_two is not None
    assert for_two.middle is not None
    assert (for_two.middle.width, for_two.middle.ground) == (300.0, ("board", "south"))
    found = for_two.middle.find(["lanes", 2, "troops", 0])
    assert found is not None
    lanes, number = found
    assert number == 2
    assert lanes.box is not None
    assert lanes.box.moved(lanes.next, number).x == 140.0
    deck = for_two.middle.find(["deck"])
    assert deck is not None
    assert deck[0].box is not None
    assert (deck[0].box.y, deck[0].turn) == (10.0, 90)
    assert for_two.middle.find(["lanes", 2, "troops", 1]) is None
    assert for_four is not None
    assert for_four.seat is not None
    assert (for_four.seat.height, for_four.seat.ground) == (100.0, ("board", "north"))
