"""Asking a studio within the tests' own process, without a browser."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games import PROJECT
from httpx import Response
from starlette.testclient import TestClient

from generator.studio.app import create_app
from generator.studio.guard import TOKEN_HEADER, Keys
from generator.studio.project import Project
from generator.studio.view import Studio

PORT = 8642
PATIENCE = 90.0


@cache
def bundled_project(name: str) -> Project:
    """A game that comes along; nothing is wrong with it. Its cards are laid out once for all tests.

    Only for tests that leave it as it is.
    """
    project = Project(PROJECT / "cards" / name)
    project.read_first()
    assert not project.problems
    return project


def client_of(workspace: Path, *projects: Project, **options: Any) -> TestClient:
    """Who asks a studio over these games with its token, as its own pages do."""
    studio = Studio({project.id: project for project in projects}, workspace, Keys(PORT))
    headers = {TOKEN_HEADER: studio.keys.token}
    app = create_app(studio, is_watching=False)
    return TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers=headers, **options)


def studio_of(client: TestClient) -> Studio:
    """The studio that a client asks."""
    studio: Studio = client.app.state.studio  # type: ignore[attr-defined]
    return studio


@dataclass
class Asking:
    """A studio, and who asks it with its token."""

    studio: Studio
    client: TestClient

    def get(self, address: str) -> Response:
        return self.client.get(address)

    def post(self, address: str, form: object) -> Response:
        return self.client.post(address, json=form)

    def run(self, address: str, form: object) -> dict[str, Any]:
        """Begins a run, and waits until it has ended."""
        begun = self.post(address, form)
        assert begun.status_code == 202, begun.text
        return self.ended(address, begun.json()["id"])

    def ended(self, address: str, name: str) -> dict[str, Any]:
        game, view = address.strip("/").split("/")[:2]
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            told: dict[str, Any] = self.get(f"/{game}/{view}/run/{name}").json()
            if told["state"] in ("done", "stopped", "failed"):
                return told
            time.sleep(0.02)
        raise AssertionError(f"still {told['state']}: {told}")


@contextmanager
def asking(workspace: Path, folders: Sequence[Path]) -> Iterator[Asking]:
    """A studio over these games, whose files it reads once."""
    projects = [Project(folder) for folder in folders]
    for project in projects:
        project.read()
    with client_of(workspace, *projects) as client:
        yield Asking(studio_of(client), client)
