"""Battle Gate: cards left to live on, and what stands on the field.

A turn under way is played on to the end of its combat: the attacker sends nobody else, or everybody at one
of the others, whichever is better for it; defenders block what they can beat as cheaply as they can; nobody
else boosts.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

from generator.games.battle_gate import BattleGate
from generator.games.battle_gate.config import RulesConfig
from generator.rules import Game, Position, State
from generator.rules.evaluation import WIN, Evaluator, evaluate_result

_LIFE = 12.0
"""The worth of the cards in deck and hand grows with their logarithm: the fewer, the more each counts."""
_FIELD = {"M": (1.3, 0.35), "S": (1.0, 0.75), "A": (0.9, 0.6)}
"""For each class the worth of a card on the field: a fixed part, and one for each point of power."""
_HAND = (0.05, 0.04)
"""What a card in hand is worth more than one in the deck: a fixed part, and one for each point of power."""


class GateEvaluator(Evaluator):
    def __init__(self, config: RulesConfig) -> None:
        self._config = config

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        del asked
        self._end_fielding(state)
        if _phase(state) == "attack":
            return max(self._attacks(state), key=lambda end: self._value(end, seat))
        self._fight(state)
        return state

    def _end_fielding(self, state: State) -> None:
        if _phase(state) == "field":
            state.apply(state.legal()[0])

    def _attacks(self, state: State) -> list[State]:
        """How the turn could go on: without any more attack, or with all of them at one of the others."""
        attacker = state.player
        ends = []
        for target in (None, _prey(state.to_dict())):
            end = state.clone()
            while end.player == attacker and _phase(end) == "attack":
                end.apply(_attack_at(end, target))
            self._fight(end)
            ends.append(end)
        return ends

    def _fight(self, state: State) -> None:
        """Plays a combat from the blocks on to its end."""
        while True:
            phase = _phase(state)
            if phase == "block":
                self._block(state)
            elif phase in ("boost", "discard"):
                state.apply(state.legal()[0])
            else:
                return

    def _block(self, state: State) -> None:
        """Lays the blocks of one defender."""
        seat = state.player
        position = state.to_dict()
        for text in plan_blocks(position, self._config):
            move = state.parse(text)
            if state.player != seat or move not in state.legal():
                return
            state.apply(move)
        if state.player == seat and _phase(state) == "block":
            state.apply(state.legal()[0])

    def _value(self, state: State, seat: int) -> float:
        return evaluate_result(state.result(), seat) if state.over else self.evaluate(state.to_dict(), seat)

    def evaluate(self, position: Position, seat: int) -> float:
        strengths = [_strength(given) for given in position["seats"]]
        if position["seats"][seat]["out"]:
            return -WIN
        others = [strength for number, strength in enumerate(strengths) if number != seat]
        return strengths[seat] - sum(others) / len(others)

    def outlook(self, position: Position, seat: int) -> str:
        told = []
        for number, given in enumerate(position["seats"]):
            cards, power = (
                len(given["deck"]) + len(given["hand"]),
                sum(int(card[1:]) for card in given["field"]),
            )
            name = "you" if number == seat else f"seat {number}"
            told.append(f"{name} {cards} cards in deck and hand and {power} power in play")
        return "; ".join(told)


def _strength(given: dict[str, Any]) -> float:
    """What a seat has, the more the better; one that is out has nothing."""
    if given["out"]:
        return -_LIFE
    worth = _LIFE * log(1 + len(given["deck"]) + len(given["hand"]))
    for card in given["field"]:
        fixed, for_power = _FIELD[card[0]]
        worth += fixed + for_power * int(card[1:])
    for card in given["hand"]:
        worth += _HAND[0] + _HAND[1] * int(card[1:])
    return worth


def _phase(state: State) -> str:
    """The verb of what may be done; empty when the game is over."""
    legal = state.legal()
    return state.text(legal[-1]).partition(" ")[0] if legal else ""


def _prey(position: Position) -> int:
    """Whom the attacker has begun to attack, or else who has the fewest cards to live on."""
    if position["attacks"]:
        return int(position["attacks"][-1]["target"])
    others = [
        (len(given["deck"]) + len(given["hand"]), seat)
        for seat, given in enumerate(position["seats"])
        if seat != position["active"] and not given["out"]
    ]
    return min(others)[1]


def _attack_at(state: State, target: int | None) -> int:
    """The first attack at the target, or the end of the attacks where there is none."""
    legal = state.legal()
    goal = f">{target}"
    return next((move for move in legal if state.text(move).endswith(goal)), legal[0])


# Blocks: what can be beaten is, by as little as it takes


class _Attack(NamedTuple):
    number: int
    power: int
    defence: int
    is_blocked: bool


def plan_blocks(position: Position, config: RulesConfig) -> list[str]:
    """The blocks of the seat that decides, as moves in notation.

    The strongest attack that its free cards can beat comes first. When what is left unblocked would be the
    end of it, cards are laid before the strongest of these in vain.
    """
    seat = position["player"]
    given = position["seats"][seat]
    aimed = {number: attack for number, attack in enumerate(position["attacks"]) if attack["target"] == seat}
    attacks = sorted(map(_read, aimed, aimed.values()), key=lambda attack: -attack.power)
    free = _free(given["field"], list(aimed.values()))
    plan: list[str] = []
    through = []
    for attack in attacks:
        laid = _cheapest(free, attack.power - attack.defence)
        for card in laid:
            free.remove(card)
            plan.append(f"block {card}>{attack.number}")
        if not laid and not attack.is_blocked:
            through.append(attack)
    life = len(given["deck"]) + len(given["hand"])
    while through and free and config.damage(sum(attack.power for attack in through)) > life:
        plan.append(f"block {free.pop(0)}>{through.pop(0).number}")
    return plan


def _read(number: int, attack: dict[str, Any]) -> _Attack:
    power = _sum([attack["card"], *attack["boosts"]])
    defence = _sum([*attack["blocks"], *attack["block_boosts"]])
    return _Attack(number, power, defence, bool(attack["blocks"]))


def _free(field: list[str], attacks: list[dict[str, Any]]) -> list[str]:
    """The cards in play that may block and do not yet, weakest first."""
    free = [card for card in field if card[0] != "A"]
    for attack in attacks:
        for card in attack["blocks"]:
            free.remove(card)
    return sorted(free, key=_power)


def _cheapest(free: list[str], missing: int) -> list[str]:
    """Cards with more power together than is missing, by little; none where they all are too few.

    Where nothing is missing any more nothing is laid. Equal power is taken from a single weaker card only
    if nothing beats the attack.
    """
    if missing < 0 or not free:
        return []
    for card in free:
        if _power(card) > missing:
            return [card]
    laid: list[str] = []
    for card in reversed(free):
        laid.append(card)
        if _sum(laid) > missing:
            return laid
    return [card for card in free if _power(card) == missing][:1]


def _power(card: str) -> int:
    return int(card[1:])


def _sum(cards: list[str]) -> int:
    return sum(map(_power, cards))


def open_evaluator(game: Game) -> Evaluator:
    """Who evaluates this game's positions."""
    assert isinstance(game, BattleGate)
    return GateEvaluator(game.config)
