"""What all players draw from: the stacks beside the districts, the Guards and the Horde."""

from __future__ import annotations

from generator.rules.pile import Pile, empty_pile


class Supply:
    """The stacks beside the districts. A stack is known by its place in ``Numbers.stacks``."""

    __slots__ = ("laid", "left", "order")

    left: Pile
    """How many cards each stack has, counted by stack; of stacks with order too."""
    order: list[list[int]]
    """For each stack with a hidden order its kinds from the bottom; an empty list for the others."""
    laid: list[bool]
    """Which stacks are in this game at all; one that is sold out still is."""

    def __init__(self, left: Pile, order: list[list[int]], laid: list[bool]) -> None:
        self.left = left
        self.order = order
        self.laid = laid

    def lay(self, stack: int, cards: int) -> None:
        """Lays a stack out that was not in the game; the kinds of one with order are added to that apart."""
        self.left.counts[stack] = cards
        self.left.kinds |= 1 << stack
        self.left.size += cards
        # A new list: copies share the old one.
        self.laid = self.laid.copy()
        self.laid[stack] = True

    def clone(self) -> Supply:
        return Supply(self.left.clone(), [row.copy() if row else row for row in self.order], self.laid)


def new_supply(stacks: int) -> Supply:
    """A supply of so many stacks, of which none is laid out."""
    return Supply(empty_pile(stacks), [[] for _ in range(stacks)], [False] * stacks)


class Foes:
    """One of the two neutral factions, Guards or Horde: its deck and its discard pile."""

    __slots__ = ("deck", "discard")

    deck: list[int]
    """From the bottom."""
    discard: list[int]
    """In the order in which they were killed."""

    def __init__(self, deck: list[int], discard: list[int]) -> None:
        self.deck = deck
        self.discard = discard

    def clone(self) -> Foes:
        return Foes(self.deck.copy(), self.discard.copy())
