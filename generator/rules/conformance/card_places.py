"""The cards in a position, one by one: where they are written, and which of them a seat does not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from generator.rules.conformance.moment import Path, at_path
from generator.rules.protocol import Position, Referee, View

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


def card_leaves(position: Any, words: Collection[str], path: Path = ()) -> Iterator[Leaf]:
    """The texts of a position that are cards, in lists and elsewhere."""
    if isinstance(position, str):
        if position in words:
            yield Leaf(path, position)
    elif isinstance(position, Mapping):
        for key, inner in position.items():
            yield from card_leaves(inner, words, (*path, key))
    elif isinstance(position, list):
        for index, inner in enumerate(position):
            yield from card_leaves(inner, words, (*path, index))


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
        if not isinstance(at_path(position, holder), list) or not _names(at_path(view, holder), leaf.word):
            hidden.append(leaf)
    return hidden


def _names(value: Any, word: str) -> bool:
    """Whether a word stands anywhere in a value."""
    if isinstance(value, Mapping):
        return any(_names(inner, word) for inner in value.values())
    if isinstance(value, list | tuple):
        return any(_names(inner, word) for inner in value)
    return bool(value == word)


def card_lists(position: Any, words: Collection[str], path: Path = ()) -> Iterator[tuple[Path, list[str]]]:
    """The lists of a position that hold cards and nothing else, empty ones too."""
    if isinstance(position, Mapping):
        for key, inner in position.items():
            yield from card_lists(inner, words, (*path, key))
    elif isinstance(position, list):
        if all(isinstance(inner, str) and inner in words for inner in position):
            yield path, position
        else:
            for index, inner in enumerate(position):
                yield from card_lists(inner, words, (*path, index))


def place_of(leaf: Leaf) -> Path:
    """The list that a card lies in; or where it is written, if that is no list."""
    return leaf.path[:-1] if isinstance(leaf.path[-1], int) else leaf.path


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
