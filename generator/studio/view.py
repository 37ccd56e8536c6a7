"""What a view of the studio is, and what all of them share: the studio itself, its pages, its answers."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from anyio import CapacityLimiter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from generator import __version__
from generator.catalog.models import Game
from generator.catalog.plugins import load_plugins
from generator.catalog.wording import pluralize
from generator.studio.deck_workshop import Bench
from generator.studio.events import Hub
from generator.studio.guard import Keys
from generator.studio.pictures import Pictures
from generator.studio.play.table import Faces
from generator.studio.play.tables import Showings, Sittings
from generator.studio.project import Edition, Project
from generator.studio.runs import Runs

if TYPE_CHECKING:
    from jinja2 import Environment

T = TypeVar("T")
HERE = Path(__file__).parent
MAX_DRAWERS, MAX_PLAYERS = 4, 12
RESERVED = frozenset({"events", "static"})
"""What no game may be called: addresses of the studio itself begin so."""


def _always(game: Game) -> bool:
    del game
    return True


class View(NamedTuple):
    """A view: what it is called, where it stands among the others, and what it answers to.

    Addresses of its routes begin with ``/{game}/`` and the view's own name.
    """

    title: str
    order: int
    routes: Sequence[Route]
    is_for: Callable[[Game], bool] = _always
    """Whether a game has any use for it."""


@dataclass(slots=True)
class Studio:
    """All that is open: one for each run. ``workspace`` is the only folder that it writes to."""

    projects: Mapping[str, Project]
    workspace: Path
    keys: Keys
    events: Hub = field(default_factory=Hub)
    pictures: dict[str, Pictures] = field(default_factory=dict)
    rooms: Sittings = field(default_factory=Sittings)
    replays: Showings = field(default_factory=Showings)
    known_faces: dict[str, tuple[Edition, Faces]] = field(default_factory=dict)
    is_live: bool = False
    """Whether files that are saved are read at once."""
    inspecting: set[str] = field(default_factory=set)
    """The ids of projects that are being inspected, or about to be."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """What runs beside the requests."""
    drawers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_DRAWERS))
    """Bounds the threads that wait for pictures, so that all else has some left."""
    players: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_PLAYERS))
    """The same for those that wait for rules and bots."""
    benches: dict[str, Bench] = field(default_factory=dict)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """What tells this studio from one that was started later."""
    saving: threading.Lock = field(default_factory=threading.Lock)
    """Held from looking whether a file has changed until it is written over."""
    printing: Runs = field(default_factory=Runs)
    studying: Runs = field(default_factory=lambda: Runs(keeps_process=False))
    scratch: TemporaryDirectory[str] = field(default_factory=lambda: TemporaryDirectory("gatepress-studio"))
    """For what is looked at before it is saved."""

    @property
    def scratch_folder(self) -> Path:
        return Path(self.scratch.name)

    def close(self) -> None:
        """Ends all work, and removes what nobody has saved."""
        self.studying.close()
        self.printing.close()
        self.scratch.cleanup()

    def project(self, request: Request) -> Project:
        """The game that a request names. Raises HTTPException 404."""
        project = self.projects.get(request.path_params["game"])
        if project is None:
            raise HTTPException(404, "the studio has no such game")
        return project

    def faces(self, edition: Edition, project: str) -> Faces:
        """The cards of a game by their ids, as they are now."""
        known = self.known_faces.get(project)
        if known is None or known[0] is not edition:
            known = self.known_faces[project] = edition, Faces(edition)
        return known[1]

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something beside the requests."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drawing(self, project: Project) -> Pictures:
        """What draws the faces of a project."""
        if project.id not in self.pictures:
            self.pictures[project.id] = Pictures(project)
        return self.pictures[project.id]

    def bench(self, project: Project) -> Bench:
        """Where decks of a project's game are made."""
        if project.id not in self.benches:
            self.benches[project.id] = Bench(project, self.workspace)
        return self.benches[project.id]


def views() -> dict[str, View]:
    """All views by their names, in the order in which they are shown."""
    from generator.studio import views as package

    found = {
        module.__name__.rpartition(".")[2].rstrip("_"): module.VIEW
        for module in load_plugins(package.__name__)
    }
    return dict(sorted(found.items(), key=lambda entry: entry[1].order))


def studio_of(request: Request) -> Studio:
    """The studio that a request came to."""
    studio: Studio = request.app.state.studio
    return studio


def edition_of(request: Request) -> Edition:
    """The game that a request names, as it was last read without an error. Raises HTTPException."""
    project = studio_of(request).project(request)
    if project.edition is None:
        raise HTTPException(409, "the game can't be read; its problems say why")
    return project.edition


def summary_of(project: Project) -> str:
    """What stands over the problems of a game."""
    if not project.has_errors:
        return pluralize(len(project.problems), "thing") + " to look at"
    if project.edition is None:
        return "The game can’t be shown before these errors are mended"
    return "The game has errors; you see it as it was last sound"


async def at_the_easel(studio: Studio, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Runs what draws a picture in a thread; only few pictures are drawn at a time."""
    from anyio.to_thread import run_sync

    work = partial(function, *arguments, **named)
    return await run_sync(work, abandon_on_cancel=True, limiter=studio.drawers)


async def at_the_table(studio: Studio, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Runs what rules or bots do in a thread; only few of these are waited for at a time."""
    from anyio.to_thread import run_sync

    work = partial(function, *arguments, **named)
    return await run_sync(work, abandon_on_cancel=True, limiter=studio.players)


async def run_in_thread(function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Runs what takes long in a thread, so that other requests are answered meanwhile."""
    from anyio.to_thread import run_sync

    # Whoever stops the studio does not wait for a drawing.
    return await run_sync(partial(function, *arguments, **named), abandon_on_cancel=True)


async def read_first(project: Project) -> None:
    """Reads a game unless that was done; then it waits for no thread, however many there are at work."""
    if project.edition is None and not project.problems:
        await run_in_thread(project.read_first)


def page(request: Request, template: str, /, status: int = 200, **values: Any) -> Response:
    """A page made from a template, with all that every page shows."""
    environment: Environment = request.app.state.environment
    studio = studio_of(request)
    name = request.path_params.get("game")
    project = studio.projects.get(name) if name is not None else None
    shared = {
        "studio": studio,
        "project": project,
        "summary": summary_of(project) if project is not None else "",
        "edition": project.edition if project is not None else None,
        "views": views(),
        "token": studio.keys.token,
        "version": __version__,
        "address": request.url.path,
    }
    text = environment.get_template(template).render({**shared, **values})
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})
