"""Reads a position, maybe written by hand, and refuses what can't be."""

from __future__ import annotations

from generator.catalog.reader import Reader
from generator.catalog.wording import quote
from generator.games.hold_the_gates.kinds import AT_GATES, BESIDE_UNIT, OWN
from generator.games.hold_the_gates.numbers import SIDES, Numbers
from generator.games.hold_the_gates.play import Rules, Siege, empty_table
from generator.games.hold_the_gates.position import GAME, OVER, PREPARATION
from generator.games.hold_the_gates.table import Side, Unit
from generator.rules.positions import is_number, read_shuffler

KEYS = ("game", "turn", "tier", "phase", "to_act", "settlement", "damage", "seats", "shuffler")
SIDE_KEYS = ("deck", "hand", "discard", "field", "gates")
MAX_DAMAGE = 999


def read(given: Reader, rules: Rules) -> Siege:
    """The state of a position, before forced moves. Raises BadPosition with all faults.

    ``damage`` and ``shuffler`` may be missing, as may a player's lists that are empty.
    """
    given.only(KEYS)
    numbers = rules.numbers
    given.key("game", GAME).word((GAME,), "name of this game")
    settlements = [settlement.id for settlement in numbers.settlements]
    settlement = settlements.index(given.key("settlement").word(settlements, "settlement"))
    siege = empty_table(rules, settlement, read_shuffler(given))
    over = given.key("phase").word((PREPARATION, OVER), "phase") == OVER
    _read_heading(given, siege, over)
    seats = given.key("seats").items(len(SIDES))
    for seat, side in enumerate(seats[: len(SIDES)]):
        _SideReading(side, seat, siege).read()
    _check_counts(given, siege)
    if over:
        _check_over(given, siege)
    given.finish()
    if over:
        siege.player = None
    return siege


def _read_heading(given: Reader, siege: Siege, over: bool) -> None:
    """Turn, tier, the settlement's damage and whose turn it is."""
    numbers = siege.rules.numbers
    settlement = numbers.settlements[siege.settlement]
    siege.damage = given.key("damage", 0).whole(0, MAX_DAMAGE)
    if siege.damage >= settlement.value and not over:
        given.key("damage").error(
            f"the {settlement.name} falls with {settlement.value}", "so the game is over"
        )
    before = given.error_count
    siege.turn = given.key("turn").whole(1, numbers.turns)
    siege.tier = given.key("tier").whole(1, numbers.last_tier)
    if given.error_count == before and siege.tier != numbers.tier_in(siege.turn):
        given.key("tier").error(
            f"turn {siege.turn} is of tier {numbers.tier_in(siege.turn)}, not {siege.tier}"
        )
    if not over:
        siege.player = given.key("to_act").whole(0, len(SIDES) - 1)
    elif given.has("to_act"):
        given.key("to_act").error("nobody is to act when the game is over")


