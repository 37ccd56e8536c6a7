"""What a rulebook's text may ask of the game's cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean


class Found(NamedTuple):
    """A card with the list and component that it is in; ``number`` counts the list's cards from 1."""

    component: Component
    cards: CardSet
    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class Database:
    """A game's cards by name: ``owl``, ``decks/owl``, ``decks/night-shift/owl``; and its lists.

    What templates ask with may be anything, and anything but a name is unknown.
    """

    game: Game

    def card(self, name: object) -> Mapping[str, object]:
        """The fields of one card."""
        return self.find(str(name)).card.values

    def cards(self, name: object) -> list[Mapping[str, object]]:
        """The fields of all cards of a component or list, in their order."""
        return [found.card.values for found in self._all_of(str(name))]

    def count(self, name: object) -> int:
        """How many cards a name stands for, copies counted."""
        return sum(found.card.copies for found in self._all_of(str(name)))

    def find(self, name: str) -> Found:
        """The card of that name. Raises :class:`InputError` where there is none, or more than one."""
        named = [found for found in self._every() if name in _names(found)]
        if not named:
            known = [found.card.id for found in self._every()]
            raise InputError(
                f"there is no card {name!r}",
                hint=did_you_mean(name.rpartition("/")[2], known)
                or "write its id, or component/id, or component/list/id",
            )
        if len(named) > 1:
            others = ", ".join(_full_name(found) for found in named[:3])
            raise InputError(f"there is more than one card {name!r}", hint=f"say which: {others}")
        return named[0]

    def _all_of(self, name: str) -> list[Found]:
        """The cards of the component, the list or the card that a name stands for."""
        named = [found for found in self._every() if name in _groups(found)]
        if named:
            return named
        if any(name in _names(found) for found in self._every()):
            return [self.find(name)]
        known = dict.fromkeys(group for found in self._every() for group in _groups(found))
        raise InputError(
            f"there is no component {name!r}",
            hint=did_you_mean(name, known)
            or "there are " + ", ".join(part.id for part in self.game.components),
        )

    def _every(self) -> Iterator[Found]:
        for component in self.game.components:
            for cards in component.sets:
                for number, card in enumerate(cards.cards, 1):
                    yield Found(component, cards, card, number)


def _groups(found: Found) -> tuple[str, str]:
    return found.component.id, f"{found.component.id}/{found.cards.id}"


def _names(found: Found) -> tuple[str, str, str]:
    return found.card.id, f"{found.component.id}/{found.card.id}", _full_name(found)


def _full_name(found: Found) -> str:
    return f"{found.component.id}/{found.cards.id}/{found.card.id}"
