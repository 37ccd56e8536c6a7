"""The same seed and the same moves give the same states: again here, and in other processes."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.wording import pluralize
from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.other_process import (
    Opener,
    OtherProcessFailed,
    PlayedGame,
    trace,
    trace_in_other_processes,
    usual_opener,
)

ENOUGH = 200
"""States: with so many of them no further game is played again."""
MAX_MOVES = 40
"""Of one game; what comes after is not played again."""


class Repeats(Check):
    """Plays the first games again when all have been played."""

    name = "repeats"
    question = "the same seed and moves give the same states, elsewhere too"
    order = 51
    counts_games = True
    only_close = True

    def prepare(self) -> None:
        self._states = 0
        self._games: list[PlayedGame] = []

    def end(self, moment: Moment) -> Iterator[str]:
        if self._states < ENOUGH and moment.is_dealt:
            moves = moment.moves[:MAX_MOVES]
            self._states += len(moves) + 1
            self._games.append(PlayedGame(moment.origin.setup, moves))
        # Played once more, and without anybody looking at it in between.
        again = moment.origin.begin(self.game)
        for move in moment.moves:
            again.apply(move)
        if again.to_dict() != moment.position:
            yield "the same seed and moves give another position when played again"

    def close(self) -> Iterator[str]:
        if not self._games:
            return
        here = [list(trace(self.game, played.setup, played.moves)) for played in self._games]
        opener = self.opener or self._usual_opener(here[0])
        if opener is None:
            message = "nothing was played in another process: `opener` can say how it gets this game"
            self.notes.append(message)
            return
        try:
            for there in trace_in_other_processes(opener, self._games).values():
                yield from _differences(here, there, self._games)
        except OtherProcessFailed as failed:
            yield f"it could not be played in another process: {failed}"

    def _usual_opener(self, here: list[str]) -> Opener | None:
        """How another process may get the game: a guess, which must prove that it gives the very same."""
        guess = usual_opener(self.game)
        first = self._games[0]
        try:
            proved = guess is not None and list(trace(guess.open(), first.setup, first.moves)) == here
        except Exception:
            # A class that takes more to be made than its name, or a game of another card database.
            return None
        return guess if proved else None


def _differences(here: list[list[str]], there: list[list[str]], games: list[PlayedGame]) -> Iterator[str]:
    for game, ours, theirs in zip(games, here, there, strict=True):
        if ours != theirs:
            pairs = enumerate(zip(ours, theirs, strict=False))
            after = next((step for step, (one, other) in pairs if one != other), min(len(ours), len(theirs)))
            yield f"another process comes to another state after {pluralize(after, 'move')} of {game.setup}"
            return
