"""Writing a state down.

Beside the keys that the rules of the game name, a position may have

``choosing``    1 while seat 1 chooses in a phase, that is, when seat 0 has chosen everything
``max_rounds``  the limit of rounds, where it is not the game's own
``shuffler``    the state of the shuffles; without it seed 0 shuffles

and a seat ``staged``, the kind of card before each lane or null, and in combat ``targets``, the answers so
far: ``"1 0>2"``.
"""

from __future__ import annotations

from typing import Any

from generator.games.hold_the_line.army import NOBODY, Army
from generator.games.hold_the_line.table import OVER, PHASES, TARGET, Table
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position

NAME = "hold-the-line"


def written(table: Table) -> Position:
    """The whole state in the notation of the rules."""
    position: Position = {"game": NAME, "round": table.round, "phase": PHASES[table.phase]}
    if table.chooser and table.phase != OVER:
        position["choosing"] = table.chooser
    position["lanes"] = written_lanes(table)
    position["seats"] = [_written_seat(table, army) for army in table.armies]
    if table.max_rounds != table.numbers.max_rounds:
        position["max_rounds"] = table.max_rounds
    position["shuffler"] = shuffler_position(table.shuffler)
    return position


def written_lanes(table: Table) -> list[dict[str, Any]]:
    """For each lane its front, and the row of each seat."""
    return [
        {
            "front": table.fronts[lane],
            "troops": [[troop.text for troop in army.rows[lane]] for army in table.armies],
        }
        for lane in range(table.numbers.lanes)
    ]


def _written_seat(table: Table, army: Army) -> dict[str, Any]:
    words = table.moves.words
    seat: dict[str, Any] = {
        "deck": [words[kind] for kind in reversed(army.deck)],
        "hand": written_cards(table, army.hand.cards()),
        "discard": written_cards(table, army.discard.cards()),
    }
    if army.staged_count:
        seat["staged"] = written_staged(table, army)
    if table.phase == TARGET:
        seat["targets"] = written_targets(table, army)
    return seat


def written_cards(table: Table, cards: list[int]) -> list[str]:
    """Cards by their kinds, in the order given."""
    return [table.moves.words[kind] for kind in cards]


def written_staged(table: Table, army: Army) -> list[str | None]:
    """For each lane the kind of the card that lies face down before it, or None."""
    return [None if kind == NOBODY else table.moves.words[kind] for kind in army.staged]


def written_targets(table: Table, army: Army) -> list[str]:
    """The targets chosen so far, in the order of asking."""
    return [table.moves.aim_text(move) for move in army.aims]
