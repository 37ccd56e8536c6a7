"""Effects that give Gold, Power Points, drafts, attacks, and Victory Points."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects.action import Instant
from generator.games.gateway.effects.counts import counted


class GainGold(Instant):
    """Your Gold pool grows."""

    __slots__ = ("gold",)

    def __init__(self, gold: int) -> None:
        self.gold = gold

    def do(self, board: Board, seat: int) -> None:
        if board.own_turn(seat):
            board.gold += self.gold


class GoldForEach(Instant):
    """Your Gold pool grows for each of what is counted now."""

    __slots__ = ("gold", "of")

    def __init__(self, gold: int, of: int) -> None:
        self.gold = gold
        self.of = of

    def do(self, board: Board, seat: int) -> None:
        if board.own_turn(seat):
            board.gold += self.gold * counted(board, self.of, seat, board.players[seat].army)


class GainPoints(Instant):
    """Your Power Point pool grows."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        self.points = points

    def do(self, board: Board, seat: int) -> None:
        if board.own_turn(seat):
            board.power += self.points


class GainDrafts(Instant):
    """In Drafting you may buy more cards from the same pool of Gold."""

    __slots__ = ("drafts",)

    def __init__(self, drafts: int) -> None:
        self.drafts = drafts

    def do(self, board: Board, seat: int) -> None:
        if board.own_turn(seat):
            board.drafts += self.drafts


class GainAttacks(Instant):
    """You have more Attack phases in this turn."""

    __slots__ = ("attacks",)

    def __init__(self, attacks: int) -> None:
        self.attacks = attacks

    def do(self, board: Board, seat: int) -> None:
        if board.own_turn(seat):
            board.attacks += self.attacks


class GainVp(Instant):
    """You take Victory Points."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        self.points = points

    def do(self, board: Board, seat: int) -> None:
        board.gain_vp(seat, self.points)
