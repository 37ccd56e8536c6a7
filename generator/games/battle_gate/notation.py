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
    RECOVER,
    Attack,
    Kinds,
    Player,
)
from generator.rules.notation import Moves

DONE: Final = 0
PASS: Final = 1

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


class BattleGateNotation(Moves):
    """Every move there is, whoever may make it when, and what it is about."""

    def __init__(self, kinds: Kinds, config: RulesConfig) -> None:
        super().__init__()
        self._kinds = kinds
        self._config = config
        cards, seats = kinds.names, range(config.seats[-1])
        # No more cards can attack than a deck has.
        attacks = range(config.max_cards)
        self.add("done")
        self.add("pass")
        self.draw = self.add("draw {number}", number=range(config.max_cards + 1), example="draw 2").row()
        """The move for a number of cards …"""
        self.field = self.add("field {card}", card=cards, example="field S4").row()
        """… for a kind of card …"""
        self.attack = self.add("attack {card}>{seat}", card=cards, seat=seats, example="attack S4>1").grid()
        """… for a kind of card and the seat or attack that it goes to."""
        self.block = self.add(
            "block {card}>{attack}", card=cards, attack=attacks, example="block M2>0"
        ).grid()
        self.boost = self.add(
            "boost {card}>{attack}", card=cards, attack=attacks, example="boost A3>0"
        ).grid()
        self.discard = self.add("discard {card}", card=cards, example="discard S1").row()
        self.recover = self.add("recover {card}", card=cards, example="recover A6").row()
        self.card = [max(card, 0) for card in self.column("card")]
        """The kind of card that a move is about; 0 for ``done``, ``pass`` and draws."""
        self.number = [max(number, 0) for number in self.column("number", "seat", "attack")]
        """The seat or the attack that a move is directed at, how many cards are drawn; else 0."""

    def rotate(self, move: int, by: int, seats: int) -> int:
        """The same move where everybody is ``by`` seats further: only attacks name a seat."""
        if self.attack[0][0] <= move <= self.attack[-1][-1]:
            return self.attack[self.card[move]][(self.number[move] + by) % seats]
        return move

    # The reason against an illegal move: a sentence for players, with the numbers of the rule

    def why_not(
        self, move: int, phase: int, active: int, seat: int, players: list[Player], attacks: list[Attack]
    ) -> str:
        """The rule that forbids the move to the seat that decides."""
        text = self.texts[move]
        verb = text.partition(" ")[0]
        if PHASE_OF.get(verb) != phase:
            asked = "" if seat == active else f", and seat {seat} decides"
            return f"{NOW[phase]}{asked}; `{text}` is not possible now"
        player = players[seat]
        kind, number = self.card[move], self.number[move]
        match verb:
            case "draw":
                return self._against_draw(player, number)
            case "field":
                return self._against_play(player, kind)
            case "attack":
                return self._against_attack(players, seat, kind, number)
            case "block":
                return self._against_block(player, seat, kind, number, attacks)
            case "boost":
                return self._against_boost(player, seat, kind, number, attacks, seat == active)
            case "discard":
                return f"no {self._kinds.names[kind]} in hand"
        return f"no {self._kinds.names[kind]} in the discard pile"

    def _against_draw(self, player: Player, cards: int) -> str:
        soldiers = player.in_play[self._kinds.classes[SOLDIER]]
        limit = self._config.draw.of(soldiers)
        if cards > limit:
            in_play = pluralize(soldiers, "soldier")
            return f"{in_play} in play: up to {pluralize(limit, 'card')} may be drawn, not {cards}"
        return f"the deck has {pluralize(len(player.deck), 'card')} left, fewer than `draw {cards}` asks for"

    def _against_play(self, player: Player, kind: int) -> str:
        """Why a card can't be played out of the hand, to the field or as a boost."""
        kinds = self._kinds
        name = kinds.names[kind]
        if not kinds.is_in(kind, player.hand.kinds):
            return f"no {name} in hand"
        # Nobody is asked who may play no card more.
        return f"{player.power} power left, {name} needs {kinds.power[kind]}"

    def _against_attack(self, players: list[Player], seat: int, kind: int, target: int) -> str:
        if self._kinds.is_in(kind, self._kinds.minions):
            return "Minions never attack"
        if target == seat:
            return f"seat {target} can't attack itself"
        if target >= len(players):
            return f"there is no seat {target}: {len(players)} play, from seat 0"
        if players[target].out:
            return f"seat {target} is out"
        return self._not_ready(players[seat], kind, "attacks one player in a turn")

    def _against_block(self, player: Player, seat: int, kind: int, number: int, attacks: list[Attack]) -> str:
        if self._kinds.is_in(kind, self._kinds.assassins):
            return "Assassins never defend"
        return _not_directed(number, attacks, seat) or self._not_ready(
            player, kind, "defends against one attack"
        )

    def _not_ready(self, player: Player, kind: int, rule: str) -> str:
        name = self._kinds.names[kind]
        in_play = player.field.counts[kind]
        if in_play == 0:
            return f"no {name} in play"
        return f"every {name} in play ({in_play}) has been used: a card {rule}"

    def _against_boost(
        self, player: Player, seat: int, kind: int, number: int, attacks: list[Attack], attacker: bool
    ) -> str:
        if not self._kinds.is_in(kind, self._kinds.assassins):
            return f"only assassins boost, and {self._kinds.names[kind]} is not one"
        refused = _not_directed(number, attacks, None if attacker else seat)
        if not refused and not attacker and not attacks[number].blocks:
            return f"nothing blocks attack {number}: a boost joins a defence that has a card"
        return refused or self._against_play(player, kind)


def _not_directed(number: int, attacks: list[Attack], seat: int | None) -> str:
    """Why an attack is none at this seat, or None for any seat; empty if it is one."""
    if number >= len(attacks):
        last = len(attacks) - 1
        known = "the only one is attack 0" if last == 0 else f"they are numbered from 0 to {last}"
        return f"there is no attack {number}: {known}"
    target = attacks[number].target
    if seat in (None, target):
        return ""
    return f"attack {number} is directed at seat {target}, not at seat {seat}"
