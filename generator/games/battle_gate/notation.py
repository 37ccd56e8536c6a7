"""The moves of Battle Gate: small numbers, the words of the rules for them, and the reason against one."""

from __future__ import annotations

from typing import Final

from generator.catalog.wording import pluralize
from generator.games.battle_gate.config import SOLDIER, RulesConfig
from generator.games.battle_gate.table import (
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    FIELD,
    OVER,
    RECOVER,
    Kinds,
    Player,
    Situation,
)
from generator.rules.notation import Notation

DONE: Final = 0
PASS: Final = 1

EXAMPLES: Final = {
    "draw": "draw 2",
    "field": "field S4",
    "attack": "attack S4>1",
    "block": "block M2>0",
    "boost": "boost A3>0",
    "discard": "discard S1",
    "recover": "recover A6",
    "done": "done",
    "pass": "pass",
}
"""Each verb of the notation, with a move of it."""

PHASE_OF: Final = {
    "draw": DRAW,
    "field": FIELD,
    "attack": ATTACK,
    "block": DEFEND,
    "boost": BOOST,
    "pass": BOOST,
    "discard": DAMAGE,
    "recover": RECOVER,
}
"""The phase in which a move is made; ``done`` ends several."""

NOW: Final = {
    DRAW: "it is the draw phase: `draw` comes first",
    FIELD: "it is the field phase: cards are fielded until `done`",
    ATTACK: "it is the attack phase: attacks are declared until `done`",
    DEFEND: "it is the defend phase: cards block until `done`",
    BOOST: "it is the boost window: assassins boost until all in a row `pass`",
    DAMAGE: "it is the damage phase: cards of the hand are discarded",
    RECOVER: "it is the recover phase: cards are taken back until `done`",
}


class Moves:
    """Every move there is, whoever may make it when, and what it is about."""

    __slots__ = ("attack", "block", "boost", "card", "count", "discard", "draw", "field", "number", "recover")

    count: int
    card: list[int]
    """The kind of card that a move is about; 0 for ``done``, ``pass`` and draws."""
    number: list[int]
    """The seat or the attack that a move is directed at, how many cards are drawn; else 0."""
    draw: list[int]
    """The move for a number of cards …"""
    field: list[int]
    recover: list[int]
    discard: list[int]
    """… for a kind of card …"""
    attack: list[list[int]]
    block: list[list[int]]
    boost: list[list[int]]
    """… for a kind of card and the seat or attack that it goes to."""

    def __init__(self, kinds: Kinds, config: RulesConfig) -> None:
        self.card = [0, 0]
        self.number = [0, 0]
        self.draw = [self._add(0, cards) for cards in range(config.max_cards + 1)]
        self.field = [self._add(kind, 0) for kind in range(kinds.count)]
        self.attack = self._row(kinds, config.seats[-1])
        # No more cards can attack than a deck has.
        self.block = self._row(kinds, config.max_cards)
        self.boost = self._row(kinds, config.max_cards)
        self.discard = [self._add(kind, 0) for kind in range(kinds.count)]
        self.recover = [self._add(kind, 0) for kind in range(kinds.count)]
        self.count = len(self.card)

    def rotate(self, move: int, by: int, seats: int) -> int:
        """The same move where everybody is ``by`` seats further: only attacks name a seat."""
        if self.attack[0][0] <= move <= self.attack[-1][-1]:
            return self.attack[self.card[move]][(self.number[move] + by) % seats]
        return move

    def _row(self, kinds: Kinds, goals: int) -> list[list[int]]:
        return [[self._add(kind, goal) for goal in range(goals)] for kind in range(kinds.count)]

    def _add(self, card: int, number: int) -> int:
        self.card.append(card)
        self.number.append(number)
        return len(self.card) - 1


def notation_of(moves: Moves, kinds: Kinds) -> Notation:
    """The words of every move."""
    names = kinds.names
    texts = ["done", "pass"]
    texts += [f"draw {moves.number[move]}" for move in moves.draw]
    texts += [f"field {names[moves.card[move]]}" for move in moves.field]
    for verb, row in (("attack", moves.attack), ("block", moves.block), ("boost", moves.boost)):
        for of_kind in row:
            texts += [f"{verb} {names[moves.card[move]]}>{moves.number[move]}" for move in of_kind]
    texts += [f"discard {names[moves.card[move]]}" for move in moves.discard]
    texts += [f"recover {names[moves.card[move]]}" for move in moves.recover]
    return Notation(texts, EXAMPLES)


# The reason against an illegal move


