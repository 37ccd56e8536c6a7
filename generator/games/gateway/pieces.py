"""The pieces of Gateway: Armies, players, districts, battles, work to be done, stacks.

Each says how it is written in positions, and knows how it changes, and nothing of the rules; ``board`` puts
them together. Everything is copied, written, read and hidden as ``generator.rules.fields`` has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words
from generator.games.gateway.config import ASSET, FOES, INSURGENT, PLAYERS_CARDS, RUNESTONE, TYPES
from generator.rules import elements
from generator.rules.elements import (
    Admits,
    Counter,
    EachSeat,
    Element,
    Flag,
    Seat,
    Terms,
    Value,
    Zone,
    rotate_seat,
)
from generator.rules.fields import SHARED, Part, Parts, declared
from generator.rules.pile import Pile, empty_pile

NOBODY: Final = -1
"""In place of a seat: nobody's district; a battle's side that no player's Army is."""
MAX_AMOUNT: Final = 999
"""A bound on points, damage and counts: more than any game comes to, and small enough to add up."""
COUNTS: Final = {0: "blinded", 2: "doubled"}
"""How often a card's attack counts, where it is not once."""
MARKS: Final = {word: times for times, word in COUNTS.items()}

# Elements: how they are written. The terms of Gateway have its ``Tables`` for their config.


class Cards(Zone):
    """Cards of some types. ``where`` they lie stands in messages."""

    def __init__(self, where: str, types: Sequence[int] = PLAYERS_CARDS, **rest: Any) -> None:
        super().__init__(otherwise=(), **rest)
        self._where = where
        self._types = types

    def read_admitted(self, given: Reader, terms: Terms, admits: Admits) -> list[int]:
        def may_lie_here(item: Reader, kind: int) -> bool:
            return is_of_type(item, kind, self._types, self._where, terms) and admits(item, kind)

        return super().read_admitted(given, terms, may_lie_here)


def is_of_type(given: Reader, kind: int, types: Sequence[int], where: str, terms: Terms) -> bool:
    """Whether a card is of one of these types; if not, that is reported."""
    tables: Any = terms.config
    found: int = tables.types[kind]
    if found not in types:
        allowed = join_words([TYPES[each] for each in types], "and")
        hint = f"in {where} lie cards of type {allowed}"
        given.error(f"{terms.words[kind]} is of type {TYPES[found]}", hint)
    return found in types


class Events(Zone):
    """Events, by their ids."""

    def in_python(self, name: str) -> None:
        del name

    def written(self, value: list[int], terms: Terms) -> list[str]:
        tables: Any = terms.config
        return [tables.events[event] for event in value[:: self._step]]

    def known(self, terms: Terms) -> tuple[Mapping[str, int], str]:
        tables: Any = terms.config
        return {event: copies[0] for event, copies in tables.event_copies.items()}, "event"


class Fighters(Element):
    """Cards with the damage on them: ``["rebel", "defender 2", "witchmasker 0 blinded"]``; behind those of an
    Army its Runestones."""

    def __init__(self, kind: type[Troop], where: str, types: Sequence[int], **rest: Any) -> None:
        super().__init__(**rest)
        self.kind = kind
        self.where = where
        self.types = types

    def written(self, value: Troop, terms: Terms) -> list[str]:
        words = terms.words
        written = [words[kind] for kind in value.cards]
        if value.touched:
            for at, damage in enumerate(value.damage):
                if value.times[at] in COUNTS:
                    written[at] += f" {damage} {COUNTS[value.times[at]]}"
                elif damage:
                    written[at] += f" {damage}"
        if isinstance(value, Army):
            written += [words[rune] for rune in value.runes.cards()]
        return written

    def restored(self, value: list[str], terms: Terms) -> Troop:
        troop: Troop = terms.forms[self.kind].blank()
        numbers = terms.numbers()
        for text in value:
            card, *rest = text.split(" ")
            self.put(troop, numbers[card], rest, terms)
        return troop

    def put(self, troop: Troop, kind: int, rest: list[str], terms: Terms) -> None:
        """Adds a card. ``rest``: the words behind it, for its damage and how its attack counts."""
        tables: Any = terms.config
        if isinstance(troop, Army) and tables.is_rune[kind]:
            troop.runes.add(kind)
            return
        troop.join(kind)
        if rest:
            troop.hurt(len(troop.cards) - 1, int(rest[0]))
            troop.count(len(troop.cards) - 1, MARKS[rest[1]] if len(rest) > 1 else 1)


