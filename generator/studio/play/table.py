"""What a seat sees of a game, as cards in places: read from the game's view, whatever game it is.

A view has the keys of the position (see :class:`generator.rules.protocol.State`). Where it has a list of
words that are cards, these lie open there; where it has a number and the position a list, they lie face down;
all else is shown in words. Nothing but the view and the shape of the position is looked at.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.wording import visible
from generator.rules import Game, Position, Result, State, View
from generator.rules.terminal import Display
from generator.sim.endings import is_shared
from generator.sim.matches.match import (
    Match,
    known_steps,
    narrate_outcome,
    narrate_result,
    narrate_step,
    view_for,
)
from generator.studio.project import Edition, ShownCard

Document = dict[str, Any]
"""JSON values."""
DRAWING_WIDTH = 88
"""Columns of the table as it is drawn at the terminal."""
_WORDS_OF_A_MOVE = re.compile(r"[\s>]+")


@dataclass(slots=True)
class SeatLog:
    """What one seat, or for None somebody who sees all, knows of the moves until now."""

    display: Display
    seat: int | None
    opening: list[str] = field(default_factory=list)
    steps: list[list[str]] = field(default_factory=list)
    """The words of each move."""

    def begin(self, match: Match) -> None:
        """Adds what was forced before the first move."""
        self.opening = list(narrate_outcome(self.display, match, self.seat))

    def go_on(self, match: Match) -> None:
        """Adds the last move."""
        self.steps.append(list(narrate_step(self.display, match, self.seat)))

    def go_back(self, match: Match) -> None:
        """Forgets the moves that were taken back."""
        del self.steps[len(match.steps) :]

    def entries(self, match: Match, until: int) -> list[Document]:
        """The moves until now that the seat knows of, in the notation of the rules and in words.

        Only those that it knows count: a gap would show how many another seat made face down.
        """
        known = set(known_steps(self.display, match, self.seat))
        entries: list[Document] = [{"lines": self.opening}] if self.opening else []
        count = 0
        for number, (step, lines) in enumerate(zip(match.steps[:until], self.steps, strict=False)):
            if number in known:
                count += 1
                who = "you" if step.seat == self.seat else self.display.name(step.seat)
                entries.append({"number": count, "who": who, "move": step.move, "lines": lines})
            elif lines:
                entries.append({"lines": lines})
        return entries


def game_document(log: SeatLog, match: Match, faces: Faces, at: int | None = None) -> Document:
    """The table, the log and the result, as the seat may know them; ``at``: before that move."""
    display, seat = log.display, log.seat
    until = len(match.steps) if at is None else at
    state = match.state if until >= len(match.steps) else match.steps[until].before
    view = view_for(state, seat)
    shown = shown_table(view, state.to_dict(), display, faces)
    heading, drawing = _drawn(display, view)
    if heading:
        # It says in words what the names of the engine's fields would say once more.
        shown.table.facts.clear()
    return {
        "title": match.game.title,
        "you": seat,
        "asked": seat is not None and state.player == seat,
        "over": state.over,
        "heading": heading,
        "table": asdict(shown),
        "pictures": shown.has_pictures,
        "drawing": drawing,
        "drawn": display.draws_board or not shown.has_pictures,
        "moves": _moves(state, display, view) if seat is not None and state.player == seat else [],
        "log": log.entries(match, until),
        "result": _result(match.game, state, display, seat) if state.over else None,
    }


def _moves(state: State, display: Display, view: View) -> list[Document]:
    """What the seat may choose from, with the words of the cards that each move names."""
    found: list[Document] = []
    for move in state.legal():
        text = state.text(move)
        said = readable(display.say(text, view), 200)
        verb, *named = _WORDS_OF_A_MOVE.split(text)
        found.append({"move": text, "words": said if said != text else "", "verb": verb, "cards": named})
    return found


def _result(game: Game, state: State, display: Display, seat: int | None) -> Document:
    result = state.result()
    return {
        "lines": list(narrate_result(display, game, result, seat)),
        "scores": [
            {"name": "you" if number == seat else display.name(number), "score": score}
            for number, score in enumerate(result.scores)
        ],
        "heading": _heading(game, result, seat),
        "reason": result.reason,
    }


def _heading(game: Game, result: Result, seat: int | None) -> str:
    if seat is None:
        return "How it ended"
    if seat not in result.winners:
        return "You lost"
    sides = game.sides(len(result.scores))
    is_draw = is_shared(result, all_can_lose=game.all_can_lose, sides=sides)
    return "You share the win" if is_draw else "You won"


def _drawn(display: Display, view: View) -> tuple[str, str]:
    """The first line of what the terminal shows, where it is one, and all of it, as plain text."""
    from rich.console import Console
    from rich.text import Text

    parts = list(display.draw(view, DRAWING_WIDTH))
    stream = io.StringIO()
    console = Console(file=stream, width=DRAWING_WIDTH, color_system=None, force_terminal=False)
    for part in parts:
        console.print(part, highlight=False)
    heading = parts[0].plain.strip() if parts and isinstance(parts[0], Text) else ""
    lines = [visible(line.rstrip()) for line in stream.getvalue().splitlines()]
    return visible(heading) if "\n" not in heading else "", "\n".join(lines).strip("\n")


def as_json(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def revision_of(document: Mapping[str, Any] | Sequence[Any]) -> str:
    """What is another when anything in a document is."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]


