"""Positions of Battle Gate: read and checked. Whatever follows from the rest may be left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize
from generator.games.battle_gate.notation import (
    ALLOWING,
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    OVER,
    PHASES,
    RECOVER,
    Attack,
    Player,
    Shared,
)
from generator.games.battle_gate.rules import GAME, BattleGateState, new_state
from generator.rules.elements import During
from generator.rules.pile import Pile
from generator.rules.positions import position_reader
from generator.rules.shuffler import Shuffler


def read_position(position: Mapping[str, Any], shared: Shared) -> BattleGateState:
    """The state of a position before forced moves. Raises BadPosition with all faults."""
    given = position_reader(position)
    form = shared.form
    phase = PHASES.index(given.key("phase").word(PHASES, "phase"))
    given.only(("game", *form.keys, "seats"))
    given.key("game").word((GAME,), "the name of this game")
    seats, most = given.key("seats"), shared.config.seats[-1]
    items = seats.items()
    if not 2 <= len(items) <= most:
        seats.error(f"expected 2 to {most} seats, got {len(items)}")
        given.finish()
    players = [_read_player(item, phase, shared) for item in items]
    state = new_state(shared, players, 0, Shuffler(0))
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
        for seat, item in enumerate(items):
            _read_allowance(item, seat, state)
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
        player: Player = shared.seat_form.restore(part)
        if "allowance" in part:
            player.cards, player.power = part["allowance"]["cards"], part["allowance"]["power"]
        players.append(player)
    active, usual = position["active"], shared.config.max_turns
    state: BattleGateState = shared.form.restore(
        position, shared=shared, players=players, player=active, max_turns=usual
    )
    return state


def _read_player(given: Reader, phase: int, shared: Shared) -> Player:
    given.only((*shared.seat_form.keys, "allowance"))
    player = shared.new_player([])
    shared.seat_form.read(given, player)
    for kind in player.field.cards():
        player.in_play[shared.class_of[kind]] += 1
    owned = _owned(player)
    _check_size(given, owned, 0, shared)
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


def _check_size(seat: Reader, owned: int, boosts: int, shared: Shared) -> None:
    """Whether a seat has no more cards than a deck, its boosts and all."""
    most = shared.config.limits.max_cards
    if owned + boosts > most and (owned <= most or not boosts):
        seat.error(f"{pluralize(owned + boosts, 'card')}, and a deck has {most}")


def _check_turn(given: Reader, state: BattleGateState) -> None:
    """Whether someone can be at this phase of this turn."""
    turn, active, first = state.turn, state.active, state.first
    if state.players[active].out:
        given.key("active").error(f"seat {active} is out")
    if turn == 1 and active != first:
        given.key("active").error(f"turn 1 is that of seat {first}, which is first")
    if state.phase != OVER:
        if state.remaining < 2:
            given.key("phase").error("fewer than two players are in: the game is over")
    elif state.remaining > 1 and turn < state.max_turns:
        players = f"{state.remaining} players are in at turn {turn} of {state.max_turns}"
        given.key("phase").error(f"{players}: the game is not over")
    if not given.error_count:
        _check_round(given, state)


def _check_round(given: Reader, state: BattleGateState) -> None:
    """Whether turns went round from the first seat; once someone is out only some of it can be known."""
    count = len(state.players)
    turn, active, first = state.turn, state.active, state.first
    all_in = state.remaining == count
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


def _read_phase(given: Reader, state: BattleGateState) -> None:
    """Reads who decides in a combat, and what the last phases count."""
    if state.phase == DEFEND:
        fighters = state.who_fights()
        state.player = _read_fighter(given, state, fighters[1:])
        for number, attack in enumerate(state.attacks):
            if attack.blocks and fighters.index(attack.target) > fighters.index(state.player):
                blocks = given.key("attacks").at(number).key("blocks")
                blocks.error(f"seat {attack.target} defends after seat {state.player}")
    elif state.phase == BOOST:
        fighters = state.who_fights()
        state.player = _read_fighter(given, state, fighters)
        state.passes = given.key("passes", 0).whole(0, len(fighters) - 1)
    elif state.phase == DAMAGE:
        state.shared.form.read(given, state, "damage", seats=len(state.players))
        for seat, owed in enumerate(state.damage):
            if owed and seat == state.active:
                given.key("damage").at(seat).error("the attacker takes no damage")
            elif owed and state.players[seat].out:
                given.key("damage").at(seat).error(f"seat {seat} is out")
    elif state.phase == RECOVER:
        # Where it is not given, as many as the minions in play give.
        limit = state.shared.recover_limit[state.players[state.active].in_play[state.shared.minion]]
        state.recoveries = given.key("recoveries", limit).whole(0, limit)


def _read_fighter(given: Reader, state: BattleGateState, deciding: list[int]) -> int:
    """Who decides; where it is not given, the first who would."""
    part = given.key("player", deciding[0])
    seat = part.whole(0, len(state.players) - 1)
    if seat not in deciding:
        part.error(f"seat {seat} takes no part in this")
        return deciding[0]
    return seat


# Attacks


def _read_attacks(given: Reader, state: BattleGateState) -> None:
    """The attacks, in the order declared. Players defend when all are; boosts come when all have defended."""
    shared, players = state.shared, state.players
    attackers = players[state.active].ready(shared.attackers)
    blockers = [player.ready(shared.blockers) for player in players]
    for item in given.items():
        attack = _read_attack(item, state, attackers)
        attack.blocks = _read_laid(item, "blocks", state)
        attack.boosts = _read_laid(item, "boosts", state)
        attack.block_boosts = _read_laid(item, "block_boosts", state)
        for card in attack.blocks:
            _use(item.key("blocks"), blockers[attack.target], card, shared)
        if attack.block_boosts and not attack.blocks:
            item.key("block_boosts").error("a boost joins a defence that has a card")
        attack.power = sum(shared.power[card] for card in (attack.card, *attack.boosts))
        attack.defence = sum(shared.power[card] for card in (*attack.blocks, *attack.block_boosts))
        state.attacks.append(attack)
    if state.phase != ATTACK and not state.attacks:
        given.error("this phase comes only after an attack")
    for seat, player in enumerate(players):
        _check_size(given.inside("seats", seat), _owned(player), len(_boosts_of(state, seat)), shared)


def _read_attack(item: Reader, state: BattleGateState, attackers: Pile) -> Attack:
    shared = state.shared
    item.only(shared.attack_form.keys)
    attack = Attack(0, 0, 0)
    before = item.error_count
    shared.attack_form.read(item, attack, "card")
    if item.error_count == before:
        if shared.attackers >> attack.card & 1:
            _use(item.key("card"), attackers, attack.card, shared)
        else:
            item.key("card").error("minions never attack")
    given = item.key("target")
    attack.target = given.whole(0, len(state.players) - 1)
    if attack.target == state.active:
        given.error("a player cannot attack themselves")
    elif state.players[attack.target].out:
        given.error(f"seat {attack.target} is out")
    return attack


def _read_laid(item: Reader, key: str, state: BattleGateState) -> tuple[int, ...]:
    """Cards laid in a combat; those that can't be are reported and left out."""
    shared, given = state.shared, item.key(key, [])
    cards = given.cards(shared.terms.numbers())
    is_block = key == "blocks"
    if cards and state.phase not in ((DEFEND, BOOST) if is_block else (BOOST,)):
        given.error("there are none yet in this phase")
        return ()
    allowed = shared.blockers if is_block else shared.assassins
    for card in sorted({card for card in cards if not allowed >> card & 1}):
        rule = "assassins never defend" if is_block else "only assassins boost"
        given.error(f"{shared.names[card]}: {rule}")
    return tuple([card for card in cards if allowed >> card & 1])


