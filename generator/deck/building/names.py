"""Names for new characters, by a small grammar: fitting to class and power, and no two the same."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

from generator.deck.building.chance import Dice
from generator.deck.building.wishes import Kind, same_name
from generator.deck.building.words import COMPANIES, GIVEN, PATTERNS, PLACES, Stock, stock_for
from generator.deck.format import DeckFormat

_CHOOSY = 20
"""How often a name is drawn again for a word that somebody in the deck already has."""
_PATIENT = 200
"""How often for a name that somebody has; then a number tells the two apart."""


def company(dice: Dice) -> str:
    """A name for a deck."""
    place = dice.pick(PLACES).removeprefix("the ")
    return f"The {place} {dice.pick(COMPANIES)}"


class Names:
    """The names of one deck."""

    def __init__(self, limits: DeckFormat, dice: Dice, taken: Iterable[str] = ()) -> None:
        self._limits = limits
        self._dice = dice
        self._taken = {same_name(name) for name in taken}
        self._used: set[str] = set()

    def new(self, kind: Kind) -> str:
        """A name that nobody in the deck has yet."""
        stock, rank = stock_for(kind.class_name), self._rank(kind.power)
        for tried in range(_PATIENT):
            name, words = self._draw(stock, rank)
            is_fresh = tried >= _CHOOSY or self._used.isdisjoint(words)
            if is_fresh and same_name(name) not in self._taken:
                break
        else:
            name = self._numbered(name)
        self._taken.add(same_name(name))
        self._used.update(words)
        return name

    def _rank(self, power: int) -> int:
        """0 for the weak, 1 for the middling, 2 for the strong: a third of the powers each."""
        span = self._limits.strongest - self._limits.weakest + 1
        return 3 * (power - self._limits.weakest) // span

    def _draw(self, stock: Stock, rank: int) -> tuple[str, list[str]]:
        """A name, and the words that it is made of."""
        pattern = self._dice.pick(PATTERNS[rank])
        slots = [slot for _, slot, _, _ in Formatter().parse(pattern) if slot]
        words = {slot: self._word(slot, stock, rank) for slot in slots}
        return pattern.format(**words), list(words.values())

    def _word(self, slot: str, stock: Stock, rank: int) -> str:
        if slot == "surname":
            return self._dice.pick(stock.fronts) + self._dice.pick(stock.backs)
        words = {
            "role": stock.roles[rank],
            "trait": stock.traits[rank],
            "tail": stock.tails,
            "title": stock.titles,
            "honour": stock.honours,
            "given": GIVEN,
            "place": PLACES,
        }
        return self._dice.pick(words[slot])

    def _numbered(self, name: str) -> str:
        number = 2
        while same_name(f"{name} {number}") in self._taken:
            number += 1
        return f"{name} {number}"
