"""The tree of a search: what was tried in simulated games, and how they ended.

Information-set Monte Carlo tree search with a tree for each seat (MO-ISMCTS: Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012). A seat's tree branches by what that seat sees: its own moves
and the open ones of the others, while their secret moves look all alike. So nobody in the search answers what
they could not have seen. A simulation descends by upper confidence bounds, which count only the simulations
in which a move was legal; adds one move; and plays on at random to the end of the game, or has somebody
say what the position is worth.

Few simulations have to do, so a move is judged at first by all games in which its player made it at any later
time too (RAVE: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go",
2011): most decisions are one of a row of small moves, and their order means little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt, tanh
from random import Random
from typing import Final

from generator.rules.evaluation import Evaluator
from generator.rules.protocol import Result, State

EXPLORATION: Final = 0.7
"""How much the uncertainty of a move counts, for payoffs from 0 to 1; half of that and twice as much play
about as well."""
UNTRIED: Final = 1000.0
"""More than any upper bound."""
TRUST: Final = 100.0
"""After a third as many simulations of a move, its own results and those of RAVE weigh about alike."""
LATER_WEIGHT: Final = 10.0
"""How many simulations those of RAVE count for in the end: so a move that was hardly tried is not chosen for
a lucky result or two."""


class Node:
    """What one seat can tell apart, and how the move that led there did for the seat that made it."""

    __slots__ = ("available", "later_value", "later_visits", "moves", "seen", "value", "visits")

    moves: dict[int, Node]
    """By the moves of the seat itself."""
    seen: dict[int, Node]
    """By the moves of others as the seat sees them."""
    visits: int
    """The simulations in which the move was made here …"""
    value: float
    """… and the sum of their payoffs for the seat."""
    available: int
    """Those in which it could have been made."""
    later_visits: int
    """Those in which it was made here or at any time later."""
    later_value: float

    def __init__(self) -> None:
        self.moves = {}
        self.seen = {}
        self.visits = 0
        self.value = 0.0
        self.available = 0
        self.later_visits = 0
        self.later_value = 0.0

    @property
    def estimate(self) -> float:
        """What the move is worth to the seat after the search, from 0 to 1."""
        later = self.later_value / self.later_visits if self.later_visits else 0.5
        return (self.value + LATER_WEIGHT * later) / (self.visits + LATER_WEIGHT)

    def expect(self, move: int, share: float, visits: int) -> None:
        """Begins with an opinion of a move of the seat: that it wins such a share, as if in so many games."""
        child = self.moves[move] = Node()
        child.later_visits = visits
        child.later_value = share * visits


class Step:
    __slots__ = ("at", "child", "mover", "node")

    def __init__(self, node: Node, child: Node, mover: int, at: int) -> None:
        self.node = node
        self.child = child
        self.mover = mover
        self.at = at
        """The number of decisions before it."""


class Appraisal:
    """Says what a game that is going on is worth to those who moved, once the turn is finished plainly.

    ``scale``: of the evaluator. ``payoffs``: what a result is worth to each seat, from 0 to 1. ``rivals``:
    how many others a seat, or its team, plays against.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        scale: float,
        payoffs: Callable[[Result], Sequence[float]],
        seats: int,
        rivals: int,
    ) -> None:
        self._evaluator = evaluator
        self._scale = scale
        self._payoffs = payoffs
        self._seats = seats
        self._odds = log(rivals or 1)
        """Against a seat that is neither better nor worse off than its rivals."""
        self._moment: tuple[int, ...] = ()

    def before(self, state: State) -> None:
        """Notes the state before the last move that is appraised."""
        self._moment = self._evaluator.moment(state)

    def after(self, state: State, movers: Sequence[int]) -> Sequence[float]:
        """What the state, which is used up, is worth to each of the seats that moved."""
        state = self._evaluator.quiesce(state, self._moment, movers[-1])
        if state.over:
            return self._payoffs(state.result())
        chances = [0.0] * self._seats
        for seat in set(movers):
            evaluation = self._evaluator.evaluate(state, seat)
            chances[seat] = 0.5 + 0.5 * tanh((evaluation / self._scale - self._odds) / 2)
        return chances


