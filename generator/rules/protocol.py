"""The protocol of all games: start one, list its legal moves, make moves, look at it, save it.

A game is played like this::

    game = rules.load("battle-gate")
    state = game.start(seed=7, seats=2)
    while state.player is not None:
        state.apply(state.legal()[0])
    print(state.result())

A move is a small whole number, the same in every state of a game; ``text`` turns it into the notation of the
rules and ``parse`` back. A combined choice is made as a sequence of small moves. The engine itself makes a
decision with only one legal move, so a player who is asked always has a choice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from mypy_extensions import mypyc_attr

from generator.catalog.models import Strategy
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.rules.positions import MAX_SEED, BadPosition, read_notable
from generator.rules.shuffler import Shuffler

Sides = tuple[tuple[int, ...], ...]
"""The seats that win and lose together, ascending, side by side."""

Position = dict[str, Any]
"""A complete state as JSON values, in the notation of the game."""

View = dict[str, Any]
"""What one seat may know of a state, as JSON values."""


class IllegalMove(ValueError):  # noqa: N818 - it is what happened
    """Raised for a move that the rules do not allow now; the message says why, in a sentence for players."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    scores: tuple[int, ...]
    """One for each seat: points, or in a game without points 1 for a winner and 0 for the others."""
    winners: tuple[int, ...]
    """The winning seats, ascending: one, or in a draw all that are still in; none if all lose."""
    reason: str
    """A sentence for players."""
    cut_short: bool = False
    """Whether it was ended by the engine's limit on turns rather than by the rules of the game."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose before a game, besides the number of seats."""

    name: str
    help: str
    default: Any
    read: Callable[[object], Any]
    """Converts a JSON value or a word of the command line to the option's value; raises InputError."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game in progress. Subclasses implement everything that raises NotImplementedError here.

    >>> state = load("hold-the-line").start(seed=7)
    >>> state.player, [state.text(move) for move in state.legal()][:3]
    (0, ['stage 0 infantry', 'stage 0 anti-armor', 'stage 0 tank'])
    >>> state.play("stage 0 tank")
    >>> while state.player is not None:
    ...     state.apply(state.legal()[0])
    >>> state.result().winners
    (0, 1)
    """

    __slots__ = ("player",)

    player: int | None
    """The seat to decide, from 0; None when the game is over."""

    def legal(self) -> tuple[int, ...]:
        """The moves that ``player`` may choose from, two or more, ascending; none when the game is over."""
        raise NotImplementedError

    def apply(self, move: int) -> None:
        """Makes one of the ``legal()`` moves, and all forced ones after it, without checking it."""
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

    def clone(self) -> Self:
        """A copy that can be played on without changing this state."""
        raise NotImplementedError

    def determinize(self, seat: int, shuffler: Shuffler) -> State:
        """A copy in which all that the seat can't know is dealt anew: decks, others' hands, secret choices.

        It is one of the states that ``Game.determinize`` may give for the seat's view, each as likely, made
        without writing the view down: bots that search make one for every simulation. Nothing in it depends
        on what the seat can't know.
        """
        raise NotImplementedError

    def is_secret(self, move: int) -> bool:
        """Whether the move, if it is made now, stays hidden from the other seats; by default no."""
        del move
        return False

    def turns(self) -> int:
        """Which turn or round it is, counted as in the rulebook, from 1; 0 for a game that counts none."""
        return 0

    def starter(self) -> int | None:
        """The seat that has the first turn; None where that is whoever is asked first.

        They are not the same in a game whose first turn can go by without a decision.
        """
        return None

    def view(self, seat: int) -> View:
        """What the seat may know: its own hand, all open cards, and the number of cards in each hidden place.

        It has the keys of the position, with each hidden list replaced by its length, and two of its own:
        ``seat``, and ``asked``, whether this seat decides now. It never contains the shuffler.
        """
        raise NotImplementedError

    def to_dict(self) -> Position:
        """The whole state, including hidden cards; ``Game.from_dict`` restores it exactly."""
        raise NotImplementedError

    def forced_moves(self) -> Sequence[tuple[int, int]]:
        """The forced moves that the last ``apply`` made, or set-up: each with its seat, in their order.

        They are announced at the table, those that are secret only to their seat. An engine that does not
        note them gives none.
        """
        return ()

    def told(self) -> Sequence[tuple[int | None, str]]:
        """What the rules announced to everybody while the last ``apply`` was made, or set-up, in its order.

        Each with the seat that it is about: then it begins with a verb, ``throw a 2``; without a seat it is
        a sentence. By default nothing.
        """
        return ()

    def told_before(self) -> Sequence[int]:
        """For each forced move, how much the rules had announced when it was made; by default nothing."""
        return (0,) * len(self.forced_moves())

    def check_cards(self) -> None:
        """Looks whether all cards are where cards can be; called where somebody plays, after every move.

        Raises RulesError for what only a mistake in the rules leads to, such as a card in two places. By
        default nothing is looked at.
        """

    def check_moves(self) -> None:
        """Looks whether the legal moves are those that the rules allow in other words; called by the suite.

        Raises RulesError where they are not. By default nothing is looked at.
        """

    def broken(self) -> Sequence[str]:
        """What the rules say must always hold, and here does not, in sentences; for the conformance suite and
        scenarios. By default nothing."""
        return ()

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
    """Checks positions by the rules and the card database, independently of the engine: a mistake passes
    unnoticed only if it is made in both."""

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """All cards of the game by owner, wherever they are, including those still in the box.

        An owner whose cards have left the game is missing.
        """
        raise NotImplementedError

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The scores and the winners of a position in which the game is over.

        None: the referee can't say, and the engine is believed.
        """
        raise NotImplementedError

    def cut_short(self, position: Position) -> bool | None:
        """Whether the engine's limit on turns ended the game that is over here, and not the rules.

        None: the referee can't say, and the engine is believed.
        """
        del position
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of a game, with the numbers of its card database.

        >>> game = load("hold-the-gates")
        >>> game.title, game.seats, [option.name for option in game.options]
        ('Hold the Gates!', (2,), ['settlement'])
        >>> state = game.start(seed=7)
        >>> game.from_dict(state.to_dict()).legal() == state.legal()
        True

    A game sets these attributes in ``__init__`` (a compiled ``Game`` does not see class attributes) and
    implements everything that raises NotImplementedError.
    """

    name: str
    """The folder of its card database: ``battle-gate``."""
    title: str
    seats: tuple[int, ...]
    """The possible numbers of players, ascending; ``start`` uses the first by default."""
    options: tuple[Option, ...]
    moves: int
    """The number of moves; all moves are below it."""
    longest: int
    """The maximum number of decisions in a game, unless a limit on turns above the usual one was chosen."""
    all_can_lose: bool = False
    """Whether a game can end without a winner: all seats lose together."""
    symmetric: bool = False
    """Whether all seats are alike, so that a game can be rotated; see ``rotate``."""
    unordered: frozenset[str] = frozenset()
    """The keys of positions whose lists have an order that means nothing, such as ``hand``; for scenarios."""
    card_names: Mapping[str, str] = {}
    """What cards are called, by their words in positions, where that may come up in what is announced."""
    folder: Path | None = None
    """The folder that the rules stand in, for a game of a designer's own. Only the loader sets it."""
    strategies: tuple[Strategy, ...] = ()
    """The restricted ways to play that its database declares, for bots. Only the loader sets it."""
    variants: tuple[str, ...] = ()
    """The names of the optional rules that its database declares. Only the loader sets it."""

    def start(self, /, seed: int = 0, seats: int | None = None, **options: Any) -> State:
        """A new game: shuffled from ``seed``, dealt, and played up to the first decision.

        Raises InputError for a number of seats or an option that the game does not have, and for a seed out
        of range.
        """
        if not 0 <= seed <= MAX_SEED:
            raise InputError(f"a seed is a number from 0 to {MAX_SEED}, not {quote(seed)}")
        if seats is not None and seats not in self.seats:
            numbers = join_words([str(number) for number in self.seats])
            players = "player" if self.seats == (1,) else "players"
            raise InputError(f"{self.title} is for {numbers} {players}, not for {seats}")
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
        """The number of players if none is given. Raises InputError if the options contradict each other."""
        del options
        return self.seats[0]

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        """A new game; ``options`` has a value for every option."""
        raise NotImplementedError

    def sides(self, seats: int) -> Sides:
        """Who plays together, of so many players, where the rules declare it; by default nothing is declared.
        Where each plays for itself, these are single seats."""
        del seats
        return ()

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """The setups that tests and studies use in turn: keyword arguments of ``start``."""
        raise NotImplementedError

    def notable_positions(self) -> Sequence[Position]:
        """Positions that tests begin with too: what happens there seldom comes up in random play.

        By default those in the file ``notable.yaml`` beside the rules of a bundled game, as far as they are
        possible with the numbers of the card database.
        """
        home = getattr(sys.modules.get(type(self).__module__), "__file__", None)
        if home is None or self.folder is not None:
            return ()
        return [position for position in read_notable(Path(home).parent) if self._is_possible(position)]

    def _is_possible(self, position: Position) -> bool:
        try:
            self.from_dict(position)
        except BadPosition:
            return False
        return True

    def from_dict(self, position: Mapping[str, Any]) -> State:
        """The state that a position describes, after all forced moves. Raises BadPosition with all errors."""
        raise NotImplementedError

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        """A position that is possible given the seat's view: what the view hides is dealt at random.

        It uses nothing but the view, so a bot that searches such positions cannot cheat.
        """
        raise NotImplementedError

    def rotate(self, position: Position, by: int) -> Position | None:
        """The position, or the view, after everybody has moved up ``by`` seats with all that is theirs.

        What seat 0 had, seat ``by`` has, and after the last seat comes seat 0 again. It goes on like the game
        that was rotated. Only a ``symmetric`` game has it. None where there is no such position: where a seat
        has made a choice in secret that the other would have to make first. A view of the seat that is asked
        can always be rotated. The result may share parts with what was given.
        """
        raise NotImplementedError

    def rotate_move(self, move: int, position: Position, by: int) -> int:
        """The move that means in the rotated position what ``move`` means in this one."""
        raise NotImplementedError

    def may_lie(self, card: str, path: Sequence[str | int]) -> bool:
        """Whether a card may lie in the list that a position has at a path, as far as the game can tell."""
        del card, path
        return True

    def generated(self) -> str:
        """The Python that was written for the game when it was opened; by default none."""
        return ""

    def referee(self) -> Referee:
        """The independent check of the engine."""
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
            message = f"{name}: expected a whole number of {noun}s from 1 to 999,999, got {quote(value)}"
            raise InputError(message)
        return int(word)

    return Option(
        name, f"after {pluralize(default, noun)} the engine stops and calls it a draw", default, read
    )
