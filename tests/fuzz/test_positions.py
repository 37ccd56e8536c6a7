"""Spoiled positions: those that were found to be read and not to be playable, and some of the many."""

from __future__ import annotations

from typing import Any

import pytest

from generator import rules
from generator.rules import BadPosition

from .positions import GAMES, MUTANTS, fuzz, nested

QUICK = 150


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_position_is_refused_or_can_be_played_to_the_end(name: str) -> None:
    tally, failures = fuzz(name, QUICK, seed=1)
    assert not failures, failures[0]
    assert tally["refused"] > QUICK // 4
    assert tally["played"] > QUICK // 20


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_thousands_of_spoiled_positions_are_refused_or_can_be_played_to_the_end(name: str) -> None:
    """As many as all five games have in a few seconds; `make fuzz` tries a hundred times as many."""
    _, failures = fuzz(name, MUTANTS // 100, seed=2)
    assert not failures, failures[0]


def start(name: str, **options: Any) -> dict[str, Any]:
    return dict(rules.load(name).start(seed=7, **options).to_dict())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_the_last_count_of_shuffles_can_be_played_and_read_on(name: str) -> None:
    game = rules.load(name)
    given = start(name)
    given["shuffler"]["made"] = 2**31 - 1
    state = game.from_dict(given)
    while state.player is not None:
        state.apply(state.legal()[-1 if state.legal()[0] == 0 else 0])
        again = game.from_dict(state.to_dict())
        assert again.to_dict() == state.to_dict()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("made", [-1, 2**31, 2**63, 1.5, True, "1"])
def test_no_other_count_of_shuffles_is_read(name: str, made: Any) -> None:
    given = start(name)
    given["shuffler"]["made"] = made
    with pytest.raises(BadPosition, match=r"shuffler\.made: expected"):
        rules.load(name).from_dict(given)


@pytest.mark.parametrize("picked", range(9))
def test_no_more_kinds_are_to_be_picked_than_there_is_room_for(picked: int) -> None:
    game = rules.load("gateway")
    state = game.start(seed=7, seats=2, city="pick")
    for _ in range(min(picked, 7)):
        state.apply(state.legal()[0])
    given = state.to_dict()
    room = given["to_pick"]
    with pytest.raises(BadPosition, match=r"to_pick: .* to pick|to_pick: expected"):
        game.from_dict({**given, "to_pick": room + 1} if room < 8 else {**given, "to_pick": 9})
    fewer = game.from_dict({**given, "to_pick": room - 1})
    while fewer.to_dict()["phase"] == "setup":
        fewer.apply(fewer.legal()[0])
    assert game.from_dict(fewer.to_dict()).to_dict() == fewer.to_dict()


@pytest.mark.parametrize("name", GAMES)
def test_a_nest_deeper_than_the_stack_is_refused_in_every_place(name: str) -> None:
    game, given = rules.load(name), start(name)
    for key in given:
        with pytest.raises(BadPosition, match=key):
            game.from_dict({**given, key: nested(3_000)})
    for key in given["seats"][0]:
        spoiled = {**given["seats"][0], key: nested(3_000)}
        with pytest.raises(BadPosition, match=rf"seats\[0\]\.{key}"):
            game.from_dict({**given, "seats": [spoiled, *given["seats"][1:]]})
    with pytest.raises(BadPosition, match="expected keys and values"):
        game.from_dict(nested(3_000))  # type: ignore[arg-type]


def test_in_gateway_nobody_arrives_without_a_fight() -> None:
    game = rules.load("gateway")
    given = start("gateway")
    given.update(phase="event", past=given["events"][:1], events=given["events"][1:])
    for key in ("power", "gold", "drafts", "attacks", "used"):
        del given[key]
    given["districts"][1]["arrivals"] = [given["horde"].pop()]
    with pytest.raises(BadPosition, match=r"districts\[1\]\.arrivals: .* fight"):
        game.from_dict(given)
