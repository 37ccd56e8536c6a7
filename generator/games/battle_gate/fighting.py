"""Reads what a position tells of a combat and of what may still be played."""

from __future__ import annotations

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize
from generator.games.battle_gate.numbers import Kinds
from generator.games.battle_gate.play import Play
from generator.games.battle_gate.table import Attack, Idle, idle_of
from generator.rules.positions import too_many

ATTACK_KEYS = ("card", "target", "blocks", "boosts", "block_boosts")
ALLOWANCE_KEYS = ("cards", "power")


def read_attacks(given: Reader, board: Play, stage: int) -> None:
    """The attacks, in the order declared. ``stage``: 0 while more are declared, 1 while players defend,
    2 while boosts are laid."""
    kinds = board.tables.kinds
    board.prepare_attack()
    ready = [idle_of(player.field, kinds.blockers) for player in board.players]
    for item in given.items():
        attack = _read_attack(item, board)
        attack.blocks = tuple(_committed(item, "blocks", kinds, kinds.blockers, stage >= 1))
        attack.boosts = tuple(_committed(item, "boosts", kinds, kinds.assassins, stage == 2))
        attack.block_boosts = tuple(_committed(item, "block_boosts", kinds, kinds.assassins, stage == 2))
        for card in attack.blocks:
            _use(item.key("blocks", []), ready[attack.target], card, kinds)
        if attack.block_boosts and not attack.blocks:
            item.key("block_boosts").error("a boost joins a defence that has a card")
        attack.power += sum(kinds.power[card] for card in attack.boosts)
        attack.defence += sum(kinds.power[card] for card in (*attack.blocks, *attack.block_boosts))
        board.attacks.append(attack)
    if stage and not board.attacks:
        given.error("this phase comes only after an attack")
    board.phase = board.phase + stage
    for seat, reading in enumerate(_seats_of(given, board)):
        _check_owned(reading, seat, board)


def _seats_of(given: Reader, board: Play) -> list[Reader]:
    return [given.inside("seats", seat) for seat in range(len(board.players))]


def _read_attack(item: Reader, board: Play) -> Attack:
    kinds = board.tables.kinds
    item.only(ATTACK_KEYS)
    before = item.error_count
    card = kinds.number[item.key("card").word(kinds.number, "card")]
    if item.error_count == before:
        if not kinds.is_in(card, kinds.attackers):
            item.key("card").error("minions never attack")
        else:
            _use(item.key("card"), board.idle, card, kinds)
    goal = item.key("target")
    target = goal.whole(0, len(board.players) - 1)
    if target == board.active:
        goal.error("nobody attacks themselves")
    elif board.players[target].out:
        goal.error(f"seat {target} is out")
    return Attack(card, target, kinds.power[card])


def _committed(item: Reader, key: str, kinds: Kinds, allowed: int, in_phase: bool) -> list[int]:
    """Cards laid in a combat; those that can't be are noted and left out."""
    given = item.key(key, [])
    cards = given.cards(kinds.number)
    if cards and not in_phase:
        given.error("there are none yet in this phase")
        return []
    wrong = {card for card in cards if not kinds.is_in(card, allowed)}
    for card in sorted(wrong):
        rule = "assassins never defend" if key == "blocks" else "only assassins boost"
        given.error(f"{kinds.names[card]}: {rule}")
    return [card for card in cards if card not in wrong]


def _use(item: Reader, idle: Idle, card: int, kinds: Kinds) -> None:
    if kinds.is_in(card, idle.kinds):
        idle.use(card)
    else:
        item.error(f"no {kinds.names[card]} more is in play to do this")


def _boosts(board: Play, seat: int) -> list[int]:
    """The boosts that a seat has laid."""
    if seat == board.active:
        return [card for attack in board.attacks for card in attack.boosts]
    return [card for attack in board.attacks if attack.target == seat for card in attack.block_boosts]


def _check_owned(seat: Reader, number: int, board: Play) -> None:
    """Boosts are owned too."""
    boosts = _boosts(board, number)
    player = board.players[number]
    owned = player.left + player.hand.size + player.field.size + player.discard.size
    most = board.tables.numbers.most
    if boosts and owned + len(boosts) > most >= owned:
        seat.error(too_many("card", owned + len(boosts), most).replace("the game", "a deck"))


