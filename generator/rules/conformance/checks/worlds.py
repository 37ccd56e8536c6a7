"""No card vanishes, none is made, and determinized worlds hold all of them and are as many as there can be.

A state that is determinized at once is one that could be dealt from a seat's view: bots that search make such
states by the thousand, without writing anything down. Two states that look alike to a seat, the real one and
one dealt from its view, give the same state by the same lots: then nothing in it came from what the seat
can't see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from generator.catalog.reader import Path
from generator.rules.conformance.card_places import Owned, owned_cards
from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.copies import play_on
from generator.rules.conformance.checks.views import FEW, MAX_UNSETTLED
from generator.rules.conformance.moment import (
    Hidden,
    Moment,
    at_path,
    canonical,
    first_difference,
    hidden_lists,
    without_chance,
)
from generator.rules.positions import MAX_SEED, written
from generator.rules.protocol import Position, State
from generator.rules.shuffler import Shuffler


def differences(before: Owned, after: Owned) -> Iterator[str]:
    """What owners have more or less than before. An owner may have left the game."""
    for owner in after:
        if owner not in before:
            yield f"the cards of owner {owner} are back, after they left the game"
            continue
        for card, count in (before[owner] - after[owner]).items():
            yield f"{count} × {card} of owner {owner} vanished"
        for card, count in (after[owner] - before[owner]).items():
            yield f"{count} × {card} too many at owner {owner}"


class Cards(Check):
    """Compares each state that it looks at with the one before that."""

    name = "cards"
    question = "every card is accounted for at every state"
    order = 10
    states_a_game = 30

    def prepare(self) -> None:
        self._before: Owned = {}

    def begin(self, moment: Moment) -> Iterator[str]:
        self._before = owned_cards(self.referee, moment.position)
        if not any(self._before.values()):
            yield "the referee knows of no cards"

    def look(self, moment: Moment) -> Iterator[str]:
        owned = owned_cards(self.referee, moment.position)
        yield from differences(self._before, owned)
        self._before = owned


ENOUGH = 30
"""Pairs of worlds that could have differed at a place: if none did, it is no accident."""

WHY_NOT = "it is not dealt again, or it can be worked out from what is open"


@dataclass(slots=True)
class Variety:
    """How often two worlds differed at a place where they could; and whether cards lie there in any order."""

    could: int = 0
    did: int = 0
    jumbled: int = 0
    """Real lists there that are in no order."""
    jumbled_worlds: int = 0
    """Determinized ones."""


class Worlds(Check):
    """Determinizes twice what a seat can't see, and compares."""

    name = "worlds"
    question = "determinized worlds hold all the cards, and differ wherever they can"
    order = 22
    states_a_game = 4

    def prepare(self) -> None:
        self._whole = Variety()
        self._places: dict[tuple[str, Path], Variety] = {}
        """By whose knowledge it is, and the place; for all seats together without its numbers."""

    def look(self, moment: Moment) -> Iterator[str]:
        owned = owned_cards(self.referee, moment.position)
        for seat in range(moment.seats):
            one, other = self.two_worlds(moment, seat)
            for fault in differences(owned, owned_cards(self.referee, one)):
                yield f"a world determinized for seat {seat}: {fault}"
            if not moment.is_dealt:
                # With few cards, as somebody set them up, it may be known what lies where.
                continue
            if hides(moment, seat):
                self._whole.could += 1
                self._whole.did += without_chance(one) != without_chance(other)
            self._note(moment, seat, one, other)

    def two_worlds(self, moment: Moment, seat: int) -> tuple[Position, Position]:
        """Two positions that could be the real one, for all that the seat knows."""
        return moment.world(seat).position, moment.determinize(seat)

    def close(self) -> Iterator[str]:
        if self._whole.could >= ENOUGH and not self._whole.did:
            yield f"{self._whole.could:,} times two worlds were determinized, and they never differed"
            return
        for (who, path), seen in sorted(self._places.items(), key=str):
            place = f"{written(path)} in worlds determinized for {who}"
            if seen.could >= ENOUGH and not seen.did:
                yield f"{place} could differ {seen.could:,} times, and never does; {WHY_NOT}"
            if seen.jumbled >= ENOUGH and 2 * seen.jumbled_worlds < seen.jumbled:
                how_often = "mostly" if seen.jumbled_worlds else "always"
                yield f"{place} is {how_often} sorted, and in the game it is not"
            if seen.jumbled >= ENOUGH and not seen.did and len(path) == 1:
                yield f"{place} is always in the same order, and in the game it is not"

    def _note(self, moment: Moment, seat: int, one: Position, other: Position) -> None:
        """What two worlds are like at the places that are hidden from the seat."""
        found = list(hidden_lists(moment.position, moment.view(seat)))
        for place in found:
            kind = tuple(step for step in place.path if isinstance(step, str))
            found_there = at_path(one, place.path)
            for key in ((f"seat {seat}", place.path), ("any seat", kind)):
                seen = self._places.setdefault(key, Variety())
                seen.could += could_differ(place, found)
                seen.did += found_there != at_path(other, place.path)
                seen.jumbled += _is_jumbled(place.items)
                seen.jumbled_worlds += _is_jumbled(found_there)


