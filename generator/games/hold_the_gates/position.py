"""Positions: what lies on the table, written down as JSON values, read back, and seen by a seat.

::

    {"game": "hold-the-gates", "turn": 3, "tier": 2, "phase": "preparation", "to_act": 0,
     "settlement": "village", "damage": 1,
     "seats": [{"deck": ["grunt"], "hand": ["grunt", "shaman"], "discard": [],
                "field": ["armoured-grunt 1 +armoured-grunt"], "gates": []}, {...}],
     "shuffler": {"seed": 7, "made": 4}}

``phase`` is ``preparation`` or ``over``; a game that is over has no ``to_act``. Seat 0 attacks. A deck is
listed from its top, a line of units from the gates, all else in the order of the card list. A unit is its id,
the damage on it, and ``+id`` for each continuing card beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.catalog.reader import Reader
from generator.catalog.wording import quote
from generator.games.hold_the_gates.config import AT_GATES, BESIDE_UNIT, OWN, SIDES, RulesConfig
from generator.rules.positions import is_number, position_reader, read_shuffler, shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

GAME = "hold-the-gates"
PREPARATION = "preparation"
OVER = "over"
KEYS = ("game", "turn", "tier", "phase", "to_act", "settlement", "damage", "seats", "shuffler")
SIDE_KEYS = ("deck", "hand", "discard", "field", "gates")
MAX_DAMAGE = 999
"""On a settlement or a unit, in a position; far beyond what play can bring about."""


# What lies on the table


class UnitState:
    """A deployed unit."""

    __slots__ = ("beside", "damage", "kind", "strength")

    def __init__(self, kind: int, strength: int, damage: int = 0, beside: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.strength = strength
        """Combat strength with all effects. A unit that it leaves with less than 1 withdraws at once."""
        self.damage = damage
        self.beside = beside
        """The continuing cards that lie beside it, whosever they are."""

    def beaten(self) -> bool:
        """Whether its damage reaches its strength, so that it withdraws."""
        return self.damage >= self.strength

    def clone(self) -> UnitState:
        return UnitState(self.kind, self.strength, self.damage, self.beside)


class SideState:
    """A player's cards and units."""

    __slots__ = ("bonus", "deck", "discard", "field", "gates", "hand", "held")

    deck: list[int]
    """Its top is the end of the list."""
    hand: list[int]
    held: int
    """The set of kinds in hand."""
    discard: list[int]
    field: list[UnitState]
    """The front unit, the one at the gates, comes first."""
    gates: list[int]
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

    def clone(self) -> SideState:
        copy = SideState()
        copy.deck = self.deck[:]
        copy.hand = self.hand[:]
        copy.held = self.held
        copy.discard = self.discard[:]
        copy.field = [unit.clone() for unit in self.field]
        copy.gates = self.gates[:]
        copy.bonus = self.bonus
        return copy


def empty_side() -> SideState:
    """A player without any card."""
    side = SideState()
    side.deck = []
    side.hand = []
    side.held = 0
    side.discard = []
    side.field = []
    side.gates = []
    side.bonus = 0
    return side


class Snapshot:
    """All that makes up a state, whatever it is played by."""

    __slots__ = ("damage", "player", "settlement", "shuffler", "sides", "tier", "turn")

    def __init__(
        self,
        turn: int,
        tier: int,
        player: int | None,
        settlement: int,
        damage: int,
        sides: tuple[SideState, SideState],
        shuffler: Shuffler,
    ) -> None:
        self.turn = turn
        self.tier = tier
        self.player = player
        """Who plays the next card; None when the game is over."""
        self.settlement = settlement
        """Its number in the list of settlements."""
        self.damage = damage
        """On the settlement."""
        self.sides = sides
        """The attacker's cards, and the defender's."""
        self.shuffler = shuffler


# Writing


def write_position(state: Snapshot, config: RulesConfig) -> Position:
    """The whole state, hidden cards too."""
    return {
        **_write_heading(state, config),
        "seats": [_write_side(side, config.ids) for side in state.sides],
        "shuffler": shuffler_position(state.shuffler),
    }


def _write_heading(state: Snapshot, config: RulesConfig) -> Position:
    """What is not a player's."""
    phase: Position = (
        {"phase": OVER} if state.player is None else {"phase": PREPARATION, "to_act": state.player}
    )
    return {
        "game": GAME,
        "turn": state.turn,
        "tier": state.tier,
        **phase,
        "settlement": config.settlements[state.settlement].id,
        "damage": state.damage,
    }


def _write_side(side: SideState, ids: tuple[str, ...]) -> Position:
    return {
        "deck": [ids[kind] for kind in reversed(side.deck)],
        "hand": sorted_ids(side.hand, ids),
        "discard": sorted_ids(side.discard, ids),
        "field": [_write_unit(unit, ids) for unit in side.field],
        "gates": sorted_ids(side.gates, ids),
    }


