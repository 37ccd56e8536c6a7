"""What a contestant of the benchmark is."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contestant:
    """A game as one engine plays it."""

    engine: str
    game: str
    play: Callable[[range], int]
    """Plays a game for each seed, from the set-up to the end, and counts the decisions: choices between two
    or more moves. Chance and forced moves are paid for, but they are no decisions."""
    steps: Callable[[range], int]
    """Plays likewise, and counts all steps: decisions, forced moves and chance."""
    middle: Callable[[int], object] | None = None
    """Some state about the middle of a game, from a seed; it has a method ``clone``."""
