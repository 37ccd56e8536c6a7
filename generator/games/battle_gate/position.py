"""A situation of Battle Gate written down, seen by a seat, and read again with every fault told.

Seats, turn and phase are what a position by hand needs. The phases from field to boost add what each seat may
still play, those from attack to boost the attacks, defend and boost who decides, boost how many passed in a
row; damage adds how many cards each seat must still discard, recover how many may still be taken back.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize
from generator.games.battle_gate.config import ASSASSIN, MINION, RulesConfig
from generator.games.battle_gate.table import (
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    FIELD,
    OVER,
    RECOVER,
    Attack,
    Kinds,
    Player,
    Ready,
    Situation,
    fighters_of,
    from_left,
    new_player,
    ready_cards,
)
from generator.rules.pile import Pile
from generator.rules.positions import read_limit, read_shuffler, shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.rotation import rotate_seat, rotate_seats
from generator.rules.shuffler import Shuffler

GAME: Final = "battle-gate"
NOBODY: Final = -1
PHASES: Final = ("draw", "field", "attack", "defend", "boost", "damage", "recover", "over")
"""The words for the phases, by their numbers."""

ALLOWING: Final = (FIELD, ATTACK, DEFEND, BOOST)
"""The phases in which cards may still be played from hand."""
FIGHTING: Final = (ATTACK, DEFEND, BOOST)
KEYS: Final = ("game", "turn", "active", "first", "phase", "seats", "max_turns", "shuffler")
PHASE_KEYS: Final = {
    "player": (DEFEND, BOOST),
    "passes": (BOOST,),
    "attacks": FIGHTING,
    "damage": (DAMAGE,),
    "recoveries": (RECOVER,),
}
"""Keys of some phases only."""
SEAT_KEYS: Final = ("deck", "hand", "field", "discard", "started", "out", "allowance")
ATTACK_KEYS: Final = ("card", "target", "blocks", "boosts", "block_boosts")
ALLOWANCE_KEYS: Final = ("cards", "power")


# Written down


def write_position(situation: Situation, kinds: Kinds, config: RulesConfig) -> Position:
    """The whole situation as JSON values."""
    phase = situation.phase
    position: Position = {
        "game": GAME,
        "turn": situation.turn,
        "active": situation.active,
        "first": situation.first,
        "phase": PHASES[phase],
        "seats": [_write_seat(player, phase in ALLOWING, kinds) for player in situation.players],
    }
    if phase in FIGHTING:
        position["attacks"] = [_write_attack(attack, kinds) for attack in situation.attacks]
    if phase in (DEFEND, BOOST):
        position["player"] = situation.player
    if phase == BOOST:
        position["passes"] = situation.passes
    if phase == DAMAGE:
        position["damage"] = situation.damage.copy()
    if phase == RECOVER:
        position["recoveries"] = situation.recoveries
    if situation.max_turns != config.max_turns:
        position["max_turns"] = situation.max_turns
    position["shuffler"] = shuffler_position(situation.shuffler)
    return position


def _write_seat(player: Player, with_allowance: bool, kinds: Kinds) -> dict[str, Any]:
    seat: dict[str, Any] = {
        "deck": kinds.words(player.deck[: player.left][::-1]),
        "hand": kinds.words(player.hand.cards()),
        "field": kinds.words(player.field.cards()),
        "discard": kinds.words(player.discard.cards()),
        "started": player.started,
        "out": player.out,
    }
    if with_allowance and not player.out:
        seat["allowance"] = {"cards": player.cards, "power": player.power}
    return seat


def _write_attack(attack: Attack, kinds: Kinds) -> dict[str, Any]:
    return {
        "card": kinds.names[attack.card],
        "target": attack.target,
        "blocks": [kinds.names[card] for card in attack.blocks],
        "boosts": [kinds.names[card] for card in attack.boosts],
        "block_boosts": [kinds.names[card] for card in attack.block_boosts],
    }


# What a seat may know


def view_of(situation: Situation, seat: int, kinds: Kinds, config: RulesConfig) -> View:
    """The position without the order of the decks and the others' hands; ``unseen`` are the cards in those.

    Deck lists are open, so each seat can count what has not shown itself: by owner, in the order of kinds.
    """
    view = write_position(situation, kinds, config)
    del view["shuffler"]
    unseen = []
    for number, given in enumerate(view["seats"]):
        hidden = given["deck"]
        given["deck"] = len(given["deck"])
        if number != seat:
            hidden = hidden + given["hand"]
            given["hand"] = len(given["hand"])
        unseen.append(sorted(hidden, key=kinds.number.__getitem__))
    return {**view, "unseen": unseen, "seat": seat, "asked": situation.player == seat}


MAX_DEALS: Final = 20
"""How often a hand is dealt in search of one with a choice in it; then such a card is put in. Mostly once."""


def determinize(view: View, seat: int, kinds: Kinds, shuffler: Shuffler) -> Position:
    """A position with the unseen cards dealt at random to the hands and decks in which they lie."""
    position: Position = {key: value for key, value in view.items() if key not in ("unseen", "seat", "asked")}
    for key in ("attacks", "damage"):
        if key in view:
            position[key] = deepcopy(view[key])
    position["seats"] = []
    asked, needed = _asked_for(view, kinds)
    for number, shown in enumerate(view["seats"]):
        given = _copy_of_seat(shown)
        position["seats"].append(given)
        hidden = [kinds.number[word] for word in view["unseen"][number]]
        shuffler.shuffle(hidden)
        cards = 0
        if number != seat:
            cards = given["hand"]
            if number == asked:
                deal_choice(hidden, cards, needed, kinds, shuffler)
            given["hand"] = kinds.words(sorted(hidden[:cards]))
        given["deck"] = kinds.words(hidden[cards:])
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position


def _copy_of_seat(shown: dict[str, Any]) -> dict[str, Any]:
    """A copy of what is shown of a seat: bots make many, and ``deepcopy`` takes six times as long."""
    return {key: value.copy() if isinstance(value, list | dict) else value for key, value in shown.items()}


def _asked_for(view: View, kinds: Kinds) -> tuple[int, int]:
    """Who is asked to play a card of the hand, and the kinds of which it has one: whoever can play none
    is not asked. Nobody, and none, in phases without such a question."""
    if view["phase"] == PHASES[FIELD]:
        seat: int = view["active"]
        return seat, kinds.up_to[view["seats"][seat]["allowance"]["power"]]
    if view["phase"] == PHASES[BOOST]:
        seat = view["player"]
        return seat, kinds.assassins_up_to[view["seats"][seat]["allowance"]["power"]]
    return NOBODY, 0


def deal_choice(pile: list[int], in_hand: int, needed: int, kinds: Kinds, shuffler: Shuffler) -> None:
    """Shuffles the cards until one of the needed kinds is among the first, which are the hand."""
    if not needed:
        return
    for _ in range(MAX_DEALS):
        if any(kinds.is_in(card, needed) for card in pile[:in_hand]):
            return
        shuffler.shuffle(pile)
    able = [place for place, card in enumerate(pile) if kinds.is_in(card, needed)]
    taken, given_up = able[shuffler.below(len(able))], shuffler.below(in_hand)
    pile[taken], pile[given_up] = pile[given_up], pile[taken]


# Rotated


def rotate(position: Position, by: int) -> Position:
    """A position or a view with everybody ``by`` seats further."""
    rotated = rotate_seats(position, by, ("active", "first", "player", "seat"), ("damage", "unseen"))
    if "attacks" in position:
        count = len(position["seats"])
        rotated["attacks"] = [
            {**attack, "target": rotate_seat(attack["target"], by, count)} for attack in position["attacks"]
        ]
    return rotated


# Read


def read_position(position: Reader, kinds: Kinds, config: RulesConfig) -> Situation:
    """The situation of a position. Raises BadPosition with all faults."""
    phase = PHASES.index(position.key("phase").word(PHASES, "phase"))
    _check_keys(position, phase)
    position.key("game").word((GAME,), "the name of this game")
    players = _read_players(position, phase, kinds, config)
    last = len(players) - 1
    first = position.key("first").whole(0, last)
    usual = config.max_turns
    max_turns = read_limit(position.key("max_turns", usual), usual)
    shuffler = read_shuffler(position)
    situation = Situation(
        turn=position.key("turn").whole(1, max_turns),
        active=position.key("active").whole(0, last),
        first=first,
        phase=phase,
        max_turns=max_turns,
        shuffler=shuffler,
        players=players,
        player=None,
        attacks=[],
        passes=0,
        damage=[],
        recoveries=0,
    )
    _check_turn(position, situation)
    if phase in FIGHTING:
        _read_attacks(position.key("attacks", []), situation, kinds, config)
    if phase in ALLOWING:
        _read_allowances(position.key("seats"), situation, kinds, config)
    if not position.error_count:
        _read_phase(position, situation, kinds, config)
    position.finish()
    return situation


def _check_keys(position: Reader, phase: int) -> None:
    position.only((*KEYS, *PHASE_KEYS))
    for key, phases in PHASE_KEYS.items():
        if position.has(key) and phase not in phases:
            position.at(key).error(f"the {PHASES[phase]} phase has none")


def _read_players(position: Reader, phase: int, kinds: Kinds, config: RulesConfig) -> list[Player]:
    """The seats, as many as may play; a wrong number of them ends the reading."""
    seats = position.key("seats")
    items = seats.items()
    most = config.seats[-1]
    if not 2 <= len(items) <= most:
        seats.error(f"expected 2 to {most} seats, got {len(items)}")
        position.finish()
    return [_read_player(seat, phase, kinds, config) for seat in items]


def _read_player(seat: Reader, phase: int, kinds: Kinds, config: RulesConfig) -> Player:
    seat.only(SEAT_KEYS)
    deck, hand, field, discard = (
        seat.key(key, []).cards(kinds.number) for key in ("deck", "hand", "field", "discard")
    )
    player = new_player(deck[::-1], kinds)
    for pile, cards in ((player.hand, hand), (player.discard, discard)):
        pile.add_all(cards)
    for kind in field:
        player.enter(kind, kinds.class_of[kind])
    player.started = seat.key("started", True).flag()
    player.out = seat.key("out", False).flag()
    owned = len(deck) + len(hand) + len(field) + len(discard)
    if owned > config.max_cards:
        seat.error(_too_many_cards(owned, config))
    if player.out and owned:
        seat.error("a seat that is out has no cards")
    if not player.started and not player.out:
        _check_not_started(seat, player.hand, player.field)
    if seat.has("allowance") and (phase not in ALLOWING or player.out):
        what = "a seat that is out" if player.out else f"the {PHASES[phase]} phase"
        seat.at("allowance").error(f"{what} has none")
    return player


def _too_many_cards(count: int, config: RulesConfig) -> str:
    return f"{pluralize(count, 'card')}, and a deck has {config.max_cards}"


def _check_not_started(seat: Reader, hand: Pile, field: Pile) -> None:
    for name, pile in (("hand", hand), ("field", field)):
        if pile.size:
            seat.key(name).error("a seat that has not drawn in a turn of its own has no cards here")


def _check_turn(position: Reader, situation: Situation) -> None:
    """Whether someone can be at this phase of this turn."""
    remaining = sum(not player.out for player in situation.players)
    turn, active, first = situation.turn, situation.active, situation.first
    if situation.players[active].out:
        position.key("active").error(f"seat {active} is out")
    if turn == 1 and active != first:
        position.key("active").error(f"turn 1 is that of seat {first}, which is first")
    if situation.phase == OVER:
        if remaining > 1 and turn < situation.max_turns:
            turns = f"turn {turn} of {situation.max_turns}"
            position.key("phase").error(f"{remaining} players are in at {turns}: the game is not over")
    elif remaining < 2:
        position.key("phase").error("fewer than two players are in: the game is over")
    if not position.error_count:
        _check_round(position, situation, remaining)


def _check_round(position: Reader, situation: Situation, remaining: int) -> None:
    """Whether turns went round from the first seat; once someone is out only some of it can be told."""
    count = len(situation.players)
    all_in = remaining == count
    turn, active, first = situation.turn, situation.active, situation.first
    whose = (first + turn - 1) % count
    if all_in and active != whose:
        position.key("active").error(f"turn {turn} is that of seat {whose} while all are in")
        return
    for seat, player in enumerate(situation.players):
        first_turn = (seat - first) % count + 1
        is_drawn = situation.phase != DRAW and (turn == first_turn or seat == active)
        started = is_drawn or turn > first_turn
        given = position.key("seats").at(seat).key("started", True)
        if started and not (player.started or player.out):
            given.error(f"seat {seat} has drawn in a turn of its own before this")
        elif player.started and all_in and not started:
            given.error(f"seat {seat} has not drawn yet: its first turn is turn {first_turn}")


def _read_phase(position: Reader, situation: Situation, kinds: Kinds, config: RulesConfig) -> None:
    """Reads what the last phases add."""
    phase = situation.phase
    if phase == DEFEND:
        _read_defender(position, situation)
    elif phase == BOOST:
        fighters = _fighters_of(situation)
        situation.player = _read_fighter(position, situation, fighters)
        situation.passes = position.key("passes", 0).whole(0, len(fighters) - 1)
    elif phase == DAMAGE:
        _read_damage(position, situation, config)
    elif phase == RECOVER:
        # Where it is not given, as many as the minions in play give.
        minions = situation.players[situation.active].in_play[kinds.classes[MINION]]
        limit = config.recover.of(minions)
        situation.recoveries = position.key("recoveries", limit).whole(0, limit)


def _read_attacks(given: Reader, situation: Situation, kinds: Kinds, config: RulesConfig) -> None:
    """The attacks, in the order declared. Players defend when all are; boosts come when all have defended."""
    defended, boosted = situation.phase in (DEFEND, BOOST), situation.phase == BOOST
    players = situation.players
    attackers = ready_cards(players[situation.active].field, kinds.attackers)
    blockers = [ready_cards(player.field, kinds.blockers) for player in players]
    for item in given.items():
        attack = _read_attack(item, situation, attackers, kinds)
        attack.blocks = tuple(_read_laid(item, "blocks", kinds, kinds.blockers, defended))
        attack.boosts = tuple(_read_laid(item, "boosts", kinds, kinds.assassins, boosted))
        attack.block_boosts = tuple(_read_laid(item, "block_boosts", kinds, kinds.assassins, boosted))
        for card in attack.blocks:
            _use(item.key("blocks", []), blockers[attack.target], card, kinds)
        if attack.block_boosts and not attack.blocks:
            item.key("block_boosts").error("a boost joins a defence that has a card")
        attack.power += sum(kinds.power[card] for card in attack.boosts)
        attack.defence += sum(kinds.power[card] for card in (*attack.blocks, *attack.block_boosts))
        situation.attacks.append(attack)
    if defended and not situation.attacks:
        given.error("this phase comes only after an attack")
    for seat, player in enumerate(players):
        # Boosts are owned too.
        boosts = len(_boosts_of(situation, seat))
        owned = player.left + player.hand.size + player.field.size + player.discard.size
        if boosts and owned + boosts > config.max_cards >= owned:
            given.inside("seats", seat).error(_too_many_cards(owned + boosts, config))


def _read_attack(item: Reader, situation: Situation, attackers: Ready, kinds: Kinds) -> Attack:
    item.only(ATTACK_KEYS)
    before = item.error_count
    card = kinds.number[item.key("card").word(kinds.number, "card")]
    if item.error_count == before:
        if not kinds.is_in(card, kinds.attackers):
            item.key("card").error("minions never attack")
        else:
            _use(item.key("card"), attackers, card, kinds)
    given = item.key("target")
    target = given.whole(0, len(situation.players) - 1)
    if target == situation.active:
        given.error("a player cannot attack themselves")
    elif situation.players[target].out:
        given.error(f"seat {target} is out")
    return Attack(card, target, kinds.power[card])


def _read_laid(item: Reader, key: str, kinds: Kinds, allowed: int, in_phase: bool) -> list[int]:
    """Cards laid in a combat; those that can't be are told and left out."""
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


