"""The board of Gateway: all that lies on the table, whose turn it is, and what is under way.

It knows nothing of the procedure: ``rules`` plays on it, with ``battle`` and ``effects``. What all of these
do all the time, such as drawing a card, is done here.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from generator.catalog.reader import Reader
from generator.games.gateway.config import GUARD, HORDE
from generator.games.gateway.pieces import (
    FIGHT,
    MAX_AMOUNT,
    NOBODY,
    Battle,
    Cards,
    District,
    Events,
    Player,
    SeatOrNobody,
    Stacks,
    Supply,
    Task,
    Tasks,
    Troop,
    count_districts,
)
from generator.games.gateway.tables import GUARDS, HORDES, NO_LINE, Tables
from generator.rules import elements
from generator.rules.elements import Counter, During, Element, Seat, Shuffles, Terms, Value
from generator.rules.fields import SHARED, Part, Parts, declared
from generator.rules.pile import Pile
from generator.rules.protocol import State
from generator.rules.shuffler import Shuffler

SETUP: Final = 0
DEPLOYMENT: Final = 1
DRAFTING: Final = 2
ATTACK: Final = 3
EVENT: Final = 4
OVER: Final = 5
PHASES: Final = ("setup", "deployment", "drafting", "attack", "event", "over")
"""The phases by their numbers. In Cleanup nothing is decided, so no state is ever in it."""
TURN: Final = (DEPLOYMENT, DRAFTING, ATTACK)
"""The phases of a turn in which something is decided."""

GOAL: Final = 1
CITY_FALLEN: Final = 2
CITY_HELD: Final = 3
EVENTS_GONE: Final = 4
ENDINGS: Final = ("", "goal", "horde", "districts", "events")
"""How the game ended, by their numbers: a player's points, the Horde, a player's districts, no event left."""


IN_TURN: Final = During(*TURN)


class Used(Element):
    """Whether the one ability of the turn was used; where the rules give more, those of which districts."""

    def default(self, terms: Terms) -> object:
        return False if _abilities(terms) == 1 else []

    def written(self, value: int, terms: Terms) -> bool | list[int]:
        if _abilities(terms) == 1:
            return value != 0
        return [at for at in range(value.bit_length()) if value >> at & 1]

    def read(self, given: Reader, terms: Terms) -> int:
        most = _abilities(terms)
        if most == 1:
            return int(given.flag())
        used = {item.whole(0, count_districts(terms) - 1) for item in given.items()}
        if len(used) > most:
            given.error(f"expected at most {most} of them, got {len(used)}")
        return sum([1 << at for at in used])

    def restored(self, value: bool | list[int], terms: Terms) -> int:
        del terms
        return int(value) if isinstance(value, bool) else sum([1 << at for at in value])


def _abilities(terms: Terms) -> int:
    """How many districts' abilities may be used in a turn."""
    tables: Any = terms.config
    return int(tables.config.abilities)


