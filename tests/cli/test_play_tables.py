"""Tables at the terminal: what they show of a view, and a game that has no table of its own."""

from __future__ import annotations

import io

import pytest
from games import bundled_game

from generator.cli.play.session import Choices
from generator.rules import load
from generator.rules.terminal import PlainDisplay, display_for
from generator.sim.matches.match import view_for
from tests.cli.drawing import drawn, state_of, table_of
from tests.cli.playing import GAMES
from tests.rules.leduc import Leduc

GATE_SEATS = [
    {"deck": ["M1"] * 7, "hand": ["A2", "A2"], "field": ["S4", "A1"], "discard": ["M2"], "started": True},
    {"deck": ["M1"] * 9, "hand": ["S6"], "field": ["M3", "S2"], "discard": [], "started": True},
]
ATTACK = {"card": "S4", "target": 1, "blocks": ["M3", "S2"], "boosts": ["A2"], "block_boosts": []}


def test_battle_gate_shows_attacks_with_blocks_and_boosts() -> None:
    seats = [seat | {"out": False} for seat in GATE_SEATS]
    seats[0] = seats[0] | {
        "hand": ["M1", "M1", "A2"],
        "discard": ["M2"],
        "allowance": {"cards": 1, "power": 2},
    }
    seats[1] = seats[1] | {"hand": ["A1", "S6"], "allowance": {"cards": 1, "power": 2}}
    state = state_of(
        "battle-gate",
        turn=5,
        active=0,
        first=0,
        phase="boost",
        player=1,
        passes=0,
        attacks=[ATTACK],
        seats=seats,
    )
    screen = drawn(table_of("battle-gate"), state.view(0))
    assert "Turn 5, your turn: boosts" in screen
    assert "> seat 0 (you)     7     3  S4  A1  M2" in screen
    assert "  seat 1           9     2  M3  S2  -" in screen
    assert "       0  S4 + A2          seat 1      6  M3 + S2                 5" in screen
    assert "Your hand: M1x2  A2   may still play 1 card, 2 power in all" in screen
    assert "S6" not in screen
    assert "boost the defence against attack 0 (S4 + A2) with an assassin of 2" in table_of(
        "battle-gate"
    ).say("boost A2>0", state.view(0))


def test_hold_the_line_shows_the_front_from_one_s_own_side() -> None:
    lanes = [{"front": 0, "troops": [[], []]} for _ in range(5)]
    lanes[2] = {"front": 1, "troops": [["infantry 3/0"], ["tank 3/2", "anti-armor 2/1"]]}
    army = ["infantry"] * 8 + ["anti-armor"] * 4 + ["tank"] * 2
    hands = [["infantry", "tank"], ["infantry", "anti-armor"]]
    seats = []
    for hand, troops in zip(hands, (["infantry"], ["tank", "anti-armor"]), strict=True):
        rest = army.copy()
        for card in (*hand, *troops):
            rest.remove(card)
        seats.append({"deck": rest, "hand": hand, "discard": []})
    state = state_of("hold-the-line", round=3, phase="stage", lanes=lanes, seats=seats)
    ours, theirs = (drawn(table_of("hold-the-line"), state.view(seat)).splitlines() for seat in (0, 1))
    lane, below = words_of(ours, 2)
    assert lane == ["2", "infantry", "3/0", "r-y-g-[Y]-r", "tank", "3/2"]
    assert below == ["anti-armor", "2/1"]
    lane, below = words_of(theirs, 2)
    assert lane == ["2", "tank", "3/2", "r-[Y]-g-y-r", "infantry", "3/0"]
    assert below == ["anti-armor", "2/1"]


def words_of(lines: list[str], lane: int) -> tuple[list[str], list[str]]:
    """The words of a lane's line, and of the one below."""
    at = next(number for number, line in enumerate(lines) if line.startswith(f"     {lane} "))
    return lines[at].split(), lines[at + 1].split()


def test_hold_the_gates_shows_both_ranks_with_their_strength_now() -> None:
    seats = [
        {"deck": [], "hand": ["grunt"], "discard": [], "field": ["grunt 1 +armoured-grunt"], "gates": []},
        {
            "deck": [],
            "hand": ["militia"],
            "discard": [],
            "field": ["archers 0"],
            "gates": ["militia-captain"],
        },
    ]
    state = state_of(
        "hold-the-gates",
        turn=1,
        tier=1,
        phase="preparation",
        to_act=0,
        settlement="city",
        damage=2,
        seats=seats,
    )
    screen = drawn(table_of("hold-the-gates"), state.view(0))
    assert "City: 2 of 5 damage. You are to play a card." in screen
    assert "gates  Grunt 4, 1 damage (Shield)  Archers 4, ranged 3" in screen
    assert "Shove: One of your units has +1 strength this turn." in " ".join(screen.split())
    assert "Brace" not in screen


@pytest.mark.parametrize("game", GAMES)
def test_whoever_watches_sees_all_hands_and_no_deck(game: str) -> None:
    state = load(game).start(seed=2)
    view = view_for(state, None)
    assert all(isinstance(seat["hand"], list) for seat in view["seats"])
    piles = [
        place.get(key, 0) for place in (view, *view["seats"]) for key in ("deck", "pile", "events", "horde")
    ]
    assert all(isinstance(pile, int) for pile in piles)
    assert any(piles)
    assert "shuffler" not in view
    assert drawn(table_of(game), view)


def test_a_game_without_a_table_is_drawn_plainly() -> None:
    table = display_for(Leduc(), bundled_game("battle-gate"))
    assert isinstance(table, PlainDisplay)
    state = Leduc().start(seed=3)
    screen = drawn(table, state.view(0))
    assert "  round: 1" in screen
    assert "  deck: 4" in screen
    hand = state.to_dict()["hands"][0][0]
    assert f"0: {hand}" in screen
    assert state.to_dict()["hands"][1][0] not in screen
    assert not table.is_open("raise")


def test_many_choices_stand_in_columns_where_there_is_room() -> None:
    state = load("hold-the-line").start(seed=4)
    while "done" not in [state.text(move) for move in state.legal()]:
        state.apply(state.legal()[-1])
    assert state.player is not None
    choices = Choices(state, PlainDisplay(), state.view(state.player))
    from rich.console import Console

    out = Console(file=io.StringIO(), width=100, color_system=None)
    out.print(*choices.draw(100))
    assert isinstance(out.file, io.StringIO)
    lines = out.file.getvalue().splitlines()
    assert len(lines) < len(choices)
    assert len(choices) > 9
    assert [word for word in " ".join(lines).split() if word == str(len(choices))]
