"""How classes look in charts: a letter each, so that they can be told apart without colour too."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from generator.deck.kinds import UNKNOWN, class_marks

_COLOURS = ("black on cyan", "black on yellow", "black on magenta", "black on green", "black on blue")
_UNKNOWN_COLOUR = "black on white"


class Look(NamedTuple):
    letter: str
    style: str


NO_CLASS = Look(UNKNOWN, _UNKNOWN_COLOUR)


def class_looks(classes: Sequence[str]) -> dict[str, Look]:
    """The letter and colour of each of a game's classes; all others look like :data:`NO_CLASS`."""
    marks = class_marks(classes)
    if any(len(mark) > 1 for mark in marks.values()):
        marks = {name: ascii_uppercase[number % 26] for number, name in enumerate(classes)}
    return {name: Look(marks[name], _COLOURS[number % 5]) for number, name in enumerate(classes)}
