"""The game as it is after loading: what the other rooms work with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Place, Problem
from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.catalog.wording import clipped
from generator.catalog.words import ENGLISH, Direction, Words, direction_of
from generator.catalog.yaml_reader import MarkedDict, place_in

if TYPE_CHECKING:
    from generator.catalog.boxes import BoxContents


@runtime_checkable
class Source(Protocol):
    """A mapping that knows where its values stand: a YAML mapping or a table's row."""

    @property
    def place(self) -> Place: ...

    def place_of(self, key: str) -> Place: ...

    def place_of_key(self, key: str) -> Place: ...

    def __contains__(self, key: object, /) -> bool: ...

    def __getitem__(self, key: str, /) -> object: ...

    def __iter__(self) -> Iterator[str]: ...

    def keys(self) -> Iterable[str]: ...

    def get(self, key: str, /) -> object: ...


class CellError(str):
    """What a formula that failed shows in its cell of a spreadsheet, such as ``#REF!``."""

    __slots__ = ("field", "place")

    field: str
    place: Place

    def at(self, place: Place, field: str) -> CellError:
        """The same as the value of a card's field."""
        placed = CellError(self)
        placed.field, placed.place = field, place
        return placed

    def problem(self, card: str | None = None) -> Problem:
        """For whoever shows it: a sheet may have many that nobody reads."""
        if self == UNSAVED:
            hint = "open the file in a spreadsheet program and save it there, or write the value itself"
            message = "the formula was saved without its value"
            return Problem(message, self.place, "error", card, self.field, hint)
        hint = "mend its formula in the spreadsheet program, or write the value itself"
        message = f"the cell shows an error, {clipped(self)}, which is printed as it is"
        return Problem(message, self.place, "warning", card, self.field, hint)


UNSAVED = CellError("#UNSAVED!")
"""Stands for the value of a formula that was saved without one."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is printed, with all that it inherits.

    ``values`` holds every field that is given or declared, and ``id``, ``copies`` and ``prototype``.
    """

    id: str
    copies: int
    values: dict[str, object]
    prototype: bool
    sources: tuple[Source, ...] = field(repr=False)
    """Where its values come from, the card itself first, then what it extends, then the defaults."""

    @property
    def place(self) -> Place:
        """Where the card begins in its file."""
        return self.sources[0].place

    def place_of(self, name: str) -> Place:
        """Where the value of field ``name`` stands, wherever it is inherited from; else the card's place."""
        for source in self.sources:
            if name in source:
                return source.place_of(name)
        return self.place


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """The cards of one file, or those listed in game.yaml itself (``file`` is None)."""

    id: str
    name: str
    text: str | None
    cards: tuple[Card, ...]
    file: Path | None
    look: str | None = None
    """The id of the list that its cards are drawn alike to; None: they have their own."""


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """Cards of one size and layout. ``bleed`` and ``safe`` in mm."""

    id: str
    title: str
    kind: str
    """``cards``, ``tokens``, ``board`` or ``box``."""
    size: Size
    shape: Shape
    """What a token is cut to; anything else is a ``rect``."""
    box_contents: BoxContents | None
    """What a box is made to hold; None for anything else."""
    bleed: float
    safe: float
    corner: float
    """The radius in mm that the corners are cut to."""
    front: str
    back: str | None
    sets: tuple[CardSet, ...]
    group: str | None
    """The field by whose values the cards lie on sheets of their own; None: they follow one another."""
    press: PressSettings
    """What it says about its sheets."""
    is_deck: bool
    """Whether each of its sets is a deck that the game's rules judge."""
    source: MarkedDict = field(repr=False)
    blank: Mapping[str, object] | None = None
    """The values of a card that is worth nothing, by field; None where the game does not say."""

    @property
    def noun(self) -> str:
        """What one of its cards is called."""
        return {"board": "board", "box": "box", "tokens": "token"}.get(self.kind, "card")

    @property
    def place(self) -> Place:
        return self.source.place

    def place_of(self, key: str) -> Place:
        """Where game.yaml gives ``key`` (``front``, ``press.gap`` …); else the component's place."""
        return place_in(self.source, key.split("."))


class NamedDeck(NamedTuple):
    """A deck that game.yaml names under `decks`."""

    name: str
    cards: tuple[tuple[tuple[Component, Card], int], ...]
    """Each card with the component that it is of, and how many copies of it the deck has: 1 or more."""
    place: Place


