"""The board of Gateway: all that a state consists of, and what is done with it all the time."""

from __future__ import annotations

from typing import Final

from generator.games.gateway.lines import NO_LINE
from generator.games.gateway.supply import Foes, Supply, new_supply
from generator.games.gateway.table import (
    FIGHT,
    NOBODY,
    Battle,
    District,
    Player,
    Task,
    Troop,
    new_player,
)
from generator.games.gateway.tables import Tables
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

GUARDS: Final = 0
HORDES: Final = 1
FACTIONS: Final = ("guard", "horde")

NOT_ENDED: Final = 0
GOAL: Final = 1
CITY_FALLEN: Final = 2
CITY_HELD: Final = 3
EVENTS_GONE: Final = 4
ENDINGS: Final = ("", "goal", "horde", "districts", "events")
"""How the game ended, by their numbers: a player's points, the Horde, a player's districts, no event left."""


class Board(State):
    """A game under way, without the procedure."""

    __slots__ = (
        "active",
        "attacks",
        "battle",
        "districts",
        "drafts",
        "ending",
        "events",
        "first",
        "foes",
        "gold",
        "holder",
        "options",
        "past",
        "phase",
        "players",
        "power",
        "round",
        "shuffler",
        "spots",
        "supply",
        "tables",
        "to_pick",
        "trash",
        "used",
        "work",
    )

    tables: Tables
    shuffler: Shuffler
    players: list[Player]
    districts: list[District]
    """Clockwise, from the first board laid."""
    spots: dict[str, int]
    """The district where each letter lies."""
    supply: Supply
    foes: list[Foes]
    """The Guards, then the Horde."""
    events: list[int]
    """From the bottom; an event is its place in ``Numbers.events``."""
    past: list[int]
    """Events done, and the one under way, in their order."""
    trash: list[int]
    """Kinds of cards that left the game, in their order."""
    round: int
    """From 1; 0 before the first turn."""
    first: int
    """The seat that begins every round."""
    active: int
    """The seat whose turn it is."""
    phase: int
    power: int
    """Power Points left."""
    gold: int
    drafts: int
    """Cards that may still be bought in this turn."""
    attacks: int
    """Attack phases left in this turn."""
    used: bool
    """Whether a district's ability was used in this turn."""
    holder: int
    """The seat that held every district before the event under way, or ``NOBODY``."""
    to_pick: int
    """City kinds that are still to be picked."""
    work: list[Task]
    """What was begun and must be finished, the uppermost first; it is at the end of the list."""
    battle: Battle | None
    ending: int
    """How the game ended."""
    options: tuple[int, ...]
    """The legal moves."""

    def lay(self, tables: Tables, shuffler: Shuffler, seats: int) -> None:
        """An empty board, for so many players without cards."""
        self.tables = tables
        self.shuffler = shuffler
        self.players = [new_player(tables.kinds) for _ in range(seats)]
        self.districts = []
        self.spots = {}
        self.supply = new_supply(len(tables.numbers.stacks))
        self.foes = [Foes([], []), Foes([], [])]
        self.events = []
        self.past = []
        self.trash = []
        self.round = 0
        self.first = 0
        self.active = 0
        self.phase = SETUP
        self.power = 0
        self.gold = 0
        self.drafts = 0
        self.attacks = 0
        self.used = False
        self.holder = NOBODY
        self.to_pick = 0
        self.work = []
        self.battle = None
        self.ending = NOT_ENDED
        self.options = ()
        self.player = 0

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
        self.work.append(Task(FIGHT, 0, 0))

    # Seats

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def own_turn(self, seat: int) -> bool:
        """Gold, Power Points, drafts and attacks are gained in one's own turn only."""
        return seat == self.active and self.phase != EVENT

    def held_by(self, seat: int) -> int:
        """The set of districts with a seat's marker."""
        held = 0
        for at, district in enumerate(self.districts):
            if district.owner == seat:
                held |= 1 << at
        return held

    def count_held(self, seat: int) -> int:
        return sum([district.owner == seat for district in self.districts])

    def gain_vp(self, seat: int, points: int) -> None:
        """At the goal the game ends at once."""
        player = self.players[seat]
        player.vp += points
        if player.vp >= self.tables.numbers.victory_points:
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
            player.runes.add(kind)
        else:
            player.army.join(kind)

    # Stacks and decks in common

    def take_from_stack(self, stack: int) -> int:
        """The kind of the top card, taken; there must be one."""
        supply = self.supply
        supply.left.take(stack)
        if self.tables.mixed[stack]:
            return supply.order[stack].pop()
        return self.tables.numbers.stacks[stack].kinds[0]

    def draw_foe(self, faction: int) -> int:
        """The kind of the top card of the Guards or the Horde, taken; -1 if none is left."""
        foes = self.foes[faction]
        if not foes.deck:
            if not foes.discard:
                return -1
            # In the order of kinds, so that what is shuffled does not hang on who fell first.
            foes.deck = sorted(foes.discard)
            foes.discard = []
            self.shuffler.shuffle(foes.deck)
        return foes.deck.pop()

    def drop_foes(self, troop: Troop) -> None:
        """Puts all cards of a troop of Guards or Horde on their discard pile."""
        for kind in troop.cards:
            self.foes[self.tables.faction[kind]].discard.append(kind)
        troop.clear()

    # Districts

    def faction_in(self, district: District) -> int:
        """Who holds it: ``GUARDS``, ``HORDES``, or ``NOBODY`` of them."""
        cards = district.troop.cards
        return self.tables.faction[cards[0]] if cards else NOBODY

    def copy_to(self, copy: Board) -> None:
        """Makes a board a copy of this one."""
        copy.tables = self.tables
        copy.shuffler = self.shuffler.clone()
        copy.players = [player.clone() for player in self.players]
        copy.districts = [district.clone() for district in self.districts]
        copy.spots = self.spots
        copy.supply = self.supply.clone()
        copy.foes = [foes.clone() for foes in self.foes]
        copy.events = self.events.copy()
        copy.past = self.past.copy()
        copy.trash = self.trash.copy()
        copy.round = self.round
        copy.first = self.first
        copy.active = self.active
        copy.phase = self.phase
        copy.power = self.power
        copy.gold = self.gold
        copy.drafts = self.drafts
        copy.attacks = self.attacks
        copy.used = self.used
        copy.holder = self.holder
        copy.to_pick = self.to_pick
        copy.work = [task.clone() for task in self.work]
        battle = self.battle
        copy.battle = None if battle is None else battle.clone()
        copy.ending = self.ending
        copy.options = self.options
        copy.player = self.player