class SeatOrNobody(Element):
    """The number of a seat; null for ``NOBODY``."""

    def in_python(self, name: str) -> str:
        return f"(None if {name} == {NOBODY} else {name})"

    def read(self, given: Reader, terms: Terms) -> int:
        return NOBODY if given.value is None else given.whole(0, (terms.seats or 1) - 1)

    def restored(self, value: int | None, terms: Terms) -> int:
        del terms
        return NOBODY if value is None else value

    def rotated(self, value: int | None, by: int, seats: int) -> int | None:
        return rotate_seat(value, by, seats)


class OfBothSides(EachSeat):
    """What the two sides of a battle have, the attacker's first."""

    def in_python(self, name: str) -> str:
        return f"[{self._each.in_python('one')} for one in {name}]"

    def read(self, given: Reader, terms: Terms) -> list[Any]:
        return [self._each.read(item, terms) for item in given.items(2)]

    def rotated(self, value: list[Any], by: int, seats: int) -> list[Any]:
        return [self._each.rotated(one, by, seats) for one in value]


class DistrictNumber(Element):
    """A district, counted from 0."""

    def read(self, given: Reader, terms: Terms) -> int:
        return given.whole(0, count_districts(terms) - 1)


def count_districts(terms: Terms) -> int:
    """How many lie on the table with so many players."""
    tables: Any = terms.config
    return int(tables.config.setup_for(terms.seats).districts)


class Tokens(Element):
    """The tokens on a district board."""

    def in_python(self, name: str) -> str:
        return f"list({name})"


# Troops


@declared
class Troop:
    """Cards that fight together, in order of arrival: the Insurgents of an Army, the cards in a district.

    The lists go together: at one index stand a card, its damage, and how its attack counts.
    """

    cards: list[int]
    damage: list[int]
    """What each card took in this turn."""
    times: list[int]
    """How often each card's attack counts in this turn: 1; 0 when blinded, 2 when doubled."""
    touched: bool
    """Whether anything must be set back when the turn ends."""

    def join(self, kind: int) -> None:
        self.cards.append(kind)
        self.damage.append(0)
        self.times.append(1)

    def leave(self, at: int) -> int:
        """Takes out the card with this number, and gives its kind."""
        self.damage.pop(at)
        self.times.pop(at)
        return self.cards.pop(at)

    def hurt(self, at: int, damage: int) -> None:
        self.damage[at] += damage
        self.touched = True

    def count(self, at: int, times: int) -> None:
        """From now on in this turn the attack of a card counts so often."""
        self.times[at] = times
        self.touched = True

    def take_over(self, others: Troop) -> None:
        """Gets all cards of others, with what they suffered."""
        self.cards += others.cards
        self.damage += others.damage
        self.times += others.times
        self.touched = self.touched or others.touched
        others.clear()

    def heal(self) -> None:
        """The turn ends: damage and what was done to attacks are gone."""
        self.damage = [0] * len(self.cards)
        self.times = [1] * len(self.cards)
        self.touched = False

    def clear(self) -> None:
        self.cards = []
        self.damage = []
        self.times = []
        self.touched = False


@declared
class Army(Troop):
    """The Insurgents and the Runestones that a player has on the table."""

    runes: Pile

    def is_there(self) -> bool:
        return bool(self.cards) or self.runes.size > 0


# Players


@declared
class Bonus:
    """What an Army has more until the end of the turn. It never changes: another one takes its place."""

    attack: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """More damage that it deals."""
    defence: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """More defence of each Insurgent."""
    weaken: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """Less damage that whoever fights it deals."""
    rescues: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """How many Insurgents that are killed still go to the hand."""

    def __init__(self, attack: int = 0, defence: int = 0, weaken: int = 0, rescues: int = 0) -> None:
        self.attack = attack
        self.defence = defence
        self.weaken = weaken
        self.rescues = rescues

    def any(self) -> bool:
        """Whether there is anything of it."""
        return self.attack != 0 or self.defence != 0 or self.weaken != 0 or self.rescues != 0


NO_BONUS: Final = Bonus()