class Strategy(NamedTuple):
    """A restricted way to play that game.yaml declares: a bot that follows it does without some moves."""

    name: str
    never: tuple[str, ...]
    """Patterns of the moves that are not made, in the notation of the rules; ``*`` stands for any text."""
    says: str
    """What that means, for reports: ``never attacks``."""
    places: tuple[Place, ...] = ()
    """Where each pattern stands."""


class Variant(NamedTuple):
    """An optional rule: changes to a game's database that players may agree on."""

    name: str
    says: str
    """What it means to the players: ``The first player draws 4 cards.``"""
    changes: Mapping[str, object]
    """The values that it sets, by path: ``rules.hand``."""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step of a set-up: cards that are dealt, say, in the order in which they lie on their stacks."""

    verb: str
    """``shuffle``, ``deal``, ``place`` or ``box``."""
    cards: frozenset[str]
    """Which cards are meant, as ``component/list/card``."""
    count: int | None = None
    """How many; None: one to deal, and else all."""
    to: int | None = None
    """The seat that they are dealt to, from 1; None: each."""
    at: tuple[float, float] = (0.0, 0.0)
    """Where they are placed: their centre, in mm from the middle of the table."""
    apart: tuple[float, float] | None = None
    """How far each lies from the one before; None: as a stack."""
    turn: int = 0
    face: str = ""
    """``up`` or ``down``; empty: as they lie."""


class Setup(NamedTuple):
    """How a table is set up for play, as game.yaml declares."""

    name: str
    says: str
    """What it is for: ``Two players``."""
    seats: tuple[int, ...]
    steps: tuple[SetupStep, ...]


class Rulebook(NamedTuple):
    """What a game says about its rulebook. ``size`` of the body text in points."""

    text: str
    """The Markdown file, relative to the game's folder."""
    form: str
    """``two-page``, ``sheet`` or ``booklet``."""
    page: Size | None
    """The trim of a page; None: as large as the paper allows."""
    columns: int
    size: float
    margin: float | None
    """White beside the text in mm; None: as the page's width suggests."""


class LicenceEntry(NamedTuple):
    """What game.yaml says of some of its pictures, fonts and icons."""

    files: tuple[str, ...]
    """Names and patterns, relative to the game's folder or one of its layout folders."""
    title: str | None
    by: str | None
    source: str | None
    licence: str
    """An SPDX expression."""
    allows: tuple[str, ...]
    """What the maker allows besides: ``share``, ``sale``, ``change``."""
    note: str | None
    place: Place
    places: tuple[Place, ...]
    """Where each of the files stands."""


Way = Sequence[str | int]
"""The keys that lead to a value of a position."""
ANY_KEY = "*"
"""Stands for any one key in the way of a zone: for each lane, for example."""


class TableBox(NamedTuple):
    """Where something lies in an area, in mm from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def moved(self, by: tuple[float, float] | None, times: int) -> TableBox:
        """The box so many steps on."""
        x, y = by or (0.0, 0.0)
        return self._replace(x=self.x + x * times, y=self.y + y * times)


class TableZone(NamedTuple):
    """Where what the rules keep at one key lies; of those with a ``*`` each further one is ``next`` on."""

    way: tuple[str, ...]
    box: TableBox | None
    by: str | None
    boxes: Mapping[str, TableBox]
    next: tuple[float, float] | None
    lies: str
    step: float | None
    """How far each card lies from the one before; None: as there is room."""
    turn: int
    piece: tuple[str, str] | None
    """The component whose piece stands for a number, and the card if it is always the same."""
    shift: tuple[float, float] | None
    grid: tuple[str, Mapping[str, object]] | None
    """The function that draws a board's spaces, and its words."""
    before: str | None
    """The seat's key that names the seat on whose area it lies."""


class TableArea(NamedTuple):
    """A part of the table: the middle, or the place of a seat."""

    width: float
    height: float
    ground: tuple[str, str] | None
    """The component that lies there, and its card."""
    at: tuple[float, float]
    zones: tuple[TableZone, ...]

    def find(self, way: Way) -> tuple[TableZone, int] | None:
        """The zone of that way, and which it is of those that a ``*`` stands for."""
        for zone in self.zones:
            if len(zone.way) == len(way) and all(
                step in (ANY_KEY, str(key)) for step, key in zip(zone.way, way, strict=True)
            ):
                starred = [key for step, key in zip(zone.way, way, strict=True) if step == ANY_KEY]
                return zone, next((key for key in starred if isinstance(key, int)), 0)
        return None


