"""Cards in the games of a study, whatever the game: whose they are, who holds them, and which a move names.

Nothing here knows a single game. Hands are the lists of a position that a seat sees and others see only the
length of; all copies are those that the game's referee counts; a move names the cards whose notation stands
in its text. Where a game can't be read so, that is said, and no figure is made up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.rules import Game, Position, State

_WORDS = re.compile(r"[^\s>,;:()/+=&|]+")
_DISCARD = "discard"
"""The first word of moves that put a card away and do not play it."""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """What the text of a move says."""

    form: str
    """Its first word, with ``…`` for each that follows: ``attack …>…``."""
    words: tuple[str, ...]
    plays: bool
    """Whether a card that it names is played, if it comes from the hand."""


def read_move(text: str) -> MoveWords:
    words = _WORDS.findall(text)
    head, rest = (words[0], tuple(words[1:])) if words else (text, ())
    after = _WORDS.sub("…", text.strip()[len(head) :])
    return MoveWords(head + after, rest, head != _DISCARD)


# Hands


def hand_keys(state: State, seats: int) -> tuple[str, ...] | None:
    """Where the position lists a seat's hand: keys of ``seats[0]``; none for ``hands[0]``.

    None where neither is there. A key is one where the seat sees cards and another seat a number; where no
    cards are hidden it is ``hand``.
    """
    own = _part(state.view(0), 0)
    if own is None:
        hands = state.to_dict().get("hands")
        are_hands = isinstance(hands, list) and len(hands) == seats and all(map(_is_cards, hands))
        return () if are_hands else None
    if seats == 1:
        return ("hand",) if _is_cards(own.get("hand")) else None
    others = _part(state.view(1), 0) or {}
    hidden = tuple(key for key, value in own.items() if _is_cards(value) and type(others.get(key)) is int)
    if not hidden and _is_cards(own.get("hand")):
        return ("hand",)
    return hidden or None


def read_hands(position: Position, keys: Sequence[str], seats: int) -> list[Counter[str]]:
    """The cards in the hand of each seat; ``keys`` as ``hand_keys`` gives them."""
    if not keys:
        return [Counter(hand) for hand in position["hands"]]
    holders = position["seats"]
    hands: list[Counter[str]] = []
    for seat in range(seats):
        held: Counter[str] = Counter()
        for key in keys:
            held.update(_word(card) for card in holders[seat].get(key) or ())
        hands.append(held)
    return hands


def _part(view: Position, seat: int) -> dict[str, object] | None:
    seats = view.get("seats")
    is_there = isinstance(seats, list) and seat < len(seats) and isinstance(seats[seat], dict)
    return seats[seat] if is_there else None  # type: ignore[index]


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(_word(card), str) for card in value)


def _word(card: Any) -> Any:
    """A card's word, whoever was shown the card."""
    return card.get("card") if isinstance(card, dict) else card


# Owners

SHARED = "all"
"""Whose cards are those that all seats draw on."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that a seat may come to hold."""

    whose: str
    """The owner as the game's referee calls it, or ``SHARED``."""
    cards: Counter[str]


def stocks_of(game: Game, state: State, position: Position) -> list[Stock] | None:
    """For each seat the cards that it draws on, in a game that just started.

    An owner's cards are a seat's own if its first hand is of them and no other seat's is. Where seats own
    the same cards, or all draw on one stock, they count together. None where the game's referee counts no
    cards, or nobody's hand is of those that it counts.
    """
    try:
        owned = {owner: Counter(cards) for owner, cards in game.referee().cards(position).items()}
        openings = [Counter(cards) for _, cards in game.opening(state)]
    except NotImplementedError:
        return None
    named = [owned.get(str(seat)) for seat in range(len(openings))]
    if all(cards is not None for cards in named):
        owners = [{str(seat)} for seat in range(len(openings))]
    else:
        owners = [{owner for owner, cards in owned.items() if hand <= cards} for hand in openings]
        hands = [opening for opening in openings if opening]
        if not hands or any(not found for found, hand in zip(owners, openings, strict=True) if hand):
            return None
    alone = [len(found) == 1 and sum(found <= other for other in owners) == 1 for found in owners]
    if not all(alone):
        pool: Counter[str] = Counter()
        for owner in dict.fromkeys(owner for found in owners for owner in sorted(found)):
            pool.update(owned[owner])
        return [Stock(SHARED, pool) for _ in openings]
    stocks = [Stock(next(iter(found)), owned[next(iter(found))]) for found in owners]
    if all(stock.cards == stocks[0].cards for stock in stocks):
        return [Stock(SHARED, stock.cards) for stock in stocks]
    return stocks
