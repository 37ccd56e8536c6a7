"""Where all seats are alike, everybody may move up a seat, and the game is the same.

The rotated state must show each seat what the other sees, ask for the same moves, play on alike and end
alike; whoever evaluates it must find it as good; and a bot with the same seed must choose the same move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose
from random import Random

from generator.catalog.plugins import load_plugins
from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment, canonical, copied, first_difference
from generator.rules.elements import rotate_list
from generator.rules.evaluation import Evaluator, Playout, evaluate_result, evaluator_for
from generator.rules.protocol import Game, Position, Result, State, View

BOTS = "generator.sim.bots"
"""The package with a module for each bot: named, not imported, since bots come after rules."""
PLAYED_ON = 10
"""Moves that a state and its rotated one are played on."""
MAX_AHEAD = 60
"""Moves after which a choice that both seats make at the same time must have come to its end."""
MAX_TRIED = 3
"""Moves of a decision that are tried and evaluated."""
BOTS_A_GAME = 1
"""Decisions of a game in which bots are asked, who think long."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision of a seat, as it must come up in the rotated game."""

    view: View | None
    legal: tuple[int, ...]
    move: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A state and the rotated one, kept until chance is no longer locked away."""

    state: State
    position: Position
    twin: State
    rotated: Position


@dataclass(frozen=True, slots=True)
class Decision:
    """What bots are asked, kept likewise."""

    state: State
    position: Position
    seat: int
    seed: int


class Symmetry(Check):
    """Moves everybody up a seat, and plays on with both."""

    name = "symmetry"
    question = "where all seats are alike, a rotated position gives the rotated game"
    order = 61
    states_a_game = 2

    def prepare(self) -> None:
        self._pairs: list[Pair] = []
        self._decisions: list[Decision] = []

    @classmethod
    def concerns(cls, game: Game) -> bool:
        return game.symmetric

    def look(self, moment: Moment) -> Iterator[str]:
        if moment.state.player is not None and len(self._decisions) < BOTS_A_GAME:
            seed = moment.dice.getrandbits(32)
            self._decisions.append(Decision(moment.state.clone(), moment.position, moment.state.player, seed))
        rotated = self.game.rotate(copied(moment.position), 1)
        if rotated is None:
            return
        twin = self.game.from_dict(copied(rotated))
        back = self.game.rotate(copied(moment.position), moment.seats)
        if back is None or canonical(back) != moment.text:
            yield "a position that is rotated once round the table is another one"
        yield from self._alike(moment.position, twin.to_dict(), "is read")
        if canonical(twin.to_dict()) == canonical(rotated):
            # Otherwise somebody had no choice there, and has already moved.
            yield from self._views(moment, twin)
        yield from self._play_on(moment, twin.clone())
        self._pairs.append(Pair(moment.state.clone(), moment.position, twin, rotated))

    def leave(self) -> Iterator[str]:
        """What thinks may draw lots, which is locked away while a game is played."""
        pairs, self._pairs = self._pairs, []
        decisions, self._decisions = self._decisions, []
        evaluator = evaluator_for(self.game, Random(0))
        if not isinstance(evaluator, Playout):
            for pair in pairs:
                yield from self._evaluate(pair, evaluator)
        for decision in decisions:
            yield from self._choose(decision)

    # What the seats see, and what becomes of it

    def _alike(self, position: Position, of_twin: Position, what: str) -> Iterator[str]:
        """Whether a position is that of the twin, but for the seats. What a rotation leaves out counts for
        neither."""
        expected, further = self.game.rotate(position, 1), self.game.rotate(of_twin, 1)
        found = None if further is None else self.game.rotate(further, -1)
        if expected is not None and found is not None and canonical(expected) != canonical(found):
            yield f"a rotated position {what} as another one: {first_difference(expected, found)}"

    def _views(self, moment: Moment, twin: State) -> Iterator[str]:
        """Whether each seat sees what the one before it saw, where the same seat is asked.

        Where all choose at the same time, seat 0 is asked first in both.
        """
        player = moment.state.player
        if player is not None and twin.player != self._next(player, moment.seats):
            return
        for seat in range(moment.seats):
            seen = twin.view(self._next(seat, moment.seats))
            expected = self.game.rotate(moment.view(seat), 1)
            if expected is not None and canonical(expected) != canonical(seen):
                yield f"seat {seat}, rotated, sees something else: {first_difference(expected, seen)}"

    def _play_on(self, moment: Moment, twin: State) -> Iterator[str]:
        """Plays both on with the same moves, whichever seat is asked first."""
        state = moment.state.clone()
        waiting: list[deque[Asked]] = [deque() for _ in range(moment.seats)]
        made, fault = 0, ""
        while not fault:
            fault = self._follow(twin, waiting)
            is_level = not any(waiting)
            if fault or state.player is None or (is_level and made >= PLAYED_ON):
                break
            if made >= MAX_AHEAD:
                fault = (
                    f"seat {state.player} is asked, and the rotated game goes on without the same decision"
                )
                break
            waiting[self._next(state.player, moment.seats)].append(self._ask(state, moment))
            made += 1
        faults = [fault] if fault else list(self._ended(state, twin))
        # Two shuffles in another order of seats are other shuffles; that is no fault.
        if faults and _shuffles(state) - _shuffles(moment.state) < 2:
            yield from faults

    def _ask(self, state: State, moment: Moment) -> Asked:
        """Makes a move at random; what the rotated game must ask for it."""
        position = state.to_dict()
        assert state.player is not None
        view = self.game.rotate(state.view(state.player), 1)
        legal = state.legal()
        move = moment.dice.choice(legal)
        state.apply(move)
        turned = [self.game.rotate_move(one, position, 1) for one in (move, *legal)]
        return Asked(view, tuple(sorted(turned[1:])), turned[0])

    def _follow(self, twin: State, waiting: list[deque[Asked]]) -> str:
        """Makes the moves that wait for the seats that are asked; the fault that is found, if any."""
        while twin.player is not None and waiting[twin.player]:
            asked = waiting[twin.player].popleft()
            if twin.legal() != asked.legal:
                odd = min(set(twin.legal()) ^ set(asked.legal))
                return f"`{twin.text(odd)}` is legal in a game or in the rotated one, and not in both"
            seen = twin.view(twin.player)
            if asked.view is not None and canonical(seen) != canonical(asked.view):
                return f"the rotated game shows something else: {first_difference(asked.view, seen)}"
            twin.apply(asked.move)
        return ""

    def _ended(self, state: State, twin: State) -> Iterator[str]:
        """Whether both have come to the same."""
        if state.over != twin.over:
            yield "a game is over, and the rotated one is not, or the other way round"
        elif state.over:
            yield from self._results(state.result(), twin.result())
        yield from self._alike(state.to_dict(), twin.to_dict(), "is played on and comes out")

    def _results(self, result: Result, of_twin: Result) -> Iterator[str]:
        seats = len(result.scores)
        scores = tuple(rotate_list(list(result.scores), 1))
        winners = tuple(sorted(self._next(seat, seats) for seat in result.winners))
        if (scores, winners, result.cut_short) != (of_twin.scores, of_twin.winners, of_twin.cut_short):
            found = f"scores {of_twin.scores} and winners {of_twin.winners}"
            yield f"a rotated game ends with {found}, not with {scores} and {winners}"

    # How good it is, and what is chosen

    def _evaluate(self, pair: Pair, evaluator: Evaluator) -> Iterator[str]:
        """Compares how good it is for each seat now, and for the seat that is asked after some moves."""
        state, twin = pair.state, pair.twin
        if state.over:
            return
        seats = len(pair.position["seats"])
        for seat in range(seats):
            found = evaluator.evaluate(state, seat), evaluator.evaluate(twin, self._next(seat, seats))
            yield from _equal(found, f"the position of seat {seat}")
        if state.player is None or twin.player != self._next(state.player, seats):
            return
        legal = state.legal()
        for move in legal[:: len(legal) // MAX_TRIED + 1]:
            turned = self.game.rotate_move(move, pair.position, 1)
            found = (
                _after(evaluator, state, move),
                _after(evaluator, twin, turned),
            )
            yield from _equal(found, f"`{state.text(move)}`")

    def _choose(self, decision: Decision) -> Iterator[str]:
        """Asks each bot that has an opinion twice, with the same seed."""
        state = decision.state
        view = state.view(decision.seat)
        rotated = self.game.rotate(view, 1)
        if rotated is None:
            yield "the view of the seat that is asked can't be rotated"
            return
        turned = {move: self.game.rotate_move(move, decision.position, 1) for move in state.legal()}
        for module in load_plugins(BOTS):
            bots = [module.open_bot(self.game, Random(decision.seed)) for _ in range(2)]
            advice = bots[0].advise(view, tuple(turned))
            if not advice:
                continue
            move, twins = advice[0].move, bots[1].advise(rotated, tuple(sorted(turned.values())))[0].move
            if turned[move] != twins:
                name = module.__name__.rpartition(".")[2]
                yield f"the bot {name} chooses `{state.text(move)}`, and rotated `{state.text(twins)}`"

    def _next(self, seat: int, seats: int) -> int:
        return (seat + 1) % seats


def _shuffles(state: State) -> int:
    """How many shuffles and lots there were."""
    made: int = state.to_dict().get("shuffler", {}).get("made", 0)
    return made


def _after(evaluator: Evaluator, state: State, move: int) -> float:
    """How good a move is for the seat that is asked."""
    seat, ahead = state.player, state.clone()
    assert seat is not None
    ahead.apply(move)
    end = evaluator.quiesce(ahead, evaluator.moment(state), seat)
    return evaluate_result(end.result(), seat) if end.over else evaluator.evaluate(end, seat)


def _equal(found: tuple[float, float], what: str) -> Iterator[str]:
    # The same numbers may be added up in another order.
    if not isclose(*found, abs_tol=1e-6):
        yield f"{what} is evaluated at {found[0]:.3f}, and rotated at {found[1]:.3f}"
