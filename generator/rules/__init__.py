"""Games that a computer plays by the numbers of the card database. ``load`` one, ``start`` it, ``play``."""

from __future__ import annotations

from generator.rules.conformance import Finding, Opener, Report, check_game
from generator.rules.loading import BadDatabase, load, playable_games
from generator.rules.positions import BadPosition, Fault
from generator.rules.protocol import Game, IllegalMove, Option, Position, Referee, Result, State, View
from generator.rules.record import BadRecord, Record
from generator.rules.shuffler import Shuffler

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
    "Shuffler",
    "State",
    "View",
    "check_game",
    "load",
    "playable_games",
]
