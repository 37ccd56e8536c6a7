"""A state of Battle Gate written down, and read again with every fault told.

Seats, turn and phase are what a position by hand needs. The phases from field to boost add what each seat may
still play, those from attack to boost the attacks, defend and boost who decides, boost how many passed in a
row; damage adds how many cards each seat must still discard, recover how many may still be taken back.
"""

from __future__ import annotations

from typing import Any

from generator.catalog.reader import Reader
from generator.games.battle_gate.board import (
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    FIELD,
    OVER,
    RECOVER,
    Board,
)
from generator.games.battle_gate.fighting import (
    read_allowances,
    read_attacks,
    read_booster,
    read_damage,
    read_defender,
    read_recoveries,
)
from generator.games.battle_gate.numbers import Kinds
from generator.games.battle_gate.play import Play
from generator.games.battle_gate.table import Attack, Player, new_player
from generator.games.battle_gate.tables import Tables
from generator.rules.pile import Pile
from generator.rules.positions import read_limit, read_shuffler, shuffler_position, too_many
from generator.rules.protocol import Position

PHASES = ("draw", "field", "attack", "defend", "boost", "damage", "recover", "over")
"""The words for the phases, by their numbers."""

ALLOWING = (FIELD, ATTACK, DEFEND, BOOST)
"""The phases in which cards may still be played from hand."""
FIGHTING = (ATTACK, DEFEND, BOOST)
KEYS = ("game", "turn", "active", "first", "phase", "seats", "max_turns", "shuffler")
PHASE_KEYS = {
    "player": (DEFEND, BOOST),
    "passes": (BOOST,),
    "attacks": FIGHTING,
    "damage": (DAMAGE,),
    "recoveries": (RECOVER,),
}
"""Keys of some phases only."""
SEAT_KEYS = ("deck", "hand", "field", "discard", "started", "out", "allowance")


def position_of(board: Board) -> Position:
    """The whole state as JSON values."""
    tables = board.tables
    kinds = tables.kinds
    phase = board.phase
    position: Position = {
        "game": "battle-gate",
        "turn": board.turn,
        "active": board.active,
        "first": board.first,
        "phase": PHASES[phase],
        "seats": [_seat(player, phase in ALLOWING, kinds) for player in board.players],
    }
    if phase in FIGHTING:
        position["attacks"] = [_attack(attack, kinds) for attack in board.attacks]
    if phase in (DEFEND, BOOST):
        position["player"] = board.player
    if phase == BOOST:
        position["passes"] = board.passes
    if phase == DAMAGE:
        position["damage"] = board.damage.copy()
    if phase == RECOVER:
        position["recoveries"] = board.recoveries
    if board.max_turns != tables.numbers.max_turns:
        position["max_turns"] = board.max_turns
    position["shuffler"] = shuffler_position(board.shuffler)
    return position


def _seat(player: Player, with_allowance: bool, kinds: Kinds) -> dict[str, Any]:
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


def _attack(attack: Attack, kinds: Kinds) -> dict[str, Any]:
    return {
        "card": kinds.names[attack.card],
        "target": attack.target,
        "blocks": [kinds.names[card] for card in attack.blocks],
        "boosts": [kinds.names[card] for card in attack.boosts],
        "block_boosts": [kinds.names[card] for card in attack.block_boosts],
    }


def read_position(position: Reader, game: str, tables: Tables, state: type[Play]) -> Play:
    """The state of a position, forced moves made. Raises BadPosition with all faults."""
    phase = PHASES.index(position.key("phase").word(PHASES, "phase"))
    _refuse_strange_keys(position, phase)
    position.key("game").word((game,), "position of this game")
    players = _read_players(position, phase, tables)
    last = len(players) - 1
    first = position.key("first").whole(0, last)
    usual = tables.numbers.max_turns
    max_turns = read_limit(position.key("max_turns", usual), usual)
    board = state(tables, players, first, max_turns, read_shuffler(position))
    board.turn = position.key("turn").whole(1, max_turns)
    board.active = position.key("active").whole(0, last)
    board.phase = phase
    _check_turn(position, board)
    board.count_remaining()
    options = _read_phase(position, board)
    position.finish()
    board.settle(options)
    return board


def _refuse_strange_keys(position: Reader, phase: int) -> None:
    position.only((*KEYS, *PHASE_KEYS))
    for key, phases in PHASE_KEYS.items():
        if position.has(key) and phase not in phases:
            position.at(key).error(f"the {PHASES[phase]} phase has none")


