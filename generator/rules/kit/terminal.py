"""A game of the kit at the terminal: what lies on the table, and what every seat has, as it was declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.containers import Lines
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.wording import join_words, pluralize
from generator.rules.kit.cards import Card
from generator.rules.kit.declarations import SEAT, Zone
from generator.rules.kit.rules import Move
from generator.rules.kit.state import KitGame
from generator.rules.protocol import Game, View
from generator.rules.terminal import Display, MoveExample, kinds_in_words


class _Listed(Text):
    """Names with commas between them: lines break behind a comma, and inside of a name only where it is too
    long for a line of its own."""

    def wrap(self, console: Console, width: int, **options: Any) -> Lines:
        lines = Lines()
        for row in self.plain.split("\n"):
            *names, last = row.split(", ")
            line = ""
            for name in (*[f"{name}," for name in names], last):
                longer = f"{line} {name}" if line else name
                if line and cell_len(longer) > width:
                    lines.extend(Text(line).wrap(console, width, **options))
                    longer = name
                line = longer
            lines.extend(Text(line).wrap(console, width, **options))
        return lines


class KitDisplay(Display):
    """Draws any game of the kit."""

    def __init__(self, game: KitGame) -> None:
        self._game = game
        self._kind = game.kind
        self._names = _names(game.kind.cards)
        self._moves = {game.notation.texts[number]: meant for number, meant in enumerate(game.meanings)}
        self.not_drawn = frozenset(one.name for one in game.kind.scalars if not one.shown)
        self.examples = tuple(_examples(game))

    def is_open(self, move: str) -> bool:
        known = self._moves.get(move)
        return known is not None and not known[0].secret

    def say(self, move: str, view: View) -> str:
        del view
        if move not in self._moves:
            return move
        rule, chosen = self._moves[move]
        words = {
            name: self._names[str(value)] if isinstance(value, Card) else choice.word(value)
            for (name, choice), value in zip(rule.choices.items(), chosen, strict=True)
        }
        return readable(rule.text.format(**words))

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        heading = self._heading(view)
        if heading:
            yield Text(heading, "bold")
            yield Text()
        table = [zone for zone in self._kind.zones.values() if zone.of != SEAT]
        if table:
            yield self._table(table, view)
            yield Text()
        yield self._seats(view)

    def _heading(self, view: View) -> str:
        phases = self._game.rules.phases
        told = [_words(view["phase"]).capitalize()] if len(phases) > 1 else []
        for one in self._kind.scalars:
            if one.of != SEAT and one.shown and view[one.name] is not None:
                told.append(f"{_words(one.name)} {_value(view[one.name])}")
        heading = ", ".join(told)
        return heading[:1].upper() + heading[1:]

    def _table(self, zones: list[Zone], view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for zone in zones:
            grid.add_row(f"  {_words(zone.name)}", self._cards(view[zone.name], zone))
        return grid

    def _seats(self, view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        grid.add_column("  player", no_wrap=True)
        numbers = [one for one in self._kind.scalars if one.of == SEAT and one.shown]
        zones = [zone for zone in self._kind.zones.values() if zone.of == SEAT]
        for one in numbers:
            grid.add_column(_words(one.name), justify="right")
        for zone in zones:
            grid.add_column(_words(zone.name))
        for seat, held in enumerate(view["seats"]):
            who = f"you (seat {seat})" if seat == view["seat"] else self.name(seat)
            mark = "> " if seat == view["player"] else "  "
            cells = [_value(held[one.name]) for one in numbers]
            grid.add_row(mark + who, *cells, *[self._cards(held[zone.name], zone) for zone in zones])
        return grid

    def _cards(self, lying: Any, zone: Zone) -> Text:
        """Cards by their names, or how many there are of those that are hidden."""
        if zone.places:
            rows = [f"{number}: {self._pile(pile, zone)}" for number, pile in enumerate(lying)]
            return _Listed("\n".join(rows))
        return _Listed(self._pile(lying, zone))

    def _pile(self, pile: Any, zone: Zone) -> str:
        if isinstance(pile, int):
            return pluralize(pile, "card") if pile else "-"
        words = [self._card(card, zone) for card in pile if card is not None]
        if len(words) < len(pile):
            # What lies among others that are hidden, or where in an ordered pile, only its seat knows.
            at = [f"{number}. {self._card(card, zone)}" for number, card in enumerate(pile, start=1) if card]
            known = ", ".join(at) if zone.ordered else kinds_in_words(words)
            return f"{pluralize(len(pile), 'card')}: {known}"
        return (", ".join(words) if zone.ordered or zone.marks else kinds_in_words(words)) or "-"

    def _card(self, card: str | Mapping[str, Any], zone: Zone) -> str:
        """A card, or a piece with those of its marks that are not as they were when it was put down."""
        if isinstance(card, str):
            return self._names[card]
        if zone.shows:
            seats = join_words([self.name(seat) for seat in card["known"]], "and")
            return f"{self._names[card['card']]} (known to {seats})"
        fresh = self._kind.fresh_marks(zone.name, card["card"])
        marks = [f"{_words(name)} {card[name]}" for name, start in fresh.items() if card[name] != start]
        return self._names[card["card"]] + (f" ({', '.join(marks)})" if marks else "")


def _names(cards: Mapping[str, Card]) -> dict[str, str]:
    """What each card is called: by its name, where no other card has it."""
    given = {word: str(vars(card).get("name") or word).strip() for word, card in cards.items()}
    names = list(given.values())
    return {word: readable(name) if names.count(name) == 1 else word for word, name in given.items()}


def _examples(game: KitGame) -> Iterator[MoveExample]:
    """One of each kind of move, and what its function says that it does."""
    told: list[Move] = []
    for number, (move, _) in enumerate(game.meanings):
        if move not in told:
            told.append(move)
            yield MoveExample(
                game.notation.texts[number], move.meaning.rstrip(".") or _words(move.do.__name__)
            )


def _words(name: str) -> str:
    return name.replace("_", " ").strip()


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else readable(str(value))


def open_display(game: Game, database: Database) -> Display:
    """The display of a game of the kit."""
    del database
    if not isinstance(game, KitGame):
        raise TypeError(f"{game.title} is not written with the kit")
    return KitDisplay(game)