def _write_unit(unit: UnitState, ids: tuple[str, ...]) -> str:
    """For example ``armoured-grunt 1 +armoured-grunt``."""
    written = f"{ids[unit.kind]} {unit.damage}"
    for card in sorted_ids(unit.beside, ids) if unit.beside else ():
        written += f" +{card}"
    return written


def sorted_ids(cards: Iterable[int], ids: tuple[str, ...]) -> list[str]:
    """Cards of which the order doesn't matter, in the order of the card list."""
    return [ids[kind] for kind in sorted(cards)]


# Hidden information: hands and the order of decks. All else lies open.


def view_of(state: Snapshot, config: RulesConfig, seat: int) -> View:
    """What a seat may know. ``unseen`` lists, for each seat, the cards that lie where this one can't look:
    whoever counts the open cards knows which are left."""
    seats: list[Position] = []
    unseen: list[list[str]] = []
    for owner, side in enumerate(state.sides):
        shown = _write_side(side, config.ids)
        shown["deck"] = len(side.deck)
        hidden = side.deck
        if owner != seat:
            shown["hand"] = len(side.hand)
            hidden = side.deck + side.hand
        seats.append(shown)
        unseen.append(sorted_ids(hidden, config.ids))
    return {
        **_write_heading(state, config),
        "seats": seats,
        "unseen": unseen,
        "seat": seat,
        "asked": state.player == seat,
    }


def determinize(view: View, shuffler: Shuffler) -> Position:
    """A position that could be behind a view: the cards that it leaves unseen are dealt anew."""
    position = {key: value for key, value in view.items() if key not in ("unseen", "seat", "asked")}
    position["seats"] = [
        _deal(side, cards, shuffler) for side, cards in zip(view["seats"], view["unseen"], strict=True)
    ]
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position


def _deal(side: Position, unseen: list[str], shuffler: Shuffler) -> Position:
    """Deck and hand out of the unseen cards; a hand that is known stays."""
    cards = list(range(len(unseen)))
    hand = deal(cards, side["deck"], shuffler)
    dealt = {**side, "deck": [unseen[number] for number in reversed(cards)]}
    if isinstance(side["hand"], int):
        dealt["hand"] = [unseen[number] for number in hand]
    return dealt


def deal(unseen: list[int], in_deck: int, shuffler: Shuffler) -> list[int]:
    """Shuffles cards that are given in order; so many are left, a deck, and the others are given, a hand."""
    shuffler.shuffle(unseen)
    hand = unseen[in_deck:]
    hand.sort()
    del unseen[in_deck:]
    unseen.reverse()
    return hand


# Reading


def read_position(position: object, config: RulesConfig) -> Snapshot:
    """The state of a position that may be written by hand. Raises BadPosition with all faults.

    ``damage`` and ``shuffler`` may be missing, as may a player's lists that are empty.
    """
    given = position_reader(position)
    given.only(KEYS)
    given.key("game", GAME).word((GAME,), "the name of this game")
    shuffler = read_shuffler(given)
    settlements = [settlement.id for settlement in config.settlements]
    settlement = settlements.index(given.key("settlement").word(settlements, "settlement"))
    over = given.key("phase").word((PREPARATION, OVER), "phase") == OVER
    damage = _read_damage(given, config, settlement, over)
    turn, tier = _read_turn(given, config)
    player = _read_player(given, over)
    seats = given.key("seats").items(len(SIDES))
    sides = [_SideReader(config, seat, tier).read(side) for seat, side in enumerate(seats[: len(SIDES)])]
    sides += [empty_side() for _ in SIDES[len(sides) :]]
    attacker, defender = sides
    state = Snapshot(turn, tier, player, settlement, damage, (attacker, defender), shuffler)
    _check_counts(given, state, config)
    if over:
        _check_over(given, state, config)
    given.finish()
    return state


def _read_damage(given: Reader, config: RulesConfig, settlement: int, over: bool) -> int:
    """The damage on the settlement, which has not fallen while the game goes on."""
    damage = given.key("damage", 0).whole(0, MAX_DAMAGE)
    attacked = config.settlements[settlement]
    if attacked.falls(damage) and not over:
        given.key("damage").error(f"the {attacked.name} falls with {attacked.value}", "so the game is over")
    return damage


def _read_turn(given: Reader, config: RulesConfig) -> tuple[int, int]:
    """The turn, and its tier."""
    before = given.error_count
    turn = given.key("turn").whole(1, config.turns)
    tier = given.key("tier").whole(1, config.tiers)
    if given.error_count == before and tier != config.tier_in(turn):
        given.key("tier").error(f"turn {turn} is of tier {config.tier_in(turn)}, not {tier}")
    return turn, tier


