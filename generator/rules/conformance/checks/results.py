"""A game's result is what the referee says who sees nothing but the last position.

Its record is played again to the same end, and what the rules say must always hold does so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment, canonical
from generator.rules.protocol import IllegalMove, Result
from generator.rules.record import read_record


class Records(Check):
    """Writes the record of a game, reads it, and plays it again."""

    name = "records"
    question = "the record of a game is played again to the same end"
    order = 61
    counts_games = True
    only_close = True

    def end(self, moment: Moment) -> Iterator[str]:
        record = replace(moment.record(), result=moment.state.result())
        read = read_record(json.loads(json.dumps(record.to_dict())))
        if read.result != record.result:
            yield "the result in a record is another one when it is read"
        again = read.end(self.game)
        if canonical(again.to_dict()) != moment.text:
            yield "the record is played again to another position"
        elif again.player is not None or again.result() != moment.state.result():
            yield "the record is played again to another end"


class Always(Check):
    """Asks every state; see ``State.broken``."""

    name = "always"
    question = "what the rules say must always hold does so after every move"
    order = 12
    counts_games = True

    def each(self, moment: Moment) -> Iterator[str]:
        for sentence in moment.state.broken():
            yield f"this must never be: {sentence}"


UNJUDGED = "nobody counted the scores a second time: a referee, or `scores` as data, could"


class Results(Check):
    """Derives the end of every game twice."""

    name = "results"
    question = "scores, winners and `cut_short` are what the referee finds"
    order = 60
    counts_games = True

    def begin(self, moment: Moment) -> Iterator[str]:
        if moment.state.player is None:
            return
        try:
            moment.state.result()
        except ValueError:
            return
        yield "there is a result while the game goes on"

    def end(self, moment: Moment) -> Iterator[str]:
        result = moment.state.result()
        if moment.state.result() != result:
            yield "the result is another one when asked again"
        yield from _sound(result, moment.seats)
        if not result.winners and not self.game.all_can_lose:
            yield "nobody wins, and the game does not say that all can lose"
        yield from self._judged(moment, result)
        cut_short = self.referee.cut_short(moment.position)
        if cut_short is not None and cut_short != result.cut_short:
            ended = "a limit on turns" if cut_short else "the rules"
            yield f"cut_short is {str(result.cut_short).lower()}, and the referee finds that {ended} ended it"
        yield from _ended(moment)

    def _judged(self, moment: Moment, result: Result) -> Iterator[str]:
        """What the referee finds otherwise, where it can say."""
        outcome = self.referee.outcome(moment.position)
        if outcome is None:
            if UNJUDGED not in self.notes:
                self.notes.append(UNJUDGED)
            return
        scores, winners = outcome
        if tuple(scores) != result.scores:
            yield f"the scores are {result.scores}, and the referee finds {tuple(scores)}"
        if tuple(winners) != result.winners:
            yield f"the winners are {result.winners}, and the referee finds {tuple(winners)}"


def _sound(result: Result, seats: int) -> Iterator[str]:
    if len(result.scores) != seats:
        yield f"there are {len(result.scores)} scores for {seats} seats"
    if list(result.winners) != sorted(set(result.winners)):
        yield f"the winners are not some seats, ascending: {result.winners}"
    elif result.winners and not 0 <= result.winners[0] <= result.winners[-1] < seats:
        yield f"the winners {result.winners} are not among {seats} seats"
    if not isinstance(result.reason, str) or not result.reason.strip():
        yield "the result gives no reason"
    if not isinstance(result.cut_short, bool):
        yield "the result does not say whether the limit on turns ended it"


def _ended(moment: Moment) -> Iterator[str]:
    try:
        moment.state.play(moment.state.text(0))
    except IllegalMove:
        return
    yield "a move was played after the end"
