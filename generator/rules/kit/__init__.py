"""What a rules file is written with: declare what lies on the table, write the moves; the rest is derived.

A folder's ``rules.py`` imports from here; docs/your-own-rules.md leads through a whole game.
"""

from __future__ import annotations

from generator.rules.kit.board import Board, Graph, Hexes, Squares
from generator.rules.kit.cards import Card, Pile
from generator.rules.kit.choices import Field, From, Number, Place, Seat, Space, Word
from generator.rules.kit.declarations import (
    ALL,
    NOBODY,
    OTHERS,
    OWNER,
    SEAT,
    TABLE,
    Counter,
    Value,
    Zone,
)
from generator.rules.kit.rules import CutShort, Rules
from generator.rules.kit.scoring import Different, Each, Most, Sets, Sum, Tally
from generator.rules.kit.table import Table

__all__ = [
    "ALL",
    "NOBODY",
    "OTHERS",
    "OWNER",
    "SEAT",
    "TABLE",
    "Board",
    "Card",
    "Counter",
    "CutShort",
    "Different",
    "Each",
    "Field",
    "From",
    "Graph",
    "Hexes",
    "Most",
    "Number",
    "Pile",
    "Place",
    "Rules",
    "Seat",
    "Sets",
    "Space",
    "Squares",
    "Sum",
    "Table",
    "Tally",
    "Value",
    "Word",
    "Zone",
]
