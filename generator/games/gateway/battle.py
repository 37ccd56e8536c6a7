"""A battle, stage by stage: both sides declare, then both deal damage, then the dead are taken off.

``fight`` does the next step of the battle that is uppermost on the stack of work, or gives what a seat may
choose from; ``answer`` does what was chosen.
"""

from __future__ import annotations

from generator.games.gateway.board import HORDES, Board
from generator.games.gateway.dealing import assign, assignments, begin_dealing
from generator.games.gateway.moves import DONE, ONLY_DONE
from generator.games.gateway.outcome import settle, tell_conquest
from generator.games.gateway.sides import (
    ATTACKER,
    DEFENDER,
    damage_of,
    faction_of,
    has_forces,
)
from generator.games.gateway.table import (
    AFTERMATH,
    ATTACKER_CARDS,
    ATTACKER_DEALS,
    ATTACKER_DECLARES,
    BEGIN,
    BURY,
    DEFENDER_CARDS,
    DEFENDER_DEALS,
    DEFENDER_DECLARES,
    NOBODY,
    Battle,
    Task,
)


def fight(board: Board, battle: Battle) -> tuple[int, ...]:
    """Goes on with the battle until a choice is needed, other work comes first, or it is over."""
    work = len(board.work)
    options = step(board, battle)
    while not options and len(board.work) == work:
        options = step(board, battle)
    return options


def step(board: Board, battle: Battle) -> tuple[int, ...]:
    """The next step, or the choice that it needs."""
    stage = battle.stage
    if stage == BEGIN:
        return begin(board, battle)
    if stage <= DEFENDER_CARDS:
        if not has_forces(board, battle, DEFENDER):
            # Beaten at once: before any damage is dealt, or by what the attacker declared.
            battle.to_stage(AFTERMATH)
            return ()
        if stage == ATTACKER_DECLARES:
            return declare(board, battle, ATTACKER)
        if stage == ATTACKER_CARDS:
            return tell_cards(board, battle, ATTACKER)
        if stage == DEFENDER_DECLARES:
            return declare(board, battle, DEFENDER)
        return tell_cards(board, battle, DEFENDER)
    if stage == ATTACKER_DEALS:
        return deal(board, battle, ATTACKER)
    if stage == DEFENDER_DEALS:
        return deal(board, battle, DEFENDER)
    if stage == AFTERMATH:
        after(board, battle)
    else:
        tell_conquest(board, battle)
    return ()


def answer(board: Board, battle: Battle, move: int) -> None:
    """Does what was chosen."""
    stage = battle.stage
    if stage == BEGIN:
        play_horde(board, battle, board.tables.moves.number[move])
    elif stage in (ATTACKER_DECLARES, DEFENDER_DECLARES):
        if move == DONE:
            battle.to_stage(stage + 1)
        else:
            seat = battle.seats[ATTACKER if stage == ATTACKER_DECLARES else DEFENDER]
            use_rune(board, seat, board.tables.moves.number[move])
    else:
        side = ATTACKER if stage == ATTACKER_DEALS else DEFENDER
        moves = board.tables.moves
        assign(board, battle, 1 - side, moves.number[move], moves.second[move])


def use_rune(board: Board, seat: int, kind: int) -> None:
    """A Runestone of the Army is trashed, and does what it says."""
    board.players[seat].runes.take(kind)
    board.trash.append(kind)
    board.push(board.tables.lines.used[kind], seat)


# Who decides for Guards and Horde


def begin(board: Board, battle: Battle) -> tuple[int, ...]:
    """Finds who decides for each side. The player to the left of the one who fights plays the neutral side.

    Between Guards and Horde the starting player plays the Guards, and chooses who plays the Horde.
    """
    attacker, defender = battle.seats
    if attacker != NOBODY:
        if defender == NOBODY:
            battle.played_by[DEFENDER] = board.left_of(attacker)
    elif defender != NOBODY:
        battle.played_by[ATTACKER] = board.left_of(defender)
    elif not has_forces(board, battle, DEFENDER):
        battle.to_stage(AFTERMATH)
        return ()
    else:
        horde = side_of_horde(board, battle)
        battle.played_by[1 - horde] = board.first
        others = tuple([move for seat, move in enumerate(board.tables.moves.horde) if seat != board.first])
        return board.ask(board.first, others[: len(board.players) - 1])
    battle.to_stage(ATTACKER_DECLARES)
    return ()


def play_horde(board: Board, battle: Battle, seat: int) -> None:
    """The starting player has chosen who plays the Horde."""
    battle.played_by[side_of_horde(board, battle)] = seat
    battle.to_stage(ATTACKER_DECLARES)


def side_of_horde(board: Board, battle: Battle) -> int:
    return ATTACKER if faction_of(board, battle, ATTACKER) == HORDES else DEFENDER


# Declaring


def declare(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """A player may use Runestones of the Army, any number of them. Guards and Horde declare nothing."""
    seat = battle.seats[side]
    if seat == NOBODY:
        end_declaring(board, battle, side)
        return ()
    runes = board.players[seat].runes
    if runes.size == 0:
        battle.to_stage(battle.stage + 1)
        return ()
    return board.ask(seat, ONLY_DONE + board.tables.rune.options(runes.kinds))


def tell_cards(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """Each Insurgent of a player's Army does what it says for battles, in order of arrival, once a battle."""
    seat = battle.seats[side]
    if not battle.again:
        cards = board.players[seat].army.cards
        lines = board.tables.lines.battle
        while battle.at < len(cards):
            kind = cards[battle.at]
            battle.at += 1
            if lines[kind] >= 0:
                board.push(lines[kind], seat)
                return ()
    end_declaring(board, battle, side)
    return ()


def end_declaring(board: Board, battle: Battle, side: int) -> None:
    """The other side declares; when both have, damage is dealt."""
    if side == ATTACKER:
        battle.to_stage(DEFENDER_DECLARES)
    else:
        read_amounts(board, battle)


def read_amounts(board: Board, battle: Battle) -> None:
    """Both sides have declared: the damage of both is fixed, whoever falls by it."""
    battle.amounts[ATTACKER] = damage_of(board, battle, ATTACKER)
    battle.amounts[DEFENDER] = damage_of(board, battle, DEFENDER)
    battle.dealt = False
    battle.to_stage(ATTACKER_DEALS)
    begin_dealing(board, battle, DEFENDER, battle.amounts[ATTACKER])


# Damage


def deal(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """A side divides its damage over the cards of the other; then it is the other's turn to deal."""
    options = assignments(board, battle, 1 - side)
    if options:
        return board.ask(battle.played_by[side], options)
    if side == ATTACKER:
        battle.to_stage(DEFENDER_DEALS)
        begin_dealing(board, battle, ATTACKER, battle.amounts[DEFENDER])
    else:
        battle.to_stage(AFTERMATH)
        if battle.dealt:
            board.work.append(Task(BURY, 0, 0))
    return ()


def after(board: Board, battle: Battle) -> None:
    """An attack is over after one exchange. At a spawn it goes on, until one side has no forces."""
    goes_on = (
        battle.spawned
        and battle.dealt
        and has_forces(board, battle, ATTACKER)
        and has_forces(board, battle, DEFENDER)
    )
    if goes_on:
        battle.again = True
        battle.to_stage(ATTACKER_DECLARES)
    else:
        settle(board, battle)
