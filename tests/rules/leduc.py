"""Leduc poker, two seats: a whole game of the protocol in one file, for tests and as an example.

Six cards, two each of jack, queen and king. Both seats pay a chip and get a card. Two rounds of bets, seat 0
first in each: fold, call (which is also a check), raise by 2 chips in the first round and by 4 in the second,
at most two raises a round. Between the rounds a card is laid on the table. A pair with it wins, else the
higher rank; equal ranks share. These are the rules of OpenSpiel's ``leduc_poker``; a test holds them equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from generator.rules import Game, IllegalMove, Position, Referee, Result, Shuffler, State, View
from generator.rules.positions import position_reader, read_shuffler, shuffler_position

CARDS = ("J1", "J2", "Q1", "Q2", "K1", "K2")
NUMBERS = {card: number for number, card in enumerate(CARDS)}
DEALS = tuple(permutations(range(6), 3))
"""A card for each hand and one for the table, in every way that there is."""
ANTE, BETS, RAISES = 1, (2, 4), 2
MOVES = ("fold", "call", "raise")
FOLD, CALL, RAISE = range(3)
LEGAL = ((CALL, RAISE), (FOLD, CALL, RAISE), (FOLD, CALL))
"""By the raises in this round: after one, whoever is asked owes a bet and may fold."""
KEYS = ("game", "phase", "round", "player", "hands", "table", "deck", "stake", "raises", "folded", "shuffler")


class LeducState(State):
    __slots__ = ("deal", "folded", "raises", "round", "shuffler", "stake")

    deal: tuple[int, ...]
    """Seat 0's card, seat 1's, and the one for the table."""
    stake: int
    """Chips that each seat paid and the other matched; the raises of this round lie on top."""
    folded: int | None

    def __init__(self, deal: tuple[int, ...], shuffler: Shuffler) -> None:
        self.player = 0
        self.round = 0
        self.raises = 0
        self.stake = ANTE
        self.folded = None
        self.deal = deal
        self.shuffler = shuffler

    def legal(self) -> tuple[int, ...]:
        return LEGAL[self.raises] if self.player is not None else ()

    def apply(self, move: int) -> None:
        seat = self.player
        if move == RAISE:
            self.raises += 1
            self.player = 1 if seat == 0 else 0
        elif move == FOLD:
            self.stake += BETS[self.round] * (self.raises - 1)
            self.folded = seat
            self.player = None
        elif self.raises == 0 and seat == 0:
            self.player = 1
        else:
            self.stake += BETS[self.round] * self.raises
            self.raises = 0
            self.player = 0 if self.round == 0 else None
            self.round = 1

    def text(self, move: int) -> str:
        return MOVES[move]

    def parse(self, text: str) -> int:
        if text not in MOVES:
            raise IllegalMove(f"{text!r} is not a move; there are fold, call and raise")
        return MOVES.index(text)

    def why_not(self, move: int) -> str:
        return (
            "nobody has raised: no need to fold" if move == FOLD else f"{RAISES} raises a round, and no more"
        )

    def strength(self, seat: int) -> tuple[bool, int]:
        """What the seat's card is worth beside the one on the table: the greater wins."""
        rank = self.deal[seat] // 2
        return rank == self.deal[2] // 2, rank

    def result(self) -> Result:
        if self.player is not None:
            raise ValueError("the game goes on")
        if self.folded is None and self.strength(0) == self.strength(1):
            return Result((0, 0), (0, 1), "both hold the same rank")
        if self.folded is not None:
            winner, reason = 1 - self.folded, "the other seat folded"
        else:
            winner = int(self.strength(1) > self.strength(0))
            reason = "it makes a pair" if self.strength(winner)[0] else "the higher card"
        won = self.stake if winner == 0 else -self.stake
        return Result((won, -won), (winner,), reason)

    def clone(self) -> LeducState:
        copy = LeducState.__new__(LeducState)
        copy.player = self.player
        copy.round = self.round
        copy.raises = self.raises
        copy.stake = self.stake
        copy.folded = self.folded
        copy.deal = self.deal
        copy.shuffler = self.shuffler.clone()
        return copy

    def determinize(self, seat: int, shuffler: Shuffler) -> LeducState:
        world = self.clone()
        is_shown = self.player is None and self.folded is None
        seen = self.deal if is_shown else self.deal[seat : seat + 1]
        seen = (*seen, *self.deal[2:]) if self.round else seen
        hidden = [card for card in range(len(CARDS)) if card not in seen]
        shuffler.shuffle(hidden)
        deal = list(self.deal)
        if not is_shown:
            deal[1 - seat] = hidden.pop()
        if not self.round:
            deal[2] = hidden[0]
        world.deal = (deal[0], deal[1], deal[2])
        world.shuffler = shuffler.apart()
        return world

    def turns(self) -> int:
        return self.round + 1

    def to_dict(self) -> Position:
        hands, third = [[CARDS[card]] for card in self.deal[:2]], [CARDS[self.deal[2]]]
        rest = [card for number, card in enumerate(CARDS) if number not in self.deal]
        phase = "over" if self.player is None else "bet"
        table, deck = (third, rest) if self.round else ([], third + rest)
        chance = shuffler_position(self.shuffler)
        values = ("leduc", phase, self.round + 1, self.player, hands, table, deck, self.stake, self.raises)
        return dict(zip(KEYS, (*values, self.folded, chance), strict=True))

    def view(self, seat: int) -> View:
        shown: View = self.to_dict() | {"seat": seat, "asked": self.player == seat}
        del shown["shuffler"]
        if self.player is not None or self.folded is not None:
            shown["hands"][1 - seat] = 1
        return shown | {"deck": len(shown["deck"])}


