"""What a deck leans to where the wishes leave a choice: by its seed, so that seeds give different decks."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from generator.deck.building.amounts import Ratio
from generator.deck.building.chance import Dice
from generator.deck.building.wishes import Kind, Shape, Wishes
from generator.deck.format import DeckFormat

Key = TypeVar("Key")


class Taste:
    """Targets for the number of cards, the split into classes, the power curve, and each kind."""

    def __init__(self, limits: DeckFormat, wishes: Wishes, dice: Dice) -> None:
        self._limits = limits
        self._wishes = wishes
        self._dice = dice
        self._powers = range(limits.weakest, limits.strongest + 1)

    def cards(self) -> float:
        """As many as the shape of the power curve comes to; without one, something from low to even."""
        if self._wishes.shape is not None:
            return self._cards_of(self._weights(self._wishes.shape))
        few, many = self._cards_of(self._weights("even")), self._cards_of(self._weights("low"))
        return self._dice.between(few, many)

    def classes(self, cards: int) -> dict[str, float]:
        """Each class as it is wished for; the others share the rest, not quite evenly."""
        wished = dict(self._wishes.classes)
        weights = {name: self._dice.between(0.8, 1.2) for name in self._limits.classes}
        even = _shared(cards, weights)
        fixed = {name: _within(even[name], amount, cards) for name, amount in wished.items()}
        others = {name: weight for name, weight in weights.items() if name not in fixed}
        return fixed | _shared(max(0, cards - sum(fixed.values())), others)

    def powers(self, cards: int) -> dict[int, float]:
        """The power curve: of the wished shape, else one whose mean makes these cards cost all points."""
        if self._wishes.shape is not None:
            weights = self._weights(self._wishes.shape)
        else:
            leaning = self._leaning(self._limits.points / cards)
            weights = {power: weight * self._dice.between(0.8, 1.2) for power, weight in leaning.items()}
        return _shared(cards, weights)

    def kinds(self, classes: dict[str, int], powers: dict[int, int]) -> dict[Kind, float]:
        """Each class spread over the curve, one leaning here and another there."""
        cards = max(1, sum(classes.values()))
        return {
            Kind(name, power): in_class * of_power / cards * self._dice.between(0.5, 1.5)
            for name, in_class in classes.items()
            for power, of_power in powers.items()
        }

    def _weights(self, shape: Shape) -> dict[int, float]:
        low, high = self._limits.weakest, self._limits.strongest
        if shape == "even":
            return dict.fromkeys(self._powers, 1.0)
        return {
            power: float(high - power + 1 if shape == "low" else power - low + 1) for power in self._powers
        }

    def _cards_of(self, weights: dict[int, float]) -> float:
        return self._limits.points / _mean(weights)

    def _leaning(self, mean: float) -> dict[int, float]:
        """A curve that falls, or rises, evenly to nothing at just the power that gives it this mean."""
        low, high = self._limits.weakest, self._limits.strongest
        rises = mean > (low + high) / 2
        near, far = 0.0, 1.0
        for _ in range(40):
            slope = (near + far) / 2
            weights = {
                power: max(0.0, 1 - slope * (high - power if rises else power - low))
                for power in self._powers
            }
            too_steep = _mean(weights) > mean if rises else _mean(weights) < mean
            near, far = (near, slope) if too_steep else (slope, far)
        return weights


def _mean(weights: dict[int, float]) -> float:
    return sum(power * weight for power, weight in weights.items()) / sum(weights.values())


def _shared(cards: float, weights: dict[Key, float]) -> dict[Key, float]:
    total = sum(weights.values())
    return {name: cards * weight / total for name, weight in weights.items()}


def _within(target: float, amount: Iterable[int | Fraction], cards: int) -> float:
    low, high = (float(end * cards) if isinstance(amount, Ratio) else float(end) for end in amount)
    return min(max(target, low), high)
