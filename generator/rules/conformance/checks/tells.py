"""What the rules tell everybody names no card that somebody can't see.

A name may be an ordinary word as well, or guessed: so whatever looks like that is noted, and is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.rules.conformance.card_places import card_leaves
from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.other_process import Opener
from generator.rules.protocol import Game, State

MAX_NOTES = 3


class Tells(Check):
    """Looks for the names of cards in these words, and then for such cards in what each seat sees before and
    after the move."""

    name = "tells"
    question = "what is told names only cards that everybody sees; what may not is noted"
    order = 27
    counts_games = True

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._cards: dict[str, set[str]] = {}
        """By a name, in small letters: the cards that are called so."""
        for word, name in game.card_names.items():
            for called in (word, name):
                self._cards.setdefault(called.casefold(), set()).add(word)
        names = "|".join(map(re.escape, sorted(self._cards, key=len, reverse=True)))
        self._named = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
        self._before: State | None = None
        self._noted: set[str] = set()

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._before = None
        return ()

    def each(self, moment: Moment) -> Faults:
        if self._cards and len(self.notes) < MAX_NOTES:
            for _, words in moment.state.told():
                self.notes += self._unseen(moment, words)
            self._before = moment.state.clone()
        return ()

    def _unseen(self, moment: Moment, words: str) -> Iterator[str]:
        is_open = self._before is not None and not any(map(self._before.is_secret, moment.moves[-1:]))
        made = [moment.state.text(move) for move in moment.moves[-1:] if is_open]
        for name in self._named.findall(words.casefold()):
            pattern = words.casefold().replace(name, "…")
            cards = self._cards[name]
            if pattern in self._noted or any(card in text.split() for card in cards for text in made):
                continue
            for seat in range(moment.seats):
                if moment.state.player is not None and not self._sees(moment, seat, cards):
                    self._noted.add(pattern)
                    yield f"`{words}` is told to seat {seat}, which sees no {name} before or after that move"
                    break

    def _sees(self, moment: Moment, seat: int, cards: set[str]) -> bool:
        views = [moment.view(seat), *([self._before.view(seat)] if self._before is not None else ())]
        seen = [{key: inner for key, inner in view.items() if key != "unseen"} for view in views]
        return any(True for _ in card_leaves(seen, cards))
