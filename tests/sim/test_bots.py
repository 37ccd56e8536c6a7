"""Bots decide from what their seat may know, alike in every run, and greedy plays with sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.catalog.problems import InputError
from generator.rules import Game, State, View, load, playable_games
from generator.sim.bots import bot_names, make_bot
from tests.rules.leduc import Leduc
from tests.sim.positions import gate, line

GAMES = playable_games()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def play(game: Game, names: Mapping[int, str], seed: int, **setup: Any) -> State:
    """A game between bots, played to its end."""
    state = game.start(seed=seed, **setup)
    bots = {seat: make_bot(name, game, seed, seat) for seat, name in names.items()}
    while state.player is not None:
        seat = state.player
        state.apply(bots[seat].choose(state.view(seat), state.legal()))
    return state


@pytest.mark.slow
def test_greedy_beats_random(game: Game) -> None:
    """In every seat; the long run is in docs/playing.md."""
    games, won = 4 if game.name == "gateway" else 10, 0
    for number in range(games):
        seat = number % 2
        result = play(game, {seat: "greedy", 1 - seat: "random"}, number // 2).result()
        won += result.winners == (seat,)
    assert won >= 0.8 * games


def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    first, again = (play(game, {0: "greedy", 1: "random"}, 5) for _ in range(2))
    assert first.to_dict() == again.to_dict()


def test_another_seed_plays_another_game(game: Game) -> None:
    names = {0: "random", 1: "random"}
    assert play(game, names, 5).to_dict() != play(game, names, 6).to_dict()


SYMMETRIC = ["battle-gate", "gateway", "hold-the-line"]


def test_the_games_whose_seats_are_alike() -> None:
    """In Hold the Gates! they are two sides; in Strongholds they draw from one pile, seat 0 first."""
    assert [name for name in GAMES if load(name).symmetric] == SYMMETRIC


@pytest.mark.parametrize("name", SYMMETRIC)
def test_greedy_chooses_alike_in_every_seat(name: str) -> None:
    """With the same seed it makes the same move from what another seat sees, when that is all the same."""
    game = load(name)
    seats = game.seats[-1]
    state = game.start(seed=4, **next(setup for setup in game.setups() if setup.get("seats", 2) == seats))
    chance = make_bot("random", game, 3, 0)
    asked: set[int] = set()
    for _ in range(24):
        if state.player is None:
            break
        seat, view, legal = state.player, state.view(state.player), state.legal()
        asked.add(seat)
        move = make_bot("greedy", game, 1, 0).choose(view, legal)
        for by in range(1, seats):
            seen = game.rotate(view, by)
            assert seen is not None
            assert seen["seat"] == (seat + by) % seats
            moves = sorted(game.rotate_move(one, view, by) for one in legal)
            choice = make_bot("greedy", game, 1, 0).choose(seen, moves)
            assert choice == game.rotate_move(move, view, by)
        state.apply(chance.choose(view, legal))
    assert len(asked) > 1


def test_greedy_calls_the_seats_by_their_numbers() -> None:
    """Though it thinks as if it sat at seat 0."""
    game = load("battle-gate")
    attacks = [{"card": "S2", "target": 1, "blocks": [], "boosts": [], "block_boosts": []}]
    position = gate(
        "defend", {"field": ["S2"]}, {"field": ["M5"], "deck": ["M1"] * 5}, player=1, attacks=attacks
    )
    state = game.from_dict(position)
    best = make_bot("greedy", game, 1, 1).advise(state.view(1), state.legal())[0]
    assert state.text(best.move) == "block M5>0"
    assert best.outlook() == (
        "seat 0 8 cards in deck and hand and 0 power in play; "
        "you 5 cards in deck and hand and 5 power in play"
    )
    last = gate("attack", {"field": ["S4"]}, {"deck": []}, active=1, turn=8)
    last["seats"].reverse()
    state = game.from_dict(last)
    best = make_bot("greedy", game, 1, 1).advise(state.view(1), state.legal())[0]
    assert best.outlook() == "seat 1 is the last player in"


def test_a_bot_knows_no_more_than_its_view(game: Game) -> None:
    """With the hidden cards dealt anew, so that the view is the same, it decides the same."""
    from generator.rules import Shuffler

    state = game.start(seed=3)
    chance = make_bot("random", game, 3, 0)
    compared = 0
    while state.player is not None and compared < 12:
        seat = state.player
        view: View = state.view(seat)
        other = game.from_dict(game.determinize(view, seat, Shuffler(compared)))
        if other.player == seat and other.view(seat) == view and other.to_dict() != state.to_dict():
            decisions = [
                make_bot("greedy", game, 1, seat).choose(one.view(seat), one.legal())
                for one in (state, other)
            ]
            assert decisions[0] == decisions[1]
            compared += 1
        state.apply(chance.choose(view, state.legal()))
    assert compared > 4


def test_greedy_plays_a_game_without_a_judge_of_its_own() -> None:
    """It plays on at random there, and that is enough to fold less and win more than chance."""
    game = Leduc()
    chips = 0
    for number in range(60):
        seat = number % 2
        chips += play(game, {seat: "greedy", 1 - seat: "random"}, number // 2).result().scores[seat]
    assert chips > 0


def test_four_players_of_battle_gate() -> None:
    result = play(
        load("battle-gate"), {0: "greedy", 1: "random", 2: "random", 3: "random"}, 2, seats=4
    ).result()
    assert result.winners == (0,)


def test_the_bots_are_found_by_their_names() -> None:
    assert bot_names() == ("greedy", "random", "search")
    with pytest.raises(InputError, match="unknown bot 'gready'") as error:
        make_bot("gready", load("battle-gate"), 1, 0)
    assert error.value.hint == "did you mean `greedy`?"


# What greedy does in positions


def siege(**first: Any) -> dict[str, Any]:
    """Seat 1's Jack with a five stands before seat 0, whose Queen is at home; the Jack is in the field."""
    seats = [
        {"royals": ["QH", "JH"], "hand": ["5D", "2D"], "general": "JH", "target": 1, "troops": ["3H"]},
        {"royals": ["KS", "JS"], "hand": [], "general": "JS", "target": 0, "troops": ["5S"]},
    ]
    seats[0] |= first
    return {
        "game": "strongholds",
        "turn": 2,
        "phase": "defence",
        "choosing": 0,
        "pile": ["9C"],
        "seats": seats,
    }


