"""The numbers of the game, as the card database gives them.

Cards of all components share one row of kinds: a kind is a small number, its place in ``Numbers.cards``.
"""

from __future__ import annotations

from dataclasses import dataclass

INSURGENT = 0
ASSET = 1
RUNESTONE = 2
GUARD = 3
HORDE = 4
TYPES = ("insurgent", "asset", "runestone", "guard", "horde")
"""A type's place in this row is its number."""

GRADES = ("lesser", "normal", "greater")
"""The grades of Runestones; each has a stack that is called like it."""
FREE_TOKEN = "x"
"""The token of a free space: no event names it."""
NO_STACK = -1


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card. What its word does not take has the value that is given here."""

    word: str
    """A key of ``rules.effects``, for example ``gain-gold``."""
    number: int = 0
    of: str = ""
    """What is counted: ``districts``, ``runestones``, ``kin`` or the id of a card in the Army."""
    gift: int = NO_STACK
    """The stack that cards are taken from; its place in ``Numbers.stacks``."""
    to: str = ""
    """Where such a card goes: ``army`` or ``discard``."""
    tokens: tuple[str, ...] = ()
    """The letters of the districts at which something spawns, in this order."""
    choices: tuple[tuple[Effect, ...], ...] = ()
    """What one may choose from; each is done from the first effect to the last."""


Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Keywords:
    """Lasting abilities; a number is 0 without the keyword."""

    vanguard: bool = False
    veiled: bool = False
    charge: int = 0
    bulwark: int = 0
    hordebane: int = 0
    guardbane: int = 0
    returning: bool = False
    fleeting: bool = False


@dataclass(frozen=True, slots=True)
class Triggers:
    """What a card does, by when it happens."""

    played: Effects = ()
    always: Effects = ()
    battle: Effects = ()
    conquest: Effects = ()
    killed: Effects = ()
    arrives: Effects = ()
    used: Effects = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card that lies in stacks, decks, hands, Armies or districts."""

    id: str
    name: str
    type: int
    """``INSURGENT`` to ``HORDE``."""
    copies: int
    cost: int
    """Gold; 0 for what nobody can draft."""
    power: int
    """Power Points to play it."""
    attack: int
    defence: int
    """0 for what can't be damaged."""
    vp: int
    """Victory Points for killing it."""
    grade: str
    """One of ``GRADES``; "" for what is no Runestone."""
    stack: int
    """Its place in ``Numbers.stacks``; ``NO_STACK`` for Guards and Horde."""
    keywords: Keywords
    triggers: Triggers


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards beside the districts."""

    id: str
    """The card's id, or the grade of its Runestones."""
    kinds: tuple[int, ...]
    """One kind, or all Runestones of a grade, which lie shuffled."""
    for_sale: bool
    """Whether its top card can be drafted; helper cards can't."""
    city: bool
    """Whether it is one of the kinds that are chosen for a game."""
    helpers: tuple[int, ...] = ()
    """The stacks of helper cards that lie out with it."""

    @property
    def mixed(self) -> bool:
        """Whether the order of its cards is hidden: true for Runestones."""
        return self.id in GRADES


@dataclass(frozen=True, slots=True)
class District:
    """A district board."""

    id: str
    name: str
    ability: Effects


@dataclass(frozen=True, slots=True)
class Event:
    """An event card."""

    id: str
    name: str
    pile: int
    """0 for I, which lies on top, to 2 for III."""
    effects: Effects


@dataclass(frozen=True, slots=True)
class Setup:
    """What depends on how many play."""

    players: int
    districts: int
    kinds: int
    """How many kinds of City cards are in a game."""
    first_game: tuple[int, ...]
    """The stacks of the first game's City cards, in their order."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """All that the rules leave to the database."""

    title: str
    cards: tuple[Card, ...]
    """Base, helpers, Runestones, City, Guards, Horde; a card's place in it is its kind."""
    stacks: tuple[Stack, ...]
    """Base cards, grades of Runestones, helpers, City cards; a stack's place in it is its number."""
    districts: tuple[District, ...]
    """All boards, one for each copy."""
    events: tuple[Event, ...]
    """All events, one for each copy."""
    tokens: tuple[str, ...]
    """The district tokens, one for each copy: ``("a", …, "x", "x")``."""
    setups: tuple[Setup, ...]
    """One for each number of players, ascending."""
    starter: tuple[tuple[int, int], ...]
    """The starter deck: a stack, and how many cards of it. Of Runestones they are random."""
    hand: int
    """Cards drawn in Cleanup."""
    power_points: int
    """At the start of each Deployment."""
    drafts: int
    """Cards that may be bought in a turn without an effect."""
    attacks: int
    """Attack phases of a turn without an effect."""
    victory_points: int
    """With so many a player wins."""

    def setup_for(self, seats: int) -> Setup:
        (setup,) = [setup for setup in self.setups if setup.players == seats]
        return setup

    def stack_of(self, stack_id: str) -> int:
        (number,) = [number for number, stack in enumerate(self.stacks) if stack.id == stack_id]
        return number

    def kind_of(self, card_id: str) -> int:
        (kind,) = [kind for kind, card in enumerate(self.cards) if card.id == card_id]
        return kind

    def city_stacks(self) -> tuple[int, ...]:
        return tuple(number for number, stack in enumerate(self.stacks) if stack.city)

    def cards_of(self, card_type: int) -> tuple[int, ...]:
        """The kinds of a type."""
        return tuple(kind for kind, card in enumerate(self.cards) if card.type == card_type)
