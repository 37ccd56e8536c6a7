"""Cards whose order does not matter: hands, discard piles, cards in play."""

from __future__ import annotations


class Pile:
    """How many cards there are of each kind. Kinds are small whole numbers, from 0."""

    __slots__ = ("counts", "kinds", "size")

    counts: list[int]
    kinds: int
    """The kinds in it as a bit mask, by which games look up their legal moves."""
    size: int

    def __init__(self, counts: list[int], kinds: int, size: int) -> None:
        self.counts = counts
        self.kinds = kinds
        self.size = size

    def add(self, kind: int) -> None:
        self.counts[kind] += 1
        self.kinds |= 1 << kind
        self.size += 1

    def add_all(self, cards: list[int]) -> None:
        counts = self.counts
        for kind in cards:
            counts[kind] += 1
            self.kinds |= 1 << kind
        self.size += len(cards)

    def take(self, kind: int) -> None:
        """Removes a card of this kind; there must be one."""
        left = self.counts[kind] - 1
        self.counts[kind] = left
        self.size -= 1
        if left == 0:
            self.kinds ^= 1 << kind

    def take_all(self) -> list[int]:
        """Removes all cards, and returns them in the order of their kinds."""
        cards = self.cards()
        self.clear()
        return cards

    def among(self, kinds: int) -> int:
        """Which of these kinds it has."""
        return self.kinds & kinds

    def cards(self) -> list[int]:
        """The cards one by one, in the order of their kinds."""
        cards: list[int] = []
        if self.size:
            for kind, count in enumerate(self.counts):
                if count:
                    cards += [kind] * count
        return cards

    def clear(self) -> None:
        self.counts = [0] * len(self.counts)
        self.kinds = 0
        self.size = 0

    def clone(self) -> Pile:
        return Pile(self.counts.copy(), self.kinds, self.size)


def empty_pile(kinds: int) -> Pile:
    """An empty pile in a game with this many kinds of cards."""
    return Pile([0] * kinds, 0, 0)
