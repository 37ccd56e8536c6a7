"""Effects on others: the other side of a battle, the districts, and several players one after the other.

Effects of events begin with the starting player, who draws the event and is "you" in it.
"""

from __future__ import annotations

from typing import ClassVar

from generator.games.gateway.battle import (
    attack_of,
    join,
    killed_in,
    put_damage,
    reinforce,
    spawn,
    troop_of,
)
from generator.games.gateway.board import OVER, Board
from generator.games.gateway.config import (
    ACTIONS,
    ARRIVALS,
    AT_EVENTS,
    IN_BATTLE,
    NUMBER,
    ON_ARRIVAL,
    TOKEN_LIST,
    WHILE_ALIVE,
    Effect,
    EffectWord,
)
from generator.games.gateway.effects.action import (
    Action,
    Instant,
    cull,
    cull_options,
    discard_chosen,
    first_of_each,
)
from generator.games.gateway.pieces import BURY, NOBODY, Battle, District, Task
from generator.games.gateway.tables import DONE, GUARDS, HORDES

# The other side of a battle; outside a battle these do nothing


class Strike(Action):
    """You choose a card of the other side; it takes damage at once, and is killed if that suffices."""

    word: ClassVar = EffectWord("strike", NUMBER, IN_BATTLE, wants_best=True)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        battle = board.battle
        if battle is not None:
            troop = troop_of(board, battle, _other_side(battle, task.seat))
            if troop.cards:
                numbers = list(range(len(troop.cards)))
                return board.ask(task.seat, first_of_each(board, troop, numbers))
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        task.finish()
        battle = board.battle
        assert battle is not None
        side = _other_side(battle, task.seat)
        at = board.tables.moves.number[move]
        put_damage(battle, troop_of(board, battle, side), at, self.number)
        if at in killed_in(board, battle, side):
            board.work.append(Task(BURY, 0, 0))


class Blind(Action):
    """You choose different cards of the other side that have an attack; they have none in this turn.

    A step is a card.
    """

    word: ClassVar = EffectWord("blind", NUMBER, IN_BATTLE, wants_best=True)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        battle = board.battle
        left = self.number - task.step
        if battle is not None and left > 0:
            side = _other_side(battle, task.seat)
            troop = troop_of(board, battle, side)
            open_to = [at for at in range(len(troop.cards)) if attack_of(board, battle, side, at) > 0]
            if left < len(open_to):
                return board.ask(task.seat, first_of_each(board, troop, open_to))
            for at in open_to:
                troop.count(at, 0)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        battle = board.battle
        assert battle is not None
        troop = troop_of(board, battle, _other_side(battle, task.seat))
        troop.count(board.tables.moves.number[move], 0)
        task.step += 1


def _other_side(battle: Battle, seat: int) -> int:
    """The number of the side that fights a player's Army."""
    return 1 if battle.seats[0] == seat else 0


# Districts


class Claim(Action):
    """You choose districts without a marker and without Guards and Horde; your marker goes on them.

    A step is a district.
    """

    word: ClassVar = EffectWord("claim", NUMBER, WHILE_ALIVE)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        empty = [at for at, district in enumerate(board.districts) if _is_empty(district)]
        left = self.number - task.step
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

    word: ClassVar = EffectWord("reinforce", NUMBER, ON_ARRIVAL, raises=ARRIVALS)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == self.number:
            task.finish()
        else:
            task.step += 1
            tables = board.tables
            reinforce(board, task.place, tables.faction[tables.lines.of_kind[task.line]])
        return ()


class Spawn(Action):
    """For each letter in its order, the top card of the deck is put on the district with that token.

    A step is a letter; a battle that the card causes is fought before the next one.
    """

    faction: ClassVar[int]
    """Whose deck it is."""

    def __init__(self, effect: Effect) -> None:
        super().__init__(effect)
        self.letters = effect.tokens

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == len(self.letters):
            task.finish()
            return ()
        at = board.spots.get(self.letters[task.step], NOBODY)
        task.step += 1
        if at != NOBODY:
            spawn(board, at, self.faction)
        return ()

    def max_steps(self, board: Board) -> int:
        del board
        return len(self.letters)


