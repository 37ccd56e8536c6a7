"""The moves as small whole numbers, the words of the rules for them, and the reason against an illegal one.

Number 0 is ``done``; then come the aces given up, the generals, the targets, the troops sent, the cards laid
(card by card, and for each the cards that it may be laid on) and the pairs that may be pitted. All are made
once for a game.
"""

from __future__ import annotations

from typing import Final

from generator.catalog.wording import pluralize, quote
from generator.games.strongholds.table import (
    COVERED,
    MUSTER,
    NOBODY,
    OVER,
    PITTED,
    UNTOUCHED,
    Cards,
    Player,
)
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

PURPOSES = {
    "give": "an ace is given up",
    "general": "a royal becomes the general",
    "target": "a seat is attacked",
    "send": "troops are sent",
    "lay": "number cards and aces are laid on troops and generals, jokers on generals",
    "pit": "two troops are pitted against each other",
    "done": "nothing follows",
}
"""What each verb is for."""


class StrongholdsNotation(Notation):
    """Which number stands for which move, and in which words."""

    __slots__ = (
        "_made",
        "card",
        "cards",
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
    )

    does: list[int]
    card: list[int]
    """The card that a move is about; for a target the seat."""
    on: list[int]
    """The card that is laid on, or the other one of a pair."""
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
        self.cards = cards
        self.seats = seats
        self.does = []
        self.card = []
        self.on = []
        self._made: list[str] = []
        words = cards.words
        everything = range(cards.count)
        self._add(ENDS, NOTHING, NOTHING, "done")
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
        turned: dict[str, int] = {}
        for one in range(cards.first_royal):
            for other in range(one + 1, cards.first_royal):
                move = self._add(PITS, one, other, f"pit {words[one]} {words[other]}")
                self.pit[one][other] = move
                self.pit[other][one] = move
                turned[f"pit {words[other]} {words[one]}"] = move
        self.count = len(self._made)
        super().__init__(self._made, EXAMPLES, turned)

    def _add(self, does: int, card: int, on: int, text: str) -> int:
        self.does.append(does)
        self.card.append(card)
        self.on.append(on)
        self._made.append(text)
        return len(self._made) - 1

    def _add_lays(self, card: int) -> int:
        """Number cards and aces go on troops and royals, jokers on royals."""
        first = self.cards.first_royal if self.cards.is_joker(card) else 0
        before = len(self._made) - first
        words = self.cards.words
        for on in range(first, self.cards.first_ace):
            self._add(LAYS, card, on, f"lay {words[card]}>{words[on]}")
        return before

    def hint(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        if verb not in EXAMPLES:
            return super().hint(words)
        known = {word.casefold() for word in self.cards.words}
        unknown = [word for word in rest.replace(">", " ").split() if word not in known]
        if verb == "target" and rest.isascii() and rest.isdigit():
            return f"there is no seat {rest}: at most {self.seats} play, counted from 0"
        if verb not in ("target", "done") and unknown:
            return f"{quote(unknown[0].upper())} is not a card: write rank and suit, like 10C"
        return f"{PURPOSES[verb]}: a move of this kind reads like `{EXAMPLES[verb]}`"


class Reasons:
    """Says why a move is not legal, from what lies on the table when it is tried."""

    def __init__(
        self,
        notation: StrongholdsNotation,
        phase: int,
        players: list[Player],
        seat: int,
        left: list[int],
        condition: list[int],
    ) -> None:
        """``seat``: who chooses; ``left`` and ``condition``: of the cards in the field."""
        self.cards = notation.cards
        self.notation = notation
        self.phase = phase
        self.players = players
        self.seat = seat
        self.player = players[seat]
        self.left = left
        self.condition = condition

    def against(self, move: int) -> str:
        """The reason against a move that is not legal, in a sentence that names the rule."""
        if self.phase == OVER:
            return "the game is over"
        does, card = self.notation.does[move], self.notation.card[move]
        if does == GIVES:
            return self._against_giving(card)
        if self.phase != MUSTER:
            if does in (NAMES_GENERAL, NAMES_TARGET, SENDS):
                return "this is the defence: generals, targets and troops are chosen in muster"
            return self._against_laying(move) if does == LAYS else self._against_pitting(move)
        if does in (LAYS, PITS):
            return "this is the muster: attackers are met in the defence, when all have chosen"
        if does == NAMES_GENERAL:
            return self._against_general(card)
        if self.player.general == NOBODY:
            return "a general is chosen first"
        if does == NAMES_TARGET:
            return self._against_target(card)
        if self.player.target == NOBODY:
            return "the target is chosen first, then the troops"
        if move == DONE:
            return self._against_few_troops()
        return f"no {self.cards.words[card]} in hand"

    def _against_giving(self, ace: int) -> str:
        if ace not in self.player.hand:
            return f"no {self.cards.words[ace]} in hand"
        if self.phase == MUSTER and self.player.general != NOBODY:
            return "aces are given up before the general is chosen, or in the defence"
        return "the draw pile is empty: there is nothing to draw for an ace"

    def _against_general(self, general: int) -> str:
        cards, player = self.cards, self.player
        if player.general != NOBODY:
            return f"the general is already chosen: {cards.words[player.general]}"
        if general not in player.royals:
            return f"{cards.words[general]} is not a living royal of yours"
        held = pluralize(len(player.troops_in_hand(cards.first_royal)), "troop")
        name, sends = cards.name[general], cards.sends[general]
        takes = f"a {name} takes {pluralize(sends, 'troop')}"
        return f"{takes}, and the hand has only {held}: choose another royal"

    def _against_target(self, seat: int) -> str:
        if self.player.target != NOBODY:
            return f"the target is already chosen: seat {self.player.target}"
        if seat >= len(self.players):
            return f"there is no seat {seat}: the seats are 0 to {len(self.players) - 1}"
        if seat == self.seat:
            return "you cannot attack your own stronghold"
        return f"seat {seat} is out: its stronghold has fallen"

    def _against_few_troops(self) -> str:
        player = self.player
        if len(player.royals) == 1:
            return "a last royal may take fewer troops, but at least one"
        name, sends = self.cards.name[player.general], self.cards.sends[player.general]
        return f"a {name} takes {pluralize(sends, 'troop')}, a full battalion: {player.missing} more to send"

    def _against_laying(self, move: int) -> str:
        cards = self.cards
        card, on = self.notation.card[move], self.notation.on[move]
        word = cards.words[on]
        if card not in self.player.hand:
            return f"no {cards.words[card]} in hand"
        attacker = self._attacker_with(on)
        if attacker is None:
            return f"{word} does not attack your stronghold"
        if cards.is_joker(card):
            if self.condition[on] != UNTOUCHED:
                return f"a card already lies on {word}: a joker is laid before all others, and one is enough"
            return (
                f"a joker comes before anything is laid on the troops of {word}, and before they are pitted"
            )
        if self.left[on] == 0:
            if self.condition[on] == PITTED:
                return f"{word} was pitted and is defeated: nothing more is laid on it"
            return f"{word} is already defeated: nothing more is laid on it"
        standing = [
            cards.words[troop]
            for troop in attacker.troops
            if self.left[troop] and self.condition[troop] != PITTED
        ]
        left = ", ".join(standing)
        met = "when all of the general's troops are defeated or pitted"
        return f"{word} can be laid on {met}: {left} still to be met"

    def _against_pitting(self, move: int) -> str:
        one, other = self.notation.card[move], self.notation.on[move]
        words = self.cards.words
        owners = [self._attacker_with(troop) for troop in (one, other)]
        for troop, owner in zip((one, other), owners, strict=True):
            if owner is None:
                return f"{words[troop]} does not attack your stronghold"
        if owners[0] is owners[1]:
            pair = f"{words[one]} and {words[other]}"
            return f"{pair} belong to the same attacker: only troops of different attackers are pitted"
        for troop in (one, other):
            if self.condition[troop] == PITTED:
                return f"{words[troop]} is already pitted: each troop is pitted once"
            if self.condition[troop] == COVERED:
                return f"a card already lies on {words[troop]}: only troops with nothing on them are pitted"
        return "these troops can't be pitted"

    def _attacker_with(self, card: int) -> Player | None:
        """The attacker of the player whose general or troop the card is."""
        for seat in self.player.attackers:
            attacker = self.players[seat]
            if card == attacker.general or card in attacker.troops:
                return attacker
        return None
