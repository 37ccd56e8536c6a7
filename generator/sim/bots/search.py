"""A bot that searches: it plays on many times from what its seat may know, and makes the move it tried most.

It is given the view and nothing else. From the view it makes a world that could be the real one; for every
simulation it deals anew in it what the seat can't know, as ``State.determinize`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter

from generator.rules import Game, Result, RulesError, Shuffler, State, View
from generator.rules.errors import imagining
from generator.rules.evaluation import most_decisions, too_long, win_shares
from generator.sim.bot import Advice, Bot
from generator.sim.bot_specs import Budget
from generator.sim.tree import Node, Tree

USUAL_BUDGET = Budget(iterations=200)
MAX_DETERMINIZATIONS = 20
"""A world in which the decision would not be open is no use. After so many tries for a first one chance must
decide, so that a rare position does not hold up the game."""
_SEEDS = 2**62
"""Of shufflers: well within what a position can hold."""


class SearchBot(Bot):
    """``payoffs``: what a result is worth to each seat, from 0 to 1; by default shares of the win."""

    def __init__(
        self,
        game: Game,
        chance: Random,
        budget: Budget = USUAL_BUDGET,
        payoffs: Callable[[Result], Sequence[float]] = win_shares,
    ) -> None:
        self._game = game
        self._chance = chance
        self._budget = budget
        self._payoffs = payoffs

    def choose(self, view: View, legal: Sequence[int]) -> int:
        with imagining(self._game.folder):
            tried = self.search(view, legal)
        if not tried:
            return self._chance.choice(legal)
        return max(tried, key=lambda move: tried[move].visits)

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        with imagining(self._game.folder):
            tried = self.search(view, legal)
        moves = sorted(tried, key=lambda move: -tried[move].visits)
        return [_advice(move, tried[move]) for move in moves]

    def search(self, view: View, legal: Sequence[int]) -> dict[int, Node]:
        """The moves that were tried, each with what came of it; none where no world could be made.

        Raises RulesError for a game that does not end.
        """
        seat: int = view["seat"]
        moves = tuple(legal)
        shuffler = Shuffler(self._chance.randrange(_SEEDS))
        first = self._first_world(view, moves, shuffler)
        if first is None:
            return {}
        tree = Tree(self._seats(view), self._chance, self._payoffs, most_decisions(self._game))
        for _ in self._simulations():
            world = first.determinize(seat, shuffler)
            if is_open(world, seat, moves) and not tree.simulate(world, moves):
                raise RulesError(f"played on by a bot, {too_long(self._game)}")
        return tree.roots[seat].moves

    def _first_world(self, view: View, moves: tuple[int, ...], shuffler: Shuffler) -> State | None:
        """A state like the one behind the view, in which the seat has just this decision to make."""
        seat: int = view["seat"]
        for _ in range(MAX_DETERMINIZATIONS):
            world = self._game.from_dict(self._game.determinize(view, seat, shuffler))
            if is_open(world, seat, moves):
                return world
        return None

    def _seats(self, view: View) -> int:
        """How many play, or where the view does not list them, may play."""
        seats = view.get("seats")
        return len(seats) if isinstance(seats, list) else self._game.seats[-1]

    def _simulations(self) -> Iterator[None]:
        """As many as the budget allows, at least one."""
        if self._budget.milliseconds is None:
            yield from [None] * (self._budget.iterations or 1)
            return
        end = perf_counter() + self._budget.milliseconds / 1000
        yield None
        while perf_counter() < end:
            yield None


def is_open(world: State, seat: int, moves: tuple[int, ...]) -> bool:
    """Whether in this world the seat is asked, and these moves are legal."""
    if world.player != seat:
        return False
    legal = world.legal()
    return legal == moves or set(moves) <= set(legal)


def _advice(move: int, node: Node) -> Advice:
    share = node.value / node.visits
    return Advice(move, share, lambda: f"won {share:.0%} of {node.visits:,} simulated games")


def open_bot(game: Game, chance: Random, budget: Budget | None = None) -> Bot:
    """A bot for any game."""
    return SearchBot(game, chance, budget or USUAL_BUDGET)
