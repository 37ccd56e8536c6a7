"""A bot that tries each move once, in a few determinized worlds, and takes the best.

It thinks one move ahead: the move is made in a determinized world, the game's evaluator plays what is under
way to its end in the plainest way, and says how good the outcome is for the seat. The same worlds are used
for all moves, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.rules import Game, Result, Shuffler, State, View
from generator.rules.errors import blame, imagining
from generator.rules.evaluation import Evaluator, Playout, evaluate_result, evaluator_for
from generator.sim.bot import Advice, Bot, Ending, Question, is_open, question_for

MIN_WORLDS, MAX_WORLDS = 2, 4
"""In a single world a move could look best by luck of the deal alone; each more costs as much again."""
TARGET_TRIALS = 40
"""About how many trials a decision takes, a move made in a world being one. It bounds the time: the more
moves there are, the fewer worlds."""
MAX_DETERMINIZATIONS = 20
"""A world in which the decision would not be open does not count. After so many tries those found must do, so
that a rare position does not hold up the game."""
HINT_DECISIONS, HINT_ROUNDS = 10_000, 40
"""A hint where random games are all there is to go by: about so many decisions are made in them, in so many
rounds of worlds at most. The few games of a decision of the bot's tell moves apart by luck alone."""
_SEEDS = 2**62
"""Of shufflers: well within what a position can hold."""


class GreedyBot(Bot):
    def __init__(self, game: Game, evaluator: Evaluator, chance: Random) -> None:
        self._game = game
        self._evaluator = evaluator
        self._chance = chance

    def choose(self, view: View, legal: Sequence[int]) -> int:
        question = question_for(self._game, view, legal)
        with imagining(self._game.folder):
            advice = self._advise(question)
        return advice[0].move if advice else self._chance.choice(list(question.moves.values()))

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        with imagining(self._game.folder):
            return self._advise(question_for(self._game, view, legal))

    def hint(self, view: View, legal: Sequence[int]) -> list[Advice]:
        if not isinstance(self._evaluator, Playout):
            return self.advise(view, legal)
        with imagining(self._game.folder):
            return self._play_out(question_for(self._game, view, legal), self._evaluator)

    def _play_out(self, question: Question, playout: Playout) -> list[Advice]:
        """The moves by how games ended that were played on at random after them."""
        endings: dict[int, list[Ending]] = {own: [] for own in question.moves.values()}
        first = playout.decisions
        for _ in range(HINT_ROUNDS):
            for world in self._worlds(question):
                for move, own in question.moves.items():
                    end = self._ahead(world, move, question.seat)
                    result, seat = end.result(), question.seat
                    worth = self._worth(result, seat)
                    endings[own].append(Ending(worth, seat in result.winners, _lead(result, seat)))
            if playout.decisions - first >= HINT_DECISIONS:
                break
        advice = [
            Advice(own, sum(end.worth for end in ends) / len(ends), str, ends)
            for own, ends in endings.items()
            if ends
        ]
        return sorted(advice, key=lambda one: -one.evaluation)

    def _advise(self, question: Question) -> list[Advice]:
        worlds = self._worlds(question)
        if not worlds:
            return []
        advice = []
        for move, own in question.moves.items():
            ends = [self._ahead(world, move, question.seat) for world in worlds]
            advice.append(self._advice(own, ends, question))
        return sorted(advice, key=lambda one: -one.evaluation)

    def _advice(self, move: int, ends: Sequence[State], question: Question) -> Advice:
        seat, evaluate = question.seat, self._evaluator.evaluate
        evaluation = sum(
            self._worth(end.result(), seat) if end.over else evaluate(end, seat) for end in ends
        ) / len(ends)
        first = ends[0]
        # Words cost time, and only a person who asks for a hint reads them.
        return Advice(move, evaluation, lambda: self._outlook(first, question))

    def _worlds(self, question: Question) -> list[State]:
        """States like the one behind the view, in which the seat has just this decision to make."""
        seat, legal = question.seat, tuple(question.moves)
        shuffler = Shuffler(self._chance.randrange(_SEEDS))
        worlds: list[State] = []
        wanted = max(MIN_WORLDS, min(MAX_WORLDS, TARGET_TRIALS // len(legal)))
        first: State | None = None
        for _ in range(MAX_DETERMINIZATIONS):
            if first is None:
                world = self._game.from_dict(self._game.determinize(question.view, seat, shuffler))
            else:
                # Dealt from a world that the view gave, and as that would: nothing has to be read again.
                world = first.determinize(seat, shuffler)
            if is_open(world, seat, legal):
                worlds.append(world)
                first = world if self._game.folder is None else None
            if len(worlds) == wanted:
                break
        return worlds

    def _ahead(self, world: State, move: int, seat: int) -> State:
        """The world after the move, and after what it leads to at once."""
        state = world.clone()
        if self._game.folder is None:
            state.apply(move)
        else:
            with blame(self._game.folder, world.text(move), seat):
                state.apply(move)
                state.check_cards()
        return self._evaluator.quiesce(state, self._evaluator.moment(world), seat)

    def _worth(self, result: Result, seat: int) -> float:
        return evaluate_result(result, seat, self._game)

    def _outlook(self, state: State, question: Question) -> str:
        """What it expects, with the seats as the players call them."""
        with imagining(self._game.folder):
            if question.rotated_by:
                position = self._game.rotate(state.to_dict(), question.rotated_by)
                if position is None:
                    return ""
                state = self._game.from_dict(position)
            seat = question.seat + question.rotated_by
            return state.result().reason if state.over else self._evaluator.outlook(state, seat)


def _lead(result: Result, seat: int) -> float:
    """By how many points a winner is ahead of the beaten, and who is beaten of the winners. Whether more are
    better is shown by who has won."""
    scores, winners = result.scores, result.winners
    best = [scores[winner] for winner in winners]
    beaten = [score for number, score in enumerate(scores) if number not in winners]
    if not best or not beaten or set(scores) <= {0, 1}:
        return 0.0
    others = beaten if seat in winners else best
    if min(best) >= max(beaten):
        return scores[seat] - max(others)
    return min(others) - scores[seat] if max(best) <= min(beaten) else 0.0


def open_bot(game: Game, chance: Random) -> Bot:
    """A bot for any game; it plays better where the game has an evaluator of its own."""
    return GreedyBot(game, evaluator_for(game, chance), chance)
