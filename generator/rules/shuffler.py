"""The shuffles of one game, from a seed: the only chance there is in a state."""

from __future__ import annotations

from hashlib import shake_128


class Shuffler:
    """Shuffles and draws lots. The same seed gives the same ones, on every machine and in every version.

    Each shuffle takes one long number from SHAKE-128 of the seed and of how many were ``made`` before:
    eight bytes more than the cards need, so that no order is likelier than another by more than 2 ** -64.
    """

    __slots__ = ("made", "seed")

    def __init__(self, seed: int, made: int = 0) -> None:
        self.seed = seed
        self.made = made

    def shuffle(self, cards: list[int]) -> None:
        """Brings at most 256 cards into a new order, in place."""
        left = len(cards)
        number = self._number(left)
        while left > 1:
            number, at = divmod(number, left)
            left -= 1
            cards[left], cards[at] = cards[at], cards[left]

    def below(self, count: int) -> int:
        """One of the numbers 0 to ``count`` - 1, for ``count`` up to 256."""
        return self._number(1) % count

    def clone(self) -> Shuffler:
        return Shuffler(self.seed, self.made)

    def _number(self, cards: int) -> int:
        """A whole number, enough to put so many cards into any order."""
        asked = f"{self.seed} {self.made}".encode()
        self.made += 1
        return int.from_bytes(shake_128(asked).digest(cards + 8), "little")
