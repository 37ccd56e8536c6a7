"""UNO in RLCard: the bare game, and the environment that its users run."""

from functools import partial
from random import random
from typing import Any

import rlcard
from rlcard.games.uno import Game

from tests.benchmarks.engine_peers.contestant import Contestant


class Chooser:
    """A player of RLCard that chooses like all others here; RLCard's own takes longer."""

    use_raw = False

    def __init__(self) -> None:
        self.decisions = 0
        self.steps = 0

    def step(self, state: dict[str, Any]) -> int:
        moves = list(state["legal_actions"])
        self.steps += 1
        if len(moves) > 1:
            self.decisions += 1
        return moves[int(random() * len(moves))]


def contestants() -> list[Contestant]:
    game, env, chooser = Game(), rlcard.make("uno"), Chooser()
    env.set_agents([chooser] * env.num_players)
    return [
        Contestant("RLCard", "uno", partial(_play, game), partial(_steps, game)),
        Contestant(
            "RLCard", "uno by env.run", partial(_run, env, chooser), partial(_run_steps, env, chooser)
        ),
    ]


def _play(game: Any, seeds: range) -> int:
    """Each step returns the moves with the state: they need not be asked for."""
    decisions = 0
    for _ in seeds:
        state, _ = game.init_game()
        while not game.is_over():
            moves = state["legal_actions"]
            if len(moves) > 1:
                decisions += 1
            state, _ = game.step(moves[int(random() * len(moves))])
    return decisions


def _steps(game: Any, seeds: range) -> int:
    steps = 0
    for _ in seeds:
        state, _ = game.init_game()
        while not game.is_over():
            moves = state["legal_actions"]
            steps += 1
            state, _ = game.step(moves[int(random() * len(moves))])
    return steps


def _run(env: Any, chooser: Chooser, seeds: range) -> int:
    chooser.decisions = 0
    for _ in seeds:
        env.run(is_training=True)
    return chooser.decisions


def _run_steps(env: Any, chooser: Chooser, seeds: range) -> int:
    chooser.steps = 0
    for _ in seeds:
        env.run(is_training=True)
    return chooser.steps
