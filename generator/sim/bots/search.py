"""A bot that searches: it plays on many times from what its seat may know, and makes the move that did best.

It is given the view and nothing else. From the view it makes a world that could be the real one; for every
simulation it deals anew in it what the seat can't know, as ``State.determinize`` does.

Where a game has an evaluator of its own, the moves of the decision begin with the opinion of it: as if some
simulations had already been played in which the better ones won more often. What the search finds out soon
outweighs it. Where it is known how evaluations and chances of winning go together, simulated games are not
played to their end either: the turn is finished in the evaluator's plain way, and its evaluation counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, takewhile
from math import inf, tanh
from random import Random
from statistics import fmean, pstdev
from time import perf_counter

from generator.catalog.stops import STOPS
from generator.catalog.wording import quote
from generator.rules import Game, Result, RulesError, Shuffler, State, View
from generator.rules.errors import imagining
from generator.rules.evaluation import (
    WIN,
    Evaluator,
    Playout,
    evaluate_result,
    evaluator_for,
    most_decisions,
    too_long,
    win_shares,
)
from generator.sim.bot import Advice, Bot, Question, is_open, question_for
from generator.sim.bot_specs import Budget
from generator.sim.tree import Appraisal, Node, Simulation

USUAL_BUDGET = Budget(iterations=200)
OPINION_WORLDS = 2
"""In which a game's evaluator looks at each move before the search; they are the same for all moves."""
OPINION_VISITS = 50
"""How many simulations its opinion counts for; it counts among those of moves that were made later …"""
OPINION_SPREAD = 0.3
"""… and how far from even the best and the worst begin: at most 80 % and 20 % of the games won."""
SIMULATIONS_PER_WORLD = 2
"""To deal anew is a good part of a simulation, where it is not played to the end of its game. Others have a
world each."""
SAMPLED_WORLDS, MAX_HANDS = 12, 6
"""Another seat's hands are few if in so many worlds it holds no more different ones."""
MAX_DETERMINIZATIONS = 20
"""A world in which the decision would not be open is no use. After so many tries for a first one chance must
decide, so that a rare position does not hold up the game."""
_SEEDS = 2**62
"""Of shufflers: well within what a position can hold."""


class SearchBot(Bot):
    """``payoffs``: what a result is worth to each seat, from 0 to 1; by default shares of the win.

    Partners share no win: where the rules declare teams, each seat has that of its team whole.
    """

    def __init__(
        self,
        game: Game,
        chance: Random,
        budget: Budget = USUAL_BUDGET,
        payoffs: Callable[[Result], Sequence[float]] | None = None,
    ) -> None:
        self._game = game
        self._chance = chance
        self._budget = budget
        self._payoffs = payoffs or (lambda result: win_shares(result, game.sides(len(result.scores))))
        evaluator = evaluator_for(game, chance)
        self._evaluator = None if isinstance(evaluator, Playout) else evaluator

    def choose(self, view: View, legal: Sequence[int]) -> int:
        question = question_for(self._game, view, legal)
        tried = self._search(question)
        if not tried:
            return self._chance.choice(list(question.moves.values()))
        return max(tried, key=lambda move: tried[move].estimate)

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        tried = self.search(view, legal)
        moves = sorted(tried, key=lambda move: -tried[move].estimate)
        return [_advice(move, tried[move]) for move in moves]

    def search(self, view: View, legal: Sequence[int]) -> dict[int, Node]:
        """The moves that were tried, each with what came of it; none where no world could be made.

        Raises RulesError for a game that does not end.
        """
        return self._search(question_for(self._game, view, legal))

    def _search(self, question: Question) -> dict[int, Node]:
        with imagining(self._game.folder):
            tried = self._tried(question)
        return {question.moves[move]: node for move, node in tried.items()}

    def _tried(self, question: Question) -> dict[int, Node]:
        seat, moves = question.seat, tuple(question.moves)
        shuffler = Shuffler(self._chance.randrange(_SEEDS))
        first = self._first_world(question, shuffler)
        if first is None:
            return {}
        seats = self._seats(question.view)
        roots = Roots(first, seat, seats, shuffler)
        if self._evaluator is not None:
            for move, opinion in self._opinions(self._evaluator, first, question, shuffler).items():
                roots.own.expect(move, opinion, OPINION_VISITS)
        appraisal = self._appraisal(seats)
        simulation = Simulation(self._chance, self._payoffs, most_decisions(self._game), appraisal)
        per_world = 1 if appraisal is None else SIMULATIONS_PER_WORLD
        world, nodes, is_of_use = first, [], False
        for number in self._simulations():
            STOPS.check()
            if number % per_world == 0:
                world = first.determinize(seat, shuffler)
                nodes, is_of_use = roots.of(world), is_open(world, seat, moves)
            played = world.clone() if (number + 1) % per_world else world
            if is_of_use and not simulation.play(played, moves, nodes.copy()):
                raise RulesError(f"played on by a bot, {too_long(self._game)}")
        return roots.own.moves

    def _first_world(self, question: Question, shuffler: Shuffler) -> State | None:
        """A state like the one behind the view, in which the seat has just this decision to make."""
        game, seat, moves = self._game, question.seat, tuple(question.moves)
        for _ in range(MAX_DETERMINIZATIONS):
            world = game.from_dict(game.determinize(question.view, seat, shuffler))
            if is_open(world, seat, moves):
                return world
        return None

    def _opinions(
        self, evaluator: Evaluator, first: State, question: Question, shuffler: Shuffler
    ) -> dict[int, float]:
        """How often the seat would win with each move, as the game's evaluator sees it after one move."""
        seat, moves = question.seat, tuple(question.moves)
        moment = evaluator.moment(first)
        worlds = [first.determinize(seat, shuffler) for _ in range(OPINION_WORLDS)]
        worlds = [world for world in worlds if is_open(world, seat, moves)] or [first]
        sums = dict.fromkeys(moves, 0.0)
        for world in worlds:
            for move in moves:
                state = world.clone()
                state.apply(move)
                state = evaluator.quiesce(state, moment, seat)
                if state.over:
                    sums[move] += evaluate_result(state.result(), seat, self._game)
                else:
                    sums[move] += evaluator.evaluate(state, seat)
        return _as_shares({move: total / len(worlds) for move, total in sums.items()})

    def _appraisal(self, seats: int) -> Appraisal | None:
        """What takes the place of playing simulated games to their ends; None where they are played."""
        evaluator = self._evaluator
        if evaluator is None or evaluator.scale is None:
            return None
        scale = evaluator.scale
        if not isinstance(scale, int | float) or not 0 < scale < inf:
            raise RulesError(f"the evaluator's `scale` is {quote(scale)}: give a number above 0")
        rivals = (len(self._game.sides(seats)) or seats) - 1
        return Appraisal(evaluator, scale, self._payoffs, seats, rivals)

    def _seats(self, view: View) -> int:
        """How many play, or where the view does not list them, may play."""
        seats = view.get("seats")
        return len(seats) if isinstance(seats, list) else self._game.seats[-1]

    def _simulations(self) -> Iterator[int]:
        """As many as the budget allows, at least one, by number."""
        if self._budget.milliseconds is None:
            yield from range(self._budget.iterations or 1)
            return
        end = perf_counter() + self._budget.milliseconds / 1000
        yield 0
        yield from takewhile(lambda _: perf_counter() < end, count(1))


