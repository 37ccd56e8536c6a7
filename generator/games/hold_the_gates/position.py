"""Positions that may be written by hand: read into a state, with everything that is wrong in them.

::

    {"game": "hold-the-gates", "turn": 3, "tier": 2, "phase": "preparation", "to_act": 0,
     "settlement": "village", "damage": 1,
     "seats": [{"deck": ["grunt"], "hand": ["grunt", "shaman"], "discard": [],
                "field": ["armoured-grunt 1 +armoured-grunt"], "gates": []}, {...}],
     "shuffler": {"seed": 7, "made": 4}}

``phase`` is ``preparation`` or ``over``; a game that is over has no ``to_act``. Seat 0 attacks. A deck is
listed from its top, a line of units from the gates, all else in the order of the card list. ``damage`` and
``shuffler`` may be missing, as may a player's lists that are empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.catalog.reader import Reader
from generator.catalog.wording import quote
from generator.games.hold_the_gates.config import AT_GATES, BESIDE_UNIT, OWN, SIDES
from generator.games.hold_the_gates.rules import (
    GAME,
    MAX_DAMAGE,
    OVER,
    PREPARATION,
    HoldTheGatesState,
    Rules,
    Side,
    Unit,
)
from generator.rules.positions import is_number, position_reader
from generator.rules.shuffler import Shuffler


def read_position(position: Mapping[str, Any], rules: Rules) -> HoldTheGatesState:
    """The state of a position before forced moves. Raises BadPosition with all faults."""
    given = position_reader(position)
    given.only(("game", *rules.form.keys, "phase", "to_act", "seats"))
    given.key("game", GAME).word((GAME,), "the name of this game")
    over = given.key("phase").word((PREPARATION, OVER), "phase") == OVER
    state = empty_state(rules, Shuffler(0))
    rules.form.read(given, state, "settlement", "damage", "shuffler")
    attacked = rules.config.settlements[state.settlement]
    if attacked.falls(state.damage) and not over:
        given.key("damage").error(f"the {attacked.name} falls with {attacked.value}", "so the game is over")
    before = given.error_count
    rules.form.read(given, state, "turn", "tier")
    tier = rules.config.tier_in(state.turn)
    if given.error_count == before and state.tier != tier:
        given.key("tier").error(f"turn {state.turn} is of tier {tier}, not {state.tier}")
    if not over:
        state.player = given.key("to_act").whole(0, len(SIDES) - 1)
    elif given.has("to_act"):
        given.key("to_act").error("nobody is to act when the game is over")
    for seat, part in enumerate(given.key("seats").items(len(SIDES))[: len(SIDES)]):
        _SideReader(rules, seat, state.tier).read(part, state.side(seat))
    _check_counts(given, state)
    if over:
        _check_over(given, state)
    given.finish()
    return state


def empty_state(rules: Rules, shuffler: Shuffler) -> HoldTheGatesState:
    """A table without a card."""
    state: HoldTheGatesState = rules.form.blank(
        rules=rules, shuffler=shuffler, attacker=rules.side.blank(), defender=rules.side.blank()
    )
    return state


class _SideReader:
    """Reads one player's part of a position."""

    __slots__ = ("config", "form", "kinds", "seat", "tier")

    def __init__(self, rules: Rules, seat: int, tier: int) -> None:
        self.config = rules.config
        self.form = rules.side
        self.kinds = rules.side.terms.numbers()
        self.seat = seat
        self.tier = tier

    def read(self, given: Reader, side: Side) -> None:
        """Reads the player's cards, and reports what can't be."""
        given.only(self.form.keys)
        units = self.config.units
        self.form.read(given, side, "deck", "hand", "discard", "gates", admits=self._is_own)
        side.set_hand(side.hand)
        for place, kind in enumerate(side.gates):
            if units[kind].lasts != AT_GATES:
                given.key("gates").at(place).error(f"{units[kind].id} doesn't stay at the gates")
            side.bonus += units[kind].change
        for item in given.key("field", []).items():
            side.field += self._unit(item, side.gates)

    def _is_own(self, item: Reader, kind: int) -> bool:
        """Whether a card can be this player's now."""
        card = self.config.units[kind]
        self._check_tier(item, kind)
        if card.side != self.seat:
            item.error(f"{card.id} is a card of the {SIDES[card.side]}, who is seat {card.side}")
        return card.side == self.seat

    def _check_tier(self, item: Reader, kind: int) -> None:
        card = self.config.units[kind]
        if card.tier > self.tier:
            item.error(f"{card.id} joins at tier {card.tier}, and this is tier {self.tier}")

    def _card(self, item: Reader) -> list[int]:
        """The card of this name; nothing if there is none."""
        before = item.error_count
        kind = self.kinds[item.word(self.kinds, "kind of unit")]
        return [kind] if item.error_count == before else []

    def _unit(self, item: Reader, gates: list[int]) -> list[Unit]:
        """A unit on the field, if its words are sound; else nothing."""
        words = item.value.split(" ") if isinstance(item.value, str) else []
        if len(words) < 2 or not is_number(words[1], MAX_DAMAGE):
            item.error(f"{quote(item.value)} is not a unit followed by its damage", "for example `grunt 0`")
            return []
        part = item.part(words[0])
        found = [kind for kind in self._card(part) if self._is_own(part, kind)]
        if not found:
            return []
        beside = [kind for word in words[2:] for kind in self._card_beside(word, item)]
        cards = self.config.units
        strength = self.config.strength(
            cards[found[0]], [cards[kind] for kind in beside], [cards[kind] for kind in gates]
        )
        unit = Unit(found[0], strength, int(words[1]), tuple(beside))
        if unit.beaten():
            item.error(f"a unit of strength {strength} withdraws with {unit.damage} damage")
        return [unit]

    def _card_beside(self, word: str, item: Reader) -> list[int]:
        """A continuing card beside a unit, if it may lie there; else nothing."""
        if not word.startswith("+"):
            item.error(f"expected `+` and the id of a card beside the unit, got {quote(word)}")
            return []
        for kind in self._card(item.part(word[1:])):
            self._check_tier(item, kind)
            card = self.config.units[kind]
            if card.lasts != BESIDE_UNIT:
                item.error(f"{card.id} doesn't stay beside a unit")
            elif (card.target == OWN) != (card.side == self.seat):
                item.error(f"the {SIDES[card.side]}'s {card.id} names an {card.target} unit")
            else:
                return [kind]
        return []


