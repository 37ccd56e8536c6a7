"""Games that are being played in the studio: who sits where, whose turn it is, and bots that think beside it.

A room is one game. Requests come in many threads and take its lock; a bot thinks outside of the lock, so that
the page is answered meanwhile, and what it decided counts only if nobody took a move back in the meantime.
Whoever sits at a seat holds its key; without it nothing of what that seat sees is told.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.rules import Game, RulesError, View
from generator.rules.errors import place_of_rules
from generator.rules.evaluation import most_decisions, too_long
from generator.rules.own_rules import author_at_work
from generator.rules.terminal import display_for
from generator.rules.watch import Endless, Watch
from generator.sim.bots import Bot, make_bot
from generator.sim.hints import told_hint
from generator.sim.play.match import ADVISER, Match
from generator.sim.play.setup import LoadedGame
from generator.sim.study.seating import seats_of
from generator.studio.play.kept import Kept
from generator.studio.play.table import Faces
from generator.studio.play.told import Document, Telling, revision_of, told_game

MAX_ROOMS = 24
"""Games that are kept; of more, the one that nobody asked for the longest is given up."""
THINKERS = 2
"""Bots that think at the same time."""
THINKING_LIMIT = 20.0
"""Seconds that a bot may take for a move."""

Teller = Callable[[Mapping[str, object]], None]
"""Passes an event on to all open pages."""

YOU, PERSON, BOT = "you", "person", "bot"


class RefusedError(Exception):
    """Raised for what can't be done in a game now; the message says why, in a sentence."""


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


