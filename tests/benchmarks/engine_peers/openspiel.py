"""Card games of OpenSpiel, written in C++ and driven from Python.

Chance goes through the same chooser: all its outcomes are equally likely in these games, so ``legal_actions``
serves, which costs less than ``chance_outcomes``.
"""

from functools import partial
from random import Random, random
from typing import Any

import pyspiel

from tests.benchmarks.engine_peers.contestant import Contestant

GAMES = ("hearts", "crazy_eights", "leduc_poker")


def contestants() -> list[Contestant]:
    return [_contestant(name, pyspiel.load_game(name)) for name in GAMES]


def _contestant(name: str, game: Any) -> Contestant:
    return Contestant("OpenSpiel", name, partial(_play, game), partial(_steps, game), partial(_middle, game))


def _play(game: Any, seeds: range) -> int:
    decisions = 0
    start = game.new_initial_state
    for _ in seeds:
        state = start()
        while not state.is_terminal():
            moves = state.legal_actions()
            if len(moves) > 1 and not state.is_chance_node():
                decisions += 1
            state.apply_action(moves[int(random() * len(moves))])
    return decisions


def _steps(game: Any, seeds: range) -> int:
    return sum(len(_random_game(game, random).history()) for _ in seeds)


def _middle(game: Any, seed: int) -> Any:
    """Half of the players' moves before the end, so that dealing does not count."""
    whole = _random_game(game, Random(seed).random)
    players_moves = [step for step in whole.full_history() if step.player >= 0]
    state, left = game.new_initial_state(), len(players_moves) // 2
    for step in whole.full_history():
        if step.player >= 0 and not left:
            break
        left -= step.player >= 0
        state.apply_action(step.action)
    return state


def _random_game(game: Any, chance: Any) -> Any:
    state = game.new_initial_state()
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(moves[int(chance() * len(moves))])
    return state
