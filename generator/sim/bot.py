"""What a bot is: whoever decides from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.rules import Game, State, View


class Ending(NamedTuple):
    """How a game ended that was played on at random after a move, as whoever made the move has it."""

    worth: float
    """Of a game won by one seat alone it is ``WIN``."""
    is_won: bool
    lead: float
    """Points before the best of the other side; 0 in a game without points, or with nobody else in it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and how good a bot holds it to be."""

    move: int
    evaluation: float
    """The mean over the worlds that were looked at, in the unit of the game's evaluator; higher is better."""
    outlook: Callable[[], str]
    """Tells in words what the bot expects of the move; nothing where it can't say."""
    endings: Sequence[Ending] = ()
    """Where random games are all that the bot has to go by: these games, of the same worlds for each move."""


def move_texts(game: Game) -> Callable[[int], str]:
    """What moves are called in the notation of the rules: a function of a move, ``field S4`` for example.

    In every game the words depend on the move alone, so that a bot, which has no state, can ask for them.
    """
    return game.start().text


class Bot:
    """Decides for one seat. It is shown the seat's view and the legal moves, never the state."""

    looks = True
    """Whether it looks at views. One that doesn't may be given an empty one, which costs no time."""
    file: Path | None = None
    """The Python file of a user's own bot; whoever lets it play sees to it that its calls end."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """One of the legal moves."""
        raise NotImplementedError

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        """The moves that it has an opinion of, the best first; empty for a bot without opinions."""
        del view, legal
        return []

    def hint(self, view: View, legal: Sequence[int]) -> list[Advice]:
        """The same for a person who asks, who has more time than a game between bots."""
        return self.advise(view, legal)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision, as the bot thinks of it."""

    view: View
    seat: int
    moves: dict[int, int]
    """The legal moves in this view, ascending; for each the real one."""
    rotated_by: int
    """How many seats further the real one is."""


def question_for(game: Game, view: View, legal: Sequence[int]) -> Question:
    """What a bot has to decide, as it would be put to seat 0 where all seats are alike.

    There who is asked later must not play better or worse for it, where all choose at the same time but an
    engine has to ask them one by one; and of two moves that are as good, no seat takes another than the
    others would.
    """
    own: int = view["seat"]
    seen = game.rotate(view, -own) if game.symmetric else None
    if seen is None:
        return Question(view, own, {move: move for move in legal}, 0)
    moves = {game.rotate_move(move, view, -own): move for move in legal}
    return Question(seen, 0, dict(sorted(moves.items())), own)


def is_open(world: State, seat: int, moves: tuple[int, ...]) -> bool:
    """Whether in this world the seat is asked, and these moves are legal.

    A bot that a strategy restricts is asked about some of the legal moves only.
    """
    if world.player != seat:
        return False
    legal = world.legal()
    return legal == moves or set(moves) <= set(legal)