class Room:
    """One game under way."""

    def __init__(
        self,
        loaded: LoadedGame,
        match: Match,
        bots: Sequence[str],
        seed: int,
        tell: Teller,
        thinkers: threading.Semaphore,
    ) -> None:
        """``bots``: for each seat the word of its bot, or nothing for a person. ``tell``: passes on which
        seats see anything new.

        Raises InputError where the bots do not fit the seats.
        """
        check_seats(loaded, match, bots)
        self.id = secrets.token_hex(4)
        self.loaded = loaded
        self.match = match
        self.seats = [Seat(number, word) for number, word in enumerate(bots)]
        self.seed = seed
        self.lock = threading.RLock()
        self.is_closed = False
        self.wrong: RulesError | None = None
        """What went wrong in rules of a designer's own, which ended the game."""
        self.notes: list[str] = []
        """What happened beside the rules, such as a bot that ran out of time."""
        self.wants_back: int | None = None
        """The seat that asked the others to take a move back."""
        self._tell = tell
        self._thinkers = thinkers
        self._is_thinking = False
        self._bots: dict[int, Bot] = {}
        self._taken_back = 0
        with self._at_work():
            self._bots = {
                seat.number: make_bot(seat.bot, self.game, seed, seat.number)
                for seat in self.seats
                if seat.bot
            }
            self._adviser = make_bot(ADVISER, self.game, seed, len(self.seats))
            self.tellings = {seat.number: self._telling(seat.number) for seat in self.seats if not seat.bot}
            for telling in self.tellings.values():
                telling.begin(match)

    @property
    def game(self) -> Game:
        """The rules that it is played by."""
        return self.match.game

    @property
    def people(self) -> list[Seat]:
        """The seats that are not bots'."""
        return [seat for seat in self.seats if not seat.bot]

    # Seats

    def take_seat(self, number: int) -> str:
        """Sits a person down; the key of the seat. Raises RefusedError where it is taken."""
        with self.lock:
            if not 0 <= number < len(self.seats) or not self.seats[number].is_free:
                raise RefusedError("somebody else has taken this seat")
            self.seats[number].key = secrets.token_urlsafe(18)
        self._tell_all(but=number)
        return self.seats[number].key

    def seat_of(self, key: str) -> int | None:
        """Whose key it is; None for nobody's."""
        for seat in self.seats:
            if seat.key and hmac.compare_digest(seat.key.encode(), key.encode()):
                return seat.number
        return None

    # What a seat is told

    def document(self, seat: int, faces: Faces) -> Document:
        """All that the page of a seat shows. Raises RulesError."""
        with self.lock, self._at_work():
            told = told_game(self.tellings[seat], self.match, faces)
            return {**told, **self._around(seat, told), "revision": self._digest(seat)}

    def _around(self, seat: int, told: Document) -> Document:
        display = self.tellings[seat].display
        waits = not (told["asked"] or told["over"] or self.wrong)
        others = [other for other in self.seats if other.number != seat]
        waiting = ""
        if waits and len(others) == 1:
            other = others[0]
            waiting = f"{display.name(other.number)} {'is thinking' if other.bot else 'is to decide'}"
        elif waits:
            # Whom of several the rules ask, some games keep secret.
            waiting = "the others are to decide"
        return {
            "room": self.id,
            "waiting": f"{waiting[:1].upper()}{waiting[1:]}",
            "seats": [
                {
                    "seat": other.number,
                    "name": display.name(other.number),
                    "kind": YOU if other.number == seat else BOT if other.bot else PERSON,
                    "bot": other.bot,
                    "free": other.is_free,
                }
                for other in self.seats
            ],
            "wrong": str(self.wrong.problem()) if self.wrong else "",
            "notes": self.notes,
            "can_undo": any(step.seat == seat for step in self.match.steps)
            and not (len(self.people) > 1 and told["over"]),
            "wants_back": None if self.wants_back is None else display.name(self.wants_back),
            "may_answer": self.wants_back is not None and self.wants_back != seat,
        }

    # What a seat does

    def move(self, seat: int, text: str, revision: str) -> None:
        """Makes a move of a seat, written in the notation. ``revision``: that of the page it was chosen on.

        Raises RefusedError, IllegalMove, RulesError.
        """
        with self.lock:
            if self.match.state.player != seat:
                over = self.match.state.over
                raise RefusedError("the game is over" if over else "it is not your turn to decide")
            with self._at_work():
                is_current = revision == self._digest(seat)
            if not is_current:
                raise RefusedError("the game has gone on since; look at the table again")
            with self._changing(seat):
                self._check_length()
                self.match.play(text)
                self._told()
        self.let_bots_play()

    def make_moves(self, moves: Sequence[str]) -> None:
        """Makes moves that were made before, before anybody plays."""
        with self.lock, self._at_work():
            for move in moves:
                self.match.play(move)
                self._told()

    def take_back(self, seat: int) -> None:
        """Takes the seat's last move back; with other people, asks them first. Raises RefusedError."""
        with self.lock:
            if not any(step.seat == seat for step in self.match.steps):
                raise RefusedError("you have no move to take back")
            if len(self.people) > 1:
                if self.match.state.over:
                    raise RefusedError("the game is over, and all have seen how it ended")
                self.wants_back = seat
            else:
                self._go_back(seat)
        self._tell_all(but=seat)
        self.let_bots_play()

    def answer(self, seat: int, *, allowed: bool) -> None:
        """Lets another person take a move back, or not. Raises RefusedError where nobody asked."""
        with self.lock:
            asking = self.wants_back
            if asking is None or asking == seat:
                raise RefusedError("nobody has asked you to take a move back")
            self.wants_back = None
            if allowed:
                self._go_back(asking)
        self._tell_all(but=seat)
        self.let_bots_play()

    def hint(self, seat: int) -> list[str]:
        """What a bot would do in the seat's place. Raises RefusedError where there is nothing to decide."""
        with self.lock:
            state = self.match.state
            if state.player != seat:
                raise RefusedError("there is nothing for you to decide now")
            with self._at_work():
                view, legal = state.view(seat), state.legal()
                texts = {move: state.text(move) for move in legal}
        try:
            with self._at_work(), Watch(_any_file, THINKING_LIMIT):
                advice = self._adviser.hint(view, legal)
                if not advice:
                    raise RefusedError("there is no hint for this decision")
                return list(told_hint(advice, texts.__getitem__))
        except Endless:
            raise RefusedError("the bot found no hint in time") from None

    # Bots

    def let_bots_play(self) -> None:
        """Begins to let bots decide, in a thread, until a person has to."""
        with self.lock:
            if self._is_thinking or self._bot_to_move() is None:
                return
            self._is_thinking = True
        threading.Thread(target=self._play_bots, name=f"bots of {self.id}", daemon=True).start()

    def close(self) -> None:
        """Lets no bot decide any more."""
        self.is_closed = True

    def _play_bots(self) -> None:
        try:
            while self._one_bot_move():
                pass
        except RulesError as error:
            with self.lock:
                self.wrong = error
                self._is_thinking = False
            self._tell_all()
        finally:
            with self.lock:
                self._is_thinking = False

    def _bot_to_move(self) -> int | None:
        seat = self.match.state.player
        if self.is_closed or self.wrong is not None or seat is None or seat not in self._bots:
            return None
        return seat

    def _one_bot_move(self) -> bool:
        """Whether a bot decided, and another may have to."""
        with self.lock, self._at_work():
            seat = self._bot_to_move()
            if seat is None:
                # In one go with the look at who is to move: nobody else would begin a thread now.
                self._is_thinking = False
                return False
            view, legal = self.match.state.view(seat), self.match.state.legal()
            before = self._taken_back
        with self._thinkers:
            move = self._decide(seat, view, legal)
        with self.lock:
            if self._taken_back == before and self._bot_to_move() == seat:
                with self._changing(seat):
                    self._check_length()
                    self.match.play(self.match.state.text(move))
                    self._told()
        return True

    def _decide(self, seat: int, view: View, legal: Sequence[int]) -> int:
        """What a bot decides, and if it takes too long, any move."""
        try:
            with self._at_work(), Watch(_any_file, THINKING_LIMIT):
                return self._bots[seat].choose(view, legal)
        except Endless:
            told = f"a bot thought for longer than {THINKING_LIMIT:g} seconds; its move was drawn by lot"
            with self.lock:
                self.notes = [*self.notes, told]
            return Random(f"{self.seed} {len(self.match.steps)}").choice(list(legal))

    # Inside

    @contextmanager
    def _changing(self, seat: int) -> Iterator[None]:
        """Around a move: what it changes for other people, they are told of.

        A move that nobody else can see is told to nobody: not even that there was one.
        """
        others = [other.number for other in self.people if other.number != seat]
        with self._at_work():
            before = {other: self._digest(other) for other in others}
            yield
            self.wants_back = None
            changed = [other for other in others if self._digest(other) != before[other]]
        if changed:
            self._tell({"room": self.id, "seats": changed})

    def _digest(self, seat: int) -> str:
        """What is another when the seat can see any difference."""
        state = self.match.state
        log = self.tellings[seat].log(self.match, len(self.match.steps))
        return revision_of([state.view(seat), log, state.over])

    def _told(self) -> None:
        for telling in self.tellings.values():
            telling.go_on(self.match)

    def _go_back(self, seat: int) -> None:
        self.match.take_back(seat)
        self._taken_back += 1
        self.wants_back = None
        self.wrong = None
        for telling in self.tellings.values():
            telling.go_back(self.match)

    def _check_length(self) -> None:
        if self.game.folder is not None and len(self.match.steps) >= most_decisions(self.game):
            raise RulesError(too_long(self.game), place_of_rules(self.game.folder))

    def _tell_all(self, but: int | None = None) -> None:
        told = [seat.number for seat in self.people if seat.number != but]
        if told:
            self._tell({"room": self.id, "seats": told})

    def _telling(self, seat: int) -> Telling:
        display = display_for(self.game, self.loaded.database)
        record = self.match.record
        decks = record.setup.get("decks")
        display.decks = decks if isinstance(decks, list) else ()
        display.names = {seat: record.names[seat]} if seat < len(record.names) else {}
        return Telling(display, seat)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        with author_at_work(self.game):
            yield


def _any_file(name: str) -> bool:
    del name
    return True


@dataclass(slots=True)
class Rooms(Kept[Room]):
    """The games that are played."""

    most: int = MAX_ROOMS
    thinkers: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(THINKERS))

    def let_go(self, thing: Room) -> None:
        thing.close()

    def close(self) -> None:
        """Lets no bot think any more."""
        for room in self.all():
            room.close()


def check_seats(loaded: LoadedGame, match: Match, bots: Sequence[str]) -> None:
    """Raises InputError where there are not as many players as seats, or none of them is a person."""
    seats = seats_of(loaded.game, match.state)
    if len(bots) != seats:
        raise InputError(f"{loaded.game.title} is played by {seats} here, and {len(bots)} are named")
    if all(bots):
        raise InputError(f"nobody would play {quote(loaded.game.title)}: sit down yourself")
