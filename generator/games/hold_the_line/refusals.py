"""Why a move is not legal now, in a sentence that names the rule."""

from __future__ import annotations

from generator.catalog.wording import pluralize
from generator.games.hold_the_line.army import NOBODY
from generator.games.hold_the_line.moves import DONE
from generator.games.hold_the_line.table import OVER, SETUP, STAGE, TARGET, Table


def refusal(table: Table, move: int) -> str:
    """The reason against a move that is not among ``table.choices``."""
    if table.phase == OVER:
        return "the game is over"
    if table.moves.is_target(move):
        return _against_target(table, move)
    if table.phase == TARGET:
        asked = _asked(table)
        return f"staging is over: it is combat, and {asked} chooses its target"
    if move == DONE:
        return f"setup lays a card before each lane: lane {_next_lane(table)} is next"
    return _against_staging(table, move)


def _against_staging(table: Table, move: int) -> str:
    army = table.armies[table.chooser]
    lane, kind = table.moves.staged_lane[move], table.moves.staged_kind[move]
    if table.phase == SETUP and lane != _next_lane(table):
        return f"setup fills the lanes in order: lane {_next_lane(table)} is next"
    if army.staged[lane] != NOBODY:
        return f"a card lies before lane {lane} already: at most one is staged before each lane"
    return f"no {table.moves.words[kind]} in hand"


def _next_lane(table: Table) -> int:
    return table.armies[table.chooser].staged_count


def _against_target(table: Table, move: int) -> str:
    if table.phase != TARGET:
        phase = "staging" if table.phase == STAGE else "setup"
        return f"it is {phase}: targets are chosen in combat, when both have staged"
    moves = table.moves
    lane, card = moves.target_lane(move), moves.target_card(move)
    own = table.armies[table.chooser].rows[lane]
    opposing = len(table.armies[1 - table.chooser].rows[lane])
    if card >= len(own):
        return f"no card {card} in lane {lane}: you have {pluralize(len(own), 'card')} there, counted from 0"
    if own[card].each:
        return f"{own[card].text} strikes each opposing card: it chooses no target"
    if moves.target_at(move) >= opposing:
        cards = pluralize(opposing, "opposing card")
        return f"no card {moves.target_at(move)} opposite in lane {lane}: {cards}, counted from 0"
    if opposing == 1:
        return f"one opposing card in lane {lane}: it is struck without asking"
    return f"targets are chosen lane by lane and card by card: {_asked(table)} is next"


def _asked(table: Table) -> str:
    """The card that is asked for its target."""
    move = table.choices[0]
    lane, card = table.moves.target_lane(move), table.moves.target_card(move)
    return f"card {card} in lane {lane}, {table.armies[table.chooser].rows[lane][card].text},"
