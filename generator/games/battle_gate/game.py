"""Battle Gate as a game of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.wording import join_words, pluralize
from generator.games.battle_gate.board import Board
from generator.games.battle_gate.decks import Deck, DeckReader, check_seats, find_first, shuffled
from generator.games.battle_gate.hidden import imagined
from generator.games.battle_gate.numbers import Numbers
from generator.games.battle_gate.position import read_position
from generator.games.battle_gate.referee import BattleGateReferee
from generator.games.battle_gate.state import BattleGateState
from generator.games.battle_gate.table import Player, new_player
from generator.games.battle_gate.tables import Tables
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Option, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler


class BattleGate(Game):
    """The rules of Battle Gate, with the numbers of its card database."""

    def __init__(self, numbers: Numbers) -> None:
        self.name = "battle-gate"
        self.title = numbers.title
        self.seats = numbers.seats
        self.tables = Tables(numbers)
        self.decks = DeckReader(self.tables.kinds, numbers)
        self.options = (
            Option(
                "decks",
                "a deck for each seat: the name of a deck, or a list of kinds of cards",
                None,
                self.decks.read,
            ),
            limit_option("max_turns", numbers.max_turns, "turn"),
        )
        self.moves = self.tables.moves.count
        self.longest = numbers.max_turns * _most_decisions(numbers)

    def seats_for(self, options: Mapping[str, Any]) -> int:
        """As many seats as there are decks."""
        decks = options["decks"]
        if decks is None:
            return self.seats[0]
        if len(decks) not in self.seats:
            numbers = join_words([str(number) for number in self.seats])
            raise InputError(f"{self.title} is for {numbers} players, got {pluralize(len(decks), 'deck')}")
        return len(decks)

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        """Shuffles and cuts for the first turn, then shuffles again, so that nobody knows a bottom card."""
        decks: tuple[Deck, ...] | None = options["decks"]
        if decks is None:
            decks = self.decks.first(seats)
        check_seats(decks, seats, self.title)
        tables = self.tables
        first = find_first(decks, tables.kinds, shuffler)
        players = [
            new_player(shuffled(deck, shuffler), tables.kinds.count, len(tables.kinds.classes))
            for deck in decks
        ]
        state = BattleGateState(tables, players, first, options["max_turns"], shuffler)
        state.settle(state.begin_turn())
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of seats by turns, until every bundled deck has been at a table of every size."""
        names = list(self.decks.bundled)
        setups: list[Mapping[str, Any]] = []
        for begin in range(0, len(names), 2):
            for seats in self.seats:
                decks = [names[(begin + seat) % len(names)] for seat in range(seats)]
                setups.append({"seats": seats, "decks": decks})
        return setups

    def from_dict(self, position: Mapping[str, Any]) -> State:
        return read_position(position_reader(position), self.name, self.tables, BattleGateState)

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        """Tries again, within reason, where the one who is asked would have no choice in what was dealt."""
        position = imagined(view, seat, self.tables.kinds, shuffler)
        for _ in range(20):
            if self.from_dict(position).view(seat) == view:
                break
            position = imagined(view, seat, self.tables.kinds, shuffler)
        return position

    def referee(self) -> Referee:
        return BattleGateReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """What each seat draws in its own first turn, as the decks lie now."""
        assert isinstance(state, Board)
        return [
            (f"seat {seat}, first" if seat == state.first else f"seat {seat}", self._opening(player))
            for seat, player in enumerate(state.players)
        ]

    def _opening(self, player: Player) -> list[str]:
        kinds = self.tables.kinds
        if player.started:
            return kinds.words(player.hand.cards())
        drawn = player.deck[: player.left][::-1][: self.tables.other_hand]
        return kinds.words(sorted(drawn))


def _most_decisions(numbers: Numbers) -> int:
    """A bound on the decisions of one turn: each moves a card, ends a phase or passes between two boosts."""
    cards = numbers.most
    seats = numbers.seats[-1]
    own_turn = 1 + 3 * (cards + 1)
    defence = (seats - 1) * (cards + 1 + cards)
    window = seats * (seats * cards + 1)
    return own_turn + defence + window