Way = tuple[str | int, ...]
"""The keys that lead to a value of a view."""

CARDS = "cards"
"""The kind of component whose cards are played with, most of the time."""
SEATS = "seats"
KNOWN = "known"
"""The mark of a card that single seats were shown."""
_UNSEEN = "unseen"
_NOT_SHOWN = frozenset({"game", "seat", "asked", "player", _UNSEEN, SEATS})
_MAX_WORDS = 300
"""Letters of a value that is shown in words."""
_POKER_WIDTH = 63.5
"""Millimetres: what cards are drawn in proportion to."""
_LEAST_SHARE, _MOST_SHARE = 0.4, 1.4


@dataclass(frozen=True, slots=True)
class Picture:
    """A face, as an address below the game's, and how wide and high it is."""

    face: str
    share: float
    """Its width, with that of a poker card as 1."""
    ratio: float
    """Its width, with its height as 1."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies open, or a place where none lies: then its word is empty."""

    word: str
    """As moves name it."""
    name: str
    picture: Picture | None = None
    notes: tuple[str, ...] = ()
    beside: tuple[Lying, ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards that lie together."""

    label: str
    cards: tuple[Lying, ...] = ()
    hidden: int = 0
    """How many lie face down."""
    back: Picture | None = None
    is_hand: bool = False


@dataclass(slots=True)
class Group:
    """What belongs together: all that is a seat's, or a lane with its two sides."""

    title: str
    word: str = ""
    """As moves name it, where it is one of several in a row: its number."""
    facts: list[tuple[str, str]] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    @property
    def has_pictures(self) -> bool:
        """Whether any card in it could be drawn."""
        return any(card.picture for zone in self.zones for card in zone.cards) or any(
            group.has_pictures for group in self.groups
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as one seat sees it."""

    table: Group
    seats: tuple[Group, ...]

    @property
    def has_pictures(self) -> bool:
        """Whether any card on it could be drawn."""
        return self.table.has_pictures or any(seat.has_pictures for seat in self.seats)


class Face(NamedTuple):
    """A card as the table shows it."""

    name: str
    front: Picture
    back: Picture | None
    """By an address that is the same for all cards with this back."""


class Faces:
    """The cards of an edition by their ids, as displays name them. It can be pickled at little cost."""

    def __init__(self, edition: Edition) -> None:
        self._found: dict[str, Face] = {}
        self._backs: dict[str, Picture] = {}
        """Of the first card with a back, by the names of sets and components."""
        same_back: dict[tuple[str, str], Picture] = {}
        # Cards before tokens and boards: some games name both alike.
        for shown in sorted(edition.cards, key=lambda shown: shown.component.kind != CARDS):
            look = shown.back_look
            back: Picture | None = None
            if look is not None and shown.component.kind == CARDS:
                back = same_back.setdefault((shown.component.id, look), _picture(shown, "back"))
                for name in (shown.cards.id, shown.component.id):
                    self._backs.setdefault(name, back)
            face = Face(shown.name, _picture(shown, "front"), back)
            self._found.setdefault(shown.card.id, face)
            self._found.setdefault(f"{shown.cards.id}/{shown.card.id}", face)

    def find(self, card: str) -> Face | None:
        """The card of that id, or of that ``set/card``."""
        return self._found.get(card)

    def back_of(self, name: str) -> Picture | None:
        """The back of the first card in a set or a component of that name."""
        return self._backs.get(name)

    def usual_back(self) -> Picture | None:
        return next(iter(self._backs.values()), None)


def _picture(shown: ShownCard, side: str) -> Picture:
    size = shown.component.size
    share = min(max(size.width / _POKER_WIDTH, _LEAST_SHARE), _MOST_SHARE)
    face = f"{shown.component.id}/{shown.cards.id}/{shown.card.id}/{side}.png"
    return Picture(face, round(share, 3), round(size.width / size.height, 4))


def shown_table(view: View, position: Position, display: Display, faces: Faces) -> Shown:
    """The table of a view. Of the position only its shape is used: where a list stands."""
    return _Reading(view, display, faces).table(position)


class _Reading:
    def __init__(self, view: View, display: Display, faces: Faces) -> None:
        self._view = view
        self._display = display
        self._faces = faces
        self._taken: Counter[tuple[int | None, str]] = Counter()

    def table(self, position: Position) -> Shown:
        table = Group("")
        for key, value in self._view.items():
            if key not in _NOT_SHOWN and key not in self._display.not_drawn:
                self._put(table, key, value, _inside(position, key), (key,))
        seats = self._view.get(SEATS)
        groups: list[Group] = []
        for number, held in enumerate(seats if isinstance(seats, list) else ()):
            group = Group(self._display.name(number))
            shape = _inside(_inside(position, SEATS), number)
            for key, value in held.items() if isinstance(held, Mapping) else ():
                if key not in self._display.not_drawn:
                    self._put(group, key, value, _inside(shape, key), (SEATS, number, key))
            groups.append(group)
        return Shown(table, tuple(groups))

    def _put(self, group: Group, key: str | int, value: Any, shape: Any, way: Way) -> None:
        """Adds to a group what a view has at a key."""
        label = _words(key)
        if value is None:
            return
        if isinstance(value, int) and not isinstance(value, bool) and isinstance(shape, list | Mapping):
            group.zones.append(self._hidden(label, value, way))
        elif isinstance(value, Mapping):
            self._put_mapping(group, label, value, shape, way)
        elif isinstance(value, list):
            self._put_list(group, label, value, shape, way)
        else:
            shown = self._lying(value, way) if isinstance(value, str) else None
            if shown is not None and shown.picture is not None and key != "phase":
                group.zones.append(Zone(label, (shown,)))
            elif not isinstance(value, bool):
                group.facts.append((label, _as_words(value)))

    def _put_mapping(self, group: Group, label: str, value: Mapping[str, Any], shape: Any, way: Way) -> None:
        if _is_piece(value):
            # A piece of the kit: a card with its marks.
            group.zones.append(Zone(label, (self._piece(value, way),)))
            return
        owner = self._display.owner(way, self._view)
        piles = [self._pile(str(name), inner, owner, (*way, name)) for name, inner in value.items()]
        if value and all(pile is not None for pile in piles):
            group.zones.append(Zone(label, tuple(pile for pile in piles if pile is not None)))
            return
        inner_group = Group(label)
        for name, inner in value.items():
            self._put(inner_group, name, inner, _inside(shape, name), (*way, name))
        group.groups.append(inner_group)

    def _pile(self, name: str, value: Any, owner: int | None, way: Way) -> Lying | None:
        """A pile of which the top is seen: so many copies of a card, one that is named, or one with cards on
        it. None for what is no such pile."""
        if isinstance(value, Mapping) and set(value) == {"top", CARDS}:
            if value["top"] is None:
                return Lying("", name, notes=("none left",))
            top = self._card(str(value["top"]), owner)
            return Lying(top.word, top.name, top.picture, (f"{value[CARDS]} in the pile",))
        card = self._card(name, owner)
        if card.picture is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return Lying(card.word, card.name, card.picture, (f"{value} left" if value else "none left",))
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            beside = tuple(self._card(word, self._display.owner(way, self._view)) for word in value)
            return Lying(card.word, card.name, card.picture, beside=beside)
        return None

    def _put_list(self, group: Group, label: str, value: list[Any], shape: Any, way: Way) -> None:
        if all(isinstance(item, str | None) or _is_piece(item) for item in value):
            self._put_cards(group, label, value, shape, way)
        elif all(map(_is_words, value)) or (value and all(map(_is_words, _parts(shape)))):
            for number, item in enumerate(value):
                self._put(
                    group, self._place_of(label, (*way, number)), item, _inside(shape, number), (*way, number)
                )
        elif any(isinstance(item, list | Mapping) for item in value):
            inner = Group(label)
            for number, item in enumerate(value):
                place = f"{label.removesuffix('s')} {number}"
                one = Group(place, str(number))
                self._put(one, place, item, _inside(shape, number), (*way, number))
                # A group that only holds another one of the same name says nothing.
                if one.zones or one.facts:
                    inner.groups.append(one)
                for held in one.groups if not (one.zones or one.facts) else ():
                    held.word = one.word
                    inner.groups.append(held)
            group.groups.append(inner)
        else:
            group.facts.append((label, ", ".join(map(_as_words, value)) or "-"))

    def _place_of(self, label: str, way: Way) -> str:
        """What one of several rows of cards is called: by whose it is, where it is somebody's."""
        owner = self._display.owner(way, self._view)
        if owner is None or way[0] == SEATS:
            return f"{label.removesuffix('s')} {way[-1]}"
        is_own = owner == self._view.get("seat")
        return f"your {label}" if is_own else f"{label} of {self._display.name(owner)}"

    def _put_cards(self, group: Group, label: str, value: list[Any], shape: Any, way: Way) -> None:
        # Where the position has cards in all places, those that are missing in the view lie face down.
        hidden = value.count(None) if None not in _parts(shape) else 0
        lying = [
            Lying("", "empty") if item is None else self._lying(item, (*way, number))
            for number, item in enumerate(value)
            if item is not None or not hidden
        ]
        is_cards = any(card.picture is not None for card in lying if card is not None) or (
            any(map(_is_piece, value)) or self._is_own_hand(way)
        )
        if is_cards or not value:
            cards = tuple(card for card in lying if card is not None)
            back = self._hidden(label, hidden, way).back if hidden else None
            group.zones.append(Zone(label, _stacked(cards), hidden, back, is_hand=self._is_own_hand(way)))
        else:
            group.facts.append((label, ", ".join(map(_as_words, value))))

    def _is_own_hand(self, way: Way) -> bool:
        return way[-1] == "hand" and way[:2] == (SEATS, self._view.get("seat"))

    # Cards

    def _lying(self, item: Any, way: Way) -> Lying | None:
        if isinstance(item, Mapping):
            return self._piece(item, way)
        return self._card(str(item), self._display.owner(way, self._view))

    def _piece(self, value: Mapping[str, Any], way: Way) -> Lying:
        card = self._card(str(value["card"]), self._display.owner(way, self._view))
        notes = tuple(
            f"known to seat {', '.join(map(str, mark))}"
            if name == KNOWN
            else f"{_words(name)} {_as_words(mark)}"
            for name, mark in value.items()
            if name != "card" and mark not in (None, False, 0)
        )
        return Lying(card.word, card.name, card.picture, notes)

    def _card(self, word: str, owner: int | None) -> Lying:
        """The card that a word means; of several that it may mean one after the other."""
        piece = self._display.piece(word, owner)
        name = word.partition(" ")[0]
        found = [face for face in map(self._faces.find, piece.cards) if face is not None]
        beside = tuple(self._card(other, owner) for other in piece.beside)
        if not found:
            return Lying(name, readable(word, _MAX_WORDS), None, tuple(piece.notes), beside)
        face = found[self._taken[owner, name] % len(found)]
        self._taken[owner, name] += 1
        return Lying(name, readable(face.name), face.front, tuple(piece.notes), beside)

    # Backs

    def _hidden(self, label: str, count: int, way: Way) -> Zone:
        back = self._faces.back_of(str(way[-1])) or self._back_for(way) or self._faces.usual_back()
        return Zone(label, hidden=count, back=back)

    def _back_for(self, way: Way) -> Picture | None:
        """The back of cards that lie in a hidden place, as the seat may know it: by what it has not seen."""
        owner = self._display.owner(way, self._view)
        for word in self._open_words(way, owner):
            for card in self._display.piece(word, owner).cards:
                face = self._faces.find(card)
                if face is not None:
                    return face.back
        return None

    def _open_words(self, way: Way, owner: int | None) -> Iterator[str]:
        unseen = self._view.get(_UNSEEN)
        if isinstance(unseen, Mapping):
            unseen = unseen.get(str(way[-1])) or unseen.get(SEATS)
        if isinstance(unseen, list) and owner is not None and owner < len(unseen):
            yield from _strings(unseen[owner])
        elif owner is None:
            yield from _strings(unseen)
        if owner is not None:
            yield from _strings(_inside(self._view.get(SEATS), owner))


def _inside(value: Any, key: str | int) -> Any:
    """What stands at a key; None where there is none."""
    if isinstance(value, Mapping):
        return value.get(key)
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return None


def _strings(value: Any) -> Iterator[str]:
    """All words that a value of a view holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        parts: Iterable[Any] = value.values() if isinstance(value, Mapping) else value
        for part in parts:
            yield from _strings(part)


def _is_piece(item: object) -> bool:
    """Whether it is a card with its marks, each of which is one word or number."""
    return (
        isinstance(item, Mapping)
        and isinstance(item.get("card"), str)
        and not any(isinstance(mark, list | Mapping) for name, mark in item.items() if name != KNOWN)
    )


def _parts(shape: object) -> Sequence[object]:
    return shape if isinstance(shape, list) else ()


def _is_words(item: object) -> bool:
    return isinstance(item, list) and all(isinstance(word, str | None) or _is_piece(word) for word in item)


def _stacked(cards: Sequence[Lying]) -> tuple[Lying, ...]:
    """The cards, those alike that lie side by side as one with their number."""
    stacks: list[Lying] = []
    for card in cards:
        last = stacks[-1] if stacks else None
        alike = last is not None and card.word and (card.word, card.picture) == (last.word, last.picture)
        if last is not None and alike and (card.notes, card.beside) == (last.notes, last.beside):
            stacks[-1] = Lying(card.word, card.name, card.picture, card.notes, card.beside, last.copies + 1)
        else:
            stacks.append(card)
    return tuple(stacks)


def _words(key: str | int) -> str:
    return readable(str(key)).replace("_", " ")


def _as_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else readable(str(value), _MAX_WORDS)