def could_differ(place: Hidden, found: list[Hidden]) -> bool:
    """Whether it is sure that other cards could lie there: it has some of those, not all alike, that lie
    hidden at the same seat or in the middle."""
    near = [other for other in found if len(other.path) == 1 or other.path[:2] == place.path[:2]]
    together = [str(card) for other in near for card in other.items]
    return 0 < len(place.items) < len(together) and len(set(together)) > 1


def _is_jumbled(items: Any) -> bool:
    """Whether a list is neither ascending nor descending."""
    words = [str(item) for item in items] if isinstance(items, list) else []
    return words not in (sorted(words), sorted(words, reverse=True))


def hides(moment: Moment, seat: int) -> bool:
    """Whether there is anything in the position that the seat's view does not show."""
    view = moment.view(seat)
    return without_chance({key: view[key] for key in moment.position if key in view}) != without_chance(
        moment.position
    )


class Dealt(Worlds):
    """Determinizes states at once, and compares them with each other, with the real one and with its view."""

    name = "dealt"
    question = "states determinized at once owe nothing to what a seat can't see"
    order = 23
    states_a_game = 4

    def prepare(self) -> None:
        super().prepare()
        # Its own: games are played on as they are without this check.
        self._dice = Random(self.name)
        self._passed_over = False
        self._made = 0
        self._unsettled = 0

    def look(self, moment: Moment) -> Iterator[str]:
        if type(moment.state).determinize is State.determinize:
            self._passed_over = True
            return
        yield from super().look(moment)
        for seat in range(moment.seats):
            yield from self._one(moment, seat)

    def two_worlds(self, moment: Moment, seat: int) -> tuple[Position, Position]:
        one, other = (moment.state.determinize(seat, Shuffler(self._seed())) for _ in range(2))
        return one.to_dict(), other.to_dict()

    def close(self) -> Iterator[str]:
        if self._passed_over:
            self.notes.append("skipped: its states have no `determinize` of their own")
        yield from super().close()
        if self._made >= FEW and self._unsettled > MAX_UNSETTLED * self._made:
            message = f"{self._unsettled:,} of {self._made:,} times, while another seat was asked"
            yield f"{message}, the view of the seat changed in the state determinized for it"

    def _seed(self) -> int:
        return self._dice.randint(0, MAX_SEED)

    def _one(self, moment: Moment, seat: int) -> Iterator[str]:
        who = f"determinized for seat {seat}"
        seed = self._seed()
        state = moment.state.determinize(seat, Shuffler(seed))
        yield from _as_read(moment, state, who)
        asked = moment.state.player in (seat, None)
        seen = state.view(seat)
        if canonical(seen) != canonical(moment.view(seat)):
            # Another seat may have no choice in it, as in a world dealt from the view.
            self._unsettled += not asked
            if asked:
                yield f"{who}, its view changes: {first_difference(moment.view(seat), seen)}"
        elif asked and state.legal() != moment.state.legal():
            yield f"{who}, it has other legal moves"
        self._made += not asked
        yield from self._from_alike(moment, seat, seed, state)
        play_on(state, self._dice)
        if canonical(moment.state.to_dict()) != moment.text:
            yield f"a state {who} was played on, and it changed the original"

    def _from_alike(self, moment: Moment, seat: int, seed: int, state: State) -> Iterator[str]:
        """Whether another state, which looks the same to the seat, gives the same one by the same lots."""
        world = moment.world(seat)
        if not world.settled or canonical(world.state.view(seat)) != canonical(moment.view(seat)):
            return
        other = world.state.determinize(seat, Shuffler(seed))
        if canonical(other.to_dict()) != canonical(state.to_dict()):
            where = first_difference(state.to_dict(), other.to_dict())
            yield f"determinized for seat {seat}, something comes from what that seat can't see: {where}"
        elif (other.player, other.legal()) != (state.player, state.legal()):
            yield f"determinized for seat {seat}, legal moves come from what that seat can't see"
        elif _public_moves(other) != _public_moves(state):
            yield f"determinized for seat {seat}, something is announced that may come from what it can't see"


def _as_read(moment: Moment, state: State, who: str) -> Iterator[str]:
    """Whether the state is just the one that its position describes."""
    position = state.to_dict()
    read = moment.game.from_dict(position)
    if canonical(read.to_dict()) != canonical(position):
        where = first_difference(position, read.to_dict())
        yield f"a state {who} is read otherwise than it is written: {where}"
    elif (read.player, read.legal()) != (state.player, state.legal()):
        yield f"a state {who} asks another seat, or for other moves, than its position does"


def _public_moves(state: State) -> tuple[object, ...]:
    return tuple(state.forced_moves()), tuple(state.told())
