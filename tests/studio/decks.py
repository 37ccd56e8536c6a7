"""What the tests of the deck builder share: a studio without a server, and decks to send to it."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games import PROJECT
from PIL import Image

from generator.studio.project import Project
from studio.asking import bundled_project, client_of, studio_of

BATTLE_GATE = PROJECT / "cards" / "battle-gate"


class Client:
    """The studio over one game, asked as its own page asks it."""

    def __init__(self, workspace: Path, game: Path = BATTLE_GATE) -> None:
        project = bundled_project(game.name) if game == BATTLE_GATE else Project(game)
        project.read_first()
        assert project.edition is not None, project.problems
        self.game = project.id
        self.workspace = workspace
        self.http = client_of(workspace, project)
        self.studio = studio_of(self.http)

    def post(self, address: str, given: object, status: int = 200) -> Any:
        return self._answer(self.http.post(f"/{self.game}/deck/{address}", json=given), status)

    def send(self, address: str, content: bytes, status: int = 200) -> Any:
        return self._answer(self.http.post(f"/{self.game}/deck/{address}", content=content), status)

    def get(self, address: str, status: int = 200) -> Any:
        return self._answer(self.http.get(f"/{self.game}/deck/{address}"), status)

    def save(self, name: str, deck: object, revision: str = "", status: int = 200) -> Any:
        given = {"deck": deck, "revision": revision}
        return self._answer(self.http.put(f"/{self.game}/deck/saved/{name}", json=given), status)

    def _answer(self, answer: Any, status: int) -> Any:
        assert answer.status_code == status, (answer.status_code, answer.text[:500])
        kind = answer.headers["content-type"]
        return answer.json() if kind.startswith("application/json") else answer.content


def deck(cards: Sequence[Mapping[str, object]], name: str = "Test") -> dict[str, object]:
    return {"name": name, "text": "", "cards": list(cards)}


def card(
    name: str = "Imp", kind: str = "minion", power: object = 5, copies: object = 1, **more: object
) -> dict[str, object]:
    return {"name": name, "class": kind, "power": power, "copies": copies, **more}


LEGAL = deck([card("Imp", "minion", 5, 8), card("Elf", "soldier", 5, 6), card("Wasp", "assassin", 5, 6)])
"""A deck of 20 cards and 100 points."""


def picture(width: int = 60, height: int = 40, kind: str = "PNG", **options: Any) -> bytes:
    """A picture: red on its left half, blue on its right."""
    image = Image.new("RGB", (width, height), (200, 30, 30))
    image.paste((30, 30, 200), (width // 2, 0, width, height))
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()
