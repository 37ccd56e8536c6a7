"""The board of Battle Gate: all that a state consists of."""

from __future__ import annotations

from typing import Final

from generator.games.battle_gate.menus import Menu
from generator.games.battle_gate.table import Attack, Idle, Player
from generator.games.battle_gate.tables import Tables
from generator.rules.protocol import State
from generator.rules.shuffler import Shuffler

DRAW: Final = 0
FIELD: Final = 1
ATTACK: Final = 2
DEFEND: Final = 3
BOOST: Final = 4
DAMAGE: Final = 5
RECOVER: Final = 6
OVER: Final = 7


class Board(State):
    """A game under way, without the procedure."""

    __slots__ = (
        "active",
        "around",
        "assaults",
        "at",
        "attacks",
        "damage",
        "fighters",
        "first",
        "idle",
        "max_turns",
        "menu",
        "options",
        "passes",
        "phase",
        "players",
        "recoveries",
        "remaining",
        "shuffler",
        "tables",
        "turn",
    )

    tables: Tables
    shuffler: Shuffler
    """All shuffles are made at the start, so copies share it."""
    max_turns: int
    players: list[Player]
    around: list[tuple[int, ...]]
    """For each seat the others in turn order, from the left neighbour."""
    remaining: int
    """How many players are still in."""
    assaults: list[Menu]
    """For each seat whom it may attack with what."""
    turn: int
    """Counted over all players, from 1."""
    first: int
    """The seat that had turn 1."""
    active: int
    """The seat whose turn it is."""
    phase: int
    options: tuple[int, ...]
    """The legal moves."""
    attacks: list[Attack]
    """In the order declared; empty outside of a combat."""
    fighters: list[int]
    """The attacker, then the attacked players from the attacker's left."""
    at: int
    """Which of the fighters decides."""
    idle: Idle
    """The attacker's, or then a defender's, cards in play that were not yet sent or laid."""
    menu: Menu
    """What idle cards may do."""
    passes: int
    """How many in a row have passed in the boost window."""
    damage: list[int]
    """How many cards each seat must still discard."""
    recoveries: int
    """How many cards the active player may still take back."""

    def __init__(
        self, tables: Tables, players: list[Player], first: int, max_turns: int, shuffler: Shuffler
    ) -> None:
        """The board before turn 1."""
        self.tables = tables
        self.shuffler = shuffler
        self.max_turns = max_turns
        self.players = players
        self.around = tables.around[len(players)]
        self.remaining = len(players)
        self.assaults = tables.assaults[len(players)]
        self.turn = 1
        self.first = first
        self.active = first
        self.player = first
        self.phase = DRAW
        self.options = ()
        self.attacks = []
        self.fighters = []
        self.at = 0
        self.idle = tables.nobody
        self.menu = tables.menus.field
        self.passes = 0
        self.damage = []
        self.recoveries = 0

    def count_remaining(self) -> None:
        """Takes account of who is out: who is left, and whom each of them may attack."""
        left = [seat for seat, player in enumerate(self.players) if not player.out]
        self.remaining = len(left)
        menus = self.tables.menus
        self.assaults = [
            menus.attack.towards(tuple([other for other in left if other != seat]))
            for seat in range(len(self.players))
        ]

    def spend(self, player: Player, kind: int) -> None:
        """Plays a card from hand, which counts against the allowance."""
        player.hand.take(kind)
        player.cards -= 1
        player.power -= self.tables.power[kind]

    def copy_to(self, copy: Board) -> None:
        """Makes the rest of a board, which has a copy of these players, a copy of this one too."""
        copy.player = self.player
        copy.remaining = self.remaining
        # Lists that are made anew and never changed may be shared.
        copy.assaults = self.assaults
        copy.fighters = self.fighters
        copy.turn = self.turn
        copy.active = self.active
        copy.phase = self.phase
        copy.options = self.options
        copy.attacks = [attack.clone() for attack in self.attacks]
        copy.at = self.at
        copy.idle = self.idle.clone()
        copy.menu = self.menu
        copy.passes = self.passes
        copy.damage = self.damage.copy()
        copy.recoveries = self.recoveries
