"""What holds in every game: no card is lost, every state can be written down, only legal moves are made."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import rules
from generator.games.hold_the_gates.rules import HoldTheGatesState
from generator.rules import BadPosition, IllegalMove, State

GAME = rules.load("hold-the-gates")
SETTLEMENTS = [setup["settlement"] for setup in GAME.setups()]

seeds = st.integers(0, 2**32)
settlements = st.sampled_from(SETTLEMENTS)


def walk(seed: int, settlement: str, steps: int | None = None) -> State:
    """A state so many random moves into a game, or the end of it."""
    state = GAME.start(seed=seed, settlement=settlement)
    choice = Random(seed)
    while state.player is not None and steps != 0:
        state.apply(choice.choice(state.legal()))
        steps = None if steps is None else steps - 1
    return state


def bag(state: State) -> dict[str, Counter[str]]:
    return {owner: Counter(cards) for owner, cards in GAME.referee().cards(state.to_dict()).items()}


@settings(max_examples=40, deadline=None)
@given(seeds, settlements)
def test_all_thirty_cards_are_there_in_every_state(seed: int, settlement: str) -> None:
    state = GAME.start(seed=seed, settlement=settlement)
    choice = Random(seed)
    begun = bag(state)
    assert {owner: sum(cards.values()) for owner, cards in begun.items()} == {"attacker": 20, "defender": 10}
    while state.player is not None:
        state.apply(choice.choice(state.legal()))
        assert bag(state) == begun


@settings(max_examples=60, deadline=None)
@given(seeds, settlements, st.integers(0, 119))
def test_every_legal_move_applies_and_every_other_is_refused(seed: int, settlement: str, steps: int) -> None:
    state = walk(seed, settlement, steps)
    before = state.to_dict()
    legal = state.legal()
    assert list(legal) == sorted(set(legal))
    assert state.over or len(legal) >= 2
    for move in range(GAME.moves):
        assert state.parse(state.text(move)) == move
        tried = state.clone()
        if move in legal:
            tried.play(tried.text(move))
            assert tried.to_dict() != before
        else:
            with pytest.raises(IllegalMove, match=r"."):
                tried.play(tried.text(move))
            assert tried.to_dict() == before
    assert state.to_dict() == before


@settings(max_examples=40, deadline=None)
@given(seeds, settlements)
def test_every_state_reads_back_and_goes_on_in_the_same_way(seed: int, settlement: str) -> None:
    state = GAME.start(seed=seed, settlement=settlement)
    choice = Random(seed)
    while True:
        written = json.loads(json.dumps(state.to_dict()))
        again = GAME.from_dict(written)
        assert again.to_dict() == written
        assert again.legal() == state.legal()
        assert again.player == state.player
        if state.player is None:
            assert again.result() == state.result()
            return
        move = choice.choice(state.legal())
        state.apply(move)
        again.apply(move)
        assert again.to_dict() == state.to_dict()


@settings(max_examples=40, deadline=None)
@given(seeds, settlements)
def test_strength_follows_from_what_lies_beside_a_unit_and_at_its_gates(seed: int, settlement: str) -> None:
    """The engine adds and takes away; screens and positions count anew."""
    state = GAME.start(seed=seed, settlement=settlement)
    assert isinstance(state, HoldTheGatesState)
    config, choice = state.rules.config, Random(seed)
    while state.player is not None:
        for side in (state.attacker, state.defender):
            gates = [config.units[kind] for kind in side.gates]
            for unit in side.field:
                beside = [config.units[kind] for kind in unit.beside]
                assert unit.strength == config.strength(config.units[unit.kind], (*beside, *gates))
        state.apply(choice.choice(state.legal()))


@settings(max_examples=40, deadline=None)
@given(seeds, settlements, st.integers(0, 119))
def test_a_clone_is_independent(seed: int, settlement: str, steps: int) -> None:
    state = walk(seed, settlement, steps)
    before = json.dumps(state.to_dict())
    clone = state.clone()
    assert json.dumps(clone.to_dict()) == before
    choice = Random(seed)
    while clone.player is not None:
        clone.apply(choice.choice(clone.legal()))
    assert json.dumps(state.to_dict()) == before


@settings(max_examples=100, deadline=None)
@given(seeds, settlements)
def test_every_game_ends_within_the_bound_with_the_referees_scores(seed: int, settlement: str) -> None:
    state = GAME.start(seed=seed, settlement=settlement)
    choice = Random(seed)
    decisions = 0
    while state.player is not None:
        position = state.to_dict()
        standing = [unit for side in position["seats"] for unit in side["field"]]
        assert len(standing) <= 10
        state.apply(choice.choice(state.legal()))
        decisions += 1
    assert decisions <= GAME.longest
    assert decisions % 10 == 0  # both play whole hands of five
    result = state.result()
    assert (result.scores, result.winners) == GAME.referee().outcome(state.to_dict())
    assert not result.cut_short


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_battle_ends_whatever_stands(data: st.DataObject) -> None:
    attackers = data.draw(st.lists(st.sampled_from(sorted(ATTACKERS)), max_size=5))
    defenders = data.draw(st.lists(st.sampled_from(sorted(DEFENDERS)), max_size=4))
    lines = [[f"{unit} 0" for unit in within(attackers)], [f"{unit} 0" for unit in within(defenders)]]
    state = GAME.from_dict(
        {
            "game": "hold-the-gates",
            "turn": 12,
            "tier": 6,
            "phase": "preparation",
            "to_act": 1,
            "settlement": "city",
            "seats": [{"field": lines[0]}, {"field": lines[1]}],
        }
    )
    assert state.over
    if state.result().winners == (0,):
        assert state.to_dict()["seats"][0]["field"]


DEFENDERS = {"militia-captain": 2, "militia": 3, "archers": 2, "townsfolk": 3}
ATTACKERS = {
    "grunt": 4,
    "skirmishers": 2,
    "armoured-grunt": 2,
    "shaman": 2,
    "beserkers": 2,
    "chieftain": 2,
    "turncoat": 2,
    "catapult": 2,
    "warbeasts": 2,
}


def within(units: list[str]) -> list[str]:
    """No more of a kind than the game has."""
    copies = DEFENDERS | ATTACKERS
    return [unit for place, unit in enumerate(units) if units[:place].count(unit) < copies[unit]]


@settings(max_examples=30, deadline=None)
@given(seeds, settlements, st.integers(0, 119), st.integers(0, 1))
def test_a_view_is_the_same_in_every_world_that_it_allows(
    seed: int, settlement: str, steps: int, seat: int
) -> None:
    state = walk(seed, settlement, steps)
    seen = state.view(seat)
    world = GAME.from_dict(GAME.determinize(json.loads(json.dumps(seen)), seat, rules.Shuffler(seed)))
    assert json.dumps(world.view(seat)) == json.dumps(seen)
    assert bag(world) == bag(state)
    if state.player == seat:
        assert world.legal() == state.legal()


def test_the_same_seed_gives_the_same_game() -> None:
    assert walk(5, "city").to_dict() == walk(5, "city").to_dict()
    assert walk(5, "city").to_dict() != walk(6, "city").to_dict()


junk = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        3,
        10**30,
        "",
        "grunt",
        "grunt 0",
        "grunt 9" * 99,
        "+shaman",
        "²",
        [],
        {},
        [[]],
        [None],
        ["militia 1"],
    ]
)


@settings(max_examples=300, deadline=None)
@given(seeds, st.integers(0, 119), st.lists(st.integers(0, 99), max_size=4), junk)
def test_a_spoilt_position_is_read_or_refused_and_never_breaks(
    seed: int, steps: int, way: list[int], wrong: object
) -> None:
    position = walk(seed, "village", steps).to_dict()
    inner = position
    for step in way:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            break
        key = keys[step % len(keys)]
        if step == way[-1] or not isinstance(inner[key], dict | list):
            inner[key] = wrong
            break
        inner = inner[key]
    try:
        state = GAME.from_dict(position)
    except BadPosition:
        return
    assert GAME.from_dict(state.to_dict()).to_dict() == state.to_dict()