def district(board: str, owner: int | None, *cards: str) -> dict[str, Any]:
    return {"board": board, "tokens": ["x"], "owner": owner, "cards": list(cards)}


def city(phase: str, **more: Any) -> dict[str, Any]:
    """Seat 0's turn, early in a game; nobody holds a district."""
    starter = ["merchant"] * 7 + ["rebel"] * 3
    seats = [{"deck": starter, "hand": [], "army": ["red-templar", "rebel"]}, {"deck": starter}]
    districts = [
        district("the-foundry", None, "city-guard"),
        district("portal-court", None, "elite-guard", "elite-guard"),
        district("rampart-row", 1),
        district("ash-gardens", 1),
    ]
    for place, tokens in zip(districts, (["a", "b"], ["c", "d"], ["e", "f"], ["x", "x"]), strict=True):
        place["tokens"] = tokens
    return {
        "game": "gateway",
        "round": 2,
        "active": 0,
        "first": 0,
        "phase": phase,
        "seats": seats,
        "districts": districts,
        "stacks": {"rebel": 5, "knight-valdus": 2, "merchant": 5},
        "events": ["two-fronts", "warlords-bell"],
        "past": ["curfew"],
        "horde": ["drueggar-raider"] * 3,
        "guard": ["city-guard"] * 3,
        **more,
    }


def attacked(*own: str, by: str, **more: Any) -> dict[str, Any]:
    """A card attacks seat 1, which has its own in the field."""
    attacks = [{"card": by, "target": 1, "blocks": [], "boosts": [], "block_boosts": []}]
    return gate("defend", {"field": [by]}, {"field": [*own], **more}, player=1, attacks=attacks)


