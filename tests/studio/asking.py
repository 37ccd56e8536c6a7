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


@dataclass
class Asking:
    """A studio, and who asks it with its token."""

    studio: Studio
    client: TestClient

    def get(self, address: str) -> Response:
        return self.client.get(address)

    def post(self, address: str, form: object) -> Response:
        return self.client.post(address, json=form, headers={TOKEN_HEADER: self.studio.keys.token})

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
    projects = {project.id: project for project in map(Project, folders)}
    for project in projects.values():
        project.read()
    studio = Studio(projects, workspace, Keys(PORT))
    with TestClient(create_app(studio, is_watching=False), base_url=f"http://127.0.0.1:{PORT}") as client:
        yield Asking(studio, client)