class Simulation:
    """Plays simulated games, one after the other, and notes in the trees what comes of them."""

    __slots__ = ("_appraisal", "_draw", "_made", "_max_decisions", "_movers", "_path", "_payoffs")

    def __init__(
        self,
        chance: Random,
        payoffs: Callable[[Result], Sequence[float]],
        max_decisions: int,
        appraisal: Appraisal | None = None,
    ) -> None:
        """``payoffs``: what a result is worth to each seat, from 0 to 1. ``max_decisions``: a game that goes
        on for longer is given up. ``appraisal``: of games that are going on; without it they are played
        out at random."""
        self._draw = chance.random
        self._payoffs = payoffs
        self._max_decisions = max_decisions
        self._appraisal = appraisal
        self._path: list[Step] = []
        self._movers: list[int] = []
        self._made: list[int] = []

    def play(self, world: State, legal: tuple[int, ...], nodes: list[Node]) -> bool:
        """Plays the world on, and learns from it. World and list are used up.

        ``legal``: the moves to choose from now, all or some of the legal ones. ``nodes``: where each seat is
        in its tree. False where the game does not end.
        """
        self._path = []
        self._movers = []
        self._made = []
        self._descend(world, legal, nodes)
        if self._appraisal is not None and world.player is not None:
            self._learn(self._appraisal.after(world, self._movers))
            return True
        if not self._play_out(world):
            return False
        self._learn(self._payoffs(world.result()))
        return True

    def _descend(self, world: State, legal: tuple[int, ...], nodes: list[Node]) -> None:
        """Makes the most promising moves down to one that was never made, and that one."""
        while world.player is not None:
            mover = world.player
            node = nodes[mover]
            grown = len(node.moves)
            move = self._choose(node, legal)
            child = node.moves[move]
            self._path.append(Step(node, child, mover, len(self._made)))
            self._movers.append(mover)
            self._made.append(move)
            # Of a secret move the others see whose it was.
            seen = ~mover if world.is_secret(move) else move * len(nodes) + mover
            for seat in range(len(nodes)):
                nodes[seat] = child if seat == mover else _seen(nodes[seat], seen)
            is_new = len(node.moves) > grown or child.visits == 0
            if is_new and self._appraisal is not None:
                self._appraisal.before(world)
            world.apply(move)
            if is_new:
                return
            legal = world.legal()

    def _choose(self, node: Node, legal: tuple[int, ...]) -> int:
        """A move that was never made here, or else the one with the highest upper bound."""
        moves = node.moves
        untried = [move for move in legal if move not in moves]
        if untried:
            for move in legal:
                if move in moves:
                    moves[move].available += 1
            chosen = untried[int(self._draw() * len(untried))]
            moves[chosen] = Node()
            moves[chosen].available = 1
            return chosen
        chosen = legal[0]
        best = -1.0
        for move in legal:
            child = moves[move]
            # The upper confidence bound. Spelled out: it takes most of the time of a descent.
            visits = child.visits
            if visits == 0:
                # There is an opinion of it. Every one is tried, those of the best opinion first.
                bound = UNTRIED + child.later_value / child.later_visits
            else:
                trust = sqrt(TRUST / (3.0 * visits + TRUST))
                mean = child.value / visits
                mean += trust * (child.later_value / child.later_visits - mean)
                bound = mean + EXPLORATION * sqrt(log(child.available) / visits)
            child.available += 1
            if bound > best:
                best = bound
                chosen = move
        return chosen

    def _play_out(self, world: State) -> bool:
        draw = self._draw
        movers = self._movers
        made = self._made
        for _ in range(self._max_decisions - len(made)):
            mover = world.player
            if mover is None:
                return True
            legal = world.legal()
            move = legal[int(draw() * len(legal))]
            movers.append(mover)
            made.append(move)
            world.apply(move)
        return world.player is None

    def _learn(self, payoffs: Sequence[float]) -> None:
        """Backwards from the end of the game: what each move in the tree led to, and each made later."""
        later: list[set[int]] = [set() for _ in payoffs]
        movers, made = self._movers, self._made
        at = len(made)
        for step in reversed(self._path):
            while at > step.at:
                at -= 1
                later[movers[at]].add(made[at])
            payoff = float(payoffs[step.mover])
            step.child.visits += 1
            step.child.value += payoff
            made_later = later[step.mover]
            for move, child in step.node.moves.items():
                if move in made_later:
                    child.later_visits += 1
                    child.later_value += payoff


def _seen(node: Node, seen: int) -> Node:
    """Where a seat is after it has seen another's move."""
    found = node.seen.get(seen)
    if found is None:
        found = Node()
        node.seen[seen] = found
    return found
