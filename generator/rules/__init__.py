"""Games that a computer plays by the numbers of the card database. ``load`` one, ``start`` it, ``play``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.rules.errors import RulesError
from generator.rules.loading import BadDatabase, load, playable_games
from generator.rules.positions import BadPosition, Fault
from generator.rules.protocol import Game, IllegalMove, Option, Position, Referee, Result, State, View
from generator.rules.record import BadRecord, Record
from generator.rules.shuffler import Shuffler

if TYPE_CHECKING:
    from generator.rules.conformance import Finding, Opener, Report, check_game

__all__ = [
    "BadDatabase",
    "BadPosition",
    "BadRecord",
    "Fault",
    "Finding",
    "Game",
    "IllegalMove",
    "Opener",
    "Option",
    "Position",
    "Record",
    "Referee",
    "Report",
    "Result",
    "RulesError",
    "Shuffler",
    "State",
    "View",
    "check_game",
    "load",
    "playable_games",
]


def __getattr__(name: str) -> Any:
    """What tests a game is imported when it is asked for: who plays one needs none of it."""
    if name not in ("Finding", "Opener", "Report", "check_game"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from generator.rules import conformance

    return getattr(conformance, name)
