"""Effects on several players, one after the other, clockwise.

Those of events begin with the starting player, who draws the event and is "you" in it.
"""

from __future__ import annotations

from generator.games.gateway.board import OVER, Board
from generator.games.gateway.effects.action import Action, Instant
from generator.games.gateway.effects.cards import cull, cull_options
from generator.games.gateway.moves import DONE
from generator.games.gateway.table import Task


class DiscardDown(Action):
    """Players with more cards in hand choose what to discard until so many are left.

    A step is a player, beginning with the first to the left, or with "you".
    """

    __slots__ = ("cards", "others_only")

    def __init__(self, cards: int, others_only: bool) -> None:
        self.cards = cards
        self.others_only = others_only

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        seats = len(board.players)
        asked = seats - 1 if self.others_only else seats
        while task.step < asked:
            seat = self.seat(board, task)
            hand = board.players[seat].hand
            if hand.size > self.cards:
                return board.ask(seat, board.tables.choose.options(hand.kinds))
            task.step += 1
        task.finish()
        return ()

    def seat(self, board: Board, task: Task) -> int:
        """Who is to discard."""
        return (task.seat + task.step + self.others_only) % len(board.players)

    def answer(self, board: Board, task: Task, move: int) -> None:
        player = board.players[self.seat(board, task)]
        kind = board.tables.moves.number[move]
        player.hand.take(kind)
        board.discard(player, kind)


class AllCull(Action):
    """Each player, up to so many times, chooses a card of the hand or discard pile; it leaves the game.

    A step is a player, ``times`` the cards of this one.
    """

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        seats = len(board.players)
        while task.step < seats:
            seat = (task.seat + task.step) % seats
            options = cull_options(board, seat)
            if task.times < self.cards and len(options) > 1:
                return board.ask(seat, options)
            task.step += 1
            task.times = 0
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        if move == DONE:
            task.step += 1
            task.times = 0
            return
        cull(board, (task.seat + task.step) % len(board.players), move)
        task.times += 1


class AllVpForEachDistrict(Instant):
    """Each player takes Victory Points for each district with their marker."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        self.points = points

    def do(self, board: Board, seat: int) -> None:
        for _ in board.players:
            board.gain_vp(seat, self.points * board.count_held(seat))
            if board.phase == OVER:
                break
            seat = board.left_of(seat)


class UnderdogVp(Instant):
    """Each player without a marker on any district takes Victory Points."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        self.points = points

    def do(self, board: Board, seat: int) -> None:
        for _ in board.players:
            if board.count_held(seat) == 0:
                board.gain_vp(seat, self.points)
            if board.phase == OVER:
                break
            seat = board.left_of(seat)
