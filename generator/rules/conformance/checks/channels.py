"""Nothing that leaves a state for a seat tells more than the seat's view.

Words and numbers leave a state in many ways: why a move is refused, what is told of a move, which turn it
is, what a screen draws. Here two states are made that look the same to a seat, and whatever comes out of the
one for that seat must come out of the other. The second is made in two ways: hidden cards change places, or
all that is hidden is dealt anew, with the shuffles to come as they are.

What is told of a move is compared where the move leaves both looking the same as well: then all that came
about in the open is in the view, and what is told beyond that was hidden. A move made in secret may be
another one in the other state: who watches can't know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.exchanges import Exchanges
from generator.rules.conformance.checks.words import JUNK
from generator.rules.conformance.moment import Moment, Screen, canonical, first_difference
from generator.rules.conformance.other_process import Opener
from generator.rules.protocol import Game, IllegalMove, State

REFUSED = 24
"""Moves of which it is asked why they are refused."""
MOVES = 3
"""That are made in both states."""
SCREENS_SHARE = 1 / 4
"""How often screens are drawn, where they could be: that takes longest."""


class _Made(NamedTuple):
    """A move, and the state after it."""

    move: str
    state: State


class Channels(Check):
    """Compares what comes out of states that a seat can't tell apart."""

    name = "channels"
    question = "no words, reason, number or screen tells a seat more than its view"
    order = 26
    states_a_game = 2

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._exchanges = Exchanges(game, opener)
        # Its own: games are played on as they are without this check.
        self._dice = Random(self.name)
        self._screens: Sequence[Screen] = ()

    def look(self, moment: Moment) -> Iterator[str]:
        seat = moment.seat
        self._screens = moment.screens if self._dice.random() < SCREENS_SHARE else ()
        for how, twin in self._twins(moment, seat):
            told = f"seat {seat} can't know whether {how}, and yet"
            for channel, ours, theirs in self._differences(moment, twin, seat):
                yield f"{told} {channel} is another: {first_difference(ours, theirs)}"

    def _twins(self, moment: Moment, seat: int) -> Iterator[tuple[str, State]]:
        exchanged = None if moment.state.player is None else self._exchanges.exchanged(moment, seat)
        if exchanged is not None:
            yield "cards have changed places", exchanged
        world = moment.world(seat)
        if world.settled:
            chance = {key: moment.position[key] for key in ("shuffler",) if key in moment.position}
            yield "hidden cards were dealt anew", self.game.from_dict({**world.position, **chance})

    def _differences(self, moment: Moment, twin: State, seat: int) -> Iterator[tuple[str, Any, Any]]:
        """What comes out for the seat that differs: in words, and what it is in each of the two states."""
        state = moment.state
        if canonical(twin.view(seat)) != canonical(moment.view(seat)):
            # Other checks tell of it.
            return
        if state.player is None and twin.player is None and _count(state) != _count(twin):
            # Hidden cards count in the end, which uncovers them.
            return
        for channel, told in self._channels(moment, seat).items():
            ours, theirs = told(state), told(twin)
            if ours != theirs:
                yield channel, ours, theirs
        if state.player is not None and twin.player == state.player:
            yield from self._after_moves(moment, twin, seat)

    def _channels(self, moment: Moment, seat: int) -> Mapping[str, Callable[[State], Any]]:
        """What can be asked for a seat while nothing happens."""
        asked = moment.state.player
        legal = moment.state.legal()
        channels: dict[str, Callable[[State], Any]] = {
            "the turn": lambda state: state.turns(),
            "who has the first turn": lambda state: state.starter(),
            **{screen.name: _drawn_by(screen, seat) for screen in self._screens},
        }
        if asked is None:
            channels["the result"] = lambda state: None if state.player is not None else state.result()
        if asked == seat:
            moves = self._dice.sample(range(self.game.moves), min(REFUSED, self.game.moves))
            words = [self._dice.choice(JUNK), *(f"{moment.state.text(move)} 1" for move in moves[:2])]
            channels |= {
                "how a legal move is written": lambda state: [state.text(move) for move in legal],
                "whether a move is secret": lambda state: [state.is_secret(move) for move in legal],
                "why a move is refused": lambda state: [
                    state.why_not(move) for move in moves if move not in legal
                ],
                "what is answered to wrong words": lambda state: [_answer(state, text) for text in words],
            }
        return channels

    def _after_moves(self, moment: Moment, twin: State, seat: int) -> Iterator[tuple[str, Any, Any]]:
        """What is told of moves that leave both states looking the same."""
        state, theirs = moment.state, set(twin.legal())
        secret = [] if state.player == seat else [move for move in theirs if twin.is_secret(move)]
        for move in self._dice.sample(state.legal(), min(MOVES, len(state.legal()))):
            is_secret = state.player != seat and state.is_secret(move)
            other = self._dice.choice(sorted(secret)) if is_secret and secret else move
            if other not in theirs or (is_secret and not secret):
                continue
            made = _made(state, move), _made(twin, other)
            seen = [canonical(after.state.view(seat)) for after in made]
            open_moves = [_open_moves(after.state, seat) for after in made]
            if seen[0] != seen[1] or open_moves[0] != open_moves[1]:
                continue
            words = f" of `{state.text(move)}`"
            told = [[list(line) for line in after.state.told()] for after in made]
            if told[0] != told[1]:
                yield f"what is told{words}", told[0], told[1]
            for screen in self._screens:
                lines = [
                    screen.tells(before, after.move, after.state, seat)
                    for before, after in zip((state, twin), made, strict=True)
                ]
                if lines[0] != lines[1]:
                    yield f"what {screen.name} tells{words}", lines[0], lines[1]


def _count(state: State) -> tuple[object, object]:
    result = state.result()
    return result.scores, result.winners


def _drawn_by(screen: Screen, seat: int) -> Callable[[State], Any]:
    return lambda state: screen.shows(state, seat)


def _answer(state: State, words: str) -> str:
    try:
        return f"it is the move {state.parse(words)}"
    except IllegalMove as error:
        return str(error)


def _made(state: State, move: int) -> _Made:
    after = state.clone()
    after.apply(move)
    return _Made(state.text(move), after)


def _open_moves(state: State, seat: int) -> list[tuple[int, str]]:
    """The forced moves that the seat is told of: those in the open, and its own."""
    return [
        (mover, state.text(move))
        for mover, move in state.forced_moves()
        if mover == seat or not state.is_secret(move)
    ]
