"""Effects on the districts: markers that are placed, Guards and Horde that come."""

from __future__ import annotations

from generator.games.gateway.board import HORDES, Board
from generator.games.gateway.effects.action import Action
from generator.games.gateway.spawning import join, reinforce, spawn
from generator.games.gateway.table import NOBODY, District, Task


class Claim(Action):
    """You choose districts without a marker and without Guards and Horde; your marker goes on them.

    A step is a district.
    """

    __slots__ = ("districts",)

    def __init__(self, districts: int) -> None:
        self.districts = districts

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        empty = [at for at, district in enumerate(board.districts) if _is_empty(district)]
        left = self.districts - task.step
        if left > 0 and left < len(empty):
            choose = board.tables.moves.choose_number
            return board.ask(task.seat, tuple([choose[at] for at in empty]))
        if left > 0:
            for at in empty:
                board.districts[at].owner = task.seat
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        board.districts[board.tables.moves.number[move]].owner = task.seat
        task.step += 1


def _is_empty(district: District) -> bool:
    return district.owner == NOBODY and not district.troop.cards and not district.arrivals.cards


class Reinforce(Action):
    """The top cards of the faction's deck are put on the same district, one after the other.

    A step is a card.
    """

    __slots__ = ("cards", "faction")

    def __init__(self, cards: int, faction: int) -> None:
        self.cards = cards
        self.faction = faction

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == self.cards:
            task.finish()
        else:
            task.step += 1
            reinforce(board, task.place, self.faction)
        return ()


class Spawn(Action):
    """For each letter in its order, the top card of the deck is put on the district with that token.

    A step is a letter; a battle that the card causes is fought before the next one.
    """

    __slots__ = ("faction", "letters")

    def __init__(self, faction: int, letters: tuple[str, ...]) -> None:
        self.faction = faction
        self.letters = letters

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == len(self.letters):
            task.finish()
            return ()
        at = board.spots.get(self.letters[task.step], NOBODY)
        task.step += 1
        if at != NOBODY:
            spawn(board, at, self.faction)
        return ()


class HordeGrows(Action):
    """Clockwise from the first district laid, each with Horde gets the top cards of the Horde deck.

    A step is a district, ``times`` the cards of this one.
    """

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == len(board.districts):
            task.finish()
        elif task.times < self.cards and board.faction_in(board.districts[task.step]) == HORDES:
            task.times += 1
            join(board, task.step, HORDES)
        else:
            task.step += 1
            task.times = 0
        return ()
