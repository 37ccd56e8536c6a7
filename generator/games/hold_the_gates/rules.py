"""The rules of Hold the Gates!, in the order of the rulebook: setting up, and the five steps of a turn."""

from __future__ import annotations

from typing import Annotated, Final

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, join_words, pluralize, quote
from generator.games.hold_the_gates.config import (
    AT_GATES,
    ATTACKER,
    BESIDE_UNIT,
    DEFENDER,
    OWN,
    SIDES,
    RulesConfig,
    UnitCard,
)
from generator.rules.elements import NOBODY, OWNER, Counter, Element, Shuffles, Terms, Value, Zone
from generator.rules.fields import Form, declared
from generator.rules.legal_moves import LegalMoves
from generator.rules.notation import NO_MOVE, Moves
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


class Units(Element):
    """A line of units: ``armoured-grunt 1 +armoured-grunt`` has 1 damage and a continuing card beside it."""

    def written(self, value: list[Unit], terms: Terms) -> list[str]:
        words = terms.words
        return [
            " ".join(
                [words[unit.kind], str(unit.damage), *[f"+{words[kind]}" for kind in sorted(unit.beside)]]
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


class Rules(Moves):
    """What is made of the numbers once for all games: the moves, and which of them may be legal."""

    def __init__(self, config: RulesConfig) -> None:
        super().__init__()
        terms = Terms(config, config.ids, "kind of unit")
        self.form = Form(HoldTheGatesState, terms, Form(Side, terms))
        self.config = config
        self.units: tuple[UnitCard, ...] = config.units
        self.deployments: int = len(config.units)
        """Moves below this deploy."""
        self.add("deploy {kind_of_unit}", kind_of_unit=config.ids)
        self.add("action {kind_of_unit}", kind_of_unit=config.ids)
        self.add(
            "action {kind_of_unit}>{place}",
            kind_of_unit=config.ids,
            place=range(config.hand),
            where=lambda kind, _: config.units[kind].target is not None,
        )
        self.kind: list[int] = self.column("kind_of_unit")
        self.target: list[int] = self.column("place")
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
        moves: list[list[int]] = [[] for _ in self.units]
        for move, kind in enumerate(self.kind):
            target, units = self.target[move], self.units_to_name(kind, own, enemy)
            if move < self.deployments or (units == 0 if target == NO_MOVE else target < units):
                moves[kind].append(move)
        return [tuple(with_it) for with_it in moves]

    def units_to_name(self, kind: int, own: int, enemy: int) -> int:
        """How many units the action of this kind could name, with so many on each side."""
        target = self.units[kind].target
        return 0 if target is None else own if target == OWN else enemy

    def fault(self, text: str, words: str) -> str:
        return f"there is no move {quote(text)}; {self.hint(words)}"

    def hint(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        unit_id, points_at, place = rest.partition(">")
        if verb not in self.examples or not rest:
            return super().hint(words)
        unit = next((unit for unit in self.units if unit.id.casefold() == unit_id), None)
        if unit is None:
            hint = did_you_mean(unit_id, self.config.ids) or f"expected {join_words(self.config.ids)}"
            return f"{quote(unit_id)} is not a kind of unit; {hint}"
        if verb == "deploy":
            return f"who deploys names no other unit: write `deploy {unit_id}`"
        if unit.target is None:
            return f"{unit.action} names no unit: write `action {unit_id}`"
        if points_at and place.isascii() and place.isdigit():
            return f"there is no unit {clipped(place)}: a line has places 0 to {self.config.hand - 1}"
        return f"there is no place {quote(place)}: write `action {unit_id}>0` for the one at the gates"


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
        self.attacker.discard = self.rules.config.joining(self.tier)
        self.defender.discard = self.rules.config.joining(0)
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
        rules = self.rules
        kind = rules.kind[move]
        own.take(kind)
        if move < rules.deployments:
            own.field.append(Unit(kind, rules.units[kind].strength + own.bonus))
        else:
            self._act(kind, rules.target[move], own, enemy)
        self.player = DEFENDER if self.player == ATTACKER else ATTACKER
        if not enemy.hand:
            self.advance()

    def advance(self) -> None:
        """Skips a player without cards. When nobody has any, the turn is played to its end, and the next
        begins, until somebody has a card to play or the game is over."""
        while self.player is not None and not self.attacker.hand and not self.defender.hand:
            self._battle()
            self._break_through()
            if self.has_fallen():
                self.player = None
                return
            self._end_turn()
            if self.turn >= self.rules.config.turns:
                self.player = None
                return
            self.turn += 1
            if self.tier < self.rules.config.tier_in(self.turn):
                self._escalate()
            self._draw_hands()
        if self.player is not None and not self.side(self.player).hand:
            self.player = DEFENDER if self.player == ATTACKER else ATTACKER

    # A turn: 1. Preparation, Actions

    def _act(self, kind: int, place: int, own: Side, enemy: Side) -> None:
        """The action happens, its card is laid where it belongs, beaten units withdraw."""
        card = self.rules.units[kind]
        target: Unit | None = None
        if place != NO_MOVE:
            target = own.field[place] if card.target == OWN else enemy.field[place]
        self._happen(card, enemy, target)
        if card.lasts == AT_GATES:
            # It counts for all units of its side, those to come too.
            own.gates.append(kind)
            own.bonus += card.change
            for unit in own.field:
                unit.strength += card.change
        elif card.lasts == BESIDE_UNIT and target is not None:
            target.beside += (kind,)
            target.strength += card.change
        else:
            own.discard.append(kind)
        self._withdraw_beaten()

    def _happen(self, card: UnitCard, enemy: Side, target: Unit | None) -> None:
        """What an action does at once; a card that strengthens or weakens does so by lying there."""
        match card.effect:
            case "hit" if target is not None:
                target.damage += card.amount
            case "hit-front" | "hit-ranks" | "hit-all":
                for unit in enemy.field[: card.ranks]:
                    unit.damage += card.amount
            case "mend":
                self.damage -= min(card.amount, self.damage)
            case "drive-off" if enemy.field:
                # It is the one farthest from the gates.
                self.withdraw(enemy, enemy.field[-1])

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
            self.side(self.rules.units[kind].side).discard.append(kind)

    # A turn: 2. Battle

    def _battle(self) -> None:
        """Combat rounds between the front units, until a side has no units."""
        attackers, defenders = self.attacker.field, self.defender.field
        while attackers and defenders:
            self._combat_round(attackers[0], defenders[0])

    def _combat_round(self, attacker: Unit, defender: Unit) -> None:
        """First both shoot. If both still stand, they strike. Damage is dealt both ways at once."""
        units = self.rules.units
        attacker.damage += units[defender.kind].ranged
        defender.damage += units[attacker.kind].ranged
        if attacker.damage < attacker.strength and defender.damage < defender.strength:
            attacker.damage += defender.strength
            defender.damage += attacker.strength
        if attacker.damage >= attacker.strength:
            self.withdraw(self.attacker, attacker)
        if defender.damage >= defender.strength:
            self.withdraw(self.defender, defender)

    # A turn: 3. Breaking through

    def _break_through(self) -> None:
        """Surviving attackers damage the settlement by their strength; ranged values don't count."""
        for unit in self.attacker.field:
            self.damage += unit.strength

    # A turn: 4. Victory check

    def has_fallen(self) -> bool:
        """Whether the damage on the settlement is its value or more."""
        return self.damage >= self.rules.config.settlements[self.settlement].value

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
        self.attacker.discard += self.rules.config.joining(self.tier)
        self._shuffle_discards(self.attacker)
        self._shuffle_discards(self.defender)

    # Scores

    def result(self) -> Result:
        if self.player is not None:
            raise ValueError("the game goes on")
        config = self.rules.config
        settlement = config.settlements[self.settlement]
        if self.has_fallen():
            scores = (config.attacker_wins, config.defender_consoles * self.tier)
            reason = f"the {settlement.name} has fallen: {self.damage} damage of {settlement.value}"
            return Result(scores, (ATTACKER,), reason)
        reason = (
            f"the {settlement.name} has held out for {pluralize(self.turn, 'turn')}: the King's Army has come"
        )
        return Result((config.attacker_consoles, config.kings_army), (DEFENDER,), reason)

    # What the protocol asks besides

    def side(self, seat: int) -> Side:
        return self.defender if seat else self.attacker

    def text(self, move: int) -> str:
        return self.rules.texts[move]

    def parse(self, text: str) -> int:
        return self.rules.parse(text)

    def why_not(self, move: int) -> str:
        if self.player is None:
            return "the game is over"
        own, enemy = self.side(self.player), self.side(1 - self.player)
        rules = self.rules
        kind, place = rules.kind[move], rules.target[move]
        card = rules.units[kind]
        if kind not in own.hand:
            whose = "" if card.side == self.player else f": it is a card of the {SIDES[card.side]}"
            return f"no {card.id} in hand{whose}"
        units = rules.units_to_name(kind, len(own.field), len(enemy.field))
        if not units:
            return f"no {card.target} unit stands to be named: play `action {card.id}`, for nothing"
        if place == NO_MOVE:
            return f"{card.action} must name an {card.target} unit, for example `action {card.id}>0`"
        last = "only unit 0 stands" if units == 1 else f"units 0 to {units - 1} stand"
        return f"there is no {card.target} unit {place}: {last}"

    def determinize(self, seat: int, shuffler: Shuffler) -> HoldTheGatesState:
        world = self.clone()
        _deal_anew(world.attacker, seat == ATTACKER, shuffler)
        _deal_anew(world.defender, seat == DEFENDER, shuffler)
        world.shuffler = shuffler.apart()
        return world

    def turns(self) -> int:
        return self.turn

    def to_dict(self) -> Position:
        form, player = self.rules.form, self.player
        phase = {"phase": OVER} if player is None else {"phase": PREPARATION, "to_act": player}
        seats = [form.seats.write(self.attacker), form.seats.write(self.defender)]
        return {"game": GAME, **form.write(self, {**phase, "seats": seats})}

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
