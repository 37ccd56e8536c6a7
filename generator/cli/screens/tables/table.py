"""What a game's table at the terminal is: how its views look, and how its moves read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.rules import View

if TYPE_CHECKING:
    from rich.console import RenderableType


class Notation(NamedTuple):
    """A kind of move as it is written, and what it does."""

    example: str
    meaning: str


class Table:
    """Draws the views of one game and puts its moves into words.

    Nothing else than a view is ever given to it, so nothing hidden can be drawn. A view whose ``seat`` is
    None is that of somebody who sees all hands.
    """

    notation: Sequence[Notation] = ()

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        """What lies on the table, within ``width`` columns if it can be."""
        raise NotImplementedError

    def name(self, seat: int) -> str:
        """What the player of a seat is called."""
        return f"seat {seat}"

    def is_open(self, move: str) -> bool:
        """Whether everybody may know at once that a player made this move."""
        del move
        return False

    def turns_up(self, before: View, after: View) -> bool:
        """Whether everything that was chosen in secret up to now has been turned up between two views."""
        del before, after
        return False

    def turned_up(self, moves: Sequence[tuple[int, str]], before: View, after: View) -> Iterator[str]:
        """What such choices were, in sentences.

        ``moves``: everybody's since the last time, each with the seat that made it; ``before`` and ``after``
        are what one seat sees before and after the last of them.
        """
        watcher = after["seat"]
        for seat, move in moves:
            # Whoever sees all hands, and whoever made a move, has known of it from the beginning.
            if watcher is not None and seat != watcher and not self.is_open(move):
                yield does(self.name(seat), self.say(move, before))

    def say(self, move: str, view: View) -> str:
        """The move in words that begin with a verb: ``field S4, a soldier of power 4``.

        ``view``: what the player who makes it, or one who watches, sees before.
        """
        del view
        return move

    def news(self, before: View, after: View) -> Iterator[str]:
        """What else has happened between two views of the same seat, sentence by sentence."""
        del before, after
        yield from ()


def who(table: Table, seat: int, view: View) -> str:
    """The name of a seat for whoever looks at the view: ``you`` for their own."""
    return "you" if seat == view["seat"] else table.name(seat)


def does(subject: str, phrase: str) -> str:
    """A sentence of a subject and a phrase that begins with a verb: ``Seat 1 fields S4.``"""
    verb, _, rest = phrase.partition(" ")
    if subject != "you":
        verb += "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
    sentence = f"{subject} {verb} {rest}".rstrip()
    return f"{sentence[:1].upper()}{sentence[1:]}."


def kinds_in_words(cards: Sequence[str]) -> str:
    """Cards with the number of each: ``M1, 2 × S4``; a number of hidden cards stays one."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return ", ".join(card if count == 1 else f"{count} × {card}" for card, count in counts.items())
