"""Strongholds: the royals that are left when the turn is over, and the cards in hand.

What is left of the turn is played plainly by all: one's strongest attack, by the seat that thinks at whoever
has the weakest home, by the others at anyone; troops are pitted wherever they can be; and cards are laid as
long as what gets through would kill somebody, each where it stops the most.

Hands are drawn from the one deck, in which no card is there twice; ranks are counted, and all troops.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.games.strongholds import Strongholds
from generator.games.strongholds.notation import DONE, LAYS, NAMES_GENERAL, NAMES_TARGET, PITS, SENDS
from generator.games.strongholds.table import SHARES, Cards, Player, battalion_powers
from generator.games.strongholds.worlds import StrongholdsState
from generator.rules import Game, State
from generator.rules.evaluation import WIN, Deal, Evaluator

_ROYALS = (0.0, 30.0, 45.0, 57.0, 66.0, 73.0, 78.0)
"""What so many royals are worth: the fewer, the more each counts, for the last is the game."""
_HEALTH = 0.8
"""The worth of a point of a royal's health: small beside a royal, and of two royals the healthier is kept."""
_TROOP, _PER_POWER = 0.4, 0.12
"""What a troop in hand is worth: a fixed part, as it fills a battalion, and one for each point of power."""
_ACE, _JOKER = 3.0, 1.5
"""An ace stops any card or draws others: twice a high troop. A joker stops only an ability, about as much as
one high troop does."""
_KEEPS_ACE = 5.0
"""An ace is laid only on what a middling troop would not stop as well."""
_WASTE = 0.5
"""Of a troop that is stronger than what it stops, half of the rest counts against laying it there."""
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def open_evaluator(game: Game) -> Evaluator:
    """The evaluator of this game's states."""
    return StrongholdsEvaluator(_strongholds(game))


def open_deal(game: Game) -> Deal:
    """The one deck of this game."""
    return SharedDeck(_strongholds(game).cards)


def _strongholds(game: Game) -> Strongholds:
    if not isinstance(game, Strongholds):
        raise TypeError(f"{game.title} is not Strongholds")
    return game


class StrongholdsEvaluator(Evaluator):
    """Plays a turn to its end, and counts what is left."""

    scale = 40.0

    def __init__(self, game: Strongholds) -> None:
        self._cards = game.cards
        self._does = game.notation.does
        self._card = game.notation.card
        self._on = game.notation.on
        self._in_hand = [_in_hand(game.cards, card) for card in range(len(game.cards.all))]

    def moment(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, StrongholdsState)
        return state.turn, state.shuffler.seed

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        assert isinstance(state, StrongholdsState)
        turn, seed = moment
        chance: Random | None = None
        while state.player is not None and state.turn == turn:
            player = state.players[state.player]
            if player.attackers:
                state.apply(self._defend(state, player))
            elif state.player == seat:
                state.apply(self._muster(state, player, None))
            else:
                # Most turns need none, and a seed takes as long as several moves.
                chance = chance or Random(seed)
                state.apply(self._muster(state, player, chance))
        return state

    # Muster

    def _muster(self, state: StrongholdsState, player: Player, chance: Random | None) -> int:
        """The next move of a plain attack; ``chance`` chooses for a seat whose mind is not known."""
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
        return max(troops, key=lambda move: self._powers(player.general, (self._card[move],))[0])

    def _attack(self, player: Player, general: int) -> int:
        """The power of the strongest battalion that the hand has for a general."""
        cards = self._cards
        troops = player.troops_in_hand(cards.first_royal)
        if not troops:
            return 0
        ranked = sorted(troops, key=lambda troop: -self._powers(general, (troop,))[0])
        powers = self._powers(general, tuple(ranked[: cards.sends[general]]))
        himself = powers[0] if cards.ability[general] == SHARES else 0
        return sum(powers) + himself

    def _powers(self, general: int, troops: tuple[int, ...]) -> list[int]:
        return battalion_powers(self._cards, general, troops, self._cards.ability[general])

    def _strength(self, state: StrongholdsState, number: int) -> int:
        """What an opponent's royals can bear together."""
        return sum(self._cards.health[royal] for royal in state.players[number].royals)

    # Defence

    def _defend(self, state: StrongholdsState, player: Player) -> int:
        """The next move of a plain defence."""
        left = state.left
        pits = [move for move in state.choices if self._does[move] == PITS]
        if pits:
            return max(pits, key=lambda move: min(left[self._card[move]], left[self._on[move]]))
        power = state.power_through(player)
        bears = min((self._cards.health[royal] for royal in player.home()), default=1)
        if power < bears:
            return DONE
        best, most = DONE, 0.0
        for move in state.choices:
            if self._does[move] == LAYS:
                attack = state.attack_of(self._on[move])
                if attack > most:
                    stopped = self._stopped(self._card[move], attack)
                    if stopped > most:
                        best, most = move, stopped
        return best

    def _stopped(self, card: int, left: int) -> float:
        """How well a card is laid on an attack of which so much is left: what it stops, which is never more
        than that, less for what of it would be wasted."""
        if self._cards.is_ace(card):
            return left - _KEEPS_ACE
        power = self._cards.power[card]
        return min(power, left) - _WASTE * max(power - left, 0)

    # What a position is worth

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, StrongholdsState)
        if state.players[seat].out:
            return -WIN
        strengths = [self._worth(player) for player in state.players]
        others = [strength for number, strength in enumerate(strengths) if number != seat]
        return strengths[seat] - sum(others) / len(others)

    def _worth(self, player: Player) -> float:
        """What a seat has, the more the better."""
        worth = _ROYALS[min(len(player.royals), len(_ROYALS) - 1)]
        worth += _HEALTH * sum([self._cards.health[royal] for royal in player.royals])
        for card in player.hand:
            worth += self._in_hand[card]
        return worth

    def outlook(self, state: State, seat: int) -> str:
        position = state.to_dict()
        royals = []
        for number, given in enumerate(position["seats"]):
            name = "you" if number == seat else f"seat {number}"
            royals.append(f"{name} {'out' if given['out'] else len(given['royals'])}")
        return f"after this turn royals left: {', '.join(royals)}"


def _in_hand(cards: Cards, card: int) -> float:
    """What a card in hand is worth."""
    if cards.is_troop(card):
        return _TROOP + _PER_POWER * cards.power[card]
    return _ACE if cards.is_ace(card) else _JOKER


class SharedDeck(Deal):
    """All seats draw from one deck."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards

    def deck(self, state: State, seat: int) -> Sequence[str]:
        del seat
        position = state.to_dict()
        hands = [card for given in position["seats"] for card in given["hand"]]
        return sorted([*hands, *position["pile"]], key=self._order)

    def kinds(self, card: str) -> Sequence[str]:
        number = self._cards.number[card]
        if not self._cards.is_troop(number):
            return (self._cards.all[number].kind,)
        power = self._cards.power[number]
        return ("troop", _NUMBER_WORDS[power - 1] if power <= len(_NUMBER_WORDS) else str(power))

    def _order(self, card: str) -> tuple[bool, bool, int, str]:
        """Troops by number and suit, then aces, then jokers."""
        number = self._cards.number[card]
        return (
            self._cards.is_joker(number),
            self._cards.is_ace(number),
            self._cards.power[number],
            card,
        )