def read_allowances(seats: Reader, board: Play) -> None:
    """What each seat may still play; where it is not given, nothing was fielded in this turn."""
    for seat, player in enumerate(board.players):
        if player.out:
            continue
        reading = seats.at(seat)
        boosts = _boosts(board, seat)
        player.allow(board.tables.assassins)
        player.cards -= len(boosts)
        player.power += len(boosts) - sum(board.tables.kinds.power[card] for card in boosts)
        if player.cards < 0 or player.power < 0:
            reading.error(f"its {pluralize(len(boosts), 'boost')} are more than its allowance")
        elif reading.has("allowance"):
            _read_allowance(reading.at("allowance"), board, seat)


def _read_allowance(given: Reader, board: Play, seat: int) -> None:
    player = board.players[seat]
    given.only(ALLOWANCE_KEYS)
    before = given.error_count
    most = board.tables.numbers.most
    cards = given.key("cards").whole(0, most + 1)
    power = given.key("power").whole(0, most)
    if given.error_count > before:
        return
    left = f"{pluralize(player.cards, 'card')} and {player.power} power"
    if seat != board.active and (cards, power) != (player.cards, player.power):
        given.error(f"its field, hand and boosts leave it {left}")
    elif seat == board.active and not _can_be_left(cards, power, board):
        given.error(f"no cards fielded this turn can have left this of {left}")
    player.cards, player.power = cards, power


def _can_be_left(cards: int, power: int, board: Play) -> bool:
    """Whether the active player can have fielded some of the cards in play in this very turn.

    Each was a card of the hand, so it brought a point, and an assassin among them brings no card yet.
    """
    player = board.players[board.active]
    kinds = board.tables.kinds
    reached = {(player.cards, player.power)}
    for kind in player.field.cards():
        card_cost = 1 + kinds.is_in(kind, kinds.assassins)
        power_cost = kinds.power[kind] - 1
        reached |= {
            (more_cards - card_cost, more_power - power_cost)
            for more_cards, more_power in reached
            if more_cards - card_cost >= cards and more_power - power_cost >= power
        }
    return (cards, power) in reached


def read_defender(position: Reader, board: Play) -> tuple[int, ...]:
    """Who defends now; where it is not given, the first who is attacked. Answers with the choices."""
    board.gather()
    seat = _read_fighter(position, board, board.fighters[1:])
    for number, attack in enumerate(board.attacks):
        if attack.blocks and board.fighters.index(attack.target) > board.at:
            blocks = position.key("attacks").at(number).key("blocks")
            blocks.error(f"seat {attack.target} defends after seat {seat}")
    board.prepare_defender()
    for attack in board.attacks:
        if attack.target == seat:
            for card in attack.blocks:
                board.idle.use(card)
    return board.block_choices()


def read_booster(position: Reader, board: Play) -> tuple[int, ...]:
    """Who has the boost window, and how many passed before; answers with the choices."""
    board.gather()
    _read_fighter(position, board, board.fighters)
    board.passes = position.key("passes", 0).whole(0, len(board.fighters) - 1)
    return () if position.error_count else board.next_booster()


def _read_fighter(position: Reader, board: Play, deciding: list[int]) -> int:
    given = position.key("player", deciding[0])
    seat = given.whole(0, len(board.players) - 1)
    if seat not in deciding:
        given.error(f"seat {seat} takes no part in this")
        seat = deciding[0]
    board.at = board.fighters.index(seat)
    board.player = seat
    return seat


def read_damage(position: Reader, board: Play) -> tuple[int, ...]:
    """How many cards each seat must still discard; answers with the choices."""
    numbers = board.tables.numbers
    board.damage = [0] * len(board.players)
    items = position.key("damage").items(len(board.players))
    for seat, given in enumerate(items[: len(board.players)]):
        board.damage[seat] = given.whole(0, numbers.most * numbers.strongest)
        if board.damage[seat] and seat == board.active:
            given.error("the attacker takes no damage")
        elif board.damage[seat] and board.players[seat].out:
            given.error(f"seat {seat} is out")
    return () if position.error_count else board.suffer()


def read_recoveries(position: Reader, board: Play) -> tuple[int, ...]:
    """How many cards the active player may still take back; where it is not given, one for each minion."""
    minions = board.players[board.active].in_play[board.tables.minions]
    board.recoveries = position.key("recoveries", minions).whole(0, minions)
    return board.recover_choices()
