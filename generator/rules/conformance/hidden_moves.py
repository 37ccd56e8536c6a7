"""Between which places cards move unseen: only of those can nobody tell in which a card lies.

Decks of the players' own are hidden, and so are the hands drawn from them; yet everybody may know which of
two players has a card. What counts is how cards move: what goes from a deck to a hand, seen by nobody else,
may lie in either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from generator.rules.conformance.card_places import card_leaves, hidden_leaves, place_of
from generator.rules.conformance.moment import Moment, Path
from generator.rules.protocol import Position, View

LESSONS = 60
"""States from which it is looked how cards move."""
MOVES = 12
"""That are made from each."""

Kind = tuple[str | None, ...]


class Links:
    """Learns how cards move from games that are played on, at random, beside the one that is looked at."""

    def __init__(self) -> None:
        self._lessons = 0
        self._links: set[tuple[Kind, Kind, bool]] = set()
        """Kinds of places, in both directions; and whether it is at the same seat."""

    def learn(self, moment: Moment, seat: int, words: Collection[str]) -> None:
        """Plays on from a state, and notes what goes from one place that a seat can't see to another."""
        if self._lessons >= LESSONS:
            return
        self._lessons += 1
        state = moment.state.clone()
        before = _Places(moment.position, moment.view(seat), words)
        for _ in range(MOVES):
            if state.player is None:
                return
            state.apply(moment.dice.choice(state.legal()))
            after = _Places(state.to_dict(), state.view(seat), words)
            lost, gained = before.lost(after), after.lost(before)
            for word in lost.keys() & gained.keys():
                # Where one card came from two places, or went to two, nobody can tell which came from where.
                if len(lost[word]) == len(gained[word]) == 1:
                    source, target = lost[word][0], gained[word][0]
                    if (source, word) in before.hidden and (target, word) in after.hidden:
                        self._add(source, target)
            before = after

    def linked_to(self, place: Path, places: Collection[Path]) -> set[Path]:
        """The place, and those of the others that are linked to it, maybe by way of others."""
        found = {place}
        queue = [place]
        for near in queue:
            new = [far for far in places if far not in found and self._has(near, far)]
            found.update(new)
            queue += new
        return found

    def _add(self, source: Path, target: Path) -> None:
        for one, other in ((source, target), (target, source)):
            self._links.add((_kind(one), _kind(other), _seat(one) == _seat(other)))

    def _has(self, one: Path, other: Path) -> bool:
        return (_kind(one), _kind(other), _seat(one) == _seat(other)) in self._links


class _Places:
    """The cards of a position by place, and which of them a seat does not see."""

    def __init__(self, position: Position, view: View, words: Collection[str]) -> None:
        self._cards: defaultdict[Path, Counter[str]] = defaultdict(Counter)
        for leaf in card_leaves(position, words):
            self._cards[place_of(leaf)][leaf.word] += 1
        self.hidden = {(place_of(leaf), leaf.word) for leaf in hidden_leaves(position, view, words)}

    def lost(self, after: _Places) -> dict[str, list[Path]]:
        """The places of which each card is gone later, in part or in whole."""
        found: defaultdict[str, list[Path]] = defaultdict(list)
        for place, cards in self._cards.items():
            for word in cards - after._cards.get(place, Counter()):
                found[word].append(place)
        return found


def _kind(place: Path) -> Kind:
    return tuple(step if isinstance(step, str) else None for step in place)


def _seat(place: Path) -> int | None:
    """The first number in a path: that of a seat, where the place is a seat's."""
    return next((step for step in place if isinstance(step, int)), None)