@declared
class Player:
    """One seat's cards and points."""

    deck: Annotated[list[int], Cards("a deck", seen=elements.NOBODY, from_top=True)]
    hand: Annotated[Pile, Cards("a hand", seen=elements.OWNER)]
    discard: Annotated[Pile, Cards("a discard pile")]
    army: Annotated[Army, Fighters(Army, "an Army", (INSURGENT, RUNESTONE), otherwise=())]
    vp: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    played: Annotated[Pile, Cards("play", (ASSET,), when=lambda player: player.played.size)]
    """What lies before the player till Cleanup: assets."""
    looked: Annotated[list[int], Cards("a deck", seen=elements.OWNER, when=lambda player: len(player.looked))]
    """Cards lifted from the deck to be looked at, from the top; they go back there."""
    bonus: Annotated[Bonus, SHARED, Part(Bonus, when=lambda player: player.bonus.any(), otherwise={})]

    def gain(self, name: str, number: int) -> None:
        """Changes one of the bonuses until the end of the turn."""
        before = self.bonus
        self.bonus = Bonus(before.attack, before.defence, before.weaken, before.rescues)
        setattr(self.bonus, name, getattr(self.bonus, name) + number)

    def end_turn(self) -> None:
        """What lasts for a turn is over."""
        if self.army.touched:
            self.army.heal()
        self.bonus = NO_BONUS


@declared
class District:
    """A district board on the table."""

    board: Annotated[int, Value("boards", "district board")]
    """Its place in ``RulesConfig.districts``."""
    tokens: Annotated[tuple[str, ...], Tokens()]
    """The letters that lie on it, and free spaces."""
    owner: Annotated[int, SeatOrNobody(otherwise=None)]
    """The seat whose marker lies there, or ``NOBODY``."""
    troop: Annotated[Troop, Fighters(Troop, "a district", FOES, key="cards", otherwise=())]
    """The Guards or the Horde that hold it."""
    arrivals: Annotated[
        Troop,
        Fighters(Troop, "a district", FOES, when=lambda district: district.arrivals.cards, otherwise=()),
    ]
    """Guards or Horde put there by an event that must fight for it first."""


# Work

FIGHT: Final = -1
BURY: Final = -2
WORK: Final = {FIGHT: "fight", BURY: "bury"}
"""Tasks that are no line of effects: the battle goes on; cards that were killed leave the battle."""


class TaskLine(Element):
    """The name of a line of effects; ``fight``, ``bury``."""

    def written(self, value: int, terms: Terms) -> str:
        tables: Any = terms.config
        return str(WORK.get(value) or tables.lines.names[value])

    def read(self, given: Reader, terms: Terms) -> int:
        tables: Any = terms.config
        return self.restored(given.word((*tables.lines.names, *WORK.values()), "line of effects"), terms)

    def restored(self, value: str, terms: Terms) -> int:
        tables: Any = terms.config
        return int(tables.lines.number.get(value, FIGHT if value == WORK[FIGHT] else BURY))


@declared
class Task:
    """Something begun that must be finished before what lies under it on the stack of work.

    Most tasks are a line of effects, done one after the other.
    """

    line: Annotated[int, TaskLine()]
    """The line's number, or ``FIGHT`` or ``BURY``."""
    seat: Annotated[int, Seat(otherwise=0)]
    """Whose effects they are: "you". With ``FIGHT`` and ``BURY`` 0."""
    place: Annotated[int, DistrictNumber(otherwise=0)]
    """The district of a card that arrived; else 0."""
    at: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """The number of the effect in the line that is to be done or under way."""
    step: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """How far this effect has come; what is counted is the effect's own matter."""
    times: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """A second count of the same kind."""

    def __init__(self, line: int = 0, seat: int = 0, place: int = 0) -> None:
        self.line = line
        self.seat = seat
        self.place = place
        self.at = 0
        self.step = 0
        self.times = 0

    def to_step(self, step: int) -> None:
        self.step = step
        self.times = 0

    def finish(self) -> None:
        """The effect is done; the next one begins."""
        self.at += 1
        self.step = 0
        self.times = 0


class Tasks(Parts):
    """The stack of work. Effects are somebody's; fights and burials have seat 0 whoever is in them."""

    def rotated(self, value: list[dict[str, Any]], by: int, seats: int) -> list[dict[str, Any]]:
        return [
            task if task["line"] in WORK.values() else {**task, "seat": rotate_seat(task["seat"], by, seats)}
            for task in value
        ]


# Battles

