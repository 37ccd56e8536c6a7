"""The moves as small whole numbers, and the words of the rules for them; all made once for a game.

Number 0 is ``done``; then come the aces given up, the generals, the targets, the troops sent, the cards laid
(card by card, and for each the cards that it may be laid on) and the pairs that may be pitted.
"""

from __future__ import annotations

from typing import Final

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.strongholds.cards import Cards
from generator.rules.protocol import IllegalMove

DONE: Final = 0
NOTHING: Final = -1
"""Stands where a move names no card, or no second one."""

ENDS: Final = 0
GIVES: Final = 1
NAMES_GENERAL: Final = 2
NAMES_TARGET: Final = 3
SENDS: Final = 4
LAYS: Final = 5
PITS: Final = 6
"""What a move does."""

EXAMPLES = {
    "give": "give AS",
    "general": "general QH",
    "target": "target 1",
    "send": "send 7H",
    "lay": "lay 8D>7H",
    "pit": "pit 7H 9C",
    "done": "done",
}
"""Each verb of the notation, with a move of it."""

RULES_OF = {
    "give": "an ace is given up",
    "general": "a royal becomes the general",
    "target": "a seat is attacked",
    "send": "troops are sent",
    "lay": "number cards and aces are laid on troops and generals, jokers on generals",
    "pit": "two troops are pitted against each other",
    "done": "nothing follows",
}
"""What each verb is for."""


class Moves:
    """Which number stands for which move."""

    __slots__ = (
        "_by_text",
        "_cards",
        "card",
        "count",
        "does",
        "general",
        "give",
        "lay",
        "on",
        "pit",
        "seats",
        "send",
        "target",
        "texts",
    )

    does: list[int]
    card: list[int]
    """The card that a move is about; for a target the seat."""
    on: list[int]
    """The card that is laid on, or the other one of a pair."""
    texts: list[str]
    give: list[int]
    """By ace …"""
    general: list[int]
    """… by royal …"""
    target: list[int]
    """… by seat …"""
    send: list[int]
    """… and by troop."""
    lay: list[int]
    """By card: the move that lays it, less the number of the card that it is laid on."""
    pit: list[list[int]]
    """By both troops, in either order."""
    seats: int
    count: int

    def __init__(self, cards: Cards, seats: int) -> None:
        self._cards = cards
        self.seats = seats
        self.does = []
        self.card = []
        self.on = []
        self.texts = []
        self._add(ENDS, NOTHING, NOTHING, "done")
        words = cards.words
        everything = range(cards.count)
        self.give = [
            self._add(GIVES, card, NOTHING, f"give {words[card]}") if cards.is_ace(card) else NOTHING
            for card in everything
        ]
        self.general = [
            self._add(NAMES_GENERAL, card, NOTHING, f"general {words[card]}")
            if cards.is_royal(card)
            else NOTHING
            for card in everything
        ]
        self.target = [self._add(NAMES_TARGET, seat, NOTHING, f"target {seat}") for seat in range(seats)]
        self.send = [
            self._add(SENDS, card, NOTHING, f"send {words[card]}") if cards.is_troop(card) else NOTHING
            for card in everything
        ]
        self.lay = [NOTHING if cards.is_royal(card) else self._add_lays(card) for card in everything]
        self.pit = [[NOTHING] * cards.first_royal for _ in range(cards.first_royal)]
        self._by_text = {text.casefold(): move for move, text in enumerate(self.texts)}
        for one in range(cards.first_royal):
            for other in range(one + 1, cards.first_royal):
                self._add_pit(one, other)
        self.count = len(self.texts)

    def _add(self, does: int, card: int, on: int, text: str) -> int:
        self.does.append(does)
        self.card.append(card)
        self.on.append(on)
        self.texts.append(text)
        return len(self.texts) - 1

    def _add_lays(self, card: int) -> int:
        """Number cards and aces go on troops and royals, jokers on royals."""
        first = self._cards.first_royal if self._cards.is_joker(card) else 0
        before = len(self.texts) - first
        words = self._cards.words
        for on in range(first, self._cards.first_ace):
            self._add(LAYS, card, on, f"lay {words[card]}>{words[on]}")
        return before

    def _add_pit(self, one: int, other: int) -> None:
        words = self._cards.words
        move = self._add(PITS, one, other, f"pit {words[one]} {words[other]}")
        self.pit[one][other] = move
        self.pit[other][one] = move
        self._by_text[self.texts[move].casefold()] = move
        self._by_text[f"pit {words[other]} {words[one]}".casefold()] = move

    def parse(self, text: str) -> int:
        """The move of a text; blanks and capitals may be as they like. Raises IllegalMove with a hint."""
        plain = " ".join(text.replace(">", " > ").split()).replace(" > ", ">").casefold()
        move = self._by_text.get(plain)
        if move is None:
            raise IllegalMove(f"{quote(text)} is no move; {self._hint(plain)}")
        return move

    def _hint(self, text: str) -> str:
        """What may have been meant by words that are no move."""
        verb, _, rest = text.partition(" ")
        if verb not in EXAMPLES:
            return did_you_mean(verb, EXAMPLES) or f"a move begins with {join_words(list(EXAMPLES))}"
        known = {word.casefold() for word in self._cards.words}
        unknown = [word for word in rest.replace(">", " ").split() if word not in known]
        if verb == "target" and rest.isascii() and rest.isdigit():
            return f"there is no seat {rest}: at most {self.seats} play, counted from 0"
        if verb not in ("target", "done") and unknown:
            return f"{quote(unknown[0].upper())} is no card: a card is its rank and suit, like 10C"
        return f"{RULES_OF[verb]}: a move of this kind reads like `{EXAMPLES[verb]}`"