def _use(item: Reader, ready: Ready, card: int, kinds: Kinds) -> None:
    if kinds.is_in(card, ready.kinds):
        ready.use(card)
    else:
        item.error(f"no {kinds.names[card]} more is in play to do this")


def _boosts_of(situation: Situation, seat: int) -> list[int]:
    """The boosts that a seat has laid."""
    attacks = situation.attacks
    if seat == situation.active:
        return [card for attack in attacks for card in attack.boosts]
    return [card for attack in attacks if attack.target == seat for card in attack.block_boosts]


def _read_allowances(seats: Reader, situation: Situation, kinds: Kinds, config: RulesConfig) -> None:
    """What each seat may still play; where it is not given, nothing was fielded in this turn."""
    for seat, player in enumerate(situation.players):
        if player.out:
            continue
        reading = seats.at(seat)
        boosts = _boosts_of(situation, seat)
        # Boosts were cards of the hand when the allowance was counted.
        held = player.hand.size + len(boosts)
        spent = sum(kinds.power[card] for card in boosts)
        player.cards = config.cards_to_play.of(player.in_play[kinds.classes[ASSASSIN]]) - len(boosts)
        player.power = config.power_to_play(held) - spent
        if player.cards < 0 or player.power < 0:
            reading.error(f"its {pluralize(len(boosts), 'boost')} are more than its allowance")
        elif reading.has("allowance"):
            _read_allowance(reading.at("allowance"), situation, seat, kinds, config)


