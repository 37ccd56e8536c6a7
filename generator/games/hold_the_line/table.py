"""What lies on the table, and whose choice it is."""

from __future__ import annotations

from generator.games.hold_the_line.army import Army
from generator.games.hold_the_line.moves import Moves
from generator.games.hold_the_line.numbers import Numbers
from generator.games.hold_the_line.troops import Troops
from generator.rules.protocol import State
from generator.rules.shuffler import Shuffler

SETUP, STAGE, TARGET, OVER = 0, 1, 2, 3
PHASES = ("setup", "stage", "target", "over")
"""The phases in notation. Targets are chosen in combat; the rest of a round goes by itself."""


class Table(State):
    """The whole state of a game, without the rules that move it on."""

    __slots__ = (
        "armies",
        "choices",
        "chooser",
        "fronts",
        "max_rounds",
        "moves",
        "numbers",
        "phase",
        "round",
        "shuffler",
        "troops",
    )

    numbers: Numbers
    troops: Troops
    moves: Moves
    shuffler: Shuffler
    max_rounds: int
    phase: int
    round: int
    chooser: int
    """The seat that chooses in this phase; seat 1 does when seat 0 has chosen everything."""
    choices: tuple[int, ...]
    """What ``player`` may choose from."""
    fronts: list[int]
    """Where the front of each lane stands: 0 is the start, more is nearer to seat 1."""
    armies: list[Army]

    def lay_out(
        self, numbers: Numbers, troops: Troops, moves: Moves, shuffler: Shuffler, max_rounds: int
    ) -> None:
        """The empty board before setup, and no cards yet."""
        self.numbers = numbers
        self.troops = troops
        self.moves = moves
        self.shuffler = shuffler
        self.max_rounds = max_rounds
        self.phase = SETUP
        self.round = 0
        self.player = None
        self.chooser = 0
        self.choices = ()
        self.fronts = [0] * numbers.lanes
        self.armies = [Army(), Army()]
        for army in self.armies:
            army.muster(numbers)