class Reasons:
    """Says why a move is not legal in a situation: a sentence for players, with the numbers of the rule."""

    __slots__ = ("_config", "_kinds", "_moves", "_soldiers", "_texts")

    def __init__(self, moves: Moves, kinds: Kinds, config: RulesConfig, texts: list[str]) -> None:
        self._moves = moves
        self._kinds = kinds
        self._config = config
        self._texts = texts
        self._soldiers = kinds.classes[SOLDIER]

    def against(self, move: int, situation: Situation) -> str:
        """The rule that forbids the move."""
        if situation.phase == OVER:
            return "the game is over"
        text = self._texts[move]
        verb = text.partition(" ")[0]
        if PHASE_OF.get(verb) != situation.phase:
            return f"{_now(situation)}; `{text}` is not possible now"
        kind, number = self._moves.card[move], self._moves.number[move]
        assert situation.player is not None
        player = situation.players[situation.player]
        match verb:
            case "draw":
                return self._draw(player, number)
            case "field":
                return self._play_from_hand(player, kind)
            case "attack":
                return self._attack(situation, player, kind, number)
            case "block":
                return self._block(situation, player, kind, number)
            case "boost":
                return self._boost(situation, player, kind, number)
            case "discard":
                return f"no {self._kinds.names[kind]} in hand"
        return f"no {self._kinds.names[kind]} in the discard pile"

    def _draw(self, player: Player, cards: int) -> str:
        soldiers = player.in_play[self._soldiers]
        limit = self._config.draw.of(soldiers)
        if cards > limit:
            in_play = pluralize(soldiers, "soldier")
            return f"{in_play} in play: up to {pluralize(limit, 'card')} may be drawn, not {cards}"
        return f"the deck has {pluralize(player.left, 'card')} left, fewer than `draw {cards}` asks for"

    def _play_from_hand(self, player: Player, kind: int) -> str:
        """Why a card can't be played out of the hand, to the field or as a boost."""
        kinds = self._kinds
        name = kinds.names[kind]
        if not kinds.is_in(kind, player.hand.kinds):
            return f"no {name} in hand"
        # Nobody is asked who may play no card more.
        return f"{player.power} power left, {name} needs {kinds.power[kind]}"

    def _attack(self, situation: Situation, player: Player, kind: int, target: int) -> str:
        kinds = self._kinds
        seats = len(situation.players)
        if kinds.is_in(kind, kinds.minions):
            return "Minions never attack"
        if target == situation.active:
            return f"seat {target} can't attack itself"
        if target >= seats:
            return f"there is no seat {target}: {seats} play, from seat 0"
        if situation.players[target].out:
            return f"seat {target} is out"
        return self._not_ready(player, kind, "attacks one player in a turn")

    def _block(self, situation: Situation, player: Player, kind: int, number: int) -> str:
        kinds = self._kinds
        if kinds.is_in(kind, kinds.assassins):
            return "Assassins never defend"
        if number >= len(situation.attacks):
            return _no_attack(situation, number)
        target = situation.attacks[number].target
        if target != situation.player:
            return f"attack {number} is directed at seat {target}, not at seat {situation.player}"
        return self._not_ready(player, kind, "defends against one attack")

    def _not_ready(self, player: Player, kind: int, rule: str) -> str:
        name = self._kinds.names[kind]
        in_play = player.field.counts[kind]
        if in_play == 0:
            return f"no {name} in play"
        return f"every {name} in play ({in_play}) has been used: a card {rule}"

    def _boost(self, situation: Situation, player: Player, kind: int, number: int) -> str:
        kinds = self._kinds
        seat = situation.player
        if not kinds.is_in(kind, kinds.assassins):
            return f"only assassins boost, and {kinds.names[kind]} is not one"
        if number >= len(situation.attacks):
            return _no_attack(situation, number)
        attack = situation.attacks[number]
        if seat not in (situation.active, attack.target):
            return f"attack {number} is directed at seat {attack.target}, not at seat {seat}"
        if seat != situation.active and not attack.blocks:
            return f"nothing blocks attack {number}: a boost joins a defence that has a card"
        return self._play_from_hand(player, kind)


def _now(situation: Situation) -> str:
    asked = "" if situation.player == situation.active else f", and seat {situation.player} decides"
    return f"{NOW[situation.phase]}{asked}"


def _no_attack(situation: Situation, number: int) -> str:
    last = len(situation.attacks) - 1
    known = "the only one is attack 0" if last == 0 else f"they are numbered from 0 to {last}"
    return f"there is no attack {number}: {known}"
