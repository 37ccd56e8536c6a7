"""The board of Gateway: all that lies on the table, whose turn it is, and what is under way.

It knows nothing of the procedure: ``rules`` plays on it, with ``battle`` and ``effects``. What all of these
do all the time, such as drawing a card, is done here.
"""

from __future__ import annotations

from typing import Final

from generator.games.gateway.pieces import (
    FIGHT,
    NOBODY,
    Battle,
    District,
    Foes,
    Player,
    Supply,
    Task,
    Troop,
    new_player,
    new_supply,
)
from generator.games.gateway.tables import HORDES, NO_LINE, Tables
from generator.rules.pile import Pile
from generator.rules.shuffler import Shuffler

SETUP: Final = 0
DEPLOYMENT: Final = 1
DRAFTING: Final = 2
ATTACK: Final = 3
EVENT: Final = 4
OVER: Final = 5
PHASES: Final = ("setup", "deployment", "drafting", "attack", "event", "over")
"""The phases by their numbers. In Cleanup nothing is decided, so no state is ever in it."""

NOT_ENDED: Final = 0
GOAL: Final = 1
CITY_FALLEN: Final = 2
CITY_HELD: Final = 3
EVENTS_GONE: Final = 4
ENDINGS: Final = ("", "goal", "horde", "districts", "events")
"""How the game ended, by their numbers: a player's points, the Horde, a player's districts, no event left."""


class Board:
    """The table, whose turn it is, and who is to decide."""

    __slots__ = (
        "abilities",
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
        "past",
        "phase",
        "player",
        "players",
        "power",
        "round",
        "shuffler",
        "spots",
        "supply",
        "tables",
        "to_draw",
        "to_pick",
        "trash",
        "used",
        "work",
    )

    tables: Tables
    shuffler: Shuffler
    player: int | None
    """The seat to decide; None when the game is over."""
    players: list[Player]
    districts: list[District]
    """Clockwise, from the first board laid."""
    spots: dict[str, int]
    """The district where each letter lies."""
    supply: Supply
    foes: list[Foes]
    """The Guards, then the Horde."""
    events: list[int]
    """From the bottom; an event is its place in ``RulesConfig.events``."""
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
    abilities: int
    """Districts whose ability may still be used in this turn."""
    used: int
    """The set of districts whose ability was used in this turn, as far as that is known."""
    to_draw: int
    """Events that are still to be drawn at the end of this round."""
    holder: int
    """The seat that held every district before the event under way, or ``NOBODY``."""
    to_pick: int
    """City kinds that are still to be picked."""
    work: list[Task]
    """What was begun and must be finished, the uppermost first; it is at the end of the list."""
    battle: Battle | None
    ending: int
    """How the game ended."""

    def find_spots(self) -> None:
        """Learns from the districts where each letter lies."""
        self.spots = {token: at for at, district in enumerate(self.districts) for token in district.tokens}

    # Asking, and work

    def progress(self) -> list[int]:
        """How far the game has come, in numbers of which one changes with whatever is done or decided."""
        found = [self.phase, self.round, self.active, -1 if self.player is None else self.player]
        found += [self.power, self.gold, self.drafts, self.attacks, self.abilities, self.used]
        found += [self.to_draw, self.to_pick, len(self.past), len(self.work)]
        for task in self.work:
            found += [task.line, task.seat, task.at, task.step, task.times]
        battle = self.battle
        if battle is not None:
            found += [battle.stage, battle.at, battle.left, battle.again]
        return found

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

    def holder_of_all(self) -> int:
        """The seat that holds every district, or ``NOBODY``."""
        holder = self.districts[0].owner
        for district in self.districts:
            if district.owner != holder:
                return NOBODY
        return holder

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
        return self.tables.stack_cards[stack][0]

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

    def clone(self) -> Board:
        copy = Board()
        copy.tables = self.tables
        copy.shuffler = self.shuffler.clone()
        copy.player = self.player
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
        copy.abilities = self.abilities
        copy.used = self.used
        copy.to_draw = self.to_draw
        copy.holder = self.holder
        copy.to_pick = self.to_pick
        copy.work = [task.clone() for task in self.work]
        battle = self.battle
        copy.battle = None if battle is None else battle.clone()
        copy.ending = self.ending
        return copy


def empty_board(tables: Tables, shuffler: Shuffler, seats: int) -> Board:
    """A board for so many players without cards, before the first turn."""
    board = Board()
    board.tables = tables
    board.shuffler = shuffler
    board.player = 0
    board.players = [new_player(tables.kinds) for _ in range(seats)]
    board.districts = []
    board.spots = {}
    board.supply = new_supply(tables.mixed)
    board.foes = [Foes([], []), Foes([], [])]
    board.events = []
    board.past = []
    board.trash = []
    board.round = 0
    board.first = 0
    board.active = 0
    board.phase = SETUP
    board.power = 0
    board.gold = 0
    board.drafts = 0
    board.attacks = 0
    board.abilities = 0
    board.used = 0
    board.to_draw = 0
    board.holder = NOBODY
    board.to_pick = 0
    board.work = []
    board.battle = None
    board.ending = NOT_ENDED
    return board
