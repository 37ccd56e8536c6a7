"""A state in the middle of a game that the suite plays, with what several checks want to know of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from generator.rules.conformance.schedule import is_close
from generator.rules.positions import LAST_SEED
from generator.rules.protocol import Game, Position, State, View
from generator.rules.record import Record
from generator.rules.shuffler import Shuffler


def canonical(value: object) -> str:
    """JSON in which equal values have equal letters; raises for what is no JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def copied(value: Any) -> Any:
    """The value as it comes out of a file: nothing of it is shared."""
    return json.loads(json.dumps(value, allow_nan=False))


def seats_of(game: Game, setup: Mapping[str, Any], state: State) -> int:
    """How many play: as the set-up says, or else as many as have an opening hand."""
    return setup.get("seats") or len(game.opening(state))


@dataclass(frozen=True, slots=True)
class World:
    """A position that a seat could think it is in."""

    position: Position
    state: State
    settled: bool
    """Whether the state is just that position. Where it is not, a forced move was made at once: then no
    decision was open, so the real game can't be in this position, and there is nothing to compare."""


class Moment:
    """A game as far as it has been played. What it keeps is dropped when a move is made."""

    __slots__ = (
        "_position",
        "_text",
        "_views",
        "_worlds",
        "close",
        "dice",
        "game",
        "moves",
        "seats",
        "setup",
        "state",
    )

    _position: Position | None
    _text: str | None
    _views: dict[int, View]
    _worlds: dict[int, World]

    def __init__(self, game: Game, state: State, setup: Mapping[str, Any], dice: Random, number: int) -> None:
        self.game = game
        self.state = state
        self.setup = dict(setup)
        self.dice = dice
        """The suite's own, so that its choices are the same in every run."""
        self.close = is_close(number)
        """Whether the game is among those that are looked at closely."""
        self.seats = seats_of(game, setup, state)
        self.moves: list[int] = []
        self._forget()

    @property
    def position(self) -> Position:
        """The state written down; not to be changed."""
        if self._position is None:
            self._position = self.state.to_dict()
        return self._position

    @property
    def text(self) -> str:
        """The position as canonical JSON."""
        if self._text is None:
            self._text = canonical(self.position)
        return self._text

    def view(self, seat: int) -> View:
        """What a seat sees; not to be changed."""
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    def world(self, seat: int) -> World:
        """A position that the seat could determinize."""
        if seat not in self._worlds:
            position = self.imagined(seat)
            state = self.game.from_dict(position)
            self._worlds[seat] = World(position, state, canonical(state.to_dict()) == canonical(position))
        return self._worlds[seat]

    def imagined(self, seat: int) -> Position:
        """A position made from a copy of the seat's view, with nothing else to go by."""
        shuffler = Shuffler(self.dice.randint(0, LAST_SEED))
        return self.game.determinize(copied(self.view(seat)), seat, shuffler)

    def go_on(self, move: int) -> None:
        """Makes a move."""
        self.moves.append(move)
        self._forget()
        self.state.apply(move)

    def record(self) -> Record:
        """The game up to here."""
        return Record(self.game.name, self.setup, moves=[self.state.text(move) for move in self.moves])

    def _forget(self) -> None:
        self._position = None
        self._text = None
        self._views = {}
        self._worlds = {}
