"""Peaks: a card game small enough to plant faults in, with hidden hands, a hidden choice and chance.

Fifteen cards, 1 to 5 three times; two or three seats with three cards each. In a round each seat lays a card
face down; when all have, they are turned up, and the highest card scores a point, or if there are two of it
the deck is shuffled. Then each draws a card, while there are any. When no cards are left in
hand, the most points win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.reader import Reader
from generator.rules import Game, IllegalMove, Position, Referee, Result, Shuffler, State, View
from generator.rules.positions import position_reader, read_shuffler, shuffler_position

RANKS = 5
COPIES = 3
HAND = 3
DEALS = 20
"""Tries to deal somebody who is asked a hand with a choice in it."""
WORDS = tuple(f"lay {rank + 1}" for rank in range(RANKS))
NAMES = {str(rank + 1): rank for rank in range(RANKS)}


class PeaksState(State):
    __slots__ = ("deck", "discard", "hands", "laid", "round", "scores", "shuffler")

    deck: list[int]
    discard: list[int]
    hands: list[list[int]]
    laid: list[int | None]
    round: int
    scores: list[int]
    shuffler: Shuffler

    def legal(self) -> tuple[int, ...]:
        return () if self.player is None else tuple(sorted(set(self.hands[self.player])))

    def apply(self, move: int) -> None:
        assert self.player is not None
        self.lay(self.player, move)
        self.advance()

    def lay(self, seat: int, rank: int) -> None:
        self.hands[seat].remove(rank)
        self.laid[seat] = rank

    def advance(self) -> None:
        """Makes forced moves until somebody has a choice."""
        self.player = None
        while any(self.hands) or any(card is not None for card in self.laid):
            waiting = [seat for seat, card in enumerate(self.laid) if card is None and self.hands[seat]]
            if not waiting:
                self.turn_up()
            elif len(set(self.hands[waiting[0]])) > 1:
                self.player = waiting[0]
                return
            else:
                self.lay(waiting[0], self.hands[waiting[0]][0])

    def turn_up(self) -> None:
        cards = [card for card in self.laid if card is not None]
        highest = max(cards)
        if cards.count(highest) == 1:
            self.scores[self.laid.index(highest)] += 1
        else:
            self.shuffler.shuffle(self.deck)
        self.discard.extend(cards)
        self.discard.sort()
        self.laid = [None] * len(self.laid)
        self.round += 1
        for hand in self.hands:
            if self.deck:
                hand.append(self.deck.pop(0))
                hand.sort()

    def broken(self) -> list[str]:
        points = sum(self.scores)
        return [f"there are {points} points in {self.round} rounds"] if points > self.round else []

    def text(self, move: int) -> str:
        return WORDS[move]

    def parse(self, text: str) -> int:
        if text not in WORDS:
            raise IllegalMove("there are lay 1 to lay 5")
        return WORDS.index(text)

    def why_not(self, move: int) -> str:
        return f"no {move + 1} in hand"

    def result(self) -> Result:
        if self.player is not None:
            raise ValueError("the game goes on")
        most = max(self.scores)
        winners = tuple(seat for seat, score in enumerate(self.scores) if score == most)
        return Result(tuple(self.scores), winners, f"{most} points are the most")

    def clone(self) -> PeaksState:
        copy = PeaksState.__new__(PeaksState)
        copy.player = self.player
        copy.deck = self.deck.copy()
        copy.discard = self.discard.copy()
        copy.hands = [hand.copy() for hand in self.hands]
        copy.laid = self.laid.copy()
        copy.round = self.round
        copy.scores = self.scores.copy()
        copy.shuffler = self.shuffler.clone()
        return copy

    def determinize(self, seat: int, shuffler: Shuffler) -> PeaksState:
        for _ in range(DEALS):
            world = self.clone()
            asked = world.deal_anew(seat, shuffler)
            if asked is None or len(set(world.hands[asked])) > 1:
                break
        world.advance()
        return world

    def deal_anew(self, seat: int, shuffler: Shuffler) -> int | None:
        """Deals what the seat can't see; gives who is asked now, if anybody is."""
        hidden = self.deck
        counts = [len(hand) + (card is not None) for hand, card in zip(self.hands, self.laid, strict=True)]
        for other in range(len(self.hands)):
            if other != seat:
                hidden += self.hands[other] + [
                    card for card in self.laid[other : other + 1] if card is not None
                ]
        hidden.sort()
        shuffler.shuffle(hidden)
        asked = None
        if self.player is not None:
            has_laid = self.laid[seat] is not None
            asked = seat if self.player == seat else other_asked(seat, len(self.hands), has_laid, shuffler)
        for other, count in enumerate(counts):
            if other != seat:
                hand, hidden = hidden[:count], hidden[count:]
                self.laid[other] = hand.pop() if asked is not None and other < asked and hand else None
                self.hands[other] = sorted(hand)
        self.deck = hidden
        self.shuffler = shuffler.apart()
        return asked

    def is_secret(self, move: int) -> bool:
        del move
        return True

    def turns(self) -> int:
        return self.round

    def to_dict(self) -> Position:
        seats = [
            {"hand": cards(hand), "laid": None if laid is None else str(laid + 1), "score": score}
            for hand, laid, score in zip(self.hands, self.laid, self.scores, strict=True)
        ]
        return {
            "game": "peaks",
            "phase": "over" if self.player is None else "lay",
            "round": self.round,
            "player": self.player,
            "seats": seats,
            "deck": cards(self.deck),
            "discard": cards(self.discard),
            "shuffler": shuffler_position(self.shuffler),
        }

    def view(self, seat: int) -> View:
        seen: View = self.to_dict()
        for other, theirs in enumerate(seen["seats"]):
            if other != seat:
                # Who has laid a card already is not to be seen.
                theirs["hand"] = len(theirs["hand"]) + (theirs.pop("laid") is not None)
        seen["deck"] = len(self.deck)
        del seen["shuffler"], seen["player"]
        return {**seen, "seat": seat, "asked": self.player == seat}


