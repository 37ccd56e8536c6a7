"""Where rooms and replays are: those of bundled games in this process, which they can't harm; those of rules
of a user's own each in another one, which is ended where such code hangs, and begun anew from the record.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from operator import attrgetter
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from generator.rules import RulesError
from generator.rules.apart import Apart, EndedError, copied
from generator.rules.own_rules import has_own_rules
from generator.rules.record import MAX_SEATS
from generator.rules.supervisor import Child
from generator.studio.forms import conflict
from generator.studio.play import setup
from generator.studio.play.rooms import Around, Replay, Room, record_text
from generator.studio.play.setup import Recipe
from generator.studio.play.shown import Faces

MAX_ROOMS = 24
"""Games that are kept; of more, the one that nobody asked for the longest is given up."""
MAX_REPLAYS = 12
"""Games that are looked at again; of more, the one that nobody looked at the longest is forgotten."""
THINKERS = 2
"""Bots that think at the same time."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
D = TypeVar("D")
P = ParamSpec("P")
R = TypeVar("R")


class Table(Protocol[T_co]):
    """A room or a replay, wherever it is."""

    def do(self, method: Callable[Concatenate[T_co, P], R], *given: P.args, **named: P.kwargs) -> R:
        """What a function gives of it."""

    def derive(self, around: Around, make: Callable[..., D], *arguments: Any) -> Table[D]:
        """Another one, made of this one."""

    def close(self) -> None:
        """Lets it go."""


class Here(Generic[T]):
    """One in this process."""

    def __init__(self, thing: T) -> None:
        self.thing = thing

    def do(self, method: Callable[Concatenate[T, P], R], *given: P.args, **named: P.kwargs) -> R:
        return method(self.thing, *given, **named)

    def derive(self, around: Around, make: Callable[..., D], *arguments: Any) -> Table[D]:
        return Here(make(around, self.thing, *arguments))

    def close(self) -> None:
        if isinstance(self.thing, Room):
            self.thing.close()


class Elsewhere(Generic[T]):
    """One in a process of its own."""

    def __init__(self, around: Around, recipe: Recipe) -> None:
        """Raises what making it raises."""
        self._around = around
        self._recipe = recipe
        self._lost: RulesError | None = None
        self._process: Apart | None = None
        """None while it is being begun anew."""
        self._changed = threading.Condition()
        with self._changed:
            self._process = self._begun()

    def do(self, method: Callable[Concatenate[T, P], R], *given: P.args, **named: P.kwargs) -> R:
        with self._changed:
            self._changed.wait_for(lambda: self._lost is not None or not self._has_ended)
            if self._lost is not None:
                raise self._lost
            process = self._process
        assert process is not None
        found: R = process.do(partial(method, **named) if named else method, *given)
        return found

    def derive(self, around: Around, make: Callable[..., D], *arguments: Any) -> Table[D]:
        return Elsewhere(around, self._recipe.derived(around.room, make, arguments))

    def close(self) -> None:
        with self._changed:
            self._lost = RulesError("this game is no longer kept")
            if self._process is not None:
                self._process.close()
            self._changed.notify_all()

    @property
    def _has_ended(self) -> bool:
        return self._process is None or self._process.has_ended

    def _begun(self) -> Apart:
        process = Apart(begin_process, self._heard, self._ended)
        try:
            process.make(_make, self._recipe)
        except BaseException:
            process.close()
            raise
        return process

    def _heard(self, word: str, value: Any) -> None:
        if word == "record":
            self._recipe = self._recipe._replace(record=value)
        else:
            self._around.notify(value)

    def _ended(self, error: RulesError) -> None:
        """Begins it anew as it was last known; where that can't be done, it is lost."""
        with self._changed:
            if self._process is None or not self._process.has_ended or self._lost is not None:
                # It was never made: whoever wanted it hears of it.
                return
            self._process = None
            try:
                self._process = self._begun()
                if self._recipe.room:
                    self._process.do(Room.lost_a_move, error)
            except Exception:
                self._lost = error
                self._around.notify(list(range(MAX_SEATS)))
            self._changed.notify_all()


def begin_process(folder: Path, printed: Connection) -> tuple[Child, Connection]:
    """Begins a process in which rules of a user's own are played."""
    return copied(setup.__name__, folder, printed)


def get_ready() -> None:
    """Begins what such processes are copied from, which takes a while."""
    Apart(begin_process).close()


def _make(report: Callable[[str, Any], None], recipe: Recipe) -> Any:
    """In such a process: the thing itself."""
    around = Around(recipe.room, partial(report, "seats"), threading.Semaphore(THINKERS))
    if recipe.room:
        around = around._replace(keep=lambda record: report("record", record_text(record)))
    return recipe.made(around)


