"""Positions that may be written by hand: read into a state, with everything that is wrong in them.

Seats, turn and phase are what a position by hand needs. The phases from field to boost add what each seat may
still play, those from attack to boost the attacks, defend and boost who decides, boost how many passed in a
row; damage adds how many cards each seat must still discard, recover how many may still be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize
from generator.games.battle_gate.config import RulesConfig
from generator.games.battle_gate.rules import ALLOWING, GAME, BattleGateState, During, Shared
from generator.games.battle_gate.table import (
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    OVER,
    PHASES,
    RECOVER,
    Attack,
    Kinds,
    Player,
    Ready,
    fighters_of,
    ready_cards,
)
from generator.rules.positions import position_reader
from generator.rules.shuffler import Shuffler


def read_position(position: Mapping[str, Any], shared: Shared) -> BattleGateState:
    """The state of a position before forced moves. Raises BadPosition with all faults."""
    given = position_reader(position)
    form = shared.form
    phase = PHASES.index(given.key("phase").word(PHASES, "phase"))
    given.only(("game", *form.keys, "seats"))
    given.key("game").word((GAME,), "the name of this game")
    players = _read_players(given, phase, shared)
    state = shared.new_state(players, 0, Shuffler(0))
    state.phase = phase
    for key, (_, element) in form.fields.items():
        if isinstance(element.when, During) and given.has(key) and not element.when(state):
            given.at(key).error(f"the {PHASES[phase]} phase has none")
    form.read(given, state, "active", "first", "max_turns", "shuffler", seats=len(players))
    state.turn = given.key("turn").whole(1, state.max_turns)
    _check_turn(given, state)
    if phase in (ATTACK, DEFEND, BOOST):
        _read_attacks(given.key("attacks", []), state)
    if phase in ALLOWING:
        _read_allowances(given.key("seats"), state)
    state.player = state.active
    if not given.error_count:
        _read_phase(given, state)
    given.finish()
    return state


def restored(position: Mapping[str, Any], shared: Shared) -> BattleGateState:
    """The state of a position that is known to be right, to be dealt anew and written down again.

    What the rules derive is not in it. Bots ask for thousands of these: reading takes three times as long.
    """
    players = []
    for part in position["seats"]:
        player: Player = shared.seat.restore(part)
        if "allowance" in part:
            player.cards, player.power = part["allowance"]["cards"], part["allowance"]["power"]
        players.append(player)
    state: BattleGateState = shared.form.restore(
        position,
        shared=shared,
        players=players,
        player=position["active"],
        max_turns=shared.config.max_turns,
    )
    return state


def _read_players(given: Reader, phase: int, shared: Shared) -> list[Player]:
    """The seats, as many as may play; a wrong number of them ends the reading."""
    seats = given.key("seats")
    items = seats.items()
    most = shared.config.seats[-1]
    if not 2 <= len(items) <= most:
        seats.error(f"expected 2 to {most} seats, got {len(items)}")
        given.finish()
    return [_read_player(seat, phase, shared) for seat in items]


def _read_player(given: Reader, phase: int, shared: Shared) -> Player:
    given.only((*shared.seat.keys, "allowance"))
    player = shared.new_player([])
    shared.seat.read(given, player)
    for kind in player.field.cards():
        player.in_play[shared.class_of[kind]] += 1
    owned = _owned(player)
    if owned > shared.config.max_cards:
        given.error(_too_many_cards(owned, shared.config))
    if player.out and owned:
        given.error("a seat that is out has no cards")
    if not player.started and not player.out:
        for name, pile in (("hand", player.hand), ("field", player.field)):
            if pile.size:
                given.key(name).error("a seat that has not drawn in a turn of its own has no cards here")
    if given.has("allowance") and (phase not in ALLOWING or player.out):
        what = "a seat that is out" if player.out else f"the {PHASES[phase]} phase"
        given.at("allowance").error(f"{what} has none")
    return player


def _owned(player: Player) -> int:
    return len(player.deck) + player.hand.size + player.field.size + player.discard.size


def _too_many_cards(count: int, config: RulesConfig) -> str:
    return f"{pluralize(count, 'card')}, and a deck has {config.max_cards}"


def _check_turn(given: Reader, state: BattleGateState) -> None:
    """Whether someone can be at this phase of this turn."""
    remaining = sum(not player.out for player in state.players)
    turn, active, first = state.turn, state.active, state.first
    if state.players[active].out:
        given.key("active").error(f"seat {active} is out")
    if turn == 1 and active != first:
        given.key("active").error(f"turn 1 is that of seat {first}, which is first")
    if state.phase == OVER:
        if remaining > 1 and turn < state.max_turns:
            turns = f"turn {turn} of {state.max_turns}"
            given.key("phase").error(f"{remaining} players are in at {turns}: the game is not over")
    elif remaining < 2:
        given.key("phase").error("fewer than two players are in: the game is over")
    if not given.error_count:
        _check_round(given, state, all_in=remaining == len(state.players))


def _check_round(given: Reader, state: BattleGateState, *, all_in: bool) -> None:
    """Whether turns went round from the first seat; once someone is out only some of it can be known."""
    count = len(state.players)
    turn, active, first = state.turn, state.active, state.first
    whose = (first + turn - 1) % count
    if all_in and active != whose:
        given.key("active").error(f"turn {turn} is that of seat {whose} while all are in")
        return
    for seat, player in enumerate(state.players):
        first_turn = (seat - first) % count + 1
        is_drawn = state.phase != DRAW and (turn == first_turn or seat == active)
        started = is_drawn or turn > first_turn
        if started and not (player.started or player.out):
            message = f"seat {seat} has drawn in a turn of its own before this"
        elif player.started and all_in and not started:
            message = f"seat {seat} has not drawn yet: its first turn is turn {first_turn}"
        else:
            continue
        given.key("seats").at(seat).key("started", True).error(message)


# What the phases add


def _read_phase(given: Reader, state: BattleGateState) -> None:
    """Reads who decides in a combat, and what the last phases count."""
    if state.phase in (DEFEND, BOOST):
        fighters = fighters_of(state.attacks, state.active, state.others[state.active])
        if state.phase == BOOST:
            state.player = _read_fighter(given, state, fighters)
            state.passes = given.key("passes", 0).whole(0, len(fighters) - 1)
        else:
            state.player = seat = _read_fighter(given, state, fighters[1:])
            _check_defended(given, state, fighters, seat)
    elif state.phase == DAMAGE:
        _read_damage(given, state)
    elif state.phase == RECOVER:
        # Where it is not given, as many as the minions in play give.
        minions = state.players[state.active].in_play[state.shared.minions]
        limit = state.shared.recover_limit[minions]
        state.recoveries = given.key("recoveries", limit).whole(0, limit)


def _read_fighter(given: Reader, state: BattleGateState, deciding: list[int]) -> int:
    """Who decides; where it is not given, the first who would."""
    part = given.key("player", deciding[0])
    seat = part.whole(0, len(state.players) - 1)
    if seat in deciding:
        return seat
    part.error(f"seat {seat} takes no part in this")
    return deciding[0]


def _check_defended(given: Reader, state: BattleGateState, fighters: list[int], seat: int) -> None:
    for number, attack in enumerate(state.attacks):
        if attack.blocks and fighters.index(attack.target) > fighters.index(seat):
            blocks = given.key("attacks").at(number).key("blocks")
            blocks.error(f"seat {attack.target} defends after seat {seat}")


def _read_damage(given: Reader, state: BattleGateState) -> None:
    state.shared.form.read(given, state, "damage", seats=len(state.players))
    for seat, owed in enumerate(state.damage):
        if owed and seat == state.active:
            given.key("damage").at(seat).error("the attacker takes no damage")
        elif owed and state.players[seat].out:
            given.key("damage").at(seat).error(f"seat {seat} is out")


# Attacks


def _read_attacks(given: Reader, state: BattleGateState) -> None:
    """The attacks, in the order declared. Players defend when all are; boosts come when all have defended."""
    kinds, players = state.shared.kinds, state.players
    defended, boosted = state.phase in (DEFEND, BOOST), state.phase == BOOST
    attackers = ready_cards(players[state.active].field, kinds.attackers)
    blockers = [ready_cards(player.field, kinds.blockers) for player in players]
    for item in given.items():
        attack = _read_attack(item, state, attackers)
        attack.blocks = tuple(_read_laid(item, "blocks", kinds, kinds.blockers, defended))
        attack.boosts = tuple(_read_laid(item, "boosts", kinds, kinds.assassins, boosted))
        attack.block_boosts = tuple(_read_laid(item, "block_boosts", kinds, kinds.assassins, boosted))
        for card in attack.blocks:
            _use(item.key("blocks", []), blockers[attack.target], card, kinds)
        if attack.block_boosts and not attack.blocks:
            item.key("block_boosts").error("a boost joins a defence that has a card")
        attack.power += sum(kinds.power[card] for card in attack.boosts)
        attack.defence += sum(kinds.power[card] for card in (*attack.blocks, *attack.block_boosts))
        state.attacks.append(attack)
    if defended and not state.attacks:
        given.error("this phase comes only after an attack")
    most = state.shared.config.max_cards
    for seat, player in enumerate(players):
        # Boosts are owned too.
        boosts, owned = len(_boosts_of(state, seat)), _owned(player)
        if boosts and owned + boosts > most >= owned:
            given.inside("seats", seat).error(_too_many_cards(owned + boosts, state.shared.config))


def _read_attack(item: Reader, state: BattleGateState, attackers: Ready) -> Attack:
    kinds, form = state.shared.kinds, state.shared.attack
    item.only(form.keys)
    attack = Attack(0, 0, 0)
    before = item.error_count
    form.read(item, attack, "card")
    if item.error_count == before:
        if not kinds.is_in(attack.card, kinds.attackers):
            item.key("card").error("minions never attack")
        else:
            _use(item.key("card"), attackers, attack.card, kinds)
    attack.power = kinds.power[attack.card]
    given = item.key("target")
    attack.target = given.whole(0, len(state.players) - 1)
    if attack.target == state.active:
        given.error("a player cannot attack themselves")
    elif state.players[attack.target].out:
        given.error(f"seat {attack.target} is out")
    return attack


def _read_laid(item: Reader, key: str, kinds: Kinds, allowed: int, in_phase: bool) -> list[int]:
    """Cards laid in a combat; those that can't be are reported and left out."""
    given = item.key(key, [])
    cards = given.cards(kinds.terms.numbers())
    if cards and not in_phase:
        given.error("there are none yet in this phase")
        return []
    wrong = {card for card in cards if not kinds.is_in(card, allowed)}
    for card in sorted(wrong):
        rule = "assassins never defend" if key == "blocks" else "only assassins boost"
        given.error(f"{kinds.names[card]}: {rule}")
    return [card for card in cards if card not in wrong]