_NEXT_ARRIVAL = (("arrives", "each arrival would bring on the next"),)


class SpawnHorde(Spawn):
    """Horde cards come to districts."""

    word: ClassVar = EffectWord("spawn-horde", TOKEN_LIST, AT_EVENTS, endless=_NEXT_ARRIVAL)
    faction: ClassVar = HORDES


class SpawnGuard(Spawn):
    """Guards come to districts."""

    word: ClassVar = EffectWord("spawn-guard", TOKEN_LIST, AT_EVENTS, endless=_NEXT_ARRIVAL)
    faction: ClassVar = GUARDS


class HordeGrows(Action):
    """Clockwise from the first district laid, each with Horde gets the top cards of the Horde deck.

    A step is a district, ``times`` the cards of this one.
    """

    word: ClassVar = EffectWord("horde-grows", NUMBER, AT_EVENTS, endless=_NEXT_ARRIVAL)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == len(board.districts):
            task.finish()
        elif task.times < self.number and board.faction_in(board.districts[task.step]) == HORDES:
            task.times += 1
            join(board, task.step, HORDES)
        else:
            task.step += 1
            task.times = 0
        return ()

    def max_steps(self, board: Board) -> int:
        return len(board.districts)


# Several players, one after the other, clockwise


class DiscardDown(Action):
    """Players with more cards in hand choose what to discard until so many are left.

    A step is a player, beginning with the first who is asked.
    """

    skipped: ClassVar[int]
    """How many players, from "you" on, are not asked."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        asked = len(board.players) - self.skipped
        while task.step < asked:
            seat = self.seat(board, task)
            hand = board.players[seat].hand
            if hand.size > self.number:
                return board.ask(seat, board.tables.choose.among(hand.kinds))
            task.step += 1
        task.finish()
        return ()

    def seat(self, board: Board, task: Task) -> int:
        """Who is to discard."""
        return (task.seat + task.step + self.skipped) % len(board.players)

    def answer(self, board: Board, task: Task, move: int) -> None:
        discard_chosen(board, board.players[self.seat(board, task)], move)

    def max_steps(self, board: Board) -> int:
        return len(board.players)


class OthersDiscardTo(DiscardDown):
    """Each other player discards, beginning to the left."""

    word: ClassVar = EffectWord("others-discard-to", NUMBER, ACTIONS)
    skipped: ClassVar = 1


class AllDiscardTo(DiscardDown):
    """Each player discards, beginning with "you"."""

    word: ClassVar = EffectWord("all-discard-to", NUMBER, AT_EVENTS)
    skipped: ClassVar = 0


class AllCull(Action):
    """Each player, up to so many times, chooses a card of the hand or discard pile; it leaves the game.

    A step is a player, ``times`` the cards of this one.
    """

    word: ClassVar = EffectWord("all-cull", NUMBER, AT_EVENTS)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        seats = len(board.players)
        while task.step < seats:
            seat = (task.seat + task.step) % seats
            options = cull_options(board, seat)
            if task.times < self.number and len(options) > 1:
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

    def max_steps(self, board: Board) -> int:
        return len(board.players)


class VpForAll(Instant):
    """Each player takes Victory Points, until somebody has reached the goal."""

    def points(self, districts: int) -> int:
        """What whoever has so many districts takes."""
        raise NotImplementedError

    def do(self, board: Board, seat: int) -> None:
        for _ in board.players:
            board.gain_vp(seat, self.points(board.count_held(seat)))
            if board.phase == OVER:
                break
            seat = board.left_of(seat)


class AllVpForEachDistrict(VpForAll):
    """Each player takes Victory Points for each district with their marker."""

    word: ClassVar = EffectWord("all-vp-for-each-district", NUMBER, AT_EVENTS)

    def points(self, districts: int) -> int:
        return self.number * districts


class UnderdogVp(VpForAll):
    """Each player without a marker on any district takes Victory Points."""

    word: ClassVar = EffectWord("underdog-vp", NUMBER, AT_EVENTS)

    def points(self, districts: int) -> int:
        return 0 if districts else self.number