def _check_counts(given: Reader, state: HoldTheGatesState) -> None:
    """There are no more cards of a kind than the game has, and no more in play than a turn gives a player."""
    config = state.rules.config
    found = [0] * len(config.units)
    in_play = [0] * len(SIDES)
    for seat, side in enumerate(state.sides()):
        own = [*side.hand, *side.gates, *(unit.kind for unit in side.field)]
        beside = [kind for unit in side.field for kind in unit.beside]
        in_play[seat] += len(own)
        for kind in beside:
            in_play[config.units[kind].side] += 1
        for kind in (*side.deck, *side.discard, *own, *beside):
            found[kind] += 1
    for seat, cards in enumerate(in_play):
        if cards > config.hand:
            message = f"{cards} cards in hand, on the field and at the gates"
            given.key("seats").at(seat).error(message, f"in a turn each player has {config.hand}")
    for kind, unit in enumerate(config.units):
        if found[kind] > unit.copies:
            given.key("seats").error(f"{found[kind]} {unit.id}, and the game has {unit.copies}")


def _check_over(given: Reader, state: HoldTheGatesState) -> None:
    """The game ends after a battle, and not before the settlement falls or the King's Army comes."""
    config = state.rules.config
    stands = not config.settlements[state.settlement].falls(state.damage)
    both_fight = all(side.field for side in state.sides())
    for seat, side in enumerate(state.sides()):
        if side.hand:
            given.key("seats").at(seat).key("hand").error("the game is over, and there are cards in hand")
        if side.field and stands:
            message = "the settlement stands, so the units have gone to the discards"
            given.key("seats").at(seat).key("field").error(message)
        elif side.field and both_fight:
            given.key("seats").at(seat).key("field").error("the game is over, and the battle is not")
    if stands and state.turn < config.turns:
        given.error("the game is not over: the settlement stands, and the King's Army is not there yet")
