"""The form that all effects have: what their word takes, where it may stand, what is done step by step."""

from __future__ import annotations

from typing import ClassVar

from generator.games.gateway.board import Board
from generator.games.gateway.config import Effect, EffectWord
from generator.games.gateway.pieces import Player, Task, Troop
from generator.games.gateway.tables import DONE


class Action:
    """One effect of one line on a card, with its numbers. Each word of effects is a class of its own.

    How far it has come is kept in the task, never in the action: all states of a game share the actions.
    """

    word: ClassVar[EffectWord]
    """What stands behind the word, where it may stand, and what must be known of it before a game."""
    number: int
    """The number on the card; 0 for a word that takes none."""

    def __init__(self, effect: Effect) -> None:
        self.number = effect.number

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        """Does the next step and gives nothing, or gives what ``board.player`` may choose from.

        It calls ``task.finish()`` once all is done, and is run again as long as it has not. What it pushes
        on the stack of work is done before that.
        """
        raise NotImplementedError

    def answer(self, board: Board, task: Task, move: int) -> None:
        """Does what was chosen."""
        raise NotImplementedError

    def max_steps(self, board: Board) -> int:
        """How many steps it can have behind it; by default one for each of the number."""
        del board
        return self.number

    def shows_cards(self, task: Task) -> bool:
        """Whether the player is looking at cards of the deck."""
        del task
        return False


class Instant(Action):
    """An effect that asks for nothing and is done at once."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        task.finish()
        self.do(board, task.seat)
        return ()

    def do(self, board: Board, seat: int) -> None:
        """Does all of it; ``seat`` is the player that the effect calls "you"."""
        raise NotImplementedError

    def answer(self, board: Board, task: Task, move: int) -> None:
        raise ValueError(f"move {move} answers nothing: {task.line} did not ask on {board}")


class UpTo(Action):
    """Up to so many cards, chosen one after the other. A step is a card."""

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        """To stop, and each card that may be chosen."""
        raise NotImplementedError

    def take(self, board: Board, seat: int, move: int) -> None:
        """Does what happens to the card chosen."""
        raise NotImplementedError

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        options = self.options(board, task.seat)
        if task.step == self.number or len(options) == 1:
            task.finish()
            return ()
        return board.ask(task.seat, options)

    def answer(self, board: Board, task: Task, move: int) -> None:
        if move == DONE:
            task.finish()
            return
        self.take(board, task.seat, move)
        task.step += 1


# What several effects do


def first_of_each(board: Board, troop: Troop, numbers: list[int]) -> tuple[int, ...]:
    """The moves that choose one of the cards with these numbers on the table, ascending.

    Of cards that are alike in everything only the first is offered.
    """
    seen: list[tuple[int, int, int]] = []
    options: list[int] = []
    for at in numbers:
        card = (troop.cards[at], troop.damage[at], troop.times[at])
        if card not in seen:
            seen.append(card)
            options.append(board.tables.moves.choose_number[at])
    return tuple(options)


def discard_chosen(board: Board, player: Player, move: int) -> None:
    """Discards the card of the hand that was chosen."""
    kind = board.tables.moves.number[move]
    player.hand.take(kind)
    board.discard(player, kind)


def cull_options(board: Board, seat: int) -> tuple[int, ...]:
    """To stop, each kind in the hand, and each in the discard pile."""
    player = board.players[seat]
    tables = board.tables
    return tables.choose_or_stop.among(player.hand.kinds) + tables.choose_discarded.among(
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
