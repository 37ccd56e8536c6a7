"""Battle Gate, by Marc Wolff: decks of characters that attack, defend and boost, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import join_words, pluralize
from generator.games.battle_gate.config import Deck, DeckReader, RulesConfig, read_config
from generator.games.battle_gate.position import read_position, restored
from generator.games.battle_gate.rules import GAME, BattleGateState, new_state, shared_by
from generator.rules.fields import DeclaredGame
from generator.rules.protocol import Option, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler


def open_game(database: Database, problems: Problems) -> BattleGate | None:
    """The game with the numbers of the database; None if some are missing or wrong."""
    config = read_config(database, problems)
    return None if config is None else BattleGate(config)


class BattleGate(DeclaredGame):
    """The rules of Battle Gate, with the numbers of its card database."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = GAME
        self.title = config.title
        self.seats = config.seats
        self.config = config
        self.shared = shared_by(config)
        self.form = self.shared.form
        self.decks = DeckReader(config, self.shared.terms.numbers())
        help = "a deck for each seat: the name of a deck, or a list of kinds of cards"
        decks = Option("decks", help, None, self.decks.read)
        self.options = (decks, limit_option("max_turns", config.max_turns, "turn"))
        self.moves = self.shared.count
        self.unordered = frozenset({"discard", "field", "hand"})
        self.longest = config.max_turns * _max_decisions(config)
        self.symmetric = True

    def seats_for(self, options: Mapping[str, Any]) -> int:
        """As many seats as there are decks."""
        decks = options["decks"]
        if decks is None:
            return self.seats[0]
        if len(decks) not in self.seats:
            numbers = join_words([str(number) for number in self.seats])
            raise InputError(f"{self.title} is for {numbers} players, got {pluralize(len(decks), 'deck')}")
        return len(decks)

    # Setting up

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        """Shuffles and cuts for the first turn, then shuffles again, so that nobody knows a bottom card."""
        decks: Sequence[Deck] | None = options["decks"]
        if decks is None:
            bundled = list(self.decks.bundled.values())
            decks = [bundled[seat % len(bundled)] for seat in range(seats)]
        if len(decks) != seats:
            raise InputError(
                f"{self.title} with {seats} players takes {seats} decks, got {pluralize(len(decks), 'deck')}"
            )
        shared = self.shared
        first = _first_player(decks, shared.power, shuffler)
        players = [shared.new_player(_shuffled(deck, shuffler)) for deck in decks]
        state = new_state(shared, players, first, shuffler)
        state.max_turns = options["max_turns"]
        state.advance()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of seats by turns, until every bundled deck has been at a table of every size."""
        names = list(self.decks.bundled)
        return [
            {"seats": seats, "decks": [names[(begin + seat) % len(names)] for seat in range(seats)]}
            for begin in range(0, len(names), 2)
            for seats in self.seats
        ]

    def read(self, position: Mapping[str, Any], *, checked: bool) -> BattleGateState:
        return (read_position if checked else restored)(position, self.shared)

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        state = self.read(self.filled(view, seat), checked=False)
        state.deal(seat, shuffler)
        return state.to_dict()

    def rotate_move(self, move: int, position: Position, by: int) -> int:
        return self.shared.rotate(move, by, len(position["seats"]))

    def referee(self) -> Referee:
        return BattleGateReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """What each seat draws in its own first turn, as the decks lie now."""
        assert isinstance(state, BattleGateState)
        openings = []
        for seat, player in enumerate(state.players):
            # What is drawn from the top, in the order of the card list.
            drawn = sorted(player.deck[::-1][: self.config.limits.other_hand])
            cards = player.hand.cards() if player.started else drawn
            name = f"seat {seat}, first" if seat == state.first else f"seat {seat}"
            openings.append((name, self.shared.words(cards)))
        return openings


def _first_player(decks: Sequence[Deck], power: list[int], shuffler: Shuffler) -> int:
    """The seat that goes first: it shows the highest power at the bottom of its deck, shuffled and cut.

    Those who tie shuffle and cut again among themselves. Where all their cards have one and the same power,
    lots are drawn.
    """
    seats = list(range(len(decks)))
    while len(seats) > 1:
        # Shuffled and cut, every card is as likely at the bottom as any other.
        bottoms = [power[decks[seat][shuffler.below(len(decks[seat]))]] for seat in seats]
        seats = [seat for seat, bottom in zip(seats, bottoms, strict=True) if bottom == max(bottoms)]
        if len(seats) > 1 and len({power[card] for seat in seats for card in decks[seat]}) == 1:
            return seats[shuffler.below(len(seats))]
    return seats[0]


def _shuffled(deck: Deck, shuffler: Shuffler) -> list[int]:
    """The deck in a new order, from the bottom."""
    cards = list(deck)
    shuffler.shuffle(cards)
    return cards


def _max_decisions(config: RulesConfig) -> int:
    """A bound on the decisions of one turn: each moves a card, ends a phase or passes between two boosts."""
    cards, seats = config.limits.max_cards, config.seats[-1]
    own_turn = 1 + 3 * (cards + 1)
    defence = (seats - 1) * (cards + 1 + cards)
    window = seats * (seats * cards + 1)
    return own_turn + defence + window


# The referee judges positions by what is written in them alone, without the engine.


class BattleGateReferee(Referee):
    """Counts what the seats own, and says who has won."""

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """By seat what it has in deck, hand, field and discard pile, and its boosts of this combat."""
        owned = {
            str(seat): [*given["deck"], *given["hand"], *given["field"], *given["discard"]]
            for seat, given in enumerate(position["seats"])
            if not given["out"]
        }
        for attack in position.get("attacks", ()):
            owned[str(position["active"])] += attack["boosts"]
            owned[str(attack["target"])] += attack["block_boosts"]
        return owned

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Whoever is not out shares the win; the game has no points."""
        scores = [0 if given["out"] else 1 for given in position["seats"]]
        return tuple(scores), tuple(seat for seat, score in enumerate(scores) if score == 1)

    def cut_short(self, position: Position) -> bool:
        """By the rules a game ends when a single player is left."""
        return sum(not given["out"] for given in position["seats"]) > 1
