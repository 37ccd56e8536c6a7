"""The moves as small whole numbers, and the words of the rules for them; made once for a game."""

from __future__ import annotations

from typing import Final

from generator.games.strongholds.table import Cards
from generator.rules.notation import NO_MOVE, Moves

DONE: Final = 0
NOTHING: Final = NO_MOVE
"""Stands where a move names no card, or no second one."""

ENDS: Final = 0
GIVES: Final = 1
NAMES_GENERAL: Final = 2
NAMES_TARGET: Final = 3
SENDS: Final = 4
LAYS: Final = 5
PITS: Final = 6
"""What a move does, in the order in which they are declared."""
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


class StrongholdsNotation(Moves):
    """Which number stands for which move, and in which words."""

    def __init__(self, cards: Cards, seats: int) -> None:
        super().__init__()
        words, example = cards.words, {verb: move for verb, (move, _) in VERBS.items()}
        self.add("done")
        self.give = self.add("give {card}", card=words, where=cards.is_ace, example=example["give"]).row()
        """By ace …"""
        self.general = self.add(
            "general {card}", card=words, where=cards.is_royal, example=example["general"]
        ).row()
        """… by royal …"""
        self.target = self.add("target {seat}", seat=range(seats), example=example["target"]).row()
        """… by seat …"""
        self.send = self.add("send {card}", card=words, where=cards.is_troop, example=example["send"]).row()
        """… and by troop."""

        def can_lie(card: int, on: int) -> bool:
            """Number cards and aces go on troops and royals, jokers on royals."""
            on_royal, on_troop = cards.is_royal(on), cards.is_troop(on)
            return not cards.is_royal(card) and (on_royal or (on_troop and not cards.is_joker(card)))

        self.lay = self.add(
            "lay {card}>{card2}", card=words, card2=words, where=can_lie, example=example["lay"]
        ).grid()
        """By card and by that which it is laid on."""
        troops = words[: cards.first_royal]
        self.pit = self.add(
            "pit {card} {card2}",
            card=troops,
            card2=troops,
            where=lambda one, other: one < other,
            alias="pit {card2} {card}",
            example=example["pit"],
        ).grid()
        """By both troops, in either order."""
        for one, row in enumerate(self.pit):
            for other in range(one):
                row[other] = self.pit[other][one]
        self.does = self.family
        self.card = self.column("card", "seat")
        """The card that a move is about; for a target the seat."""
        self.on = self.column("card2")
        """The card that is laid on, or the other one of a pair."""

    def hint(self, words: str) -> str:
        verb = words.partition(" ")[0]
        if verb not in VERBS:
            return super().hint(words)
        example, purpose = VERBS[verb]
        return f"{purpose}: a move of this kind reads like `{example}`"
