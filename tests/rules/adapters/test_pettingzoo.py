"""Every game, tried by PettingZoo's own suites."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from generator import rules
from generator.catalog.problems import InputError
from generator.rules.adapters import pettingzoo
from rules.leduc import Leduc

CASES = [(name, seats) for name in rules.playable_games() for seats in rules.load(name).seats]
every_game = pytest.mark.parametrize(("name", "seats"), CASES)
# It knows by name which environments have a mask of legal moves beside the numbers.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def play(environment: Any, seed: int, chance: random.Random) -> dict[str, float]:
    """A game with moves at random; the rewards that each agent was told."""
    environment.reset(seed=seed)
    told = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, ended, cut_short, _ = environment.last()
        told[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if ended or cut_short else int(chance.choice(legal)))
    return told


@every_game
def test_a_whole_game_passes_its_interface_test(name: str, seats: int) -> None:
    """With so many cycles that the game comes to its end."""
    from pettingzoo.test import api_test

    api_test(pettingzoo.env(name, seats), num_cycles=100_000)


@every_game
def test_the_same_seed_plays_the_same_game(name: str, seats: int) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: pettingzoo.env(name, seats), num_cycles=20)


@every_game
def test_it_is_drawn_as_text(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(lambda render_mode: pettingzoo.env(name, seats, render_mode=render_mode))
    assert f'game: "{name}"' in capsys.readouterr().out


@every_game
def test_rewards_are_the_points_of_the_game(name: str, seats: int) -> None:
    environment = pettingzoo.Environment(name, seats)
    told = play(environment, 3, random.Random(5))
    result = environment.state_of_play().result()
    assert list(told.values()) == list(result.scores)


def test_rewards_of_leduc_add_up_to_nothing() -> None:
    """Another game than those that come with a card database."""
    environment, chance = pettingzoo.env(Leduc()), random.Random(1)
    games = [play(environment, seed, chance) for seed in range(30)]
    assert all(game["seat_0"] == -game["seat_1"] for game in games)
    assert len({game["seat_0"] for game in games}) > 3


def test_games_differ_after_one_seed_and_come_again_with_it() -> None:
    environment = pettingzoo.Environment("hold-the-gates", settlement="city")

    def hands(seed: int | None) -> Any:
        environment.reset(seed=seed)
        return environment.view("seat_0")["seats"][0]["hand"], environment.view("seat_1")["seats"][1]["hand"]

    assert environment.view("seat_0")["settlement"] == "city"
    first = [hands(4), hands(None), hands(None)]
    assert first == [hands(4), hands(None), hands(None)]
    assert first[0] != first[1]


def test_an_illegal_move_is_refused_with_the_rule_or_ends_the_game_with_a_loss() -> None:
    bare, wrapped = (make("hold-the-gates") for make in (pettingzoo.Environment, pettingzoo.env))
    for environment in (bare, wrapped):
        environment.reset(seed=1)
    mask = bare.observe(bare.agent_selection)["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(rules.IllegalMove, match=r"\w+ \w+"):
        bare.step(illegal)
    agent = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.rewards[agent] == -1
    assert all(wrapped.terminations.values())


def test_other_words_are_refused() -> None:
    with pytest.raises(InputError, match="2, 3 or 4 players, not for 5"):
        pettingzoo.env("battle-gate", 5)
    with pytest.raises(InputError, match="no option"):
        pettingzoo.env("battle-gate", turns=3)
    with pytest.raises(InputError, match="render_mode: expected ansi or human"):
        pettingzoo.env("battle-gate", render_mode="rgb_array")
