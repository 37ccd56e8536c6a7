"""A game written down move by move is played again to the same end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment, canonical
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
