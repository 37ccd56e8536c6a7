"""The policies of bots: what they choose in every situation of a tree."""

from __future__ import annotations

import json
from collections import Counter

from generator.rules import Game
from generator.sim.bots import make_bot
from rules.solved.tree import Policy, Side, Tree


def of_bot(game: Game, tree: Tree, name: str, asked: int = 1) -> tuple[Policy, Policy]:
    """How a bot plays either seat. It is asked so many times, each time with other dice, and its policy is
    how often it chose what."""
    first, second = (_policy(game, side, name, seat, asked) for seat, side in enumerate(tree.sides))
    return first, second


def _policy(game: Game, side: Side, name: str, seat: int, asked: int) -> Policy:
    bots = [make_bot(name, game, seed, seat) for seed in range(asked)]
    policy: Policy = {}
    for situation, known in side.situations.items():
        # A situation ends with what the seat sees at that moment.
        view = json.loads(situation.rpartition("\n")[2])
        chosen = Counter(bot.choose(view, known.moves) for bot in bots)
        policy[situation] = [(move, chosen[move] / asked) for move in known.moves]
    return policy


def alike(tree: Tree) -> tuple[Policy, Policy]:
    """To choose each legal move as often, as the random bot does."""
    first, second = (
        {name: _alike(known.moves) for name, known in side.situations.items()} for side in tree.sides
    )
    return first, second


def _alike(moves: tuple[int, ...]) -> list[tuple[int, float]]:
    return [(move, 1 / len(moves)) for move in moves]
