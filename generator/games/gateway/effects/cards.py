"""Effects that move one's own cards: hand, deck, discard pile, stacks."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects.action import Action, Instant
from generator.games.gateway.moves import DONE
from generator.games.gateway.table import Task


class Draw(Instant):
    """The top cards of your deck come into your hand."""

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def do(self, board: Board, seat: int) -> None:
        board.draw(board.players[seat], self.cards)


class Discard(Action):
    """You choose cards of your hand, one after the other, or all if there are no more; they are discarded.

    A step is a card.
    """

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        hand = board.players[task.seat].hand
        left = self.cards - task.step
        if left > 0 and hand.size > left:
            return board.ask(task.seat, board.tables.choose.options(hand.kinds))
        if left > 0:
            board.discard_all(board.players[task.seat], hand)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        player = board.players[task.seat]
        kind = board.tables.moves.number[move]
        player.hand.take(kind)
        board.discard(player, kind)
        task.step += 1


class UpTo(Action):
    """Up to so many cards, chosen one after the other. A step is a card."""

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        """To stop, and each card that may be chosen."""
        raise NotImplementedError

    def take(self, board: Board, seat: int, move: int) -> None:
        """Does what happens to the card chosen."""
        raise NotImplementedError

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        options = self.options(board, task.seat)
        if task.step == self.cards or len(options) == 1:
            task.finish()
            return ()
        return board.ask(task.seat, options)

    def answer(self, board: Board, task: Task, move: int) -> None:
        if move == DONE:
            task.finish()
            return
        self.take(board, task.seat, move)
        task.step += 1


class DiscardForPoints(UpTo):
    """Up to so many cards of your hand are discarded for a Power Point each."""

    __slots__ = ()

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        return board.tables.choose_or_stop.options(board.players[seat].hand.kinds)

    def take(self, board: Board, seat: int, move: int) -> None:
        player = board.players[seat]
        kind = board.tables.moves.number[move]
        player.hand.take(kind)
        board.discard(player, kind)
        if board.own_turn(seat):
            board.power += 1


class Sift(Action):
    """You look at the top cards of your deck, discard any of them, and put the rest back in their order.

    ``times`` is 1 once the cards are lifted; the step is the first of them that may still be discarded.
    """

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        player = board.players[task.seat]
        if task.times == 0:
            task.times = 1
            if board.refill(player):
                for _ in range(min(self.cards, len(player.deck))):
                    player.looked.append(player.deck.pop())
        looked = len(player.looked)
        if task.step < looked:
            return board.ask(task.seat, (DONE, *board.tables.moves.choose_number[task.step : looked]))
        while player.looked:
            player.deck.append(player.looked.pop())
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        player = board.players[task.seat]
        if move == DONE:
            task.step = len(player.looked)
            return
        at = board.tables.moves.number[move]
        board.discard(player, player.looked.pop(at))
        task.step = at


class Cull(UpTo):
    """Up to so many cards of your hand or discard pile leave the game."""

    __slots__ = ()

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        return cull_options(board, seat)

    def take(self, board: Board, seat: int, move: int) -> None:
        cull(board, seat, move)


def cull_options(board: Board, seat: int) -> tuple[int, ...]:
    """To stop, each kind in the hand, and each in the discard pile."""
    player = board.players[seat]
    tables = board.tables
    return tables.choose_or_stop.options(player.hand.kinds) + tables.choose_discarded.options(
        player.discard.kinds
    )


def cull(board: Board, seat: int, move: int) -> None:
    """Takes the card chosen out of the game."""
    player = board.players[seat]
    moves = board.tables.moves
    kind = moves.number[move]
    if moves.second[move]:
        player.discard.take(kind)
    else:
        player.hand.take(kind)
    board.trash.append(kind)


class GainCard(Instant):
    """The top cards of a stack go into your Army or on your discard pile, as long as there are any."""

    __slots__ = ("cards", "stack", "to_army")

    def __init__(self, cards: int, stack: int, to_army: bool) -> None:
        self.cards = cards
        self.stack = stack
        self.to_army = to_army

    def do(self, board: Board, seat: int) -> None:
        player = board.players[seat]
        for _ in range(min(self.cards, board.supply.left.counts[self.stack])):
            kind = board.take_from_stack(self.stack)
            if self.to_army:
                board.enlist(player, kind)
            else:
                board.discard(player, kind)


class Revive(Action):
    """You choose an Insurgent of your discard pile that costs no more; it goes into your Army."""

    __slots__ = ("kinds",)

    def __init__(self, kinds: int) -> None:
        """``kinds``: the set of those that may be chosen."""
        self.kinds = kinds

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        kinds = board.players[task.seat].discard.among(self.kinds)
        if kinds == 0:
            task.finish()
            return ()
        return board.ask(task.seat, board.tables.choose.options(kinds))

    def answer(self, board: Board, task: Task, move: int) -> None:
        player = board.players[task.seat]
        kind = board.tables.moves.number[move]
        player.discard.take(kind)
        board.enlist(player, kind)
        task.finish()


class Recall(UpTo):
    """Up to so many Insurgents of your discard pile come into your hand."""

    __slots__ = ()

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        kinds = board.players[seat].discard.among(board.tables.insurgents)
        return board.tables.choose_or_stop.options(kinds)

    def take(self, board: Board, seat: int, move: int) -> None:
        player = board.players[seat]
        kind = board.tables.moves.number[move]
        player.discard.take(kind)
        player.hand.add(kind)
