"""Worlds that could be behind a seat's view.

The hidden cards are dealt at random, and then the others choose at random what they may have chosen by now:
by the rules, from the beginning of the phase to some moment at which the seat would see what it sees.
"""

from __future__ import annotations

from typing import Any

from generator.games.strongholds.cards import Cards
from generator.games.strongholds.moves import DONE, GIVES
from generator.games.strongholds.play import Strongholds
from generator.games.strongholds.position import NAME
from generator.games.strongholds.reading import read_position
from generator.rules.positions import position_reader, shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

MAX_TRIES = 40


class Imagining:
    """What could be behind one view."""

    __slots__ = ("cards", "empty", "seat", "shuffler", "view")

    def __init__(self, empty: Strongholds, view: View, seat: int, shuffler: Shuffler) -> None:
        self.empty = empty
        """An empty table for so many players as the view has; it is copied and filled."""
        self.cards: Cards = empty.cards
        self.view = view
        self.seat = seat
        self.shuffler = shuffler

    def position(self) -> Position:
        """One world. Hands in which nobody else could be the one that is asked are dealt again."""
        dealt = self._deal()
        if self.view["phase"] == "over":
            return dealt
        for _ in range(MAX_TRIES):
            state = self._play(dealt)
            if state is not None:
                found = state.to_dict()
                found["shuffler"] = dealt["shuffler"]
                return found
            dealt = self._deal()
        return dealt

    def _deal(self) -> Position:
        """A position at the beginning of the phase: own cards as they were then, all others by lot."""
        view = self.view
        unseen = [self.cards.number[word] for word in view["unseen"]]
        self.shuffler.shuffle(unseen)
        seats: list[dict[str, Any]] = []
        for owner, shown in enumerate(view["seats"]):
            if owner == self.seat:
                hand = [self.cards.number[word] for word in [*shown["hand"], *self._own_secret()]]
            else:
                hand = unseen[: shown["hand"]]
                del unseen[: shown["hand"]]
            words = self.cards.texts(tuple(sorted(hand)))
            seat = {"royals": list(shown["royals"]), "hand": words, "out": shown["out"]}
            if view["phase"] == "defence" and not shown["out"]:
                seat.update({key: shown[key] for key in ("general", "target", "troops")})
            seats.append(seat)
        position: Position = {"game": NAME, "turn": view["turn"], "phase": view["phase"], "seats": seats}
        position["pile"] = self.cards.texts(tuple(unseen))
        position["defeated"] = list(view["defeated"])
        for key in ("fell", "max_turns"):
            if key in view:
                position[key] = view[key]
        position["shuffler"] = shuffler_position(self.shuffler.apart())
        return position

    def _own_secret(self) -> list[str]:
        """The cards that this seat has sent or laid in this phase."""
        own = self.view["seats"][self.seat]
        if self.view["phase"] == "muster":
            return list(own.get("troops", ()))
        return [card for cards in own.get("laid", {}).values() for card in cards]

    def _play(self, dealt: Position) -> Strongholds | None:
        """The phase up to a moment that fits the view; None if there is none with these cards."""
        state = self.empty.clone()
        read_position(state, position_reader(dealt))
        turn, phase = state.turn, state.phase
        state.go_on()
        fitting: list[Strongholds] = []
        while state.player is not None and (state.turn, state.phase) == (turn, phase):
            if state.player == self.seat:
                if self.view["asked"]:
                    self._choose_again(state)
                    return state if state.player == self.seat else None
                if not self.view["done"]:
                    break
                self._choose_again(state)
                if state.player == self.seat:
                    state.apply(DONE)
                continue
            if self._may_be_asked(state):
                fitting.append(state.clone())
            state.apply(self._any_choice(state))
        return fitting[self.shuffler.below(len(fitting))] if fitting else None

    def _may_be_asked(self, state: Strongholds) -> bool:
        """Whether the seat that is asked now could be asked while this seat sees what it sees."""
        if self.view["asked"] or state.player is None:
            return False
        if self.view["done"]:
            return state.player > self.seat
        return state.player < self.seat or not self._takes_part(state)

    def _takes_part(self, state: Strongholds) -> bool:
        """Whether this seat chooses something in this phase."""
        player = state.players[self.seat]
        return not player.out if self.view["phase"] == "muster" else player.attackers != ()

    def _any_choice(self, state: Strongholds) -> int:
        """One of the legal moves but giving up an ace, which everyone would have seen."""
        secret = [move for move in state.legal() if state.moves.does[move] != GIVES]
        return secret[self.shuffler.below(len(secret))]

    def _choose_again(self, state: Strongholds) -> None:
        """Makes those choices of this seat that its view tells; forced ones are made already."""
        for text in self._own_choices():
            move = state.parse(text)
            if state.player == self.seat and move in state.legal():
                state.apply(move)

    def _own_choices(self) -> list[str]:
        """The moves of this seat in this phase, in an order in which they can be made."""
        own = self.view["seats"][self.seat]
        if self.view["phase"] == "muster":
            texts = [f"general {own['general']}"] if "general" in own else []
            texts += [f"target {own['target']}"] if "target" in own else []
            return texts + [f"send {troop}" for troop in own.get("troops", ())]
        pits = [f"pit {one} {other}" for one, other in own.get("pitted", ())]
        lays = [
            (self.cards.number[on], self.cards.number[card])
            for on, cards in own.get("laid", {}).items()
            for card in cards
        ]
        jokers = [lay for lay in lays if self.cards.is_joker(lay[1])]
        others = sorted(
            (on, self.cards.is_ace(card), self.cards.power[card], card)
            for on, card in lays
            if not self.cards.is_joker(card)
        )
        words = self.cards.words
        return [
            *(f"lay {words[card]}>{words[on]}" for on, card in jokers),
            *pits,
            *(f"lay {words[card]}>{words[on]}" for on, _, _, card in others),
        ]