def _use(item: Reader, ready: Pile, card: int, shared: Shared) -> None:
    if ready.kinds >> card & 1:
        ready.take(card)
    else:
        item.error(f"no {shared.names[card]} more is in play to do this")


def _boosts_of(state: BattleGateState, seat: int) -> list[int]:
    """The boosts that a seat has laid."""
    if seat == state.active:
        return [card for attack in state.attacks for card in attack.boosts]
    return [card for attack in state.attacks if attack.target == seat for card in attack.block_boosts]


# Allowances


def _read_allowance(given: Reader, seat: int, state: BattleGateState) -> None:
    """What a seat may still play; where it is not given, nothing was fielded in this turn."""
    shared, player = state.shared, state.players[seat]
    if player.out:
        return
    boosts = _boosts_of(state, seat)
    # Boosts were cards of the hand when the allowance was counted.
    player.cards = shared.config.cards_to_play.of(player.in_play[shared.assassin]) - len(boosts)
    player.power = shared.power_per_card * (player.hand.size + len(boosts))
    player.power -= sum(shared.power[card] for card in boosts)
    if player.cards < 0 or player.power < 0:
        given.error(f"its {pluralize(len(boosts), 'boost')} are more than its allowance")
        return
    if not given.has("allowance"):
        return
    part = given.at("allowance")
    part.only(("cards", "power"))
    before = part.error_count
    cards = part.key("cards").whole(0, shared.cards_to_play[-1])
    power = part.key("power").whole(0, len(shared.up_to) - 1)
    if part.error_count > before:
        return
    left = f"{pluralize(player.cards, 'card')} and {player.power} power"
    if seat != state.active and (cards, power) != (player.cards, player.power):
        part.error(f"its field, hand and boosts leave it {left}")
    elif seat == state.active and not _can_be_left(cards, power, player, shared):
        part.error(f"no cards fielded this turn can have left this of {left}")
    player.cards, player.power = cards, power


def _can_be_left(cards: int, power: int, player: Player, shared: Shared) -> bool:
    """Whether the active player can have fielded some of the cards in play in this very turn.

    Each was a card of the hand, so it brought power, and an assassin among them brings no card yet. Weak
    cards come first, which may have brought more power than they took.
    """
    per_assassin = shared.config.cards_to_play.per_card
    reached = {(player.cards, player.power)}
    for kind in sorted(player.field.cards(), key=shared.power.__getitem__):
        card_cost = 1 + per_assassin * (shared.assassins >> kind & 1)
        power_cost = shared.power[kind] - shared.power_per_card
        reached |= {
            (more_cards - card_cost, more_power - power_cost)
            for more_cards, more_power in reached
            if more_cards - card_cost >= cards and (power_cost < 0 or more_power - power_cost >= power)
        }
    return (cards, power) in reached
