"""A state in the middle of a game that the suite plays, and what several checks want to know of it.

Also how two positions are compared, and a twin: a second state that makes the same moves as the first.
And odd players, who much prefer or shun one kind of move: random play seldom gets where they do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple, Protocol

from generator.catalog.reader import Path
from generator.rules.positions import MAX_SEED, written
from generator.rules.protocol import Game, Position, State, View
from generator.rules.record import Record
from generator.rules.shuffler import Shuffler
from generator.rules.watch import pulse

FIRMNESS = 0.95
"""How often an odd player follows the taste."""


@dataclass(frozen=True, slots=True)
class Taste:
    """A way to choose moves."""

    kind: str
    """The first word of the moves that it is about."""
    likes: bool
    """Whether they are preferred, or shunned."""
    end: int | None = None
    """Of the moves that are as good, the first (0) or the last (-1) is taken; None: any."""
    seat: int | None = None
    """The only seat that plays so; None: all do."""

    def choose(self, state: State, legal: Sequence[int], dice: Random) -> int:
        """One of the legal moves."""
        if (self.seat is None or state.player == self.seat) and dice.random() < FIRMNESS:
            fitting = [move for move in legal if (kind_of(state.text(move)) == self.kind) == self.likes]
            legal = fitting or legal
            if self.end is not None:
                return legal[self.end]
        return legal[int(dice.random() * len(legal))]


def kind_of(words: str) -> str:
    """What a move does: ``attack`` of ``attack S2>1``."""
    return words.partition(" ")[0]


def odd_taste(number: int, kinds: Sequence[str], seats: int) -> Taste:
    """The taste of that number: all kinds are liked in turn, then shunned, then so in other ways."""
    turn, index = divmod(number, len(kinds))
    likes = turn % 2 == 0
    end = (None, 0, -1)[turn // 2 % 3]
    seat = None if turn // 6 % 2 == 0 else number % seats
    return Taste(kinds[index], likes, end, seat)


Decide = Callable[[View, Sequence[int]], int]
"""What a bot does: one of the legal moves, by what it sees; the same each time it is asked."""


class Screen(Protocol):
    """Where somebody in a seat looks at a game, such as a terminal."""

    name: str
    """With its article: ``the terminal``."""

    def shows(self, state: State, seat: int) -> Any:
        """All that is drawn while nothing happens, as lists, texts and mappings."""

    def tells(self, before: State, move: str, after: State, seat: int) -> Any:
        """What is said of a move; None where choices are turned up that were made in secret."""


MAX_LETTERS = 80
"""Of a value in a finding."""


class Moment:
    """A game as far as it has been played. What it keeps is dropped when a move is made."""

    __slots__ = (
        "_position",
        "_seat",
        "_text",
        "_views",
        "_worlds",
        "close",
        "decide",
        "dice",
        "game",
        "making",
        "moves",
        "origin",
        "screens",
        "seats",
        "state",
        "taste",
    )

    _position: Position | None
    _text: str | None
    _views: dict[int, View]
    _worlds: dict[int, World]
    _seat: int | None

    def __init__(
        self,
        game: Game,
        state: State,
        origin: Record,
        dice: Random,
        *,
        close: bool,
        taste: Taste | None = None,
        decide: Decide | None = None,
        screens: Sequence[Screen] = (),
    ) -> None:
        self.game = game
        self.state = state
        self.origin = origin
        """How the game began: a record without moves."""
        self.dice = dice
        """The suite's own, so that its choices are the same in every run."""
        self.close = close
        """Whether the game is among those that are looked at closely."""
        self.taste = taste
        """How it is played; None: at random."""
        self.decide = decide
        """Chooses a move as a bot would; None where nobody said how."""
        self.screens = screens
        self.seats = seats_of(game, origin.setup, state)
        self.moves: list[int] = []
        self.making: int | None = None
        """The seat whose move is being made, the last of ``moves``."""
        self._forget()

    @property
    def is_dealt(self) -> bool:
        """Whether the game began as any game begins, and not in a position that somebody set up."""
        return self.origin.position is None

    @property
    def seat(self) -> int:
        """The seat whose knowledge is looked at, until a move is made: half of the time that which is asked.

        What a seat may know costs most to find out, so all checks look at the same one.
        """
        if self._seat is None:
            asked = self.state.player
            wants_asked = asked is not None and self.dice.random() < 1 / 2
            self._seat = asked if wants_asked else self.dice.randrange(self.seats)
        assert self._seat is not None
        return self._seat

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
        """A world determinized for the seat; the same one until a move is made."""
        if seat not in self._worlds:
            position = self.determinize(seat)
            state = self.game.from_dict(position)
            self._worlds[seat] = World(position, state, canonical(state.to_dict()) == canonical(position))
        return self._worlds[seat]

    def determinize(self, seat: int) -> Position:
        """A new position for the seat, made from a copy of its view with nothing else to go by."""
        return self.game.determinize(copied(self.view(seat)), seat, self.shuffler())

    def shuffler(self) -> Shuffler:
        """A new one, from the suite's own dice."""
        return Shuffler(self.dice.randint(0, MAX_SEED))

    def make_move(self, move: int) -> None:
        """Makes a move."""
        self.moves.append(move)
        self._forget()
        self.making = self.state.player
        watched = pulse()
        if watched is not None and self.making is not None:
            watched.making(self.state, self.making, move)
        self.state.apply(move)
        self.making = None

    def record(self) -> Record:
        """The game up to here."""
        return replace(self.origin, moves=[self.state.text(move) for move in self.moves])

    def _forget(self) -> None:
        self._position = None
        self._text = None
        self._views = {}
        self._worlds = {}
        self._seat = None


