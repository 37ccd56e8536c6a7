"""One version of a game: all its cards laid out, by what tells them apart from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.problems import Problems
from generator.export.fingerprint import Fingerprints
from generator.layout.faces import Face, FaceRenderer, Side
from generator.layout.text.words import WordMaker
from generator.press.choice import chosen_cards, chosen_sets


class Key(NamedTuple):
    """What stays when a card changes. An id counts for all lists of its component."""

    component: str
    card: str


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card, laid out. ``prints`` holds each side's fingerprint."""

    component: Component
    cards: CardSet
    card: Card
    faces: Mapping[Side, Face]
    prints: Mapping[Side, str]

    @property
    def key(self) -> Key:
        return Key(self.component.id, self.card.id)

    @property
    def name(self) -> str:
        return str(self.card.values.get("name") or self.card.values.get("title") or self.card.id)


@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """A game as it is or was; ``label`` is what the reader calls it."""

    label: str
    game: Game
    cards: Mapping[Key, Laid]
    words: WordMaker


def lay_out(label: str, game: Game, problems: Problems, progress: Callable[[int], None]) -> Version:
    """Lays out every card of a game that is printed at all; what is wrong goes into ``problems``."""
    renderer = FaceRenderer.of(game, problems)
    cards = {laid.key: laid for laid in _laid(renderer, progress)}
    return Version(label, game, cards, renderer.words)


def count_cards(game: Game) -> int:
    """How many cards :func:`lay_out` will lay out."""
    return sum(len(chosen_cards(cards, ())) for _, cards in chosen_sets(game, ()))


def _laid(renderer: FaceRenderer, progress: Callable[[int], None]) -> Iterator[Laid]:
    fingerprints = Fingerprints()
    for component, cards in chosen_sets(renderer.game, ()):
        sides: tuple[Side, ...] = ("front",) if component.back is None else ("front", "back")
        for number, card in chosen_cards(cards, ()):
            found = {side: renderer.face(component, cards, card, side, number) for side in sides}
            faces = {side: face for side, face in found.items() if face is not None}
            prints = {side: fingerprints.of(face) for side, face in faces.items()}
            yield Laid(component, cards, card, faces, prints)
            progress(1)
