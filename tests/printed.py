"""What a face prints: its words and icons in the order in which they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.catalog.models import Card, Component, Game
from generator.catalog.problems import Problems
from generator.layout.elements.base import Element
from generator.layout.elements.text import Text
from generator.layout.faces import FaceRenderer
from generator.layout.text.block import TextBlock


def renderer_of(game: Game) -> FaceRenderer:
    """What makes the game's faces; nothing may be wrong with it."""
    problems = Problems()
    made = FaceRenderer.of(game, problems)
    assert not problems, "\n".join(map(str, problems))
    return made


def component_of(game: Game, name: str) -> Component:
    (found,) = (part for part in game.components if part.id == name)
    return found


def printed(renderer: FaceRenderer, component: Component, card: Card, element: str = "says") -> str:
    """What the element of the card's front prints; an icon is told by its name in braces."""
    (listed,) = (cards for cards in component.sets if card in cards.cards)
    problems = renderer.problems
    face = renderer.face(component, listed, card, "front", 1)
    assert face is not None, "\n".join(map(str, problems))
    return " ".join(_lines(text.block) for text in _texts(face.root) if text.id == element)


def _texts(root: Element) -> Iterator[Text]:
    for element in getattr(root, "children", ()):
        if isinstance(element, Text):
            yield element
        yield from _texts(element)


def _lines(block: TextBlock) -> str:
    lines = sorted({span.baseline for span in block.spans})
    found = [(span.baseline, span.x, "".join(part.text for part in span.pieces)) for span in block.spans]
    for placed in block.icons:
        frame, matrix = placed.icon.frame, placed.matrix
        middle = matrix[3] * (frame.y + frame.height / 2) + matrix[5]
        at = min(lines, key=lambda line: abs(line - block.size * 0.12 - middle))
        found.append((at, placed.matrix[4], f"{{{placed.icon.name}}}"))
    return re.sub(r"\s+", " ", " ".join(text for _, _, text in sorted(found)).replace("\u00a0", " "))