BEGIN: Final = 0
ATTACKER_DECLARES: Final = 1
ATTACKER_CARDS: Final = 2
DEFENDER_DECLARES: Final = 3
DEFENDER_CARDS: Final = 4
ATTACKER_DEALS: Final = 5
DEFENDER_DEALS: Final = 6
AFTERMATH: Final = 7
CONQUEST: Final = 8
STAGES: Final = (
    *("begin", "attacker-declares", "attacker-cards", "defender-declares", "defender-cards"),
    *("attacker-deals", "defender-deals", "aftermath", "conquest"),
)
"""The words for the stages of a battle."""


@declared
class Battle:
    """A battle over a district: an attack of the active player, or Guards or Horde that arrive."""

    district: Annotated[int, DistrictNumber()]
    spawned: Annotated[bool, Flag()]
    """Whether an event brought it about; then the arrivals attack."""
    attacker: Annotated[int, SeatOrNobody()]
    defender: Annotated[int, SeatOrNobody()]
    seats: Annotated[list[int], SHARED]
    """Whose Army attacks and whose defends; ``NOBODY`` for Guards and Horde."""
    played_by: Annotated[list[int], OfBothSides(SeatOrNobody(), key="players")]
    """The seat that decides for each side; ``NOBODY`` as long as that is open."""
    stage: Annotated[int, Value(STAGES, "stage of a battle")]
    at: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """The next card of a side that is to declare, to be dealt damage, or to hear of the conquest."""
    amounts: Annotated[list[int], OfBothSides(Counter(0, MAX_AMOUNT), otherwise=(0, 0))]
    """The damage that each side deals, once both have declared."""
    left: Annotated[int, Counter(0, MAX_AMOUNT, otherwise=0)]
    """How much of it the dealing side has not assigned yet."""
    dealt: Annotated[bool, Flag(otherwise=False)]
    """Whether damage was put on a card in this exchange."""
    again: Annotated[bool, Flag(otherwise=False)]
    """Whether an exchange lies behind already, in this battle."""

    def __init__(self, district: int, spawned: bool, attacker: int, defender: int) -> None:
        self.district = district
        self.spawned = spawned
        self.attacker = attacker
        self.defender = defender
        self.seats = [attacker, defender]
        self.played_by = [attacker, defender]
        self.stage = BEGIN
        self.at = 0
        self.amounts = [0, 0]
        self.left = 0
        self.dealt = False
        self.again = False

    def find_seats(self) -> None:
        self.seats = [self.attacker, self.defender]

    def to_stage(self, stage: int) -> None:
        self.stage = stage
        self.at = 0


# Stacks


@declared
class Supply:
    """The stacks beside the districts. A stack is known by its place in ``RulesConfig.stacks``."""

    left: Pile
    """How many cards each stack has, counted by stack; of stacks with order too."""
    order: dict[int, list[int]]
    """For each stack with a hidden order its kinds from the bottom."""
    laid: Annotated[list[bool], SHARED]
    """Which stacks are in this game at all; one that is sold out still is."""

    def lay(self, stack: int, cards: int) -> None:
        """Lays a stack out that was not in the game; the kinds of one with order are added to that apart."""
        self.left.counts[stack] = cards
        if cards:
            self.left.kinds |= 1 << stack
        self.left.size += cards
        # A new list: copies share the old one.
        self.laid = self.laid.copy()
        self.laid[stack] = True


def new_supply(mixed: list[bool]) -> Supply:
    """A supply of which no stack is laid out. ``mixed``: for each stack whether its order is hidden."""
    supply = Supply()
    supply.left = empty_pile(len(mixed))
    supply.order = {stack: [] for stack, hidden in enumerate(mixed) if hidden}
    supply.laid = [False] * len(mixed)
    return supply


class Stacks(Element):
    """How many cards each stack in the game has; of Runestones which, from the top."""

    def written(self, value: Supply, terms: Terms) -> dict[str, Any]:
        tables: Any = terms.config
        words, counts, laid, mixed = terms.words, value.left.counts, value.laid, tables.mixed
        return {
            name: [words[kind] for kind in value.order[stack][::-1]] if mixed[stack] else counts[stack]
            for stack, name in enumerate(tables.stacks)
            if laid[stack]
        }

    def restored(self, value: Mapping[str, Any], terms: Terms) -> Supply:
        tables: Any = terms.config
        supply = new_supply(tables.mixed)
        for stack, name in enumerate(tables.stacks):
            if name in value:
                cards = value[name]
                if tables.mixed[stack]:
                    supply.order[stack] = [terms.numbers()[card] for card in cards[::-1]]
                supply.lay(stack, len(cards) if tables.mixed[stack] else cards)
        return supply
