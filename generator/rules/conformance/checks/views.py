"""A view shows nothing that is hidden, and all that is one's own.

What a seat can't see is dealt anew, from its view alone, many times: nothing that the seat sees and may do
can depend on it. Whatever a view gave away would change with it, or come out again where it should not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment, World, canonical, first_difference
from generator.rules.protocol import Position

FEW = 50
"""Worlds; of fewer nothing can be said about the share that is of use."""
MAX_UNSETTLED = 0.5
_UNSETTLED = "a forced move was made in them at once, or they read otherwise than they were written"


class Views(Check):
    """Compares what a seat sees with what it would see in worlds that it could be in."""

    name = "views"
    question = "a view shows nothing hidden: when the rest is dealt anew, it stays"
    order = 20
    states_a_game = 6

    _worlds = 0
    _unsettled = 0
    _example = ""
    """Where the first of those reads otherwise."""

    def look(self, moment: Moment) -> Iterator[str]:
        for seat in range(moment.seats):
            yield from _plain(moment, seat)
        world = moment.world(moment.seat)
        self._worlds += 1
        if world.settled:
            yield from _same(moment, moment.seat, world)
            return
        self._unsettled += 1
        self._example = self._example or first_difference(world.position, world.state.to_dict())

    def close(self) -> Iterator[str]:
        if not self._unsettled:
            return
        told = f"{self._unsettled:,} of {self._worlds:,} determinized worlds"
        if self._worlds >= FEW and self._unsettled > MAX_UNSETTLED * self._worlds:
            yield f"{told} are of no use: {_UNSETTLED}; in the first, {self._example}"
        else:
            self.notes.append(f"{told} were passed over: {_UNSETTLED}")


def _same(moment: Moment, seat: int, world: World) -> Iterator[str]:
    seen = world.state.view(seat)
    if canonical(seen) != canonical(moment.view(seat)):
        where = first_difference(moment.view(seat), seen)
        yield f"seat {seat} sees something that the rest of its view does not show: {where}"


def _plain(moment: Moment, seat: int) -> Iterator[str]:
    """What a view must be in itself."""
    view = moment.view(seat)
    if view.get("seat") != seat:
        yield f"the view of seat {seat} says that it is the view of seat {view.get('seat')}"
    if view.get("asked") is not (moment.state.player == seat):
        yield f"the view of seat {seat} says {view.get('asked')!r} to whether that seat is asked"
    if moment.state.player is not None:
        yield from _open_hands(moment, seat)
    if any(key == "shuffler" for key in _keys(view)):
        yield f"the view of seat {seat} holds the shuffler"
    if moment.is_dealt and str(moment.origin.setup["seed"]) in canonical(view):
        yield f"the view of seat {seat} holds the seed"


def _open_hands(moment: Moment, seat: int) -> Iterator[str]:
    """A view that lists another's hand tells what it ought to hide, however well the rest agrees with it: all
    but cards that are known to the seat, as the position says itself."""
    for other in range(moment.seats):
        seen, held = own_hand(moment.view(seat), other), _hand(moment.position, other)
        if other != seat and isinstance(seen, list) and isinstance(held, list):
            known = [
                card["card"] for card in held if isinstance(card, dict) and seat in card.get("known", ())
            ]
            if not Counter(map(str, filter(None, seen))) <= Counter(known):
                yield f"seat {seat} sees the cards in the hand of seat {other}"


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _keys(inner)


class Own(Check):
    """Looks for a seat's own hand and moves in its view, and in the worlds that are made from it."""

    name = "own"
    question = "a view shows one's own hand, and legal moves follow from it"
    order = 21
    states_a_game = 6

    def look(self, moment: Moment) -> Iterator[str]:
        for seat in range(moment.seats):
            if own_hand(moment.position, seat) != own_hand(moment.view(seat), seat):
                yield f"seat {seat} does not see its own hand as it is"
        seat = moment.seat
        world = moment.world(seat)
        if not world.settled:
            return
        if own_hand(moment.position, seat) != own_hand(world.position, seat):
            yield f"seat {seat} can't tell its own hand from its view"
        if moment.state.player == seat and world.state.player != seat:
            yield f"seat {seat} can't tell from its view that it is asked"
        elif moment.state.player == seat and world.state.legal() != moment.state.legal():
            yield f"seat {seat} can't tell its legal moves from its view"


def own_hand(position: Position, seat: int) -> object:
    """A seat's hand, at ``seats[0].hand`` or ``hands[0]``; None where a game writes it otherwise. Who was
    shown a card of it is left out."""
    return plain_cards(_hand(position, seat))


def plain_cards(lying: object) -> object:
    """Cards without their marks, where it is a list of them."""
    if not isinstance(lying, list):
        return lying
    return [card["card"] if isinstance(card, dict) and "card" in card else card for card in lying]


def _hand(position: Position, seat: int) -> object:
    seats = position.get("seats")
    if isinstance(seats, list) and seat < len(seats) and isinstance(seats[seat], dict):
        hand: object = seats[seat].get("hand")
        return hand
    hands = position.get("hands")
    return hands[seat] if isinstance(hands, list) and seat < len(hands) else None