def cards(ranks: Sequence[int]) -> list[str]:
    return [str(rank + 1) for rank in ranks]


class Peaks(Game):
    def __init__(self) -> None:
        self.name = "peaks"
        self.title = "Peaks"
        self.seats = (2, 3)
        self.options = ()
        self.moves = RANKS
        self.longest = RANKS * COPIES

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> PeaksState:  # noqa: ARG002
        state = PeaksState()
        deck = [rank for rank in range(RANKS) for _ in range(COPIES)]
        shuffler.shuffle(deck)
        state.hands = [sorted(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)]
        state.deck = deck[HAND * seats :]
        state.discard = []
        state.laid = [None] * seats
        state.round = 1
        state.scores = [0] * seats
        state.shuffler = shuffler
        state.advance()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{"seats": 2}, {"seats": 3}]

    def from_dict(self, position: Mapping[str, Any]) -> PeaksState:
        given = position_reader(position)
        given.only(("game", "phase", "round", "player", "seats", "deck", "discard", "shuffler"))
        seats = given.key("seats").items()
        state = PeaksState()
        state.hands = [seat.key("hand").cards(NAMES) for seat in seats]
        state.laid = [read_laid(seat.key("laid", None)) for seat in seats]
        state.scores = [seat.key("score").whole(0, RANKS * COPIES) for seat in seats]
        state.deck = given.key("deck").cards(NAMES)
        state.discard = given.key("discard").cards(NAMES)
        state.round = given.key("round").whole(1, RANKS * COPIES)
        state.shuffler = read_shuffler(given)
        everywhere = Counter([*state.deck, *state.discard, *(card for hand in state.hands for card in hand)])
        everywhere.update(card for card in state.laid if card is not None)
        if any(count > COPIES for count in everywhere.values()):
            given.error("too many cards of a rank")
        given.finish()
        state.advance()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        for _ in range(DEALS):
            position = self._deal(view, seat, shuffler)
            asked = position["player"]
            if asked is None or len(set(position["seats"][asked]["hand"])) > 1:
                break
        return position

    def _deal(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        seen = [*view["discard"], *view["seats"][seat]["hand"]]
        seen += [theirs["laid"] for theirs in view["seats"] if theirs.get("laid")]
        rest = list((Counter(cards([*range(RANKS)] * COPIES)) - Counter(seen)).elements())
        order = list(range(len(rest)))
        shuffler.shuffle(order)
        hidden = [rest[index] for index in order]
        asked = self._asked(view, seat, shuffler)
        seats = []
        for other, theirs in enumerate(view["seats"]):
            if other == seat:
                seats.append(dict(theirs))
                continue
            hand, hidden = hidden[: theirs["hand"]], hidden[theirs["hand"] :]
            laid = hand.pop() if asked is not None and other < asked and hand else None
            seats.append({"hand": sorted(hand), "laid": laid, "score": theirs["score"]})
        known = {key: view[key] for key in ("game", "phase", "round", "discard")}
        fresh = shuffler_position(shuffler.apart())
        return {**known, "player": asked, "seats": seats, "deck": hidden, "shuffler": fresh}

    def _asked(self, view: View, seat: int, shuffler: Shuffler) -> int | None:
        """Who may be asked, as far as this seat knows."""
        if view["phase"] == "over":
            return None
        if view["asked"]:
            return seat
        own = view["seats"][seat]
        return other_asked(seat, len(view["seats"]), own["laid"] is not None, shuffler)

    def referee(self) -> Referee:
        return PeaksReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        return [(f"seat {seat}", theirs["hand"]) for seat, theirs in enumerate(state.to_dict()["seats"])]


def other_asked(seat: int, seats: int, has_laid: bool, shuffler: Shuffler) -> int:
    """Which other seat is asked, as far as this one knows: after those that have laid a card."""
    others = range(seat + 1, seats) if has_laid else range(seat)
    return others[shuffler.below(len(others))]


def read_laid(given: Reader) -> int | None:
    return None if given.value is None else NAMES[given.word(NAMES, "card")]


class PeaksReferee(Referee):
    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        lying = [*position["deck"], *position["discard"]]
        for theirs in position["seats"]:
            lying += [*theirs["hand"], *([theirs["laid"]] if theirs["laid"] else [])]
        return {"all": lying}

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        scores = tuple(theirs["score"] for theirs in position["seats"])
        return scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores))