def _read_allowance(
    given: Reader, situation: Situation, seat: int, kinds: Kinds, config: RulesConfig
) -> None:
    player = situation.players[seat]
    given.only(ALLOWANCE_KEYS)
    before = given.error_count
    cards = given.key("cards").whole(0, config.cards_to_play.of(config.max_cards))
    power = given.key("power").whole(0, config.power_to_play(config.max_cards))
    if given.error_count > before:
        return
    left = f"{pluralize(player.cards, 'card')} and {player.power} power"
    if seat != situation.active and (cards, power) != (player.cards, player.power):
        given.error(f"its field, hand and boosts leave it {left}")
    elif seat == situation.active and not _can_be_left(cards, power, player, kinds, config):
        given.error(f"no cards fielded this turn can have left this of {left}")
    player.cards, player.power = cards, power


def _can_be_left(cards: int, power: int, player: Player, kinds: Kinds, config: RulesConfig) -> bool:
    """Whether the active player can have fielded some of the cards in play in this very turn.

    Each was a card of the hand, so it brought power, and an assassin among them brings no card yet. Weak
    cards come first, which may have brought more power than they took.
    """
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


def _fighters_of(situation: Situation) -> list[int]:
    active = situation.active
    return fighters_of(situation.attacks, active, from_left(active, len(situation.players)))


