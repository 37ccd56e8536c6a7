"""No card vanishes, none is made: the referee counts them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.other_process import Opener
from generator.rules.protocol import Game, Position, Referee

Owned = dict[str, Counter[str]]


def cards_of(referee: Referee, position: Position) -> Owned:
    """All cards by their owner."""
    return {owner: Counter(cards) for owner, cards in referee.cards(position).items()}


def differences(before: Owned, after: Owned) -> Iterator[str]:
    """What owners have more or less than before. An owner may have left the game."""
    for owner in after:
        if owner not in before:
            yield f"the cards of owner {owner} are back, after they left the game"
            continue
        for card, count in (before[owner] - after[owner]).items():
            yield f"{count} × {card} of owner {owner} vanished"
        for card, count in (after[owner] - before[owner]).items():
            yield f"{count} × {card} too many at owner {owner}"


class Cards(Check):
    """Compares each state that it looks at with the one before that."""

    name = "cards"
    question = "every card is accounted for at every state"
    order = 10
    states_a_game = 30

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._referee = game.referee()
        self._before: Owned = {}

    def begin(self, moment: Moment) -> Iterator[str]:
        self._before = cards_of(self._referee, moment.position)
        if not any(self._before.values()):
            yield "the referee knows of no cards"

    def look(self, moment: Moment) -> Iterator[str]:
        owned = cards_of(self._referee, moment.position)
        yield from differences(self._before, owned)
        self._before = owned
