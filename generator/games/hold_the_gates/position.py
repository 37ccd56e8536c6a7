"""Positions: a state written down as JSON values, in the notation of the rules.

::

    {"game": "hold-the-gates", "turn": 3, "tier": 2, "phase": "preparation", "to_act": 0,
     "settlement": "village", "damage": 1,
     "seats": [{"deck": ["grunt"], "hand": ["grunt", "shaman"], "discard": [],
                "field": ["armoured-grunt 1 +armoured-grunt"], "gates": []}, {...}],
     "shuffler": {"seed": 7, "made": 4}}

``phase`` is ``preparation`` or ``over``; a game that is over has no ``to_act``. Seat 0 attacks. A deck is
listed from its top, a line of units from the gates, all else in the order of the card list. A unit is its id,
the damage on it, and ``+id`` for each continuing card beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.games.hold_the_gates.kinds import Kinds
from generator.games.hold_the_gates.numbers import Numbers
from generator.games.hold_the_gates.table import Side, Table, Unit
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position

GAME = "hold-the-gates"
PREPARATION = "preparation"
OVER = "over"


def write(table: Table, numbers: Numbers) -> Position:
    """The whole table, hidden cards too."""
    return {
        **write_heading(table, numbers),
        "seats": [write_side(side, table.kinds) for side in (table.attacker, table.defender)],
        "shuffler": shuffler_position(table.shuffler),
    }


def write_heading(table: Table, numbers: Numbers) -> Position:
    """What is not a player's."""
    phase: Position = (
        {"phase": OVER} if table.player is None else {"phase": PREPARATION, "to_act": table.player}
    )
    return {
        "game": GAME,
        "turn": table.turn,
        "tier": table.tier,
        **phase,
        "settlement": numbers.settlements[table.settlement].id,
        "damage": table.damage,
    }


def write_side(side: Side, kinds: Kinds) -> Position:
    """All cards of a player."""
    return {
        "deck": [kinds.ids[kind] for kind in reversed(side.deck)],
        "hand": sorted_ids(side.hand, kinds),
        "discard": sorted_ids(side.discard, kinds),
        "field": [write_unit(unit, kinds) for unit in side.field],
        "gates": sorted_ids(side.gates, kinds),
    }


def write_unit(unit: Unit, kinds: Kinds) -> str:
    """For example ``armoured-grunt 1 +armoured-grunt``."""
    beside = [f"+{card}" for card in sorted_ids(unit.beside, kinds)]
    return " ".join([kinds.ids[unit.kind], str(unit.damage), *beside])


def sorted_ids(cards: Iterable[int], kinds: Kinds) -> list[str]:
    """Cards of which the order doesn't matter, in the order of the card list."""
    return [kinds.ids[kind] for kind in sorted(cards)]
