"""The cards in a position, one by one: where they are written, which of them a seat does not see, and between
which places they move unseen.

Decks of the players' own are hidden, and so are the hands drawn from them; yet everybody may know which of
two players has a card. What counts is how cards move: what goes from a deck to a hand, seen by nobody else,
may lie in either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from generator.catalog.reader import Path
from generator.rules.conformance.moment import Moment, at_path
from generator.rules.parts import walk
from generator.rules.protocol import Position, Referee, View

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


Owned = dict[str, Counter[str]]
"""All cards by their owner."""


class Leaf(NamedTuple):
    """A text in a position, and where it is written."""

    path: Path
    word: str


def owned_cards(referee: Referee, position: Position) -> Owned:
    """All cards by their owner."""
    return {owner: Counter(cards) for owner, cards in referee.cards(position).items()}


def card_words(owned: Owned) -> set[str]:
    """What the cards are called."""
    return {card for cards in owned.values() for card in cards}


def card_leaves(position: Any, words: Collection[str]) -> Iterator[Leaf]:
    """The texts of a position that are cards, in lists and elsewhere."""
    for path, word in walk(position):
        if isinstance(word, str) and word in words:
            yield Leaf(path, word)


def hidden_leaves(position: Position, view: View, words: Collection[str]) -> list[Leaf]:
    """The cards that a view does not show where they lie.

    In the place of a list the view has its length, or nothing. Where it has something else, such as the
    topmost card and the number of all, the cards that this names count as seen, wherever in the list they
    lie; so do those of a list that it shows in another order.
    """
    hidden = []
    for leaf in card_leaves(position, words):
        if at_path(view, leaf.path) == leaf.word:
            continue
        # A card with marks is written at a key of its own.
        holder = leaf.path[:-2] if leaf.path[-1] == "card" else leaf.path[:-1]
        if not isinstance(at_path(position, holder), list) or not any(
            inner == leaf.word for _, inner in walk(at_path(view, holder))
        ):
            hidden.append(leaf)
    return hidden


def card_lists(position: Any, words: Collection[str]) -> Iterator[tuple[Path, list[str]]]:
    """The lists of a position that hold cards and nothing else, empty ones too."""
    for path, cards in walk(position):
        if isinstance(cards, list) and all(isinstance(card, str) and card in words for card in cards):
            yield path, cards


def place_of(leaf: Leaf) -> Path:
    """The list that a card lies in; or where it is written, if that is no list."""
    return leaf.path[:-1] if isinstance(leaf.path[-1], int) else leaf.path


def kind_of_place(path: Path) -> str:
    """The place without its numbers: the decks of all seats are of one kind."""
    return ".".join(step for step in path if isinstance(step, str))


def put(position: Any, path: Path, value: Any) -> None:
    """Writes a value into its place."""
    for step in path[:-1]:
        position = position[step]
    position[path[-1]] = value


def without_order(value: Any) -> Any:
    """The value with every list of texts sorted."""
    if isinstance(value, Mapping):
        return {key: without_order(inner) for key, inner in value.items()}
    if isinstance(value, list):
        if all(isinstance(inner, str) for inner in value):
            return sorted(value)
        return [without_order(inner) for inner in value]
    return value