def gates(**more: Any) -> dict[str, Any]:
    """With nobody at the gates a unit deployed breaks through, and an action does nothing."""
    seats = [{"deck": [], "hand": ["grunt"], "discard": []}, {"deck": ["militia"], "hand": [], "discard": []}]
    at = {"turn": 1, "tier": 1, "phase": "preparation", "to_act": 0, "settlement": "village", "damage": 2}
    return {"game": "hold-the-gates", **at, "seats": seats, **more}


def gap() -> dict[str, Any]:
    """Alone at the enemy's red line, a card staged there wins when the enemy can't stage there."""
    empty: tuple[int, list[str], list[str]] = (0, [], [])
    position = line([empty, (2, ["infantry 5/0"], []), empty, empty, empty], ["infantry", "infantry"])
    position["seats"][1]["deck"] += position["seats"][1].pop("hand")
    position["seats"][1]["hand"] = []
    return position


def strong_city(*hulks: str) -> dict[str, Any]:
    """Seat 1's army is strong; the first districts may be held by what is stronger than seat 0's."""
    position = city("attack")
    position["seats"][1]["army"] = ["knight-valdus", "knight-valdus"]
    for place, hulk in zip(position["districts"], hulks, strict=False):
        place["cards"] = [hulk]
    return position


def harmless() -> dict[str, Any]:
    position = siege(hand=["2D", "4D"])
    position["seats"][1] |= {"general": "QS", "royals": ["KS", "QS"], "troops": ["3D", "2H"]}
    return position


MANY = {"field": ["S2", "S3"], "deck": ["S1", "S2", "S3", "A4"] * 3}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        pytest.param(gate("draw", MANY, {}), "draw 3", id="draws what it may"),
        pytest.param(
            gate("field", {"hand": ["S1", "S2", "S4", "M1"]}, {}), "field S4", id="fields the better card"
        ),
        pytest.param(gate("attack", {"field": ["S4"]}, {}), "attack S4>1", id="attacks who has no defender"),
        pytest.param(
            gate("attack", {"field": ["S1"]}, {"field": ["M6"]}), "done", id="does not attack hopelessly"
        ),
        pytest.param(
            gate("attack", {"field": ["S4", "S4", "S4", "A4"]}, {"field": ["M5"]}),
            "attack…",
            id="attacks with all where one alone would fall",
        ),
        pytest.param(attacked("M5", by="S3"), "block M5>0", id="blocks what it can beat"),
        pytest.param(attacked("S1", by="S2", deck=["S5"] * 20), "done", id="does not block in vain"),
        pytest.param(
            attacked("S1", by="S6", deck=["S5"] * 3), "block S1>0", id="but does rather than lose the game"
        ),
        pytest.param(
            gate("damage", {}, {"hand": ["M1", "S6"], "deck": []}, damage=[0, 1]),
            "discard M1",
            id="keeps the strong card in hand",
        ),
        pytest.param(gap(), "stage 1 infantry", id="pushes through the open gap"),
        pytest.param(gates(), "deploy grunt", id="does not waste the last unit"),
        pytest.param(siege(), "lay 5D>5S", id="lays what keeps the royals alive"),
        pytest.param(harmless(), "done", id="lays nothing where nothing can be lost"),
        pytest.param(city("drafting", gold=6), "draft knight-valdus", id="buys the better card"),
        pytest.param(strong_city(), "attack 0", id="takes what falls without loss"),
        pytest.param(
            strong_city("drueggar-hulk", "drueggar-warlord"), "done", id="does not throw its army away"
        ),
    ],
)
def test_greedy_plays_with_sense(position: dict[str, Any], expected: str) -> None:
    game = load(position["game"])
    state = game.from_dict(position)
    assert state.player is not None
    bot = make_bot("greedy", game, 1, state.player)
    chosen = state.text(bot.choose(state.view(state.player), state.legal()))
    assert chosen.startswith(expected.removesuffix("…")) if expected.endswith("…") else chosen == expected