def _read_players(position: Reader, phase: int, tables: Tables) -> list[Player]:
    """The seats, as many as may play; a wrong number of them ends the reading."""
    seats = position.key("seats")
    items = seats.items()
    if len(items) not in tables.around:
        fewest, most = min(tables.around), max(tables.around)
        seats.error(f"expected {fewest} to {most} seats, got {len(items)}")
        position.finish()
    return [_read_player(seat, phase, tables) for seat in items]


def _read_player(seat: Reader, phase: int, tables: Tables) -> Player:
    kinds = tables.kinds
    seat.only(SEAT_KEYS)
    deck, hand, field, discard = (
        seat.key(key, []).cards(kinds.number) for key in ("deck", "hand", "field", "discard")
    )
    player = new_player(deck[::-1], kinds.count, len(kinds.classes))
    for pile, cards in ((player.hand, hand), (player.discard, discard)):
        pile.add_all(cards)
    for kind in field:
        player.enter(kind, kinds.class_of[kind])
    player.started = seat.key("started", True).flag()
    player.out = seat.key("out", False).flag()
    owned = len(deck) + len(hand) + len(field) + len(discard)
    if owned > tables.numbers.most:
        seat.error(too_many("card", owned, tables.numbers.most).replace("the game", "a deck"))
    if player.out and owned:
        seat.error("a seat that is out has no cards")
    if not player.started and not player.out:
        _check_not_started(seat, player.hand, player.field)
    if seat.has("allowance") and (phase not in ALLOWING or player.out):
        what = "a seat that is out" if player.out else f"the {PHASES[phase]} phase"
        seat.at("allowance").error(f"{what} has none")
    return player


def _check_not_started(seat: Reader, hand: Pile, field: Pile) -> None:
    for name, pile in (("hand", hand), ("field", field)):
        if pile.size:
            seat.key(name).error("a seat that has not drawn in a turn of its own has no cards here")


def _check_turn(position: Reader, board: Board) -> None:
    """Whether someone can be at this phase of this turn."""
    active = board.players[board.active]
    remaining = sum(not player.out for player in board.players)
    if active.out:
        position.key("active").error(f"seat {board.active} is out")
    if board.turn == 1 and board.active != board.first:
        position.key("active").error(f"turn 1 is that of seat {board.first}, which is first")
    if board.phase == OVER:
        if remaining > 1 and board.turn < board.max_turns:
            turns = f"turn {board.turn} of {board.max_turns}"
            position.key("phase").error(f"{remaining} players are in at {turns}: the game is not over")
    elif remaining < 2:
        position.key("phase").error("fewer than two players are in: the game is over")
    if not position.error_count:
        _check_round(position, board, remaining)


def _check_round(position: Reader, board: Board, remaining: int) -> None:
    """Whether turns went round from the first seat; once someone is out only some of it can be told."""
    count = len(board.players)
    all_in = remaining == count
    whose = (board.first + board.turn - 1) % count
    if all_in and board.active != whose:
        position.key("active").error(f"turn {board.turn} is that of seat {whose} while all are in")
        return
    for seat, player in enumerate(board.players):
        first_turn = (seat - board.first) % count + 1
        is_drawn = board.phase != DRAW and (board.turn == first_turn or seat == board.active)
        started = is_drawn or board.turn > first_turn
        given = position.key("seats").at(seat).key("started", True)
        if started and not (player.started or player.out):
            given.error(f"seat {seat} has drawn in a turn of its own before this")
        elif player.started and all_in and not started:
            given.error(f"seat {seat} has not drawn yet: its first turn is turn {first_turn}")


def _read_phase(position: Reader, board: Play) -> tuple[int, ...]:
    """Reads what the phase adds; answers with what may be done."""
    phase = board.phase
    if phase in FIGHTING:
        read_attacks(position.key("attacks", []), board, FIGHTING.index(phase))
    if phase in ALLOWING:
        read_allowances(position.key("seats"), board)
    if position.error_count:
        return ()
    board.player = board.active
    if phase == DRAW:
        return board.begin_turn()
    if phase == FIELD:
        return board.field_choices()
    if phase == ATTACK:
        return board.attack_choices()
    if phase == DEFEND:
        return read_defender(position, board)
    if phase == BOOST:
        return read_booster(position, board)
    if phase == DAMAGE:
        return read_damage(position, board)
    if phase == RECOVER:
        return read_recoveries(position, board)
    return board.end()
