"""Faces of cards laid out inside this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from games import write_game

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.layout.elements.base import Element
from generator.layout.elements.text import Text
from generator.layout.faces import Face, FaceRenderer
from generator.layout.text.block import TextBlock


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The front of each card, and what was told of them."""

    faces: list[Face | None]
    problems: list[str]

    @property
    def drawn(self) -> tuple[Element, ...]:
        """What the first card draws, in order; nothing may be wrong with it."""
        assert self.problems == []
        face = self.faces[0]
        assert face is not None
        return face.root.children

    @property
    def block(self) -> TextBlock:
        """The first text of the first card."""
        face = self.faces[0]
        assert face is not None, self.problems
        return next(element for element in face.root.children if isinstance(element, Text)).block


LayOut = Callable[..., LaidOut]


def words(block: TextBlock) -> list[str]:
    """The text of each span."""
    return ["".join(piece.text for piece in span.pieces) for span in block.spans]


@pytest.fixture
def lay_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LayOut:
    """Lays out the fronts of a game described as for ``write_game``; ``line`` alone is put into a card."""
    monkeypatch.chdir(tmp_path)

    def fronts(line: str | None = None, **described: Any) -> LaidOut:
        if line is not None:
            described["front"] = f"<card>\n{line}\n</card>"
        problems = Problems()
        game = load_game(write_game(tmp_path / "g", **described), problems)
        assert game is not None
        renderer = FaceRenderer.of(game, problems)
        (component,) = game.components
        (cards,) = component.sets
        faces = [
            renderer.face(component, cards, card, "front", number)
            for number, card in enumerate(cards.cards, 1)
        ]
        return LaidOut(faces, [str(problem) for problem in problems])

    return fronts
