"""How classes look in charts: a letter each, so that they can be told apart without colour too."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from generator.deck.kinds import UNKNOWN

_COLOURS = ("black on cyan", "black on yellow", "black on magenta", "black on green", "black on blue")
_UNKNOWN_COLOUR = "black on white"


class Look(NamedTuple):
    letter: str
    style: str


NO_CLASS = Look(UNKNOWN, _UNKNOWN_COLOUR)


def class_looks(classes: Sequence[str]) -> dict[str, Look]:
    """The letter and colour of each of a game's classes; all others look like :data:`NO_CLASS`."""
    letters = _letters(classes)
    return {name: Look(letters[name], _COLOURS[number % 5]) for number, name in enumerate(classes)}


def _letters(classes: Sequence[str]) -> dict[str, str]:
    """A class's first letter; where another one has it already, the first of its letters that is free."""
    found: dict[str, str] = {}
    for name in classes:
        if name[:1].upper() not in found.values():
            found[name] = name[:1].upper()
    for name in classes:
        free = (letter for letter in name.upper() + ascii_uppercase if letter not in found.values())
        found.setdefault(name, next((letter for letter in free if letter.isalpha()), UNKNOWN))
    return found
