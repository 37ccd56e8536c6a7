"""How a game is shown at the terminal: what its views look like, and how its moves read.

A game has a :class:`Display` of its own in its ``terminal.py``, opened by ``open_display(game, database)``;
any other is shown by :class:`PlainDisplay`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place
from generator.catalog.wording import capital
from generator.rules.errors import RulesError
from generator.rules.loading import part_of_game
from generator.rules.protocol import Game, View
from generator.rules.record import DeckNames

if TYPE_CHECKING:
    from rich.console import RenderableType

_NOT_SHOWN = ("game", "seat", "asked")
_MAX_LETTERS = 2000
"""Longest value that is shown in full."""


class MoveExample(NamedTuple):
    """A kind of move as it is written, and what it does."""

    example: str
    meaning: str


class Piece(NamedTuple):
    """A card that lies on the table, as a picture of it is found."""

    cards: Sequence[str]
    """The ids of the cards in the database that it may be: of any set, or ``set/card``; none for no card."""
    notes: Sequence[str] = ()
    """What is to be known of it besides, such as its damage."""
    beside: Sequence[str] = ()
    """The words of the cards that lie on it or beside it."""


class Display:
    """Draws the views of one game and puts its moves into words.

    It is only ever given views, and names of cards that their viewer may know, so it cannot show anything
    hidden. A view whose ``seat`` is None is that of a spectator who sees all hands.
    """

    examples: Sequence[MoveExample] = ()
    names: Mapping[int, DeckNames] = {}
    """What the decks and cards are called that the viewer may know: their own, a spectator all, by seat."""
    players: Mapping[int, str] = {}
    """What those are called who play, by seat; the game's own name for a seat where nobody is named."""

    draws_board: bool = False
    """Whether it draws where things lie beside each other, as lists of them do not show."""
    decks: Sequence[str | Sequence[str]] = ()
    """The deck of each seat, where players chose their decks: by its name, or card by card."""

    not_drawn: frozenset[str] = frozenset()
    """The keys of views, of the table or of seats, whose values are kept off the drawn table."""

    not_laid: frozenset[str] = frozenset()
    """Those that a table of cards leaves out as well, for moves and news say it in sentences."""
    seat_keys: frozenset[str] = frozenset()
    """The keys of views whose numbers are seats."""
    face_down: frozenset[str] = frozenset()
    """The words of views that stand for a card which lies face down."""

    def piece(self, word: str, owner: int | None) -> Piece:
        """Which card a word of a view means; by default the one with this id, and what follows it is noted.

        ``owner``: the seat whose it is, as ``owner`` says.
        """
        del owner
        card, *notes = word.split() or ("",)
        return Piece((card,), notes)

    def owner(self, way: Sequence[str | int], view: View) -> int | None:
        """Whose a card is that a view has at the end of a way of keys; None for nobody's."""
        del view
        return way[1] if len(way) > 1 and way[0] == "seats" and isinstance(way[1], int) else None

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        """The table, within ``width`` columns if possible."""
        raise NotImplementedError

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.players.get(seat) or self.side(seat)

    def side(self, seat: int) -> str:
        """What the game calls a seat."""
        return f"seat {seat}"

    def player(self, seat: int, view: View, *, mark: str = " ") -> str:
        """A seat at the head of its row, behind a ``mark``: ``> seat 1 (you)``."""
        return f"{mark} {self.name(seat)}{' (you)' if seat == view['seat'] else ''}"

    def hands(self, view: View) -> Iterator[tuple[int, str, list[str]]]:
        """The hands that the viewer sees of those who still play: the seat, ``Your hand``, the cards."""
        for seat, given in enumerate(view["seats"]):
            if isinstance(given["hand"], list) and not given.get("out"):
                is_own = seat == view["seat"]
                yield seat, "Your hand" if is_own else f"Hand of {self.name(seat)}", given["hand"]

    def is_open(self, move: str) -> bool:
        """Whether the move is public as soon as it is made; by default yes."""
        del move
        return True

    def turns_up(self, before: View, after: View) -> bool:
        """Whether everything chosen in secret so far was revealed between two views."""
        del before, after
        return False

    def turned_up(self, moves: Sequence[tuple[int, str]], before: View, after: View) -> Iterator[str]:
        """What such choices were, in sentences.

        ``moves``: everybody's since the last time, each with the seat that made it; ``before`` and ``after``
        are what one seat sees before and after the last of them.
        """
        watcher = after["seat"]
        for seat, move in moves:
            # A spectator who sees all hands, and the player who made the move, knew of it from the beginning.
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


def display_for(game: Game, database: Database) -> Display:
    """The display of a game: its own, or the plain one. Raises RulesError where its own gives none."""
    terminal = part_of_game(game, "terminal")
    if terminal is None:
        return PlainDisplay()
    opened = getattr(terminal, "open_display", None)
    display = opened(game, database) if callable(opened) else None
    if not isinstance(display, Display):
        message = (
            "`open_display` gives no Display" if callable(opened) else "there is no function `open_display`"
        )
        raise RulesError(message, Place(shown_path(Path(str(terminal.__file__)))))
    return display


def drawn_lines(display: Display, view: View, width: int) -> list[str]:
    """The table as plain text."""
    from rich.console import Console

    console = Console(file=StringIO(), width=width, color_system=None)
    with console.capture() as drawn:
        for part in display.draw(view, width):
            console.print(part, highlight=False)
    return drawn.get().splitlines()


def who(display: Display, seat: int, view: View) -> str:
    """The name of a seat as its viewer reads it: ``you`` for their own."""
    return "you" if seat == view["seat"] else display.name(seat)


def does(subject: str, phrase: str) -> str:
    """A sentence of a subject and a phrase that begins with a verb: ``Seat 1 fields S4.``"""
    verb, _, rest = phrase.partition(" ")
    if subject != "you" and verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif subject != "you" and verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = f"{verb[:-1]}ies"
    elif subject != "you":
        verb += "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
    return f"{capital(f'{subject} {verb} {rest}'.rstrip())}."


_IRREGULAR = {"are": "is", "have": "has"}


def how_many(cards: int | Sequence[str]) -> int:
    """How many cards lie there, seen or not."""
    return cards if isinstance(cards, int) else len(cards)


class PlainDisplay(Display):
    """Any game: the view's keys and values, one under the other. Nobody hears of the moves of others: which
    of them are secret, only a display of the game knows."""

    def is_open(self, move: str) -> bool:
        del move
        return False

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        del width
        for line in _lines({key: value for key, value in view.items() if key not in _NOT_SHOWN}, "  "):
            yield Text(line)


def _lines(value: object, indent: str) -> Iterator[str]:
    """A mapping's keys each on a line; values that hold more below, further in."""
    listing = enumerate(value) if isinstance(value, list) else ()
    pairs = value.items() if isinstance(value, Mapping) else listing
    for key, inner in pairs:
        if _is_short(inner):
            yield f"{indent}{_words(key)}: {_short(inner)}"
        else:
            yield f"{indent}{_words(key)}:"
            yield from _lines(inner, f"{indent}  ")


def _is_short(value: object) -> bool:
    if isinstance(value, list):
        return all(not isinstance(item, list | Mapping) for item in value)
    return not isinstance(value, Mapping)


def _short(value: object) -> str:
    if isinstance(value, list):
        return readable(" ".join(map(str, value)), _MAX_LETTERS) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else readable(str(value), _MAX_LETTERS)


def _words(key: object) -> str:
    return readable(str(key)).replace("_", " ")
