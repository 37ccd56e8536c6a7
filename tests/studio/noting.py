"""A studio in a thread of this process that notes down what it was told to change."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from games import write_game
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from generator.studio.project import Project
from generator.studio.server import bind, keys_for, server_of
from generator.studio.view import Studio

HOST = "127.0.0.1"
PATIENCE = 60.0
NOTE = "/tiny/note"
"""Stands for all that changes something: it notes down the body."""


@dataclass(frozen=True)
class Noting:
    """Where it is found, its token, and what it has noted down."""

    port: int
    token: str
    noted: list[bytes]

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"


@contextmanager
def noting(workspace: Path) -> Iterator[Noting]:
    """A studio over a tiny game, as it is served to a user."""
    noted: list[bytes] = []

    async def note(request: Request) -> Response:
        noted.append(await request.body())
        return PlainTextResponse("noted\n")

    bound = bind(HOST, 0)
    keys = keys_for(HOST, int(bound.getsockname()[1]))
    studio = Studio({"tiny": Project(write_game(workspace / "tiny"))}, workspace, keys)
    is_ready = threading.Event()
    server = server_of(studio, is_ready.set)
    server.config.app.routes.append(Route(NOTE, note, methods=["GET", "POST"]))
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    try:
        assert is_ready.wait(PATIENCE)
        yield Noting(keys.port, keys.token, noted)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        bound.close()
    assert not thread.is_alive()
