"""A state of Gateway written down.

What the rules ask of a position is always there. Keys that only some moments need are written in those:
the turn's pools while a turn is played, the battle while one is fought, the effects that are under way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from generator.games.gateway.board import (
    ATTACK,
    DEPLOYMENT,
    DRAFTING,
    ENDINGS,
    EVENT,
    GUARDS,
    HORDES,
    OVER,
    PHASES,
    SETUP,
    Board,
)
from generator.games.gateway.numbers import Numbers
from generator.games.gateway.supply import Supply
from generator.games.gateway.table import (
    BURY,
    FIGHT,
    NOBODY,
    Battle,
    District,
    Player,
    Task,
    Troop,
)
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position

GAME: Final = "gateway"
TURN: Final = (DEPLOYMENT, DRAFTING, ATTACK)
"""The phases of a turn in which something is decided."""
STAGES: Final = (
    "begin",
    "attacker-declares",
    "attacker-cards",
    "defender-declares",
    "defender-cards",
    "attacker-deals",
    "defender-deals",
    "aftermath",
    "conquest",
)
"""The words for the stages of a battle, by their numbers."""
COUNTS: Final = {0: "blinded", 2: "doubled"}
"""How often a card's attack counts, where it is not once."""
FIGHT_WORD: Final = "fight"
BURY_WORD: Final = "bury"
BONUSES: Final = ("attack", "defence", "weaken", "rescues")


def write(board: Board) -> Position:
    """The whole state as JSON values, hidden cards too."""
    numbers = board.tables.numbers
    position: Position = {
        "game": GAME,
        "round": board.round,
        "active": board.active,
        "first": board.first,
        "phase": PHASES[board.phase],
        "seats": [_seat(player, numbers) for player in board.players],
        "districts": [_district(district, numbers) for district in board.districts],
        "stacks": _stacks(board.supply, numbers),
        "events": [numbers.events[event].id for event in reversed(board.events)],
        "horde": _ids(reversed(board.foes[HORDES].deck), numbers),
        "guard": _ids(reversed(board.foes[GUARDS].deck), numbers),
        "horde_discard": _ids(board.foes[HORDES].discard, numbers),
        "guard_discard": _ids(board.foes[GUARDS].discard, numbers),
        "past": [numbers.events[event].id for event in board.past],
        "trash": _ids(board.trash, numbers),
    }
    position.update(_moment(board))
    position["shuffler"] = shuffler_position(board.shuffler)
    return position


def _ids(kinds: Iterable[int], numbers: Numbers) -> list[str]:
    return [numbers.cards[kind].id for kind in kinds]


def _seat(player: Player, numbers: Numbers) -> dict[str, Any]:
    seat: dict[str, Any] = {
        "deck": _ids(reversed(player.deck), numbers),
        "hand": _ids(player.hand.cards(), numbers),
        "discard": _ids(player.discard.cards(), numbers),
        "army": [*_troop(player.army, numbers), *_ids(player.runes.cards(), numbers)],
        "vp": player.vp,
    }
    if player.played.size:
        seat["played"] = _ids(player.played.cards(), numbers)
    if player.looked:
        seat["looked"] = _ids(player.looked, numbers)
    bonus = (player.attack, player.defence, player.weaken, player.rescues)
    if any(bonus):
        seat["bonus"] = dict(zip(BONUSES, bonus, strict=True))
    return seat


def _troop(troop: Troop, numbers: Numbers) -> list[str]:
    """For example ``["rebel", "defender 2", "witchmasker 0 blinded"]``."""
    rows = zip(troop.cards, troop.damage, troop.times, strict=True)
    return [_fighter(numbers.cards[kind].id, damage, times) for kind, damage, times in rows]


def _fighter(card: str, damage: int, times: int) -> str:
    if times in COUNTS:
        return f"{card} {damage} {COUNTS[times]}"
    return f"{card} {damage}" if damage else card


def _district(district: District, numbers: Numbers) -> dict[str, Any]:
    written: dict[str, Any] = {
        "board": numbers.districts[district.board].id,
        "tokens": list(district.tokens),
        "owner": _seat_or_null(district.owner),
        "cards": _troop(district.troop, numbers),
    }
    if district.arrivals.cards:
        written["arrivals"] = _troop(district.arrivals, numbers)
    return written


def _seat_or_null(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _stacks(supply: Supply, numbers: Numbers) -> dict[str, Any]:
    """How many cards each stack in the game has; of Runestones which, from the top."""
    return {
        stack.id: _ids(reversed(supply.order[number]), numbers) if stack.mixed else supply.left.counts[number]
        for number, stack in enumerate(numbers.stacks)
        if supply.laid[number]
    }


def _moment(board: Board) -> dict[str, Any]:
    """What only this moment of the game needs."""
    moment: dict[str, Any] = {}
    if board.phase == SETUP:
        moment["to_pick"] = board.to_pick
    if board.phase in TURN:
        moment["power"] = board.power
        moment["gold"] = board.gold
        moment["drafts"] = board.drafts
        moment["attacks"] = board.attacks
        moment["used"] = board.used
    if board.phase in (EVENT, OVER) and board.holder != NOBODY:
        moment["holder"] = board.holder
    if board.phase == OVER:
        moment["ending"] = ENDINGS[board.ending]
        return moment
    if board.battle is not None:
        moment["battle"] = _battle(board.battle)
    if board.work:
        moment["work"] = [_task(task, board) for task in board.work]
    return moment


def _battle(battle: Battle) -> dict[str, Any]:
    attacker, defender = battle.seats
    return {
        "district": battle.district,
        "spawned": battle.spawned,
        "attacker": _seat_or_null(attacker),
        "defender": _seat_or_null(defender),
        "players": [_seat_or_null(seat) for seat in battle.played_by],
        "stage": STAGES[battle.stage],
        "at": battle.at,
        "amounts": battle.amounts.copy(),
        "left": battle.left,
        "dealt": battle.dealt,
        "again": battle.again,
    }


def _task(task: Task, board: Board) -> dict[str, Any]:
    words = {FIGHT: FIGHT_WORD, BURY: BURY_WORD}
    return {
        "line": words[task.line] if task.line in words else board.tables.lines.names[task.line],
        "seat": task.seat,
        "place": task.place,
        "at": task.at,
        "step": task.step,
        "times": task.times,
    }
