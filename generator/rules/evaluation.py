"""What a game provides for bots and studies: how to evaluate a state, and what hands are drawn from.

A game has both in its ``bot.py``, as ``open_evaluator(game)`` and, where it needs one, ``open_deal(game)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.rules.loading import part_of_game
from generator.rules.protocol import Game, Position, Result, State

WIN = 1000.0
"""The evaluation of a game won by one seat alone; for a lost game it is ``-WIN``. States of a game that
is still going on are well between the two."""


class Evaluator:
    """Evaluates the states of one game."""

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        """Plays what is under way to a quiet position that can be evaluated, in the plainest way; by default
        nothing.

        A choice made of several small moves is only worth something once it has had its effect: an attack
        that nobody has answered yet is neither good nor bad. ``state`` may be changed; ``asked`` is the
        position before the move that is tried out, ``seat`` the one that tries it.
        """
        del asked, seat
        return state

    def evaluate(self, state: State, seat: int) -> float:
        """How good the state is for the seat; higher is better, between -``WIN`` and ``WIN``."""
        raise NotImplementedError

    def outlook(self, state: State, seat: int) -> str:
        """The reasons for the evaluation in words; by default none."""
        del state, seat
        return ""


class Playout(Evaluator):
    """Random playouts, evaluated by their results: for a game without an evaluator of its own."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        del asked, seat
        while state.player is not None:
            state.apply(self._chance.choice(state.legal()))
        return state

    def evaluate(self, state: State, seat: int) -> float:
        del state, seat
        raise ValueError("a game that is played out is evaluated by its result")


def evaluator_for(game: Game, chance: Random) -> Evaluator:
    """The evaluator of a game: its own, or random playouts with ``chance``."""
    bot = part_of_game(game, "bot")
    if bot is None or not hasattr(bot, "open_evaluator"):
        return Playout(chance)
    evaluator: Evaluator = bot.open_evaluator(game)
    return evaluator


def evaluate_result(result: Result, seat: int) -> float:
    """The evaluation of a game that has ended: a shared win counts for less, and defeat as a loss."""
    if seat not in result.winners:
        return -WIN
    rivals = len(result.scores) - 1
    beaten = len(result.scores) - len(result.winners)
    return WIN * beaten / rivals if rivals else WIN


class Deal:
    """The cards that a first hand is drawn from, and which of them are counted together."""

    def deck(self, state: State, seat: int) -> Sequence[str]:
        """All cards that the seat's first hand could have been drawn from, in a game that just started."""
        unseen = state.view(0)["unseen"]
        # At the beginning another seat has seen none of them.
        cards: list[str] = state.view((seat + 1) % len(unseen))["unseen"][seat]
        return cards

    def kinds(self, card: str) -> Sequence[str]:
        """The names under which a card is counted; by default its own."""
        return (card,)


def deal_for(game: Game) -> Deal:
    """What the first hands of a game are drawn from: by default each seat's own deck."""
    bot = part_of_game(game, "bot")
    deal: Deal = bot.open_deal(game) if bot is not None and hasattr(bot, "open_deal") else Deal()
    return deal
