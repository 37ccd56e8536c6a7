"""A game of the kit at the terminal: what lies on the table, and what every seat has, as it was declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.containers import Lines
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.wording import pluralize
from generator.rules.kit.board import Spaces
from generator.rules.kit.cards import BoardPile, Card
from generator.rules.kit.declarations import SEAT, Zone
from generator.rules.kit.rules import Move
from generator.rules.kit.state import KitGame
from generator.rules.protocol import Game, View
from generator.rules.terminal import Display, MoveExample, kinds_in_words

_FILLS = "^~#%:=*"
"""What a space is filled with in drawings, for each kind of ground."""
_MARGIN = 2


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
        self._signs = {
            name: _signs({str(card): self._names[str(card)] for card in pile.piece.starts})
            for name, pile in game.kind.pile_types.items()
            if issubclass(pile, BoardPile)
        }
        self.draws_board = any(zone.board for zone in game.kind.zones.values())
        self._moves = {game.notation.texts[number]: meant for number, meant in enumerate(game.meanings)}
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
        heading = self._heading(view)
        if heading:
            yield Text(heading, "bold")
            yield Text()
        table = [zone for zone in self._kind.zones.values() if zone.of != SEAT]
        plain = [zone for zone in table if zone.board is None]
        if plain:
            yield self._table(plain, view)
            yield Text()
        for zone in table:
            if zone.board is not None:
                yield from self._board(zone, view[zone.name], width, "")
                yield Text()
        yield self._seats(view)
        for zone in self._kind.zones.values():
            for seat, held in enumerate(view["seats"] if zone.board is not None and zone.of == SEAT else ()):
                yield Text()
                yield from self._board(zone, held[zone.name], width, f" of {self._who(seat, view)}")

    def _heading(self, view: View) -> str:
        phases = self._game.rules.phases
        told = [_words(view["phase"]).capitalize()] if len(phases) > 1 else []
        for one in self._kind.scalars:
            if one.of != SEAT and view[one.name] is not None:
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
        numbers = [one for one in self._kind.scalars if one.of == SEAT]
        zones = [zone for zone in self._kind.zones.values() if zone.of == SEAT and zone.board is None]
        for one in numbers:
            grid.add_column(_words(one.name), justify="right")
        for zone in zones:
            grid.add_column(_words(zone.name))
        for seat, held in enumerate(view["seats"]):
            mark = "> " if seat == view["player"] else "  "
            cells = [_value(held[one.name]) for one in numbers]
            who = mark + self._who(seat, view)
            grid.add_row(who, *cells, *[self._cards(held[zone.name], zone) for zone in zones])
        return grid

    def _who(self, seat: int, view: View) -> str:
        return f"you (seat {seat})" if seat == view["seat"] else self.name(seat)

    # Boards

    def _board(
        self, zone: Zone, lying: Mapping[str, Any], width: int, whose: str
    ) -> Iterator[RenderableType]:
        """The spaces as they lie, with a sign for the first piece on each, and under them what the signs mean
        and all that lies there."""
        spaces = zone.board
        assert isinstance(spaces, Spaces)
        signs = self._signs[zone.name]
        fills = dict(zip(spaces.by_ground, _FILLS, strict=False))
        drawn = _drawn_grid(spaces, {space: self._sign(pile, signs) for space, pile in lying.items()}, fills)
        yield Text(f"  {_words(zone.name)}{whose}")
        if drawn is not None and max(map(cell_len, drawn.plain.split("\n"))) <= width:
            yield drawn
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        if drawn is None:
            for space in spaces.names:
                pieces = [self._card(card, zone) for card in lying.get(space, ())]
                ways = f"to {', '.join(spaces.neighbours(space))}"
                grid.add_row(f"  {space}", _Listed(", ".join(pieces) or "-"), _Listed(ways))
        else:
            for sign, name, where in self._listing(zone, lying, signs):
                grid.add_row(f"  {sign}", _Listed(f"{name}: {where}"))
            for kind, fill in fills.items():
                grid.add_row(f"  {fill}", _words(kind))
        yield grid

    def _sign(self, pile: Sequence[Any], signs: Mapping[str, str]) -> str:
        return signs[_card_of(pile[0])] + ("+" if len(pile) > 1 else "")

    def _listing(
        self, zone: Zone, lying: Mapping[str, Any], signs: Mapping[str, str]
    ) -> Iterator[tuple[str, str, str]]:
        """Each kind of piece on a board: its sign, its name, and where it is."""
        where: dict[str, list[str]] = {}
        for space, pile in lying.items():
            for card in pile:
                marks = self._marks(card, zone)
                where.setdefault(_card_of(card), []).append(space + marks)
        for word in sorted(where, key=[*signs].index):
            yield signs[word], self._names[word], ", ".join(where[word])

    def _cards(self, lying: Any, zone: Zone) -> Text:
        """Cards by their names, or how many there are of those that are hidden."""
        if zone.places:
            rows = [f"{number}: {self._pile(pile, zone)}" for number, pile in enumerate(lying)]
            return _Listed("\n".join(rows))
        return _Listed(self._pile(lying, zone))

    def _pile(self, pile: Any, zone: Zone) -> str:
        if isinstance(pile, int):
            return pluralize(pile, "card") if pile else "-"
        words = [self._card(card, zone) for card in pile]
        return (", ".join(words) if zone.ordered or zone.marks else kinds_in_words(words)) or "-"

    def _card(self, card: str | Mapping[str, Any], zone: Zone) -> str:
        """A card, or a piece with those of its marks that are not as they were when it was put down."""
        return self._names[_card_of(card)] + self._marks(card, zone)

    def _marks(self, card: str | Mapping[str, Any], zone: Zone) -> str:
        """The marks of a piece that changed, in brackets."""
        if isinstance(card, str):
            return ""
        fresh = self._kind.fresh_marks(zone.name, card["card"])
        marks = [f"{_words(name)} {card[name]}" for name, start in fresh.items() if card[name] != start]
        return f" ({', '.join(marks)})" if marks else ""


def _card_of(card: str | Mapping[str, Any]) -> str:
    return card if isinstance(card, str) else str(card["card"])


def _signs(names: Mapping[str, str]) -> dict[str, str]:
    """A few letters for each card, all different: the first ones of the words of its name."""
    for letters in (1, 2, 3):
        found = {word: _initials(name, letters) for word, name in names.items()}
        if len(set(found.values())) == len(found):
            return found
    seen: dict[str, int] = {}
    for word, name in names.items():
        sign = _initials(name, 1)
        seen[sign] = seen.get(sign, 0) + 1
        found[word] = f"{sign}{seen[sign]}"
    return found


def _initials(name: str, letters: int) -> str:
    """The first letter of each word, and so many of the last one."""
    *others, last = name.replace("-", " ").split() or ("?",)
    return "".join([word[0].upper() for word in others]) + last[:1].upper() + last[1:letters]


def _drawn_grid(spaces: Spaces, signs: Mapping[str, str], fills: Mapping[str, str]) -> Text | None:
    """The spaces side by side, each with its name and under that the sign of what lies there; None where
    nobody knows how they lie."""
    if spaces.place_of is None:
        return None
    is_flat = "n" in spaces.directions and "e" not in spaces.directions
    longest = max(map(cell_len, (*spaces.names, *signs.values())))
    inner = longest + bool(fills) + (not is_flat)
    # A pointed hexagon lies half a space further than those above it: a space has an even width.
    inner += 0 if is_flat else (inner + 1) % 2
    step = inner + 1 if is_flat else (inner + 1) // 2
    left, right = ("/\\", "\\/") if is_flat else ("||", "||")
    least_x, least_y = (min(place[at] for place in spaces.place_of.values()) for at in (0, 1))
    tall = 1 if is_flat else 2
    at = {
        space: (_MARGIN + (x - least_x) * step, 1 + (y - least_y) * tall)
        for space, (x, y) in spaces.place_of.items()
    }
    lines = max(y for _, y in at.values()) + 2
    canvas = [[" "] * (max(x for x, _ in at.values()) + inner + 2) for _ in range(lines)]
    for x, y in at.values():
        canvas[y - 1][x + 1 : x + 1 + inner] = "_" * inner
    for space, (x, y) in at.items():
        fill = fills.get(spaces.grounds.get(space, ""), "_")
        for row, (text, pad) in enumerate(((space, " "), (signs.get(space, ""), fill))):
            canvas[y + row][x] = left[row]
            canvas[y + row][x + 1 : x + 1 + inner] = _in_cells(text, inner, pad)
            canvas[y + row][x + 1 + inner] = right[row]
    drawn = Text("\n".join(["".join(line).rstrip() for line in canvas]), no_wrap=True)
    drawn.highlight_words([*set(signs.values())], "bold")
    return drawn


def _in_cells(text: str, width: int, pad: str) -> list[str]:
    """A text as one item for each column that it takes, filled up to a width."""
    found: list[str] = []
    for letter in text:
        found += [letter, ""] if cell_len(letter) == 2 else [letter]
    return [*found, *[pad] * (width - len(found))]


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
