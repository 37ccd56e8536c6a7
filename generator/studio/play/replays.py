"""Games that were played before, to be looked at move by move by somebody who sees all."""

from __future__ import annotations

import threading
from dataclasses import replace

from generator.rules import Record
from generator.rules.own_rules import author_at_work
from generator.rules.terminal import display_for
from generator.sim.matches.match import Match
from generator.sim.matches.setup import LoadedGame
from generator.studio.play.seat_page import Document, Telling, told_game
from generator.studio.play.table import Faces


class Replay:
    """A game from its first move to its last."""

    def __init__(self, loaded: LoadedGame, match: Match, name: str, told: str = "") -> None:
        """``match``: with all moves made. ``name``: what it is called. ``told``: who played it."""
        self.loaded = loaded
        self.match = match
        self.name = name
        self.told = told
        self.lock = threading.Lock()
        display = display_for(loaded.game, loaded.database)
        record = match.record
        decks = record.setup.get("decks")
        display.decks = decks if isinstance(decks, list) else ()
        display.names = dict(enumerate(record.names))
        self._telling = Telling(display, None)
        self._tell_all()

    def _tell_all(self) -> None:
        """Makes the moves once more, for what is told of each."""
        whole = self.match.record
        with author_at_work(self.loaded.game):
            again = Match(self.loaded.game, replace(whole, moves=[], result=None))
            self._telling.begin(again)
            for move in whole.moves:
                again.play(move)
                self._telling.go_on(again)
        self.match = again

    def document(self, at: int, faces: Faces) -> Document:
        """The table before the move of that number, or after the last."""
        total = len(self.match.steps)
        number = min(max(at, 0), total)
        with self.lock, author_at_work(self.loaded.game):
            told = told_game(self._telling, self.match, faces, number)
        return {**told, "at": number, "total": total, "name": self.name, "told": self.told}

    def record_until(self, at: int) -> Record:
        """The game up to a move, to be played on from there."""
        moves = [step.move for step in self.match.steps[: max(0, at)]]
        return replace(self.match.record, moves=moves, result=None)