def _use(item: Reader, ready: Ready, card: int, kinds: Kinds) -> None:
    if kinds.is_in(card, ready.kinds):
        ready.use(card)
    else:
        item.error(f"no {kinds.names[card]} more is in play to do this")


def _boosts_of(state: BattleGateState, seat: int) -> list[int]:
    """The boosts that a seat has laid."""
    if seat == state.active:
        return [card for attack in state.attacks for card in attack.boosts]
    return [card for attack in state.attacks if attack.target == seat for card in attack.block_boosts]


# Allowances


def _read_allowances(seats: Reader, state: BattleGateState) -> None:
    """What each seat may still play; where it is not given, nothing was fielded in this turn."""
    shared = state.shared
    for seat, player in enumerate(state.players):
        if player.out:
            continue
        given = seats.at(seat)
        boosts = _boosts_of(state, seat)
        # Boosts were cards of the hand when the allowance was counted.
        player.cards = shared.config.cards_to_play.of(player.in_play[shared.assassins]) - len(boosts)
        player.power = shared.config.power_to_play(player.hand.size + len(boosts))
        player.power -= sum(shared.power[card] for card in boosts)
        if player.cards < 0 or player.power < 0:
            given.error(f"its {pluralize(len(boosts), 'boost')} are more than its allowance")
        elif given.has("allowance"):
            _read_allowance(given.at("allowance"), player, shared, active=seat == state.active)


