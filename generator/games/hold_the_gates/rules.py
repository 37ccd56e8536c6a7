"""The rules of Hold the Gates!, in the order of the rulebook: setting up, and the five steps of a turn."""

from __future__ import annotations

from typing import Annotated, Final

from generator.catalog.wording import pluralize
from generator.games.hold_the_gates.config import (
    AT_GATES,
    ATTACKER,
    BESIDE_UNIT,
    DEFENDER,
    OWN,
    RulesConfig,
    UnitCard,
)
from generator.games.hold_the_gates.notation import HoldTheGatesNotation
from generator.rules.elements import NOBODY, OWNER, Counter, Element, Shuffles, Terms, Value, Zone
from generator.rules.fields import Form, declared
from generator.rules.legal_moves import LegalMoves
from generator.rules.notation import NO_MOVE
from generator.rules.protocol import Position, Result, State, View
from generator.rules.shuffler import Shuffler

GAME: Final = "hold-the-gates"
PREPARATION: Final = "preparation"
OVER: Final = "over"
MAX_DAMAGE: Final = 999
"""On a settlement or a unit, in a position; far beyond what play can bring about."""

# What lies on the table


@declared
class Unit:
    """A deployed unit."""

    kind: int
    strength: int
    """Combat strength with all effects. A unit that it leaves with less than 1 withdraws at once."""
    damage: int
    beside: tuple[int, ...]
    """The continuing cards that lie beside it, whosever they are."""

    def __init__(self, kind: int, strength: int, damage: int = 0, beside: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.strength = strength
        self.damage = damage
        self.beside = beside

    def beaten(self) -> bool:
        """Whether its damage reaches its strength, so that it withdraws."""
        return self.damage >= self.strength


class Units(Element):
    """A line of units: ``armoured-grunt 1 +armoured-grunt`` has 1 damage and a continuing card beside it."""

    def written(self, value: list[Unit], terms: Terms) -> list[str]:
        words = terms.words
        return [
            " ".join(
                [words[unit.kind], str(unit.damage), *[f"+{words[card]}" for card in sorted(unit.beside)]]
            )
            for unit in value
        ]


@declared
class Side:
    """A player's cards and units."""

    deck: Annotated[list[int], Zone(seen=NOBODY, from_top=True, otherwise=())]
    hand: Annotated[list[int], Zone(seen=OWNER, unordered=True, otherwise=())]
    held: int
    """The set of kinds in hand."""
    discard: Annotated[list[int], Zone(unordered=True, otherwise=())]
    field: Annotated[list[Unit], Units(otherwise=())]
    """The front unit, the one at the gates, comes first."""
    gates: Annotated[list[int], Zone(unordered=True, otherwise=())]
    """Continuing cards that count for all units of this side."""
    bonus: int
    """What they add to each unit's strength."""

    def set_hand(self, cards: list[int]) -> None:
        self.hand = cards
        held = 0
        for kind in cards:
            held |= 1 << kind
        self.held = held

    def take(self, kind: int) -> None:
        """Takes a card out of the hand."""
        self.hand.remove(kind)
        if kind not in self.hand:
            self.held &= ~(1 << kind)


# The effect words of the cards. An action first does its effect, then its card goes where the database says
# that it lasts, then beaten units withdraw. Every effect is told the same, and each uses what it needs of it.
# ruff: noqa: ARG002


class Effect:
    """The effect of one kind of card. By itself it does nothing at once: a card that strengthens or weakens
    does so by lying there."""

    __slots__ = ("amount", "ranks")

    def __init__(self, card: UnitCard) -> None:
        self.amount: int = card.amount
        self.ranks: int = card.ranks

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        """Does at once what the action says. ``target`` is the unit that it names."""


class Hit(Effect):
    """Damage on the unit that is named."""

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        if target is not None:
            target.damage += self.amount


class HitFront(Effect):
    """Damage on the enemy unit at the gates."""

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        if enemy.field:
            enemy.field[0].damage += self.amount


class HitRanks(Effect):
    """Damage on each of the first few enemy units."""

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        for unit in enemy.field[: self.ranks]:
            unit.damage += self.amount


class HitAll(Effect):
    """Damage on each enemy unit."""

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        for unit in enemy.field:
            unit.damage += self.amount


class Mend(Effect):
    """Damage comes off the settlement, as much as lies there."""

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        state.damage -= min(self.amount, state.damage)


class DriveOff(Effect):
    """The enemy unit farthest from the gates withdraws."""

    def happen(self, state: HoldTheGatesState, enemy: Side, target: Unit | None) -> None:
        if enemy.field:
            state.withdraw(enemy, enemy.field[-1])


EFFECT_CLASSES: dict[str, type[Effect]] = {
    "strengthen": Effect,
    "strengthen-all": Effect,
    "weaken": Effect,
    "hit": Hit,
    "hit-front": HitFront,
    "hit-ranks": HitRanks,
    "hit-all": HitAll,
    "mend": Mend,
    "drive-off": DriveOff,
    "nothing": Effect,
}
"""What each word of ``config.EFFECTS`` does."""


class Rules:
    """The configuration, and what is made of it once for all games: lists by the kind of card."""

    __slots__ = (
        "change",
        "config",
        "effects",
        "form",
        "lasts",
        "legal",
        "names_own",
        "notation",
        "owner",
        "places",
        "ranged",
        "side",
        "strength",
        "tier_in",
        "tiers",
    )

    def __init__(self, config: RulesConfig) -> None:
        units = config.units
        terms = Terms(config, config.ids, "kind of unit")
        self.config = config
        self.side = Form(Side, terms)
        self.form = Form(HoldTheGatesState, terms, self.side)
        self.notation = HoldTheGatesNotation(config)
        self.effects: list[Effect] = [EFFECT_CLASSES[unit.effect](unit) for unit in units]
        self.owner: list[int] = [unit.side for unit in units]
        self.strength: list[int] = [unit.strength for unit in units]
        self.ranged: list[int] = [unit.ranged for unit in units]
        self.change: list[int] = [unit.change for unit in units]
        self.lasts: list[str | None] = [unit.lasts for unit in units]
        self.names_own: list[bool] = [unit.target == OWN for unit in units]
        self.tiers: list[list[int]] = [
            [kind for kind, unit in enumerate(units) for _ in range(unit.copies) if unit.tier == tier]
            for tier in range(config.tiers + 1)
        ]
        """The cards that join the attacker at each tier; those of tier 0 are the defender's."""
        self.tier_in: list[int] = [1, *(config.tier_in(turn) for turn in range(1, config.turns + 1))]
        """The latest tier in each turn; turns count from 1."""
        self.places: int = config.hand + 1
        self.legal: list[LegalMoves] = [
            LegalMoves(self._moves_with(own, enemy), halves=False)
            for own in range(self.places)
            for enemy in range(self.places)
        ]
        """The moves with each kind of card, for every number of units that may stand on the two sides."""

    def _moves_with(self, own: int, enemy: int) -> list[tuple[int, ...]]:
        """The moves with each kind of card, with so many units on each side.

        An action names a unit that is there; with none there, or none to name, it is played without.
        """
        notation = self.notation
        moves: list[list[int]] = [[] for _ in self.effects]
        for move, kind in enumerate(notation.kind):
            target = notation.target[move]
            units = notation.units_to_name(kind, own, enemy)
            if move < notation.deployments or (units == 0 if target == NO_MOVE else target < units):
                moves[kind].append(move)
        return [tuple(with_it) for with_it in moves]


@declared
class HoldTheGatesState(State):
    """A game under way."""

    rules: Rules
    turn: Annotated[int, Counter(1, "turns")]
    tier: Annotated[int, Counter(1, "tiers")]
    settlement: Annotated[int, Value("settlements", "settlement")]
    damage: Annotated[int, Counter(0, MAX_DAMAGE, otherwise=0)]
    """On the settlement."""
    attacker: Side
    defender: Side
    shuffler: Annotated[Shuffler, Shuffles()]

    # Setting up

    def begin(self) -> None:
        """Both decks are shuffled; the attacker has the cards of the first tier."""
        self.turn = self.tier = 1
        self.attacker.discard = self.rules.tiers[1][:]
        self.defender.discard = self.rules.tiers[0][:]
        self._shuffle_discards(self.attacker)
        self._shuffle_discards(self.defender)
        self._draw_hands()

    def _shuffle_discards(self, side: Side) -> None:
        """The discards, and what is left of the deck, become the new deck."""
        # Sorted first: the same cards give the same deck, in whatever order they were discarded.
        deck = sorted(side.deck + side.discard)
        self.shuffler.shuffle(deck)
        side.deck = deck
        side.discard = []

    # A turn: 1. Preparation

    def _draw_hands(self) -> None:
        """Both draw; the attacker begins."""
        self._draw(self.attacker)
        self._draw(self.defender)
        self.player = ATTACKER

    def _draw(self, side: Side) -> None:
        """A new hand. A deck that runs out takes its shuffled discards; the hand may stay short."""
        count = self.rules.config.hand
        drawn = _from_top(side.deck, count)
        if len(drawn) < count and side.discard:
            self._shuffle_discards(side)
            drawn += _from_top(side.deck, count - len(drawn))
        side.set_hand(drawn)

    def legal(self) -> tuple[int, ...]:
        """Whoever holds a card has two moves or more: each card may be deployed or played as an action."""
        if self.player is None:
            return ()
        own, enemy = self.attacker, self.defender
        if self.player == DEFENDER:
            own, enemy = enemy, own
        rules = self.rules
        return rules.legal[len(own.field) * rules.places + len(enemy.field)].among(own.held)

    def apply(self, move: int) -> None:
        """One card is played, then it is the other's turn."""
        own, enemy = self.attacker, self.defender
        if self.player == DEFENDER:
            own, enemy = enemy, own
        notation = self.rules.notation
        kind = notation.kind[move]
        own.take(kind)
        if move < notation.deployments:
            own.field.append(Unit(kind, self.rules.strength[kind] + own.bonus))
        else:
            self._act(kind, notation.target[move], own, enemy)
        self.player = DEFENDER if self.player == ATTACKER else ATTACKER
        if not enemy.hand:
            self.advance()

    def advance(self) -> None:
        """Skips a player without cards. When nobody has any, the turn is played to its end, and the next
        begins, until somebody has a card to play or the game is over."""
        while self.player is not None and not self.attacker.hand and not self.defender.hand:
            self._battle()
            self._break_through()
            if self._settlement_falls():
                self.player = None
                return
            self._end_turn()
            if self.turn >= self.rules.config.turns:
                self.player = None
                return
            self.turn += 1
            if self.tier < self.rules.tier_in[self.turn]:
                self._escalate()
            self._draw_hands()
        if self.player is not None and not self.side(self.player).hand:
            self.player = DEFENDER if self.player == ATTACKER else ATTACKER

    # A turn: 1. Preparation, Actions

    def _act(self, kind: int, place: int, own: Side, enemy: Side) -> None:
        """The action happens, its card is laid where it belongs, beaten units withdraw."""
        target: Unit | None = None
        if place != NO_MOVE:
            target = own.field[place] if self.rules.names_own[kind] else enemy.field[place]
        self.rules.effects[kind].happen(self, enemy, target)
        lasts = self.rules.lasts[kind]
        change = self.rules.change[kind]
        if lasts == AT_GATES:
            # It counts for all units of its side, those to come too.
            own.gates.append(kind)
            own.bonus += change
            for unit in own.field:
                unit.strength += change
        elif lasts == BESIDE_UNIT and target is not None:
            target.beside += (kind,)
            target.strength += change
        else:
            own.discard.append(kind)
        self._withdraw_beaten()

    # A turn: 1. Preparation, Strength and damage

    def _withdraw_beaten(self) -> None:
        """Every unit of both sides whose damage reaches its strength withdraws."""
        for side in (self.attacker, self.defender):
            for unit in side.field[:]:
                if unit.damage >= unit.strength:
                    self.withdraw(side, unit)

    def withdraw(self, side: Side, unit: Unit) -> None:
        """A unit leaves the field: it and the cards beside it go to their owners' piles."""
        side.field.remove(unit)
        side.discard.append(unit.kind)
        for kind in unit.beside:
            self.side(self.rules.owner[kind]).discard.append(kind)

    # A turn: 2. Battle

    def _battle(self) -> None:
        """Combat rounds between the front units, until a side has no units."""
        attackers, defenders = self.attacker.field, self.defender.field
        while attackers and defenders:
            self._combat_round(attackers[0], defenders[0])

    def _combat_round(self, attacker: Unit, defender: Unit) -> None:
        """First both shoot. If both still stand, they strike. Damage is dealt both ways at once."""
        ranged = self.rules.ranged
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

    # A turn: 3. Breaking through

    def _break_through(self) -> None:
        """Surviving attackers damage the settlement by their strength; ranged values don't count."""
        for unit in self.attacker.field:
            self.damage += unit.strength

    # A turn: 4. Victory check

    def _settlement_falls(self) -> bool:
        return self.rules.config.settlements[self.settlement].falls(self.damage)

    # A turn: 5. End of the turn

    def _end_turn(self) -> None:
        """Surviving units and continuing cards go to their owners' discards; damage on units is cleared."""
        for side in (self.attacker, self.defender):
            while side.field:
                self.withdraw(side, side.field[-1])
            side.discard += side.gates
            side.gates = []
            side.bonus = 0

    def _escalate(self) -> None:
        """The next tier joins the attacker; both sides shuffle all that they have.

        The tiers go by the turns that the defender's deck lasts, not by the deck: in a position with fewer
        cards than the game has it may be exhausted at other times, and the tier still is that of its turn.
        """
        self.tier += 1
        self.attacker.discard += self.rules.tiers[self.tier]
        self._shuffle_discards(self.attacker)
        self._shuffle_discards(self.defender)

    # Scores

    def result(self) -> Result:
        if self.player is not None:
            raise ValueError("the game goes on")
        config = self.rules.config
        settlement = config.settlements[self.settlement]
        if self._settlement_falls():
            scores = (config.attacker_wins, config.defender_consoles * self.tier)
            reason = f"the {settlement.name} has fallen: {self.damage} damage of {settlement.value}"
            return Result(scores, (ATTACKER,), reason)
        held_out = pluralize(self.turn, "turn")
        reason = f"the {settlement.name} has held out for {held_out}: the King's Army has come"
        return Result((config.attacker_consoles, config.kings_army), (DEFENDER,), reason)

    # What the protocol asks besides

    def side(self, seat: int) -> Side:
        return self.defender if seat else self.attacker

    def sides(self) -> tuple[Side, Side]:
        return self.attacker, self.defender

    def text(self, move: int) -> str:
        return self.rules.notation.texts[move]

    def parse(self, text: str) -> int:
        return self.rules.notation.parse(text)

    def why_not(self, move: int) -> str:
        if self.player is None:
            return "the game is over"
        own, enemy = self.side(self.player), self.side(1 - self.player)
        return self.rules.notation.why_not(move, self.player, own.hand, len(own.field), len(enemy.field))

    def determinize(self, seat: int, shuffler: Shuffler) -> HoldTheGatesState:
        world = self.clone()
        _deal_anew(world.attacker, seat == ATTACKER, shuffler)
        _deal_anew(world.defender, seat == DEFENDER, shuffler)
        world.shuffler = shuffler.apart()
        return world

    def turns(self) -> int:
        return self.turn

    def to_dict(self) -> Position:
        rules, player = self.rules, self.player
        phase = {"phase": OVER} if player is None else {"phase": PREPARATION, "to_act": player}
        seats = [rules.side.write(self.attacker), rules.side.write(self.defender)]
        return {"game": GAME, **rules.form.write(self, {**phase, "seats": seats})}

    def view(self, seat: int) -> View:
        return self.rules.form.show(self.to_dict(), seat, asked=self.player == seat)


def _deal_anew(side: Side, own: bool, shuffler: Shuffler) -> None:
    """Deals the cards of a side that the other can't see, or of its own those that it can't see itself."""
    unseen = side.deck
    in_deck = len(unseen)
    if not own:
        unseen += side.hand
    unseen.sort()
    shuffler.shuffle(unseen)
    hand = sorted(unseen[in_deck:])
    side.deck = unseen[:in_deck][::-1]
    if not own:
        side.set_hand(hand)


def _from_top(deck: list[int], count: int) -> list[int]:
    """Takes so many cards from the top of a deck, or all that there are."""
    drawn = deck[-count:]
    del deck[-count:]
    return drawn