def _read_defender(position: Reader, situation: Situation) -> None:
    """Who defends now; where it is not given, the first who is attacked."""
    fighters = _fighters_of(situation)
    seat = _read_fighter(position, situation, fighters[1:])
    situation.player = seat
    for number, attack in enumerate(situation.attacks):
        if attack.blocks and fighters.index(attack.target) > fighters.index(seat):
            blocks = position.key("attacks").at(number).key("blocks")
            blocks.error(f"seat {attack.target} defends after seat {seat}")


def _read_fighter(position: Reader, situation: Situation, deciding: list[int]) -> int:
    given = position.key("player", deciding[0])
    seat = given.whole(0, len(situation.players) - 1)
    if seat not in deciding:
        given.error(f"seat {seat} takes no part in this")
        seat = deciding[0]
    return seat


def _read_damage(position: Reader, situation: Situation, config: RulesConfig) -> None:
    """How many cards each seat must still discard."""
    players = situation.players
    situation.damage = [0] * len(players)
    items = position.key("damage").items(len(players))
    for seat, given in enumerate(items[: len(players)]):
        situation.damage[seat] = given.whole(0, config.max_damage)
        if situation.damage[seat] and seat == situation.active:
            given.error("the attacker takes no damage")
        elif situation.damage[seat] and players[seat].out:
            given.error(f"seat {seat} is out")
