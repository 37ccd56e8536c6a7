"""A battle, stage by stage: both sides declare, then both deal damage, then the dead are taken off.

``fight`` does the next step of what is uppermost on the stack of work, a battle or taking off the dead, or
gives what a seat may choose from; ``answer`` does what was chosen. Side 0 attacks, side 1 defends.
"""

from __future__ import annotations

from typing import Final

from generator.games.gateway.board import Board
from generator.games.gateway.pieces import (
    AFTERMATH,
    ATTACKER_DEALS,
    ATTACKER_DECLARES,
    BEGIN,
    BURY,
    CONQUEST,
    DEFENDER_CARDS,
    DEFENDER_DEALS,
    DEFENDER_DECLARES,
    NOBODY,
    Battle,
    Task,
    Troop,
)
from generator.games.gateway.tables import (
    COUNT_DISTRICTS,
    COUNT_KIN,
    COUNT_RUNESTONES,
    DONE,
    FIRST_KILLED,
    GUARDS,
    HORDES,
    LAST_KILLED,
    ONLY_DONE,
)

ATTACKER: Final = 0
DEFENDER: Final = 1
ACTING: Final = [0, 0, 0, 1, 1, 0, 1, 0, 0]
"""The side that does something in each stage."""


def fight(board: Board, task: Task) -> tuple[int, ...]:
    """Goes on with the battle until a choice is needed, other work comes first, or it is over."""
    battle = board.battle
    assert battle is not None
    if task.line == BURY:
        return bury(board, battle, task)
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
    if stage == AFTERMATH:
        after(board, battle)
        return ()
    side = ACTING[stage]
    if stage == CONQUEST:
        if not do_next_effect(board, battle, side, board.tables.lines.conquest):
            end_battle(board)
    elif stage >= ATTACKER_DEALS:
        return deal(board, battle, side)
    elif not has_forces(board, battle, DEFENDER):
        # Beaten at once: before any damage is dealt, or by what the attacker declared.
        battle.to_stage(AFTERMATH)
    elif stage in (ATTACKER_DECLARES, DEFENDER_DECLARES):
        return declare(board, battle, side)
    # Each Insurgent of a player's Army does what it says for battles, once a battle.
    elif battle.again or not do_next_effect(board, battle, side, board.tables.lines.battle):
        end_declaration(board, battle, side)
    return ()


def answer(board: Board, task: Task, move: int) -> None:
    """Does what was chosen in a battle."""
    battle = board.battle
    assert battle is not None
    moves = board.tables.moves
    number, side = moves.number[move], ACTING[battle.stage]
    if task.line == BURY:
        save(board, battle, task.step - 2, number)
    elif battle.stage == BEGIN:
        battle.played_by[side_of_horde(board, battle)] = number
        battle.to_stage(ATTACKER_DECLARES)
    elif battle.stage > DEFENDER_CARDS:
        assign(board, battle, 1 - side, number, moves.damage[move])
    elif move == DONE:
        battle.to_stage(battle.stage + 1)
    else:
        use_rune(board, battle.seats[side], number)


def use_rune(board: Board, seat: int, kind: int) -> None:
    """A Runestone of the Army is trashed, and does what it says."""
    board.players[seat].army.runes.take(kind)
    board.trash.append(kind)
    board.push(board.tables.lines.used[kind], seat)


# Rulebook, "Attack" and "End of a round": who plays Guards and Horde


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
        seats = board.tables.moves.horde[: len(board.players)]
        return board.ask(board.first, tuple([move for seat, move in enumerate(seats) if seat != board.first]))
    battle.to_stage(ATTACKER_DECLARES)
    return ()


def side_of_horde(board: Board, battle: Battle) -> int:
    return ATTACKER if faction_of(board, battle, ATTACKER) == HORDES else DEFENDER


# Rulebook, "Battle" 1 and 2: the sides declare


