"""The course of the game, phase by phase."""

from __future__ import annotations

from generator.catalog.wording import pluralize
from generator.games.hold_the_gates import hidden, position
from generator.games.hold_the_gates.effects import Effect, effect_of
from generator.games.hold_the_gates.kinds import AT_GATES, BESIDE_UNIT, OWN, Kinds
from generator.games.hold_the_gates.moves import NO_UNIT, Moves
from generator.games.hold_the_gates.numbers import ATTACKER, DEFENDER, SIDES, Numbers
from generator.games.hold_the_gates.table import Side, Table, Unit, empty_side
from generator.rules.protocol import Position, Result, View
from generator.rules.shuffler import Shuffler


class Rules:
    """The numbers, and what is made of them once for all games."""

    __slots__ = ("effects", "kinds", "moves", "numbers", "tier_in")

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.effects: list[Effect] = [effect_of(unit) for unit in numbers.units]
        self.kinds = Kinds(numbers, [effect.change() for effect in self.effects])
        self.moves = Moves(numbers, self.kinds)
        self.tier_in: list[int] = [1, *(numbers.tier_in(turn) for turn in range(1, numbers.turns + 1))]
        """The latest tier in each turn; turns count from 1."""


class Siege(Table):
    """A game under way."""

    __slots__ = ("moves", "rules")

    rules: Rules
    moves: Moves

    def begin(self) -> None:
        """Both decks are shuffled; the attacker has the cards of the first tier."""
        self.attacker.discard = self.kinds.tiers[1][:]
        self.defender.discard = self.kinds.tiers[0][:]
        self.attacker.shuffle_discards(self.shuffler)
        self.defender.shuffle_discards(self.shuffler)
        self._draw()

    # Preparation

    def _draw(self) -> None:
        """Both draw; the attacker begins."""
        hand = self.rules.numbers.hand
        self.attacker.draw(hand, self.shuffler)
        self.defender.draw(hand, self.shuffler)
        self.player = ATTACKER

    def legal(self) -> tuple[int, ...]:
        """Whoever holds a card has two moves or more: each card may be deployed or played as an action."""
        if self.player is None:
            return ()
        own, enemy = self.attacker, self.defender
        if self.player == DEFENDER:
            own, enemy = enemy, own
        return self.moves.options(own.held, len(own.field), len(enemy.field))

    def apply(self, move: int) -> None:
        """One card is played, then it is the other's turn."""
        own, enemy = self.attacker, self.defender
        if self.player == DEFENDER:
            own, enemy = enemy, own
        moves = self.moves
        kind = moves.kind[move]
        own.take(kind)
        if move < moves.deployments:
            own.deploy(kind, self.kinds.strength[kind])
        else:
            self._act(kind, moves.target[move], own, enemy)
        self.player = DEFENDER if self.player == ATTACKER else ATTACKER
        if not enemy.hand:
            self.go_on()

    def _act(self, kind: int, place: int, own: Side, enemy: Side) -> None:
        """The action happens, its card is laid where it belongs, beaten units withdraw."""
        target: Unit | None = None
        if place != NO_UNIT:
            target = own.field[place] if self.kinds.target[kind] == OWN else enemy.field[place]
        self.rules.effects[kind].happen(self, enemy, target)
        lasts = self.kinds.lasts[kind]
        if lasts == AT_GATES:
            own.lay_at_gates(kind, self.kinds.change[kind])
        elif lasts == BESIDE_UNIT and target is not None:
            self.lay_beside(target, kind)
        else:
            own.discard.append(kind)
        self.withdraw_beaten()

    def go_on(self) -> None:
        """Skips a player without cards; when nobody has any, the turn is played to its end, and the next
        begins, until somebody has a card to play or the game is over."""
        while not self.attacker.hand and not self.defender.hand:
            self._battle()
            self._break_through()
            if self.settlement_falls():
                self.player = None
                return
            self._clear_field()
            if self.kings_army_comes():
                self.player = None
                return
            self.turn += 1
            if self.tier < self.rules.tier_in[self.turn]:
                self._escalate()
            self._draw()
        if not self.side(self.player or 0).hand:
            self.player = DEFENDER if self.player == ATTACKER else ATTACKER

    # Battle

    def _battle(self) -> None:
        """Combat rounds between the front units, until a side has no units."""
        attackers, defenders = self.attacker.field, self.defender.field
        while attackers and defenders:
            self._combat_round(attackers[0], defenders[0])

    def _combat_round(self, attacker: Unit, defender: Unit) -> None:
        """First both shoot. If both still stand, they strike. Damage is dealt both ways at once."""
        ranged = self.kinds.ranged
        attacker.damage += ranged[defender.kind]
        defender.damage += ranged[attacker.kind]
        if not self._withdrawal(attacker, defender):
            attacker.damage += defender.strength
            defender.damage += attacker.strength
            self._withdrawal(attacker, defender)

    def _withdrawal(self, attacker: Unit, defender: Unit) -> bool:
        """Whoever of the two is beaten withdraws; whether anybody did."""
        attacker_beaten, defender_beaten = attacker.beaten(), defender.beaten()
        if attacker_beaten:
            self.withdraw(self.attacker, attacker)
        if defender_beaten:
            self.withdraw(self.defender, defender)
        return attacker_beaten or defender_beaten

    # Breaking through and victory check

    def _break_through(self) -> None:
        """Surviving attackers damage the settlement by their strength; ranged values don't count."""
        for unit in self.attacker.field:
            self.damage += unit.strength

    def settlement_falls(self) -> bool:
        return self.damage >= self.rules.numbers.settlements[self.settlement].value

    # End of the turn

    def _clear_field(self) -> None:
        """Surviving units and continuing cards go to their owners' discards; damage on units is cleared."""
        for side in (self.attacker, self.defender):
            while side.field:
                self.withdraw(side, side.field[-1])
            side.clear_gates()

    def kings_army_comes(self) -> bool:
        return self.turn >= self.rules.numbers.turns

    def _escalate(self) -> None:
        """The next tier joins the attacker; both sides shuffle all that they have.

        The tiers go by the turns that the defender's deck lasts, not by the deck: in a position with fewer
        cards than the game has it may be exhausted at other times, and the tier still is that of its turn.
        """
        self.tier += 1
        self.attacker.discard += self.kinds.tiers[self.tier]
        self.attacker.shuffle_discards(self.shuffler)
        self.defender.shuffle_discards(self.shuffler)

    # Questions about the state

    def result(self) -> Result:
        if self.player is not None:
            raise ValueError("the game goes on")
        numbers = self.rules.numbers
        settlement = numbers.settlements[self.settlement]
        if self.settlement_falls():
            scores = (numbers.attacker_wins, numbers.defender_consoles * self.tier)
            reason = f"the {settlement.name} has fallen: {self.damage} damage of {settlement.value}"
            return Result(scores, (ATTACKER,), reason)
        held_out = pluralize(self.turn, "turn")
        reason = f"the {settlement.name} has held out for {held_out}: the King's Army is there"
        return Result((0, numbers.kings_army), (DEFENDER,), reason)

    def text(self, move: int) -> str:
        return self.moves.texts[move]

    def parse(self, text: str) -> int:
        return self.moves.parse(text)

    def why_not(self, move: int) -> str:
        if self.player is None:
            return "the game is over"
        kind = self.moves.kind[move]
        card = self.rules.numbers.units[kind]
        own = self.side(self.player)
        if kind not in own.hand:
            whose = "" if card.side == self.player else f": it is a card of the {SIDES[card.side]}"
            return f"no {card.id} in hand{whose}"
        enemy = self.side(1 - self.player)
        units = self.moves.units_to_name(kind, len(own.field), len(enemy.field))
        whose = "own" if self.kinds.target[kind] == OWN else "enemy"
        if not units:
            return f"no {whose} unit stands to be named: play `action {card.id}`, for nothing"
        if self.moves.target[move] == NO_UNIT:
            return f"{card.action} must name an {whose} unit, for example `action {card.id}>0`"
        last = "only unit 0 stands" if units == 1 else f"units 0 to {units - 1} stand"
        return f"there is no {whose} unit {self.moves.target[move]}: {last}"

    def clone(self) -> Siege:
        copy = Siege()
        copy.player = self.player
        copy.rules = self.rules
        copy.moves = self.moves
        copy.kinds = self.kinds
        copy.settlement = self.settlement
        copy.shuffler = self.shuffler.clone()
        copy.damage = self.damage
        copy.turn = self.turn
        copy.tier = self.tier
        copy.attacker = self.attacker.clone()
        copy.defender = self.defender.clone()
        return copy

    def to_dict(self) -> Position:
        return position.write(self, self.rules.numbers)

    def view(self, seat: int) -> View:
        return hidden.view(self, self.rules.numbers, seat)


def empty_table(rules: Rules, settlement: int, shuffler: Shuffler) -> Siege:
    """The table before any card is on it, in the first turn."""
    siege = Siege()
    siege.player = ATTACKER
    siege.rules = rules
    siege.moves = rules.moves
    siege.kinds = rules.kinds
    siege.settlement = settlement
    siege.shuffler = shuffler
    siege.damage = 0
    siege.turn = 1
    siege.tier = 1
    siege.attacker = empty_side()
    siege.defender = empty_side()
    return siege