class Leduc(Game):
    def __init__(self) -> None:
        self.name = "leduc"
        self.title = "Leduc poker"
        self.seats = (2,)
        self.options = ()
        self.moves = len(MOVES)
        self.longest = 8

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> LeducState:  # noqa: ARG002
        return LeducState(DEALS[shuffler.below(len(DEALS))], shuffler)

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{}]

    def from_dict(self, position: Mapping[str, Any]) -> LeducState:
        """Of a game just dealt, ``hands`` and ``deck`` are enough."""
        given = position_reader(position)
        given.only(KEYS)
        hands = [hand.cards(NUMBERS) for hand in given.key("hands").items(2)]
        rows = [*hands, given.key("table", []).cards(NUMBERS), given.key("deck").cards(NUMBERS)]
        cards = [card for row in rows for card in row]
        state = LeducState(tuple(cards[:3]), read_shuffler(given))
        over = given.key("phase", "bet").word(("bet", "over"), "phase") == "over"
        state.player = None if over else given.key("player", 0).whole(0, 1)
        state.round = given.key("round", 1).whole(1, 2) - 1
        state.raises = given.key("raises", 0).whole(0, RAISES)
        state.stake = given.key("stake", ANTE).whole(ANTE, ANTE + RAISES * sum(BETS))
        if over and given.key("folded", None).value is not None:
            state.folded = given.key("folded").whole(0, 1)
        for number, count in Counter(cards).items():
            if count > 1:
                given.error(f"{CARDS[number]} is there {count} times")
        if [len(row) for row in rows[:3]] != [1, 1, state.round] or len(cards) < 3:
            given.error("a hand is one card, and in round 2 one lies on the table")
        if not _can_be(state):
            given.error("nobody comes to this stake, with so many raises, in this round and phase")
        given.finish()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:  # noqa: ARG002
        seen = [card for cards in (*view["hands"], view["table"]) if cards != 1 for card in cards]
        hidden = [number for card, number in NUMBERS.items() if card not in seen]
        shuffler.shuffle(hidden)
        hands = [hand if hand != 1 else [CARDS[hidden.pop()]] for hand in view["hands"]]
        # Only the card that will be laid on the table has a place; of the others the order is no matter.
        on_top = 2 - view["round"]
        deck = hidden[:on_top] + sorted(hidden[on_top:])
        dealt = {"hands": hands, "deck": [CARDS[number] for number in deck]}
        known = {key: view[key] for key in KEYS if key in view}
        return known | dealt | {"shuffler": shuffler_position(shuffler.apart())}

    def referee(self) -> Referee:
        return LeducReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        return [(f"seat {seat}", hand) for seat, hand in enumerate(state.to_dict()["hands"])]


def _can_be(state: LeducState) -> bool:
    """Whether bets can come to this: raises up to two a round, matched before the next round and the end."""
    before = {ANTE + BETS[0] * raises for raises in range(RAISES + 1)} if state.round else {ANTE}
    if state.player is not None:
        return state.stake in before
    if state.folded is not None:
        return state.raises > 0 and state.stake - BETS[state.round] * (state.raises - 1) in before
    matched = {stake + BETS[1] * raises for stake in before for raises in range(RAISES + 1)}
    return state.round == 1 and state.raises == 0 and state.stake in matched


class LeducReferee(Referee):
    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        return {"all": [*position["hands"][0], *position["hands"][1], *position["table"], *position["deck"]]}

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        order = ["J", "Q", "K", *(card[0] for card in position["table"])]
        worth = [max(at for at, rank in enumerate(order) if rank == hand[0][0]) for hand in position["hands"]]
        if position["folded"] is not None:
            worth[position["folded"]] = -1
        if worth[0] == worth[1]:
            return (0, 0), (0, 1)
        winner = worth.index(max(worth))
        won = position["stake"]
        return ((won, -won), (0,)) if winner == 0 else ((-won, won), (1,))
