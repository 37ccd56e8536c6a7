"""Hold the Gates!: an attacker against a settlement, a defender who waits for the King's Army.

Positions may be written by hand::

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

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.reader import Reader
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.config import (
    AT_GATES,
    ATTACKER,
    BESIDE_UNIT,
    DEFENDER,
    OWN,
    SIDES,
    RulesConfig,
    UnitCard,
    read_config,
)
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
from generator.rules.elements import Admits
from generator.rules.fields import DeclaredGame
from generator.rules.positions import is_number, position_reader
from generator.rules.protocol import Game, Option, Position, Referee, State
from generator.rules.shuffler import Shuffler


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game by the numbers of a card database; None if they can't be played, which ``problems`` lists."""
    config = read_config(database, problems)
    return None if config is None else HoldTheGates(config)


class HoldTheGates(DeclaredGame):
    """Hold the Gates!: seat 0 attacks a settlement, seat 1 defends it."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = GAME
        self.title = config.title
        self.seats = (len(SIDES),)
        self.config = config
        self.rules = Rules(config)
        self.form = self.rules.form
        self.options = (_settlement_option(config),)
        self.moves = self.rules.count
        # Every card drawn is one decision.
        self.unordered = frozenset({"discard", "gates", "hand"})
        self.longest = len(SIDES) * config.hand * config.turns

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:  # noqa: ARG002
        """The first hands are drawn, the attacker is to play a card."""
        state: HoldTheGatesState = self.form.blank(rules=self.rules, shuffler=shuffler)
        state.settlement = [place.id for place in self.config.settlements].index(options["settlement"])
        state.begin()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{"settlement": settlement.id} for settlement in self.config.settlements]

    def read(self, position: Mapping[str, Any], *, checked: bool) -> HoldTheGatesState:  # noqa: ARG002
        return _PositionReader(self.rules).read(position_reader(position))

    def referee(self) -> Referee:
        return HoldTheGatesReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        seats = state.to_dict()["seats"]
        return [(name.capitalize(), held["hand"]) for name, held in zip(SIDES, seats, strict=True)]


def _settlement_option(config: RulesConfig) -> Option:
    ids = [settlement.id for settlement in config.settlements]

    def read(value: object) -> str:
        if isinstance(value, str) and value in ids:
            return value
        hint = did_you_mean(value, ids) if isinstance(value, str) else None
        raise InputError(f"settlement: expected {join_words(ids)}, got {quote(value)}", hint=hint)

    falls = join_words([f"{place.id} with {place.value}" for place in config.settlements], "and")
    says = f"what is attacked, which sets the difficulty: damage fells {falls}"
    return Option("settlement", says, config.usual_settlement, read)


# Positions, with everything that is wrong in them


class _PositionReader:
    """Reads a position into a state."""

    def __init__(self, rules: Rules) -> None:
        self.config = rules.config
        self.form = rules.form
        self.kinds = rules.form.terms.numbers()
        self.state: HoldTheGatesState = rules.form.blank(rules=rules)
        self.seat = 0
        """The one whose part is read."""

    def read(self, given: Reader) -> HoldTheGatesState:
        """The state before forced moves. Raises BadPosition with all faults."""
        given.only(("game", *self.form.keys, "phase", "to_act", "seats"))
        given.key("game", GAME).word((GAME,), "the name of this game")
        over = given.key("phase").word((PREPARATION, OVER), "phase") == OVER
        self._read_course(given, over)
        parts = given.key("seats").items(len(SIDES))[: len(SIDES)]
        for self.seat, part in enumerate(parts):
            self._read_side(part, self.state.side(self.seat))
        self._check_counts(given)
        if over:
            self._check_over(given)
        given.finish()
        return self.state

    def _read_course(self, given: Reader, over: bool) -> None:
        state, config = self.state, self.config
        self.form.read(given, state, "settlement", "damage", "shuffler")
        if state.has_fallen() and not over:
            place = config.settlements[state.settlement]
            given.key("damage").error(f"the {place.name} falls with {place.value}", "so the game is over")
        before = given.error_count
        self.form.read(given, state, "turn", "tier")
        tier = config.tier_in(state.turn)
        if given.error_count == before and state.tier != tier:
            given.key("tier").error(f"turn {state.turn} is of tier {tier}, not {state.tier}")
        if not over:
            state.player = given.key("to_act").whole(0, len(SIDES) - 1)
        elif given.has("to_act"):
            given.key("to_act").error("nobody is to act when the game is over")

    def _read_side(self, given: Reader, side: Side) -> None:
        form, units = self.form.seats, self.config.units
        given.only(form.keys)
        form.read(given, side, "deck", "hand", "discard", "gates", admits=self._is_own)
        side.set_hand(side.hand)
        for place, kind in enumerate(side.gates):
            if units[kind].lasts != AT_GATES:
                given.key("gates").at(place).error(f"{units[kind].id} doesn't stay at the gates")
            side.bonus += units[kind].change
        for item in given.key("field", []).items():
            side.field += self._unit(item, side.gates)

    def _unit(self, item: Reader, gates: list[int]) -> list[Unit]:
        """A unit on the field, if its words are sound; else nothing."""
        words = item.value.split(" ") if isinstance(item.value, str) else []
        if len(words) < 2 or not is_number(words[1], MAX_DAMAGE):
            item.error(f"{quote(item.value)} is not a unit followed by its damage", "for example `grunt 0`")
            return []
        found = self._card(item.part(words[0]), self._is_own)
        if not found:
            return []
        beside: list[int] = []
        for word in words[2:]:
            if word.startswith("+"):
                beside += self._card(item.part(word[1:]), self._may_lie_beside)
            else:
                item.error(f"expected `+` and the id of a card beside the unit, got {quote(word)}")
        card, *around = (self.config.units[kind] for kind in (*found, *beside, *gates))
        unit = Unit(found[0], self.config.strength(card, around), int(words[1]), tuple(beside))
        if unit.damage >= unit.strength:
            item.error(f"a unit of strength {unit.strength} withdraws with {unit.damage} damage")
        return [unit]

    def _card(self, item: Reader, admits: Admits) -> list[int]:
        """The card of this name, if it may lie there; else nothing."""
        before = item.error_count
        kind = self.kinds[item.word(self.kinds, "kind of unit")]
        return [kind] if item.error_count == before and admits(item, kind) else []

    def _is_own(self, item: Reader, kind: int) -> bool:
        """Whether a card can be this player's now."""
        card = self._joined(item, kind)
        if card.side != self.seat:
            item.error(f"{card.id} is a card of the {SIDES[card.side]}, who is seat {card.side}")
        return card.side == self.seat

    def _may_lie_beside(self, item: Reader, kind: int) -> bool:
        """Whether a continuing card may lie beside a unit of this player."""
        card = self._joined(item, kind)
        if card.lasts != BESIDE_UNIT:
            item.error(f"{card.id} doesn't stay beside a unit")
        elif (card.target == OWN) != (card.side == self.seat):
            item.error(f"the {SIDES[card.side]}'s {card.id} names an {card.target} unit")
        else:
            return True
        return False

    def _joined(self, item: Reader, kind: int) -> UnitCard:
        """A card, whose tier must have joined."""
        card = self.config.units[kind]
        if card.tier > self.state.tier:
            item.error(f"{card.id} joins at tier {card.tier}, and this is tier {self.state.tier}")
        return card

    def _check_counts(self, given: Reader) -> None:
        """There are no more cards of a kind than the game has, and no more in play than a turn gives."""
        found: Counter[int] = Counter()
        in_play: Counter[int] = Counter()
        for seat, side in enumerate((self.state.attacker, self.state.defender)):
            own = [*side.hand, *side.gates, *(unit.kind for unit in side.field)]
            beside = [kind for unit in side.field for kind in unit.beside]
            in_play[seat] += len(own)
            in_play.update(self.config.units[kind].side for kind in beside)
            found.update((*side.deck, *side.discard, *own, *beside))
        for seat, cards in sorted(in_play.items()):
            if cards > self.config.hand:
                message = f"{cards} cards in hand, on the field and at the gates"
                given.key("seats").at(seat).error(message, f"in a turn each player has {self.config.hand}")
        for kind, unit in enumerate(self.config.units):
            if found[kind] > unit.copies:
                given.key("seats").error(f"{found[kind]} {unit.id}, and the game has {unit.copies}")

    def _check_over(self, given: Reader) -> None:
        """The game ends after a battle, and not before the settlement falls or the King's Army comes."""
        state = self.state
        stands = not state.has_fallen()
        both_fight = bool(state.attacker.field and state.defender.field)
        for seat, side in enumerate((state.attacker, state.defender)):
            if side.hand:
                given.key("seats").at(seat).key("hand").error("the game is over, and there are cards in hand")
            if side.field and stands:
                message = "the settlement has not fallen, so the units have gone to the discards"
                given.key("seats").at(seat).key("field").error(message)
            elif side.field and both_fight:
                given.key("seats").at(seat).key("field").error("the game is over, and the battle is not")
        if stands and state.turn < self.config.turns:
            given.error(
                "the game is not over: the settlement stands, and the King's Army has not arrived yet"
            )