def declare(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """A player may use Runestones of the Army, any number of them. Guards and Horde declare nothing."""
    seat = battle.seats[side]
    if seat == NOBODY:
        end_declaration(board, battle, side)
        return ()
    runes = board.players[seat].army.runes
    if runes.size > 0:
        return board.ask(seat, ONLY_DONE + board.tables.rune.among(runes.kinds))
    battle.to_stage(battle.stage + 1)
    return ()


def do_next_effect(board: Board, battle: Battle, side: int, lines: list[int]) -> bool:
    """The next Insurgent with such a line, in order of arrival, does it; False if there is none any more."""
    seat = battle.seats[side]
    cards = board.players[seat].army.cards
    while battle.at < len(cards):
        line = lines[cards[battle.at]]
        battle.at += 1
        if line >= 0:
            board.push(line, seat)
            return True
    return False


def end_declaration(board: Board, battle: Battle, side: int) -> None:
    """The other side declares; when both have, the damage of both is fixed, whoever falls by it."""
    if side == ATTACKER:
        battle.to_stage(DEFENDER_DECLARES)
    else:
        battle.amounts = [damage_of(board, battle, ATTACKER), damage_of(board, battle, DEFENDER)]
        battle.to_stage(ATTACKER_DEALS)
        begin_dealing(board, battle, DEFENDER, battle.amounts[ATTACKER])


# Rulebook, "Battle" 3 and 4: the sides deal damage


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
            board.work.append(Task(BURY))
    return ()


# A card takes at most what kills it, and all that can be taken must be assigned. Cards take damage in tiers:
# first those with Vanguard, then those without a word, at last the Veiled. So damage that is enough for a
# whole tier leaves nothing to choose there; the choice is in the first tier for which it is not enough.


def begin_dealing(board: Board, battle: Battle, side: int, damage: int) -> None:
    """Deals damage to a side as far as there is no choice: to all tiers for which it is enough."""
    troop = troop_of(board, battle, side)
    rooms = rooms_of(board, battle, side, troop)
    tiers = board.tables.tier
    battle.left = 0
    if damage >= sum(rooms):  # all are dead, the rest is lost
        for at, room in enumerate(rooms):
            put_damage(battle, troop, at, room)
        return
    for tier in range(FIRST_KILLED, LAST_KILLED + 1):
        of_tier = [at for at, kind in enumerate(troop.cards) if tiers[kind] == tier]
        needed = sum([rooms[at] for at in of_tier])
        if needed > damage:
            break
        for at in of_tier:
            put_damage(battle, troop, at, rooms[at])
        damage -= needed
    battle.left = damage


def assignments(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """What the next card with a choice may be dealt; nothing when all damage is assigned.

    Card after card in order of arrival: at least what those behind it can't take, at most what kills it.
    """
    if battle.left == 0:
        return ()
    rooms = room_in_open_tier(board, battle, side)
    behind = sum(rooms[battle.at :])
    while battle.left > 0:
        at = battle.at
        behind -= rooms[at]
        maximum = min(rooms[at], battle.left)
        minimum = max(battle.left - behind, 0)
        if minimum < maximum:
            return board.tables.moves.assign[at][minimum : maximum + 1]
        assign(board, battle, side, at, maximum)
    return ()


def room_in_open_tier(board: Board, battle: Battle, side: int) -> list[int]:
    """How much damage each card can take now: none but those of the first tier that still has room."""
    troop = troop_of(board, battle, side)
    rooms = rooms_of(board, battle, side, troop)
    cards = troop.cards
    tiers = board.tables.tier
    tier = LAST_KILLED
    for at, kind in enumerate(cards):
        if rooms[at] > 0 and tiers[kind] < tier:
            tier = tiers[kind]
    for at, kind in enumerate(cards):
        if tiers[kind] != tier:
            rooms[at] = 0
    return rooms


def assign(board: Board, battle: Battle, side: int, at: int, damage: int) -> None:
    """Deals some of the damage that is left to a card, and goes on to the next."""
    put_damage(battle, troop_of(board, battle, side), at, damage)
    battle.left -= damage
    battle.at = at + 1


def put_damage(battle: Battle, troop: Troop, at: int, damage: int) -> None:
    if damage > 0:
        troop.hurt(at, damage)
        battle.dealt = True


# Rulebook, "Battle": the dead are taken off. They say their last, some are rescued, the others leave


def bury(board: Board, battle: Battle, task: Task) -> tuple[int, ...]:
    """Does the next step, or gives which card may be rescued. The task ends when all the dead are gone.

    A step is a part of this for one side: 0 and 1 what the killed cards do, 2 and 3 who is rescued.
    """
    while task.step < 2:
        if do_killed_effects(board, battle, task.step, task):
            return ()
        task.step, task.at = task.step + 1, 0
    while task.step < 4:
        options = rescue(board, battle, task.step - 2)
        if options:
            return options
        task.step, task.at = task.step + 1, 0
    board.work.pop()
    take_off(board, battle, ATTACKER)
    take_off(board, battle, DEFENDER)
    return ()


def do_killed_effects(board: Board, battle: Battle, side: int, task: Task) -> bool:
    """The next Insurgent that says something for being killed does it, before it leaves the Army.

    In order of arrival; False if there is none any more.
    """
    seat, lines = battle.seats[side], board.tables.lines.killed
    cards = board.players[seat].army.cards if seat != NOBODY else []
    for at in range(task.at, len(cards)):
        line = lines[cards[at]]
        if line >= 0 and at in killed_in(board, battle, side):
            task.at = at + 1
            board.push(line, seat)
            return True
    return False


def rescue(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """The next Insurgents that are killed come into the hand; if not all can, their player chooses."""
    seat = battle.seats[side]
    if seat != NOBODY and board.players[seat].bonus.rescues > 0:
        player = board.players[seat]
        dead = killed_in(board, battle, side)
        if len(dead) > player.bonus.rescues:
            kinds = 0
            for at in dead:
                kinds |= 1 << player.army.cards[at]
            return board.ask(seat, board.tables.choose.among(kinds))
        for at in reversed(dead):
            bring_back(board, battle, side, at)
    return ()


def save(board: Board, battle: Battle, side: int, kind: int) -> None:
    """A card was chosen to be rescued."""
    cards = troop_of(board, battle, side).cards
    bring_back(board, battle, side, next(at for at in killed_in(board, battle, side) if cards[at] == kind))


def bring_back(board: Board, battle: Battle, side: int, at: int) -> None:
    """An Insurgent goes from the Army into the hand."""
    player = board.players[battle.seats[side]]
    player.hand.add(player.army.leave(at))
    player.gain("rescues", -1)


def take_off(board: Board, battle: Battle, side: int) -> None:
    """The dead of a side go to their owner's discard pile; who killed Guards or Horde takes points."""
    seat = battle.seats[side]
    killer = battle.seats[1 - side]
    tables = board.tables
    troop = troop_of(board, battle, side)
    points = 0
    for at in reversed(killed_in(board, battle, side)):
        kind = troop.leave(at)
        if seat != NOBODY:
            player = board.players[seat]
            if tables.returning[kind]:
                player.hand.add(kind)
            else:
                board.discard(player, kind)
        else:
            board.foe_discard(tables.faction[kind]).append(kind)
            points += tables.vp[kind]
    if points > 0 and killer != NOBODY:
        board.gain_vp(killer, points)


# Rulebook, "Battle": the outcome


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
        battle.dealt = False
        battle.amounts = [0, 0]
        battle.to_stage(ATTACKER_DECLARES)
    else:
        decide(board, battle)


def decide(board: Board, battle: Battle) -> None:
    """Moves markers and cards as the battle went, and ends it.

    All defenders dead: the marker of an attacker goes there; who arrived hold the district, which is no
    player's any more. Else nothing changes hands, and those who arrived are discarded: if they still live,
    neither side was able to do anything.
    """
    district = board.districts[battle.district]
    beaten = not has_forces(board, battle, DEFENDER)
    if beaten and not battle.spawned:
        district.owner = battle.seats[ATTACKER]
        battle.to_stage(CONQUEST)
        return
    end_battle(board)
    if battle.spawned:
        if beaten:
            district.owner = NOBODY
            district.troop.take_over(district.arrivals)
        else:
            board.drop_foes(district.arrivals)
        board.check_fall()


def end_battle(board: Board) -> None:
    """The battle is uppermost on the stack of work, and leaves it."""
    board.work.pop()
    board.battle = None


# Rulebook, "End of a round": Guards and Horde that come to a district


def spawn(board: Board, at: int, faction: int) -> None:
    """Puts the top card of a faction's deck on a district: the four cases.

    An empty district it holds; it joins its own faction; at a player's, or at the other faction's, it must
    fight. With deck and discard pile both empty, nothing spawns.
    """
    district = board.districts[at]
    holding = board.faction_in(district)
    if district.owner == NOBODY and holding in (NOBODY, faction):
        join(board, at, faction)
        return
    kind = board.draw_foe(faction)
    if kind == NOBODY:
        return
    district.arrivals.join(kind)
    board.begin_battle(Battle(at, True, NOBODY, district.owner))
    # Above the battle on the stack of work: what the card says on arrival is done first.
    board.push(board.tables.lines.arrives[kind], board.first, at)


def join(board: Board, at: int, faction: int) -> None:
    """Puts the top card of a faction's deck on a district that is empty or holds this faction already."""
    put(board, at, faction, board.districts[at].troop)


def reinforce(board: Board, at: int, faction: int) -> None:
    """Puts the top card of the same deck beside a card that has just arrived, there or waiting to fight."""
    district = board.districts[at]
    put(board, at, faction, district.arrivals if district.arrivals.cards else district.troop)


def put(board: Board, at: int, faction: int, troop: Troop) -> None:
    """Puts the top card of a faction's deck to a troop in a district."""
    kind = board.draw_foe(faction)
    if kind != NOBODY:
        troop.join(kind)
        board.push(board.tables.lines.arrives[kind], board.first, at)
        board.check_fall()


# The two sides: their cards, how strong these are, and the damage that they deal


def troop_of(board: Board, battle: Battle, side: int) -> Troop:
    """The cards of a side that can be damaged."""
    seat = battle.seats[side]
    if seat != NOBODY:
        return board.players[seat].army
    district = board.districts[battle.district]
    return district.arrivals if side == ATTACKER else district.troop


def has_forces(board: Board, battle: Battle, side: int) -> bool:
    """A side without Insurgents, Guards or Horde has no forces, whatever Runestones it has."""
    return bool(troop_of(board, battle, side).cards)


def faction_of(board: Board, battle: Battle, side: int) -> int:
    """``GUARDS`` or ``HORDES``; ``NOBODY`` for a player's Army, and when none of a faction lives."""
    if battle.seats[side] != NOBODY:
        return NOBODY
    cards = troop_of(board, battle, side).cards
    return board.tables.faction[cards[0]] if cards else NOBODY


def attack_of(board: Board, battle: Battle, side: int, at: int) -> int:
    """What a card adds to its side's damage."""
    troop = troop_of(board, battle, side)
    times = troop.times[at]
    if times == 0:
        return 0
    tables = board.tables
    kind = troop.cards[at]
    attack = tables.attack[kind]
    if tables.grows[kind]:
        if side == ATTACKER:
            attack += tables.charge[kind]
        foe = faction_of(board, battle, 1 - side)
        if foe == HORDES:
            attack += tables.hordebane[kind]
        elif foe == GUARDS:
            attack += tables.guardbane[kind]
        for number, of in tables.attack_each[kind]:
            attack += number * count_of(board, of, battle.seats[side], troop)
    return attack * times


def damage_of(board: Board, battle: Battle, side: int) -> int:
    """The damage amount of a side: all its attack, and what lasts for this turn."""
    troop = troop_of(board, battle, side)
    if not troop.cards:
        return 0
    tables = board.tables
    damage = 0
    for at, kind in enumerate(troop.cards):
        if tables.grows[kind]:
            damage += attack_of(board, battle, side, at)
        else:
            damage += tables.attack[kind] * troop.times[at]
    if battle.seats[side] != NOBODY:
        damage += board.players[battle.seats[side]].bonus.attack
    if battle.seats[1 - side] != NOBODY:
        damage -= board.players[battle.seats[1 - side]].bonus.weaken
    return max(damage, 0)


def rooms_of(board: Board, battle: Battle, side: int, troop: Troop) -> list[int]:
    """How much damage each card of a side can still take: as much as kills it. ``troop``: its cards."""
    seat = battle.seats[side]
    bonus = 0 if seat == NOBODY else board.players[seat].bonus.defence
    return board.tables.rooms(side, troop.cards, troop.damage, bonus)


def killed_in(board: Board, battle: Battle, side: int) -> list[int]:
    """The numbers of a side's cards that took as much damage as kills them, ascending."""
    troop = troop_of(board, battle, side)
    if not troop.touched:
        return []
    return [at for at, room in enumerate(rooms_of(board, battle, side, troop)) if room == 0]


def count_of(board: Board, of: int, seat: int, troop: Troop) -> int:
    """How many there are of what an effect counts.

    ``seat``: whose effect it is, ``NOBODY`` for Guards and Horde; ``troop``: the cards among which the card
    with the effect stands.
    """
    if of == COUNT_KIN:
        return len(troop.cards) - 1
    if seat == NOBODY:
        return 0
    if of == COUNT_DISTRICTS:
        return board.count_held(seat)
    player = board.players[seat]
    if of == COUNT_RUNESTONES:
        return player.army.runes.size
    if board.tables.is_rune[of]:
        return player.army.runes.counts[of]
    return player.army.cards.count(of)
