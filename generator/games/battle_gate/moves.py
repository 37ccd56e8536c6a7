"""The moves of Battle Gate: small numbers, and the words of the rules for them."""

from __future__ import annotations

from typing import Final

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.battle_gate.numbers import Kinds, Numbers
from generator.rules.protocol import IllegalMove

DONE: Final = 0
PASS: Final = 1

EXAMPLES: Final = {
    "draw": "draw 2",
    "field": "field S4",
    "attack": "attack S4>1",
    "block": "block M2>0",
    "boost": "boost A3>0",
    "discard": "discard S1",
    "recover": "recover A6",
    "done": "done",
    "pass": "pass",
}
"""Each verb of the notation, with a move of it."""


class Moves:
    """Every move there is, whoever may make it when: its words, and the numbers in them."""

    __slots__ = ("attack", "block", "boost", "card", "count", "discard", "draw", "field", "number", "recover")

    count: int
    card: list[int]
    """The kind of card that a move is about; 0 for ``done``, ``pass`` and draws."""
    number: list[int]
    """The seat or the attack that a move is directed at, how many cards are drawn; else 0."""
    draw: list[int]
    """The move for a number of cards …"""
    field: list[int]
    recover: list[int]
    discard: list[int]
    """… for a kind of card …"""
    attack: list[list[int]]
    block: list[list[int]]
    boost: list[list[int]]
    """… for a kind of card and the seat or attack that it goes to."""

    def __init__(self, kinds: Kinds, numbers: Numbers) -> None:
        self.card = [0, 0]
        self.number = [0, 0]
        self.draw = [self._add(0, cards) for cards in range(numbers.most + 1)]
        self.field = [self._add(kind, 0) for kind in range(kinds.count)]
        self.attack = self._row(kinds, numbers.seats[-1])
        # No more cards can attack than a deck has.
        self.block = self._row(kinds, numbers.most)
        self.boost = self._row(kinds, numbers.most)
        self.discard = [self._add(kind, 0) for kind in range(kinds.count)]
        self.recover = [self._add(kind, 0) for kind in range(kinds.count)]
        self.count = len(self.card)

    def _row(self, kinds: Kinds, goals: int) -> list[list[int]]:
        return [[self._add(kind, goal) for goal in range(goals)] for kind in range(kinds.count)]

    def _add(self, card: int, number: int) -> int:
        self.card.append(card)
        self.number.append(number)
        return len(self.card) - 1


class Words:
    """The notation: the text of each move, and the move of each text."""

    __slots__ = ("_moves", "texts", "verbs")

    texts: list[str]
    verbs: list[str]
    """The first word of each move."""

    def __init__(self, moves: Moves, kinds: Kinds) -> None:
        names = kinds.names
        self.texts = ["done", "pass"]
        self.texts += [f"draw {moves.number[move]}" for move in moves.draw]
        self.texts += [f"field {names[moves.card[move]]}" for move in moves.field]
        for verb, row in (("attack", moves.attack), ("block", moves.block), ("boost", moves.boost)):
            for of_kind in row:
                self.texts += [f"{verb} {names[moves.card[move]]}>{moves.number[move]}" for move in of_kind]
        self.texts += [f"discard {names[moves.card[move]]}" for move in moves.discard]
        self.texts += [f"recover {names[moves.card[move]]}" for move in moves.recover]
        self.verbs = [text.split()[0] for text in self.texts]
        self._moves = {text.casefold(): move for move, text in enumerate(self.texts)}

    def parse(self, text: str) -> int:
        """The move of a text; blanks and capitals may be as they like. Raises IllegalMove with a hint."""
        plain = " ".join(text.split()).casefold()
        move = self._moves.get(plain)
        if move is None:
            raise IllegalMove(f"{quote(text)} is no move; {_hint(plain)}")
        return move


def _hint(text: str) -> str:
    """What may have been meant by words that are no move."""
    verb = text.partition(" ")[0]
    if verb in EXAMPLES:
        return f"a move of this kind reads like `{EXAMPLES[verb]}`"
    return did_you_mean(verb, EXAMPLES) or f"a move begins with {join_words(list(EXAMPLES))}"
