"""What the rules themselves say must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment


class Always(Check):
    """Asks every state; see ``State.broken``."""

    name = "always"
    question = "what the rules say must always hold does so after every move"
    order = 12
    counts_games = True

    def each(self, moment: Moment) -> Iterator[str]:
        for sentence in moment.state.broken():
            yield f"this must never be: {sentence}"