class _SideReading:
    """One player's part of a position."""

    __slots__ = ("given", "numbers", "rules", "seat", "siege")

    def __init__(self, given: Reader, seat: int, siege: Siege) -> None:
        self.given = given
        self.seat = seat
        self.siege = siege
        self.rules = siege.rules
        self.numbers: Numbers = siege.rules.numbers

    def read(self) -> None:
        """Reads the player's cards and notes what can't be."""
        self.given.only(SIDE_KEYS)
        side = self.siege.side(self.seat)
        side.gates = self._pile("gates")
        for place, kind in enumerate(side.gates):
            if self.rules.kinds.lasts[kind] != AT_GATES:
                self.given.key("gates").at(place).error(f"{self._id(kind)} doesn't stay at the gates")
            side.bonus += self.rules.kinds.change[kind]
        side.deck = self._pile("deck")[::-1]
        side.set_hand(self._pile("hand"))
        side.discard = self._pile("discard")
        side.field = [unit for item in self.given.key("field", []).items() for unit in self._unit(item, side)]

    def _id(self, kind: int) -> str:
        return self.numbers.units[kind].id

    def _pile(self, key: str) -> list[int]:
        return [kind for item in self.given.key(key, []).items() for kind in self._own_card(item)]

    def _own_card(self, item: Reader) -> list[int]:
        """The card, if it can be this player's now; else nothing."""
        found = self._card(item)
        for kind in found:
            owner = self.numbers.units[kind].side
            if owner != self.seat:
                item.error(f"{self._id(kind)} is a card of the {SIDES[owner]}, who is seat {owner}")
                return []
        return found

    def _card(self, item: Reader) -> list[int]:
        before = item.error_count
        kind_of = self.rules.kinds.number_of
        kind = kind_of[item.word(kind_of, "kind of unit")]
        if item.error_count > before:
            return []
        tier = self.numbers.units[kind].tier
        if tier > self.siege.tier:
            item.error(f"{self._id(kind)} joins at tier {tier}, and this is tier {self.siege.tier}")
        return [kind]

    def _unit(self, item: Reader, side: Side) -> list[Unit]:
        """A unit on the field, if its words are sound; else nothing."""
        words = item.value.split() if isinstance(item.value, str) else []
        if len(words) < 2 or not is_number(words[1], MAX_DAMAGE):
            item.error(f"{quote(item.value)} is no unit with the damage on it", "for example `grunt 0`")
            return []
        unit_id, damage, *beside = words
        units = [
            Unit(kind, self.numbers.units[kind].strength + side.bonus, int(damage))
            for kind in self._own_card(item.part(unit_id))
        ]
        for unit in units:
            for word in beside:
                self._lay_beside(unit, word, item)
            if unit.beaten():
                strength = max(unit.strength, 0)
                item.error(f"a unit of strength {strength} withdraws with {unit.damage} damage")
        return units

    def _lay_beside(self, unit: Unit, word: str, item: Reader) -> None:
        if not word.startswith("+"):
            item.error(f"expected `+` and the id of a card beside the unit, got {quote(word)}")
            return
        for kind in self._card(item.part(word[1:])):
            kinds = self.rules.kinds
            card = self.numbers.units[kind]
            if kinds.lasts[kind] != BESIDE_UNIT:
                item.error(f"{card.id} doesn't stay beside a unit")
            elif (kinds.target[kind] == OWN) != (card.side == self.seat):
                item.error(f"the {SIDES[card.side]}'s {card.id} names an {card.target} unit")
            else:
                self.siege.lay_beside(unit, kind)


def _check_over(given: Reader, siege: Siege) -> None:
    if siege.attacker.hand or siege.defender.hand:
        given.error("the game is over, and there are cards in hand")
    if siege.attacker.field and siege.defender.field:
        given.error("the game is over, and the battle is not")
    if siege.settlement_falls():
        return
    if siege.attacker.field or siege.defender.field:
        given.error("the settlement stands, so the units have gone to the discards")
    if not siege.kings_army_comes():
        given.error("the game is not over: the settlement stands, and the King's Army is not there yet")


def _check_counts(given: Reader, siege: Siege) -> None:
    """There are no more cards of a kind than the game has, and no more in play than a turn gives a player."""
    numbers = siege.rules.numbers
    found = [0] * len(numbers.units)
    in_play = [0] * len(SIDES)
    for seat, side in enumerate((siege.attacker, siege.defender)):
        own = [*side.hand, *side.gates, *(unit.kind for unit in side.field)]
        beside = [kind for unit in side.field for kind in unit.beside]
        in_play[seat] += len(own)
        for kind in beside:
            in_play[numbers.units[kind].side] += 1
        for kind in (*side.deck, *side.discard, *own, *beside):
            found[kind] += 1
    for seat, cards in enumerate(in_play):
        if cards > numbers.hand:
            message = f"{cards} cards in hand, on the field and at the gates"
            given.key("seats").at(seat).error(message, f"in a turn each player has {numbers.hand}")
    for kind, unit in enumerate(numbers.units):
        if found[kind] > unit.copies:
            given.key("seats").error(f"{found[kind]} {unit.id}, and the game has {unit.copies}")
