"""Inspects laid out faces: everything that would print, but should not be printed like this."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from generator.catalog.models import Card, Component
from generator.catalog.problems import Problem
from generator.layout.faces import Face
from generator.press.preflight.canvas import Memory, RecordingCanvas
from generator.press.preflight.findings import contrast, resolution, safe_shape, safe_zone, small_text
from generator.press.preflight.scene import Scene

FINDINGS: tuple[Callable[[Scene], Iterable[Problem]], ...] = (
    small_text.find,
    resolution.find,
    safe_zone.find,
    safe_shape.find,
    contrast.find,
)


MAX_FACES = 4096
"""Faces whose findings are kept for the next card that looks alike."""


@dataclass(slots=True)
class Preflight:
    """Keeps, within bounds, what it works out of faces and elements that stand on many cards.

    One for each game and run: faces and elements are told apart by identity.
    """

    memory: Memory = field(default_factory=Memory)
    findings: dict[Face, tuple[Problem, ...]] = field(default_factory=dict)

    def face(self, component: Component, face: Face, card: Card) -> list[Problem]:
        """All findings of a face, as those of a card that shows it."""
        found = self.findings.get(face)
        if found is None:
            if len(self.findings) >= MAX_FACES:
                self.findings.clear()
            found = self.findings[face] = self._inspect(component, face)
        return [problem._replace(card=card.id) for problem in found]

    def _inspect(self, component: Component, face: Face) -> tuple[Problem, ...]:
        scene = Scene(component, face.side)
        RecordingCanvas(scene, self.memory, self.memory.root).element(face.root)
        return tuple([problem for find in FINDINGS for problem in find(scene)])
