"""A view, an opening hand and what the rules tell show nothing that is hidden, and all that is one's own.

What a seat can't see is dealt anew, from its view alone, many times: nothing that the seat sees and may do
can depend on it. Whatever a view gave away would change with it, or come out again where it should not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from generator.rules.conformance.card_places import card_leaves, owned_cards
from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, World, canonical, first_difference
from generator.rules.parts import walk
from generator.rules.protocol import Position, State

FEW = 50
"""Worlds; of fewer nothing can be said about the share that is of use."""
MAX_UNSETTLED = 0.5
_UNSETTLED = "a forced move was made in them at once, or they read otherwise than they were written"


class Views(Check):
    """Compares what a seat sees with what it would see in worlds that it could be in."""

    name = "views"
    question = "a view shows nothing hidden: when the rest is dealt again, it stays the same"
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
        message = f"{self._unsettled:,} of {self._worlds:,} determinized worlds"
        if self._worlds >= FEW and self._unsettled > MAX_UNSETTLED * self._worlds:
            yield f"{message} are of no use: {_UNSETTLED}; in the first, {self._example}"
        else:
            self.notes.append(f"{message} were passed over: {_UNSETTLED}")


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
    if any(path[-1:] == ("shuffler",) for path, _ in walk(view)):
        yield f"the view of seat {seat} holds the shuffler"
    if moment.is_dealt and str(moment.origin.setup["seed"]) in canonical(view):
        yield f"the view of seat {seat} holds the seed"


def _open_hands(moment: Moment, seat: int) -> Iterator[str]:
    """A view that lists another's hand reveals what it ought to hide, however well the rest agrees with it:
    all but cards that are known to the seat, as the position says itself."""
    for other in range(moment.seats):
        seen, held = own_hand(moment.view(seat), other), _hand(moment.position, other)
        if other != seat and isinstance(seen, list) and isinstance(held, list):
            known = [
                card["card"] for card in held if isinstance(card, dict) and seat in card.get("known", ())
            ]
            if not Counter(map(str, filter(None, seen))) <= Counter(known):
                yield f"seat {seat} sees the cards in the hand of seat {other}"


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


ENOUGH_GAMES = 20
"""Games: if it was so in all of them, it is no accident."""


class Openings(Check):
    """Compares what ``opening`` returns with the hands in the position."""

    name = "openings"
    question = "an opening hand is that of its seat, and reveals nothing of another's"
    order = 25
    counts_games = True

    def prepare(self) -> None:
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
            yield f"there are opening hands for {names}: each seat needs its own name"
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
            if not self._notes_forced and len(missing) >= ENOUGH_GAMES and 2 * len(wrong) > len(missing):
                yield f"seat {seat} holds {wrong[0]}, which is not in its opening hand; and so in most games"
        for (seat, other), always in self._told.items():
            if len(always) >= ENOUGH_GAMES and all(always):
                yield f"the opening hand of seat {seat} always holds cards of seat {other}'s hand"

    def _owned(self, moment: Moment, hands: list[list[str]]) -> Iterator[str]:
        """No card lies in two hands; and where every seat has cards of its own, only those in its hand."""
        owned = owned_cards(self.referee, moment.position)
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


MAX_NOTES = 3


class Tells(Check):
    """Looks for the names of cards in these words, and then for such cards in what each seat sees before and
    after the move."""

    name = "tells"
    question = "announcements name only cards that everybody sees; what may not is noted"
    order = 27
    counts_games = True

    def prepare(self) -> None:
        self._cards: dict[str, set[str]] = {}
        """By a name, in small letters: the cards that are called so."""
        for word, name in self.game.card_names.items():
            for called in (word, name):
                self._cards.setdefault(called.casefold(), set()).add(word)
        names = "|".join(map(re.escape, sorted(self._cards, key=len, reverse=True)))
        self._named = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
        self._before: State | None = None
        self._noted: set[str] = set()

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._before = None
        return ()

    def each(self, moment: Moment) -> Faults:
        if self._cards and len(self.notes) < MAX_NOTES:
            for _, words in moment.state.told():
                self.notes += self._unseen(moment, words)
            self._before = moment.state.clone()
        return ()

    def _unseen(self, moment: Moment, words: str) -> Iterator[str]:
        is_open = self._before is not None and not any(map(self._before.is_secret, moment.moves[-1:]))
        made = [moment.state.text(move) for move in moment.moves[-1:] if is_open]
        for name in self._named.findall(words.casefold()):
            pattern = words.casefold().replace(name, "…")
            cards = self._cards[name]
            if pattern in self._noted or any(card in text.split() for card in cards for text in made):
                continue
            for seat in range(moment.seats):
                if moment.state.player is not None and not self._sees(moment, seat, cards):
                    self._noted.add(pattern)
                    yield f"`{words}` is told to seat {seat}, which sees no {name} before or after that move"
                    break

    def _sees(self, moment: Moment, seat: int, cards: set[str]) -> bool:
        views = [moment.view(seat), *([self._before.view(seat)] if self._before is not None else ())]
        seen = [{key: inner for key, inner in view.items() if key != "unseen"} for view in views]
        return any(True for _ in card_leaves(seen, cards))