@declared
class Board(State):
    """The table, whose turn it is, and who is to decide."""

    tables: Tables
    round: Annotated[int, Counter(0, MAX_AMOUNT)]
    """From 1; 0 before the first turn."""
    active: Annotated[int, Seat()]
    """The seat whose turn it is."""
    first: Annotated[int, Seat()]
    """The seat that begins every round."""
    phase: Annotated[int, Value(PHASES, "phase")]
    players: Annotated[list[Player], Parts(Player, key="seats")]
    districts: Annotated[list[District], Parts(District)]
    """Clockwise, from the first board laid."""
    spots: Annotated[dict[str, int], SHARED]
    """The district where each letter lies."""
    supply: Annotated[Supply, Stacks(key="stacks", otherwise={})]
    events: Annotated[list[int], Events(seen=elements.NOBODY, from_top=True, otherwise=())]
    """An event is its place in ``RulesConfig.events``."""
    horde: Annotated[list[int], Cards("the horde deck", (HORDE,), seen=elements.NOBODY, from_top=True)]
    guard: Annotated[list[int], Cards("the guard deck", (GUARD,), seen=elements.NOBODY, from_top=True)]
    horde_discard: Annotated[list[int], Cards("the horde discard pile", (HORDE,))]
    guard_discard: Annotated[list[int], Cards("the guard discard pile", (GUARD,))]
    """In the order in which they were killed."""
    past: Annotated[list[int], Events(otherwise=())]
    """Events done, and the one under way, in their order."""
    trash: Annotated[list[int], Cards("the trash")]
    """Cards that left the game, in their order."""
    to_pick: Annotated[int, Counter(0, MAX_AMOUNT, when=During(SETUP), otherwise=0)]
    """City kinds that are still to be picked."""
    power: Annotated[int, Counter(0, MAX_AMOUNT, when=IN_TURN, otherwise=0)]
    """Power Points left."""
    gold: Annotated[int, Counter(0, MAX_AMOUNT, when=IN_TURN, otherwise=0)]
    drafts: Annotated[int, Counter(0, MAX_AMOUNT, when=IN_TURN, otherwise="config.drafts")]
    """Cards that may still be bought in this turn."""
    attacks: Annotated[int, Counter(0, MAX_AMOUNT, when=IN_TURN, otherwise="config.attacks")]
    """Attack phases left in this turn."""
    used: Annotated[int, Used(when=IN_TURN)]
    """The set of districts whose ability was used in this turn. A position says of a single one only that it
    was; then it may be any."""
    to_draw: Annotated[
        int, Counter(0, MAX_AMOUNT, when=During(EVENT, any_of=lambda board: board.to_draw), otherwise=0)
    ]
    """Events that are still to be drawn at the end of this round."""
    holder: Annotated[
        int,
        SeatOrNobody(when=During(EVENT, OVER, any_of=lambda board: board.holder != NOBODY), otherwise=None),
    ]
    """The seat that held every district before the event under way, or ``NOBODY``."""
    ending: Annotated[int, Value(ENDINGS, "ending", when=During(OVER))]
    """How the game ended."""
    battle: Annotated[
        Battle | None, Part(Battle, when=During(ATTACK, EVENT, any_of=lambda board: board.battle))
    ]
    work: Annotated[list[Task], Tasks(Task, when=During(*TURN, EVENT, any_of=lambda board: board.work))]
    """What was begun and must be finished, the uppermost first; it is at the end of the list."""
    shuffler: Annotated[Shuffler, Shuffles()]

    def find_spots(self) -> None:
        """Learns from the districts where each letter lies."""
        self.spots = {token: at for at, district in enumerate(self.districts) for token in district.tokens}

    # Asking, and work

    def ask(self, seat: int, options: tuple[int, ...]) -> tuple[int, ...]:
        """Lets a seat decide."""
        self.player = seat
        return options

    def push(self, line: int, seat: int, place: int = 0) -> None:
        """Begins a line of effects, before all other work; nothing if there is no line."""
        if line != NO_LINE:
            self.work.append(Task(line, seat, place))

    def begin_battle(self, battle: Battle) -> None:
        self.battle = battle
        self.work.append(Task(FIGHT))

    # Seats

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def abilities(self) -> int:
        """How many districts' abilities may still be used in this turn."""
        return self.tables.config.abilities - self.used.bit_count()

    def gain(self, seat: int, pool: str, number: int) -> None:
        """More Gold, Power Points, drafts or attacks, which are gained in one's own turn only."""
        if seat == self.active and self.phase != EVENT:
            setattr(self, pool, getattr(self, pool) + number)

    def held_by(self, seat: int) -> int:
        """The set of districts with a seat's marker."""
        held = 0
        for at, district in enumerate(self.districts):
            if district.owner == seat:
                held |= 1 << at
        return held

    def count_held(self, seat: int) -> int:
        return sum([district.owner == seat for district in self.districts])

    def holder_of_all(self) -> int:
        """The seat that holds every district, or ``NOBODY``."""
        holder = self.districts[0].owner
        return holder if self.count_held(holder) == len(self.districts) else NOBODY

    def check_fall(self) -> None:
        """When the Horde holds every district the game ends at once, also in the middle of an event."""
        for district in self.districts:
            if self.faction_in(district) != HORDES:
                return
        self.end_turn_effects()
        self.end(CITY_FALLEN)

    def gain_vp(self, seat: int, points: int) -> None:
        """At the goal the game ends at once."""
        player = self.players[seat]
        player.vp += points
        if player.vp >= self.tables.config.victory_points:
            self.end(GOAL)

    def end_turn_effects(self) -> None:
        """What lasts until the end of a turn is over, for everybody; so is damage."""
        for player in self.players:
            player.end_turn()
        for district in self.districts:
            if district.troop.touched:
                district.troop.heal()

    def end(self, ending: int) -> None:
        self.ending = ending
        self.phase = OVER
        self.player = None
        self.work = []
        self.battle = None

    # Cards of a player

    def refill(self, player: Player) -> bool:
        """Makes an empty deck of the shuffled discard pile; False if there is no card at all."""
        if not player.deck:
            if player.discard.size == 0:
                return False
            player.deck = player.discard.take_all()
            self.shuffler.shuffle(player.deck)
        return True

    def draw(self, player: Player, cards: int) -> None:
        left = len(player.deck) - cards
        if left >= 0:
            player.hand.add_all(player.deck[left:])
            del player.deck[left:]
            return
        for _ in range(cards):
            if not self.refill(player):
                break
            player.hand.add(player.deck.pop())

    def discard(self, player: Player, kind: int) -> None:
        """Puts a card on the discard pile; a Fleeting one goes back to its stack."""
        if self.tables.fleeting[kind]:
            self.supply.left.add(self.tables.stack[kind])
        else:
            player.discard.add(kind)

    def discard_all(self, player: Player, pile: Pile) -> None:
        """Puts all cards of a pile on the discard pile, or back to their stacks."""
        if pile.among(self.tables.fleeting_kinds):
            for kind in pile.take_all():
                self.discard(player, kind)
        elif pile.size > 0:
            player.discard.add_all(pile.take_all())

    def enlist(self, player: Player, kind: int) -> None:
        """Puts an Insurgent or a Runestone into the Army."""
        if self.tables.is_rune[kind]:
            player.army.runes.add(kind)
        else:
            player.army.join(kind)

    # Stacks and decks in common

    def take_from_stack(self, stack: int) -> int:
        """The kind of the top card, taken; there must be one."""
        supply = self.supply
        supply.left.take(stack)
        if self.tables.mixed[stack]:
            return supply.order[stack].pop()
        return self.tables.stack_cards[stack][0]

    def foe_deck(self, faction: int) -> list[int]:
        return self.guard if faction == GUARDS else self.horde

    def foe_discard(self, faction: int) -> list[int]:
        return self.guard_discard if faction == GUARDS else self.horde_discard

    def draw_foe(self, faction: int) -> int:
        """The kind of the top card of the Guards or the Horde, taken; -1 if none is left."""
        deck = self.foe_deck(faction)
        if not deck:
            discard = self.foe_discard(faction)
            if not discard:
                return -1
            # In the order of kinds, so that what is shuffled does not hang on who fell first.
            deck += sorted(discard)
            discard.clear()
            self.shuffler.shuffle(deck)
        return deck.pop()

    def drop_foes(self, troop: Troop) -> None:
        """Puts all cards of a troop of Guards or Horde on their discard pile."""
        for kind in troop.cards:
            self.foe_discard(self.tables.faction[kind]).append(kind)
        troop.clear()

    # Districts

    def faction_in(self, district: District) -> int:
        """Who holds it: ``GUARDS``, ``HORDES``, or ``NOBODY`` of them."""
        cards = district.troop.cards
        return self.tables.faction[cards[0]] if cards else NOBODY
