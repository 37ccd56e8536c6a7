"""No position is read in which somebody has more cards than there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.catalog.reader import Path
from generator.rules.conformance.card_places import (
    Leaf,
    Owned,
    card_leaves,
    card_words,
    kind_of_place,
    owned_cards,
    put,
)
from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment, at_path, copied
from generator.rules.parts import walk
from generator.rules.positions import BadPosition, written
from generator.rules.protocol import Position

TRIES = 12
"""Positions that are made up at a state, of which not all have cards too many."""
WANTED = 4
"""Of those with cards too many."""
SEEDS = (1, 2)
"""Of games that are begun to see what cards there are."""
HEAP = 1000
"""Cards of a kind that nobody owns, in whatever game."""


class Surplus(Check):
    """Adds cards where some lie already, in lists and where a number counts them."""

    name = "surplus"
    question = "a position with more cards than their owner has is rejected"
    order = 32
    states_a_game = 1

    def prepare(self) -> None:
        self._owned: Owned = {}
        """In the game that is played, at its beginning."""
        self._fixed: bool | None = None
        """Whether the cards of an owner are the same in all games; else a player may bring others."""
        self._tried: Counter[str] = Counter()
        """How often cards were added in such a place."""

    def begin(self, moment: Moment) -> Iterator[str]:
        self._owned = owned_cards(self.referee, moment.position)
        if self._fixed is None:
            self._fixed = self._is_fixed()
        yield from ()

    def look(self, moment: Moment) -> Iterator[str]:
        words = card_words(self._owned)
        leaves = list(card_leaves(moment.position, words))
        if not leaves:
            return
        if not moment.is_dealt or not self._fixed:
            leaf = moment.dice.choice([leaf for leaf in leaves if isinstance(leaf.path[-1], int)] or leaves)
            heap = copied(moment.position)
            if _add(heap, leaf.path, HEAP):
                yield from self._refused(heap, f"{HEAP:,} more {leaf.word} at {written(leaf.path[:-1])}")
            return
        wanted = WANTED
        for _ in range(TRIES):
            position, what, place = self._one_more(moment, leaves)
            if self._has_surplus(position):
                self._tried[place] += 1
                yield from self._refused(position, what)
                wanted -= 1
            if not wanted:
                return

    def _is_fixed(self) -> bool:
        owned: Owned = {}
        for setup in self.game.setups():
            for seed in SEEDS:
                position = self.game.start(**{**setup, "seed": seed}).to_dict()
                for owner, cards in owned_cards(self.referee, position).items():
                    if owned.setdefault(owner, cards) != cards:
                        return False
        return True

    def _one_more(self, moment: Moment, leaves: list[Leaf]) -> tuple[Position, str, str]:
        """The position with a card too many, maybe; in words; and the kind of place that it lies in."""
        dice = moment.dice
        position = copied(moment.position)
        numbers = [
            at for at, value in walk(position) if isinstance(value, int) and not isinstance(value, bool)
        ]
        lists = [at for at, value in walk(position) if isinstance(value, list) and _is_texts(value)]
        # Where cards were added least often, so that no kind of place is left out.
        places = [*numbers, *lists]
        dice.shuffle(places)
        path = min(places, key=lambda place: self._tried[kind_of_place(place)])
        if path in numbers:
            put(position, path, at_path(position, path) + 1)
            return position, f"one more at {written(path)}", kind_of_place(path)
        beside = [leaf for leaf in leaves if leaf.path[:-1] == path]
        leaf = dice.choice(beside or leaves)
        if beside and dice.random() < 1 / 3:
            other = dice.choice(leaves)
            put(position, leaf.path, other.word)
            return (
                position,
                f"{other.word} instead of {leaf.word} at {written(leaf.path)}",
                kind_of_place(path),
            )
        at_path(position, path).append(leaf.word)
        return position, f"one more {leaf.word} at {written(path)}", kind_of_place(path)

    def _has_surplus(self, position: Position) -> bool:
        try:
            owned = owned_cards(self.referee, position)
        except (LookupError, TypeError, ValueError, AttributeError):
            # A card where none can be: what the referee says of it is of no interest.
            return False
        return any(owned[owner] - cards for owner, cards in self._owned.items() if owner in owned)

    def _refused(self, position: Position, what: str) -> Iterator[str]:
        try:
            self.game.from_dict(position)
        except BadPosition:
            return
        yield f"a position with {what} is read, and that is more than there are"


def _add(position: Any, path: Path, count: int) -> bool:
    """Adds copies of a card, or of a piece with its marks, to the list that it lies in, if there is one."""
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    if path:
        inside = at_path(position, path[:-1])
        inside.extend([copied(inside[int(path[-1])]) for _ in range(count)])
    return bool(path)


def _is_texts(items: list[Any]) -> bool:
    return all(isinstance(inner, str) for inner in items)
