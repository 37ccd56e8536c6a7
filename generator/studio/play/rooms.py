"""Games that are being played in the studio: whose turn it is, and bots that think beside it.

A room is one game. Requests come in many threads and take its lock; a bot thinks outside of the lock, so that
the page is answered meanwhile, and what it decided counts only if nobody took a move back in the meantime.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.rules import Game, Record, RulesError, View
from generator.rules.errors import place_of_rules
from generator.rules.evaluation import most_decisions, too_long
from generator.rules.own_rules import author_at_work
from generator.rules.record import DeckNames
from generator.rules.terminal import display_for
from generator.rules.watch import Endless, Watch
from generator.sim.bots import Bot, make_bot
from generator.sim.matches.hints import describe_hint
from generator.sim.matches.match import ADVISER, Match
from generator.sim.matches.setup import LoadedGame
from generator.sim.study.plan import seats_of
from generator.studio.forms import conflict
from generator.studio.play.shown import Faces
from generator.studio.play.table import Document, SeatLog, as_json, game_document, refusals, revision_of

THINKING_LIMIT = 20.0
"""Seconds a bot may take over a move."""

YOU, PERSON, BOT = "you", "person", "bot"


class Around(NamedTuple):
    """What a room has around it."""

    room: str
    """What it is called."""
    notify: Callable[[list[int]], None]
    """Tells the pages of these seats that there is something new to be seen."""
    thinkers: threading.Semaphore
    """Bounds the bots that think at the same time."""
    keep: Callable[[Record], None] | None = None
    """Is given the game as often as it has gone on, where it may have to be begun anew."""

    @classmethod
    def alone(cls) -> Around:
        """Where nobody hears of anything."""
        return cls("", _notify_nobody, threading.Semaphore())


def _notify_nobody(seats: Sequence[int]) -> None:
    del seats


class Room:
    """One game under way."""

    def __init__(
        self,
        loaded: LoadedGame,
        match: Match,
        bots: Sequence[str],
        seed: int,
        around: Around,
        names: Sequence[str] = (),
    ) -> None:
        """``bots``: for each seat the word of its bot, or nothing for a person. ``names``: of the people, by
        seat, as far as they are known.

        Raises InputError where the bots do not fit the seats.
        """
        seats = seats_of(loaded.game, match.state)
        if len(bots) != seats:
            raise InputError(f"{loaded.game.title} is played by {seats} here, and {len(bots)} are named")
        if all(bots):
            raise InputError(f"there is nobody to play {quote(loaded.game.title)}: sit down yourself")
        self.loaded = loaded
        self.match = match
        self.seats = tuple(bots)
        self.seed = seed
        self.lock = threading.RLock()
        self.is_closed = False
        self.wrong: RulesError | None = None
        """What went wrong in rules of a designer's own, which ended the game."""
        self.notes: list[str] = []
        """What happened beside the rules, such as a bot that ran out of time."""
        self._given = [*names, *[""] * seats][:seats]
        self.wants_back: int | None = None
        """The seat that asked the others to take a move back."""
        self._around = around
        self._is_thinking = False
        self._bots: dict[int, Bot] = {}
        self._taken_back = 0
        with self._at_work():
            self._bots = {
                seat: make_bot(bot, self.game, seed, seat) for seat, bot in enumerate(self.seats) if bot
            }
            self._adviser = make_bot(ADVISER, self.game, seed, len(self.seats))
            decks = match.record.names
            self.logs = {
                seat: _log_of(loaded, match, seat, {seat: decks[seat]} if seat < len(decks) else {})
                for seat in self.people
            }
            self._name_all()
            self._begin()

    def _begin(self) -> None:
        for log in self.logs.values():
            log.begin(self.match)
        self._keep()

    def _name_all(self) -> None:
        """Has all pages and the record call those who play by their names."""
        players = players_of(self.seats, self._given)
        self.match.call(players)
        for log in self.logs.values():
            log.display.players = dict(enumerate(players))

    def call(self, seat: int, name: str) -> None:
        """Names the person in a seat."""
        with self.lock:
            self._given[seat] = name
            self._name_all()
            self._keep()

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def people(self) -> list[int]:
        """The seats that are not bots'."""
        return [seat for seat, bot in enumerate(self.seats) if not bot]

    # What a seat sees

    def document(self, seat: int, faces: Faces, free: Collection[int] = ()) -> str:
        """All that the page of a seat shows, as JSON; ``free``: the seats that nobody has taken.

        Raises RulesError.
        """
        with self.lock, self._at_work():
            document = game_document(self.logs[seat], self.match, faces)
            around = self._around_game(seat, document, free)
            return as_json({**document, **around, "revision": self._digest(seat)})

    def _around_game(self, seat: int, document: Document, free: Collection[int]) -> Document:
        display = self.logs[seat].display
        waits = not (document["asked"] or document["over"] or self.wrong)
        others = [(other, bot) for other, bot in enumerate(self.seats) if other != seat]
        waiting = ""
        if waits and len(others) == 1:
            ((other, bot),) = others
            waiting = f"{display.name(other)} {'is thinking' if bot else 'is to decide'}"
        elif waits:
            # Whom of several the rules ask, some games keep secret.
            waiting = "it is for the others to decide"
        return {
            "room": self._around.room,
            "waiting": f"{waiting[:1].upper()}{waiting[1:]}",
            "seats": [
                {
                    "seat": other,
                    "name": display.name(other),
                    "side": display.side(other),
                    "kind": YOU if other == seat else BOT if bot else PERSON,
                    "bot": bot,
                    "free": other in free,
                }
                for other, bot in enumerate(self.seats)
            ],
            "wrong": str(self.wrong.problem()) if self.wrong else "",
            "notes": self.notes,
            "can_undo": any(step.seat == seat for step in self.match.steps)
            and not (len(self.people) > 1 and document["over"]),
            "wants_back": None if self.wants_back is None else display.name(self.wants_back),
            "may_answer": self.wants_back is not None and self.wants_back != seat,
        }

    # What a seat does

    def move(self, seat: int, text: str, revision: str) -> None:
        """Makes a move of a seat, written in the notation. ``revision``: that of the page it was chosen on.

        Raises Refused, IllegalMove, RulesError.
        """
        with self.lock:
            if self.match.state.player != seat:
                over = self.match.state.over
                raise conflict("the game is over" if over else "it is not your turn to decide")
            with self._at_work():
                is_current = revision == self._digest(seat)
            if not is_current:
                raise conflict("the game has gone on since; look at the table again")
            with self._changing(seat):
                self._check_length()
                self.match.play(text)
                self._log_move()
        self.let_bots_play()

    def make_moves(self, moves: Sequence[str]) -> None:
        """Makes moves that were made before, before anybody plays."""
        with self.lock, self._at_work():
            for move in moves:
                self.match.play(move)
                self._log_move()
            self._keep()

    def resume(self, record: Record) -> None:
        """Goes back to the beginning, and makes the moves of a record of this game."""
        with self.lock:
            with self._at_work():
                self.match = Match(self.game, replace(record, moves=[], result=None))
                self._given = [*record.players, *self._given[len(record.players) :]]
                self._name_all()
                for log in self.logs.values():
                    log.steps.clear()
                self._begin()
            self.make_moves(record.moves)

    def lost_a_move(self, error: RulesError) -> None:
        """The process in which the game was played was ended, and this is the game until then. Where a bot
        was to move, it would only happen again: the game stops there."""
        with self.lock:
            if self._bot_to_move() is None:
                return
            self.wrong = error
        self._notify()

    def record_to_save(self) -> str:
        """The record of the game until now, as text. Raises Refused."""
        with self.lock:
            if len(self.people) > 1 and not self.match.state.over:
                # It has everybody's hand in it.
                raise conflict("a game among people can be saved when it is over")
            with self._at_work():
                return record_text(self.match.record)

    def take_back(self, seat: int) -> None:
        """Takes the seat's last move back; with other people, asks them first. Raises Refused."""
        with self.lock:
            if not any(step.seat == seat for step in self.match.steps):
                raise conflict("you have no move to take back")
            if len(self.people) > 1:
                if self.match.state.over:
                    raise conflict("the game is over, and all have seen how it ended")
                self.wants_back = seat
            else:
                self._go_back(seat)
        self._notify(but=seat)
        self.let_bots_play()

    def answer(self, seat: int, *, allowed: bool) -> None:
        """Lets another person take a move back, or not. Raises Refused where nobody asked."""
        with self.lock:
            asking = self.wants_back
            if asking is None or asking == seat:
                raise conflict("nobody has asked you to take a move back")
            self.wants_back = None
            if allowed:
                self._go_back(asking)
        self._notify(but=seat)
        self.let_bots_play()

    def refusal(self, seat: int, words: Sequence[str]) -> list[str]:
        """Why what was chosen can't be played now, in the words of the rules. Raises Refused."""
        with self.lock:
            if self.match.state.player != seat:
                raise conflict("it is not your turn to decide")
            with self._at_work():
                return refusals(self.match.state, self.logs[seat].display, words)

    def hint(self, seat: int) -> list[str]:
        """What a bot would do in the seat's place. Raises Refused where there is nothing to decide."""
        with self.lock:
            state = self.match.state
            if state.player != seat:
                raise conflict("there is nothing for you to decide now")
            with self._at_work():
                view, legal = state.view(seat), state.legal()
                texts = {move: state.text(move) for move in legal}
        try:
            with self._at_work(), Watch(_any_file, THINKING_LIMIT):
                advice = self._adviser.hint(view, legal)
                if not advice:
                    raise conflict("there is no hint for this decision")
                return list(describe_hint(advice, texts.__getitem__))
        except Endless:
            raise conflict("the bot found no hint in time") from None

    # Bots

    def let_bots_play(self) -> None:
        """Begins to let bots decide, in a thread, until a person has to."""
        with self.lock:
            if self._is_thinking or self._bot_to_move() is None:
                return
            self._is_thinking = True
        threading.Thread(target=self._play_bots, name=f"bots of {self._around.room}", daemon=True).start()

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
            self._notify()
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
        with self._around.thinkers:
            move = self._decide(seat, view, legal)
        with self.lock:
            if self._taken_back == before and self._bot_to_move() == seat:
                with self._changing(seat):
                    self._check_length()
                    self.match.play(self.match.state.text(move))
                    self._log_move()
        return True

    def _decide(self, seat: int, view: View, legal: Sequence[int]) -> int:
        """What a bot decides, and if it takes too long, any move."""
        try:
            with self._at_work(), Watch(_any_file, THINKING_LIMIT):
                return self._bots[seat].choose(view, legal)
        except Endless:
            note = f"a bot thought for longer than {THINKING_LIMIT:g} seconds; its move was chosen at random"
            with self.lock:
                self.notes = [*self.notes, note]
            return Random(f"{self.seed} {len(self.match.steps)}").choice(list(legal))

    # Inside

    @contextmanager
    def _changing(self, seat: int) -> Iterator[None]:
        """Around a move: whom it changes anything for, hears of it.

        Of a move that nobody else can see nobody hears: not even that there was one.
        """
        others = [other for other in self.people if other != seat]
        with self._at_work():
            before = {other: self._digest(other) for other in others}
            yield
            self.wants_back = None
            changed = [other for other in others if self._digest(other) != before[other]]
            self._keep()
        if changed:
            self._around.notify(changed)

    def _digest(self, seat: int) -> str:
        """What is another when the seat can see any difference."""
        state = self.match.state
        log = self.logs[seat].entries(self.match, len(self.match.steps))
        return revision_of([state.view(seat), log, state.over])

    def _log_move(self) -> None:
        for log in self.logs.values():
            log.go_on(self.match)

    def _go_back(self, seat: int) -> None:
        self.match.take_back(seat)
        self._taken_back += 1
        self.wants_back = None
        self.wrong = None
        for log in self.logs.values():
            log.go_back(self.match)
        with self._at_work():
            self._keep()

    def _keep(self) -> None:
        if self._around.keep is not None:
            self._around.keep(self.match.record)

    def _check_length(self) -> None:
        if self.game.folder is not None and len(self.match.steps) >= most_decisions(self.game):
            raise RulesError(too_long(self.game), place_of_rules(self.game.folder))

    def _notify(self, but: int | None = None) -> None:
        others = [seat for seat in self.people if seat != but]
        if others:
            self._around.notify(others)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        with author_at_work(self.game):
            yield