# The referee judges positions without the engine.


class HoldTheGatesReferee(Referee):
    """Counts the cards by their owners, and the points of a finished game."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """A card in a pile, a hand or a line counts for the player whose that is, so that a card in a wrong
        pile is found; one beside a unit may be either's and counts for its owner."""
        found: dict[str, list[str]] = {side: [] for side in SIDES}
        for side, player in zip(SIDES, position["seats"], strict=True):
            for pile in ("deck", "hand", "discard", "gates"):
                found[side] += player.get(pile, [])
            for words in player.get("field", []):
                unit, _, *beside = words.split()
                found[side].append(unit)
                for card in beside:
                    found[SIDES[self.config.unit(card[1:]).side]].append(card[1:])
        # The cards of the tiers that have not joined are in the box.
        for kind in self.config.units:
            if kind.tier > position["tier"]:
                found[SIDES[kind.side]] += [kind.id] * kind.copies
        return found

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The attacker wins with a fallen settlement; else the King's Army has come."""
        config = self.config
        if position["damage"] >= config.settlement(position["settlement"]).value:
            return (config.attacker_wins, config.defender_consoles * position["tier"]), (ATTACKER,)
        return (config.attacker_consoles, config.kings_army), (DEFENDER,)

    def cut_short(self, position: Position) -> bool:
        """The King's Army is a rule of the game: the engine has no limit of its own."""
        del position
        return False
