"""A game of the kit at the terminal: what lies on the table, and what every seat has, as it was declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.screen import Cells, Column, Listed, apart, labels, numbers, table_of, track
from generator.catalog.wording import capital, join_words, pluralize, with_copies
from generator.rules.kit.board import Spaces
from generator.rules.kit.cards import BoardPile, Card
from generator.rules.kit.declarations import SEAT, Counter, Value, Zone
from generator.rules.kit.rules import Move
from generator.rules.kit.state import KitGame
from generator.rules.protocol import Game, View
from generator.rules.terminal import Display, MoveExample

_MAX_LANES_ABREAST = 4
"""Columns of cards beside the numbers of lanes."""
_MAX_STOPS = 15
"""Of a marker's track."""
_FILLS = "^~#%:=*"
"""What a space is filled with in drawings, for each kind of ground."""
_MARGIN = 2


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
        self.draws_board = bool(self._signs)
        self._moves = {game.notation.texts[number]: meant for number, meant in enumerate(game.meanings)}
        self._drawn = [one for one in game.kind.scalars if one.shown]
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
        heading = self._heading(view)
        table, lanes = self._table(view), self._lanes(view)
        return apart(
            [Text(heading, "bold")] if heading else [],
            [table_of([*labels(""), ""], table)] if table else [],
            *[
                list(self._board(zone, view[zone.name], width, ""))
                for zone in self._boards()
                if zone.of != SEAT
            ],
            [self._lanes_abreast(lanes, view)] if lanes else [],
            [self._seats(lanes, view)],
            *[
                list(self._board(zone, held[zone.name], width, f" of {self._who(seat, view)}"))
                for zone in self._boards()
                for seat, held in enumerate(view["seats"] if zone.of == SEAT else ())
            ],
        )

    def _heading(self, view: View) -> str:
        phases = self._game.rules.phases
        words = [_words(view["phase"]).capitalize()] if len(phases) > 1 else []
        for one in self._drawn:
            if one.of != SEAT and view[one.name] is not None and not _is_track(one):
                words.append(f"{_words(one.name)} {_value(view[one.name])}")
        return capital(", ".join(words))

    def _table(self, view: View) -> list[tuple[str, Text]]:
        """The markers on their tracks, and the zones that lie on the table."""
        scalars, zones = self._drawn, self._kind.zones.values()
        tracks = [
            (one.name, _shown(one, view[one.name])) for one in scalars if one.of != SEAT and _is_track(one)
        ]
        lying = [
            (zone.name, self._cards(view[zone.name], zone))
            for zone in zones
            if zone.of != SEAT and not zone.board
        ]
        return [(f"  {_words(name)}", cell) for name, cell in [*tracks, *lying]]

    def _lanes(self, view: View) -> list[Zone]:
        """The zones of seats with places, as many in each, if all seats' have room beside each other."""
        zones = [zone for zone in self._kind.zones.values() if zone.of == SEAT and zone.places]
        is_even = len({len(given[zone.name]) for given in view["seats"] for zone in zones}) == 1
        return zones if is_even and len(zones) * len(view["seats"]) <= _MAX_LANES_ABREAST else []

    def _lanes_abreast(self, zones: list[Zone], view: View) -> Grid:
        """A row for each place, with the cards of all seats; of two seats, the same zones face each other."""
        seats = list(enumerate(view["seats"]))
        sides = [(seat, given, zone) for seat, given in seats for zone in zones]
        if len(seats) == 2:
            near = view["seat"] or 0
            sides = [(near, seats[near][1], zone) for zone in zones]
            sides += [(1 - near, seats[1 - near][1], zone) for zone in reversed(zones)]
        columns = [
            f"your {_words(zone.name)}"
            if seat == view["seat"]
            else f"{_words(zone.name)} of {self.name(seat)}"
            for seat, _, zone in sides
        ]
        rows: list[Cells] = [
            (f"{place}", *(Listed(self._pile(given[zone.name][place], zone)) for _, given, zone in sides))
            for place in range(len(seats[0][1][zones[0].name]))
        ]
        return table_of([*numbers("  place"), *columns], rows)

    def _seats(self, lanes: list[Zone], view: View) -> Grid:
        scalars = [one for one in self._drawn if one.of == SEAT]
        zones = [
            zone
            for zone in self._kind.zones.values()
            if zone.of == SEAT and zone not in lanes + self._boards()
        ]
        rows: list[Cells] = [
            (
                f"{'>' if seat == view['player'] else ' '} {self._who(seat, view)}",
                *(_shown(one, held[one.name]) for one in scalars),
                *(self._cards(held[zone.name], zone) for zone in zones),
            )
            for seat, held in enumerate(view["seats"])
        ]
        counters = [Column(_words(one.name), "right", no_wrap=_is_track(one)) for one in scalars]
        return table_of([*labels("  player"), *counters, *(_words(zone.name) for zone in zones)], rows)

    def _who(self, seat: int, view: View) -> str:
        return f"you (seat {seat})" if seat == view["seat"] else self.name(seat)

    # Boards

    def _boards(self) -> list[Zone]:
        return [zone for zone in self._kind.zones.values() if zone.board]

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
        rows: list[Cells]
        if drawn is None:
            rows = [
                (
                    f"  {space}",
                    Listed(self._pile(lying.get(space, ()), zone)),
                    Listed([f"to {first}", *others]),
                )
                for space in spaces.names
                for first, *others in [spaces.neighbours(space) or ("nowhere",)]
            ]
            yield table_of([*labels(""), "", ""], rows)
            return
        if max(map(cell_len, drawn.plain.split("\n"))) <= width:
            yield drawn
        rows = [(f"  {sign}", Listed(where)) for sign, where in self._listing(zone, lying, signs)]
        rows += [(f"  {fill}", _words(kind)) for kind, fill in fills.items()]
        yield table_of([*labels(""), ""], rows)

    def _sign(self, pile: Sequence[Any], signs: Mapping[str, str]) -> str:
        return signs[_card_of(pile[0])] + ("+" if len(pile) > 1 else "")

    def _listing(
        self, zone: Zone, lying: Mapping[str, Any], signs: Mapping[str, str]
    ) -> Iterator[tuple[str, list[str]]]:
        """The sign of each kind of piece on a board, and its name with all places where it is."""
        found: dict[str, list[str]] = {}
        for space, pile in lying.items():
            for card in pile:
                found.setdefault(_card_of(card), []).append(space + self._marks(card, zone))
        for word in sorted(found, key=[*signs].index):
            first, *others = found[word]
            yield signs[word], [f"{self._names[word]}: {first}", *others]

    def _cards(self, lying: Any, zone: Zone) -> Text:
        """Cards by their names, or how many there are of those that are hidden."""
        if not zone.places:
            return Listed(self._pile(lying, zone))
        piles = [self._pile(pile, zone) for pile in lying]
        return Listed(*([f"{number}: {first}", *others] for number, (first, *others) in enumerate(piles)))

    def _pile(self, pile: Any, zone: Zone) -> list[str]:
        if isinstance(pile, int):
            return [pluralize(pile, "card") if pile else "-"]
        words = [self._card(card, zone) for card in pile if card is not None]
        if len(words) < len(pile):
            # What lies among others that are hidden, or where in an ordered pile, only its seat knows.
            at = [f"{number}. {self._card(card, zone)}" for number, card in enumerate(pile, start=1) if card]
            first, *others = at if zone.ordered else with_copies(words)
            return [f"{pluralize(len(pile), 'card')}: {first}", *others]
        return (words if zone.ordered or zone.marks else with_copies(words)) or ["-"]

    def _card(self, card: str | Mapping[str, Any], zone: Zone) -> str:
        """A card, or a piece with those of its marks that are not as they were when it was put down."""
        if zone.shows and not isinstance(card, str):
            seats = join_words([self.name(seat) for seat in card["known"]], "and")
            return f"{self._names[card['card']]} (known to {seats})"
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
    shown: list[Move] = []
    for number, (move, _) in enumerate(game.meanings):
        if move not in shown:
            shown.append(move)
            yield MoveExample(
                game.notation.texts[number], move.meaning.rstrip(".") or _words(move.do.__name__)
            )


def _words(name: str) -> str:
    return name.replace("_", " ").strip()


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else readable(str(value))


def _is_track(one: Counter | Value) -> bool:
    """Whether a number goes up and down from a middle, within so few that each of them can be shown."""
    return isinstance(one, Counter) and int(one.min) < 0 and int(one.max) - int(one.min) < _MAX_STOPS


def _shown(one: Counter | Value, value: Any) -> Text:
    if not isinstance(one, Counter) or not _is_track(one):
        return Text(_value(value))
    stops = range(int(one.min), int(one.max) + 1)
    return track([(f"{stop}" if stop == value else "·", "bold") for stop in stops], stops.index(value))


def open_display(game: Game, database: Database) -> Display:
    """The display of a game of the kit."""
    del database
    if not isinstance(game, KitGame):
        raise TypeError(f"{game.title} is not written with the kit")
    return KitDisplay(game)
