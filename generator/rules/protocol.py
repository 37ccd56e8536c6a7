"""What every game can do: be started, asked for its moves, moved, looked at, written down.

A game is played like this::

    game = rules.load("battle-gate")
    state = game.start(seed=7, seats=2)
    while state.player is not None:
        state.apply(state.legal()[0])
    print(state.result())

Moves are small whole numbers, the same in every state of a game; ``text`` turns them into the words of the
rules and ``parse`` back. A combined choice is made as a sequence of small moves. A decision with only one
legal move is made inside the engine: whoever is asked has a real choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mypy_extensions import mypyc_attr

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.rules.positions import MAX_SEED
from generator.rules.shuffler import Shuffler

Position = dict[str, Any]
"""A state written down as JSON values: complete, and in the notation of the game."""

View = dict[str, Any]
"""What one seat may know of a state, as JSON values."""


class IllegalMove(ValueError):  # noqa: N818 - it is what happened
    """Raised for a move that the rules do not allow now; the message says why, in a sentence for players."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    scores: tuple[int, ...]
    """One for each seat: the game's own points; in a game without points 1 for a winner, 0 for the others."""
    winners: tuple[int, ...]
    """The seats that share the win, ascending: one, or in a draw all that are still in; none if all lose."""
    reason: str
    """A sentence for players."""
    cut_short: bool = False
    """Whether the engine's limit on turns ended it, and not the rules of the game."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something to agree on before a game, beside the number of seats."""

    name: str
    help: str
    default: Any
    read: Callable[[object], Any]
    """The value as the game takes it, from JSON or from a word of the command line; raises InputError."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game under way. Subclasses fill in everything that raises NotImplementedError here."""

    __slots__ = ("player",)

    player: int | None
    """The seat to decide, from 0; None when the game is over."""

    def legal(self) -> tuple[int, ...]:
        """The moves that ``player`` may choose from, two or more, ascending; none when the game is over."""
        raise NotImplementedError

    def apply(self, move: int) -> None:
        """Makes one of the ``legal()`` moves, and all forced ones after it; other numbers are not caught."""
        raise NotImplementedError

    def text(self, move: int) -> str:
        """The move in the notation of the rules, for example ``field S4``."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """The move written in ``text``, legal or not. Raises IllegalMove if it is not a move at all."""
        raise NotImplementedError

    def why_not(self, move: int) -> str:
        """Why a move is not legal now: a sentence that names the rule."""
        raise NotImplementedError

    def result(self) -> Result:
        """How the game ended. Raises ValueError while it goes on."""
        raise NotImplementedError

    def clone(self) -> State:
        """A copy that can be played on without changing this state."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """What the seat may know: its own hand, what lies open, and how many cards lie hidden where.

        It has the keys of the position, a hidden list replaced by its length, and two of its own: ``seat``,
        and ``asked``: whether it is this seat that decides now. Never the shuffler.
        """
        raise NotImplementedError

    def to_dict(self) -> Position:
        """The whole state, hidden cards too; ``Game.from_dict`` goes on from it exactly."""
        raise NotImplementedError

    def play(self, text: str) -> None:
        """Makes the move that is written in the notation of the rules. Raises IllegalMove with the reason."""
        if self.player is None:
            raise IllegalMove("the game is over")
        move = self.parse(text)
        if move not in self.legal():
            raise IllegalMove(self.why_not(move))
        self.apply(move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player is None


@mypyc_attr(allow_interpreted_subclasses=True)
class Referee:
    """Judges positions by the rules and the card database, without a line of the engine: it derives again
    what the engine says, so that a mistake must be made twice to pass."""

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """All cards of the game by their owner, wherever they lie, also those still in the box.

        An owner whose cards left the game is missing.
        """
        raise NotImplementedError

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores and the winners of a position in which the game is over."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of a game, with the numbers of its card database.

    Whoever writes a game sets these attributes in ``__init__`` (a compiled ``Game`` does not see those of a
    class) and fills in everything that raises NotImplementedError.
    """

    name: str
    """The folder of its card database: ``battle-gate``."""
    title: str
    seats: tuple[int, ...]
    """How many may play, ascending; ``start`` takes the first if neither a number nor an option says it."""
    options: tuple[Option, ...]
    moves: int
    """Moves are numbers below this."""
    longest: int
    """No game takes more decisions, unless a limit on turns was agreed on that is beyond the game's own."""
    all_can_lose: bool = False
    """Whether a game can end without a winner: all seats lose together."""

    def start(self, /, seed: int = 0, seats: int | None = None, **options: Any) -> State:
        """A new game: shuffled from ``seed``, dealt, and played up to the first decision.

        Raises InputError for a number of seats or an option that the game does not have, and for a seed that
        no position can have.
        """
        if not 0 <= seed <= MAX_SEED:
            raise InputError(f"a seed is a number from 0 to {MAX_SEED}, not {quote(seed)}")
        if seats is not None and seats not in self.seats:
            numbers = join_words([str(number) for number in self.seats])
            raise InputError(f"{self.title} is for {numbers} players, not for {seats}")
        chosen: dict[str, Any] = {}
        for option in self.options:
            chosen[option.name] = option.default
        for name in options:
            chosen[name] = self._option(name).read(options[name])
        return self.begin(Shuffler(seed), seats or self.seats_for(chosen), chosen)

    def _option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = [option.name for option in self.options]
        raise InputError(f"{self.title} has no option {quote(name)}", hint=did_you_mean(name, known))

    def seats_for(self, options: Mapping[str, Any]) -> int:
        """How many play where that is not said. Raises InputError where the options do not go together."""
        del options
        return self.seats[0]

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        """A new game, with every option given."""
        raise NotImplementedError

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """The ways to begin that tests and studies go through in turn: keyword arguments of ``start``."""
        raise NotImplementedError

    def from_dict(self, position: Mapping[str, Any]) -> State:
        """The state that a position describes, forced moves made. Raises BadPosition, with all faults."""
        raise NotImplementedError

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        """A position that could be the one behind the seat's view: what is hidden from it is dealt anew.

        It uses nothing but the view, so a player who thinks in such positions knows no more than that.
        """
        raise NotImplementedError

    def referee(self) -> Referee:
        """Who checks the engine by positions alone."""
        raise NotImplementedError

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """What each seat holds in a game just started: whose hand it is, and the cards in notation."""
        raise NotImplementedError


def one_winner(seats: int, winners: Sequence[int]) -> tuple[int, ...]:
    """Scores of a game without points: 1 for each winner, 0 for the others."""
    return tuple(int(seat in winners) for seat in range(seats))


def limit_option(name: str, default: int, noun: str) -> Option:
    """An option that is a limit on turns or rounds, after which the engine stops."""

    def read(value: object) -> int:
        word = str(value)
        if not (word.isascii() and word.isdigit() and len(word) < 7 and int(word)):
            raise InputError(f"{name}: expected a whole number of {noun}s, got {quote(value)}")
        return int(word)

    return Option(
        name, f"after {pluralize(default, noun)} the engine stops and calls it a draw", default, read
    )
