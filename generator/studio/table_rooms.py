"""Tables in the studio: who sits there, what each may know, what was done, and files of shared ones.

A room is one table. At one of a browser's own, its one key has all seats; at a shared one each seat has a key
of its own, and without it nothing of its hand is shown. Requests come in many threads and take its lock.
"""

from __future__ import annotations

import dataclasses
import hmac
import json
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.wording import clipped
from generator.catalog.writing import write_file
from generator.studio.cloth import Catalogue, Cloth, Piece, Plan, Thing, cloth_in, set_up, taken_back, written
from generator.studio.cloth_commands import Glance, Step, do, in_box
from generator.studio.forms import Refused, conflict
from generator.studio.tabletop import FAR, MAX_THINGS, SHARED, SavedTable, Tabletop

MAX_STEPS = 300
"""That can be taken back."""
MAX_LINES, SHOWN_LINES = 400, 120
"""Of the log: that are kept, and that a page gets."""
MAX_LINE = 300
"""Letters of a line."""
MAX_NAME = 24
"""Letters of what somebody is called."""
NONCES = 200
"""Commands that are known again if they come once more."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Of the codes of rooms: none that looks like another."""
CODE_LENGTH = 6
GUEST = "guest"
"""The key of all who look on."""
COMMANDS_A_SECOND, POINTS_A_SECOND = 40.0, 15.0
TOO_FAST = 429


@dataclass(slots=True)
class Pace:
    """How often something may be done: so often a second, and twice as often at a stroke."""

    per_second: float
    clock: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = 2 * self.per_second, self.clock()

    def allows(self) -> bool:
        now = self.clock()
        self.left = min(2 * self.per_second, self.left + (now - self.since) * self.per_second)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(slots=True)
class Sitter:
    """Who sits at a seat."""

    name: str
    key: str
    commands: Pace = field(default_factory=lambda: Pace(COMMANDS_A_SECOND))
    points: Pace = field(default_factory=lambda: Pace(POINTS_A_SECOND))


class Done(NamedTuple):
    """A step that can be taken back."""

    seat: int
    before: Cloth
    after: Cloth
    words: str
    merge: str


