"""Reads what a position has under way: a battle, and effects that must be finished."""

from __future__ import annotations

from typing import Final

from generator.catalog.reader import Reader
from generator.games.gateway.board import EVENT, Board
from generator.games.gateway.dealing import rooms_in_open_tier
from generator.games.gateway.numbers import Effect
from generator.games.gateway.position import BURY_WORD, FIGHT_WORD, STAGES
from generator.games.gateway.sides import ATTACKER, DEFENDER
from generator.games.gateway.table import (
    ATTACKER_DEALS,
    ATTACKER_DECLARES,
    BURY,
    CONQUEST,
    DEFENDER_DEALS,
    FIGHT,
    NOBODY,
    Battle,
    Task,
)

BATTLE_KEYS: Final = (
    *("district", "spawned", "attacker", "defender", "players", "stage", "at", "amounts", "left", "dealt"),
    "again",
)
TASK_KEYS: Final = ("line", "seat", "place", "at", "step", "times")
MOST: Final = 999
LAST_STEP_OF_BURIAL: Final = 4


def read_battle(position: Reader, board: Board) -> Battle | None:
    """The battle that is fought; None if there is none."""
    if not position.has("battle"):
        return None
    given = position.at("battle")
    given.only(BATTLE_KEYS)
    spawned = given.key("spawned").flag()
    if spawned != (board.phase == EVENT):
        given.key("spawned").error("a battle is spawned by an event, and only by one")
    battle = Battle(
        given.key("district").whole(0, len(board.districts) - 1),
        spawned,
        _seat_or_nobody(given.key("attacker"), board),
        _seat_or_nobody(given.key("defender"), board),
    )
    battle.stage = STAGES.index(given.key("stage").word(STAGES, "stage of a battle"))
    battle.at = given.key("at", 0).whole(0, MOST)
    battle.played_by = [_seat_or_nobody(item, board) for item in given.key("players").items(2)]
    battle.amounts = [item.whole(0, MOST) for item in given.key("amounts", [0, 0]).items(2)]
    battle.left = given.key("left", 0).whole(0, MOST)
    battle.dealt = given.key("dealt", False).flag()
    battle.again = given.key("again", False).flag()
    if not given.error_count:
        _check_sides(given, battle, board)
    return battle


def _seat_or_nobody(given: Reader, board: Board) -> int:
    return NOBODY if given.value is None else given.whole(0, len(board.players) - 1)


def _check_sides(given: Reader, battle: Battle, board: Board) -> None:
    """Who fights there follows from the district and whose turn it is."""
    attacker, defender = battle.seats
    owner = board.districts[battle.district].owner
    if battle.spawned and attacker != NOBODY:
        given.key("attacker").error("what an event spawned attacks", "write null")
    if not battle.spawned and attacker != board.active:
        given.key("attacker").error(f"it is the turn of seat {board.active}, who alone attacks")
    if defender == attacker and defender != NOBODY:
        given.key("defender").error("nobody attacks a district of their own")
    elif defender != owner and battle.stage != CONQUEST:
        whose = "nobody's" if owner == NOBODY else f"that of seat {owner}"
        given.key("defender").error(f"the district is {whose}")
    decided = ATTACKER_DECLARES <= battle.stage <= DEFENDER_DEALS
    for side, seat in enumerate(battle.seats):
        player = battle.played_by[side]
        if seat not in (NOBODY, player):
            given.key("players").at(side).error(f"seat {seat} plays its own Army")
        elif player == NOBODY and decided:
            given.key("players").at(side).error("somebody plays this side once both declare")
    if not given.error_count and battle.stage in (ATTACKER_DEALS, DEFENDER_DEALS):
        _check_damage(given, battle, board)


def _check_damage(given: Reader, battle: Battle, board: Board) -> None:
    """What is left to assign must have a card that it can go to: what is too much was lost before."""
    side = DEFENDER if battle.stage == ATTACKER_DEALS else ATTACKER
    room = sum(rooms_in_open_tier(board, battle, side)[battle.at :])
    if battle.left > room:
        given.key("left").error(f"{battle.left} damage is left, and the cards to be dealt it take {room}")


def read_work(position: Reader, board: Board) -> list[Task]:
    """The tasks that are under way, the uppermost last."""
    tasks: list[Task] = []
    if position.has("work"):
        tasks = [_read_task(item, board) for item in position.at("work").items()]
    fights = sum(task.line == FIGHT for task in tasks)
    if fights != (board.battle is not None):
        position.key("work", []).error(f"expected `{FIGHT_WORD}` once with a battle, and never without")
    elif board.battle is None and any(task.line == BURY for task in tasks):
        position.at("work").error("cards are killed in a battle only")
    for seat, player in enumerate(board.players):
        if player.looked and not any(_sifts(task, seat, board) for task in tasks):
            message = "cards are looked at by the effect `sift` only, which would be under way"
            position.key("seats").at(seat).key("looked").error(message)
    return tasks


def _read_task(given: Reader, board: Board) -> Task:
    given.only(TASK_KEYS)
    lines = board.tables.lines
    numbers = {**lines.number, FIGHT_WORD: FIGHT, BURY_WORD: BURY}
    task = Task(
        numbers[given.key("line").word(numbers, "line of effects")],
        given.key("seat", 0).whole(0, len(board.players) - 1),
        given.key("place", 0).whole(0, len(board.districts) - 1),
    )
    if task.line < 0:
        task.at = given.key("at", 0).whole(0, MOST)
        task.step = given.key("step", 0).whole(0, LAST_STEP_OF_BURIAL)
        task.times = given.key("times", 0).whole(0, 0)
        return task
    task.at = given.key("at", 0).whole(0, len(lines.effects[task.line]))
    effect = _under_way(task, board)
    task.step = given.key("step", 0).whole(0, 0 if effect is None else _most_steps(effect, board))
    task.times = given.key("times", 0).whole(0, 0 if effect is None else max(effect.number, 1))
    return task


def _under_way(task: Task, board: Board) -> Effect | None:
    """The effect of a line that is to be done or under way; None if all are done."""
    effects = board.tables.lines.effects[task.line]
    return effects[task.at] if task.at < len(effects) else None


def _most_steps(effect: Effect, board: Board) -> int:
    """How many steps an effect can have behind it."""
    if effect.tokens:
        return len(effect.tokens)
    if effect.word == "horde-grows":
        return len(board.districts)
    if effect.word.endswith("discard-to") or effect.word.startswith("all-"):
        return len(board.players)
    return effect.number


def _sifts(task: Task, seat: int, board: Board) -> bool:
    """Whether a task lets a seat look at cards."""
    if task.line < 0 or task.seat != seat:
        return False
    effect = _under_way(task, board)
    return effect is not None and effect.word == "sift" and task.times > 0