def _log_of(loaded: LoadedGame, match: Match, seat: int | None, names: Mapping[int, DeckNames]) -> SeatLog:
    """What a seat sees of a match that begins; ``names``: of the decks that it knows, by their seats."""
    display = display_for(loaded.game, loaded.database)
    decks = match.record.setup.get("decks")
    display.decks = decks if isinstance(decks, list) else ()
    display.names = names
    return SeatLog(display, seat)


def players_of(bots: Sequence[str], names: Sequence[str]) -> list[str]:
    """What those are called who play, by seat: people as they are named, bots by what plays for them.

    No two have one name.
    """
    words = [f"Bot ({bot.partition(':')[0]})" if bot else name for bot, name in zip(bots, names, strict=True)]
    players: list[str] = []
    for seat, word in enumerate(words):
        before = words[:seat].count(word)
        players.append(f"{word} {before + 1}" if word and before else word)
    return players


def record_text(record: Record) -> str:
    """A record as text, whatever classes the rules make its words of."""
    return json.dumps(record.to_dict())


def _any_file(name: str) -> bool:
    del name
    return True


# Games that were played before, to be looked at move by move by somebody who sees all


class Replay:
    """A game from its first move to its last."""

    def __init__(self, loaded: LoadedGame, match: Match, name: str, about: str = "") -> None:
        """``match``: with all moves made. ``name``: what it is called. ``about``: who played it."""
        self.loaded = loaded
        self.match = match
        self.name = name
        self.about = about
        self.lock = threading.Lock()
        whole = match.record
        self._log = _log_of(loaded, match, None, dict(enumerate(whole.names)))
        self._log.display.players = dict(enumerate(whole.players))
        # The moves are made once more, for what each of them shows.
        with author_at_work(loaded.game):
            self.match = Match(loaded.game, replace(whole, moves=[], result=None))
            self._log.begin(self.match)
            for move in whole.moves:
                self.match.play(move)
                self._log.go_on(self.match)

    @property
    def words(self) -> tuple[str, str]:
        return self.name, self.about

    def document(self, at: int, faces: Faces) -> str:
        """The table before the move of that number, or after the last, as JSON. Raises RulesError."""
        total = len(self.match.steps)
        number = min(max(at, 0), total)
        with self.lock, author_at_work(self.loaded.game):
            document = game_document(self._log, self.match, faces, number)
        return as_json({**document, "at": number, "total": total, "name": self.name})

    def record_until(self, at: int) -> Record:
        """The game up to a move, to be played on from there."""
        moves = [step.move for step in self.match.steps[: max(0, at)]]
        return replace(self.match.record, moves=moves, result=None)