@dataclass(frozen=True, slots=True)
class World:
    """A determinized position: one that, for all that a seat knows, could be the real one."""

    position: Position
    state: State
    settled: bool
    """Whether the state is just that position. Where it is not, a forced move was made at once: then no
    decision was open, so the real game can't be in this position, and there is nothing to compare."""


def canonical(value: object) -> str:
    """JSON in which equal values have equal letters; raises for what is no JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def without_chance(position: Position) -> str:
    """The position without its shuffler, as canonical JSON."""
    return canonical({key: value for key, value in position.items() if key != "shuffler"})


def copied(value: Any) -> Any:
    """The value as it comes out of a file: nothing of it is shared."""
    return json.loads(json.dumps(value, allow_nan=False))


def seats_of(game: Game, setup: Mapping[str, Any], state: State) -> int:
    """How many play: as the setup says, or else as many as have an opening hand."""
    seats: int = setup.get("seats") or len(game.opening(state))
    return seats


class Twin:
    """Must stay equal to the state of the game, whatever is played."""

    def __init__(self, moment: Moment, state: State, what: str) -> None:
        self._state = state
        self._what = what
        self._made = len(moment.moves)

    def follow(self, moment: Moment) -> Iterator[str]:
        """Makes the last move too, if it has not yet."""
        if len(moment.moves) == self._made:
            return
        self._made += 1
        self._state.apply(moment.moves[-1])
        if self._state.player != moment.state.player or self._state.legal() != moment.state.legal():
            yield f"{self._what} played on to other moves than the game itself"

    def compare(self, moment: Moment) -> Iterator[str]:
        """Whether both are the same, chance included."""
        if canonical(self._state.to_dict()) != moment.text:
            yield f"{self._what} played on to another position than the game itself"
        elif any(self._state.view(seat) != moment.view(seat) for seat in range(moment.seats)):
            yield f"{self._what} played on, and is seen otherwise than the game itself"
        elif moment.state.player is None and self._state.result() != moment.state.result():
            yield f"{self._what} played on to another result than the game itself"


class Hidden(NamedTuple):
    """A list of a position that a view replaces by its length."""

    path: Path
    items: list[Any]


def hidden_lists(position: Any, view: Any, path: Path = ()) -> Iterator[Hidden]:
    """The lists that the view shows only the length of."""
    if isinstance(position, Mapping) and isinstance(view, Mapping):
        for key in position:
            if key in view:
                yield from hidden_lists(position[key], view[key], (*path, key))
    elif isinstance(position, list) and isinstance(view, list) and len(position) == len(view):
        for index, (inside, seen) in enumerate(zip(position, view, strict=True)):
            yield from hidden_lists(inside, seen, (*path, index))
    elif isinstance(position, list) and isinstance(view, int):
        yield Hidden(path, position)


def at_path(position: Any, path: Path) -> Any:
    """What lies at a place; None where there is no such place."""
    for step in path:
        try:
            position = position[step]
        except (KeyError, IndexError, TypeError):
            return None
    return position


def first_difference(one: Any, other: Any, path: Path = ()) -> str:
    """The first place where two JSON values differ: ``seats[1].hand is ["S4"] or ["M1"]``."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{written((*path, key))} is there or not"
            if one[key] != other[key]:
                return first_difference(one[key], other[key], (*path, key))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, (inside, seen) in enumerate(zip(one, other, strict=True)):
            if inside != seen:
                return first_difference(inside, seen, (*path, index))
    return f"{written(path) or 'it'} is {_short(one)} or {_short(other)}"


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= MAX_LETTERS else f"{words[: MAX_LETTERS - 1]}…"
