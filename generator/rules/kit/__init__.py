"""What a rules file is written with: declare what lies on the table, write the moves; the rest is derived.

A folder's ``rules.py`` imports from here; docs/your-own-rules.md leads through a whole game.
"""

from __future__ import annotations

from generator.rules.kit.cards import Card, Pile
from generator.rules.kit.choices import Field, From, Number, Seat, Word
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
    "Card",
    "Counter",
    "CutShort",
    "Different",
    "Each",
    "Field",
    "From",
    "Most",
    "Number",
    "Pile",
    "Rules",
    "Seat",
    "Sets",
    "Sum",
    "Table",
    "Tally",
    "Value",
    "Word",
    "Zone",
]
