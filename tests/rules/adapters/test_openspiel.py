"""Every game, tried by OpenSpiel's own suites and played by its bots.

Never ``MCTSBot.step``: OpenSpiel 2.0.2 gives up Python's lock in it and crashes with any game in Python.
"""

from __future__ import annotations

import pickle
import random
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.bots import uniform_random

from generator import rules
from generator.catalog.problems import InputError
from generator.rules.adapters import openspiel

NAMES = openspiel.register()
TURNS = 12
"""A limit for games that have one: OpenSpiel's suites take a time that grows with the square of a game."""


def _games() -> Iterator[str]:
    """Every game with each number of players, as OpenSpiel writes it."""
    for name in rules.playable_games():
        game = rules.load(name)
        limits = [f",{option.name}={TURNS}" for option in game.options if option.name.startswith("max_")]
        for seats in game.seats:
            yield f"gatepress_{name.replace('-', '_')}(players={seats}{''.join(limits)})"


GAMES = list(_games())
STATES = 60
"""States that OpenSpiel's checks of a part of the tree look at, where it would take 400."""
every_game = pytest.mark.parametrize("words", GAMES)


@pytest.fixture(autouse=True)
def _quiet(capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel writes down each game that it tries, and each error that it expects."""
    del capfd


@pytest.fixture(autouse=True)
def _steady() -> None:
    """OpenSpiel draws its lots from these."""
    random.seed(1)
    np.random.seed(1)


def dealt(words: str, deal: int = 0) -> Any:
    """A game of OpenSpiel with its cards dealt."""
    state = pyspiel.load_game(words).new_initial_state()
    state.apply_action(deal)
    return state


def played(words: str, moves: int) -> Any:
    """A game in which so many moves were made at random, or one that is over before."""
    state, chance = dealt(words), random.Random(7)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


def run_checks(case: type[unittest.TestCase]) -> unittest.TestResult:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    return result


def complaints(result: unittest.TestResult) -> list[str]:
    return [text for _, text in [*result.errors, *result.failures]]


def test_every_game_is_registered() -> None:
    assert list(NAMES) == [f"gatepress_{name.replace('-', '_')}" for name in rules.playable_games()]
    assert set(NAMES) <= set(pyspiel.registered_names())


@every_game
def test_random_games_pass_its_simulation_test(words: str) -> None:
    """Legal moves, names, copies, serialized states, rewards, utilities and observations."""
    pyspiel.random_sim_test(pyspiel.load_game(words), num_sims=1, serialize=True, verbose=False)


@every_game
def test_its_checks_of_the_interface_find_nothing(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not by every worker that only reads which tests there are: it takes a second.
    from open_spiel.integration_tests import api_test

    sample = api_test.sample_some_states.sample_some_states
    fewer = lambda game, max_states: sample(game, min(max_states, STATES))  # noqa: E731
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", fewer)
    members = {"game": pyspiel.load_game(words), "game_name": words}
    result = run_checks(type("Checks", (api_test.EnforceAPIOnPartialTreeBase,), members))
    assert complaints(result) == []
    assert result.testsRun >= 5


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_generated_and_plays_again_to_the_same(name: str, tmp_path: Path) -> None:
    # It imports all games of OpenSpiel's, and all workers import this file.
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(f"{name}(deals=4,tensor=16)", action_sequence=[], seed=3)
    path = tmp_path / "playthrough.txt"
    path.write_text(text)
    before, after = generate_playthrough.replay(str(path))
    assert before == after == text
    assert "IsTerminal() = True" in text


@every_game
def test_states_are_copied_pickled_and_written_whole(words: str) -> None:
    state = played(words, 9)
    copies = [
        state.clone(),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1],
    ]
    for copy in copies:
        assert (str(copy), copy.history()) == (str(state), state.history())
        assert copy.information_state_string(0) == state.information_state_string(0)
        if not state.is_terminal():
            copy.apply_action(copy.legal_actions()[0])
            assert str(copy) != str(state)
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


@every_game
def test_it_is_the_game_that_the_engine_plays(words: str) -> None:
    """Seats, moves, their words and the position, up to the end; winners share 1, the others pay."""
    words = words.partition(",")[0] + ")" if "," in words else words
    name = words.removeprefix("gatepress_").partition("(")[0].replace("_", "-")
    seats = pyspiel.load_game(words).num_players()
    ours, theirs, chance = rules.load(name).start(seed=5, seats=seats), dealt(words, 5), random.Random(2)
    while ours.player is not None:
        assert theirs.current_player() == ours.player
        assert theirs.legal_actions() == list(ours.legal())
        move = chance.choice(ours.legal())
        assert theirs.action_to_string(move) == ours.text(move)
        ours.apply(move)
        theirs.apply_action(move)
    assert theirs.position() == ours.to_dict()
    winners = ours.result().winners
    returns = theirs.returns()
    assert sum(returns) == pytest.approx(0) or not winners
    assert len({returns[seat] for seat in winners}) <= 1
    assert all(returns[seat] > 0 for seat in winners if len(winners) < seats)
    assert all(returns[seat] == -1 / (seats - 1) for seat in range(seats) if seat not in winners)


@every_game
def test_observations_are_what_a_seat_may_know(words: str) -> None:
    """Worlds that a seat can't tell apart look the same to it, as text and as numbers."""
    state = played(words, 7)
    if state.is_terminal():
        state = dealt(words)
    seat = state.current_player()
    assert state.observation_string(seat) != state.observation_string((seat + 1) % state.num_players())
    lots = random.Random(3)
    worlds = [state.resample_from_infostate(seat, lots.random) for _ in range(5)]
    assert len({str(world) for world in worlds}) > 1
    for world in worlds:
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.observation_tensor(seat) == state.observation_tensor(seat)


@every_game
def test_a_seat_remembers_what_it_saw_and_did(words: str) -> None:
    state = dealt(words)
    seat = state.current_player()
    before = state.information_state_string(seat)
    move = state.legal_actions()[0]
    own = f"> {state.action_to_string(move)}"
    state.apply_action(move)
    assert state.information_state_string(seat).startswith(f"{before}\n{own}")
    others = [state.information_state_string(other) for other in range(state.num_players()) if other != seat]
    assert not any(own in other for other in others)


@every_game
def test_its_random_bots_play_a_game(words: str) -> None:
    game = pyspiel.load_game(words)
    lots = np.random.RandomState(4)
    bots = [uniform_random.UniformRandomBot(seat, lots) for seat in range(game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, lots)
    assert all(game.min_utility() <= gained <= game.max_utility() for gained in returns)


@pytest.mark.parametrize("name", NAMES)
def test_its_tree_searches_choose_a_legal_move(name: str) -> None:
    """In C++ with open cards, and in Python in worlds that the one who searches can't tell apart."""
    state = dealt(name)
    lots = np.random.RandomState(6)
    in_cpp = pyspiel.MCTSBot(
        state.get_game(), pyspiel.RandomRolloutEvaluator(1, 6), 2.0, 4, 100, False, 6, False
    )
    found = in_cpp.mcts_search(state)
    assert {child.action for child in found.children} <= set(state.legal_actions())
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, lots), 2.0, 4, random_state=lots)
    assert bot.step(state) in state.legal_actions()


def test_parameters_are_those_of_the_game() -> None:
    game = pyspiel.load_game("gatepress_hold_the_gates(settlement=city,deals=3,seed=40)")
    assert len(game.new_initial_state().chance_outcomes()) == 3
    state = game.new_initial_state()
    state.apply_action(2)
    assert state.position() == rules.load("hold-the-gates").start(seed=42, settlement="city").to_dict()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("hold_the_gates(settlement=town)", "expected city, village or shrine"),
        ("battle_gate(players=5)", "2, 3 or 4 players, not for 5"),
        ("battle_gate(deals=0)", "deals: expected 1 or more"),
        ("battle_gate(tensor=0)", "tensor: expected 1 or more"),
    ],
)
def test_other_parameters_are_refused(words: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        pyspiel.load_game(f"gatepress_{words}")