class Roots:
    """Where each seat begins in the search.

    What another seat knows and the searching one does not differs from world to world. Where there are only
    few such hands it can have, it has a tree for each, and plays each hand as its own: who always plays as if
    a hand were unknown is easily bluffed. Where there are many, no tree of one hand would ever grow, and all
    share one.
    """

    def __init__(self, first: State, seat: int, seats: int, shuffler: Shuffler) -> None:
        self.own = Node()
        self._seat = seat
        self._shared = [self.own if number == seat else Node() for number in range(seats)]
        # Its own lots, so that in games with many hands the search goes on as if nobody had looked.
        lots = Shuffler(shuffler.seed ^ 1)
        hands: dict[int, set[str]] = {other: set() for other in range(seats) if other != seat}
        for _ in range(SAMPLED_WORLDS):
            world = first.determinize(seat, lots)
            for other, known in list(hands.items()):
                known.add(_known_to(world, other))
                if len(known) > MAX_HANDS:
                    del hands[other]
            if not hands:
                break
        # A single hand is what all know.
        self._by_hand: dict[int, dict[str, Node]] = {
            other: {} for other, known in hands.items() if len(known) > 1
        }

    def of(self, world: State) -> list[Node]:
        """Of each seat, the root of its tree in this world."""
        nodes = self._shared.copy()
        for other, trees in self._by_hand.items():
            known = _known_to(world, other)
            if known not in trees:
                trees[known] = Node()
            nodes[other] = trees[known]
        return nodes


def _known_to(world: State, seat: int) -> str:
    return repr(world.view(seat))


def _as_shares(evaluations: dict[int, float]) -> dict[int, float]:
    """Evaluations of the moves of a decision as shares of games won: what is usual in it is 50 %.

    The games' evaluators count in units of their own, so it is their spread that shows how much lies between
    two moves. A decided game is far off all others, and must not make these look alike.
    """
    open_ones = [value for value in evaluations.values() if abs(value) < WIN]
    if not open_ones:
        open_ones = list(evaluations.values())
    usual = fmean(open_ones)
    spread = pstdev(open_ones) or 1.0
    return {
        move: 0.5 + OPINION_SPREAD * tanh((value - usual) / spread) for move, value in evaluations.items()
    }


def _advice(move: int, node: Node) -> Advice:
    def outlook() -> str:
        if not node.visits:
            return "not tried in a simulated game"
        return f"won {node.value / node.visits:.0%} of {node.visits:,} simulated games"

    return Advice(move, node.estimate, outlook)


def open_bot(game: Game, chance: Random, budget: Budget | None = None) -> Bot:
    return SearchBot(game, chance, budget or USUAL_BUDGET)