class TableLayout(NamedTuple):
    """A whole table."""

    seats: tuple[int, ...]
    """The numbers of seats that it is for; none: for any."""
    upright: int | None
    """The seat that reads the middle upright."""
    middle: TableArea | None
    seat: TableArea | None


def layout_for(layouts: Iterable[TableLayout], seats: int) -> TableLayout | None:
    """The table for so many seats."""
    return next((layout for layout in layouts if not layout.seats or seats in layout.seats), None)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game folder, loaded. ``layout_folders`` are in the order in which templates are looked for."""

    id: str
    title: str
    version: str
    designer: str | None
    year: int | None
    source: str | None
    players: str | None
    credits: tuple[str, ...]
    rules: Mapping[str, object]
    data: Mapping[str, object]
    """Its tables that are no cards, by name: lists of rows, or whatever else the files hold."""
    theme: str | None
    rulebook: Rulebook | None
    components: tuple[Component, ...]
    folder: Path
    layout_folders: tuple[Path, ...]
    file: MarkedDict = field(repr=False)
    """game.yaml as it was read, for places."""
    is_whole: bool = True
    """Whether all of it could be read; if not, that was reported, and what is missing may be there."""
    decks: Mapping[str, NamedDeck] = field(default_factory=dict)
    """The decks that game.yaml names, by name."""
    strategies: Mapping[str, Strategy] = field(default_factory=dict)
    """The restricted ways to play that game.yaml declares, by name."""
    licence: str | None = None
    """That of the game's own rules and texts, as an SPDX expression."""
    licences: tuple[LicenceEntry, ...] = ()
    """Who made its pictures, fonts and icons; of several entries for a file the first counts."""
    variants: Mapping[str, Variant] = field(default_factory=dict)
    """The optional rules that game.yaml declares, by name."""
    chosen: tuple[str, ...] = ()
    """The names of the variants that it was read with."""
    setups: Mapping[str, Setup] = field(default_factory=dict)
    """The ways to set a table up that game.yaml declares, by name."""
    tables: tuple[TableLayout, ...] = ()
    """How it lies on the table when it is played; of several for a number of seats the first counts."""

    language: str = ENGLISH
    """The BCP 47 tag of the language of its texts: that of the translation, if it was read with one."""
    is_translated: bool = False
    """Whether its texts are those of a translation."""
    words: Words = field(default_factory=Words)
    """What its layouts and the press print besides the texts of its database."""

    @property
    def output(self) -> Path:
        """The folder for its files inside the output folder; variants and translations have folders of their
        own."""
        # No id has a plus sign.
        name = "+".join((self.id, *self.chosen))
        return Path(name, self.language) if self.is_translated else Path(name)

    @property
    def edition(self) -> str:
        """What tells its sheets from those of the game itself, its language and variants; empty for those."""
        return ", ".join([*([self.language] if self.is_translated else []), *self.chosen])

    @property
    def stated_language(self) -> str | None:
        """Its language where somebody says it: words are hyphenated by that."""
        return self.language if self.is_translated or "language" in self.file else None

    @property
    def direction(self) -> Direction:
        """Which way lines of its language run."""
        return direction_of(self.language)

    def say(self, word: str, **values: object) -> str:
        """What rulebooks say by themselves, in the game's language: ``game.say("Contents")``."""
        return self.words.say(word, **values)

    def own(self, word: str, **values: object) -> str:
        """What else Gatepress itself prints, in the game's language or English: ``game.own("fronts")``."""
        return self.words.own(word, **values)

    def cards_in(self, component_id: str) -> list[Card]:
        """The cards of all sets of a component; none if there is no such component."""
        return [
            card
            for component in self.components
            if component.id == component_id
            for cards in component.sets
            for card in cards.cards
        ]

    def place_of(self, key: str) -> Place:
        """Where game.yaml gives ``key`` (``theme``, ``rules.points`` …)."""
        return place_in(self.file, key.split("."))