def _read_allowance(given: Reader, player: Player, shared: Shared, *, active: bool) -> None:
    config = shared.config
    given.only(("cards", "power"))
    before = given.error_count
    cards = given.key("cards").whole(0, config.cards_to_play.of(config.max_cards))
    power = given.key("power").whole(0, config.power_to_play(config.max_cards))
    if given.error_count > before:
        return
    left = f"{pluralize(player.cards, 'card')} and {player.power} power"
    if not active and (cards, power) != (player.cards, player.power):
        given.error(f"its field, hand and boosts leave it {left}")
    elif active and not _can_be_left(cards, power, player, shared):
        given.error(f"no cards fielded this turn can have left this of {left}")
    player.cards, player.power = cards, power


def _can_be_left(cards: int, power: int, player: Player, shared: Shared) -> bool:
    """Whether the active player can have fielded some of the cards in play in this very turn.

    Each was a card of the hand, so it brought power, and an assassin among them brings no card yet. Weak
    cards come first, which may have brought more power than they took.
    """
    kinds, config = shared.kinds, shared.config
    reached = {(player.cards, player.power)}
    for kind in sorted(player.field.cards(), key=kinds.power.__getitem__):
        card_cost = 1 + config.cards_to_play.per_card * kinds.is_in(kind, kinds.assassins)
        power_cost = kinds.power[kind] - config.power_per_card
        reached |= {
            (more_cards - card_cost, more_power - power_cost)
            for more_cards, more_power in reached
            if more_cards - card_cost >= cards and (power_cost < 0 or more_power - power_cost >= power)
        }
    return (cards, power) in reached
