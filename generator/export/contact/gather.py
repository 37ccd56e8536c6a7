"""What a contact sheet shows: each front once, by component and card list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from generator.catalog.models import Card, CardSet, Component
from generator.layout.faces import Face, FaceRenderer
from generator.layout.geometry import Outline
from generator.press.choice import chosen_cards, chosen_sets
from generator.press.tokens.shapes import outline

Progress = Callable[[int], None]


@dataclass(slots=True)
class Exhibit:
    """A front, and how many cards show it."""

    face: Face
    name: str
    width: float
    height: float
    """The trim in mm."""
    cut: Outline
    """The trim's outline in card coordinates."""
    copies: int = 0


@dataclass(slots=True)
class Group:
    """The fronts of one card list."""

    title: str
    exhibits: list[Exhibit] = field(default_factory=list)

    @property
    def copies(self) -> int:
        return sum(exhibit.copies for exhibit in self.exhibits)


def gather(
    renderer: FaceRenderer, only: Sequence[str], select: Sequence[str], progress: Progress
) -> list[Group]:
    """The groups in the order of game.yaml; the renderer's problems tell of fronts that failed."""
    groups = []
    for component, cards in chosen_sets(renderer.game, only):
        group = Group(_title(component, cards))
        known: dict[str, Exhibit] = {}
        for number, card in chosen_cards(cards, select):
            face = renderer.face(component, cards, card, "front", number)
            progress(1)
            if face is None:
                continue
            exhibit = known.get(face.digest)
            if exhibit is None:
                exhibit = known[face.digest] = _exhibit(component, card, face)
                group.exhibits.append(exhibit)
            exhibit.copies += card.copies
        if group.exhibits:
            groups.append(group)
    return groups


def _exhibit(component: Component, card: Card, face: Face) -> Exhibit:
    size = component.size
    name = str(card.values.get("name") or card.values.get("title") or card.id)
    return Exhibit(face, name, size.width, size.height, outline(component.shape, size))


def _title(component: Component, cards: CardSet) -> str:
    """The component, and which of its lists where there are several."""
    return component.title if len(component.sets) == 1 else f"{component.title}: {cards.name}"
