"""A state that is determinized at once is one that could be dealt from a seat's view.

Bots that search make such states by the thousand, so they are made without writing anything down; what they
may depend on is the same. Two states that look alike to a seat, the real one and one dealt from its view,
give the same state by the same lots: then nothing in it came from what the seat can't see.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from generator.rules.conformance.checks.clones import play_on
from generator.rules.conformance.checks.views import FEW, MAX_UNSETTLED
from generator.rules.conformance.checks.worlds import Worlds
from generator.rules.conformance.moment import Moment, canonical, first_difference
from generator.rules.conformance.other_process import Opener
from generator.rules.positions import MAX_SEED
from generator.rules.protocol import Game, Position, State
from generator.rules.shuffler import Shuffler


class Dealt(Worlds):
    """Determinizes states at once, and compares them with each other, with the real one and with its view."""

    name = "dealt"
    question = "states determinized at once owe nothing to what a seat can't see"
    order = 23
    states_a_game = 4

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        # Its own: games are played on as they are without this check.
        self._dice = Random(self.name)
        self._passed_over = False
        self._made = 0
        self._unsettled = 0

    def look(self, moment: Moment) -> Iterator[str]:
        if type(moment.state).determinize is State.determinize:
            self._passed_over = True
            return
        yield from super().look(moment)
        for seat in range(moment.seats):
            yield from self._one(moment, seat)

    def two_worlds(self, moment: Moment, seat: int) -> tuple[Position, Position]:
        one, other = (moment.state.determinize(seat, Shuffler(self._seed())) for _ in range(2))
        return one.to_dict(), other.to_dict()

    def close(self) -> Iterator[str]:
        if self._passed_over:
            self.notes.append("passed over: its states have no `determinize` of their own")
        yield from super().close()
        if self._made >= FEW and self._unsettled > MAX_UNSETTLED * self._made:
            told = f"{self._unsettled:,} of {self._made:,} times, while another seat was asked"
            yield f"{told}, the view of the seat changed in the state determinized for it"

    def _seed(self) -> int:
        return self._dice.randint(0, MAX_SEED)

    def _one(self, moment: Moment, seat: int) -> Iterator[str]:
        who = f"determinized for seat {seat}"
        seed = self._seed()
        state = moment.state.determinize(seat, Shuffler(seed))
        yield from _as_read(moment, state, who)
        asked = moment.state.player in (seat, None)
        seen = state.view(seat)
        if canonical(seen) != canonical(moment.view(seat)):
            # Another seat may have no choice in it, as in a world dealt from the view.
            self._unsettled += not asked
            if asked:
                yield f"{who}, its view changes: {first_difference(moment.view(seat), seen)}"
        elif asked and state.legal() != moment.state.legal():
            yield f"{who}, it has other legal moves"
        self._made += not asked
        yield from self._from_alike(moment, seat, seed, state)
        play_on(state, self._dice)
        if canonical(moment.state.to_dict()) != moment.text:
            yield f"a state {who} was played on, and it changed the original"

    def _from_alike(self, moment: Moment, seat: int, seed: int, state: State) -> Iterator[str]:
        """Whether another state, which looks the same to the seat, gives the same one by the same lots."""
        world = moment.world(seat)
        if not world.settled or canonical(world.state.view(seat)) != canonical(moment.view(seat)):
            return
        other = world.state.determinize(seat, Shuffler(seed))
        if canonical(other.to_dict()) != canonical(state.to_dict()):
            where = first_difference(state.to_dict(), other.to_dict())
            yield f"determinized for seat {seat}, something comes from what that seat can't see: {where}"
        elif (other.player, other.legal()) != (state.player, state.legal()):
            yield f"determinized for seat {seat}, legal moves come from what that seat can't see"
        elif _told(other) != _told(state):
            yield f"determinized for seat {seat}, something is told that may come from what it can't see"


def _as_read(moment: Moment, state: State, who: str) -> Iterator[str]:
    """Whether the state is just the one that its position describes."""
    position = state.to_dict()
    read = moment.game.from_dict(position)
    if canonical(read.to_dict()) != canonical(position):
        where = first_difference(position, read.to_dict())
        yield f"a state {who} is read otherwise than it is written: {where}"
    elif (read.player, read.legal()) != (state.player, state.legal()):
        yield f"a state {who} asks another seat, or for other moves, than its position does"


def _told(state: State) -> tuple[object, ...]:
    return tuple(state.forced_moves()), tuple(state.told())
