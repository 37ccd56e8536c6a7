"""Battle Gate: cards left to live on, and what stands on the field.

A turn under way is played on to the end of its combat: the attacker sends nobody else, or everybody at one
of the others, whichever is better for it; defenders block what they can beat as cheaply as they can; nobody
else boosts.
"""

from __future__ import annotations

from math import log

from generator.games.battle_gate import BattleGate
from generator.games.battle_gate.config import ASSASSIN, MINION, SOLDIER
from generator.games.battle_gate.notation import ATTACK, BOOST, DAMAGE, DEFEND, DONE, FIELD, Player
from generator.games.battle_gate.rules import BattleGateState
from generator.rules import Game, State
from generator.rules.evaluation import WIN, Evaluator, evaluate_result

_LIFE = 12.0
"""The worth of the cards in deck and hand grows with their logarithm: the fewer, the more each counts."""
_FIELD = {MINION: (1.3, 0.35), SOLDIER: (1.0, 0.75), ASSASSIN: (0.9, 0.6)}
"""For each class the worth of a card on the field: a fixed part, and one for each point of power."""
_HAND = (0.05, 0.04)
"""What a card in hand is worth more than one in the deck: a fixed part, and one for each point of power."""


class GateEvaluator(Evaluator):
    """Reads the table itself rather than a position of it: there are many trials in a decision."""

    scale = 7.6

    def __init__(self, game: BattleGate) -> None:
        self._moves = moves = game.shared
        self._power = moves.power
        worth = [_FIELD[name] for name in game.config.limits.classes]
        self._in_play = [
            worth[of_class][0] + worth[of_class][1] * power
            for of_class, power in zip(moves.class_of, moves.power, strict=True)
        ]
        self._in_hand = [_HAND[0] + _HAND[1] * power for power in moves.power]

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        del moment
        assert isinstance(state, BattleGateState)
        if state.phase == FIELD:
            state.apply(DONE)
        if state.phase == ATTACK:
            return max(self._attacks(state), key=lambda end: self._value(end, seat))
        self._fight(state)
        return state

    def _attacks(self, state: BattleGateState) -> list[BattleGateState]:
        """How the turn could go on: without any more attack, or with all of them at one of the others."""
        attacker = state.player
        ends = []
        for target in (None, _prey(state)):
            end = state.clone()
            while end.player == attacker and end.phase == ATTACK:
                end.apply(self._attack_at(end, target))
            self._fight(end)
            ends.append(end)
        return ends

    def _attack_at(self, state: BattleGateState, target: int | None) -> int:
        """The first attack at the target, or the end of the attacks where there is none."""
        number = self._moves.number
        attacks = (move for move in state.legal() if move != DONE and number[move] == target)
        return next(attacks, DONE)

    def _fight(self, state: BattleGateState) -> None:
        """Plays a combat from the blocks on to its end."""
        while True:
            if state.phase == DEFEND:
                self._block(state)
            elif state.phase in (BOOST, DAMAGE):
                state.apply(state.legal()[0])
            else:
                return

    def _block(self, state: BattleGateState) -> None:
        """Lays the blocks of one defender."""
        seat = state.player
        for card, attack in self._plan_blocks(state):
            move = self._moves.block[card][attack]
            if state.player != seat or move not in state.legal():
                return
            state.apply(move)
        if state.player == seat and state.phase == DEFEND:
            state.apply(DONE)

    def _value(self, state: BattleGateState, seat: int) -> float:
        return evaluate_result(state.result(), seat) if state.over else self.evaluate(state, seat)

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, BattleGateState)
        strengths = [self._strength(player) for player in state.players]
        if state.players[seat].out:
            return -WIN
        others = [strength for number, strength in enumerate(strengths) if number != seat]
        return strengths[seat] - sum(others) / len(others)

    def _strength(self, player: Player) -> float:
        """What a seat has, the more the better; one that is out has nothing."""
        if player.out:
            return -_LIFE
        worth = _LIFE * log(1 + _life(player))
        for kind in player.field.cards():
            worth += self._in_play[kind]
        for kind in player.hand.cards():
            worth += self._in_hand[kind]
        return worth

    def outlook(self, state: State, seat: int) -> str:
        assert isinstance(state, BattleGateState)
        parts = []
        for number, player in enumerate(state.players):
            name = "you" if number == seat else f"seat {number}"
            power = sum(self._power[kind] for kind in player.field.cards())
            parts.append(f"{name} {_life(player)} cards in deck and hand and {power} power in play")
        return "; ".join(parts)

    # Blocks: what can be beaten is, by as little as it takes

    def _plan_blocks(self, state: BattleGateState) -> list[tuple[int, int]]:
        """The blocks of the seat that decides: kinds of cards, and the number of the attack for each.

        The strongest attack that its free cards can beat comes first. When what is left unblocked would be
        the end of it, cards are laid before the strongest of these in vain.
        """
        assert state.player is not None
        attacks = state.attacks
        aimed = [number for number, attack in enumerate(attacks) if attack.target == state.player]
        blockers = [kind for kind in state.ready.cards() if self._moves.blockers >> kind & 1]
        free = sorted(blockers, key=self._power.__getitem__)
        plan: list[tuple[int, int]] = []
        through = []
        for number in sorted(aimed, key=lambda number: -attacks[number].power):
            attack = attacks[number]
            laid = self._cheapest(free, attack.power - attack.defence)
            for card in laid:
                free.remove(card)
                plan.append((card, number))
            if not laid and not attack.blocks:
                through.append(number)
        bearable = _life(state.players[state.player]) // self._moves.damage_per_power
        while through and free and sum(attacks[number].power for number in through) > bearable:
            plan.append((free.pop(0), through.pop(0)))
        return plan

    def _cheapest(self, free: list[int], missing: int) -> list[int]:
        """Cards with more power together than is missing, by little; none where they all are too few.

        Where nothing is missing any more nothing is laid. Equal power is taken from a single weaker card only
        if nothing beats the attack.
        """
        power = self._power
        if missing < 0 or not free:
            return []
        for card in free:
            if power[card] > missing:
                return [card]
        laid: list[int] = []
        together = 0
        for card in reversed(free):
            laid.append(card)
            together += power[card]
            if together > missing:
                return laid
        return [card for card in free if power[card] == missing][:1]


def _life(player: Player) -> int:
    """The cards that a player has to live on."""
    return len(player.deck) + player.hand.size


def _prey(state: BattleGateState) -> int:
    """Whom the attacker has begun to attack, or else who has the fewest cards to live on."""
    if state.attacks:
        return state.attacks[-1].target
    players = state.players
    others = [seat for seat in state.others[state.active] if not players[seat].out]
    return min(others, key=lambda seat: _life(players[seat]))


def open_evaluator(game: Game) -> Evaluator:
    """The evaluator of this game's states."""
    assert isinstance(game, BattleGate)
    return GateEvaluator(game)
