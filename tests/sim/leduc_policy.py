"""What a search bot does in all of Leduc poker, held against OpenSpiel's equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import expected_game_score, exploitability

from generator.rules import Result, Shuffler, State, View
from generator.sim.bots import Budget
from generator.sim.bots.search import SearchBot
from tests.rules.leduc import DEALS, Leduc, LeducState

MOST_CHIPS = 13
"""That a seat can win or lose."""
SOLVER_ROUNDS = 400
"""Of CFR+: exploitable by a thousandth of a chip after that."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a policy does, in chips a game."""

    first: float
    """What it wins against the equilibrium as seat 0; the equilibrium itself loses 0.0855 there."""
    second: float
    """As seat 1, where the equilibrium wins 0.0855."""
    exploitability: float
    """What the best answer to it wins, on average over the seats."""

    @property
    def lost(self) -> float:
        """What it loses to the equilibrium in a game as seat 0 and one as seat 1; 0 for a perfect player."""
        return -(self.first + self.second)


@cache
def equilibrium() -> Any:
    """OpenSpiel's policy for both seats."""
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(SOLVER_ROUNDS):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    return policies.tabular_policy_from_callable(
        game, lambda state: dict(average.action_probabilities(state))
    )


@cache
def decisions() -> dict[str, tuple[View, tuple[int, ...]]]:
    """For each of OpenSpiel's 936 information states our view and the legal moves."""
    found: dict[str, tuple[View, tuple[int, ...]]] = {}
    root = pyspiel.load_game("leduc_poker").new_initial_state()
    for deal in DEALS:
        _collect(LeducState(deal, Shuffler(1)), root.child(deal[0]).child(deal[1]), deal[2], found)
    return found


def _collect(ours: State, theirs: Any, third: int, found: dict[str, tuple[View, tuple[int, ...]]]) -> None:
    if theirs.is_chance_node():
        theirs = theirs.child(third)
    if ours.player is None:
        return
    found.setdefault(theirs.information_state_string(), (ours.view(ours.player), ours.legal()))
    for move in ours.legal():
        after = ours.clone()
        after.apply(move)
        _collect(after, theirs.child(move), third, found)


def chips(result: Result) -> list[float]:
    """The chips that each seat has won, as payoffs from 0 to 1."""
    return [(score + MOST_CHIPS) / (2 * MOST_CHIPS) for score in result.scores]


def standing(iterations: int) -> Standing:
    """How the search bot with a budget does: it is asked once in every decision that there is."""
    game = Leduc()
    chosen: dict[str, int] = {}
    for number, (known, (view, legal)) in enumerate(sorted(decisions().items())):
        bot = SearchBot(game, Random(f"{iterations} {number}"), Budget(iterations=iterations), chips)
        chosen[known] = bot.choose(view, legal)
    theirs = pyspiel.load_game("leduc_poker")
    policy = policies.tabular_policy_from_callable(
        theirs, lambda state: {chosen[state.information_state_string()]: 1.0}
    )
    perfect, start = equilibrium(), theirs.new_initial_state()
    return Standing(
        float(expected_game_score.policy_value(start, [policy, perfect])[0]),
        float(expected_game_score.policy_value(start, [perfect, policy])[1]),
        float(exploitability.exploitability(theirs, policy)),
    )
