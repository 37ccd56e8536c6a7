"""A value of the card database on its way into the engine: what it is, where it stands, whose it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.catalog.models import Card
from generator.catalog.problems import Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList

MOST = 99
"""A bound on amounts: more than any game needs, and small enough to add up."""


class Given:
    """A value on a card. What does not fit is reported and replaced, so that reading goes on."""

    __slots__ = ("card", "field", "place", "problems", "value")

    def __init__(self, card: str, value: object, place: Place, field: str, problems: Problems) -> None:
        self.card = card
        self.value = value
        self.place = place
        self.field = field
        self.problems = problems

    def wrong(self, message: str, hint: str | None = None) -> None:
        """Reports what does not fit, with its place, card and field."""
        self.problems.error(message, self.place, card=self.card, field=self.field, hint=hint)

    def entries(self) -> list[tuple[str, Given]]:
        """The keys and values of a mapping; none of anything else, which is reported."""
        if not isinstance(self.value, Mapping):
            self.wrong(f"expected keys and values, got {quote(self.value)}")
            return []
        return [(str(key), self._inner(str(key), value)) for key, value in self.value.items()]

    def items(self) -> list[Given]:
        """The items of a list; none of anything else, which is reported."""
        if not isinstance(self.value, list):
            self.wrong(f"expected a list, got {quote(self.value)}")
            return []
        return [self._inner(number, value) for number, value in enumerate(self.value)]

    def named(self, name: str) -> Given:
        """The same where its name stands, and not its value: for a wrong key."""
        place = self.value.place_of_key(name) if isinstance(self.value, MarkedDict) else self.place
        return Given(self.card, name, place, self.field, self.problems)

    def whole(self, least: int) -> int:
        """A whole number; ``least`` stands in for anything else, which is reported."""
        value = self.value
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST:
            return value
        self.wrong(f"expected a whole number from {least} to {MOST}, got {quote(value)}")
        return least

    def word(self, known: Iterable[str], noun: str) -> str | None:
        """One of a few words; None for anything else, which is reported."""
        words = tuple(known)
        if isinstance(self.value, str) and self.value in words:
            return self.value
        near = did_you_mean(self.value, words) if isinstance(self.value, str) else None
        self.wrong(f"{quote(self.value)} is no {noun}", near or f"expected {join_words(words)}")
        return None

    def _inner(self, step: str | int, value: object) -> Given:
        place = self.place
        if isinstance(self.value, MarkedDict):
            place = self.value.place_of(str(step))
        elif isinstance(self.value, MarkedList) and isinstance(step, int):
            place = self.value.place_of(step)
        return Given(self.card, value, place, f"{self.field}.{step}", self.problems)


def given_of(card: Card, name: str, problems: Problems) -> Given:
    """A field of a card; its value is None if the card has none.

    The value is taken from where it was read, for there it knows its places, if it is the same on the card.
    """
    value = card.values.get(name)
    for source in card.sources:
        if name in source:
            value = source[name] if source[name] == value else value
            break
    return Given(card.id, value, card.place_of(name), name, problems)
