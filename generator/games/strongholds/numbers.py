"""The numbers of Strongholds, as its card database gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

JACK = "J"
QUEEN = "Q"
KING = "K"
"""The ranks of royals. Each has an ability of its own, which ``siege`` knows."""


@dataclass(frozen=True, slots=True)
class Royal:
    """What the royals of one rank have in common."""

    rank: str
    name: str
    health: int
    sends: int
    """How many troops a full battalion has."""


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One card of the standard deck."""

    word: str
    """In the notation of the game: ``10C``, ``*R``."""
    suit: str
    """Empty for a joker."""
    rank: str
    """Empty for a joker."""
    colour: str
    power: int
    """The number of a troop; 0 for all others."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Everything in the rules that is a number, a name or a card."""

    title: str
    seats: tuple[int, ...]
    """How many may play, ascending."""
    hand: int
    """Cards dealt, and what a hand is drawn up to."""
    ace_draws: int
    """Cards drawn for an ace that is given up."""
    queen_times: int
    """What a Queen multiplies the power of troops of her colour by."""
    royals: Mapping[str, Royal]
    """By rank, the healthiest first."""
    families: Mapping[int, tuple[tuple[str, ...], ...]]
    """For each number of seats the families that are dealt: the suits of each."""
    max_turns: int
    """After so many turns the engine stops."""
    troops: tuple[PlayingCard, ...]
    royal_cards: tuple[PlayingCard, ...]
    aces: tuple[PlayingCard, ...]
    jokers: tuple[PlayingCard, ...]
