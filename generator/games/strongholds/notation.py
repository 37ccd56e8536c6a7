"""The moves as small whole numbers, and the words of the rules for them.

Number 0 is ``done``; then come the aces given up, the generals, the targets, the troops sent, the cards laid
(card by card, and for each the cards that it may be laid on) and the pairs that may be pitted. All are made
once for a game.
"""

from __future__ import annotations

from typing import Final

from generator.catalog.wording import quote
from generator.games.strongholds.table import Cards
from generator.rules.notation import Notation

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
OPEN: Final = (GIVES,)
"""What is seen by all when it is done; the rest is secret until all have chosen."""

VERBS = {
    "give": ("give AS", "an ace is given up"),
    "general": ("general QH", "a royal becomes the general"),
    "target": ("target 1", "a seat is attacked"),
    "send": ("send 7H", "troops are sent"),
    "lay": ("lay 8D>7H", "number cards and aces are laid on troops and generals, jokers on generals"),
    "pit": ("pit 7H 9C", "two troops are pitted against each other"),
    "done": ("done", "nothing follows"),
}
"""Each verb of the notation, with a move of it, and what it is for."""


class StrongholdsNotation(Notation):
    """Which number stands for which move, and in which words."""

    __slots__ = ("card", "cards", "does", "general", "give", "lay", "on", "pit", "seats", "send", "target")

    def __init__(self, cards: Cards, seats: int) -> None:
        self.cards = cards
        self.seats = seats
        self.does: list[int] = []
        self.card: list[int] = []
        """The card that a move is about; for a target the seat."""
        self.on: list[int] = []
        """The card that is laid on, or the other one of a pair."""
        self.texts: list[str] = []
        words, troops = cards.words, range(cards.first_royal)
        self._add(ENDS, NOTHING, NOTHING, "done")
        self.give: list[int] = self._add_each(GIVES, "give", cards.first_ace, cards.first_joker)
        """By ace …"""
        self.general: list[int] = self._add_each(NAMES_GENERAL, "general", cards.first_royal, cards.first_ace)
        """… by royal …"""
        self.target: list[int] = [
            self._add(NAMES_TARGET, seat, NOTHING, f"target {seat}") for seat in range(seats)
        ]
        """… by seat …"""
        self.send: list[int] = self._add_each(SENDS, "send", 0, cards.first_royal)
        """… and by troop."""
        self.lay: list[int] = [
            NOTHING if cards.is_royal(card) else self._add_lays(card) for card in range(cards.count)
        ]
        """By card: the move that lays it, less the number of the card that it is laid on."""
        self.pit: list[list[int]] = [[NOTHING] * cards.first_royal for _ in troops]
        """By both troops, in either order."""
        turned: dict[str, int] = {}
        for one in troops:
            for other in troops[one + 1 :]:
                move = self._add(PITS, one, other, f"pit {words[one]} {words[other]}")
                self.pit[one][other] = self.pit[other][one] = move
                turned[f"pit {words[other]} {words[one]}"] = move
        super().__init__(self.texts, {verb: move for verb, (move, _) in VERBS.items()}, turned)

    def _add_each(self, does: int, verb: str, first: int, end: int) -> list[int]:
        """A move for each card from ``first`` to before ``end``; by the numbers of all cards."""
        return [
            self._add(does, card, NOTHING, f"{verb} {word}") if first <= card < end else NOTHING
            for card, word in enumerate(self.cards.words)
        ]

    def _add(self, does: int, card: int, on: int, text: str) -> int:
        self.does.append(does)
        self.card.append(card)
        self.on.append(on)
        self.texts.append(text)
        return len(self.texts) - 1

    def _add_lays(self, card: int) -> int:
        """Number cards and aces go on troops and royals, jokers on royals."""
        first = self.cards.first_royal if self.cards.is_joker(card) else 0
        before = len(self.texts) - first
        words = self.cards.words
        for on in range(first, self.cards.first_ace):
            self._add(LAYS, card, on, f"lay {words[card]}>{words[on]}")
        return before

    def hint(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        if verb not in VERBS:
            return super().hint(words)
        known = {word.casefold() for word in self.cards.words}
        unknown = [word for word in rest.replace(">", " ").split() if word not in known]
        if verb == "target" and rest.isascii() and rest.isdigit():
            return f"there is no seat {rest}: at most {self.seats} play, counted from 0"
        if verb not in ("target", "done") and unknown:
            return f"{quote(unknown[0].upper())} is not a card: write rank and suit, like 10C"
        example, purpose = VERBS[verb]
        return f"{purpose}: a move of this kind reads like `{example}`"
