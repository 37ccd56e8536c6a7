"""Opening hands are those of the seats that they are told for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from generator.rules.conformance.card_places import owned_cards
from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.views import own_hand
from generator.rules.conformance.moment import Moment
from generator.rules.conformance.other_process import Opener
from generator.rules.protocol import Game, State

ENOUGH = 20
"""Games: if it was so in all of them, it is no accident."""


class Openings(Check):
    """Compares what ``opening`` tells with the hands in the position."""

    name = "openings"
    question = "an opening hand is that of its seat, and tells nothing of another's"
    order = 25
    counts_games = True

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._referee = game.referee()
        self._told: defaultdict[tuple[int, int], list[bool]] = defaultdict(list)
        """For a seat and another: whether all that its hand can't explain lies in the other's, or all of the
        other's in that."""
        self._missing: defaultdict[int, list[str]] = defaultdict(list)
        """By seat: what it held that its opening hand had not, in each game."""
        self._notes_forced = False

    def begin(self, moment: Moment) -> Iterator[str]:
        if not moment.is_dealt:
            return
        opening = self.game.opening(moment.state)
        self._notes_forced = type(moment.state).forced_moves is not State.forced_moves
        if len(opening) != moment.seats:
            yield f"there are {len(opening)} opening hands for {moment.seats} seats"
            return
        names = [name for name, _ in opening]
        if len(set(names)) != len(names) or not all(names):
            yield f"opening hands are told for {names}: each seat needs a name of its own"
        yield from self._owned(moment, [cards for _, cards in opening])
        hands = [own_hand(moment.position, seat) for seat in range(moment.seats)]
        for seat, (_, cards) in enumerate(opening):
            hand = hands[seat]
            if not isinstance(hand, list):
                continue
            missing = Counter(hand) - Counter(cards)
            self._missing[seat].append(_named(missing))
            # A move that was forced before anybody was asked may have brought it there, or hands on.
            if self._notes_forced and moment.state.forced_moves():
                continue
            if missing and self._notes_forced:
                yield f"seat {seat} holds {_named(missing)}, which is not in its opening hand"
            self._note(seat, Counter(cards) - Counter(hand), hands)

    def close(self) -> Iterator[str]:
        for seat, missing in self._missing.items():
            # Nobody knows in which of the games a move was forced; yet in most of them none is.
            wrong = [cards for cards in missing if cards]
            if not self._notes_forced and len(missing) >= ENOUGH and 2 * len(wrong) > len(missing):
                yield f"seat {seat} holds {wrong[0]}, which is not in its opening hand; and so in most games"
        for (seat, other), always in self._told.items():
            if len(always) >= ENOUGH and all(always):
                yield f"the opening hand of seat {seat} always holds cards of seat {other}'s hand"

    def _owned(self, moment: Moment, hands: list[list[str]]) -> Iterator[str]:
        """No card lies in two hands; and where every seat has cards of its own, only those in its hand."""
        owned = owned_cards(self._referee, moment.position)
        everything = sum(owned.values(), Counter[str]())
        surplus = sum((Counter(hand) for hand in hands), Counter[str]()) - everything
        if surplus:
            yield f"the opening hands have more of {_named(surplus)} than there are"
        if set(owned) == {str(seat) for seat in range(moment.seats)}:
            for seat, hand in enumerate(hands):
                foreign = Counter(hand) - owned[str(seat)]
                if foreign:
                    yield f"the opening hand of seat {seat} has {_named(foreign)}, which it does not own"

    def _note(self, seat: int, unexplained: Counter[str], hands: list[object]) -> None:
        for other, hand in enumerate(hands):
            if other != seat and isinstance(hand, list) and hand and unexplained:
                theirs = Counter(hand)
                self._told[seat, other].append(unexplained <= theirs or theirs <= unexplained)


def _named(cards: Counter[str]) -> str:
    return ", ".join(sorted(cards))