def _read_player(given: Reader, over: bool) -> int | None:
    if not over:
        return given.key("to_act").whole(0, len(SIDES) - 1)
    if given.has("to_act"):
        given.key("to_act").error("nobody is to act when the game is over")
    return None


class _SideReader:
    """Reads one player's part of a position."""

    __slots__ = ("config", "kinds", "seat", "tier")

    def __init__(self, config: RulesConfig, seat: int, tier: int) -> None:
        self.config = config
        self.kinds = {unit_id: kind for kind, unit_id in enumerate(config.ids)}
        self.seat = seat
        self.tier = tier

    def read(self, given: Reader) -> SideState:
        """The player's cards; what can't be is told."""
        given.only(SIDE_KEYS)
        units = self.config.units
        side = empty_side()
        side.gates = self._pile(given, "gates")
        for place, kind in enumerate(side.gates):
            if units[kind].lasts != AT_GATES:
                given.key("gates").at(place).error(f"{units[kind].id} doesn't stay at the gates")
            side.bonus += units[kind].change
        side.deck = self._pile(given, "deck")[::-1]
        side.set_hand(self._pile(given, "hand"))
        side.discard = self._pile(given, "discard")
        for item in given.key("field", []).items():
            side.field += self._unit(item, side.gates)
        return side

    def _pile(self, given: Reader, key: str) -> list[int]:
        return [kind for item in given.key(key, []).items() for kind in self._own_card(item)]

    def _own_card(self, item: Reader) -> list[int]:
        """The card, if it can be this player's now; else nothing."""
        found = self._card(item)
        for kind in found:
            card = self.config.units[kind]
            if card.side != self.seat:
                item.error(f"{card.id} is a card of the {SIDES[card.side]}, who is seat {card.side}")
                return []
        return found

    def _card(self, item: Reader) -> list[int]:
        before = item.error_count
        kind = self.kinds[item.word(self.kinds, "kind of unit")]
        if item.error_count > before:
            return []
        card = self.config.units[kind]
        if card.tier > self.tier:
            item.error(f"{card.id} joins at tier {card.tier}, and this is tier {self.tier}")
        return [kind]

    def _unit(self, item: Reader, gates: list[int]) -> list[UnitState]:
        """A unit on the field, if its words are sound; else nothing."""
        words = item.value.split(" ") if isinstance(item.value, str) else []
        if len(words) < 2 or not is_number(words[1], MAX_DAMAGE):
            item.error(f"{quote(item.value)} is not a unit followed by its damage", "for example `grunt 0`")
            return []
        found = self._own_card(item.part(words[0]))
        if not found:
            return []
        beside = [kind for word in words[2:] for kind in self._card_beside(word, item)]
        cards = self.config.units
        strength = self.config.strength(
            cards[found[0]], [cards[kind] for kind in beside], [cards[kind] for kind in gates]
        )
        unit = UnitState(found[0], strength, int(words[1]), tuple(beside))
        if unit.beaten():
            item.error(f"a unit of strength {strength} withdraws with {unit.damage} damage")
        return [unit]

    def _card_beside(self, word: str, item: Reader) -> list[int]:
        """A continuing card beside a unit, if it may lie there; else nothing."""
        if not word.startswith("+"):
            item.error(f"expected `+` and the id of a card beside the unit, got {quote(word)}")
            return []
        for kind in self._card(item.part(word[1:])):
            card = self.config.units[kind]
            if card.lasts != BESIDE_UNIT:
                item.error(f"{card.id} doesn't stay beside a unit")
            elif (card.target == OWN) != (card.side == self.seat):
                item.error(f"the {SIDES[card.side]}'s {card.id} names an {card.target} unit")
            else:
                return [kind]
        return []


def _check_counts(given: Reader, state: Snapshot, config: RulesConfig) -> None:
    """There are no more cards of a kind than the game has, and no more in play than a turn gives a player."""
    found = [0] * len(config.units)
    in_play = [0] * len(SIDES)
    for seat, side in enumerate(state.sides):
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


def _check_over(given: Reader, state: Snapshot, config: RulesConfig) -> None:
    """The game ends after a battle, and not before the settlement falls or the King's Army comes."""
    stands = not config.settlements[state.settlement].falls(state.damage)
    both_fight = all(side.field for side in state.sides)
    for seat, side in enumerate(state.sides):
        if side.hand:
            given.key("seats").at(seat).key("hand").error("the game is over, and there are cards in hand")
        if side.field and stands:
            message = "the settlement stands, so the units have gone to the discards"
            given.key("seats").at(seat).key("field").error(message)
        elif side.field and both_fight:
            given.key("seats").at(seat).key("field").error("the game is over, and the battle is not")
    if stands and state.turn < config.turns:
        given.error("the game is not over: the settlement stands, and the King's Army is not there yet")