def made(folder: Path, around: Around, make: Callable[..., T], *arguments: Any) -> Table[T]:
    """A room or a replay of the game in a folder. Raises what making it raises."""
    if has_own_rules(folder):
        return Elsewhere(around, Recipe(around.room, make, (folder, *arguments)))
    return Here(make(around, folder, *arguments))


def asked(folder: Path, function: Callable[..., R], *arguments: Any) -> R:
    """What a function gives of the game in a folder and the arguments."""
    if not has_own_rules(folder):
        return function(folder, *arguments)
    process = Apart(begin_process)
    try:
        found: R = process.call(function, folder, *arguments)
    finally:
        process.close()
    return found


# Who sits there


@dataclass(slots=True)
class Seat:
    """A place at the table: a bot's, or a person's, who holds its key once it is taken."""

    number: int
    bot: str = ""
    """The word that names the bot; empty for a person's."""
    key: str = ""

    @property
    def is_free(self) -> bool:
        """Whether a person may still sit down."""
        return not self.bot and not self.key


class Sitting:
    """A room with those who sit in it. Whoever sits at a seat holds its key; without it nothing of what that
    seat sees is shown."""

    def __init__(self, around: Around, table: Table[Room]) -> None:
        self.id = around.room
        self.table = table
        self.seats = [Seat(number, bot) for number, bot in enumerate(table.do(attrgetter("seats")))]
        self._notify = around.notify
        self._lock = threading.Lock()

    def take_seat(self, number: int, name: str = "") -> str:
        """Sits a person down; the key of the seat. Raises Refused where it is taken."""
        with self._lock:
            if not 0 <= number < len(self.seats) or not self.seats[number].is_free:
                raise conflict("somebody else has taken this seat")
            self.seats[number].key = secrets.token_urlsafe(18)
        if name:
            self.table.do(Room.call, number, name)
        others = [seat.number for seat in self.seats if not seat.bot and seat.number != number]
        if others:
            self._notify(others)
        return self.seats[number].key

    def seat_of(self, key: str) -> int | None:
        for seat in self.seats:
            if seat.key and hmac.compare_digest(seat.key.encode(), key.encode()):
                return seat.number
        return None

    def document(self, seat: int, faces: Faces) -> str:
        """What the page of a seat shows, as JSON. Raises RulesError."""
        free = [other.number for other in self.seats if other.is_free]
        try:
            return self.table.do(Room.document, seat, faces, free)
        except EndedError:
            # A bot's move may have ended the process just then; the game has begun anew.
            return self.table.do(Room.document, seat, faces, free)

    def close(self) -> None:
        self.table.close()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or is lost."""
        try:
            return bool(self.table.do(attrgetter("match.state.over")))
        except RulesError:
            return True


class Showing:
    def __init__(self, table: Table[Replay]) -> None:
        self.id = secrets.token_hex(4)
        self.table = table
        self.name, self.about = table.do(attrgetter("words"))

    def document(self, at: int, faces: Faces) -> str:
        """The table before a move, as JSON. Raises RulesError."""
        return self.table.do(Replay.document, at, faces)

    def close(self) -> None:
        self.table.close()


# What is kept for the pages


class Keepable(Protocol):
    """What may be kept."""

    id: str

    def close(self) -> None:
        """Lets it go."""


K = TypeVar("K", bound=Keepable)


@dataclass(slots=True)
class Kept(Generic[K]):
    """Things that belong to games of the studio, by id; ``most`` of them are kept."""

    most: int
    kept: OrderedDict[str, tuple[str, K]] = field(default_factory=OrderedDict)
    """Each with the project that it belongs to, those asked for last at the end."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, project: str, thing: K) -> K:
        """Keeps a new one; the one that was not asked for the longest is closed for it."""
        with self.lock:
            self.kept[thing.id] = (project, thing)
            while len(self.kept) > self.most:
                _, (_, oldest) = self.kept.popitem(last=False)
                oldest.close()
        return thing

    def find(self, project: str, id_: str) -> K | None:
        """The one of that id, if it belongs to that project."""
        with self.lock:
            found = self.kept.get(id_)
            if found is None or found[0] != project:
                return None
            self.kept.move_to_end(id_)
            return found[1]

    def of(self, project: str) -> list[K]:
        """All of a project, the newest first."""
        with self.lock:
            return [thing for name, thing in reversed(self.kept.values()) if name == project]

    def close(self) -> None:
        """Lets all go."""
        with self.lock:
            things = [thing for _, thing in self.kept.values()]
        for thing in things:
            thing.close()