class Room:
    """A table under way."""

    def __init__(self, id_: str, game: str, catalogue: Catalogue, cloth: Cloth, plan: Plan) -> None:
        self.id = id_
        """What it is asked for by: at a shared table the code that others come in with."""
        self.game = game
        self.catalogue = catalogue
        self.cloth = cloth
        self.plan = plan
        self.own_key = ""
        """At a table of a browser's own: the key of all seats."""
        self.path: Path | None = None
        """The file of a shared table."""
        self.channel = secrets.token_hex(6)
        """By which open pages know its events; the code is not told to all."""
        self.version = 1
        """Counts whatever changes anything that anybody sees."""
        self.sitters: dict[int, Sitter] = {}
        self.log: list[str] = []
        self.wrong = ""
        """Why the file could not be written."""
        self.lock = threading.RLock()
        self._past: list[Done] = []
        self._undone: dict[int, list[Done]] = {}
        self._glances: dict[int, Glance] = {}
        self._mixed: tuple[int, tuple[int, ...]] = (0, ())
        self._nonces: deque[tuple[str, str]] = deque(maxlen=NONCES)

    def close(self) -> None:
        """Nothing is left to be done: what is shared is in its file, what is not in its browser."""

    @property
    def is_shared(self) -> bool:
        return self.path is not None

    # Who sits there

    def name(self, seat: int) -> str:
        return self.sitters[seat].name if seat in self.sitters else f"Seat {seat + 1}"

    def sitter(self, key: str, seat: int = 0) -> int | None:
        """The seat of a key; None for one of nobody. ``seat``: which one is meant where a key has all."""
        if self.own_key:
            is_own = hmac.compare_digest(self.own_key.encode(), key.encode())
            return min(seat, len(self.cloth.hands) - 1) if is_own else None
        for number, sitter in self.sitters.items():
            if hmac.compare_digest(sitter.key.encode(), key.encode()):
                return number
        return None

    def sit_down(self, seat: int, name: str) -> str:
        """Sits somebody down; the key of the seat, whose hand is theirs. Raises Refused, InputError."""
        name = " ".join(name.split())
        if not name or len(name) > MAX_NAME or not name.isprintable():
            raise InputError(f"a name has 1 to {MAX_NAME} letters")
        with self.lock:
            if not 0 <= seat < len(self.cloth.hands) or seat in self.sitters:
                raise conflict("somebody else has taken this seat")
            if name.casefold() in {sitter.name.casefold() for sitter in self.sitters.values()}:
                raise conflict(f"somebody here is called {name} already")
            self.sitters[seat] = Sitter(name, secrets.token_urlsafe(18))
            self._say(f"{name} sat down at seat {seat + 1}")
            self._save()
            return self.sitters[seat].key

    def stand_up(self, seat: int) -> None:
        """Leaves a seat, with its hand, to somebody else."""
        with self.lock:
            self._say(f"{self.name(seat)} stood up")
            self.sitters.pop(seat, None)
            self._glances.pop(seat, None)
            self._save()

    # What is done

    def do(self, seat: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Does a command of a seat. What only that seat gets to know of it. Raises Refused."""
        name, nonce = str(given.get("do", "")), str(given.get("nonce", ""))[:MAX_NAME]
        with self.lock:
            if seat in self.sitters and not self.sitters[seat].commands.allows():
                raise Refused([], "that is too fast; try again in a moment", TOO_FAST)
            if nonce and (str(seat), nonce) in self._nonces:
                return {"made": []}
            if name in ("undo", "redo"):
                told: dict[str, Any] = {"made": []}
                (self._undo if name == "undo" else self._redo)(seat)
            else:
                told = self._step(seat, name, given)
            if nonce:
                self._nonces.append((str(seat), nonce))
            return told

    def _step(self, seat: int, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
        glance = self._glances.get(seat)
        step = self._begun(seat, glance)
        do(step, name, given)
        if len(step.cloth.things) > MAX_THINGS:
            raise conflict("there is no room for that many things")
        before, self.plan = self.cloth, step.plan
        if step.cloth != before or step.words:
            self._commit(seat, step.cloth, step.words, step.merge)
        if step.mixed:
            self._mixed = (self.version, step.mixed)
        told: dict[str, Any] = {"made": [number for number in step.made if number in self.cloth.things]}
        if step.glance is not None and step.glance is not glance:
            self._glances[seat] = step.glance
            told["look"] = {"id": step.glance.id, "pieces": [piece._asdict() for piece in step.glance.shown]}
        return told

    def _begun(self, seat: int, glance: Glance | None = None) -> Step:
        names = [self.name(number) for number in range(len(self.cloth.hands))]
        least = max(self.sitters, default=0) + 1
        return Step(self.cloth, seat, self.catalogue, names, self.plan, glance, least, self.is_shared)

    def replace(self, seat: int, saved: SavedTable, name: str) -> None:
        """Lays another table, which was saved, in place of this one. Raises Refused."""
        with self.lock:
            cloth = cloth_in(saved.values)
            if saved.room:
                raise conflict("that is a shared table: join it by its code")
            if len(cloth.hands) <= max(self.sitters, default=-1):
                raise conflict("more people sit here than that table has seats")
            cloth = dataclasses.replace(cloth, next=max(cloth.next, self.cloth.next))
            self.catalogue.names.update(saved.values.get("names", {}))
            self._commit(seat, cloth.completed(self.catalogue.top.lots), f"opened {name}", "")

    def renew(self, top: Tabletop) -> None:
        """Takes over what has changed in the game; what is new is put into the box."""
        with self.lock:
            if top is self.catalogue.top:
                return
            self.catalogue = Catalogue(
                top, {**self.catalogue.names, **self.catalogue.named(self.cloth.everything())}
            )
            cloth = self.cloth.completed(top.lots)
            added = len(cloth.box) - len(self.cloth.box)
            self.cloth = cloth
            self._say(f"New in the game, in the box: {added}" if added else "")
            self._save()

    def _commit(self, seat: int, cloth: Cloth, words: str, merge: str) -> None:
        last = self._past[-1] if self._past else None
        line = f"{self.name(seat)} {words}"
        if last and merge and (last.seat, last.merge, last.after) == (seat, merge, self.cloth):
            self._past[-1] = last._replace(after=cloth, words=words)
            if self.log[-1] == f"{self.name(seat)} {last.words}":
                self.log = self.log[:-1]
        elif cloth != self.cloth:
            self._past = [*self._past, Done(seat, self.cloth, cloth, words, merge)][-MAX_STEPS:]
        if cloth != self.cloth:
            self._undone.pop(self._who(seat), None)
        self.cloth = cloth
        self._say(line)
        self._save()

    def _undo(self, seat: int) -> None:
        done = next((done for done in reversed(self._past) if self._is_of(done, seat)), None)
        if done is None:
            raise conflict("there is nothing of yours to take back")
        self._past.remove(done)
        self._go(seat, done, done.before, done.after, "took back")
        self._undone.setdefault(self._who(seat), []).append(done)

    def _redo(self, seat: int) -> None:
        undone = self._undone.get(self._who(seat), [])
        if not undone:
            raise conflict("there is nothing to do again")
        done = undone.pop()
        self._go(seat, done, done.after, done.before, "did again")
        self._past.append(done._replace(merge=""))

    def _go(self, seat: int, done: Done, to: Cloth, since: Cloth, how: str) -> None:
        """From what is there to where a step began, or led; what others did meanwhile stays."""
        cloth = taken_back(self.cloth, to, since)
        if cloth is None:
            raise conflict(f"somebody has changed that since, so it was not undone: {done.words}")
        self.cloth = cloth.completed(self.catalogue.top.lots)
        self._say(f"{self.name(seat)} {how}: {done.words}")
        self._save()

    def _who(self, seat: int) -> int:
        """Whose steps they are: at a table of one's own, one person's, whatever the seat."""
        return seat if self.is_shared else 0

    def _is_of(self, done: Done, seat: int) -> bool:
        return not self.is_shared or done.seat == seat

    def _say(self, line: str) -> None:
        if line:
            self.log = [*self.log, clipped(line, MAX_LINE)][-MAX_LINES:]
        self.version += 1

    # What is seen

    def document(self, seat: int | None) -> dict[str, Any]:
        """All that the page of a seat shows; None: of who looks on."""
        with self.lock:
            step = self._begun(seat or 0)
            things = [self._shown(thing) for thing in self.cloth.in_order]
            hand = self.cloth.hands[seat] if seat is not None else ()
            box = Counter(in_box(step, piece) for piece in self.cloth.box)
            seen = {
                piece["card"] for thing in things for piece in (thing.get("top"), thing.get("under")) if piece
            }
            seen |= {piece.card for piece in (*hand, *box)}
            return {
                **{"channel": self.channel, "version": self.version, "shared": self.is_shared, "seat": seat},
                "file": self.path.name if self.path else "",
                "wrong": self.wrong,
                "seats": [
                    {"name": self.name(number), "taken": number in self.sitters, "held": len(held)}
                    for number, held in enumerate(self.cloth.hands)
                ],
                "things": things,
                "hand": [piece._asdict() for piece in hand],
                "box": [{**piece._asdict(), "count": count} for piece, count in box.items()],
                "names": self.catalogue.named(
                    sorted(card for card in seen if card not in self.catalogue.kinds or card.startswith("?"))
                ),
                "plan": self.plan._asdict(),
                "log": self.log[-SHOWN_LINES:],
                "mixed": self._mixed,
                "can_undo": seat is not None and any(self._is_of(done, seat) for done in self._past),
                "can_redo": seat is not None and bool(self._undone.get(self._who(seat))),
            }

    def _shown(self, thing: Thing) -> dict[str, Any]:
        """A thing as everybody sees it: of a pile the top, and the next one if both lie face up."""
        shown = {key: getattr(thing, key) for key in ("id", "kind", "x", "y", "turn", "locked")}
        if not thing.is_pile:
            return {**shown, "sides": thing.sides, "value": thing.value, "text": thing.text}
        top, under = (*thing.pieces[:2], None)[:2]
        shown |= {"count": len(thing.pieces), "uniform": thing.is_uniform}
        shown["top"] = self.catalogue.seen(top or Piece(""))._asdict()
        if top and under and top.up and under.up:
            shown["under"] = under._asdict()
        return shown

    def pointed(self, seat: int, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """What others see of a pointer, or of what is dragged; None where it came too soon after the last.

        Raises InputError. Takes no lock: it changes nothing.
        """
        x, y = _spot(given.get("x")), _spot(given.get("y"))
        ids = given.get("ids", [])
        if (
            not isinstance(ids, list)
            or len(ids) > len(self.cloth.things)
            or not all(type(one) is int for one in ids)
        ):
            raise InputError("expected the ids of what is dragged")
        if seat in self.sitters and not self.sitters[seat].points.allows():
            return None
        dragged = {"ids": ids, "dx": _spot(given.get("dx")), "dy": _spot(given.get("dy"))} if ids else {}
        is_ping = given.get("ping") is True
        return {
            **self.event,
            "seat": seat,
            "name": self.name(seat),
            "x": x,
            "y": y,
            "ping": is_ping,
            **dragged,
        }

    @property
    def event(self) -> dict[str, Any]:
        """What open pages hear, whoever they are: that there is something new."""
        return {"channel": self.channel, "version": self.version}

    # Files

    def written(self) -> dict[str, Any]:
        """The whole of it, as it is saved."""
        with self.lock:
            more: dict[str, Any] = {"log": self.log, "plan": self.plan._asdict()}
            if self.is_shared:
                people = [
                    {"seat": seat, "name": sitter.name, "key": sitter.key}
                    for seat, sitter in self.sitters.items()
                ]
                more |= {SHARED: self.id, "people": people}
            return written(self.cloth, self.catalogue, self.game, more)

    def _save(self) -> None:
        if self.path is None:
            return
        try:
            write_file(self.path, json.dumps(self.written(), ensure_ascii=False).encode())
            self.wrong = ""
        except InputError as error:
            self.wrong = f"the table can't be saved: {error.message}"


def _spot(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise InputError("expected a place on the table")
    return float(max(-FAR, min(FAR, value)))


# How they begin


def plan_in(file: Mapping[str, Any]) -> Plan:
    """How the table in a file was set up."""
    given = file.get("plan") or {"seats": file["seats"]}
    lots = {int(number): order for number, order in given.get("lots", {}).items()}
    return Plan(given["seats"], lots, given.get("setup", ""))


def own_room(game: str, top: Tabletop, saved: Mapping[str, Any] | None = None) -> Room:
    """A table of a browser's own: as the game begins, or as the browser has kept it."""
    plan = plan_in(saved) if saved else Plan(top.seats)
    catalogue = Catalogue(top, dict(saved.get("names", {})) if saved else {})
    cloth = cloth_in(saved).completed(top.lots) if saved else set_up(top, plan)
    room = Room(secrets.token_hex(8), game, catalogue, cloth, plan)
    room.own_key = secrets.token_urlsafe(18)
    room.log = list(saved.get("log", ())) if saved else ["The table is set"]
    return room


def shared_room(room: Room, path: Path, *, as_it_lies: bool) -> Room:
    """A shared table like one of a browser's own: laid anew, or with all that lies there, which that browser
    knows. Nothing of it can be taken back."""
    with room.lock:
        seats = room.plan.seats if room.plan.setup else len(room.cloth.hands)
        plan = room.plan._replace(seats=seats)
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        catalogue = Catalogue(room.catalogue.top, dict(room.catalogue.names))
        cloth = room.cloth if as_it_lies else set_up(catalogue.top, plan)
        made = Room(code, room.game, catalogue, cloth, plan)
        made.log, made.path = list(room.log) if as_it_lies else ["The table is set"], path
    return made


def reopened(game: str, top: Tabletop, saved: SavedTable, path: Path) -> Room:
    """The room of a shared table, from its file; whoever has the key of a seat sits there."""
    values = saved.values
    catalogue = Catalogue(top, dict(values.get("names", {})))
    room = Room(saved.room, game, catalogue, cloth_in(values).completed(top.lots), plan_in(values))
    room.path, room.log = path, list(values.get("log", ()))
    for person in values.get("people", ()):
        room.sitters[person["seat"]] = Sitter(person["name"], person["key"])
    return room
