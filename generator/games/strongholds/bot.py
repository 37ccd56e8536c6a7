"""Strongholds: the royals that are left when the turn is over, and the cards in hand.

What is left of the turn is played plainly by all: one's strongest attack, by the seat that thinks at whoever
has the weakest home, by the others at anyone; troops are pitted wherever they can be; and cards are laid as
long as what gets through would kill somebody, each where it stops the most.
"""

from __future__ import annotations

from random import Random

from generator.games.strongholds.bot_deal import open_deal
from generator.games.strongholds.cards import DOUBLES, LIFTS, Cards
from generator.games.strongholds.game import StrongholdsGame
from generator.games.strongholds.moves import DONE, LAYS, NAMES_GENERAL, NAMES_TARGET, PITS, SENDS
from generator.games.strongholds.play import Strongholds
from generator.games.strongholds.player import Player
from generator.rules import Game, Position, State
from generator.rules.evaluation import WIN, Evaluator

__all__ = ["open_deal", "open_evaluator"]

_ROYALS = (0.0, 30.0, 45.0, 57.0, 66.0, 73.0, 78.0)
"""What so many royals are worth: the fewer, the more each counts."""
_HEALTH = 0.8
"""The worth of a point of a royal's health."""
_TROOP, _PER_POWER = 0.4, 0.12
"""What a troop in hand is worth: a fixed part, and one for each point of power."""
_ACE, _JOKER = 3.0, 1.5
_MOST_ROYALS = len(_ROYALS) - 1


class StrongholdsEvaluator(Evaluator):
    def __init__(self, game: StrongholdsGame) -> None:
        self._cards = game.cards
        self._does = game.table.does
        self._card = game.table.card
        self._on = game.table.on

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        assert isinstance(state, Strongholds)
        chance = Random(asked["shuffler"]["seed"])
        while state.player is not None and state.turn == asked["turn"]:
            player = state.players[state.player]
            moves = [move for move in state.choices if self._does[move] == PITS]
            if player.attackers:
                state.apply(self._defend(state, player, moves))
            else:
                state.apply(self._muster(state, player, None if state.player == seat else chance))
        return state

    # Muster

    def _muster(self, state: Strongholds, player: Player, chance: Random | None) -> int:
        """The next move of a plain attack; ``chance`` draws the lots of a seat whose mind is not known."""
        moves = state.choices
        last = self._does[moves[-1]]
        if last == NAMES_GENERAL:
            generals = [move for move in moves if self._does[move] == NAMES_GENERAL]
            if chance is not None:
                return chance.choice(generals)
            return max(generals, key=lambda move: self._attack(player, self._card[move]))
        if last == NAMES_TARGET:
            if chance is not None:
                return chance.choice(moves)
            return min(moves, key=lambda move: self._strength(state, self._card[move]))
        troops = [move for move in moves if self._does[move] == SENDS]
        return max(troops, key=lambda move: self._power(player.general, self._card[move]))

    def _attack(self, player: Player, general: int) -> int:
        """The power of the strongest battalion that the hand has for a general."""
        cards = self._cards
        troops = player.troops_in_hand(cards.first_royal)
        powers = sorted((self._power(general, troop) for troop in troops), reverse=True)[
            : cards.sends[general]
        ]
        if not powers:
            return 0
        if cards.ability[general] == LIFTS:
            return powers[0] * len(powers)
        return sum(powers) if cards.ability[general] == DOUBLES else 2 * powers[0]

    def _power(self, general: int, troop: int) -> int:
        cards = self._cards
        doubled = cards.ability[general] == DOUBLES and cards.colour[general] == cards.colour[troop]
        return cards.power[troop] * (cards.queen_times if doubled else 1)

    def _strength(self, state: Strongholds, number: int) -> int:
        """What an opponent's royals can bear together."""
        return sum(self._cards.health[royal] for royal in state.players[number].royals)

    # Defence

    def _defend(self, state: Strongholds, player: Player, pits: list[int]) -> int:
        """The next move of a plain defence."""
        left = state.left
        if pits:
            return max(pits, key=lambda move: min(left[self._card[move]], left[self._on[move]]))
        power = state.power_through(player)
        home = player.home()
        bears = min((self._cards.health[royal] for royal in home), default=1)
        if power < bears:
            return DONE
        best, most = DONE, 0.0
        for move in state.choices:
            if self._does[move] == LAYS:
                stopped = self._stopped(left[self._on[move]], self._card[move], self._on[move])
                if stopped > most:
                    best, most = move, stopped
        return best

    def _stopped(self, left: int, card: int, on: int) -> float:
        """How well a card is laid: what it stops, less for what of it would be wasted."""
        cards: Cards = self._cards
        if cards.is_royal(on) and cards.ability[on] in (DOUBLES, LIFTS):
            return 0.0
        if cards.is_ace(card):
            return left - 5.0
        power = cards.power[card]
        return min(power, left) - 0.5 * max(power - left, 0)

    # Worth

    def evaluate(self, position: Position, seat: int) -> float:
        strengths = [self._of(given["royals"], given["hand"]) for given in position["seats"]]
        if position["seats"][seat]["out"]:
            return -WIN
        others = [strength for number, strength in enumerate(strengths) if number != seat]
        return strengths[seat] - sum(others) / len(others)

    def _of(self, royals: list[str], hand: list[str]) -> float:
        """What a seat has, the more the better."""
        cards = self._cards
        worth = _ROYALS[min(len(royals), _MOST_ROYALS)]
        worth += _HEALTH * sum(cards.health[cards.number[royal]] for royal in royals)
        for word in hand:
            card = cards.number[word]
            if cards.is_troop(card):
                worth += _TROOP + _PER_POWER * cards.power[card]
            else:
                worth += _ACE if cards.is_ace(card) else _JOKER
        return worth

    def outlook(self, position: Position, seat: int) -> str:
        told = []
        for number, given in enumerate(position["seats"]):
            name = "you" if number == seat else f"seat {number}"
            told.append(f"{name} {'out' if given['out'] else len(given['royals'])}")
        return f"after this turn royals left: {', '.join(told)}"


def open_evaluator(game: Game) -> Evaluator:
    """The judge of this game's positions."""
    if not isinstance(game, StrongholdsGame):
        raise TypeError(f"{game.title} is not Strongholds")
    return StrongholdsEvaluator(game)
