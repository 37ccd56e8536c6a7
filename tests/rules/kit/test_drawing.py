"""Tables of the kit at the terminal: lanes with what both sides have there, markers on tracks, odd names."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from generator.catalog.screen import Listed, labels, table_of
from generator.rules.kit import SEAT, Counter, Zone
from generator.rules.kit.state import KitGame
from generator.rules.terminal import display_for, drawn_lines
from rules.kit.conftest import ZONES, Open, card_game

LANES = (*ZONES, Zone("lane", of=SEAT, places=2))


def drawn(game: KitGame, seat: int | None, **changes: Any) -> str:
    position = game.start(seed=1).to_dict()
    position["deck"] = []
    for held in position["seats"]:
        held["hand"] = ["blue-3"] if held is position["seats"][0] else []
    position["seats"][1]["lane"] = [[], ["red-1", "red-1", "blue-2"]]
    view = game.from_dict(position | changes).view(seat or 0) | {"seat": seat}
    return "\n".join(line.rstrip() for line in drawn_lines(display_for(game, None), view, 80))


def test_both_sides_of_a_lane_face_each_other(tiny: Open) -> None:
    game = tiny(card_game(zones=LANES))
    assert (
        "  place  your lane  lane of seat 1\n"
        "      0  -          -\n"
        "      1  -          2 × red 1, blue 2\n" in drawn(game, 0)
    )
    assert "  place  your lane          lane of seat 0\n" in drawn(game, 1)
    assert "  place  lane of seat 0  lane of seat 1\n" in drawn(game, None)


def test_lanes_that_have_no_room_abreast_stay_in_the_rows_of_their_seats(tiny: Open) -> None:
    screen = drawn(tiny(card_game(zones=(*LANES, Zone("camp", of=SEAT, places=2)), seats=3)), 0)
    assert "place" not in screen
    assert "1: 2 × red 1, blue 2" in screen


def test_a_counter_with_a_middle_is_a_marker_on_a_track(tiny: Open) -> None:
    counters = [
        Counter("front", min=-2, max=2),
        Counter("mood", of=SEAT, min=-1, max=1),
        Counter("debt", min=-999),
    ]
    screen = drawn(tiny(card_game(zones=LANES, counters=counters)), 0, front=-1, debt=-7)
    assert screen.startswith("Debt -7\n\n  front  ·-[-1]-·-·-·\n")
    assert "seat 1        ·-[0]-·  -" in screen


def test_names_in_brackets_are_no_markup_and_rows_are_broken_between_names() -> None:
    console = Console(width=25)
    with console.capture() as shown:
        console.print(
            table_of([*labels("[b]card"), "row"], [["[i]Rat:smile:", Listed(["Big Billy", "Kid"])]])
        )
    assert [line.rstrip() for line in shown.get().splitlines()] == [
        "[b]card        row",
        "[i]Rat:smile:  Big Billy,",
        "               Kid",
    ]
